//! The benchmark of NNUE features; see [`setwise_benches::nnue`]. Prints what was measured as JSON.
//!
//! ```text
//! cargo bench -p setwise-benches --bench nnue -- [--smoke] [--rounds N]
//! ```
//!
//! As a test (`cargo test --benches`) it makes a smoke run.

mod program;

fn main() -> anyhow::Result<()> {
    program::run("nnue", setwise_benches::nnue::run)
}
