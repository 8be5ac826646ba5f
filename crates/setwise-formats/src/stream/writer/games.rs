//! Games that are written as moves.

use super::Writer;
use crate::stream::{Extra, GameBatch, GameHead, Moves};
use crate::vocabulary::{Error, Record, WriteError};
use setwise_moves::{Move, Walk};
use std::io::Write;

impl<W: Write> Writer<W> {
    /// Writes a game: the labels and the position of `start`, and the moves from there, each with
    /// the score of the position before it as White sees it. `None` passes the turn, or is the end
    /// of the game, where a format can hold that. The game continues no other one, even if its
    /// records would.
    ///
    /// # Errors
    /// As [`write`](Self::write), also for a move that is not legal. The records before it are
    /// written.
    ///
    /// ```
    /// use setwise_formats::{Format, Outcome, Record, WriteOptions, Writer};
    /// use setwise_moves::Position;
    /// let position = Position::startpos();
    /// let e4 = position.parse_move("e2e4")?;
    /// let mut start = Record::from(position);
    /// start.outcome = Some(Outcome::Draw);
    /// let mut writer = Writer::new(Vec::new(), Format::Viriformat, WriteOptions::default());
    /// writer.write_game(&start, &[(Some(e4), Some(25))])?;
    /// assert_eq!((writer.written(), writer.finish()?.len()), (1, 32 + 4 + 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_game(
        &mut self,
        start: &Record,
        moves: &[(Option<Move>, Option<i16>)],
    ) -> Result<(), Error> {
        self.end_game();
        let sure = self.write_sure(start, moves)?;
        if sure == moves.len() {
            self.end_game();
            return Ok(());
        }
        let first = start.ply.or(start.ply_of_position());
        let walk = Walk::new(start.position, moves.iter().map(|(played, _)| *played));
        let positions = walk.map(|(position, _)| position);
        for (i, (position, &(played, white_score))) in positions.zip(moves).enumerate().skip(sure) {
            let is_legal = match played {
                Some(played) => position.is_legal(played),
                None => i + 1 == moves.len() || position.null_move().is_some(),
            };
            if !is_legal {
                return Err(Error::Record {
                    number: self.point.given + 1,
                    format: self.codec.format,
                    reason: WriteError::Move,
                });
            }
            let record = Record {
                position,
                white_score,
                played,
                ply: first.and_then(|first| u16::try_from(usize::from(first) + i).ok()),
                ..*start
            };
            self.write(&record)?;
        }
        self.end_game();
        Ok(())
    }

    /// The greatest sum of plies of a game whose counters certainly do not end.
    pub(super) const MAX_PLIES: usize = 60_000;

    /// Writes the records of the first moves, as far as the format takes them without positions and
    /// they are certainly legal. Returns their number.
    fn write_sure(
        &mut self,
        start: &Record,
        moves: &[(Option<Move>, Option<i16>)],
    ) -> Result<usize, Error> {
        let (Some((_, score)), true) = (moves.first(), self.takes_games()) else {
            return Ok(0);
        };
        let first = Record {
            white_score: *score,
            ply: start.ply.or(start.ply_of_position()),
            ..*start
        };
        self.write_from(first, Moves::Scored(moves, score.is_some()))
    }

    /// Whether the moves of a [`GameBatch`] are written in less time than their records.
    pub fn takes_games(&self) -> bool {
        let mut encoder = self.encoder.iter();
        encoder.any(|(_, encoder)| encoder.takes_moves())
    }

    /// Whether rows of the blocks of a [`GameBatch`] are written in less time than their records.
    pub fn takes_blocks(&self) -> bool {
        let mut encoder = self.encoder.iter();
        encoder.any(|(_, encoder)| encoder.takes_moves() || encoder.takes_games_apart())
    }

    /// Writes the records of all games: the bytes are those of the records, in less time.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_games(&mut self, games: &GameBatch) -> Result<(), Error> {
        let has_ends = games.heads().iter().any(|head| head.has_end);
        if !has_ends && self.takes_blocks() && !(self.takes_games() && games.has_words()) {
            return self.write_rows(games, &games.all());
        }
        let mut heads = games.heads().iter();
        heads.try_for_each(|head| self.write_head(games, head))
    }

    /// Writes the records of a game that was read.
    fn write_head(&mut self, games: &GameBatch, head: &GameHead) -> Result<(), Error> {
        let mut written = 0;
        if !head.has_end
            && self.takes_games()
            && let Some(first) = games.records(head).next()
        {
            let words = games.words().get(head.rows.clone()).unwrap_or_default();
            let has_score = first.white_score.is_some();
            written = self.write_from(first, Moves::Words(words, games.scores, has_score))?;
        }
        if written < head.rows.len() {
            for record in games.records(head).skip(written) {
                self.write_with(&record, Extra::None)?;
            }
        }
        self.end_game();
        Ok(())
    }

    /// Writes the first record of a game and those of the moves after it. Returns the number of
    /// records that are written.
    pub(super) fn write_from(&mut self, first: Record, moves: Moves<'_>) -> Result<usize, Error> {
        // Without plies, positions do not follow from each other in chains.
        let end = first.ply.map(|ply| usize::from(ply) + moves.len());
        let Some((played, _)) = moves.each(None).next() else {
            return Ok(0);
        };
        if self.point.skipped > 0 || end.is_none_or(|end| end > Self::MAX_PLIES) {
            return Ok(0);
        }
        let first = Record { played, ..first };
        self.write_with(&first, Extra::None)?;
        Ok(1 + self.write_moves(&first, moves.after_first())?)
    }

    /// Writes records that follow from the last one by moves. Returns their number.
    fn write_moves(&mut self, last: &Record, moves: Moves<'_>) -> Result<usize, Error> {
        let Some((needs, encoder)) = &mut self.encoder else {
            return Ok(0);
        };
        let known = last.known();
        let missing = needs.without(known);
        let Ok(labelled) = self.options.assumed(last, missing) else {
            return Ok(0);
        };
        let written = encoder.encode_moves(&labelled, moves, &mut self.buffer);
        self.point.given += written as u64;
        self.count(last, known, missing, written as u64);
        self.flush_if_full()?;
        Ok(written)
    }
}
