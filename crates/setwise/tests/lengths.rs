//! Slices of different lengths: every call returns an error that names the slice, and writes
//! nothing.

use setwise::piecewise::handles;
use setwise::{Batch, LengthMismatch, kernels};

/// The number of boards of the slices that are right.
const N: usize = 70;
const UNTOUCHED: u64 = 0x5afe_c0de;

/// A call with eight outputs. Calls with one output write the first.
type Call<'a> = &'a dyn Fn(Batch<'_>, &[u64], [&mut [u64]; 8]) -> Result<(), LengthMismatch>;

/// Tries each wrong length of each slice of a batch.
fn refuses(name: &str, call: Call<'_>) {
    let boards = [1; 2 * N];
    for wrong in [0, 1, N - 1, N + 1, 2 * N] {
        for (slice, what) in ["orthogonal", "diagonal", "occupied"]
            .into_iter()
            .enumerate()
        {
            let of = |i| &boards[..if i == slice { wrong } else { N }];
            let batch = Batch {
                orthogonal: of(0),
                diagonal: of(1),
                occupied: of(2),
            };
            let mut out = [[UNTOUCHED; N]; 8];
            let error = call(batch, &boards[..N], out.each_mut().map(|out| &mut out[..]));
            // The other slices go with `orthogonal`.
            let (what, found, expected) = match what {
                "orthogonal" => ("diagonal", N, wrong),
                _ => (what, wrong, N),
            };
            let mismatch = LengthMismatch::check(what, found, expected);
            assert_eq!(error, mismatch, "{name}");
            assert_eq!(out, [[UNTOUCHED; N]; 8], "{name}");
        }
    }
}

#[test]
fn functions() {
    refuses("batch_attacks", &|batch, _, [out, ..]| {
        setwise::batch_attacks(batch, out)
    });
    refuses("batch_ray_attacks", &|batch, _, out| {
        setwise::batch_ray_attacks(batch, out)
    });
    refuses("batch_xray_attacks", &|batch, blockers, [out, ..]| {
        setwise::batch_xray_attacks(batch, blockers, out)
    });
}

#[test]
fn kernels_of_the_host() {
    for runner in kernels().iter().filter_map(|kernel| kernel.runner()) {
        let name = runner.kernel().name();
        refuses(name, &|batch, _, [out, ..]| {
            runner.batch_attacks(batch, out)
        });
        refuses(name, &|batch, _, out| runner.batch_ray_attacks(batch, out));
        refuses(name, &|batch, blockers, [out, ..]| {
            runner.batch_xray_attacks(batch, blockers, out)
        });
    }
}

#[test]
fn piecewise_systems() {
    for handle in handles() {
        let name = handle.about().name;
        refuses(name, &|batch, _, [out, ..]| {
            handle.batch_slider_attacks(batch, out)
        });
        refuses(name, &|batch, _, out| {
            handle.batch_slider_ray_attacks(batch, out)
        });
    }
}
