//! The legal moves of the positions of a batch.

use super::streams::*;
use crate::frame::Frame;
use crate::packs::bytes::{every_byte, split_at_king};
use crate::{
    rules::castling::CastlingFiles, rules::legality::Legality, rules::targets::PawnTargets,
};
use setwise_core::{Direction, KnightDirection, Sliced, Vector};

/// Replaces the streams by the legal moves of the positions of a frame.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn expand<V: Vector>(
    token: V::Token,
    frame: &Frame<Sliced<V>>,
    streams: &mut MoveStreams,
) {
    streams.clear();
    let mut expander = Expander {
        streams,
        lanes: V::byte_numbers(token),
        frame,
        legality: &Legality::new(frame),
    };
    expander.pawns();
    expander.knights();
    expander.king();
    let start = expander.streams.len();
    let rooks = frame.us & frame.orthogonal;
    let bishops = frame.us & frame.diagonal;
    expander.sliders(rooks, Direction::North);
    expander.sliders(rooks, Direction::East);
    expander.sliders(bishops, Direction::NorthEast);
    expander.sliders(bishops, Direction::NorthWest);
    expander.streams.sliders = start..expander.streams.len();
    expander.castling();
}

/// The way of a move, the same for every lane.
#[derive(Clone, Copy)]
struct Path {
    from: usize,
    to: usize,
    /// The number of files from the source to the target, positive to the east.
    files: i32,
}

impl Path {
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn new(from: usize, to: usize, files: i32) -> Self {
        Self { from, to, files }
    }

    /// The path of a step or jump from a rank; `None` if it leaves the board north or south.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(from: usize, files: i8, ranks: i8) -> Option<Self> {
        let to = from.wrapping_add_signed(ranks.into());
        let files = files.into();
        (to < 8).then_some(Self { from, to, files })
    }
}

/// Moves squares of a rank by some files, to the east if positive.
#[cfg_attr(not(unoptimized), inline(always))]
fn shift_files<V: Vector>(squares: V, files: i32) -> V {
    if files >= 0 {
        (squares & every_byte(squares, 0xff >> files)).shl(files as u32)
    } else {
        let files = files.unsigned_abs();
        (squares & every_byte(squares, 0xff << files)).shr(files)
    }
}

struct Expander<'a, V> {
    streams: &'a mut MoveStreams,
    /// The number of each lane.
    lanes: V,
    frame: &'a Frame<Sliced<V>>,
    legality: &'a Legality<Sliced<V>>,
}

impl<V: Vector> Expander<'_, V> {
    /// Adds the moves to squares of rank `path.to`. `roles` maps source squares to role bits.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, targets: V, path: Path, roles: impl Fn(V) -> V) {
        let mut left = targets;
        let mut chosen = left.nonzero_mask();
        let ranks = (path.to | path.from << 3) as u8;
        while chosen != 0 {
            // The westernmost target of each lane.
            let target = left & left.same(0).sub_bytes(left);
            let source = shift_files(target, -path.files);
            self.streams
                .push(chosen, self.lanes, source, target, ranks, roles(source));
            left = left ^ target;
            chosen = left.nonzero_mask();
        }
    }

    /// Adds the moves of pieces with the same role bits.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_role(&mut self, targets: V, path: Path, role: u8) {
        let roles = every_byte(targets, role);
        self.add(targets, path, |_| roles);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn pawns(&mut self) {
        let targets = PawnTargets::new(self.frame, self.legality);
        let pawns = self.frame.us & self.frame.pawns;
        for to in 2..8 {
            let from = to - 1;
            let mut north = targets.north.0[to];
            if to == 3 {
                // A pawn comes from the third rank if one stands there, else from the second.
                let double = north & !pawns.0[2];
                self.add_role(double, Path::new(1, to, 0), PAWN);
                north = north & pawns.0[2];
            }
            for (squares, files) in [
                (targets.north_west.0[to], -1),
                (north, 0),
                (targets.north_east.0[to], 1),
            ] {
                let path = Path::new(from, to, files);
                if to < 7 {
                    self.add_role(squares, path, PAWN);
                    continue;
                }
                for role in [KNIGHT, DIAGONAL, ORTHOGONAL, DIAGONAL | ORTHOGONAL] {
                    self.add_role(squares, path, role);
                }
            }
        }
        let en_passant = targets.en_passant;
        for (squares, files) in [(en_passant.north_east, 1), (en_passant.north_west, -1)] {
            self.add_role(squares.0[5], Path::new(4, 5, files), PAWN);
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn knights(&mut self) {
        let knights = self.frame.us & self.frame.knights & !self.legality.all_between();
        let targets = self.legality.targets;
        for from in 0..8 {
            if knights.0[from].nonzero_mask() == 0 {
                continue;
            }
            for jump in KnightDirection::ALL {
                if let Some(path) = Path::step(from, jump.file_delta(), jump.rank_delta()) {
                    let reached = shift_files(knights.0[from], path.files) & targets.0[path.to];
                    self.add_role(reached, path, KNIGHT);
                }
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn king(&mut self) {
        let king = self.frame.king();
        let targets = !(self.frame.us | self.legality.danger);
        for from in 0..8 {
            if king.0[from].nonzero_mask() == 0 {
                continue;
            }
            for step in Direction::ALL {
                if let Some(path) = Path::step(from, step.file_delta(), step.rank_delta()) {
                    let reached = shift_files(king.0[from], path.files) & targets.0[path.to];
                    self.add_role(reached, path, KING);
                }
            }
        }
    }

    /// Adds the moves of sliders in both directions of a line.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn sliders(&mut self, sliders: Sliced<V>, direction: Direction) {
        let free = sliders & self.legality.free_along(direction.line());
        self.slide(&free, direction);
        self.slide(&free, direction.opposite());
    }

    /// Moves sliders step by step, so that source and target are both known.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn slide(&mut self, sliders: &Sliced<V>, direction: Direction) {
        let role = if direction.is_diagonal() {
            DIAGONAL
        } else {
            ORTHOGONAL
        };
        let roles = every_byte(sliders.0[0], role);
        let occupied = self.frame.occupied();
        for from in 0..8usize {
            let queens = self.frame.diagonal.0[from] & self.frame.orthogonal.0[from];
            let mut sliding = sliders.0[from];
            let mut path = Path::new(from, from, 0);
            while sliding.nonzero_mask() != 0 {
                path.to = path.to.wrapping_add_signed(direction.rank_delta().into());
                if path.to > 7 {
                    break;
                }
                path.files += i32::from(direction.file_delta());
                sliding = shift_files(sliding, direction.file_delta().into());
                let targets = sliding & self.legality.targets.0[path.to];
                self.add(targets, path, |source| {
                    let queen = !(source & queens).empty_bytes();
                    roles | queen & every_byte(queen, DIAGONAL | ORTHOGONAL)
                });
                sliding = sliding & !occupied.0[path.to];
            }
        }
    }

    /// Adds castling as a move of the king to g1 or c1. The rights have the square of the rook.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn castling(&mut self) {
        if (self.frame.castling & self.frame.us).0[0].nonzero_mask() == 0 {
            return;
        }
        let rooks = self.legality.castles(self.frame).0[0];
        let king = self.frame.king().0[0];
        let (east, west) = split_at_king(king, rooks);
        for (rooks, files, side) in [
            (east, CastlingFiles::KING_SIDE, CASTLES_EAST),
            (west, CastlingFiles::QUEEN_SIDE, CASTLES_WEST),
        ] {
            let chosen = rooks.nonzero_mask();
            if chosen != 0 {
                let target = every_byte(king, files.king() as u8);
                let roles = every_byte(king, KING | side);
                self.streams
                    .push(chosen, self.lanes, king, target, 0, roles);
            }
        }
    }
}
