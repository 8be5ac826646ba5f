use super::filter::{check_stored, parse};
use super::input::Input;
use super::names::{format_of, is_standard, name};
use super::transfer::{self, Choose, TransferArgs};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use setwise_formats::columns::{MoveNotation, rows_are_games};
use setwise_formats::{Format, GameColumn, Record};
use setwise_program::failure::usage;
use setwise_values::{Analyses, Condition, GameColumns};
use std::path::Path;

/// Write games as rows of a table, or as PGN.
///
/// A row has the tags, the moves as a list, and lists of clocks and evaluations. The table is an
/// input again: every command reads its rows as games. The input is anything that has games: PGN,
/// viriformat, binpack, and tables with games in rows (`movetext`, `moves`, `Moves` with `FEN`) or
/// with positions that have `game`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples: setwise data games month.pgn.zst games.parquet\n          setwise data games month.pgn.zst missed.pgn --where missed_mate"
)]
pub(super) struct GamesArgs {
    #[command(flatten)]
    transfer: TransferArgs,
    /// Keep only the games with a position for which this condition holds, as `filter` has it
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    condition: Option<String>,
    /// Notation of the moves in a table
    #[arg(long, value_enum, value_name = "NOTATION", default_value_t = Notation::Uci)]
    moves: Notation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// `e2e4`
    Uci,
    /// `e4`
    San,
    /// No moves; such a table is not read as games
    None,
}

impl From<Notation> for MoveNotation {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Uci => Self::Uci,
            Notation::San => Self::San,
            Notation::None => Self::None,
        }
    }
}

/// Keeps the games of a batch that have a mark. Batches end between games.
fn keep_marked(records: &mut Vec<Record>, marks: &[bool]) {
    let mut kept = vec![false; records.len()];
    let mut start = 0;
    for game in records.chunk_by(transfer::is_same_game) {
        let end = start + game.len();
        let is_kept = marks
            .get(start..end)
            .is_some_and(|marks| marks.contains(&true));
        kept.get_mut(start..end)
            .into_iter()
            .for_each(|part| part.fill(is_kept));
        start = end;
    }
    let mut kept = kept.into_iter();
    records.retain(|_| kept.next().unwrap_or_default());
}

/// Refuses a condition on the games of a table of positions: batches of its rows end within games.
fn check_whole(file: &Path, transfer: &TransferArgs) -> anyhow::Result<()> {
    if is_standard(file) {
        let why = "--where looks at a table before it is read";
        return Err(usage(format!("{}: {why}", name(file))));
    }
    let format = &transfer.reading.format;
    let mut input = Input::open(file, None, format.from, format.options(), None)?;
    let names = input.reader.column_names();
    let names = names.map_err(|error| anyhow!("{}: {error}", input.name))?;
    match names {
        Some(names) if !rows_are_games(|name| names.iter().any(|other| other == name)) => {
            let why = "--where chooses games, but the rows of this table are positions";
            Err(usage(format!("{}: {why}", input.name)))
        }
        _ => Ok(()),
    }
}

/// Makes the function of a thread that removes games.
fn choice(condition: Option<&Condition>) -> Choose<'_> {
    let mut analyses = Analyses::default();
    Box::new(move |records, extras| {
        if let Some(condition) = condition {
            let marks = condition.marks(records, extras, &mut analyses);
            keep_marked(records, &marks);
        }
        Vec::new()
    })
}

pub(super) fn run(args: &GamesArgs) -> anyhow::Result<(String, u8)> {
    let condition = args.condition.as_deref().map(parse).transpose()?;
    let condition = condition.as_ref();
    let mut checked = transfer::check(&args.transfer)?;
    let (transfer, from, to) = (
        &args.transfer,
        args.transfer.reading.format.from,
        checked.written.0,
    );
    if to.is_columnar() {
        checked.games = Some(args.moves.into());
        if checked.columns.is_empty() {
            checked.columns = GameColumns::usual(GameColumn::usual());
        }
    } else if to != Format::Pgn {
        let output = transfer.paths.output.display();
        return Err(usage(format!(
            "{output}: {to} has no rows of games; tables and PGN have"
        )));
    }
    for (file, condition) in checked.files.iter().zip(condition.into_iter().cycle()) {
        let (format, _) = format_of(file, from, "--from")?;
        let columns = checked.columns.clone().and_read(condition.columns());
        check_stored(condition, &columns, format, &name(file))?;
        if format.is_columnar() {
            check_whole(file, transfer)?;
        }
    }
    transfer::run_games(transfer, &checked, condition, &|| choice(condition))
}
