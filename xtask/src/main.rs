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

/// Packages with circles. `docs/design.md` has the reasons.
const EXEMPT: [&str; 4] = [
    "setwise-benches",
    "setwise-conformance",
    "setwise-core",
    "setwise-results",
];

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

/// Checks that no crate uses one of a layer above, and no modules of a package use each other.
fn layers(root: &Path) -> Result<()> {
    let packages = workspace::packages(root)?;
    workspace::check_drawing(root, &packages)?;
    let mut failed = 0;
    for package in packages {
        if !EXEMPT.contains(&&*package.name) {
            for circle in modules::circles(&source::read(package.folder())?) {
                println!("{}: {} use each other", package.name, circle.join(", "));
                failed += 1;
            }
        }
    }
    ensure!(failed == 0, "{failed} circles");
    Ok(())
}
