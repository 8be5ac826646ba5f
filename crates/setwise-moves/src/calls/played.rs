//! Moves of many positions, one for each, played.

use crate::packs::MAX_LANES;
use crate::position::{Move, Position};

/// The number of moves that are played together.
const CHUNK: usize = MAX_LANES;

/// Positions after one move each. Moves that are not pseudo-legal leave their position as it is.
pub(super) struct Played {
    children: [Position; CHUNK],
    moves: [Option<Move>; CHUNK],
}

impl Played {
    pub(super) fn new() -> Self {
        Self {
            children: [Position::startpos(); CHUNK],
            moves: [None; CHUNK],
        }
    }

    /// Plays up to [`CHUNK`] moves. Returns the positions after them, and the pseudo-legal moves.
    pub(super) fn play<M: Copy + Into<Option<Move>>>(
        &mut self,
        positions: &[Position],
        moves: &[M],
    ) -> (&[Position], &[Option<Move>]) {
        let count = positions.len().min(CHUNK);
        let children = self.children.iter_mut().zip(&mut self.moves);
        for ((position, wanted), (child, found)) in positions.iter().zip(moves).zip(children) {
            let wanted: Option<Move> = (*wanted).into();
            *found = wanted.filter(|wanted| position.is_pseudo_legal(*wanted));
            *child = found.map_or(*position, |found| position.play_unchecked(found));
        }
        (&self.children[..count], &self.moves[..count])
    }
}
