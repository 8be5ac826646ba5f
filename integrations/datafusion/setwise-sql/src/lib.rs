//! The program `setwise-sql`: tables from files, queries, and where their results go.

mod output;
mod tables;

use crate::output::Output;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion::sql::parser::DFParser;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Read};
use std::{path::PathBuf, sync::Arc, time::Duration};

/// What to query, and how to show it.
#[derive(Args, Clone, Debug)]
pub struct QueryArgs {
    /// SQL, one or several statements separated by semicolons; `-` reads them from the standard
    /// input
    #[arg(value_name = "SQL", required_unless_present_any = ["file", "functions"])]
    sql: Option<String>,
    /// Read the SQL from a file
    #[arg(long, short, value_name = "FILE", conflicts_with = "sql")]
    file: Option<PathBuf>,
    /// Make a table of a file: Parquet, Arrow, CSV, or any format of `setwise data`, by its
    /// extension
    #[arg(long, short, value_name = "NAME=FILE", value_parser = tables::named)]
    table: Vec<(String, PathBuf)>,
    /// Add a row for the last position of each game to the tables of --table
    #[arg(long)]
    final_positions: bool,
    /// Write the rows of the last statement to a file: .parquet, .csv or .json (a line for each
    /// row). It appears at the end
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the rows on the standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Number of rows that a printed table has at most
    #[arg(long, value_name = "N", default_value_t = 1000)]
    rows: usize,
    /// List the functions and end
    #[arg(long)]
    functions: bool,
}

/// The resources of a session on this machine.
#[derive(Args, Clone, Copy, Debug)]
pub struct ResourceArgs {
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Memory of sorts, groups and joins in MiB. More than that is written to temporary files, or
    /// ends the query where that is not possible
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    memory: Option<u32>,
}

/// How rows are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table with borders
    Table,
    /// Comma-separated values with a header
    Csv,
    /// A JSON object in each line
    Json,
}

impl ResourceArgs {
    /// Makes a session with the functions of chess positions. File names in quotes are tables.
    ///
    /// # Errors
    /// The temporary folder cannot be used.
    pub fn session(&self) -> anyhow::Result<SessionContext> {
        let mut config = SessionConfig::new().with_information_schema(true);
        if let Some(threads) = self.threads {
            config = config.with_target_partitions(threads.into());
        }
        let mut runtime = RuntimeEnvBuilder::new();
        if let Some(memory) = self.memory {
            // Shared among operators that can spill. A quarter is for the merges after sorts,
            // which cannot.
            let memory = (memory as usize) << 20;
            let sorts = config.target_partitions();
            config = config.with_sort_spill_reservation_bytes(memory / 4 / sorts);
            runtime = runtime.with_memory_pool(Arc::new(FairSpillPool::new(memory)));
        }
        let session = SessionContext::new_with_config_rt(config, runtime.build_arc()?);
        let session = session.enable_url_table();
        setwise_datafusion::register(&session);
        Ok(session)
    }
}

/// Runs the statements, and prints or writes the rows.
///
/// # Errors
/// A table cannot be made, a statement is wrong, a query fails, or an output fails. In that case no
/// output file is left.
pub async fn run(args: &QueryArgs, session: &SessionContext) -> anyhow::Result<()> {
    if args.functions {
        print!("{}", functions());
        return Ok(());
    }
    for (name, path) in &args.table {
        let made = tables::register(session, name, path, args.final_positions).await;
        made.with_context(|| format!("--table {name}={}", path.display()))?;
    }
    let sql = sql(args)?;
    let statements = DFParser::parse_sql(&sql)?;
    let Some(last) = statements.len().checked_sub(1) else {
        bail!("the SQL has no statement");
    };
    for (i, statement) in statements.into_iter().enumerate() {
        let progress = progress();
        let plan = session.state().statement_to_plan(statement).await?;
        if let Some(hint) = setwise_datafusion::hint(&plan)? {
            progress.suspend(|| eprintln!("{hint}"));
        }
        let rows = session.execute_logical_plan(plan).await?;
        let path = args.output.as_deref().filter(|_| i == last);
        let mut output = Output::new(path, args.format, args.rows)?;
        output.write(rows, &progress).await?;
        progress.finish_and_clear();
        output.finish()?;
    }
    Ok(())
}

fn sql(args: &QueryArgs) -> anyhow::Result<String> {
    let mut text = String::new();
    match (&args.file, args.sql.as_deref()) {
        (Some(file), _) => {
            text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        }
        (None, Some("-")) => {
            io::stdin()
                .read_to_string(&mut text)
                .context("standard input")?;
        }
        (None, sql) => text.push_str(sql.unwrap_or_default()),
    }
    Ok(text)
}

/// A line on stderr, if that is a terminal.
fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{human_pos} rows, {elapsed}");
    let bar = ProgressBar::no_length();
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// The list of functions.
fn functions() -> String {
    let functions = setwise_datafusion::functions();
    let rows: Vec<_> = functions
        .iter()
        .map(|function| (function.usage(), function.returns(), function.definition()))
        .collect();
    let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    let types = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
    rows.iter()
        .map(|(usage, of, definition)| format!("{usage:width$}  {of:types$}  {definition}\n"))
        .collect()
}
