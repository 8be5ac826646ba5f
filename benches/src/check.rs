//! Compares every loop with the oracle on its own input, before it is timed.

use crate::contenders::Contender;
use crate::inputs::{Inputs, Outputs};
use crate::loops::Io;
use setwise::{Direction, Rays, SlicedBoards};
use setwise_conformance::Failure;
use setwise_results::{Entry, Form, Measure, Role};

type Outcome = Result<(), Failure>;

/// Runs the loops of a call on the inputs and compares every board.
///
/// # Errors
/// The first wrong answer.
pub fn check(
    contender: &Contender,
    entry: Entry,
    measure: Measure,
    inputs: &Inputs,
    outputs: &mut Outputs,
) -> Outcome {
    (0..entry.parts()).try_for_each(|part| {
        let is_bound = contender.role == Role::Bound;
        let columns = &inputs.expected.answers(entry, part, is_bound)[..];
        let run = |io: &mut Io<'_>| contender.run(entry, measure, part, io);
        let check = Check {
            entry,
            inputs,
            part,
            columns,
            run,
        };
        match entry.is_batch() {
            true => check.calls(contender.keeps_slices, outputs),
            false => check.positions(outputs),
        }
    })
}

struct Check<'a, R> {
    entry: Entry,
    inputs: &'a Inputs,
    part: usize,
    /// The right answers for the positions of the corpus, one column for each board of the result.
    columns: &'a [Vec<u64>],
    run: R,
}

/// The boards before the call. All are wrong, so that the check finds boards that the call does not
/// write.
const WRONG: u64 = 0xbad0_bad0_bad0_bad0;

impl<R: Fn(&mut Io<'_>) -> u64> Check<'_, R> {
    /// Compares the boards that calls for many boards write.
    fn calls(&self, keeps_slices: bool, outputs: &mut Outputs) -> Outcome {
        let (n, inputs) = (self.inputs.n, self.inputs);
        for start in (0..inputs.len()).step_by(n) {
            let mut io = inputs.io(start..start + n, outputs);
            for out in &mut io.out[..self.columns.len()] {
                (0..n).for_each(|i| out[i] = WRONG ^ i as u64);
            }
            let is_sliced = self.entry.form() == Form::Sliced && keeps_slices;
            if is_sliced {
                *io.sliced_out = SlicedBoards::from_boards(io.out[0]);
            }
            (self.run)(&mut io);
            if is_sliced {
                // The lengths are the same.
                let _ = io.sliced_out.store(io.out[0]);
            }
            for (output, (found, column)) in io.out.iter().zip(self.columns).enumerate() {
                if let Some(i) = first_difference(found, column, start) {
                    let expected = column[(start + i) % column.len()];
                    self.compare(start + i, Some(output), expected, found[i])?;
                }
            }
        }
        Ok(())
    }

    /// Compares the boards that calls for one position return or store.
    fn positions(&self, outputs: &mut Outputs) -> Outcome {
        let len = self.inputs.len();
        let mut all = 0;
        for i in 0..len {
            let mut io = self.inputs.io(i..i + 1, outputs);
            *io.slot = Rays([WRONG; 8]);
            let found = (self.run)(&mut io);
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
        let found = (self.run)(&mut self.inputs.io(0..len, outputs));
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
        let (sliders, occupied) = self.inputs.position(board);
        let arguments = [
            ("orthogonal", sliders.orthogonal),
            ("diagonal", sliders.diagonal),
            ("occupied", occupied),
        ];
        let what = format!("board {board}, {what}");
        Err(Failure::new(what, &arguments, expected, found))
    }
}

/// Returns the first board that differs from the column, which is repeated and begins at board
/// `start`.
fn first_difference(boards: &[u64], column: &[u64], start: usize) -> Option<usize> {
    let column = column.iter().cycle().skip(start % column.len());
    boards
        .iter()
        .zip(column)
        .position(|(found, expected)| found != expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::Calls;
    use crate::contenders::all;
    use crate::corpus::Corpus;
    use crate::inputs::Expected;
    use crate::isa::Baseline;
    use setwise::{Batch, LengthMismatch, Rays, Sliders};
    use setwise_results::Side;
    use std::rc::Rc;

    fn inputs(corpus: &Corpus, side: Side, n: usize, form: Form) -> Inputs {
        Inputs::new(&Rc::new(Expected::new(corpus, side)), n, form)
    }

    /// Every contender, every call, every loop; calls of all kinds of lengths.
    #[test]
    fn all_contenders_are_right() {
        let corpora = [Corpus::games(), Corpus::random(), Corpus::random_boards()];
        let mut outputs = Outputs::new(1024);
        for (corpus, side) in [
            (&corpora[0], Side::Side),
            (&corpora[1], Side::Both),
            (&corpora[2], Side::Both),
        ] {
            let [expected, singles] =
                [corpus, &corpus.single_pieces()].map(|c| Rc::new(Expected::new(c, side)));
            for n in [1, 7, 8, 64, 131, 1024] {
                for entry in Entry::all().filter(|entry| entry.is_batch() || n == 1) {
                    let is_piece = entry.form() == Form::Piece;
                    let expected = if is_piece { &singles } else { &expected };
                    let inputs = Inputs::new(expected, n, entry.form());
                    for contender in all().iter().filter(|c| c.serves(entry)) {
                        for measure in Measure::ALL {
                            if let Err(mismatch) =
                                check(contender, entry, measure, &inputs, &mut outputs)
                            {
                                let name = &contender.name;
                                panic!("{entry} of {name}, n = {n}, {measure}: {mismatch}");
                            }
                        }
                    }
                }
            }
        }
    }

    /// Every contender has entry points, and a name of its own.
    #[test]
    fn contenders_have_names_and_entries() {
        let names: std::collections::HashSet<String> = all().into_iter().map(|c| c.name).collect();
        assert_eq!(names.len(), all().len());
        for name in [
            "setwise",
            "fenced/kogge-stone",
            "fenced/dumb7",
            "auto/baseline",
            "pieces/cozy-chess",
            "systems/classical-branchless",
            "bound/pass",
        ] {
            assert!(names.contains(name), "{name} is missing from {names:?}");
        }
        assert!(
            all()
                .iter()
                .all(|c| Entry::all().any(|entry| c.serves(entry)))
        );
    }

    #[test]
    fn columns_are_repeated() {
        let column = [1, 2, 3, 4, 5];
        let boards: Vec<u64> = (0..23).map(|i| column[(i + 12) % 5]).collect();
        assert_eq!(first_difference(&boards, &column, 12), None);
        for i in 0..23 {
            let mut wrong = boards.clone();
            wrong[i] = 7;
            assert_eq!(first_difference(&wrong, &column, 12), Some(i));
        }
    }

    /// A solver that is wrong about one square of one board in a thousand.
    #[derive(Clone, Copy)]
    struct Careless;

    impl Careless {
        fn slip(occupied: u64) -> u64 {
            u64::from(occupied.count_ones() == 4) << 63
        }
    }

    impl Calls for Careless {
        fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
            setwise_core::ray_attacks(sliders, occupied).union() ^ Self::slip(occupied)
        }

        fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
            let mut rays = setwise_core::ray_attacks(sliders, occupied);
            rays[Direction::West] ^= Self::slip(occupied);
            rays
        }

        fn occluded_fill(self, generators: u64, propagators: u64, direction: Direction) -> u64 {
            setwise_core::occluded_fill(generators, propagators, direction)
                ^ Self::slip(!propagators)
        }
    }

    #[test]
    fn a_single_wrong_square_is_found_and_drawn() {
        let corpus = Corpus::games();
        let mut outputs = Outputs::new(1024);
        let plain = inputs(&corpus, Side::Both, 1024, Form::Plain);
        let board = (0..1024)
            .find(|&i| Careless::slip(plain.position(i).1) != 0)
            .expect("such a board");
        let careless = Contender::new("careless", Role::Pieces, &[], (Careless, Baseline));
        let peers = all();
        let is_served = |entry: &Entry| {
            peers
                .iter()
                .any(|c| c.role == Role::Scalar && c.serves(*entry))
        };
        for entry in Entry::all().filter(|entry| is_served(&entry.plain())) {
            let inputs = inputs(&corpus, Side::Both, 1024, entry.form());
            for measure in Measure::ALL {
                let drawn = check(&careless, entry, measure, &inputs, &mut outputs)
                    .expect_err("a wrong answer")
                    .to_string();
                assert!(drawn.starts_with(&format!("board {board}, ")), "{drawn}");
                let mut words = drawn.split_whitespace();
                // A wrong ray leads to other squares behind the blockers.
                if entry.plain() != Entry::BatchXrayAttacks {
                    let difference = "0x8000000000000000";
                    assert!(words.any(|word| word == difference), "{entry}: {drawn}");
                }
            }
        }
    }

    /// A solver that leaves a board unwritten is not saved by what another left there.
    #[derive(Clone, Copy)]
    struct Lazy;

    impl Calls for Lazy {
        fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
            setwise_core::ray_attacks(sliders, occupied).union()
        }

        fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
            setwise_core::ray_attacks(sliders, occupied)
        }

        fn occluded_fill(self, generators: u64, propagators: u64, direction: Direction) -> u64 {
            setwise_core::occluded_fill(generators, propagators, direction)
        }

        fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
            for i in 0..out.len() - 1 {
                let sliders = Sliders {
                    orthogonal: batch.orthogonal[i],
                    diagonal: batch.diagonal[i],
                };
                out[i] = self.attacks(sliders, batch.occupied[i]);
            }
            Ok(())
        }
    }

    #[test]
    fn a_board_that_is_not_written_is_found() {
        let corpus = Corpus::games();
        let mut outputs = Outputs::new(1024);
        let inputs = inputs(&corpus, Side::Side, 1024, Form::Plain);
        let (entry, measure) = (Entry::BatchAttacks, Measure::Throughput);
        let lazy = Contender::new("lazy", Role::Pieces, &[entry], (Lazy, Baseline));
        let failure = check(&lazy, entry, measure, &inputs, &mut outputs).unwrap_err();
        assert!(failure.to_string().starts_with("board 1023, "), "{failure}");
    }
}
