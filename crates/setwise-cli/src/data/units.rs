//! Files as sequences of units that are copied unchanged: records, games, chains or chunks.

use super::destination::Destination;
use super::input::{compression_of, open_bytes};
use super::names::{format_of, format_parser, is_same_file, is_standard, name};
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use indicatif::ProgressBar;
use setwise_binpack::{CHUNK, ChainPosition, Decoder, HEADER, ReadError, header_of};
use setwise_formats::{Compression, Compressor, Format};
use setwise_program::failure::usage;
use std::fs;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::Path;

/// The format of all files of a command.
#[derive(Args, Debug)]
pub(super) struct UnitArgs {
    /// Format of the files: bulletformat, marlinformat, viriformat or binpack [default: the one of
    /// their extensions]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(|format| Kind::of(format, false).is_some()))]
    format: Option<Format>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// 32 bytes.
    Record,
    /// A game of viriformat: 32 bytes, four for each half-move, four zeros.
    Game,
    /// A chain of binpack.
    Chain,
    /// A chunk of binpack.
    Chunk,
}

impl Kind {
    fn of(format: Format, by_chunk: bool) -> Option<Self> {
        Some(match format {
            Format::Bulletformat | Format::Marlinformat => Self::Record,
            Format::Viriformat => Self::Game,
            Format::Binpack if by_chunk => Self::Chunk,
            Format::Binpack => Self::Chain,
            _ => return None,
        })
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Game => "game",
            Self::Chain => "chain",
            Self::Chunk => "chunk",
        }
    }

    /// The bytes of a unit in its file.
    pub(super) const fn bytes(self, unit: &[u8]) -> u64 {
        let header = match self {
            Self::Chunk => HEADER,
            _ => 0,
        };
        (header + unit.len()) as u64
    }
}

impl UnitArgs {
    /// Returns the kind of units of some inputs and outputs, which have one format. No output is
    /// an input or another output.
    pub(super) fn kind(
        &self,
        inputs: &[&Path],
        outputs: &[&Path],
        by_chunk: bool,
    ) -> anyhow::Result<Kind> {
        let mut common = None;
        for path in inputs.iter().chain(outputs) {
            let (format, _) = format_of(path, self.format, "--format")?;
            let other = *common.get_or_insert(format);
            if other != format {
                let name = path.display();
                return Err(usage(format!(
                    "{name}: {format}, but another file is {other} (setwise data convert changes the format)"
                )));
            }
        }
        for (i, output) in outputs.iter().enumerate() {
            let others = inputs.iter().chain(outputs.iter().take(i));
            let is_other = |other: &&&Path| !is_standard(output) && is_same_file(other, output);
            if let Some(other) = others.clone().find(is_other) {
                let (output, other) = (output.display(), other.display());
                return Err(usage(format!(
                    "{output}: the output is the same file as {other}"
                )));
            }
        }
        let format = common.context("no file")?;
        let kind = Kind::of(format, by_chunk);
        kind.ok_or_else(|| usage(format!("{format} is not copied by units")))
    }
}

/// Reads the units of a file.
pub(super) struct Units {
    name: String,
    kind: Kind,
    source: BufReader<Box<dyn Read + Send>>,
    progress: ProgressBar,
    decoder: Decoder,
    /// The bytes of the file before the unit.
    offset: u64,
    /// The open chunk, for chains, and the place in it.
    chunk: Vec<u8>,
    at: usize,
}

impl Units {
    pub(super) fn open(path: &Path, kind: Kind) -> anyhow::Result<Self> {
        let name = name(path);
        let opened = open_bytes(path, Compression::of_path(path), 0, 1);
        let (source, progress) = opened.with_context(|| name.clone())?;
        Ok(Self {
            name,
            kind,
            source: BufReader::with_capacity(1 << 18, source),
            progress,
            decoder: Decoder::new(),
            offset: 0,
            chunk: Vec::new(),
            at: 0,
        })
    }

    /// Returns the size of the file in bytes; `None` if it is compressed or no file.
    pub(super) fn size(path: &Path) -> Option<u64> {
        let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        (compression_of(path).ok()? == Compression::None).then_some(about.len())
    }

    /// Replaces `unit` by the next unit. Returns its number of records, 0 for chunks; `None` at the
    /// end.
    pub(super) fn next(&mut self, unit: &mut Vec<u8>) -> anyhow::Result<Option<u64>> {
        unit.clear();
        let records = match self.kind {
            Kind::Record => self.take(unit, 32)?.then_some(1),
            Kind::Game => self.game(unit)?,
            Kind::Chunk => self.chunk(unit)?.then_some(0),
            Kind::Chain => return self.chain(unit),
        };
        self.offset += unit.len() as u64;
        Ok(records)
    }

    /// Appends some bytes. Returns false at the end of the file.
    fn take(&mut self, unit: &mut Vec<u8>, bytes: usize) -> anyhow::Result<bool> {
        let before = unit.len();
        unit.resize(before + bytes, 0);
        let mut read = 0;
        while read < bytes {
            match self.source.read(&mut unit[before + read..]) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error).with_context(|| self.name.clone()),
            }
        }
        unit.truncate(before + read);
        if read < bytes && !unit.is_empty() {
            return Err(self.damage(self.offset, ReadError::Truncated(unit.len())));
        }
        Ok(read == bytes)
    }

    fn damage(&self, at: u64, reason: ReadError) -> anyhow::Error {
        anyhow!("{}: at byte {at}: {reason}", self.name)
    }

    fn game(&mut self, unit: &mut Vec<u8>) -> anyhow::Result<Option<u64>> {
        if !self.take(unit, 32)? {
            return Ok(None);
        }
        let mut records = 0;
        loop {
            let at = unit.len();
            self.take(unit, 4)?;
            if unit[at..] == [0; 4] {
                return Ok(Some(records));
            }
            records += 1;
        }
    }

    /// Reads a chunk without its header. Returns false at the end of the file.
    fn chunk(&mut self, chunk: &mut Vec<u8>) -> anyhow::Result<bool> {
        chunk.clear();
        if !self.take(chunk, HEADER)? {
            return Ok(false);
        }
        let header = setwise_binpack::header(chunk, self.offset == 0);
        let size = header.map_err(|reason| self.damage(self.offset, reason))?;
        chunk.clear();
        let is_whole = size == 0 || self.take(chunk, size)?;
        ensure!(
            is_whole,
            self.damage(self.offset, ReadError::Truncated(HEADER))
        );
        self.offset += HEADER as u64;
        Ok(true)
    }

    fn chain(&mut self, unit: &mut Vec<u8>) -> anyhow::Result<Option<u64>> {
        while self.at == self.chunk.len() {
            self.offset += self.chunk.len() as u64;
            let mut chunk = std::mem::take(&mut self.chunk);
            let is_more = self.chunk(&mut chunk)?;
            (self.chunk, self.at) = (chunk, 0);
            if !is_more {
                return Ok(None);
            }
        }
        let mut records = 0;
        let chain = self.chunk.get(self.at..).unwrap_or_default();
        let read = self
            .decoder
            .chain(chain, &mut |_: &ChainPosition| records += 1);
        let place = self.offset + self.at as u64;
        let bytes = read.map_err(|damage| self.damage(place, damage.reason))?;
        unit.extend_from_slice(chain.get(..bytes).unwrap_or_default());
        self.at += bytes;
        Ok(Some(records))
    }
}

impl Drop for Units {
    fn drop(&mut self) {
        self.progress.finish_and_clear();
    }
}

/// Writes units. The file appears as a whole at the end.
pub(super) struct UnitFile {
    name: String,
    kind: Kind,
    output: Compressor<Destination>,
    /// The open chunk, for chains.
    chunk: Vec<u8>,
}

impl UnitFile {
    pub(super) fn create(path: &Path, kind: Kind) -> anyhow::Result<Self> {
        let destination = Destination::open(path)?;
        let name = destination.name.clone();
        Ok(Self {
            output: Compression::of_path(path).writer(destination)?,
            name,
            kind,
            chunk: Vec::new(),
        })
    }

    pub(super) fn push(&mut self, unit: &[u8]) -> anyhow::Result<()> {
        let written = match self.kind {
            Kind::Record | Kind::Game => self.output.write_all(unit),
            Kind::Chunk => self.close(unit),
            Kind::Chain => {
                let is_full = self.chunk.len() >= CHUNK;
                let closed = if is_full { self.close_chunk() } else { Ok(()) };
                self.chunk.extend_from_slice(unit);
                closed
            }
        };
        written.with_context(|| self.name.clone())
    }

    fn close(&mut self, chunk: &[u8]) -> io::Result<()> {
        self.output.write_all(&header_of(chunk.len()))?;
        self.output.write_all(chunk)
    }

    fn close_chunk(&mut self) -> io::Result<()> {
        let mut chunk = std::mem::take(&mut self.chunk);
        self.close(&chunk)?;
        chunk.clear();
        self.chunk = chunk;
        Ok(())
    }

    pub(super) fn commit(mut self) -> anyhow::Result<()> {
        let closed = match self.chunk.is_empty() {
            true => Ok(()),
            false => self.close_chunk(),
        };
        let finished = closed.and_then(|()| self.output.finish());
        finished.with_context(|| self.name.clone())?.commit()
    }
}
