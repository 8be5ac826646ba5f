use super::inputs::expand;
use super::names::{format_of, name};
use super::resume::{Facts, ResumeArgs};
use super::transfer::{self, Choose, TransferArgs};
use clap::Args;
use itertools::Itertools;
use setwise_formats::{Format, GameColumn};
use setwise_program::failure::{message, usage, usage_at};
use setwise_values::{Analyses, Condition, GameColumns, Kind, Value};

/// Keep the records for which a condition holds.
///
/// A condition compares values with integers or with each other (== or =, != < <= > >=) and joins
/// the comparisons with && || ! or, in any case, and, or, not, and parentheses. A value alone holds
/// if it is not 0. A comparison with a value that the record lacks is false; so is such a value
/// alone. Records that lack a value of the condition are counted. A value that the format of the
/// input never stores is an error, unless you pass --assume-missing.
///
/// Columns of games of PGN and of tables are values as well: numbers, and texts, which ==, !=, in
/// ("a", "b") and starts_with compare with texts in quotes. A name that begins with a capital
/// letter is a tag.
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(super) struct FilterArgs {
    #[command(flatten)]
    transfer: TransferArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Keep all records, and take their scores from those for which the condition does not hold:
    /// trainers skip them, and chains of binpack stay whole
    #[arg(long)]
    mark: bool,
    /// Condition for the records to keep
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    condition: String,
}

fn help() -> String {
    let width = Value::ALL.iter().map(|value| value.name().len()).max();
    let width = width.unwrap_or(0);
    let line = |value: &Value| {
        let (name, definition) = (value.name(), value.definition());
        let mark = if value.can_be_missing() { " *" } else { "" };
        match value.kind() {
            Kind::Truth => format!("  {name:width$}  1 if {definition}, else 0{mark}\n"),
            _ => format!("  {name:width$}  {definition}{mark}\n"),
        }
    };
    let definitions: String = Value::ALL.iter().map(line).collect();
    let columns = GameColumn::all_named().map(|(name, definition)| match definition {
        Some(definition) => format!("  {name:width$}  {definition} *\n"),
        None => String::new(),
    });
    let columns: String = columns.collect();
    let tags = GameColumn::all_named().filter(|(_, definition)| definition.is_none());
    let tags = tags.map(|(name, _)| name).format(", ");
    format!(
        "Values. Moves and *own* pieces are those of the side to move; *the move* is the stored one; * a record can lack it:\n{definitions}\n\
        Columns of games, of PGN and tables:\n{columns}  file  the name of the input\n  {tags}\n\n\
        Example: setwise data filter games.vf quiet.vf --where '!in_check && quiet && hanging == 0 && pieces >= 8'"
    )
}

/// Parses a condition.
pub(super) fn parse(text: &str) -> anyhow::Result<Condition> {
    Condition::parse(text).map_err(|error| {
        let Some(place) = error.place() else {
            return usage(format!("--where: {error}"));
        };
        let message = error.message();
        let help = "see `setwise data filter --help`";
        usage_at(format!("--where: {message} ({help})"), place)
    })
}

/// Refuses a condition on a value that no record of the format has.
pub(super) fn check_stored(
    condition: &Condition,
    columns: &GameColumns,
    format: Format,
    input: &str,
) -> anyhow::Result<()> {
    let stores = columns.fields_of(format);
    let is_lacking = |value: &&&Value| !stores.contains(value.needs());
    let Some(value) = condition.values().iter().find(is_lacking) else {
        return Ok(());
    };
    let (name, needs) = (value.name(), value.needs());
    let is_storing = |other: &Format| other.stores().contains(needs);
    let others = Format::ALL.into_iter().filter(is_storing).format(", ");
    Err(usage(format!(
        "{input}: --where reads `{name}`, but {format} stores no {needs} \
        ({others} do; with --assume-missing no record has the value)"
    )))
}

/// Returns the warning that the condition asks for positions without moves where all have some.
pub(super) fn warning(condition: &Condition, format: Format, input: &str) -> Option<String> {
    let is_end = |value: &&&Value| ["mate", "stalemate"].contains(&value.name());
    let name = condition.values().iter().find(is_end)?.name();
    let why = "holds for no record without --final-positions, since a move follows each position";
    format
        .has_final_positions()
        .then(|| format!("{input}: `{name}` {why}"))
}

pub(super) fn run(args: &FilterArgs) -> anyhow::Result<(String, u8)> {
    let condition = parse(&args.condition)?;
    let reading = &args.transfer.reading.format;
    let columns = transfer::columns(&args.transfer)?.and_read(condition.columns());
    for input in &expand(&args.transfer.paths.input)? {
        let (format, _) = format_of(input, reading.from, "--from")?;
        if !args.transfer.assume_missing {
            check_stored(&condition, &columns, format, &name(input))?;
        }
        if !reading.final_positions
            && let Some(warning) = warning(&condition, format, &name(input))
        {
            message(&warning);
        }
    }
    let choice = || -> Choose<'_> {
        let mut analyses = Analyses::default();
        let condition = &condition;
        Box::new(move |batch, extras| {
            match args.mark {
                false => condition.retain_with(batch, extras, &mut analyses),
                true => {
                    let marks = condition.marks(batch, extras, &mut analyses);
                    let others = batch.iter_mut().zip(marks).filter(|(_, holds)| !holds);
                    others.for_each(|(record, _)| record.white_score = None);
                }
            }
            let games = extras.games().iter();
            games.map(|games| condition.keep(games)).collect()
        })
    };
    let facts = Facts::from_iter([
        ("command".into(), "filter".into()),
        ("--where".into(), args.condition.as_str().into()),
        ("--mark".into(), args.mark.into()),
    ]);
    let (to, _) = args.transfer.writing.format(&args.transfer.paths.output)?;
    if args.mark && to != Format::Binpack {
        let error = format!("--mark: {to} has no mark for positions without a score, only binpack");
        return Err(usage(error));
    }
    transfer::run_resumable(
        &args.transfer,
        &args.resume,
        facts,
        Some(&condition),
        (&choice, !args.mark),
    )
}
