//! Sources and effects of moves.

use super::{Color, IllegalMove, Move, MoveDirection, Position, ResolvedMove, Role};
use crate::Frame;
use crate::rules::CastlingFiles;
use crate::rules::make_move::FrameMove;
use setwise_core::piecewise::{classical::nearest, rays::ray};
use setwise_core::{Direction, Square};

impl Position {
    /// Finds the source and the effects of a move. Returns `None` if no piece of the side to move stands against the
    /// direction, or if a promotion or castling does not fit the piece. The move need not be legal otherwise.
    ///
    /// The source is the nearest occupied square against the direction: bitscan reverse for directions towards higher
    /// squares, bitscan forward for the others.
    pub fn resolve(&self, found: Move) -> Option<ResolvedMove> {
        let found = found.seen_by(self.turn);
        if found.is_castling() {
            return self.resolve_castling(found);
        }
        let target = found.target();
        let source = source(target, found.direction(), self.us | self.them)?;
        let role = self.role_on(self.us, source)?;
        let promotes = role == Role::Pawn && target.rank() == 7;
        if promotes != found.promoted().is_some() || self.us & target.bit() != 0 {
            return None;
        }
        let en_passant = role == Role::Pawn
            && target.bit() == self.en_passant_frame()
            && source.file() != target.file();
        let captured_on = if en_passant {
            Square::wrapping(target.index().wrapping_sub(8))
        } else {
            target
        };
        let captured = self.role_on(self.them, captured_on);
        Some(ResolvedMove {
            source: self.turn.view_square(source),
            target: self.turn.view_square(target),
            role,
            captured: captured.map(|role| (role, self.turn.view_square(captured_on))),
            promoted: found.promoted(),
            rook: None,
        })
    }

    /// The role of the piece of a side on a square, both in the frame of the side to move. Computed without branches, which are hard to predict
    /// here.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn role_on(&self, side: u64, square: Square) -> Option<Role> {
        let on = |set: u64| (set >> square.index() & 1) as usize;
        let (diagonal, orthogonal) = (on(self.diagonal), on(self.orthogonal));
        let queen = diagonal & orthogonal;
        let number = on(self.knights) + 2 * diagonal + 3 * orthogonal - queen + 5 * on(self.kings);
        Role::ALL.get(number).copied().filter(|_| on(side) != 0)
    }

    /// The squares of castling, in the frame of the side to move. Returns `None` if there is no such right or the direction
    /// does not lead from the king to the rook.
    fn resolve_castling(&self, found: Move) -> Option<ResolvedMove> {
        let rook = found.target();
        let king = Square::lowest(self.ours(Role::King))?;
        if rook.bit() & u64::from(self.castling[0]) == 0 {
            return None;
        }
        let (direction, files) = if rook > king {
            (Direction::East, CastlingFiles::KING_SIDE)
        } else {
            (Direction::West, CastlingFiles::QUEEN_SIDE)
        };
        if found.direction() != MoveDirection::Ray(direction) {
            return None;
        }
        let view = |square| self.turn.view_square(square);
        Some(ResolvedMove {
            source: view(king),
            target: view(Square::lowest(files.king())?),
            role: Role::King,
            captured: None,
            promoted: None,
            rook: Some((view(rook), view(Square::lowest(files.rook())?))),
        })
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal here.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// let open = start.play(start.parse_move("e2e4").unwrap()).unwrap();
    /// assert_eq!(open.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// ```
    pub fn play(&self, wanted: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(wanted) {
            Ok(self.play_unchecked(wanted))
        } else {
            Err(IllegalMove::new(wanted, *self))
        }
    }

    /// Plays a move that is known to be legal. For another move the result is not a position of chess, or the unchanged
    /// position; nothing panics.
    pub fn play_unchecked(&self, legal: Move) -> Self {
        let frame = Frame::from(self);
        match FrameMove::new(legal.seen_by(self.turn), &frame) {
            Some(found) => self.after(&frame, found),
            None => *self,
        }
    }

    /// Resolves and plays a move if it is pseudo-legal ([`is_pseudo_legal`](Self::is_pseudo_legal)). The move is legal if its king is not
    /// attacked in the position after it, which is not valid otherwise.
    ///
    /// ```
    /// use setwise_moves::{Direction, Move, Position};
    /// let start = Position::startpos();
    /// let e4 = Move::new("e4".parse()?, Direction::North);
    /// let (resolved, next) = start.play_pseudo_legal(e4).unwrap();
    /// assert_eq!((resolved.to_string().as_str(), next), ("e2e4", start.play(e4)?));
    /// assert!(start.play_pseudo_legal(Move::new("e5".parse()?, Direction::North)).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_pseudo_legal(&self, wanted: Move) -> Option<(ResolvedMove, Self)> {
        let found = self.resolve_pseudo_legal(wanted)?;
        let coded = FrameMove::resolved(&found, self.turn);
        Some((found, self.after(&Frame::from(self), coded)))
    }

    /// The position after a move in the frame of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after(&self, frame: &Frame<u64>, found: FrameMove) -> Self {
        let quiet = self.pawns & found.from() == 0 && self.them & found.to() == 0;
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
            ..self.with_boards(&frame.after(found))
        }
    }
}

/// The source of a move with this target and direction.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn source(target: Square, direction: MoveDirection, occupied: u64) -> Option<Square> {
    match direction {
        MoveDirection::Ray(direction) => {
            let back = direction.opposite();
            nearest(ray(target, back) & occupied, back)
        }
        MoveDirection::Jump(jump) => Square::at(
            target.file() as i32 - jump.file_delta() as i32,
            target.rank() as i32 - jump.rank_delta() as i32,
        ),
    }
}
