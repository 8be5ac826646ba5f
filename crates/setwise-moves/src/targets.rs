//! Sixteen sets of targets: all legal moves of a side, by heading.

use crate::sight::{Fills, Reach};
use crate::{Frame, Legality};
use setwise_core::{Direction, KnightDirection, Line, Pack, RANK_1, RANK_8};

/// The legal moves of the side to move as sets of target squares, one per heading, for every position of a
/// pack, in the frame of the side to move.
///
/// Each target of a set has exactly one source, the nearest man on the way back, so the sets are a list of
/// moves without an order. In the position of the example three men go north: two pawns and the king.
///
/// ```
/// use setwise_core::{Diagram, Direction};
/// use setwise_moves::{Frame, Position, Targets};
/// let position = Position::from_fen("4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1").unwrap();
/// let targets = Targets::new(&Frame::<u64>::from(&position));
/// assert_eq!(format!("{:#}", Diagram(targets.rays[Direction::North.index()])), "\
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
pub struct Targets<P> {
    /// By [`Direction`]: sliders, pawns (promotions and en passant included) and the king.
    pub rays: [P; 8],
    /// `jumps[i]` for [`KnightDirection::ALL`]`[i]`, whose index is 8 + i.
    pub jumps: [P; 8],
    /// En passant captures, which are members of the sets too: to the north-east, to the north-west.
    pub en_passant: [P; 2],
    /// Targets of promoting pawns, members of the sets too, to the north-west, north and north-east. Each
    /// is four moves.
    pub promotions: [P; 3],
    /// The rooks that the king may castle with; not members of the sets.
    pub castles: P,
}

/// King and sliders of the side to move.
struct Movers<'a, P, S> {
    sliders: &'a S,
    legality: &'a Legality<P>,
    king: P,
    /// Where the king may go.
    king_targets: P,
}

impl<P: Pack, S: Reach<P>> Movers<'_, P, S> {
    #[inline(always)]
    fn along(&self, direction: Direction) -> P {
        let free = self.legality.free_along(direction.line());
        self.sliders.attacks_of(direction, free) & self.legality.targets
            | self.king.step(direction) & self.king_targets
    }
}

impl<P: Pack> Targets<P> {
    /// All legal moves of the positions of a frame.
    #[inline(always)]
    pub fn new(frame: &Frame<P>) -> Self {
        Self::with(frame, &Legality::new(frame))
    }

    /// The same, where the limits are known already.
    #[inline(always)]
    pub fn with(frame: &Frame<P>, legality: &Legality<P>) -> Self {
        let sliders = Fills {
            orthogonal: frame.orthogonal & frame.own,
            diagonal: frame.diagonal & frame.own,
            occupied: frame.occupied(),
        };
        Self::seen(frame, legality, &sliders)
    }

    /// The same from the rays of the own sliders.
    #[inline(always)]
    pub(crate) fn seen(frame: &Frame<P>, legality: &Legality<P>, sliders: &impl Reach<P>) -> Self {
        use Direction::*;
        let castles = if idle(frame.castling & frame.own) {
            frame.castling & frame.own
        } else {
            legality.castles(frame)
        };
        let pawns = PawnTargets::new(frame, legality);
        let targets = legality.targets;
        let movers = Movers {
            sliders,
            legality,
            king: frame.king(),
            king_targets: !(frame.own | legality.danger),
        };

        let last = targets.same(RANK_8);
        let knights = frame.knights & frame.own & !legality.all_between();
        Self {
            rays: [
                movers.along(North) | pawns.north,
                movers.along(NorthEast) | pawns.north_east | pawns.en_passant[0],
                movers.along(East),
                movers.along(SouthEast),
                movers.along(South),
                movers.along(SouthWest),
                movers.along(West),
                movers.along(NorthWest) | pawns.north_west | pawns.en_passant[1],
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
            promotions: [
                pawns.north_west & last,
                pawns.north & last,
                pawns.north_east & last,
            ],
            castles,
        }
    }
}

/// The legal moves of the pawns alone.
#[derive(Clone, Copy, Debug)]
pub struct PawnTargets<P> {
    /// Captures to the north-west, without en passant.
    pub north_west: P,
    /// Pushes, single and double.
    pub north: P,
    /// Captures to the north-east, without en passant.
    pub north_east: P,
    /// En passant: to the north-east, to the north-west.
    pub en_passant: [P; 2],
}

impl<P: Pack> PawnTargets<P> {
    /// The pawns of the side to move.
    #[inline(always)]
    pub fn new(frame: &Frame<P>, legality: &Legality<P>) -> Self {
        use Direction::{North, NorthEast, NorthWest};
        let pawns = frame.pawns & frame.own;
        let passing = frame.en_passant & (pawns.step(NorthEast) | pawns.step(NorthWest));
        let en_passant = if idle(passing) {
            [passing; 2]
        } else {
            legality.en_passant(frame)
        };
        let empty = !frame.occupied();
        let targets = legality.targets;
        let captures = frame.their & targets;
        // The double step starts from every free square: it may block a check that the single one does not.
        let single = (pawns & legality.free_along(Line::File)).step(North) & empty;
        let double = single.step(North) & empty & pawns.same(RANK_1 << 24);
        Self {
            north_west: (pawns & legality.free_along(Line::Antidiagonal)).step(NorthWest)
                & captures,
            north: (single | double) & targets,
            north_east: (pawns & legality.free_along(Line::Diagonal)).step(NorthEast) & captures,
            en_passant,
        }
    }
}

/// Whether a step that only concerns these squares can be left out: for a single position without any. Many
/// positions are never idle together.
#[inline(always)]
fn idle<P: Pack>(squares: P) -> bool {
    let mut board = [0];
    if P::COUNT == 1 {
        squares.store(&mut board);
    }
    P::COUNT == 1 && board == [0]
}

impl Targets<u64> {
    /// The number of legal moves.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut moves = self.castles.count_ones();
        for set in self.rays.iter().chain(&self.jumps) {
            moves += set.count_ones();
        }
        // Eight files each: the three sets fit one word.
        let [west, north, east] = self.promotions;
        moves + 3 * (west >> 56 | north >> 48 | east >> 40).count_ones()
    }

    /// The set of a heading's number.
    #[inline(always)]
    pub(crate) fn set(&self, heading: usize) -> u64 {
        if heading < 8 {
            self.rays[heading & 7]
        } else {
            self.jumps[heading & 7]
        }
    }
}
