//! Perft of each position, which Ctrl-C interrupts.

use crate::arrays::{ArrayResult, Output};
use crate::positions::Positions;
use crate::threads::{SIGNALS, Workers};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use setwise_moves::{Perft, PerftProgress, Position};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::{ops::ControlFlow, sync::Arc};

/// With this number of positions or more, each thread counts other positions. With fewer, threads
/// share the trees.
const MIN_POSITIONS: usize = 64;

fn go_on(_: PerftProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[pymethods]
impl Positions {
    /// Returns the numbers of move sequences of some length, uint64 of shape (n,). They saturate.
    ///
    /// depth: 0 to 64. Ctrl-C interrupts.
    ///
    ///     >>> setwise.Positions.startpos(2).perft(3).tolist()
    ///     [8902, 8902]
    #[pyo3(signature = (depth, *, threads=1))]
    fn perft<'py>(&self, py: Python<'py>, depth: i64, threads: i64) -> ArrayResult<'py> {
        let depth = u32::try_from(depth).ok();
        let depth = depth.filter(|&depth| depth <= Perft::MAX_DEPTH);
        let problem = || format!("depth: expected 0 to {}", Perft::MAX_DEPTH);
        let depth = depth.ok_or_else(|| PyValueError::new_err(problem()))?;
        let mut out = Output::<u64>::new(py, None, &[self.0.len()])?;
        let workers = Workers::new(threads)?;
        let entries = out.entries()?;
        let stop = Arc::new(AtomicBool::new(false));
        let (caller, asked) = (thread::current(), Arc::clone(&stop));
        thread::scope(|scope| {
            let count = move || {
                let perft = |position: &Position| {
                    let asked = Arc::clone(&asked);
                    Perft::new(*position, depth).stop_when(move || asked.load(Relaxed))
                };
                if workers.are_many() && self.0.len() < MIN_POSITIONS {
                    workers.run(|| {
                        for (out, position) in entries.iter_mut().zip(&self.0) {
                            let perft = perft(position).threads(workers.number());
                            *out = perft.watch(go_on).leaves();
                        }
                    });
                } else {
                    // No part fails.
                    let _ = workers.parts(1, 1, entries, |range, out| {
                        for (out, position) in out.iter_mut().zip(&self.0[range]) {
                            *out = perft(position).watch(go_on).leaves();
                        }
                        Ok(())
                    });
                }
                caller.unpark();
            };
            let counting = thread::Builder::new()
                .spawn_scoped(scope, count)
                .map_err(|why| PyRuntimeError::new_err(format!("threads: {why}")))?;
            let mut signal = Ok(());
            while !counting.is_finished() {
                py.detach(|| thread::park_timeout(SIGNALS));
                if signal.is_ok() {
                    signal = py.check_signals();
                    stop.store(signal.is_err(), Relaxed);
                }
            }
            let finished = counting.join();
            signal?;
            finished.map_err(|_| PyRuntimeError::new_err("perft: a thread has failed"))
        })?;
        Ok(out.into_array())
    }
}
