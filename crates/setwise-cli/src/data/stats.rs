use super::filter::{check_stored, parse, warning};
use super::groups::{Batch, Describe, Groups};
use super::input::{Choice, FromArgs, Input};
use super::inputs::{check_columns, check_files, columns_of_file, expand};
use super::names::{format_of, name};
use super::notices::{self, Entry, listed, noticed};
use crate::histogram::Histogram;
use anyhow::anyhow;
use clap::Args;
use itertools::Itertools;
use serde_json::{Value, json};
use setwise::{Pack, Task, dispatch};
use setwise_formats::{
    Error, Extras, Fields, Format, GameBatch, GameColumn, Notice, Outcome, Record, Totals,
};
use setwise_moves::{Block, Color};
use setwise_program::failure::message;
use setwise_program::table::Table;
use setwise_values::{Analyses, Condition, GameColumns, phase, phase_of_row};
use std::path::PathBuf;

/// Describe the records of a file: outcomes, scores, phases, pieces, legal moves, checks.
///
/// Fields that the format does not store have default values: without castling rights, for example,
/// castling is no legal move. bulletformat stores boards, scores and outcomes as the side to move
/// sees them.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples: setwise data stats positions.epd.gz\n          setwise data stats month.pgn.zst --where missed_mate --by WhiteElo/200"
)]
pub(super) struct StatsArgs {
    /// Files, folders, patterns such as `*.pgn.zst`, `@FILE` for the names in its lines, or `-` for
    /// the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    format: FromArgs,
    /// What to do with damaged records, lines and games
    #[arg(long, value_enum, value_name = "CHOICE", default_value_t = Choice::Stop)]
    on_damage: Choice,
    /// Describe only the records for which a condition holds, as `filter` has it; with --by, count
    /// them in each group
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    condition: Option<String>,
    /// Count records and games in groups of equal values of a column of games or of a value;
    /// `/N` makes steps of N: WhiteElo/200
    #[arg(long, value_name = "NAME[/N]")]
    by: Option<String>,
    /// With --by, also print the means of these numbers
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "by")]
    mean: Vec<String>,
    /// Print JSON; entry n of a histogram is the number of positions with n pieces or legal moves
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &StatsArgs) -> anyhow::Result<(String, u8)> {
    let condition = args.condition.as_deref().map(parse).transpose()?;
    if let Some(by) = &args.by {
        let groups = Groups::new(by, &args.mean)?;
        let (groups, read) = describe(args, condition.as_ref(), groups)?;
        let (lenient, has_condition) = (read.lenient(), condition.is_some());
        if !args.json {
            if !lenient.is_empty() {
                message(&format!("read leniently: {}", listed(&lenient)));
            }
            return Ok((groups.text(has_condition), read.code));
        }
        let mut json = groups.to_json(&read.name, has_condition);
        json["lenient"] = notices::json(&lenient);
        return Ok((format!("{json:#}\n"), read.code));
    }
    let (mut stats, read) = describe(args, condition.as_ref(), Stats::default())?;
    stats.totals = read.totals;
    Ok(match args.json {
        true => (
            format!("{:#}\n", stats.to_json(&read.name, read.format)),
            read.code,
        ),
        false => (stats.text(&read.name, read.format), read.code),
    })
}

/// What has been read of all inputs.
struct ReadFiles {
    name: String,
    format: Format,
    totals: Totals,
    code: u8,
}

impl ReadFiles {
    fn lenient(&self) -> Vec<Entry> {
        noticed(self.totals, self.format, Notice::is_lenient)
    }
}

fn describe<D: Describe>(
    args: &StatsArgs,
    condition: Option<&Condition>,
    empty: D,
) -> anyhow::Result<(D, ReadFiles)> {
    let files = expand(&args.files)?;
    let from = args.format.from;
    check_files(&files, from)?;
    let columns = GameColumns::default().and_read(&empty.columns());
    let columns = columns.and_read(condition.map_or(&[], Condition::columns));
    let mut read = ReadFiles {
        name: args.files.iter().map(|file| name(file)).join(", "),
        format: format_of(&files[0], from, "--from")?.0,
        totals: Totals::default(),
        code: 0,
    };
    for file in &files {
        let (format, _) = format_of(file, from, "--from")?;
        columns_of_file(&columns, file, from)?;
        if let Some(condition) = condition {
            check_stored(condition, &columns, format, &name(file))?;
            if let Some(warning) = warning(condition, format, &name(file))
                && !args.format.final_positions
            {
                message(&warning);
            }
        }
    }
    let worker = || {
        let (mut analyses, empty) = (Analyses::default(), &empty);
        move |records: &mut Vec<Record>, extras: &mut Extras| {
            let rows = (records.len() + extras.game_rows()) as u64;
            let mut found = empty.clone();
            for games in extras.games() {
                let sets = condition.map(|condition| condition.keep(games));
                found.add_games(games, &sets.unwrap_or_else(|| games.all()));
            }
            extras.clear_games();
            let marks = condition.map(|condition| condition.marks(records, extras, &mut analyses));
            let analyses = &mut analyses;
            let mut batch = Batch {
                records,
                extras,
                analyses,
            };
            found.add_batch(&mut batch, &marks.unwrap_or_default());
            (found, rows)
        }
    };
    let (mut all, mut games) = (empty.clone(), 0);
    let takes_games = D::GAMES && columns.is_empty() && !args.format.final_positions;
    for file in &files {
        let options = args.format.options().on_damage(args.on_damage.on_damage());
        let options = options
            .columns(columns_of_file(&columns, file, from)?)
            .games_before(games)
            .games(takes_games)
            .blocks(true);
        let mut input = Input::open(file, None, from, options, None)?;
        check_columns(&columns, &mut input)?;
        let rows = input.row_progress();
        let done = input.reader.read_all_with(worker, |batch| {
            let (found, read) = &batch?.result;
            rows.inc(*read);
            all.merge(found);
            Ok::<(), Error>(())
        });
        match done {
            Err(error) if files.len() > 1 && !args.format.strict && error.is_cut() => {
                message(&format!("{}: {error}", input.name));
                read.code = 1;
            }
            done => done.map_err(|error| anyhow!("{}: {error}", input.name))?,
        }
        games = input.reader.last_game();
        read.totals.add(input.reader.totals());
    }
    Ok((all, read))
}

/// Adds the records of a batch. The code is compiled for the instruction set of the host, in which
/// a population count is one instruction.
struct AddAll<'a> {
    stats: &'a mut Stats,
    batch: &'a [Record],
    analyses: &'a Analyses,
}

impl Task for AddAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, _: P::Token) {
        for (i, record) in self.batch.iter().enumerate() {
            let (legal_moves, is_check) = (self.analyses.legal_moves(i), self.analyses.is_check(i));
            self.stats.add(record, legal_moves, is_check);
        }
    }
}

/// Adds the positions of a block that are in a set, as [`AddAll`] does.
struct AddBlock<'a> {
    stats: &'a mut Stats,
    block: &'a Block,
    set: u64,
    checks: u64,
    legal_moves: &'a [u32; 64],
}

impl Task for AddBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, _: P::Token) {
        let mut left = self.set;
        while left != 0 {
            let i = left.trailing_zeros() as usize & 63;
            left &= left - 1;
            let [a, b, c] = self.block.planes.each_ref().map(|plane| plane[i]);
            // Pawns, rooks and queens can mate.
            let is_drawn =
                a & !(b | c) | c & !a == 0 && self.block.position(i, 1).has_insufficient_material();
            self.stats.scores.add(self.block.label(i));
            self.stats.add_board(phase_of_row(self.block, i), a | b | c);
            let is_check = self.checks >> i & 1 != 0;
            self.stats
                .add_state(self.legal_moves[i], is_check, is_drawn);
        }
    }
}

impl Describe for Stats {
    const GAMES: bool = true;

    fn columns(&self) -> Vec<GameColumn> {
        Vec::new()
    }

    fn add_games(&mut self, games: &GameBatch, sets: &[u64]) {
        for (head, rows) in games.rows_in(sets) {
            self.records += rows as u64;
            let outcome = head.outcome.map_or(3, Outcome::half_points);
            self.outcomes[usize::from(outcome)] += rows as u64;
        }
        let count = |set: u64| u64::from(set.count_ones());
        for (block, &set) in games.blocks().blocks.iter().zip(sets) {
            let mut legal_moves = [0; 64];
            block.count_legal_moves(&mut legal_moves);
            let [white, black] = [set & !block.black, set & block.black];
            add(&mut self.turns, &[count(white), count(black), 0]);
            dispatch(AddBlock {
                stats: self,
                block,
                set,
                checks: block.find_checks(),
                legal_moves: &legal_moves,
            });
        }
    }

    fn add_batch(&mut self, batch: &mut Batch<'_>, marks: &[bool]) {
        let mut marks = marks.iter();
        batch
            .records
            .retain(|_| marks.next().is_none_or(|&holds| holds));
        batch.analyses.load(batch.records);
        dispatch(AddAll {
            stats: self,
            batch: batch.records,
            analyses: batch.analyses,
        });
    }

    fn merge(&mut self, other: &Self) {
        self.records += other.records;
        add(&mut self.outcomes, &other.outcomes);
        self.scores.merge(&other.scores);
        add(&mut self.turns, &other.turns);
        add(&mut self.phases, &other.phases);
        add(&mut self.states, &other.states);
        self.pieces.merge(&other.pieces);
        self.legal_moves.merge(&other.legal_moves);
    }
}

#[derive(Clone, Default)]
struct Stats {
    records: u64,
    totals: Totals,
    /// By half points of White; the last one is for records without outcome.
    outcomes: [u64; 4],
    scores: Scores,
    /// White, Black, not stored.
    turns: [u64; 3],
    /// Opening, middlegame, endgame.
    phases: [u64; 3],
    /// Checks, mates, stalemates, insufficient material.
    states: [u64; 4],
    pieces: Histogram,
    legal_moves: Histogram,
}

#[derive(Clone, Default)]
struct Scores {
    sum: i64,
    range: Option<(i16, i16)>,
    missing: u64,
}

impl Scores {
    #[inline(always)]
    fn add(&mut self, score: Option<i16>) {
        let Some(score) = score else {
            self.missing += 1;
            return;
        };
        self.sum += i64::from(score);
        let (min, max) = self.range.unwrap_or((score, score));
        self.range = Some((min.min(score), max.max(score)));
    }

    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.missing += other.missing;
        self.range = match (self.range, other.range) {
            (Some(one), Some(two)) => Some((one.0.min(two.0), one.1.max(two.1))),
            (one, two) => one.or(two),
        };
    }
}

fn add<const N: usize>(sums: &mut [u64; N], numbers: &[u64; N]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

impl Stats {
    #[inline(always)]
    fn add(&mut self, record: &Record, legal_moves: u32, is_check: bool) {
        let position = &record.position;
        self.records += 1;
        let outcome = record.outcome.map_or(3, Outcome::half_points);
        self.outcomes[usize::from(outcome)] += 1;
        self.scores.add(record.white_score);
        let turn = match position.turn() {
            _ if record.assumed.contains(Fields::TURN) => 2,
            Color::White => 0,
            Color::Black => 1,
        };
        self.turns[turn] += 1;
        self.add_board(phase(position), position.occupied());
        let is_drawn = position.has_insufficient_material();
        self.add_state(legal_moves, is_check, is_drawn);
    }

    #[inline(always)]
    fn add_board(&mut self, phase: u32, occupied: u64) {
        self.phases[match phase {
            20.. => 0,
            9.. => 1,
            _ => 2,
        }] += 1;
        self.pieces.add(occupied.count_ones());
    }

    #[inline(always)]
    fn add_state(&mut self, legal_moves: u32, is_check: bool, is_drawn: bool) {
        self.legal_moves.add(legal_moves);
        let is_end = legal_moves == 0;
        let states = [is_check, is_check && is_end, !is_check && is_end, is_drawn];
        add(&mut self.states, &states.map(u64::from));
    }

    fn mean_score(&self) -> Option<f64> {
        let scores = self.records - self.scores.missing;
        (scores > 0).then(|| self.scores.sum as f64 / scores as f64)
    }

    fn text(&self, name: &str, format: Format) -> String {
        let [black, draw, white, unknown] = self.outcomes;
        let outcomes = [white, draw, black, unknown];
        let outcome_names = match format.stores().contains(Fields::TURN) {
            true => ["White wins", "draw", "Black wins", "missing"],
            false => ["side to move wins", "draw", "side to move loses", "missing"],
        };
        let states = ["check", "mate", "stalemate", "insufficient material"];
        let scores = match (self.mean_score(), self.scores.range) {
            (Some(mean), Some((min, max))) => format!("mean {mean:.1}, min {min}, max {max}, "),
            _ => String::new(),
        };
        let numbers = |title: &str, histogram: &Histogram| match histogram.total() {
            0 => String::new(),
            _ => {
                let (mean, max) = (histogram.mean(), histogram.max());
                format!("{title}: mean {mean:.2}, max {max}\n")
            }
        };
        let lenient = match &*noticed(self.totals, format, Notice::is_lenient) {
            [] => String::new(),
            entries => format!("read leniently: {}\n", listed(entries)),
        };
        [
            format!(
                "{name}: {format}, {} records, damaged {}s: {}\n",
                self.records,
                format.unit(),
                self.totals.damaged
            ),
            lenient,
            format!("scores: {scores}missing {}\n", self.scores.missing),
            numbers("pieces", &self.pieces),
            numbers("legal moves", &self.legal_moves),
            self.table("outcome", outcome_names, outcomes),
            self.table("side to move", ["White", "Black", "missing"], self.turns),
            self.table("phase", ["opening", "middlegame", "endgame"], self.phases),
            self.table("position", states, self.states),
            format!("\n{}", self.pieces.bars("pieces")),
            format!("\n{}", self.legal_moves.bars("legal moves")),
        ]
        .concat()
    }

    /// Numbers of records and their shares, after an empty line.
    fn table<const N: usize>(&self, title: &str, names: [&str; N], numbers: [u64; N]) -> String {
        let rows = names.into_iter().zip(numbers).collect_vec();
        let share = |n: u64| format!("{:.1}%", 100.0 * n as f64 / self.records.max(1) as f64);
        let table = Table::of(&rows)
            .text(title, |row| row.0.to_string())
            .number("records", |n: u64| n.to_string(), |row| row.1)
            .number("share", share, |row| row.1);
        format!("\n{}", table.plain())
    }

    fn to_json(&self, name: &str, format: Format) -> Value {
        let [black, draw, white, unknown] = self.outcomes;
        let [by_white, by_black, untold] = self.turns;
        let [opening, middlegame, endgame] = self.phases;
        let [checks, mates, stalemates, insufficient] = self.states;
        let histogram = |histogram: &Histogram| {
            json!({
                "mean": histogram.mean(),
                "max": histogram.max(),
                "histogram": histogram.counts(),
            })
        };
        json!({
            "file": name,
            "format": format.name(),
            "records": self.records,
            "damaged": self.totals.damaged,
            "lenient": notices::json(&noticed(self.totals, format, Notice::is_lenient)),
            "outcomes": {"white_wins": white, "draw": draw, "black_wins": black, "missing": unknown},
            "scores": {
                "mean": self.mean_score(),
                "min": self.scores.range.map(|range| range.0),
                "max": self.scores.range.map(|range| range.1),
                "missing": self.scores.missing,
            },
            "side_to_move": {"white": by_white, "black": by_black, "missing": untold},
            "phases": {"opening": opening, "middlegame": middlegame, "endgame": endgame},
            "pieces": histogram(&self.pieces),
            "legal_moves": histogram(&self.legal_moves),
            "checks": checks,
            "mates": mates,
            "stalemates": stalemates,
            "insufficient_material": insufficient,
        })
    }
}
