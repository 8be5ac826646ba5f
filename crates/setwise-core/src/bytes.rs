//! Registers as bytes: picked, chosen, written one after the other.

use crate::Boards;

/// The bytes of a register, wherever their order matters. Byte `8 j + k` is rank k of lane j; there are
/// `8 * COUNT` of them, at most 64.
///
/// In rank-sliced form a byte of each register belongs to one board: these operations move boards between places
/// and make lists of what is found in them.
pub trait Bytes: Boards {
    /// Is [`pick_bytes`](Self::pick_bytes) a few instructions?
    const PICKS: bool = false;

    /// The first `8 * COUNT` bytes of a slice; missing ones are zero.
    #[inline(always)]
    fn load_bytes(proof: Self::Proof, bytes: &[u8]) -> Self {
        let mut words = [0; 8];
        for (word, eight) in words.iter_mut().zip(bytes.chunks(8)) {
            for (k, &byte) in eight.iter().enumerate() {
                *word |= u64::from(byte) << (8 * k);
            }
        }
        Self::load(proof, &words[..Self::COUNT])
    }

    /// All bytes, in front of an array; what is behind them is zero.
    #[inline(always)]
    fn to_bytes(self) -> [u8; 64] {
        let mut words = [0; 8];
        self.store(&mut words[..Self::COUNT]);
        let mut bytes = [0; 64];
        for (eight, word) in bytes.chunks_exact_mut(8).zip(words) {
            eight.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Byte i of the result is that byte of `self` whose number is byte i of `at`, modulo the number of bytes. By
    /// reference, as what is picked from often lies in memory, and AVX2 had better load its halves from there.
    #[inline(always)]
    fn pick_bytes(&self, at: Self) -> Self {
        let (from, at) = (self.to_bytes(), at.to_bytes());
        let mut picked = [0; 64];
        for i in 0..8 * Self::COUNT {
            picked[i] = from[at[i] as usize % (8 * Self::COUNT)];
        }
        Self::load_bytes(self.proof(), &picked)
    }

    /// Writes those bytes whose bit is set in `chosen`, without gaps. The slice must have room for all bytes
    /// of the register, chosen or not, else nothing is written; what is behind the chosen ones is unspecified then.
    #[inline(always)]
    fn write_chosen(self, chosen: u64, out: &mut [u8]) {
        let Some(out) = out.get_mut(..8 * Self::COUNT) else {
            return;
        };
        let bytes = self.to_bytes();
        let mut left = chosen;
        for place in out {
            if left == 0 {
                break;
            }
            *place = bytes[left.trailing_zeros() as usize & 63];
            left &= left - 1;
        }
    }
}
