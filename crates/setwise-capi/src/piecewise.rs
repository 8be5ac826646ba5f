//! Attacks of one piece at a time: the piece-wise systems of the crate `setwise`.

use crate::entry_points::{batch_by_direction, batch_of_sliders, sliders};
use crate::memory::{text, write};
use crate::names::Names;
use crate::status::{bug, numbered, same_numbers, unknown};
use setwise::piecewise::{self, Handle, UnusableSystem, best, handles};
use setwise::{Batch, Square};
use setwise_ffi::{Failure, Output, Span, Status, array, disjoint, guard, guard_or};
use std::ffi::c_char;

/// A kind of piece, except the pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum PieceKind {
    /// Eight jumps.
    Knight = 1,
    /// Slides diagonally.
    Bishop = 2,
    /// Slides along ranks and files.
    Rook = 3,
    /// Slides in all eight directions.
    Queen = 4,
    /// One step in all eight directions.
    King = 5,
}

same_numbers! { PieceKind, piecewise::PieceKind, index, Knight Bishop Rook Queen King }

static NAMES: Names = Names::new(|| handles().iter().map(|handle| handle.about().name).collect());

fn kind(number: u32) -> Result<piecewise::PieceKind, Failure> {
    numbered("kind of piece", number, piecewise::PieceKind::from_index)
}

fn unusable(error: UnusableSystem) -> Failure {
    let status = match error.is_left_out() {
        true => Status::NotInBuild,
        false => Status::UnknownName,
    };
    Failure::new(status, error.to_string())
}

fn system(number: u32) -> Result<&'static Handle, Failure> {
    numbered("piece-wise system", number, |index| handles().get(index))
}

/// Returns the number of a system by its name.
fn number_of(name: &str) -> Option<u32> {
    let mut handles = handles().iter();
    u32::try_from(handles.position(|handle| handle.about().name == name)?).ok()
}

/// Returns the number of piece-wise systems of this build: one, or all with the feature
/// `all-systems`, of which one needs AVX2. A system computes the attacks of one slider at a time.
/// All systems give the same results; they differ in speed and in the size of their tables. Systems
/// are numbered from 0.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_piecewise_count() -> u32 {
    guard_or(0, || Ok(u32::try_from(NAMES.len()).unwrap_or(0)))
}

/// Returns the number of the default system, which is among the fastest on every CPU measured.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_piecewise_best() -> u32 {
    guard_or(0, || Ok(number_of(best().about().name).unwrap_or(0)))
}

/// Writes the name of a system. The text is valid until the program ends.
///
/// # Safety
/// `name` is null or points to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_piecewise_name(system: u32, name: *mut *const c_char) -> i32 {
    guard(|| {
        let found = NAMES.get(self::system(system)?.about().name)?;
        // SAFETY: `name` is null or points to a pointer.
        unsafe { write("the name", name, found.as_ptr()) }
    })
}

/// Writes the number of the system of a name, such as `hyperbola-quintessence`.
///
/// # Safety
/// `name` is null or points to a text that ends in 0; `system` is null or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_piecewise_named(name: *const c_char, system: *mut u32) -> i32 {
    guard(|| {
        // SAFETY: `name` is null or points to a text that ends in 0.
        let name = unsafe { text("the name", name, None) }?;
        let found = Handle::named(&name).map_err(unusable)?.about().name;
        let found = number_of(found).unwrap_or(0);
        // SAFETY: `system` is null or points to a number.
        unsafe { write("the system", system, found) }
    })
}

/// Writes to `out` the squares that one piece attacks. `kind` is a value of `setwise_piece_kind`,
/// `square` is 0 (a1) to 63 (h8). The first piece on each ray is included, whatever its color. The
/// bit of the own square in `occupied` makes no difference.
///
/// # Safety
/// `out` is null or points to one board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_piece_attacks(
    system: u32,
    kind: u32,
    square: u32,
    occupied: u64,
    out: *mut u64,
) -> i32 {
    guard(|| {
        let (system, kind) = (self::system(system)?, self::kind(kind)?);
        let square = numbered("square", square, Square::from_index)?;
        // SAFETY: `out` is null or points to one board.
        unsafe { write("out", out, system.piece_attacks(kind, square, occupied)) }
    })
}

/// Computes `setwise_piece_attacks` for `n` pieces of one kind: `out[i]` is for a piece on
/// `squares[i]` with `occupied[i]`.
///
/// # Safety
/// Each pointer is null or points to `n` squares or boards. During the call no other thread writes
/// to the inputs or uses the output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_batch_piece_attacks(
    system: u32,
    kind: u32,
    squares: *const u8,
    occupied: *const u64,
    out: *mut u64,
    n: usize,
) -> i32 {
    guard(|| {
        let (system, kind) = (self::system(system)?, self::kind(kind)?);
        // SAFETY: the pointer is null or points to `n` numbers.
        let numbers = unsafe { array("squares", squares, n) }?;
        if let Some(&number) = numbers.iter().find(|&&number| number > 63) {
            return Err(unknown("square", number.into()));
        }
        // SAFETY: the caller's promise. A `Square` is a transparent `u8` below 64, as all of these
        // are, and nothing writes to them.
        let squares = unsafe { array("squares", squares.cast::<Square>(), n) }?;
        // SAFETY: the pointer is null or points to `n` boards.
        let occupied = unsafe { array("occupied", occupied, n) }?;
        let out = Output::checked("out", out, n)?;
        let inputs = [Span::of("squares", squares), Span::of("occupied", occupied)];
        disjoint(&[out.span()], &inputs)?;
        // SAFETY: the pointer is valid for `n` boards, which do not overlap the inputs.
        let out = unsafe { out.slice() };
        let done = system.batch_piece_attacks(kind, squares, occupied, out);
        done.map_err(bug)
    })
}

/// Computes `setwise_attacks` with a piece-wise system, one slider after the other.
///
/// # Safety
/// `out` is null or points to one board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_piecewise_attacks(
    system: u32,
    orthogonal: u64,
    diagonal: u64,
    occupied: u64,
    out: *mut u64,
) -> i32 {
    guard(|| {
        let attacked =
            self::system(system)?.slider_attacks(sliders(orthogonal, diagonal), occupied);
        // SAFETY: `out` is null or points to one board.
        unsafe { write("out", out, attacked) }
    })
}

/// Computes `setwise_ray_attacks` with a piece-wise system, one slider after the other.
///
/// # Safety
/// `out` is null or points to eight boards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_piecewise_ray_attacks(
    system: u32,
    orthogonal: u64,
    diagonal: u64,
    occupied: u64,
    out: *mut u64,
) -> i32 {
    guard(|| {
        let rays =
            self::system(system)?.slider_ray_attacks(sliders(orthogonal, diagonal), occupied);
        // SAFETY: `out` is null or points to eight boards, and arrays are aligned as their
        // elements.
        unsafe { write("out", out.cast(), rays.0) }
    })
}

/// Computes `setwise_batch_attacks` with a piece-wise system, one slider after the other.
///
/// # Safety
/// Each pointer is null or points to `n` boards. During the call no other thread writes to the
/// inputs or uses the output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_piecewise_batch_attacks(
    system: u32,
    orthogonal: *const u64,
    diagonal: *const u64,
    occupied: *const u64,
    out: *mut u64,
    n: usize,
) -> i32 {
    guard(|| {
        let (system, sliders) = (self::system(system)?, [orthogonal, diagonal, occupied]);
        let call = |batch: Batch<'_>, out: &mut [u64]| system.batch_slider_attacks(batch, out);
        // SAFETY: the caller's promise.
        unsafe { batch_of_sliders(sliders, out, n, call) }
    })
}

/// Computes `setwise_batch_ray_attacks` with a piece-wise system, one slider after the other.
///
/// # Safety
/// Each pointer is null or points to `n` boards; `out` is null or points to eight such pointers.
/// During the call no other thread writes to the inputs or uses the outputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_piecewise_batch_ray_attacks(
    system: u32,
    orthogonal: *const u64,
    diagonal: *const u64,
    occupied: *const u64,
    out: *const *mut u64,
    n: usize,
) -> i32 {
    guard(|| {
        let (system, sliders) = (self::system(system)?, [orthogonal, diagonal, occupied]);
        let call =
            |boards: Batch<'_>, out: [&mut [u64]; 8]| system.batch_slider_ray_attacks(boards, out);
        // SAFETY: the caller's promise.
        unsafe { batch_by_direction(sliders, out, n, call) }
    })
}
