use super::destination::Destination;
use super::input::{Choice, Input, InputArgs, MoveFrom};
use super::inputs::{check_columns, check_files, columns_of_file, expand};
use super::names::{format_of, is_same_file, is_standard, name};
use super::notices::{self, Notices};
use super::output::{Finished, Output, OutputArgs, beside_records, is_closed};
use super::paths::Paths;
use super::resume::{Checkpoints, Facts, Points, ResumeArgs, add_input};
use anyhow::{anyhow, bail};
use clap::Args;
use itertools::Itertools;
use serde_json::json;
use setwise_formats::columns::{MoveNotation, rows_are_games};
use setwise_formats::{
    BlockSets, Compression, Error, Extras, Fields, Format, GameColumn, GameEncoders, OnDamage,
    ReadPoint, Record, Totals, WriteError,
};
use setwise_program::failure::{message, usage};
use setwise_values::{Condition, GameColumns, Value};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

/// An input, an output, and how they are read and written.
#[derive(Args, Debug)]
pub(super) struct TransferArgs {
    #[command(flatten)]
    pub(super) paths: Paths,
    #[command(flatten)]
    pub(super) reading: InputArgs,
    /// Columns of games to write into a table or PGN: tags (WhiteElo, ECO), clock, emt, eval,
    /// eval_mate, depth, time, nags, san, base, increment, file, offset [default: for PGN all that
    /// there are, for tables none]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
    #[command(flatten)]
    pub(super) writing: OutputArgs,
    /// Write default values for fields that the input lacks and the output needs: White to move,
    /// no castling right, no en passant square, clocks 0 and 1, score 0, a draw. They are counted
    #[arg(long)]
    pub(super) assume_missing: bool,
    /// End with an error if the output cannot hold all data of the input
    #[arg(long)]
    deny_loss: bool,
    /// Print the numbers of records as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Print no numbers of records, but still losses, lenient readings, default values and missing
    /// values
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
}

/// A choice of the records that are written. It may depend on the records before.
pub(super) trait Keep {
    /// Removes the records of a batch that are not written. Batches come in their order.
    fn batch(&mut self, batch: &mut Vec<Record>);

    /// Whether all records are kept, so that games need none.
    fn takes_games(&self) -> bool {
        false
    }

    /// Whether records are written with what the input says beside their fields.
    fn keeps_extras(&self) -> bool {
        true
    }

    /// Returns the records to write after all others, or why nothing is written at all.
    fn rest(&mut self) -> anyhow::Result<Vec<Record>> {
        Ok(Vec::new())
    }
}

/// The arguments after the check, with the formats and columns that they stand for.
pub(super) struct Checked {
    pub(super) files: Vec<PathBuf>,
    /// The format of the first input.
    pub(super) from: Format,
    /// The format and the compression of the output.
    pub(super) written: (Format, Compression),
    pub(super) columns: GameColumns,
    /// The notation of moves, if the rows of the output are games.
    pub(super) games: Option<MoveNotation>,
    /// Whether the choice of records is made from blocks, too.
    pub(super) blocks: bool,
}

/// Returns the columns that are named.
pub(super) fn columns(args: &TransferArgs) -> anyhow::Result<GameColumns> {
    GameColumns::named(&args.columns).map_err(|why| usage(format!("--columns: {why}")))
}

/// Refuses impossible arguments and a missing input.
pub(super) fn check(args: &TransferArgs) -> anyhow::Result<Checked> {
    let files = expand(&args.paths.input)?;
    let given = args.reading.format.from;
    let written = args.writing.format(&args.paths.output)?;
    let mut columns = columns(args)?;
    // Evaluations are the scores of records.
    let are_scores = columns.iter().all(|column| column.name() == "eval");
    if !are_scores && !written.0.is_columnar() && written.0 != Format::Pgn {
        let output = args.paths.output.display();
        let why = "holds no columns of games; tables and PGN do";
        return Err(usage(format!("{output}: {} {why}", written.0)));
    }
    let mut from = Format::Fen;
    for (i, file) in files.iter().enumerate() {
        let (format, _) = format_of(file, given, "--from")?;
        if i == 0 {
            from = format;
        }
        if format.is_columnar() && args.reading.copy_damaged.is_some() {
            let text = format!("{}: damaged rows of {format} are not copied", name(file));
            return Err(usage(text));
        }
        columns_of_file(&columns, file, given)?;
        distinct(file, args)?;
    }
    check_files(&files, given)?;
    if columns.is_empty() && written.0 == Format::Pgn {
        columns = GameColumns::usual(all_of_games(from));
    }
    Ok(Checked {
        files,
        from,
        written,
        columns,
        games: None,
        blocks: false,
    })
}

/// Returns the columns that PGN can hold, for an input in this format.
fn all_of_games(from: Format) -> impl Iterator<Item = GameColumn> {
    let is_pgn = from == Format::Pgn;
    let names = GameColumn::all_named().filter(move |(name, definition)| {
        let is_derived = matches!(*name, "base" | "increment" | "offset" | "san");
        !(is_derived || is_pgn && definition.is_none())
    });
    let named = names.filter_map(|(name, _)| GameColumn::named(name));
    is_pgn.then(GameColumn::all_tags).into_iter().chain(named)
}

struct All;

impl Keep for All {
    fn batch(&mut self, _: &mut Vec<Record>) {}

    fn takes_games(&self) -> bool {
        true
    }
}

/// A choice of the records of a batch, as the function of a thread. It removes the others, and
/// returns the rows of each `GameBatch` that it keeps; all, where it returns none.
pub(super) type Choose<'a> = Box<dyn FnMut(&mut Vec<Record>, &Extras) -> Vec<BlockSets> + 'a>;

/// A choice that keeps all records.
pub(super) fn all() -> Choose<'static> {
    Box::new(|_, _| Vec::new())
}

/// Copies the records that are kept, of the input or of a copy of it.
pub(super) fn run(
    args: &TransferArgs,
    copy: Option<&Path>,
    keep: &mut dyn Keep,
) -> anyhow::Result<(String, u8)> {
    // Before the outputs are opened, so that nothing is created in vain.
    let checked = check(args)?;
    transfer(args, copy, &checked, None, None, &all, keep)
}

/// Copies whole games. `choice` makes the functions of threads that remove games from a batch.
pub(super) fn run_games<'a>(
    args: &TransferArgs,
    checked: &Checked,
    condition: Option<&Condition>,
    choice: &(dyn Fn() -> Choose<'a> + Sync),
) -> anyhow::Result<(String, u8)> {
    transfer(args, None, checked, None, condition, choice, &mut All)
}

/// Copies the records that are kept, on request from the checkpoint of an interrupted run. `choice`
/// makes a function for each thread, which removes records from a batch, and chooses rows of blocks
/// if `blocks` says that it can. Its choice for a record depends on `facts` alone. Records that
/// lack a value of the condition are counted.
pub(super) fn run_resumable<'a>(
    args: &TransferArgs,
    resume: &ResumeArgs,
    mut facts: Facts,
    condition: Option<&Condition>,
    (choice, blocks): (&(dyn Fn() -> Choose<'a> + Sync), bool),
) -> anyhow::Result<(String, u8)> {
    let mut checked = check(args)?;
    checked.blocks = blocks;
    let (from, written) = (checked.from, checked.written);
    let mut checkpoints = None;
    if resume.resume {
        if args.reading.copy_damaged.is_some() {
            return Err(usage("a run with --copy-damaged cannot be resumed"));
        }
        let (format, on_damage) = (&args.reading.format, args.reading.on_damage);
        facts.insert("--from".into(), from.id().into());
        facts.insert("--to".into(), written.0.id().into());
        for (name, is_on) in [
            ("--final-positions", format.final_positions),
            ("--on-damage skip", on_damage == Choice::Skip),
            ("--on-damage keep-prefix", on_damage == Choice::KeepPrefix),
            ("--strict", format.strict),
            ("--move-from bm", format.move_from == MoveFrom::Bm),
            ("--assume-missing", args.assume_missing),
        ] {
            facts.insert(name.into(), is_on.into());
        }
        let [file] = &checked.files[..] else {
            return Err(usage("a run that reads several files cannot be resumed"));
        };
        facts.insert("--columns".into(), args.columns.join(",").into());
        add_input(&mut facts, file, from)?;
        checkpoints = resume.open(&args.paths.output, written, facts)?;
    }
    transfer(
        args,
        None,
        &checked,
        checkpoints,
        condition,
        choice,
        &mut All,
    )
}

/// The entries of a checkpoint for the input and for the records without a value.
const READ: &str = "read";
const MISSING: &str = "missing";

/// What has been read of all inputs.
struct ReadFiles {
    name: String,
    format: Format,
    totals: Totals,
    first_damage: Option<String>,
    /// The files that are cut, with the reasons.
    cut: Vec<String>,
}

/// The game and the ply of each last position of a game that is read only because the output can
/// hold games without moves. These positions do not count as records.
#[derive(Default)]
struct Ends(Vec<(Option<NonZeroU32>, Option<u16>)>);

impl Ends {
    /// Finds the last positions in a batch of whole games.
    fn of(batch: &[Record]) -> Self {
        let games = batch.chunk_by(is_same_game);
        let last = games.filter_map(<[Record]>::last);
        let ends = last.filter(|record| record.played.is_none());
        Self(ends.map(|record| (record.game, record.ply)).collect())
    }

    fn has(&self, record: &Record) -> bool {
        record.played.is_none() && self.0.contains(&(record.game, record.ply))
    }

    fn count_of(&self, batch: &[Record]) -> u64 {
        batch.iter().filter(|record| self.has(record)).count() as u64
    }
}

/// Whether a record is of the same game as the one before it, in a batch of whole games. Tables may
/// have games with equal numbers.
pub(super) fn is_same_game(one: &Record, next: &Record) -> bool {
    let next_ply = one.ply.map(|ply| ply.saturating_add(1));
    one.game == next.game && one.game.is_some() && next.ply == next_ply
}

/// Returns whether an input adds last positions of games that the arguments do not ask for.
fn adds_ends(input: &mut Input<'_>, is_asked: bool, are_read: bool) -> anyhow::Result<bool> {
    if is_asked || !are_read {
        return Ok(false);
    }
    let names = input.reader.column_names();
    let names = names.map_err(|error| anyhow!("{}: {error}", input.name))?;
    Ok(match names {
        Some(names) => rows_are_games(|name| names.iter().any(|other| other == name)),
        None => input.reader.format().has_final_positions(),
    })
}

/// Counts the records of a batch that lack a value or a column of a condition.
fn lacking(condition: &Condition, batch: &[Record], extras: &Extras, ends: &Ends) -> Vec<u64> {
    let known = batch.iter().map(Record::known).reduce(Fields::and);
    let of_value = |value: &&Value| {
        if known.is_none_or(|known| known.contains(value.needs())) {
            return 0;
        }
        let lacks = |record: &&Record| !record.known().contains(value.needs()) && !ends.has(record);
        batch.iter().filter(lacks).count() as u64
    };
    let of_games = |value: &&Value| {
        let games = extras.games().iter();
        games
            .map(|games| games.rows_without(value.needs()))
            .sum::<u64>()
    };
    let values = condition.values().iter();
    let values = values.map(|value| of_value(value) + of_games(value));
    let columns = condition.columns().iter().map(|column| {
        let all = extras.columns();
        let place = all.place_of(column);
        let has = |record: &&Record| {
            let (place, row) = (place?, extras.row_of(record)?);
            let number = all.number(place, row).map(drop);
            number.or_else(|| all.text(place, row).map(drop))
        };
        let lacks = |record: &&Record| has(record).is_none() && !ends.has(record);
        batch.iter().filter(lacks).count() as u64
    });
    values.chain(columns).collect()
}

/// Refuses requested columns that a table of positions lacks, because its rows are copied as is.
fn check_copied(columns: &GameColumns, input: &mut Input<'_>) -> anyhow::Result<()> {
    let names = input.reader.column_names();
    let names = names.map_err(|error| anyhow!("{}: {error}", input.name))?;
    let names = names.unwrap_or_default();
    if rows_are_games(|name| names.iter().any(|other| other == name)) {
        return Ok(());
    }
    let is_new = |column: &&GameColumn| {
        column.is_written() && !names.iter().any(|name| name == column.name())
    };
    match columns.iter().find(is_new) {
        Some(column) => Err(usage(format!(
            "{}: rows of positions are copied with their own columns, which `{}` is not",
            input.name,
            column.name()
        ))),
        None => Ok(()),
    }
}

/// Copies the records that are kept into an output that is checked.
fn transfer<'a>(
    args: &TransferArgs,
    input_copy: Option<&Path>,
    checked: &Checked,
    checkpoints: Option<Checkpoints>,
    condition: Option<&Condition>,
    choice: &(dyn Fn() -> Choose<'a> + Sync),
    keep: &mut dyn Keep,
) -> anyhow::Result<(String, u8)> {
    let (to, from) = (checked.written.0, args.reading.format.from);
    let keeps_extras = keep.keeps_extras();
    if !keeps_extras && args.columns.iter().any(|name| name != "eval") {
        return Err(usage("--columns: this command writes records alone"));
    }
    let columns = match keeps_extras && (to.is_columnar() || to == Format::Pgn) {
        true => checked.columns.clone(),
        // Evaluations are the scores of records.
        false => checked.columns.clone().unwritten(),
    };
    let columns = columns.and_read(condition.map_or(&[], Condition::columns));
    for file in &checked.files {
        columns_of_file(&columns, file, from)?;
    }
    let options = args.writing.options().assume_missing(args.assume_missing);
    let mut output = match checked.games {
        Some(notation) => {
            let columns: Vec<_> = checked.columns.iter().cloned().collect();
            Output::of_games(&args.paths.output, checked.written, &columns, notation)?
        }
        None => Output::open(&args.paths.output, checked.written, options, checkpoints)?,
    };
    let output_name = output.name.clone();
    let copy_path = args.reading.copy_damaged.as_deref();
    let mut copy = copy_path.map(Destination::open).transpose()?;
    let begin = output.begin().map(|points| points.get::<ReadPoint>(READ));
    let begin = begin.transpose()?;
    let values = condition.iter().flat_map(|condition| {
        let values = condition.values().iter().map(|value| value.name());
        values.chain(condition.columns().iter().map(GameColumn::name))
    });
    let mut missing: Vec<(&str, u64)> = values.map(|name| (name, 0)).collect();
    if let Some(points) = output.begin() {
        let before = points.get::<String>(MISSING)?;
        for ((_, number), before) in missing.iter_mut().zip(before.split(',')) {
            *number = before.parse().unwrap_or(0);
        }
    }
    // The records of a truncated input are kept if damage is skipped or if there are other inputs.
    let is_one = checked.files.len() == 1;
    let keeps_cut = args.reading.on_damage != Choice::Stop
        || copy_path.is_some()
        || !is_one && !args.reading.format.strict;
    let mut read = ReadFiles {
        name: args.paths.input.iter().map(|path| name(path)).join(", "),
        format: checked.from,
        totals: Totals::default(),
        first_damage: None,
        cut: Vec::new(),
    };
    // Last positions preserve games without moves, which commands for single records do not write.
    let has_ends = keeps_extras && (to == Format::Pgn || checked.games.is_some());
    let (mut ends_read, mut ends_written, mut games) = (0, 0, 0);
    for file in &checked.files {
        let on_damage = match &mut copy {
            Some(copy) => OnDamage::CopyTo(Box::new(copy)),
            None => args.reading.on_damage.on_damage(),
        };
        let options = args.reading.format.options().on_damage(on_damage);
        let (format, _) = format_of(file, from, "--from")?;
        let holds_extras = checked.games.is_none() && to.holds_extras_of(format);
        let file_columns = columns_of_file(&columns, file, from)?;
        let is_plain = file_columns.is_empty() && !has_ends;
        let takes_games = condition.is_none()
            && keep.takes_games()
            && output.takes_games()
            && (checked.games.is_some() || is_plain);
        let takes_rows = checked.blocks
            && is_plain
            && !args.reading.format.final_positions
            && (condition.is_some() || output.takes_blocks());
        let is_parallel = options.threads != 1 && output.game_encoders().is_some();
        let mut values = condition.into_iter().flat_map(Condition::values);
        let reads_numbers = values.any(|value| value.needs().contains(Fields::GAME));
        let mut options = options
            .keep_extras(keeps_extras && holds_extras)
            .columns(file_columns)
            .games(takes_games || takes_rows)
            .blocks(!takes_games)
            .numbers(reads_numbers || !is_parallel)
            .games_before(games);
        options.final_positions |= has_ends;
        let mut input = Input::open(file, input_copy, from, options, begin.as_ref())?;
        check_columns(&columns, &mut input)?;
        if holds_extras && format.is_columnar() {
            check_copied(&columns, &mut input)?;
        }
        let rows = input.row_progress();
        let adds_ends = adds_ends(&mut input, args.reading.format.final_positions, has_ends)?;
        let is_possible = output.accept_input(input.reader.format());
        let encoders = output.game_encoders().filter(|_| is_parallel);
        let choose = || {
            let mut choose = choice();
            let mut encoder = encoders.as_ref().map(GameEncoders::encoder);
            move |batch: &mut Vec<Record>, extras: &mut Extras| {
                let ends = if adds_ends {
                    Ends::of(batch)
                } else {
                    Ends::default()
                };
                let lacking = condition.map_or_else(Vec::new, |condition| {
                    lacking(condition, batch, extras, &ends)
                });
                let all = (batch.len() + extras.game_rows()) as u64;
                let kept = choose(batch, extras);
                let has_games = batch.is_empty() && extras.game_rows() > 0;
                let encoder = encoder.as_mut().filter(|_| has_games);
                let encoded = encoder.map(|encoder| {
                    let encoded = encoder.encode(extras.games(), &kept);
                    extras.clear_games();
                    encoded
                });
                (all, lacking, ends, kept, encoded)
            }
        };
        let copied = is_possible.and_then(|()| {
            input.reader.read_all_with(choose, |batch| {
                let mut batch = batch?;
                let encoded = batch.result.4.take();
                rows.inc(batch.result.0);
                for ((_, number), more) in missing.iter_mut().zip(&batch.result.1) {
                    *number += more;
                }
                keep.batch(batch.records);
                let ends = &batch.result.2;
                ends_read += ends.0.len() as u64;
                ends_written += ends.count_of(batch.records);
                output.write_batch(&batch, &batch.result.3, encoded)?;
                output.checkpoint(|| {
                    let points = Points::default().with(READ, &batch.point?);
                    Some(points.with(MISSING, &missing.iter().map(|(_, number)| number).join(",")))
                })
            })
        });
        match copied {
            Ok(()) => {}
            Err(error) if keeps_cut && error.is_cut() => {
                read.cut.push(format!("{}: {error}", input.name));
            }
            Err(error) if is_closed(&args.paths.output, &error) => return Ok((String::new(), 0)),
            Err(error) => return Err(explain(error, &input.name, &output_name, args)),
        }
        games = input.reader.last_game();
        output.end_game();
        read.totals.add(input.reader.totals());
        let first = input.reader.first_damage().map(ToString::to_string);
        let first = first.map(|damage| {
            if is_one {
                damage
            } else {
                format!("{}: {damage}", input.name)
            }
        });
        read.first_damage = read.first_damage.or(first);
    }
    let earlier = begin.as_ref().and_then(ReadPoint::first_damage);
    read.first_damage = earlier.map(str::to_owned).or(read.first_damage);
    let rest = keep.rest()?;
    let written = output.write_all(&rest);
    let mut finished = match written.and_then(|()| output.finish()) {
        Ok(finished) => finished,
        Err(error) if is_closed(&args.paths.output, &error) => return Ok((String::new(), 0)),
        Err(error) => return Err(explain(error, &read.name, &output_name, args)),
    };
    read.totals.records = read.totals.records.saturating_sub(ends_read);
    finished.written = finished.written.saturating_sub(ends_written);
    let notices = Notices::new(read.totals, read.format, &finished, &missing);
    if args.deny_loss && !notices.lost.is_empty() {
        bail!("{output_name}: {} (--deny-loss)", notices.losses());
    }
    let text = match args.quiet {
        true => String::new(),
        false => summary(&read, &finished, &notices, args.json),
    };
    for cut in &read.cut {
        message(cut);
    }
    notices.print(&read.name, &output_name);
    finished.commit()?;
    if let Some(copy) = copy {
        copy.commit()?;
    }
    let is_taken = is_standard(&args.paths.output) || copy_path.is_some_and(is_standard);
    Ok((
        beside_records(text, is_taken),
        u8::from(!read.cut.is_empty()),
    ))
}

/// Refuses outputs that are the input or each other.
fn distinct(input: &Path, args: &TransferArgs) -> anyhow::Result<()> {
    let same = |one: &Path, other: &Path| !is_standard(other) && is_same_file(one, other);
    let output = &args.paths.output;
    let refuse = |path: &Path, what| Err(usage(format!("{}: {what}", path.display())));
    if same(input, output) {
        return refuse(output, "the output is the input");
    }
    match &args.reading.copy_damaged {
        Some(copy) if same(input, copy) => refuse(copy, "--copy-damaged names the input"),
        Some(copy) if copy == output || same(output, copy) => {
            refuse(copy, "--copy-damaged names the output")
        }
        _ => Ok(()),
    }
}

/// Returns the error with the name of the file that it concerns.
fn explain(error: Error, input: &str, output: &str, args: &TransferArgs) -> anyhow::Error {
    let help = match args.assume_missing {
        true => "",
        false => " (--assume-missing writes default values, but no moves)",
    };
    match error {
        Error::Lacks(_) => usage(format!("{input}: {error}{help}")),
        Error::NotWritten(_) => usage(format!("{output}: {error}")),
        Error::Record {
            reason: WriteError::Missing(Fields::SCORE),
            ..
        } => anyhow!("{output}: {error} (filter --where has_score leaves such records out)"),
        Error::Record {
            reason: WriteError::Missing(_),
            ..
        } => anyhow!("{output}: {error}{help}"),
        Error::Record { .. } | Error::Write(_) => anyhow!("{output}: {error}"),
        error => anyhow!("{input}: {error}"),
    }
}

fn summary(files: &ReadFiles, finished: &Finished, notices: &Notices, as_json: bool) -> String {
    let (totals, written) = (files.totals, finished.written);
    let (read, damaged) = (totals.records, totals.damaged);
    let first = &files.first_damage;
    if as_json {
        let mut numbers = json!({
            "damaged": damaged,
            "first_damage": first,
            "cut": files.cut,
            "lenient": notices::json(&notices.lenient),
            "lost": notices::json(&notices.lost),
            "assumed": notices::json(&notices.assumed),
            "missing": notices::json(&notices.missing),
        });
        match finished.games {
            Some(games) => numbers["games"] = games.into(),
            None => {
                numbers["read"] = read.into();
                numbers["written"] = written.into();
                numbers["chains"] = finished.chains.into();
            }
        }
        return format!("{numbers:#}\n");
    }
    let unit = files.format.unit();
    let mut text = match finished.games {
        Some(games) => format!("games written: {games}\n"),
        None => format!("records read: {read}\nrecords written: {written}\n"),
    };
    text += &format!("damaged {unit}s: {damaged}\n");
    if let Some(first) = first {
        text += &format!("first damage: {first}\n");
    }
    if let Some(chains) = finished.chains {
        text += &format!("chains written: {chains}\n");
    }
    text
}
