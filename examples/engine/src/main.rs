#![forbid(unsafe_code)]
//! A small UCI chess engine on `setwise-moves`.

mod bench;
mod children;
mod compare;
mod evaluate;
mod game;
mod go;
mod order;
mod pruning;
mod quiescence;
mod search;
mod squares;
mod table;
mod time;
mod tree;
mod uci;

use children::{Evaluator, FASTEST};
use setwise_moves::MoveKernel;
use std::io::{self, Write};
use std::process::ExitCode;

const USAGE: &str = "\
A small UCI chess engine on setwise-moves.

setwise-engine                  answer UCI commands
setwise-engine bench [DEPTH]    print the signature of the search: the nodes of fixed positions
setwise-engine compare [ROUNDS] time batches of children against one child after the other

SETWISE_KERNEL=<name> in the environment forces a kernel. Exit codes: 0 done, 1 failed, 2 usage error.
";

fn main() -> ExitCode {
    // An unknown name must not fall back to another kernel silently.
    if let Err(error) = setwise::selection::select_from_env() {
        return fail(&error.to_string(), 2);
    }
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let text = match words[..] {
        [] => uci::run()
            .map(|()| String::new())
            .map_err(|error| error.to_string()),
        ["bench"] => run_bench(bench::DEPTH),
        ["bench", depth] => match depth.parse() {
            Ok(depth @ 1..=search::MAX_DEPTH) => run_bench(depth),
            _ => {
                return fail(
                    &format!("a depth is 1 to {}, not {depth:?}", search::MAX_DEPTH),
                    2,
                );
            }
        },
        ["compare"] => compare::run(compare::ROUNDS),
        ["compare", rounds] => match rounds.parse() {
            Ok(rounds @ 1..=1000) => compare::run(rounds),
            _ => return fail(&format!("the rounds are 1 to 1000, not {rounds:?}"), 2),
        },
        ["--help" | "-h"] => Ok(USAGE.to_string()),
        _ => return fail("unknown arguments (see `setwise-engine --help`)", 2),
    };
    match text.and_then(|text| print(&text).map_err(|error| format!("stdout: {error}"))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error, 1),
    }
}

fn run_bench(depth: i32) -> Result<String, String> {
    let outcome = bench::run(depth, Evaluator::new(FASTEST, MoveKernel::best()))?;
    Ok(bench::text(depth, &outcome))
}

/// Prints a text. A closed pipe, as with `head`, is no failure.
fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints an error. If stderr is closed, the exit code remains.
fn fail(problem: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "setwise-engine: {problem}");
    ExitCode::from(code)
}
