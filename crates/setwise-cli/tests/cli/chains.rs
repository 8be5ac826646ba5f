//! `setwise data` on chains and on other files by units: mixed, split, marked, relabelled.

use crate::common::{assert_has, empty_folder, piped, program, setwise, text};
use setwise_formats::{ReadOptions, Reader, Record};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Makes a file of games in a folder.
fn games(folder: &Path, name: &str, count: &str, seed: &str) -> PathBuf {
    let path = folder.join(name);
    let policy = ["--policy", "greedy", "--count", count, "--seed", seed];
    setwise(&[&["data", "generate", text(&path)][..], &policy].concat()).done();
    path
}

fn read(path: &Path) -> Vec<Record> {
    let mut reader = Reader::open(path, ReadOptions::default()).expect("it opens");
    let mut records = Vec::new();
    while reader.read_batch(&mut records, 1000).expect("sound") > 0 {}
    records
}

/// The games without their numbers, or the records, and how often each is there.
fn by_game(records: &[Record]) -> BTreeMap<String, usize> {
    let mut games = BTreeMap::new();
    for game in records.chunk_by(|one, other| one.game.is_some() && one.game == other.game) {
        let mut game = game.to_vec();
        game.iter_mut().for_each(|record| record.game = None);
        *games.entry(format!("{game:?}")).or_default() += 1;
    }
    games
}

#[test]
fn units_are_shuffled() {
    let folder = empty_folder("shuffle");
    // Of both kinds of formats, files that are larger than the memory.
    for (name, count) in [
        ("a.binpack", "120000"),
        ("a.vf", "120000"),
        ("a.marlin", "40000"),
        ("a.bullet", "40000"),
    ] {
        let input = games(&folder, name, count, "1");
        let shuffle = |output: &str, options: &[&str]| {
            let output = folder.join(format!("{output}-{name}"));
            let mut command = program();
            command.args(["data", "shuffle", text(&input), text(&output)]);
            // The size of temporary files is told before the start.
            let ended = command.args(options).output().unwrap();
            let is_told = String::from_utf8(ended.stderr)
                .unwrap()
                .contains(" MiB and a little");
            assert!(ended.status.success());
            let is_large = fs::metadata(&input).unwrap().len() > 1 << 19;
            assert_eq!(is_told, is_large && options.contains(&"--memory"));
            output
        };
        let shuffled = shuffle("one", &["--seed", "7"]);
        let same = shuffle("two", &["--seed", "7", "--memory", "1"]);
        assert!(
            fs::read(&shuffled).unwrap() == fs::read(same).unwrap(),
            "{name}"
        );
        let other = shuffle("three", &["--seed", "8"]);
        assert!(
            fs::read(&shuffled).unwrap() != fs::read(other).unwrap(),
            "{name}"
        );
        let [before, after] = [&input, &shuffled].map(|path| read(path));
        assert!(before != after, "{name}");
        assert!(by_game(&before) == by_game(&after), "{name}");
    }
    let temporary = fs::read_dir(&folder).unwrap().count();
    assert_eq!(temporary, 16, "temporary files stay");
}

#[test]
fn files_are_interleaved_and_split() {
    let folder = empty_folder("interleave");
    for extension in ["binpack", "vf", "marlin"] {
        let [a, b] =
            ["1", "2"].map(|seed| games(&folder, &format!("{seed}.{extension}"), "9000", seed));
        let path = |name: &str| folder.join(format!("{name}.{extension}"));
        let all = path("all");
        let inputs = [text(&a), text(&b)];
        setwise(&[&["data", "interleave"][..], &inputs, &[text(&all)]].concat()).done();
        let joined = [read(&a), read(&b)].concat();
        let mixed = read(&all);
        assert_eq!(mixed.len(), joined.len());
        assert!(by_game(&mixed) == by_game(&joined), "{extension}");
        let split = |how: [&str; 2]| {
            let [first, rest] = ["first", "rest"].map(path);
            let files = [text(&all), text(&first), text(&rest)];
            setwise(&[&["data", "split"][..], &files, &how].concat()).done();
            [read(&first), read(&rest)]
        };
        let [first, rest] = split(["--share", "80"]);
        assert!((13_000..16_000).contains(&first.len()), "{}", first.len());
        assert_eq!(first.len() + rest.len(), mixed.len());
        let [first, rest] = split(["--count", "5000"]);
        assert!((5000..5300).contains(&first.len()));
        assert_eq!(first.len() + rest.len(), mixed.len());
        let head = path("head");
        setwise(&["data", "head", text(&all), text(&head), "--count", "5000"]).done();
        assert!(read(&head) == first);
    }
}

#[test]
fn scores_are_taken_away_and_replaced() {
    let folder = empty_folder("marks");
    let input = games(&folder, "a.binpack", "20000", "3");
    let [marked, dropped, scored, scores, relabelled] =
        ["m.binpack", "d.binpack", "s.vf", "scores", "r.binpack"].map(|name| folder.join(name));
    let quiet = ["--where", "quiet && !in_check"];
    let filter = |from: &Path, to: &Path, options: &[&str]| {
        setwise(&[&["data", "filter", text(from), text(to)][..], options].concat()).done()
    };
    let all = read(&input);
    let told = filter(&input, &marked, &[&quiet[..], &["--mark"]].concat());
    let dropping = filter(&input, &dropped, &quiet);
    let chains = |told: &str| -> usize {
        let number = told
            .lines()
            .find_map(|line| line.strip_prefix("chains written: "));
        number.unwrap().parse().unwrap()
    };
    assert!(10 * chains(&told) < chains(&dropping), "{told}{dropping}");
    let found = read(&marked);
    let kept: Vec<_> = found
        .iter()
        .filter(|record| record.white_score.is_some())
        .collect();
    assert_eq!((found.len(), kept.len()), (all.len(), read(&dropped).len()));
    for (found, record) in found.iter().zip(&all) {
        assert_eq!(found.position, record.position);
        assert!(found.white_score.is_none() || found.white_score == record.white_score);
    }
    // Other formats have no such mark.
    let to = ["data", "convert", text(&marked), text(&scored)];
    let refused = setwise(&to).failed(1);
    assert_has(&refused, "missing: score (filter --where has_score");
    filter(&marked, &scored, &["--where", "has_score"]);
    assert_eq!(read(&scored).len(), kept.len());
    setwise(
        &[
            &["data", "filter", text(&input), text(&scored)][..],
            &quiet,
            &["--mark"],
        ]
        .concat(),
    )
    .failed(2);

    let numbers = |count: usize| -> Vec<u8> {
        (0..count)
            .flat_map(|i| (i as i16 % 1000 - 500).to_le_bytes())
            .collect()
    };
    let relabel = [
        "data",
        "relabel",
        text(&input),
        text(&relabelled),
        "--scores",
        text(&scores),
    ];
    fs::write(&scores, numbers(all.len() - 1)).unwrap();
    let refused = setwise(&relabel).failed(1);
    assert!(
        refused.contains("19999 scores, but") && !relabelled.exists(),
        "{refused}"
    );
    fs::write(&scores, numbers(all.len())).unwrap();
    setwise(&relabel).done();
    for (i, (found, record)) in read(&relabelled).iter().zip(&all).enumerate() {
        let mut expected = *record;
        expected.white_score = Some(i as i16 % 1000 - 500);
        assert_eq!(*found, expected);
    }
}

#[test]
fn scores_come_back_from_games() {
    let folder = empty_folder("scores-of-games");
    let input = games(&folder, "a.binpack", "3000", "4");
    let [pgn, output] = ["a.pgn", "b.binpack"].map(|name| folder.join(name));
    setwise(&["data", "games", text(&input), text(&pgn)]).done();
    let convert = ["data", "convert", text(&pgn), text(&output)];
    setwise(&[&convert[..], &["--columns", "eval"]].concat()).done();
    let [before, after] = [&input, &output].map(|path| read(path));
    assert!(before.iter().any(|record| record.white_score.is_some()));
    assert!(by_game(&before) == by_game(&after));
}

#[test]
fn files_that_are_refused() {
    let folder = empty_folder("units-refused");
    let input = games(&folder, "a.binpack", "3000", "4");
    let output = folder.join("b.binpack");
    let other = folder.join("b.vf");
    for (arguments, code, why) in [
        (["shuffle", text(&input), text(&input)], 2, "the same file"),
        (
            ["shuffle", text(&input), text(&other)],
            2,
            "another file is binpack",
        ),
        (
            ["shuffle", "a.fen", "b.fen"],
            2,
            "FEN is not copied by units",
        ),
        (["relabel", text(&input), text(&output)], 2, "--scores"),
    ] {
        let told = setwise(&[&["data"][..], &arguments].concat()).failed(code);
        assert_has(&told, why);
    }
    let mut bytes = fs::read(&input).unwrap();
    bytes.truncate(bytes.len() - 1);
    let command = ["data", "shuffle", "-", text(&output), "--format", "binpack"];
    let (code, _, told) = piped(&bytes, &command);
    assert_eq!(code, Some(1));
    assert!(
        told.contains("the input ends after") && !output.exists(),
        "{told}"
    );
}
