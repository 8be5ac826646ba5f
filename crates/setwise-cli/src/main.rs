#![forbid(unsafe_code)]
//! The program `setwise`, a folder or file for each command.
//!
//! | place | |
//! |---|---|
//! | `cpu`, `tune`, `draw` | what is selected on this CPU; the choice by measurements; boards as text |
//! | `perft` | leaf counts |
//! | `data` | files of positions: `transfer` is what `convert`, `filter`, `sample` and `dedup` share; `input`, `output`, `destination`, `resume` and `temporary` are its two ends |
//! | `nnue` | features of networks |
//! | `histogram` | what `data` and `nnue` print |

mod cpu;
mod data;
mod draw;
mod histogram;
mod nnue;
mod perft;
mod tune;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use setwise::selection::{FILE_VARIABLE, select_file_from_env, select_from_env};
use setwise_program::command;
use setwise_program::failure::{message, usage};
use std::process::ExitCode;

/// Set-wise chess bitboards: files of positions and training data, perft, attacks, NNUE features,
/// the kernels of this CPU.
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
    setwise_formats::silence_caught_panics();
    command::main(|cli: Cli| run(cli.command))
}

/// Runs a command and returns the text for the terminal and the exit code.
fn run(command: Command) -> anyhow::Result<(String, u8)> {
    // An unknown name must not fall back to another kernel silently.
    let forced = select_from_env().map_err(usage)?;
    if forced.is_none() && !matches!(command, Command::Tune(_)) {
        select_file_from_env().map_err(|error| usage(format!("{FILE_VARIABLE}: {error}")))?;
    }
    if let Some(line) = forced.and_then(|level| cpu::lower(level, product(&command)?)) {
        message(&format!("setwise: {line}"));
    }
    let text = match command {
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

/// The product that a command uses most, by its name in `setwise cpu`.
fn product(command: &Command) -> Option<&'static str> {
    match command {
        Command::Data(_) => Some("legal moves"),
        Command::Nnue(_) => Some("NNUE features"),
        Command::Perft(args) if args.kernel.is_none() => Some("legal moves"),
        _ => None,
    }
}

fn completions(shell: Shell) -> anyhow::Result<String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "setwise", &mut script);
    Ok(String::from_utf8(script)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::error::ErrorKind;
    use setwise_book::commands::documented;

    #[test]
    fn commands_in_documents_parse() {
        let all = documented("setwise", "setwise-cli");
        assert!(all.len() > 15, "{}", all.len());
        for one in all {
            let Err(error) = Cli::try_parse_from(&one.words) else {
                continue;
            };
            let is_fine = match error.kind() {
                ErrorKind::DisplayHelp => true,
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                | ErrorKind::MissingRequiredArgument => one.is_text,
                _ => false,
            };
            assert!(is_fine, "{}: {error}", one.place);
        }
    }
}
