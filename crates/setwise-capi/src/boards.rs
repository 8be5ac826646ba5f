//! The positions of the NNUE functions.

use crate::{memory::check_length, positions::Positions, status::numbered};
use setwise_ffi::{Failure, Span, Status, array, check_structure};
use setwise_moves::Color;
use setwise_nnue::Boards;

/// A position: a board for each color and for each role. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct EightBoards {
    /// White, Black.
    pub colors: [u64; 2],
    /// Pawns, knights, bishops, rooks, queens, kings, each of both colors.
    pub roles: [u64; 6],
    /// The side to move: 0 White, 1 Black.
    pub turn: u32,
    /// Not read.
    pub reserved: u32,
}

/// A position: a board for each piece. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct TwelveBoards {
    /// Of White, then of Black: pawns, knights, bishops, rooks, queens, kings.
    pub pieces: [[u64; 6]; 2],
    /// The side to move: 0 White, 1 Black.
    pub turn: u32,
    /// Not read.
    pub reserved: u32,
}

/// The order of the perspectives in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Perspectives {
    /// White's features first, then Black's.
    WhiteBlack = 0,
    /// The features of the side to move first, then those of the other side.
    MoverOther = 1,
}

/// An array of positions in one of three forms. The pointers of the others are null.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct NnuePositions {
    /// The size of this structure in bytes.
    pub size: usize,
    /// The number of positions.
    pub count: usize,
    /// The positions as eight boards each, or null.
    pub eight: *const EightBoards,
    /// The positions as twelve boards each, or null.
    pub twelve: *const TwelveBoards,
    /// Checked positions, or null. `count` is their number.
    pub checked: *const Positions,
    /// The order of the perspectives: a value of `setwise_perspectives`.
    pub perspectives: u32,
    /// Not read.
    pub reserved: u32,
}

/// Positions whose structure has been checked.
#[derive(Clone, Copy)]
pub(crate) enum Checked<'a> {
    Eight(&'a [EightBoards]),
    Twelve(&'a [TwelveBoards]),
    Positions(&'a [setwise_moves::Position]),
}

impl NnuePositions {
    /// Checks positions and the sides to move.
    ///
    /// # Safety
    /// A pointer that is aligned and not null points to a structure of the size that it begins
    /// with; its pointers that are aligned and not null point to `count` positions, or to an array
    /// of this library. Nothing writes to them during `'a`.
    pub(crate) unsafe fn checked<'a>(
        positions: *const Self,
    ) -> Result<(Checked<'a>, setwise_nnue::Perspectives), Failure> {
        // SAFETY: the caller's promise.
        unsafe { check_structure("the positions", positions) }?;
        // SAFETY: the size is that of this structure, so it is there as a whole. Only the named
        // fields are read, not `reserved`, which a caller need not initialize.
        let Self {
            count,
            eight,
            twelve,
            checked,
            perspectives,
            ..
        } = unsafe { *positions };
        let orders = [
            setwise_nnue::Perspectives::WhiteBlack,
            setwise_nnue::Perspectives::MoverOther,
        ];
        let order = |index: usize| orders.get(index).copied();
        let perspectives = numbered("order of perspectives", perspectives, order)?;
        let given = [eight.is_null(), twelve.is_null(), checked.is_null()];
        if given.iter().filter(|&&is_null| !is_null).count() > 1 {
            let message = "the positions: two of `eight`, `twelve` and `checked` are not null";
            return Err(Failure::new(Status::BadPointer, message));
        }
        if !checked.is_null() {
            // SAFETY: the caller's promise about the pointers of the structure.
            let positions = unsafe { Positions::list(checked) }?;
            check_length("the positions", count, positions.len())?;
            return Ok((Checked::Positions(positions), perspectives));
        }
        let checked = if twelve.is_null() {
            // SAFETY: the caller's promise about the pointers of the structure.
            Checked::Eight(unsafe { array("the positions", eight, count) }?)
        } else {
            // SAFETY: as above.
            Checked::Twelve(unsafe { array("the positions", twelve, count) }?)
        };
        let turn = |index: usize| match checked {
            Checked::Eight(positions) => positions[index].turn,
            Checked::Twelve(positions) => positions[index].turn,
            Checked::Positions(_) => 0,
        };
        if let Some(index) = (0..count).find(|&index| turn(index) > 1) {
            let message = format!(
                "position {index}: no side to move has the number {}",
                turn(index)
            );
            return Err(Failure::new(Status::UnknownValue, message));
        }
        Ok((checked, perspectives))
    }
}

impl Checked<'_> {
    /// The memory of the positions.
    pub(crate) fn span(&self) -> Span {
        match self {
            Checked::Eight(positions) => Span::of("the positions", positions),
            Checked::Twelve(positions) => Span::of("the positions", positions),
            Checked::Positions(positions) => Span::of("the positions", positions),
        }
    }
}

impl setwise_nnue::Positions for Checked<'_> {
    fn len(&self) -> usize {
        match self {
            Checked::Eight(positions) => positions.len(),
            Checked::Twelve(positions) => positions.len(),
            Checked::Positions(positions) => positions.len(),
        }
    }

    #[inline(always)]
    fn boards(&self, index: usize) -> Boards {
        let color = |turn: u32| match turn {
            0 => Color::White,
            _ => Color::Black,
        };
        match self {
            Checked::Eight(positions) => {
                let EightBoards { colors, roles, .. } = positions[index];
                let turn = color(positions[index].turn);
                Boards {
                    colors,
                    roles,
                    turn,
                }
            }
            Checked::Positions(positions) => Boards::from(&positions[index]),
            Checked::Twelve(positions) => {
                let pieces = positions[index].pieces;
                let turn = color(positions[index].turn);
                Boards::from(&setwise_nnue::TwelveBoards { pieces, turn })
            }
        }
    }
}
