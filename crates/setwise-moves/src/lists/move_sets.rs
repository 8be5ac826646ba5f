//! Sets of targets, and the moves in them, in the frame of the side to move.

use crate::position::{Move, MoveDirection, MoveKind, Role};
use crate::{frame::Frame, geometry::direction_between, rules::targets::Targets};
use setwise_core::piecewise::{classical::nearest, rays::ray};
use setwise_core::{Direction, KnightDirection, Square, Squares};

/// Sets of targets: sixteen by the number of a [`MoveDirection`], without the moves of the sets
/// after them; en passant captures to the north-west and the north-east; promotions to the
/// north-west, the north and the north-east, each four moves; the rooks of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MoveSets(pub(crate) [u64; 22]);

/// The number of sets by direction.
pub(crate) const DIRECTIONS: usize = 16;
/// The numbers of the other sets.
pub(crate) const EN_PASSANT: usize = 16;
pub(crate) const PROMOTIONS: usize = 18;
pub(crate) const CASTLING: usize = 21;
/// The steps of pawns: to the north-west, the north and the north-east.
const PAWN_STEPS: [usize; 3] = [7, 8, 9];

impl MoveSets {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn new(targets: &Targets<u64>) -> Self {
        let (promotions, en_passant) = (targets.promotions, targets.en_passant);
        let mut sets = [0; 22];
        for (i, set) in sets[..DIRECTIONS].iter_mut().enumerate() {
            *set = targets.along(MoveDirection::wrapping(i));
        }
        sets[Direction::NorthWest.index()] &= !(promotions.north_west | en_passant.north_west);
        sets[Direction::North.index()] &= !promotions.north;
        sets[Direction::NorthEast.index()] &= !(promotions.north_east | en_passant.north_east);
        sets[EN_PASSANT..].copy_from_slice(&[
            en_passant.north_west,
            en_passant.north_east,
            promotions.north_west,
            promotions.north,
            promotions.north_east,
            targets.castles,
        ]);
        Self(sets)
    }

    /// Returns the index of the promotions in a direction; `None` if pawns do not move that way.
    pub(crate) fn of_pawns(direction: MoveDirection) -> Option<usize> {
        match direction {
            MoveDirection::Ray(Direction::NorthWest) => Some(0),
            MoveDirection::Ray(Direction::North) => Some(1),
            MoveDirection::Ray(Direction::NorthEast) => Some(2),
            _ => None,
        }
    }

    /// Calls `each` with the moves, set by set; promotions queens first.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn each(&self, sources: &Sources, mut each: impl FnMut(Move)) {
        for direction in Direction::ALL {
            for target in Squares(self.0[direction.index()]) {
                each(sources.along_ray(target, direction));
            }
        }
        for jump in KnightDirection::ALL {
            for target in Squares(self.0[jump.index()]) {
                each(Sources::jump(target, jump));
            }
        }
        for set in EN_PASSANT..PROMOTIONS {
            for target in Squares(self.0[set]) {
                each(Sources::en_passant(set, target));
            }
        }
        for set in PROMOTIONS..CASTLING {
            for target in Squares(self.0[set]) {
                for role in Role::PROMOTIONS.into_iter().rev() {
                    each(Sources::promotion(set, target, role));
                }
            }
        }
        for rook in Squares(self.0[CASTLING]) {
            each(sources.castling(rook));
        }
    }
}

/// The pieces of a frame, which give source and kind of a move from its target and direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sources {
    /// For each bit of the role's number in [`MoveKind`], the squares that have it.
    codes: [u64; 3],
    king: u64,
}

impl Sources {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn of(frame: &Frame<u64>) -> Self {
        Self {
            codes: [
                frame.pawns | frame.knights | frame.kings,
                frame.knights | frame.diagonal,
                frame.orthogonal | frame.kings,
            ],
            king: frame.king(),
        }
    }

    /// The number of the role on a square; 0 for none.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn code(&self, square: Square) -> u16 {
        let [ones, twos, fours] = self.codes.map(|set| (set >> square.index() & 1) as u16);
        ones | twos << 1 | fours << 2
    }

    /// The move of a slider, a king or a pawn to a target.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn along_ray(&self, target: Square, direction: Direction) -> Move {
        let [ones, twos, fours] = self.codes;
        let back = direction.opposite();
        // Every target has a source, so the default is never used.
        let source = nearest(ray(target, back) & (ones | twos | fours), back).unwrap_or(target);
        let code = self.code(source);
        let is_double = direction == Direction::North
            && code == MoveKind::Pawn as u16
            && source.index() + 16 == target.index();
        let double = MoveKind::DoublePush as u16;
        let kind = if is_double { double } else { code };
        Move::coded(source.index(), target.index(), kind)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn jump(target: Square, jump: KnightDirection) -> Move {
        let source = target.index().wrapping_sub(jump.delta() as usize);
        Move::coded(source, target.index(), MoveKind::Knight as u16)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn en_passant(set: usize, target: Square) -> Move {
        let [west, _, east] = PAWN_STEPS;
        let step = if set == EN_PASSANT { west } else { east };
        let source = target.index().wrapping_sub(step);
        Move::coded(source, target.index(), MoveKind::EnPassant as u16)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn promotion(set: usize, target: Square, role: Role) -> Move {
        let step = PAWN_STEPS[(set - PROMOTIONS).min(2)];
        let source = target.index().wrapping_sub(step);
        // The number of a promotion is 8 plus the code of the role.
        Move::coded(source, target.index(), 1 << 3 | MoveKind::of(role) as u16)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn castling(&self, rook: Square) -> Move {
        let king = self.king.trailing_zeros() as usize;
        Move::coded(king, rook.index(), MoveKind::Castling as u16)
    }

    /// The move to a target of a set. `role` is for promotions.
    #[inline]
    pub(crate) fn find(&self, set: usize, target: Square, role: Role) -> Move {
        match set {
            0..DIRECTIONS => match MoveDirection::wrapping(set) {
                MoveDirection::Ray(direction) => self.along_ray(target, direction),
                MoveDirection::Jump(jump) => Self::jump(target, jump),
            },
            EN_PASSANT..PROMOTIONS => Self::en_passant(set, target),
            PROMOTIONS..CASTLING => Self::promotion(set, target, role),
            _ => self.castling(target),
        }
    }

    /// The set that has a move if the move is legal.
    #[inline]
    pub(crate) fn set_of(&self, wanted: Move) -> Option<usize> {
        let (source, target) = (wanted.source(), wanted.target());
        let direction = direction_between(source, target)?;
        let set = match wanted.kind() {
            MoveKind::Castling => CASTLING,
            MoveKind::EnPassant if direction == Direction::NorthWest.into() => EN_PASSANT,
            MoveKind::EnPassant => EN_PASSANT + 1,
            kind if kind.promoted().is_some() => PROMOTIONS + MoveSets::of_pawns(direction)?,
            _ => direction.index(),
        };
        let role = wanted.promotion().unwrap_or(Role::Queen);
        (self.find(set, target, role) == wanted).then_some(set)
    }
}
