//! Work on several threads of a rayon pool.

use crate::error::Error;
use alloc::vec::Vec;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs something with each item and its number, on up to `threads` threads of the current rayon
/// pool. Returns the results, or the first error in the order of the items.
pub(super) fn each<I: Iterator<Item: Send> + Send, R: Send>(
    threads: usize,
    items: I,
    act: impl Fn(usize, I::Item) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let items = Mutex::new(items.enumerate());
    let results = Mutex::new(Vec::new());
    on_threads(threads, &|| {
        loop {
            let next = lock(&items).next();
            let Some((number, item)) = next else {
                return;
            };
            let result = act(number, item);
            lock(&results).push((number, result));
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Runs something once on each of up to `threads` threads of the current rayon pool. The code of
/// rayon is compiled once, not for each kind of work.
pub(super) fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    rayon::scope(|scope| {
        for _ in 0..threads.min(rayon::current_num_threads()) {
            scope.spawn(|_| work());
        }
    });
}

/// Locks a mutex. A panic of another thread, in code of the caller, is passed on by rayon.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
