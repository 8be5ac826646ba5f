//! Columns of games of PGN.

use crate::vocabulary::column::{ColumnOf, NoteColumn};
use crate::{ColumnValues, GameColumn, Notice, Notices, Record, Values};
use setwise_moves::{Move, Outcome, Position};
use setwise_pgn::{Eval, Game, Note, Start, Visitor};

/// The main line of a game, up to its problem if it has one.
pub(super) struct MainLine<'a> {
    pub(super) start: &'a Start,
    pub(super) moves: &'a [Option<Move>],
    pub(super) outcome: Option<Outcome>,
    pub(super) number: u64,
    pub(super) is_sound: bool,
}

/// Sets the values of the last rows, which are those of a game: numbers of comments, and marks.
/// An evaluation before the first move is given back if the column is there.
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
    // The same numbers once more.
    let mut others: Vec<(NoteColumn, &mut [i32])> = Vec::new();
    for (column, values) in columns.each_mut() {
        if let ColumnOf::Note(of) = column.of {
            let rows = values.numbers().get_mut(first..).unwrap_or_default();
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
            // Those before the first move belong to no half-move.
            match ply.checked_sub(1) {
                Some(row) => numbers.set(row, &note),
                None => {
                    if let (false, Some(Eval::Centipawns(eval))) =
                        (numbers.evals.is_empty(), note.eval)
                    {
                        *before_moves = eval.try_into().ok();
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
            ColumnOf::Nags => append_nags(values, game, rows),
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

/// The numbers of a game, by rows; none of those that no column asks for.
#[derive(Default)]
struct Numbers<'a> {
    clocks: &'a mut [i32],
    emts: &'a mut [i32],
    evals: &'a mut [i32],
    mates: &'a mut [i32],
    depths: &'a mut [i32],
    times: &'a mut [i32],
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

    #[inline]
    fn set(&mut self, row: usize, note: &Note) {
        let set = |rows: &mut [i32], number: Option<u32>| {
            if let (Some(place), Some(number)) = (rows.get_mut(row), number)
                && let Ok(number) = number.try_into()
            {
                *place = number;
            }
        };
        set(self.clocks, note.clock);
        set(self.emts, note.emt);
        set(self.times, note.time);
        set(self.depths, note.depth.map(u32::from));
        let (rows, number) = match note.eval {
            Some(Eval::Centipawns(number)) => (&mut self.evals, number),
            Some(Eval::Mate(number)) => (&mut self.mates, number),
            None => return,
        };
        if let Some(place) = rows.get_mut(row) {
            *place = number;
        }
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

fn append_nags(values: &mut Values, game: &Game<'_>, rows: usize) {
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
}

fn is_eval(column: &GameColumn) -> bool {
    matches!(column.of, ColumnOf::Note(NoteColumn::Eval))
}

/// Sets the scores of the records of the last rows: the evaluation after a move is the score of the
/// next record.
pub(super) fn fill_scores(columns: &ColumnValues, records: &mut [Record]) {
    let first = columns.len() - records.len();
    if let Some(i) = columns.columns().iter().position(is_eval) {
        for (row, record) in records.iter_mut().skip(1).enumerate() {
            let score = columns.number(i, first + row).map(i16::try_from);
            record.score = score.and_then(Result::ok);
        }
    }
}

/// Appends the moves of a line in standard algebraic notation, if a column asks for them.
pub(super) fn fill_sans(columns: &mut ColumnValues, line: &MainLine<'_>, rows: usize) {
    for (column, values) in columns.each_mut() {
        if column.of != ColumnOf::San {
            continue;
        }
        let mut position = line.start.position;
        for row in 0..rows {
            match line.moves.get(row) {
                Some(&Some(played)) => {
                    values.push_text(Some(position.san(played).as_ref()));
                    position = position.play_unchecked(played);
                }
                Some(None) => {
                    values.push_text(Some("--"));
                    position = position.null_move().unwrap_or(position);
                }
                None => values.push_text(None),
            }
        }
    }
}
