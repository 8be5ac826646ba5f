#![forbid(unsafe_code)]
//! The program `setwise`, a folder or file for each command.
//!
//! | place | |
//! |---|---|
//! | `cpu`, `tune`, `draw` | what is selected on this CPU; the choice by measurements; boards as text |
//! | `perft` | leaf counts |
//! | `data` | files of positions: `transfer` is what `convert`, `filter`, `sample` and `dedup` share; `input`, `output`, `destination`, `resume` and `temporary` are its two ends |
//! | `nnue` | features of networks |
//! | `bench`, `compare`, `host`, `code_name` | benchmarks and their machine |
//! | `report` | documents, charts and the page from result files |
//! | `failure`, `progress`, `histogram`, `workspace` | what commands share |

mod bench;
mod code_name;
mod compare;
mod cpu;
mod data;
mod draw;
mod failure;
mod histogram;
mod host;
mod nnue;
mod perft;
mod progress;
mod report;
mod tune;
mod workspace;

use anyhow::Context;
use clap::builder::RangedI64ValueParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use failure::usage;
use setwise::selection::FILE_VARIABLE;
use setwise_results::nnue::NnueRun;
use setwise_results::perft::PerftRun;
use std::io::{self, Write};
use std::process::ExitCode;

/// Set-wise bitboard kernels: measure them, report on them, draw what they compute, count moves.
#[derive(Parser, Debug)]
#[command(name = "setwise", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 done, 1 failed, 2 usage error, 130 interrupted (perft prints the count so far)."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Bench(bench::BenchArgs),
    BenchPerft(bench::perft::BenchPerftArgs),
    BenchNnue(bench::nnue::BenchNnueArgs),
    Report(report::ReportArgs),
    Compare(compare::CompareArgs),
    Cpu(cpu::CpuArgs),
    Data(data::DataArgs),
    Draw(draw::DrawArgs),
    Nnue(nnue::NnueArgs),
    Perft(perft::PerftArgs),
    Tune(tune::TuneArgs),
    Completions(CompletionsArgs),
}

/// Print the completions of a shell.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: setwise completions bash > ~/.local/share/bash-completion/completions/setwise"
)]
struct CompletionsArgs {
    /// Shell
    shell: Shell,
}

fn main() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli.command),
        Err(error) => explain(&error).map(|text| (text, 0)),
    };
    match outcome.and_then(|(text, code)| print(&text).map(|()| code)) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let (line, code) = failure::line(&error);
            // If stderr is closed, the exit code remains.
            let _ = writeln!(io::stderr(), "setwise: {line}");
            ExitCode::from(code)
        }
    }
}

/// Runs a command and returns the text for the terminal and the exit code.
fn run(command: Command) -> anyhow::Result<(String, u8)> {
    // An unknown name must not fall back to another kernel silently.
    if setwise::selection::select_from_env()
        .map_err(usage)?
        .is_none()
        && !matches!(command, Command::Tune(_))
    {
        setwise::selection::select_file_from_env()
            .map_err(|error| usage(format!("{FILE_VARIABLE}: {error}")))?;
    }
    let text = match command {
        Command::Bench(args) => bench::run(&args),
        Command::BenchPerft(args) => bench::program::run::<PerftRun>(&args.program),
        Command::BenchNnue(args) => bench::program::run::<NnueRun>(&args.program),
        Command::Report(args) => report::run(&args),
        Command::Compare(args) => return compare::run(&args),
        Command::Cpu(args) => cpu::run(&args),
        Command::Data(args) => return data::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Nnue(args) => nnue::run(&args),
        Command::Perft(args) => return perft::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Completions(args) => completions(args.shell),
    };
    Ok((text?, 0))
}

/// Returns the script that completes the commands and options in a shell.
fn completions(shell: Shell) -> anyhow::Result<String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "setwise", &mut script);
    Ok(String::from_utf8(script)?)
}

/// Help and version go to stdout; every other error is one line for stderr.
fn explain(error: &clap::Error) -> anyhow::Result<String> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(error.to_string()),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Err(usage("a command is missing (see `setwise --help`)"))
        }
        _ => {
            let text = error.to_string();
            // The first paragraph; the usage that follows is in the help.
            let first = text.split("\n\n").next().unwrap_or(&text);
            let what = first.strip_prefix("error: ").unwrap_or(first);
            Err(usage(format!("{what} (see `{}`)", help())))
        }
    }
}

/// The command that prints the help of the requested subcommand.
fn help() -> String {
    let command = Cli::command();
    let mut words = std::env::args_os().skip(1);
    let meant = words.next().and_then(|word| command.find_subcommand(word));
    let name = meant.map_or_else(String::new, |meant| format!("{} ", meant.get_name()));
    format!("setwise {name}--help")
}

/// Prints the text. A closed pipe, as with `head`, is no failure.
fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes());
    match written.and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("stdout"),
    }
}

/// Parses a number from 1 to `last`.
fn up_to(last: i64) -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=last)
}
