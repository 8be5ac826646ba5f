//! The packages of the workspace: those that a change concerns, and the drawing of their layers in
//! `docs/design.md`.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    pub(crate) features: BTreeMap<String, Value>,
    pub(crate) targets: Vec<Target>,
}

#[derive(Deserialize)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) kind: Vec<String>,
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

    pub(crate) fn is_crate(&self, root: &Path) -> bool {
        self.folder().starts_with(root.join("crates"))
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

/// Returns the folders with a manifest.
pub(crate) fn folders(root: &Path) -> Result<BTreeSet<PathBuf>> {
    let list = "git ls-files --cached --others --exclude-standard *Cargo.toml";
    let list = output(root, list)?;
    let parents = list.lines().map(|file| Path::new(file).parent());
    Ok(parents.flatten().map(Path::to_owned).collect())
}

/// Returns the folder of the package that a file belongs to.
pub(crate) fn folder_of<'a>(
    folders: &BTreeSet<PathBuf>,
    file: &'a (impl AsRef<Path> + ?Sized),
) -> Option<&'a Path> {
    let mut parents = file.as_ref().ancestors().skip(1);
    parents.find(|folder| folders.contains(*folder))
}

/// Prints the names of the packages with changed files, of all packages that depend on them, and of
/// those whose tests use them directly. A change of the workspace itself concerns all.
pub(crate) fn print_changed(root: &Path, packages: &[Package]) -> Result<()> {
    let files = files(root)?;
    let of_all = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"];
    let is_all = files.lines().any(|file| of_all.contains(&file));
    let has = |package: &&Package| {
        let mut paths = files.lines().map(|file| root.join(file));
        is_all || paths.any(|path| path.starts_with(package.folder()))
    };
    let dependents = |on: &BTreeSet<&str>, of_tests| {
        let uses = |one: &&Package| one.local(of_tests).any(|name| on.contains(name));
        let found = packages.iter().filter(uses).map(|one| &*one.name);
        found.collect::<Vec<_>>()
    };
    let changed = packages.iter().filter(has).map(|one| &*one.name);
    let changed: BTreeSet<&str> = changed.collect();
    let mut found = changed.clone();
    for _ in packages {
        found.extend(dependents(&found, false));
    }
    found.extend(dependents(&changed, true));
    found.iter().for_each(|name| println!("{name}"));
    Ok(())
}

/// The files that differ from the branch `main`, and on it from the commit before.
fn files(root: &Path) -> Result<String> {
    let main = "git for-each-ref --format=%(refname) refs/heads/main refs/remotes/origin/main";
    let main = output(root, main)?;
    let main = main.lines().last().unwrap_or("HEAD");
    let base = output(root, &format!("git merge-base HEAD~ {main}"))?;
    let changed = output(root, &format!("git diff --name-only {}", base.trim_end()))?;
    let new = output(root, "git ls-files --others --exclude-standard")?;
    Ok(changed + &new)
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
    for package in packages.iter().filter(|one| one.is_crate(root)) {
        let name = &package.name;
        let from = line(name)?;
        for on in package.local(false) {
            ensure!(from < line(on)?, "{name} uses {on}, which is no lower");
        }
    }
    Ok(())
}
