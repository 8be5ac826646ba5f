//! Files of predictions, and of several processes.

mod common;

use common::assert_refused;
use setwise_results::predictions::Predictions;
use setwise_results::processes::{ProcessFile, gather};
use setwise_results::{Document, MeasuredCell};

const PREDICTIONS: &str = r#"{
  "format": "setwise-predictions/1",
  "nature": "prediction",
  "target": "aarch64-unknown-linux-gnu",
  "command": "setwise-cost --predict",
  "rustc": "rustc 1.95.0",
  "llvm_mca": "22.1",
  "cpus": {"cortex-a72":"a model"},
  "kernels": [
    {"kernel":"neon/sliced","entry":"batch_attacks","boards":16,"instructions":20.5,"cycles":{"cortex-a72":9.25}}
  ]
}"#;

const PROCESSES: &str = r#"{
  "format": "setwise-processes/2",
  "origin": {
    "cpu": {"model":"Some CPU","arch":"x86_64","cores":2,"features":["avx2"]},
    "rustc": "rustc 1.95.0",
    "flags": "",
    "time": "2026-05-20",
    "command": "setwise bench"
  },
  "cells": [
    {"entry":"batch_attacks","contender":"avx512/sliced","n":1024,"corpus":"games","sliders":"side","measure":"throughput","times":[0.75,0.5]}
  ]
}"#;

#[test]
fn predicted_numbers_are_possible() {
    let file = Predictions::parse(PREDICTIONS).unwrap();
    assert_eq!(file.kernels[0].cycles["cortex-a72"], 9.25);
    for (from, to) in [("20.5", "-1"), ("9.25", "0")] {
        let reason = "impossible count: neon/sliced batch_attacks";
        assert_refused::<Predictions>(PREDICTIONS, from, to, reason);
    }
}

#[test]
fn each_process_has_a_possible_time() {
    let file = ProcessFile::parse(PROCESSES).unwrap();
    assert_eq!(file.cells[0].times, [0.75, 0.5]);
    // A cell of several processes gives those of the matrix.
    assert_eq!(
        (file.cells[0].n, &file.cells[0].corpus[..]),
        (1024, "games")
    );
    for (from, to) in [("[0.75,0.5]", "[]"), ("0.5]", "0]")] {
        let reason = "batch_attacks of avx512/sliced: an impossible time, or none";
        assert_refused::<ProcessFile>(PROCESSES, from, to, reason);
    }
    assert_refused::<ProcessFile>(PROCESSES, "Some CPU", " ", "`cpu.model` is empty");
}

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
        .map(|cell| (cell.n, cell.times))
        .collect();
    assert_eq!(found, [(1, vec![4.0, 5.0]), (8, vec![2.0])]);
}
