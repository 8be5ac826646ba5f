//! The boards that a cell is measured on, and the right answers.

use crate::boards::Boards;
use crate::corpus::Corpus;
use crate::loops::{Io, SlicedPositions, sliders};
use setwise::{Batch, Direction, EntryPoint, LengthMismatch, Rays, SlicedBoards, Sliders};
use setwise_core::oracle;
use setwise_results::Side;
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

/// The least number of boards that a timed loop walks over, whatever the size of a call, so that one position alone,
/// which the branch predictor would learn, never stands for all, and all sizes up to this one see the same positions.
/// Their three columns and one buffer of 64 boards by eight directions fit into a first-level cache of 32 KiB.
pub const WALK: usize = 1024;

/// Returns how many boards a loop with calls of `n` boards walks over.
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

/// The right results for each position of a corpus.
pub struct Expected {
    /// The attacks, by the square walker.
    pub solved: Answers,
    /// The results of [`Bound`](crate::peers::Bound).
    pub traffic: Answers,
}

/// One board for each position of a corpus.
pub struct Answers {
    /// All directions.
    pub union: Vec<u64>,
    /// Rooks and queens alone, bishops and queens alone.
    pub pieces: [Vec<u64>; 2],
    /// All directions, through the first blocker of each ray; every piece is a blocker.
    pub xrays: Vec<u64>,
    /// By direction.
    pub rays: [Vec<u64>; 8],
    /// The sliders of the direction, filled over the empty squares.
    pub fills: [Vec<u64>; 8],
}

/// The memory for results: eight arrays, as large as the largest call.
pub struct Outputs {
    arrays: [Boards; 8],
    sliced: SlicedBoards,
    slot: Rays,
}

impl Expected {
    /// Solves all positions of a corpus.
    pub fn new(corpus: &Corpus, side: Side) -> Self {
        let attacks = |s: Sliders, o, d| oracle::attacks(s.of(d), o, d);
        let fill = |s: Sliders, o: u64, d| oracle::occluded_fill(s.of(d), !o, d);
        let read = |s: Sliders, o, _| s.orthogonal ^ s.diagonal ^ o;
        let read_pair = |s: Sliders, o: u64, d| s.of(d) ^ !o;
        Self {
            solved: Answers::new(corpus, side, attacks, fill),
            traffic: Answers::new(corpus, side, read, read_pair),
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
        let xray = |s: Sliders, occupied: u64| {
            let inputs = [s.orthogonal, s.diagonal, occupied, occupied];
            EntryPoint::BatchXrayAttacks.oracle(&inputs, Direction::North)[0]
        };
        let positions = &corpus.positions;
        let column = |board: &dyn Fn(Sliders, u64) -> u64| -> Vec<u64> {
            let boards = positions.iter().map(|p| board(p.sliders(side), p.occupied));
            boards.collect()
        };
        let rays = Direction::ALL.map(|d| column(&|s, occupied| ray(s, occupied, d)));
        let fills = Direction::ALL.map(|d| column(&|s, occupied| fill(s, occupied, d)));
        let union = |directions: &[Direction]| -> Vec<u64> {
            let board = |i| directions.iter().fold(0, |all, d| all | rays[d.index()][i]);
            (0..positions.len()).map(board).collect()
        };
        Self {
            union: union(&Direction::ALL),
            pieces: [Direction::ORTHOGONAL, Direction::DIAGONAL].map(|four| union(&four)),
            xrays: column(&xray),
            rays,
            fills,
        }
    }
}

impl Inputs {
    /// Makes the columns for calls of `n` boards.
    pub fn new(corpus: &Corpus, side: Side, n: usize, expected: Rc<Expected>) -> Self {
        let positions = &corpus.positions;
        let column = |place: usize, board: fn(Sliders, u64) -> u64| {
            let position = |i: usize| &positions[i % positions.len()];
            Boards::from_fn(walk(n), place, |i| {
                board(position(i).sliders(side), position(i).occupied)
            })
        };
        let columns = [
            column(0, |sliders, _| sliders.orthogonal),
            column(1, |sliders, _| sliders.diagonal),
            column(2, |_, occupied| occupied),
            column(3, |_, occupied| !occupied),
        ];
        let sliced = Vec::new();
        Self {
            n,
            expected,
            columns,
            sliced,
        }
    }

    /// Makes the windows once more, in the layout of the library.
    pub fn slice(&mut self) {
        let window = |column: usize, start: usize| {
            SlicedBoards::from_boards(&self.columns[column][start..start + self.n])
        };
        let positions = |start| SlicedPositions {
            orthogonal: window(0, start),
            diagonal: window(1, start),
            occupied: window(2, start),
        };
        self.sliced = (0..self.len()).step_by(self.n).map(positions).collect();
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
    ///
    /// # Errors
    /// Never, as all columns have one length.
    pub fn io<'a>(
        &'a self,
        boards: Range<usize>,
        outputs: &'a mut Outputs,
    ) -> Result<Io<'a>, LengthMismatch> {
        let (n, windows) = (self.n, boards.start / self.n..boards.end / self.n);
        let columns = self.columns.each_ref();
        let [orthogonal, diagonal, occupied, empty] = columns.map(|column| &column[boards.clone()]);
        let sliced = self.sliced.get(windows).unwrap_or_default();
        if !sliced.is_empty() && outputs.sliced.len() != n {
            outputs.sliced = SlicedBoards::empty(n);
        }
        Ok(Io {
            batch: Batch::new(orthogonal, diagonal, occupied)?,
            empty,
            sliced,
            n,
            out: outputs.arrays.each_mut().map(|array| &mut array[..n]),
            sliced_out: &mut outputs.sliced,
            slot: &mut outputs.slot,
            zero: black_box(0),
        })
    }
}

impl Outputs {
    /// Makes the arrays for calls of up to `largest` boards.
    pub fn new(largest: usize) -> Self {
        Self {
            arrays: std::array::from_fn(|i| Boards::empty(largest, 4 + i)),
            sliced: SlicedBoards::empty(0),
            slot: Rays::default(),
        }
    }

    /// Fills the first `n` boards of the first `arrays` arrays with wrong answers, so that a board that is not written is
    /// found.
    pub fn spoil(&mut self, arrays: usize, n: usize) {
        const WRONG: u64 = 0xbad0_bad0_bad0_bad0;
        for array in &mut self.arrays[..arrays] {
            (0..n).for_each(|i| array[i] = WRONG ^ i as u64);
        }
        self.sliced = SlicedBoards::from_boards(&self.arrays[0][..n]);
        self.slot = Rays([WRONG; 8]);
    }

    /// Brings the results in the layout of the library to the first array.
    pub fn unslice(&mut self) {
        let n = self.sliced.len();
        // The lengths are the same.
        let _ = self.sliced.store(&mut self.arrays[0][..n]);
    }

    /// Returns array `i`.
    pub fn array(&self, i: usize) -> &[u64] {
        &self.arrays[i]
    }

    /// Returns the result that was stored and not read.
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
