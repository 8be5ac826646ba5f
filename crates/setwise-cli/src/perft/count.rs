//! The counting, in parts that the threads share, until the end or until Ctrl-C.

use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::prelude::*;
use setwise_moves::{Move, Perft, PerftCounts, Position};
use setwise_program::progress::style;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs a handler for Ctrl-C that ends the count.
pub(super) fn listen() {
    // Without a handler Ctrl-C ends the program.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Relaxed));
}

pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// Makes a progress line, which is not visible yet.
pub(super) fn progress() -> ProgressBar {
    let template = "{percent}%, {msg} million leaves, about {eta} left";
    ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden()).with_style(style(template))
}

/// Shows the progress of runs that take more than half a second, on stderr if that is a terminal.
fn show(progress: &ProgressBar, done: usize, parts: usize, leaves: u64) {
    if progress.elapsed() < Duration::from_millis(500) {
        return;
    }
    let is_first = progress.length() == Some(0);
    progress.set_length(parts as u64);
    progress.set_position(done as u64);
    progress.set_message(format!("{:.0}", leaves as f64 / 1e6));
    if is_first {
        // The line is hidden until now, because each of the three calls above would draw it.
        progress.set_draw_target(ProgressDrawTarget::stderr());
    }
}

/// A first move and the leaves after it, by kind of the last move if requested.
pub(super) type Share = (Move, PerftCounts);

pub(super) struct Counted {
    pub(super) shares: Vec<Share>,
    /// Parts of the tree that are finished.
    pub(super) done: usize,
    pub(super) parts: usize,
}

pub(super) fn leaves(perft: &Perft, progress: &ProgressBar) -> Counted {
    let threads = rayon::current_num_threads();
    let result = perft.clone().threads(threads).watch(|now| {
        show(progress, now.done, now.parts, now.leaves);
        ControlFlow::Continue(())
    });
    let share = |(first, leaves)| (first, PerftCounts::leaves_only(leaves));
    Counted {
        shares: result.moves.into_iter().map(share).collect(),
        done: result.progress.done,
        parts: result.progress.parts,
    }
}

/// Counts the leaves by kind of the last move.
pub(super) fn kinds(position: &Position, depth: u32, progress: &ProgressBar) -> Counted {
    let firsts = position.legal_move_sets().into_iter().filter(|_| depth > 0);
    let shares = firsts.map(|first| (first, PerftCounts::default()));
    let shares: Vec<Share> = shares.collect();
    // A part is the index of a first move, a position, a move in it, and the depth from this move
    // on. Small trees have a part for each first move, others for each reply to one.
    let mut parts = Vec::new();
    for (at, &(first, _)) in shares.iter().enumerate() {
        if depth < 3 {
            parts.push((at, *position, first, depth));
        } else {
            let next = position.play_unchecked(first);
            let replies = next.legal_move_sets().into_iter();
            parts.extend(replies.map(|reply| (at, next, reply, depth - 1)));
        }
    }
    let counted = Counted {
        shares,
        done: 0,
        parts: parts.len(),
    };
    let shared = Mutex::new((counted, 0));
    parts.par_iter().for_each(|&(at, from, played, depth)| {
        let counts = kinds_after(&from, played, depth);
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let (counted, leaves) = &mut *shared;
        counted.shares[at].1 += counts;
        counted.done += usize::from(!is_interrupted());
        *leaves += counts.leaves;
        show(progress, counted.done, counted.parts, *leaves);
    });
    let shared = shared.into_inner();
    shared.unwrap_or_else(PoisonError::into_inner).0
}

/// Counts the leaves after a move, in steps of some milliseconds.
fn kinds_after(from: &Position, played: Move, depth: u32) -> PerftCounts {
    const STEP: u32 = 4;
    let mut counts = PerftCounts::default();
    if is_interrupted() {
        return counts;
    }
    if depth <= STEP {
        return from.perft_counts_after(played, depth);
    }
    let next = from.play_unchecked(played);
    for reply in next.legal_move_sets() {
        counts += kinds_after(&next, reply, depth - 1);
    }
    counts
}
