//! The structures of nnue-pytorch at its revision 9f729465, with its names.

#![expect(missing_docs, reason = "nnue-pytorch describes the fields")]

use std::ffi::c_char;

/// Which positions are skipped.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct SkipConfig {
    pub filtered: u8,
    pub random_fen_skipping: i32,
    pub wld_filtered: u8,
    pub early_fen_skipping: i32,
    pub soft_early_fen_skipping: i32,
    pub simple_eval_skipping: i32,
    pub param_index: i32,
    pub pc_y: [f64; 5],
    pub ply: [[f64; 2]; 4],
}

/// The part of the data that a process reads.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct DdpConfig {
    pub rank: i32,
    pub world_size: i32,
}

/// A batch of features. The floats are one block in the order of the fields, and so are the indices
/// and the numbers of pieces.
#[derive(Debug)]
#[repr(C)]
pub struct SparseBatch {
    pub num_inputs: i32,
    pub size: i32,
    pub is_white: *mut f32,
    pub outcome: *mut f32,
    pub score: *mut f32,
    pub num_active_white_features: i32,
    pub num_active_black_features: i32,
    pub max_active_features: i32,
    pub white: *mut i32,
    pub black: *mut i32,
    pub piece_count: *mut i32,
}

/// A text.
#[derive(Debug)]
#[repr(C)]
pub struct Fen {
    pub size: i32,
    pub fen: *mut c_char,
}

/// A batch of texts.
#[derive(Debug)]
#[repr(C)]
pub struct FenBatch {
    pub size: i32,
    pub fens: *mut Fen,
}

/// Sizes, and offsets of fields, of revision 9f729465 for 64 bits.
#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::offset_of;
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
