use super::names::{format_of, format_parser, is_standard, name};
use anyhow::{Context, anyhow, ensure};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use setwise_formats::{Compression, Format, OnDamage, ReadOptions, ReadPoint, Reader};
use setwise_program::progress::progress;
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
    /// Skip damaged records, lines and games, and copy their bytes into this file; each game of PGN
    /// ends with a line
    #[arg(long, value_name = "FILE", conflicts_with = "on_damage")]
    pub(super) copy_damaged: Option<PathBuf>,
}

/// The options that state how the records are stored, and how many threads read them.
#[derive(Args, Debug)]
pub(crate) struct FromArgs {
    /// Format of the input [default: the one of its extension]
    #[arg(long, alias = "format", value_name = "FORMAT", value_parser = format_parser(|_| true))]
    pub(crate) from: Option<Format>,
    /// Read the last position of each game as a record as well
    #[arg(long)]
    pub(super) final_positions: bool,
    /// Treat deviations from a format as damage, even those that other programs accept (in PGN not
    /// missing signs of check and mate, and numbers of moves)
    #[arg(long)]
    pub(super) strict: bool,
    /// EPD operation that has the move of a record: the supplied one, or the first best one
    #[arg(long, value_enum, value_name = "OPERATION", default_value_t = MoveFrom::Sm)]
    pub(super) move_from: MoveFrom,
    /// Number of threads for decoding and computing [default: one per logical CPU]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl FromArgs {
    /// The choices of a reader. Its batches end between units.
    pub(crate) fn options<'a>(&self) -> ReadOptions<'a> {
        ReadOptions::default()
            .final_positions(self.final_positions)
            .strict(self.strict)
            .best_moves(self.move_from == MoveFrom::Bm)
            .whole_units(true)
            .threads(self.threads())
    }

    /// The number of threads: at most four for each CPU, as more only cost memory.
    fn threads(&self) -> usize {
        let all = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let given = self.threads.map(NonZeroUsize::get);
        given.map_or(all, |threads| threads.min(4 * all))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MoveFrom {
    /// `sm`
    Sm,
    /// `bm`
    Bm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Choice {
    /// End with an error
    Stop,
    /// Skip and count
    Skip,
    /// Skip and count, but keep the half-moves of a game before the damaged one
    KeepPrefix,
}

impl Choice {
    pub(super) fn on_damage<'a>(self) -> OnDamage<'a> {
        match self {
            Self::Stop => OnDamage::Stop,
            Self::Skip => OnDamage::Skip,
            Self::KeepPrefix => OnDamage::KeepPrefix,
        }
    }
}

/// Opens a file or the standard input. Returns its bytes decompressed, from an offset onward, and
/// the line that counts those that are read. Where no extension gives the compression, the first
/// bytes do.
pub(super) fn open_bytes(
    path: &Path,
    named: Compression,
    offset: u64,
    threads: usize,
) -> anyhow::Result<(Box<dyn Read + Send>, ProgressBar)> {
    let (mut source, size): (Box<dyn Read + Send>, _) = match is_standard(path) {
        true => (Box::new(io::stdin()), None),
        false => {
            let file = File::open(path)?;
            let about = file.metadata()?;
            (Box::new(file), about.is_file().then_some(about.len()))
        }
    };
    let progress = reading(size, BYTES);
    let mut front = Vec::new();
    source.by_ref().take(10).read_to_end(&mut front)?;
    let compression = match named {
        Compression::None => Compression::of_front(&front),
        named => named,
    };
    if compression == Compression::None && size.is_some() && offset > 0 {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(offset))?;
        progress.set_position(offset);
        progress.reset_eta();
        return Ok((Box::new(progress.wrap_read(file)), progress));
    }
    let whole = progress.wrap_read(io::Cursor::new(front).chain(source));
    let mut source = compression.reader_with_threads(whole, threads)?;
    let skipped = io::copy(&mut (&mut source).take(offset), &mut io::sink())?;
    let is_whole = skipped == offset;
    ensure!(is_whole, "ends at byte {skipped}, before the checkpoint");
    Ok((source, progress))
}

/// Returns the compression of a file that is not the standard input: that of its extension, or the
/// one that its first bytes show.
pub(super) fn compression_of(path: &Path) -> io::Result<Compression> {
    let named = Compression::of_path(path);
    if named != Compression::None || !fs::metadata(path)?.is_file() {
        return Ok(named);
    }
    let mut front = Vec::new();
    File::open(path)?.take(10).read_to_end(&mut front)?;
    Ok(Compression::of_front(&front))
}

pub(crate) struct Input<'a> {
    pub(crate) name: String,
    pub(crate) reader: Reader<'a>,
    progress: ProgressBar,
    /// Whether the progress line counts rows instead of bytes.
    counts_rows: bool,
}

impl<'a> Input<'a> {
    /// Opens a file or the standard input, or a copy in its place; a file from a point onward, if
    /// another run has reached one. Compressed files are decompressed up to there.
    pub(crate) fn open(
        path: &Path,
        copy: Option<&Path>,
        from: Option<Format>,
        options: ReadOptions<'a>,
        begin: Option<&ReadPoint>,
    ) -> anyhow::Result<Self> {
        let copy = copy.unwrap_or(path);
        let (format, compression) = format_of(path, from, "--from")?;
        let name = name(path);
        let is_file = format.is_columnar() && compression == Compression::None;
        if is_file
            && !is_standard(copy)
            && compression_of(copy).with_context(|| name.clone())? == Compression::None
        {
            let file = File::open(copy).with_context(|| name.clone())?;
            let reader = Reader::from_file(file, format, options);
            let reader = reader.map_err(|error| anyhow!("{name}: {error}"))?;
            return Ok(Self {
                name,
                progress: reading(reader.rows(), ROWS),
                reader,
                counts_rows: true,
            });
        }
        let offset = begin.map_or(0, ReadPoint::offset);
        let opened = open_bytes(copy, compression, offset, options.threads);
        let (source, progress) = opened.with_context(|| name.clone())?;
        let mut reader = Reader::new(source, format, options);
        if let Some(point) = begin {
            reader = reader.at(point);
        }
        Ok(Self {
            name,
            reader,
            progress,
            counts_rows: false,
        })
    }

    /// Returns the line that counts the rows of a table; a hidden one for other files.
    pub(crate) fn row_progress(&self) -> ProgressBar {
        match self.counts_rows {
            true => self.progress.clone(),
            false => ProgressBar::hidden(),
        }
    }
}

impl Drop for Input<'_> {
    fn drop(&mut self) {
        self.progress.finish_and_clear();
    }
}

/// The templates of a progress line: with a known end, without.
const BYTES: [&str; 2] = [
    "{percent}% of {total_bytes}, {bytes_per_sec}, about {eta} left",
    "{bytes} read, {bytes_per_sec}, after {elapsed}",
];

const ROWS: [&str; 2] = [
    "{percent}% of {human_len} rows, {per_sec}, about {eta} left",
    "{human_pos} rows, {per_sec}, after {elapsed}",
];

/// Makes the progress line of an input. Bytes of compressed files count as they are stored.
fn reading(size: Option<u64>, [with_end, without]: [&str; 2]) -> ProgressBar {
    progress(size, if size.is_some() { with_end } else { without })
}
