//! The legal moves of many positions.

use super::ranks::Ranks;
use super::tally::Tally;
use crate::Position;
use crate::kernel::Register;
use setwise_core::entry::Entry;
use setwise_core::sliced::RankCounts;
use setwise_core::{Boards, Counts, Lanes, Pack, Sliced};

/// The number of legal moves of each position, as many as there are of both.
pub(crate) struct CountAll;

/// How many positions are sorted at a time.
const BLOCK: usize = 1024;

impl Entry for CountAll {
    type First<'a> = &'a [Position];
    type Second<'a> = &'a mut [u32];
    type Output = ();

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, positions: &[Position], counts: &mut [u32]) {
        let mut order = [0; BLOCK];
        for (positions, counts) in positions.chunks(BLOCK).zip(counts.chunks_mut(BLOCK)) {
            let mut home = sort(positions, &mut order);
            let order = &order[..positions.len().min(BLOCK)];
            for indices in order.chunks(8 * Register::<P>::COUNT) {
                let men = Men::<Register<P>>::load(proof, positions, indices);
                let tally = if indices.len() <= home {
                    Tally::new::<_, 1>(&men)
                } else {
                    Tally::new::<_, 7>(&men)
                };
                home = home.saturating_sub(indices.len());
                let (high, low) = tally.split();
                let (mut sixteens, mut ones) = ([0; 64], [0; 64]);
                RankCounts(high).store(&mut sixteens);
                RankCounts(low).store(&mut ones);
                for ((&index, high), low) in indices.iter().zip(sixteens).zip(ones) {
                    if let Some(count) = counts.get_mut(usize::from(index)) {
                        *count = 16 * u32::from(high) + u32::from(low);
                    }
                }
            }
        }
    }
}

/// The numbers of the positions, first of those whose king to move stands on the first two ranks, which are counted
/// with much less; returns how many there are.
#[inline(always)]
fn sort(positions: &[Position], order: &mut [u16; BLOCK]) -> usize {
    let (mut front, mut back) = (0, positions.len());
    for (index, position) in positions.iter().enumerate() {
        let home = position.own & position.kings <= 0xffff;
        // Written to both ends, and left at one.
        order[front % BLOCK] = index as u16;
        order[(back + BLOCK - 1) % BLOCK] = index as u16;
        front += usize::from(home);
        back -= usize::from(!home);
    }
    front
}

/// The men of the positions of a batch.
struct Men<L> {
    own: Sliced<L>,
    occupied: Sliced<L>,
    pawns: Sliced<L>,
    knights: Sliced<L>,
    diagonal: Sliced<L>,
    orthogonal: Sliced<L>,
    kings: Sliced<L>,
    castling: L,
    en_passant: L,
}

impl<L: Lanes> Men<L> {
    #[inline(always)]
    fn load(proof: L::Proof, positions: &[Position], indices: &[u16]) -> Self {
        let mut boards = [[0; 64]; 6];
        let (mut castling, mut en_passant) = ([0; 64], [0; 64]);
        for (lane, &index) in indices.iter().enumerate() {
            let Some(position) = positions.get(usize::from(index)) else {
                continue;
            };
            let lane = lane & 63;
            boards[0][lane] = position.own;
            boards[1][lane] = position.pawns;
            boards[2][lane] = position.knights;
            boards[3][lane] = position.diagonal;
            boards[4][lane] = position.orthogonal;
            boards[5][lane] = position.kings;
            castling[lane] = position.castling[0];
            en_passant[lane] = (position.en_passant_frame() >> 40) as u8;
        }
        let own = slice(proof, &boards[0]);
        let (pawns, knights) = (slice(proof, &boards[1]), slice(proof, &boards[2]));
        let (diagonal, orthogonal) = (slice(proof, &boards[3]), slice(proof, &boards[4]));
        let kings = slice(proof, &boards[5]);
        Self {
            own,
            occupied: (pawns | knights | diagonal) | (orthogonal | kings),
            pawns,
            knights,
            diagonal,
            orthogonal,
            kings,
            castling: RankCounts::load(proof, &castling).0,
            en_passant: RankCounts::load(proof, &en_passant).0,
        }
    }
}

#[inline(always)]
fn slice<L: Lanes>(proof: L::Proof, boards: &[u64; 64]) -> Sliced<L> {
    Sliced::load(proof, &boards[..8 * L::COUNT])
}

impl<L: Lanes> Ranks<L> for &Men<L> {
    const PASSING: bool = true;
    const TWO_KNIGHTS: bool = false;

    #[inline(always)]
    fn occupied(&self, rank: usize) -> L {
        self.occupied.0[rank]
    }

    #[inline(always)]
    fn own(&self, rank: usize) -> L {
        self.own.0[rank]
    }

    #[inline(always)]
    fn king(&self, rank: usize) -> L {
        self.own.0[rank] & self.kings.0[rank]
    }

    #[inline(always)]
    fn pawns(&self, rank: usize) -> L {
        self.own.0[rank] & self.pawns.0[rank]
    }

    #[inline(always)]
    fn knights(&self, rank: usize) -> L {
        self.own.0[rank] & self.knights.0[rank]
    }

    #[inline(always)]
    fn diagonal(&self, rank: usize) -> L {
        self.own.0[rank] & self.diagonal.0[rank]
    }

    #[inline(always)]
    fn orthogonal(&self, rank: usize) -> L {
        self.own.0[rank] & self.orthogonal.0[rank]
    }

    #[inline(always)]
    fn their_king(&self, rank: usize) -> L {
        self.kings.0[rank] & !self.own.0[rank]
    }

    #[inline(always)]
    fn their_pawns(&self, rank: usize) -> L {
        self.pawns.0[rank] & !self.own.0[rank]
    }

    #[inline(always)]
    fn their_knights(&self, rank: usize) -> L {
        self.knights.0[rank] & !self.own.0[rank]
    }

    #[inline(always)]
    fn their_diagonal(&self, rank: usize) -> L {
        self.diagonal.0[rank] & !self.own.0[rank]
    }

    #[inline(always)]
    fn their_orthogonal(&self, rank: usize) -> L {
        self.orthogonal.0[rank] & !self.own.0[rank]
    }

    #[inline(always)]
    fn castling(&self) -> L {
        self.castling
    }

    #[inline(always)]
    fn en_passant(&self) -> L {
        self.en_passant
    }
}
