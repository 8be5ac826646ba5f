//! Games that are written as moves.

use super::Writer;
use crate::stream::{Extra, Line};
use crate::vocabulary::{Error, Record, WriteError};
use setwise_moves::Move;
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
        let (mut position, first) = (start.position, start.ply.or(start.ply_of_position()));
        for (i, &(played, white_score)) in moves.iter().enumerate() {
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
            position = position.after(played);
        }
        self.end_game();
        Ok(())
    }

    /// Whether games that are read as [`Lines`](crate::Lines) are written in less time than their
    /// records.
    pub fn takes_games(&self) -> bool {
        let mut encoder = self.encoder.iter();
        encoder.any(|(_, encoder)| encoder.takes_moves())
    }

    /// Writes the records of a game that was read, with these moves.
    pub(super) fn write_line(&mut self, line: &Line, moves: &[Option<Move>]) -> Result<(), Error> {
        /// The greatest sum of plies of a game whose counters certainly do not end.
        const MAX_PLIES: usize = 60_000;
        let mut written = 0;
        let is_plain = self.point.skipped == 0 && !line.has_end && self.takes_games();
        if is_plain && let Some(first) = line.records(moves).next() {
            self.write_with(&first, Extra::None)?;
            written = 1;
            // Without plies, positions do not follow from each other in chains.
            let end = first.ply.map(|ply| usize::from(ply) + moves.len());
            if end.is_some_and(|end| end <= MAX_PLIES) {
                written += self.write_moves(&first, moves.get(1..).unwrap_or_default())?;
            }
        }
        if written < moves.len() {
            for record in line.records(moves).skip(written) {
                self.write_with(&record, Extra::None)?;
            }
        }
        Ok(())
    }

    /// Writes records that follow from the last one by moves. Returns their number.
    fn write_moves(&mut self, last: &Record, moves: &[Option<Move>]) -> Result<usize, Error> {
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
