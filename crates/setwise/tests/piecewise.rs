//! The piece-wise systems, compiled for the host, against the plain functions of the core crate and
//! the oracle.

use setwise::piecewise::{
    About, Described, Handle, PieceKind, System, SystemTask, batch_piece_attacks, best, dispatch,
    handles, hyperbola::IN_LANES, piece_attacks, systems,
};
use setwise::{Batch, LengthMismatch, Rays, Sliders, Square, Squares};
use setwise_conformance::{Rng, lines::subsets};
use setwise_core::{OUT_NAMES, oracle};
#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

fn random(seed: u64) -> u64 {
    Rng::new(seed).next_u64()
}

/// Every handle with its system.
fn pairs() -> impl Iterator<Item = (&'static Handle, &'static dyn System)> {
    handles().iter().map(|pieces| {
        let name = pieces.about().name;
        let system = setwise_core::piecewise::named(name).or_else(|| lanes(name));
        (pieces, system.expect("a handle of a system"))
    })
}

/// The system that needs AVX2, if the name is its name.
fn lanes(_name: &str) -> Option<&'static dyn System> {
    #[cfg(target_arch = "x86_64")]
    if _name == IN_LANES.name {
        use setwise::piecewise::QuintessenceInLanes;
        static LANES: LazyLock<Option<QuintessenceInLanes>> =
            LazyLock::new(QuintessenceInLanes::new);
        return LANES.as_ref().map(|lanes| lanes as &dyn System);
    }
    None
}

/// Whether the level of the process has AVX2.
fn has_avx2() -> bool {
    let of_level = setwise_dispatch::Level::of_build().iter();
    let level = setwise_dispatch::level().name();
    let mut of_level = of_level.filter(|(name, _)| *name == level);
    of_level.any(|(_, features)| features.contains(&"avx2"))
}

/// The level that the handles must be compiled for.
fn expected_level() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as detected;
        if detected!("bmi1") && detected!("lzcnt") && detected!("popcnt") {
            // The words next to AVX2 have BMI2; the level `bmi` has not.
            return if detected!("avx2") && detected!("bmi2") {
                "bmi2"
            } else {
                "bmi"
            };
        }
        if detected!("sse3")
            && detected!("ssse3")
            && detected!("sse4.1")
            && detected!("sse4.2")
            && detected!("popcnt")
        {
            return "popcnt";
        }
    }
    "scalar"
}

#[test]
fn a_handle_for_every_system() {
    let in_build = |name: &str| cfg!(feature = "all-systems") || name == best().about().name;
    let names = systems().iter().map(|system| system.about().name);
    let lanes = Some(IN_LANES.name).filter(|_| cfg!(feature = "all-systems") && has_avx2());
    let expected: Vec<_> = names
        .clone()
        .filter(|name| in_build(name))
        .chain(lanes)
        .collect();
    let found: Vec<_> = handles().iter().map(|pieces| pieces.about().name).collect();
    assert_eq!(found, expected);
    for name in names.filter(|name| !in_build(name)) {
        let error = Handle::named(name).unwrap_err();
        assert!(error.is_left_out());
        let expected = format!(
            "the piece-wise system {name:?} is not in this build: it needs the feature `all-systems` of setwise"
        );
        assert_eq!(error.to_string(), expected);
    }
    for (pieces, system) in pairs() {
        assert_eq!(*pieces.about(), system.about());
        let is_scalar = pieces.about().name != IN_LANES.name;
        let level = if is_scalar { expected_level() } else { "avx2" };
        assert_eq!(pieces.level_name(), level);
        let found = Handle::named(pieces.about().name).map(Handle::about);
        assert_eq!(found.ok(), Some(pieces.about()));
    }
    if lanes.is_none() {
        let error = Handle::named(IN_LANES.name).unwrap_err();
        let is_for_cpu = cfg!(target_arch = "x86_64");
        assert_eq!(
            error.is_left_out(),
            is_for_cpu && !cfg!(feature = "all-systems")
        );
        assert!(error.is_left_out() || error.to_string().ends_with("needs a level with AVX2"));
    }
    let unknown = Handle::named("").unwrap_err();
    assert!(!unknown.is_left_out());
    assert_eq!(unknown.to_string(), "no piece-wise system is named \"\"");
    assert_eq!(best().about().name, "hyperbola-quintessence");
    assert_eq!(best().level_name(), expected_level());
}

/// Every square and every subset of the attacks on the empty board, with other pieces elsewhere, as
/// single calls and as a batch.
fn every_subset(kind: PieceKind) -> usize {
    let mut cases = 0;
    for square in Square::all() {
        let reach = systems()[0].attacks(kind, square, 0);
        let occupied: Vec<u64> = subsets(reach)
            .map(|board| board | random(board) & !reach)
            .collect();
        let squares = vec![square; occupied.len()];
        let expected: Vec<u64> = occupied
            .iter()
            .map(|&board| systems()[0].attacks(kind, square, board))
            .collect();
        let mut out = vec![0; occupied.len()];
        for (pieces, system) in pairs() {
            let name = pieces.about().name;
            for (&board, &expected) in occupied.iter().zip(&expected) {
                let found = pieces.piece_attacks(kind, square, board);
                assert!(
                    found == expected,
                    "{name}: {kind} {square} among {board:#x}"
                );
                assert!(
                    system.attacks(kind, square, board) == expected,
                    "plain {name}"
                );
            }
            out.fill(!0);
            assert_eq!(
                pieces.batch_piece_attacks(kind, &squares, &occupied, &mut out),
                Ok(())
            );
            assert!(out == expected, "{name}: batch of {kind}s on {square}");
        }
        cases += occupied.len();
    }
    cases
}

#[test]
fn every_rook() {
    assert_eq!(every_subset(PieceKind::Rook), 1_048_576);
}

#[test]
fn every_bishop() {
    assert_eq!(every_subset(PieceKind::Bishop), 71_168);
}

/// All kinds through all methods, every square among random pieces.
#[test]
fn every_kind_by_every_name() {
    for i in 0..64 * 40 {
        let square = Square::wrapping(i);
        let board = random(i as u64) & random(!(i as u64));
        for (pieces, system) in pairs() {
            for kind in PieceKind::ALL {
                let expected = system.attacks(kind, square, board);
                assert_eq!(pieces.piece_attacks(kind, square, board), expected);
                assert_eq!(piece_attacks(kind, square, board), expected);
            }
            let [bishop, rook, queen] =
                PieceKind::SLIDERS.map(|kind| system.attacks(kind, square, board));
            assert_eq!(pieces.bishop(square, board), bishop);
            assert_eq!(pieces.rook(square, board), rook);
            assert_eq!(pieces.queen(square, board), queen);
        }
    }
}

#[test]
fn batches_of_every_length() {
    for n in [0, 1, 2, 3, 7, 8, 63, 64, 65, 200] {
        let squares: Vec<Square> = (0..n)
            .map(|i| Square::wrapping(random(i) as usize))
            .collect();
        let occupied: Vec<u64> = (0..n).map(|i| random(i + 1000)).collect();
        for kind in PieceKind::ALL {
            let expected: Vec<u64> = squares
                .iter()
                .zip(&occupied)
                .map(|(&square, &board)| systems()[0].attacks(kind, square, board))
                .collect();
            // One more than the batch has: it must stay as it is.
            let mut out = vec![7; n as usize + 1];
            for pieces in handles() {
                out[..n as usize].fill(0);
                let written = &mut out[..n as usize];
                assert_eq!(
                    pieces.batch_piece_attacks(kind, &squares, &occupied, written),
                    Ok(())
                );
                assert_eq!(out[..n as usize], expected);
            }
            assert_eq!(out[n as usize], 7);
            out.pop();
            out.fill(0);
            assert_eq!(
                batch_piece_attacks(kind, &squares, &occupied, &mut out),
                Ok(())
            );
            assert_eq!(out, expected);
        }
    }
}

/// Positions from few sliders among many pieces to many among few, none and all, in `occupied` or
/// not.
fn positions() -> Vec<(Sliders, u64)> {
    let thin =
        |seed: u64, times: u64| (1..=times).fold(random(seed), |w, i| w & random(seed ^ i << 40));
    let position = |orthogonal, diagonal, board| {
        (
            Sliders {
                orthogonal,
                diagonal,
            },
            board,
        )
    };
    let extremes = [
        (0, 0, 0),
        (!0, !0, !0),
        (!0, !0, 0),
        (0, 0, !0),
        (1, 1 << 63, 0),
    ];
    let extremes =
        extremes.map(|(orthogonal, diagonal, board)| position(orthogonal, diagonal, board));
    let mixed = (0..1000).map(|i| {
        position(
            thin(3 * i, i % 6),
            thin(3 * i + 1, i / 6 % 6),
            thin(3 * i + 2, i % 4),
        )
    });
    extremes.into_iter().chain(mixed).collect()
}

#[test]
fn sets_and_batches_of_sets() {
    let all = positions();
    for n in [0, 1, 2, 9, 64, all.len()] {
        let positions = &all[..n];
        let orthogonal: Vec<u64> = positions.iter().map(|p| p.0.orthogonal).collect();
        let diagonal: Vec<u64> = positions.iter().map(|p| p.0.diagonal).collect();
        let occupied: Vec<u64> = positions.iter().map(|p| p.1).collect();
        let batch = Batch {
            orthogonal: &orthogonal,
            diagonal: &diagonal,
            occupied: &occupied,
        };
        let rays: Vec<Rays> = positions
            .iter()
            .map(|&(sliders, board)| oracle::ray_attacks(sliders, board))
            .collect();
        let unions: Vec<u64> = rays.iter().map(|rays| rays.union()).collect();
        for pieces in handles() {
            let name = pieces.about().name;
            for (&(sliders, board), rays) in positions.iter().zip(&rays) {
                assert_eq!(pieces.slider_ray_attacks(sliders, board), *rays, "{name}");
                assert_eq!(
                    pieces.slider_attacks(sliders, board),
                    rays.union(),
                    "{name}"
                );
            }
            let mut out = vec![7; n];
            assert_eq!(pieces.batch_slider_attacks(batch, &mut out), Ok(()));
            assert_eq!(out, unions, "{name}");
            let mut out = vec![vec![7; n]; 8];
            let slices = out.iter_mut().map(|slice| &mut slice[..]);
            let slices: [&mut [u64]; 8] = slices.collect::<Vec<_>>().try_into().unwrap();
            assert_eq!(pieces.batch_slider_ray_attacks(batch, slices), Ok(()));
            for (d, out) in out.iter().enumerate() {
                assert!(out.iter().eq(rays.iter().map(|rays| &rays.0[d])), "{name}");
            }
        }
    }
}

/// A wrong length is an error with the name and both lengths, and nothing is written.
#[test]
fn wrong_lengths_write_nothing() {
    let mismatch = |what, found| LengthMismatch::check(what, found, 3);
    let squares = [Square::wrapping(0); 3];
    let batch = Batch {
        orthogonal: &[1; 3],
        diagonal: &[2; 3],
        occupied: &[4; 3],
    };
    for pieces in handles() {
        for wrong in [0, 2, 4] {
            let mut out = [7; 4];
            for kind in PieceKind::ALL {
                assert_eq!(
                    pieces.batch_piece_attacks(kind, &squares, &[0; 4][..wrong], &mut out[..3]),
                    mismatch("occupied", wrong)
                );
                assert_eq!(
                    pieces.batch_piece_attacks(kind, &squares, &[0; 3], &mut out[..wrong]),
                    mismatch("out", wrong)
                );
            }
            assert_eq!(
                pieces.batch_slider_attacks(batch, &mut out[..wrong]),
                mismatch("out", wrong)
            );
            assert_eq!(out, [7; 4]);
            for d in 0..8 {
                let mut out = [[7; 4]; 8];
                let mut lengths = [3; 8];
                lengths[d] = wrong;
                let mut lengths = lengths.into_iter();
                let slices = out
                    .each_mut()
                    .map(|slice| &mut slice[..lengths.next().unwrap()]);
                assert_eq!(
                    pieces.batch_slider_ray_attacks(batch, slices),
                    mismatch(OUT_NAMES[d], wrong)
                );
                assert_eq!(out, [[7; 4]; 8]);
            }
        }
    }
    let mut out = [7; 3];
    assert_eq!(
        batch_piece_attacks(PieceKind::Rook, &squares, &[0; 2], &mut out),
        mismatch("occupied", 2)
    );
    assert_eq!(out, [7; 3]);
}

/// A system with data: another system, on a board whose ranks are reversed or not.
#[derive(Default)]
struct Flipped(bool);

impl Described for Flipped {
    fn about(&self) -> About {
        About {
            name: "flipped",
            ..systems()[0].about()
        }
    }
}

impl Flipped {
    #[inline(always)]
    fn by(&self, kind: PieceKind, square: Square, occupied: u64) -> u64 {
        let system = setwise::piecewise::one_run::BranchlessOneRun;
        if self.0 {
            let attacks = system.attacks(kind, square.flip_ranks(), occupied.swap_bytes());
            attacks.swap_bytes()
        } else {
            system.attacks(kind, square, occupied)
        }
    }
}

impl System for Flipped {
    #[inline(always)]
    fn rook(&self, square: Square, occupied: u64) -> u64 {
        self.by(PieceKind::Rook, square, occupied)
    }

    #[inline(always)]
    fn bishop(&self, square: Square, occupied: u64) -> u64 {
        self.by(PieceKind::Bishop, square, occupied)
    }
}

/// The attacks of queens, one after the other.
struct Queens<'a> {
    queens: u64,
    occupied: u64,
    out: &'a mut Vec<u64>,
}

impl SystemTask for Queens<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<S: System>(&mut self, system: &S) -> usize {
        for square in Squares(self.queens) {
            self.out.push(system.queen(square, self.occupied));
        }
        self.out.len()
    }
}

#[test]
fn systems_of_ones_own() {
    let own = Handle::of::<Flipped>();
    assert_eq!(
        (own.about().name, own.level_name()),
        ("flipped", expected_level())
    );
    for (sliders, board) in positions() {
        let expected = oracle::ray_attacks(sliders, board);
        assert_eq!(own.slider_attacks(sliders, board), expected.union());
        assert_eq!(own.slider_ray_attacks(sliders, board), expected);

        let queens = sliders.orthogonal;
        let expected: Vec<u64> = Squares(queens)
            .map(|square| best().queen(square, board))
            .collect();
        for system in [Flipped(false), Flipped(true)] {
            let mut out = Vec::new();
            let task = Queens {
                queens,
                occupied: board,
                out: &mut out,
            };
            assert_eq!(dispatch(&system, task), expected.len());
            assert_eq!(out, expected);
        }
    }
}
