//! Any bytes as a result file of the benchmarks. What is accepted is written and read again.

use setwise_results::nnue::NnueFile;
use setwise_results::perft::PerftFile;
use setwise_results::{Document, ResultFile};
use std::fmt::Debug;

pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    again::<ResultFile>(text);
    again::<PerftFile>(text);
    again::<NnueFile>(text);
}

fn again<T: Document + PartialEq + Debug>(text: &str) {
    if let Ok(file) = T::parse(text) {
        let text = file.text().expect("it was accepted");
        assert_eq!(T::parse(&text).expect("its own text"), file);
    }
}
