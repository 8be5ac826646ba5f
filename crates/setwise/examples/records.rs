//! Attack maps of positions that are stored as records, an array of structures:
//! `cargo run --release -p setwise --example records`
//!
//! [`attacks_of_each`] against two other ways: columns for [`batch_attacks`], filled by hand, and
//! one position at a time. Prints how many times as long they take (medians).

use setwise::{Batch, LengthMismatch, Sliders, attacks, attacks_of_each, batch_attacks};
use setwise_conformance::Rng;
use std::{hint::black_box, time::Instant};

/// A position as a program might have it: bitboards and more.
#[derive(Clone, Copy)]
#[expect(dead_code, reason = "a record has fields that attack maps do not need")]
struct Record {
    colors: [u64; 2],
    /// Pawns, knights, bishops, rooks, queens, kings.
    roles: [u64; 6],
    score: i32,
    side_to_move: u8,
}

impl Record {
    fn sliders(&self) -> Sliders {
        let [_, _, bishops, rooks, queens, _] = self.roles.map(|board| board & self.colors[0]);
        Sliders {
            orthogonal: rooks | queens,
            diagonal: bishops | queens,
        }
    }

    fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// A random position with about 20 pieces.
    fn random(random: &mut impl FnMut() -> u64) -> Self {
        let mut free = !0;
        let mut pieces = |mask: u64| {
            let board = random() & random() & mask & free;
            free &= !board;
            board
        };
        let [pawns, knights, bishops, rooks, queens, kings] = [
            0x00ff_ffff_ffff_ff00,
            0x0000_3c3c_3c3c_0000,
            0x0042_0018_1800_4200,
            0x8100_0081_8100_0081,
            0x0008_0010_0800_0010,
            0x4000_0000_0000_0040,
        ]
        .map(&mut pieces);
        let white = random();
        let all = !free;
        Self {
            colors: [all & white, all & !white],
            roles: [pawns, knights, bishops, rooks, queens, kings],
            score: 0,
            side_to_move: 0,
        }
    }
}

/// Fills columns by hand, for one call.
#[derive(Default)]
struct ByHand {
    orthogonal: Vec<u64>,
    diagonal: Vec<u64>,
    occupied: Vec<u64>,
}

impl ByHand {
    fn attacks(&mut self, records: &[Record], out: &mut [u64]) -> Result<(), LengthMismatch> {
        for column in [&mut self.orthogonal, &mut self.diagonal, &mut self.occupied] {
            column.clear();
        }
        for record in records {
            let sliders = record.sliders();
            self.orthogonal.push(sliders.orthogonal);
            self.diagonal.push(sliders.diagonal);
            self.occupied.push(record.occupied());
        }
        let batch = Batch {
            orthogonal: &self.orthogonal,
            diagonal: &self.diagonal,
            occupied: &self.occupied,
        };
        batch_attacks(batch, out)
    }
}

fn main() -> Result<(), LengthMismatch> {
    let mut rng = Rng::new(0);
    let mut random = || rng.next_u64();
    for len in [100, 1_000, 10_000, 1_000_000] {
        let records: Vec<Record> = (0..len).map(|_| Record::random(&mut random)).collect();
        let [mut each, mut columns, mut single] = [0; 3].map(|empty| vec![empty; len]);
        let mut by_hand = ByHand::default();
        let passes = 1_000_000 / len;
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..9 {
            times[0].push(nanoseconds(len, passes, || {
                let records = black_box(&records);
                attacks_of_each(|i| (records[i].sliders(), records[i].occupied()), &mut each);
                Ok(())
            })?);
            times[1].push(nanoseconds(len, passes, || {
                by_hand.attacks(black_box(&records), &mut columns)
            })?);
            times[2].push(nanoseconds(len, passes, || {
                for (record, out) in black_box(&records).iter().zip(&mut single) {
                    *out = attacks(record.sliders(), record.occupied());
                }
                Ok(())
            })?);
        }
        assert_eq!(each, columns);
        assert_eq!(each, single);
        let [each, columns, single] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        });
        println!(
            "{len} records: {each:.2} ns each; columns filled by hand take {:.2} times as long, one at a time {:.2} times",
            columns / each,
            single / each
        );
    }
    Ok(())
}

/// Returns the nanoseconds per position of some passes.
fn nanoseconds(
    len: usize,
    passes: usize,
    mut pass: impl FnMut() -> Result<(), LengthMismatch>,
) -> Result<f64, LengthMismatch> {
    let start = Instant::now();
    for _ in 0..passes {
        pass()?;
    }
    Ok(start.elapsed().as_nanos() as f64 / (len * passes) as f64)
}
