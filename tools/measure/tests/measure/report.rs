//! The report on made-up result files.

use crate::common::{PROGRAM, text};
use fnv::FnvHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const RESULTS: &str = "tests/data/results";

/// What the report on them consists of, but for charts.
const DOCUMENTS: [&str; 4] = ["performance.md", "perft.md", "nnue.md", "aside.md"];

/// A run of the matrix among them.
const TWO: &str = "results/example-two/20260520-unknown.json";

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(path)
}

/// Renders the made-up results into an empty folder.
fn rendered(name: &str) -> PathBuf {
    let out = PROGRAM.empty_folder(name);
    let printed = PROGRAM
        .run(&["report", "--results", RESULTS, "--out", text(&out)])
        .done();
    assert_eq!(
        printed,
        format!("{}\n", out.join("performance.md").display())
    );
    out
}

/// The page has all result files in it and loads nothing. (`.ci/nightly` uses it in a browser.)
#[test]
fn the_page_needs_nothing_else() {
    let page = fs::read_to_string(rendered("page").join("report.html")).unwrap();
    for part in [
        "\"id\":\"example-one\"",
        "\"id\":\"example-two\"",
        "batch_attacks",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for outside in [
        "http:", "https:", "src=", "import ", "{data}", "{script}", "{style}",
    ] {
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains(outside), "{outside}");
    }
}

fn charts(out: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(out.join("charts"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// The same bytes on every machine. After a wanted change, look at the new report and run the test
/// with `SETWISE_ACCEPT=1`.
#[test]
fn the_report_is_what_it_was() {
    let out = rendered("expected");
    let digests: String = charts(&out)
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            format!("{:016x} {name}\n", digest(&fs::read(path).unwrap()))
        })
        .collect();
    let documents = DOCUMENTS.map(|name| (name, fs::read_to_string(out.join(name)).unwrap()));
    for (name, found) in documents.into_iter().chain([("charts.txt", digests)]) {
        assert_expected(name, &found);
    }
}

/// Compares a text with the expected file, or makes it the expected one.
fn assert_expected(name: &str, found: &str) {
    let path = data("expected").join(name);
    if std::env::var_os("SETWISE_ACCEPT").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    assert_eq!(expected, found, "{}", path.display());
}

/// Outside of a clone there are no folders to begin with.
#[test]
fn outside_of_a_clone() {
    let elsewhere = std::env::temp_dir();
    let ended = PROGRAM
        .command()
        .args(["report", "--out", text(&elsewhere)])
        .current_dir(&elsewhere)
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let message = String::from_utf8(ended.stderr).unwrap();
    assert!(
        message.contains(" is not inside a clone of the setwise workspace ")
            && message.ends_with("; or give both --results and --out\n"),
        "{message}"
    );
}

/// The order in which the folder lists its files does not matter, nor does what else lies there.
#[test]
fn only_the_results_matter() {
    let results = PROGRAM.empty_folder("shuffled-results");
    for folder in fs::read_dir(data("results")).unwrap() {
        let folder = folder.unwrap().path();
        let copy = results.join(folder.file_name().unwrap());
        fs::create_dir(&copy).unwrap();
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        for path in files.iter().rev() {
            fs::copy(path, copy.join(path.file_name().unwrap())).unwrap();
        }
        fs::write(copy.join("notes.txt"), "something else").unwrap();
    }
    fs::write(results.join("notes.txt"), "not a result").unwrap();
    let out = PROGRAM.empty_folder("shuffled");
    PROGRAM
        .run(&["report", "--results", text(&results), "--out", text(&out)])
        .done();
    let same = rendered("unshuffled");
    for name in DOCUMENTS {
        assert_eq!(
            fs::read(out.join(name)).unwrap(),
            fs::read(same.join(name)).unwrap()
        );
    }
    for (a, b) in charts(&out).iter().zip(charts(&same)) {
        assert_eq!(a.file_name(), b.file_name());
        assert_eq!(fs::read(a).unwrap(), fs::read(b).unwrap());
    }
}

/// A chart serves light and dark pages, keeps its text as text, and is shown by a document.
#[test]
fn charts_are_shown_in_light_and_dark() {
    let out = rendered("themes");
    let documents = DOCUMENTS.map(|name| fs::read_to_string(out.join(name)).unwrap());
    let documents = documents.concat();
    let charts = charts(&out);
    assert!(charts.len() > 3);
    for path in charts {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            documents.contains(&format!("](charts/{name})")),
            "{name} is shown"
        );
        let svg = fs::read_to_string(&path).unwrap();
        let (style, drawing) = svg.split_once("</style>").unwrap();
        // Every color of the light page is exchanged on a dark one, and is in the drawing.
        assert!(
            style.contains("@media (prefers-color-scheme: dark)"),
            "{name}"
        );
        for (attribute, light, dark) in [
            ("fill", "#FFFFFF", "#0D1117"),
            ("fill", "#1F2328", "#F0F6FC"),
            ("stroke", "#D8DEE4", "#2B323B"),
        ] {
            let light = format!("{attribute}=\"{light}\"");
            let rule = format!("[{light}] {{ {attribute}: {dark} }}");
            assert!(
                style.contains(&rule) && drawing.contains(&light),
                "{name}: {rule}"
            );
        }
        let library = if name.contains("-perft") {
            "wide"
        } else {
            "setwise, its own choice"
        };
        if name.starts_with("example-one") {
            assert!(svg.contains(&format!(">\n{library}\n</text>")), "{name}");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
    }
}

#[test]
fn check_finds_every_difference() {
    let out = rendered("checked");
    let check = || {
        PROGRAM.run(&[
            "report",
            "--check",
            "--results",
            RESULTS,
            "--out",
            text(&out),
        ])
    };
    assert!(check().done().ends_with("files are up to date\n"));

    let chart = charts(&out).remove(0);
    let svg = fs::read_to_string(&chart).unwrap();
    fs::write(&chart, svg.replace("<svg", "<svg ")).unwrap();
    assert!(
        check()
            .failed(1)
            .contains(&format!("{} differs", chart.display()))
    );
    fs::remove_file(&chart).unwrap();
    assert!(
        check()
            .failed(1)
            .contains(&format!("{}: ", chart.display()))
    );
    fs::write(&chart, &svg).unwrap();
    check().done();

    let other = out.join("charts/flow.svg");
    fs::write(&other, "of somebody else").unwrap();
    check().done();
    let stale = out.join("charts/some-other-cpu.svg");
    fs::write(&stale, &svg).unwrap();
    assert!(
        check()
            .failed(1)
            .contains(&format!("{} is no file", stale.display()))
    );
    assert!(stale.exists(), "a check changes nothing");
    PROGRAM
        .run(&["report", "--results", RESULTS, "--out", text(&out)])
        .done();
    assert!(!stale.exists() && other.exists());
    check().done();

    // What a killed run has left goes away; what may still be written, and what is somebody else's,
    // stays.
    let [old, new, other] = [
        "performance.md.17.tmp",
        "performance.md.18.tmp",
        "mine.19.tmp",
    ]
    .map(|name| out.join(name));
    let hours_ago = SystemTime::now() - Duration::from_secs(7200);
    for (path, time) in [
        (&old, hours_ago),
        (&new, SystemTime::now()),
        (&other, hours_ago),
    ] {
        let file = fs::File::create(path).unwrap();
        file.set_modified(time).unwrap();
    }
    PROGRAM
        .run(&["report", "--results", RESULTS, "--out", text(&out)])
        .done();
    assert!(!old.exists() && new.exists() && other.exists());

    let document = out.join("performance.md");
    fs::write(&document, "# Performance\n").unwrap();
    assert!(
        check()
            .failed(1)
            .contains(&format!("{} differs", document.display()))
    );
}

/// A file that cannot be used, at this place among good results, is named with what is wrong in it,
/// and nothing is written.
fn refuses(place: &str, text_of_file: &str, reason: &str) {
    let name = place.replace('/', "-");
    let results = PROGRAM.empty_folder(&format!("with-{name}"));
    let out = PROGRAM.empty_folder(&format!("without-{name}"));
    fs::create_dir(results.join("fine")).unwrap();
    fs::copy(data(TWO), results.join("fine/fine.json")).unwrap();
    let broken = results.join(place);
    fs::create_dir_all(broken.parent().unwrap()).unwrap();
    fs::write(&broken, text_of_file).unwrap();
    let message = PROGRAM
        .run(&["report", "--results", text(&results), "--out", text(&out)])
        .failed(1);
    assert!(
        message.starts_with(text(&broken)) && message.contains(reason),
        "{message}"
    );
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "{reason}");
}

#[test]
fn broken_results() {
    let good = fs::read_to_string(data(TWO)).unwrap();
    let median = good.find("\"median\":").unwrap();
    let cases = [
        (String::new(), "there is no field `format`"),
        (
            "{\"cells\": []}".to_string(),
            "not a result file: there is no field `format`",
        ),
        (
            good.replacen("results/3", "results/9", 1),
            "the format is `setwise-results/9`",
        ),
        (good[..median].to_string(), "EOF while parsing"),
        (
            good.replacen("\"median\"", "\"mean\"", 1),
            "unknown field `mean`",
        ),
        (
            good.replacen("\"median\":", "\"median\":-", 1),
            "an impossible time",
        ),
        (
            good.replacen("\"batch_attacks\"", "\"attack\"", 1),
            "`attack` is no entry point",
        ),
        (
            good.replacen("\"fenced/kogge-stone\"", "\"avx2/mine\"", 1),
            "avx2/mine: the name does not fit the role `scalar`",
        ),
        (
            good.replacen("\"avx2/sliced\",\"n\"", "\"mine/sliced\",\"n\"", 1),
            "mine/sliced: the name does not fit the role `kernel`",
        ),
        (
            good.replacen("\"fenced/kogge-stone\"", "\"`<b>`\"", 1),
            "the contender has no usable name",
        ),
    ];
    for (text_of_file, reason) in cases {
        refuses("fine/broken.json", &text_of_file, reason);
    }
}

#[test]
fn broken_predictions() {
    let good = fs::read_to_string(data("results/predictions/example.json")).unwrap();
    let cases = [
        (String::new(), "there is no field `format`"),
        (
            good.replacen("predictions/1", "predictions/9", 1),
            "the format is `setwise-predictions/9`",
        ),
        (
            good.replacen("\"cycles\"", "\"time\"", 1),
            "unknown field `time`",
        ),
        (
            good.replacen("110.0", "0", 1),
            "an impossible count: vec/kogge-stone attacks",
        ),
    ];
    for (text_of_file, reason) in cases {
        refuses("predictions/broken.json", &text_of_file, reason);
    }
}

#[test]
fn broken_processes() {
    let good =
        fs::read_to_string(data("results/example-one/20260520-unknown.processes.json")).unwrap();
    let cases = [
        (String::new(), "there is no field `format`"),
        (
            good.replacen("processes/2", "processes/9", 1),
            "the format is `setwise-processes/9`",
        ),
        (
            good.replacen("\"times\"", "\"rounds\"", 1),
            "missing field `times`",
        ),
        (
            good.replacen("1.26", "0", 1),
            "batch_attacks of avx2/sliced: an impossible time",
        ),
    ];
    for (text_of_file, reason) in cases {
        refuses("fine/fine.processes.json", &text_of_file, reason);
    }
}

/// The same for a benchmark with a page of its own; without its results the page says so.
fn a_page_of_its_own(benchmark: &str, cases: &[[&str; 3]]) {
    let results = PROGRAM.empty_folder(&format!("{benchmark}-results"));
    let out = PROGRAM.empty_folder(&format!("{benchmark}-page"));
    let folder = results.join("example-one");
    fs::create_dir(&folder).unwrap();
    fs::copy(data(TWO), folder.join("matrix.json")).unwrap();
    let report = || PROGRAM.run(&["report", "--results", text(&results), "--out", text(&out)]);
    report().done();
    let page = || fs::read_to_string(out.join(benchmark).with_extension("md")).unwrap();
    assert!(page().contains("There are no results yet"));

    let name = format!("20260520-unknown.{benchmark}.json");
    let good = fs::read_to_string(data("results/example-one").join(&name)).unwrap();
    let file = folder.join(&name);
    for [from, to, reason] in cases {
        fs::write(&file, good.replacen(from, to, 1)).unwrap();
        let message = report().failed(1);
        assert!(
            message.starts_with(text(&file)) && message.contains(reason),
            "{message}"
        );
        assert!(
            page().contains("There are no results yet"),
            "nothing was written"
        );
    }
    fs::write(&file, good).unwrap();
    report().done();
    assert!(page().contains("\n## Example One\n") && !page().contains("no results yet"));
    assert!(!page().contains("NaN") && !page().contains("inf "));
}

#[test]
fn perft_without_results_and_with_broken_ones() {
    let cases = [
        [
            "setwise-perft/2",
            "setwise-results/1",
            "the format is `setwise-results/1`",
        ],
        ["\"leaves\"", "\"leafs\"", "unknown field `leafs`"],
        [
            "\"case\":\"kiwipete\"",
            "\"case\":\"other\"",
            "there is no case of this name",
        ],
        ["\"threads\":8", "\"threads\":2", "the row is there twice"],
    ];
    a_page_of_its_own("perft", &cases);
}

#[test]
fn nnue_without_results_and_with_broken_ones() {
    let cases = [
        [
            "setwise-nnue/2",
            "setwise-perft/1",
            "the format is `setwise-perft/1`",
        ],
        ["\"csr\"", "\"coo\"", "unknown variant `coo`"],
        [
            "\"case\":\"full-threats, csr\"",
            "\"case\":\"other\"",
            "there is no case of this name",
        ],
        ["\"features\":15.0", "\"features\":-1.0", "impossible"],
        ["[0.3,0.31]", "[0.3]", "`cycle` has 1 numbers"],
        ["0.00002,", "-0.00002,", "seconds are impossible"],
    ];
    a_page_of_its_own("nnue", &cases);
}

/// A run of a part of the matrix is a report too, if a short one.
#[test]
fn parts_of_the_matrix() {
    let two = fs::read_to_string(data(TWO)).unwrap();
    let (head, cells) = two.split_once("\"cells\": [").unwrap();
    let lines: Vec<&str> = cells
        .lines()
        .filter(|line| line.contains("entry"))
        .collect();
    for kept in [0..0, 0..1, 1..2, 4..6] {
        let (results, out) = (
            PROGRAM.empty_folder("part-results"),
            PROGRAM.empty_folder("part"),
        );
        let cells = lines[kept.clone()]
            .join("\n")
            .trim_end_matches(',')
            .to_string();
        fs::create_dir(results.join("part")).unwrap();
        fs::write(
            results.join("part/part.json"),
            format!("{head}\"cells\": [{cells}]}}"),
        )
        .unwrap();
        PROGRAM
            .run(&["report", "--results", text(&results), "--out", text(&out)])
            .done();
        let document = fs::read_to_string(out.join("performance.md")).unwrap();
        assert!(
            !document.contains("NaN") && !document.contains("inf "),
            "{kept:?}"
        );
        assert_eq!(out.join("charts").exists(), !kept.is_empty(), "{kept:?}");
    }
}

#[test]
fn folders_without_results() {
    let (empty, out) = (
        PROGRAM.empty_folder("no-results"),
        PROGRAM.empty_folder("no-report"),
    );
    let report = |results: &Path| {
        PROGRAM
            .run(&["report", "--results", text(results), "--out", text(&out)])
            .failed(1)
    };
    assert!(
        report(&empty).contains(
            "there are no result files; `cargo run --release -p setwise-measure` makes one"
        )
    );
    let missing = empty.join("missing");
    assert!(report(&missing).starts_with(text(&missing)));
    fs::create_dir(empty.join("Some CPU")).unwrap();
    assert!(report(&empty).contains("the name has letters, digits"));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
}

/// Of two runs of a machine the report shows the full one, and marks kernels whose code has
/// changed.
#[test]
fn the_shown_run_and_the_marks() {
    let performance = fs::read_to_string(rendered("marks").join("performance.md")).unwrap();
    for part in [
        "[2026-05-20, revision unknown](results/example-one/20260520T140359Z-unknown.json)",
        " changed |",
        " †",
        "Design One: It is made up.",
        ", runs that are not shown: 20260519-unknown.json.",
        "virtual machine (KVM)",
        "| unverified |",
    ] {
        assert!(performance.contains(part), "{part}\n{performance}");
    }
}

/// The tables of a README beside the folder.
#[test]
fn the_readme_gets_its_tables() {
    let folder = PROGRAM.empty_folder("readme");
    let (out, readme) = (folder.join("docs"), folder.join("README.md"));
    let report = |options: &[&str]| {
        let all = ["report", "--results", RESULTS, "--out", text(&out)];
        PROGRAM.run(&[&all, options].concat())
    };
    let tables = ["headline", "batches", "perft", "weight"];
    let tables = tables.map(|name| format!("<!-- report: {name} --><!-- end -->\n"));
    let tables = tables.concat();
    fs::write(&readme, tables).unwrap();
    assert!(report(&[]).failed(1).contains("`weight` has no rows"));
    let programs = [
        "one position with cozy-chess",
        "attack maps with `setwise`",
        "legal moves with `setwise-moves`",
    ];
    let weight = programs.map(|name| format!("| {name} | | 5.2 | 1 | 0.19 | 2.592 | |\n"));
    fs::create_dir(&out).unwrap();
    fs::write(out.join("weight.md"), weight.concat()).unwrap();
    report(&[]).done();
    let written = fs::read_to_string(&readme).unwrap();
    assert_expected("readme.md", &written);
    report(&["--check"]).done();
    fs::write(&readme, written.replacen("| Zen 4 |", "| Zen 5 |", 1)).unwrap();
    assert!(report(&["--check"]).failed(1).contains("README.md differs"));
    fs::write(&readme, written + "It takes 5 ms.").unwrap();
    assert!(report(&[]).failed(1).contains("\"5 ms\" has no source"));
    fs::write(&readme, "<!-- report: other --><!-- end -->").unwrap();
    assert!(report(&[]).failed(1).contains("there is no table `other`"));
}
