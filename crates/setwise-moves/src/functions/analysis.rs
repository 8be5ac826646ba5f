//! Checks, pins, attacks and mobility.

use crate::packs::per_position::{BoardPack, PerPosition};
use crate::position::{Color, Position, Role};
use crate::sets::{AttackMap, Pieces, king_attacks};
use crate::{frame::Frame, rules::legality::Legality, rules::targets::PawnTargets};
use setwise_core::{Counts, Direction, KnightDirection, Line, Pack, RANK_8};

/// The checks, pins, attacks and mobility of a position. Boards are as seen from White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Analysis {
    checkers: u64,
    pinned: u64,
    danger: u64,
    attacked: [u64; 2],
    mobility: [u16; 6],
}

impl Analysis {
    /// The pieces that give check to the side to move: [`Position::checkers`].
    pub const fn checkers(&self) -> u64 {
        self.checkers
    }

    /// The pieces of the side to move that are pinned to their king: [`Position::pinned`].
    pub const fn pinned(&self) -> u64 {
        self.pinned
    }

    /// The squares that the king of the side to move must not go to: [`Position::danger`].
    pub const fn danger(&self) -> u64 {
        self.danger
    }

    /// The squares that the pieces of a color attack. Pins do not matter.
    pub const fn attacked_by(&self, color: Color) -> u64 {
        self.attacked[color.index()]
    }

    /// The number of legal moves of the side to move with its pieces of a role. A promotion is four
    /// moves; castling is a move of the king.
    pub const fn mobility(&self, role: Role) -> u32 {
        self.mobility[role.index()] as u32
    }

    /// The number of legal moves.
    pub fn legal_moves(&self) -> u32 {
        Role::ALL.into_iter().map(|role| self.mobility(role)).sum()
    }

    /// Whether the side to move is in check.
    pub const fn is_check(&self) -> bool {
        self.checkers != 0
    }

    /// Whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.is_check() && self.legal_moves() == 0
    }

    /// Whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.legal_moves() == 0
    }
}

pub(crate) struct Analyze;

/// The boards and numbers of positions, in the frame of the side to move.
pub(crate) struct AnalysisLanes<const N: usize> {
    checkers: [u64; N],
    pinned: [u64; N],
    danger: [u64; N],
    attacked_by_us: [u64; N],
    attacked_by_them: [u64; N],
    pawn_moves: [u8; N],
    knight_moves: [u8; N],
    bishop_moves: [u8; N],
    rook_moves: [u8; N],
    /// The moves of queens are counted in two parts, because their sum may exceed a byte.
    orthogonal_queen_moves: [u8; N],
    diagonal_queen_moves: [u8; N],
    king_moves: [u8; N],
}

impl PerPosition for Analyze {
    type Output = Analysis;
    type Lanes<const N: usize> = AnalysisLanes<N>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn lanes<const N: usize>() -> AnalysisLanes<N> {
        AnalysisLanes {
            checkers: [0; N],
            pinned: [0; N],
            danger: [0; N],
            attacked_by_us: [0; N],
            attacked_by_them: [0; N],
            pawn_moves: [0; N],
            knight_moves: [0; N],
            bishop_moves: [0; N],
            rook_moves: [0; N],
            orthogonal_queen_moves: [0; N],
            diagonal_queen_moves: [0; N],
            king_moves: [0; N],
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill<P: BoardPack, const N: usize>(frame: &Frame<P>, lanes: &mut AnalysisLanes<N>) {
        let legality = Legality::new(frame);
        legality.checkers.store(&mut lanes.checkers);
        legality.pinned(frame).store(&mut lanes.pinned);
        legality.danger.store(&mut lanes.danger);
        let (us, them) = (Pieces::of_us(frame), Pieces::of_them(frame));
        let occupied = frame.occupied();
        let map = AttackMap::new(&us, occupied);
        map.once.store(&mut lanes.attacked_by_us);
        let map = AttackMap::new(&them, occupied);
        map.once.store(&mut lanes.attacked_by_them);

        pawn_moves(frame, &legality).store(&mut lanes.pawn_moves);
        let knights = frame.knights & frame.us & !legality.all_between();
        knight_moves(knights, &legality).store(&mut lanes.knight_moves);
        let (orthogonal, diagonal) = (frame.us & frame.orthogonal, frame.us & frame.diagonal);
        let queens = orthogonal & diagonal;
        diagonal_moves(diagonal & !queens, frame, &legality).store(&mut lanes.bishop_moves);
        orthogonal_moves(orthogonal & !queens, frame, &legality).store(&mut lanes.rook_moves);
        orthogonal_moves(queens, frame, &legality).store(&mut lanes.orthogonal_queen_moves);
        diagonal_moves(queens, frame, &legality).store(&mut lanes.diagonal_queen_moves);
        let steps = king_attacks(frame.king()) & !(frame.us | legality.danger);
        let castles = legality.castles(frame).count();
        steps.count().plus(castles).store(&mut lanes.king_moves);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn output<const N: usize>(lanes: &AnalysisLanes<N>, i: usize, position: &Position) -> Analysis {
        let turn = position.turn();
        let us = turn.view(lanes.attacked_by_us[i]);
        let them = turn.view(lanes.attacked_by_them[i]);
        let queen_moves =
            u16::from(lanes.orthogonal_queen_moves[i]) + u16::from(lanes.diagonal_queen_moves[i]);
        Analysis {
            checkers: turn.view(lanes.checkers[i]),
            pinned: turn.view(lanes.pinned[i]),
            danger: turn.view(lanes.danger[i]),
            attacked: match turn {
                Color::White => [us, them],
                Color::Black => [them, us],
            },
            mobility: [
                lanes.pawn_moves[i].into(),
                lanes.knight_moves[i].into(),
                lanes.bishop_moves[i].into(),
                lanes.rook_moves[i].into(),
                queen_moves,
                lanes.king_moves[i].into(),
            ],
        }
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn pawn_moves<P: Pack>(frame: &Frame<P>, legality: &Legality<P>) -> P::Counts {
    let targets = PawnTargets::new(frame, legality);
    let last = frame.us.same(RANK_8);
    let en_passant = targets.en_passant;
    let mut sum = en_passant.north_east.count();
    sum = sum.plus(en_passant.north_west.count());
    sum = add_with_promotions::<P>(sum, targets.north_west, last);
    sum = add_with_promotions::<P>(sum, targets.north, last);
    add_with_promotions::<P>(sum, targets.north_east, last)
}

/// Adds targets of pawns. A target on the last rank is four moves.
#[cfg_attr(not(unoptimized), inline(always))]
fn add_with_promotions<P: Pack>(sum: P::Counts, targets: P, last: P) -> P::Counts {
    let promotions = (targets & last).count();
    let twice = promotions.plus(promotions);
    sum.plus((targets & !last).count()).plus(twice.plus(twice))
}

#[cfg_attr(not(unoptimized), inline(always))]
fn knight_moves<P: Pack>(knights: P, legality: &Legality<P>) -> P::Counts {
    use KnightDirection::*;
    let targets = legality.targets;
    let north = (knights.jump(NorthNorthEast) & targets)
        .count()
        .plus((knights.jump(NorthNorthWest) & targets).count())
        .plus((knights.jump(EastNorthEast) & targets).count())
        .plus((knights.jump(WestNorthWest) & targets).count());
    north
        .plus((knights.jump(EastSouthEast) & targets).count())
        .plus((knights.jump(WestSouthWest) & targets).count())
        .plus((knights.jump(SouthSouthEast) & targets).count())
        .plus((knights.jump(SouthSouthWest) & targets).count())
}

#[cfg_attr(not(unoptimized), inline(always))]
fn orthogonal_moves<P: Pack>(sliders: P, frame: &Frame<P>, legality: &Legality<P>) -> P::Counts {
    let on_files = line_moves(sliders, frame, legality, Line::File);
    on_files.plus(line_moves(sliders, frame, legality, Line::Rank))
}

#[cfg_attr(not(unoptimized), inline(always))]
fn diagonal_moves<P: Pack>(sliders: P, frame: &Frame<P>, legality: &Legality<P>) -> P::Counts {
    let on_diagonals = line_moves(sliders, frame, legality, Line::Diagonal);
    on_diagonals.plus(line_moves(sliders, frame, legality, Line::Antidiagonal))
}

/// Counts the moves of sliders in both directions of a line.
#[cfg_attr(not(unoptimized), inline(always))]
fn line_moves<P: Pack>(sliders: P, frame: &Frame<P>, limits: &Legality<P>, on: Line) -> P::Counts {
    let [up, down]: [Direction; 2] = on.directions();
    let (free, occupied) = (sliders & limits.free_along(on), frame.occupied());
    let up = free.attacks(occupied, up) & limits.targets;
    let down = free.attacks(occupied, down) & limits.targets;
    up.count().plus(down.count())
}
