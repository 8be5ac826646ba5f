//! Lists of moves of many positions, as streams of bytes.

use alloc::vec::Vec;
use setwise_core::Lanes;

/// What stands on the target after the move, and what is special about it, as bits of a byte.
pub(super) const PAWN: u8 = 1;
pub(super) const KNIGHT: u8 = 2;
pub(super) const DIAGONAL: u8 = 4;
pub(super) const ORTHOGONAL: u8 = 8;
pub(super) const KING: u8 = 16;
/// The king castles with the rook towards the h-file.
pub(super) const CASTLES_EAST: u8 = 32;
/// And towards the a-file.
pub(super) const CASTLES_WEST: u8 = 64;

/// Moves of the positions of a batch in the frame of the side to move, first those of pawns, knights and kings, then those
/// of sliders, then castling. Five streams, so that a register of each is a register of moves.
#[derive(Default)]
pub(super) struct List {
    /// The lane of the position.
    pub(super) lanes: Vec<u8>,
    /// The source as a bit of its rank.
    pub(super) from: Vec<u8>,
    /// The target as a bit of its rank.
    pub(super) to: Vec<u8>,
    /// Target rank, and source rank times eight.
    pub(super) ranks: Vec<u8>,
    /// See the constants.
    pub(super) kinds: Vec<u8>,
    len: usize,
    /// Where the sliders' moves begin and end.
    pub(super) sliders: core::ops::Range<usize>,
}

/// Room for a register.
const ROOM: usize = 64;

impl List {
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.sliders = 0..0;
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds the moves of those lanes whose bit is set in `chosen`.
    #[inline(always)]
    pub(super) fn push<L: Lanes>(
        &mut self,
        chosen: u64,
        lanes: L,
        from: L,
        to: L,
        ranks: u8,
        kinds: L,
    ) {
        let at = self.len;
        if self.lanes.len() < at + ROOM {
            self.grow();
        }
        let range = at..at + ROOM;
        let (Some(a), Some(b), Some(c), Some(d), Some(e)) = (
            self.lanes.get_mut(range.clone()),
            self.from.get_mut(range.clone()),
            self.to.get_mut(range.clone()),
            self.ranks.get_mut(range.clone()),
            self.kinds.get_mut(range),
        ) else {
            return;
        };
        lanes.write_chosen(chosen, a);
        from.write_chosen(chosen, b);
        to.write_chosen(chosen, c);
        d[..8 * L::COUNT].fill(ranks);
        kinds.write_chosen(chosen, e);
        self.len = at + chosen.count_ones() as usize;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let bytes = (2 * self.lanes.len()).max(64 * ROOM);
        for stream in [
            &mut self.lanes,
            &mut self.from,
            &mut self.to,
            &mut self.ranks,
            &mut self.kinds,
        ] {
            stream.resize(bytes, 0);
        }
    }

    /// The lanes of the moves from `at` on.
    #[inline(always)]
    pub(super) fn lanes<L: Lanes>(&self, proof: L::Proof, at: usize) -> L {
        L::load_bytes(proof, tail(&self.lanes, at))
    }

    /// The registers of the moves from `at` on.
    #[inline(always)]
    pub(super) fn load<L: Lanes>(&self, proof: L::Proof, at: usize) -> Chunk<L> {
        Chunk {
            lanes: self.lanes(proof, at),
            from: L::load_bytes(proof, tail(&self.from, at)),
            to: L::load_bytes(proof, tail(&self.to, at)),
            ranks: L::load_bytes(proof, tail(&self.ranks, at)),
            kinds: L::load_bytes(proof, tail(&self.kinds, at)),
        }
    }
}

#[inline(always)]
fn tail(stream: &[u8], at: usize) -> &[u8] {
    stream.get(at..).unwrap_or(&[])
}

/// As many moves as a register has bytes. What lies behind the end of the list is left over from earlier ones.
#[derive(Clone, Copy)]
pub(super) struct Chunk<L> {
    pub(super) lanes: L,
    pub(super) from: L,
    pub(super) to: L,
    pub(super) ranks: L,
    pub(super) kinds: L,
}
