use super::names::is_standard;
use super::temporary::{listen, put, with_temporary};
use anyhow::Context;
use setwise_program::failure::at;
use setwise_program::files::remove_abandoned;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file or the standard output. A file keeps its content until [`Destination::commit`].
pub(super) struct Destination {
    pub(super) name: String,
    sink: Box<dyn Write + Send>,
    /// The temporary file and the path that it gets.
    rename: Option<(PathBuf, PathBuf)>,
}

impl Destination {
    /// Writes into a file that is open, and keeps its name.
    pub(super) fn of_file(path: &Path, file: File) -> Self {
        Self {
            name: path.display().to_string(),
            sink: Box::new(BufWriter::new(file)),
            rename: None,
        }
    }

    /// Opens a destination. Pipes and devices are written directly.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        if is_standard(path) {
            return Ok(Self {
                name: "standard output".to_string(),
                sink: Box::new(io::stdout()),
                rename: None,
            });
        }
        if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            let file = File::options().write(true).open(path);
            return Ok(Self::of_file(path, file.with_context(at(path))?));
        }
        // A link stays: the file that it leads to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        remove_abandoned(target.parent().unwrap_or(Path::new(".")), &target);
        let temporary = target.with_added_extension(format!("{}.tmp", std::process::id()));
        listen();
        let file = with_temporary(|paths| {
            let file = File::create(&temporary)?;
            paths.push(temporary.clone());
            Ok::<_, io::Error>(file)
        });
        let mut opened = Self::of_file(path, file.with_context(at(path))?);
        opened.rename = Some((temporary, target));
        Ok(opened)
    }

    /// Writes what is buffered, and gives the file its name.
    pub(super) fn commit(mut self) -> anyhow::Result<()> {
        self.sink.flush().with_context(|| self.name.clone())?;
        let Some((temporary, target)) = &self.rename else {
            return Ok(());
        };
        let renamed = with_temporary(|paths| {
            put(temporary, target)?;
            paths.retain(|path| path != temporary);
            Ok::<_, io::Error>(())
        });
        renamed.with_context(|| self.name.clone())?;
        self.rename = None;
        Ok(())
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// Removes the temporary file of a destination that was not committed.
impl Drop for Destination {
    fn drop(&mut self) {
        if let Some((temporary, _)) = self.rename.take() {
            with_temporary(|paths| {
                let _ = fs::remove_file(&temporary);
                paths.retain(|path| *path != temporary);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::temporary::{forget_temporary, remember_temporary};

    #[test]
    fn a_file_is_replaced_by_a_commit_only() {
        let folder = tempfile::tempdir().unwrap();
        let folder = fs::canonicalize(folder.path()).unwrap();
        let [path, other] = ["a.fen", "other"].map(|name| folder.join(name));
        let temporary = folder.join(format!("a.fen.{}.tmp", std::process::id()));
        fs::write(&path, "an old file").unwrap();
        remember_temporary(&other);
        let is_remembered = |path: &PathBuf| with_temporary(|paths| paths.contains(path));
        let written = || {
            let mut file = Destination::open(&path).unwrap();
            file.write_all(b"new").unwrap();
            assert!(temporary.exists() && is_remembered(&temporary));
            file
        };
        drop(written());
        assert_eq!(fs::read(&path).unwrap(), b"an old file");
        assert!(!temporary.exists() && !is_remembered(&temporary));
        assert!(is_remembered(&other));

        written().commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(!temporary.exists() && !is_remembered(&temporary));
        assert!(is_remembered(&other));
        forget_temporary([other.as_path()], || Ok(())).unwrap();
    }

    #[test]
    fn a_flush_reaches_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.fen");
        let mut file = Destination::of_file(&path, File::create(&path).unwrap());
        assert_eq!(file.write(b"half").unwrap(), 4);
        file.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"half");
        file.write_all(b" and half").unwrap();
        file.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"half and half");
    }
}
