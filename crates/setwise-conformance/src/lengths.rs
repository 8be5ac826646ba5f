//! Slices of every length at every place, and slices whose lengths do not match.

use crate::arena::{Arena, GUARD, PLACES};
use crate::check::{Attacked, Filled};
use crate::failure::Failure;
use crate::kernel::{Call, Kernel, Outcome};
use crate::noise::Noise;
use setwise_core::{Batch, Direction, LengthMismatch, OUT_NAMES, Sliders};

/// Some positions and fills with their answers.
struct Samples {
    attacked: Attacked,
    filled: Vec<Filled>,
}

impl Samples {
    fn new(n: usize) -> Self {
        let mut noise = Noise::new(n as u64);
        let positions: Vec<_> = (0..n)
            .map(|_| {
                let (orthogonal, diagonal) = (noise.board(), noise.board());
                (
                    Sliders {
                        orthogonal,
                        diagonal,
                    },
                    noise.board(),
                )
            })
            .collect();
        let attacked = Attacked::by_oracle(positions);
        let fill = |direction| {
            let pairs = attacked.orthogonal.iter().zip(&attacked.occupied);
            Filled::by_oracle(direction, pairs.map(|(&g, &o)| (g, !o)))
        };
        let filled = Direction::ALL.map(fill).to_vec();
        Self { attacked, filled }
    }
}

/// Every length from 0 to three packs and one board, in slices that start at each of the eight words of a cache
/// line (and at different ones), with guards around the outputs; and in slices of just that length, so that a
/// sanitizer sees whoever reads on.
pub fn every_length(kernel: &dyn Kernel) -> Result<(), Failure> {
    // At least those of the narrow packs that rest boards are done with.
    let longest = 3 * kernel.boards_per_pack().max(PLACES) + 1;
    let samples = Samples::new(longest);
    for len in 0..=longest {
        for place in 0..PLACES {
            attacks_at(kernel, &samples.attacked, len, place)?;
            // All directions have their turn at every length.
            fill_at(kernel, &samples.filled[(place + len) % 8], len, place)?;
        }
        exact(kernel, &samples, len)?;
    }
    Ok(())
}

fn attacks_at(
    kernel: &dyn Kernel,
    all: &Attacked,
    len: usize,
    place: usize,
) -> Result<(), Failure> {
    let input = |boards: &[u64], away: usize| Arena::with(place + away * len, &boards[..len]);
    let orthogonal = input(&all.orthogonal, 1);
    let diagonal = input(&all.diagonal, 2);
    let occupied = input(&all.occupied, 3);
    let batch = || Batch::new(orthogonal.slice(), diagonal.slice(), occupied.slice());
    let what = |call: Call| format!("{call} of {len} boards, {place} words from alignment");
    if kernel.serves(Call::BatchAttacks) {
        let what = what(Call::BatchAttacks);
        let mut out = Arena::new(place, len);
        let outcome = batch().and_then(|batch| kernel.batch_attacks(batch, out.slice_mut()));
        outcome.map_err(|error| format!("{what}: {error}"))?;
        out.check(&all.union[..len], &what)?;
    }
    if kernel.serves(Call::BatchRayAttacks) {
        let what = what(Call::BatchRayAttacks);
        for spread in [0, 1] {
            let mut out: [Arena; 8] = std::array::from_fn(|i| Arena::new(place + spread * i, len));
            let outcome = batch().and_then(|batch| {
                kernel.batch_ray_attacks(batch, out.each_mut().map(Arena::slice_mut))
            });
            outcome.map_err(|error| format!("{what}: {error}"))?;
            for ((out, expected), name) in out.iter().zip(&all.rays).zip(OUT_NAMES) {
                out.check(&expected[..len], format_args!("{what}, {name}"))?;
            }
        }
    }
    Ok(())
}

fn fill_at(kernel: &dyn Kernel, all: &Filled, len: usize, place: usize) -> Result<(), Failure> {
    if !kernel.serves(Call::BatchOccludedFill) {
        return Ok(());
    }
    let call = Call::BatchOccludedFill;
    let what = format!("{call} of {len} boards, {place} words from alignment");
    let generators = Arena::with(place + len, &all.generators[..len]);
    let propagators = Arena::with(place + 2 * len, &all.propagators[..len]);
    let mut out = Arena::new(place, len);
    kernel
        .batch_occluded_fill(
            all.direction,
            generators.slice(),
            propagators.slice(),
            out.slice_mut(),
        )
        .map_err(|error| format!("{what}: {error}"))?;
    out.check(&all.filled[..len], &what)
}

/// Slices with nothing behind them, all calls.
fn exact(kernel: &dyn Kernel, samples: &Samples, len: usize) -> Result<(), Failure> {
    let own = |boards: &[u64]| -> Box<[u64]> { boards[..len].into() };
    let same = |call: Call, found: &[u64], expected: &[u64]| {
        if found == &expected[..len] {
            Ok(())
        } else {
            Err(Failure::plain(format!("{call} of {len} boards: wrong")))
        }
    };
    let all = &samples.attacked;
    let (orthogonal, diagonal, occupied) =
        (own(&all.orthogonal), own(&all.diagonal), own(&all.occupied));
    let batch = || Batch::new(&orthogonal, &diagonal, &occupied);
    let refused = |mismatch: LengthMismatch| mismatch.to_string();
    let empty = || -> Box<[u64]> { vec![GUARD; len].into() };
    if kernel.serves(Call::BatchAttacks) {
        let mut out = empty();
        batch()
            .and_then(|batch| kernel.batch_attacks(batch, &mut out))
            .map_err(refused)?;
        same(Call::BatchAttacks, &out, &all.union)?;
    }
    if kernel.serves(Call::BatchRayAttacks) {
        let mut out: [Box<[u64]>; 8] = std::array::from_fn(|_| empty());
        batch()
            .and_then(|batch| kernel.batch_ray_attacks(batch, out.each_mut().map(|out| &mut **out)))
            .map_err(refused)?;
        for (out, expected) in out.iter().zip(&all.rays) {
            same(Call::BatchRayAttacks, out, expected)?;
        }
    }
    if kernel.serves(Call::BatchOccludedFill) {
        for all in &samples.filled {
            let mut out = empty();
            kernel
                .batch_occluded_fill(
                    all.direction,
                    &own(&all.generators),
                    &own(&all.propagators),
                    &mut out,
                )
                .map_err(refused)?;
            same(Call::BatchOccludedFill, &out, &all.filled)?;
        }
    }
    Ok(())
}

/// Slices whose lengths differ: each must be refused by an error that names a slice and both lengths, and nothing
/// may be written.
pub fn mismatches(kernel: &dyn Kernel) -> Result<(), Failure> {
    let pack = kernel.boards_per_pack();
    let lengths = [0, 1, 2, pack, pack + 1, 2 * pack + 1];
    let boards = Noise::new(5).boards(2 * pack + 2);
    for expected in lengths {
        let (all, other) = (&boards[..expected], &boards[1..][..expected]);
        for found in lengths.into_iter().filter(|&found| found != expected) {
            let batch = || Batch::new(all, other, all);
            if kernel.serves(Call::BatchAttacks) {
                let mut out = Arena::new(1, found);
                let outcome =
                    batch().and_then(|batch| kernel.batch_attacks(batch, out.slice_mut()));
                refuses(Call::BatchAttacks, outcome, &["out"], [found, expected])?;
                out.check(&[], "refused")?;
            }
            if kernel.serves(Call::BatchRayAttacks) {
                // Every set of the eight outputs but the empty one has the wrong length.
                for wrong in 1..=0xff_usize {
                    let len = |i: usize| if wrong >> i & 1 != 0 { found } else { expected };
                    let mut out: [Arena; 8] = std::array::from_fn(|i| Arena::new(i, len(i)));
                    let outcome = batch().and_then(|batch| {
                        kernel.batch_ray_attacks(batch, out.each_mut().map(Arena::slice_mut))
                    });
                    let names: Vec<_> = (0..8)
                        .filter(|i| wrong >> i & 1 != 0)
                        .map(|i| OUT_NAMES[i])
                        .collect();
                    refuses(Call::BatchRayAttacks, outcome, &names, [found, expected])?;
                    for out in &out {
                        out.check(&[], "refused")?;
                    }
                }
            }
            if kernel.serves(Call::BatchOccludedFill) {
                for direction in Direction::ALL {
                    let shapes = [
                        ([expected, expected, found], "out"),
                        ([expected, found, expected], "propagators"),
                        ([found, expected, expected], "propagators"),
                        ([expected, found, found], "propagators"),
                    ];
                    for ([g, p, o], name) in shapes {
                        let mut out = Arena::new(1, o);
                        let outcome = kernel.batch_occluded_fill(
                            direction,
                            &boards[..g],
                            &boards[..p],
                            out.slice_mut(),
                        );
                        let lengths = if name == "out" { [o, g] } else { [p, g] };
                        refuses(Call::BatchOccludedFill, outcome, &[name], lengths)?;
                        out.check(&[], "refused")?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// The error names one of the wrong slices and both lengths.
fn refuses(
    call: Call,
    outcome: Outcome,
    names: &[&str],
    [found, expected]: [usize; 2],
) -> Result<(), Failure> {
    let Err(error) = outcome else {
        let what = format!("{call} took {} of {found} boards for {expected}", names[0]);
        return Err(Failure::plain(what));
    };
    let text = error.to_string();
    let named = names.contains(&error.what) && text.contains(error.what);
    let both = (error.found, error.expected) == (found, expected)
        && [found, expected]
            .iter()
            .all(|n| text.contains(&n.to_string()));
    if named && both {
        Ok(())
    } else {
        let wanted = format!("one of {names:?}, {found}, {expected}");
        Err(Failure::plain(format!(
            "{call}: the error `{text}` should name {wanted}"
        )))
    }
}
