//! The effects of moves, one move for each position.

use crate::position::{Move, Position};
use setwise_core::LengthMismatch;

/// The effects of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveEffect {
    is_capture: bool,
    is_promotion: bool,
    is_check: bool,
}

impl MoveEffect {
    /// Whether the move captures, en passant included.
    pub const fn is_capture(&self) -> bool {
        self.is_capture
    }

    /// Whether the move promotes a pawn.
    pub const fn is_promotion(&self) -> bool {
        self.is_promotion
    }

    /// Whether the move gives check.
    pub const fn is_check(&self) -> bool {
        self.is_check
    }

    /// Whether the move does none of these.
    pub const fn is_quiet(&self) -> bool {
        !self.is_capture && !self.is_promotion && !self.is_check
    }

    /// The effect of a move; `None` if it is not legal.
    #[inline]
    fn new(position: &Position, found: Move) -> Option<Self> {
        position.is_legal(found).then(|| Self {
            is_capture: position.captured(found).is_some(),
            is_promotion: found.promotion().is_some(),
            is_check: position.gives_check(found),
        })
    }
}

/// Finds the effects of moves: `effects[i]` is for `moves[i]` in `positions[i]`, and `None` if that
/// is not a legal move. The moves are [`Move`]s or `Option<Move>`s.
///
/// This is a loop over single positions: lookups from the two kings take less time than the attack
/// maps of positions in batches.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise_moves::{Move, MoveKind, Position, Square, move_effects};
/// let position = Position::from_fen("3k4/8/8/8/8/8/3r4/R3K3 w Q - 0 1")?;
/// let king_takes = position.parse_move("e1d2")?;
/// let check = position.parse_move("a1a8")?;
/// let into_check = Move::new(Square::E1, Square::E2, MoveKind::King).unwrap();
/// let mut effects = [None; 3];
/// move_effects(&[position; 3], &[king_takes, check, into_check], &mut effects)?;
/// assert!(effects[0].is_some_and(|effect| effect.is_capture() && !effect.is_check()));
/// assert!(effects[1].is_some_and(|effect| effect.is_check() && !effect.is_quiet()));
/// assert_eq!(effects[2], None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn move_effects<M: Copy + Into<Option<Move>>>(
    positions: &[Position],
    moves: &[M],
    effects: &mut [Option<MoveEffect>],
) -> Result<(), LengthMismatch> {
    LengthMismatch::check("moves", moves.len(), positions.len())?;
    LengthMismatch::check("effects", effects.len(), positions.len())?;
    for ((position, &found), effect) in positions.iter().zip(moves).zip(effects) {
        *effect = found
            .into()
            .and_then(|found| MoveEffect::new(position, found));
    }
    Ok(())
}
