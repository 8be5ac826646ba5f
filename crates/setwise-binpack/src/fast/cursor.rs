use super::{read::Source, stem::ReadStem};
use crate::error::{Damage, ReadError};
use crate::exact::{self, STEM};
use crate::visit::{Skipping, Visit};
use crate::{kernel::BinpackOps, position::ChainPosition};

#[cfg(test)]
std::thread_local! {
    /// The number of chains that the exact decoder has read.
    pub(crate) static EXACT_CHAINS: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// The state of decoding a chunk: a place in it, and the position there.
pub(super) struct Cursor<'a, V> {
    pub(super) position: ChainPosition,
    pub(super) chunk: &'a [u8],
    /// The byte at which the chain begins, or between chains the next one.
    at: usize,
    /// The bit after the last half-move; 0 between chains.
    pub(super) bit: usize,
    /// The number of half-moves of the chain that are left.
    pub(super) left: usize,
    /// The number of half-moves of the chain.
    count: usize,
    pub(super) skipping: Skipping<'a, V>,
    damage: Option<Damage>,
}

impl<'a, V: Visit> Cursor<'a, V> {
    pub(super) fn new(chunk: &'a [u8], visit: &'a mut V) -> Self {
        Self {
            position: ChainPosition::EMPTY,
            chunk,
            at: 0,
            bit: 0,
            left: 0,
            count: 0,
            skipping: Skipping::new(visit),
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
            self.position.play();
            self.position.set_move(None);
            Visit::end(&mut self.skipping, &self.position);
            self.at = self.bit.div_ceil(8);
            self.bit = 0;
        }
    }

    /// Reads a stem and takes its position. In doubt, the exact decoder reads the chain.
    fn begin<K: BinpackOps>(&mut self, kernel: K) {
        let chain = self.chunk.get(self.at..).unwrap_or_default();
        let Some([stem @ .., c0, c1]) = chain.first_chunk::<STEM>() else {
            return self.decode_exactly(0);
        };
        if !kernel.run_hand_written(ReadStem(&mut self.position, stem)) {
            return self.decode_exactly(0);
        }
        self.count = u16::from_be_bytes([*c0, *c1]).into();
        self.left = self.count;
        self.bit = 8 * (self.at + STEM);
        self.skipping.begin(&self.position, self.at, self.count);
        self.skipping.take(&mut self.position);
    }

    /// Reads the chain with the exact decoder, and takes its positions except the first `taken`
    /// ones.
    #[cold]
    #[inline(never)]
    fn decode_exactly(&mut self, taken: usize) {
        if V::BEGINS {
            let (at, reason) = (self.at, ReadError::ChunkEnd);
            self.damage = Some(Damage { at, reason });
            (self.bit, self.left) = (0, 0);
            return;
        }
        #[cfg(test)]
        EXACT_CHAINS.set(EXACT_CHAINS.get() + 1);
        let chain = self.chunk.get(self.at..).unwrap_or_default();
        match exact::chain(chain, taken, &mut self.skipping) {
            Ok(bytes) => self.at += bytes,
            Err(reason) => {
                self.damage = Some(Damage {
                    at: self.at,
                    reason,
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
        self.position
            .source::<K, PDEP>(kernel, self.chunk, self.bit)
    }

    /// Plays the move, and reads the next half-move of the chain.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn step<K: BinpackOps, const PDEP: bool>(&mut self, kernel: K) {
        self.position.play();
        let source = self.source::<K, PDEP>(kernel);
        let targets = self.position.targets(kernel, source.from, source.role);
        let bits = self.position.choose::<K, PDEP>(kernel, source, targets);
        self.finish(bits);
    }

    /// Takes the position if its bits are sound; otherwise the exact decoder reads the chain.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn finish(&mut self, bits: Option<usize>) {
        let Some(bits) = bits.filter(|bits| self.bit + bits <= 8 * self.chunk.len()) else {
            return self.decode_exactly(self.count - self.left + 1);
        };
        self.bit += bits;
        self.left -= 1;
        self.skipping.take(&mut self.position);
    }

    /// Decodes the rest of the chunk.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn rest<K: BinpackOps, const PDEP: bool>(&mut self, kernel: K) {
        while self.has_next(kernel) {
            self.step::<K, PDEP>(kernel);
        }
    }

    /// Whether nothing is left to decode.
    pub(super) const fn is_done(&self) -> bool {
        self.bit == 0 && (self.at == self.chunk.len() || self.damage.is_some())
    }

    /// Returns the end of the last chain, or the damage.
    pub(super) fn end(self) -> Result<usize, Damage> {
        self.skipping.end();
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
