use super::temporary::{forget_temporary, listen, remember_temporary};
use super::units::{self, UnitArgs, UnitInput, UnitOutput};
use super::{generate::random, names::is_standard, output::beside_records};
use anyhow::Context;
use clap::Args;
use rand_xoshiro::rand_core::Rng as _;
use setwise_formats::units::UnitKind;
use setwise_program::failure::{message, usage};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Put records, games or chunks into random order.
///
/// Each order is equally likely. Units are copied as they are: records of bulletformat and
/// marlinformat, games of viriformat, chains of binpack, or its chunks with --chunks, which is
/// faster. An input larger than half of --memory is dealt into temporary files beside the output,
/// whose size is printed before the start. The same seed makes the same file.
#[derive(Args, Debug)]
#[command(after_help = "Example: setwise data shuffle games.binpack mixed.binpack --seed 1")]
pub(super) struct ShuffleArgs {
    /// File to read, or `-` for the standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// File to write, or `-` for the standard output. It is replaced as a whole at the end
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,
    #[command(flatten)]
    files: UnitArgs,
    /// Keep the chunks of binpack whole
    #[arg(long)]
    chunks: bool,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Memory, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

/// The number of parts of an input of unknown size.
const PARTS: u64 = 256;

/// The bytes before a unit in a part: its place in the order, at random, and its size.
const BEFORE: usize = 12;

/// Units whose places in the order are near to each other.
enum Part {
    Memory(Vec<u8>),
    File(BufWriter<NamedTempFile>),
}

impl Part {
    fn push(&mut self, place: u64, unit: &[u8]) -> io::Result<()> {
        let into: &mut dyn Write = match self {
            Self::Memory(bytes) => bytes,
            Self::File(file) => file,
        };
        into.write_all(&place.to_le_bytes())?;
        into.write_all(&(unit.len() as u32).to_le_bytes())?;
        into.write_all(unit)
    }

    /// Takes all bytes out. A temporary file is removed.
    fn load(self, bytes: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Memory(all) => *bytes = all,
            Self::File(file) => {
                let mut file = file.into_inner().map_err(|error| error.into_error())?;
                file.rewind()?;
                bytes.clear();
                file.read_to_end(bytes)?;
                let path = file.path().to_path_buf();
                forget_temporary([path.as_path()], || file.close())?;
            }
        }
        Ok(())
    }
}

/// The units of a part: their places in the order, and where their bytes are.
fn units_of(bytes: &[u8]) -> Vec<(u64, usize, usize)> {
    let (mut units, mut at) = (Vec::new(), 0);
    while let Some([p0, p1, p2, p3, p4, p5, p6, p7, size @ ..]) =
        bytes.get(at..).and_then(<[u8]>::first_chunk::<BEFORE>)
    {
        let place = u64::from_le_bytes([*p0, *p1, *p2, *p3, *p4, *p5, *p6, *p7]);
        let size = u32::from_le_bytes(*size) as usize;
        units.push((place, at + BEFORE, size));
        at += BEFORE + size;
    }
    units
}

pub(super) fn run(args: &ShuffleArgs) -> anyhow::Result<(String, u8)> {
    let (input, output) = (args.input.as_path(), args.output.as_path());
    let (format, kind) = args.files.kind(&[input], &[output], args.chunks)?;
    if args.chunks && kind != UnitKind::Chunk {
        return Err(usage("--chunks: only binpack has chunks"));
    }
    let memory = u64::from(args.memory) << 20;
    let size = units::size(input);
    let number = size.map_or(PARTS, |size| 1 + 2 * size / memory);
    let folder = match output.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !is_standard(output) => folder,
        _ => Path::new("."),
    };
    let mut source = UnitInput::open(input, format, kind)?;
    let mut file = UnitOutput::create(output, kind)?;
    if number > 1 {
        let size = size.map_or("the size of the input".to_owned(), |size| {
            format!("{} MiB", 1 + (size >> 20))
        });
        message(&format!(
            "{number} temporary files beside the output: {size} and a little more"
        ));
    }
    listen();
    let part = |_| {
        if number == 1 {
            return Ok(Part::Memory(Vec::new()));
        }
        let file = NamedTempFile::new_in(folder)?;
        remember_temporary(file.path());
        Ok(Part::File(BufWriter::with_capacity(1 << 16, file)))
    };
    let parts: io::Result<Vec<Part>> = (0..number).map(part).collect();
    let mut parts = parts.context("temporary file")?;
    let (mut random, mut units_read) = (random(args.seed), 0_u64);
    while let Some(unit) = source.next()? {
        let place = random.next_u64();
        let of = (u128::from(place) * u128::from(number)) >> 64;
        if let Some(part) = parts.get_mut(of as usize) {
            part.push(place, unit.bytes).context("temporary file")?;
        }
        units_read += 1;
    }
    drop(source);
    let mut bytes = Vec::new();
    for part in parts {
        part.load(&mut bytes).context("temporary file")?;
        let mut units = units_of(&bytes);
        units.sort_unstable();
        for (_, at, size) in units {
            file.push(bytes.get(at..at + size).unwrap_or_default())?;
        }
    }
    file.commit()?;
    let text = format!("{}s: {units_read}\n", kind.name());
    Ok((beside_records(text, is_standard(output)), 0))
}
