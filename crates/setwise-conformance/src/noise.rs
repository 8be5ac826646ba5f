//! Pseudo-random words, the same in every run.

/// A generator of 64-bit words: a counter whose bits are well mixed (Guy Steele, Doug Lea and Christine Flood,
/// SplitMix, 2014).
#[derive(Clone, Debug)]
pub struct Noise(u64);

impl Noise {
    /// The series of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next word; every bit is set with probability 1/2.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// The next board: empty, full, sparse, half full or crowded.
    pub fn board(&mut self) -> u64 {
        let (a, b, c) = (self.word(), self.word(), self.word());
        match self.word() % 16 {
            0 => 0,
            1 => !0,
            2..=4 => a,
            5..=7 => a & b,
            8..=10 => a & b & c,
            11 => a & b & c & self.word() & self.word(),
            12..=13 => a | b,
            _ => a | b | c,
        }
    }

    /// The next few boards.
    pub fn boards(&mut self, n: usize) -> Vec<u64> {
        (0..n).map(|_| self.board()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every density occurs, and no bit is stuck.
    #[test]
    fn boards_vary() {
        let boards = Noise::new(1).boards(4096);
        for squares in [0..=0, 1..=8, 9..=16, 17..=32, 33..=48, 49..=63, 64..=64] {
            let of_density = |board: &&u64| squares.contains(&board.count_ones());
            assert!(boards.iter().filter(of_density).count() > 50, "{squares:?}");
        }
        for square in 0..64 {
            let set = boards.iter().filter(|&board| board >> square & 1 != 0);
            assert!((1000..3000).contains(&set.count()), "{square}");
        }
    }
}
