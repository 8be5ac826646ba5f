//! The rules by which a stream skips positions.
//!
//! They are written from a description of what the loader of nnue-pytorch skips, without its
//! source. Two values are fitted to the output of its built library (docs/notes/loader.md): the
//! share that [`PieceControl`] drops, and the scores after which a score of 0 means none.

mod exp;
mod outcome;
mod pieces;
#[cfg(test)]
mod tests;
mod unit;

use crate::setters::setters;
use core::fmt;

pub use pieces::PieceControl;
pub use unit::{Labels, UnitRules, result};

/// The rules by which positions are skipped. By default none are.
///
/// A position is delivered if all rules keep it. While any rule is on, positions without a score
/// are skipped too: those with the [score](setwise_binpack::NO_SCORE) that stands for none, and
/// those with a score of 0 in a decided game whose last other score was beyond ±100.
///
/// ```
/// use setwise_loader::SkipRules;
/// let rules = SkipRules::default().random(10).quiet(true);
/// assert!(rules.check().is_ok());
/// let rules = SkipRules::default().pieces(Some([f64::NAN; 5]));
/// assert_eq!(rules.check().unwrap_err().to_string(), "pieces: NaN is not a frequency");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SkipRules {
    /// One position in `random + 1` is kept on average.
    pub random: u32,
    /// Only plies greater than this are kept.
    pub after_ply: Option<u32>,
    /// Positions in check are skipped, and those whose stored move captures.
    pub quiet: bool,
    /// Early plies are kept with a probability.
    pub opening: Option<Opening>,
    /// A position is kept with the probability that a model gives to the outcome of the game, from
    /// the score and the ply.
    pub by_outcome: bool,
    /// The numbers of pieces are balanced by a [`PieceControl`]. The wanted frequencies follow a
    /// cubic spline through these values at 0, 8, 16, 24 and 32 pieces.
    pub pieces: Option<[f64; 5]>,
}

/// The probability with which plies below `end` are kept: piecewise linear through the points, each
/// a ply and a probability, and through 1 at `end`. Before the first point it is that of the first.
///
/// Equal plies make a step. Probabilities are clamped to 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Opening {
    /// The first ply to which the rule does not apply.
    pub end: u32,
    /// Plies, none less than the one before, each with its probability.
    pub points: [(f64, f64); 4],
}

impl Default for Opening {
    fn default() -> Self {
        Self {
            end: 32,
            points: [(0.0, 0.025), (22.0, 0.05), (25.5, 0.2), (28.0, 0.75)],
        }
    }
}

impl Opening {
    /// Makes the rule of an end and of points.
    pub const fn new(end: u32, points: [(f64, f64); 4]) -> Self {
        Self { end, points }
    }

    fn probability(&self, ply: u32) -> f64 {
        let x = f64::from(ply);
        if ply >= self.end {
            return 1.0;
        }
        let mut last = (f64::NEG_INFINITY, self.points[0].1);
        for point in self.points.into_iter().chain([(f64::from(self.end), 1.0)]) {
            if x < point.0 {
                let part = match last.0 == f64::NEG_INFINITY {
                    true => 0.0,
                    false => (x - last.0) / (point.0 - last.0),
                };
                return (last.1 + part * (point.1 - last.1)).clamp(0.0, 1.0);
            }
            last = point;
        }
        1.0
    }
}

/// A rule, for counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The position has no score.
    NoScore,
    /// [`SkipRules::random`].
    Random,
    /// [`SkipRules::after_ply`].
    AfterPly,
    /// [`SkipRules::quiet`].
    Quiet,
    /// [`SkipRules::opening`].
    Opening,
    /// [`SkipRules::by_outcome`].
    ByOutcome,
    /// [`SkipRules::pieces`].
    Pieces,
    /// The outcome of the game is not known: `*` in PGN, EPD without a result. This rule is always
    /// on.
    NoOutcome,
}

impl Rule {
    /// All rules; a rule is at the index of its number.
    pub const ALL: [Self; 8] = [
        Self::NoScore,
        Self::Random,
        Self::AfterPly,
        Self::Quiet,
        Self::Opening,
        Self::ByOutcome,
        Self::Pieces,
        Self::NoOutcome,
    ];
}

/// An invalid value of [`SkipRules`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RuleError {
    /// A frequency of [`SkipRules::pieces`] is not finite.
    Frequency(f64),
    /// A ply or a probability of [`Opening::points`] is not finite.
    Point(f64),
    /// A ply of [`Opening::points`] is less than the one before.
    Order(f64, f64),
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frequency(value) => write!(f, "pieces: {value} is not a frequency"),
            Self::Point(value) => write!(f, "opening: {value} is not a ply or a probability"),
            Self::Order(first, second) => {
                write!(f, "opening: ply {second} stands after ply {first}")
            }
        }
    }
}

impl core::error::Error for RuleError {}

impl SkipRules {
    setters! {
        /// Sets the field of this name.
        random: u32;
        /// Sets the field of this name.
        after_ply: Option<u32>;
        /// Sets the field of this name.
        quiet: bool;
        /// Sets the field of this name.
        opening: Option<Opening>;
        /// Sets the field of this name.
        by_outcome: bool;
        /// Sets the field of this name.
        pieces: Option<[f64; 5]>;
    }

    /// Returns the rules that training of Stockfish's networks uses: all of them.
    pub fn training() -> Self {
        Self {
            random: 10,
            after_ply: Some(16),
            quiet: true,
            opening: Some(Opening::default()),
            by_outcome: true,
            pieces: Some([0.0, 0.4, 1.0, 1.0, 0.8]),
        }
    }

    /// Returns whether any rule is on.
    pub fn is_on(&self) -> bool {
        *self != Self::default()
    }

    /// Checks the values.
    ///
    /// # Errors
    /// A value is not finite, or a ply is less than the one before.
    pub fn check(&self) -> Result<(), RuleError> {
        let infinite = |values: &[f64]| values.iter().copied().find(|value| !value.is_finite());
        if let Some(value) = infinite(self.pieces.as_ref().map_or(&[], |values| &values[..])) {
            return Err(RuleError::Frequency(value));
        }
        for [first, second] in self.opening.iter().flat_map(|opening| {
            let points = opening.points;
            [
                [points[0]; 2],
                [points[0], points[1]],
                [points[1], points[2]],
                [points[2], points[3]],
            ]
        }) {
            if let Some(value) = infinite(&[second.0, second.1]) {
                return Err(RuleError::Point(value));
            }
            if second.0 < first.0 {
                return Err(RuleError::Order(first.0, second.0));
            }
        }
        Ok(())
    }

    /// Returns the rules for a unit, a run of positions. Their random draws depend on these numbers
    /// alone, so that any thread can decode the unit.
    pub fn unit(&self, seed: u64, epoch: u64, unit: u64) -> UnitRules {
        UnitRules::new(self, seed, epoch, unit)
    }
}
