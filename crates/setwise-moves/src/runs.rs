//! Rays in one run.

use crate::legal::{LegalMoves, Moves};
use crate::position::source;
use crate::{Heading, Move, Position};
use setwise_core::{Direction, Square};

/// The legal moves with their sources, a ray in one run: from the farthest target back towards the source, which is
/// searched for once per ray. See [`LegalMoves::runs`].
#[derive(Clone, Debug)]
pub struct Runs {
    /// Rays that are still to be read.
    rays: [u64; 8],
    at: usize,
    /// The run that is under way: where it is, and its source.
    run: Option<(Square, Square)>,
    /// Jumps, promotions and castling.
    rest: Moves,
    occupied: u64,
    king: Square,
}

impl LegalMoves {
    /// The moves with their sources, ray by ray. `position` is the one whose moves these are.
    ///
    /// Moves that were taken out of the sets before leave gaps in a ray, which the run passes over.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("7k/8/8/8/8/8/8/R6K w - - 0 1").unwrap();
    /// let names: Vec<String> = position
    ///     .legal_moves()
    ///     .runs(&position)
    ///     .filter(|(source, _)| source.to_string() == "a1")
    ///     .map(|(_, found)| found.target().to_string())
    ///     .collect();
    /// let expected = "a8 a7 a6 a5 a4 a3 a2 g1 f1 e1 d1 c1 b1";
    /// assert_eq!(names.join(" "), expected);
    /// ```
    pub fn runs(&self, position: &Position) -> Runs {
        let mut rays = [0; 8];
        rays.copy_from_slice(&self.sets[..8]);
        let mut rest = *self;
        rest.sets[..8].fill(0);
        Runs {
            rays,
            at: 0,
            run: None,
            rest: rest.iter(),
            occupied: position.occupied(),
            king: position.king(self.turn),
        }
    }
}

impl Runs {
    /// The farthest target of a ray and its source.
    fn begin(set: u64, direction: Direction, occupied: u64) -> Option<(Square, Square)> {
        let target = if direction.is_positive() {
            Square::highest(set)?
        } else {
            Square::lowest(set)?
        };
        let source = source(target, Heading::Ray(direction), occupied)?;
        Some((target, source))
    }
}

impl Iterator for Runs {
    type Item = (Square, Move);

    fn next(&mut self) -> Option<(Square, Move)> {
        while let (Some(set), Some(&direction)) =
            (self.rays.get_mut(self.at), Direction::ALL.get(self.at))
        {
            if self.run.is_none() {
                self.run = Self::begin(*set, direction, self.occupied);
            }
            let Some((target, source)) = self.run else {
                self.at += 1;
                continue;
            };
            let next = target.index().wrapping_sub(direction.delta() as usize);
            self.run = (next != source.index()).then_some((Square::wrapping(next), source));
            if *set & target.bit() != 0 {
                *set &= !target.bit();
                return Some((source, Move::new(target, direction)));
            }
        }
        let found = self.rest.next()?;
        let source = if found.is_castling() {
            self.king
        } else {
            source(found.target(), found.heading(), self.occupied)?
        };
        Some((source, found))
    }
}
