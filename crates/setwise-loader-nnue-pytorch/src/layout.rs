//! The structures of nnue-pytorch at its revision 9f729465.

use core::mem::offset_of;
use std::ffi::c_char;

/// Which positions are skipped.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct SkipConfig {
    /// Not in check, and the move is no capture.
    pub filtered: u8,
    /// One in this number plus 1 is kept.
    pub random_fen_skipping: i32,
    /// By the probability of the outcome.
    pub wld_filtered: u8,
    /// Only greater plies.
    pub early_fen_skipping: i32,
    /// The end of the opening.
    pub soft_early_fen_skipping: i32,
    /// Refused.
    pub simple_eval_skipping: i32,
    /// Unused.
    pub param_index: i32,
    /// Frequencies of numbers of pieces.
    pub pc_y: [f64; 5],
    /// Plies and probabilities in the opening.
    pub ply: [[f64; 2]; 4],
}

/// The part of the data that a process reads.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct DdpConfig {
    /// The number of the process.
    pub rank: i32,
    /// The number of processes.
    pub world_size: i32,
}

/// A batch of features. The floats are one block in the order of the fields, and so are the indices
/// and the numbers of pieces.
#[derive(Debug)]
#[repr(C)]
pub struct SparseBatch {
    /// The number of different features.
    pub num_inputs: i32,
    /// The number of rows.
    pub size: i32,
    /// 1 if White is to move.
    pub is_white: *mut f32,
    /// The points of the side to move.
    pub outcome: *mut f32,
    /// The score as the side to move sees it.
    pub score: *mut f32,
    /// The number of features of White's perspective.
    pub num_active_white_features: i32,
    /// The number of features of Black's perspective.
    pub num_active_black_features: i32,
    /// The number of entries of a row.
    pub max_active_features: i32,
    /// Indices of White's perspective, then -1.
    pub white: *mut i32,
    /// Indices of Black's perspective, then -1.
    pub black: *mut i32,
    /// The number of pieces.
    pub piece_count: *mut i32,
}

/// A text.
#[derive(Debug)]
#[repr(C)]
pub struct Fen {
    /// The number of its bytes, without the 0 at the end.
    pub size: i32,
    /// The text.
    pub fen: *mut c_char,
}

/// A batch of texts.
#[derive(Debug)]
#[repr(C)]
pub struct FenBatch {
    /// The number of texts.
    pub size: i32,
    /// The texts.
    pub fens: *mut Fen,
}

/// Sizes, and offsets of fields, of revision 9f729465 for 64 bits.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<SkipConfig>() == 136 && offset_of!(SkipConfig, random_fen_skipping) == 4);
    assert!(offset_of!(SkipConfig, wld_filtered) == 8);
    assert!(offset_of!(SkipConfig, early_fen_skipping) == 12);
    assert!(offset_of!(SkipConfig, soft_early_fen_skipping) == 16);
    assert!(offset_of!(SkipConfig, simple_eval_skipping) == 20);
    assert!(offset_of!(SkipConfig, param_index) == 24 && offset_of!(SkipConfig, pc_y) == 32);
    assert!(offset_of!(SkipConfig, ply) == 72);
    assert!(size_of::<DdpConfig>() == 8 && offset_of!(DdpConfig, world_size) == 4);
    assert!(size_of::<SparseBatch>() == 72 && offset_of!(SparseBatch, is_white) == 8);
    assert!(offset_of!(SparseBatch, num_active_white_features) == 32);
    assert!(offset_of!(SparseBatch, max_active_features) == 40);
    assert!(offset_of!(SparseBatch, white) == 48 && offset_of!(SparseBatch, piece_count) == 64);
    assert!(size_of::<Fen>() == 16 && offset_of!(Fen, fen) == 8);
    assert!(size_of::<FenBatch>() == 16 && offset_of!(FenBatch, fens) == 8);
};
