//! The features of neural networks.

use crate::boards::NnuePositions;
use crate::memory::{text, write};
use crate::status::{same_numbers, unknown};
use setwise_ffi::{Failure, Output, Status, disjoint, guard, guard_or};
use setwise_nnue::Positions as _;
use setwise_nnue::{AnyExtractor, Chess768, Csr, Error, Extractor, NamedSet, Padded, Perspectives};
use std::ffi::{CString, c_char};
use std::sync::OnceLock;

/// A set of features. The documentation of the Rust crate `setwise-nnue` defines them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Set {
    /// 59,808 threats: Stockfish's `FullThreats` since 2026, nnue-pytorch's `Full_Threats`.
    FullThreats = 1,
    /// 60,144 threats: Stockfish at revision 83e42045a.
    FullThreats60144 = 2,
    /// 79,856 threats: Stockfish at revision 8e5392d79.
    FullThreats79856 = 3,
    /// 4,560 pairs of pawns: Stockfish's and nnue-pytorch's `PP_3Wide`.
    PawnPairs = 4,
    /// 22,528 features: Stockfish's `HalfKAv2_hm`.
    HalfKaV2Hm = 5,
    /// 24,576 features: nnue-pytorch's `HalfKAv2_hm`.
    HalfKaV2HmTraining = 6,
    /// 768 features: bullet's `Chess768`.
    Chess768 = 7,
    /// 768 features: bullet's `ChessBucketsMirrored` with one bucket.
    Mirrored768 = 8,
    /// 80,624 features: Monty's value network at revision 562b13e9.
    MontyValue = 9,
    /// nnue-pytorch's `Full_Threats+PP_3Wide+HalfKAv2_hm`.
    FullThreatsPawnPairsHalfKa = 10,
}

same_numbers! {
    Set, NamedSet, number,
    FullThreats FullThreats60144 FullThreats79856 PawnPairs HalfKaV2Hm HalfKaV2HmTraining Chess768 Mirrored768 MontyValue
    FullThreatsPawnPairsHalfKa
}

fn named(set: u32) -> Result<NamedSet, Failure> {
    NamedSet::numbered(set).ok_or_else(|| unknown("set", set))
}

/// An extractor of the set of a number, to ask for properties of the set.
fn extractor(set: u32) -> Result<AnyExtractor, Failure> {
    Ok(named(set)?.extractor(Perspectives::default()))
}

fn failure(error: Error) -> Failure {
    let status = match error {
        Error::Position { .. } => Status::BadPosition,
        Error::RowTooShort { .. } => Status::RowTooShort,
        Error::Length(_) => Status::NoRoom,
        // All entries here have 32 bits.
        _ => Status::Panic,
    };
    Failure::new(status, error.to_string())
}

/// Returns the name of the level that the NNUE functions use on this CPU, such as `avx512` or
/// `scalar`. The text is valid until the program ends.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_nnue_level() -> *const c_char {
    static NAME: OnceLock<CString> = OnceLock::new();
    let name = || CString::new(Extractor::new(Chess768).level_name()).unwrap_or_default();
    guard_or(c"".as_ptr(), || Ok(NAME.get_or_init(name).as_ptr()))
}

/// Writes the number of a set, found by its name, such as `full-threats`.
///
/// # Safety
/// `name` is null or points to a text that ends in 0; `set` is null or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_nnue_set_named(name: *const c_char, set: *mut u32) -> i32 {
    guard(|| {
        // SAFETY: `name` is null or points to a text that ends in 0.
        let name = unsafe { text("the name", name, None) }?;
        let found = NamedSet::named(&name)
            .ok_or_else(|| Failure::new(Status::UnknownName, format!("no set is named {name}")))?;
        // SAFETY: `set` is null or points to a number.
        unsafe { write("the set", set, found.number()) }
    })
}

/// Writes the number of features of a set.
///
/// # Safety
/// `size` is null or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_nnue_size(set: u32, size: *mut u32) -> i32 {
    guard(|| {
        let found = extractor(set)?.size();
        // SAFETY: `size` is null or points to a number.
        unsafe { write("the size", size, found) }
    })
}

/// Writes a number of features per perspective that no position exceeds. Rows of games need fewer.
///
/// # Safety
/// `max_active` is null or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_nnue_max_active(set: u32, max_active: *mut usize) -> i32 {
    guard(|| {
        let found = extractor(set)?.max_active();
        // SAFETY: `max_active` is null or points to a number.
        unsafe { write("the greatest number", max_active, found) }
    })
}

/// Writes the number of features per perspective of each position, the same for both perspectives.
///
/// # Safety
/// `positions` is null or points to a structure as it is described, with positions; no other thread
/// may write to them during the call. `counts` points to as many numbers as there are positions,
/// for this call alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_nnue_count(
    set: u32,
    positions: *const NnuePositions,
    counts: *mut u32,
) -> i32 {
    guard(|| {
        let set = named(set)?;
        // SAFETY: the caller's promise.
        let (positions, perspectives) = unsafe { NnuePositions::checked(positions) }?;
        let counts = Output::checked("the counts", counts, positions.len())?;
        disjoint(&[counts.span()], &[positions.span()])?;
        // SAFETY: the caller's promise; the memory is apart from the positions.
        let counts = unsafe { counts.slice() };
        let counted = set.extractor(perspectives).count(&positions, counts);
        counted.map_err(failure)
    })
}

/// Writes rows of equal length, in the layout of nnue-pytorch's batches: row i of a perspective
/// begins at entry `i * stride`, has the indices of the features of position i, then -1. After
/// [`Status::RowTooShort`] the contents of the rows are unspecified.
///
/// # Safety
/// `positions` is null or points to a structure as it is described, with positions; no other thread
/// may write to them during the call. `first` and `second` point to `stride` numbers for each
/// position, for this call alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_nnue_pad(
    set: u32,
    positions: *const NnuePositions,
    first: *mut i32,
    second: *mut i32,
    stride: usize,
) -> i32 {
    guard(|| {
        let set = named(set)?;
        // SAFETY: the caller's promise.
        let (positions, perspectives) = unsafe { NnuePositions::checked(positions) }?;
        let entries = positions.len().saturating_mul(stride);
        let first = Output::checked("the first rows", first, entries)?;
        let second = Output::checked("the second rows", second, entries)?;
        disjoint(&[first.span(), second.span()], &[positions.span()])?;
        // SAFETY: the caller's promise; the memory is apart from the other rows and from the
        // positions.
        let (first, second) = unsafe { (first.slice(), second.slice()) };
        let rows = Padded {
            first,
            second,
            stride,
            filler: -1,
        };
        let padded = set.extractor(perspectives).pad(&positions, rows);
        padded.map_err(failure)
    })
}

/// Writes rows without gaps (compressed sparse rows). The features of position i are the entries
/// `offsets[i]` to `offsets[i + 1]` of `first`, and as many of `second`. There is one more offset
/// than positions. `capacity` is the number of entries that `first` and `second` have room for. If
/// more are needed, the status is `SETWISE_STATUS_NO_ROOM`; the sum of the numbers of
/// `setwise_nnue_count` is enough.
///
/// # Safety
/// `positions` is null or points to a structure as it is described, with positions; no other thread
/// may write to them during the call. `offsets` points to one more number than there are positions,
/// `first` and `second` to `capacity` numbers, for this call alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_nnue_csr(
    set: u32,
    positions: *const NnuePositions,
    offsets: *mut usize,
    first: *mut u32,
    second: *mut u32,
    capacity: usize,
) -> i32 {
    guard(|| {
        let set = named(set)?;
        // SAFETY: the caller's promise.
        let (positions, perspectives) = unsafe { NnuePositions::checked(positions) }?;
        let offsets = Output::checked("the offsets", offsets, positions.len() + 1)?;
        let first = Output::checked("the first rows", first, capacity)?;
        let second = Output::checked("the second rows", second, capacity)?;
        let outputs = [offsets.span(), first.span(), second.span()];
        disjoint(&outputs, &[positions.span()])?;
        // SAFETY: the caller's promise; all outputs are apart from each other and from the
        // positions.
        let (offsets, first, second) = unsafe { (offsets.slice(), first.slice(), second.slice()) };
        let mut rows = Csr::new();
        set.extractor(perspectives)
            .append(&positions, &mut rows)
            .map_err(failure)?;
        let features = rows.first().len();
        let room = first.len();
        let (Some(first), Some(second)) = (first.get_mut(..features), second.get_mut(..features))
        else {
            let message = format!("{features} features need room; there is some for {room}");
            return Err(Failure::new(Status::NoRoom, message));
        };
        first.copy_from_slice(rows.first());
        second.copy_from_slice(rows.second());
        offsets.copy_from_slice(rows.offsets());
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_nnue::LengthMismatch;

    #[test]
    fn errors_have_their_statuses() {
        let room = Error::Length(LengthMismatch::check("counts", 1, 2).unwrap_err());
        let narrow = Error::IndexTooNarrow { size: 79_856 };
        for (error, status) in [(room, Status::NoRoom), (narrow, Status::Panic)] {
            let failure = failure(error);
            assert_eq!(failure.status, status);
            assert_eq!(failure.message, error.to_string());
        }
    }
}
