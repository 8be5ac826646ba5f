//! Compares every loop with the oracle on its own input, before it is timed.

use crate::contenders::Contender;
use crate::inputs::{Inputs, Io, Outputs};
use setwise::{Direction, Rays, SlicedBoards};
use setwise_conformance::Failure;
use setwise_results::{Entry, Form, Measure, Role};

type Outcome = Result<(), Failure>;

/// The boards before the call. All are wrong, so that the check finds boards that the call does not
/// write.
const WRONG: u64 = 0xbad0_bad0_bad0_bad0;

/// Runs the loops of a call on the inputs and compares every board.
///
/// # Errors
/// The first wrong answer.
pub(crate) fn check(
    contender: &Contender,
    entry: Entry,
    measure: Measure,
    inputs: &Inputs,
    outputs: &mut Outputs,
) -> Outcome {
    for part in 0..entry.parts() {
        let is_bound = contender.role == Role::Bound;
        let columns = inputs.expected.answers(entry, part, is_bound);
        let call = Call {
            contender,
            entry,
            measure,
            part,
            inputs,
            columns: &columns,
        };
        match entry.is_batch() {
            true => call.check_boards(outputs),
            false => call.check_results(outputs),
        }?;
    }
    Ok(())
}

/// A part of a call, with a column for each board of the result.
struct Call<'a> {
    contender: &'a Contender,
    entry: Entry,
    measure: Measure,
    part: usize,
    inputs: &'a Inputs,
    columns: &'a [Vec<u64>],
}

impl Call<'_> {
    /// Compares the boards that calls for many boards write.
    fn check_boards(&self, outputs: &mut Outputs) -> Outcome {
        let (n, inputs) = (self.inputs.n, self.inputs);
        for start in (0..inputs.boards()).step_by(n) {
            let mut io = inputs.io(start..start + n, outputs);
            for out in &mut io.out[..self.columns.len()] {
                (0..n).for_each(|i| out[i] = WRONG ^ i as u64);
            }
            let is_sliced = self.entry.form() == Form::Sliced && self.contender.keeps_slices;
            if is_sliced {
                *io.sliced_out = SlicedBoards::from_boards(io.out[0]);
            }
            self.contender
                .run(self.entry, self.measure, self.part, &mut io);
            if is_sliced {
                // The lengths are the same.
                let _ = io.sliced_out.store(io.out[0]);
            }
            for (output, (found, column)) in io.out.iter().zip(self.columns).enumerate() {
                let expected = column.iter().cycle().skip(start % column.len());
                for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
                    self.compare(start + i, Some(output), *expected, *found)?;
                }
            }
        }
        Ok(())
    }

    /// Compares the boards that calls for one position return or store.
    fn check_results(&self, outputs: &mut Outputs) -> Outcome {
        let run = |io: &mut Io<'_>| self.contender.run(self.entry, self.measure, self.part, io);
        let (mut all, len) = (0, self.inputs.boards());
        for i in 0..len {
            let mut io = self.inputs.io(i..i + 1, outputs);
            *io.slot = Rays([WRONG; 8]);
            let found = run(&mut io);
            let answers = self.columns.iter().map(|column| column[i % column.len()]);
            if self.entry.form() == Form::Stored {
                for (output, expected) in answers.enumerate() {
                    self.compare(i, Some(output), expected, io.slot.0[output])?;
                }
            } else {
                let expected = answers.fold(0, |all, answer| all ^ answer);
                self.compare(i, None, expected, found)?;
                all ^= expected;
            }
        }
        // The whole loop, as it is timed.
        let found = run(&mut self.inputs.io(0..len, outputs));
        let all = self.compare(len - 1, None, all, found);
        all.map_err(|failure| failure.during("all boards of the loop together, no single one"))
    }

    /// Compares a board of an output, or all outputs of a position at once.
    fn compare(&self, board: usize, output: Option<usize>, expected: u64, found: u64) -> Outcome {
        if expected == found {
            return Ok(());
        }
        let what = match (self.columns.len(), output) {
            _ if self.entry.form() == Form::Piece => ["a rook", "a bishop"][self.part].into(),
            (1, _) if self.entry.parts() > 1 => format!("filled {}", Direction::ALL[self.part]),
            (1, _) => "all directions".into(),
            (_, Some(output)) => Direction::ALL[output].to_string(),
            (_, None) => "the exclusive or of the eight directions".into(),
        };
        let [orthogonal, diagonal, occupied, _] = self.inputs.position(board);
        let arguments = [
            ("orthogonal", orthogonal),
            ("diagonal", diagonal),
            ("occupied", occupied),
        ];
        let what = format!("board {board}, {what}");
        Err(Failure::new(what, &arguments, expected, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::Calls;
    use crate::contenders::all;
    use crate::corpus::Corpus;
    use crate::inputs::Expected;
    use crate::isa::Baseline;
    use itertools::{Itertools, iproduct};
    use setwise::{Batch, LengthMismatch, Sliders};
    use setwise_results::Side;

    /// Every contender, every call, every loop; calls of all kinds of lengths.
    #[test]
    fn all_contenders_are_right() {
        let (contenders, mut outputs) = (all(), Outputs::new(1024));
        for (corpus, side) in [
            (Corpus::games(), Side::Side),
            (Corpus::random(), Side::Both),
            (Corpus::random_boards(), Side::Both),
        ] {
            let expected = [&corpus, &corpus.single_pieces()].map(|c| Expected::new(c, side));
            for (n, entry) in iproduct!([1, 7, 8, 64, 131, 1024], Entry::all()) {
                if n > 1 && !entry.is_batch() {
                    continue;
                }
                let is_piece = entry.form() == Form::Piece;
                let inputs = Inputs::new(&expected[usize::from(is_piece)], n, entry.form());
                let serving = contenders.iter().filter(|one| one.serves(entry));
                for (contender, measure) in iproduct!(serving, Measure::ALL) {
                    let checked = check(contender, entry, measure, &inputs, &mut outputs);
                    let name = &contender.name;
                    checked.unwrap_or_else(|e| panic!("{entry} of {name}, {n}, {measure}: {e}"));
                }
            }
        }
    }

    /// Every contender has entry points, and a name of its own.
    #[test]
    fn contenders_have_names_and_entries() {
        let all = all();
        assert!(all.iter().map(|one| &one.name).all_unique());
        for one in all {
            assert!(Entry::all().any(|entry| one.serves(entry)), "{}", one.name);
        }
    }

    /// A solver that is wrong about one square of one board in a thousand, or does not write the
    /// last board of a batch.
    #[derive(Clone, Copy)]
    struct Careless {
        is_lazy: bool,
    }

    impl Careless {
        fn slip(self, occupied: u64) -> u64 {
            u64::from(!self.is_lazy && occupied.count_ones() == 4) << 63
        }
    }

    impl Calls for Careless {
        fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
            let mut rays = setwise_core::ray_attacks(sliders, occupied);
            rays[Direction::West] ^= self.slip(occupied);
            rays
        }

        fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
            setwise_core::ray_attacks(sliders, occupied).union() ^ self.slip(occupied)
        }

        fn occluded_fill(self, generators: u64, propagators: u64, direction: Direction) -> u64 {
            let filled = setwise_core::occluded_fill(generators, propagators, direction);
            filled ^ self.slip(!propagators)
        }

        fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
            let len = out.len() - usize::from(self.is_lazy);
            for (out, (sliders, occupied)) in out[..len].iter_mut().zip(batch.positions()) {
                *out = self.attacks(sliders, occupied);
            }
            Ok(())
        }
    }

    #[test]
    fn a_single_wrong_square_and_a_missing_board_are_found_and_drawn() {
        let expected = Expected::new(&Corpus::games(), Side::Both);
        let mut outputs = Outputs::new(1024);
        let mut drawn = |is_lazy, entry: Entry, measure| {
            let inputs = Inputs::new(&expected, 1024, entry.form());
            let code = (Careless { is_lazy }, Baseline);
            let careless = Contender::new("careless", Role::Pieces, code, |_| true);
            let checked = check(&careless, entry, measure, &inputs, &mut outputs);
            checked.expect_err("a wrong answer").to_string()
        };
        let inputs = Inputs::new(&expected, 1024, Form::Plain);
        let board = (0..1024).find(|&i| inputs.position(i)[2].count_ones() == 4);
        let board = format!("board {}, ", board.unwrap());
        let entries = Entry::all().filter(|entry| *entry != Entry::PieceAttacks);
        for (entry, measure) in iproduct!(entries, Measure::ALL) {
            let drawn = drawn(false, entry, measure);
            assert!(drawn.starts_with(&board), "{entry}: {drawn}");
            // A wrong ray leads to other squares behind the blockers.
            let is_xray = entry.plain() == Entry::BatchXrayAttacks;
            assert!(
                is_xray || drawn.contains(" 0x8000000000000000"),
                "{entry}: {drawn}"
            );
        }
        let drawn = drawn(true, Entry::BatchAttacks, Measure::Throughput);
        assert!(drawn.starts_with("board 1023, "), "{drawn}");
    }
}
