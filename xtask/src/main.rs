#![forbid(unsafe_code)]
//! Tasks of the workspace that cargo does not have.

mod comments;
mod documents;
mod lines;
mod modules;
mod planted;
mod workspace;

use anyhow::{Context, Result, bail, ensure};
use std::{env, fs, path::Path};

/// Packages with circles. `docs/design.md` has the reasons.
const EXEMPT: &str =
    "setwise-benches setwise-conformance setwise-core setwise-neon setwise-results setwise-x86";

const USAGE: &str = "usage: cargo xtask TASK
changed         prints the packages with changes, and those that depend on them
comments        are comments no wider than code?
documents       do links, paths and commands of documents exist, and are their words few enough?
layers          do crates and modules use what the drawing and the maps allow?
lines           prints the lines of Rust without tests, by package
planted [TEXT]  does a test find each planted mistake, or those of this package or name?";

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = root.parent().context("the workspace")?;
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["changed"] => workspace::print_changed(root, &workspace::packages(root)?),
        ["comments"] => comments::check(root),
        ["documents"] => documents::check(root),
        ["layers"] => layers(root),
        ["lines"] => lines::print(root),
        ["planted", text @ ..] => planted::run(root, &text.join(" ")),
        [] => bail!(USAGE),
        _ => {
            eprintln!("no task is `{}`: see `cargo xtask`", arguments.join(" "));
            std::process::exit(2)
        }
    }
}

/// Checks that no crate uses one of a layer above or compiles a file of another one, no module one
/// below it on the map of its crate or a name of another module through the root, and no modules of
/// a package each other.
fn layers(root: &Path) -> Result<()> {
    let packages = workspace::packages(root)?;
    workspace::check_drawing(root, &packages)?;
    let files = modules::foreign_files(root)?;
    files.iter().for_each(|line| println!("{line}"));
    let mut failed = files.len();
    for package in packages {
        let graph = modules::Graph::of(package.folder())?;
        let mut lines: Vec<_> = graph.through_root.iter().cloned().collect();
        if !EXEMPT.split(' ').any(|name| name == package.name) {
            lines.extend(graph.circles());
        }
        let lib = package.folder().join("src/lib.rs");
        if package.is_crate(root) && lib.exists() {
            lines.extend(graph.off_the_map(&fs::read_to_string(lib)?));
        }
        for line in &lines {
            println!("{}: {line}", package.name);
        }
        failed += lines.len();
    }
    ensure!(failed == 0, "{failed} uses against the layers");
    Ok(())
}
