use super::read::Source;
use super::stem::ReadStem;
use crate::entry::Entry;
use crate::exact::{self, STEM};
use crate::kernel::BinpackOps;
use crate::problem::Damage;
use crate::visit::Passing;
use crate::visit::Visit;

#[cfg(test)]
std::thread_local! {
    /// The number of chains that the exact decoder has read.
    pub(crate) static SETTLED: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// The state of decoding a chunk: a place in it, and the position there.
pub(super) struct Cursor<'a, V> {
    pub(super) entry: Entry,
    pub(super) chunk: &'a [u8],
    /// The byte at which the chain begins, or between chains the next one.
    at: usize,
    /// The bit after the last half-move; 0 between chains.
    pub(super) bit: usize,
    /// The number of half-moves of the chain that are left.
    pub(super) left: usize,
    /// The number of half-moves of the chain.
    count: usize,
    pub(super) passing: Passing<'a, V>,
    damage: Option<Damage>,
}

impl<'a, V: Visit> Cursor<'a, V> {
    pub(super) fn new(chunk: &'a [u8], visit: &'a mut V) -> Self {
        Self {
            entry: Entry::EMPTY,
            chunk,
            at: 0,
            bit: 0,
            left: 0,
            count: 0,
            passing: Passing::new(visit),
            damage: None,
        }
    }

    /// Ends the chain and begins the next one; false at the end of the chunk and after damage.
    #[cold]
    #[inline(never)]
    pub(super) fn next_chain<K: BinpackOps>(&mut self, kernel: K) -> bool {
        self.end_chain();
        if self.at == self.chunk.len() || self.damage.is_some() {
            return false;
        }
        self.begin(kernel);
        true
    }

    /// Plays the last move of a chain, and ends the chain.
    fn end_chain(&mut self) {
        if self.bit > 0 {
            self.entry.play();
            self.entry.set_move(None);
            Visit::end(&mut self.passing, &self.entry);
            self.at = self.bit.div_ceil(8);
            self.bit = 0;
        }
    }

    /// Reads a stem and takes its position. In doubt, the exact decoder reads the chain.
    fn begin<K: BinpackOps>(&mut self, kernel: K) {
        let chain = self.chunk.get(self.at..).unwrap_or_default();
        let Some([stem @ .., c0, c1]) = chain.first_chunk::<STEM>() else {
            return self.settle(0);
        };
        if !kernel.run_hand_written(ReadStem(&mut self.entry, stem)) {
            return self.settle(0);
        }
        self.count = u16::from_be_bytes([*c0, *c1]).into();
        self.left = self.count;
        self.bit = 8 * (self.at + STEM);
        self.passing.take(&mut self.entry);
    }

    /// Reads the chain with the exact decoder, and takes its positions except the first `taken`
    /// ones.
    #[cold]
    #[inline(never)]
    fn settle(&mut self, taken: usize) {
        #[cfg(test)]
        SETTLED.set(SETTLED.get() + 1);
        let chain = self.chunk.get(self.at..).unwrap_or_default();
        match exact::chain(chain, taken, &mut self.passing) {
            Ok(bytes) => self.at += bytes,
            Err(problem) => {
                self.damage = Some(Damage {
                    at: self.at,
                    problem,
                });
            }
        }
        (self.bit, self.left) = (0, 0);
    }

    /// Whether another half-move follows in the chunk. Begins the next chain if one has ended.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn has_next<K: BinpackOps>(&mut self, kernel: K) -> bool {
        while self.left == 0 {
            if !self.next_chain(kernel) {
                return false;
            }
        }
        true
    }

    /// Reads which piece moves next.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn source<K: BinpackOps, const PDEP: bool>(&self, kernel: K) -> Source {
        self.entry.source::<K, PDEP>(kernel, self.chunk, self.bit)
    }

    /// Plays the move, and reads the next half-move of the chain.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn step<K: BinpackOps, const PDEP: bool>(&mut self, kernel: K) {
        self.entry.play();
        let source = self.source::<K, PDEP>(kernel);
        let targets = self.entry.targets(kernel, source.from, source.role);
        let bits = self.entry.choose::<K, PDEP>(kernel, source, targets);
        self.finish(bits);
    }

    /// Takes the position if its bits are sound; otherwise the exact decoder reads the chain.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn finish(&mut self, bits: Option<usize>) {
        let Some(bits) = bits.filter(|bits| self.bit + bits <= 8 * self.chunk.len()) else {
            return self.settle(self.count - self.left + 1);
        };
        self.bit += bits;
        self.left -= 1;
        self.passing.take(&mut self.entry);
    }

    /// Decodes the rest of the chunk.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn rest<K: BinpackOps, const PDEP: bool>(&mut self, kernel: K) {
        while self.has_next(kernel) {
            self.step::<K, PDEP>(kernel);
        }
    }

    /// Returns the end of the last chain, or the damage.
    pub(super) fn end(self) -> Result<usize, Damage> {
        self.passing.end();
        self.damage.map_or(Ok(self.at), Err)
    }
}

/// Decodes a chain at the front of a chunk. Returns its number of bytes.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn decode_chain<K: BinpackOps, const PDEP: bool>(
    kernel: K,
    chunk: &[u8],
    visit: &mut impl Visit,
) -> Result<usize, Damage> {
    let mut cursor = Cursor::new(chunk, visit);
    cursor.begin(kernel);
    while cursor.left > 0 {
        cursor.step::<K, PDEP>(kernel);
    }
    cursor.end_chain();
    cursor.end()
}

/// Decodes a chunk up to its damage.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn decode_chunk<K: BinpackOps, const PDEP: bool>(
    kernel: K,
    chunk: &[u8],
    visit: &mut impl Visit,
) -> Result<(), Damage> {
    let mut cursor = Cursor::new(chunk, visit);
    cursor.rest::<K, PDEP>(kernel);
    cursor.end().map(|_| ())
}
