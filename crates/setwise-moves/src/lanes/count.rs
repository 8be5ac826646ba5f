//! The legal moves of many positions.

use super::tally::Tally;
use crate::kernel::Register;
use crate::{Frame, Position};
use setwise_core::entry::Entry;
use setwise_core::sliced::RankCounts;
use setwise_core::{Boards, Counts, Lanes, Pack, Sliced};

/// The number of legal moves of each position, as many as there are of both.
pub(crate) struct CountAll;

impl Entry for CountAll {
    type First<'a> = &'a [Position];
    type Second<'a> = &'a mut [u32];
    type Output = ();

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, positions: &[Position], counts: &mut [u32]) {
        let mut words = [[Register::<P>::splat(proof, 0); 8]; 7];
        let size = 8 * Register::<P>::COUNT;
        for (positions, counts) in positions.chunks(size).zip(counts.chunks_mut(size)) {
            let frame = frame(&mut words, positions);
            let tally = if at_home(&frame) {
                Tally::new::<_, 1>(&frame)
            } else {
                Tally::new::<_, 7>(&frame)
            };
            let (high, low) = tally.split();
            let (mut sixteens, mut ones) = ([0; 64], [0; 64]);
            RankCounts(high).store(&mut sixteens);
            RankCounts(low).store(&mut ones);
            for ((count, high), low) in counts.iter_mut().zip(&sixteens).zip(&ones) {
                *count = 16 * u32::from(*high) + u32::from(*low);
            }
        }
    }
}

/// Are all kings to move on the first two ranks? Then there is much less to count.
#[inline(always)]
fn at_home<L: Lanes>(frame: &Frame<Sliced<L>>) -> bool {
    let [_, _, c, d, e, f, g, h] = frame.king().0;
    (c.or3(d, e).or3(f, g) | h).occupied_bytes() == 0
}

/// As many positions as a register has bytes, or fewer. `words` is where they are taken apart, one word of
/// theirs in each array; the men of the other side follow from the others.
#[inline(always)]
fn frame<L: Lanes>(words: &mut [[L; 8]; 7], positions: &[Position]) -> Frame<Sliced<L>> {
    let proof = words[0][0].proof();
    for group in 0..8 {
        let [own, _, others @ ..] = L::load_columns(proof, |lane| {
            let position = positions.get(L::COUNT * group + lane);
            position.map_or([0; 8], Position::words)
        });
        words[0][group] = own;
        for (word, column) in words[1..].iter_mut().zip(others) {
            word[group] = column;
        }
    }
    let own = Sliced::from_boards(words[0]);
    let (pawns, knights) = (Sliced::from_boards(words[1]), Sliced::from_boards(words[2]));
    let (diagonal, orthogonal) = (Sliced::from_boards(words[3]), Sliced::from_boards(words[4]));
    let kings = Sliced::from_boards(words[5]);
    let [castling, their_castling, passed, ..] = Sliced::from_boards(words[6]).0;
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
