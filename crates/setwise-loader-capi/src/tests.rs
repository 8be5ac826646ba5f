//! The border: what is refused, and that a batch, a state and counters arrive.

use crate::*;
use setwise_binpack::{Entry, Writer};
use setwise_moves::{Outcome, Position};
use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;
use std::path::PathBuf;
use std::ptr::{from_ref, null, null_mut};

/// A file of ten positions, which is removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let (mut writer, mut bytes) = (Writer::new(), Vec::new());
        let mut position = Position::startpos();
        let moves = [
            "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7",
        ];
        for (ply, text) in moves.into_iter().enumerate() {
            let played = position.parse_move(text).unwrap();
            let score = Some(20 + ply as i16);
            let entry = Entry::new(&position, Some(played), score, Outcome::Draw, ply as u32);
            writer.write(&entry.unwrap(), &mut bytes).unwrap();
            position = position.play(played).unwrap();
        }
        writer.finish(&mut bytes);
        let name = format!("setwise-loader-capi-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).unwrap();
        Self(path)
    }

    fn open(&self, options: *const Options) -> Result<*mut Handle, i32> {
        let name = CString::new(self.0.to_str().unwrap()).unwrap();
        let mut loader = null_mut();
        // SAFETY: the pointers are those of this function, or null or not aligned.
        match unsafe { setwise_loader_open(&name.as_ptr(), 1, options, &mut loader) } {
            0 => Ok(loader),
            status => Err(status),
        }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn options() -> Options {
    let mut options = MaybeUninit::uninit();
    // SAFETY: the structure is written whole.
    unsafe {
        let size = size_of::<Options>();
        assert_eq!(
            setwise_loader_options_default(options.as_mut_ptr(), size),
            0
        );
        options.assume_init()
    }
}

fn message() -> String {
    // SAFETY: the text is valid until the next failure.
    let message = unsafe { CStr::from_ptr(setwise_loader_last_error()) };
    message.to_str().unwrap().to_owned()
}

/// Memory for four rows.
struct Memory {
    indices: [Vec<i32>; 2],
    offsets: Vec<i32>,
    labels: [Vec<f32>; 3],
    pieces: Vec<i32>,
}

impl Memory {
    fn new() -> Self {
        Self {
            indices: [vec![7; 128], vec![7; 128]],
            offsets: vec![7; 5],
            labels: [(); 3].map(|()| vec![7.0; 4]),
            pieces: vec![7; 4],
        }
    }

    fn batch(&mut self, stride: usize) -> BatchMemory {
        let [first, second] = &mut self.indices;
        let [score, outcome, white] = &mut self.labels;
        BatchMemory {
            size: size_of::<BatchMemory>(),
            rows: 4,
            first: first.as_mut_ptr(),
            second: second.as_mut_ptr(),
            entries: 128,
            stride,
            offsets: self.offsets.as_mut_ptr(),
            score: score.as_mut_ptr(),
            outcome: outcome.as_mut_ptr(),
            white: white.as_mut_ptr(),
            pieces: self.pieces.as_mut_ptr(),
        }
    }
}

#[test]
fn batches_a_state_and_counters() {
    let file = File::new("batches.binpack");
    let settings = Options {
        batch_size: 4,
        shuffle: 0,
        ..options()
    };
    let loader = file.open(&settings).unwrap();
    let (mut memory, mut rows) = (Memory::new(), 0);
    let (mut state, mut size) = ([0_u8; 4096], 0);
    // SAFETY: the pointers are to what is above.
    unsafe {
        let mut sizes = Sizes::default();
        assert_eq!(
            setwise_loader_sizes(loader, &mut sizes, size_of::<Sizes>()),
            0
        );
        assert_eq!((sizes.batch_size, sizes.features), (4, 24_576));
        assert_eq!(setwise_loader_next(loader, &memory.batch(32), &mut rows), 0);
        assert_eq!(
            (rows, memory.labels[0][..] == [20.0, 21.0, 22.0, 23.0]),
            (4, true)
        );
        assert_eq!(memory.pieces, [32; 4]);
        let pointer = state.as_mut_ptr().cast();
        let short = setwise_loader_state(loader, pointer, 1, &mut size);
        assert_eq!((short, size > 1), (Status::NoRoom as i32, true));
        assert_eq!(
            setwise_loader_state(loader, pointer, state.len(), &mut size),
            0
        );
        assert_eq!(setwise_loader_next(loader, &memory.batch(0), &mut rows), 0);
        assert_eq!((rows, &memory.offsets[..]), (4, &[0, 32, 64, 96, 128][..]));
        assert_eq!(setwise_loader_next(loader, &memory.batch(32), &mut rows), 0);
        assert_eq!((rows, memory.labels[0][0]), (2, 28.0));
        assert_eq!(setwise_loader_next(loader, &memory.batch(32), &mut rows), 0);
        assert_eq!(rows, 0);
        let mut counts = Counts::default();
        assert_eq!(
            setwise_loader_counters(loader, &mut counts, size_of::<Counts>()),
            0
        );
        assert_eq!(
            (counts.decoded, counts.delivered, counts.damaged),
            (10, 10, 0)
        );
        assert_eq!(setwise_loader_damage(loader, null_mut(), 0, &mut rows), 0);
        assert_eq!(rows, 0);
        setwise_loader_free(loader);

        let resumed = Options {
            state: state.as_ptr().cast(),
            state_size: size,
            ..settings
        };
        let loader = file.open(&resumed).unwrap();
        assert_eq!(setwise_loader_next(loader, &memory.batch(32), &mut rows), 0);
        assert_eq!((rows, memory.labels[0][0]), (4, 24.0));
        setwise_loader_free(loader);
        setwise_loader_free(null_mut());
    }
}

#[test]
fn settings_that_are_refused() {
    let file = File::new("settings.binpack");
    let good = options();
    let refused = |options: Options, status: Status, text: &str| {
        assert_eq!(file.open(&options), Err(status as i32));
        assert!(message().contains(text), "{}", message());
    };
    let names = |text: &'static CStr| text.as_ptr();
    let bad = Status::BadOption;
    refused(
        Options { size: 8, ..good },
        Status::WrongSize,
        "size 8 instead of",
    );
    refused(
        Options {
            features: names(c"half-kp"),
            ..good
        },
        bad,
        "half-kp",
    );
    refused(
        Options {
            features: names(c"\xff"),
            ..good
        },
        bad,
        "UTF-8",
    );
    refused(
        Options {
            condition: names(c"piecs > 3"),
            ..good
        },
        bad,
        "piecs",
    );
    refused(
        Options {
            batch_size: 0,
            ..good
        },
        bad,
        "0 rows",
    );
    refused(
        Options {
            batch_size: usize::MAX,
            ..good
        },
        bad,
        "rows",
    );
    refused(Options { rank: 1, ..good }, bad, "rank 1");
    refused(
        Options {
            reserved: 1,
            ..good
        },
        bad,
        "reserved",
    );
    let nan = [f64::NAN; 5];
    refused(
        Options {
            has_pieces: 1,
            pieces: nan,
            ..good
        },
        bad,
        "NaN",
    );
    let state = Options {
        state: c"state".as_ptr().cast(),
        state_size: 5,
        ..good
    };
    refused(state, Status::BadState, "state");
    assert_eq!(file.open(null()), Err(Status::BadPointer as i32));
    let misaligned = from_ref(&good).wrapping_byte_add(1);
    assert_eq!(file.open(misaligned), Err(Status::BadPointer as i32));

    let path = |name: &str| File(file.0.with_file_name(name));
    let missing = path("setwise-loader-capi-none.binpack");
    assert_eq!(missing.open(&good), Err(Status::BadFile as i32));
    let empty = path(&format!(
        "setwise-loader-capi-{}.binpack",
        std::process::id()
    ));
    std::fs::write(&empty.0, b"").unwrap();
    assert_eq!(empty.open(&good), Err(Status::BadFile as i32));
    assert!(message().contains("empty"));
    let mut loader = null_mut();
    let none = null::<c_char>();
    // SAFETY: the pointers are null, or to what is above.
    unsafe {
        let open = |files, count, out| setwise_loader_open(files, count, &good, out);
        assert_eq!(open(null(), 0, &mut loader), Status::BadFile as i32);
        assert_eq!(open(null(), 1, &mut loader), Status::BadPointer as i32);
        assert_eq!(open(&none, 1, &mut loader), Status::BadPointer as i32);
        assert_eq!(open(null(), 0, null_mut()), Status::BadPointer as i32);
        let write = setwise_loader_options_training;
        assert_eq!(
            write(null_mut(), size_of::<Options>()),
            Status::BadPointer as i32
        );
        assert_eq!(write(null_mut(), 1), Status::WrongSize as i32);
    }
    assert!(loader.is_null());
}

#[test]
fn batches_that_are_refused() {
    let file = File::new("refused.binpack");
    let loader = file
        .open(&Options {
            batch_size: 4,
            ..options()
        })
        .unwrap();
    let (mut memory, mut rows) = (Memory::new(), 9);
    let good = memory.batch(32);
    let mut refused = |batch: BatchMemory, status: Status| {
        // SAFETY: the pointers are null, not aligned, or to what is above.
        let found = unsafe { setwise_loader_next(loader, &batch, &mut rows) };
        assert_eq!((found, rows), (status as i32, 9), "{}", message());
    };
    let (null_i32, pointer) = (null_mut(), Status::BadPointer);
    refused(BatchMemory { size: 1, ..good }, Status::WrongSize);
    refused(
        BatchMemory {
            first: null_i32,
            ..good
        },
        pointer,
    );
    refused(
        BatchMemory {
            second: good.second.wrapping_byte_add(1),
            ..good
        },
        pointer,
    );
    refused(
        BatchMemory {
            score: null_mut(),
            ..good
        },
        pointer,
    );
    refused(
        BatchMemory {
            offsets: null_i32,
            stride: 0,
            ..good
        },
        pointer,
    );
    refused(
        BatchMemory {
            entries: usize::MAX,
            ..good
        },
        pointer,
    );
    refused(
        BatchMemory {
            second: good.first,
            ..good
        },
        Status::Overlap,
    );
    refused(
        BatchMemory {
            white: good.score,
            ..good
        },
        Status::Overlap,
    );
    refused(BatchMemory { rows: 3, ..good }, Status::NoRoom);
    refused(
        BatchMemory {
            entries: 127,
            ..good
        },
        Status::NoRoom,
    );
    refused(
        BatchMemory {
            stride: usize::MAX,
            ..good
        },
        Status::NoRoom,
    );
    refused(BatchMemory { stride: 31, ..good }, Status::RowTooShort);
    // SAFETY: the pointers are null, or to what is above.
    unsafe {
        let bad = Status::BadPointer as i32;
        assert_eq!(setwise_loader_next(null(), &good, &mut rows), bad);
        assert_eq!(setwise_loader_next(loader, null(), &mut rows), bad);
        assert_eq!(setwise_loader_next(loader, &good, null_mut()), bad);
        assert_eq!(setwise_loader_state(loader, null_mut(), 1, &mut rows), bad);
        assert_eq!(
            setwise_loader_counters(loader, null_mut(), size_of::<Counts>()),
            bad
        );
        assert_eq!(
            setwise_loader_sizes(loader, null_mut(), 3),
            Status::WrongSize as i32
        );
        setwise_loader_free(loader);
    }
}
