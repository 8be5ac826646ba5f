//! Makes games of PGN from consecutive records.

use crate::codecs::game::is_same_position;
use crate::stream::{ColumnValues, Encode, Encoded, Extra, Moves, State};
use crate::vocabulary::column::{ColumnOf, NoteColumn};
use crate::vocabulary::{Fields, Record, WriteError};
use core::{mem, num::NonZeroU32};
use setwise_moves::{Color, Outcome, Position, Role};
use setwise_pgn::{Eval, GameWriter, Note};

#[derive(Default)]
pub(crate) struct Encoder {
    game: Option<OpenGame>,
    /// The records with a value of a column that no comment holds.
    lost: u64,
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
    /// A hash of the written tags of the first record.
    tags: Option<u64>,
    /// The numbers and the marks of the last record, until its move is written.
    next: HalfMove,
}

/// The numbers and the marks beside a half-move.
#[derive(Default)]
struct HalfMove {
    note: Note,
    nags: Vec<u8>,
}

impl HalfMove {
    fn of(columns: &ColumnValues, row: usize, holds: &mut bool) -> Self {
        let mut found = Self::default();
        for (i, column) in columns.columns().iter().enumerate() {
            match (&column.of, columns.number(i, row)) {
                (ColumnOf::Note(of), Some(number)) => *holds &= set(&mut found.note, *of, number),
                (ColumnOf::Nags, _) => {
                    found.nags = columns.list(i, row).unwrap_or_default().to_vec();
                }
                (ColumnOf::Base | ColumnOf::Increment | ColumnOf::Offset, Some(_)) => {
                    *holds &= !column.is_written();
                }
                _ => {}
            }
        }
        found
    }
}

impl OpenGame {
    /// Whether a record continues the game. Its position is then that of the game.
    fn continues(&mut self, record: &Record) -> bool {
        if record.game != self.number || record.outcome != self.outcome {
            return false;
        }
        if self.is_waiting {
            let after = self.writer.position().null_move();
            let passes = after.is_some_and(|after| is_same(&after, record));
            if passes {
                self.end_move();
            }
            self.is_waiting = !(passes && self.writer.play(None).is_ok());
            if passes {
                self.begin_move();
            }
            return passes;
        }
        is_same(self.writer.position(), record)
    }

    /// Writes the marks of the move that was written, and begins its comment.
    fn begin_move(&mut self) {
        let HalfMove { note, nags } = mem::take(&mut self.next);
        for number in nags {
            self.writer.nag(number);
        }
        self.note = note;
    }

    /// Writes the comment.
    fn end_move(&mut self) {
        let note = mem::take(&mut self.note);
        if !note.is_empty() {
            self.writer.note(&note);
        }
    }
}

/// Whether a position is that of a record. Clocks that the record does not know do not count, nor
/// does an en passant square without a legal capture.
fn is_same(one: &Position, record: &Record) -> bool {
    if record.known().contains(Fields::CLOCKS) {
        return is_same_position(one, &record.position);
    }
    let [one, other] = [*one, record.position].map(|one| one.without_useless_en_passant());
    (one.turn(), one.castling(), one.en_passant())
        == (other.turn(), other.castling(), other.en_passant())
        && Color::ALL
            .iter()
            .all(|&color| one.by_color(color) == other.by_color(color))
        && Role::ALL
            .iter()
            .all(|&role| one.by_role(role) == other.by_role(role))
}

impl Encode for Encoder {
    fn encode(&mut self, record: &Record, extra: Extra<'_>, out: &mut Vec<u8>) -> Encoded {
        if record
            .played
            .is_some_and(|played| !record.position.is_legal(played))
        {
            return Err(WriteError::Move.into());
        }
        if !self
            .game
            .as_mut()
            .is_some_and(|game| game.continues(record))
        {
            self.end_game(out);
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
            tags: None,
            next: HalfMove::default(),
        });
        let mut holds = true;
        let score = record
            .white_score
            .map(|score| Eval::Centipawns(score.into()));
        holds &= score.is_none() || game.note.eval.is_none_or(|eval| Some(eval) == score);
        game.note.eval = game.note.eval.or(score);
        if let Some(columns) = columns {
            holds &= !columns.has_other_tags(row, &mut game.tags);
            game.next = HalfMove::of(columns, row, &mut holds);
        }
        self.lost += u64::from(!holds);
        let Some(played) = record.played else {
            game.is_waiting = true;
            return Ok(());
        };
        game.end_move();
        game.writer.play(played).map_err(|_| WriteError::Move)?;
        game.begin_move();
        Ok(())
    }

    fn takes_moves(&self) -> bool {
        true
    }

    fn encode_moves(&mut self, record: &Record, moves: Moves<'_>, _: &mut Vec<u8>) -> usize {
        let Some(game) = self.game.as_mut().filter(|game| !game.is_waiting) else {
            return 0;
        };
        let mut written = 0;
        for (played, score) in moves.each(record.white_score) {
            let (Some(played), None) = (played, game.note.eval) else {
                break;
            };
            // A comment is not written before a move that is refused.
            if !moves.are_legal() && !game.writer.position().is_legal(played) {
                break;
            }
            game.note.eval = score.map(|score| Eval::Centipawns(score.into()));
            game.end_move();
            if game.writer.play(played).is_err() {
                break;
            }
            written += 1;
        }
        written
    }

    fn end_game(&mut self, out: &mut Vec<u8>) {
        let Some(mut game) = self.game.take() else {
            return;
        };
        game.end_move();
        // Numbers and marks of a last position have no move.
        let HalfMove { note, nags } = &game.next;
        self.lost += u64::from(!note.is_empty() || !nags.is_empty());
        if let Ok(text) = game.writer.finish(game.outcome) {
            out.extend_from_slice(text.as_bytes());
        }
    }

    fn lost_columns(&self) -> u64 {
        self.lost
    }

    /// Returns `None`, because a game is written at its end.
    fn state(&self) -> Option<State> {
        None
    }
}

fn begin(record: &Record, columns: Option<&ColumnValues>, row: usize) -> GameWriter {
    let mut writer = GameWriter::new(record.position);
    // A tag of PGN has no control character.
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

/// Sets a number of a comment. Returns whether it fits, and no other one stands in its place.
fn set(note: &mut Note, of: NoteColumn, number: i64) -> bool {
    let time = u32::try_from(number).ok();
    let eval = i32::try_from(number).ok();
    match of {
        NoteColumn::Clock => note.clock = time,
        NoteColumn::Emt => note.emt = time,
        NoteColumn::Time => note.time = time,
        NoteColumn::Depth => {
            note.depth = u16::try_from(number).ok();
            return note.depth.is_some();
        }
        NoteColumn::Eval | NoteColumn::EvalMate => {
            let is_alone = note.eval.is_none();
            note.eval = match of {
                NoteColumn::Eval => eval.map(Eval::Centipawns),
                _ => eval.map(Eval::Mate),
            };
            return is_alone && note.eval.is_some();
        }
    }
    time.is_some()
}
