//! `cargo bench -p setwise-benches`: the matrix; see [`setwise_benches::matrix`].

fn main() -> anyhow::Result<()> {
    setwise_benches::matrix::main()
}
