use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// The function that a thread calls for a part. It may return the rest of the part.
pub(super) type Work<'a, T> = Box<dyn FnMut(&mut T) -> Option<T> + 'a>;

/// Takes parts through three steps: `fill` reads a part in a separate thread, and returns whether
/// it is the last one; `threads` threads call the functions of `worker` on parts in any order, and
/// on the rest of a part if a function returns one; `take` gets the parts in their order in the
/// calling thread, and its error stops everything. At most `parts` parts exist at a time. With one
/// thread, or if the system has no more, the calling thread does all of it. Calls go through
/// pointers, so that this is compiled once for each type of parts; parts are long, so calls cost
/// nothing.
pub(super) fn run<'a, T: Default + Send, E>(
    threads: usize,
    parts: usize,
    fill: &mut (dyn FnMut(&mut T) -> bool + Send),
    worker: &(dyn Fn() -> Work<'a, T> + Sync),
    take: &mut dyn FnMut(&mut T) -> Result<(), E>,
) -> Result<(), E> {
    if threads > 1
        && let Some(result) = with_threads(threads, parts, fill, worker, take)
    {
        return result;
    }
    let (mut part, mut work) = (T::default(), worker());
    loop {
        let is_last = fill(&mut part);
        while let Some(rest) = work(&mut part) {
            take(&mut part)?;
            part = rest;
        }
        take(&mut part)?;
        if is_last {
            return Ok(());
        }
    }
}

type Numbered<T> = (usize, T);

/// A part, and whether its rest follows.
type Done<T> = Numbered<(T, bool)>;

/// Returns `None` if there are no threads; in that case nothing has been read.
fn with_threads<'a, T: Default + Send, E>(
    threads: usize,
    parts: usize,
    fill: &mut (dyn FnMut(&mut T) -> bool + Send),
    worker: &(dyn Fn() -> Work<'a, T> + Sync),
    take: &mut dyn FnMut(&mut T) -> Result<(), E>,
) -> Option<Result<(), E>> {
    let (give_todo, todo) = channel();
    let todo = Mutex::new(todo);
    scope(|scope| {
        let (give_done, done) = sync_channel(parts);
        let spawned = (0..threads).filter(|number| {
            let (todo, give_done) = (&todo, give_done.clone());
            let thread = Builder::new().name(format!("setwise-{number}"));
            let run = move || work_all(todo, &give_done, worker());
            thread.spawn_scoped(scope, run).is_ok()
        });
        if spawned.count() == 0 {
            return None;
        }
        drop(give_done);
        let (give_back, empty) = channel();
        for _ in 0..parts {
            // The receiver is alive.
            let _ = give_back.send(T::default());
        }
        let thread = Builder::new().name("setwise-read".to_owned());
        let reading = thread.spawn_scoped(scope, move || fill_all(&empty, &give_todo, fill));
        reading.ok()?;
        Some(take_all(&done, &give_back, take))
    })
}

/// Fills parts until the last one, or until no parts come back.
fn fill_all<T>(
    empty: &Receiver<T>,
    give_todo: &Sender<Numbered<T>>,
    fill: &mut dyn FnMut(&mut T) -> bool,
) {
    for (number, mut part) in empty.iter().enumerate() {
        let is_last = fill(&mut part);
        if give_todo.send((number, part)).is_err() || is_last {
            return;
        }
    }
}

/// Works on parts until there are no more, or until nobody takes them.
fn work_all<T>(
    todo: &Mutex<Receiver<Numbered<T>>>,
    give_done: &SyncSender<Done<T>>,
    mut work: Work<'_, T>,
) {
    loop {
        let next = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, mut part)) = next else {
            return;
        };
        let mut is_taken = true;
        // Other threads may wait for this part, even if nobody takes it.
        while let Some(rest) = work(&mut part) {
            is_taken &= give_done.send((number, (part, true))).is_ok();
            part = rest;
        }
        if !is_taken || give_done.send((number, (part, false))).is_err() {
            return;
        }
    }
}

/// Takes parts in their order.
fn take_all<T, E>(
    done: &Receiver<Done<T>>,
    give_back: &Sender<T>,
    take: &mut dyn FnMut(&mut T) -> Result<(), E>,
) -> Result<(), E> {
    let (mut early, mut next) = (BTreeMap::<_, VecDeque<_>>::new(), 0);
    for (number, part) in done {
        early.entry(number).or_default().push_back(part);
        while let Some((mut part, has_rest)) = early.get_mut(&next).and_then(VecDeque::pop_front) {
            take(&mut part)?;
            if !has_rest {
                early.remove(&next);
                next += 1;
                // The reading may have ended.
                let _ = give_back.send(part);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::{ThreadId, current};
    use std::time::Duration;

    /// Returns the numbers that arrive, of `count` parts, up to the one that stops everything; the
    /// result; and the number of parts that were filled.
    fn numbers(threads: usize, count: u64, stop: u64) -> (Vec<u64>, Result<(), u64>, u64) {
        let (mut filled, mut taken) = (0, Vec::new());
        let mut fill = |part: &mut u64| {
            *part = filled;
            filled += 1;
            filled == count
        };
        let worker = || -> Work<'_, u64> {
            Box::new(|part| {
                // Parts end in another order.
                std::thread::sleep(Duration::from_micros(50 * (*part % 3)));
                *part *= 10;
                None
            })
        };
        let result = run(threads, 3 * threads, &mut fill, &worker, &mut |part| {
            taken.push(*part);
            if *part == 10 * stop {
                Err(*part)
            } else {
                Ok(())
            }
        });
        (taken, result, filled)
    }

    #[test]
    fn parts_arrive_in_order() {
        for threads in [1, 2, 3, 8] {
            for count in [1, 2, 100] {
                let expected = (0..count).map(|number| 10 * number).collect();
                assert_eq!(numbers(threads, count, count), (expected, Ok(()), count));
            }
        }
    }

    #[test]
    fn an_error_stops_the_reading() {
        for threads in [1, 2, 5] {
            let (taken, result, filled) = numbers(threads, 100_000, 4);
            assert_eq!((taken, result), (vec![0, 10, 20, 30, 40], Err(40)));
            // The parts that were taken, and those that existed.
            assert!(filled <= 5 + (3 * threads) as u64, "{filled}");
        }
    }

    #[test]
    fn only_one_thread_is_that_of_the_caller() {
        for threads in [1, 2, 3] {
            let (mut filled, mut workers) = (0, Vec::new());
            let mut fill = |_: &mut Option<ThreadId>| {
                filled += 1;
                filled == 20
            };
            let worker = || -> Work<'_, Option<ThreadId>> {
                Box::new(|part| {
                    *part = Some(current().id());
                    None
                })
            };
            let result = run(threads, 3 * threads, &mut fill, &worker, &mut |part| {
                workers.push(*part);
                Ok::<(), ()>(())
            });
            assert_eq!((result, workers.len()), (Ok(()), 20));
            let caller = Some(current().id());
            let by_caller = workers.iter().filter(|worker| **worker == caller).count();
            assert_eq!(by_caller, if threads == 1 { 20 } else { 0 });
        }
    }

    #[test]
    fn some_parts_exist_for_each_thread() {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        struct Part;
        impl Default for Part {
            fn default() -> Self {
                MADE.fetch_add(1, Ordering::Relaxed);
                Self
            }
        }
        let worker = || -> Work<'_, Part> { Box::new(|_| None) };
        let result = run(4, 12, &mut |_| true, &worker, &mut |_| Ok::<(), ()>(()));
        assert_eq!((result, MADE.load(Ordering::Relaxed)), (Ok(()), 12));
    }
}
