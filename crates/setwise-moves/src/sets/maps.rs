//! Attack maps of a side, and attackers to a square.

use super::pawns::{east_pawn_attacks, pawn_attacks, west_pawn_attacks};
use super::{king_attacks, knight_attacks};
use crate::{Color, Kind, Position};
use setwise_core::{Direction, KnightDirection, Pack};

/// The men of one colour, as seen from White; for many positions if they are packs.
///
/// ```
/// use setwise_moves::{Color, Position, sets::Men};
/// let men = Men::<u64>::of(&Position::startpos(), Color::Black);
/// assert_eq!(men.diagonal, 1 << 58 | 1 << 59 | 1 << 61); // c8, d8, f8
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men<P> {
    /// Whose they are.
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

impl Men<u64> {
    /// The men of a colour in a position.
    pub fn of(position: &Position, color: Color) -> Self {
        let queens = position.of(color, Kind::Queen);
        Self {
            color,
            pawns: position.of(color, Kind::Pawn),
            knights: position.of(color, Kind::Knight),
            diagonal: position.of(color, Kind::Bishop) | queens,
            orthogonal: position.of(color, Kind::Rook) | queens,
            king: position.of(color, Kind::King),
        }
    }
}

/// The men that attack some square of `targets` (usually one), all men being in the way: the squares look out in every
/// way that men move, and who is seen there and moves that way looks back.
///
/// ```
/// use setwise_core::Diagram;
/// use setwise_moves::{Color, Position, sets::{Men, attackers_to}};
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// let position = Position::from_fen(fen).unwrap();
/// let black = Men::<u64>::of(&position, Color::Black);
/// let on_d5 = attackers_to(1 << 35, position.occupied(), &black);
/// assert_eq!(format!("{:#}", Diagram(on_d5)), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . 1 . . 1 1 . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// ");
/// ```
#[inline(always)]
pub fn attackers_to<P: Pack>(targets: P, occupied: P, men: &Men<P>) -> P {
    let blockers = occupied | targets;
    let straight = targets.orthogonal_attacks(blockers) & men.orthogonal;
    let slanted = targets.same(0).or_diagonal_attacks(targets, blockers) & men.diagonal;
    let pawns = pawn_attacks(targets, men.color.other()) & men.pawns;
    let jumpers = knight_attacks(targets) & men.knights;
    straight | slanted | pawns | jumpers | king_attacks(targets) & men.king
}

/// What a side attacks at least once, and at least twice. A second attacker is another man, or the same kind of man
/// from another direction.
///
/// ```
/// use setwise_core::Diagram;
/// use setwise_moves::{Color, Position, sets::{AttackMap, Men}};
/// let start = Position::startpos();
/// let map = AttackMap::new(&Men::<u64>::of(&start, Color::White), start.occupied());
/// assert_eq!(format!("{:#}", Diagram(map.twice)), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 1 1 1 1 1 1 1 1
/// 2 . . . 1 1 . . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// ");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackMap<P> {
    /// Attacked.
    pub once: P,
    /// Attacked by two men or more.
    pub twice: P,
}

impl<P: Pack> AttackMap<P> {
    /// The attacks of some men; all other men stand in the way.
    #[inline(always)]
    pub fn new(men: &Men<P>, occupied: P) -> Self {
        use Direction::*;
        let mut map = Self::none(occupied);
        map.add(east_pawn_attacks(men.pawns, men.color));
        map.add(west_pawn_attacks(men.pawns, men.color));
        map.add(king_attacks(men.king));
        map.add(men.orthogonal.attacks(occupied, North));
        map.add(men.orthogonal.attacks(occupied, East));
        map.add(men.orthogonal.attacks(occupied, South));
        map.add(men.orthogonal.attacks(occupied, West));
        map.add(men.diagonal.attacks(occupied, NorthEast));
        map.add(men.diagonal.attacks(occupied, SouthEast));
        map.add(men.diagonal.attacks(occupied, SouthWest));
        map.add(men.diagonal.attacks(occupied, NorthWest));
        map.add_knights(men.knights);
        map
    }

    /// Nothing, for as many positions as another pack holds.
    #[inline(always)]
    pub(crate) fn none(like: P) -> Self {
        let nothing = like.same(0);
        Self {
            once: nothing,
            twice: nothing,
        }
    }

    #[inline(always)]
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

    /// One more set of attacks, in which no square is attacked by two men: one direction's.
    #[inline(always)]
    fn add(&mut self, attacks: P) {
        self.twice = self.twice | self.once & attacks;
        self.once = self.once | attacks;
    }
}
