//! Measures king danger one position at a time and in batches, against magic bitboards and PEXT.

fn main() -> anyhow::Result<()> {
    print!("{}", setwise_benches::danger::run(31)?);
    Ok(())
}
