//! SQL over files of chess positions.

use clap::Parser;
use setwise_sql::{QueryArgs, ResourceArgs};
use std::{io, process::ExitCode};

/// Query files of chess positions with SQL: Parquet, Arrow, CSV, PGN, training data.
///
/// A file name in quotes is a table if it ends in .parquet, .arrow or .csv;
/// positions('games.pgn.zst') reads the other formats, and games('games.pgn.zst') has a row for
/// each game. --functions lists the functions of positions.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Examples:\n  setwise-sql \"select avg(legal_moves(fen)) from positions('games.pgn')\"\n  setwise-sql --table g=games.pgn --final-positions 'select fen from g where mate(fen)' --output mates.parquet"
)]
struct Program {
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    resources: ResourceArgs,
}

/// The exit code of an interrupted run: 128 plus the number of the signal, as in shells.
const INTERRUPTED: u8 = 130;

#[tokio::main]
async fn main() -> ExitCode {
    let program = Program::parse();
    let run = async {
        let session = program.resources.session()?;
        setwise_sql::run(&program.query, &session).await
    };
    let result = tokio::select! {
        result = run => result,
        _ = tokio::signal::ctrl_c() => return ExitCode::from(INTERRUPTED),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // A closed pipe, as with `head`, is no failure.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("setwise-sql: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
