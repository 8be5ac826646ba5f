//! The crates of the workspace against the drawing of their layers in `docs/design.md`.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of the crates.
pub(crate) fn folders(root: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(root.join("crates"))?;
    let mut folders: Vec<_> = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    folders.sort();
    Ok(folders)
}

/// Checks that each crate has a place in the drawing, and that it depends on crates of lower lines
/// only.
pub(crate) fn check(root: &Path) -> Result<()> {
    let design = fs::read_to_string(root.join("docs/design.md"))?;
    let layers = design
        .split("\n## ")
        .find(|part| part.starts_with("Layers"));
    let drawing = layers.and_then(|part| part.split("```").nth(1));
    let drawing = drawing.context("no drawing of the layers in docs/design.md")?;
    let line = |name: &str| {
        let mut lines = drawing.lines();
        lines.position(|line| line.split_whitespace().any(|word| word == name))
    };
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout).context("cargo metadata")?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = list(&metadata["packages"]);
    for folder in folders(root)? {
        let manifest = folder.join("Cargo.toml");
        let mut all = packages.iter();
        let package = all.find(|package| Path::new(&text(&package["manifest_path"])) == manifest);
        let package = package.with_context(|| format!("no package in {}", folder.display()))?;
        let name = text(&package["name"]);
        let from = line(&name).with_context(|| format!("{name} is not in the drawing"))?;
        for dependency in list(&package["dependencies"]) {
            if dependency["path"].is_string() && dependency["kind"].is_null() {
                let on = text(&dependency["name"]);
                let to = line(&on).with_context(|| format!("{on} is not in the drawing"))?;
                ensure!(
                    from < to,
                    "{name} uses {on}, which the drawing has no lower"
                );
            }
        }
    }
    Ok(())
}
