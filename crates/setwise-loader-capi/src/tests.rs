//! The border: what is refused, and that a batch, a state and counters arrive.

use crate::*;
use setwise_binpack::Writer;
use setwise_loader::Memory;
use setwise_moves::{Outcome, Position};
use std::ffi::{CStr, CString, c_char};
use std::ptr::{from_ref, null, null_mut};
use std::{mem::MaybeUninit, path::PathBuf};

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
            let (labels, ply) = ((Some(20 + ply as i16), Outcome::Draw), ply as u32);
            let written = writer.write_position(&position, Some(played), labels, ply, &mut bytes);
            written.unwrap();
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
        let status = setwise_loader_options_default(options.as_mut_ptr(), size_of::<Options>());
        assert_eq!(status, 0);
        options.assume_init()
    }
}

fn message() -> String {
    // SAFETY: the text is valid until the next failure.
    let message = unsafe { CStr::from_ptr(setwise_loader_last_error()) };
    message.to_str().unwrap().to_owned()
}

/// Memory of four rows.
fn batch(memory: &mut Memory, stride: usize) -> BatchMemory {
    BatchMemory {
        size: size_of::<BatchMemory>(),
        rows: 4,
        first: memory.first.as_mut_ptr(),
        second: memory.second.as_mut_ptr(),
        entries: 128,
        stride,
        offsets: memory.offsets.as_mut_ptr(),
        score: memory.mover_score.as_mut_ptr(),
        outcome: memory.outcome.as_mut_ptr(),
        white: memory.white.as_mut_ptr(),
        pieces: memory.pieces.as_mut_ptr(),
    }
}

#[test]
fn batches_a_state_and_counters() {
    let file = File::new("batches.binpack");
    let mut settings = options();
    (settings.batch_size, settings.shuffle) = (4, 0);
    let loader = file.open(&settings).unwrap();
    let (mut memory, mut rows) = (Memory::csr(4, 128), 0);
    let (mut state, mut size) = ([0_u8; 4096], 0);
    let pointer = state.as_mut_ptr().cast();
    let mut next = |loader, memory: &mut Memory, stride| {
        // SAFETY: the loader is open.
        let status = unsafe { setwise_loader_next(loader, &batch(memory, stride), &mut rows) };
        assert_eq!(status, 0);
        (rows, memory.mover_score[0])
    };
    // SAFETY: the pointers are to what is above.
    unsafe {
        let mut sizes = Sizes::default();
        let status = setwise_loader_sizes(loader, &mut sizes, size_of::<Sizes>());
        assert_eq!((status, sizes.batch_size, sizes.features), (0, 4, 24_576));
        assert_eq!(next(loader, &mut memory, 32), (4, 20.0));
        assert_eq!(memory.mover_score, [20.0, 21.0, 22.0, 23.0]);
        assert_eq!(memory.pieces, [32; 4]);
        let short = setwise_loader_state(loader, pointer, 1, &mut size);
        assert_eq!((short, size > 1), (Status::NoRoom as i32, true));
        let status = setwise_loader_state(loader, pointer, 4096, &mut size);
        assert_eq!(status, 0);
        assert_eq!(next(loader, &mut memory, 0), (4, 24.0));
        assert_eq!(memory.offsets, [0, 32, 64, 96, 128]);
        assert_eq!(next(loader, &mut memory, 32), (2, 28.0));
        assert_eq!(next(loader, &mut memory, 32).0, 0);
        let mut counts = Counts::default();
        let status = setwise_loader_counters(loader, &mut counts, size_of::<Counts>());
        let found = (counts.decoded, counts.delivered, counts.damaged);
        assert_eq!((status, found), (0, (10, 10, 0)));
        let mut length = 9;
        let status = setwise_loader_damage(loader, null_mut(), 0, &mut length);
        assert_eq!((status, length), (0, 0));
        setwise_loader_free(loader);

        (settings.state, settings.state_size) = (pointer, size);
        let loader = file.open(&settings).unwrap();
        assert_eq!(next(loader, &mut memory, 32), (4, 24.0));
        setwise_loader_free(loader);
        setwise_loader_free(null_mut());
    }
}

#[test]
fn settings_that_are_refused() {
    let file = File::new("settings.binpack");
    let good = options();
    let refused = |change: fn(&mut Options), status: Status, text: &str| {
        let mut settings = good;
        change(&mut settings);
        assert_eq!(file.open(&settings), Err(status as i32));
        assert!(message().contains(text), "{}", message());
    };
    let bad = Status::BadOption;
    refused(|o| o.size = 8, Status::WrongSize, "size 8 instead of");
    refused(|o| o.features = c"half-kp".as_ptr(), bad, "half-kp");
    refused(|o| o.features = c"\xff".as_ptr(), bad, "UTF-8");
    let condition = "condition: column 1: unknown value `piecs`; did you mean `pieces`?\n";
    refused(|o| o.condition = c"piecs > 3".as_ptr(), bad, condition);
    let never = "condition: it holds for no record: no `mate` is at least 2 and at most 1";
    refused(|o| o.condition = c"mate == 2".as_ptr(), bad, never);
    refused(|o| o.batch_size = 0, bad, "0 rows");
    refused(|o| o.batch_size = usize::MAX, bad, "rows");
    refused(|o| o.rank = 1, bad, "rank 1");
    let idle = |o: &mut Options| (o.cyclic, o.rank, o.world) = (1, 1, 8);
    refused(idle, bad, "rank 1 of 8 has no rows");
    refused(|o| o.reserved = 1, bad, "reserved");
    let nan = |o: &mut Options| (o.has_pieces, o.pieces) = (1, [f64::NAN; 5]);
    refused(nan, bad, "NaN");
    let state = |o: &mut Options| (o.state, o.state_size) = (c"state".as_ptr().cast(), 5);
    refused(state, Status::BadState, "state");
    let pointer = Status::BadPointer as i32;
    assert_eq!(file.open(null()), Err(pointer));
    let misaligned = from_ref(&good).wrapping_byte_add(1);
    assert_eq!(file.open(misaligned), Err(pointer));

    let missing = File(file.0.with_extension("none"));
    assert_eq!(missing.open(&good), Err(Status::BadFile as i32));
    let empty = File(file.0.with_extension("vf"));
    std::fs::write(&empty.0, b"").unwrap();
    assert_eq!(empty.open(&good), Err(Status::BadFile as i32));
    assert!(message().contains("empty"));
    let (mut loader, none) = (null_mut(), null::<c_char>());
    // SAFETY: the pointers are null, or to what is above.
    unsafe {
        let open = |files, count, out| setwise_loader_open(files, count, &good, out);
        assert_eq!(open(null(), 0, &mut loader), Status::BadFile as i32);
        assert_eq!(open(null(), 1, &mut loader), pointer);
        assert_eq!(open(&none, 1, &mut loader), pointer);
        assert_eq!(open(null(), 0, null_mut()), pointer);
        let write = |size| setwise_loader_options_training(null_mut(), size);
        assert_eq!(write(size_of::<Options>()), pointer);
        assert_eq!(write(1), Status::WrongSize as i32);
    }
    assert!(loader.is_null());
}

#[test]
fn batches_that_are_refused() {
    let file = File::new("refused.binpack");
    let mut settings = options();
    settings.batch_size = 4;
    let loader = file.open(&settings).unwrap();
    let (mut memory, mut rows) = (Memory::csr(4, 128), 9);
    let good = batch(&mut memory, 32);
    let mut refused = |change: fn(&mut BatchMemory), status: Status| {
        let mut batch = good;
        change(&mut batch);
        // SAFETY: the pointers are null, not aligned, or to what is above.
        let found = unsafe { setwise_loader_next(loader, &batch, &mut rows) };
        assert_eq!((found, rows), (status as i32, 9), "{}", message());
    };
    let pointer = Status::BadPointer;
    refused(|b| b.size = 1, Status::WrongSize);
    refused(|b| b.first = null_mut(), pointer);
    refused(|b| b.second = b.second.wrapping_byte_add(1), pointer);
    refused(|b| b.score = null_mut(), pointer);
    refused(|b| (b.offsets, b.stride) = (null_mut(), 0), pointer);
    refused(|b| b.entries = usize::MAX, Status::TooLarge);
    refused(|b| b.second = b.first, Status::Overlap);
    refused(|b| b.white = b.score, Status::Overlap);
    refused(|b| b.rows = 3, Status::NoRoom);
    refused(|b| b.entries = 127, Status::NoRoom);
    refused(|b| b.stride = usize::MAX, Status::NoRoom);
    refused(|b| b.stride = 31, Status::RowTooShort);
    // SAFETY: the pointers are null, or to what is above.
    unsafe {
        let bad = Status::BadPointer as i32;
        assert_eq!(setwise_loader_next(null(), &good, &mut rows), bad);
        assert_eq!(setwise_loader_next(loader, null(), &mut rows), bad);
        assert_eq!(setwise_loader_next(loader, &good, null_mut()), bad);
        assert_eq!(setwise_loader_state(loader, null_mut(), 1, &mut rows), bad);
        let counters = |size| setwise_loader_counters(loader, null_mut(), size);
        assert_eq!(counters(size_of::<Counts>()), bad);
        assert_eq!(counters(3), Status::WrongSize as i32);
        setwise_loader_free(loader);
    }
}
