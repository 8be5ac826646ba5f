//! Sixteen sets of targets: all legal moves of a side, by direction.

use super::ray_sources::{Fills, PinnableRaySource};
use super::{en_passant::EnPassantTargets, legality::Legality};
use crate::{frame::Frame, position::MoveDirection};
use setwise_core::{Direction, KnightDirection, Line, Pack, RANK_1, RANK_8};

/// The legal moves of the side to move as sets of target squares, one per [`MoveDirection`], for
/// every position of a pack, in the frame of the side to move.
///
/// Each target of a set has exactly one source: the nearest piece against the direction. So the
/// sets are a list of moves without an order. In the position of the example two pawns move north;
/// the king's own pawn is in its way.
///
/// ```
/// use setwise_moves::{Diagram, Direction, Frame, Position, Targets};
/// let position = Position::from_fen("4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1").unwrap();
/// let targets = Targets::new(&Frame::<u64>::from(&position));
/// assert_eq!(format!("{:#}", Diagram(targets.along(Direction::North))), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 1 . . . 1 . . .
/// 3 1 . . . 1 . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// ");
/// assert_eq!(targets.count(), 8);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Targets<P> {
    /// By [`Direction`]: sliders, pawns and the king.
    pub(crate) rays: [P; 8],
    /// By [`KnightDirection`], from 0 onward.
    pub(crate) jumps: [P; 8],
    /// En passant captures, which are members of the sets as well.
    pub en_passant: EnPassantTargets<P>,
    /// Targets of promoting pawns, which are members of the sets as well. Each is four moves.
    pub promotions: PromotionTargets<P>,
    /// The rooks that the king may castle with, which are not members of the sets.
    pub castles: P,
}

/// The targets of promoting pawns, by direction.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PromotionTargets<P> {
    /// Captures to the north-west.
    pub north_west: P,
    /// Pushes.
    pub north: P,
    /// Captures to the north-east.
    pub north_east: P,
}

/// King and sliders of the side to move.
struct Movers<'a, P, S> {
    sliders: &'a S,
    legality: &'a Legality<P>,
    king: P,
    king_targets: P,
}

impl<P: Pack, S: PinnableRaySource<P>> Movers<'_, P, S> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn along(&self, direction: Direction) -> P {
        let free = self.legality.free_along(direction.line());
        self.sliders.attacks_of(direction, free) & self.legality.targets
            | self.king.step(direction) & self.king_targets
    }
}

impl<P: Pack> Targets<P> {
    /// Finds the legal moves of the positions of a frame.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn new(frame: &Frame<P>) -> Self {
        Self::with(frame, &Legality::new(frame))
    }

    /// Finds the legal moves from known limits.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn with(frame: &Frame<P>, legality: &Legality<P>) -> Self {
        Self::from_rays(frame, legality, &Fills::of_us(frame))
    }

    /// Finds the legal moves from known limits and the rays of our sliders.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn from_rays(
        frame: &Frame<P>,
        legality: &Legality<P>,
        sliders: &impl PinnableRaySource<P>,
    ) -> Self {
        use Direction::*;
        let castles = if is_empty_word(frame.castling & frame.us) {
            frame.castling & frame.us
        } else {
            legality.castles(frame)
        };
        let pawns = PawnTargets::new(frame, legality);
        let targets = legality.targets;
        let movers = Movers {
            sliders,
            legality,
            king: frame.king(),
            king_targets: !(frame.us | legality.danger),
        };

        let last = targets.same(RANK_8);
        let knights = frame.knights & frame.us & !legality.all_between();
        Self {
            rays: [
                movers.along(North) | pawns.north,
                movers.along(NorthEast) | pawns.north_east | pawns.en_passant.north_east,
                movers.along(East),
                movers.along(SouthEast),
                movers.along(South),
                movers.along(SouthWest),
                movers.along(West),
                movers.along(NorthWest) | pawns.north_west | pawns.en_passant.north_west,
            ],
            jumps: [
                knights.jump(KnightDirection::NorthNorthEast) & targets,
                knights.jump(KnightDirection::EastNorthEast) & targets,
                knights.jump(KnightDirection::EastSouthEast) & targets,
                knights.jump(KnightDirection::SouthSouthEast) & targets,
                knights.jump(KnightDirection::SouthSouthWest) & targets,
                knights.jump(KnightDirection::WestSouthWest) & targets,
                knights.jump(KnightDirection::WestNorthWest) & targets,
                knights.jump(KnightDirection::NorthNorthWest) & targets,
            ],
            en_passant: pawns.en_passant,
            promotions: PromotionTargets {
                north_west: pawns.north_west & last,
                north: pawns.north & last,
                north_east: pawns.north_east & last,
            },
            castles,
        }
    }

    /// The targets of moves in a direction, promotions and en passant included, castling not.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn along(&self, direction: impl Into<MoveDirection>) -> P {
        let index = direction.into().index();
        if index < 8 {
            self.rays[index & 7]
        } else {
            self.jumps[index & 7]
        }
    }
}

/// The legal moves of the pawns.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PawnTargets<P> {
    /// Captures to the north-west, without en passant.
    pub north_west: P,
    /// Pushes, single and double.
    pub north: P,
    /// Captures to the north-east, without en passant.
    pub north_east: P,
    /// En passant captures.
    pub en_passant: EnPassantTargets<P>,
}

impl<P: Pack> PawnTargets<P> {
    /// Finds the moves of the pawns of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn new(frame: &Frame<P>, legality: &Legality<P>) -> Self {
        use Direction::{NorthEast, NorthWest};
        let pawns = frame.pawns & frame.us;
        let attacked = frame.en_passant & (pawns.step(NorthEast) | pawns.step(NorthWest));
        let en_passant = if is_empty_word(attacked) {
            EnPassantTargets {
                north_east: attacked,
                north_west: attacked,
            }
        } else {
            legality.en_passant(frame)
        };
        Self {
            north_west: Self::captures(pawns, NorthWest, frame, legality),
            north: Self::pushes(pawns, frame, legality),
            north_east: Self::captures(pawns, NorthEast, frame, legality),
            en_passant,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn pushes(pawns: P, frame: &Frame<P>, legality: &Legality<P>) -> P {
        let empty = !frame.occupied();
        // The double push starts from every free square: it may block a check that the single push
        // does not.
        let single = (pawns & legality.free_along(Line::File)).step(Direction::North) & empty;
        let double = single.step(Direction::North) & empty & pawns.same(RANK_1 << 24);
        (single | double) & legality.targets
    }

    /// Finds the captures of some of our pawns in a direction, without en passant.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn captures(
        pawns: P,
        direction: Direction,
        frame: &Frame<P>,
        legality: &Legality<P>,
    ) -> P {
        let free = pawns & legality.free_along(direction.line());
        free.step(direction) & frame.them & legality.targets
    }
}

/// Returns whether a pack is a single empty board, so that work for its squares can be skipped.
/// Boards of many positions are rarely all empty, so for them the answer is always false.
#[cfg_attr(not(unoptimized), inline(always))]
fn is_empty_word<P: Pack>(squares: P) -> bool {
    let mut board = [0];
    if P::BOARDS == 1 {
        squares.store(&mut board);
    }
    P::BOARDS == 1 && board == [0]
}

impl Targets<u64> {
    /// The number of legal moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn count(&self) -> u32 {
        let mut moves = self.castles.count_ones();
        for set in self.rays.iter().chain(&self.jumps) {
            moves += set.count_ones();
        }
        // Promotions are eight files per direction, so the three sets fit one word.
        let sets = &self.promotions;
        let promotions = sets.north_west >> 56 | sets.north >> 48 | sets.north_east >> 40;
        moves + 3 * promotions.count_ones()
    }
}
