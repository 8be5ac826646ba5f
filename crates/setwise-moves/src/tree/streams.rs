//! Moves of many positions as streams of bytes.

use crate::packs::MAX_LANES;
use alloc::vec::Vec;
use core::ops::Range;
use setwise_core::Vector;

/// The role of the piece after the move, as bits. A queen has `DIAGONAL` and `ORTHOGONAL`.
pub(super) const PAWN: u8 = 1;
pub(super) const KNIGHT: u8 = 2;
pub(super) const DIAGONAL: u8 = 4;
pub(super) const ORTHOGONAL: u8 = 8;
pub(super) const KING: u8 = 16;
/// The king castles with the rook towards the h-file.
pub(super) const CASTLES_EAST: u8 = 32;
/// The king castles with the rook towards the a-file.
pub(super) const CASTLES_WEST: u8 = 64;

/// The moves of the positions of a batch, in the frame of the side to move: first the moves of
/// pawns, knights and kings, then of sliders, then castling. There are five streams, so that a
/// register of each holds a register of moves.
#[derive(Default)]
pub(super) struct MoveStreams {
    /// The lane of the position.
    lanes: Vec<u8>,
    /// The source as a bit of its rank.
    from: Vec<u8>,
    /// The target as a bit of its rank.
    to: Vec<u8>,
    /// The target rank, plus eight times the source rank.
    ranks: Vec<u8>,
    /// The bits of the constants.
    roles: Vec<u8>,
    len: usize,
    /// The place of the sliders' moves.
    pub(super) sliders: Range<usize>,
}

/// The bytes of each stream after its end: one register.
const ROOM: usize = MAX_LANES;

impl MoveStreams {
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.sliders = 0..0;
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds the moves of those lanes whose bit is set in `chosen`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn push<V: Vector>(
        &mut self,
        chosen: u64,
        lanes: V,
        from: V,
        to: V,
        ranks: u8,
        roles: V,
    ) {
        let at = self.len;
        if self.lanes.len() < at + ROOM {
            self.grow();
        }
        let range = at..at + ROOM;
        let (Some(lanes_out), Some(from_out), Some(to_out), Some(ranks_out), Some(roles_out)) = (
            self.lanes.get_mut(range.clone()),
            self.from.get_mut(range.clone()),
            self.to.get_mut(range.clone()),
            self.ranks.get_mut(range.clone()),
            self.roles.get_mut(range),
        ) else {
            return;
        };
        lanes.compress_store(chosen, lanes_out);
        from.compress_store(chosen, from_out);
        to.compress_store(chosen, to_out);
        ranks_out[..8 * V::LANES].fill(ranks);
        roles.compress_store(chosen, roles_out);
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
            &mut self.roles,
        ] {
            stream.resize(bytes, 0);
        }
    }

    /// The lanes of the moves from `at` onward.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn lanes<V: Vector>(&self, token: V::Token, at: usize) -> V {
        V::load_bytes(token, tail(&self.lanes, at))
    }

    /// The moves from `at` onward.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn load<V: Vector>(&self, token: V::Token, at: usize) -> MoveRegisters<V> {
        MoveRegisters {
            lanes: self.lanes(token, at),
            from: V::load_bytes(token, tail(&self.from, at)),
            to: V::load_bytes(token, tail(&self.to, at)),
            ranks: V::load_bytes(token, tail(&self.ranks, at)),
            roles: V::load_bytes(token, tail(&self.roles, at)),
        }
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn tail(stream: &[u8], at: usize) -> &[u8] {
    stream.get(at..).unwrap_or(&[])
}

/// One register of each stream. Bytes past the end of the streams are left over from earlier lists.
#[derive(Clone, Copy)]
pub(super) struct MoveRegisters<V> {
    pub(super) lanes: V,
    pub(super) from: V,
    pub(super) to: V,
    pub(super) ranks: V,
    pub(super) roles: V,
}
