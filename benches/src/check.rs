//! Compares every loop with the oracle on its own input, before it is timed.

use crate::contenders::Contender;
use crate::inputs::{Inputs, Io, Outputs};
use setwise::{Rays, SlicedBoards};
use setwise_conformance::Failure;
use setwise_results::{Entry, Form, Measure, Role};

/// The boards before the call. All are wrong, so that the check finds boards that the call does not
/// write.
const WRONG: u64 = 0xbad0_bad0_bad0_bad0;

/// Runs the loops of a call on the inputs and compares every board that it writes or returns.
/// Returns the first wrong answer.
pub(crate) fn check(
    contender: &Contender,
    entry: Entry,
    measure: Measure,
    inputs: &Inputs,
    outputs: &mut Outputs,
) -> Result<(), Failure> {
    let (n, len) = (inputs.n, inputs.boards());
    let is_sliced = entry.form == Form::Sliced && contender.keeps_slices;
    for part in 0..entry.parts() {
        let is_bound = contender.role == Role::Bound;
        let columns = inputs.expected.answers(entry, part, is_bound);
        let run = |io: &mut Io<'_>| (contender.run)(entry, measure, part, io);
        let mut all = 0;
        for start in (0..len).step_by(n) {
            let mut io = inputs.io(start..start + n, outputs);
            for out in &mut io.out[..columns.len()] {
                (0..n).for_each(|i| out[i] = WRONG ^ i as u64);
            }
            *io.slot = Rays([WRONG; 8]);
            if is_sliced {
                *io.sliced_out = SlicedBoards::from_boards(io.out[0]);
            }
            let read = run(&mut io);
            if is_sliced {
                // The lengths are the same.
                let _ = io.sliced_out.store(io.out[0]);
            } else if entry.form == Form::Stored {
                (0..8).for_each(|d| io.out[d][0] = io.slot.0[d]);
            } else if !entry.is_batch() {
                io.out[0][0] = read;
                all ^= columns[0][start % columns[0].len()];
            }
            for (output, column) in columns.iter().enumerate() {
                let expected = column.iter().cycle().skip(start % column.len());
                let mut pairs = io.out[output].iter().zip(expected);
                if let Some(i) = pairs.position(|(found, expected)| found != expected) {
                    let expected = column[(start + i) % column.len()];
                    let what = format!("part {part}, output {output}");
                    let boards = (expected, io.out[output][i]);
                    return Err(failure(inputs, start + i, &what, boards));
                }
            }
        }
        if !entry.is_batch() {
            // The whole loop, as it is timed.
            let found = run(&mut inputs.io(0..len, outputs));
            if found != all {
                let what = format!("part {part}, all boards together, no single one");
                return Err(failure(inputs, len - 1, &what, (all, found)));
            }
        }
    }
    Ok(())
}

fn failure(inputs: &Inputs, board: usize, what: &str, (expected, found): (u64, u64)) -> Failure {
    let [orthogonal, diagonal, occupied, _] = inputs.position(board);
    let names = ["orthogonal", "diagonal", "occupied"].into_iter();
    let arguments: Vec<_> = names.zip([orthogonal, diagonal, occupied]).collect();
    let place = format!("board {board}, {what}");
    Failure::new(place, &arguments, expected, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::{Calls, Outcome};
    use crate::{corpus::Corpus, inputs::Expected, isa::Baseline};
    use itertools::iproduct;
    use setwise::{Batch, EntryPoint, Sliders};
    use setwise_results::Side;

    /// A solver that is wrong about one square of one board in a thousand, or leaves out the last
    /// board of a batch.
    #[derive(Clone, Copy)]
    struct Careless {
        is_lazy: bool,
    }

    impl Calls for Careless {
        fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
            let slip = u64::from(!self.is_lazy && occupied.count_ones() == 4) << 63;
            setwise_core::ray_attacks(sliders, occupied).union() ^ slip
        }

        fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
            let len = out.len() - usize::from(self.is_lazy);
            for (out, (sliders, occupied)) in out[..len].iter_mut().zip(batch.positions()) {
                *out = self.attacks(sliders, occupied);
            }
            Ok(())
        }
    }

    #[test]
    fn a_wrong_square_and_a_missing_board_are_found() {
        let expected = Expected::new(&Corpus::games(), Side::Both);
        let mut outputs = Outputs::new(1024);
        let mut drawn = |is_lazy, entry: Entry, measure| {
            let n = if entry.is_batch() { 1024 } else { 1 };
            let inputs = Inputs::new(&expected, n, entry.form);
            let code = (Careless { is_lazy }, Baseline);
            let careless = Contender::new("careless", Role::Pieces, code, |_| true);
            let checked = check(&careless, entry, measure, &inputs, &mut outputs);
            checked.expect_err("a wrong answer").to_string()
        };
        let inputs = Inputs::new(&expected, 1024, Form::Plain);
        let board = (0..1024).find(|&i| inputs.position(i)[2].count_ones() == 4);
        let board = format!("board {}, ", board.unwrap());
        let entries = [EntryPoint::Attacks, EntryPoint::BatchAttacks].map(Entry::plain);
        for (entry, measure) in iproduct!(entries, Measure::ALL) {
            let drawn = drawn(false, entry, measure);
            assert!(drawn.starts_with(&board), "{entry}: {drawn}");
        }
        let drawn = drawn(true, entries[1], Measure::Throughput);
        assert!(drawn.starts_with("board 1023, "), "{drawn}");
    }
}
