use setwise_program::failure::message;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::{fs, io};

/// The exit code of an interrupted run: 128 plus the number of the signal, as in shells.
const INTERRUPTED: i32 = 130;

static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether an interrupted run continues when its command is run again.
static RESUMES: AtomicBool = AtomicBool::new(false);

/// Lets an interruption print that the same command resumes.
pub(super) fn tell_of_resuming() {
    RESUMES.store(true, Ordering::Relaxed);
}

/// Runs `change` on the list of temporary files. Ctrl-C waits for its end.
pub(super) fn with_temporary<T>(change: impl FnOnce(&mut Vec<PathBuf>) -> T) -> T {
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
                if RESUMES.load(Ordering::Relaxed) {
                    message("setwise: interrupted; the same command continues");
                }
                std::process::exit(INTERRUPTED)
            })
        });
    });
}

pub(super) fn remember_temporary(path: &Path) {
    with_temporary(|paths| paths.push(path.to_path_buf()));
}

/// Runs `change`, and then takes files off the list of files that an interruption removes. An
/// interruption waits for `change`. After an error of `change`, the files stay on the list.
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

/// Gives a finished file its name. Where the old file cannot be replaced, as on Windows while
/// another program has it open, the output is not lost: it stays beside it, as `NAME.new`.
pub(super) fn put(finished: &Path, target: &Path) -> io::Result<()> {
    fs::rename(finished, target).map_err(|error| {
        let kept = target.with_added_extension("new");
        if fs::rename(finished, &kept).is_err() {
            return error;
        }
        // Windows puts this before a path without links.
        let name = kept.display().to_string();
        let name = name.trim_start_matches(r"\\?\");
        let message = format!("{error}; the output is in {name}");
        io::Error::new(error.kind(), message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn an_output_is_kept_if_the_old_file_cannot_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [finished, target, kept] =
            ["a.fen.1.tmp", "a.fen", "a.fen.new"].map(|name| folder.path().join(name));
        fs::write(&finished, "new").unwrap();
        fs::write(&target, "old").unwrap();
        put(&finished, &target).unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");

        // No system replaces a folder by a file.
        fs::remove_file(&target).unwrap();
        fs::create_dir_all(target.join("full")).unwrap();
        fs::write(&finished, "newer").unwrap();
        let error = put(&finished, &target).unwrap_err().to_string();
        let end = format!("; the output is in {}", kept.display());
        assert!(error.ends_with(&end), "{error}");
        assert_eq!(fs::read(&kept).unwrap(), b"newer");
        assert!(!finished.exists() && target.join("full").exists());

        // Nothing is there to be kept.
        let error = put(&finished, &target).unwrap_err().to_string();
        assert!(!error.contains("a.fen.new"), "{error}");
    }

    #[test]
    fn files_are_forgotten_after_a_change() {
        let is_remembered = |path: &PathBuf| with_temporary(|paths| paths.contains(path));
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
}
