//! The frame of a program: its arguments, what it prints, its exit code.

use crate::failure::{self, usage};
use anyhow::Context;
use clap::builder::RangedI64ValueParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use std::io::{self, Write};
use std::process::ExitCode;

/// Parses the arguments, runs the program, and prints the text that it returns. Help goes to
/// stdout; an error is one line on stderr, and the exit code 1, or 2 for wrong usage.
pub fn main<C: Parser>(run: impl FnOnce(C) -> anyhow::Result<(String, u8)>) -> ExitCode {
    let outcome = match C::try_parse() {
        Ok(cli) => run(cli),
        Err(error) => explain::<C>(&error).map(|text| (text, 0)),
    };
    match outcome.and_then(|(text, code)| print(&text).map(|()| code)) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let (line, code) = failure::line(&error);
            // If stderr is closed, the exit code remains.
            let _ = writeln!(io::stderr(), "{}: {line}", C::command().get_name());
            ExitCode::from(code)
        }
    }
}

/// The name of an argument for inputs, whose last value is the output. If the output were another
/// argument, clap would not accept options between the two.
pub const INPUTS: &str = "INPUT";

/// Returns the text of an error, or help.
fn text(error: &clap::Error) -> String {
    let several = format!("<{INPUTS}>...");
    error
        .to_string()
        .replace(&several, &format!("{several} <OUTPUT>"))
}

/// Help and version go to stdout; every other error is one line for stderr.
fn explain<C: CommandFactory>(error: &clap::Error) -> anyhow::Result<String> {
    let command = C::command();
    let program = command.get_name();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(text(error)),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Err(usage(format!(
            "a command is missing (see `{program} --help`)"
        ))),
        _ => {
            let text = text(error);
            // The first paragraph; the usage that follows is in the help.
            let first = text.split("\n\n").next().unwrap_or(&text);
            let what = first.strip_prefix("error: ").unwrap_or(first);
            // The innermost command that the arguments name.
            let (mut command, mut names) = (&command, program.to_owned());
            for word in std::env::args_os().skip(1) {
                let Some(meant) = command.find_subcommand(word) else {
                    break;
                };
                names = format!("{names} {}", meant.get_name());
                command = meant;
            }
            Err(usage(format!("{what} (see `{names} --help`)")))
        }
    }
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
pub fn up_to(last: i64) -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=last)
}
