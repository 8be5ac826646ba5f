//! The attacked kings of the positions in a slice.

use crate::frame::Frame;
use crate::packs::Register;
use crate::packs::position_words::PositionWords;
use crate::position::Position;
use crate::sets::{Pieces, attackers_by_kind};
use setwise_core::sliced::RankCounts;
use setwise_core::{Counts, Function, Pack, Sliced, Vector};

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn is_attacked<const OF_MOVER: bool>(position: &Position) -> bool {
    let [a, b, c, d, e] = checkers::<_, OF_MOVER>(&Frame::from(position));
    a | b | c | d | e != 0
}

/// The pieces that attack the king of the side to move, or that of the other side, by kind.
#[cfg_attr(not(unoptimized), inline(always))]
fn checkers<P: Pack, const OF_MOVER: bool>(frame: &Frame<P>) -> [P; 5] {
    let (side, attackers) = match OF_MOVER {
        true => (frame.us, Pieces::of_them(frame)),
        false => (frame.them, Pieces::of_us(frame)),
    };
    attackers_by_kind(frame.kings & side, frame.occupied(), &attackers)
}

/// Finds the positions in which the king of the side to move, or that of the other side, is attacked.
pub(crate) struct FindChecks<const OF_MOVER: bool>;

impl<const OF_MOVER: bool> Function for FindChecks<OF_MOVER> {
    type First<'a> = &'a [Position];
    type Second<'a> = &'a mut [bool];
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, positions: &[Position], checks: &mut [bool]) {
        let size = 8 * Register::<P>::LANES;
        let mut words = PositionWords::<Register<P>>::new();
        let mut bytes = [0; 64];
        for (positions, checks) in positions.chunks(size).zip(checks.chunks_mut(size)) {
            words.copy(positions);
            let kinds = checkers::<_, OF_MOVER>(&words.frame(token));
            let [straight, slanted, pawns, jumpers, king] = kinds;
            let sliders = any_rank(straight) | any_rank(slanted);
            let any = sliders.or3(any_rank(pawns), any_rank(jumpers)) | any_rank(king);
            RankCounts(any).store(&mut bytes);
            for (check, byte) in checks.iter_mut().zip(&bytes) {
                *check = *byte != 0;
            }
        }
    }
}

/// The union of the ranks: the ranks of a position are one byte of each register.
#[cfg_attr(not(unoptimized), inline(always))]
fn any_rank<V: Vector>(boards: Sliced<V>) -> V {
    let [a, b, c, d, e, f, g, h] = boards.0;
    a.or3(b, c).or3(d, e).or3(f, g) | h
}
