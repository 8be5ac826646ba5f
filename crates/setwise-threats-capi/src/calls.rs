//! The functions of each set.

use crate::layout::{input, output, place};
use crate::level::{WORDS, checked, vectors};
use crate::status::code;
use setwise_ffi::Status;
use setwise_threats::{
    Before, Changed, FullThreats, FullThreats60144, FullThreats79856, Index, Level, Perspective,
    Records, Table, ThreatSet, Updater, View,
};

#[inline(always)]
pub(crate) fn perspective(number: u32) -> Result<Perspective, Status> {
    match number {
        0 => Ok(Perspective::White),
        1 => Ok(Perspective::Black),
        _ => Err(Status::UnknownValue),
    }
}

#[inline(always)]
fn view(perspective: Perspective, king: u32) -> View {
    View::new(perspective, (king & 63) as u8)
}

/// Returns the codes of an engine, the position before a move, and the output of a call.
///
/// # Safety
/// As for [`input`] and [`output`].
#[inline(always)]
pub(crate) unsafe fn arguments<'a, T>(
    codes: *const [u8; 16],
    before: *const Before,
    out: *mut T,
) -> Result<(Option<Table>, &'a Before, &'a mut T), Status> {
    // SAFETY: the caller promises it. The codes are copied before there is an output.
    let (codes, before) = unsafe {
        let codes = if codes.is_null() {
            None
        } else {
            Some(Table(*input(codes)?))
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
        None if level != WORDS => Way::Standard(vectors(level)?),
        codes => Way::Table(checked(level)?, codes.unwrap_or(STANDARD)),
    })
}

fn views(kings: [u32; 2]) -> [View; 2] {
    [
        view(Perspective::White, kings[0]),
        view(Perspective::Black, kings[1]),
    ]
}

#[inline(always)]
fn changes<S: ThreatSet, T: Index>(
    way: Way,
    before: &Before,
    kings: [u32; 2],
    out: &mut Changed<T>,
) {
    let views = views(kings);
    match way {
        Way::Standard(level) => Updater::<S>::new(level).changes(before, views, out),
        Way::Table(level, table) => {
            Updater::<S, _>::with_codes(level, table).changes(before, views, out);
        }
    }
}

#[inline(always)]
fn changes_of<S: ThreatSet, T: Index>(
    way: Way,
    before: &Before,
    (side, king): (Perspective, u32),
    out: &mut Changed<T>,
) {
    let view = view(side, king);
    match way {
        Way::Standard(level) => Updater::<S>::new(level).changes_of(before, side, view, out),
        Way::Table(level, table) => {
            Updater::<S, _>::with_codes(level, table).changes_of(before, side, view, out);
        }
    }
}

#[inline(always)]
fn records<S: ThreatSet>(way: Way, before: &Before, out: &mut Records) {
    match way {
        Way::Standard(level) => Updater::<S>::new(level).records(before, out),
        Way::Table(level, table) => Updater::<S, _>::with_codes(level, table).records(before, out),
    }
}

/// Defines the functions of a set, of which each is exported by its name.
macro_rules! functions {
    ($($set:ty, $index:ty: $changes:ident, $changes_of:ident, $features:ident, $records:ident,
        $number:ident;)*) => {$(
        /// Finds the features that a move changes, for both perspectives.
        ///
        /// # Safety
        /// The pointers are null (the codes may be), or point to the structures of the header,
        /// which nothing else writes to during the call, nor uses the output.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $changes(
            level: u32,
            codes: *const [u8; 16],
            before: *const Before,
            white_king: u32,
            black_king: u32,
            out: *mut Changed<$index>,
        ) -> i32 {
            code(|| {
                // SAFETY: the caller promises it.
                let (codes, before, out) = unsafe { arguments(codes, before, out)? };
                changes::<$set, $index>(way(level, codes)?, before, [white_king, black_king], out);
                Ok(())
            })
        }

        /// Finds the features that a move changes, for one perspective.
        ///
        /// # Safety
        /// As above.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $changes_of(
            level: u32,
            codes: *const [u8; 16],
            before: *const Before,
            side: u32,
            king: u32,
            out: *mut Changed<$index>,
        ) -> i32 {
            code(|| {
                let side = perspective(side)?;
                // SAFETY: the caller promises it.
                let (codes, before, out) = unsafe { arguments(codes, before, out)? };
                changes_of::<$set, $index>(way(level, codes)?, before, (side, king), out);
                Ok(())
            })
        }

        /// Finds all features of a position, for both perspectives.
        ///
        /// # Safety
        /// As above.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $features(
            codes: *const [u8; 16],
            before: *const Before,
            white_king: u32,
            black_king: u32,
            out: *mut Changed<$index>,
        ) -> i32 {
            code(|| {
                // SAFETY: the caller promises it.
                let (codes, before, out) = unsafe { arguments(codes, before, out)? };
                let codes = codes.unwrap_or(STANDARD);
                let updater = Updater::<$set, _>::with_codes(Level::WORDS, codes);
                updater.features(before, views([white_king, black_king]), out);
                Ok(())
            })
        }

        /// Finds the attacks that a move changes.
        ///
        /// # Safety
        /// As above.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $records(
            level: u32,
            codes: *const [u8; 16],
            before: *const Before,
            out: *mut Records,
        ) -> i32 {
            code(|| {
                // SAFETY: the caller promises it.
                let (codes, before, out) = unsafe { arguments(codes, before, out)? };
                records::<$set>(way(level, codes)?, before, out);
                Ok(())
            })
        }

        /// Numbers attacks for one perspective. There must be room for all that there may be.
        ///
        /// # Safety
        /// As above. The list must have the stated room.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $number(
            level: u32,
            records: *const Records,
            side: u32,
            king: u32,
            list: *mut $index,
            room: usize,
        ) -> i32 {
            code(|| {
                let level = checked(level)?;
                let side = perspective(side)?;
                if room < Records::CAPACITY {
                    return Err(Status::NoRoom);
                }
                // SAFETY: the caller promises it; the list has that much room.
                let (records, list) = unsafe {
                    let records = input(records)?;
                    let list = list.cast::<[$index; Records::CAPACITY]>();
                    (records, output(list, &[place(records)])?)
                };
                let view = view(side, king);
                Updater::<$set>::new(level).number::<$index>(records, side, view, list);
                Ok(())
            })
        }
    )*};
}

functions! {
    FullThreats, u16: setwise_threats_59808_changes, setwise_threats_59808_changes_of,
        setwise_threats_59808_features, setwise_threats_59808_records, setwise_threats_59808_number;
    FullThreats60144, u16: setwise_threats_60144_changes, setwise_threats_60144_changes_of,
        setwise_threats_60144_features, setwise_threats_60144_records, setwise_threats_60144_number;
    FullThreats79856, u32: setwise_threats_79856_changes, setwise_threats_79856_changes_of,
        setwise_threats_79856_features, setwise_threats_79856_records, setwise_threats_79856_number;
}
