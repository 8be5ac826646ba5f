#![forbid(unsafe_code)]
//! The program `setwise-measure`: benchmarks on this CPU, and the reports on all result files.
//! `run` writes a result file, `report` documents, charts and the page from all of them.

mod number;
mod report;
mod run;
mod statistics;

use clap::{Parser, Subcommand};
use run::{MatrixArgs, RunArgs};
use setwise_program::command;
use setwise_program::failure::usage;
use std::{path::Path, process::ExitCode};

/// Measure the kernels of setwise and their opponents on this CPU, and write the report.
///
/// Without a command it runs the criterion matrix on one core: the library's own choice, the
/// kernels that this CPU supports, and the opponents, on positions of games. That takes three
/// minutes. The result file and the report, with the committed results of other CPUs, go to a
/// folder in target/; `--save` puts both into docs/.
#[derive(Parser, Debug)]
#[command(name = "setwise-measure", version, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Exit codes: 0 done, 1 failed, 2 usage error.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    matrix: MatrixArgs,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Measure perft and calls for many positions against cozy-chess and chess
    ///
    /// Runs every kernel that this CPU supports, cozy-chess and chess, and the best kernel one
    /// position after the other and with several threads. Takes about four minutes.
    Perft(RunArgs),
    /// Measure the extraction of NNUE features against scalar code
    ///
    /// Every set of features on every instruction set that this CPU supports, as rows without gaps,
    /// as padded rows and counted; scalar code for the same rows; copies and fills of the same
    /// memory; and the calls with several threads. Takes about three minutes.
    Nnue(RunArgs),
    /// Measure the formats of files of positions, read and written, against a copy
    ///
    /// Each file lies in memory. Takes about a minute.
    Formats(RunArgs),
    Report(report::ReportArgs),
}

/// The root of the workspace that this program was built in.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

fn main() -> ExitCode {
    command::main(|cli: Cli| {
        // An unknown name must not fall back to another kernel silently.
        setwise::selection::select_from_env().map_err(usage)?;
        let text = match cli.command {
            None => run::matrix(&cli.matrix),
            #[cfg(feature = "moves")]
            Some(Command::Perft(args)) => run::rows(&args, setwise_benches::perft::run),
            #[cfg(feature = "moves")]
            Some(Command::Nnue(args)) => run::rows(&args, setwise_benches::nnue::run),
            #[cfg(feature = "moves")]
            Some(Command::Formats(args)) => run::rows(&args, setwise_benches::formats::run),
            #[cfg(not(feature = "moves"))]
            Some(Command::Perft(_) | Command::Nnue(_) | Command::Formats(_)) => {
                return run::with_moves();
            }
            Some(Command::Report(args)) => report::run(&args),
        };
        Ok((text?, 0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::error::ErrorKind;
    use setwise_book::commands::documented;

    #[test]
    fn commands_in_documents_parse() {
        let all = documented("setwise-measure", "setwise-measure");
        assert!(all.len() > 8, "{}", all.len());
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
