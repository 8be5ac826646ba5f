//! An output that appears as a whole at the end: a temporary file beside it, which is renamed.

use super::input::{format_of, format_parser, is_standard};
use crate::failure::{at, usage};
use crate::report::files::remove_abandoned;
use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise_formats::{Compression, Error, Format, PositionEncoding, WriteOptions};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// How records are written to a file.
#[derive(Args, Debug)]
pub(super) struct OutputArgs {
    /// Format of the output [default: the one of its extension]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    to: Option<Format>,
    /// Columns of positions in Parquet and Arrow
    #[arg(long, value_name = "LAYOUT", value_parser = layout_parser(), default_value = PositionEncoding::default().name())]
    layout: PositionEncoding,
}

impl OutputArgs {
    /// Returns the format, which is given or the one of the extension, and the compression of the extension.
    pub(super) fn format(&self, path: &Path) -> anyhow::Result<(Format, Compression)> {
        let (format, compression) = format_of(path, self.to, "--to")?;
        if format.is_columnar() && compression != Compression::None {
            let name = path.display();
            return Err(usage(format!(
                "{name}: {format} is compressed inside the file, not as a whole"
            )));
        }
        Ok((format, compression))
    }

    /// The choices of a writer.
    pub(super) fn options(&self) -> WriteOptions {
        WriteOptions::default().encoding(self.layout)
    }
}

/// Parses the name of a layout.
fn layout_parser() -> impl TypedValueParser<Value = PositionEncoding> {
    let named = |name: String| PositionEncoding::named(&name).ok_or("no such layout");
    PossibleValuesParser::new(PositionEncoding::ALL.map(PositionEncoding::name)).try_map(named)
}

/// Returns what to print on the standard output. If records are there, the text goes to stderr.
pub(super) fn beside_records(text: String, is_taken: bool) -> String {
    if !is_taken {
        return text;
    }
    // If stderr is closed, the records remain.
    let _ = io::stderr().write_all(text.as_bytes());
    String::new()
}

/// The exit code of an interrupted run: 128 plus the number of the signal, as in shells.
const INTERRUPTED: i32 = 130;

/// The temporary files of this run.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Returns whether nobody reads the standard output to its end, as with `head`. That is no failure.
pub(super) fn is_closed(output: &Path, error: &Error) -> bool {
    let Error::Write(error) = error else {
        return false;
    };
    is_standard(output) && error.kind() == io::ErrorKind::BrokenPipe
}

/// Runs `change` on the list of temporary files. Ctrl-C waits meanwhile.
fn with_temporary<T>(change: impl FnOnce(&mut Vec<PathBuf>) -> T) -> T {
    change(&mut TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Installs a handler for Ctrl-C and SIGTERM that removes temporary files and ends the program.
pub(super) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler the signal ends the program, and temporary files stay.
        let _ = ctrlc::set_handler(|| {
            with_temporary(|paths| {
                for path in paths {
                    let _ = fs::remove_file(path);
                }
                std::process::exit(INTERRUPTED)
            })
        });
    });
}

/// Adds a file to those that an interruption removes.
pub(super) fn remember_temporary(path: &Path) {
    with_temporary(|paths| paths.push(path.to_path_buf()));
}

/// Runs `change`, and removes files from those that an interruption removes. It waits meanwhile. After an error of `change` they stay there.
pub(super) fn forget_temporary<const N: usize>(
    forgotten: [&Path; N],
    change: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    with_temporary(|paths| {
        change()?;
        paths.retain(|path| !forgotten.contains(&path.as_path()));
        Ok(())
    })
}

/// A file or the standard output. A file keeps its content until [`Output::commit`].
pub(super) struct Output {
    pub(super) name: String,
    sink: Box<dyn Write + Send>,
    /// The temporary file and the path that it gets.
    rename: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// An output into a file that is open, and keeps its name.
    pub(super) fn of_file(path: &Path, file: File) -> Self {
        Self {
            name: path.display().to_string(),
            sink: Box::new(BufWriter::new(file)),
            rename: None,
        }
    }

    /// Opens an output. Pipes and devices are written directly.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        if is_standard(path) {
            return Ok(Self {
                name: "standard output".to_string(),
                sink: Box::new(io::stdout()),
                rename: None,
            });
        }
        let name = path.display().to_string();
        if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            let file = File::options().write(true).open(path);
            return Ok(Self {
                name,
                sink: Box::new(BufWriter::new(file.with_context(at(path))?)),
                rename: None,
            });
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
        Ok(Self {
            name,
            sink: Box::new(BufWriter::new(file.with_context(at(path))?)),
            rename: Some((temporary, target)),
        })
    }

    /// Writes what is buffered, and gives the file its name.
    pub(super) fn commit(mut self) -> anyhow::Result<()> {
        self.sink.flush().with_context(|| self.name.clone())?;
        let Some((temporary, target)) = &self.rename else {
            return Ok(());
        };
        let renamed = with_temporary(|paths| {
            fs::rename(temporary, target)?;
            paths.retain(|path| path != temporary);
            Ok::<_, io::Error>(())
        });
        renamed.with_context(|| self.name.clone())?;
        self.rename = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// Removes the temporary file of an output that was not committed.
impl Drop for Output {
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
    use std::io::ErrorKind;

    #[test]
    fn a_closed_standard_output_is_no_failure() {
        for (path, kind, expected) in [
            ("-", ErrorKind::BrokenPipe, true),
            ("-", ErrorKind::StorageFull, false),
            ("a.fen", ErrorKind::BrokenPipe, false),
            ("a.fen", ErrorKind::StorageFull, false),
        ] {
            let error = Error::Write(kind.into());
            assert_eq!(
                is_closed(Path::new(path), &error),
                expected,
                "{path} {kind}"
            );
        }
    }

    /// Whether an interruption removes a file.
    fn is_remembered(path: &Path) -> bool {
        with_temporary(|paths| paths.iter().any(|known| known == path))
    }

    #[test]
    fn files_are_forgotten_after_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let [file, other] = ["file", "other"].map(|name| folder.path().join(name));
        remember_temporary(&file);
        remember_temporary(&other);
        assert!(is_remembered(&file) && is_remembered(&other));
        let failed = forget_temporary([file.as_path()], || Err(ErrorKind::NotFound.into()));
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::NotFound);
        assert!(is_remembered(&file));
        forget_temporary([file.as_path()], || fs::write(&file, "changed")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"changed");
        assert!(!is_remembered(&file) && is_remembered(&other));
        forget_temporary([file.as_path(), other.as_path()], || Ok(())).unwrap();
        assert!(!is_remembered(&other));
    }

    #[test]
    fn a_file_is_replaced_by_a_commit_only() {
        let folder = tempfile::tempdir().unwrap();
        let folder = fs::canonicalize(folder.path()).unwrap();
        let [path, other] = ["a.fen", "other"].map(|name| folder.join(name));
        let temporary = folder.join(format!("a.fen.{}.tmp", std::process::id()));
        fs::write(&path, "an old file").unwrap();
        remember_temporary(&other);
        let written = || {
            let mut output = Output::open(&path).unwrap();
            output.write_all(b"new").unwrap();
            assert!(temporary.exists() && is_remembered(&temporary));
            output
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
        let mut output = Output::of_file(&path, File::create(&path).unwrap());
        assert_eq!(output.write(b"half").unwrap(), 4);
        output.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"half");
        output.write_all(b" and half").unwrap();
        output.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"half and half");
    }
}
