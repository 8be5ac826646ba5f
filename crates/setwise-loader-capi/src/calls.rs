//! The functions of a loader.

use crate::batch::BatchMemory;
use crate::memory::{path, structure};
use crate::{options::Options, status::failure};
use setwise_ffi::{Failure, Output, Status, array, check_size, guard, place};
use setwise_loader::{Loader, Meter};
use std::ffi::{c_char, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A loader.
#[derive(Debug)]
pub struct Handle {
    loader: Mutex<Loader>,
    meter: Meter,
}

impl Handle {
    fn lock(&self) -> MutexGuard<'_, Loader> {
        self.loader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What memory for batches depends on.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Sizes {
    /// The size of this structure in bytes.
    pub size: usize,
    /// Rows of a batch.
    pub batch_size: usize,
    /// The number of different features.
    pub features: usize,
    /// Features per perspective that no position exceeds. A stride above it is never too short.
    pub max_active: usize,
}

/// Numbers since the loader was opened. Threads work ahead of the batches. Times are in
/// nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Counts {
    /// The size of this structure in bytes.
    pub size: usize,
    /// Bytes read from files.
    pub bytes: u64,
    /// Positions decoded.
    pub decoded: u64,
    /// Positions without a score, at random, by ply, not quiet, in the opening, by outcome, by
    /// pieces, without an outcome.
    pub skipped: [u64; 8],
    /// Positions for which the condition does not hold.
    pub excluded: u64,
    /// Rows delivered.
    pub delivered: u64,
    /// Chunks, games and records that are damaged, and errors of the system.
    pub damaged: u64,
    /// The time of reads.
    pub disk: u64,
    /// The time that threads have waited for the caller.
    pub consumer: u64,
    /// The time that the caller has waited for threads.
    pub starved: u64,
}

/// Returns the loader of a pointer.
///
/// # Safety
/// The pointer is null or comes from [`setwise_loader_open`], and is not freed during `'a`.
unsafe fn handle<'a>(loader: *const Handle) -> Result<&'a Handle, Failure> {
    let null = || Failure::new(Status::BadPointer, "the loader is null");
    // SAFETY: the caller promises it.
    unsafe { loader.as_ref() }.ok_or_else(null)
}

/// Opens files and starts threads. The loader is freed by `setwise_loader_free`.
///
/// # Safety
/// The pointers are null or not aligned, or point to `count` texts that end in 0, to settings whose
/// pointers are null or valid, and to a pointer that is written. Nothing else writes to these
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_loader_open(
    files: *const *const c_char,
    count: usize,
    options: *const Options,
    loader: *mut *mut Handle,
) -> i32 {
    guard(|| {
        // SAFETY: the caller promises the memory.
        let (files, builder, out) = unsafe {
            let files = array("files", files, count)?.iter();
            let files: Result<Vec<_>, _> = files.map(|file| path(*file)).collect();
            let builder = structure("options", options)?.builder()?;
            (files?, builder, place("loader", loader)?)
        };
        let loader = builder.files(files).open().map_err(failure)?;
        let meter = loader.meter();
        let loader = Mutex::new(loader);
        *out = Box::into_raw(Box::new(Handle { loader, meter }));
        Ok(())
    })
}

/// Writes the next batch and the number of its rows: the batch size, less for the last batch, 0 at
/// the end.
///
/// # Safety
/// `loader` is null or comes from `setwise_loader_open` and is not freed. The other pointers are
/// null or not aligned, or point to a batch whose memory nothing else uses during the call, and to
/// a number that is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_loader_next(
    loader: *const Handle,
    batch: *const BatchMemory,
    rows: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller promises the memory.
        let (handle, mut batch, rows) = unsafe {
            let batch = structure("batch", batch)?.batch()?;
            (handle(loader)?, batch, place("rows", rows)?)
        };
        let written = handle.lock().next_into(&mut batch).map_err(failure)?;
        *rows = written.unwrap_or_default();
        Ok(())
    })
}

/// Writes the state after the last batch, and its number of bytes. With too little room only the
/// number is written.
///
/// # Safety
/// As for `setwise_loader_next`, with `room` bytes at `bytes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_loader_state(
    loader: *const Handle,
    bytes: *mut c_void,
    room: usize,
    size: *mut usize,
) -> i32 {
    // SAFETY: the caller promises the memory.
    unsafe { copy(loader, ("bytes", bytes.cast(), room), size, Loader::state) }
}

/// Copies bytes of a loader, and writes their number in any case.
///
/// # Safety
/// As for [`setwise_loader_state`].
unsafe fn copy(
    loader: *const Handle,
    (what, bytes, room): (&'static str, *mut u8, usize),
    size: *mut usize,
    of: impl FnOnce(&Loader) -> Vec<u8>,
) -> i32 {
    guard(|| {
        // SAFETY: the caller promises the memory.
        let (handle, to, size) = unsafe {
            let to = Output::checked(what, bytes, room)?.slice();
            (handle(loader)?, to, place("size", size)?)
        };
        let from = of(&handle.lock());
        *size = from.len();
        let message = || format!("{} bytes are needed, but there are {room}", from.len());
        let to = to.get_mut(..from.len());
        to.ok_or_else(|| Failure::new(Status::NoRoom, message()))?
            .copy_from_slice(&from);
        Ok(())
    })
}

/// Writes a line for each of the first hundred damaged places so far, and the number of bytes of
/// the text, as `setwise_loader_state` does. The text does not end in 0.
///
/// # Safety
/// As for `setwise_loader_state`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_loader_damage(
    loader: *const Handle,
    text: *mut c_char,
    room: usize,
    size: *mut usize,
) -> i32 {
    let lines = |loader: &Loader| {
        let damages = loader.damages().into_iter();
        let lines = damages.map(|damage| format!("{damage}\n"));
        lines.collect::<String>().into_bytes()
    };
    // SAFETY: the caller promises the memory.
    unsafe { copy(loader, ("text", text.cast(), room), size, lines) }
}

/// Writes the sizes that memory for batches depends on.
///
/// # Safety
/// As for `setwise_loader_next`, with a structure of `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_loader_sizes(
    loader: *const Handle,
    sizes: *mut Sizes,
    size: usize,
) -> i32 {
    guard(|| {
        check_size::<Sizes>("sizes", size)?;
        // SAFETY: the caller promises the memory.
        let (handle, sizes) = unsafe { (handle(loader)?, place("sizes", sizes)?) };
        let loader = handle.lock();
        *sizes = Sizes {
            size,
            batch_size: loader.batch_size(),
            features: loader.size() as usize,
            max_active: loader.max_active(),
        };
        Ok(())
    })
}

/// Writes the numbers so far. It never waits for a batch.
///
/// # Safety
/// As for `setwise_loader_sizes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_loader_counters(
    loader: *const Handle,
    counters: *mut Counts,
    size: usize,
) -> i32 {
    guard(|| {
        check_size::<Counts>("counters", size)?;
        // SAFETY: the caller promises the memory.
        let (handle, out) = unsafe { (handle(loader)?, place("counters", counters)?) };
        let counters = handle.meter.counters();
        *out = Counts {
            size,
            bytes: counters.bytes,
            decoded: counters.decoded,
            skipped: counters.skipped,
            excluded: counters.excluded,
            delivered: counters.delivered,
            damaged: counters.damaged,
            disk: counters.disk.as_nanos() as u64,
            consumer: counters.consumer.as_nanos() as u64,
            starved: counters.starved.as_nanos() as u64,
        };
        Ok(())
    })
}

/// Ends the threads of a loader, and frees it. Null is allowed.
///
/// # Safety
/// `loader` is null or comes from `setwise_loader_open`, and no other call uses it during this
/// one or later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_loader_free(loader: *mut Handle) {
    guard(|| {
        if !loader.is_null() {
            // SAFETY: the caller promises that it is a loader which nothing else uses.
            drop(unsafe { Box::from_raw(loader) });
        }
        Ok(())
    });
}
