use super::pgn_columns::{self, MainLine};
use crate::codecs::{game, text::record_of_start};
use crate::stream::extras::number;
use crate::stream::game_batch::word;
use crate::stream::{
    ColumnValues, Content, Decode, DecodeOptions, Decoded, Extras, GameBatch, GameHead, Source,
    Unit,
};
use crate::vocabulary::{Notice, Notices, ReadError, Record};
use setwise_moves::Outcome;
use setwise_pgn::{Game, Parser, ParserState};
use std::borrow::Cow;

pub(crate) struct Pgn {
    parser: Parser,
    games: Games,
}

/// Makes records of games, and the values of their columns.
pub(super) struct Games {
    /// The games of this batch, if they are made in place of records.
    batch: Option<GameBatch>,
    /// Whether they are walked into blocks when the batch ends.
    walks: bool,
    /// Whether records are counted and not made.
    counts: bool,
    final_positions: bool,
    strict: bool,
    keeps_prefix: bool,
    pub(super) extras: Extras,
    /// The number of bytes before the next unit.
    offset: u64,
    /// The number of records that were counted.
    counted: usize,
    /// The number of the last game.
    last: u64,
}

impl Pgn {
    pub(crate) fn new(options: &DecodeOptions) -> Self {
        Self {
            parser: Parser::new(),
            games: Games::new(options),
        }
    }
}

impl Decode for Pgn {
    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        let mut is_end = false;
        loop {
            if let Some(unit) = self.parser.next(source.data(), is_end) {
                let mut notices = unit.notices.into();
                let content = match unit.content {
                    setwise_pgn::Content::Game(game) => {
                        self.games.append(&game, records, &mut notices)
                    }
                    setwise_pgn::Content::Rest => Content::Rest,
                    _ => Content::Blank,
                };
                return Ok(Some(Unit::new(unit.bytes, content).with(notices)));
            }
            if is_end {
                return Ok(None);
            }
            is_end = !source.grow()?;
        }
    }

    fn take_extras(&mut self) -> Extras {
        self.games.take_extras()
    }

    fn rows(&self) -> usize {
        self.games.rows()
    }

    fn reuse(&mut self, games: Vec<GameBatch>) {
        self.games.reuse(games);
    }

    fn last_game(&self) -> u64 {
        self.games.last
    }

    fn stand_at(&mut self, offset: u64) {
        self.games.offset = offset;
    }

    fn state(&self) -> Option<u64> {
        self.parser.state().map(ParserState::to_bits)
    }

    fn restore(&mut self, state: u64) {
        self.parser.restore(ParserState::from_bits(state));
    }
}

impl Games {
    pub(super) fn new(options: &DecodeOptions) -> Self {
        Self {
            batch: options.games.then(GameBatch::default),
            walks: options.blocks,
            counts: options.counts,
            final_positions: options.final_positions,
            strict: options.strict,
            keeps_prefix: options.keeps_prefix,
            extras: Extras::new(false, options.columns.clone()),
            offset: 0,
            counted: 0,
            last: 0,
        }
    }

    pub(super) fn take_extras(&mut self) -> Extras {
        self.counted = 0;
        let mut extras = self.extras.take();
        let batch = self.batch.as_mut().filter(|batch| !batch.heads.is_empty());
        if let Some(mut games) = batch.map(core::mem::take) {
            if self.walks {
                games.walk();
            }
            extras.games.push(games);
        }
        extras
    }

    pub(super) fn reuse(&mut self, games: Vec<GameBatch>) {
        if let (Some(batch), Some(mut spare)) = (&mut self.batch, games.into_iter().next())
            && batch.heads.is_empty()
        {
            spare.clear();
            *batch = spare;
        }
    }

    /// The number of records that were counted, or are rows of games.
    pub(super) fn rows(&self) -> usize {
        self.batch.as_ref().map_or(0, GameBatch::rows) + self.counted
    }

    /// Appends the records of a game; of a damaged game, those before its problem.
    fn append(
        &mut self,
        game: &Game<'_>,
        records: &mut Vec<Record>,
        notices: &mut Notices,
    ) -> Content {
        self.append_game(game, game.number(), records, notices, |name| game.tag(name))
    }

    /// As [`append`](Self::append), for a game with this number and these tags.
    pub(super) fn append_game<'t>(
        &mut self,
        game: &Game<'_>,
        number: u64,
        records: &mut Vec<Record>,
        notices: &mut Notices,
        tag: impl Fn(&str) -> Option<Cow<'t, str>>,
    ) -> Content {
        let line = MainLine {
            start: game.start(),
            moves: game.moves(),
            outcome: game.outcome(),
            number,
            is_sound: game.damage().is_none(),
        };
        self.last = number;
        let offset = self.offset;
        let mut before_moves = None;
        let first = records.len();
        self.append_line(&line, records, notices, tag, |columns, rows| {
            pgn_columns::fill(columns, game, rows, offset, &mut before_moves)
        });
        *notices = pgn_columns::without_held(&self.extras.columns, game, *notices);
        match records.get_mut(first) {
            Some(start) => start.white_score = before_moves,
            None if before_moves.is_some() => notices.insert(Notice::CommentScores),
            None => {}
        }
        match game.damage() {
            Some((reason, at)) => Content::Damaged(ReadError::Pgn(reason.clone()), at),
            None => Content::Records,
        }
    }

    /// Appends the records of a line, with rows of columns unless the reader drops the records.
    /// `fill` sets the values that are no tags, in the last rows.
    pub(super) fn append_line<'t>(
        &mut self,
        line: &MainLine<'_>,
        records: &mut Vec<Record>,
        notices: &mut Notices,
        tag: impl Fn(&str) -> Option<Cow<'t, str>>,
        fill: impl FnOnce(&mut ColumnValues, usize) -> Notices,
    ) {
        let is_strange = || notices.iter().any(|notice| notice.is_lenient());
        let is_kept = self.keeps_prefix || line.is_sound && !(self.strict && is_strange());
        let (before, has_end) = (records.len(), line.is_sound && self.final_positions);
        let rows = line.moves.len() + usize::from(has_end);
        if self.counts {
            self.counted += usize::from(is_kept) * rows;
            return;
        }
        match &mut self.batch {
            None => play(line, has_end, records),
            Some(games) if is_kept => {
                let first = games.rows();
                let start = record_of_start(line.start);
                games.has_null_moves |= line.moves.contains(&None);
                let words = line.moves.iter().map(|played| word(*played, 0));
                let words = words.chain(has_end.then_some([0; 4]));
                games.words_mut().extend(words);
                games.heads.push(GameHead {
                    ply: start.ply_of_position(),
                    start: line.start.position,
                    outcome: line.outcome,
                    number: game::number_of(line.number),
                    rows: first..first + rows,
                    has_end,
                    assumed: start.assumed,
                });
            }
            Some(_) => {}
        }
        let columns = &mut self.extras.columns;
        if is_kept && !columns.columns().is_empty() {
            let first = columns.len();
            for (i, record) in records.iter_mut().skip(before).enumerate() {
                record.extra = number(first + i + 1);
            }
            let result = line.outcome.map_or("*", Outcome::as_str);
            let mut found = columns.begin_game(rows, |name| match name {
                // The outcome of the end mark.
                "Result" => Some(result.into()),
                name => tag(name),
            });
            found = found | fill(columns, rows);
            pgn_columns::fill_sans(columns, line, rows);
            if self.batch.is_none() {
                let records = records.get_mut(before..).unwrap_or_default();
                found = found | pgn_columns::fill_scores(columns, records);
            }
            *notices = *notices | found;
        }
    }
}

fn play(line: &MainLine<'_>, has_end: bool, records: &mut Vec<Record>) {
    let start = Record {
        outcome: line.outcome,
        ..record_of_start(line.start)
    };
    records.reserve(line.moves.len() + 1);
    let mut game = game::Game::new(&start, line.number, records);
    for &played in line.moves {
        game.go_on(played, None, game.position.after(played));
    }
    game.end(has_end);
}

/// Cuts an input before a game. The state at the cut is 0, apart from the number of games.
pub(crate) fn cut(data: &[u8], state: u64) -> (usize, u64) {
    setwise_pgn::cut(data).map_or((0, state), |at| (at, 0))
}
