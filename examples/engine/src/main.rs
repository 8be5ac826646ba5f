#![forbid(unsafe_code)]
//! A small UCI chess engine on `setwise-moves`.

mod bench;
mod children;
mod compare;
mod evaluate;
mod game;
mod limits;
mod order;
mod pruning;
mod quiescence;
mod search;
mod squares;
mod table;
mod threats;
mod tree;
mod uci;

use children::Evaluator;
use search::MAX_DEPTH;
use setwise_moves::MoveFunctions;
use std::io::{self, Write};
use std::process::ExitCode;
use threats::{Network, Way};

const USAGE: &str = "\
A small UCI chess engine on setwise-moves.

setwise-engine                  answer UCI commands
setwise-engine bench [DEPTH]    print the signature of the search: the nodes of fixed positions
setwise-engine bench DEPTH WAY  the same with a network of threats; WAY is changes or extraction
setwise-engine compare [ROUNDS] time batches of children against one child after the other
setwise-engine threats [ROUNDS] time the ways of finding threats

SETWISE_KERNEL=<name> in the environment forces a level, such as avx2. Exit codes: 0 done, 1 failed, 2 usage error.
";

fn main() -> ExitCode {
    // An unknown name must not fall back to another level silently.
    let asked = match setwise_dispatch::select_from_env() {
        Ok(asked) => asked,
        Err(error) => return fail(&error.to_string(), 2),
    };
    let used = MoveFunctions::selected().name();
    if let Some(asked) = asked.filter(|asked| asked.name() != used) {
        let line = "there is no code of it for legal moves, which use";
        let _ = writeln!(io::stderr(), "SETWISE_KERNEL={asked}: {line} {used}");
    }
    let arguments = std::env::args_os().skip(1);
    let arguments = arguments.map(|word| word.to_string_lossy().into_owned());
    let arguments: Vec<String> = arguments.collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let text = match words[..] {
        [] => uci::run().map_or_else(|error| Err(error.to_string()), |()| Ok(String::new())),
        [task @ ("bench" | "compare" | "threats"), ref rest @ ..] => {
            let number = rest.first().map(|number| number.parse());
            let way = rest.get(1).map(|name| Way::named(name));
            match (task, number, way, rest.len()) {
                ("bench", None, ..) => run_bench(bench::DEPTH, None),
                ("bench", Some(Ok(depth @ 1..=MAX_DEPTH)), None, _) => run_bench(depth, None),
                ("bench", Some(Ok(depth @ 1..=MAX_DEPTH)), Some(way @ Some(_)), 2) => {
                    run_bench(depth, way)
                }
                ("compare", None, ..) => compare::run(compare::ROUNDS),
                ("threats", None, ..) => compare::threats(compare::ROUNDS),
                ("compare", Some(Ok(rounds @ 1..=1000)), None, _) => compare::run(rounds),
                ("threats", Some(Ok(rounds @ 1..=1000)), None, _) => compare::threats(rounds),
                _ => return fail(&format!("not a number, or a way, of {task}"), 2),
            }
        }
        ["--help" | "-h"] => Ok(USAGE.to_string()),
        _ => return fail("unknown arguments (see `setwise-engine --help`)", 2),
    };
    match text.and_then(|text| print(&text).map_err(|error| format!("stdout: {error}"))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error, 1),
    }
}

fn run_bench(depth: i32, way: Option<Way>) -> Result<String, String> {
    let evaluator = Evaluator::new(true, MoveFunctions::selected());
    let outcome = bench::run(depth, evaluator, &mut way.map(Network::new))?;
    Ok(bench::text(depth, &outcome))
}

/// Prints a text. A closed pipe, as with `head`, is no failure.
fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes());
    match written.and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints an error. If stderr is closed, the exit code remains.
fn fail(problem: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "setwise-engine: {problem}");
    ExitCode::from(code)
}
