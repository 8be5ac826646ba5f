#![forbid(unsafe_code)]
//! Tasks of the workspace that cargo does not have.

mod changed;
mod comments;
mod modules;
mod planted;
mod source;
mod workspace;

use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::path::Path;

/// Crates with circles. `docs/design.md` has the reasons.
const EXEMPT: [&str; 2] = ["setwise-conformance", "setwise-core"];

const USAGE: &str = "usage: cargo xtask TASK
comments               are comments no wider than code?
layers                 does no crate and no module use one of a layer above?
planted [TEXT]         does a test find each planted mistake, or those with this text in their names?
programs [PACKAGE...]  builds all tests, and prints folder and file of the test programs of these
                       packages; without names, of those that the change concerns";

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = root.parent().context("the workspace")?;
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["layers"] => layers(root),
        ["comments"] => comments::check(root),
        ["planted"] => planted::run(root, ""),
        ["planted", text] => planted::run(root, text),
        ["programs", names @ ..] => {
            let packages = workspace::packages(root)?;
            let of = match names {
                [] => changed::concerned(root, &packages)?,
                _ => names.iter().copied().collect(),
            };
            changed::programs(root, &packages, &of)
        }
        _ => bail!(USAGE),
    }
}

/// Checks that no module of a crate, and no crate, uses one of a layer above.
fn layers(root: &Path) -> Result<()> {
    let mut crates = workspace::packages(root)?;
    crates.retain(|package| package.folder().starts_with(root.join("crates")));
    workspace::check_drawing(root, &crates)?;
    let mut failed = 0;
    for package in &crates {
        let name = &*package.name;
        if EXEMPT.contains(&name) {
            continue;
        }
        let sources = source::read(&package.folder().join("src"))?;
        let circles = modules::circles(&sources);
        for circle in &circles {
            println!("{name}: {} use each other", circle.join(", "));
        }
        failed += usize::from(!circles.is_empty());
    }
    ensure!(failed == 0, "circles in {failed} crates");
    Ok(())
}
