//! What a move does, in the form that `setwise-threats` takes.

use setwise_moves::{Color, Move, Position, Role, Square};
use setwise_threats::{FullThreats60144, Perspective, Played, SquareChange, ThreatSet};

/// The code of a piece: pawn 1 to king 6, plus 8 for Black.
const fn code(color: Color, role: Role) -> u8 {
    1 + role.index() as u8 + 8 * color.index() as u8
}

/// The code of the piece on a square, or 0.
pub(super) fn code_on(position: &Position, square: Square) -> u8 {
    let piece = position.piece_on(square);
    piece.map_or(0, |(color, role)| code(color, role))
}

/// The mailbox of a position.
pub(super) fn mailbox(position: &Position) -> [u8; 64] {
    core::array::from_fn(|square| code_on(position, Square::wrapping(square)))
}

const fn number(square: Square) -> u8 {
    square.index() as u8
}

// ANCHOR: played
/// What a move does to a mailbox.
pub(super) fn played(found: Move, mailbox: &[u8; 64]) -> Played {
    let [from, to] = [found.source(), found.destination()].map(number);
    let moved = mailbox[usize::from(from)];
    if let Some(rook) = found.rook_move() {
        let rook = (number(rook.0), number(rook.1));
        let pieces = (moved, mailbox[usize::from(rook.0)]);
        return Played::castles((from, to), rook, pieces);
    }
    if found.is_en_passant() {
        let at = captured_at(found);
        return Played::en_passant(from, to, moved, at, mailbox[usize::from(at)]);
    }
    let promoted = found.promotion();
    let placed = promoted.map_or(moved, |role| (moved & 8) + 1 + role.index() as u8);
    Played::moves(from, to, moved, placed, mailbox[usize::from(to)])
}
// ANCHOR_END: played

/// The square of a pawn that is captured en passant: on the file of the target and the rank of the
/// source.
const fn captured_at(found: Move) -> u8 {
    number(found.source()) & 56 | number(found.target()) & 7
}

/// The squares that a move changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChangedSquares {
    squares: [SquareChange; Played::MAX],
    count: usize,
}

impl ChangedSquares {
    pub(super) const NONE: Self = Self {
        squares: [SquareChange {
            at: 0,
            before: 0,
            after: 0,
        }; Played::MAX],
        count: 0,
    };

    /// The squares on which the mailbox before a move differs from the position after it.
    pub(super) fn new(found: Move, mailbox: &[u8; 64], after: &Position) -> Self {
        let mut all = Self::NONE;
        all.push(found.source(), mailbox, after);
        all.push(found.destination(), mailbox, after);
        if let Some((from, to)) = found.rook_move() {
            all.push(from, mailbox, after);
            all.push(to, mailbox, after);
        } else if found.is_en_passant() {
            let square = Square::wrapping(usize::from(captured_at(found)));
            all.push(square, mailbox, after);
        }
        all
    }

    fn push(&mut self, square: Square, mailbox: &[u8; 64], after: &Position) {
        let changed = SquareChange {
            at: number(square),
            before: mailbox[square.index()],
            after: code_on(after, square),
        };
        // In Chess960 the king may castle to the square of the rook, or stay.
        if changed.before != changed.after && !self.all().contains(&changed) {
            self.squares[self.count] = changed;
            self.count += 1;
        }
    }

    pub(super) fn all(&self) -> &[SquareChange] {
        &self.squares[..self.count]
    }
}

/// What squares are combined with by exclusive or, to get those that a perspective sees whose king
/// is on a square.
pub(super) const fn turn(side: Perspective, king: u8) -> u8 {
    let mirror = if king & 4 != 0 { 7 } else { 0 };
    mirror ^ (56 * side as u8)
}

/// The index of a piece on a square, after those of the threats.
pub(super) fn piece_index(square: u8, piece: u8, side: Perspective, turn: u8) -> u32 {
    let is_theirs = u32::from(piece >> 3) ^ side as u32;
    let plane = 6 * is_theirs + u32::from(piece & 7) - 1;
    FullThreats60144::SIZE + 64 * plane + u32::from(square ^ turn)
}
