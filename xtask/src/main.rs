#![forbid(unsafe_code)]
//! Checks of the workspace that cargo does not have: `cargo xtask layers`, `cargo xtask comments`.

mod comments;
mod crates;
mod modules;
mod source;

use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::path::Path;

/// Crates with circles. `docs/design.md` has the reasons.
const EXEMPT: [&str; 2] = ["setwise-conformance", "setwise-core"];

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = root.parent().context("the workspace")?;
    match env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [task] if task == "layers" => layers(root),
        [task] if task == "comments" => comments::check(root),
        _ => bail!("usage: cargo xtask layers | comments"),
    }
}

/// Checks that no module of a crate, and no crate, uses one of a layer above.
fn layers(root: &Path) -> Result<()> {
    crates::check(root)?;
    let mut failed = 0;
    for package in crates::folders(root)? {
        let name = package.file_name().context("a name")?.to_string_lossy();
        if EXEMPT.contains(&&*name) {
            continue;
        }
        let sources = source::read(&package.join("src"))?;
        let circles = modules::circles(&sources);
        for circle in &circles {
            println!("{name}: {} use each other", circle.join(", "));
        }
        failed += usize::from(!circles.is_empty());
    }
    ensure!(failed == 0, "circles in {failed} crates");
    Ok(())
}
