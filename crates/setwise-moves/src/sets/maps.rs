//! Attack maps of a side, and attackers to a square.

use super::attacks::{king_attacks, knight_attacks};
use super::pawns::{east_pawn_attacks, pawn_attacks, west_pawn_attacks};
use crate::frame::Frame;
use crate::position::{Color, Position, Role};
use setwise_core::{Direction, KnightDirection, Pack};

/// The pieces of one color, for one position or for as many as a pack holds.
///
/// ```
/// use setwise_moves::{Color, Position, sets::Pieces};
/// let pieces = Pieces::<u64>::of(&Position::startpos(), Color::Black);
/// assert_eq!(pieces.diagonal, 1 << 58 | 1 << 59 | 1 << 61); // c8, d8, f8
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces<P> {
    /// The color.
    pub color: Color,
    /// Pawns.
    pub pawns: P,
    /// Knights.
    pub knights: P,
    /// Bishops and queens.
    pub diagonal: P,
    /// Rooks and queens.
    pub orthogonal: P,
    /// The king.
    pub king: P,
}

impl Pieces<u64> {
    /// The pieces of a color in a position, as seen from White.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn of(position: &Position, color: Color) -> Self {
        let side = position.by_color(color);
        Self {
            color,
            pawns: position.by_role(Role::Pawn) & side,
            knights: position.by_role(Role::Knight) & side,
            diagonal: position.diagonal() & side,
            orthogonal: position.orthogonal() & side,
            king: position.by_role(Role::King) & side,
        }
    }
}

impl<P: Pack> Pieces<P> {
    /// The pieces of the side to move in a frame, where that side is White.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn of_us(frame: &Frame<P>) -> Self {
        Self::of_side(frame, frame.us, Color::White)
    }

    /// The pieces of the other side in a frame, where that side is Black.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn of_them(frame: &Frame<P>) -> Self {
        Self::of_side(frame, frame.them, Color::Black)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn of_side(frame: &Frame<P>, side: P, color: Color) -> Self {
        Self {
            color,
            pawns: side & frame.pawns,
            knights: side & frame.knights,
            diagonal: side & frame.diagonal,
            orthogonal: side & frame.orthogonal,
            king: side & frame.kings,
        }
    }
}

/// The pieces that attack some square of `targets` (usually one).
///
/// It casts each role's attack pattern from `targets` and intersects it with its pieces.
///
/// ```
/// use setwise_core::{Square, Squares};
/// use setwise_moves::{Color, Position, sets::{Pieces, attackers_to}};
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// let position = Position::from_fen(fen).unwrap();
/// let black = Pieces::<u64>::of(&position, Color::Black);
/// let on_d5 = attackers_to(Square::D5.bit(), position.occupied(), &black);
/// assert!(Squares(on_d5).eq([Square::B6, Square::E6, Square::F6]));
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn attackers_to<P: Pack>(targets: P, occupied: P, pieces: &Pieces<P>) -> P {
    let [straight, slanted, pawns, jumpers, king] = attackers_by_kind(targets, occupied, pieces);
    straight | slanted | pawns | jumpers | king
}

/// The pieces of [`attackers_to`]: on files and ranks, on diagonals, pawns, knights, king.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn attackers_by_kind<P: Pack>(targets: P, occupied: P, pieces: &Pieces<P>) -> [P; 5] {
    let blockers = occupied | targets;
    [
        targets.orthogonal_attacks(blockers) & pieces.orthogonal,
        targets.same(0).or_diagonal_attacks(targets, blockers) & pieces.diagonal,
        pawn_attacks(targets, pieces.color.other()) & pieces.pawns,
        knight_attacks(targets) & pieces.knights,
        king_attacks(targets) & pieces.king,
    ]
}

/// The squares that a side attacks at least once, and at least twice.
///
/// ```
/// use setwise_core::{RANK_3, Square};
/// use setwise_moves::{Color, Position, sets::{AttackMap, Pieces}};
/// let start = Position::startpos();
/// let map = AttackMap::new(&Pieces::<u64>::of(&start, Color::White), start.occupied());
/// assert_eq!(map.twice, RANK_3 | Square::D2.bit() | Square::E2.bit());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttackMap<P> {
    /// The squares attacked by one piece or more.
    pub once: P,
    /// The squares attacked by two pieces or more.
    pub twice: P,
}

impl<P: Pack> AttackMap<P> {
    /// The attacks of some pieces; all occupied squares block rays.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn new(pieces: &Pieces<P>, occupied: P) -> Self {
        use Direction::*;
        let mut map = Self::none(occupied);
        map.add(east_pawn_attacks(pieces.pawns, pieces.color));
        map.add(west_pawn_attacks(pieces.pawns, pieces.color));
        map.add(king_attacks(pieces.king));
        map.add(pieces.orthogonal.attacks(occupied, North));
        map.add(pieces.orthogonal.attacks(occupied, East));
        map.add(pieces.orthogonal.attacks(occupied, South));
        map.add(pieces.orthogonal.attacks(occupied, West));
        map.add(pieces.diagonal.attacks(occupied, NorthEast));
        map.add(pieces.diagonal.attacks(occupied, SouthEast));
        map.add(pieces.diagonal.attacks(occupied, SouthWest));
        map.add(pieces.diagonal.attacks(occupied, NorthWest));
        map.add_knights(pieces.knights);
        map
    }

    /// An empty map with the token of another pack.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn none(like: P) -> Self {
        let nothing = like.same(0);
        Self {
            once: nothing,
            twice: nothing,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn add_knights(&mut self, knights: P) {
        self.add(knights.jump(KnightDirection::NorthNorthEast));
        self.add(knights.jump(KnightDirection::EastNorthEast));
        self.add(knights.jump(KnightDirection::EastSouthEast));
        self.add(knights.jump(KnightDirection::SouthSouthEast));
        self.add(knights.jump(KnightDirection::SouthSouthWest));
        self.add(knights.jump(KnightDirection::WestSouthWest));
        self.add(knights.jump(KnightDirection::WestNorthWest));
        self.add(knights.jump(KnightDirection::NorthNorthWest));
    }

    /// Adds the attacks of one direction, in which no square is attacked twice.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, attacks: P) {
        self.twice = self.twice | self.once & attacks;
        self.once = self.once | attacks;
    }
}
