//! Games of PGN from records that follow each other.

use crate::vocabulary::column::{ColumnOf, NoteColumn};
use crate::{ColumnValues, Encode, Encoded, Extra, Outcome, Record, State, Unwritable};
use core::mem;
use core::num::NonZeroU32;
use setwise_moves::{Color, Position, Role};
use setwise_pgn::{Eval, GameWriter, Note};
use std::io;

#[derive(Default)]
pub(crate) struct Encoder {
    game: Option<OpenGame>,
}

struct OpenGame {
    writer: GameWriter,
    number: Option<NonZeroU32>,
    outcome: Option<Outcome>,
    /// Whether the last record has no move: the game ends, or the turn passes.
    is_waiting: bool,
    /// The comment of the last move. It has the evaluation after the move, which is the score of
    /// the next record; that of the first record stands before the first move.
    note: Note,
}

impl OpenGame {
    /// Whether a record continues the game. Its position is then that of the game.
    fn continues(&mut self, record: &Record) -> bool {
        if record.game != self.number || record.outcome != self.outcome {
            return false;
        }
        if self.is_waiting {
            let after = self.writer.position().null_move();
            let passes = after.is_some_and(|after| is_same(&after, &record.position));
            if passes {
                self.end_move();
            }
            self.is_waiting = !(passes && self.writer.play(None).is_ok());
            return passes;
        }
        is_same(self.writer.position(), &record.position)
    }

    /// Writes the comment.
    fn end_move(&mut self) {
        let note = mem::take(&mut self.note);
        if !note.is_empty() {
            self.writer.note(&note);
        }
    }
}

/// Whether the pieces, the side to move and the castling rights are equal.
fn is_same(one: &Position, other: &Position) -> bool {
    one.turn() == other.turn()
        && one.castling() == other.castling()
        && Color::ALL
            .iter()
            .all(|&color| one.by_color(color) == other.by_color(color))
        && Role::ALL
            .iter()
            .all(|&role| one.by_role(role) == other.by_role(role))
}

impl Encoder {
    fn end(&mut self, out: &mut Vec<u8>) {
        let mut game = self.game.take();
        if let Some(game) = &mut game {
            game.end_move();
        }
        if let Some(game) = game
            && let Ok(text) = game.writer.finish(game.outcome)
        {
            out.extend_from_slice(text.as_bytes());
        }
    }
}

impl Encode for Encoder {
    fn encode(&mut self, record: &Record, extra: Extra<'_>, out: &mut Vec<u8>) -> Encoded {
        if record
            .played
            .is_some_and(|played| !record.position.is_legal(played))
        {
            return Err(Unwritable::Move.into());
        }
        if !self
            .game
            .as_mut()
            .is_some_and(|game| game.continues(record))
        {
            self.end(out);
        }
        let (columns, row) = match extra {
            Extra::Columns(extras, row) => (Some(extras.columns()), row),
            _ => (None, 0),
        };
        let game = self.game.get_or_insert_with(|| OpenGame {
            writer: begin(record, columns, row),
            number: record.game,
            outcome: record.outcome,
            is_waiting: false,
            note: Note::default(),
        });
        let score = || Some(Eval::Centipawns(record.score?.into()));
        game.note.eval = game.note.eval.or_else(score);
        let Some(played) = record.played else {
            game.is_waiting = true;
            return Ok(());
        };
        game.end_move();
        game.writer.play(played).map_err(|_| Unwritable::Move)?;
        if let Some(columns) = columns {
            for (i, column) in columns.columns().iter().enumerate() {
                match (&column.of, columns.number(i, row)) {
                    (ColumnOf::Note(of), Some(number)) => set(&mut game.note, *of, number as i32),
                    (ColumnOf::Nags, _) => {
                        for &number in columns.list(i, row).unwrap_or_default() {
                            game.writer.nag(number);
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.end(out);
        Ok(())
    }

    /// A game is written at its end.
    fn state(&self) -> Option<State> {
        None
    }
}

fn begin(record: &Record, columns: Option<&ColumnValues>, row: usize) -> GameWriter {
    let mut writer = GameWriter::new(record.position);
    // A control character has no place in PGN.
    let mut set = |name: &str, value: &str| {
        let _ = writer.tag(name, &value.replace(char::is_control, " "));
    };
    for (i, column) in columns
        .iter()
        .flat_map(|all| all.columns().iter().enumerate())
    {
        let text = columns.and_then(|all| all.text(i, row));
        let number = || columns?.number(i, row).map(|number| number.to_string());
        match column.of {
            ColumnOf::AllTags => {
                let pairs = text.unwrap_or_default().lines();
                pairs
                    .filter_map(|pair| pair.split_once('\t'))
                    .for_each(|(name, value)| set(name, value));
            }
            ColumnOf::Tag if column.is_written() => {
                if let Some(value) = text.map(str::to_owned).or_else(number) {
                    set(column.name(), &value);
                }
            }
            _ => {}
        }
    }
    writer
}

fn set(note: &mut Note, of: NoteColumn, number: i32) {
    let time = u32::try_from(number).ok();
    match of {
        NoteColumn::Clock => note.clock = time,
        NoteColumn::Emt => note.emt = time,
        NoteColumn::Time => note.time = time,
        NoteColumn::Depth => note.depth = u16::try_from(number).ok(),
        NoteColumn::Eval => note.eval = Some(Eval::Centipawns(number)),
        NoteColumn::EvalMate => note.eval = Some(Eval::Mate(number)),
    }
}
