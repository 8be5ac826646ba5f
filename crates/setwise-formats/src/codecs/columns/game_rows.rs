//! Rows of tables that are games: their moves are a text as in PGN, or a list.

use super::batch;
use super::beside::{Beside, Others, columns_but, has_value};
use super::cells::{Cells, List};
use super::error::ColumnError;
use crate::codecs::text::{has_small_letter, is_canonical, outcome};
use crate::vocabulary::{GameColumn, Notice, Notices, ReadError, Record};
use crate::{codecs::pgn::Games, codecs::pgn_columns::MainLine};
use crate::{stream::Content, stream::column_values::says_nothing};
use arrow_array::RecordBatch;
use setwise_moves::{Move, Outcome, Position};
use setwise_pgn::{Parser, Start};
use std::borrow::Cow;

/// The columns that may have the moves. A table uses the first one that it has.
const MOVES: [&str; 4] = ["movetext", "moves", "Moves", "uci"];

/// Whether the rows of a table with these columns are games, not positions.
pub fn rows_are_games(mut has: impl FnMut(&str) -> bool) -> bool {
    !["fen", "position"].into_iter().any(&mut has) && MOVES.into_iter().any(has)
}

/// The columns of the start, the outcome and the number of a game.
const HEAD: [&str; 5] = ["FEN", "Variant", "Result", "outcome", "game"];

/// Columns whose values follow from the start and the moves.
const DERIVED: [&str; 3] = ["SetUp", "plies", "san"];

/// The columns of a batch that games are made of.
pub(super) struct GameRows {
    moves: Cells,
    name: &'static str,
    others: Beside,
    /// The columns that are not handed over.
    more: Others,
    rows: usize,
    parser: Parser,
}

/// The data of a row beside its moves, and the notices about them.
struct Head {
    outcome: Option<Outcome>,
    number: u64,
    notices: Notices,
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
        let head = HEAD.into_iter().filter_map(GameColumn::tag);
        let all: Vec<GameColumn> = wanted.iter().cloned().chain(head).collect();
        // A `movetext` has the values of half-moves in its comments.
        let is_handed = |column: &&GameColumn| {
            column.is_handed_over() && !(name == "movetext" && column.is_of_half_moves())
        };
        let handed: Vec<&str> = wanted
            .iter()
            .filter(is_handed)
            .map(GameColumn::name)
            .collect();
        let known = [&HEAD[..], &DERIVED, &handed, &[name]].concat();
        Ok(Some(Self {
            moves: Cells::of(name, moves)?,
            name,
            others: Beside::new(batch, &all)?,
            more: columns_but(batch, &known),
            rows: batch.num_rows(),
            parser: Parser::new(),
        }))
    }

    pub(super) const fn len(&self) -> usize {
        self.rows
    }

    fn tag(&self, name: &str, row: usize) -> Option<Cow<'_, str>> {
        self.others.text(name, row).filter(|text| !text.is_empty())
    }

    /// Appends the records of a row, which is game `number` unless a column says another number.
    pub(super) fn append(
        &mut self,
        row: usize,
        number: u64,
        games: &mut Games,
        records: &mut Vec<Record>,
    ) -> (Content, Notices) {
        match self.append_row(row, number, games, records) {
            Ok(found) => found,
            Err(reason) => (Content::Damaged(reason, 0), Notices::NONE),
        }
    }

    fn append_row(
        &mut self,
        row: usize,
        number: u64,
        games: &mut Games,
        records: &mut Vec<Record>,
    ) -> Result<(Content, Notices), ReadError> {
        let mut head = self.head(row, number)?;
        if has_value(&self.more, row) {
            head.notices.insert(Notice::Columns);
        }
        let text = match (self.name, &self.moves) {
            ("movetext", Cells::Text(moves)) => {
                moves.get(row).ok_or(ReadError::Field("movetext"))?
            }
            _ => return self.append_list(row, head, games, records),
        };
        let text = self.pgn(text, row, head.outcome);
        let unit = self.parser.next(text.as_bytes(), true);
        let unit = unit.ok_or(ReadError::Field("movetext"))?;
        let setwise_pgn::Content::Game(game) = unit.content else {
            return Err(ReadError::Field("movetext"));
        };
        let mut notices = head.notices | unit.notices.into();
        let tag = |name: &str| self.others.text(name, row).filter(|text| !text.is_empty());
        let content = games.append_game(&game, head.number, records, &mut notices, tag);
        let is_whole = text.len() - unit.bytes <= 1;
        match content {
            Content::Records if !is_whole => Err(ReadError::Behind("game")),
            content => Ok((content, notices)),
        }
    }

    fn append_list(
        &mut self,
        row: usize,
        head: Head,
        games: &mut Games,
        records: &mut Vec<Record>,
    ) -> Result<(Content, Notices), ReadError> {
        let (start, found) = self.start(row)?;
        let list = self.moves.list(row).ok_or(ReadError::Field(self.name))?;
        self.others
            .check_lists(&games.extras.columns, row, list.len())?;
        let mut notices = head.notices | found;
        let (moves, damage) = played(start.position, &list, &mut notices);
        let line = MainLine {
            start: &start,
            moves: &moves,
            outcome: head.outcome,
            number: head.number,
            is_sound: damage.is_none(),
        };
        let tag = |name: &str| self.tag(name, row);
        games.append_line(&line, records, &mut notices, tag, |columns, rows| {
            self.others.fill(columns, rows, row)
        });
        let content = damage.map_or(Content::Records, |reason| Content::Damaged(reason, 0));
        Ok((content, notices))
    }

    /// Reads the outcome and the number of a game.
    fn head(&self, row: usize, number: u64) -> Result<Head, ReadError> {
        let (outcome, notices) = self.read_outcome(row)?;
        let number = match self.tag("game", row) {
            Some(text) => match text.trim().parse::<u32>() {
                Ok(0) => number,
                found => found.map_err(|_| ReadError::Field("game"))?.into(),
            },
            None => number,
        };
        Ok(Head {
            outcome,
            number,
            notices,
        })
    }

    /// Reads the start of a game whose moves are a list.
    fn start(&mut self, row: usize) -> Result<(Start, Notices), ReadError> {
        if self.tag("FEN", row).is_none() && self.tag("Variant", row).is_none() {
            return Ok((Start::default(), Notices::NONE));
        }
        // The reader of PGN reads a game without moves, because it knows the variants.
        let text = self.pgn("", row, None);
        let unit = self.parser.next(text.as_bytes(), true);
        let unit = unit.ok_or(ReadError::Field("FEN"))?;
        let setwise_pgn::Content::Game(game) = unit.content else {
            return Err(ReadError::Field("FEN"));
        };
        match game.damage() {
            Some((reason, _)) => Err(ReadError::Pgn(reason.clone())),
            None => Ok((*game.start(), unit.notices.into())),
        }
    }

    /// Reads the outcome: that of `Result`, or else the half points of White in `outcome`.
    fn read_outcome(&self, row: usize) -> Result<(Option<Outcome>, Notices), ReadError> {
        let mut notices = Notices::NONE;
        let of_text = |text: Cow<'_, str>| match text.trim() {
            text if says_nothing(text) => Ok(None),
            text => outcome(text)
                .or_else(|| Some((in_words(text)?, false)))
                .map(Some)
                .ok_or(ReadError::Field("Result")),
        };
        let result = self.tag("Result", row).map_or(Ok(None), of_text)?;
        if let Some((_, false)) = result {
            notices.insert(Notice::OutcomeSpelling);
        }
        let result = result.map(|(outcome, _)| outcome);
        let points = self
            .others
            .get("outcome")
            .map_or(Ok(None), |cells| cells.number(row));
        let is_truth = matches!(self.others.get("outcome"), Some(Cells::Truths(_)));
        let points = points.ok().filter(|points| points.is_none() || !is_truth);
        let points = points.ok_or(ReadError::Field("outcome"))?;
        let points = points.map(batch::outcome).transpose()?;
        if result.is_some() && points.is_some() && result != points {
            notices.insert(Notice::OutcomesDisagree);
        }
        Ok((result.or(points), notices))
    }

    /// Returns the game as text of PGN.
    fn pgn(&self, moves: &str, row: usize, outcome: Option<Outcome>) -> String {
        let mut text = String::with_capacity(moves.len() + 100);
        let mut push = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.extend(["[", name, " \"", &value, "\"]\n"]);
        };
        for name in ["Variant", "FEN"] {
            if let Some(value) = self.tag(name, row) {
                push(name, &value);
            }
        }
        let outcome = outcome.map(Outcome::as_str);
        if let Some(outcome) = outcome {
            push("Result", outcome);
        }
        // An empty line before a game without tags would be a unit of its own.
        if !text.is_empty() {
            text.push('\n');
        }
        let moves = moves.trim();
        text.push_str(moves);
        let mut marks = ["1-0", "0-1", "1/2-1/2", "*"].iter();
        if !marks.any(|mark| moves.ends_with(mark)) {
            // A comment may reach to the end of the line.
            text.extend(["\n", outcome.unwrap_or("*")]);
        }
        text.push('\n');
        text
    }
}

/// Returns the outcome from the winner as Lichess names it, or a draw.
fn in_words(text: &str) -> Option<Outcome> {
    Some(match text {
        "white" => Outcome::WhiteWins,
        "draw" => Outcome::Draw,
        "black" => Outcome::BlackWins,
        _ => return None,
    })
}

/// Returns the moves of a list before the first one that is not legal, and the problem of that one.
fn played(
    mut position: Position,
    list: &List<'_>,
    notices: &mut Notices,
) -> (Vec<Option<Move>>, Option<ReadError>) {
    let mut moves = Vec::with_capacity(list.len());
    for i in 0..list.len() {
        let Some(text) = list.text(i) else {
            return (moves, Some(ReadError::NullInList));
        };
        let is_null = matches!(&*text, "--" | "0000" | "Z0");
        let found = match is_null {
            true => position.null_move().map(|after| (None, after)),
            false => one(&position, &text, notices)
                .map(|played| (Some(played), position.play_unchecked(played))),
        };
        let Some((played, after)) = found else {
            return (moves, Some(ReadError::Uci(text.into_owned())));
        };
        if is_null {
            notices.insert(Notice::NullMove);
        }
        moves.push(played);
        position = after;
    }
    (moves, None)
}

fn one(position: &Position, text: &str, notices: &mut Notices) -> Option<Move> {
    let is_uci = matches!(
        text.as_bytes(),
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..]
    );
    let (played, is_standard) = match is_uci {
        true => (position.parse_move(text).ok()?, has_small_letter(text)),
        false => {
            let played = position.parse_san(text).ok()?;
            (played, is_canonical(position, played, text))
        }
    };
    if !is_standard {
        notices.insert(Notice::MoveSpelling);
    }
    Some(played)
}
