//! The workspace that contains the current folder.

use anyhow::Context;
use std::path::{Path, PathBuf};

/// Returns the root of the workspace.
pub(crate) fn root() -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("current folder")?;
    let is_root = |folder: &&Path| {
        let manifest = std::fs::read_to_string(folder.join("benches/Cargo.toml"));
        manifest.is_ok_and(|text| text.contains("name = \"setwise-benches\""))
    };
    let root = here.ancestors().find(is_root).map(Path::to_path_buf);
    let problem = "is not inside a clone of the setwise workspace";
    let reason = "no folder above it has benches/Cargo.toml";
    root.with_context(|| format!("{} {problem} ({reason})", here.display()))
}
