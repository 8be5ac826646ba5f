//! Threats with other features, which are chosen at run time. The pointers are as in `calls`.
#![expect(clippy::missing_safety_doc, reason = "it is that of all")]

use crate::calls::{STANDARD, Wide, arguments, perspective};
use crate::layout::{input, output};
use crate::level::{SETWISE_THREATS_WORDS, checked};
use crate::status::code;
use core::mem::size_of;
use setwise_ffi::Status;
use setwise_threats::internal::{Chosen, ChosenPieces};
use setwise_threats::{
    Before, FullThreats, FullThreats60144, FullThreats79856, Joined, KingBuckets,
    MirroredKingBuckets, Others, Table, ThreatSet, Updater,
};

/// No set of pieces on squares.
pub const SETWISE_THREATS_NO_PIECES: u8 = 0;
/// `Chess768` of setwise-nnue.
pub const SETWISE_THREATS_CHESS_768: u8 = 1;
/// By bucket of the king's square as its side sees it, a1 to h8.
pub const SETWISE_THREATS_KING_BUCKETS: u8 = 2;
/// The same with mirrored files, by 32 squares: a1, b1, c1, d1, a2 and so on.
pub const SETWISE_THREATS_MIRRORED_KING_BUCKETS: u8 = 3;
/// `HalfKAv2_hm` of Stockfish.
pub const SETWISE_THREATS_HALF_KA_V2_HM: u8 = 4;
/// `HalfKAv2_hm` of nnue-pytorch, with two planes of kings.
pub const SETWISE_THREATS_HALF_KA_V2_HM_TRAINING: u8 = 5;
/// Pairs of pawns (`PP_3Wide`) before the pieces.
pub const SETWISE_THREATS_PAIRS_FIRST: u8 = 1;
/// Pairs of pawns after the pieces.
pub const SETWISE_THREATS_PAIRS_LAST: u8 = 2;

/// Features whose indices follow those of the threats, as in setwise-nnue and in the trainers of
/// its documentation.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Description {
    /// The size of this structure in bytes.
    pub size: u16,
    /// A set of pieces on squares: `SETWISE_THREATS_NO_PIECES` and so on.
    pub pieces: u8,
    /// `SETWISE_THREATS_PAIRS_FIRST`, `SETWISE_THREATS_PAIRS_LAST`, both or 0.
    pub pawn_pairs: u8,
    /// The buckets, for sets that have them.
    pub buckets: [u8; 64],
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
    if pawn_pairs > SETWISE_THREATS_PAIRS_FIRST | SETWISE_THREATS_PAIRS_LAST {
        return Err(Status::BadSet);
    }
    let pieces = match pieces {
        SETWISE_THREATS_NO_PIECES => None,
        SETWISE_THREATS_CHESS_768 => Some(ChosenPieces::Chess768),
        SETWISE_THREATS_KING_BUCKETS => Some(ChosenPieces::KingBuckets(KingBuckets::new(buckets))),
        SETWISE_THREATS_MIRRORED_KING_BUCKETS => {
            let (half, _) = buckets.split_first_chunk().ok_or(Status::BadSet)?;
            let set = MirroredKingBuckets::new(*half);
            Some(ChosenPieces::MirroredKingBuckets(set))
        }
        SETWISE_THREATS_HALF_KA_V2_HM => Some(ChosenPieces::HalfKaV2Hm),
        SETWISE_THREATS_HALF_KA_V2_HM_TRAINING => Some(ChosenPieces::HalfKaV2HmTraining),
        _ => return Err(Status::BadSet),
    };
    let pairs = [SETWISE_THREATS_PAIRS_FIRST, SETWISE_THREATS_PAIRS_LAST];
    let pairs = pairs.map(|bit| pawn_pairs & bit != 0);
    Ok(Chosen { pieces, pairs })
}

#[inline(always)]
fn squares(kings: [u32; 2]) -> [u8; 2] {
    kings.map(|king| (king & 63) as u8)
}

/// Writes the number of features besides threats.
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

/// Writes 1 if the move of `before` gives all features of the perspective other indices, in the
/// threats or in the others, so that they must be recomputed by `..._joined_features`; else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_joined_refreshes(
    others: *const Description,
    before: *const Before,
    perspective: u32,
    refreshes: *mut u32,
) -> i32 {
    code(|| {
        let side = self::perspective(perspective)?;
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

/// Returns the calls of a set, the position before a move, and the output. All calls have a table
/// of codes, so that there is one copy of them.
///
/// # Safety
/// As for [`input`] and [`output`].
#[inline(always)]
unsafe fn call<'a, S: ThreatSet>(
    level: u32,
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    out: *mut Wide,
) -> Result<Call<'a, S>, Status> {
    // SAFETY: the caller promises it. The description is copied at once.
    let others = unsafe { chosen(others)? };
    // SAFETY: the caller promises it.
    let (codes, before, out) = unsafe { arguments(codes, before, out)? };
    let updater = Updater::with_codes(checked(level)?, codes.unwrap_or(STANDARD));
    Ok((Joined::new(updater, others), before, out))
}

type Call<'a, S> = (Joined<S, Chosen, Table>, &'a Before, &'a mut Wide);

/// Finds the features that a move changes, for both perspectives.
#[inline(always)]
unsafe fn changes<S: ThreatSet>(
    level: u32,
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    kings: [u32; 2],
    out: *mut Wide,
) -> i32 {
    code(|| {
        // SAFETY: the caller promises it.
        let (joined, before, out) = unsafe { call::<S>(level, codes, others, before, out)? };
        joined.changes(before, squares(kings), out);
        Ok(())
    })
}

/// Finds the features that a move changes, for one perspective.
#[inline(always)]
unsafe fn changes_of<S: ThreatSet>(
    level: u32,
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    (side, king): (u32, u32),
    out: *mut Wide,
) -> i32 {
    code(|| {
        let side = perspective(side)?;
        // SAFETY: the caller promises it.
        let (joined, before, out) = unsafe { call::<S>(level, codes, others, before, out)? };
        joined.changes_of(before, side, (king & 63) as u8, out);
        Ok(())
    })
}

/// Finds all features of a position, for both perspectives.
#[inline(always)]
unsafe fn features<S: ThreatSet>(
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    kings: [u32; 2],
    out: *mut Wide,
) -> i32 {
    code(|| {
        // SAFETY: the caller promises it.
        let (joined, before, out) =
            unsafe { call::<S>(SETWISE_THREATS_WORDS, codes, others, before, out)? };
        let features = joined.features(before, squares(kings), out);
        features.map_err(|_| Status::NoRoom)
    })
}

/// `setwise_threats_59808_changes` for threats and other features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_59808_joined_changes(
    level: u32,
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { changes::<FullThreats>(level, codes, others, before, [white_king, black_king], out) }
}

/// `setwise_threats_59808_changes_of` for threats and other features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_59808_joined_changes_of(
    level: u32,
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    perspective: u32,
    king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { changes_of::<FullThreats>(level, codes, others, before, (perspective, king), out) }
}

/// `setwise_threats_59808_features` for threats and other features. Boards with many more pieces
/// than games have may have no room for all features: the lists are then empty, and the status says
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_59808_joined_features(
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { features::<FullThreats>(codes, others, before, [white_king, black_king], out) }
}

/// `setwise_threats_60144_changes` for threats and other features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_60144_joined_changes(
    level: u32,
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe {
        changes::<FullThreats60144>(level, codes, others, before, [white_king, black_king], out)
    }
}

/// `setwise_threats_60144_changes_of` for threats and other features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_60144_joined_changes_of(
    level: u32,
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    perspective: u32,
    king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe {
        changes_of::<FullThreats60144>(level, codes, others, before, (perspective, king), out)
    }
}

/// `setwise_threats_60144_features` for threats and other features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_60144_joined_features(
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { features::<FullThreats60144>(codes, others, before, [white_king, black_king], out) }
}

/// `setwise_threats_79856_changes` for threats and other features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_79856_joined_changes(
    level: u32,
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe {
        changes::<FullThreats79856>(level, codes, others, before, [white_king, black_king], out)
    }
}

/// `setwise_threats_79856_changes_of` for threats and other features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_79856_joined_changes_of(
    level: u32,
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    perspective: u32,
    king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe {
        changes_of::<FullThreats79856>(level, codes, others, before, (perspective, king), out)
    }
}

/// `setwise_threats_79856_features` for threats and other features.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn setwise_threats_79856_joined_features(
    codes: *const u8,
    others: *const Description,
    before: *const Before,
    white_king: u32,
    black_king: u32,
    out: *mut Wide,
) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { features::<FullThreats79856>(codes, others, before, [white_king, black_king], out) }
}
