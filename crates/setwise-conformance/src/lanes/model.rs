//! The models of a register's operations: plain loops over lanes, bytes and bits.

use super::{Register, Words, paired};

impl Register<'_> {
    /// Interleaves half of each part of two registers by bytes, from byte `half` of the part on.
    pub(super) fn interleaved(&self, inputs: &[Words; 3], half: usize, lane: usize) -> u64 {
        let byte = |i: usize| {
            let at = 8 * lane + i;
            let from = at / self.part * self.part + half + at % self.part / 2;
            inputs[at % 2][from / 8].to_le_bytes()[from % 8]
        };
        u64::from_le_bytes(std::array::from_fn(byte))
    }

    pub(super) fn nonzero_mask(&self, inputs: &[Words; 3]) -> u64 {
        let nonzero = (0..8 * self.count).filter(|&i| byte(&inputs[0], i) != 0);
        nonzero.fold(0, |all, i| all | 1 << i)
    }

    pub(super) fn shuffled(&self, inputs: &[Words; 3], lane: usize) -> u64 {
        let at = |i| usize::from(byte(&inputs[1], 8 * lane + i)) % (8 * self.count);
        u64::from_le_bytes(std::array::from_fn(|i| byte(&inputs[0], at(i))))
    }

    pub(super) fn compressed(&self, inputs: &[Words; 3], lane: usize) -> u64 {
        let places = (0..8 * self.count).filter(|&i| inputs[1][0] >> i & 1 != 0);
        let mut chosen = places.map(|i| byte(&inputs[0], i)).skip(8 * lane);
        u64::from_le_bytes(std::array::from_fn(|_| chosen.next().unwrap_or(0)))
    }
}

pub(super) fn listed_model(inputs: &[Words; 3], lane: usize) -> u64 {
    let [set, numbers, _] = inputs.map(|words| words[0]);
    let [factor, offset, base] = [0, 16, 32].map(|at| numbers >> at & 0xffff);
    let squares = (0..64).filter(|i| set >> i & 1 != 0).take(32);
    let words = squares.map(|square| (factor * square + offset) & 0xffff | base.max(1));
    let lane = words.skip(4 * lane).take(4).enumerate();
    lane.fold(0, |all, (i, word)| all | word << (16 * i))
}

/// Returns the rank of every board of a pack that is made from pairs of boards.
pub(super) fn from_pairs_model(inputs: &[Words; 3], number: usize, lane: usize) -> u64 {
    let rank = |i| {
        let (part, pair) = ((8 * lane + i) / 16, (8 * lane + i) % 16);
        let board: u64 = paired(inputs, pair)[2 * part + number / 8];
        board.to_le_bytes()[number % 8]
    };
    u64::from_le_bytes(std::array::from_fn(rank))
}

/// Returns the squares some files to the east and to the west of exactly one square.
pub(super) fn beside(word: u64, files: i32) -> u64 {
    each_square(word, |file, rank| (file - files, rank))
        ^ each_square(word, |file, rank| (file + files, rank))
}

fn byte(words: &Words, i: usize) -> u8 {
    words[i / 8].to_le_bytes()[i % 8]
}

/// Returns the word whose bit `i` is bit `from(i)` of another word, or zero outside of it.
pub(super) fn each_bit(word: u64, from: impl Fn(i32) -> i32) -> u64 {
    let bit = |i: i32| u64::from((0..64).contains(&i) && word >> i & 1 != 0);
    (0..64).fold(0, |all, i| all | bit(from(i)) << i)
}

/// Returns the board whose square (file, rank) is square `from(file, rank)` of another board.
/// Outside of that board there are empty squares.
pub(super) fn each_square(word: u64, from: impl Fn(i32, i32) -> (i32, i32)) -> u64 {
    each_bit(word, |square| {
        let (file, rank) = from(square % 8, square / 8);
        let on = (0..8).contains(&file) && (0..8).contains(&rank);
        if on { 8 * rank + file } else { -1 }
    })
}

pub(super) fn each_byte(word: u64, model: impl Fn(u8) -> u8) -> u64 {
    u64::from_le_bytes(word.to_le_bytes().map(model))
}

pub(super) fn two_bytes(a: u64, b: u64, model: fn(u8, u8) -> u8) -> u64 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    u64::from_le_bytes(std::array::from_fn(|i| model(a[i], b[i])))
}

pub(super) fn three_bits(a: u64, b: u64, c: u64, model: fn(bool, bool, bool) -> bool) -> u64 {
    let bit = |word: u64, i: u32| word >> i & 1 != 0;
    (0..64).fold(0, |all, i| {
        all | u64::from(model(bit(a, i), bit(b, i), bit(c, i))) << i
    })
}
