//! The workspace that the current folder lies in.

use anyhow::{Context, anyhow};
use std::path::{Path, PathBuf};

/// Returns a path that was given, or a place in the workspace. Outside of one the message ends with `advice`.
pub(crate) fn or_default(
    given: Option<&Path>,
    place: &str,
    advice: &str,
) -> anyhow::Result<PathBuf> {
    let advise = |error| anyhow!("{error:#}; {advice}");
    match given {
        Some(path) => Ok(path.to_path_buf()),
        None => root().map(|root| root.join(place)).map_err(advise),
    }
}

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
