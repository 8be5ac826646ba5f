//! The rules that need no more than the positions of a unit.

use super::outcome::probability;
use super::{Opening, Rule, SkipRules};
use crate::random::{Purpose, Random};
use setwise_binpack::ChainPosition;
use setwise_moves::{Color, Outcome};

/// The properties of a position that rules test.
pub trait Labels {
    /// The score as the side to move sees it. `None` if the file has none.
    fn mover_score(&self) -> Option<i16>;
    /// The number of half-moves from the beginning of the game.
    fn ply(&self) -> u32;
    /// The outcome as the side to move sees it: 1 for a win, -1 for a loss.
    fn result(&self) -> i8;
    /// Whether the side to move is in check.
    fn is_check(&self) -> bool;
    /// Whether the stored move captures, also en passant.
    fn played_captures(&self) -> bool;
}

impl Labels for ChainPosition {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn mover_score(&self) -> Option<i16> {
        self.mover_score()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn ply(&self) -> u32 {
        self.ply()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn result(&self) -> i8 {
        result(self.outcome(), self.turn())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_check(&self) -> bool {
        self.is_check()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn played_captures(&self) -> bool {
        self.played_captures()
    }
}

/// Returns an outcome as a side sees it: 1 for a win, -1 for a loss.
///
/// ```
/// use setwise_loader::result;
/// use setwise_moves::{Color, Outcome};
/// assert_eq!(result(Outcome::BlackWins, Color::Black), 1);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn result(outcome: Outcome, side: Color) -> i8 {
    let of_white = outcome.half_points() as i8 - 1;
    match side {
        Color::White => of_white,
        Color::Black => -of_white,
    }
}

/// In a decided game, a score of 0 means none if the last other score is greater than this in size.
const LARGE: u16 = 100;

/// The rules of a unit, with its random numbers: all of [`SkipRules`] but the number of pieces,
/// whose [`PieceControl`](super::PieceControl) belongs to the stream.
///
/// ```
/// use setwise_binpack::ChainPosition;
/// use setwise_loader::{Rule, SkipRules};
/// use setwise_moves::{Outcome, Position};
/// let rules = SkipRules::default().after_ply(Some(8));
/// let mut unit = rules.unit(1, 0, 0);
/// let early = ChainPosition::new(&Position::startpos(), None, Some(20), Outcome::Draw, 0)?;
/// assert_eq!(unit.skips(&early), Some(Rule::AfterPly));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnitRules {
    is_on: bool,
    quiet: bool,
    by_outcome: bool,
    /// The first ply that is kept.
    from_ply: u32,
    opening: Option<Opening>,
    countdown: Countdown,
    random: Random,
    /// The last score that is not 0, and its ply.
    before: (i16, u32),
}

impl UnitRules {
    pub(super) fn new(rules: &SkipRules, seed: u64, epoch: u64, unit: u64) -> Self {
        let mut random = Random::of(seed, Purpose::Unit, epoch, unit);
        Self {
            is_on: rules.is_on(),
            quiet: rules.quiet,
            by_outcome: rules.by_outcome,
            from_ply: rules.after_ply.map_or(0, |ply| ply.saturating_add(1)),
            opening: rules.opening,
            countdown: Countdown::new(rules.random, &mut random),
            random,
            before: (0, 0),
        }
    }

    /// Returns the rule by which a position is skipped; `None` if it is kept. It must be called
    /// with every position of the unit, in order.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn skips(&mut self, position: &impl Labels) -> Option<Rule> {
        match self.skips_at_random(position) {
            Some(before) => self.tests(position, before),
            None => Some(Rule::Random),
        }
    }

    /// Takes the number of the next positions that are skipped at random.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn skip(&mut self) -> u64 {
        core::mem::take(&mut self.countdown.left)
    }

    /// Returns the last nonzero score and its ply, for `tests`, or `None` for a random skip.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn skips_at_random(&mut self, position: &impl Labels) -> Option<(i16, u32)> {
        let before = self.before;
        // From here on, a score of 0 means that there is none.
        let score = position.mover_score().unwrap_or(0);
        if score != 0 {
            self.before = (score, position.ply());
        }
        if self.countdown.left != 0 {
            self.countdown.left -= 1;
            return None;
        }
        Some(before)
    }

    /// Applies the other rules to a position that is not skipped at random.
    pub(crate) fn tests(
        &mut self,
        position: &impl Labels,
        (score_before, ply_before): (i16, u32),
    ) -> Option<Rule> {
        if !self.is_on {
            return None;
        }
        self.countdown.draw(&mut self.random);
        let Some(score) = position.mover_score() else {
            return Some(Rule::NoScore);
        };
        let ply = position.ply();
        // A greater ply means that the position continues the game of the score before.
        let follows_large = score_before.unsigned_abs() > LARGE && ply_before < ply;
        if follows_large && score == 0 && position.result() != 0 {
            return Some(Rule::NoScore);
        }
        if ply < self.from_ply {
            return Some(Rule::AfterPly);
        }
        if self.quiet && (position.played_captures() || position.is_check()) {
            return Some(Rule::Quiet);
        }
        let opening = self.opening.filter(|opening| ply < opening.end);
        if opening.is_some_and(|opening| self.random.fraction() >= opening.probability(ply)) {
            return Some(Rule::Opening);
        }
        if self.by_outcome {
            let kept = probability(position.result(), score, ply);
            if self.random.fraction() >= kept {
                return Some(Rule::ByOutcome);
            }
        }
        None
    }
}

/// The number of positions to skip before the next one that is kept. Its distribution is geometric,
/// so each position is kept with the same probability, independently of the others.
#[derive(Clone, Debug)]
struct Countdown {
    left: u64,
    /// The probabilities that bits 0, 1, 2 … of the number are set, as parts of 2^32. The bits of a
    /// geometrically distributed number are independent of each other.
    bits: [[u32; 2]; Countdown::PAIRS],
    /// The number of pairs at the front whose probabilities are not 0.
    used: usize,
}

impl Countdown {
    /// Enough for a `random` of 32 bits.
    const PAIRS: usize = 19;

    fn new(skipped: u32, random: &mut Random) -> Self {
        // The probabilities to skip 1, 2, 4 … positions in a row.
        let mut power = f64::from(skipped) / (f64::from(skipped) + 1.0);
        let mut bits = [[0; 2]; Self::PAIRS];
        for bit in bits.as_flattened_mut() {
            let is_set = power / (1.0 + power);
            power *= power;
            *bit = (is_set * (1_u64 << 32) as f64) as u32;
        }
        let mut countdown = Self {
            left: 0,
            bits,
            used: bits.iter().take_while(|[bit, _]| *bit > 0).count(),
        };
        countdown.draw(random);
        countdown
    }

    #[inline]
    fn draw(&mut self, random: &mut Random) {
        let bits = self.bits.iter().take(self.used).enumerate();
        self.left = bits.fold(0, |left, (i, [low, high])| {
            let number = random.next();
            let is_low = u64::from((number as u32) < *low);
            let is_high = u64::from(((number >> 32) as u32) < *high);
            left | (is_low | is_high << 1) << (2 * i)
        });
    }
}
