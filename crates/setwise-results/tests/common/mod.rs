//! A check that all kinds of files share.

use setwise_results::Document;
use std::fmt::Debug;

/// Replaces a part of a text, and checks that the file is refused and why.
pub(crate) fn assert_refused<T: Document + Debug>(text: &str, from: &str, to: &str, reason: &str) {
    assert!(text.contains(from), "{from}");
    let error = T::parse(&text.replacen(from, to, 1)).expect_err(reason);
    let error = format!("{error:#}");
    assert!(
        error.contains(reason),
        "{to}: expected {reason}, got {error}"
    );
}
