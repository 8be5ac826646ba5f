//! Files of the matrix.

mod common;

use common::assert_refused;
use setwise_results::{Document, ResultFile};
use std::path::Path;

const TEXT: &str = r#"{
  "format": "setwise-results/3",
  "origin": {
    "cpu": {"model":"Some CPU","code_name":"Zen 4","numbers":[25,17],"arch":"x86_64","cores":2,"features":["avx2","bmi2"]},
    "rustc": "rustc 1.95.0",
    "flags": "",
    "libraries": {"chess":"3.2.0"},
    "time": "2026-05-20T14:03:59Z",
    "command": "setwise bench"
  },
  "mode": "quick",
  "rounds": 2,
  "corpora": [
    {"name":"games","source":"made by hand","positions":7,"pieces":{"mean":20.5,"min":9,"max":32},"sliders_side":{"mean":3.0,"min":1,"max":5},"sliders_both":{"mean":6.0,"min":2,"max":10},"phases":{"opening":4,"middlegame":2,"endgame":1}}
  ],
  "selected": [
    {"entry":"batch_attacks","from":64,"kernel":"avx512/sliced","why":"the fastest"}
  ],
  "code": [
    {"kernel":"avx512/sliced","entry":"batch_attacks","hash":"0123456789abcdef"}
  ],
  "cells": [
    {"entry":"batch_attacks","contender":"avx512/sliced","n":1024,"corpus":"games","sliders":"side","measure":"throughput","role":"kernel","rounds":[{"median":0.71,"low":0.7,"high":0.73},null]},
    {"entry":"attacks","contender":"scalar/kogge-stone","n":1,"corpus":"games","sliders":"both","measure":"latency","role":"kernel","rounds":[null,{"median":9.5,"low":9.5,"high":9.5}]}
  ]
}
"#;

#[test]
fn what_was_written_is_read_again() {
    let file = ResultFile::parse(TEXT).unwrap();
    assert_eq!(file.cells[0].rounds[0].unwrap().high, 0.73);
    assert_eq!(file.to_json().unwrap(), TEXT);
    let mut empty = file;
    (empty.cells, empty.selected) = (vec![], vec![]);
    let again = ResultFile::parse(&empty.to_json().unwrap());
    assert_eq!(again.unwrap(), empty);
    // Older files have another name for the pieces.
    let old = ResultFile::parse(&TEXT.replace("\"pieces\"", "\"men\""));
    assert_eq!(old.unwrap().to_json().unwrap(), TEXT);
}

#[test]
fn times_of_cycles() {
    let file = |cycle: &str| {
        let text = TEXT.replace(
            r#""rounds": 2,"#,
            &format!(r#""rounds": 2, "cycle": {cycle},"#),
        );
        ResultFile::parse(&text)
    };
    assert_eq!(file("[0.25, 0.3]").unwrap().cycle, [0.25, 0.3]);
    for impossible in ["[0.25, 0.0]", "[-1.0]", "[0.1, 0.1, 0.1]"] {
        let why = file(impossible).unwrap_err().to_string();
        assert!(why.starts_with("`cycle`"), "{impossible}: {why}");
    }
}

#[test]
fn broken_and_foreign_files_are_refused_with_the_reason() {
    for (from, to, reason) in [
        (TEXT, "", "EOF while parsing a value at line 1 column 0"),
        (TEXT, "[1, 2]", "invalid type"),
        (
            TEXT,
            "{\"x\": 1}",
            "not a result file: there is no field `format` (`setwise-results/3`)",
        ),
        (
            "results/3",
            "results/4",
            "the format is `setwise-results/4`, this program reads `setwise-results/3`",
        ),
        ("\"flags\"", "\"flag\"", "unknown field `flag`"),
        ("\"flags\": \"\",", "", "missing field `flags`"),
        ("\"n\":1024,", "\"n\":-1,", "invalid value: integer `-1`"),
        ("\"n\":1024,", "\"n\":1024,\"m\":1,", "unknown field `m`"),
        (
            "\"batch_attacks\",\"c",
            "\"batch_attack\",\"c",
            "`batch_attack` is no entry point; there are batch_attacks,",
        ),
        (
            "\"n\":1024",
            "\"n\":0",
            "n = 0, games corpus, sliders: side, throughput: n is 0",
        ),
        (
            "2026-05-20",
            "2026-13-20",
            "`time` is `2026-13-20T14:03:59Z`, not of the form 2026-05-20",
        ),
        ("2026-05-20T14", "20.5.2026T14", "not of the form"),
        ("abcdef", "abcdeg", "is no hash of 16 hexadecimal digits"),
        ("abcdef", "abcde", "is no hash of 16 hexadecimal digits"),
        (
            "\"rounds\": 2",
            "\"rounds\": 3",
            "2 rounds, but the file says 3",
        ),
        ("\"rounds\": 2", "\"rounds\": 0", "`rounds` is 0"),
        (
            "{\"median\":0.71,\"low\":0.7,\"high\":0.73}",
            "null",
            "no round was measured",
        ),
        (
            "\"low\":0.7,",
            "\"low\":0.72,",
            "an impossible time: 0 < 0.72 <= 0.71 <= 0.73",
        ),
        ("\"low\":0.7,", "\"low\":0.0,", "an impossible time"),
        (
            "1024,\"corpus\":\"games\"",
            "1024,\"corpus\":\"other\"",
            "there is no corpus of this name",
        ),
        (
            "\"avx512/sliced\",\"n\"",
            "\" \",\"n\"",
            "the contender has no usable name",
        ),
        (
            "\"avx512/sliced\",\"n\"",
            "\"a|b\",\"n\"",
            "none of ` | < >",
        ),
        (
            "\"Some CPU\"",
            "\"Some\\nCPU\"",
            "\"Some\\nCPU\" has a control character",
        ),
        (
            "\"positions\":7",
            "\"positions\":8",
            "corpus `games` has 8 positions, but 7 by phase",
        ),
        (
            "\"mean\":20.5",
            "\"mean\":33",
            "`pieces` is impossible: 9 <= 33 <= 32",
        ),
        ("\"Some CPU\"", "\"\"", "`cpu.model` is empty"),
        (
            "\"rustc 1.95.0\"",
            "1",
            "invalid type: integer `1`, expected a string at line 5",
        ),
        (
            "\"attacks\",\"contender\":\"scalar/kogge-stone\",\"n\":1,\"corpus\":\"games\",\"sliders\":\"both\",\"measure\":\"latency\"",
            "\"batch_attacks\",\"contender\":\"avx512/sliced\",\"n\":1024,\"corpus\":\"games\",\"sliders\":\"side\",\"measure\":\"throughput\"",
            "the cell is there twice",
        ),
    ] {
        assert_refused::<ResultFile>(TEXT, from, to, reason);
    }
}

#[test]
fn the_name_of_the_file_comes_first() {
    let missing = Path::new("no/such/file.json");
    let error = format!("{:#}", ResultFile::read(missing).unwrap_err());
    assert!(error.starts_with("no/such/file.json: "), "{error}");
}
