//! The report on made-up result files.

use crate::{PROGRAM, text};
use std::fs;
use std::path::{Path, PathBuf};

const RESULTS: &str = "tests/data/results";

/// What the report on them consists of, but for charts.
const DOCUMENTS: [&str; 5] = [
    "performance.md",
    "perft.md",
    "nnue.md",
    "formats.md",
    "aside.md",
];

const TWO: &str = "example-two/20260520-unknown.json";

fn data(path: &str) -> PathBuf {
    Path::new(PROGRAM.folder).join(RESULTS).join(path)
}

/// Makes a folder of results with files: places and texts.
fn results(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PROGRAM.empty_folder(name);
    for (place, text) in files {
        let path = folder.join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn report<'a>(results: &'a Path, out: &'a Path) -> [&'a str; 5] {
    ["report", "--results", text(results), "--out", text(out)]
}

fn rendered(name: &str) -> PathBuf {
    let out = PROGRAM.empty_folder(name);
    let printed = PROGRAM.run(&report(Path::new(RESULTS), &out)).done();
    let document = out.join("performance.md");
    assert_eq!(printed, format!("{}\n", document.display()));
    out
}

/// The page has all result files in it and loads nothing. (`.ci/nightly` uses it in a browser.)
#[test]
fn the_page_needs_nothing_else() {
    let mut page = fs::read_to_string(rendered("page").join("report.html")).unwrap();
    for part in ["\"example-one\"", "\"example-two\"", "batch_attacks"] {
        assert!(page.contains(part), "{part}");
    }
    let repository = env!("CARGO_PKG_REPOSITORY");
    let is_placeholder = repository.contains(".example");
    assert_eq!(page.contains(repository), !is_placeholder);
    for link in ["http://www.w3.org/2000/svg", repository] {
        page = page.replace(link, "");
    }
    for outside in [
        "http", "src=", "import ", "{data}", "{script}", "{style}", "{repo", "{heart",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
}

fn charts(out: &Path) -> Vec<PathBuf> {
    let charts = fs::read_dir(out.join("charts")).unwrap();
    let mut paths: Vec<PathBuf> = charts.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The same texts on every machine; CI compares the charts of docs/. After a wanted change, look at
/// the new report and run the test with `SETWISE_ACCEPT=1`.
#[test]
fn the_report_is_what_it_was() {
    let out = rendered("expected");
    for path in charts(&out) {
        let svg = fs::read_to_string(&path).unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{path:?}");
    }
    for name in DOCUMENTS {
        assert_expected(name, &fs::read_to_string(out.join(name)).unwrap());
    }
}

/// Compares a text with the expected file, or makes it the expected one.
fn assert_expected(name: &str, found: &str) {
    let path = data("../expected").join(name);
    if std::env::var_os("SETWISE_ACCEPT").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    assert_eq!(expected, found, "{}", path.display());
}

#[test]
fn check_finds_every_difference() {
    let out = rendered("checked");
    let write = report(Path::new(RESULTS), &out);
    let check = || PROGRAM.run(&[&write[..], &["--check"]].concat());
    let finds = |what: String| {
        let message = check().failed(1);
        assert!(message.contains(&what), "{message}");
    };
    assert!(check().done().ends_with("files are up to date\n"));
    let chart = charts(&out).remove(0);
    let svg = fs::read_to_string(&chart).unwrap();
    fs::write(&chart, svg.replace("<svg", "<svg ")).unwrap();
    finds(format!("{} differs", chart.display()));
    fs::remove_file(&chart).unwrap();
    finds(format!("{}: ", chart.display()));
    fs::write(&chart, &svg).unwrap();
    let other = out.join("charts/flow.svg");
    fs::write(&other, "of somebody else").unwrap();
    check().done();
    let stale = out.join("charts/some-other-cpu.svg");
    fs::write(&stale, &svg).unwrap();
    finds(format!("{} is no file", stale.display()));
    assert!(stale.exists(), "a check changes nothing");
    PROGRAM.run(&write).done();
    assert!(!stale.exists() && other.exists());
    check().done();
}

/// A file that cannot be used is named with what is wrong in it, and nothing is written.
#[test]
fn broken_files() {
    let fine = fs::read_to_string(data(TWO)).unwrap();
    for place in
        "example-two/20260520-unknown predictions/example aside/2026-05-20-shakmaty code/x86_64 \
        example-one/20260520-unknown.perft example-one/20260520-unknown.nnue"
            .split_whitespace()
    {
        let place = format!("{place}.json");
        let good = fs::read_to_string(data(&place)).unwrap();
        let bad = good.replacen("\"format\":\"", "\"format\":\"other-", 1);
        let results = results("broken", &[("fine/fine.json", &fine), (&place, &bad)]);
        let out = PROGRAM.empty_folder("not-written");
        let message = PROGRAM.run(&report(&results, &out)).failed(1);
        let reason = format!("{}: the format is \"other-", results.join(&place).display());
        assert!(message.starts_with(&reason), "{message}");
        assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "{place}");
    }
}

/// A run of a part of the matrix is a report as well, if a short one. Other files are left alone.
#[test]
fn parts_of_the_matrix() {
    let two = fs::read_to_string(data(TWO)).unwrap();
    let is_cell = |line: &&str| line.starts_with("{\"cells\"");
    let (cells, head): (Vec<_>, Vec<_>) = two.lines().partition(is_cell);
    for kept in [0..0, 0..1, 1..2, 4..6] {
        let mut part = [&head[..], &cells[kept.clone()]].concat().join("\n");
        if kept.is_empty() {
            part = part.replacen('{', "{\"cells\":[],", 1);
        }
        let files = [("part/part.json", &*part), ("a/notes.txt", "")];
        let results = results("part-results", &files);
        let out = PROGRAM.empty_folder("part");
        PROGRAM.run(&report(&results, &out)).done();
        let [performance, perft, nnue, formats, _] =
            DOCUMENTS.map(|name| fs::read_to_string(out.join(name)).unwrap());
        assert!(!performance.contains("NaN") && !performance.contains("inf "));
        // The chart is of 1,024 boards.
        assert_eq!(out.join("charts").exists(), kept.start == 4, "{kept:?}");
        for page in [perft, nnue, formats] {
            assert!(page.contains("There are no results yet"));
        }
    }
}

#[test]
fn folders_without_results() {
    let [empty, out] = ["none", "no-report"].map(|name| PROGRAM.empty_folder(name));
    let missing = empty.join("missing");
    let misnamed = results("bad-name", &[("Some CPU/a.json", "")]);
    let none = "there are no result files; `cargo run --release -p setwise-measure` makes one";
    for (results, reason) in [
        (&missing, text(&missing)),
        (&empty, none),
        (&misnamed, "the name has letters, digits"),
    ] {
        let message = PROGRAM.run(&report(results, &out)).failed(1);
        assert!(message.contains(reason), "{message}");
    }
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
}

/// A changed kernel marks its times, a changed opponent its ratios, and both make a run older, as
/// another revision does.
#[test]
fn what_has_changed_is_marked() {
    let one = fs::read_to_string(data("example-one/20260520T140359Z-unknown.json")).unwrap();
    let code = fs::read_to_string(data("code/x86_64.json")).unwrap();
    let row = |list: &str, hash: &str| {
        let row = r#"{"LIST":{"entry":"opponent","hash":"HASH","kernel":"pieces/pext"}}"#;
        row.replace("LIST", list).replace("HASH", hash) + "\n"
    };
    let (same, other) = ("0000000000000004", "000000000000000f");
    let run = |revision: &str, sliced: &str, pext: &str| {
        let changed = one.replace("\"revision\":\"\"", &format!("\"revision\":\"{revision}\""));
        changed.replace(same, sliced) + &row("code", pext)
    };
    let present = code.replace("ffffffffffffffff", "0000000000000001") + &row("kernels", same);
    let last = run("now", same, same).replace("2026-05-20", "2026-05-21");
    let last = last.replace("Design One", "Design Two");
    for (revision, sliced, pext, marks) in [
        ("now", same, same, [false, false, false]),
        ("now", other, same, [true, true, false]),
        ("now", same, other, [true, false, true]),
        ("old", same, same, [true, false, false]),
    ] {
        let files = [
            ("a/a.json", &*run(revision, sliced, pext)),
            ("b/b.json", &last),
            ("code/x86_64.json", &present),
        ];
        let (results, out) = (results("changed", &files), PROGRAM.empty_folder("marked"));
        PROGRAM.run(&report(&results, &out)).done();
        let page = fs::read_to_string(out.join("performance.md")).unwrap();
        let is_call = |line: &&str| line.starts_with("| `batch_attacks` | 1,024 |");
        let cells: Vec<_> = page.lines().find(is_call).unwrap().split(" | ").collect();
        let is_older = page.contains("| older, ");
        let found = [is_older, cells[2].ends_with('†'), cells[3].ends_with('†')];
        assert_eq!(found, marks, "{revision} {sliced} {pext}");
    }
}

/// The figures of a README beside the folder.
#[test]
fn the_readme_gets_its_tables() {
    let folder = PROGRAM.empty_folder("readme");
    let (out, readme) = (folder.join("docs"), folder.join("README.md"));
    let write = report(Path::new(RESULTS), &out);
    let refuses = |content: &str, reason: &str| {
        fs::write(&readme, content).unwrap();
        let message = PROGRAM.run(&write).failed(1);
        assert!(message.contains(reason), "{message}");
    };
    let names = "heart, perft 7, one by one, shakmaty 2a83c45f00d1 ratio";
    let place = |name: &str| format!("<!-- report: {name} --><!-- end -->\n");
    let tables: String = names.split(", ").map(place).collect();
    fs::write(&readme, tables).unwrap();
    PROGRAM.run(&write).done();
    let written = fs::read_to_string(&readme).unwrap();
    assert_expected("readme.md", &written);
    let check = [&write[..], &["--check"]].concat();
    PROGRAM.run(&check).done();
    fs::write(&readme, written.replacen("1.53", "1.54", 1)).unwrap();
    assert!(PROGRAM.run(&check).failed(1).contains("README.md differs"));
    for figure in "5 ms, 7.5 times, 27 CPU\nseconds, 0.7 MB, 95%, ten minutes".split(", ") {
        refuses(&format!("{written}It takes ({figure})."), "has no source");
    }
    refuses("<!-- report: x --><!-- end -->", "there is no figure `x`");
    refuses("<!-- report: perft -->", "a figure does not end");
    PROGRAM
        .run(&report(Path::new(RESULTS), &folder.join("other")))
        .done();
}
