//! The functions of each set. Their pointers are null (the codes may be), or point to the
//! structures of the header, which nothing else writes to during the call, nor uses the output.
#![expect(clippy::missing_safety_doc, reason = "it is that of all")]

use crate::layout::{input, output, place};
use crate::level::{SETWISE_THREATS_WORDS, checked, vectors};
use crate::status::code;
use setwise_ffi::Status;
use setwise_threats::{
    Attacks, Before, Changed, FullThreats, FullThreats60144, FullThreats79856, Index, Level,
    Perspective, Table, ThreatSet, Updater,
};

#[inline(always)]
pub(crate) fn perspective(number: u32) -> Result<Perspective, Status> {
    match number {
        0 => Ok(Perspective::White),
        1 => Ok(Perspective::Black),
        _ => Err(Status::UnknownValue),
    }
}

type Narrow = Changed<u16>;
pub(crate) type Wide = Changed<u32>;

#[inline(always)]
fn square(king: u32) -> u8 {
    (king & 63) as u8
}

/// Returns the codes of an engine, the position before a move, and the output of a call.
///
/// # Safety
/// As for [`input`] and [`output`].
#[inline(always)]
pub(crate) unsafe fn arguments<'a, T>(
    codes: *const u8,
    before: *const Before,
    out: *mut T,
) -> Result<(Option<Table>, &'a Before, &'a mut T), Status> {
    // SAFETY: the caller promises it. The codes are copied before there is an output.
    let (codes, before) = unsafe {
        let codes = if codes.is_null() {
            None
        } else {
            Some(Table(*input(codes.cast())?))
        };
        (codes, input(before)?)
    };
    // SAFETY: the caller promises it.
    let out = unsafe { output(out, &[place(before)])? };
    Ok((codes, before, out))
}

/// The codes of this crate as a table.
pub(crate) const STANDARD: Table = Table([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

/// The level of a call, and the codes of the mailbox.
enum Way {
    Standard(Level),
    Table(Level, Table),
}

/// Chooses the code for a call. Scalar code always has a table, so that there is one copy of it.
#[inline(always)]
fn way(level: u32, codes: Option<Table>) -> Result<Way, Status> {
    Ok(match codes {
        None if level != SETWISE_THREATS_WORDS => Way::Standard(vectors(level)?),
        codes => Way::Table(checked(level)?, codes.unwrap_or(STANDARD)),
    })
}

/// Finds the features that a move changes, for both perspectives.
#[inline(always)]
unsafe fn changes<S: ThreatSet, T: Index>(
    level: u32,
    codes: *const u8,
    before: *const Before,
    kings: [u32; 2],
    out: *mut Changed<T>,
) -> i32 {
    code(|| {
        // SAFETY: the caller promises it.
        let (codes, before, out) = unsafe { arguments(codes, before, out)? };
        let (way, kings) = (way(level, codes)?, kings.map(square));
        match way {
            Way::Standard(level) => Updater::<S>::new(level).changes(before, kings, out),
            Way::Table(level, table) => {
                Updater::<S, _>::with_codes(level, table).changes(before, kings, out);
            }
        }
        Ok(())
    })
}

/// Finds the features that a move changes, for one perspective.
#[inline(always)]
unsafe fn changes_of<S: ThreatSet, T: Index>(
    level: u32,
    codes: *const u8,
    before: *const Before,
    (side, king): (u32, u32),
    out: *mut Changed<T>,
) -> i32 {
    code(|| {
        let side = perspective(side)?;
        // SAFETY: the caller promises it.
        let (codes, before, out) = unsafe { arguments(codes, before, out)? };
        let (way, king) = (way(level, codes)?, square(king));
        match way {
            Way::Standard(level) => Updater::<S>::new(level).changes_of(before, side, king, out),
            Way::Table(level, table) => {
                Updater::<S, _>::with_codes(level, table).changes_of(before, side, king, out);
            }
        }
        Ok(())
    })
}

/// Finds all features of a position, for both perspectives.
#[inline(always)]
unsafe fn features<S: ThreatSet, T: Index>(
    codes: *const u8,
    before: *const Before,
    kings: [u32; 2],
    out: *mut Changed<T>,
) -> i32 {
    code(|| {
        // SAFETY: the caller promises it.
        let (codes, before, out) = unsafe { arguments(codes, before, out)? };
        let updater = Updater::<S, _>::with_codes(Level::WORDS, codes.unwrap_or(STANDARD));
        updater.features(before, kings.map(square), out);
        Ok(())
    })
}

/// Finds the attacks that a move changes.
#[inline(always)]
unsafe fn records<S: ThreatSet>(
    level: u32,
    codes: *const u8,
    before: *const Before,
    out: *mut Attacks,
) -> i32 {
    code(|| {
        // SAFETY: the caller promises it.
        let (codes, before, out) = unsafe { arguments(codes, before, out)? };
        match way(level, codes)? {
            Way::Standard(level) => Updater::<S>::new(level).attacks(before, out),
            Way::Table(level, table) => {
                Updater::<S, _>::with_codes(level, table).attacks(before, out);
            }
        }
        Ok(())
    })
}

/// Numbers attacks for one perspective. There must be room for all that there may be.
#[inline(always)]
unsafe fn number<S: ThreatSet, T: Index>(
    level: u32,
    records: *const Attacks,
    (side, king): (u32, u32),
    list: *mut T,
    room: usize,
) -> i32 {
    code(|| {
        let level = checked(level)?;
        let side = perspective(side)?;
        if room < Attacks::CAPACITY {
            return Err(Status::NoRoom);
        }
        // SAFETY: the caller promises it; the list has that much room.
        let (records, list) = unsafe {
            let records = input(records)?;
            let list = list.cast::<[T; Attacks::CAPACITY]>();
            (records, output(list, &[place(records)])?)
        };
        Updater::<S>::new(level).number::<T>(records, side, square(king), list);
        Ok(())
    })
}

/// Finds the indices of the features that a move removes and adds, as both perspectives see them
/// with their kings on these squares after the move. For a perspective that must be refreshed they
/// have no meaning.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_59808_changes(
    level: u32,
    codes: *const u8,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Narrow,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { changes::<FullThreats, _>(level, codes, before, [white_king, black_king], out) }
}

/// Finds the changes for one perspective and its king. The lists of the other one have no meaning.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_59808_changes_of(
    level: u32,
    codes: *const u8,
    before: *const Before,
    perspective: u32,
    king: u32,
    out: *mut Narrow,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { changes_of::<FullThreats, _>(level, codes, before, (perspective, king), out) }
}

/// Finds all features of the position in `before`, as both perspectives see it with their kings on
/// these squares, as those that are added: for the root, and for a perspective that must be
/// refreshed. The move does not matter.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_59808_features(
    codes: *const u8,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Narrow,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { features::<FullThreats, _>(codes, before, [white_king, black_king], out) }
}

/// Finds the attacks that a move removes and adds.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_59808_records(
    level: u32,
    codes: *const u8,
    before: *const Before,
    out: *mut Attacks,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { records::<FullThreats>(level, codes, before, out) }
}

/// Finds the indices of attacks for a perspective and its king after any later move: first
/// `records->removed` that are removed, all in all `records->count`. There must be room for
/// `SETWISE_THREATS_CAPACITY`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_59808_number(
    level: u32,
    records: *const Attacks,
    perspective: u32,
    king: u32,
    list: *mut u16,
    room: usize,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { number::<FullThreats, _>(level, records, (perspective, king), list, room) }
}

/// `setwise_threats_59808_changes` for the set of 60,144 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_60144_changes(
    level: u32,
    codes: *const u8,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Narrow,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { changes::<FullThreats60144, _>(level, codes, before, [white_king, black_king], out) }
}

/// `setwise_threats_59808_changes_of` for the set of 60,144 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_60144_changes_of(
    level: u32,
    codes: *const u8,
    before: *const Before,
    perspective: u32,
    king: u32,
    out: *mut Narrow,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { changes_of::<FullThreats60144, _>(level, codes, before, (perspective, king), out) }
}

/// `setwise_threats_59808_features` for the set of 60,144 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_60144_features(
    codes: *const u8,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Narrow,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { features::<FullThreats60144, _>(codes, before, [white_king, black_king], out) }
}

/// `setwise_threats_59808_records` for the set of 60,144 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_60144_records(
    level: u32,
    codes: *const u8,
    before: *const Before,
    out: *mut Attacks,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { records::<FullThreats60144>(level, codes, before, out) }
}

/// `setwise_threats_59808_number` for the set of 60,144 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_60144_number(
    level: u32,
    records: *const Attacks,
    perspective: u32,
    king: u32,
    list: *mut u16,
    room: usize,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { number::<FullThreats60144, _>(level, records, (perspective, king), list, room) }
}

/// `setwise_threats_59808_changes` for the set of 79,856 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_79856_changes(
    level: u32,
    codes: *const u8,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { changes::<FullThreats79856, _>(level, codes, before, [white_king, black_king], out) }
}

/// `setwise_threats_59808_changes_of` for the set of 79,856 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_79856_changes_of(
    level: u32,
    codes: *const u8,
    before: *const Before,
    perspective: u32,
    king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { changes_of::<FullThreats79856, _>(level, codes, before, (perspective, king), out) }
}

/// `setwise_threats_59808_features` for the set of 79,856 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_79856_features(
    codes: *const u8,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { features::<FullThreats79856, _>(codes, before, [white_king, black_king], out) }
}

/// `setwise_threats_59808_records` for the set of 79,856 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_79856_records(
    level: u32,
    codes: *const u8,
    before: *const Before,
    out: *mut Attacks,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { records::<FullThreats79856>(level, codes, before, out) }
}

/// `setwise_threats_59808_number` for the set of 79,856 features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_79856_number(
    level: u32,
    records: *const Attacks,
    perspective: u32,
    king: u32,
    list: *mut u32,
    room: usize,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { number::<FullThreats79856, _>(level, records, (perspective, king), list, room) }
}
