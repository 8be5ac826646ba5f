//! What the operations of a register do, by plain loops over lanes, bytes and bits.

use super::Operation::*;
use super::{Operation, Register, Words, paired};

impl Register<'_> {
    /// One lane of the result.
    pub(super) fn model(&self, operation: Operation, inputs: &[Words; 3], lane: usize) -> u64 {
        let [a, b, c] = inputs.map(|words| words[lane]);
        // Distances of shifts, as bit numbers.
        let by = b as i32;
        match operation {
            Shl(by) => each_bit(a, |bit| bit - by as i32),
            Shr(by) => each_bit(a, |bit| bit + by as i32),
            ShlEach | ShiftEach => each_bit(a, |bit| bit - by),
            ShrEach => each_bit(a, |bit| bit + by),
            RotateEach => each_bit(a, |bit| (bit - by).rem_euclid(64)),
            AddBytes => two_bytes(a, b, u8::wrapping_add),
            SubBytes => two_bytes(a, b, u8::wrapping_sub),
            InterleaveLow => self.interleaved(inputs, 0, lane),
            InterleaveHigh => self.interleaved(inputs, self.part / 2, lane),
            EmptyBytes => each_byte(a, |byte| if byte == 0 { 0xff } else { 0 }),
            EmptyLanes => {
                if a == 0 {
                    !0
                } else {
                    0
                }
            }
            Mirror => each_square(a, |file, rank| (7 - file, rank)),
            Antitranspose | AntitransposeBySwaps => {
                each_square(a, |file, rank| (7 - rank, 7 - file))
            }
            East => each_square(a, |file, rank| (file - 1, rank)),
            West => each_square(a, |file, rank| (file + 1, rank)),
            ComplementWest => !each_square(!a, |file, rank| (file + 1, rank)),
            CountBytes => each_byte(a, |byte| (0..8).map(|i| byte >> i & 1).sum()),
            CountLanes => (0..64).map(|i| a >> i & 1).sum(),
            Or3 => three_bits(a, b, c, |a, b, c| a || b || c),
            OrAnd => three_bits(a, b, c, |a, b, c| a || b && c),
            OrAndNot => three_bits(a, b, c, |a, b, c| a || b && !c),
            OrOrNot => three_bits(a, b, c, |a, b, c| a || b || !c),
            Insert => three_bits(a, b, c, |a, b, c| if c { b } else { a }),
            InsertOutside | InsertOutsideKeeping => {
                three_bits(a, b, c, |a, b, c| if c { a } else { b })
            }
            Differs => three_bits(a, b, c, |a, b, c| a != b || a != c),
            UnionOfLanes => inputs[0][..self.count]
                .iter()
                .fold(0, |all, word| all | word),
            OccupiedBytes => (0..8 * self.count)
                .filter(|&i| byte(&inputs[0], i) != 0)
                .fold(0, |all, i| all | 1 << i),
            SpreadBit(bit) => each_bit(a, |i| i / 8 * 8 + bit as i32),
            Beside => {
                each_square(a, |file, rank| (file - 1, rank))
                    ^ each_square(a, |file, rank| (file + 1, rank))
            }
            TwoBeside => {
                each_square(a, |file, rank| (file - 2, rank))
                    ^ each_square(a, |file, rank| (file + 2, rank))
            }
            AddSums => b
                .to_le_bytes()
                .iter()
                .fold(a, |sum, &byte| sum.wrapping_add(u64::from(byte))),
            PickBytes => {
                let at = |i| usize::from(byte(&inputs[1], 8 * lane + i)) % (8 * self.count);
                u64::from_le_bytes(std::array::from_fn(|i| byte(&inputs[0], at(i))))
            }
            WriteChosen => {
                let mut places = (0..8 * self.count).filter(|&i| inputs[1][0] >> i & 1 != 0);
                let mut all = [0; 64];
                for place in &mut all {
                    *place = places.next().map_or(0, |i| byte(&inputs[0], i));
                }
                u64::from_le_bytes(std::array::from_fn(|i| all[8 * lane + i]))
            }
            RoundTrip => a,
            FromPairs(register) => {
                let rank = |i| {
                    let (part, pair) = ((8 * lane + i) / 16, (8 * lane + i) % 16);
                    let board: u64 = paired(inputs, pair)[2 * part + register / 8];
                    board.to_le_bytes()[register % 8]
                };
                u64::from_le_bytes(std::array::from_fn(rank))
            }
        }
    }

    /// Half of each part of two registers, from byte `half` of the part on, bytes in turn.
    fn interleaved(&self, inputs: &[Words; 3], half: usize, lane: usize) -> u64 {
        let byte = |i: usize| {
            let at = 8 * lane + i;
            let from = at / self.part * self.part + half + at % self.part / 2;
            inputs[at % 2][from / 8].to_le_bytes()[from % 8]
        };
        u64::from_le_bytes(std::array::from_fn(byte))
    }
}

/// A byte of all lanes.
fn byte(words: &Words, i: usize) -> u8 {
    words[i / 8].to_le_bytes()[i % 8]
}

/// Bit `i` of the result is bit `from(i)` of the word; outside the word there are zeros.
pub(super) fn each_bit(word: u64, from: impl Fn(i32) -> i32) -> u64 {
    let bit = |i: i32| {
        if (0..64).contains(&i) {
            word >> i & 1
        } else {
            0
        }
    };
    (0..64).fold(0, |all, i| all | bit(from(i)) << i)
}

/// The board whose square (file, rank) is square `from(file, rank)` of another; off the board is empty.
fn each_square(word: u64, from: impl Fn(i32, i32) -> (i32, i32)) -> u64 {
    each_bit(word, |square| {
        let (file, rank) = from(square % 8, square / 8);
        let on = (0..8).contains(&file) && (0..8).contains(&rank);
        if on { 8 * rank + file } else { -1 }
    })
}

fn each_byte(word: u64, model: impl Fn(u8) -> u8) -> u64 {
    u64::from_le_bytes(word.to_le_bytes().map(model))
}

fn two_bytes(a: u64, b: u64, model: fn(u8, u8) -> u8) -> u64 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    u64::from_le_bytes(std::array::from_fn(|i| model(a[i], b[i])))
}

fn three_bits(a: u64, b: u64, c: u64, model: fn(bool, bool, bool) -> bool) -> u64 {
    let bit = |word: u64, i: u32| word >> i & 1 != 0;
    (0..64).fold(0, |all, i| {
        all | u64::from(model(bit(a, i), bit(b, i), bit(c, i))) << i
    })
}
