//! Reads and writes the chains of `setwise-binpack` as records.

use super::binpack_ahead::Ahead;
use super::game::number_of;
use crate::stream::game_batch::{Scores, word};
use crate::stream::{
    Content, Decode, DecodeOptions, Decoded, Encode, Encoded, Extra, Extras, GameBatch, GameHead,
    GameRows, Moves, Run, Source, State, Unit,
};
use crate::vocabulary::{Fields, Record, WriteError, score_seen_by};
use core::{num::NonZeroU32, ops::Range};
use memchr::memmem;
use setwise_binpack::{
    ChainPosition, Chains, DAMAGED, Damage, Decoder, HEADER, LEFT_BITS, LIMIT, MARK, ReadError,
    Visit, Writer, check_board, header,
};
use setwise_moves::{Block, Place};
use std::io;

/// The number of bytes of a stem and of the count after it.
const STEM: usize = 34;
/// The number of chunks that are decoded together from which that takes less time.
const TOGETHER: usize = 8;
/// The number of bytes of a part with as many usual chunks.
const PART: usize = TOGETHER * (setwise_binpack::CHUNK + (1 << 16));
/// The greatest number of bytes of a half-move.
const HALF_MOVE: usize = 4;

pub(crate) struct Binpack {
    decoder: Decoder,
    final_positions: bool,
    /// Whether records are counted and not made.
    counts: bool,
    keeps_prefix: bool,
    /// The number of records that were counted, or made as rows of blocks.
    counted: usize,
    /// The games of this batch, if they are made in place of records.
    games: Option<GameBatch>,
    /// Those that are complete.
    made: Vec<GameBatch>,
    /// Whether their blocks are made at once.
    walks: bool,
    /// Whether the level decodes enough chunks together.
    is_together: bool,
    ahead: Ahead,
    /// The number of chains before the front of the input, damaged ones included.
    chains: u64,
    /// The number of bytes of the chunk that are left.
    left: usize,
    /// Whether the front of the input is damaged up to the next mark.
    is_damaged: bool,
}

impl Binpack {
    pub(crate) fn new(options: &DecodeOptions) -> Self {
        let decoder = Decoder::new();
        Self {
            decoder,
            is_together: decoder.chunks_per_call() >= TOGETHER,
            final_positions: options.final_positions,
            counts: options.counts,
            keeps_prefix: options.keeps_prefix,
            counted: 0,
            games: options.games.then(GameBatch::default),
            made: Vec::new(),
            walks: options.blocks,
            ahead: Ahead::default(),
            chains: 0,
            left: 0,
            is_damaged: false,
        }
    }

    /// Returns a damaged unit, which continues to the next mark.
    fn damaged(&mut self, reason: ReadError, bytes: usize) -> Unit {
        self.is_damaged = true;
        self.left = 0;
        Unit::new(bytes, Content::Damaged(reason.into(), 0))
    }

    fn header(&mut self, data: &[u8]) -> Unit {
        match header(data, self.chains == 0) {
            Ok(size) => {
                self.left = size;
                Unit::new(HEADER, Content::Blank)
            }
            Err(reason) => {
                let bytes = match reason {
                    ReadError::Truncated(bytes) => bytes,
                    ReadError::TooLong(_) => MARK.len(),
                    _ => 1,
                };
                self.damaged(reason, bytes)
            }
        }
    }

    /// Decodes the chain at the front of the data. Appends its records, or makes rows of them or
    /// counts them; for those of a damaged chain, if `keeps_prefix`.
    fn chain(
        &mut self,
        data: &[u8],
        (count, keeps_prefix): (usize, bool),
        records: &mut Vec<Record>,
    ) -> Result<usize, Damage> {
        if let Some(games) = &mut self.games {
            let number = number_of(self.chains);
            let mut chain = ChainRows::new(games, self.walks, number, count);
            let decoded = self.decoder.chain(data, &mut chain);
            if !chain.is_unclear {
                self.counted += chain.end(decoded.is_ok() || keeps_prefix);
                return decoded;
            }
            // Blocks hold what words do not.
            chain.end(false);
            if !games.heads.is_empty() {
                self.made.push(core::mem::take(games));
            }
            let mut own = GameBatch::default();
            let mut chain = ChainRows::new(&mut own, true, number, count);
            let decoded = self.decoder.chain(data, &mut chain);
            self.counted += chain.end(decoded.is_ok() || keeps_prefix);
            self.made
                .extend(Some(own).filter(|own| !own.heads.is_empty()));
            return decoded;
        }
        if !self.counts {
            records.reserve(count.min(data.len()) + 2);
            let mut chain = Chain {
                records,
                number: number_of(self.chains),
                final_positions: self.final_positions,
            };
            return self.decoder.chain(data, &mut chain);
        }
        let mut count = Count::default();
        let decoded = self.decoder.chain(data, &mut count);
        if decoded.is_ok() || keeps_prefix {
            let ends = if self.final_positions { count.ends } else { 0 };
            self.counted += count.positions as usize + ends;
        }
        decoded
    }

    /// Takes chains of chunks that are decoded together.
    fn together(&mut self, data: &[u8], max: usize) -> Run {
        let mut run = Run::default();
        let chunk = match self.counts {
            true => self.ahead.front::<false>(&self.decoder, data, self.left),
            false => self.ahead.front::<true>(&self.decoder, data, self.left),
        };
        let Some(chunk) = chunk else {
            return run;
        };
        let (mut rows, mut heads, mut places) = (0, Vec::new(), Vec::new());
        while rows < max
            && let Some((chain, bytes)) = chunk.next()
        {
            self.chains += 1;
            run.units += 1;
            run.bytes += bytes;
            heads.push(GameHead {
                start: chain.start,
                outcome: Some(chain.outcome),
                number: number_of(self.chains),
                ply: u16::try_from(chain.ply).ok(),
                rows: rows..rows + chain.moves,
                has_end: false,
                assumed: Fields::NONE,
            });
            places.push(chain.first..chain.first + chain.moves);
            rows += chain.moves;
        }
        self.left -= run.bytes;
        let ends = if self.final_positions { run.units } else { 0 };
        self.counted += rows + ends;
        if let Some(open) = &mut self.games {
            if !open.heads.is_empty() {
                self.made.push(core::mem::take(open));
            }
            let mut all = core::mem::take(open);
            all.clear();
            (all.scores, all.is_chained, all.heads) = (Scores::Some, true, heads);
            for place in places {
                let words = chunk.words.get(place).unwrap_or_default();
                all.words_mut().extend_from_slice(words);
            }
            if self.walks {
                all.walk();
            }
            self.made.push(all);
        }
        run
    }

    /// Decodes the chains of the chunk one by one, up to one that may be damaged or cut.
    fn one_by_one(&mut self, data: &[u8], max: usize) -> Run {
        let (mut run, before) = (Run::default(), self.counted);
        while self.counted - before < max && self.left > run.bytes {
            let data = data.get(run.bytes..).unwrap_or_default();
            let left = self.left - run.bytes;
            let data = data.get(..left).unwrap_or(data);
            let Some([c0, c1]) = data.get(STEM - 2..STEM) else {
                break;
            };
            let count = usize::from(u16::from_be_bytes([*c0, *c1]));
            // A chain that may end behind the data is a unit by itself.
            if data.len() < left.min(STEM + HALF_MOVE * count) {
                break;
            }
            self.chains += 1;
            // A damaged chain is decoded again as a unit.
            let Ok(bytes) = self.chain(data, (count, false), &mut Vec::new()) else {
                self.chains -= 1;
                break;
            };
            self.ahead.pass();
            run.bytes += bytes;
            run.units += 1;
            // Chunks are decoded together again.
            if self.is_together && self.ahead.is_ready() {
                break;
            }
        }
        self.left -= run.bytes;
        run
    }

    fn skip(&mut self, source: &mut Source<'_>) -> Decoded {
        let bytes = loop {
            let data = source.data();
            if let Some(next) = memmem::find(data, MARK) {
                self.is_damaged = false;
                break next;
            }
            // The last bytes may begin a mark.
            let bytes = data.len().saturating_sub(MARK.len() - 1);
            if bytes > 0 {
                break bytes;
            }
            if !source.grow()? {
                match source.data().len() {
                    0 => return Ok(None),
                    bytes => break bytes,
                }
            }
        };
        Ok(Some(Unit::new(bytes, Content::Rest)))
    }
}

impl Decode for Binpack {
    fn decode_run(
        &mut self,
        source: &mut Source<'_>,
        _: &mut Vec<Record>,
        max: usize,
    ) -> io::Result<Run> {
        let is_fit = (self.counts || self.games.is_some()) && !self.is_damaged;
        if !is_fit || self.left == 0 {
            return Ok(Run::default());
        }
        if self.is_together {
            let run = self.together(source.data(), max);
            if run.bytes > 0 {
                return Ok(run);
            }
        }
        Ok(self.one_by_one(source.data(), max))
    }

    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        if self.is_damaged {
            return self.skip(source);
        }
        if self.left == 0 {
            source.fill(HEADER)?;
            let data = source.data();
            return Ok((!data.is_empty()).then(|| self.header(data)));
        }
        source.fill(self.left.min(STEM))?;
        let mut count = 0;
        if let Some([c0, c1]) = source.data().get(STEM - 2..STEM) {
            count = u16::from_be_bytes([*c0, *c1]).into();
            source.fill(self.left.min(STEM + HALF_MOVE * count))?;
        }
        self.chains += 1;
        let data = source.data();
        let data = data.get(..self.left).unwrap_or(data);
        Ok(Some(
            match self.chain(data, (count, self.keeps_prefix), records) {
                Ok(bytes) => {
                    self.left -= bytes;
                    Unit::of(bytes, Ok(()))
                }
                Err(damage) => {
                    let reason = match damage.reason {
                        ReadError::ChunkEnd if data.len() < self.left => {
                            ReadError::Truncated(data.len())
                        }
                        reason => reason,
                    };
                    let bytes = data.len().min(STEM);
                    self.damaged(reason, bytes)
                }
            },
        ))
    }

    fn take_extras(&mut self) -> Extras {
        self.counted = 0;
        let mut extras = Extras::default();
        let games = self.games.as_mut().filter(|games| !games.heads.is_empty());
        extras.games.append(&mut self.made);
        extras.games.extend(games.map(core::mem::take));
        extras
    }

    fn reuse(&mut self, batches: Vec<GameBatch>) {
        if let (Some(games), Some(mut spare)) = (&mut self.games, batches.into_iter().next())
            && games.heads.is_empty()
        {
            spare.clear();
            *games = spare;
        }
    }

    fn part_bytes(&self, _: usize) -> Option<usize> {
        (self.is_together && (self.counts || self.games.is_some())).then_some(PART)
    }

    fn rows(&self) -> usize {
        self.counted
    }

    fn last_game(&self) -> u64 {
        self.chains
    }

    /// Returns the number of chains so far, and that of the bytes of the chunk that are left.
    fn state(&self) -> Option<u64> {
        let left = if self.is_damaged { DAMAGED } else { self.left };
        Some(self.chains << LEFT_BITS | left as u64)
    }

    fn restore(&mut self, state: u64) {
        self.ahead.clear();
        self.chains = state >> LEFT_BITS;
        let left = state as usize & DAMAGED;
        self.is_damaged = left == DAMAGED;
        self.left = if self.is_damaged { 0 } else { LIMIT.min(left) };
    }
}

/// Counts the positions of a chain.
#[derive(Default)]
struct Count {
    positions: u64,
    ends: usize,
}

impl Visit for Count {
    #[inline(always)]
    fn visit(&mut self, _: &ChainPosition) {}

    #[inline(always)]
    fn skip(&mut self) -> u64 {
        u64::MAX
    }

    fn decoded(&mut self, positions: u64) {
        self.positions = positions;
    }

    fn end(&mut self, _: &ChainPosition) {
        self.ends += 1;
    }
}

/// Makes rows of a chain.
struct ChainRows<'a> {
    games: &'a mut GameBatch,
    /// The place in the blocks, if they are made.
    place: Option<Place>,
    number: Option<NonZeroU32>,
    /// The number of half-moves after the stem.
    count: usize,
    /// The number of rows so far.
    rows: usize,
    /// Whether a word does not tell what a row has.
    is_unclear: bool,
}

impl<'a> ChainRows<'a> {
    fn new(
        games: &'a mut GameBatch,
        walks: bool,
        number: Option<NonZeroU32>,
        count: usize,
    ) -> Self {
        (games.scores, games.is_chained) = (Scores::Some, true);
        Self {
            place: walks.then(|| games.blocks_mut().add_game(count + 1)),
            games,
            number,
            count,
            rows: 0,
            is_unclear: false,
        }
    }

    #[inline(always)]
    fn slot(&mut self) -> Option<(&mut Block, usize)> {
        let (block, i) = self.place?.of(self.rows);
        Some((self.games.blocks_mut().blocks.get_mut(block)?, i & 63))
    }

    /// Ends the game. Returns the number of its rows, which is 0 if it is not kept.
    #[inline]
    fn end(self, is_kept: bool) -> usize {
        let (games, rows) = (self.games, self.rows);
        if !is_kept || rows == 0 {
            if rows > 0 {
                games.heads.pop();
            }
            let before = games.rows();
            match self.place {
                Some(_) => games.blocks_mut().remove_game(),
                None => games.words_mut().truncate(before),
            }
            return 0;
        }
        if rows <= self.count {
            cut(games, rows);
        }
        rows
    }
}

/// Ends the last game, which is damaged, with the position after its last sound move.
#[cold]
fn cut(games: &mut GameBatch, rows: usize) {
    let number = games.heads.len() - 1;
    if let Some(head) = games.heads.last_mut() {
        head.rows.end = head.rows.start + rows;
    }
    if games.has_words() {
        return;
    }
    let last = games.record(number, rows - 1);
    let blocks = games.blocks_mut();
    if let (Some(place), Some(last)) = (blocks.games.last_mut(), last) {
        place.moves = rows;
        let (block, i) = place.of(rows);
        if let Some(block) = blocks.blocks.get_mut(block) {
            block.set(i, &last.position.after(last.played));
        }
    }
}

impl Visit for ChainRows<'_> {
    #[inline(always)]
    fn visit(&mut self, position: &ChainPosition) {
        let score = position.mover_score();
        let score = score.and_then(|score| score_seen_by(position.turn(), score));
        let played = position.played();
        if self.rows == 0 {
            let first = self.games.rows();
            self.games.heads.push(GameHead {
                start: position.to_position(),
                outcome: Some(position.outcome()),
                number: self.number,
                ply: u16::try_from(position.ply()).ok(),
                rows: first..first + self.count + 1,
                has_end: false,
                assumed: Fields::NONE,
            });
        }
        self.games.has_null_moves |= played.is_none();
        if let Some((block, i)) = self.slot() {
            position.write_board(block, i, 0);
            position.write_move(block, i);
            block.live |= 1 << i;
            block.labels[i] = score.unwrap_or(0);
            block.labelled |= u64::from(score.is_some()) << i;
        } else {
            self.is_unclear |= score == Some(i16::MIN) || played.is_none();
            let label = score.unwrap_or(i16::MIN);
            self.games.words_mut().push(word(played, label));
        }
        self.rows += 1;
    }

    #[inline(always)]
    fn end(&mut self, last: &ChainPosition) {
        if let Some((block, i)) = self.slot() {
            last.write_board(block, i, 0);
        }
    }
}

/// Makes records of a chain.
struct Chain<'a> {
    records: &'a mut Vec<Record>,
    number: Option<NonZeroU32>,
    final_positions: bool,
}

impl Visit for Chain<'_> {
    #[inline(always)]
    fn visit(&mut self, position: &ChainPosition) {
        let score = position.mover_score();
        self.records.push(Record {
            white_score: score.and_then(|score| score_seen_by(position.turn(), score)),
            outcome: Some(position.outcome()),
            played: position.played(),
            ply: u16::try_from(position.ply()).ok(),
            game: self.number,
            ..Record::from(position.to_position())
        });
    }

    fn end(&mut self, last: &ChainPosition) {
        if self.final_positions {
            self.visit(last);
            if let Some(record) = self.records.last_mut() {
                record.white_score = None;
            }
        }
    }
}

/// Encodes chains. Bytes are appended to the output only when a chunk is complete.
#[derive(Default)]
pub(crate) struct Encoder {
    writer: Writer,
    /// The number of the game that is open.
    number: Option<NonZeroU32>,
}

impl Encode for Encoder {
    fn encode(&mut self, record: &Record, _: Extra<'_>, out: &mut Vec<u8>) -> Encoded {
        let turn = record.position.turn();
        let seen = |score| score_seen_by(turn, score).ok_or(WriteError::Score(score));
        let score = record.white_score.map(seen).transpose()?;
        let outcome = record.outcome.ok_or(WriteError::Missing(Fields::OUTCOME))?;
        // If the ply is not known, neither are the clocks.
        let ply = record.ply.or(record.ply_of_position()).unwrap_or(0);
        let labels = (score, outcome);
        let played = record.played;
        if core::mem::replace(&mut self.number, record.game) != record.game {
            self.writer.begin_chain();
        }
        self.writer
            .write_position(&record.position, played, labels, ply.into(), out)
            .map_err(|why| WriteError::Binpack(why).into())
    }

    fn encode_run(&mut self, rows: &GameRows<'_>, run: Range<usize>, out: &mut Vec<u8>) -> usize {
        let (Some(slot), Some(ply)) = (rows.slot(run.start), rows.head.ply) else {
            return 0;
        };
        let seen = |slot: (&Block, usize)| match rows.score(slot) {
            Some(score) => score_seen_by(slot.0.turn(slot.1), score).map(Some),
            None => Some(None),
        };
        if check_board(&rows.head.start).is_err() {
            return 0;
        }
        let first = seen(slot).and_then(|score| {
            let ply = u32::from(ply) + run.start as u32;
            ChainPosition::of_row(slot, rows.fullmove(run.start), score, rows.outcome, ply)
        });
        let Some(first) = first else {
            return 0;
        };
        self.number = rows.head.number;
        self.writer.begin_chain();
        if self.writer.write(&first, out).is_err() {
            return 0;
        }
        let others = (run.start + 1..run.end).map_while(|row| {
            let slot = rows.slot(row)?;
            Some((slot.0.played(slot.1)?, seen(slot)?))
        });
        1 + self.writer.write_moves_unchecked(others)
    }

    fn takes_moves(&self) -> bool {
        true
    }

    fn takes_games_apart(&self) -> bool {
        true
    }

    fn begin_apart(&mut self) {
        self.writer = Writer::of_chains();
    }

    fn take_chains(&mut self) -> Chains {
        self.writer.take_chains()
    }

    fn append_chains(&mut self, chains: &Chains, out: &mut Vec<u8>) {
        self.number = None;
        self.writer.append_chains(chains, out);
    }

    fn encode_moves(&mut self, record: &Record, moves: Moves<'_>, _: &mut Vec<u8>) -> usize {
        let mut turn = record.position.turn();
        let scored = moves.each(record.white_score).map_while(|(played, score)| {
            turn = turn.other();
            let seen = match score {
                Some(score) => Some(score_seen_by(turn, score)?),
                None => None,
            };
            Some((played?, seen))
        });
        match moves.are_legal() {
            true => self.writer.write_moves_unchecked(scored),
            false => self.writer.write_moves(scored),
        }
    }

    fn end_game(&mut self, _: &mut Vec<u8>) {
        self.writer.begin_chain();
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.writer.finish(out);
        Ok(())
    }

    /// Returns `None`, because a chunk may be open.
    fn state(&self) -> Option<State> {
        None
    }

    fn units(&self) -> Option<u64> {
        Some(self.writer.chains())
    }
}
