//! Positions after moves.

use super::{Color, IllegalMove, Move, MoveKind, Position, Role};
use crate::Frame;
use setwise_core::Square;

impl Position {
    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal here.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// let open = start.play(start.parse_move("e2e4")?)?;
    /// assert_eq!(open.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, wanted: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(wanted) {
            Ok(self.play_unchecked(wanted))
        } else {
            Err(IllegalMove(wanted))
        }
    }

    /// Plays a move that is known to be legal. For another move the result need not be a position of chess; nothing panics.
    pub fn play_unchecked(&self, legal: Move) -> Self {
        let found = legal.seen_by(self.turn);
        let quiet = self.pawns & found.source().bit() == 0 && self.them & found.target().bit() == 0;
        Self {
            turn: self.turn.other(),
            halfmoves: if quiet {
                self.halfmoves.saturating_add(1)
            } else {
                0
            },
            fullmove: self.fullmove.saturating_add(match self.turn {
                Color::White => 0,
                Color::Black => 1,
            }),
            ..self.with_boards(&Frame::from(self).after(found))
        }
    }

    /// Plays a move if it is pseudo-legal ([`is_pseudo_legal`](Self::is_pseudo_legal)). The move is legal if its king is not attacked in the
    /// position after it, which is not valid otherwise.
    ///
    /// ```
    /// use setwise_moves::{Move, MoveKind, Position, Square};
    /// let start = Position::startpos();
    /// let e4 = start.parse_move("e2e4")?;
    /// assert_eq!(start.play_pseudo_legal(e4), Some(start.play(e4)?));
    /// let e6 = Move::new(Square::E5, Square::E6, MoveKind::Pawn).unwrap();
    /// assert_eq!(start.play_pseudo_legal(e6), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_pseudo_legal(&self, wanted: Move) -> Option<Self> {
        self.is_pseudo_legal(wanted)
            .then(|| self.play_unchecked(wanted))
    }

    /// Returns the piece that a legal move captures, and its square. The square differs from the target for en passant only.
    ///
    /// ```
    /// use setwise_moves::{Position, Role, Square};
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let en_passant = position.parse_move("e5d6")?;
    /// assert_eq!(position.captured(en_passant), Some((Role::Pawn, Square::D5)));
    /// assert_eq!(position.captured(position.parse_move("e5e6")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn captured(&self, legal: Move) -> Option<(Role, Square)> {
        let square = match legal.kind() {
            MoveKind::EnPassant => {
                Square::wrapping(legal.source().index() & 56 | legal.target().file())
            }
            _ => legal.target(),
        };
        let role = self.role_on(self.them, self.turn.view_square(square))?;
        Some((role, square))
    }

    /// The role of the piece of a side on a square, both in the frame of the side to move. Computed without branches, which are hard to predict
    /// here.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn role_on(&self, side: u64, square: Square) -> Option<Role> {
        let on = |set: u64| (set >> square.index() & 1) as usize;
        let (diagonal, orthogonal) = (on(self.diagonal), on(self.orthogonal));
        let queen = diagonal & orthogonal;
        let number = on(self.knights) + 2 * diagonal + 3 * orthogonal - queen + 5 * on(self.kings);
        Role::ALL.get(number).copied().filter(|_| on(side) != 0)
    }
}
