//! Rows of tables that are games: their moves are a text as in PGN, or a list.

use super::beside::Beside;
use super::cells::{Cells, List};
use super::error::ColumnError;
use crate::codecs::pgn::Games;
use crate::codecs::pgn_columns::MainLine;
use crate::{Content, GameColumn, Notice, Notices, Outcome, Reason, Record};
use arrow_array::RecordBatch;
use setwise_moves::{Move, Position};
use setwise_pgn::{Parser, Start};
use std::borrow::Cow;

/// The columns that may have the moves, the first one that a table has.
const MOVES: [&str; 4] = ["movetext", "moves", "Moves", "uci"];

/// Whether the rows of a table with these columns are games, not positions.
pub fn rows_are_games(mut has: impl FnMut(&str) -> bool) -> bool {
    !["fen", "position"].into_iter().any(&mut has) && MOVES.into_iter().any(has)
}

/// The columns of a batch that games are made of.
pub(super) struct GameRows {
    moves: Cells,
    name: &'static str,
    others: Beside,
    rows: usize,
    parser: Parser,
}

impl GameRows {
    /// Finds the columns of games. `None` if the rows are positions.
    pub(super) fn new(
        batch: &RecordBatch,
        wanted: &[GameColumn],
    ) -> Result<Option<Self>, ColumnError> {
        let has = |name: &str| batch.column_by_name(name).is_some();
        if !rows_are_games(has) {
            return Ok(None);
        }
        let Some(name) = MOVES.into_iter().find(|name| has(name)) else {
            return Ok(None);
        };
        let Some(moves) = batch.column_by_name(name) else {
            return Ok(None);
        };
        let own = ["FEN", "Variant", "Result", "game"]
            .into_iter()
            .filter_map(GameColumn::tag);
        let all: Vec<GameColumn> = wanted.iter().cloned().chain(own).collect();
        Ok(Some(Self {
            moves: Cells::of(name, moves)?,
            name,
            others: Beside::new(batch, &all)?,
            rows: batch.num_rows(),
            parser: Parser::new(),
        }))
    }

    pub(super) const fn len(&self) -> usize {
        self.rows
    }

    /// Appends the records of a row, which is game `number` unless a column says another number.
    pub(super) fn append(
        &mut self,
        row: usize,
        number: u64,
        games: &mut Games,
        records: &mut Vec<Record>,
    ) -> (Content, Notices) {
        let others = &self.others;
        let tag = |name: &str| others.text(name, row).filter(|text| !text.is_empty());
        let number = tag("game")
            .and_then(|text| text.parse().ok())
            .unwrap_or(number);
        let mut notices = Notices::NONE;
        let damaged = |reason| (Content::Damaged(reason, 0), Notices::NONE);
        if let ("movetext", Cells::Text(moves)) = (self.name, &self.moves) {
            let Some(moves) = moves.get(row) else {
                return damaged(Reason::Field("movetext"));
            };
            let text = pgn(moves, tag);
            let Some(unit) = self.parser.next(text.as_bytes(), true) else {
                return damaged(Reason::Field("movetext"));
            };
            let setwise_pgn::Content::Game(game) = unit.content else {
                return damaged(Reason::Field("movetext"));
            };
            notices = unit.notices.into();
            let content = games.append_game(&game, number, records, &mut notices, tag);
            let is_whole = text.len() - unit.bytes <= 1;
            return match content {
                Content::Records if !is_whole => damaged(Reason::Behind("game")),
                content => (content, notices),
            };
        }
        let start = match tag("FEN").map(|fen| Start::from_fen(&fen)) {
            Some(Ok(start)) => start,
            Some(Err(why)) => return damaged(why.into()),
            None => Start::default(),
        };
        let Some(list) = self.moves.list(row) else {
            return damaged(Reason::Field(self.name));
        };
        let (moves, problem) = played(start.position, &list, &mut notices);
        let line = MainLine {
            start: &start,
            moves: &moves,
            outcome: tag("Result").and_then(|result| Outcome::from_ascii(result.as_bytes())),
            number,
            is_sound: problem.is_none(),
        };
        games.append_line(&line, records, &mut notices, tag, |columns, rows| {
            others.fill(columns, rows, row);
            Notices::NONE
        });
        let content = problem.map_or(Content::Records, |reason| Content::Damaged(reason, 0));
        (content, notices)
    }
}

/// The game as PGN has it.
fn pgn<'t>(moves: &str, tag: impl Fn(&str) -> Option<Cow<'t, str>>) -> String {
    let mut text = String::with_capacity(moves.len() + 100);
    for name in ["Variant", "FEN", "Result"] {
        if let Some(value) = tag(name) {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.extend(["[", name, " \"", &value, "\"]\n"]);
        }
    }
    // An empty line before a game without tags would be a unit of its own.
    if !text.is_empty() {
        text.push('\n');
    }
    let moves = moves.trim();
    text.push_str(moves);
    let is_ended = ["1-0", "0-1", "1/2-1/2", "*"]
        .iter()
        .any(|mark| moves.ends_with(mark));
    if !is_ended {
        let result =
            tag("Result").filter(|result| Outcome::from_ascii(result.as_bytes()).is_some());
        text.extend([" ", result.as_deref().unwrap_or("*")]);
    }
    text.push('\n');
    text
}

/// The moves of a list, those before the first one that is not legal, and why that one is not.
fn played(
    mut position: Position,
    list: &List<'_>,
    notices: &mut Notices,
) -> (Vec<Option<Move>>, Option<Reason>) {
    let mut moves = Vec::with_capacity(list.len());
    for i in 0..list.len() {
        let text = list.text(i).unwrap_or_default();
        let is_null = matches!(&*text, "--" | "0000" | "Z0");
        let found = match is_null {
            true => position.null_move().map(|after| (None, after)),
            false => {
                one(&position, &text).map(|played| (Some(played), position.play_unchecked(played)))
            }
        };
        let Some((played, after)) = found else {
            return (moves, Some(Reason::Uci(text.into_owned())));
        };
        if is_null {
            notices.insert(Notice::NullMove);
        }
        moves.push(played);
        position = after;
    }
    (moves, None)
}

fn one(position: &Position, text: &str) -> Option<Move> {
    let is_uci = matches!(
        text.as_bytes(),
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..]
    );
    match is_uci {
        true => position.parse_move(text).ok(),
        false => position.parse_san(text).ok(),
    }
}
