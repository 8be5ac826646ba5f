//! The packages that a change concerns.

use crate::workspace::{Package, output};
use anyhow::Result;
use std::collections::BTreeSet;
use std::path::Path;

/// Prints the names of the packages with changed files, and of all packages that depend on them.
/// A change of the workspace itself concerns all.
pub(crate) fn print(root: &Path, packages: &[Package]) -> Result<()> {
    let files = files(root)?;
    let of_all = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"];
    let is_all = files.lines().any(|file| of_all.contains(&file));
    let has = |package: &Package| {
        let mut paths = files.lines().map(|file| root.join(file));
        is_all || paths.any(|path| path.starts_with(package.folder()))
    };
    let mut found = BTreeSet::new();
    found.extend(packages.iter().filter(|one| has(one)).map(|one| &*one.name));
    let mut add_dependents = |of_tests: bool| {
        let known = found.clone();
        let uses = |one: &&Package| one.local(of_tests).any(|name| known.contains(name));
        found.extend(packages.iter().filter(uses).map(|one| &*one.name));
        found.len() > known.len()
    };
    while add_dependents(false) {}
    // What only tests depend on does not concern the dependents of their package.
    add_dependents(true);
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
