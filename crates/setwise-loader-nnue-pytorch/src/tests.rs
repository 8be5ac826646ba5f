//! The functions as C calls them. `.ci/capi` compiles a program in C against them.

use crate::*;
use setwise_binpack::Writer;
use setwise_moves::{Outcome, Position};
use std::ffi::{CStr, CString, c_char, c_int};
use std::path::PathBuf;
use std::ptr::{null, null_mut};

const MOVES: [&str; 10] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7",
];

const ALONE: DdpConfig = DdpConfig {
    rank: 0,
    world_size: 1,
};

/// A file of ten positions of a game that White wins, which is removed at the end.
struct File(PathBuf, CString);

impl File {
    fn new(name: &str) -> Self {
        let (mut writer, mut bytes) = (Writer::new(), Vec::new());
        for (ply, position) in positions().iter().enumerate() {
            let played = position.parse_move(MOVES[ply]).unwrap();
            let (labels, ply) = ((Some(20 + ply as i16), Outcome::WhiteWins), ply as u32);
            let written = writer.write_position(position, Some(played), labels, ply, &mut bytes);
            written.unwrap();
        }
        writer.finish(&mut bytes);
        let name = format!("training-data-loader-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).unwrap();
        let name = CString::new(path.to_str().unwrap()).unwrap();
        Self(path, name)
    }

    fn open(&self, features: &CStr, size: c_int, skip: SkipConfig) -> *mut SparseStream {
        self.open_rank(features, size, skip, ALONE)
    }

    fn open_rank(
        &self,
        features: &CStr,
        size: c_int,
        skip: SkipConfig,
        ddp: DdpConfig,
    ) -> *mut SparseStream {
        let (features, names) = (features.as_ptr(), self.1.as_ptr());
        // SAFETY: the texts end in 0.
        unsafe { create_sparse_batch_stream(features, 2, 1, &names, size, 0, skip, ddp) }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn positions() -> Vec<Position> {
    let mut position = Position::startpos();
    let play = |text: &&str| {
        let before = position;
        position = position.play(position.parse_move(text).unwrap()).unwrap();
        before
    };
    MOVES.iter().map(play).collect()
}

fn none() -> SkipConfig {
    SkipConfig {
        early_fen_skipping: -1,
        ..SkipConfig::default()
    }
}

/// The rows of a batch: floats, indices and pieces as blocks.
type Rows = Vec<([f32; 3], [Vec<i32>; 2], i32)>;

/// Reads a batch as Python does: each block as one. Destroys it.
fn read(batch: *mut SparseBatch) -> Rows {
    // SAFETY: the batch is whole.
    let found = unsafe {
        let b = &*batch;
        let (rows, entries) = (b.size as usize, b.max_active_features as usize);
        assert_eq!(b.outcome, b.is_white.add(rows));
        assert_eq!(b.piece_count, b.white.add(2 * rows * entries));
        let floats = std::slice::from_raw_parts(b.is_white, 3 * rows);
        let indices = std::slice::from_raw_parts(b.white, rows * (2 * entries + 1));
        let row = |i: usize| {
            let features = |part: usize| {
                let row = &indices[(part * rows + i) * entries..][..entries];
                let used = row.iter().position(|index| *index < 0).unwrap_or(entries);
                assert!(row[used..].iter().all(|index| *index == -1));
                let mut features = row[..used].to_vec();
                features.sort_unstable();
                features
            };
            let labels = [0, 1, 2].map(|part| floats[part * rows + i]);
            let pieces = indices[2 * rows * entries + i];
            (labels, [features(0), features(1)], pieces)
        };
        let found: Rows = (0..rows).map(row).collect();
        let count = |side: usize| found.iter().map(|row| row.1[side].len()).sum();
        let active = [b.num_active_white_features, b.num_active_black_features];
        assert_eq!(active.map(|count| count as usize), [count(0), count(1)]);
        found
    };
    // SAFETY: it is not used any more.
    unsafe { destroy_sparse_batch(batch) };
    found
}

fn sorted(mut rows: Rows) -> Rows {
    rows.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
    rows
}

#[test]
fn a_stream_and_its_positions_as_fens() {
    let file = File::new("stream.binpack");
    let names = c"HalfKAv2_hm+PP_3Wide+Full_Threats";
    let stream = file.open(names, 4, none());
    let mut found = Rows::new();
    // SAFETY: the stream is open; batches outlive it.
    let last = unsafe {
        for expected in [4, 4] {
            let rows = read(fetch_next_sparse_batch(stream));
            assert_eq!(rows.len(), expected);
            found.extend(rows);
        }
        let last = fetch_next_sparse_batch(stream);
        let (size, features) = ((*last).size, (*last).num_inputs);
        assert_eq!((size, features), (2, 24_576 + 4_560 + 59_808));
        assert!(fetch_next_sparse_batch(stream).is_null());
        destroy_sparse_batch_stream(stream);
        last
    };
    found.extend(read(last));

    let text = |position: &Position| CString::new(position.to_fen()).unwrap();
    let texts: Vec<CString> = positions().iter().map(text).collect();
    let fens: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
    let scores: Vec<c_int> = (20..30).collect();
    let results: Vec<c_int> = (0..10).map(|ply| 1 - 2 * (ply % 2)).collect();
    let (fens, scores, results) = (fens.as_ptr(), scores.as_ptr(), results.as_ptr());
    // SAFETY: all arrays have ten elements.
    let batch =
        unsafe { get_sparse_batch_from_fens(names.as_ptr(), 10, fens, scores, null(), results) };
    let expected = read(batch);
    assert_eq!(expected[1].0, [0.0, 0.0, 21.0]);
    assert_eq!((expected[0].2, expected[0].1[0].len() > 32), (32, true));
    assert_eq!(sorted(found), sorted(expected));
}

#[test]
fn ranks_and_rules() {
    let file = File::new("ranks.binpack");
    let mut all = 0;
    for rank in 0..2 {
        let world_size = 2;
        let ddp = DdpConfig { rank, world_size };
        let stream = file.open_rank(c"HalfKAv2_hm", 16, none(), ddp);
        // SAFETY: the stream is open.
        unsafe {
            let batch = fetch_next_sparse_batch(stream);
            if !batch.is_null() {
                all += read(batch).len();
            }
            destroy_sparse_batch_stream(stream);
        }
    }
    assert_eq!(all, 10);
    let late = SkipConfig {
        early_fen_skipping: 4,
        pc_y: [1.0; 5],
        ..none()
    };
    let stream = file.open(c"HalfKAv2_hm", 16, late);
    // SAFETY: the stream is open.
    unsafe {
        let rows = read(fetch_next_sparse_batch(stream));
        assert!(rows.len() == 5 && rows.iter().all(|row| row.0[2] > 24.0));
        destroy_sparse_batch_stream(stream);
    }
}

#[test]
fn a_stream_of_fens() {
    let file = File::new("fens.binpack");
    let names = file.1.as_ptr();
    let mut found = Vec::new();
    // SAFETY: the texts end in 0; the stream is open until it is destroyed.
    unsafe {
        let stream = create_fen_batch_stream(1, 1, &names, 6, 0, none(), ALONE);
        loop {
            let batch = fetch_next_fen_batch(stream);
            if batch.is_null() {
                break;
            }
            let fens = std::slice::from_raw_parts((*batch).fens, (*batch).size as usize);
            for fen in fens {
                let text = CStr::from_ptr(fen.fen).to_str().unwrap();
                assert_eq!(text.len(), fen.size as usize);
                found.push(text.to_owned());
            }
            destroy_fen_batch(batch);
        }
        destroy_fen_batch_stream(stream);
        destroy_fen_batch(null_mut());
        assert!(fetch_next_fen_batch(null_mut()).is_null());
    }
    // A binpack has a square for en passant only if a pawn may capture there.
    let fen = |position: &Position| {
        let fen = position.to_fen();
        fen.replace(" e3 ", " - ").replace(" e6 ", " - ")
    };
    let mut expected: Vec<_> = positions().iter().map(fen).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn what_is_refused() {
    let file = File::new("refused.binpack");
    for name in [c"HalfKAv2", c"", c"HalfKAv2_hm+", c"\xff"] {
        assert!(file.open(name, 4, none()).is_null());
    }
    let simple = SkipConfig {
        simple_eval_skipping: 1,
        ..none()
    };
    let points = SkipConfig {
        soft_early_fen_skipping: 20,
        ply: [[f64::NAN; 2]; 4],
        ..none()
    };
    for skip in [simple, points] {
        assert!(file.open(c"HalfKAv2_hm", 4, skip).is_null());
    }
    for size in [0, -1] {
        assert!(file.open(c"HalfKAv2_hm", size, none()).is_null());
    }
    for (rank, world_size) in [(1, 1), (-1, 1), (0, 0), (0, -1)] {
        let ddp = DdpConfig { rank, world_size };
        assert!(file.open_rank(c"HalfKAv2_hm", 4, none(), ddp).is_null());
    }
    for name in ["refused.bin", "refused.txt", "none.binpack"] {
        let path = file.0.with_file_name(name);
        let other = File(path, CString::new(name).unwrap());
        assert!(other.open(c"HalfKAv2_hm", 4, none()).is_null(), "{name}");
    }
    let empty = File::new("empty.binpack");
    std::fs::write(&empty.0, b"").unwrap();
    assert!(empty.open(c"HalfKAv2_hm", 4, none()).is_null());
    let (bad, name) = (c"no position".as_ptr(), c"HalfKAv2_hm".as_ptr());
    let numbers = [0];
    // SAFETY: the pointers are null, or to what is above.
    unsafe {
        let of = |fens, count, numbers| {
            get_sparse_batch_from_fens(name, count, fens, numbers, numbers, numbers)
        };
        assert!(of(&bad, 1, numbers.as_ptr()).is_null());
        assert!(of(null(), 1, numbers.as_ptr()).is_null());
        assert!(of(&null(), 1, numbers.as_ptr()).is_null());
        assert!(of(&bad, -1, numbers.as_ptr()).is_null());
        assert!(of(&bad, 1, null()).is_null());
        assert!(fetch_next_sparse_batch(null_mut()).is_null());
        destroy_sparse_batch(null_mut());
        destroy_sparse_batch_stream(null_mut());
    }
}
