//! Each kind of file: written and read again, and files that are refused with the reason.

use setwise_results::aside::{Aside, Figure};
use setwise_results::code::CodeFile;
use setwise_results::nnue::{NnueFile, Output};
use setwise_results::perft::PerftFile;
use setwise_results::predictions::Predictions;
use setwise_results::processes::{ProcessFile, gather};
use setwise_results::{Document, MeasuredCell, ResultFile, Timed};
use std::fmt::Debug;
use std::path::Path;

const MATRIX: &str = r#"{"cycle":[0.25,0.3],"format":"setwise-matrix/4","mode":"quick","origin":{"command":"setwise-measure","cpu":{"arch":"x86_64","code_name":"Zen 4","cores":2,"features":["avx2","bmi2"],"model":"Some CPU","numbers":[25,17]},"flags":"","libraries":{"chess":"3.2.0"},"revision":"","rustc":"rustc 1.95.0","time":"2026-05-20T14:03:59Z"},"rounds":2}
{"cells":{"contender":"avx512/sliced","corpus":"games","entry":"batch_attacks","measure":"throughput","n":1024,"role":"kernel","rounds":[{"high":0.73,"low":0.7,"median":0.71},null],"sliders":"side"}}
{"cells":{"contender":"scalar/kogge-stone","corpus":"games","entry":"attacks","measure":"latency","n":1,"role":"kernel","rounds":[null,{"high":9.5,"low":9.5,"median":9.5}],"sliders":"both"}}
{"code":{"entry":"batch_attacks","hash":"0123456789abcdef","kernel":"avx512/sliced"}}
{"corpora":{"name":"games","phases":{"endgame":1,"middlegame":2,"opening":4},"pieces":{"max":32,"mean":20.5,"min":9},"positions":7,"sliders_both":{"max":10,"mean":6.0,"min":2},"sliders_side":{"max":5,"mean":3.0,"min":1},"source":"made by hand"}}
{"selected":{"entry":"batch_attacks","from":64,"kernel":"avx512/sliced","why":"the fastest"}}
"#;

const PERFT: &str = r#"{"best":"avx2","built_for":[],"code":[],"format":"setwise-perft/3","origin":{"command":"setwise-measure perft","cpu":{"arch":"x86_64","cores":2,"features":["avx2"],"model":"Some CPU"},"flags":"","libraries":{},"revision":"2a83c45f00d1","rustc":"rustc 1.95.0","time":"2026-05-20"},"rounds":2}
{"arrays":{"call":null,"moves":40,"name":"in cache","positions":2,"source":"made by hand"}}
{"rows":{"case":"startpos","contender":"avx2","seconds":[0.5,0.25],"threads":1}}
{"rows":{"case":"in cache","contender":"chess","seconds":[null,2.5],"threads":1}}
{"trees":{"children":400,"depth":3,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","leaves":8902,"name":"startpos"}}
"#;

const NNUE: &str = r#"{"best":"avx2","code":[],"cycle":[0.25,0.26],"format":"setwise-nnue/3","lookup":"pext","origin":{"command":"setwise-measure nnue","cpu":{"arch":"x86_64","cores":2,"features":["avx2"],"model":"Some CPU"},"flags":"","libraries":{},"revision":"2a83c45f00d1","rustc":"rustc 1.95.0","time":"2026-05-20"},"rounds":2,"source":"made by hand","stride":128}
{"cases":{"bytes":4,"features":31.5,"name":"threats","output":"csr","positions":1000,"set":"FullThreats","threads":false}}
{"rows":{"case":"threats","contender":"avx2","seconds":[0.5,0.25],"threads":1}}
"#;

const PROCESSES: &str = r#"{"code":[],"format":"setwise-processes/3","origin":{"command":"setwise-measure","cpu":{"arch":"x86_64","cores":2,"features":[],"model":"Some CPU"},"flags":"","libraries":{},"revision":"2a83c45f00d1","rustc":"rustc 1.95.0","time":"2026-05-20"}}
{"cells":{"contender":"avx512/sliced","corpus":"games","entry":"batch_attacks","measure":"throughput","n":1024,"sliders":"side","times":[0.75,0.5]}}
"#;

const ASIDE: &str = r#"{"command":null,"cpu":"Some CPU","date":"2026-05-20","flags":"-O2","format":"setwise-aside/1","lacking":"the command","program":"other","remark":null,"revision":"2a83c45","version":"1.2"}
{"figures":{"id":"list","other":90.0,"ratio":4.4,"setwise":20.0,"unit":"ns per list","what":"a list"}}
{"figures":{"id":"rate","other":1.5,"ratio":null,"setwise":12.0,"unit":"G leaves per second","what":"perft"}}
{"figures":{"id":"search","other":null,"ratio":[1.5,1.53],"setwise":null,"unit":"time","what":"a search"}}
"#;

const CODE: &str = r#"{"format":"setwise-code/2","rustc":"rustc 1.95.0","target":"x86_64-unknown-linux-gnu"}
{"kernels":{"entry":"attacks","hash":"1123456789abcdef","kernel":"avx2/sliced"}}
{"kernels":{"entry":"attacks","hash":"2123456789abcdef","kernel":"scalar"}}
"#;

const PREDICTIONS: &str = r#"{"command":"setwise-cost --predict","cpus":{"cortex-a72":"a model"},"format":"setwise-predictions/2","llvm_mca":"22.1","nature":"prediction","rustc":"rustc 1.95.0","target":"aarch64-unknown-linux-gnu"}
{"kernels":{"boards":16,"cycles":{"cortex-a72":9.25},"entry":"batch_attacks","instructions":20.5,"kernel":"neon/sliced"}}
"#;

/// Reads a text, and compares it with what is written of it.
fn again<T: Document>(text: &str) -> T {
    let file = T::parse(text).unwrap();
    assert_eq!(file.text().unwrap(), text);
    file
}

#[test]
fn what_was_written_is_read_again() {
    let matrix: ResultFile = again(MATRIX);
    assert_eq!(matrix.cells[0].rounds[0].unwrap().high, 0.73);
    let perft: PerftFile = again(PERFT);
    let [one, other] = &perft.rows[..] else {
        panic!("two rows");
    };
    assert_eq!(one.time().unwrap().median, 0.375);
    // Only the second round has both times.
    assert_eq!(one.ratio_to(other), Some(10.0));
    assert_eq!(again::<NnueFile>(NNUE).cases[0].output, Output::Csr);
    let processes: ProcessFile = again(PROCESSES);
    assert_eq!(
        (processes.cells[0].cell.n, &processes.cells[0].times[..]),
        (1024, &[0.75, 0.5][..])
    );
    let aside: Aside = again(ASIDE);
    let quotients: Vec<_> = aside.figures.iter().map(Figure::quotient).collect();
    assert_eq!(quotients, [Some(4.5), Some(8.0), None]);
    let code: CodeFile = again(CODE);
    assert_eq!(code.hash("scalar", "attacks"), Some("2123456789abcdef"));
    assert_eq!(code.hash("scalar", "batch_attacks"), None);
    let predictions: Predictions = again(PREDICTIONS);
    assert_eq!(predictions.kernels[0].cycles["cortex-a72"], 9.25);
    let mut broken = code;
    broken.kernels[0].hash.pop();
    assert!(broken.text().is_err());
}

/// Replaces a part of a text, and checks that the file is refused and why. A line of the table has
/// the part, what replaces it, and the reason.
fn assert_refused<T: Document + Debug>(text: &str, table: &str) {
    for line in table.lines() {
        let cells: Vec<_> = line.split('#').map(str::trim).collect();
        let [from, to, reason] = cells[..] else {
            panic!("{line}");
        };
        assert!(text.contains(from), "{from}");
        let error = T::parse(&text.replacen(from, to, 1)).expect_err(line);
        let error = format!("{error:#}");
        assert!(error.contains(reason), "{line}: {error}");
    }
}

#[test]
fn files_that_are_refused() {
    assert_refused::<ResultFile>(MATRIX, MATRICES);
    assert_refused::<ResultFile>(
        "{}",
        "{} # # the format is null, this program reads \"setwise-matrix/4\"",
    );
    assert_refused::<PerftFile>(PERFT, PERFTS);
    assert_refused::<NnueFile>(NNUE, "[0.25,0.26] # [0.25] # 1 numbers, but there were 2");
    assert_refused::<ProcessFile>(PROCESSES, "[0.75,0.5] # [] # there are no rounds");
    assert_refused::<Aside>(ASIDE, ASIDES);
    let hash = "1123456789abcdef # 1123456789abcde # line 2: `hash` is not usable";
    assert_refused::<CodeFile>(CODE, hash);
    let count = "20.5 # -1 # line 2: `instructions` is -1";
    assert_refused::<Predictions>(PREDICTIONS, count);
    let missing = ResultFile::read(Path::new("no/such.json")).unwrap_err();
    assert!(format!("{missing:#}").starts_with("no/such.json: "));
}

const MATRICES: &str = r##"{"cycle" # [{"cycle" # line 1: invalid type: sequence, expected a map
{"code" # { # line 4: key must be a string
matrix/4 # matrix/5 # the format is "setwise-matrix/5", this program reads "setwise-matrix/4"
"flags" # "flag" # unknown field `flag`
"flags":"", # # missing field `flags`
{"cells" # {"cell" # unknown field `cell`
{"cells" # {"mode" # line 2: no list of this name
"n":1024, # "n":-1, # line 2: `n` is -1
"n":1024, # "n":1024,"m":1, # unknown field `m`
"batch_attacks","measure # "batch_attack","measure # `batch_attack` is no entry point; there are batch_attacks,
2026-05-20 # 2026-13-20 # line 1: `time` is not usable: "2026-13-20T14:03:59Z"
abcdef # abcdeg # line 4: `hash` is not usable
"rounds":2 # "rounds":3 # `cycle` has 2 numbers, but there were 3 rounds
null],"sliders":"side" # 1],"sliders":"side" # invalid type: integer `1`, expected struct Time
},null],"sliders":"side" # }],"sliders":"side" # games corpus, sliders: side, throughput: times of 1 of 2 rounds, or none
"rounds":2 # "rounds":0 # there are no rounds
[0.25,0.3] # [0.25,0.0] # line 1: `cycle` is 0.0
{"high":0.73,"low":0.7,"median":0.71} # null # times of 2 of 2 rounds, or none
"low":0.7, # "low":0.0, # line 2: `low` is 0.0
"corpus":"games" # "corpus":"other" # `other` is not in the file
"avx512/sliced","corpus" # " ","corpus" # line 2: `contender` is not usable
"games","phases" # "a|b","phases" # line 5: `name` is not usable: "a|b"
"Some CPU" # "Some\nCPU" # line 1: `model` is not usable: "Some\nCPU"
"rustc 1.95.0" # 1 # invalid type: integer `1`, expected a string"##;

const PERFTS: &str = r##""best":"avx2", # # missing field `best`
"best":"avx2" # "best":" " # line 1: `best` is not usable
"positions":2 # "positions":0 # line 2: `positions` is 0
"name":"in cache" # "name":"startpos" # `startpos` is there twice
"case":"in cache" # "case":"x" # `chess` with 1 threads on `x`: `x` is not in the file
[null,2.5] # [null,null] # times of 2 of 2 rounds, or none
[null,2.5] # [-1,2.5] # line 4: `seconds` is -1
"in cache","contender":"chess" # "startpos","contender":"avx2" # it is there twice"##;

const ASIDES: &str = r##""flags" # "flag" # unknown field `flag`
"the command" # null # `lacking` does not say so
2026-05-20 # 2026-5-20 # `date` is not usable: "2026-5-20"
"rate" # "list" # two figures `list`
[1.5,1.53] # null # `search`: there is neither a ratio nor both values
4.4 # 5.0 # `list`: the ratio is not that of the values"##;

#[test]
fn processes_are_gathered_by_cell() {
    let cell = |n: usize, times: &str| -> MeasuredCell {
        let text = format!(
            r#"{{"entry":"attacks","contender":"wide/dumb7","n":{n},"corpus":"games","sliders":"both","measure":"latency","role":"kernel","rounds":[{times}]}}"#
        );
        serde_json::from_str(&text).unwrap()
    };
    let time = |median: f64| format!(r#"{{"median":{median},"low":{median},"high":{median}}}"#);
    let runs = [
        vec![cell(8, &time(2.0)), cell(1, &time(4.0))],
        vec![cell(1, &time(5.0)), cell(8, "null")],
    ];
    let found: Vec<_> = gather(&runs)
        .into_iter()
        .map(|cell| (cell.cell.n, cell.times))
        .collect();
    assert_eq!(found, [(1, vec![4.0, 5.0]), (8, vec![2.0])]);
}
