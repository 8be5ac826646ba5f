//! Perft: the number of move sequences of some length.

use crate::{memory::write, position::Position};
use setwise_ffi::{Failure, Status, check, check_structure, guard};
use setwise_moves::Perft;
use std::{ffi::c_void, ops::ControlFlow};

/// The progress of a perft.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PerftProgress {
    /// The leaves so far.
    pub leaves: u64,
    /// The parts of the tree that are finished.
    pub done: u64,
    /// All parts.
    pub parts: u64,
}

/// The options of a perft.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PerftOptions {
    /// The size of this structure in bytes.
    pub size: usize,
    /// The number of threads; 0: all cores, 1: the calling thread. A library without the feature
    /// rayon has the calling thread only, for 0 as well.
    pub threads: u32,
    /// Not read.
    pub reserved: u32,
    /// The size of a hash table in bytes; 0 for none. The counts stay exact. The process ends if
    /// the memory cannot be allocated.
    pub hash_bytes: usize,
    /// Called after each part of the tree, by one thread at a time, not necessarily the caller's;
    /// null for none. It returns 0 to continue. It must not throw exceptions.
    pub progress:
        Option<unsafe extern "C" fn(progress: *const PerftProgress, context: *mut c_void) -> i32>,
    /// The second argument of `progress`.
    pub context: *mut c_void,
}

/// A pointer of the caller, which other threads pass to a function of the caller.
struct Context(*mut c_void);

// SAFETY: the caller of `setwise_position_perft` promises a function that any thread may call.
unsafe impl Send for Context {}

/// Counts the move sequences of a length, at most 64; 1 for depth 0. The number saturates. Without
/// options (a null pointer) the count runs on the calling thread; options with 0 threads use all
/// cores. If the progress function ends the run, the status is `SETWISE_STATUS_STOPPED`.
///
/// # Safety
/// `position` is null or points to a position. `options` is null or points to a structure of the
/// size that it begins with, whose function may be called from any thread with its context.
/// `leaves` is null or points to a number. During the call no other thread writes to them or uses
/// them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_perft(
    position: *const Position,
    depth: u32,
    options: *const PerftOptions,
    leaves: *mut u64,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let position = unsafe { Position::read(position) }?;
        if depth > Perft::MAX_DEPTH {
            let message = format!("depth {depth}: the greatest is {}", Perft::MAX_DEPTH);
            return Err(Failure::new(Status::TooLarge, message));
        }
        // Before the count, which may take hours.
        check("the leaves", leaves, 1)?;
        let mut perft = Perft::new(position, depth);
        let mut progress = None;
        if !options.is_null() {
            // SAFETY: the caller's promise.
            unsafe { check_structure("the options", options) }?;
            // SAFETY: `options` points to a structure of this size. Only the named fields are read.
            let PerftOptions {
                threads,
                hash_bytes,
                progress: function,
                context,
                ..
            } = unsafe { *options };
            perft = perft.hash(hash_bytes);
            perft = with_threads(perft, threads)?;
            progress = function.map(|function| (function, Context(context)));
        }
        let Some((function, context)) = progress else {
            // SAFETY: the caller's promise.
            return unsafe { write("the leaves", leaves, perft.count()) };
        };
        let result = perft.watch(move |progress| {
            // Captures the whole `Context`, which is `Send`. Its pointer alone is not.
            let Context(context) = { &context };
            let progress = PerftProgress {
                leaves: progress.leaves,
                done: progress.done as u64,
                parts: progress.parts as u64,
            };
            // SAFETY: the caller's promise.
            match unsafe { function(&progress, *context) } {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        if !result.is_complete() {
            let message = format!("stopped after {} leaves", result.leaves());
            return Err(Failure::new(Status::Stopped, message));
        }
        // SAFETY: the caller's promise.
        unsafe { write("the leaves", leaves, result.leaves()) }
    })
}

#[cfg(feature = "rayon")]
fn with_threads(perft: Perft, threads: u32) -> Result<Perft, Failure> {
    Ok(perft.threads(threads as usize))
}

#[cfg(not(feature = "rayon"))]
fn with_threads(perft: Perft, threads: u32) -> Result<Perft, Failure> {
    if threads < 2 {
        return Ok(perft);
    }
    let message = format!("{threads} threads: the library was built without the feature rayon");
    Err(Failure::new(Status::NotInBuild, message))
}
