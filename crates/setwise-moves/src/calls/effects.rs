//! The effects of moves, one move for each position.

use super::played::{CHUNK, Played};
use crate::kernel::MoveKernel;
use crate::position::{Color, Move, Position, Role};
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

    /// The effect of a pseudo-legal move, given the position after it and its attack maps; `None`
    /// if the move leaves the own king attacked.
    fn new(is_capture: bool, found: Move, child: &Position, attacks: &[u64; 2]) -> Option<Self> {
        let (mover, other) = (child.turn().other(), child.turn());
        let is_attacked =
            |king, by: Color| child.pieces(king, Role::King) & attacks[by.index()] != 0;
        (!is_attacked(mover, other)).then(|| Self {
            is_capture,
            is_promotion: found.promotion().is_some(),
            is_check: is_attacked(other, mover),
        })
    }
}

/// Finds the effects of moves: `effects[i]` is for `moves[i]` in `positions[i]`, and `None` if that
/// is not a legal move. The moves are [`Move`]s or `Option<Move>`s.
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
    MoveKernel::best().move_effects(positions, moves, effects)
}

impl MoveKernel {
    /// Finds the effects of moves with the functions of this kernel ([`move_effects`]).
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    pub fn move_effects<M: Copy + Into<Option<Move>>>(
        &self,
        positions: &[Position],
        moves: &[M],
        effects: &mut [Option<MoveEffect>],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check("moves", moves.len(), positions.len())?;
        LengthMismatch::check("effects", effects.len(), positions.len())?;
        let mut played = Played::new();
        let mut maps = [[0; 2]; CHUNK];
        let chunks = positions.chunks(CHUNK).zip(moves.chunks(CHUNK));
        for ((positions, moves), effects) in chunks.zip(effects.chunks_mut(CHUNK)) {
            let (children, moves) = played.play(positions, moves);
            self.attack_maps(children, &mut maps[..children.len()])?;
            let found = positions.iter().zip(moves).zip(children.iter().zip(&maps));
            for (((position, found), (child, attacks)), effect) in found.zip(effects) {
                *effect = found.and_then(|found| {
                    MoveEffect::new(position.captured(found).is_some(), found, child, attacks)
                });
            }
        }
        Ok(())
    }
}
