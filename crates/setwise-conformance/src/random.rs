//! Any boards at all, against the oracle; wrong answers are shrunk.

use crate::check::{Attacked, Filled, Scratch, check_attacks, check_fills};
use crate::failure::Failure;
use crate::kernel::{Call, Kernel};
use crate::noise::Noise;
use proptest::bits::u64::ANY;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use setwise_core::{Direction, Sliders};
use std::sync::OnceLock;

/// Three words: sliders of both kinds and occupied squares, or generators, nothing and blockers.
type Words = (u64, u64, u64);

/// A board of any density. It shrinks square by square.
fn board() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => ANY,
        4 => (ANY, ANY).prop_map(|(a, b)| a & b),
        4 => (ANY, ANY, ANY).prop_map(|(a, b, c)| a & b & c),
        2 => (ANY, ANY).prop_map(|(a, b)| a | b),
        1 => Just(0),
        1 => Just(!0),
    ]
}

/// Checks random batches of up to three packs and one board. The smallest failure is drawn.
pub fn any_boards(kernel: &dyn Kernel) -> Result<(), Failure> {
    let config = Config {
        // The smallest failure is printed in full: there is nothing to keep.
        failure_persistence: None,
        ..Config::default()
    };
    let batches = vec(
        (board(), board(), board()),
        0..=3 * kernel.boards_per_pack() + 1,
    );
    let check = |words: &[Words]| -> Result<(), Failure> {
        let mut scratch = Scratch::default();
        check_attacks(kernel, &attacked(words), &mut scratch)?;
        for direction in Direction::ALL {
            check_fills(kernel, &filled(words, direction), &mut scratch)?;
        }
        Ok(())
    };
    let outcome = TestRunner::new(config).run(&batches, |words| {
        check(&words).map_err(|failure| TestCaseError::fail(failure.what().to_string()))
    });
    match outcome {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, words)) => Err(match check(&words) {
            Err(failure) => failure.during(format!(
                "the smallest failing batch, {} boards",
                words.len()
            )),
            Ok(()) => Failure::plain(format!("failed, but not when repeated: {reason}")),
        }),
        Err(TestError::Abort(reason)) => Err(Failure::plain(format!("aborted: {reason}"))),
    }
}

fn attacked(words: &[Words]) -> Attacked {
    let positions = words.iter().map(|&(orthogonal, diagonal, occupied)| {
        (
            Sliders {
                orthogonal,
                diagonal,
            },
            occupied,
        )
    });
    Attacked::by_oracle(positions)
}

fn filled(words: &[Words], direction: Direction) -> Filled {
    Filled::by_oracle(direction, words.iter().map(|&(g, _, o)| (g, !o)))
}

/// Boards of all densities, the same in every run.
fn noise_of(boards: usize) -> (Attacked, [Filled; 8]) {
    let mut noise = Noise::new(0);
    let words: Vec<Words> = (0..boards)
        .map(|_| (noise.board(), noise.board(), noise.board()))
        .collect();
    let fill = |direction| filled(&words, direction);
    (attacked(&words), Direction::ALL.map(fill))
}

fn check_all(
    kernel: &dyn Kernel,
    (positions, fills): &(Attacked, [Filled; 8]),
) -> Result<(), Failure> {
    let mut scratch = Scratch::default();
    check_attacks(kernel, positions, &mut scratch)?;
    for fills in fills {
        check_fills(kernel, fills, &mut scratch)?;
    }
    Ok(())
}

/// Checks a batch of a few boards of all densities.
///
/// # Errors
/// The first wrong board.
pub fn few_boards(kernel: &dyn Kernel, boards: usize) -> Result<(), Failure> {
    check_all(kernel, &noise_of(boards))
}

/// Those of [`many_boards`], with the answers of the oracle, made once. It is a prime number of them, so that
/// where they are repeated the same packs do not come again.
fn many() -> &'static (Attacked, [Filled; 8]) {
    static MANY: OnceLock<(Attacked, [Filled; 8])> = OnceLock::new();
    MANY.get_or_init(|| noise_of(32_749))
}

/// Checks one long batch of boards of all densities, the same for every kernel. The exhaustive suite shows
/// each line right; this shows all lines of a board right at once.
///
/// # Errors
/// The first wrong board.
pub fn many_boards(kernel: &dyn Kernel) -> Result<(), Failure> {
    check_all(kernel, many())
}

/// Checks batches of any number of boards, those of [`many_boards`] repeated: for the numbers at which another
/// kernel takes over, far beyond the caches too.
///
/// # Errors
/// The first wrong board.
pub fn repeated_boards(kernel: &dyn Kernel, boards: usize) -> Result<(), Failure> {
    let (positions, fills) = many();
    let cycle = |from: &[u64]| -> Vec<u64> { from.iter().copied().cycle().take(boards).collect() };
    let [a, r, f, ba, br, bf] = Call::ALL.map(|call| kernel.serves(call));
    let mut scratch = Scratch::default();
    if a || r || ba || br {
        let positions = Attacked {
            orthogonal: cycle(&positions.orthogonal),
            diagonal: cycle(&positions.diagonal),
            occupied: cycle(&positions.occupied),
            rays: positions.rays.each_ref().map(|ray| cycle(ray)),
            union: cycle(&positions.union),
        };
        check_attacks(kernel, &positions, &mut scratch)?;
    }
    if f || bf {
        for fills in fills {
            let fills = Filled {
                direction: fills.direction,
                generators: cycle(&fills.generators),
                propagators: cycle(&fills.propagators),
                filled: cycle(&fills.filled),
            };
            check_fills(kernel, &fills, &mut scratch)?;
        }
    }
    Ok(())
}
