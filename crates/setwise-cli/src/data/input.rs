//! The input of a command: its format, its compression, and the progress of reading.

use crate::failure::{at, usage};
use crate::progress::progress;
use anyhow::{Context, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use setwise_formats::{Compression, Format, OnDamage, ReadOptions, ReadPoint, Reader};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

/// The options for reading.
#[derive(Args, Debug)]
pub(super) struct InputArgs {
    #[command(flatten)]
    pub(super) format: FromArgs,
    /// What to do with damaged records, lines and games
    #[arg(long, value_enum, value_name = "CHOICE", default_value_t = Choice::Stop)]
    pub(super) on_damage: Choice,
    /// Skip damaged records, lines and games, and copy their bytes into this file
    #[arg(long, value_name = "FILE", conflicts_with = "on_damage")]
    pub(super) copy_damaged: Option<PathBuf>,
}

/// The options that tell how the records are stored, and how many threads read them.
#[derive(Args, Debug)]
pub(super) struct FromArgs {
    /// Format of the input [default: the one of its extension]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(super) from: Option<Format>,
    /// Read a record of the last position of each game, too
    #[arg(long)]
    pub(super) final_positions: bool,
    /// Number of threads that decode records and compute with them [default: one per logical CPU]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl FromArgs {
    /// The number of threads.
    fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(all, NonZeroUsize::get)
    }
}

/// The choice for damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Choice {
    /// End with an error
    Stop,
    /// Skip and count
    Skip,
}

impl Choice {
    /// The same choice for a reader.
    pub(super) fn on_damage<'a>(self) -> OnDamage<'a> {
        match self {
            Self::Stop => OnDamage::Stop,
            Self::Skip => OnDamage::Skip,
        }
    }
}

/// The name of a format as an argument.
pub(super) fn argument(format: Format) -> &'static str {
    match format {
        Format::Fen => "fen",
        Format::Epd => "epd",
        Format::BulletText => "bullet-text",
        Format::Pgn => "pgn",
        Format::Parquet => "parquet",
        Format::Arrow => "arrow",
        other => other.name(),
    }
}

/// Parses the name of a format.
pub(super) fn format_parser() -> impl TypedValueParser<Value = Format> {
    let named = |name: String| Format::named(&name).ok_or("no such format");
    PossibleValuesParser::new(Format::ALL.map(argument)).try_map(named)
}

/// Returns whether a path stands for the standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    match is_standard(path) {
        true => "standard input".to_string(),
        false => path.display().to_string(),
    }
}

/// Returns the format, which is given or the one of the extension, and the compression of the extension.
pub(super) fn format_of(
    path: &Path,
    given: Option<Format>,
    option: &str,
) -> anyhow::Result<(Format, Compression)> {
    let Some(format) = given.or_else(|| Format::of_path(path)) else {
        let name = path.display();
        return Err(usage(format!(
            "{name}: the extension is that of no format; {option} names the format"
        )));
    };
    Ok((format, Compression::of_path(path)))
}

/// Opens a file or the standard input. Returns its bytes, and the line that counts those that are read.
pub(crate) fn open_bytes(path: &Path) -> anyhow::Result<(impl Read + Send + use<>, ProgressBar)> {
    let (source, size): (Box<dyn Read + Send>, _) = match is_standard(path) {
        true => (Box::new(io::stdin()), None),
        false => {
            let file = File::open(path).with_context(at(path))?;
            let about = file.metadata().with_context(at(path))?;
            (Box::new(file), about.is_file().then_some(about.len()))
        }
    };
    let progress = reading(size, &BYTES);
    Ok((progress.wrap_read(source), progress))
}

/// An opened input.
pub(super) struct Input<'a> {
    pub(super) name: String,
    pub(super) reader: Reader<'a>,
    progress: ProgressBar,
}

impl<'a> Input<'a> {
    /// Opens a file or the standard input.
    pub(super) fn open(
        path: &Path,
        args: &FromArgs,
        on_damage: OnDamage<'a>,
    ) -> anyhow::Result<Self> {
        let (format, compression) = format_of(path, args.from, "--from")?;
        let options = ReadOptions::default()
            .on_damage(on_damage)
            .final_positions(args.final_positions)
            .threads(args.threads());
        if format == Format::Parquet && compression == Compression::None && !is_standard(path) {
            let file = File::open(path).with_context(at(path))?;
            let reader = Reader::from_file(file, format, options).with_context(at(path))?;
            return Ok(Self {
                name: name(path),
                progress: reading(reader.rows(), &ROWS),
                reader,
            });
        }
        let (source, progress) = open_bytes(path)?;
        let source = compression.reader(source);
        Ok(Self {
            name: name(path),
            reader: Reader::new(source.with_context(at(path))?, format, options),
            progress,
        })
    }

    /// Opens a file, in batches of whole units, from a point on that another run has reached. Compressed files are decompressed up to there.
    pub(super) fn open_at(
        path: &Path,
        args: &FromArgs,
        on_damage: OnDamage<'a>,
        point: Option<&ReadPoint>,
    ) -> anyhow::Result<Self> {
        let (format, compression) = format_of(path, args.from, "--from")?;
        let options = ReadOptions::default()
            .on_damage(on_damage)
            .final_positions(args.final_positions)
            .threads(args.threads())
            .whole_units(true);
        let mut file = File::open(path).with_context(at(path))?;
        let progress = reading(Some(file.metadata().with_context(at(path))?.len()), &BYTES);
        let offset = point.map_or(0, ReadPoint::offset);
        if compression == Compression::None {
            file.seek(SeekFrom::Start(offset)).with_context(at(path))?;
            progress.set_position(offset);
            progress.reset_eta();
        }
        let source = compression.reader(progress.wrap_read(file));
        let mut source = source.with_context(at(path))?;
        if compression != Compression::None {
            let skipped = io::copy(&mut (&mut source).take(offset), &mut io::sink());
            let skipped = skipped.with_context(at(path))?;
            ensure!(
                skipped == offset,
                "{}: ends at byte {skipped}, before the checkpoint",
                path.display()
            );
        }
        let reader = Reader::new(source, format, options);
        Ok(Self {
            name: name(path),
            reader: match point {
                Some(point) => reader.at(point),
                None => reader,
            },
            progress,
        })
    }
}

impl Input<'_> {
    /// Returns the line that counts the rows of a Parquet file. Of other files, the bytes count: the line is a hidden one.
    pub(super) fn row_progress(&self) -> ProgressBar {
        match self.reader.rows() {
            Some(_) => self.progress.clone(),
            None => ProgressBar::hidden(),
        }
    }
}

/// Removes the progress line.
impl Drop for Input<'_> {
    fn drop(&mut self) {
        self.progress.finish_and_clear();
    }
}

/// The templates of a progress line: with a known end, without.
type Templates = [&'static str; 2];

const BYTES: Templates = [
    "{percent} % of {total_bytes}, {bytes_per_sec}, about {eta} left",
    "{bytes} read, {bytes_per_sec}, after {elapsed}",
];

const ROWS: Templates = [
    "{percent} % of {human_len} rows, {per_sec}, about {eta} left",
    "{human_pos} rows, {per_sec}, after {elapsed}",
];

/// Makes the progress line of an input. Bytes of compressed files count as they are stored.
fn reading(size: Option<u64>, [with_end, without]: &Templates) -> ProgressBar {
    progress(size, if size.is_some() { with_end } else { without })
}

/// Returns whether two paths lead to the same file.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path| fs::canonicalize(path).ok();
    one == other || real(one).is_some_and(|one| real(other) == Some(one))
}
