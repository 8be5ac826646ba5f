//! Chunks of binpack that are decoded together, before their records are asked for.

use setwise_binpack::{ChainPosition, Decoder, HEADER, Visit, header};
use setwise_moves::{Outcome, Position};
use std::collections::VecDeque;

/// The moves of chunks, from the front of the input on.
#[derive(Default)]
pub(super) struct Ahead {
    chunks: VecDeque<Chunk>,
    /// Empty ones, whose memory is used again.
    spare: Vec<Chunk>,
    /// The number of chains to read one by one before chunks are decoded together again.
    pause: usize,
    last_pause: usize,
}

/// The moves of a chunk.
#[derive(Default)]
pub(super) struct Chunk {
    /// For each half-move four bytes, as `StoredGames` has them; four zero bytes end a chain.
    pub(super) words: Vec<[u8; 4]>,
    pub(super) chains: VecDeque<Chain>,
    /// The number of bytes of all chains.
    bytes: usize,
}

/// A chain.
pub(super) struct Chain {
    pub(super) start: Position,
    pub(super) outcome: Outcome,
    pub(super) ply: u32,
    /// The number of its first word.
    pub(super) first: usize,
    pub(super) moves: usize,
    /// Its place in the chunk.
    at: usize,
}

impl Ahead {
    /// The longest time without decoding together.
    const MAX_PAUSE: usize = 1 << 16;

    /// Drops everything.
    pub(super) fn clear(&mut self) {
        self.chunks.clear();
    }

    /// Whether chunks can be decoded together.
    pub(super) const fn is_ready(&self) -> bool {
        self.pause == 0
    }

    /// Waits after a chain that is read by itself.
    pub(super) const fn pass(&mut self) {
        self.pause = self.pause.saturating_sub(1);
    }

    /// The chunk at the front, of which `left` bytes are left; the chunks in `data` are decoded if
    /// none are. `WORDS` says whether their moves are needed. `None` if the next chain is to be
    /// read by itself.
    pub(super) fn front<const WORDS: bool>(
        &mut self,
        decoder: &Decoder,
        data: &[u8],
        left: usize,
    ) -> Option<&mut Chunk> {
        while let Some(mut chunk) = self.chunks.pop_front_if(|chunk| chunk.chains.is_empty()) {
            chunk.words.clear();
            self.spare.push(chunk);
        }
        if self.chunks.is_empty() && self.pause == 0 {
            self.decode::<WORDS>(decoder, data, left);
        }
        self.chunks.front_mut()
    }

    fn decode<const WORDS: bool>(&mut self, decoder: &Decoder, data: &[u8], left: usize) {
        let mut chunks = Vec::new();
        let (mut rest, mut size) = (data, left);
        while let Some((chunk, others)) = rest.split_at_checked(size) {
            chunks.push(chunk);
            let Ok(next) = header(others, false) else {
                break;
            };
            (rest, size) = (others.get(HEADER..).unwrap_or_default(), next);
        }
        let mut all: Vec<_> = chunks
            .iter()
            .map(|_| ReadChunk::<WORDS> {
                chunk: self.spare.pop().unwrap_or_default(),
                unclear: None,
            })
            .collect();
        let results = decoder.chunks(&chunks, &mut all);
        let mut is_whole = !chunks.is_empty();
        for ((bytes, read), result) in chunks.iter().zip(all).zip(results) {
            let end = result
                .as_ref()
                .map_or_else(|damage| damage.at, |()| bytes.len());
            let end = read.unclear.map_or(end, |at| at.min(end));
            let mut chunk = read.chunk;
            chunk.words.push([0; 4]);
            // The uncertain chain may have begun.
            while chunk.chains.back().is_some_and(|chain| chain.at >= end) {
                chunk.chains.pop_back();
            }
            chunk.bytes = end;
            is_whole &= result.is_ok() && read.unclear.is_none();
            if !chunk.chains.is_empty() {
                self.chunks.push_back(chunk);
            }
            // The chunks behind an uncertain chain are decoded later.
            if !is_whole {
                break;
            }
        }
        self.last_pause = match is_whole {
            true => 0,
            false => Self::MAX_PAUSE.min(2 * self.last_pause + 1),
        };
        self.pause = self.last_pause;
    }
}

impl Chunk {
    /// Takes the chain at the front, with the number of its bytes.
    pub(super) fn next(&mut self) -> Option<(Chain, usize)> {
        let chain = self.chains.pop_front()?;
        let end = self.chains.front().map_or(self.bytes, |next| next.at);
        let bytes = end - chain.at;
        Some((chain, bytes))
    }
}

/// Takes the chains of a chunk, with their moves.
struct ReadChunk<const WORDS: bool> {
    chunk: Chunk,
    /// The place of the first chain whose words are not clear.
    unclear: Option<usize>,
}

impl<const WORDS: bool> Visit for ReadChunk<WORDS> {
    const BEGINS: bool = true;
    const WORDS: bool = WORDS;

    #[inline(always)]
    fn visit(&mut self, _: &ChainPosition) {}

    #[inline(always)]
    fn skip(&mut self) -> u64 {
        u64::MAX
    }

    fn begin(&mut self, first: &ChainPosition, at: usize, count: usize) {
        if WORDS && !self.chunk.chains.is_empty() {
            self.chunk.words.push([0; 4]);
        }
        self.chunk.chains.push_back(Chain {
            start: first.to_position(),
            outcome: first.outcome(),
            ply: first.ply(),
            first: self.chunk.words.len(),
            moves: count + 1,
            at,
        });
    }

    #[cold]
    fn unclear(&mut self) {
        let chain = self.chunk.chains.back();
        self.unclear = self.unclear.or(chain.map(|chain| chain.at));
    }

    #[inline(always)]
    fn words(&mut self, words: &[u32]) {
        self.chunk
            .words
            .extend(words.iter().map(|word| word.to_le_bytes()));
    }
}
