//! The boards that a cell is measured on, and the right answers.

use crate::{boards::Boards, corpus::Corpus};
use setwise::{Direction, Rays, SlicedBoards, Sliders};
use setwise_results::{Entry, Form, Side};
use std::{cell::RefCell, collections::HashMap, hint::black_box, ops::Range, rc::Rc};

/// The least number of boards of a timed loop, for all sizes of calls. The branch predictor cannot
/// learn so many positions, and all sizes up to this number use the same positions. Three columns
/// and a buffer of 64 boards by eight directions fit a first-level cache of 32 KiB.
pub(crate) const WALK: usize = 1024;

/// The boards of a position in columns: orthogonal sliders, diagonal sliders, occupied squares,
/// empty squares.
pub(crate) type Columns<T> = [T; 4];

pub(crate) const fn sliders(orthogonal: u64, diagonal: u64) -> Sliders {
    Sliders {
        orthogonal,
        diagonal,
    }
}

/// The right answers for the positions of a corpus.
pub(crate) struct Expected {
    positions: Vec<Columns<u64>>,
    answers: RefCell<HashMap<(Entry, usize, bool), Rc<Answers>>>,
}

/// A column for each board of the result.
pub(crate) type Answers = Vec<Vec<u64>>;

impl Expected {
    pub(crate) fn new(corpus: &Corpus, side: Side) -> Rc<Self> {
        let boards = corpus.positions.iter().map(|position| {
            let (sliders, occupied) = (position.sliders[side as usize], position.occupied);
            [sliders.orthogonal, sliders.diagonal, occupied, !occupied]
        });
        let (positions, answers) = (boards.collect(), RefCell::default());
        Rc::new(Self { positions, answers })
    }

    /// Returns the answers to a part of a call: those of the oracle, or for
    /// [`Bound`](crate::peers::bounds::Bound) the exclusive or of the inputs. If the loop unites
    /// the results of a position, the answers are united as well.
    pub(crate) fn answers(&self, entry: Entry, part: usize, is_bound: bool) -> Rc<Answers> {
        let call = [entry, entry.of(Form::Plain)][usize::from(entry.is_batch())];
        let mut answers = self.answers.borrow_mut();
        let answers = answers.entry((call, part, is_bound));
        let answers = answers.or_insert_with(|| self.solve(entry, part, is_bound));
        answers.clone()
    }

    fn solve(&self, entry: Entry, part: usize, is_bound: bool) -> Rc<Answers> {
        let (point, is_piece) = (entry.point, entry.form == Form::Piece);
        let direction = Direction::ALL[if is_piece { 0 } else { part }];
        let mut columns = vec![Vec::new(); point.outputs()];
        for mut boards in self.positions.iter().copied() {
            if is_piece {
                // Removes the piece of the other kind.
                boards[1 - part] = 0;
            }
            let input = |name: &&str| match *name {
                "orthogonal" => boards[0],
                "diagonal" => boards[1],
                // Fills go from the sliders of their direction over the empty squares.
                "generators" => boards[usize::from(direction.is_diagonal())],
                "propagators" => boards[3],
                // Occupied squares and blockers are all pieces.
                _ => boards[2],
            };
            let inputs: Vec<u64> = point.inputs().iter().map(input).collect();
            let answer = match is_bound {
                true => [inputs.iter().fold(0, |all, board| all ^ board); 8],
                false => point.oracle(&inputs, direction),
            };
            for (column, board) in columns.iter_mut().zip(answer) {
                column.push(board);
            }
        }
        if !entry.is_batch() && entry.form != Form::Stored {
            // The loop reads the results.
            let unite = |i| columns.iter().fold(0, |all, column| all ^ column[i]);
            columns = vec![(0..self.positions.len()).map(unite).collect()];
        }
        Rc::new(columns)
    }
}

/// The columns of a measurement: a corpus, repeated or cut to whole calls over [`WALK`] boards.
pub(crate) struct Inputs {
    pub(crate) n: usize,
    pub(crate) expected: Rc<Expected>,
    columns: Columns<Boards>,
    /// Windows of `n` positions in the layout of the library, for calls that take it.
    sliced: Vec<[SlicedBoards; 3]>,
}

/// The memory for results: eight arrays, as large as the largest call.
pub(crate) struct Outputs {
    arrays: [Boards; 8],
    sliced: SlicedBoards,
    slot: Rays,
}

/// The boards that a loop reads and writes.
pub(crate) struct Io<'a> {
    /// One or more windows of `n` positions.
    pub(crate) columns: Columns<&'a [u64]>,
    /// The windows in the layout of the library, for calls that take it.
    pub(crate) sliced: &'a [[SlicedBoards; 3]],
    pub(crate) n: usize,
    /// Eight arrays of `n` boards; calls with one output write the first. Every window writes to
    /// the same boards, as an engine does with its buffer.
    pub(crate) out: [&'a mut [u64]; 8],
    /// The first of the eight arrays in the layout of the library, for calls that take it.
    pub(crate) sliced_out: &'a mut SlicedBoards,
    /// The last of the results that are stored and not read.
    pub(crate) slot: &'a mut Rays,
    /// 0, unknown to the optimizer. It makes a call depend on the result of the previous one.
    pub(crate) zero: u64,
}

impl Inputs {
    /// Makes calls of `n` boards, and for a sliced form also the windows in that layout.
    pub(crate) fn new(expected: &Rc<Expected>, n: usize, form: Form) -> Self {
        let (positions, len) = (&expected.positions, n.max(WALK).next_multiple_of(n));
        let columns: Columns<Boards> = std::array::from_fn(|column| {
            let board = |i: usize| positions[i % positions.len()][column];
            Boards::from_fn(len, column, board)
        });
        let slice = |start: usize| {
            [0, 1, 2].map(|i| SlicedBoards::from_boards(&columns[i][start..start + n]))
        };
        let starts = (0..len).step_by(n).filter(|_| form == Form::Sliced);
        Self {
            n,
            sliced: starts.map(slice).collect(),
            expected: expected.clone(),
            columns,
        }
    }

    /// Returns the number of boards, at least [`WALK`].
    pub(crate) fn boards(&self) -> usize {
        self.columns[0].len()
    }

    pub(crate) fn position(&self, i: usize) -> Columns<u64> {
        self.columns.each_ref().map(|column| column[i])
    }

    pub(crate) fn io<'a>(&'a self, boards: Range<usize>, outputs: &'a mut Outputs) -> Io<'a> {
        let (n, windows) = (self.n, boards.start / self.n..boards.end / self.n);
        let sliced = self.sliced.get(windows).unwrap_or_default();
        if !sliced.is_empty() && outputs.sliced.len() != n {
            outputs.sliced = SlicedBoards::empty(n);
        }
        let columns = self.columns.each_ref();
        Io {
            columns: columns.map(|column| &column[boards.clone()]),
            sliced,
            n,
            out: outputs.arrays.each_mut().map(|array| &mut array[..n]),
            sliced_out: &mut outputs.sliced,
            slot: &mut outputs.slot,
            zero: black_box(0),
        }
    }
}

impl Outputs {
    pub(crate) fn new(largest: usize) -> Self {
        Self {
            arrays: std::array::from_fn(|i| Boards::from_fn(largest, 4 + i, |_| 0)),
            sliced: SlicedBoards::empty(0),
            slot: Rays::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_begin_at_lines_of_the_cache() {
        let expected = Expected::new(&Corpus::random_boards(), Side::Side);
        let mut outputs = Outputs::new(1024);
        let inputs = Inputs::new(&expected, 65, Form::Plain);
        assert_eq!(inputs.boards(), 1040);
        let io = inputs.io(0..65, &mut outputs);
        let ins = io.columns.iter().map(|column| column.as_ptr());
        let mut all = ins.chain(io.out.iter().map(|out| out.as_ptr()));
        assert!(all.all(|slice| (slice as usize).is_multiple_of(64)));
    }
}
