//! The counting, in parts that the threads share.

use super::interrupt;
use super::progress::{Progress, State};
use rayon::prelude::*;
use setwise_moves::{Move, Perft, PerftCounts, PerftProgress, Position};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// A first move and the leaves after it, by kind of the last move only if that was asked for.
pub(super) type Share = (Move, PerftCounts);

/// The count until the end or until Ctrl-C.
pub(super) struct Counted {
    pub(super) shares: Vec<Share>,
    pub(super) state: State,
    /// Was the end reached?
    pub(super) is_complete: bool,
}

/// Counts the leaves.
pub(super) fn leaves(perft: &Perft, progress: &mut Progress) -> Counted {
    let state = |now: PerftProgress| State {
        done: now.done,
        parts: now.parts,
        total: PerftCounts::leaves_only(now.leaves),
    };
    let result = perft.watch_parallel(|now| {
        progress.update(state(now));
        match interrupt::asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    let is_complete = result.is_complete();
    let shares = result.moves.into_iter();
    Counted {
        is_complete,
        shares: shares
            .map(|(first, leaves)| (first, PerftCounts::leaves_only(leaves)))
            .collect(),
        state: state(result.progress),
    }
}

/// Counts the leaves by kind of the last move.
pub(super) fn kinds(position: &Position, depth: u32, progress: &mut Progress) -> Counted {
    let mut shares: Vec<Share> = Vec::new();
    if depth > 0 {
        let firsts = position.legal_moves().into_iter();
        shares.extend(firsts.map(|first| (first, PerftCounts::default())));
    }
    // Small trees are cut after no move, others after the first: the number of a first move, a position, a move in it
    // and the depth that begins with that.
    let mut parts = Vec::new();
    for (at, &(first, _)) in shares.iter().enumerate() {
        if depth < 3 {
            parts.push((at, *position, first, depth));
        } else {
            let next = position.play_unchecked(first);
            let replies = next.legal_moves().into_iter();
            parts.extend(replies.map(|reply| (at, next, reply, depth - 1)));
        }
    }
    let state = State {
        parts: parts.len(),
        ..State::default()
    };
    progress.update(state);
    let shared = Mutex::new((&mut shares, progress, state));
    parts.par_iter().for_each(|&(at, from, found, depth)| {
        if interrupt::asked() {
            return;
        }
        let counts = from.perft_counts_after(found, depth);
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let (shares, progress, state) = &mut *shared;
        if let Some((_, sum)) = shares.get_mut(at) {
            *sum += counts;
        }
        state.done += 1;
        state.total += counts;
        progress.update(*state);
    });
    let (_, _, state) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    Counted {
        shares,
        state,
        is_complete: state.done == parts.len(),
    }
}
