//! The loops that are timed: each is written once, for every contender.
//!
//! Everything here is inlined into the function that carries the instruction set ([`crate::isa`]).

use crate::calls::Calls;
use crate::fence::fence;
use crate::isa::Isa;
use setwise::{Batch, Direction, Rays, SlicedBoards, Sliders};
use setwise_results::Measure;
use std::hint::black_box;

/// The boards of a position in columns: orthogonal sliders, diagonal sliders, occupied squares,
/// empty squares.
pub type Columns<T> = [T; 4];

/// Returns the column that an entry point takes for an input of this name. Fills go from the
/// sliders of their direction over the empty squares; any other set is that of all pieces.
pub const fn column(input: &str, direction: Direction) -> usize {
    match input.as_bytes() {
        b"orthogonal" => 0,
        b"diagonal" => 1,
        b"generators" => direction.is_diagonal() as usize,
        b"propagators" => 3,
        _ => 2,
    }
}

/// Returns the two sets of sliders of a position.
pub const fn sliders(orthogonal: u64, diagonal: u64) -> Sliders {
    Sliders {
        orthogonal,
        diagonal,
    }
}

/// A window of positions in the layout of the library.
pub struct SlicedPositions {
    /// Rooks and queens.
    pub orthogonal: SlicedBoards,
    /// Bishops and queens.
    pub diagonal: SlicedBoards,
    /// All pieces.
    pub occupied: SlicedBoards,
}

/// The boards that a loop reads and writes.
pub struct Io<'a> {
    /// One or more windows of `n` positions.
    pub columns: Columns<&'a [u64]>,
    /// The windows in the layout of the library, for calls that take it.
    pub sliced: &'a [SlicedPositions],
    /// Boards per call.
    pub n: usize,
    /// Eight arrays of `n` boards; calls with one output write the first. Every window writes to
    /// the same boards, as an engine does with its buffer.
    pub out: [&'a mut [u64]; 8],
    /// The first of the eight arrays in the layout of the library, for calls that take it.
    pub sliced_out: &'a mut SlicedBoards,
    /// The last of the results that are stored and not read.
    pub slot: &'a mut Rays,
    /// 0, unknown to the optimizer. It makes a call depend on the result of the previous one.
    pub zero: u64,
}

/// A window of positions. An argument takes the outputs out of it.
pub struct Window<'w, 'a> {
    columns: Columns<&'a [u64]>,
    start: usize,
    n: usize,
    out: Option<&'w mut [&'a mut [u64]; 8]>,
}

/// An argument of an entry point, made of a window of positions or of the boards of one position.
pub trait Argument<From> {
    /// Returns the argument, by its type, and by its column or direction where the type has
    /// several.
    fn of(from: From, column: usize, direction: Direction) -> Self;
}

impl<From> Argument<From> for Direction {
    #[inline(always)]
    fn of(_: From, _: usize, direction: Self) -> Self {
        direction
    }
}

impl Argument<Columns<u64>> for Sliders {
    #[inline(always)]
    fn of([orthogonal, diagonal, ..]: Columns<u64>, _: usize, _: Direction) -> Self {
        sliders(orthogonal, diagonal)
    }
}

impl Argument<Columns<u64>> for u64 {
    #[inline(always)]
    fn of(boards: Columns<u64>, column: usize, _: Direction) -> Self {
        boards[column]
    }
}

impl<'a> Argument<&mut Window<'_, 'a>> for &'a [u64] {
    #[inline(always)]
    fn of(window: &mut Window<'_, 'a>, column: usize, _: Direction) -> Self {
        &window.columns[column][window.start..window.start + window.n]
    }
}

impl<'a> Argument<&mut Window<'_, 'a>> for Batch<'a> {
    #[inline(always)]
    fn of(window: &mut Window<'_, 'a>, _: usize, direction: Direction) -> Self {
        let mut column = |column| <&[u64]>::of(&mut *window, column, direction);
        Batch {
            orthogonal: column(0),
            diagonal: column(1),
            occupied: column(2),
        }
    }
}

impl<'w> Argument<&mut Window<'w, '_>> for &'w mut [u64] {
    #[inline(always)]
    fn of(window: &mut Window<'w, '_>, _: usize, _: Direction) -> Self {
        let [out, ..] = window.out.take().expect(ONE_ARGUMENT);
        &mut out[..window.n]
    }
}

impl<'w> Argument<&mut Window<'w, '_>> for [&'w mut [u64]; 8] {
    #[inline(always)]
    fn of(window: &mut Window<'w, '_>, _: usize, _: Direction) -> Self {
        let len = window.n;
        // `map` would take as long as a few boards.
        let [n, ne, e, se, s, sw, w, nw] = window.out.take().expect(ONE_ARGUMENT);
        let (n, ne, e, se) = (&mut n[..len], &mut ne[..len], &mut e[..len], &mut se[..len]);
        let (s, sw, w, nw) = (&mut s[..len], &mut sw[..len], &mut w[..len], &mut nw[..len]);
        [n, ne, e, se, s, sw, w, nw]
    }
}

/// The reason why calls for many boards cannot fail here.
pub(crate) const LENGTHS: &str = "the loops pass slices of one length";
const ONE_ARGUMENT: &str = "an entry point has one argument for outputs";

/// The result of a call for one position.
pub trait Answer {
    /// Moves each board to a general-purpose register, and unites them there.
    fn read(self) -> u64;
    /// Writes the boards, if there are eight.
    fn keep(self, slot: &mut Rays);
}

impl Answer for u64 {
    #[inline(always)]
    fn read(self) -> u64 {
        fence(self)
    }

    fn keep(self, _: &mut Rays) {}
}

impl Answer for Rays {
    #[inline(always)]
    fn read(self) -> u64 {
        let [n, ne, e, se, s, sw, w, nw] = self.0;
        ((fence(n) ^ fence(ne)) ^ (fence(e) ^ fence(se)))
            ^ ((fence(s) ^ fence(sw)) ^ (fence(w) ^ fence(nw)))
    }

    #[inline(always)]
    fn keep(self, slot: &mut Rays) {
        *slot = self;
    }
}

/// Calls for many positions, window after window.
#[inline(always)]
pub(crate) fn windows<'a>(io: &mut Io<'a>, call: impl Fn(&mut Window<'_, 'a>)) -> u64 {
    let (columns, n, len) = (io.columns, io.n, io.columns[0].len());
    let mut start = 0;
    // A step iterator would divide, which takes as long as a short call.
    while start + n <= len {
        call(&mut Window {
            columns,
            start,
            n,
            out: Some(&mut io.out),
        });
        // The boards have to be in memory before the next call.
        black_box(io.out[0].as_mut_ptr());
        start += n;
    }
    0
}

/// `batch_attacks` without a change of layout, window after window.
#[inline(always)]
pub(crate) fn sliced_windows(code: impl Calls, io: &mut Io<'_>) -> u64 {
    for positions in io.sliced {
        code.sliced_attacks(positions, io.sliced_out);
        black_box(&mut *io.sliced_out);
    }
    0
}

/// Returns the boards position by position.
#[inline(always)]
fn positions<'a>(io: &Io<'a>) -> impl Iterator<Item = Columns<u64>> + use<'a> {
    let [a, b, c, d] = io.columns;
    let columns = a.iter().zip(b).zip(c).zip(d);
    columns.map(|(((a, b), c), d)| [*a, *b, *c, *d])
}

/// A call for one position. It is no closure, because a closure that is not inlined is compiled
/// without the instruction set.
pub(crate) trait Single: Copy {
    /// The column that depends on the result of the previous call when latency is measured.
    const DEPENDENT: usize;
    type Answer: Answer;

    /// Calls. Mark it `#[inline(always)]`.
    fn call(self, boards: Columns<u64>) -> Self::Answer;
}

/// Calls for one position after the other. Returns the exclusive or of the results.
#[inline(always)]
pub(crate) fn each<I: Isa>((isa, measure): (I, Measure), io: &Io<'_>, code: impl Single) -> u64 {
    // Each closure makes its iterator itself. A captured one would stay in memory, which costs up
    // to a quarter of a short call.
    match measure {
        Measure::Throughput => isa.run(|| {
            let mut all = 0;
            for boards in positions(io) {
                all ^= code.call(boards).read();
            }
            all
        }),
        Measure::Latency => isa.run(|| latency(code, positions(io), io.zero)),
    }
}

#[inline(always)]
fn latency<S: Single>(code: S, positions: impl Iterator<Item = Columns<u64>>, zero: u64) -> u64 {
    let (mut all, mut last) = (0, 0);
    for mut boards in positions {
        boards[S::DEPENDENT] ^= last & zero;
        last = code.call(boards).read();
        all ^= last;
    }
    all
}

/// Calls for one position after the other. The results are stored and not read.
#[inline(always)]
pub(crate) fn stored(io: &mut Io<'_>, code: impl Single) -> u64 {
    let last = io.columns[0].len().saturating_sub(1);
    for (i, boards) in positions(io).enumerate() {
        // The result has a place of its own in each turn. A place outside of the loop would need a
        // copy.
        let answer = code.call(boards);
        black_box(&answer);
        if i == last {
            answer.keep(io.slot);
        }
    }
    0
}
