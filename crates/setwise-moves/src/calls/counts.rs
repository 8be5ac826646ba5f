//! Numbers of legal moves, captures and other kinds of moves, one for each position.

use super::each::calls;
use crate::functions::captures::CountCaptures;
use crate::functions::move_kinds::{CountMoveKinds, MoveKindCounts};
use crate::{kernel::MoveFunctions, packs::per_position::PerPosition, position::Position};
use setwise_core::LengthMismatch;

calls! {
    /// Counts the legal moves of each position: `counts[i]` is for `positions[i]`.
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    ///
    /// ```
    /// use setwise_moves::{Position, count_legal_moves};
    /// let positions = [Position::startpos(); 3];
    /// let mut counts = [0; 3];
    /// count_legal_moves(&positions, &mut counts)?;
    /// assert_eq!(counts, [20; 3]);
    /// let error = count_legal_moves(&positions, &mut counts[..2]).unwrap_err();
    /// assert_eq!((error.what, error.found, error.expected), ("counts", 2, 3));
    /// # Ok::<(), setwise_moves::LengthMismatch>(())
    /// ```
    fn count_legal_moves(counts: u32), count_legal_moves,
        |batch, positions, counts| (batch.counts)(positions, counts),
        |functions, position| (functions.count)(position, ());

    /// Counts captures, promotions and checks among legal moves: `kinds[i]` is for `positions[i]`.
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    ///
    /// ```
    /// use setwise_moves::{MoveKindCounts, Position, count_move_kinds};
    /// // The pawn on b7 promotes on b8, or by a capture on a8 or c8. A queen or rook on b8 or c8
    /// // gives check.
    /// let position = Position::from_fen("n1r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    /// let mut kinds = [MoveKindCounts::default(); 2];
    /// count_move_kinds(&[Position::startpos(), position], &mut kinds)?;
    /// assert_eq!(kinds[0], MoveKindCounts::default());
    /// assert_eq!((kinds[1].captures(), kinds[1].promotions(), kinds[1].checks()), (8, 12, 2));
    /// # Ok::<(), setwise_moves::LengthMismatch>(())
    /// ```
    fn count_move_kinds(kinds: MoveKindCounts), count_move_kinds,
        |batch, positions, kinds| (batch.move_kinds)(positions, kinds),
        |_, position| CountMoveKinds::of(position);

    /// Counts captures among the legal moves of many positions, those en passant included:
    /// `captures[i]` is for `positions[i]`. It takes less time than [`count_move_kinds`].
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    ///
    /// ```
    /// use setwise_moves::{Position, count_captures};
    /// let position = Position::from_fen("n1r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    /// let mut captures = [0; 2];
    /// count_captures(&[Position::startpos(), position], &mut captures)?;
    /// assert_eq!(captures, [0, 8]);
    /// # Ok::<(), setwise_moves::LengthMismatch>(())
    /// ```
    fn count_captures(captures: u32), count_captures,
        |batch, positions, captures| (batch.captures)(positions, captures),
        |_, position| CountCaptures::of(position);
}
