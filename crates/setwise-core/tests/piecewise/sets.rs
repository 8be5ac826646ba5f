//! Whole sets and batches.

use super::random;
use setwise_core::piecewise::{
    PieceKind, System, SystemTask, batch_piece_attacks, slider_attacks, slider_ray_attacks,
    systems, with_system,
};
use setwise_core::{LengthMismatch, Sliders, Square, oracle};

/// Positions from few sliders among many pieces to many among few, none and all, in `occupied` or
/// not.
fn positions() -> impl Iterator<Item = (Sliders, u64)> {
    let extremes = [0, !0, 1, 1 << 63];
    let edges = extremes.into_iter().flat_map(move |orthogonal| {
        extremes.into_iter().flat_map(move |diagonal| {
            extremes.map(|occupied| {
                (
                    Sliders {
                        orthogonal,
                        diagonal,
                    },
                    occupied,
                )
            })
        })
    });
    let thin =
        |seed: u64, times: u64| (1..=times).fold(random(seed), |w, i| w & random(seed ^ i << 40));
    edges.chain((0..2000).map(move |i| {
        (
            Sliders {
                orthogonal: thin(3 * i, i % 6),
                diagonal: thin(3 * i + 1, i / 6 % 6),
            },
            thin(3 * i + 2, i % 4),
        )
    }))
}

#[test]
fn sets() {
    for (sliders, occupied) in positions() {
        let expected = oracle::ray_attacks(sliders, occupied);
        for &system in systems() {
            let name = system.about().name;
            assert_eq!(
                slider_ray_attacks(system, sliders, occupied),
                expected,
                "{name}"
            );
            assert_eq!(
                slider_attacks(system, sliders, occupied),
                expected.union(),
                "{name}"
            );
        }
    }
}

/// The same with static types.
struct Whole(Sliders, u64);

impl SystemTask for Whole {
    type Output = u64;
    fn run<S: System>(&mut self, system: &S) -> u64 {
        slider_attacks(system, self.0, self.1)
    }
}

#[test]
fn sets_by_static_type() {
    for (sliders, occupied) in positions().take(200) {
        for place in 0..systems().len() {
            assert_eq!(
                with_system(place, &mut Whole(sliders, occupied)),
                Some(oracle::ray_attacks(sliders, occupied).union())
            );
        }
    }
}

#[test]
fn batches() {
    for n in [0, 1, 7, 64, 129] {
        let squares: Vec<Square> = (0..n)
            .map(|i| Square::wrapping(random(i) as usize))
            .collect();
        let occupied: Vec<u64> = (0..n).map(|i| random(i + 1000)).collect();
        for &system in systems() {
            for kind in PieceKind::ALL {
                let mut out = vec![0x5555; n as usize];
                batch_piece_attacks(system, kind, &squares, &occupied, &mut out).unwrap();
                for i in 0..n as usize {
                    assert_eq!(out[i], super::walk(kind, squares[i], occupied[i]));
                }
            }
        }
    }
}

#[test]
fn wrong_lengths_write_nothing() {
    let squares = [Square::wrapping(0); 3];
    let mut out = [7; 3];
    let mut call = |pieces: &[u64], n: usize| {
        batch_piece_attacks(
            systems()[0],
            PieceKind::Rook,
            &squares,
            pieces,
            &mut out[..n],
        )
    };
    let mismatch = |what, found| LengthMismatch::check(what, found, 3);
    assert_eq!(call(&[0; 2], 3), mismatch("occupied", 2));
    assert_eq!(call(&[0; 3], 2), mismatch("out", 2));
    assert_eq!(out, [7; 3]);
}
