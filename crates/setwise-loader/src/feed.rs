//! The order of units in a stream.

use crate::error::Error;
use crate::files::{Input, Place, Unit};
use crate::random::{Purpose, Random};

/// Gives the units of a rank in the order of the stream. The order depends on the seed, the files
/// and the settings, not on threads.
#[derive(Debug)]
pub(crate) struct Feed {
    pub(crate) inputs: Vec<Input>,
    pub(crate) seed: u64,
    pub(crate) rank: u64,
    pub(crate) world: u64,
    pub(crate) cyclic: bool,
    /// Whether units are taken from files at random.
    pub(crate) shuffles: bool,
    pub(crate) point: Point,
    /// The number of units given in the epoch. After a restart, 1 stands for all units before it.
    pub(crate) given: u64,
}

/// A point between two units of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) epoch: u64,
    /// The number of choices of a file in the epoch so far.
    pub(crate) choices: u64,
    /// The place of the next unit of each file.
    pub(crate) places: Vec<Place>,
}

impl Feed {
    /// The point before the next unit.
    pub(crate) fn point(&self) -> Point {
        Point {
            places: self.inputs.iter().map(|input| input.place).collect(),
            ..self.point.clone()
        }
    }

    /// Goes to a point of a stream of the same files.
    pub(crate) fn restore(&mut self, point: &Point) -> Result<(), Error> {
        let fits = |(input, place): (&Input, &Place)| place.part.offset <= input.size;
        let is_of_files = point.places.len() == self.inputs.len()
            && self.inputs.iter().zip(&point.places).all(fits);
        if !is_of_files {
            return Err(Error::State("a place is beyond the end of a file"));
        }
        for (input, place) in self.inputs.iter_mut().zip(&point.places) {
            input.place = *place;
        }
        (self.point.epoch, self.point.choices) = (point.epoch, point.choices);
        Ok(())
    }

    /// Reads the next unit into `bytes`. Returns `None` at the end.
    pub(crate) fn next(&mut self, mut bytes: Vec<u8>) -> Option<Unit> {
        loop {
            let Some(chosen) = self.choose() else {
                if !self.cyclic || self.given == 0 {
                    return None;
                }
                self.inputs
                    .iter_mut()
                    .for_each(|input| input.place = Place::default());
                (self.point.epoch, self.point.choices) = (self.point.epoch + 1, 0);
                self.given = 0;
                continue;
            };
            let (rank, world) = (self.rank, self.world);
            // Adding the number of the file spreads files of a single unit over the ranks.
            let is_wanted = |number: u64| number.wrapping_add(chosen as u64) % world == rank;
            let taken = core::mem::take(&mut bytes);
            if let Some(unit) = self.inputs[chosen].next(taken, is_wanted) {
                self.given += 1;
                return Some(Unit {
                    file: chosen,
                    ..unit
                });
            }
        }
    }

    /// Draws a file by the numbers of unread bytes, or returns the first file with unread bytes if
    /// nothing is shuffled. Returns `None` if no file has any.
    fn choose(&mut self) -> Option<usize> {
        let total: u64 = self.inputs.iter().map(Input::left).sum();
        let (epoch, choices) = (self.point.epoch, self.point.choices);
        let mut at = match self.shuffles {
            true => Random::of(self.seed, Purpose::Files, epoch, choices).below(total),
            false => 0,
        };
        self.point.choices += 1;
        self.inputs.iter().position(|input| {
            let is_here = at < input.left();
            at = at.wrapping_sub(input.left());
            is_here
        })
    }
}
