//! Bitboards from a byte for each square.

use setwise_moves::{Color, Role, Setup};

/// The bit of a byte that stands for a black piece. The bits below are the roles.
pub(super) const BLACK: usize = 6;
/// The bit of a byte whose meaning the format chooses.
pub(super) const MARK: usize = 7;

/// Eight bitboards: one for each bit of the bytes of the squares.
pub(super) struct Boards([u64; 8]);

impl Boards {
    /// Takes the ranks in their order, a byte for each square, file a in the lowest.
    ///
    /// Bit `b` of file `f` moves to bit `f` of byte `b` within its rank. Then byte `b` of rank `r` moves to byte `r` of board `b`.
    #[inline(always)]
    pub(super) fn new(ranks: [u64; 8]) -> Self {
        let mut boards = ranks.map(transpose_bits);
        transpose_bytes(&mut boards);
        Self(boards)
    }

    /// The board of the mark.
    #[inline(always)]
    pub(super) const fn marked(&self) -> u64 {
        self.0[MARK]
    }

    /// The squares that have a role.
    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.0[..BLACK].iter().fold(0, |all, board| all | board)
    }

    /// The pieces as a setup, White to move.
    #[inline(always)]
    pub(super) fn setup(&self) -> Setup {
        let black = self.0[BLACK];
        let mut setup = Setup::empty();
        for role in Role::ALL {
            let pieces = self.0[role.index()];
            *setup.pieces_mut(Color::White, role) = pieces & !black;
            *setup.pieces_mut(Color::Black, role) = pieces & black;
        }
        setup
    }
}

/// Exchanges rows and columns of eight by eight bits.
#[inline(always)]
const fn transpose_bits(mut bits: u64) -> u64 {
    let mut swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ swap << 7;
    swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ swap << 14;
    swap = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ swap << 28
}

/// Exchanges rows and columns of eight by eight bytes.
#[inline(always)]
fn transpose_bytes(rows: &mut [u64; 8]) {
    for (distance, mask) in [
        (4, 0x0000_0000_ffff_ffff),
        (2, 0x0000_ffff_0000_ffff),
        (1, 0x00ff_00ff_00ff_00ff),
    ] {
        for low in (0..8).filter(|row| row & distance == 0) {
            let high = low + distance;
            let swap = (rows[low] >> (8 * distance) ^ rows[high]) & mask;
            rows[high] ^= swap;
            rows[low] ^= swap << (8 * distance);
        }
    }
}
