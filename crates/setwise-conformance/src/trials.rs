//! Trials: tests by name that pass, fail, or are ignored for a reason, by libtest-mimic.

use crate::failure::Failure;
use libtest_mimic::{Arguments, Completion, Failed};
use std::process::ExitCode;

pub use libtest_mimic::Trial;

/// Returns whether a kernel or level is to be tried: it is required, or the environment variable
/// `ONLY_KERNELS` names it or is not set. CI uses the variable to skip on one emulated CPU what it
/// tries on another.
pub fn is_wanted(name: &str) -> bool {
    let only = names("ONLY_KERNELS");
    only.is_empty() || is_among(name, &only) || is_among(name, &required())
}

/// Makes the [`trial`] of a kernel. It is also ignored if the kernel is not [wanted](is_wanted).
pub fn kernel<A>(name: &str, action: Option<A>) -> Trial
where
    A: FnOnce() -> Result<String, Failure> + Send + 'static,
{
    if is_wanted(name) {
        return trial(name, action);
    }
    let ignored = || Ok(Completion::ignored_with("not in ONLY_KERNELS"));
    Trial::ignorable_test(name, ignored)
}

/// Makes a trial. Its action returns a description of its coverage. `None` means that the CPU
/// cannot run the trial, which is then ignored, or fails if it is [required](missing).
pub fn trial<A>(name: impl Into<String>, action: Option<A>) -> Trial
where
    A: FnOnce() -> Result<String, Failure> + Send + 'static,
{
    let name = name.into();
    Trial::ignorable_test(name.clone(), move || outcome(&name, action, &required()))
}

/// Runs the action of the trial `name`, given the names in `REQUIRE_KERNELS`.
fn outcome(
    name: &str,
    action: Option<impl FnOnce() -> Result<String, Failure>>,
    required: &[String],
) -> Result<Completion, Failed> {
    const UNSUPPORTED: &str = "not supported by this CPU";
    match action {
        Some(action) => {
            eprintln!("{name}: {}", action()?);
            Ok(Completion::Completed)
        }
        None if is_among(name, required) => {
            Err(Failed::from(format!("required, but {UNSUPPORTED}")))
        }
        None => Ok(Completion::ignored_with(UNSUPPORTED)),
    }
}

fn required() -> Vec<String> {
    names("REQUIRE_KERNELS")
}

/// Returns the names that a variable of the environment lists.
fn names(variable: &str) -> Vec<String> {
    let names = std::env::var(variable).unwrap_or_default();
    let names = names.split(',').map(str::trim);
    let names = names.filter(|name| !name.is_empty());
    names.map(str::to_string).collect()
}

/// Returns whether a required name is that of a trial, or its first part: `avx2` for `avx2/sliced`.
fn stands_for(required: &str, name: &str) -> bool {
    required == name || name.split('/').next() == Some(required)
}

fn is_among(name: &str, names: &[String]) -> bool {
    names.iter().any(|one| stands_for(one, name))
}

/// Returns a failing trial for each name in `REQUIRE_KERNELS` that matches no trial.
pub fn missing(trials: &[Trial]) -> Vec<Trial> {
    let mut unknown = required();
    unknown.retain(|name| !trials.iter().any(|trial| stands_for(name, trial.name())));
    let fail = || Err(Failed::from("required, but there is no such kernel"));
    let trial = |name| Trial::test(name, fail);
    unknown.into_iter().map(trial).collect()
}

/// Runs the trials that the command line selects, with the options of Rust's own harness.
pub fn main(trials: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families() {
        for (required, name, expected) in [
            ("avx2", "avx2/sliced", true),
            ("avx2/sliced", "avx2/sliced", true),
            ("avx2", "avx2-gfni/sliced", false),
            ("sliced", "avx2/sliced", false),
            ("selected", "selected", true),
        ] {
            assert_eq!(stands_for(required, name), expected, "{required} {name}");
        }
    }

    #[test]
    fn outcomes() {
        type Action = fn() -> Result<String, Failure>;
        let succeeds: Action = || Ok("all".into());
        let fails: Action = || Err(Failure::plain("wrong"));
        let required = ["a".to_string()];
        for (name, action, expected) in [
            ("a/b", Some(succeeds), Ok(false)),
            ("a/b", Some(fails), Err("wrong")),
            ("a/b", None, Err("required, but not supported by this CPU")),
            ("c/d", None, Ok(true)),
        ] {
            let found = match outcome(name, action, &required) {
                Ok(Completion::Completed) => Ok(false),
                Ok(Completion::Ignored { .. }) => Ok(true),
                Err(failed) => Err(failed.message().unwrap_or_default().trim_end().to_string()),
            };
            assert_eq!(found, expected.map_err(str::to_string), "{name}");
        }
    }
}
