//! Where the workspace is.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// A path that was given, or a place in the workspace. Outside of one the message ends with what to do.
pub(crate) fn or_default(
    given: Option<&Path>,
    place: &str,
    advice: &str,
) -> Result<PathBuf, Failure> {
    match given {
        Some(path) => Ok(path.to_path_buf()),
        None => match root() {
            Ok(root) => Ok(root.join(place)),
            Err(failure) => Err(Failure::new(format!("{failure}; {advice}"))),
        },
    }
}

/// The root of the workspace that the current folder lies in.
pub(crate) fn root() -> Result<PathBuf, Failure> {
    let here = std::env::current_dir()
        .map_err(|error| Failure::new(format!("current folder: {error}")))?;
    here.ancestors()
        .find(|folder| is_root(folder))
        .map(Path::to_path_buf)
        .ok_or_else(|| {
            Failure::new(format!(
                "{} is not inside a clone of the setwise workspace (no folder above it has benches/Cargo.toml)",
                here.display()
            ))
        })
}

fn is_root(folder: &Path) -> bool {
    std::fs::read_to_string(folder.join("benches/Cargo.toml"))
        .is_ok_and(|text| text.contains("name = \"setwise-benches\""))
}
