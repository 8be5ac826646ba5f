//! The packages that a change concerns, and their test programs.

use crate::workspace::{Package, output};
use anyhow::Result;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Returns the names of the packages with changed files, and of all packages that depend on them.
/// A change of the workspace itself concerns all.
pub(crate) fn concerned<'a>(root: &Path, packages: &'a [Package]) -> Result<BTreeSet<&'a str>> {
    let mut found = BTreeSet::new();
    for file in files(root)? {
        let owners = packages
            .iter()
            .filter(|package| root.join(&file).starts_with(package.folder()));
        if let Some(owner) = owners.max_by_key(|package| package.folder().as_os_str().len()) {
            found.insert(&*owner.name);
        } else if ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"].contains(&&*file) {
            return Ok(packages.iter().map(|package| &*package.name).collect());
        }
    }
    let add_dependents = |found: &mut BTreeSet<&'a str>, of_tests: bool| {
        let known = found.clone();
        for package in packages {
            if package.local(of_tests).any(|name| known.contains(name)) {
                found.insert(&package.name);
            }
        }
        found.len() > known.len()
    };
    while add_dependents(&mut found, false) {}
    // What only tests depend on does not concern the dependents of their package.
    add_dependents(&mut found, true);
    Ok(found)
}

/// The files that differ from the branch `main`, or on it from the last commit, or in a clean tree
/// from the one before.
fn files(root: &Path) -> Result<Vec<String>> {
    let branches = output(root, "git branch --all --format %(refname:short)")?;
    let mut main = ["origin/main", "main"].into_iter();
    let main = main.find(|main| branches.lines().any(|branch| branch == *main));
    let main = main.unwrap_or("HEAD");
    let mut base = output(root, &format!("git merge-base HEAD {main}"))?;
    if base == output(root, "git rev-parse HEAD")?
        && output(root, "git status --porcelain")?.is_empty()
    {
        base = "HEAD~".to_owned();
    }
    let changed = output(root, &format!("git diff --name-only {}", base.trim_end()))?;
    let new = output(root, "git ls-files --others --exclude-standard")?;
    Ok((changed + &new).lines().map(str::to_owned).collect())
}

/// Prints the folder and the file of each test program of the packages. All of the workspace is
/// built: so a package has the same features in every run, and what did not change is not built
/// again.
pub(crate) fn programs(root: &Path, packages: &[Package], of: &BTreeSet<&str>) -> Result<()> {
    let build = "cargo test --quiet --workspace --no-run --message-format json-render-diagnostics";
    for line in output(root, build)?.lines() {
        let message: Value = serde_json::from_str(line)?;
        let mut all = packages.iter();
        let package = all.find(|package| message["package_id"] == *package.id);
        let is_test = message["profile"]["test"] == true;
        if let (Some(package), Some(program)) = (package, message["executable"].as_str())
            && is_test
            && of.contains(&*package.name)
        {
            println!("{} {program}", package.folder().display());
        }
    }
    Ok(())
}
