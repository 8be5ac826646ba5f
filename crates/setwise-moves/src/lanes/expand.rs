//! All legal moves of the positions of a batch, as a list.

use super::list::{CASTLES_EAST, CASTLES_WEST, DIAGONAL, KING, KNIGHT, List, ORTHOGONAL, PAWN};
use super::{every, sides};
use crate::{Frame, Legality, PawnTargets};
use setwise_core::{Direction, KnightDirection, Lanes, Sliced};

/// Writes moves to a list.
struct Writer<'a, L> {
    list: &'a mut List,
    /// The number of each lane.
    lanes: L,
}

/// The numbers of the bytes of a register.
const NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut i = 0;
    while i < 64 {
        numbers[i] = i as u8;
        i += 1;
    }
    numbers
};

/// Squares of a rank, some files further east (or west).
#[inline(always)]
fn shifted<L: Lanes>(squares: L, files: i32) -> L {
    if files >= 0 {
        (squares & every(squares, 0xff >> files)).shl(files as u32)
    } else {
        let files = files.unsigned_abs();
        (squares & every(squares, 0xff << files)).shr(files)
    }
}

/// Who moves: as the kind bits of the list, and where some of them are queens.
#[derive(Clone, Copy)]
struct Men<L> {
    kinds: L,
    queens: L,
}

impl<L: Lanes> Writer<'_, L> {
    /// Moves to these squares of rank `to`; the source lies on rank `from`, `files` to the west of the target.
    #[inline(always)]
    fn moves<const QUEENS: bool>(
        &mut self,
        men: Men<L>,
        targets: L,
        to: usize,
        from: usize,
        files: i32,
    ) {
        let mut left = targets;
        let mut chosen = left.occupied_bytes();
        let ranks = (to | from << 3) as u8;
        while chosen != 0 {
            let one = left & left.same(0).sub_bytes(left);
            let source = shifted(one, -files);
            let kinds = if QUEENS {
                let queen = !(source & men.queens).empty_bytes();
                men.kinds | queen & every(queen, DIAGONAL | ORTHOGONAL)
            } else {
                men.kinds
            };
            self.list
                .push(chosen, self.lanes, source, one, ranks, kinds);
            left = left ^ one;
            chosen = left.occupied_bytes();
        }
    }

    #[inline(always)]
    fn of_kind(&mut self, targets: L, to: usize, from: usize, files: i32, kind: u8) {
        let kinds = every(targets, kind);
        let men = Men {
            kinds,
            queens: kinds,
        };
        self.moves::<false>(men, targets, to, from, files);
    }
}

/// Replaces the list by the legal moves of the positions of a frame.
#[inline(always)]
pub(super) fn expand<L: Lanes>(proof: L::Proof, frame: &Frame<Sliced<L>>, list: &mut List) {
    list.clear();
    let legality = Legality::new(frame);
    let mut writer = Writer {
        list,
        lanes: L::load_bytes(proof, &NUMBERS[..8 * L::COUNT]),
    };
    pawns(&mut writer, frame, &legality);
    knights(&mut writer, frame, &legality);
    king(&mut writer, frame, &legality);
    let start = writer.list.len();
    let ways = Ways {
        occupied: frame.occupied(),
        queens: frame.diagonal & frame.orthogonal,
        legality: &legality,
    };
    let rooks = frame.own & frame.orthogonal;
    let bishops = frame.own & frame.diagonal;
    both_ways(&mut writer, &ways, rooks, Direction::North);
    both_ways(&mut writer, &ways, rooks, Direction::East);
    both_ways(&mut writer, &ways, bishops, Direction::NorthEast);
    both_ways(&mut writer, &ways, bishops, Direction::NorthWest);
    writer.list.sliders = start..writer.list.len();
    castling(&mut writer, frame, &legality);
}

#[inline(always)]
fn pawns<L: Lanes>(
    writer: &mut Writer<'_, L>,
    frame: &Frame<Sliced<L>>,
    legality: &Legality<Sliced<L>>,
) {
    let targets = PawnTargets::new(frame, legality);
    let own = frame.own & frame.pawns;
    for to in 2..8 {
        // On the fourth rank a pawn arrives from the third, if there is one, else from the second.
        let mut north = targets.north.0[to];
        if to == 3 {
            let double = north & !own.0[2];
            writer.of_kind(double, 3, 1, 0, PAWN);
            north = north & own.0[2];
        }
        for (squares, files) in [
            (targets.north_west.0[to], -1),
            (north, 0),
            (targets.north_east.0[to], 1),
        ] {
            if to == 7 {
                for kind in [KNIGHT, DIAGONAL, ORTHOGONAL, DIAGONAL | ORTHOGONAL] {
                    writer.of_kind(squares, 7, 6, files, kind);
                }
            } else {
                writer.of_kind(squares, to, to - 1, files, PAWN);
            }
        }
    }
    let [north_east, north_west] = targets.en_passant;
    writer.of_kind(north_east.0[5], 5, 4, 1, PAWN);
    writer.of_kind(north_west.0[5], 5, 4, -1, PAWN);
}

#[inline(always)]
fn knights<L: Lanes>(
    writer: &mut Writer<'_, L>,
    frame: &Frame<Sliced<L>>,
    legality: &Legality<Sliced<L>>,
) {
    let knights = frame.own & frame.knights & !legality.all_between();
    for from in 0..8 {
        if knights.0[from].occupied_bytes() == 0 {
            continue;
        }
        for direction in KnightDirection::ALL {
            let (files, ranks) = (
                i32::from(direction.file_delta()),
                i32::from(direction.rank_delta()),
            );
            let to = from.wrapping_add_signed(ranks as isize);
            if to < 8 {
                let reached = shifted(knights.0[from], files) & legality.targets.0[to];
                writer.of_kind(reached, to, from, files, KNIGHT);
            }
        }
    }
}

#[inline(always)]
fn king<L: Lanes>(
    writer: &mut Writer<'_, L>,
    frame: &Frame<Sliced<L>>,
    legality: &Legality<Sliced<L>>,
) {
    let (king, targets) = (frame.king(), !(frame.own | legality.danger));
    for from in 0..8 {
        if king.0[from].occupied_bytes() == 0 {
            continue;
        }
        for direction in Direction::ALL {
            let (files, ranks) = (
                i32::from(direction.file_delta()),
                i32::from(direction.rank_delta()),
            );
            let to = from.wrapping_add_signed(ranks as isize);
            if to < 8 {
                let reached = shifted(king.0[from], files) & targets.0[to];
                writer.of_kind(reached, to, from, files, KING);
            }
        }
    }
}

/// What sliders meet.
struct Ways<'a, L> {
    occupied: Sliced<L>,
    queens: Sliced<L>,
    legality: &'a Legality<Sliced<L>>,
}

/// Both ways along a line.
#[inline(always)]
fn both_ways<L: Lanes>(
    writer: &mut Writer<'_, L>,
    ways: &Ways<'_, L>,
    men: Sliced<L>,
    direction: Direction,
) {
    let sliders = men & ways.legality.free_along(direction.line());
    slides(writer, ways, &sliders, direction);
    slides(writer, ways, &sliders, direction.opposite());
}

/// Sliders step by step, so that source and target are both known.
#[inline(always)]
fn slides<L: Lanes>(
    writer: &mut Writer<'_, L>,
    ways: &Ways<'_, L>,
    sliders: &Sliced<L>,
    direction: Direction,
) {
    let kinds = every(
        sliders.0[0],
        if direction.is_diagonal() {
            DIAGONAL
        } else {
            ORTHOGONAL
        },
    );
    let (files, ranks) = (
        i32::from(direction.file_delta()),
        i32::from(direction.rank_delta()),
    );
    for from in 0..8usize {
        let men = Men {
            kinds,
            queens: ways.queens.0[from],
        };
        let mut going = sliders.0[from];
        let mut to = from;
        let mut steps = 0;
        while going.occupied_bytes() != 0 {
            to = to.wrapping_add_signed(ranks as isize);
            if to > 7 {
                break;
            }
            steps += 1;
            going = shifted(going, files);
            let targets = going & ways.legality.targets.0[to];
            writer.moves::<true>(men, targets, to, from, files * steps);
            going = going & !ways.occupied.0[to];
        }
    }
}

/// To the king's target; where the rook stands the rights tell.
#[inline(always)]
fn castling<L: Lanes>(
    writer: &mut Writer<'_, L>,
    frame: &Frame<Sliced<L>>,
    legality: &Legality<Sliced<L>>,
) {
    if (frame.castling & frame.own).0[0].occupied_bytes() == 0 {
        return;
    }
    let rooks = legality.castles(frame).0[0];
    let king = frame.king().0[0];
    let (east, west) = sides(king, rooks);
    for (rooks, target, kind) in [(east, 0x40, CASTLES_EAST), (west, 0x04, CASTLES_WEST)] {
        let chosen = rooks.occupied_bytes();
        if chosen != 0 {
            let lanes = writer.lanes;
            writer.list.push(
                chosen,
                lanes,
                king,
                every(king, target),
                0,
                every(king, KING | kind),
            );
        }
    }
}
