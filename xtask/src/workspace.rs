//! The packages of the workspace, and the drawing of their layers in `docs/design.md`.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    path: Option<PathBuf>,
    kind: Option<String>,
}

impl Package {
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("/"))
    }

    /// The packages of this repository that it depends on, or that only its tests depend on.
    pub(crate) fn local(&self, of_tests: bool) -> impl Iterator<Item = &str> {
        let local = self.dependencies.iter().filter(|on| on.path.is_some());
        let kind = local.filter(move |on| (on.kind.as_deref() == Some("dev")) == of_tests);
        kind.map(|on| &*on.name)
    }
}

pub(crate) fn packages(root: &Path) -> Result<Vec<Package>> {
    let text = output(root, "cargo metadata --no-deps --format-version 1")?;
    let mut metadata: Value = serde_json::from_str(&text)?;
    Ok(serde_json::from_value(metadata["packages"].take())?)
}

/// Returns what a command prints. Its words have no spaces.
pub(crate) fn output(folder: &Path, command: &str) -> Result<String> {
    let (program, arguments) = command.split_once(' ').context("arguments")?;
    let mut run = Command::new(program);
    let run = run.args(arguments.split(' ')).current_dir(folder);
    let output = run.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| command.to_owned())?;
    ensure!(output.status.success(), "{command} failed");
    Ok(String::from_utf8(output.stdout)?)
}

/// Checks that each crate has a place in the drawing, and that it depends on crates of lower lines
/// only.
pub(crate) fn check_drawing(root: &Path, packages: &[Package]) -> Result<()> {
    let design = fs::read_to_string(root.join("docs/design.md"))?;
    let layers = design.split("\n## Layers\n").nth(1);
    let drawing = layers.and_then(|part| part.split("```").nth(1));
    let drawing = drawing.context("no drawing of the layers in docs/design.md")?;
    let line = |name: &str| {
        let mut lines = drawing.lines();
        let found = lines.position(|line| line.split_whitespace().any(|word| word == name));
        found.with_context(|| format!("{name} is not in the drawing"))
    };
    let crates = root.join("crates");
    let is_crate = |package: &&Package| package.folder().starts_with(&crates);
    for package in packages.iter().filter(is_crate) {
        let name = &package.name;
        let from = line(name)?;
        for on in package.local(false) {
            ensure!(from < line(on)?, "{name} uses {on}, which is no lower");
        }
    }
    Ok(())
}
