//! Attacks and fills: the entry points of the crate `setwise`.

use crate::memory::write;
use crate::status::{bug, numbered, same_numbers};
use setwise::{Batch, LengthMismatch, Sliders};
use setwise_ffi::{Failure, Output, Span, array, disjoint, guard};

/// A direction on the board, clockwise from north. White moves north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Direction {
    /// Towards rank 8.
    North = 0,
    /// Towards h8.
    NorthEast = 1,
    /// Towards file h.
    East = 2,
    /// Towards h1.
    SouthEast = 3,
    /// Towards rank 1.
    South = 4,
    /// Towards a1.
    SouthWest = 5,
    /// Towards file a.
    West = 6,
    /// Towards a8.
    NorthWest = 7,
}

same_numbers! {
    Direction, setwise::Direction, index, North NorthEast East SouthEast South SouthWest West NorthWest
}

fn direction(number: u32) -> Result<setwise::Direction, Failure> {
    numbered("direction", number, setwise::Direction::from_index)
}

/// Checks the pointers to the boards of many positions.
///
/// # Safety
/// Unless it is null or not aligned, each pointer points to `n` boards that nothing writes to
/// during `'a`.
unsafe fn checked_batch<'a>(sliders: [*const u64; 3], n: usize) -> Result<Batch<'a>, Failure> {
    let [orthogonal, diagonal, occupied] = sliders;
    // SAFETY: the caller's promise about each pointer.
    unsafe {
        Ok(Batch {
            orthogonal: array("orthogonal", orthogonal, n)?,
            diagonal: array("diagonal", diagonal, n)?,
            occupied: array("occupied", occupied, n)?,
        })
    }
}

fn spans(batch: &Batch<'_>) -> [Span; 3] {
    [
        Span::of("orthogonal", batch.orthogonal),
        Span::of("diagonal", batch.diagonal),
        Span::of("occupied", batch.occupied),
    ]
}

/// Writes one result for each of `n` positions.
///
/// # Safety
/// Unless it is null or not aligned, each pointer of `sliders` points to `n` boards that nothing
/// writes to during the call, and `out` points to `n` boards. If these do not overlap the inputs,
/// nothing else uses them during the call.
pub(crate) unsafe fn batch_of_sliders(
    sliders: [*const u64; 3],
    out: *mut u64,
    n: usize,
    call: impl FnOnce(Batch<'_>, &mut [u64]) -> Result<(), LengthMismatch>,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let boards = unsafe { checked_batch(sliders, n) }?;
    let out = Output::checked("out", out, n)?;
    disjoint(&[out.span()], &spans(&boards))?;
    // SAFETY: the caller's promise; the output does not overlap the inputs.
    call(boards, unsafe { out.slice() }).map_err(bug)
}

/// Writes eight results, by direction, for each of `n` positions.
///
/// # Safety
/// As for [`batch_of_sliders`]; `out` is null, not aligned, or points to eight such pointers.
pub(crate) unsafe fn batch_by_direction(
    sliders: [*const u64; 3],
    out: *const *mut u64,
    n: usize,
    call: impl FnOnce(Batch<'_>, [&mut [u64]; 8]) -> Result<(), LengthMismatch>,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let boards = unsafe { checked_batch(sliders, n) }?;
    // SAFETY: `out` is null, not aligned, or points to eight pointers.
    let pointers = unsafe { array("out", out, 8) }?;
    let mut outputs = Vec::with_capacity(8);
    for (&pointer, what) in pointers.iter().zip(setwise_core::OUT_NAMES) {
        outputs.push(Output::checked(what, pointer, n)?);
    }
    let all_outputs: Vec<_> = outputs.iter().map(Output::span).collect();
    let [a, b, c] = spans(&boards);
    disjoint(&all_outputs, &[a, b, c, Span::of("out", pointers)])?;
    let mut slices: [&mut [u64]; 8] = Default::default();
    for (slice, output) in slices.iter_mut().zip(outputs) {
        // SAFETY: the caller's promise; the memory does not overlap the inputs or the other
        // outputs.
        *slice = unsafe { output.slice() };
    }
    call(boards, slices).map_err(bug)
}

pub(crate) const fn sliders(orthogonal: u64, diagonal: u64) -> Sliders {
    Sliders {
        orthogonal,
        diagonal,
    }
}

/// Writes to `out` the squares that the sliders of one position attack, all eight directions
/// united. `orthogonal` has the rooks and queens, `diagonal` the bishops and queens, `occupied` all
/// pieces; the sliders count as occupied in any case. The first piece on each ray is included.
///
/// # Safety
/// `out` is null or points to one board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_attacks(
    orthogonal: u64,
    diagonal: u64,
    occupied: u64,
    out: *mut u64,
) -> i32 {
    guard(|| {
        let attacked = setwise::attacks(sliders(orthogonal, diagonal), occupied);
        // SAFETY: `out` is null or points to one board.
        unsafe { write("out", out, attacked) }
    })
}

/// Writes to `out` the squares that the sliders of one position attack, as eight boards in the
/// order of `setwise_direction`.
///
/// # Safety
/// `out` is null or points to eight boards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_ray_attacks(
    orthogonal: u64,
    diagonal: u64,
    occupied: u64,
    out: *mut u64,
) -> i32 {
    guard(|| {
        let rays = setwise::ray_attacks(sliders(orthogonal, diagonal), occupied);
        // SAFETY: `out` is null or points to eight boards, and arrays are aligned as their
        // elements.
        unsafe { write("out", out.cast(), rays.0) }
    })
}

/// Writes to `out` the squares that `generators` reach over `propagators` in one direction, a value
/// of `setwise_direction`. Generators are included, blockers are not.
///
/// # Safety
/// `out` is null or points to one board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_occluded_fill(
    generators: u64,
    propagators: u64,
    direction: u32,
    out: *mut u64,
) -> i32 {
    guard(|| {
        let direction = self::direction(direction)?;
        let filled = setwise::occluded_fill(generators, propagators, direction);
        // SAFETY: `out` is null or points to one board.
        unsafe { write("out", out, filled) }
    })
}

/// Computes `setwise_attacks` for `n` positions: `out[i]` is for board `i` of each input.
///
/// # Safety
/// Each pointer is null or points to `n` boards. During the call no other thread writes to the
/// inputs or uses the output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_batch_attacks(
    orthogonal: *const u64,
    diagonal: *const u64,
    occupied: *const u64,
    out: *mut u64,
    n: usize,
) -> i32 {
    let sliders = [orthogonal, diagonal, occupied];
    // SAFETY: the caller's promise.
    guard(|| unsafe { batch_of_sliders(sliders, out, n, setwise::batch_attacks) })
}

/// Computes `setwise_ray_attacks` for `n` positions: `out[d][i]` is direction `d` of position `i`.
/// `out` is an array of eight pointers.
///
/// # Safety
/// Each pointer is null or points to `n` boards; `out` is null or points to eight such pointers.
/// During the call no other thread writes to the inputs or uses the outputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_batch_ray_attacks(
    orthogonal: *const u64,
    diagonal: *const u64,
    occupied: *const u64,
    out: *const *mut u64,
    n: usize,
) -> i32 {
    let sliders = [orthogonal, diagonal, occupied];
    // SAFETY: the caller's promise.
    guard(|| unsafe { batch_by_direction(sliders, out, n, setwise::batch_ray_attacks) })
}

/// Computes `setwise_occluded_fill` for `n` pairs of boards: `out[i]` is for pair `i`.
///
/// # Safety
/// Each pointer is null or points to `n` boards. During the call no other thread writes to the
/// inputs or uses the output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_batch_occluded_fill(
    generators: *const u64,
    propagators: *const u64,
    direction: u32,
    out: *mut u64,
    n: usize,
) -> i32 {
    guard(|| {
        let direction = self::direction(direction)?;
        // SAFETY: the pointer is null or points to `n` boards.
        let generators = unsafe { array("generators", generators, n) }?;
        // SAFETY: as above.
        let propagators = unsafe { array("propagators", propagators, n) }?;
        let out = Output::checked("out", out, n)?;
        let given = Span::of("generators", generators);
        let inputs = [given, Span::of("propagators", propagators)];
        disjoint(&[out.span()], &inputs)?;
        // SAFETY: the pointer is valid for `n` boards, which do not overlap the inputs.
        let out = unsafe { out.slice() };
        setwise::batch_occluded_fill(generators, propagators, direction, out).map_err(bug)
    })
}

/// Writes the squares that the sliders of `n` positions attack through the first blocker of a given
/// set, all directions united: `out[i]` is for board `i` of each input.
///
/// A ray counts if its first occupied square is one of the `blockers`. The result is the empty
/// squares behind that square, and the next occupied square. Blockers of the same side give
/// batteries and discovered attacks, those of the other side pins and skewers.
///
/// # Safety
/// Each pointer is null or points to `n` boards. During the call no other thread writes to the
/// inputs or uses the output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_batch_xray_attacks(
    orthogonal: *const u64,
    diagonal: *const u64,
    occupied: *const u64,
    blockers: *const u64,
    out: *mut u64,
    n: usize,
) -> i32 {
    guard(|| {
        // SAFETY: each pointer is null or points to `n` boards.
        let boards = unsafe { checked_batch([orthogonal, diagonal, occupied], n) }?;
        // SAFETY: as above.
        let blockers = unsafe { array("blockers", blockers, n) }?;
        let out = Output::checked("out", out, n)?;
        let [a, b, c] = spans(&boards);
        disjoint(&[out.span()], &[a, b, c, Span::of("blockers", blockers)])?;
        // SAFETY: the pointer is valid for `n` boards, which do not overlap the inputs.
        let out = unsafe { out.slice() };
        setwise::batch_xray_attacks(boards, blockers, out).map_err(bug)
    })
}
