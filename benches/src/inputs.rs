//! What a cell is measured on, and what the answers have to be.

use crate::boards::Boards;
use crate::corpus::{Corpus, Position};
use crate::loops::{Io, SlicedPositions};
use crate::results::Side;
use setwise::SlicedBoards;
use setwise_core::{Direction, Rays, Sliders, oracle};
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

/// The least number of boards that a timed loop walks over, whatever the size of a call, so that one position alone,
/// which the branch predictor would learn, never stands for all, and all sizes up to this one see the same positions.
/// Their three columns and one buffer of 64 boards by eight directions fit into a first-level cache of 32 KiB.
pub const WALK: usize = 1024;

/// How many boards a loop with calls of `n` boards walks over.
pub fn walk(n: usize) -> usize {
    n.max(WALK).next_multiple_of(n.max(1))
}

/// The columns of a measurement: a corpus, repeated or cut to [`walk`].
pub struct Inputs {
    /// Boards per call.
    pub n: usize,
    /// The right answers.
    pub expected: Rc<Expected>,
    columns: [Boards; 4],
    sliced: Vec<SlicedPositions>,
}

/// What has to come out for each position of a corpus.
pub struct Expected {
    /// The attacks, by the square walker.
    pub solved: Answers,
    /// What [`Bound`](crate::peers::Bound) makes of the columns.
    pub traffic: Answers,
}

/// One board for each position of a corpus.
pub struct Answers {
    /// All directions.
    pub union: Vec<u64>,
    /// Rooks and queens alone, bishops and queens alone.
    pub pieces: [Vec<u64>; 2],
    /// By direction.
    pub rays: [Vec<u64>; 8],
    /// The sliders of the direction, filled over the empty squares.
    pub fills: [Vec<u64>; 8],
}

/// Where results go: eight arrays, as large as the largest call.
pub struct Outputs {
    arrays: [Boards; 8],
    sliced: SlicedBoards,
    slot: Rays,
}

/// The sliders in question.
pub fn sliders(position: &Position, side: Side) -> Sliders {
    match side {
        Side::Side => position.side,
        Side::Both => position.both,
    }
}

impl Expected {
    /// Of all positions of a corpus.
    pub fn new(corpus: &Corpus, side: Side) -> Self {
        Self {
            solved: Answers::new(
                corpus,
                side,
                |s, occupied, d| oracle::attacks(s.of(d), occupied, d),
                |s, occupied, d| oracle::occluded_fill(s.of(d), !occupied, d),
            ),
            traffic: Answers::new(
                corpus,
                side,
                |s, occupied, _| s.orthogonal ^ s.diagonal ^ occupied,
                |s, occupied, d| s.of(d) ^ !occupied,
            ),
        }
    }
}

impl Answers {
    fn new(
        corpus: &Corpus,
        side: Side,
        ray: impl Fn(Sliders, u64, Direction) -> u64,
        fill: impl Fn(Sliders, u64, Direction) -> u64,
    ) -> Self {
        let column = |board: &dyn Fn(Sliders, u64) -> u64| -> Vec<u64> {
            corpus
                .positions
                .iter()
                .map(|p| board(sliders(p, side), p.occupied))
                .collect()
        };
        let rays = Direction::ALL.map(|d| column(&|s, occupied| ray(s, occupied, d)));
        let fills = Direction::ALL.map(|d| column(&|s, occupied| fill(s, occupied, d)));
        let union = (0..corpus.positions.len())
            .map(|i| rays.iter().fold(0, |all, ray| all | ray[i]))
            .collect();
        let pieces = [Direction::ORTHOGONAL, Direction::DIAGONAL].map(|four| {
            let board = |i: usize| four.iter().fold(0, |all, d| all | rays[d.index()][i]);
            (0..corpus.positions.len()).map(board).collect()
        });
        Self {
            union,
            pieces,
            rays,
            fills,
        }
    }
}

impl Inputs {
    /// The columns for calls of `n` boards.
    pub fn new(corpus: &Corpus, side: Side, n: usize, expected: Rc<Expected>) -> Self {
        let column = |place: usize, board: fn(Sliders, u64) -> u64| {
            Boards::from_fn(walk(n), place, |i| {
                let position = &corpus.positions[i % corpus.positions.len()];
                board(sliders(position, side), position.occupied)
            })
        };
        let columns = [
            column(0, |sliders, _| sliders.orthogonal),
            column(1, |sliders, _| sliders.diagonal),
            column(2, |_, occupied| occupied),
            column(3, |_, occupied| !occupied),
        ];
        Self {
            n,
            expected,
            columns,
            sliced: Vec::new(),
        }
    }

    /// Makes the windows once more, in the layout of the library.
    pub fn slice(&mut self) {
        let [orthogonal, diagonal, occupied, _] = self
            .columns
            .each_ref()
            .map(|column| column.chunks(self.n).map(SlicedBoards::from_boards));
        self.sliced = orthogonal
            .zip(diagonal)
            .zip(occupied)
            .map(|((orthogonal, diagonal), occupied)| SlicedPositions {
                orthogonal,
                diagonal,
                occupied,
            })
            .collect();
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// Never: there are at least [`WALK`] boards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Board `i`.
    pub fn position(&self, i: usize) -> (Sliders, u64) {
        (
            Sliders {
                orthogonal: self.columns[0][i],
                diagonal: self.columns[1][i],
            },
            self.columns[2][i],
        )
    }

    /// A loop's view of some of the boards.
    pub fn io<'a>(&'a self, boards: Range<usize>, outputs: &'a mut Outputs) -> Io<'a> {
        let n = self.n;
        let [orthogonal, diagonal, occupied, empty] = self
            .columns
            .each_ref()
            .map(|column| &column[boards.clone()]);
        let out = outputs.arrays.each_mut().map(|array| &mut array[..n]);
        let sliced = match self.sliced.is_empty() {
            true => &[][..],
            false => &self.sliced[boards.start / n..boards.end / n],
        };
        if !sliced.is_empty() && outputs.sliced.len() != n {
            outputs.sliced = SlicedBoards::empty(n);
        }
        Io {
            orthogonal,
            diagonal,
            occupied,
            empty,
            sliced,
            n,
            out,
            sliced_out: &mut outputs.sliced,
            slot: &mut outputs.slot,
            zero: black_box(0),
        }
    }
}

impl Outputs {
    /// For calls of up to `largest` boards.
    pub fn new(largest: usize) -> Self {
        Self {
            arrays: std::array::from_fn(|i| Boards::empty(largest, 4 + i)),
            sliced: SlicedBoards::empty(0),
            slot: Rays::default(),
        }
    }

    /// Fills the first `n` boards of the first `arrays` arrays with what is no answer, so that a board that is not
    /// written is found.
    pub fn spoil(&mut self, arrays: usize, n: usize) {
        for array in &mut self.arrays[..arrays] {
            for (i, board) in array[..n].iter_mut().enumerate() {
                *board = 0xbad0_bad0_bad0_bad0 ^ i as u64;
            }
        }
        self.sliced = SlicedBoards::from_boards(&self.arrays[0][..n]);
        self.slot = Rays([0xbad0_bad0_bad0_bad0; 8]);
    }

    /// Brings the results in the layout of the library to the first array.
    pub fn unslice(&mut self) {
        let n = self.sliced.len();
        // The lengths are the same.
        let _ = self.sliced.store(&mut self.arrays[0][..n]);
    }

    /// Array `i`.
    pub fn array(&self, i: usize) -> &[u64] {
        &self.arrays[i]
    }

    /// The result that was stored and not read.
    pub fn slot(&self) -> Rays {
        self.slot
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
}
