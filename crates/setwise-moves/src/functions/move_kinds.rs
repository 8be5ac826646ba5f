//! Numbers of captures, promotions and checks among the legal moves.

use super::captures::{CaptureLanes, CountCaptures, sum_of_parts};
use super::giving_check::Checks;
use super::movers::{EASTERN_JUMPS, Movers, WESTERN_JUMPS, count};
use crate::lists::move_sets::{CASTLING, EN_PASSANT, MoveSets, Sources};
use crate::packs::per_position::{BoardPack, PerPosition};
use crate::{frame::Frame, position::Position, rules::legality::Legality};
use setwise_core::{Counts, Direction, Line, Pack};

/// Numbers of legal moves of a position, by kind. A move may count several times, for
/// example as a capture and a check. A promotion is four moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveKindCounts {
    captures: u16,
    promotions: u16,
    checks: u16,
}

impl MoveKindCounts {
    /// The number of captures, en passant included.
    pub const fn captures(&self) -> u32 {
        self.captures as u32
    }

    /// The number of promotions.
    pub const fn promotions(&self) -> u32 {
        self.promotions as u32
    }

    /// The number of moves that give check, directly or discovered.
    pub const fn checks(&self) -> u32 {
        self.checks as u32
    }
}

/// Counts captures, promotions and checks.
pub(crate) struct CountMoveKinds;

/// Numbers of moves of positions.
pub(crate) struct KindLanes<const N: usize> {
    captures: CaptureLanes<N>,
    /// By group of directions, like the captures.
    checks: [[u8; N]; 4],
    /// The targets of promoting pawns.
    promotions: [u8; N],
    checking_promotions: [u8; N],
    /// The rooks of castling moves that may give check.
    castles: [u64; N],
}

impl<const N: usize> KindLanes<N> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill_promotions<P: Pack>(&mut self, movers: &Movers<'_, P>, checks: &Checks<P>) {
        let north = movers.promotions(Direction::North);
        let north_east = movers.promotions(Direction::NorthEast);
        let north_west = movers.promotions(Direction::NorthWest);
        let captures = north_east.count().plus(north_west.count());
        captures.store(&mut self.captures.promotions);
        let targets = captures.plus(north.count());
        targets.store(&mut self.promotions);
        let north = movers.checking_promotions(checks, Direction::North, north);
        let north_east = movers.checking_promotions(checks, Direction::NorthEast, north_east);
        let north_west = movers.checking_promotions(checks, Direction::NorthWest, north_west);
        let checking = north.plus(north_east).plus(north_west);
        checking.store(&mut self.checking_promotions);
    }
}

impl PerPosition for CountMoveKinds {
    type Output = MoveKindCounts;
    type Lanes<const N: usize> = KindLanes<N>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn lanes<const N: usize>() -> KindLanes<N> {
        KindLanes {
            captures: CountCaptures::lanes(),
            checks: [[0; N]; 4],
            promotions: [0; N],
            checking_promotions: [0; N],
            castles: [0; N],
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill<P: BoardPack, const N: usize>(frame: &Frame<P>, lanes: &mut KindLanes<N>) {
        let legality = &Legality::new(frame);
        let movers = Movers { frame, legality };
        let checks = Checks::new(frame);
        let [files, diagonals, east, west] = &mut lanes.captures.by_part;
        let [file_checks, diagonal_checks, east_checks, west_checks] = &mut lanes.checks;
        let rays = movers.rays(Line::File, Line::Rank);
        movers.captures_along(&rays).store(files);
        movers.checks_along(&checks, &rays).store(file_checks);
        let rays = movers.rays(Line::Diagonal, Line::Antidiagonal);
        movers.captures_along(&rays).store(diagonals);
        movers.checks_along(&checks, &rays).store(diagonal_checks);
        let jumps = movers.jumps(EASTERN_JUMPS);
        movers.captures(jumps).store(east);
        let checking = movers.checking_jumps(&checks, EASTERN_JUMPS, jumps);
        count(checking).store(east_checks);
        let jumps = movers.jumps(WESTERN_JUMPS);
        movers.captures(jumps).store(west);
        let checking = movers.checking_jumps(&checks, WESTERN_JUMPS, jumps);
        count(checking).store(west_checks);
        lanes.fill_promotions(&movers, &checks);
        lanes.captures.fill_en_passant(&movers);
        movers.checking_castles().store(&mut lanes.castles);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn output<const N: usize>(
        lanes: &KindLanes<N>,
        lane: usize,
        position: &Position,
    ) -> MoveKindCounts {
        let direct = sum_of_parts(&lanes.checks, lane);
        let mut checks = direct + u16::from(lanes.checking_promotions[lane]);
        if lanes.castles[lane] != 0 || lanes.captures.en_passant[lane] != 0 {
            checks += rare_checks(position);
        }
        MoveKindCounts {
            captures: lanes.captures.sum(lane),
            promotions: 4 * u16::from(lanes.promotions[lane]),
            checks,
        }
    }
}

/// The number of castling moves and en passant captures that give check. These moves change more
/// than two squares, and are rare.
#[cold]
#[inline(never)]
fn rare_checks(position: &Position) -> u16 {
    let frame = Frame::from(position);
    let legality = Legality::new(&frame);
    let en_passant = legality.en_passant(&frame);
    let mut sets = MoveSets([0; 22]);
    sets.0[EN_PASSANT] = en_passant.north_west;
    sets.0[EN_PASSANT + 1] = en_passant.north_east;
    sets.0[CASTLING] = legality.castles(&frame);
    let mut checks = 0;
    sets.each(&Sources::of(&frame), |found| {
        checks += u16::from(Legality::new(&frame.after(found)).checkers != 0);
    });
    checks
}
