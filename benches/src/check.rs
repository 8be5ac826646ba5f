//! Checks of every loop on its own input against the square walker, before it is timed.

use crate::contenders::Contender;
use crate::inputs::{Inputs, Outputs};
use crate::loops::parts;
use setwise::{Diagram, Direction, Sliders};
use setwise_results::{Entry, Measure, Role};
use std::fmt;
use std::ops::Range;

/// A wrong answer.
#[derive(Clone, Debug)]
pub struct Mismatch {
    board: usize,
    what: String,
    position: (Sliders, u64),
    expected: u64,
    found: u64,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sliders, occupied) = self.position;
        writeln!(f, "board {}, {}", self.board, self.what)?;
        for (name, set) in [
            ("orthogonal sliders", sliders.orthogonal),
            ("diagonal sliders", sliders.diagonal),
            ("occupied", occupied),
            ("expected", self.expected),
            ("found", self.found),
            ("wrong squares", self.expected ^ self.found),
        ] {
            write!(f, "{name} {set:#018x}\n{:#}", Diagram(set))?;
        }
        Ok(())
    }
}

type Outcome = Result<(), Box<Mismatch>>;

/// Runs the loops of an entry point on the inputs and compares every board.
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
    (0..parts(entry)).try_for_each(|part| {
        let check = Check {
            contender,
            entry,
            measure,
            inputs,
            part,
        };
        match entry.is_batch() {
            true => check.calls(outputs),
            false => check.positions(outputs),
        }
    })
}

struct Check<'a> {
    contender: &'a Contender,
    entry: Entry,
    measure: Measure,
    inputs: &'a Inputs,
    part: usize,
}

impl<'a> Check<'a> {
    /// Compares the boards that calls for many boards write.
    fn calls(&self, outputs: &mut Outputs) -> Outcome {
        let (n, columns) = (self.inputs.n, self.columns());
        for start in (0..self.inputs.len()).step_by(n) {
            outputs.spoil(columns.len(), n);
            self.run(start..start + n, outputs);
            if self.contender.keeps_slices(self.entry) {
                outputs.unslice();
            }
            for (array, column) in columns.iter().enumerate() {
                let found = &outputs.array(array)[..n];
                if let Some(i) = first_difference(found, column, start) {
                    let expected = column[(start + i) % column.len()];
                    let direction = (columns.len() == 8).then_some(Direction::ALL[array]);
                    self.compare(start + i, direction, expected, found[i])?;
                }
            }
        }
        Ok(())
    }

    /// Compares the boards that calls for one position return or store.
    fn positions(&self, outputs: &mut Outputs) -> Outcome {
        let (columns, len) = (self.columns(), self.inputs.len());
        let mut all = 0;
        for i in 0..len {
            outputs.spoil(0, 0);
            let found = self.run(i..i + 1, outputs);
            let answers = columns.iter().map(|column| column[i % column.len()]);
            if self.entry == Entry::RayAttacksStored {
                for (direction, expected) in Direction::ALL.into_iter().zip(answers) {
                    self.compare(i, Some(direction), expected, outputs.slot()[direction])?;
                }
            } else {
                let expected = answers.fold(0, |all, answer| all ^ answer);
                self.compare(i, None, expected, found)?;
                all ^= expected;
            }
        }
        // The loop as it is timed.
        let found = self.run(0..len, outputs);
        self.compare(len - 1, None, all, found)
            .map_err(|mut mismatch| {
                mismatch.what += "; of all boards of the loop together, no single one of them";
                mismatch
            })
    }

    fn run(&self, boards: Range<usize>, outputs: &mut Outputs) -> u64 {
        let mut io = self
            .inputs
            .io(boards, outputs)
            .expect("columns of one length");
        self.contender
            .run(self.entry, self.measure, self.part, &mut io)
    }

    /// Returns the right answers for the positions of the corpus, one column for each board of the result.
    fn columns(&self) -> Vec<&'a [u64]> {
        let answers = match self.contender.role {
            Role::Bound => &self.inputs.expected.traffic,
            _ => &self.inputs.expected.solved,
        };
        match self.entry {
            Entry::Attacks | Entry::BatchAttacks | Entry::SlicedAttacks => vec![&answers.union],
            Entry::BatchXrayAttacks => vec![&answers.xrays],
            Entry::PieceAttacks => vec![&answers.pieces[self.part]],
            Entry::OccludedFill | Entry::BatchOccludedFill => vec![&answers.fills[self.part]],
            Entry::RayAttacks | Entry::RayAttacksStored | Entry::BatchRayAttacks => {
                answers.rays.iter().map(Vec::as_slice).collect()
            }
        }
    }

    fn compare(
        &self,
        board: usize,
        direction: Option<Direction>,
        expected: u64,
        found: u64,
    ) -> Outcome {
        if expected == found {
            return Ok(());
        }
        let what = match direction {
            Some(direction) => direction.to_string(),
            None if parts(self.entry) == 8 => format!("filled {}", Direction::ALL[self.part]),
            None if self.entry == Entry::PieceAttacks => ["a rook", "a bishop"][self.part].into(),
            None if self.entry == Entry::RayAttacks => {
                "the exclusive or of the eight directions".into()
            }
            None => "all directions".into(),
        };
        Err(Box::new(Mismatch {
            board,
            what,
            position: self.inputs.position(board),
            expected,
            found,
        }))
    }
}

/// Returns the first board that differs from the column, which is repeated and begins at board `start`.
fn first_difference(boards: &[u64], column: &[u64], start: usize) -> Option<usize> {
    let mut done = 0;
    while done < boards.len() {
        let rest = &column[(start + done) % column.len()..];
        let both = rest.len().min(boards.len() - done);
        let (found, expected) = (&boards[done..done + both], &rest[..both]);
        // Whole slices are compared fast, and hardly ever differ.
        if found != expected {
            let differs = |i: &usize| found[*i] != expected[*i];
            return (0..both).find(differs).map(|i| done + i);
        }
        done += both;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::all;
    use crate::corpus::Corpus;
    use crate::inputs::Expected;
    use crate::isa::Baseline;
    use crate::loops::Solver;
    use setwise::Rays;
    use setwise_results::Role;
    use setwise_results::Side;
    use std::rc::Rc;

    fn inputs(corpus: &Corpus, side: Side, n: usize) -> Inputs {
        let mut inputs = Inputs::new(corpus, side, n, Rc::new(Expected::new(corpus, side)));
        inputs.slice();
        inputs
    }

    /// Every contender, every entry, every loop; calls of all kinds of lengths.
    #[test]
    fn all_contenders_are_right() {
        let corpora = [Corpus::games(), Corpus::random(), Corpus::random_boards()];
        let mut outputs = Outputs::new(1024);
        for (corpus, side) in [
            (&corpora[0], Side::Side),
            (&corpora[1], Side::Both),
            (&corpora[2], Side::Both),
        ] {
            let expected = Rc::new(Expected::new(corpus, side));
            for n in [1, 7, 8, 64, 131, 1024] {
                let mut inputs = Inputs::new(corpus, side, n, expected.clone());
                inputs.slice();
                let singles = self::inputs(&corpus.single_pieces(), side, n);
                for contender in all() {
                    for entry in Entry::ALL
                        .into_iter()
                        .filter(|&entry| contender.serves(entry))
                    {
                        if !entry.is_batch() && n != 1 {
                            continue;
                        }
                        let inputs = match entry {
                            Entry::PieceAttacks => &singles,
                            _ => &inputs,
                        };
                        for measure in Measure::ALL {
                            if let Err(mismatch) =
                                check(&contender, entry, measure, inputs, &mut outputs)
                            {
                                panic!(
                                    "{entry} of {}, n = {n}, {measure}: {mismatch}",
                                    contender.name
                                );
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
                .all(|c| Entry::ALL.iter().any(|&entry| c.serves(entry)))
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

    impl Solver for Careless {
        const ROLE: Role = Role::Pieces;
        const ENTRIES: &'static [Entry] = &Entry::ALL;

        fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
            setwise_core::ray_attacks(sliders, occupied).union() ^ Self::slip(occupied)
        }

        fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
            let mut rays = setwise_core::ray_attacks(sliders, occupied);
            rays[Direction::West] ^= Self::slip(occupied);
            rays
        }

        fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64 {
            setwise_core::occluded_fill(generators, propagators, direction)
                ^ Self::slip(!propagators)
        }
    }

    #[test]
    fn a_single_wrong_square_is_found_and_drawn() {
        let corpus = Corpus::games();
        let (mut outputs, inputs) = (Outputs::new(1024), inputs(&corpus, Side::Both, 1024));
        let board = (0..1024)
            .find(|&i| Careless::slip(inputs.position(i).1) != 0)
            .expect("such a board");
        let careless = Contender::new("careless", Careless, Baseline);
        for entry in Entry::ALL {
            for measure in Measure::ALL {
                let mismatch = check(&careless, entry, measure, &inputs, &mut outputs)
                    .expect_err("a mismatch");
                assert_eq!(mismatch.board, board, "{entry}");
                let drawn = mismatch.to_string();
                assert!(drawn.starts_with(&format!("board {board}, ")), "{drawn}");
                // A wrong ray leads to other squares behind the blockers.
                if entry == Entry::BatchXrayAttacks {
                    assert_ne!(mismatch.expected, mismatch.found);
                    continue;
                }
                assert_eq!(mismatch.expected ^ mismatch.found, 1 << 63, "{entry}");
                let last = drawn.split("wrong squares ").last().unwrap();
                assert!(
                    last.starts_with("0x8000000000000000\n8 . . . . . . . 1\n7 . ."),
                    "{drawn}"
                );
            }
        }
    }

    /// A solver that leaves a board unwritten is not saved by what another left there.
    #[derive(Clone, Copy)]
    struct Lazy;

    impl Solver for Lazy {
        const ROLE: Role = Role::Pieces;
        const ENTRIES: &'static [Entry] = &Entry::ALL;

        fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
            setwise_core::ray_attacks(sliders, occupied).union()
        }

        fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
            setwise_core::ray_attacks(sliders, occupied)
        }

        fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64 {
            setwise_core::occluded_fill(generators, propagators, direction)
        }

        fn batch_attacks(self, batch: setwise::Batch<'_>, out: &mut [u64]) {
            for i in 0..out.len() - 1 {
                let sliders = Sliders {
                    orthogonal: batch.orthogonal()[i],
                    diagonal: batch.diagonal()[i],
                };
                out[i] = self.attacks(sliders, batch.occupied()[i]);
            }
        }
    }

    #[test]
    fn a_board_that_is_not_written_is_found() {
        let corpus = Corpus::games();
        let (mut outputs, inputs) = (Outputs::new(1024), inputs(&corpus, Side::Side, 1024));
        let lazy = Contender::new("lazy", Lazy, Baseline);
        let (entry, measure) = (Entry::BatchAttacks, Measure::Throughput);
        let mismatch = check(&lazy, entry, measure, &inputs, &mut outputs).expect_err("a mismatch");
        assert_eq!(mismatch.board, 1023);
    }
}
