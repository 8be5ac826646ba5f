//! Pseudo-random boards, the same in every run.

use crate::rng::Rng;

#[derive(Clone, Debug)]
pub(crate) struct Noise(Rng);

impl Noise {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Rng::new(seed))
    }

    /// Returns the next word. Every bit is set with probability 1/2.
    pub(crate) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns the next board: empty, full, sparse, half full or crowded.
    pub(crate) fn board(&mut self) -> u64 {
        let (a, b, c) = (self.word(), self.word(), self.word());
        match self.0.below(16) {
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

    pub(crate) fn boards(&mut self, n: usize) -> Vec<u64> {
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
