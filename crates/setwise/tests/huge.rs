//! Slices of more than 4 GiB, whose byte offsets do not fit 32 bits. The test takes 9 GiB of memory
//! and half a minute: `cargo test --release -p setwise --test huge -- --ignored`.

use setwise::{Batch, batch_attacks};

/// The number of boards: a bit more than 2^29, so that the slices have more than 4 GiB, and a tail.
const BOARDS: usize = (1 << 29) + 1003;
/// The calls that the result is compared with have this many boards.
const CHUNK: usize = 1 << 20;

/// Different boards, of which neighbors have nothing in common.
fn board(i: usize) -> u64 {
    let z = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z & z >> 29 & z << 17
}

/// The boards are the sliders of both kinds and the occupied squares.
fn attack(boards: &[u64], out: &mut [u64]) {
    let batch = Batch {
        orthogonal: boards,
        diagonal: boards,
        occupied: boards,
    };
    batch_attacks(batch, out).expect("equal lengths");
}

#[test]
#[ignore = "takes 9 GiB of memory"]
fn attacks_of_more_than_four_gibibytes() {
    let boards: Vec<u64> = (0..BOARDS).map(board).collect();
    let mut out = vec![!0; BOARDS];
    attack(&boards, &mut out);
    let mut expected = vec![0; CHUNK];
    for (boards, out) in boards.chunks(CHUNK).zip(out.chunks(CHUNK)) {
        let expected = &mut expected[..out.len()];
        attack(boards, expected);
        assert!(out == expected);
    }
}
