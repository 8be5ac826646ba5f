use crate::fast::{decode_chain, decode_chunk, decode_chunks};
use crate::kernel::BinpackOps;
use crate::visit::{Skipping, Visit};
use crate::{error::Damage, exact};
use core::iter::zip;
use setwise_core::HandWritten;
use setwise_dispatch::Level;

/// Decodes chains.
///
/// Every move is checked for legality. Positions before damage are visited; the rest of the chunk
/// is not read.
///
/// ```
/// use setwise_binpack::{ChainPosition, Chunks, Decoder, Writer};
/// use setwise_moves::{Outcome, Position};
/// let (mut writer, mut file) = (Writer::new(), Vec::new());
/// let position = Position::startpos();
/// let played = position.parse_move("e2e4")?;
/// let chained = ChainPosition::new(&position, Some(played), Some(20), Outcome::Draw, 0)?;
/// writer.write(&chained, &mut file)?;
/// writer.finish(&mut file);
///
/// let mut all = Vec::new();
/// for chunk in Chunks::new(&file) {
///     Decoder::new().chunk(chunk?, &mut |found: &ChainPosition| {
///         all.push((found.to_position(), found.played(), found.mover_score()));
///     })?;
/// }
/// assert_eq!(all, [(position, Some(played), Some(20))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Decoder {
    /// `None` for the exact decoder.
    level: Option<Level>,
    /// Whether PDEP and PEXT are fast.
    pdep: bool,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// Makes a decoder that uses the instructions of the [level](setwise_dispatch::level()) of the
    /// process.
    pub fn new() -> Self {
        Self::with_level(setwise_dispatch::level())
    }

    /// Makes a decoder that uses the instructions of a level.
    pub fn with_level(level: Level) -> Self {
        Self {
            level: Some(level),
            pdep: has_fast_pdep(setwise_dispatch::amd_family()),
        }
    }

    /// Makes a decoder that always uses the exact, slower code, with equal results, for tests.
    #[doc(hidden)]
    pub fn exact() -> Self {
        Self {
            level: None,
            pdep: true,
        }
    }

    #[cfg(test)]
    pub(crate) const fn is_exact(&self) -> bool {
        self.level.is_none()
    }

    /// Returns the decoder without PDEP and PEXT, which are slow on Zen 1 and Zen 2.
    #[doc(hidden)]
    #[must_use]
    pub fn without_pdep(self) -> Self {
        Self {
            pdep: false,
            ..self
        }
    }

    /// Decodes the chain at the front of a chunk or of the rest of one. Returns its number of
    /// bytes.
    ///
    /// # Errors
    /// The chain is damaged.
    pub fn chain<V: Visit>(&self, chunk: &[u8], visit: &mut V) -> Result<usize, Damage> {
        let mut bytes = Ok(0);
        self.run(Task::Chain(chunk, &mut bytes, visit));
        bytes
    }

    /// Decodes a chunk, as [`Chunks`](crate::Chunks) gives it.
    ///
    /// # Errors
    /// A chain is damaged. [`Damage::at`] is a place in the chunk.
    pub fn chunk<V: Visit>(&self, chunk: &[u8], visit: &mut V) -> Result<(), Damage> {
        let mut result = Ok(());
        self.run(Task::Chunk(chunk, &mut result, visit));
        result
    }

    /// Returns the number of chunks to give to a call of [`chunks`](Self::chunks).
    pub fn chunks_per_call(&self) -> usize {
        let mut chunks = 1;
        if let Some(level) = self.level {
            level.run_hand_written(ChunksPerCall(&mut chunks));
        }
        chunks
    }

    /// Decodes several chunks in less time than one after the other. Visitor `i` gets from chunk
    /// `i` what [`chunk`](Self::chunk) would give it. A chunk without a visitor is not decoded.
    ///
    /// # Errors
    /// For each chunk: a chain of it is damaged.
    pub fn chunks<V: Visit>(&self, chunks: &[&[u8]], visits: &mut [V]) -> Vec<Result<(), Damage>> {
        let mut results = Vec::new();
        self.run(Task::Chunks(chunks, &mut results, visits));
        results
    }

    fn run<V: Visit>(&self, task: Task<'_, V>) {
        match self.level {
            Some(level) => level.run_hand_written(Run {
                task,
                pdep: self.pdep,
            }),
            None => task.run_exact(),
        }
    }
}

/// Whether the CPU has fast PDEP and PEXT: AMD's families before Zen 3 execute them as microcode.
/// The family is `None` for other makers.
const fn has_fast_pdep(amd_family: Option<u32>) -> bool {
    const ZEN_3: u32 = 0x19;
    !matches!(amd_family, Some(..ZEN_3))
}

/// A task of the decoder: its input, the place of its result, and its visitors.
enum Task<'a, V> {
    Chain(&'a [u8], &'a mut Result<usize, Damage>, &'a mut V),
    Chunk(&'a [u8], &'a mut Result<(), Damage>, &'a mut V),
    Chunks(&'a [&'a [u8]], &'a mut Vec<Result<(), Damage>>, &'a mut [V]),
}

impl<V: Visit> Task<'_, V> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<K: BinpackOps, const PDEP: bool>(self, kernel: K) {
        match self {
            Self::Chain(chunk, out, visit) => *out = decode_chain::<K, PDEP>(kernel, chunk, visit),
            Self::Chunk(chunk, out, visit) => *out = decode_chunk::<K, PDEP>(kernel, chunk, visit),
            Self::Chunks(chunks, out, visits) => {
                *out = decode_chunks::<K, PDEP, V>(kernel, chunks, visits);
            }
        }
    }

    fn run_exact(self) {
        match self {
            Self::Chain(chunk, out, visit) => {
                let mut skipping = Skipping::new(visit);
                *out = exact_chain(chunk, 0, &mut skipping);
                skipping.end();
            }
            Self::Chunk(chunk, out, visit) => *out = exact_chunk(chunk, visit),
            Self::Chunks(chunks, out, visits) => {
                let both = zip(chunks, visits);
                *out = both
                    .map(|(chunk, visit)| exact_chunk(chunk, visit))
                    .collect();
            }
        }
    }
}

fn exact_chain(chunk: &[u8], at: usize, visit: &mut impl Visit) -> Result<usize, Damage> {
    let read = exact::chain(chunk.get(at..).unwrap_or_default(), 0, visit);
    read.map_err(|reason| Damage { at, reason })
}

fn exact_chunk(chunk: &[u8], visit: &mut impl Visit) -> Result<(), Damage> {
    let (mut at, mut skipping) = (0, Skipping::new(visit));
    let mut result = Ok(());
    while at < chunk.len() && result.is_ok() {
        result = exact_chain(chunk, at, &mut skipping).map(|bytes| at += bytes);
    }
    skipping.end();
    result
}

struct Run<'a, V> {
    task: Task<'a, V>,
    pdep: bool,
}

impl<K: BinpackOps, V: Visit> HandWritten<K> for Run<'_, V> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) {
        if K::HAS_PDEP && self.pdep {
            self.task.run::<K, true>(kernel);
        } else {
            self.task.run::<K, false>(kernel);
        }
    }
}

struct ChunksPerCall<'a>(&'a mut usize);

impl<K: BinpackOps> HandWritten<K> for ChunksPerCall<'_> {
    type Output = ();

    fn run(self, _: K) {
        *self.0 = K::CHUNKS_PER_CALL;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zen_1_and_zen_2_decode_without_pdep() {
        let fast = [None, Some(0x17), Some(0x19), Some(0x1a)].map(has_fast_pdep);
        assert_eq!(fast, [true, false, true, true]);
        let here = has_fast_pdep(setwise_dispatch::amd_family());
        assert_eq!(Decoder::new().pdep, here);
    }
}
