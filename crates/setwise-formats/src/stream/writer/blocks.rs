use super::Writer;
use crate::stream::game_batch::Chosen;
use crate::stream::{Extra, GameBatch, GameHead, GameRows, Moves};
use crate::vocabulary::{Error, Fields, Record};
use core::ops::Range;
use setwise_moves::{Outcome, Place};
use std::io::Write;

impl<W: Write> Writer<W> {
    /// Writes the records of rows of games, a set for each block, in the order of the games: the
    /// bytes are those of the records, in less time.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    ///
    /// ```
    /// use setwise_formats::{Format, ReadOptions, Reader, WriteOptions, Writer};
    /// # use setwise_formats::Record;
    /// # use setwise_moves::{Outcome, Position};
    /// # let start = Position::startpos();
    /// # let mut record = Record::from(start);
    /// # (record.outcome, record.white_score) = (Some(Outcome::Draw), Some(20));
    /// # record.played = start.parse_move("e2e4").ok();
    /// # let mut writer = Writer::new(Vec::new(), Format::Viriformat, WriteOptions::default());
    /// # writer.write(&record)?;
    /// # let file = writer.finish()?;
    /// let options = ReadOptions::default().games(true);
    /// let mut reader = Reader::new(&file[..], Format::Viriformat, options);
    /// let mut writer = Writer::new(Vec::new(), Format::Bulletformat, WriteOptions::default());
    /// while reader.read_batch(&mut Vec::new(), 1024)? > 0 {
    ///     for games in reader.take_extras().games() {
    ///         writer.write_rows(games, &games.all())?;
    ///     }
    /// }
    /// assert_eq!(writer.finish()?.len(), 32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_rows(&mut self, games: &GameBatch, sets: &[u64]) -> Result<(), Error> {
        let (chosen, has_gaps) = (Chosen::new(sets), games.has_gaps());
        for (game, (head, place)) in games.heads.iter().zip(&games.blocks().games).enumerate() {
            let mut rows = chosen.runs(place).flatten();
            let Some(first) = rows.next().and_then(|row| games.record(game, row)) else {
                continue;
            };
            let is_written =
                !has_gaps && self.write_chosen((games, game, head, place), &chosen, &first)?;
            if !is_written {
                for row in chosen.runs(place).flatten() {
                    if let Some(record) = games.record(game, row) {
                        self.write_with(&record, Extra::None)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes rows of a game together, if the format can. Their first record has what all know.
    fn write_chosen(
        &mut self,
        (all, game, head, place): (&GameBatch, usize, &GameHead, &Place),
        chosen: &Chosen,
        first: &Record,
    ) -> Result<bool, Error> {
        let Some((needs, encoder)) = &mut self.encoder else {
            return Ok(false);
        };
        let known = first.known();
        let missing = needs.without(known);
        let Ok(labelled) = self.options.assumed(first, missing) else {
            return Ok(false);
        };
        let end = first.ply.map(|ply| usize::from(ply) + place.moves);
        let is_plain = known.contains(Fields::MOVE) && !all.has_null_moves;
        if self.point.skipped > 0 || !is_plain || end.is_none_or(|end| end > Self::MAX_PLIES) {
            return Ok(false);
        }
        let rows = GameRows {
            blocks: all.blocks(),
            head,
            place,
            chosen,
            outcome: labelled.outcome.unwrap_or(Outcome::Draw),
            score: labelled.white_score,
        };
        let before = self.buffer.len();
        if let Some(written) = encoder.encode_rows(&rows, &mut self.buffer) {
            self.point.given += written as u64;
            self.count(first, known, missing, written as u64);
            return self.flush_if_full().map(|()| true);
        }
        self.buffer.truncate(before);
        if !encoder.takes_moves() {
            return Ok(false);
        }
        for run in rows.runs() {
            self.write_run((all, game), &rows, run, (first, known, missing))?;
        }
        self.end_game();
        Ok(true)
    }

    /// Writes rows that follow each other. The first record of the game knows and misses these
    /// fields.
    fn write_run(
        &mut self,
        (all, game): (&GameBatch, usize),
        rows: &GameRows<'_>,
        run: Range<usize>,
        (first, known, missing): (&Record, Fields, Fields),
    ) -> Result<(), Error> {
        let Some((_, encoder)) = &mut self.encoder else {
            return Ok(());
        };
        let before = self.buffer.len();
        let mut written = encoder.encode_run(rows, run.clone(), &mut self.buffer);
        if written > 0 {
            self.point.given += 1;
            if self.buffer.len() > before {
                self.close();
            }
            self.point.given += written as u64 - 1;
            self.count(first, known, missing, written as u64);
            self.flush_if_full()?;
        } else if let Some(first) = all.record(game, run.start) {
            written = self.write_from(first, Moves::Rows(rows, [run.start, run.end]))?;
        }
        for row in run.skip(written) {
            if let Some(record) = all.record(game, row) {
                self.write_with(&record, Extra::None)?;
            }
        }
        Ok(())
    }
}
