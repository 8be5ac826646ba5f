//! Each rule against its definition, over 20 seeds: counts and histograms within five standard
//! deviations of the binomial law.

use super::*;
use super::{outcome::probability, pieces::wanted};
use crate::random::Random;

/// A position of labels alone.
#[derive(Clone, Copy)]
struct Position {
    score: Option<i16>,
    ply: u32,
    result: i8,
    is_check: bool,
    is_capture: bool,
}

const PLAIN: Position = Position {
    score: Some(20),
    ply: 40,
    result: 0,
    is_check: false,
    is_capture: false,
};

impl Labels for Position {
    fn mover_score(&self) -> Option<i16> {
        self.score
    }
    fn ply(&self) -> u32 {
        self.ply
    }
    fn result(&self) -> i8 {
        self.result
    }
    fn is_check(&self) -> bool {
        self.is_check
    }
    fn played_captures(&self) -> bool {
        self.is_capture
    }
}

const SEEDS: u64 = 20;

/// Asserts that `kept` of `all` fits a probability.
fn assert_binomial(kept: u64, all: u64, probability: f64, of: &str) {
    let mean = all as f64 * probability;
    let deviation = (mean * (1.0 - probability)).sqrt();
    // The binomial law of small counts is far from a normal law, so the bound has a constant, too.
    let bound = 5.0 * deviation + 4.0;
    assert!(
        (kept as f64 - mean).abs() <= bound,
        "{of}: {kept} of {all}, not {mean} ± {bound}"
    );
}

/// How many of `all` positions are kept.
fn kept(rules: &SkipRules, seed: u64, all: u64, position: Position) -> u64 {
    let mut unit = rules.unit(seed, 0, 0);
    (0..all).filter(|_| unit.skips(&position).is_none()).count() as u64
}

#[test]
fn nothing_is_skipped_without_rules() {
    let rules = SkipRules::default();
    let none = Position {
        score: None,
        ..PLAIN
    };
    assert_eq!(kept(&rules, 1, 1000, none), 1000);
    let mut control = PieceControl::new(&rules, 1);
    assert!((0..1000).all(|pieces| control.keeps(pieces)));
}

#[test]
fn random_skipping_is_geometric() {
    for random in [1, 2, 10, 99, 4000] {
        let rules = SkipRules::default().random(random);
        let chance = 1.0 / (f64::from(random) + 1.0);
        let (all, lengths) = (200_000, 32);
        for seed in 0..SEEDS {
            let mut unit = rules.unit(seed, 1, seed);
            let (mut histogram, mut run, mut delivered) = (vec![0; lengths], 0, 0);
            for _ in 0..all {
                match unit.skips(&PLAIN) {
                    Some(rule) => {
                        assert_eq!(rule, Rule::Random);
                        run += 1;
                    }
                    None => {
                        histogram[run.min(lengths - 1)] += 1;
                        delivered += 1;
                        run = 0;
                    }
                }
            }
            assert_binomial(delivered, all, chance, "random");
            for (length, count) in histogram.into_iter().enumerate().take(lengths - 1) {
                let expected = chance * (1.0 - chance).powi(length as i32);
                assert_binomial(count, delivered, expected, "runs");
            }
        }
    }
    // The first position of a unit is kept with the same probability as any other.
    let rules = SkipRules::default().random(10);
    let first = (0..50_000).filter(|unit| rules.unit(3, 0, *unit).skips(&PLAIN).is_none());
    assert_binomial(first.count() as u64, 50_000, 1.0 / 11.0, "first");
    let all = SkipRules::default().random(u32::MAX);
    assert_eq!(kept(&all, 1, 1000, PLAIN), 0);
}

#[test]
fn a_unit_depends_on_its_numbers_alone() {
    let rules = SkipRules::default().random(3).by_outcome(true);
    let run = |seed, epoch, unit| {
        let mut unit = rules.unit(seed, epoch, unit);
        (0..200).map(|_| unit.skips(&PLAIN)).collect::<Vec<_>>()
    };
    assert_eq!(run(1, 2, 3), run(1, 2, 3));
    for other in [run(0, 2, 3), run(1, 0, 3), run(1, 2, 0), run(3, 2, 1)] {
        assert_ne!(run(1, 2, 3), other);
    }
}

#[test]
fn positions_without_a_score() {
    let rules = SkipRules::default().quiet(true);
    let skips = |chain: &[(i16, i8, u32)]| {
        let mut unit = rules.unit(1, 0, 0);
        let all = chain.iter().map(|(score, result, ply)| {
            let position = Position {
                score: (*score != 32_002).then_some(*score),
                result: *result,
                ply: *ply,
                ..PLAIN
            };
            unit.skips(&position).is_some()
        });
        all.collect::<Vec<_>>()
    };
    assert_eq!(skips(&[(32_002, 0, 9), (5, 0, 10)]), [true, false]);
    assert_eq!(
        skips(&[(101, 1, 9), (0, -1, 10), (32_002, 1, 11), (0, 1, 13)]),
        [false, true, true, true]
    );
    assert_eq!(
        skips(&[(101, 1, 9), (5, -1, 10), (0, 1, 11)]),
        [false, false, false]
    );
    assert_eq!(skips(&[(-101, 1, 9), (0, -1, 10)]), [false, true]);
    assert_eq!(skips(&[(i16::MIN, 1, 9), (0, -1, 10)]), [false, true]);
    // A small score, a draw, another game.
    for chain in [
        [(100, 1, 9), (0, -1, 10)],
        [(101, 0, 9), (0, 0, 10)],
        [(101, 1, 9), (0, -1, 9)],
    ] {
        assert_eq!(skips(&chain), [false, false]);
    }
}

#[test]
fn plies_and_quiet_positions() {
    let early = SkipRules::default().after_ply(Some(28)).quiet(true);
    let mut unit = early.unit(1, 0, 0);
    for ply in 0..100 {
        for (is_check, is_capture) in [(false, false), (false, true), (true, false), (true, true)] {
            let position = Position {
                ply,
                is_check,
                is_capture,
                ..PLAIN
            };
            let expected = match (ply, is_check || is_capture) {
                (..=28, _) => Some(Rule::AfterPly),
                (_, true) => Some(Rule::Quiet),
                _ => None,
            };
            assert_eq!(unit.skips(&position), expected);
        }
    }
    let last = SkipRules::default().after_ply(Some(u32::MAX - 1));
    assert_eq!(kept(&last, 1, 10, PLAIN), 0);
}

#[test]
fn openings_are_piecewise_linear() {
    let opening = Opening::default();
    for (ply, expected) in [
        (0, 0.025),
        (11, 0.0375),
        (22, 0.05),
        (24, 0.05 + 0.15 * 2.0 / 3.5),
        (26, 0.2 + 0.55 * 0.5 / 2.5),
        (28, 0.75),
        (30, 0.875),
        (32, 1.0),
    ] {
        assert!((opening.probability(ply) - expected).abs() < 1e-12, "{ply}");
    }
    let step = Opening {
        end: 20,
        points: [(5.0, 0.5), (10.0, -0.5), (10.0, 2.0), (10.0, 0.25)],
    };
    for (ply, expected) in [
        (0, 0.5),
        (5, 0.5),
        (6, 0.3),
        (8, 0.0),
        (10, 0.25),
        (12, 0.4),
    ] {
        assert!((step.probability(ply) - expected).abs() < 1e-12, "{ply}");
    }
    let early_end = Opening {
        end: 10,
        ..Opening::default()
    };
    assert!((early_end.probability(9) - (0.025 + 0.025 * 9.0 / 22.0)).abs() < 1e-12);
    assert_eq!(early_end.probability(10), 1.0);

    let rules = SkipRules::default().opening(Some(opening));
    for seed in 0..SEEDS {
        for ply in 0..34 {
            let position = Position { ply, ..PLAIN };
            let count = kept(&rules, seed, 5000, position);
            assert_binomial(count, 5000, opening.probability(ply), "opening");
        }
    }
}

#[test]
fn outcomes_follow_the_model() {
    let rules = SkipRules::default().by_outcome(true);
    for seed in 0..SEEDS {
        for (score, ply) in [(0, 10), (150, 60), (-420, 100), (900, 300), (-3000, 40)] {
            for result in [-1, 0, 1] {
                let position = Position {
                    score: Some(score),
                    ply,
                    result,
                    ..PLAIN
                };
                let count = kept(&rules, seed, 4000, position);
                assert_binomial(count, 4000, probability(result, score, ply), "outcome");
            }
        }
    }
}

#[test]
fn rules_multiply() {
    let rules = SkipRules::training();
    let position = Position { ply: 27, ..PLAIN };
    let chance = 1.0 / 11.0 * Opening::default().probability(27) * probability(0, 20, 27);
    for seed in 0..SEEDS {
        assert_binomial(
            kept(&rules, seed, 100_000, position),
            100_000,
            chance,
            "all",
        );
    }
}

#[test]
fn the_spline_of_pieces() {
    let values = [0.0, 0.4, 1.0, 1.0, 0.8];
    let spline = wanted(values);
    for (i, value) in values.into_iter().enumerate() {
        assert!((spline[8 * i] - value).abs() < 1e-12);
    }
    // Half-way: the mean of the values, and an eighth of the slopes' difference over eight pieces.
    let half = |a: f64, b: f64, slopes: [f64; 2]| (a + b) / 2.0 + (slopes[0] - slopes[1]) / 8.0;
    assert!((spline[4] - half(0.0, 0.4, [0.4, 0.5])).abs() < 1e-12);
    assert!((spline[20] - half(1.0, 1.0, [0.3, -0.1])).abs() < 1e-12);
    assert!((spline[28] - half(1.0, 0.8, [-0.1, -0.2])).abs() < 1e-12);
    assert_eq!(wanted([0.0; 5]), [1.0; 33]);
    assert_eq!(wanted([-1.0; 5]), [1.0; 33]);
    assert_eq!(wanted([1.0, -1.0, 1.0, 1.0, 1.0])[8], 0.0);
}

/// Numbers of pieces with these weights in a random order, and how many of each are delivered once
/// the control has settled.
fn delivered(control: &mut PieceControl, seed: u64, weights: &[(u32, u64)]) -> Vec<[u64; 2]> {
    let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
    let mut random = Random::from_state(seed);
    let mut counts = vec![[0; 2]; weights.len()];
    for i in 0..200_000 {
        let mut drawn = random.next() % total;
        let chosen = weights.iter().position(|(_, weight)| {
            let is_here = drawn < *weight;
            drawn = drawn.wrapping_sub(*weight);
            is_here
        });
        let chosen = chosen.unwrap_or_default();
        let is_kept = control.keeps(weights[chosen].0);
        if i >= 50_000 {
            counts[chosen][0] += 1;
            counts[chosen][1] += u64::from(is_kept);
        }
    }
    counts
}

#[test]
fn pieces_approach_the_wanted_frequencies() {
    let rules = SkipRules::training();
    let weights = [(6, 3), (12, 8), (20, 20), (27, 25), (32, 30)];
    let spline = rules.pieces.map_or([0.0; 33], wanted);
    let all: f64 = weights
        .iter()
        .map(|(pieces, _)| spline[*pieces as usize])
        .sum();
    for seed in 0..SEEDS {
        let counts = delivered(&mut PieceControl::new(&rules, seed), seed, &weights);
        let kept: u64 = counts.iter().map(|count| count[1]).sum();
        for (count, (pieces, _)) in counts.iter().zip(&weights) {
            let expected = spline[*pieces as usize] / all;
            let found = count[1] as f64 / kept as f64;
            // The observed frequencies are those of about 20,000 positions.
            let deviation = (expected * (1.0 - expected) / kept as f64).sqrt();
            let bound = 0.05 * expected + 5.0 * deviation;
            assert!(
                (found - expected).abs() < bound,
                "{pieces}: {found} {expected}"
            );
        }
    }
}

#[test]
fn of_the_most_frequent_kind_97_in_100_are_dropped() {
    let rules = SkipRules::default().pieces(Some([1.0; 5]));
    for seed in 0..SEEDS {
        let weights = [(10, 1), (31, 12), (32, 1000)];
        let counts = delivered(&mut PieceControl::new(&rules, seed), seed, &weights);
        assert_eq!([counts[0][0], counts[1][0]], [counts[0][1], counts[1][1]]);
        assert_binomial(counts[2][1], counts[2][0], 0.025, "most frequent");
    }
    let unwanted = SkipRules::default().pieces(Some([0.0, 0.0, 1.0, 1.0, 1.0]));
    let counts = delivered(&mut PieceControl::new(&unwanted, 1), 1, &[(0, 1), (24, 1)]);
    assert_eq!(counts[0][1], 0);
    assert_binomial(counts[1][1], counts[1][0], 0.025, "wanted");
}

#[test]
fn a_control_goes_on_from_its_state() {
    let rules = SkipRules::training();
    let mut pieces = Random::from_state(7);
    let mut draw = || (pieces.next() % 31 + 2) as u32;
    let mut first = PieceControl::new(&rules, 5);
    for after in [0, 1, 99, 400, 9_000, 1_000, 25_000] {
        (0..after).for_each(|_| _ = first.keeps(draw()));
        let mut second = PieceControl::new(&rules, 99);
        assert!(second.restore(&first.state()).is_some());
        assert_eq!(first, second);
    }
    let mut random = Random::from_state(1);
    for _ in 0..1000 {
        let mut bytes = [0; PieceControl::STATE];
        bytes.fill_with(|| random.next() as u8);
        let before = first.clone();
        assert!(first.restore(&bytes).is_none());
        assert_eq!(first, before);
    }
}

#[test]
fn values_that_cannot_be() {
    let opening = |points| SkipRules::default().opening(Some(Opening { end: 30, points }));
    let good = Opening::default().points;
    assert!(opening(good).check().is_ok());
    for i in 0..4 {
        for bad in [f64::NAN, f64::INFINITY] {
            let (mut plies, mut chances) = (good, good);
            plies[i].0 = bad;
            chances[i].1 = bad;
            assert!(matches!(opening(plies).check(), Err(RuleError::Point(_))));
            assert!(matches!(opening(chances).check(), Err(RuleError::Point(_))));
        }
    }
    let fallen = [good[0], good[2], good[1], good[3]];
    let error = opening(fallen).check().unwrap_err();
    assert_eq!(error, RuleError::Order(25.5, 22.0));
    assert_eq!(error.to_string(), "opening: ply 22 stands after ply 25.5");
}
