//! The queries of the README with their answers.
//!
//! `RANDOM_GAMES` names the file that the README makes. With `SETWISE_ACCEPT=1` the answers are
//! written into the README.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");

fn setwise_sql(folder: &Path, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_setwise-sql");
    let output = Command::new(program)
        .current_dir(folder)
        .args(args)
        .output();
    output.expect("the program")
}

fn printed(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// The beginnings and ends of blocks in a language.
fn blocks(text: &str, language: &str) -> Vec<(usize, usize)> {
    let mark = format!("```{language}\n");
    let begins = text.match_indices(&mark).map(|(at, _)| at + mark.len());
    begins
        .map(|begin| (begin, begin + text[begin..].find("```").expect("an end")))
        .collect()
}

#[test]
#[ignore = "needs RANDOM_GAMES"]
fn queries_of_the_readme() {
    let games = env::var("RANDOM_GAMES").expect("RANDOM_GAMES names random.parquet");
    let folder = PathBuf::from(games);
    let folder = folder.parent().expect("a folder");
    let mut readme = fs::read_to_string(README).expect("the README");
    let count = blocks(&readme, "sql").len();
    assert!(count >= 4);
    for i in 0..count {
        let (begin, end) = blocks(&readme, "sql")[i];
        let sql = readme[begin..end].to_owned();
        let answer = printed(&setwise_sql(folder, &[&sql]));
        let (begin, end) = *blocks(&readme, "text")
            .iter()
            .find(|block| block.0 > end)
            .expect("an answer");
        if env::var_os("SETWISE_ACCEPT").is_some() {
            readme.replace_range(begin..end, &answer);
        } else {
            assert_eq!(readme[begin..end], answer, "{sql}");
        }
    }
    if env::var_os("SETWISE_ACCEPT").is_some() {
        fs::write(README, readme).expect("the README");
    }
}

#[test]
fn outputs_and_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let fens = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    fs::write(folder.join("a.fen"), fens).expect("a file");
    let sql = |args: &[&str]| printed(&setwise_sql(folder, args));
    let query = "select fen, legal_moves(fen) as moves from t order by moves";
    let csv = sql(&["-t", "t=a.fen", query, "--format", "csv"]);
    assert_eq!(
        csv,
        "fen,moves\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,5\n4k3/8/8/8/8/8/8/4K2R w K - 0 1,15\n"
    );
    let json = sql(&[
        "-t",
        "t=a.fen",
        "select sum(legal_moves(fen)) as n from t",
        "--format",
        "json",
    ]);
    assert_eq!(json, "{\"n\":20}\n");
    for name in ["a.parquet", "b.csv", "c.json"] {
        assert_eq!(sql(&["-t", "t=a.fen", query, "-o", name]), "");
    }
    for name in ["a.parquet", "b.csv"] {
        let again = format!("select sum(moves) as n from '{name}'");
        assert_eq!(sql(&[&again, "--format", "csv"]), "n\n20\n");
    }
    let cut = sql(&["-t", "t=a.fen", "select 1 as one from t", "--rows", "1"]);
    assert!(
        cut.ends_with("| 1   |\n+-----+\nthe first 1 rows; --rows N prints more\n"),
        "{cut}"
    );
    assert!(sql(&["-t", "t=a.fen", "explain select mate(fen) from t"]).contains("mate("));
    assert!(sql(&["--functions"]).contains("\nmate(position)"));

    let failed = |args: &[&str]| {
        let output = setwise_sql(folder, args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(output.stdout.is_empty());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(
        failed(&["-t", "t=no.fen", "select 1"])
            .starts_with("setwise-sql: --table t=no.fen: No such file")
    );
    assert!(failed(&["select x"]).contains("No field named x"));
    assert!(
        failed(&["select 1", "-o", "a.txt"])
            .contains("the extension is none of .parquet, .csv, .json")
    );
    assert!(failed(&["-f", "no.sql"]).contains("no.sql"));
    assert!(failed(&[";"]).contains("no statement"));
    // Nothing is left of a query that fails.
    failed(&[
        "-t",
        "t=a.fen",
        "select play(fen, 'a1a8') from t",
        "-o",
        "d.parquet",
    ]);
    let mut names: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    names.sort();
    assert_eq!(names, ["a.fen", "a.parquet", "b.csv", "c.json"]);
}
