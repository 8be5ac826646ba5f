//! The control of the number of pieces.

use super::SkipRules;
use crate::random::{Purpose, Random};

/// The number of possible numbers of pieces, 0 to 32.
const KINDS: usize = 33;

/// Observed frequencies are halved after this many positions.
const HALVED: u32 = 10_000;

/// Before the first halving, the balance is recomputed after these numbers of positions.
const EARLY: [u32; 5] = [100, 500, 1_000, 2_500, 5_000];

/// The share that is kept of the number of pieces whose frequency most exceeds the wanted one.
const LEAST: f64 = 0.025;

/// The wanted frequency of each number of pieces: a cubic spline through values at 0, 8, 16, 24 and
/// 32 pieces.
pub(super) fn wanted(values: [f64; 5]) -> [f64; KINDS] {
    let slope = |i: usize| {
        let (low, high) = (i.saturating_sub(1), (i + 1).min(4));
        (values[high] - values[low]) / (high - low) as f64
    };
    let mut all: [f64; KINDS] = core::array::from_fn(|pieces| {
        let i = (pieces / 8).min(3);
        let t = pieces as f64 / 8.0 - i as f64;
        let (square, cube) = (t * t, t * t * t);
        let to_next = 3.0 * square - 2.0 * cube;
        let value = values[i] * (1.0 - to_next) + values[i + 1] * to_next;
        let slopes = slope(i) * (cube - 2.0 * square + t) + slope(i + 1) * (cube - square);
        (value + slopes).max(0.0)
    });
    if all.iter().all(|value| *value == 0.0) {
        all = [1.0; KINDS];
    }
    all
}

/// Drops positions at random so that the delivered numbers of pieces approach the wanted
/// frequencies: 97.5 % of the positions whose number of pieces most exceeds its wanted frequency,
/// less of the others.
///
/// A control belongs to one stream: it sees the positions that all other rules keep, in the order
/// of the stream. Observed frequencies are halved every 10,000 positions.
///
/// ```
/// use setwise_loader::{PieceControl, SkipRules};
/// let rules = SkipRules::default().pieces(Some([1.0; 5]));
/// let mut control = PieceControl::new(&rules, 1);
/// // Two of three positions have 32 pieces, the others have 20.
/// let mut kept = [0; 2];
/// for i in 0..100_000 {
///     let is_full = i % 3 != 0;
///     kept[usize::from(is_full)] += u32::from(control.keeps(if is_full { 32 } else { 20 }));
/// }
/// assert!((0.9..1.1).contains(&(f64::from(kept[1]) / f64::from(kept[0]))));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PieceControl {
    is_on: bool,
    wanted: [f64; KINDS],
    observed: [f64; KINDS],
    /// The sum of the observed frequencies.
    total: f64,
    /// The factor that turns the ratio of wanted to observed frequency into a probability to keep.
    balance: f64,
    /// Positions since the frequencies were halved.
    since: u32,
    /// Whether the frequencies have been halved at least once.
    is_settled: bool,
    random: Random,
}

impl PieceControl {
    /// The size of a saved state.
    pub const STATE: usize = 8 * (KINDS + 4);

    /// Begins a stream.
    pub fn new(rules: &SkipRules, seed: u64) -> Self {
        Self {
            is_on: rules.pieces.is_some(),
            wanted: wanted(rules.pieces.unwrap_or([1.0; 5])),
            observed: [0.0; KINDS],
            total: 0.0,
            balance: f64::INFINITY,
            since: 0,
            is_settled: false,
            random: Random::of(seed, Purpose::Pieces, 0, 0),
        }
    }

    /// Whether the next position of the stream is kept. More than 32 pieces count as 32.
    #[inline]
    pub fn keeps(&mut self, pieces: u32) -> bool {
        if !self.is_on {
            return true;
        }
        let kind = (pieces as usize).min(KINDS - 1);
        self.observed[kind] += 1.0;
        self.total += 1.0;
        self.since += 1;
        if self.since == HALVED || !self.is_settled && EARLY.contains(&self.since) {
            self.balance();
        }
        let fraction = self.random.fraction();
        match self.ratio(kind) {
            0.0 => false,
            ratio => fraction < ratio * self.balance,
        }
    }

    /// Returns the ratio of wanted to observed frequency; 0 if the number was not observed.
    #[inline]
    fn ratio(&self, kind: usize) -> f64 {
        match self.observed[kind] {
            0.0 => 0.0,
            observed => self.wanted[kind] * self.total / observed,
        }
    }

    /// Recomputes the balance, so that of the number of pieces whose frequency most exceeds the
    /// wanted one, the share [`LEAST`] is kept.
    fn balance(&mut self) {
        let ratios = (0..KINDS).map(|kind| self.ratio(kind));
        let lowest = ratios
            .filter(|ratio| *ratio > 0.0)
            .fold(f64::INFINITY, f64::min);
        if lowest.is_finite() {
            self.balance = LEAST / lowest;
        }
        if self.since == HALVED {
            self.observed = self.observed.map(|count| count / 2.0);
            self.total /= 2.0;
            self.since = 0;
            self.is_settled = true;
        }
    }

    /// Returns the state.
    pub fn state(&self) -> [u8; Self::STATE] {
        let mut bytes = [0; Self::STATE];
        let rest = [
            self.total.to_bits(),
            self.balance.to_bits(),
            u64::from(self.since) << 1 | u64::from(self.is_settled),
            self.random.state(),
        ];
        let counts = self.observed.iter().map(|count| count.to_bits());
        let words = counts.chain(rest);
        for (place, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *place = word.to_le_bytes();
        }
        bytes
    }

    /// Continues from a saved state. Returns `None`, and changes nothing, if `state` is invalid.
    pub fn restore(&mut self, state: &[u8; Self::STATE]) -> Option<()> {
        let mut words = state
            .as_chunks()
            .0
            .iter()
            .map(|word| u64::from_le_bytes(*word));
        let mut word = || words.next().unwrap_or_default();
        let observed = [(); KINDS].map(|()| f64::from_bits(word()));
        let [total, balance] = [(); 2].map(|()| f64::from_bits(word()));
        let (since, random) = (word(), word());
        let counts = |count: &f64| (0.0..=f64::from(2 * HALVED)).contains(count);
        let is_state = observed.iter().chain([&total]).all(counts)
            && balance >= 0.0
            && since >> 1 < u64::from(HALVED);
        is_state.then(|| {
            self.observed = observed;
            (self.total, self.balance) = (total, balance);
            self.since = (since >> 1) as u32;
            self.is_settled = since & 1 != 0;
            self.random = Random::from_state(random);
        })
    }
}
