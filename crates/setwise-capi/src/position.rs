//! One position as a value: its layout, how it is made, and how it is read.

use crate::memory::{text, write};
use crate::setup::{Setup, invalid};
use setwise_ffi::{Failure, Status, array, check, check_size, guard};
use setwise_moves::{FenError, FenReason};
use std::ffi::c_char;

/// A chess position, orthodox or Chess960, of 64 bytes. It may be copied as any value.
///
/// The functions `setwise_position_...` trust the positions that they get. If no function of the
/// library has made a position, their answers mean nothing; memory stays safe. Bit 0 of a bitboard
/// is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Position {
    /// Four bitboards with the bits of the code of the piece on each square, lowest bit first:
    /// pawn 1, bishop 2, knight 3, rook 4, king 5, queen 6, and 8 more for a black piece;
    /// `setwise_threats.h` has other codes.
    pub planes: [u64; 4],
    /// From the lowest byte upwards: the files of White's rooks that may castle; those of Black's;
    /// in six bits the square that a pawn has just passed with a double push (0 for none), in the
    /// next bit whether it can be captured there; all ones if Black is to move. Then 16 bits each:
    /// the half-moves since the last capture or pawn move; the number of the move.
    pub state: u64,
    /// The hash key without the part of en passant; `setwise_position_key` returns all of it.
    pub key: u64,
    /// Padding.
    pub reserved: [u64; 2],
}

/// A color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Color {
    /// Moves north, and first.
    White = 0,
    /// Moves south.
    Black = 1,
}

/// A role, the index of arrays by role. Codes of pieces have another order: `setwise_code_role`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Role {
    /// Code 1.
    Pawn = 0,
    /// Code 3.
    Knight = 1,
    /// Code 2.
    Bishop = 2,
    /// Code 4.
    Rook = 3,
    /// Code 6.
    Queen = 4,
    /// Code 5.
    King = 5,
    /// No piece. No array by role has such an entry.
    None = 6,
}

impl From<setwise_moves::Position> for Position {
    #[inline(always)]
    fn from(position: setwise_moves::Position) -> Self {
        let [a, b, c, d, state, key] = position.words();
        Self {
            planes: [a, b, c, d],
            state,
            key,
            reserved: [0; 2],
        }
    }
}

impl Position {
    /// The position at a pointer, which is trusted.
    ///
    /// # Safety
    /// `position` is null, not aligned, or points to a position that nothing writes to meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn read(position: *const Self) -> Result<setwise_moves::Position, Failure> {
        // SAFETY: the caller's promise.
        unsafe { Self::with(position, |position| Ok(*position)) }
    }

    /// Calls a function with the position at a pointer, which is trusted.
    ///
    /// # Safety
    /// `position` is null, not aligned, or points to a position that nothing writes to meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn with<T>(
        position: *const Self,
        call: impl FnOnce(&setwise_moves::Position) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        check("the position", position, 1)?;
        let copy;
        let aligned = position.cast::<setwise_moves::Position>();
        let position = match aligned.is_aligned() {
            // SAFETY: the pointer is aligned and not null, so it points to the 64 bytes of a
            // position, which begin with its words (`setwise_moves::Position::words`). Any words
            // are a value; the rest is padding.
            true => unsafe { &*aligned },
            false => {
                // SAFETY: as above. What is not read need not be initialized.
                let words = unsafe { position.cast::<[u64; 6]>().read() };
                copy = setwise_moves::Position::from_words_unchecked(words);
                &copy
            }
        };
        call(position)
    }

    /// The position after it has been checked.
    pub(crate) fn checked(&self) -> Result<setwise_moves::Position, Failure> {
        let [a, b, c, d] = self.planes;
        let words = [a, b, c, d, self.state, self.key];
        let given = setwise_moves::Position::from_words_unchecked(words);
        let valid = setwise_moves::Position::new(given.into()).map_err(invalid)?;
        if valid.words() == words {
            return Ok(valid);
        }
        let message = "the boards, the state and the key do not belong together";
        Err(Failure::new(Status::BadPosition, message))
    }
}

pub(crate) fn bad_fen(error: FenError) -> Failure {
    let status = match error.reason {
        FenReason::Invalid(_) => Status::BadPosition,
        _ => Status::BadFen,
    };
    Failure::new(status, error.to_string())
}

/// Writes the initial position of orthodox chess.
///
/// # Safety
/// `position` is null or points to memory for a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_startpos(position: *mut Position) -> i32 {
    let start = setwise_moves::Position::startpos();
    // SAFETY: the caller's promise.
    guard(|| unsafe { write("the position", position, start.into()) })
}

/// Reads a position from a FEN, Shredder-FEN or X-FEN.
///
/// The text has six fields, or four without the clocks, which in that case are 0 and 1. White space
/// separates them, and may surround them. The half-move clock is 0 to 65535, the move number 1 to
/// 65535, without leading zeros. The rules are those of `setwise_position_from_setup`. The en
/// passant square stays as it is written, even if no pawn can capture there.
///
/// A FEN with a single clock or the move number 0, and a line of EPD with operations, are refused.
/// Pass only their first four fields.
///
/// # Safety
/// `fen` is null or points to a text that ends in 0; `position` is null or points to memory for a
/// position. During the call no other thread writes to the text or uses the position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_from_fen(
    fen: *const c_char,
    position: *mut Position,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { read_fen(fen, None, position) }
}

/// As `setwise_position_from_fen`, for a text of `length` bytes, which need not end in 0.
///
/// # Safety
/// `fen` is null or points to `length` bytes; `position` is null or points to memory for a
/// position. During the call no other thread writes to the text or uses the position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_from_fen_n(
    fen: *const c_char,
    length: usize,
    position: *mut Position,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { read_fen(fen, Some(length), position) }
}

/// Writes the position of a FEN.
///
/// # Safety
/// `fen` is null or a [`text`]; `position` is null, not aligned, or points to memory for a
/// position.
unsafe fn read_fen(fen: *const c_char, length: Option<usize>, position: *mut Position) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let fen = unsafe { text("the FEN", fen, length) }?;
        let found = setwise_moves::Position::from_fen(&fen).map_err(bad_fen)?;
        // SAFETY: the caller's promise.
        unsafe { write("the position", position, found.into()) }
    })
}

/// Makes a position from its parts. The message of the last error names the rule that is broken:
///
/// * Each side has one king. No pawn stands on the first or last rank. No square holds two pieces.
/// * The side that is not to move is not in check.
/// * A rook with a castling right stands on the first rank of its color together with its king. On
///   each side of the king at most one rook has a right.
/// * A pawn can just have passed over the en passant square.
///
/// # Safety
/// `setup` is null or points to a structure of the size that it begins with; `position` is null or
/// points to memory for a position. During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_from_setup(
    setup: *const Setup,
    position: *mut Position,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let found = unsafe { setups(setup, 1) }?[0].to_position()?;
        // SAFETY: `position` is null or points to memory for a position.
        unsafe { write("the position", position, found.into()) }
    })
}

/// Writes the parts of a position.
///
/// # Safety
/// `position` is null or points to a position; `setup` is null or points to memory for a setup.
/// During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_to_setup(
    position: *const Position,
    setup: *mut Setup,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let found = unsafe { Position::read(position) }?;
        // SAFETY: `setup` is null or points to memory for a setup.
        unsafe { write("the setup", setup, found.into()) }
    })
}

/// The setups at a pointer.
///
/// # Safety
/// Unless it is null or not aligned, the pointer points to `n` setups that nothing writes to during
/// `'a`. If the first of them begins with another size than this version knows, no further byte is
/// read.
pub(crate) unsafe fn setups<'a>(setups: *const Setup, n: usize) -> Result<&'a [Setup], Failure> {
    // SAFETY: a setup of any version begins with its size. Nothing else is read here.
    let sizes = unsafe { array("the setups", setups.cast::<u32>(), n.min(1)) }?;
    if let Some(&size) = sizes.first() {
        check_size::<Setup>("setup 0", size as usize)?;
    }
    // SAFETY: the caller's promise; the first setup has the size of this version, so all have.
    let found = unsafe { array("the setups", setups, n) }?;
    for (index, setup) in found.iter().enumerate() {
        if setup.size as usize != size_of::<Setup>() {
            let what = format!("setup {index}");
            check_size::<Setup>(&what, setup.size as usize)?;
        }
    }
    Ok(found)
}
