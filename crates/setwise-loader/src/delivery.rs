//! Samples in the order in which they are delivered.

use crate::stream::Shared;
use crate::{counters::add, error::Error, group::Group, sample::Sample, state::State};
use std::sync::Arc;

/// Takes samples from the groups of a stream.
pub(crate) struct Delivery {
    pub(crate) shared: Arc<Shared>,
    /// The place in the stream after the delivered rows.
    pub(crate) state: State,
    group: Option<Group>,
    /// The next part of the group.
    part: usize,
    /// The rows of the part before `part`, and how many of them are delivered.
    samples: Vec<Sample>,
    delivered: usize,
}

impl Delivery {
    pub(crate) fn new(shared: Shared, state: State) -> Self {
        Self {
            shared: Arc::new(shared),
            state,
            group: None,
            part: 0,
            samples: Vec::new(),
            delivered: 0,
        }
    }

    /// Calls `act` with slices of the next rows, `count` in all, or fewer at the end of the stream.
    /// Returns the number of rows.
    pub(crate) fn next(
        &mut self,
        count: usize,
        mut act: impl FnMut(&[Sample]),
    ) -> Result<usize, Error> {
        let mut done = 0;
        while done < count {
            let left = self.samples.get(self.delivered..).unwrap_or_default();
            let left = &left[..left.len().min(count - done)];
            if !left.is_empty() {
                act(left);
                done += left.len();
                self.delivered += left.len();
                self.state.samples += left.len() as u64;
                continue;
            }
            match self.next_part() {
                Ok(true) => {}
                Ok(false) => break,
                // The rows before the error are delivered. The next call returns the error.
                Err(_) if done > 0 => break,
                Err(error) => return Err(error),
            }
        }
        add(&self.shared.context.tally.delivered, done as u64);
        Ok(done)
    }

    /// Goes to the next part. Returns false at the end.
    fn next_part(&mut self) -> Result<bool, Error> {
        if let Some(group) = self.group.take_if(|group| self.part == group.parts()) {
            group.end(&self.shared.context.spare);
        }
        match &self.group {
            Some(group) => {
                group.take(self.part, &mut self.samples);
                (self.part, self.delivered) = (self.part + 1, 0);
            }
            None => match self.shared.next()? {
                Some(group) => self.begin(group),
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Begins a group. After a restart, skips the rows of it that are already delivered.
    fn begin(&mut self, group: Group) {
        if self.state.start.number != group.start.number {
            self.state.samples = 0;
        }
        self.state.start = group.start.clone();
        let mut left = self.state.samples as usize;
        self.part = 0;
        while self.part < group.parts() && group.samples(self.part) <= left {
            left -= group.samples(self.part);
            self.part += 1;
        }
        self.samples.clear();
        self.delivered = 0;
        if left > 0 && self.part < group.parts() {
            group.take(self.part, &mut self.samples);
            (self.part, self.delivered) = (self.part + 1, left);
        }
        self.group = Some(group);
    }

    /// Returns the number of undelivered rows of the current group.
    pub(crate) fn here(&self) -> usize {
        let parts = |group: &Group| {
            (self.part..group.parts())
                .map(|part| group.samples(part))
                .sum()
        };
        self.group.as_ref().map_or(0, parts) + self.samples.len() - self.delivered
    }
}
