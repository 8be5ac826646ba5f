//! Legal moves of one position, written into a list.
//!
//! The pawns move as sets, the other pieces one by one. The squares that the king may not go to are
//! those that the other side attacks with the king taken off the board. Where registers have eight
//! lanes, its sliders attack in all directions at once, and the moves of a piece are written at
//! once, from the set of its targets.

use crate::lists::move_list::{AT_MOST, Appender, Room};
use crate::position::{Color, Move, MoveKind, Position, Role};
use crate::rules::attackers::{Checks, bishop_attacks, rook_attacks};
use crate::sets::{king_attacks, knight_attacks};
use crate::{geometry::between, packs::Register, rules::legal_move::CastlingPath};
use alloc::vec::Vec;
use setwise_core::piecewise::{KING, KNIGHT, hyperbola::LINES};
use setwise_core::{
    FILE_A, FILE_H, Function, Line, Pack, RANK_1, RANK_8, Sliders, Square, Squares, Vector,
    direction_per_lane,
};

/// Lists the legal moves of a position, or only the captures, in an array. If this has no room, all
/// go to the vector, which must be empty. Returns the number of moves in the array.
pub(crate) struct List<const CAPTURES: bool>;

impl<const CAPTURES: bool> Function for List<CAPTURES> {
    type First<'a> = (&'a Position, Checks);
    type Second<'a> = (Room<'a>, &'a mut Vec<Move>);
    type Output = usize;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(
        token: P::Token,
        (position, checks): (&Position, Checks),
        room: (Room<'_>, &mut Vec<Move>),
    ) -> usize {
        let list = Appender::new(room);
        let writer = Writer::<Register<P>> { token, list };
        Generator::<_, CAPTURES>::new(position, (checks, None), writer).generate()
    }
}

/// Whether moves are written four at a time where that takes fewer branches. It needs BMI.
const fn by_fours<V: Vector>() -> bool {
    V::LANES == 4
}

/// The limits on the moves of a king.
#[derive(Clone, Copy)]
pub(crate) struct King {
    /// The squares that the king must not enter, and possibly squares out of its reach.
    pub(crate) danger: u64,
    /// The rooks that it may castle with.
    pub(crate) castles: u64,
}

pub(crate) struct Writer<'a, V: Vector> {
    pub(crate) token: V::Token,
    pub(crate) list: Appender<'a>,
}

impl<V: Vector> Writer<'_, V> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push(&mut self, source: usize, target: Square, kind: MoveKind) {
        let found = Move::coded(source, target.index(), kind as u16);
        self.list.push(found);
    }

    /// Adds the moves of a kind from one square.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, source: Square, targets: u64, kind: MoveKind) {
        let base = kind.bits() | (source.index() as u16) << 6;
        if const { V::FAST_LIST } {
            self.list
                .write::<V, AT_MOST>(self.token, targets, (1, 0), base);
        } else if const { by_fours::<V>() } {
            self.list.write_by_fours(targets, (1, 0), base);
        } else {
            for target in Squares(targets) {
                self.push(source.index(), target, kind);
            }
        }
    }

    /// Adds moves of pawns of a kind, each by the same distance.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_pawns(&mut self, targets: u64, distance: usize, kind: MoveKind) {
        // The source is the target less the distance.
        let offset = (distance as u16).wrapping_neg() << 6;
        if const { V::FAST_LIST } {
            // A side of eight pawns.
            self.list
                .write::<V, 16>(self.token, targets, (65, offset), kind.bits());
        } else if const { by_fours::<V>() } && distance.is_multiple_of(2) {
            // Only pushes have even distances. There are often no captures.
            self.list.write_by_fours(targets, (65, offset), kind.bits());
        } else {
            for target in Squares(targets) {
                self.push(target.index().wrapping_sub(distance), target, kind);
            }
        }
    }
}

/// The sets that decide the moves.
pub(crate) struct Generator<'a, V: Vector, const CAPTURES: bool> {
    position: &'a Position,
    checks: Checks,
    /// `None` if it is not known yet.
    limits: Option<King>,
    writer: Writer<'a, V>,
    turn: Color,
    us: u64,
    them: u64,
    occupied: u64,
    king: Square,
    /// The possible targets: enemy pieces for captures, else all squares without our pieces.
    wanted: u64,
}

impl<'a, V: Vector, const CAPTURES: bool> Generator<'a, V, CAPTURES> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn new(
        position: &'a Position,
        (checks, limits): (Checks, Option<King>),
        writer: Writer<'a, V>,
    ) -> Self {
        let (us, them) = (position.us(), position.them());
        Self {
            position,
            checks,
            limits,
            writer,
            turn: position.turn(),
            us,
            them,
            occupied: position.occupied(),
            king: position.king(position.turn()),
            wanted: if CAPTURES { them } else { !us },
        }
    }

    /// Writes the moves. Returns their number in the array.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn generate(mut self) -> usize {
        self.king_moves();
        self.other_moves();
        self.writer.list.len()
    }

    /// Writes the moves of all pieces but the king. In double check there are none.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn other_moves(&mut self) {
        let checkers = self.checks.checkers;
        let block = match checkers {
            0 => !0,
            _ if checkers & (checkers - 1) != 0 => return,
            _ => {
                let checker = Square::wrapping(checkers.trailing_zeros() as usize);
                between(self.king, checker) | checkers
            }
        };
        let targets = self.wanted & block;
        let (position, occupied) = (self.position, self.occupied);
        let knights = position.by_role(Role::Knight) & self.us & !self.checks.pinned;
        for source in Squares(knights) {
            let reached = KNIGHT[source.index()] & targets;
            self.writer.add(source, reached, MoveKind::Knight);
        }
        self.slide(Role::Bishop, targets, |at| bishop_attacks(at, occupied));
        self.slide(Role::Rook, targets, |at| rook_attacks(at, occupied));
        self.slide(Role::Queen, targets, |at| {
            bishop_attacks(at, occupied) | rook_attacks(at, occupied)
        });
        self.pawn_moves(block);
        if let Some(passed) = position.en_passant() {
            for source in Squares(position.en_passant_captors(passed)) {
                self.writer.add(source, passed.bit(), MoveKind::EnPassant);
            }
        }
    }

    /// The steps of the king, and castling.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn king_moves(&mut self) {
        let king = self.king;
        let steps = KING[king.index()] & self.wanted;
        if let Some(King { danger, castles }) = self.limits {
            self.writer.add(king, steps & !danger, MoveKind::King);
            for rook in Squares(castles) {
                self.writer.push(king.index(), rook, MoveKind::Castling);
            }
            return;
        }
        let rooks = match CAPTURES || self.checks.checkers != 0 {
            true => 0,
            false => self.position.castling() & self.turn.view(RANK_1),
        };
        if steps == 0 && rooks == 0 {
            return;
        }
        let paths = Squares(rooks).fold(0, |all, rook| all | CastlingPath::new(king, rook).king);
        let danger = self.danger(steps | paths);
        self.writer.add(king, steps & !danger, MoveKind::King);
        for rook in Squares(rooks & !self.checks.pinned) {
            let path = CastlingPath::new(king, rook);
            let others = self.occupied & !(king.bit() | rook.bit());
            if others & path.both == 0 && danger & path.king == 0 {
                self.writer.push(king.index(), rook, MoveKind::Castling);
            }
        }
    }

    /// Returns those of `squares` that the king must not enter, and possibly other squares.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn danger(&self, squares: u64) -> u64 {
        let (position, them) = (self.position, self.them);
        let (diagonal, orthogonal) = (position.diagonal() & them, position.orthogonal() & them);
        let pawns = position.by_role(Role::Pawn) & them;
        let beside = (pawns & !FILE_A) >> 1 | (pawns & !FILE_H) << 1;
        let pawns = match self.turn {
            Color::White => beside.rotate_right(8),
            Color::Black => beside.rotate_left(8),
        };
        let near = pawns
            | knight_attacks(position.by_role(Role::Knight) & them)
            | king_attacks(position.by_role(Role::King) & them);
        let occupied = self.occupied & !self.king.bit();
        if const { V::LANES == 8 } {
            let sliders = Sliders {
                orthogonal,
                diagonal,
            };
            return near | direction_per_lane::attacks::<V>(self.writer.token, sliders, occupied);
        }
        let attacked = Squares(squares & !near).filter(|&square| {
            rook_attacks(square, occupied) & orthogonal
                | bishop_attacks(square, occupied) & diagonal
                != 0
        });
        attacked.fold(near, |danger, square| danger | square.bit())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn slide(&mut self, role: Role, targets: u64, attacks: impl Fn(Square) -> u64) {
        for source in Squares(self.position.by_role(role) & self.us) {
            let mut reached = attacks(source) & targets;
            if self.checks.pinned & source.bit() != 0 {
                reached &= self.line_of_king(source);
            }
            self.writer.add(source, reached, MoveKind::of(role));
        }
    }

    /// The line through the king and another square, without the king. There is no branch.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn line_of_king(&self, square: Square) -> u64 {
        LINES.iter().fold(0, |found, lines| {
            let line = lines[self.king.index()];
            found | if line & square.bit() != 0 { line } else { 0 }
        })
    }

    /// Writes the moves of pawns, except en passant, to squares that end a check, if there is one.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pawn_moves(&mut self, block: u64) {
        let pawns = self.position.by_role(Role::Pawn) & self.us;
        let on = |line: Line| LINES[line as usize][self.king.index()];
        // Captures to the west go along an antidiagonal for White, along a diagonal for Black.
        let (west_line, east_line, forward) = match self.turn {
            Color::White => (Line::Antidiagonal, Line::Diagonal, 8),
            Color::Black => (Line::Diagonal, Line::Antidiagonal, 8usize.wrapping_neg()),
        };
        let free = |line: Line| pawns & (!self.checks.pinned | on(line));
        // No pawn stands on the last rank, so the rotation wraps no square.
        let ahead = |set: u64| set.rotate_left(forward as u32 & 63);
        let enemies = self.them & block;
        let west = ahead((free(west_line) & !FILE_A) >> 1) & enemies;
        let east = ahead((free(east_line) & !FILE_H) << 1) & enemies;
        let once = match CAPTURES {
            true => 0,
            false => ahead(free(Line::File)) & !self.occupied,
        };
        let twice = ahead(once & self.turn.view(RANK_1 << 16)) & !self.occupied & block;
        let once = once & block;
        const LAST: u64 = RANK_1 | RANK_8;
        let steps = [
            (west, forward.wrapping_sub(1)),
            (east, forward.wrapping_add(1)),
            (once, forward),
        ];
        let [(w, by_west), (e, by_east), (o, by_one)] = steps;
        self.writer.add_pawns(w & !LAST, by_west, MoveKind::Pawn);
        self.writer.add_pawns(e & !LAST, by_east, MoveKind::Pawn);
        if !CAPTURES {
            self.writer.add_pawns(o & !LAST, by_one, MoveKind::Pawn);
            self.writer
                .add_pawns(twice, by_one.wrapping_mul(2), MoveKind::DoublePush);
        }
        if (west | east | once) & LAST != 0 {
            for (targets, distance) in steps {
                for target in Squares(targets & LAST) {
                    let source = target.index().wrapping_sub(distance);
                    for kind in PROMOTIONS {
                        self.writer.push(source, target, kind);
                    }
                }
            }
        }
    }
}

/// Queens first.
const PROMOTIONS: [MoveKind; 4] = [
    MoveKind::QueenPromotion,
    MoveKind::RookPromotion,
    MoveKind::BishopPromotion,
    MoveKind::KnightPromotion,
];
