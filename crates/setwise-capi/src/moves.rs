//! Legal moves and analysis of many positions.

use crate::memory::{Output, Span, array, disjoint, text, write};
use crate::status::{Failure, Status, guard};
use setwise_moves::{Analysis, Color, FenError, FenProblem, FenStyle, Role, Setup, Square};
use std::ffi::c_char;

/// A position with everything that legal moves depend on. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Position {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The side to move: 0 White, 1 Black.
    pub turn: u32,
    /// White, Black.
    pub colors: [u64; 2],
    /// Pawns, knights, bishops, rooks, queens, kings, each of both colors.
    pub roles: [u64; 6],
    /// The rooks of both colors that have castling rights.
    pub castling: u64,
    /// The square that a pawn has just passed with a double push; 0 for none.
    pub en_passant: u32,
    /// The number of half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmove: u16,
}

/// The outputs of `setwise_analyze`. Each array has an entry per position, in the order of the
/// positions. An array that is null is not written.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct AnalysisArrays {
    /// The size of this structure in bytes.
    pub size: usize,
    /// The pieces that give check to the side to move.
    pub checkers: *mut u64,
    /// The pieces of the side to move that are pinned to their king.
    pub pinned: *mut u64,
    /// The squares that the king of the side to move must not go to.
    pub danger: *mut u64,
    /// The squares that the pieces of White attack. Pins do not matter.
    pub attacked_by_white: *mut u64,
    /// The squares that the pieces of Black attack. Pins do not matter.
    pub attacked_by_black: *mut u64,
    /// Six numbers per position: the legal moves with pawns, knights, bishops, rooks, queens and
    /// the king.
    pub mobility: *mut u32,
    /// The number of legal moves.
    pub legal_moves: *mut u32,
}

impl Position {
    /// Checks the position and converts it.
    fn to_position(self, index: usize) -> Result<setwise_moves::Position, Failure> {
        let unknown = |what: &str, number: u32| {
            let message = format!("position {index}: no {what} has the number {number}");
            Failure::new(Status::UnknownValue, message)
        };
        let invalid = |problem: &dyn std::fmt::Display| {
            let message = format!("position {index}: {problem}");
            Failure::new(Status::BadPosition, message)
        };
        let mut setup = Setup::empty();
        setup.turn = match self.turn {
            0 => Color::White,
            1 => Color::Black,
            other => return Err(unknown("side to move", other)),
        };
        setup.en_passant = match self.en_passant {
            0 => None,
            number => {
                let square = usize::try_from(number).ok().and_then(Square::from_index);
                Some(square.ok_or_else(|| unknown("square", number))?)
            }
        };
        let [white, black] = self.colors;
        let all = self.roles.into_iter().fold(0, |all, board| all | board);
        if let Some(square) = Square::lowest((white | black) ^ all) {
            return Err(invalid(&format_args!(
                "{square} has a color without a role, or a role without a color"
            )));
        }
        for color in Color::ALL {
            for role in Role::ALL {
                *setup.pieces_mut(color, role) =
                    self.colors[color.index()] & self.roles[role.index()];
            }
        }
        setup.castling = self.castling;
        setup.halfmoves = self.halfmoves;
        setup.fullmove = self.fullmove;
        setwise_moves::Position::new(setup).map_err(|problem| invalid(&problem))
    }
}

impl From<setwise_moves::Position> for Position {
    fn from(position: setwise_moves::Position) -> Self {
        Self {
            size: SIZE,
            turn: position.turn() as u32,
            colors: Color::ALL.map(|color| position.by_color(color)),
            roles: Role::ALL.map(|role| position.by_role(role)),
            castling: position.castling(),
            en_passant: position
                .en_passant()
                .map_or(0, |square| square.index() as u32),
            halfmoves: position.halfmoves(),
            fullmove: position.fullmove(),
        }
    }
}

const SIZE: u32 = size_of::<Position>() as u32;

impl From<FenError> for Failure {
    fn from(error: FenError) -> Self {
        let status = match error.problem {
            FenProblem::Invalid(_) => Status::BadPosition,
            _ => Status::BadFen,
        };
        Self::new(status, error.to_string())
    }
}

/// Checks the size that a structure begins with.
fn check_size(what: &str, found: usize, expected: usize) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    let message = format!("{what}: size {found} instead of {expected}");
    Err(Failure::new(Status::WrongSize, message))
}

/// Positions that have been checked, and the memory that they come from.
struct Checked {
    positions: Vec<setwise_moves::Position>,
    span: Span,
}

impl Checked {
    /// Checks all positions.
    ///
    /// # Safety
    /// Unless it is null or not aligned, the pointer points to `n` positions that nobody writes to
    /// during the call. If the first of them begins with another size than this version knows, no
    /// further byte is read.
    unsafe fn new(positions: *const Position, n: usize) -> Result<Self, Failure> {
        // SAFETY: a position of any version begins with its size. Nothing else is read here.
        let sizes = unsafe { array("the positions", positions.cast::<u32>(), n.min(1)) }?;
        if let Some(&size) = sizes.first() {
            check_size("position 0", size as usize, size_of::<Position>())?;
        }
        // SAFETY: the caller's promise; the first position has the size of this version, so all
        // have.
        let given = unsafe { array("the positions", positions, n) }?;
        let mut positions = Vec::new();
        positions.try_reserve_exact(n).map_err(|_| {
            let message = format!("no memory for {n} positions");
            Failure::new(Status::OutOfMemory, message)
        })?;
        for (index, position) in given.iter().enumerate() {
            let what = format_args!("position {index}");
            if position.size != SIZE {
                check_size(
                    &what.to_string(),
                    position.size as usize,
                    size_of::<Position>(),
                )?;
            }
            positions.push(position.to_position(index)?);
        }
        let span = Span::of("the positions", given);
        Ok(Self { positions, span })
    }
}

/// Reads a position from a FEN, Shredder-FEN or X-FEN. The caller sets the field `size` of
/// `position` before the call.
///
/// # Safety
/// `fen` is null or points to a text that ends in 0; `position` is null or points to a structure of
/// the size that it begins with. During the call no other thread writes to the text or uses the
/// structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_from_fen(
    fen: *const c_char,
    position: *mut Position,
) -> i32 {
    guard(|| {
        // SAFETY: `fen` is null or points to a text that ends in 0.
        let fen = unsafe { text("the FEN", fen) }?;
        // SAFETY: `position` is null, not aligned, or points to a structure that begins with its
        // size. Nothing else is read.
        let size = unsafe { array("the position", position.cast::<u32>().cast_const(), 1) }?[0];
        check_size("the position", size as usize, size_of::<Position>())?;
        let found = setwise_moves::Position::from_fen(&fen)?;
        // SAFETY: `position` points to a structure of this size.
        unsafe { write("the position", position, found.into()) }
    })
}

/// Writes the FEN of a position to `fen`, as a text that ends in 0. `capacity` is the number of
/// bytes that `fen` has room for. 96 are always enough. If more are needed, the status is
/// `SETWISE_STATUS_NO_ROOM`.
///
/// The castling rights are `KQkq` for outermost rooks and else the file of the rook, so that
/// `setwise_position_from_fen` reads the same position again.
///
/// # Safety
/// `position` is null or points to a structure of the size that it begins with. `fen` is null or
/// points to `capacity` bytes. During the call no other thread writes to the position or uses the
/// bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_to_fen(
    position: *const Position,
    fen: *mut c_char,
    capacity: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let checked = unsafe { Checked::new(position, 1) }?;
        let found = checked.positions[0].fen(FenStyle::Standard);
        let needed = found.len() + 1;
        if needed > capacity {
            let message =
                format!("the FEN: {needed} bytes need room; there is some for {capacity}");
            return Err(Failure::new(Status::NoRoom, message));
        }
        let fen = Output::checked("the FEN", fen.cast::<u8>(), needed)?;
        disjoint(&[fen.span()], &[checked.span])?;
        // SAFETY: the caller's promise; the memory does not overlap the position.
        let fen = unsafe { fen.slice() };
        for (to, byte) in fen.iter_mut().zip(found.bytes().chain([0])) {
            *to = byte;
        }
        Ok(())
    })
}

/// Checks `n` positions. The message of the last error names the first one that is not valid, and
/// the rule that it breaks. `setwise_count_legal_moves` and `setwise_analyze` check their positions
/// in the same way.
///
/// * Each side has exactly one king. No pawn stands on the first or last rank. No square holds two
///   pieces.
/// * The side that is not to move is not in check.
/// * A rook with a castling right stands on the first rank of its color together with its king. On
///   each side of the king at most one rook has a right.
/// * A pawn can just have passed over the en passant square.
///
/// # Safety
/// `positions` is null or points to `n` structures of the size that they begin with, which no other
/// thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_validate_positions(positions: *const Position, n: usize) -> i32 {
    // SAFETY: the caller's promise.
    guard(|| unsafe { Checked::new(positions, n) }.map(|_| ()))
}

/// Writes the number of legal moves of each of `n` positions.
///
/// # Safety
/// `positions` is null or points to `n` structures of the size that they begin with. `counts` is
/// null or points to `n` numbers. During the call no other thread writes to the positions or uses
/// the counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_count_legal_moves(
    positions: *const Position,
    counts: *mut u32,
    n: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let checked = unsafe { Checked::new(positions, n) }?;
        let counts = Output::checked("the counts", counts, n)?;
        disjoint(&[counts.span()], &[checked.span])?;
        // SAFETY: the caller's promise; the memory does not overlap the positions.
        let counts = unsafe { counts.slice() };
        Ok(setwise_moves::count_legal_moves(
            &checked.positions,
            counts,
        )?)
    })
}

/// Checks an output that may be null: nothing is written then.
fn optional<T: Copy>(
    what: &'static str,
    pointer: *mut T,
    count: usize,
) -> Result<Output<T>, Failure> {
    Output::checked(what, pointer, if pointer.is_null() { 0 } else { count })
}

/// Writes checks, pins, attacks and mobility of each of `n` positions.
///
/// # Safety
/// `positions` is null or points to `n` structures of the size that they begin with. `out` is null
/// or points to a structure of the size that it begins with. Its pointers are null or point to as
/// many numbers as it describes. During the call no other thread writes to the positions and the
/// structure or uses the numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_analyze(
    positions: *const Position,
    out: *const AnalysisArrays,
    n: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let checked = unsafe { Checked::new(positions, n) }?;
        // SAFETY: `out` is null, not aligned, or points to a structure that begins with its size.
        // Nothing else is read.
        let size = unsafe { array("the arrays", out.cast::<usize>(), 1) }?[0];
        check_size("the arrays", size, size_of::<AnalysisArrays>())?;
        // SAFETY: `out` points to a structure of this size.
        let arrays = unsafe { array("the arrays", out, 1) }?;
        let AnalysisArrays {
            checkers,
            pinned,
            danger,
            attacked_by_white,
            attacked_by_black,
            mobility,
            legal_moves,
            ..
        } = arrays[0];
        let boards = [
            optional("checkers", checkers, n)?,
            optional("pinned", pinned, n)?,
            optional("danger", danger, n)?,
            optional("attacked_by_white", attacked_by_white, n)?,
            optional("attacked_by_black", attacked_by_black, n)?,
        ];
        let mobility = optional("mobility", mobility, n.saturating_mul(6))?;
        let legal_moves = optional("legal_moves", legal_moves, n)?;
        let mut spans: Vec<_> = boards.iter().map(Output::span).collect();
        spans.extend([mobility.span(), legal_moves.span()]);
        disjoint(&spans, &[checked.span, Span::of("the arrays", arrays)])?;
        // SAFETY: the caller's promise; the outputs overlap neither each other nor an input.
        let [checkers, pinned, danger, white, black] =
            boards.map(|output| unsafe { output.slice() });
        // SAFETY: as above.
        let (mobility, legal_moves) = unsafe { (mobility.slice(), legal_moves.slice()) };

        let mut block = [Analysis::default(); 64];
        for (at, positions) in checked.positions.chunks(block.len()).enumerate() {
            let first = at * block.len();
            let analyses = &mut block[..positions.len()];
            setwise_moves::analyze(positions, analyses)?;
            let entries = first..first + positions.len();
            fill(checkers, entries.clone(), analyses, Analysis::checkers);
            fill(pinned, entries.clone(), analyses, Analysis::pinned);
            fill(danger, entries.clone(), analyses, Analysis::danger);
            fill(white, entries.clone(), analyses, |analysis| {
                analysis.attacked_by(Color::White)
            });
            fill(black, entries.clone(), analyses, |analysis| {
                analysis.attacked_by(Color::Black)
            });
            fill(legal_moves, entries, analyses, Analysis::legal_moves);
            let rows = mobility.chunks_exact_mut(6).skip(first);
            for (row, analysis) in rows.zip(analyses) {
                row.copy_from_slice(&Role::ALL.map(|role| analysis.mobility(role)));
            }
        }
        Ok(())
    })
}

/// Writes one value of each analysis to these entries; nothing to an output that is empty.
fn fill<T>(
    out: &mut [T],
    entries: std::ops::Range<usize>,
    analyses: &[Analysis],
    value: impl Fn(&Analysis) -> T,
) {
    if let Some(out) = out.get_mut(entries) {
        for (entry, analysis) in out.iter_mut().zip(analyses) {
            *entry = value(analysis);
        }
    }
}
