//! Comparisons of two runs.

use crate::common::{PROGRAM, text};
use setwise_results::code::KernelCode;
use setwise_results::{Document, MeasuredCell, ResultFile, Role};
use std::fs;
use std::path::{Path, PathBuf};

const OLD: &str = "tests/data/results/example-one/20260520T140359Z-unknown.json";

/// Writes a copy of the result file with other times of some cells: each multiplied by a number, by
/// round.
fn slowed(file: &ResultFile, of: fn(&MeasuredCell) -> bool, factors: [f64; 3]) -> PathBuf {
    let mut file = file.clone();
    for cell in file.run.cells.iter_mut().filter(|cell| of(cell)) {
        for (time, factor) in cell.rounds.iter_mut().zip(factors) {
            if let Some(time) = time {
                time.median *= factor;
            }
        }
    }
    written(&file)
}

fn written(file: &ResultFile) -> PathBuf {
    let folder = Path::new(PROGRAM.temporary).join("compare");
    fs::create_dir_all(&folder).unwrap();
    let count = fs::read_dir(&folder).unwrap().count();
    let path = folder.join(format!("{count}-{:?}.json", std::thread::current().id()));
    fs::write(&path, file.text().unwrap()).unwrap();
    path
}

fn old() -> ResultFile {
    ResultFile::read(Path::new(OLD)).unwrap()
}

fn is_library(cell: &MeasuredCell) -> bool {
    cell.role == Role::Library
}

fn is_kernel(cell: &MeasuredCell) -> bool {
    cell.role == Role::Kernel
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
    let slow = slowed(&old(), is_library, [2.0; 3]);
    let ended = PROGRAM.run(&["compare", OLD, text(&slow)]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), ""));
    let is_slow = |line: &&str| line.contains(" setwise ") && line.ends_with("2.00");
    let count = old().cells.iter().filter(|cell| is_library(cell)).count();
    assert_eq!(ended.stdout.lines().filter(is_slow).count(), count);
    let begin = "Slower, in ns per board:\n";
    assert!(ended.stdout.starts_with(begin) && !ended.stdout.contains("Faster"));
    // The other way round they are faster, which is no failure.
    let printed = PROGRAM.run(&["compare", text(&slow), OLD]).done();
    assert!(
        printed.starts_with("Faster, in ns per board:\n"),
        "{printed}"
    );
    // One round that is not slower: the same.
    let mixed = slowed(&old(), is_library, [2.0, 2.0, 0.9]);
    let printed = PROGRAM.run(&["compare", OLD, text(&mixed)]).done();
    assert!(
        printed.starts_with("98 cells: 0 slower, 0 faster"),
        "{printed}"
    );
}

/// The same machine code in both runs: whatever its times are, it is noise.
#[test]
fn the_same_code_is_the_noise() {
    let mut file = old();
    let code = file
        .cells
        .iter()
        .filter(|cell| is_kernel(cell))
        .map(|cell| KernelCode {
            kernel: cell.contender.clone(),
            entry: cell.entry.point().name().to_string(),
            hash: "0123456789abcdef".to_string(),
        });
    file.code = code.collect();
    let same = written(&file);
    let new = slowed(&file, is_kernel, [1.5; 3]);
    let printed = PROGRAM.run(&["compare", text(&same), text(&new)]).done();
    let noise = " cells with the same machine code in both runs: 50 %\n";
    assert!(printed.contains(noise), "{printed}");
    // Changed code counts.
    file.code.clear();
    let new = slowed(&file, is_kernel, [1.5; 3]);
    let ended = PROGRAM.run(&["compare", text(&same), text(&new)]);
    assert_eq!(ended.code, Some(1), "{}", ended.stdout);
}

#[test]
fn what_does_not_compare() {
    let mut empty = old();
    empty.run.cells.clear();
    let other = "tests/data/results/example-two/20260520-unknown.json";
    for (new, reason) in [
        (other, "the runs are of different CPUs"),
        ("missing.json", "missing.json: "),
        (text(&written(&empty)), "the runs have no cell in common"),
    ] {
        let message = PROGRAM.run(&["compare", OLD, new]).failed(1);
        assert!(message.starts_with(reason), "{message}");
    }
    assert!(PROGRAM.run(&["compare", OLD]).failed(2).contains("<NEW>"));
}
