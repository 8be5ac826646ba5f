//! Calls of the C interface of the loader with any settings, files, states and memory. Nothing
//! panics, and what is delivered twice is the same.

use crate::input::Input;
use setwise_loader_capi::*;
use std::ffi::{CStr, CString, c_char};
use std::{mem::MaybeUninit, path::PathBuf, ptr::null_mut};

/// The entries that outputs have.
const ENTRIES: usize = 2048;
const PANIC: i32 = Status::Panic as i32;

/// A file that is removed at the end.
struct File(PathBuf);

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[track_caller]
fn check(status: i32) -> bool {
    // SAFETY: the text is valid until the next failure of this thread.
    let message = unsafe { CStr::from_ptr(setwise_loader_last_error()) };
    assert!(status >= 0 && status != PANIC, "{message:?}");
    status == 0
}

fn text(input: &mut Input<'_>, known: &[&str]) -> CString {
    let text = input.of(known);
    let cut = match input.below(8) {
        0 => input.below(text.len() + 1),
        _ => text.len(),
    };
    CString::new(&text.as_bytes()[..cut]).unwrap_or_default()
}

fn number(input: &mut Input<'_>, usual: usize) -> usize {
    match input.below(16) {
        0 => 0,
        1 => input.word() as usize,
        _ => 1 + input.below(usual),
    }
}

fn settings(input: &mut Input<'_>) -> Options {
    let mut options = MaybeUninit::uninit();
    let defaults: unsafe extern "C" fn(*mut Options, usize) -> i32 = match input.flag() {
        true => setwise_loader_options_default,
        false => setwise_loader_options_training,
    };
    // SAFETY: the structure is written whole.
    let mut options = unsafe {
        assert!(check(defaults(options.as_mut_ptr(), size_of::<Options>())));
        options.assume_init()
    };
    options.batch_size = number(input, 40);
    options.threads = 1 + input.below(3);
    options.shuffle = input.below(100);
    options.seed = input.word();
    (options.rank, options.world) = (input.below(3) as u64, input.below(4) as u64);
    for flag in [
        &mut options.skip_damage,
        &mut options.mover_first,
        &mut options.quiet,
        &mut options.by_outcome,
        &mut options.has_opening,
        &mut options.has_pieces,
    ] {
        *flag = input.byte() & 1;
    }
    options.cyclic = u8::from(input.below(4) == 0);
    options.random = input.below(4) as u32;
    options.after_ply = input.below(20) as i32 - 5;
    match input.below(8) {
        0 => options.pieces[input.below(5)] = f64::from_bits(input.word()),
        1 => options.opening_points[input.below(4)][input.below(2)] = f64::from_bits(input.word()),
        2 => options.opening_end = input.word() as u32,
        3 => options.reserved = input.byte(),
        4 => options.size = number(input, 300),
        _ => {}
    }
    options
}

/// Calls `next` a few times. Returns the rows' labels.
fn batches(loader: *const Handle, input: &mut Input<'_>, count: usize) -> Vec<i32> {
    let mut memory = [(); 7].map(|()| vec![0_i32; ENTRIES]);
    let mut found = Vec::new();
    for _ in 0..count {
        let [first, second, offsets, score, outcome, white, pieces] =
            memory.each_mut().map(|part| part.as_mut_ptr());
        let mut batch = BatchMemory {
            size: size_of::<BatchMemory>(),
            rows: 64,
            first,
            second,
            entries: ENTRIES,
            stride: input.of(&[0, 32, 32, 20]),
            offsets,
            score: score.cast(),
            outcome: outcome.cast(),
            white: white.cast(),
            pieces,
        };
        match input.below(24) {
            0 => batch.first = null_mut(),
            1 => batch.white = batch.score.wrapping_byte_add(1),
            2 => batch.second = batch.first.wrapping_add(input.below(ENTRIES)),
            3 => batch.rows = input.below(ENTRIES),
            4 => batch.entries = input.below(ENTRIES),
            5 => batch.stride = input.word() as usize,
            6 => batch.size = input.byte().into(),
            _ => {}
        }
        let mut rows = 0;
        // SAFETY: pointers that are neither null nor misaligned have the entries.
        if check(unsafe { setwise_loader_next(loader, &batch, &mut rows) }) {
            assert!(rows <= batch.rows);
            found.extend(&memory[6][..rows]);
        }
    }
    found
}

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let mut options = settings(&mut input);
    let features = [
        "chess-768",
        "half-ka-v2-hm-training",
        "pawn-pairs+chess-768",
    ];
    let features = text(&mut input, &features);
    let condition = text(
        &mut input,
        &["score > 10", "!in_check", "pieces > 2 or quiet"],
    );
    options.features = features.as_ptr();
    if input.below(4) == 0 {
        options.condition = condition.as_ptr();
    }
    let (count, ending) = (
        input.below(5),
        input.of(&["binpack", "binpack", "bullet", "vf", "marlin", "pgn"]),
    );
    let restart = input.flag();
    let mut more = [(); 24].map(|()| input.byte());
    let id = format!("{}-{:?}", std::process::id(), std::thread::current().id());
    let file = File(std::env::temp_dir().join(format!("setwise-fuzz-{id}.{ending}")));
    let mut bytes = Vec::new();
    let rest = input.rest();
    if ending == "binpack" && more[0] & 3 != 0 {
        bytes.extend(b"BINP");
        bytes.extend((rest.len() as u32).to_le_bytes());
    }
    bytes.extend(rest);
    if std::fs::write(&file.0, bytes).is_err() {
        return;
    }
    let path = CString::new(file.0.to_string_lossy().as_bytes()).unwrap_or_default();
    let files: [*const c_char; 2] = [path.as_ptr(); 2];
    let (mut loader, number) = (null_mut(), 1 + usize::from(more[1] & 1));
    // SAFETY: all pointers are null or to what is above.
    unsafe {
        let open = |options: &Options, loader: &mut *mut Handle| {
            check(setwise_loader_open(files.as_ptr(), number, options, loader))
        };
        if !open(&options, &mut loader) {
            assert!(loader.is_null());
            return;
        }
        batches(loader, &mut Input::new(&more), count);
        let (mut state, mut size) = (vec![0_u8; 1 << 12], 0);
        let room = state.len();
        assert!(check(setwise_loader_state(
            loader,
            state.as_mut_ptr().cast(),
            room,
            &mut size
        )));
        let mut counts = Counts::default();
        assert!(check(setwise_loader_counters(
            loader,
            &mut counts,
            size_of::<Counts>()
        )));
        check(setwise_loader_damage(
            loader,
            null_mut(),
            0,
            &mut size.clone(),
        ));
        if restart {
            more.fill(7);
            let expected = batches(loader, &mut Input::new(&more), 3);
            (options.state, options.state_size) = (state.as_ptr().cast(), size);
            let mut second = null_mut();
            assert!(open(&options, &mut second));
            assert_eq!(batches(second, &mut Input::new(&more), 3), expected);
            setwise_loader_free(second);
            let place = usize::from(more[2]) % size;
            state[place] ^= 1 << (count & 7);
            options.state = state.as_ptr().cast();
            let mut third = null_mut();
            if open(&options, &mut third) {
                batches(third, &mut Input::new(&more), 1);
            }
            setwise_loader_free(third);
        }
        setwise_loader_free(loader);
    }
    assert_eq!(options.size, size_of::<Options>());
}
