use super::order::{Handover, Order};
use crate::stream::reader::BATCH;
use crate::stream::{Extras, GameBatch, OnDamage, ReadBatch, ReadPoint, Reader, Tally};
use crate::vocabulary::{Damage, Error, Record};
use core::num::NonZeroU32;
use setwise_binpack::ReadError as BinpackReadError;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of batches of a part. Working on them takes longer than waking another thread.
pub(super) const BATCHES: usize = 8;

/// The greatest number of vectors that are kept.
const MAX_SPARE: usize = 256;
/// The greatest number of blocks for which memory is kept: long games fill one lane of eight.
const MAX_BLOCKS: usize = 1 << 10;

/// The function that a thread calls for each batch.
pub(super) type OnBatch<'a, R> = dyn FnMut(&mut Vec<Record>, &mut Extras) -> R + 'a;

/// The function of the caller that takes batches and damage.
pub(super) type Take<'a, R, E> = dyn FnMut(Result<ReadBatch<'_, R>, Damage>) -> Result<(), E> + 'a;

/// Memory for records or games. It returns to the thread that has filled it, which may have it in
/// its cache.
#[derive(Clone, Default)]
pub(super) struct Spare(Arc<Mutex<Vec<Memory>>>);

type Memory = (Vec<Record>, Vec<GameBatch>);

impl Spare {
    fn take(&self) -> Memory {
        let mut spare = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        spare.pop().unwrap_or_default()
    }

    fn give(&self, mut records: Vec<Record>, extras: &mut Extras) {
        records.clear();
        let mut games = core::mem::take(&mut extras.games);
        games.retain(|games| games.room() <= MAX_BLOCKS);
        if records.capacity() == 0 && games.is_empty() {
            return;
        }
        let mut spare = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Damage makes many vectors, and long units make large ones.
        if spare.len() < MAX_SPARE && records.capacity() <= 4 * BATCH {
            spare.push((records, games));
        }
    }
}

/// A part of an input, and the records in it.
pub(super) struct Part<R> {
    pub(super) number: usize,
    /// The bytes of units, unless the pieces were read without a cut. The bytes that
    /// [overlap](crate::stream::Cut::overlap) the next part are at the end.
    pub(super) bytes: Vec<u8>,
    /// The number of bytes that are decoded.
    start: usize,
    /// The state of the decoder after these bytes, without the games before the part, if it is
    /// known or guessed.
    state: Option<u64>,
    /// Whether the reader has decoded the bytes before these last.
    is_rest: bool,
    /// Whether a unit at the end may need more bytes.
    pub(super) is_open: bool,
    /// The number of games before the part, if it is known.
    games: Option<u64>,
    /// The state of the decoder after the records.
    pub(super) end: Option<u64>,
    /// The error after the part.
    pub(super) error: Option<Error>,
    pub(super) pieces: Vec<Piece<R>>,
    /// The number of pieces on which a thread has worked, and of those whose games have numbers.
    worked: usize,
    numbered: usize,
    tally: Tally<'static>,
    /// Damaged bytes to be copied.
    copy_buffer: Vec<u8>,
    /// The memory of the pieces.
    pub(super) spare: Spare,
}

/// Records up to damage, or to the end of a part.
pub(super) struct Piece<R> {
    records: Vec<Record>,
    extras: Extras,
    result: Option<R>,
    damage: Option<Damage>,
    point: Option<ReadPoint>,
}

impl<R> Piece<R> {
    /// Adds the number of games before the part, which the decoder has not counted.
    fn add_games(&mut self, before: u64, bits: u32) {
        let records = self.records.iter_mut().map(|record| &mut record.game);
        let heads = self.extras.heads_mut();
        for number in records.chain(heads.map(|head| &mut head.number)) {
            let game = number.map(|game| before + u64::from(game.get()));
            *number = game.and_then(|game| NonZeroU32::new(u32::try_from(game).ok()?));
        }
        if let Some(point) = &mut self.point {
            point.state += before << bits;
        }
        if before > 0
            && let Some(damage) = &mut self.damage
            && damage.reason == BinpackReadError::NotBinpack.into()
        {
            damage.reason = BinpackReadError::ChunkMark.into();
        }
    }

    /// Returns the number of records or rows of games.
    fn rows(&self) -> usize {
        self.records.len() + self.extras.game_rows()
    }

    fn work(&mut self, work: &mut OnBatch<'_, R>, spare: &Spare) {
        if self.rows() > 0 {
            self.result = Some(work(&mut self.records, &mut self.extras));
            if self.rows() == 0 {
                spare.give(Vec::new(), &mut self.extras);
            }
        }
    }
}

impl<R> Default for Part<R> {
    fn default() -> Self {
        Self {
            number: 0,
            bytes: Vec::new(),
            start: 0,
            state: None,
            is_rest: false,
            is_open: false,
            games: None,
            end: None,
            error: None,
            pieces: Vec::new(),
            worked: 0,
            numbered: 0,
            tally: Tally::default(),
            copy_buffer: Vec::new(),
            spare: Spare::default(),
        }
    }
}

impl<R> Part<R> {
    /// Begins with other bytes. The decoder has `state` before them, if it is known or guessed.
    pub(super) fn begin(&mut self, state: Option<u64>) {
        (self.start, self.state, self.games) = (0, state, None);
        self.is_rest = false;
    }

    /// Begins again after a wrong guess, with the bytes that the part before has left in front.
    fn begin_again(&mut self, handover: &mut Handover, order: &Order) {
        let overlap = order.cut.overlap.unwrap_or(0);
        let taken = overlap.saturating_sub(handover.rest.len());
        let mut bytes = core::mem::take(&mut handover.rest);
        bytes.truncate(bytes.len().saturating_sub(overlap));
        bytes.extend(self.bytes.iter().skip(taken));
        self.bytes = bytes;
        self.begin(Some(handover.state));
        (self.worked, self.numbered) = (0, 0);
        self.tally = Tally::default();
        self.copy_buffer.clear();
        for mut piece in self.pieces.drain(..) {
            self.spare.give(piece.records, &mut piece.extras);
        }
    }

    /// Reads some batches. Returns whether the input ends with them.
    pub(super) fn read(&mut self, reader: &mut Reader<'_>) -> bool {
        while self.pieces.len() < BATCHES && self.piece(reader) {}
        self.pieces.len() < BATCHES || self.error.is_some()
    }

    /// Reads some batches of an input that cannot be cut here, up to a place at which another
    /// decoder can continue. Returns whether the input ends with them.
    pub(super) fn read_uncut(&mut self, reader: &mut Reader<'_>) -> bool {
        self.begin(None);
        self.lend_copy_buffer(reader);
        let mut is_last = self.read(reader);
        while !is_last && reader.decoder.state().is_none() {
            is_last = !self.piece(reader);
        }
        self.finish(reader);
        is_last
    }

    /// Decodes the bytes up to a limit of records, and works on each batch; while the batch is in
    /// the cache, if the games before the part are counted. Returns the rest of the part.
    pub(super) fn decode(
        &mut self,
        reader: &mut Reader<'static>,
        order: &Order,
        work: &mut OnBatch<'_, R>,
    ) -> Option<Self> {
        let (guess, mut handover, mut has_rest) = (self.state, None, false);
        let Some(bits) = order.cut.flag_bits else {
            if guess.is_some() {
                has_rest = self.read_bytes(reader, order, &mut |part| part.work(work));
            }
            self.work(work);
            return has_rest.then(|| self.rest());
        };
        let is_right = |handover: &Handover| match order.cut.overlap {
            Some(overlap) => guess == Some(handover.state) && handover.rest.len() == overlap,
            None => true,
        };
        if guess.is_some() {
            has_rest = self.read_bytes(reader, order, &mut |part| {
                if part.games.is_none() && handover.is_none() {
                    handover = order.handover(part.number);
                    let right = handover.as_ref().filter(|handover| is_right(handover));
                    part.games = right.map(|handover| handover.games);
                }
                part.work_on_games((bits, order), work);
            });
        }
        if self.games.is_none() {
            let mut handover = handover.unwrap_or_else(|| order.wait(self.number));
            let is_again = !is_right(&handover);
            if is_again {
                self.begin_again(&mut handover, order);
            }
            self.games = Some(handover.games);
            if is_again {
                let mut after_each = |part: &mut Self| part.work_on_games((bits, order), work);
                has_rest = self.read_bytes(reader, order, &mut after_each);
            }
        }
        if let Some(games) = self.games.filter(|_| !has_rest) {
            let end = self.end.unwrap_or(0);
            let handover = Handover {
                games: games + (end >> bits),
                state: order.cut.without_games(end),
                rest: self.bytes.get(self.start..).unwrap_or_default().to_vec(),
            };
            order.hand_over(self.number, handover);
            self.end = self.end.map(|end| end + (games << bits));
        }
        self.work_on_games((bits, order), work);
        has_rest.then(|| self.rest())
    }

    /// Moves the bytes that are not decoded to another part.
    fn rest(&mut self) -> Self {
        Self {
            number: self.number,
            bytes: core::mem::take(&mut self.bytes),
            start: self.start,
            state: self.state,
            is_rest: true,
            is_open: self.is_open,
            games: self.games,
            error: self.error.take(),
            spare: self.spare.clone(),
            ..Self::default()
        }
    }

    /// Works on each batch that is read.
    pub(super) fn work(&mut self, work: &mut OnBatch<'_, R>) {
        for piece in self.pieces.iter_mut().skip(self.worked) {
            piece.work(work, &self.spare);
        }
        self.worked = self.pieces.len();
    }

    /// Works on each batch that is read, if the games before the part are counted, or need not be.
    fn work_on_games(&mut self, (bits, order): (u32, &Order), work: &mut OnBatch<'_, R>) {
        if let Some(games) = self.games {
            for piece in self.pieces.iter_mut().skip(self.numbered) {
                piece.add_games(games, bits);
            }
            self.numbered = self.pieces.len();
        }
        if self.games.is_some() || !order.limits.numbers {
            self.work(work);
        }
    }

    /// Decodes the bytes up to a limit of records. Returns whether the limit was reached.
    fn read_bytes(
        &mut self,
        reader: &mut Reader<'static>,
        order: &Order,
        after_each: &mut dyn FnMut(&mut Self),
    ) -> bool {
        let length = self.bytes.len();
        reader.source.replace(core::mem::take(&mut self.bytes));
        reader.source.consume(self.start);
        if self.is_open {
            reader.source.keep_open();
        }
        if !self.is_rest {
            reader.decoder.restore(self.state.unwrap_or(0));
        }
        self.lend_copy_buffer(reader);
        let mut records = 0;
        let has_rest = loop {
            if !self.piece(reader) {
                break false;
            }
            records += self.pieces.last().map_or(0, Piece::rows);
            after_each(self);
            let limit = match self.games {
                Some(_) => order.limits.records,
                None => order.limits.waiting_records,
            };
            if records >= limit && reader.decoder.state().is_some() {
                break true;
            }
        };
        self.start = length - reader.source.data().len();
        self.bytes = reader.source.replace(Vec::new());
        self.state = reader.decoder.state();
        self.finish(reader);
        has_rest
    }

    fn lend_copy_buffer(&mut self, reader: &mut Reader<'_>) {
        if let Some(copy_buffer) = &mut reader.copy_buffer {
            *copy_buffer = core::mem::take(&mut self.copy_buffer);
        }
    }

    /// Takes the state, the totals and the damaged bytes from a reader.
    fn finish(&mut self, reader: &mut Reader<'_>) {
        self.end = reader.decoder.state();
        let tally = core::mem::take(&mut reader.tally);
        (self.tally.totals, self.tally.lines) = (tally.totals, tally.lines);
        self.tally.last_game = tally.last_game;
        if let Some(copy_buffer) = &mut reader.copy_buffer {
            self.copy_buffer = core::mem::take(copy_buffer);
        }
    }

    /// Reads a piece: a batch, or the records before damage; false at the end and at an error.
    fn piece(&mut self, reader: &mut Reader<'_>) -> bool {
        let (mut records, games) = self.spare.take();
        reader.decoder.reuse(games);
        let max = reader.batch();
        let read = reader.read_batch(&mut records, max);
        let (damage, goes_on) = match read {
            Ok(0) => (None, false),
            Ok(_) => (None, true),
            Err(Error::Damage(damage)) => (Some(damage), true),
            // The bytes end before the next unit does.
            Err(Error::Read(_)) if self.is_open => (None, false),
            Err(error) => {
                self.error = Some(error);
                (None, false)
            }
        };
        if !goes_on && records.is_empty() && reader.decoder.rows() == 0 {
            self.spare.give(records, &mut Extras::default());
            return false;
        }
        // There is no point before an error: a reader that resumes there would not see the damage,
        // because this one stands after it.
        let is_sound = damage.is_none() && (goes_on || self.error.is_none());
        self.pieces.push(Piece {
            records,
            extras: reader.take_extras(),
            result: None,
            damage,
            point: reader.point().filter(|_| is_sound),
        });
        goes_on
    }

    /// Converts the places of damage and of points to those in the whole input, counts and copies
    /// the damage, and adds the totals of the part to those of the parts before it.
    pub(super) fn join(&mut self, tally: &mut Tally<'_>) -> Result<(), Error> {
        for piece in &mut self.pieces {
            piece.extras.columns.add_offset(tally.totals.bytes);
            piece.point = piece.point.take().map(|point| tally.located_point(&point));
            let Some(damage) = piece.damage.take() else {
                continue;
            };
            let damage = tally.located(damage);
            tally.note(&damage);
            if matches!(tally.on_damage, OnDamage::Stop) {
                piece.damage = Some(damage);
            }
        }
        if let OnDamage::CopyTo(output) = &mut tally.on_damage {
            output.write_all(&self.copy_buffer).map_err(Error::Copy)?;
            self.copy_buffer.clear();
        }
        let before = u32::try_from(self.games.unwrap_or(0)).unwrap_or(u32::MAX);
        self.tally.last_game = self.tally.last_game.saturating_add(before);
        tally.add(&self.tally);
        Ok(())
    }

    pub(super) fn take<E: From<Error>>(&mut self, take: &mut Take<'_, R, E>) -> Result<(), E> {
        (self.worked, self.numbered) = (0, 0);
        for mut piece in self.pieces.drain(..) {
            if let Some(result) = piece.result {
                take(Ok(ReadBatch {
                    records: &mut piece.records,
                    result,
                    extras: &piece.extras,
                    point: piece.point,
                }))?;
            }
            if let Some(damage) = piece.damage {
                take(Err(damage))?;
            }
            self.spare.give(piece.records, &mut piece.extras);
        }
        let error = self.error.take();
        error.map_or(Ok(()), |error| Err(error.into()))
    }
}
