//! Any bytes as a result file of the benchmarks. What is accepted is written and read again.

use setwise_results::nnue::NnueRun;
use setwise_results::perft::PerftRun;
use setwise_results::{Document, File, ResultFile};
use std::fmt::Debug;

pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    again::<ResultFile>(text);
    again::<File<PerftRun>>(text);
    again::<File<NnueRun>>(text);
}

fn again<T: Document + PartialEq + Debug>(text: &str) {
    if let Ok(file) = T::parse(text) {
        let text = file.text().expect("it was accepted");
        assert_eq!(T::parse(&text).expect("its own text"), file);
    }
}
