//! The number of lines of Rust without tests, by package.

use crate::modules::{is_test, without_tests};
use crate::workspace::{folder_of, folders, output};
use anyhow::Result;
use std::{collections::BTreeMap, fs, path::Path};

/// Prints the lines of each folder with a manifest, and of all.
pub(crate) fn print(root: &Path) -> Result<()> {
    let folders = folders(root)?;
    let mut lines = BTreeMap::new();
    let files = output(root, "git ls-files *.rs")?;
    for file in files.lines() {
        if !is_test(file) && root.join(file).exists() {
            let text = fs::read_to_string(root.join(file))?;
            let folder = folder_of(&folders, file).unwrap_or(Path::new(file));
            *lines.entry(folder).or_insert(0) += without_tests(&text).lines().count();
        }
    }
    for (folder, lines) in &lines {
        println!("{lines:6}  {}", folder.display());
    }
    println!("{:6}  in all", lines.values().sum::<usize>());
    Ok(())
}
