//! Columns of games of PGN.

use crate::stream::{ColumnValues, Values};
use crate::vocabulary::column::{ColumnOf, NoteColumn};
use crate::vocabulary::{GameColumn, Notice, Notices, Record};
use setwise_moves::{Move, Outcome, Position, Walk};
use setwise_pgn::{Eval, Game, Note, Start, Visitor};

/// The main line of a game, up to its damage if it has one.
pub(super) struct MainLine<'a> {
    pub(super) start: &'a Start,
    pub(super) moves: &'a [Option<Move>],
    pub(super) outcome: Option<Outcome>,
    pub(super) number: u64,
    pub(super) is_sound: bool,
}

/// Sets the values of the last rows, which are those of a game: numbers of comments, and marks.
/// Writes an evaluation before the first move to `before_moves` if the column exists.
pub(super) fn fill(
    columns: &mut ColumnValues,
    game: &Game<'_>,
    rows: usize,
    offset: u64,
    before_moves: &mut Option<i16>,
) -> Notices {
    let first = columns.len() - rows;
    let mut found = Notices::NONE;
    let mut numbers = Numbers::default();
    // Further columns of the same numbers.
    let mut others: Vec<(NoteColumn, &mut [i32])> = Vec::new();
    for (column, values) in columns.each_mut() {
        if let ColumnOf::Note(of) = column.of {
            let rows = values.numbers().get_mut(first..).unwrap_or_default();
            if column.is_written() {
                numbers.written |= 1 << of as u8;
            }
            match numbers.of(of) {
                place if place.is_empty() => *place = rows,
                _ => others.push((of, rows)),
            }
        }
    }
    if !numbers.is_empty() {
        for (ply, note) in game.notes() {
            if note.is_unclear {
                found.insert(Notice::UnclearNumbers);
            }
            if note.has_rest {
                found.insert(Notice::CommentRest);
            }
            // Notes before the first move belong to no half-move.
            match ply.checked_sub(1) {
                Some(row) => found = found | numbers.set(row, &note),
                None => {
                    if let (false, Some(Eval::Centipawns(eval))) =
                        (numbers.evals.is_empty(), note.eval)
                    {
                        *before_moves = eval.try_into().ok();
                    }
                    let eval = note.eval.filter(|_| before_moves.is_none());
                    if !(Note { eval, ..note }).is_empty() {
                        found.insert(Notice::CommentRest);
                    }
                }
            }
        }
    }
    for (of, rows) in others {
        rows.iter_mut()
            .zip(numbers.of(of).iter())
            .for_each(|(out, number)| *out = *number);
    }
    for (column, values) in columns.each_mut() {
        match column.of {
            ColumnOf::AllTags => values.push_text(Some(&all_tags(game))),
            ColumnOf::Nags => found = found | append_nags(values, game, rows),
            ColumnOf::Offset => values.set_last_offset(offset),
            _ => {}
        }
    }
    found
}

fn all_tags(game: &Game<'_>) -> String {
    let names = game
        .tags()
        .filter_map(|(name, _)| str::from_utf8(name).ok());
    let pair = |name| Some([name, "\t", &game.tag(name)?, "\n"].concat());
    names.filter_map(pair).collect()
}

/// The numbers of a game, by rows; empty for numbers that no column asks for.
#[derive(Default)]
struct Numbers<'a> {
    clocks: &'a mut [i32],
    emts: &'a mut [i32],
    evals: &'a mut [i32],
    mates: &'a mut [i32],
    depths: &'a mut [i32],
    times: &'a mut [i32],
    /// A bit for each kind whose column is written.
    written: u8,
}

impl<'a> Numbers<'a> {
    const fn of(&mut self, of: NoteColumn) -> &mut &'a mut [i32] {
        match of {
            NoteColumn::Clock => &mut self.clocks,
            NoteColumn::Emt => &mut self.emts,
            NoteColumn::Eval => &mut self.evals,
            NoteColumn::EvalMate => &mut self.mates,
            NoteColumn::Depth => &mut self.depths,
            NoteColumn::Time => &mut self.times,
        }
    }

    const fn is_empty(&self) -> bool {
        let times = self.clocks.len() | self.emts.len() | self.times.len();
        times | self.evals.len() | self.mates.len() | self.depths.len() == 0
    }

    /// Sets the numbers of a row. Reports numbers without a written column, or that do not fit.
    #[inline]
    fn set(&mut self, row: usize, note: &Note) -> Notices {
        let mut found = Notices::NONE;
        let written = self.written;
        let mut set = |of: NoteColumn, rows: &mut [i32], number: Option<i64>| {
            if let Some(number) = number {
                if written >> of as u8 & 1 == 0 {
                    found.insert(Notice::CommentRest);
                }
                match (rows.get_mut(row), i32::try_from(number)) {
                    (Some(place), Ok(number)) if number != Values::MISSING => *place = number,
                    (Some(_), _) => found.insert(Notice::UnclearNumbers),
                    (None, _) => {}
                }
            }
        };
        use NoteColumn::{Clock, Depth, Emt, Eval as Score, EvalMate, Time};
        set(Clock, self.clocks, note.clock.map(i64::from));
        set(Emt, self.emts, note.emt.map(i64::from));
        set(Time, self.times, note.time.map(i64::from));
        set(Depth, self.depths, note.depth.map(i64::from));
        match note.eval {
            Some(Eval::Centipawns(number)) => set(Score, self.evals, Some(number.into())),
            Some(Eval::Mate(number)) => set(EvalMate, self.mates, Some(number.into())),
            None => {}
        }
        found
    }
}

/// The numeric marks of the main line.
#[derive(Default)]
struct Nags {
    numbers: Vec<u8>,
    /// The place of the first mark of each half-move.
    starts: Vec<usize>,
}

impl Visitor for Nags {
    fn played(&mut self, _: &Position, _: Option<Move>, _: &[u8]) {
        self.starts.push(self.numbers.len());
    }

    fn nag(&mut self, number: u8) {
        self.numbers.push(number);
    }
}

/// Appends the marks of each half-move. Reports marks before the first half-move.
fn append_nags(values: &mut Values, game: &Game<'_>, rows: usize) -> Notices {
    let mut nags = Nags::default();
    game.visit(&mut nags);
    for row in 0..rows {
        let start = nags.starts.get(row).copied().unwrap_or(nags.numbers.len());
        let end = nags
            .starts
            .get(row + 1)
            .copied()
            .unwrap_or(nags.numbers.len());
        values.push_list(nags.numbers.get(start..end).unwrap_or_default());
    }
    match nags.starts.first().unwrap_or(&nags.numbers.len()) {
        0 => Notices::NONE,
        _ => Notice::CommentRest.into(),
    }
}

fn is_eval(column: &GameColumn) -> bool {
    matches!(column.of, ColumnOf::Note(NoteColumn::Eval))
}

/// Sets the scores of the records of the last rows: the evaluation after a move is the score of the
/// next record.
///
/// Reports an evaluation that does not fit, unless its column is written.
pub(super) fn fill_scores(columns: &ColumnValues, records: &mut [Record]) -> Notices {
    let first = columns.len() - records.len();
    let mut notices = Notices::NONE;
    let all = columns.columns();
    if let Some(i) = all.iter().position(is_eval) {
        for (row, record) in records.iter_mut().skip(1).enumerate() {
            let score = columns.number(i, first + row).map(i16::try_from);
            if let Some(Err(_)) = score
                && !all[i].is_written()
            {
                notices.insert(Notice::UnclearNumbers);
            }
            record.white_score = score.and_then(Result::ok);
        }
    }
    notices
}

/// Removes the notices about parts of a game that written columns hold: tags, marks, and comments,
/// of which the rest is still reported.
pub(super) fn without_held(columns: &ColumnValues, game: &Game<'_>, found: Notices) -> Notices {
    if columns.columns().is_empty() {
        return found;
    }
    let columns = columns.columns().iter();
    let written = columns.filter(|column| column.is_written());
    let has = |wanted: fn(&ColumnOf) -> bool| written.clone().any(|column| wanted(&column.of));
    let is_note = |of: &ColumnOf| matches!(of, ColumnOf::Note(_));
    let has_notes = has(is_note);
    let has_nags = has(|of| *of == ColumnOf::Nags);
    let holds = |name: &[u8]| {
        let is_it = |column: &GameColumn| match column.of {
            ColumnOf::AllTags => true,
            ColumnOf::Tag => column.name().as_bytes() == name,
            _ => false,
        };
        written.clone().any(is_it)
    };
    let is_start = |name: &[u8]| matches!(name, b"FEN" | b"SetUp" | b"Variant" | b"Result");
    // As for the reader, `????.??.??` says nothing.
    let says = |value: &[u8]| !value.iter().all(|byte| b"?.-".contains(byte));
    let is_held = |(name, value)| is_start(name) || holds(name) || !says(value);
    let has_tags = found.iter().any(|notice| notice == Notice::Tags);
    let holds_tags = has_tags && game.tags().all(is_held);
    let held = [
        (Notice::CommentScores, has_notes),
        (Notice::Comments, has_notes),
        (Notice::CommentRest, !has_notes && !has_nags),
        (Notice::Nags, has_nags),
        (Notice::Tags, holds_tags),
    ];
    let held = held.into_iter().filter(|(_, is_held)| *is_held);
    held.fold(found, |found, (notice, _)| found.without(notice))
}

/// Appends the moves of a line in standard algebraic notation, if a column asks for them.
pub(super) fn fill_sans(columns: &mut ColumnValues, line: &MainLine<'_>, rows: usize) {
    for (column, values) in columns.each_mut() {
        if column.of != ColumnOf::San {
            continue;
        }
        for (position, played) in Walk::new(line.start.position, line.moves.iter().copied()) {
            let san = played.map(|played| position.san(played));
            values.push_text(Some(san.as_deref().unwrap_or("--")));
        }
        (line.moves.len()..rows).for_each(|_| values.push_text(None));
    }
}
