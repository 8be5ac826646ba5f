//! Numbers of captures among the legal moves.

use super::movers::{EASTERN_JUMPS, Movers, WESTERN_JUMPS};
use crate::packs::per_position::{BoardPack, PerPosition};
use crate::{frame::Frame, position::Position, rules::legality::Legality};
use setwise_core::{Counts, Direction, Line, Pack};

pub(crate) struct CountCaptures;

/// Numbers of captures of positions.
pub(crate) struct CaptureLanes<const N: usize> {
    /// By group of four directions: two of rays, two of jumps. At most 4 × 56 targets fit a byte.
    pub(super) by_part: [[u8; N]; 4],
    /// The targets of promoting pawns that are captures.
    pub(super) promotions: [u8; N],
    pub(super) en_passant: [u8; N],
}

impl<const N: usize> CaptureLanes<N> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn fill_en_passant<P: Pack>(&mut self, movers: &Movers<'_, P>) {
        let targets = movers.legality.en_passant(movers.frame);
        let captures = targets.north_east.count().plus(targets.north_west.count());
        captures.store(&mut self.en_passant);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn sum(&self, lane: usize) -> u16 {
        let promotions = 4 * u16::from(self.promotions[lane]);
        sum_of_parts(&self.by_part, lane) + promotions + u16::from(self.en_passant[lane])
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn sum_of_parts<const N: usize>(parts: &[[u8; N]; 4], lane: usize) -> u16 {
    let [a, b, c, d] = parts.each_ref().map(|part| u16::from(part[lane]));
    a + b + c + d
}

impl PerPosition for CountCaptures {
    type Output = u32;
    type Lanes<const N: usize> = CaptureLanes<N>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn lanes<const N: usize>() -> CaptureLanes<N> {
        CaptureLanes {
            by_part: [[0; N]; 4],
            promotions: [0; N],
            en_passant: [0; N],
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill<P: BoardPack, const N: usize>(frame: &Frame<P>, lanes: &mut CaptureLanes<N>) {
        let legality = &Legality::new(frame);
        let movers = Movers { frame, legality };
        let [files, diagonals, east, west] = &mut lanes.by_part;
        let rays = movers.rays(Line::File, Line::Rank);
        movers.captures_along(&rays).store(files);
        let rays = movers.rays(Line::Diagonal, Line::Antidiagonal);
        movers.captures_along(&rays).store(diagonals);
        let jumps = movers.jumps(EASTERN_JUMPS);
        movers.captures(jumps).store(east);
        let jumps = movers.jumps(WESTERN_JUMPS);
        movers.captures(jumps).store(west);
        let north_east = movers.promotions(Direction::NorthEast);
        let north_west = movers.promotions(Direction::NorthWest);
        let promotions = north_east.count().plus(north_west.count());
        promotions.store(&mut lanes.promotions);
        lanes.fill_en_passant(&movers);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn output<const N: usize>(lanes: &CaptureLanes<N>, lane: usize, _: &Position) -> u32 {
        lanes.sum(lane).into()
    }
}
