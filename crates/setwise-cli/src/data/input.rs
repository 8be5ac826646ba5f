//! The input of a command: its format, its compression, and the progress of reading.

use super::names::{format_of, format_parser, is_standard, name};
use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use setwise_formats::{Compression, Format, OnDamage, ReadOptions, ReadPoint, Reader};
use setwise_program::failure::at;
use setwise_program::progress::progress;
use std::fs::File;
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
#[derive(Args, Clone, Debug)]
pub(crate) struct FromArgs {
    /// Format of the input [default: the one of its extension]
    #[arg(long, alias = "format", value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) from: Option<Format>,
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

/// Opens a file or the standard input, at an offset of a file. Returns its bytes, and the line that
/// counts those that are read.
fn open_bytes(path: &Path, offset: u64) -> anyhow::Result<(impl Read + Send + use<>, ProgressBar)> {
    if is_standard(path) {
        let source: Box<dyn Read + Send> = Box::new(io::stdin());
        let progress = reading(None, &BYTES);
        return Ok((progress.wrap_read(source), progress));
    }
    let mut file = File::open(path).with_context(at(path))?;
    let about = file.metadata().with_context(at(path))?;
    let progress = reading(about.is_file().then_some(about.len()), &BYTES);
    if offset > 0 {
        file.seek(SeekFrom::Start(offset)).with_context(at(path))?;
        progress.set_position(offset);
        progress.reset_eta();
    }
    let source: Box<dyn Read + Send> = Box::new(file);
    Ok((progress.wrap_read(source), progress))
}

/// An opened input.
pub(crate) struct Input<'a> {
    pub(crate) name: String,
    pub(crate) reader: Reader<'a>,
    progress: ProgressBar,
}

impl<'a> Input<'a> {
    /// Opens a file or the standard input; a file from a point on, if another run has reached one.
    /// Compressed files are decompressed up to there. Batches end between units, so that reading
    /// can go on behind each of them.
    pub(crate) fn open(
        path: &Path,
        args: &FromArgs,
        on_damage: OnDamage<'a>,
        begin: Option<&ReadPoint>,
    ) -> anyhow::Result<Self> {
        let (format, compression) = format_of(path, args.from, "--from")?;
        let options = ReadOptions::default()
            .on_damage(on_damage)
            .final_positions(args.final_positions)
            .whole_units(true)
            .threads(args.threads());
        let is_plain = compression == Compression::None;
        if format == Format::Parquet && is_plain && !is_standard(path) {
            let file = File::open(path).with_context(at(path))?;
            let reader = Reader::from_file(file, format, options).with_context(at(path))?;
            return Ok(Self {
                name: name(path),
                progress: reading(reader.rows(), &ROWS),
                reader,
            });
        }
        let offset = begin.map_or(0, ReadPoint::offset);
        let (source, progress) = open_bytes(path, if is_plain { offset } else { 0 })?;
        let mut source = compression.reader(source).with_context(at(path))?;
        if !is_plain {
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
            reader: match begin {
                Some(point) => reader.at(point),
                None => reader,
            },
            progress,
        })
    }
}

impl Input<'_> {
    /// Returns the line that counts the rows of a Parquet file. Of other files, the bytes count:
    /// the line is a hidden one.
    pub(crate) fn row_progress(&self) -> ProgressBar {
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
