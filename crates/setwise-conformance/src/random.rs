//! Random boards against the oracle. Wrong answers are shrunk.

use crate::check::{Samples, Words, words};
use crate::{failure::Failure, suite::Subject};
use proptest::bits::u64::ANY;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use setwise_core::EntryPoint;
use std::sync::OnceLock;

/// Returns a strategy for boards of any density. They shrink square by square.
fn board() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => ANY,
        4 => (ANY, ANY).prop_map(|(a, b)| a & b),
        4 => (ANY, ANY, ANY).prop_map(|(a, b, c)| a & b & c),
        2 => (ANY, ANY).prop_map(|(a, b)| a | b),
        1 => Just(0),
        1 => Just(!0),
    ]
}

/// Checks random batches of up to three packs and one board. The smallest failure is drawn.
pub(crate) fn any_boards(subject: &Subject) -> Result<(), Failure> {
    let config = Config {
        // The smallest failure is printed in full.
        failure_persistence: None,
        ..Config::default()
    };
    let words = [board(), board(), board(), board()];
    let batches = vec(words, 0..=3 * subject.boards_per_pack + 1);
    let outcome = TestRunner::new(config).run(&batches, |words| {
        check_words(subject, &words)
            .map_err(|failure| TestCaseError::fail(failure.what().to_string()))
    });
    match outcome {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, words)) => Err(match check_words(subject, &words) {
            Err(failure) => failure.during(format!("the smallest batch, {} boards", words.len())),
            Ok(()) => format!("failed, but not when repeated: {reason}").into(),
        }),
        Err(TestError::Abort(reason)) => Err(format!("aborted: {reason}").into()),
    }
}

fn check_words(subject: &Subject, words: &[Words]) -> Result<(), Failure> {
    for &entry in &subject.entries {
        for samples in Samples::all(entry, words) {
            samples.check(&subject.functions)?;
        }
    }
    Ok(())
}

/// Checks a batch of a few boards of all densities.
///
/// # Errors
/// The first wrong board.
pub fn few_boards(subject: &Subject, boards: usize) -> Result<(), Failure> {
    check_words(subject, &words(0, boards))
}

/// Returns the boards of [`many_boards`] for an entry point, made once. Their number is prime, so
/// that packs of repeated boards differ.
fn many(entry: EntryPoint) -> impl Iterator<Item = &'static Samples> {
    static MANY: OnceLock<Vec<Samples>> = OnceLock::new();
    let all = MANY.get_or_init(|| {
        let words = words(0, 32_749);
        let samples = |&entry: &EntryPoint| Samples::all(entry, &words);
        EntryPoint::ALL.iter().flat_map(samples).collect()
    });
    all.iter().filter(move |samples| samples.entry == entry)
}

/// Checks one long batch of boards of all densities. The exhaustive tests check each line
/// separately; this test checks all lines of a board at once.
pub(crate) fn many_boards(subject: &Subject) -> Result<(), Failure> {
    let mut all = subject.entries.iter().flat_map(|&entry| many(entry));
    all.try_for_each(|samples| samples.check(&subject.functions))
}

/// Checks a batch of any number of boards, such as the numbers around the thresholds of the
/// selection, or far beyond the caches.
///
/// # Errors
/// The first wrong board.
pub fn repeated_boards(subject: &Subject, boards: usize) -> Result<(), Failure> {
    let mut all = subject.entries.iter().flat_map(|&entry| many(entry));
    all.try_for_each(|samples| samples.repeated(boards).check(&subject.functions))
}
