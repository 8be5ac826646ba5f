//! Checks, pins, attacks and mobility of many positions.

use crate::batch::{BLOCK, given};
use crate::position::Position;
use crate::positions::{Positions, checked};
use crate::status::bug;
use setwise_ffi::{Failure, Output, Span, array, check_structure, disjoint, guard};
use setwise_moves::{Analysis, Color, Role};

/// The outputs of `setwise_analyze` and `setwise_positions_analyze`. Each array has an entry per
/// position, in the order of the positions. An array that is null is not written.
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
    /// Six numbers per position: the legal moves with pawns, knights, bishops, rooks, queens, king.
    pub mobility: *mut u32,
    /// The number of legal moves.
    pub legal_moves: *mut u32,
}

/// Checks `n` positions, and writes checks, pins, attacks and mobility of each.
///
/// # Safety
/// `positions` is null or points to `n` positions. `out` is null or points to a structure of the
/// size that it begins with. Its pointers are null or point to as many numbers as it describes.
/// During the call no other thread writes to the positions and the structure or uses the numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_analyze(
    positions: *const Position,
    out: *const AnalysisArrays,
    n: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let (list, span) = unsafe { checked(positions, n) }?;
        // SAFETY: the caller's promise.
        unsafe { analyze(&list, span, out) }
    })
}

/// Writes checks, pins, attacks and mobility of each position.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions. `out` is null or points to a
/// structure of the size that it begins with. Its pointers are null or point to as many numbers as
/// it describes. During the call no other thread writes to the positions and the structure or uses
/// the numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_analyze(
    positions: *const Positions,
    out: *const AnalysisArrays,
    n: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let (list, span) = unsafe { given(positions, n, "the arrays") }?;
        // SAFETY: the caller's promise.
        unsafe { analyze(list, span, out) }
    })
}

/// Checks an output that may be null, in which case nothing is written.
fn optional<T: Copy>(
    what: &'static str,
    pointer: *mut T,
    count: usize,
) -> Result<Output<T>, Failure> {
    let count = if pointer.is_null() { 0 } else { count };
    Output::checked(what, pointer, count)
}

/// Writes the analyses of positions.
///
/// # Safety
/// `out` is null, not aligned, or points to a structure of the size that it begins with, whose
/// pointers are null, not aligned or point to as many numbers as it describes, for this call alone.
unsafe fn analyze(
    list: &[setwise_moves::Position],
    span: Span,
    out: *const AnalysisArrays,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    unsafe { check_structure("the arrays", out) }?;
    // SAFETY: `out` points to a structure of this size.
    let arrays = unsafe { array("the arrays", out, 1) }?;
    let (to, n) = (arrays[0], list.len());
    let boards = [
        optional("checkers", to.checkers, n)?,
        optional("pinned", to.pinned, n)?,
        optional("danger", to.danger, n)?,
        optional("attacked_by_white", to.attacked_by_white, n)?,
        optional("attacked_by_black", to.attacked_by_black, n)?,
    ];
    let mobility = optional("mobility", to.mobility, n.saturating_mul(6))?;
    let legal_moves = optional("legal_moves", to.legal_moves, n)?;
    let mut spans: Vec<_> = boards.iter().map(Output::span).collect();
    spans.extend([mobility.span(), legal_moves.span()]);
    disjoint(&spans, &[span, Span::of("the arrays", arrays)])?;
    // SAFETY: the caller's promise; the outputs overlap neither each other nor an input.
    let [checkers, pinned, danger, white, black] = boards.map(|output| unsafe { output.slice() });
    // SAFETY: as above.
    let (mobility, legal_moves) = unsafe { (mobility.slice(), legal_moves.slice()) };

    let mut block = [Analysis::default(); BLOCK];
    for (at, positions) in list.chunks(BLOCK).enumerate() {
        let first = at * BLOCK;
        let analyses = &mut block[..positions.len()];
        setwise_moves::analyze(positions, analyses).map_err(bug)?;
        let entries = first..first + positions.len();
        column(checkers, entries.clone(), analyses, Analysis::checkers);
        column(pinned, entries.clone(), analyses, Analysis::pinned);
        column(danger, entries.clone(), analyses, Analysis::danger);
        let attacked_by = |color| move |analysis: &Analysis| analysis.attacked_by(color);
        column(white, entries.clone(), analyses, attacked_by(Color::White));
        column(black, entries.clone(), analyses, attacked_by(Color::Black));
        column(legal_moves, entries, analyses, Analysis::legal_moves);
        let rows = mobility.chunks_exact_mut(6).skip(first);
        for (row, analysis) in rows.zip(analyses) {
            row.copy_from_slice(&Role::ALL.map(|role| analysis.mobility(role)));
        }
    }
    Ok(())
}

/// Writes one value of each analysis to these entries; nothing to an output that is empty.
fn column<T>(
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
