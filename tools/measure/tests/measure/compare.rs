//! Comparisons of two runs.

use crate::common::{PROGRAM, text};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const OLD: &str = "tests/data/results/example-one/20260520T140359Z-unknown.json";

/// A copy of the result file with other times of the library's cells: each multiplied by a number,
/// by round.
fn changed(folder: &Path, name: &str, factors: [f64; 3]) -> PathBuf {
    let path = folder.join(name);
    let mut file: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(OLD).unwrap()).unwrap();
    let cells = file["cells"].as_array_mut().unwrap();
    for cell in cells
        .iter_mut()
        .filter(|cell| cell["contender"] == "setwise")
    {
        for (time, factor) in cell["rounds"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .zip(factors)
        {
            for value in time.as_object_mut().unwrap().values_mut() {
                *value = (value.as_f64().unwrap() * factor).into();
            }
        }
    }
    fs::write(&path, file.to_string()).unwrap();
    path
}

#[test]
fn a_run_equals_itself() {
    let printed = PROGRAM.run(&["compare", OLD, OLD]).done();
    assert_eq!(
        printed,
        "98 cells: 0 slower, 0 faster, 98 equal within 0 %, within their rounds, or by their code\n\
        noise floor of 10 cells with the same machine code in both runs: 0 %\n"
    );
}

#[test]
fn slower_cells_set_the_exit_code() {
    let folder = PROGRAM.empty_folder("compare");
    let slow = changed(&folder, "slow.json", [2.0; 3]);
    let ended = PROGRAM.run(&["compare", OLD, text(&slow)]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), ""));
    let rows = ended
        .stdout
        .lines()
        .filter(|line| line.contains(" setwise ") && line.ends_with("2.00"));
    let library = fs::read_to_string(OLD)
        .unwrap()
        .matches("\"contender\":\"setwise\"")
        .count();
    assert!(rows.count() == library && library > 0, "{}", ended.stdout);
    assert!(
        ended.stdout.starts_with("Slower, in ns per board:\n") && !ended.stdout.contains("Faster")
    );
    // The other way round they are faster, which is no failure.
    let printed = PROGRAM.run(&["compare", text(&slow), OLD]).done();
    assert!(
        printed.starts_with("Faster, in ns per board:\n"),
        "{printed}"
    );
    // Half of the noise that is asked for, or one round that is not slower: the same.
    let printed = PROGRAM
        .run(&["compare", "--noise", "200", OLD, text(&slow)])
        .done();
    assert!(
        printed.starts_with("98 cells: 0 slower, 0 faster"),
        "{printed}"
    );
    let mixed = changed(&folder, "mixed.json", [2.0, 2.0, 0.9]);
    let printed = PROGRAM.run(&["compare", OLD, text(&mixed)]).done();
    assert!(
        printed.starts_with("98 cells: 0 slower, 0 faster"),
        "{printed}"
    );
}

/// The same machine code in both runs: whatever its times are, it is noise.
#[test]
fn the_same_code_is_the_noise() {
    let folder = PROGRAM.empty_folder("compare-code");
    let mut file: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(OLD).unwrap()).unwrap();
    let cells = file["cells"].as_array().unwrap();
    let kernels = cells.iter().filter(|cell| cell["role"] == "kernel");
    let code: BTreeSet<_> = kernels
        .map(|cell| {
            let point = cell["entry"].as_str().unwrap().replace("_stored", "");
            (cell["contender"].as_str().unwrap().to_string(), point)
        })
        .collect();
    let count = code.len();
    let rows = code.iter().map(|(kernel, entry)| {
        serde_json::json!({ "kernel": kernel, "entry": entry, "hash": "0123456789abcdef" })
    });
    file["code"] = rows.collect();
    let old = folder.join("old.json");
    fs::write(&old, file.to_string()).unwrap();
    let cells = file["cells"].as_array_mut().unwrap().iter_mut();
    for cell in cells.filter(|cell| cell["role"] == "kernel") {
        let rounds = cell["rounds"].as_array_mut().unwrap().iter_mut();
        for time in rounds.filter_map(|round| round.as_object_mut()) {
            for value in time.values_mut() {
                *value = (value.as_f64().unwrap() * 1.5).into();
            }
        }
    }
    let new = folder.join("new.json");
    fs::write(&new, file.to_string()).unwrap();
    let printed = PROGRAM.run(&["compare", text(&old), text(&new)]).done();
    assert!(
        printed.contains(" cells with the same machine code in both runs: 50 %\n"),
        "{printed}"
    );
    // Changed code counts, beyond a given floor.
    file["code"] = serde_json::json!([]);
    fs::write(&new, file.to_string()).unwrap();
    let ended = PROGRAM.run(&["compare", text(&old), text(&new), "--noise", "10"]);
    assert!(count > 10 && ended.code == Some(1), "{}", ended.stdout);
    assert!(ended.stdout.starts_with("Slower, in ns per board:\n"));
}

#[test]
fn all_cells_as_json() {
    let slow = changed(&PROGRAM.empty_folder("compare-json"), "slow.json", [2.0; 3]);
    let ended = PROGRAM.run(&["compare", "--json", OLD, text(&slow)]);
    let found: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    let cells = found["cells"].as_array().unwrap();
    let slower = cells.iter().filter(|cell| cell["verdict"] == "slower");
    assert!(
        slower
            .clone()
            .all(|cell| cell["cell"]["contender"] == "setwise")
    );
    assert_eq!(
        (ended.code, cells.len(), found["slower"].as_u64()),
        (Some(1), 98, Some(slower.count() as u64))
    );
}

#[test]
fn what_does_not_compare() {
    let folder = PROGRAM.empty_folder("compare-wrong");
    let message = PROGRAM
        .run(&[
            "compare",
            OLD,
            "tests/data/results/example-two/20260520-unknown.json",
        ])
        .failed(1);
    assert!(
        message.starts_with("the runs are of different CPUs"),
        "{message}"
    );
    let message = PROGRAM
        .run(&["compare", OLD, text(&folder.join("missing.json"))])
        .failed(1);
    assert!(message.contains("missing.json"), "{message}");
    let empty = folder.join("empty.json");
    let mut file: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(OLD).unwrap()).unwrap();
    file["cells"] = serde_json::json!([]);
    fs::write(&empty, file.to_string()).unwrap();
    let message = PROGRAM.run(&["compare", OLD, text(&empty)]).failed(1);
    assert_eq!(message, "the runs have no cell in common");
    assert!(PROGRAM.run(&["compare", OLD]).failed(2).contains("<NEW>"));
}
