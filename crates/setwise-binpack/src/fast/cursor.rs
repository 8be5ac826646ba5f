use super::read::Source;
use super::stem::ReadStem;
use crate::exact::{self, STEM};
use crate::kernel::Kernel;
use crate::{Damage, Entry, Visit};

#[cfg(test)]
std::thread_local! {
    /// The chains that the exact decoder has read.
    pub(crate) static SETTLED: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// A place in a chunk that is decoded.
struct Cursor<'a> {
    entry: Entry,
    chunk: &'a [u8],
    /// The beginning of the chain, or of the next one.
    at: usize,
    /// The bit after the last half-move; 0 between chains.
    bit: usize,
    /// The half-moves of the chain that are left.
    left: usize,
    /// The positions of the chain that are visited.
    visited: usize,
}

impl<'a> Cursor<'a> {
    fn new(chunk: &'a [u8]) -> Self {
        Self {
            entry: Entry::EMPTY,
            chunk,
            at: 0,
            bit: 0,
            left: 0,
            visited: 0,
        }
    }

    /// Goes to the next chain; false at the end of the chunk.
    #[cold]
    #[inline(never)]
    fn next_chain<K: Kernel>(&mut self, kernel: K, visit: &mut impl Visit) -> Result<bool, Damage> {
        self.end_chain(visit);
        if self.at == self.chunk.len() {
            return Ok(false);
        }
        if self.begin(kernel, visit).is_none() {
            self.settle(visit)?;
        }
        Ok(true)
    }

    /// Plays the last move of a chain.
    fn end_chain(&mut self, visit: &mut impl Visit) {
        if self.bit > 0 {
            self.entry.play();
            self.entry.set_move(None);
            visit.end(&self.entry);
            self.at = self.bit.div_ceil(8);
            self.bit = 0;
        }
    }

    /// Visits the position of a stem. Returns `None` in doubt.
    fn begin<K: Kernel>(&mut self, kernel: K, visit: &mut impl Visit) -> Option<()> {
        self.visited = 0;
        let chain = self.chunk.get(self.at..)?;
        let [stem @ .., c0, c1] = chain.first_chunk::<STEM>()?;
        if !kernel.run_own(ReadStem(&mut self.entry, stem)) {
            return None;
        }
        self.left = u16::from_be_bytes([*c0, *c1]).into();
        self.bit = 8 * (self.at + STEM);
        self.visited = 1;
        visit.visit(&self.entry);
        Some(())
    }

    /// The exact decoder reads the chain, and visits what is not visited.
    #[cold]
    #[inline(never)]
    fn settle(&mut self, visit: &mut impl Visit) -> Result<(), Damage> {
        #[cfg(test)]
        SETTLED.set(SETTLED.get() + 1);
        let chain = self.chunk.get(self.at..).unwrap_or_default();
        let read = exact::chain(chain, self.visited, visit);
        let damaged = |problem| Damage {
            at: self.at,
            problem,
        };
        self.at += read.map_err(damaged)?;
        (self.bit, self.left) = (0, 0);
        Ok(())
    }

    /// Goes to the next position of the chain.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn step<K: Kernel, const PDEP: bool>(
        &mut self,
        kernel: K,
        visit: &mut impl Visit,
    ) -> Result<(), Damage> {
        self.entry.play();
        let source = self.entry.source::<K, PDEP>(kernel, self.chunk, self.bit);
        let targets = self.entry.targets(kernel, source.from, source.role);
        let bits = self.entry.choose::<K, PDEP>(kernel, source, targets);
        self.finish(bits, visit)
    }

    /// Visits the position if its bits are sound.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn finish(&mut self, bits: Option<usize>, visit: &mut impl Visit) -> Result<(), Damage> {
        let Some(bits) = bits.filter(|bits| self.bit + bits <= 8 * self.chunk.len()) else {
            return self.settle(visit);
        };
        self.bit += bits;
        self.left -= 1;
        self.visited += 1;
        visit.visit(&self.entry);
        Ok(())
    }

    /// Decodes the rest of the chunk.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn rest<K: Kernel, const PDEP: bool>(
        &mut self,
        kernel: K,
        visit: &mut impl Visit,
    ) -> Result<(), Damage> {
        loop {
            while self.left > 0 {
                self.step::<K, PDEP>(kernel, visit)?;
            }
            if !self.next_chain(kernel, visit)? {
                return Ok(());
            }
        }
    }
}

/// Decodes a chain at the front of a chunk. Returns its number of bytes.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn decode_chain<K: Kernel, const PDEP: bool>(
    kernel: K,
    chunk: &[u8],
    visit: &mut impl Visit,
) -> Result<usize, Damage> {
    let mut cursor = Cursor::new(chunk);
    if cursor.begin(kernel, visit).is_none() {
        cursor.settle(visit)?;
    }
    while cursor.left > 0 {
        cursor.step::<K, PDEP>(kernel, visit)?;
    }
    cursor.end_chain(visit);
    Ok(cursor.at)
}

/// Decodes a chunk up to its damage.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn decode_chunk<K: Kernel, const PDEP: bool>(
    kernel: K,
    chunk: &[u8],
    visit: &mut impl Visit,
) -> Result<(), Damage> {
    Cursor::new(chunk).rest::<K, PDEP>(kernel, visit)
}

/// Decodes two chunks, each up to its damage. They advance together, stage by stage: a move is one
/// long chain of dependent instructions, and a CPU has room for those of another.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn decode_both<K: Kernel, const PDEP: bool>(
    kernel: K,
    chunks: [&[u8]; 2],
    visits: [&mut impl Visit; 2],
) -> [Result<(), Damage>; 2] {
    let mut cursors = [Cursor::new(chunks[0]), Cursor::new(chunks[1])];
    let mut results = [Ok(()), Ok(())];
    'together: loop {
        for i in 0..2 {
            while cursors[i].left == 0 {
                match cursors[i].next_chain(kernel, visits[i]) {
                    Ok(true) => {}
                    Ok(false) => break 'together,
                    Err(damage) => {
                        results[i] = Err(damage);
                        break 'together;
                    }
                }
            }
        }
        let (mut sources, mut targets, mut bits) = ([Source::NONE; 2], [(0, 0); 2], [None; 2]);
        for i in 0..2 {
            cursors[i].entry.play();
        }
        for i in 0..2 {
            let Cursor {
                entry, chunk, bit, ..
            } = &cursors[i];
            sources[i] = entry.source::<K, PDEP>(kernel, chunk, *bit);
        }
        for i in 0..2 {
            let entry = &cursors[i].entry;
            targets[i] = entry.targets(kernel, sources[i].from, sources[i].role);
        }
        for i in 0..2 {
            let entry = &mut cursors[i].entry;
            bits[i] = entry.choose::<K, PDEP>(kernel, sources[i], targets[i]);
        }
        for i in 0..2 {
            if let Err(damage) = cursors[i].finish(bits[i], visits[i]) {
                results[i] = Err(damage);
            }
        }
        if results[0].is_err() || results[1].is_err() {
            break;
        }
    }
    for i in 0..2 {
        if results[i].is_ok() {
            results[i] = cursors[i].rest::<K, PDEP>(kernel, visits[i]);
        }
    }
    results
}
