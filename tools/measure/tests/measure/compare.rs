//! Comparisons of two runs.

use crate::common::{PROGRAM, text};
use setwise_results::code::KernelCode;
use setwise_results::{Document, ResultFile, Role};
use std::fs;
use std::path::{Path, PathBuf};

const OLD: &str = "tests/data/results/example-one/20260520T140359Z-unknown.json";

fn old() -> ResultFile {
    ResultFile::read(Path::new(OLD)).unwrap()
}

/// Writes a result file whose cells of a role have other times: each multiplied by a number, by
/// round.
fn slowed(mut file: ResultFile, role: Role, factors: [f64; 3]) -> PathBuf {
    for cell in file.run.cells.iter_mut().filter(|cell| cell.role == role) {
        for (time, factor) in cell.rounds.iter_mut().zip(factors) {
            if let Some(time) = time {
                time.median *= factor;
            }
        }
    }
    let folder = Path::new(PROGRAM.temporary).join("compare");
    fs::create_dir_all(&folder).unwrap();
    let count = fs::read_dir(&folder).unwrap().count();
    let path = folder.join(format!("{count}-{:?}.json", std::thread::current().id()));
    fs::write(&path, file.text().unwrap()).unwrap();
    path
}

#[test]
fn slower_cells_set_the_exit_code() {
    let printed = PROGRAM.run(&["compare", OLD, OLD]).done();
    assert_eq!(
        printed,
        "98 cells: 0 slower, 0 faster, 98 equal within 0 %, within their rounds, or by their code\n\
        noise floor of 10 cells with the same machine code in both runs: 0 %\n"
    );
    let slow = slowed(old(), Role::Library, [2.0; 3]);
    let ended = PROGRAM.run(&["compare", OLD, text(&slow)]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), ""));
    let is_slow = |line: &&str| line.contains(" setwise ") && line.ends_with("2.00");
    let file = old();
    let library = file.cells.iter().filter(|cell| cell.role == Role::Library);
    assert_eq!(
        ended.stdout.lines().filter(is_slow).count(),
        library.count()
    );
    let begin = "Slower, in ns per board:\n";
    assert!(ended.stdout.starts_with(begin) && !ended.stdout.contains("Faster"));
    // The other way round they are faster, which is no failure.
    let printed = PROGRAM.run(&["compare", text(&slow), OLD]).done();
    assert!(
        printed.starts_with("Faster, in ns per board:\n"),
        "{printed}"
    );
    // One round that is not slower: the same.
    let mixed = slowed(old(), Role::Library, [2.0, 2.0, 0.9]);
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
    let kernels = file.cells.iter().filter(|cell| cell.role == Role::Kernel);
    let code = kernels.map(|cell| KernelCode {
        kernel: cell.contender.clone(),
        entry: cell.entry.point.name().to_string(),
        hash: "0123456789abcdef".to_string(),
    });
    file.code = code.collect();
    let [same, new] = [1.0, 1.5].map(|factor| slowed(file.clone(), Role::Kernel, [factor; 3]));
    let printed = PROGRAM.run(&["compare", text(&same), text(&new)]).done();
    let noise = " cells with the same machine code in both runs: 50 %\n";
    assert!(printed.contains(noise), "{printed}");
    // Changed code counts.
    file.code.clear();
    let new = slowed(file, Role::Kernel, [1.5; 3]);
    let ended = PROGRAM.run(&["compare", text(&same), text(&new)]);
    assert_eq!(ended.code, Some(1), "{}", ended.stdout);
}

#[test]
fn what_does_not_compare() {
    let mut empty = old();
    empty.run.cells.clear();
    let empty = slowed(empty, Role::Kernel, [1.0; 3]);
    let other = "tests/data/results/example-two/20260520-unknown.json";
    for (new, reason) in [
        (other, "the runs are of different CPUs"),
        ("missing.json", "missing.json: "),
        (text(&empty), "the runs have no cell in common"),
    ] {
        let message = PROGRAM.run(&["compare", OLD, new]).failed(1);
        assert!(message.starts_with(reason), "{message}");
    }
}
