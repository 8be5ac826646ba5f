//! Moves that are legal except for checks.

use super::{Move, MoveDirection, Position, ResolvedMove, Role};
use setwise_core::{Direction, Square};

impl Position {
    /// Whether a move is legal, or would be if it did not leave the own king attacked. Castling is checked in full. This takes a fraction of
    /// the time of [`is_legal`](Self::is_legal).
    ///
    /// ```
    /// use setwise_moves::{Direction, KnightDirection, Move, Position};
    /// let position = Position::from_fen("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")?;
    /// let pinned = Move::new("f4".parse()?, KnightDirection::NorthNorthEast);
    /// assert!(position.is_pseudo_legal(pinned) && !position.is_legal(pinned));
    /// assert!(!position.is_pseudo_legal(Move::new("e2".parse()?, Direction::North)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_pseudo_legal(&self, wanted: Move) -> bool {
        self.resolve_pseudo_legal(wanted).is_some()
    }

    /// Resolves a move if it is pseudo-legal ([`is_pseudo_legal`](Self::is_pseudo_legal)).
    pub(crate) fn resolve_pseudo_legal(&self, wanted: Move) -> Option<ResolvedMove> {
        let found = self.resolve(wanted)?;
        let is_possible = match wanted.is_castling() {
            true => self.is_legal(wanted),
            false => self.can_move(&found, wanted.direction()),
        };
        is_possible.then_some(found)
    }

    /// Whether the piece of a resolved move, which is not castling, moves this way.
    fn can_move(&self, found: &ResolvedMove, direction: MoveDirection) -> bool {
        let direction = direction.seen_by(self.turn);
        let distance = distance(found.source, found.target);
        // A set of directions, because a branch for each role is hard to predict.
        if DIRECTIONS[found.role.index()] >> direction.index() & 1 == 0 {
            return false;
        }
        match found.role {
            Role::King => distance == 1,
            Role::Pawn if direction == MoveDirection::Ray(Direction::North) => {
                let is_double = self.turn.view_square(found.source).rank() == 1 && distance == 2;
                found.captured.is_none() && (distance == 1 || is_double)
            }
            Role::Pawn => found.captured.is_some() && distance == 1,
            _ => true,
        }
    }
}

/// The directions in which each [`Role`] moves, a bit for each [`MoveDirection::index`]. Pawns move north.
const DIRECTIONS: [u16; 6] = {
    let (straight, diagonal, jumps) = (0x55, 0xaa, 0xff00);
    let pawns = 1 << Direction::North.index()
        | 1 << Direction::NorthEast.index()
        | 1 << Direction::NorthWest.index();
    let all = straight | diagonal;
    [pawns, jumps, diagonal, straight, all, all]
};

/// The number of steps of a king.
fn distance(from: Square, to: Square) -> usize {
    let files = from.file().abs_diff(to.file());
    files.max(from.rank().abs_diff(to.rank()))
}
