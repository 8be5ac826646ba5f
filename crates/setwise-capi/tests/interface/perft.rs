//! Perft through the C interface.

use crate::common::calls::{OPTIONS, valid, written};
use crate::common::{assert_fails, games};
use setwise_capi::*;
use std::ffi::c_void;
use std::ptr::null;

fn perft(position: &Position, depth: u32, options: *const PerftOptions) -> (i32, u64) {
    // SAFETY: the pointers are those of variables, or null.
    written(7, |out| unsafe {
        setwise_position_perft(position, depth, options, out)
    })
}

/// The calls of the progress function.
#[derive(Debug, Default)]
struct Watch {
    calls: u64,
    leaves: u64,
    parts: u64,
    stop_after: u64,
}

/// Keeps the progress, and stops after some calls.
///
/// # Safety
/// The pointers are to a progress and to a [`Watch`] that nothing else uses.
unsafe extern "C" fn watch(progress: *const PerftProgress, context: *mut c_void) -> i32 {
    // SAFETY: the caller's promise.
    let (progress, watch) = unsafe { (&*progress, &mut *context.cast::<Watch>()) };
    watch.calls += 1;
    assert!(progress.leaves >= watch.leaves && progress.done <= progress.parts);
    (watch.leaves, watch.parts) = (progress.leaves, progress.parts);
    i32::from(watch.calls == watch.stop_after)
}

#[test]
fn known_counts() {
    let start = Position::from(setwise_moves::Position::startpos());
    for (depth, leaves) in [(0, 1), (1, 20), (2, 400), (3, 8902), (5, 4_865_609)] {
        assert_eq!(perft(&start, depth, null()), (0, leaves));
    }
    let mate = valid("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(perft(&mate, 3, null()), (0, 0));
}

/// All options give the count of the library, without options and with a progress function.
#[test]
fn options() {
    for position in games().iter().step_by(4_999) {
        let (given, expected) = (Position::from(*position), position.perft(3));
        assert_eq!(perft(&given, 3, null()), (0, expected), "{position}");
        for threads in [0, 1, 2] {
            for hash_bytes in [0, 1 << 16] {
                let mut found = Watch::default();
                let options = PerftOptions {
                    threads,
                    hash_bytes,
                    ..OPTIONS
                };
                let watched = PerftOptions {
                    progress: Some(watch),
                    context: (&raw mut found).cast(),
                    ..options
                };
                for options in [options, watched] {
                    assert_eq!(perft(&given, 3, &options), (0, expected), "{position}");
                }
                assert_eq!((found.calls, found.leaves), (found.parts, expected));
            }
        }
    }
}

#[test]
fn a_run_is_stopped() {
    let start = Position::from(setwise_moves::Position::startpos());
    for threads in [0, 1, 2] {
        let mut found = Watch {
            stop_after: 3,
            ..Watch::default()
        };
        let options = PerftOptions {
            threads,
            progress: Some(watch),
            context: (&raw mut found).cast(),
            ..OPTIONS
        };
        let (status, leaves) = perft(&start, 4, &options);
        assert_fails(status, Status::Stopped, "stopped after");
        assert_eq!((leaves, found.calls), (7, 3));
        assert!(found.leaves < 197_281);
    }
}

#[test]
fn wrong_calls() {
    let start = Position::from(setwise_moves::Position::startpos());
    let (status, leaves) = perft(&start, 65, null());
    assert_fails(status, Status::TooLarge, "depth 65: the greatest is 64");
    assert_eq!(leaves, 7);
    let (status, leaves) = perft(
        &start,
        3,
        &PerftOptions {
            size: 39,
            ..OPTIONS
        },
    );
    assert_fails(
        status,
        Status::WrongSize,
        "the options: size 39 instead of 40",
    );
    assert_eq!(leaves, 7);
}
