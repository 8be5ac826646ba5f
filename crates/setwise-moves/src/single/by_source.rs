//! Moves with their sources, ray by ray.

use super::{LegalMoves, Moves};
use crate::position::source;
use crate::{Move, MoveDirection, Position};
use setwise_core::{Direction, Square};

/// The legal moves with their sources: the result of [`LegalMoves::by_source`].
///
/// Each ray is read from its farthest target back towards the source, so the source is searched for once per ray.
#[derive(Clone, Debug)]
pub struct BySource {
    /// The targets that are left, by direction.
    rays: [u64; 8],
    /// The direction that is being read.
    at: usize,
    /// The current square and the source of the ray that is being read.
    ray: Option<(Square, Square)>,
    /// Jumps, promotions and castling.
    rest: Moves,
    occupied: u64,
    king: Square,
}

impl LegalMoves {
    /// Iterates over the moves with their sources, ray by ray. `position` is the one whose moves these are.
    ///
    /// Moves that were removed from the sets before leave gaps in a ray, which the iterator skips.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("7k/8/8/8/8/8/8/R6K w - - 0 1").unwrap();
    /// let names: Vec<String> = position
    ///     .legal_moves()
    ///     .by_source(&position)
    ///     .filter(|(source, _)| source.to_string() == "a1")
    ///     .map(|(_, found)| found.target().to_string())
    ///     .collect();
    /// let expected = "a8 a7 a6 a5 a4 a3 a2 g1 f1 e1 d1 c1 b1";
    /// assert_eq!(names.join(" "), expected);
    /// ```
    pub fn by_source(&self, position: &Position) -> BySource {
        let mut rays = [0; 8];
        rays.copy_from_slice(&self.sets[..8]);
        let mut rest = *self;
        rest.sets[..8].fill(0);
        BySource {
            rays,
            at: 0,
            ray: None,
            rest: rest.iter(),
            occupied: position.occupied(),
            king: position.king(self.turn),
        }
    }
}

impl BySource {
    /// The farthest target of a ray and its source.
    fn farthest(set: u64, direction: Direction, occupied: u64) -> Option<(Square, Square)> {
        let target = if direction.is_positive() {
            Square::highest(set)?
        } else {
            Square::lowest(set)?
        };
        let source = source(target, MoveDirection::Ray(direction), occupied)?;
        Some((target, source))
    }
}

impl Iterator for BySource {
    type Item = (Square, Move);

    fn next(&mut self) -> Option<(Square, Move)> {
        while let (Some(set), Some(&direction)) =
            (self.rays.get_mut(self.at), Direction::ALL.get(self.at))
        {
            if self.ray.is_none() {
                self.ray = Self::farthest(*set, direction, self.occupied);
            }
            let Some((target, source)) = self.ray else {
                self.at += 1;
                continue;
            };
            let next = target.index().wrapping_sub(direction.delta() as usize);
            self.ray = (next != source.index()).then_some((Square::wrapping(next), source));
            if *set & target.bit() != 0 {
                *set &= !target.bit();
                return Some((source, Move::new(target, direction)));
            }
        }
        let found = self.rest.next()?;
        let source = if found.is_castling() {
            self.king
        } else {
            source(found.target(), found.direction(), self.occupied)?
        };
        Some((source, found))
    }
}
