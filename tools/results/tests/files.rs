//! Each kind of file: written and read again, and files that are refused with the reason.

use setwise_results::aside::{Aside, Figure};
use setwise_results::code::{CodeFile, Predictions};
use setwise_results::nnue::NnueRun;
use setwise_results::perft::PerftRun;
use setwise_results::{Document, File, ResultFile};
use std::fmt::Debug;
use std::fs;
use std::path::Path;

/// Parses a text, and what is written of it. Returns the reason if the text is refused.
fn again<T: Document + PartialEq + Debug>(text: &str) -> Result<(), String> {
    let file = T::parse(text).map_err(|error| format!("{error:#}"))?;
    assert_eq!(T::parse(&file.text().unwrap()).unwrap(), file);
    Ok(())
}

type Again = fn(&str) -> Result<(), String>;

const KINDS: [(&str, Again); 6] = [
    ("matrix", again::<ResultFile>),
    ("perft", again::<File<PerftRun>>),
    ("nnue", again::<File<NnueRun>>),
    ("aside", again::<Aside>),
    ("code", again::<CodeFile>),
    ("predictions", again::<Predictions>),
];

/// A file of a kind, from the results of the report's tests.
fn text(kind: &str) -> String {
    let place = match kind {
        "matrix" => "example-two/20260520-unknown",
        "aside" => "aside/2026-05-20-shakmaty",
        "code" => "code/x86_64",
        "predictions" => "predictions/example",
        kind => &format!("example-one/20260520-unknown.{kind}"),
    };
    fs::read_to_string(format!("../measure/tests/data/results/{place}.json")).unwrap()
}

/// A kind, a part of its file, what replaces the part, and the reason why the file is refused.
const REFUSED: &str = r##"matrix # {"code" # [{"code" # line 1: invalid type: sequence, expected a map
matrix # {"cells" # { # line 2: key must be a string
matrix # matrix/4 # matrix/5 # the format is "setwise-matrix/5", this program reads "setwise-matrix/4"
matrix # "format" # "form" # the format is null, this program reads "setwise-matrix/4"
matrix # "flags" # "flag" # unknown field `flag`
matrix # "flags":"", # # missing field `flags`
matrix # {"cells" # {"cell" # unknown field `cell`
matrix # {"cells" # {"mode" # line 2: no list of this name
matrix # "n":8, # "n":-1, # line 2: `n` is -1
matrix # "n":8, # "n":8,"m":1, # unknown field `m`
matrix # "batch_attacks","measure # "batch_attack","measure # `batch_attack` is no call of the matrix
matrix # 2026-05-20 # 2026-13-20 # line 1: `time` is not usable: "2026-13-20"
matrix # 2026-05-20 # 2026- 5-20 # line 1: `time` is not usable: "2026- 5-20"
matrix # "rounds":3 # "rounds":4 # `cycle` has 3 numbers, but there were 4 rounds
matrix # "rounds":3 # "rounds":0 # there are no rounds
matrix # [0.25, # [0.0, # line 1: `cycle` is 0.0
matrix # {"high":3.046,"low":2.986,"median":3.016} # 1 # invalid type: integer `1`, expected struct Time
matrix # {"high":3.046,"low":2.986,"median":3.016}, # # games corpus, sliders: side, throughput: times of 2 of 3 rounds, or none
matrix # "median":3.016 # "median":0.0 # line 2: `median` is 0.0
matrix # "corpus":"games" # "corpus":"other" # `other` is not in the file
matrix # "setwise","corpus" # " ","corpus" # line 2: `contender` is not usable
matrix # "Example # "\nExample # line 1: `model` is not usable: "\nExample
matrix # "rustc 1.95.0 (made up)" # 1 # invalid type: integer `1`, expected a string
perft # "best":"avx512", # # missing field `best`
perft # "best":"avx512" # "best":" " # line 1: `best` is not usable
perft # "positions":2048 # "positions":0 # line 2: `positions` is 0
perft # "name":"in cache" # "name":"startpos" # `startpos` is there twice
perft # "case":"startpos" # "case":"x" # `scalar` with 1 threads on `x`: `x` is not in the file
perft # [5.2,5.4,null,null] # [null,null,null,null] # times of 4 of 4 rounds, or none
perft # [5.2,5.4,null,null] # [-1,2.5] # line 3: `seconds` is -1
perft # "contender":"wide" # "contender":"scalar" # it is there twice
nnue # [0.3,0.31] # [0.3] # 1 numbers, but there were 2
aside # "flags" # "flag" # unknown field `flag`
aside # "the flags" # null # `lacking` does not say so
aside # 2026-05-20 # 2026-5-20 # `date` is not usable: "2026-5-20"
aside # "rate" # "size" # two figures `size`
aside # [1.5,1.53] # null # `ratio`: there is neither a ratio nor both values
aside # "ratio":null # "ratio":5.0 # `clean-build`: the ratio is not that of the values
code # ffffffffffffffff # fffffffffffffff # line 2: `hash` is not usable
predictions # 110.0 # -1 # line 2: `instructions` is -1"##;

#[test]
fn files_are_read_again_or_refused() {
    for (kind, again) in KINDS {
        again(&text(kind)).unwrap();
    }
    for line in REFUSED.lines() {
        let cells: Vec<_> = line.split('#').map(str::trim).collect();
        let [kind, from, to, reason] = cells[..] else {
            panic!("{line}");
        };
        let (_, again) = KINDS.iter().find(|row| row.0 == kind).expect(line);
        let text = text(kind);
        assert!(text.contains(from), "{line}");
        let error = again(&text.replacen(from, to, 1)).expect_err(line);
        assert!(error.contains(reason), "{line}: {error}");
    }
    let mut broken = CodeFile::parse(&text("code")).unwrap();
    broken.kernels[0].hash.pop();
    assert!(broken.text().is_err());
    let missing = ResultFile::read(Path::new("no/such.json")).unwrap_err();
    assert!(format!("{missing:#}").starts_with("no/such.json: "));
}

#[test]
fn quotients() {
    let aside = Aside::parse(&text("aside")).unwrap();
    let quotients: Vec<_> = aside.figures.iter().map(Figure::quotient).collect();
    assert_eq!(quotients, [Some(0.375), Some(1.25), Some(8.0), None]);
}
