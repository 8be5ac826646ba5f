#![forbid(unsafe_code)]
//! The matrix under criterion: `cargo bench -p setwise-benches -- 'batch_attacks.*1024'`. Compare a
//! change with its baseline by these times, and take ratios from the report's interleaved rounds.

fn main() -> anyhow::Result<()> {
    setwise_benches::matrix::bench()
}
