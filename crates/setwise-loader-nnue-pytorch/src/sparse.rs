//! Batches of features.

use crate::layout::{DdpConfig, SkipConfig, SparseBatch};
use crate::report::{free, lock, object};
use crate::settings::{Reported, Settings, array, sets, text};
use setwise_loader::{Batch, FeatureMemory, Features, Perspectives, count};
use setwise_moves::{Color, Position};
use setwise_nnue::Boards;
use std::ffi::{c_char, c_int};
use std::sync::{Arc, Mutex};

/// The greatest number of batches whose memory is kept for reuse.
const SPARE: usize = 16;

/// Memory of batches. Fresh pages for each batch would cost as much as its features.
#[derive(Debug, Default)]
struct Pool(Mutex<Vec<Memory>>);

/// The memory of a batch in two blocks.
#[derive(Debug, Default)]
struct Memory {
    /// Whether White is to move, outcomes, scores.
    floats: Vec<f32>,
    /// Indices of both perspectives, numbers of pieces.
    indices: Vec<i32>,
}

impl Memory {
    fn new(rows: usize, entries: usize) -> Self {
        Self {
            floats: vec![0.0; 3 * rows],
            indices: vec![0; rows * (2 * entries + 1)],
        }
    }

    /// The floats and the indices for a number of rows, each in three parts.
    fn parts(&mut self, rows: usize, entries: usize) -> ([&mut [f32]; 3], [&mut [i32]; 3]) {
        let (white, rest) = self.floats.split_at_mut(rows);
        let (outcome, score) = rest.split_at_mut(rows);
        let (first, rest) = self.indices.split_at_mut(rows * entries);
        let (second, pieces) = rest.split_at_mut(rows * entries);
        ([white, outcome, score], [first, second, pieces])
    }

    fn batch(&mut self, rows: usize, entries: usize) -> Batch<'_> {
        let ([white, outcome, score], [first, second, pieces]) = self.parts(rows, entries);
        Batch {
            features: FeatureMemory::Padded {
                first,
                second,
                stride: entries,
            },
            mover_score: score,
            outcome,
            white,
            pieces,
        }
    }

    /// Closes the gaps between parts of `full` rows each, of which only `rows` are used.
    fn compact(&mut self, full: usize, rows: usize, entries: usize) {
        for part in 1..3 {
            let from = part * full;
            self.floats.copy_within(from..from + rows, part * rows);
        }
        let (from, used) = (full * entries, rows * entries);
        self.indices.copy_within(from..from + used, used);
        self.indices
            .copy_within(2 * from..2 * from + rows, 2 * used);
    }
}

/// A batch with its memory.
#[repr(C)]
struct Owned {
    batch: SparseBatch,
    memory: Memory,
    pool: Arc<Pool>,
}

impl Owned {
    fn new(
        mut memory: Memory,
        rows: usize,
        entries: usize,
        size: u32,
        active: usize,
        pool: Arc<Pool>,
    ) -> Box<Self> {
        let ([white, outcome, score], [first, second, pieces]) = memory.parts(rows, entries);
        // Both perspectives have the same number of features.
        let active = active as i32;
        let batch = SparseBatch {
            num_inputs: size as i32,
            size: rows as i32,
            is_white: white.as_mut_ptr(),
            outcome: outcome.as_mut_ptr(),
            score: score.as_mut_ptr(),
            num_active_white_features: active,
            num_active_black_features: active,
            max_active_features: entries as i32,
            white: first.as_mut_ptr(),
            black: second.as_mut_ptr(),
            piece_count: pieces.as_mut_ptr(),
        };
        Box::new(Self {
            batch,
            memory,
            pool,
        })
    }
}

/// A stream of batches of features.
#[derive(Debug)]
pub struct SparseStream {
    loader: Mutex<Reported>,
    entries: usize,
    pool: Arc<Pool>,
}

/// Opens a stream. Returns null after a failure.
///
/// # Safety
/// The pointers are null, or point to texts that end in 0: a name, and as many names of files as
/// stated.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn create_sparse_batch_stream(
    feature_set: *const c_char,
    concurrency: c_int,
    num_files: c_int,
    filenames: *const *const c_char,
    batch_size: c_int,
    cyclic: u8,
    skip: SkipConfig,
    ddp: DdpConfig,
) -> *mut SparseStream {
    object(|| {
        let settings = Settings {
            concurrency,
            num_files,
            filenames,
            batch_size,
            cyclic: cyclic != 0,
            skip,
            ddp,
        };
        // SAFETY: the caller promises the texts.
        let (entries, loader) = unsafe {
            let (features, entries) = sets(feature_set)?;
            (entries, settings.open(&features)?)
        };
        Ok(Some(Box::new(SparseStream {
            loader: Mutex::new(Reported::new(loader)),
            entries,
            pool: Arc::default(),
        })))
    })
}

/// Returns the next batch; null at the end.
///
/// # Safety
/// `stream` is null or comes from [`create_sparse_batch_stream`] and is not destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fetch_next_sparse_batch(stream: *mut SparseStream) -> *mut SparseBatch {
    let owned = object(|| {
        // SAFETY: the caller promises it.
        let stream = unsafe { stream.as_ref() }.ok_or("the stream is null")?;
        let mut reported = lock(&stream.loader);
        let full = reported.loader.batch_size();
        let entries = stream.entries;
        let spare = lock(&stream.pool.0).pop();
        let mut memory = spare.unwrap_or_else(|| Memory::new(full, entries));
        let mut batch = memory.batch(full, entries);
        let next = reported.loader.next_counted(&mut batch);
        reported.damage();
        let Some((rows, active)) = next.map_err(|why| why.to_string())? else {
            return Ok(None);
        };
        if rows < full {
            memory.compact(full, rows, entries);
        }
        let (size, pool) = (reported.loader.size(), stream.pool.clone());
        let owned = Owned::new(memory, rows, entries, size, active, pool);
        Ok(Some(owned))
    });
    owned.cast()
}

/// Ends a stream.
///
/// # Safety
/// `stream` is null or comes from [`create_sparse_batch_stream`], and nothing else uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn destroy_sparse_batch_stream(stream: *mut SparseStream) {
    // SAFETY: the caller promises it.
    unsafe { free(stream, drop) }
}

/// Frees a batch.
///
/// # Safety
/// `batch` is null or comes from [`fetch_next_sparse_batch`] or [`get_sparse_batch_from_fens`], and
/// nothing else uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn destroy_sparse_batch(batch: *mut SparseBatch) {
    let give_back = |owned: Box<Owned>| {
        let Owned { memory, pool, .. } = *owned;
        let mut spare = lock(&pool.0);
        if spare.len() < SPARE {
            spare.push(memory);
        }
    };
    // SAFETY: a batch is the first field of what is owned. The caller promises the rest.
    unsafe { free(batch.cast::<Owned>(), give_back) }
}

/// Returns the features of positions. Null if a text is no FEN.
///
/// # Safety
/// `feature_set` and the others are null, or point to a text that ends in 0, and to as many texts
/// and numbers as stated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn get_sparse_batch_from_fens(
    feature_set: *const c_char,
    num_fens: c_int,
    fens: *const *const c_char,
    scores: *const c_int,
    _plies: *const c_int,
    results: *const c_int,
) -> *mut SparseBatch {
    let owned = object(|| {
        // SAFETY: the caller promises the texts and numbers.
        let ((names, entries), fens, scores, results) = unsafe {
            (
                sets(feature_set)?,
                array("the FENs", fens, num_fens)?,
                array("the scores", scores, num_fens)?,
                array("the results", results, num_fens)?,
            )
        };
        let positions = fens.iter().enumerate().map(|(number, fen)| {
            // SAFETY: the caller promises the text.
            let fen = unsafe { text("a FEN", *fen)? };
            Position::from_fen(fen).map_err(|why| format!("FEN {number}: {why}"))
        });
        let positions: Vec<Position> = positions.collect::<Result<_, String>>()?;
        let boards: Vec<Boards> = positions.iter().map(Boards::from).collect();
        let features = Features::named(&names, Perspectives::WhiteBlack);
        let features = features.map_err(|why| why.to_string())?;
        let rows = positions.len();
        let mut memory = Memory::new(rows, entries);
        let ([white, outcome, score], [first, second, pieces]) = memory.parts(rows, entries);
        let padded = features.pad(&boards, first, second, entries);
        padded.map_err(|why| why.to_string())?;
        for (i, position) in positions.iter().enumerate() {
            white[i] = f32::from(u8::from(position.turn() == Color::White));
            score[i] = scores[i] as f32;
            outcome[i] = (results[i] as f32 + 1.0) / 2.0;
            pieces[i] = position.occupied().count_ones() as i32;
        }
        let (size, active) = (features.size(), count(first, entries));
        let owned = Owned::new(memory, rows, entries, size, active, Arc::default());
        Ok(Some(owned))
    });
    owned.cast()
}
