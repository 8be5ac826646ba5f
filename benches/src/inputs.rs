//! The boards that a cell is measured on, and the right answers.

use crate::boards::Boards;
use crate::corpus::Corpus;
use crate::loops::{Columns, Io, SlicedPositions, column, sliders};
use setwise::{Direction, Rays, SlicedBoards, Sliders};
use setwise_results::{Entry, Form, Side};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

/// The least number of boards of a timed loop, for all sizes of calls. The branch predictor cannot
/// learn so many positions, and all sizes up to this number use the same positions. Three columns
/// and a buffer of 64 boards by eight directions fit a first-level cache of 32 KiB.
pub const WALK: usize = 1024;

/// Returns the number of boards of a loop with calls of `n` boards.
pub fn walk(n: usize) -> usize {
    n.max(WALK).next_multiple_of(n.max(1))
}

/// The columns of a measurement: a corpus, repeated or cut to [`walk`].
pub struct Inputs {
    /// Boards per call.
    pub n: usize,
    /// The right answers.
    pub expected: Rc<Expected>,
    form: Form,
    columns: Columns<Boards>,
    sliced: Vec<SlicedPositions>,
}

/// A column for each board of the result.
pub type Answers = Vec<Vec<u64>>;

/// The right answers for the positions of a corpus.
pub struct Expected {
    positions: Vec<Columns<u64>>,
    answers: RefCell<HashMap<(Entry, usize, bool), Rc<Answers>>>,
}

/// The memory for results: eight arrays, as large as the largest call.
pub struct Outputs {
    arrays: [Boards; 8],
    sliced: SlicedBoards,
    slot: Rays,
}

/// Returns the distance of a slice from a multiple of 64 bytes, in boards. Slices 0 to 3 are
/// inputs, 4 to 11 outputs.
const fn distance(form: Form, slice: usize) -> usize {
    match form {
        // The place of a large `Vec` with common allocators.
        Form::Unaligned => 2,
        Form::Mixed => (3 * slice + 1) % 8,
        _ => 0,
    }
}

impl Expected {
    /// Takes the positions of a corpus.
    pub fn new(corpus: &Corpus, side: Side) -> Self {
        let boards = corpus.positions.iter().map(|position| {
            let (sliders, occupied) = (position.sliders(side), position.occupied);
            [sliders.orthogonal, sliders.diagonal, occupied, !occupied]
        });
        let (positions, answers) = (boards.collect(), RefCell::default());
        Self { positions, answers }
    }

    /// Returns the answers to a part of a call: those of the oracle, or for
    /// [`Bound`](crate::peers::Bound) the exclusive or of the inputs.
    pub fn answers(&self, entry: Entry, part: usize, is_bound: bool) -> Rc<Answers> {
        let call = if entry.form() == Form::Piece {
            entry
        } else {
            entry.plain()
        };
        let mut answers = self.answers.borrow_mut();
        let answers = answers.entry((call, part, is_bound));
        let solve = || Rc::new(self.solve(entry, part, is_bound));
        answers.or_insert_with(solve).clone()
    }

    fn solve(&self, entry: Entry, part: usize, is_bound: bool) -> Answers {
        let (point, is_piece) = (entry.point(), entry.form() == Form::Piece);
        let direction = Direction::ALL[if is_piece { 0 } else { part }];
        let mut columns = vec![Vec::new(); point.outputs()];
        for mut boards in self.positions.iter().copied() {
            if is_piece {
                // Removes the piece of the other kind.
                boards[1 - part] = 0;
            }
            let input = |name: &&str| boards[column(name, direction)];
            let inputs: Vec<u64> = point.inputs().iter().map(input).collect();
            let answer = match is_bound {
                true => [inputs.iter().fold(0, |all, board| all ^ board); 8],
                false => point.oracle(&inputs, direction),
            };
            for (column, board) in columns.iter_mut().zip(answer) {
                column.push(board);
            }
        }
        columns
    }
}

impl Inputs {
    /// Makes the columns for calls of `n` boards in some form.
    pub fn new(expected: &Rc<Expected>, n: usize, form: Form) -> Self {
        let positions = &expected.positions;
        let columns = std::array::from_fn(|column| {
            let board = |i: usize| positions[i % positions.len()][column];
            Boards::from_fn(walk(n), column, distance(form, column), board)
        });
        let mut inputs = Self {
            n,
            expected: expected.clone(),
            form,
            columns,
            sliced: Vec::new(),
        };
        if form == Form::Sliced {
            let windows = (0..inputs.len()).step_by(n);
            inputs.sliced = windows.map(|start| inputs.slice(start)).collect();
        }
        inputs
    }

    /// Converts a window to the layout of the library.
    fn slice(&self, start: usize) -> SlicedPositions {
        let window = |column: usize| {
            let boards = &self.columns[column][start..start + self.n];
            SlicedBoards::from_boards(boards)
        };
        SlicedPositions {
            orthogonal: window(0),
            diagonal: window(1),
            occupied: window(2),
        }
    }

    /// Returns the number of boards.
    #[expect(
        clippy::len_without_is_empty,
        reason = "there are at least `WALK` boards"
    )]
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// Returns board `i`.
    pub fn position(&self, i: usize) -> (Sliders, u64) {
        let [orthogonal, diagonal, occupied, _] = self.columns.each_ref().map(|column| column[i]);
        (sliders(orthogonal, diagonal), occupied)
    }

    /// Returns a loop's view of some of the boards.
    pub fn io<'a>(&'a self, boards: Range<usize>, outputs: &'a mut Outputs) -> Io<'a> {
        let (n, windows) = (self.n, boards.start / self.n..boards.end / self.n);
        let sliced = self.sliced.get(windows).unwrap_or_default();
        if !sliced.is_empty() && outputs.sliced.len() != n {
            outputs.sliced = SlicedBoards::empty(n);
        }
        let mut slices = (4..).map(|slice| distance(self.form, slice));
        let column = |column: &'a Boards| &column[boards.clone()];
        let out = |array: &'a mut Boards| {
            let start = slices.next().unwrap_or_default();
            &mut array[start..start + n]
        };
        Io {
            columns: self.columns.each_ref().map(column),
            sliced,
            n,
            out: outputs.arrays.each_mut().map(out),
            sliced_out: &mut outputs.sliced,
            slot: &mut outputs.slot,
            zero: black_box(0),
        }
    }
}

impl Outputs {
    /// Makes the arrays for calls of up to `largest` boards in any form.
    pub fn new(largest: usize) -> Self {
        Self {
            arrays: std::array::from_fn(|i| Boards::from_fn(largest + 7, 4 + i, 0, |_| 0)),
            sliced: SlicedBoards::empty(0),
            slot: Rays::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_walks_whole_calls_over_many_boards() {
        for n in [1, 8, 64, 65, 1000, 1024, 1025, 4096] {
            assert!(
                walk(n) >= WALK && walk(n).is_multiple_of(n),
                "{n}: {}",
                walk(n)
            );
        }
        assert_eq!((walk(1), walk(1024), walk(65)), (1024, 1024, 1040));
    }

    #[test]
    fn slices_begin_where_the_form_says() {
        let expected = Rc::new(Expected::new(&Corpus::random_boards(), Side::Side));
        let mut outputs = Outputs::new(1024);
        let mut distances = |form| {
            let inputs = Inputs::new(&expected, 1024, form);
            let io = inputs.io(0..1024, &mut outputs);
            let ins = io.columns.iter().map(|column| column.as_ptr());
            let out = io.out.iter().map(|out| out.as_ptr());
            ins.chain(out)
                .map(|slice| slice as usize % 64)
                .collect::<Vec<_>>()
        };
        assert_eq!(distances(Form::Plain), [0; 12]);
        assert_eq!(distances(Form::Unaligned), [16; 12]);
        let mixed = distances(Form::Mixed);
        let differ = |slices: &[usize]| {
            slices
                .iter()
                .collect::<std::collections::HashSet<_>>()
                .len()
                == slices.len()
        };
        assert!(differ(&mixed[..5]) && differ(&mixed[4..]), "{mixed:?}");
    }
}
