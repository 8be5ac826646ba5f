//! The legal moves of many positions.

use super::tally::Tally;
use crate::kernel::Register;
use crate::{Frame, Position};
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
        let mut words = [[Register::<P>::splat(proof, 0); 8]; 8];
        for (positions, counts) in positions.chunks(BLOCK).zip(counts.chunks_mut(BLOCK)) {
            let mut home = sort(positions, &mut order);
            let order = &order[..positions.len().min(BLOCK)];
            for indices in order.chunks(8 * Register::<P>::COUNT) {
                let frame = frame(&mut words, positions, indices);
                let tally = if indices.len() <= home {
                    Tally::new::<_, 1>(&frame)
                } else {
                    Tally::new::<_, 7>(&frame)
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
        let place = if home { front } else { back.wrapping_sub(1) };
        order[place % BLOCK] = index as u16;
        front += usize::from(home);
        back -= usize::from(!home);
    }
    front
}

/// The positions that `indices` name, as many as a register has bytes. `words` is where they are taken apart, one word of
/// theirs in each array.
#[inline(always)]
fn frame<L: Lanes>(
    words: &mut [[L; 8]; 8],
    positions: &[Position],
    indices: &[u16],
) -> Frame<Sliced<L>> {
    let proof = words[0][0].proof();
    for group in 0..8 {
        let columns = L::load_columns(proof, |lane| {
            let index = indices.get(L::COUNT * group + lane);
            let position = index.and_then(|&index| positions.get(usize::from(index)));
            position.map_or([0; 8], Position::words)
        });
        for (word, column) in words.iter_mut().zip(columns) {
            word[group] = column;
        }
    }
    let own = Sliced::from_boards(words[0]);
    let (pawns, knights) = (Sliced::from_boards(words[2]), Sliced::from_boards(words[3]));
    let (diagonal, orthogonal) = (Sliced::from_boards(words[4]), Sliced::from_boards(words[5]));
    let kings = Sliced::from_boards(words[6]);
    let [castling, their_castling, passed, ..] = Sliced::from_boards(words[7]).0;
    let none = Sliced::splat(proof, 0);
    let mut frame = Frame {
        own,
        // Cheaper than their own word.
        their: (pawns | knights | diagonal | orthogonal | kings) & !own,
        pawns,
        knights,
        diagonal,
        orthogonal,
        kings,
        en_passant: none,
        castling: none,
    };
    // By the file of the square, the lowest three bits of its number.
    let files = L::splat(proof, 0x8040_2010_0804_0201);
    frame.en_passant.0[5] = files.pick_bytes(passed) & !passed.empty_bytes();
    frame.castling.0[0] = castling;
    frame.castling.0[7] = their_castling;
    frame
}
