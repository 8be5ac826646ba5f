//! Threats with other features, which are chosen at run time.

use crate::calls::{STANDARD, arguments, perspective};
use crate::layout::{input, output};
use crate::level::{WORDS, checked};
use crate::status::code;
use core::mem::{offset_of, size_of};
use setwise_ffi::Status;
use setwise_threats::internal::{Chosen, ChosenPieces};
use setwise_threats::{
    Before, Changed, FullThreats, FullThreats60144, FullThreats79856, Joined, KingBuckets,
    MirroredKingBuckets, Others, Table, ThreatSet, Updater,
};

/// The other features, as C describes them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Description {
    /// The size of the structure.
    pub(crate) size: u16,
    /// The number of a set of pieces on squares, or 0.
    pub(crate) pieces: u8,
    /// Whether there are pairs of pawns before the pieces (bit 0), and after them (bit 1).
    pub(crate) pawn_pairs: u8,
    pub(crate) buckets: [u8; 64],
}

#[cfg(test)]
impl Description {
    pub(crate) const fn new(pieces: u8, pawn_pairs: u8) -> Self {
        Self {
            size: size_of::<Self>() as u16,
            pieces,
            pawn_pairs,
            buckets: [0; 64],
        }
    }
}

// The header asserts the same numbers.
const _: () = {
    assert!(size_of::<Description>() == 68 && align_of::<Description>() == 2);
    assert!(offset_of!(Description, pieces) == 2 && offset_of!(Description, pawn_pairs) == 3);
    assert!(offset_of!(Description, buckets) == 4);
};

/// Returns the features of a description.
///
/// # Safety
/// As for [`input`].
#[inline(always)]
unsafe fn chosen(description: *const Description) -> Result<Chosen, Status> {
    // SAFETY: the caller promises it.
    let Description {
        size,
        pieces,
        pawn_pairs,
        buckets,
    } = *unsafe { input(description)? };
    if usize::from(size) != size_of::<Description>() {
        return Err(Status::WrongSize);
    }
    if pawn_pairs > 3 {
        return Err(Status::BadSet);
    }
    let pieces = match pieces {
        0 => None,
        1 => Some(ChosenPieces::Chess768),
        2 => Some(ChosenPieces::KingBuckets(KingBuckets::new(buckets))),
        3 => {
            let (half, _) = buckets.split_first_chunk().ok_or(Status::BadSet)?;
            let set = MirroredKingBuckets::new(*half);
            Some(ChosenPieces::MirroredKingBuckets(set))
        }
        4 => Some(ChosenPieces::HalfKaV2Hm),
        5 => Some(ChosenPieces::HalfKaV2HmTraining),
        _ => return Err(Status::BadSet),
    };
    let pairs = [pawn_pairs & 1 != 0, pawn_pairs & 2 != 0];
    Ok(Chosen { pieces, pairs })
}

#[inline(always)]
fn squares(kings: [u32; 2]) -> [u8; 2] {
    kings.map(|king| (king & 63) as u8)
}

/// Writes the number of features besides threats.
///
/// # Safety
/// The pointers are null, or point to the structures of the header, which nothing else writes to
/// during the call, nor uses the output.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_others_size(
    others: *const Description,
    size: *mut u32,
) -> i32 {
    code(|| {
        // SAFETY: the caller promises it.
        let (others, size) = unsafe { (chosen(others)?, output(size, &[])?) };
        *size = others.size();
        Ok(())
    })
}

/// Writes 1 if all features of a perspective get other indices by the move, in the threats or in
/// the other features, and else 0.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_joined_refreshes(
    others: *const Description,
    before: *const Before,
    side: u32,
    refreshes: *mut u32,
) -> i32 {
    code(|| {
        let side = perspective(side)?;
        // SAFETY: the caller promises it.
        let (others, before, out) =
            unsafe { (chosen(others)?, input(before)?, output(refreshes, &[])?) };
        let threats = Updater::<FullThreats>::new(setwise_threats::Level::WORDS);
        *out = Joined::new(threats, others)
            .refreshes(&before.played, side)
            .into();
        Ok(())
    })
}

/// Defines the functions of a set, of which each is exported by its name.
macro_rules! functions {
    ($($set:ty: $changes:ident, $changes_of:ident, $features:ident;)*) => {$(
        /// Finds the features that a move changes, for both perspectives.
        ///
        /// # Safety
        /// As above. The codes may be null.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $changes(
            level: u32,
            codes: *const [u8; 16],
            others: *const Description,
            before: *const Before,
            white_king: u32,
            black_king: u32,
            out: *mut Changed<u32>,
        ) -> i32 {
            code(|| {
                // SAFETY: the caller promises it.
                let (joined, before, out) = unsafe { call::<$set>(level, codes, others, before, out)? };
                joined.changes(before, squares([white_king, black_king]), out);
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
            others: *const Description,
            before: *const Before,
            side: u32,
            king: u32,
            out: *mut Changed<u32>,
        ) -> i32 {
            code(|| {
                let side = perspective(side)?;
                // SAFETY: the caller promises it.
                let (joined, before, out) = unsafe { call::<$set>(level, codes, others, before, out)? };
                joined.changes_of(before, side, (king & 63) as u8, out);
                Ok(())
            })
        }

        /// Finds all features of a position, for both perspectives. If there is too little room,
        /// the lists are empty.
        ///
        /// # Safety
        /// As above.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $features(
            codes: *const [u8; 16],
            others: *const Description,
            before: *const Before,
            white_king: u32,
            black_king: u32,
            out: *mut Changed<u32>,
        ) -> i32 {
            code(|| {
                // SAFETY: the caller promises it.
                let (joined, before, out) = unsafe { call::<$set>(WORDS, codes, others, before, out)? };
                let fits = joined.features(before, squares([white_king, black_king]), out);
                if fits { Ok(()) } else { Err(Status::NoRoom) }
            })
        }
    )*};
}

/// Returns the calls of a set, the position before a move, and the output. All calls have a table
/// of codes, so that there is one copy of them.
///
/// # Safety
/// As for [`input`] and [`output`].
#[inline(always)]
unsafe fn call<'a, S: ThreatSet>(
    level: u32,
    codes: *const [u8; 16],
    others: *const Description,
    before: *const Before,
    out: *mut Changed<u32>,
) -> Result<Call<'a, S>, Status> {
    // SAFETY: the caller promises it. The description is copied at once.
    let others = unsafe { chosen(others)? };
    // SAFETY: the caller promises it.
    let (codes, before, out) = unsafe { arguments(codes, before, out)? };
    let updater = Updater::with_codes(checked(level)?, codes.unwrap_or(STANDARD));
    Ok((Joined::new(updater, others), before, out))
}

type Call<'a, S> = (Joined<S, Chosen, Table>, &'a Before, &'a mut Changed<u32>);

functions! {
    FullThreats: setwise_threats_59808_joined_changes, setwise_threats_59808_joined_changes_of,
        setwise_threats_59808_joined_features;
    FullThreats60144: setwise_threats_60144_joined_changes, setwise_threats_60144_joined_changes_of,
        setwise_threats_60144_joined_features;
    FullThreats79856: setwise_threats_79856_joined_changes, setwise_threats_79856_joined_changes_of,
        setwise_threats_79856_joined_features;
}
