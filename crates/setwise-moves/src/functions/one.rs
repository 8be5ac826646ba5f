//! Legal moves of one position, found and counted.

use crate::frame::Frame;
#[cfg(feature = "perft")]
use crate::lists::move_list::MoveList;
#[cfg(feature = "perft")]
use crate::lists::move_sets::{MoveSets, Sources};
use crate::rules::{legality::Legality, ray_sources::DirectionPerLane, targets::Targets};
use crate::{packs::Register, position::Position};
use setwise_core::{Function, Pack, Vector, direction_per_lane};

/// Finds the legal moves of a position as sets.
pub(crate) struct FindTargets;

impl Function for FindTargets {
    type First<'a> = &'a Position;
    type Second<'a> = ();
    type Output = Targets<u64>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, position: &Position, (): ()) -> Targets<u64> {
        targets::<Register<P>>(token, &Frame::from(position))
    }
}

pub(crate) struct CountLegal;

impl Function for CountLegal {
    type First<'a> = &'a Position;
    type Second<'a> = ();
    type Output = u32;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, position: &Position, (): ()) -> u32 {
        targets::<Register<P>>(token, &Frame::from(position)).count()
    }
}

/// Counts the legal moves after each legal move of a position: perft of depth 2.
#[cfg(feature = "perft")]
pub(crate) struct CountReplies;

#[cfg(feature = "perft")]
impl Function for CountReplies {
    type First<'a> = &'a Frame<u64>;
    type Second<'a> = ();
    type Output = u64;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, frame: &Frame<u64>, (): ()) -> u64 {
        let moves = list(frame, &targets::<Register<P>>(token, frame));
        let mut replies = 0;
        for &found in moves.iter() {
            replies += u64::from(targets::<Register<P>>(token, &frame.after(found)).count());
        }
        replies
    }
}

/// Lists the legal moves of a position, in the frame of the side to move.
#[cfg(feature = "perft")]
pub(crate) fn moves_in_frame(frame: &Frame<u64>) -> MoveList {
    list(frame, &Targets::new(frame))
}

/// Lists the moves of some targets, in the frame of the side to move.
#[cfg(feature = "perft")]
#[cfg_attr(not(unoptimized), inline(always))]
fn list(frame: &Frame<u64>, targets: &Targets<u64>) -> MoveList {
    let mut moves = MoveList::new();
    MoveSets::new(targets).each(&Sources::of(frame), |found| moves.push(found));
    moves
}

/// Finds the legal moves of a position: with a direction per lane if the registers are wide enough,
/// else one direction after the other.
#[cfg_attr(not(unoptimized), inline(always))]
fn targets<V: Vector>(token: V::Token, frame: &Frame<u64>) -> Targets<u64> {
    if V::LANES < 4 {
        return Targets::new(frame);
    }
    let occupied = frame.occupied();
    let without_king = occupied & !frame.king();
    let theirs = direction_per_lane::ray_attacks::<V>(token, frame.their_sliders(), without_king);
    let king = direction_per_lane::ray_attacks::<V>(token, frame.king_as_slider(), occupied);
    let legality = Legality::from_rays(frame, &theirs, &king);
    let pinned = legality.pinned(frame);
    let ours = DirectionPerLane::new::<V>(token, frame.our_sliders(), occupied, pinned);
    Targets::from_rays(frame, &legality, &ours)
}
