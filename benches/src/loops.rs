//! The loops that are timed: each is written once, for every contender.
//!
//! Everything here is inlined into the function that carries the instruction set ([`crate::isa`]).

use crate::calls::{Calls, Outcome};
use crate::inputs::{Columns, Io, sliders};
use crate::{fence::fence, isa::Isa};
use setwise::{Batch, Direction, EntryPoint, Rays};
use setwise_results::{Entry, Form, Measure};
use std::hint::black_box;

/// Runs one of the parts of a call ([`Entry::parts`]) over all positions: the loop that is timed.
/// The board that it returns depends on every result that the loop reads.
pub(crate) fn run<C: Calls, I: Isa>(
    (code, isa): (C, I),
    (entry, measure, part): (Entry, Measure, usize),
    io: &mut Io<'_>,
) -> u64 {
    let how = (isa, measure);
    match (entry.form, entry.point) {
        (Form::Sliced, _) if C::KEEPS_SLICES => isa.run(|| sliced_windows(code, io)),
        (Form::Piece, _) if part == 0 => each(how, io, Single::<C, PIECE, 0>(code)),
        (Form::Piece, _) => each(how, io, Single::<C, PIECE, 1>(code)),
        (Form::Stored, _) => isa.run(|| stored(io, code)),
        (_, EntryPoint::Attacks) => each(how, io, Single::<C, ATTACKS, 0>(code)),
        (_, EntryPoint::RayAttacks) => each(how, io, Single::<C, RAY_ATTACKS, 0>(code)),
        (_, EntryPoint::BatchAttacks) => unions(code, isa, io),
        (_, EntryPoint::BatchRayAttacks) => isa.run(|| {
            windows(io, |window, [n, ne, e, se, s, sw, w, nw]| {
                let len = window.n;
                // `map` would take as long as a few boards.
                let (n, ne, e, se) = (&mut n[..len], &mut ne[..len], &mut e[..len], &mut se[..len]);
                let (s, sw, w, nw) = (&mut s[..len], &mut sw[..len], &mut w[..len], &mut nw[..len]);
                code.batch_ray_attacks(window.batch(), [n, ne, e, se, s, sw, w, nw])
            })
        }),
        (_, EntryPoint::BatchXrayAttacks) => isa.run(|| {
            windows(io, |window, [out, ..]| {
                let blockers = window.column(2);
                code.batch_xray_attacks(window.batch(), blockers, &mut out[..window.n])
            })
        }),
        (_, EntryPoint::OccludedFill | EntryPoint::BatchOccludedFill) => {
            macro_rules! of_directions {
                ($($direction:literal)*) => { [$(fills::<C, I, $direction>),*] };
            }
            let of_directions = of_directions!(0 1 2 3 4 5 6 7);
            of_directions[part](code, how, entry.is_batch(), io)
        }
        _ => 0,
    }
}

/// Attacks of all sliders, united.
fn unions<C: Calls, I: Isa>(code: C, isa: I, io: &mut Io<'_>) -> u64 {
    isa.run(|| {
        windows(io, |window, [out, ..]| {
            code.batch_attacks(window.batch(), &mut out[..window.n])
        })
    })
}

/// Fills from the sliders of a direction over the empty squares.
fn fills<C: Calls, I: Isa, const D: usize>(
    code: C,
    (isa, measure): (I, Measure),
    is_batch: bool,
    io: &mut Io<'_>,
) -> u64 {
    if !is_batch {
        return each((isa, measure), io, Single::<C, FILL, D>(code));
    }
    isa.run(|| {
        windows(io, |window, [out, ..]| {
            let direction = const { Direction::ALL[D] };
            let generators = window.column(direction.is_diagonal().into());
            let out = &mut out[..window.n];
            code.batch_occluded_fill(generators, window.column(3), direction, out)
        })
    })
}

struct Window<'a> {
    columns: Columns<&'a [u64]>,
    start: usize,
    n: usize,
}

impl<'a> Window<'a> {
    #[inline(always)]
    fn column(&self, column: usize) -> &'a [u64] {
        &self.columns[column][self.start..self.start + self.n]
    }

    #[inline(always)]
    fn batch(&self) -> Batch<'a> {
        Batch {
            orthogonal: self.column(0),
            diagonal: self.column(1),
            occupied: self.column(2),
        }
    }
}

/// The reason why calls for many boards cannot fail here.
const LENGTHS: &str = "the loops pass slices of one length";

/// Calls for many positions, window after window.
#[inline(always)]
fn windows<'a>(
    io: &mut Io<'a>,
    call: impl Fn(&Window<'a>, &mut [&mut [u64]; 8]) -> Outcome,
) -> u64 {
    let (columns, n, len) = (io.columns, io.n, io.columns[0].len());
    let mut start = 0;
    // A step iterator would divide, which takes as long as a short call.
    while start + n <= len {
        let window = Window { columns, start, n };
        call(&window, &mut io.out).expect(LENGTHS);
        // Forces the results into memory before the next call.
        black_box(io.out[0].as_mut_ptr());
        start += n;
    }
    0
}

/// `batch_attacks` without a change of layout, window after window.
#[inline(always)]
fn sliced_windows(code: impl Calls, io: &mut Io<'_>) -> u64 {
    for boards in io.sliced {
        code.sliced_attacks(boards, io.sliced_out).expect(LENGTHS);
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

/// Calls for one position with direction or piece number `PART`. It is no closure, because a
/// closure that is not inlined is compiled without the instruction set.
#[derive(Clone, Copy)]
struct Single<C, const CALL: usize, const PART: usize>(C);

const ATTACKS: usize = 0;
const RAY_ATTACKS: usize = 1;
const FILL: usize = 2;
const PIECE: usize = 3;

impl<C: Calls, const CALL: usize, const PART: usize> Single<C, CALL, PART> {
    /// Calls, moves each board of the result to a general-purpose register, and unites them there.
    #[inline(always)]
    fn read(self, boards: Columns<u64>) -> u64 {
        let ([orthogonal, diagonal, occupied, empty], Self(code)) = (boards, self);
        let sliders = sliders(orthogonal, diagonal);
        match CALL {
            ATTACKS => fence(code.attacks(sliders, occupied)),
            RAY_ATTACKS => {
                let Rays([n, ne, e, se, s, sw, w, nw]) = code.ray_attacks(sliders, occupied);
                ((fence(n) ^ fence(ne)) ^ (fence(e) ^ fence(se)))
                    ^ ((fence(s) ^ fence(sw)) ^ (fence(w) ^ fence(nw)))
            }
            FILL => {
                let direction = const { Direction::ALL[PART] };
                fence(code.occluded_fill(sliders.of(direction), empty, direction))
            }
            _ if PART == 0 => fence(code.piece_attacks::<false>(orthogonal, occupied)),
            _ => fence(code.piece_attacks::<true>(diagonal, occupied)),
        }
    }
}

/// Calls for one position after the other. Returns the exclusive or of the results.
#[inline(always)]
fn each<C: Calls, I: Isa, const CALL: usize, const PART: usize>(
    (isa, measure): (I, Measure),
    io: &Io<'_>,
    code: Single<C, CALL, PART>,
) -> u64 {
    // Each closure makes its iterator itself. A captured one would stay in memory, which costs up
    // to a quarter of a short call.
    match measure {
        Measure::Throughput => isa.run(|| {
            let mut all = 0;
            for boards in positions(io) {
                all ^= code.read(boards);
            }
            all
        }),
        Measure::Latency => isa.run(|| {
            let (mut all, mut last, zero) = (0, 0, io.zero);
            for [orthogonal, diagonal, occupied, empty] in positions(io) {
                // A call reads `occupied` or `empty`, so both depend on the previous result.
                let wait = last & zero;
                last = code.read([orthogonal, diagonal, occupied ^ wait, empty ^ wait]);
                all ^= last;
            }
            all
        }),
    }
}

/// `ray_attacks` for one position after the other. The results are stored and not read.
#[inline(always)]
fn stored(io: &mut Io<'_>, code: impl Calls) -> u64 {
    let last = io.columns[0].len().saturating_sub(1);
    for (i, [orthogonal, diagonal, occupied, _]) in positions(io).enumerate() {
        // Each iteration has its own result variable. A variable outside of the loop would need a
        // copy.
        let rays = code.ray_attacks(sliders(orthogonal, diagonal), occupied);
        black_box(&rays);
        if i == last {
            *io.slot = rays;
        }
    }
    0
}
