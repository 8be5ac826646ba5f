use super::names::is_standard;
use super::temporary::{forget_temporary, listen, put, remember_temporary, tell_of_resuming};
use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use fnv::FnvHasher;
use serde_json::{Map, Value, json};
use setwise_formats::{Compression, Format};
use setwise_program::failure::{at, usage};
use std::fs::{self, File, TryLockError};
use std::hash::Hasher;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The options of a run that can be resumed.
#[derive(Args, Debug)]
pub(super) struct ResumeArgs {
    /// Continue an interrupted run of this command with --resume; start over if there is none
    ///
    /// The run writes OUTPUT.partial and, every few seconds, OUTPUT.checkpoint. After an
    /// interruption or an error, both remain, and the same command continues from there. The
    /// output has the same bytes as without an interruption. A checkpoint of another input, of
    /// other options or of another version is refused. Compressed outputs, Parquet, Arrow and the
    /// standard input and output cannot be resumed.
    #[arg(long)]
    pub(super) resume: bool,
    /// Time between checkpoints; 0 writes one after each batch of records
    #[arg(long, value_name = "SECONDS", default_value_t = 5, requires = "resume")]
    checkpoint_every: u32,
}

/// Facts that decide the bytes of an output, by name.
pub(super) type Facts = Map<String, Value>;

impl ResumeArgs {
    /// Opens the partial output of a run that can be resumed; `None` without the option. A
    /// checkpoint of other facts is refused.
    pub(super) fn open(
        &self,
        output: &Path,
        (format, compression): (Format, Compression),
        facts: Facts,
    ) -> anyhow::Result<Option<Checkpoints>> {
        if !self.resume {
            return Ok(None);
        }
        let what =
            if is_standard(output) || fs::metadata(output).is_ok_and(|about| !about.is_file()) {
                "an output that is not a file"
            } else if compression != Compression::None {
                "a compressed output"
            } else if format.is_columnar() {
                "an output of columns"
            } else if format == Format::Pgn {
                "an output of PGN"
            } else {
                let every = Duration::from_secs(self.checkpoint_every.into());
                return Checkpoints::open(output, facts, every).map(Some);
            };
        let name = output.display();
        Err(usage(format!("{name}: {what} cannot be resumed")))
    }
}

/// Adds the identity of an input to the facts.
pub(super) fn add_input(facts: &mut Facts, input: &Path, format: Format) -> anyhow::Result<()> {
    let refuse = |what| {
        let name = input.display();
        let error = format!("{name}: a run that reads {what} cannot be resumed");
        Err(usage(error))
    };
    if is_standard(input) {
        return refuse("the standard input");
    }
    if format.is_columnar() {
        return refuse(format.name());
    }
    let about = fs::metadata(input).with_context(at(input))?;
    if !about.is_file() {
        return refuse("a pipe or a device");
    }
    let path = fs::canonicalize(input).with_context(at(input))?;
    let modified = about.modified().with_context(at(input))?;
    facts.insert("input".into(), path.to_string_lossy().into());
    facts.insert("size of the input".into(), about.len().into());
    facts.insert("time of the input".into(), format!("{modified:?}").into());
    Ok(())
}

/// The places that a run has reached, by name, such as that in its input.
#[derive(Default)]
pub(super) struct Points {
    places: Facts,
    /// The checkpoint that stores them; empty for those of this run.
    checkpoint: PathBuf,
}

impl Points {
    pub(super) fn with(mut self, name: &str, place: &impl ToString) -> Self {
        self.places.insert(name.into(), place.to_string().into());
        self
    }

    pub(super) fn get<T: FromStr>(&self, name: &str) -> anyhow::Result<T> {
        let text = self.places.get(name).and_then(Value::as_str);
        let place = text.and_then(|text| text.parse().ok());
        let damaged = "the checkpoint is damaged (remove it to start over)";
        place.context(damaged).with_context(at(&self.checkpoint))
    }
}

/// A partial output with its checkpoint. No other run has them open.
pub(super) struct Checkpoints {
    /// The partial output. It is locked.
    file: File,
    partial: PathBuf,
    /// The path that the output gets.
    target: PathBuf,
    checkpoint: PathBuf,
    facts: Facts,
    /// The points of the checkpoint; `None` if the run begins.
    pub(super) begin: Option<Points>,
    every: Duration,
    last: Option<Instant>,
    is_done: bool,
}

/// The entry of the progress for the size of the partial output.
const BYTES: &str = "bytes";

impl Checkpoints {
    fn open(output: &Path, mut facts: Facts, every: Duration) -> anyhow::Result<Self> {
        facts.insert("version".into(), env!("CARGO_PKG_VERSION").into());
        listen();
        tell_of_resuming();
        // A link stays: the file that it leads to is replaced.
        let target = fs::canonicalize(output).unwrap_or_else(|_| output.to_path_buf());
        let partial = target.with_added_extension("partial");
        let file = lock(&partial)?;
        let mut opened = Self {
            file,
            partial,
            checkpoint: target.with_added_extension("checkpoint"),
            target,
            facts,
            begin: None,
            every,
            last: None,
            is_done: false,
        };
        opened.load()?;
        Ok(opened)
    }

    /// Reads the checkpoint, and cuts the partial output there.
    fn load(&mut self) -> anyhow::Result<()> {
        let text = match fs::read_to_string(&self.checkpoint) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) if error.kind() == ErrorKind::InvalidData => Some(String::new()),
            Err(error) => return Err(error).with_context(at(&self.checkpoint)),
        };
        let mut bytes = 0;
        if let Some(text) = &text {
            let size = self.file.metadata().with_context(at(&self.partial))?.len();
            if size == 0 {
                // `lock` has just created the partial output.
                remember_temporary(&self.partial);
            }
            let places = self.parse(text);
            let places = places.map_err(|why| anyhow!("{why} (remove it to start over)"));
            let places = places.with_context(at(&self.checkpoint))?;
            bytes = places[BYTES].as_u64().unwrap_or(0);
            self.begin = Some(Points {
                places,
                checkpoint: self.checkpoint.clone(),
            });
            ensure!(
                size >= bytes,
                "{}: {bytes} bytes are needed, but it has {size} (remove {} to start over)",
                self.partial.display(),
                self.checkpoint.display()
            );
        } else {
            // Without a checkpoint the partial output is of no use.
            remember_temporary(&self.partial);
        }
        let cut = self.file.set_len(bytes);
        cut.and_then(|()| self.file.seek(SeekFrom::Start(bytes)))
            .with_context(at(&self.partial))?;
        Ok(())
    }

    /// Parses a checkpoint and compares its facts. Returns its points.
    fn parse(&self, text: &str) -> anyhow::Result<Facts> {
        let damaged = "the checkpoint is damaged";
        let (body, sum) = text.rsplit_once("checksum ").context(damaged)?;
        ensure!(sum == format!("{:016x}\n", checksum(body)), damaged);
        let mut stored: Value = serde_json::from_str(body).context(damaged)?;
        let facts = stored["run"].as_object().context(damaged)?;
        for name in facts.keys().chain(self.facts.keys()) {
            let (stored, found) = (facts.get(name), self.facts.get(name));
            if stored != found {
                let text = |value: Option<&Value>| value.map_or("none".into(), Value::to_string);
                let [stored, found] = [stored, found].map(text);
                bail!("the checkpoint is of another run: {name} {stored}, not {found}");
            }
        }
        match stored["progress"].take() {
            Value::Object(progress) if progress.get(BYTES).is_some_and(Value::is_u64) => {
                Ok(progress)
            }
            _ => bail!(damaged),
        }
    }

    /// Returns a handle that writes after the checkpoint.
    pub(super) fn sink(&self) -> anyhow::Result<File> {
        self.file.try_clone().with_context(at(&self.partial))
    }

    pub(super) fn is_due(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() >= self.every)
    }

    /// Writes a checkpoint with these points. The partial output has this number of bytes.
    pub(super) fn save(&mut self, bytes: u64, points: Points) -> io::Result<()> {
        // The bytes are on the disk before the checkpoint counts them.
        self.file.sync_data()?;
        let mut places = points.places;
        places.insert(BYTES.into(), bytes.into());
        let body = format!("{:#}\n", json!({"run": self.facts, "progress": places}));
        let text = format!("{body}checksum {:016x}\n", checksum(&body));
        let temporary = self.temporary();
        remember_temporary(&temporary);
        let mut file = File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        // After this line, an interruption leaves both files.
        let paths = [temporary.as_path(), self.partial.as_path()];
        forget_temporary(paths, || fs::rename(&temporary, &self.checkpoint))?;
        self.last = Some(Instant::now());
        Ok(())
    }

    fn temporary(&self) -> PathBuf {
        self.checkpoint.with_added_extension("tmp")
    }

    /// Gives the output its name, and removes the checkpoint.
    pub(super) fn commit(mut self) -> anyhow::Result<()> {
        let synced = self.file.sync_data();
        let renamed = synced.and_then(|()| {
            forget_temporary([self.partial.as_path()], || {
                // The checkpoint is removed first: it would not fit a later partial output.
                match fs::remove_file(&self.checkpoint) {
                    Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
                    _ => put(&self.partial, &self.target),
                }
            })
        });
        self.is_done = renamed.is_ok();
        renamed.with_context(at(&self.target))
    }
}

/// Removes a partial output without a checkpoint.
impl Drop for Checkpoints {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.temporary());
        let is_empty = || self.file.metadata().is_ok_and(|about| about.len() == 0);
        if !self.is_done && (!self.checkpoint.exists() || is_empty()) {
            let _ = forget_temporary([self.partial.as_path()], || fs::remove_file(&self.partial));
        }
    }
}

/// Opens a partial output that no other run has open.
fn lock(path: &Path) -> anyhow::Result<File> {
    loop {
        let mut options = File::options();
        let options = options.create(true).truncate(false).write(true);
        let file = options.open(path).with_context(at(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{}: another run writes it", path.display()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(at(path)),
        }
        // The run that had the lock may have renamed the file meanwhile.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Whether a path leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |about: fs::Metadata| (about.dev(), about.ino());
    let [opened, found] = [file.metadata(), fs::metadata(path)].map(|about| about.map(place).ok());
    opened.is_some() && opened == found
}

/// Whether a path leads to an open file. Elsewhere than on Unix, open files keep their names.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// The 64-bit FNV-1a hash.
fn checksum(text: &str) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}
