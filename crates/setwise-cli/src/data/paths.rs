use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};
use setwise_program::command::INPUTS;
use std::path::PathBuf;

/// At least `LEAST` inputs, then an output. All are values of one argument, so options may stand
/// between them.
#[derive(Debug)]
pub(super) struct Paths<const LEAST: usize = 1> {
    pub(super) input: Vec<PathBuf>,
    pub(super) output: PathBuf,
}

const ID: &str = "paths";

impl<const LEAST: usize> Args for Paths<LEAST> {
    fn augment_args(command: Command) -> Command {
        let inputs = match LEAST {
            1 => {
                "Files to read, or `-` for the standard input. A folder stands for its files, `*` and `?` for any characters of a file's name, and `@FILE` for the names in the lines of a file"
            }
            _ => "Two or more files to read",
        };
        let output = "The last one is the file to write, or `-` for the standard output. It is replaced as a whole at the end";
        command.arg(
            Arg::new(ID)
                .value_name(INPUTS)
                .num_args(1..)
                .action(ArgAction::Append)
                .value_parser(value_parser!(PathBuf))
                .required(true)
                .help(format!("{inputs}. {output}")),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const LEAST: usize> FromArgMatches for Paths<LEAST> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut input: Vec<PathBuf> = matches
            .get_many(ID)
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        let missing = (LEAST + 1).saturating_sub(input.len());
        match input.pop() {
            Some(output) if missing == 0 => Ok(Self { input, output }),
            _ => {
                let names = "<INPUT> ".repeat(missing.saturating_sub(1));
                let why = "the following required arguments were not provided";
                let why = format!("{why}: {names}<OUTPUT>");
                Err(Error::raw(ErrorKind::MissingRequiredArgument, why))
            }
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
