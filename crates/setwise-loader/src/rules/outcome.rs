//! The probabilities of win, draw and loss from score and ply, as Stockfish's model of 2020 states
//! them (the MIT-licensed `training_data_entry.h` by T. Sobczyk).

use super::exp::exp;

const PLIES: usize = 241;

/// The score of equal chances and the inverse of the spread, by ply.
const MODEL: [(f64, f64); PLIES] = {
    const A: [f64; 4] = [-3.68389304, 30.07065921, -60.52878723, 149.53378557];
    const B: [f64; 4] = [-2.0181857, 15.85685038, -29.83452023, 47.59078827];
    const fn cubic(c: [f64; 4], x: f64) -> f64 {
        ((c[0] * x + c[1]) * x + c[2]) * x + c[3]
    }
    let (mut model, mut ply) = ([(0.0, 0.0); PLIES], 0);
    while ply < PLIES {
        let x = ply as f64 / 64.0;
        model[ply] = (cubic(A, x), 1.0 / (cubic(B, x) * 1.5));
        ply += 1;
    }
    model
};

/// Returns the probability of a result, 1 for a win of the side to move, -1 for a loss, 0 for a
/// draw.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn probability(result: i8, score: i16, ply: u32) -> f64 {
    let (middle, per_unit) = MODEL[(ply as usize).min(PLIES - 1)];
    let x = (f64::from(score) * 100.0 / 208.0).clamp(-2000.0, 2000.0);
    let wins = |x: f64| 1.0 / (1.0 + exp((middle - x) * per_unit));
    match result {
        1.. => wins(x),
        0 => 1.0 - wins(x) - wins(-x),
        ..0 => wins(-x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up_to_one() {
        for ply in [0, 1, 64, 239, 240, 241, 65_535, u32::MAX] {
            for score in (-32_767..=32_767).step_by(37).chain([i16::MIN, 32_767]) {
                let [loss, draw, win] = [-1, 0, 1].map(|result| probability(result, score, ply));
                assert!(loss >= 0.0 && draw > -1e-15 && win >= 0.0, "{score} {ply}");
                assert!((loss + draw + win - 1.0).abs() < 1e-12);
                let mirrored = probability(-1, score.saturating_neg(), ply);
                assert!(score == i16::MIN || win == mirrored);
            }
        }
    }

    #[test]
    fn the_formula() {
        for (score, ply) in [(0, 0), (100, 17), (-431, 64), (900, 128), (5000, 300)] {
            let m = f64::from(ply.min(240)) / 64.0;
            let a =
                -3.68389304 * m.powi(3) + 30.07065921 * m.powi(2) - 60.52878723 * m + 149.53378557;
            let b = (-2.0181857 * m.powi(3) + 15.85685038 * m.powi(2) - 29.83452023 * m
                + 47.59078827)
                * 1.5;
            let x = (f64::from(score) * 100.0 / 208.0).clamp(-2000.0, 2000.0);
            let expected = 1.0 / (1.0 + ((a - x) / b).exp());
            let found = probability(1, score as i16, ply as u32);
            assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        }
    }
}
