//! `setwise data ... --resume`: interrupted runs that go on.

use crate::common::{
    assert_ends, assert_has, assert_starts, empty_folder, names, program, setwise, text,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn start(arguments: &[&str]) -> Child {
    program()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Ends a run by a signal; `None` is SIGKILL.
fn end(child: &mut Child, signal: Option<&str>) {
    match signal {
        None => child.kill().expect("it can be killed"),
        Some(signal) => {
            let mut kill = Command::new("kill");
            kill.args([signal, &child.id().to_string()]);
            kill.stderr(Stdio::null());
            // It may have ended meanwhile.
            let _ = kill.status().expect("kill starts");
        }
    }
}

/// Runs a command repeatedly, and interrupts each run after its next checkpoints, until one
/// ends. Returns its text and the number of interrupted runs.
fn interrupted(arguments: &[&str], output: &Path) -> (String, usize) {
    let checkpoint = output.with_added_extension("checkpoint");
    let arguments = [arguments, &["--resume", "--checkpoint-every", "0"]].concat();
    let mut interruptions = 0;
    for round in 0.. {
        let mut child = start(&arguments);
        let mut last = fs::read(&checkpoint).ok();
        let mut checkpoints = 0;
        while checkpoints <= round % 3 && child.try_wait().expect("its state").is_none() {
            let found = fs::read(&checkpoint).ok();
            checkpoints += usize::from(found.is_some() && found != last);
            last = found;
            sleep(Duration::from_micros(200));
        }
        let signal = [None, Some("-INT"), Some("-TERM")][round % 3];
        if child.try_wait().expect("its state").is_none() {
            end(&mut child, signal);
        }
        let ended = child.wait_with_output().expect("it ends");
        match ended.status.code() {
            Some(0) => {
                let printed = String::from_utf8(ended.stdout).expect("UTF-8");
                return (printed, interruptions);
            }
            code => {
                let stderr = String::from_utf8_lossy(&ended.stderr);
                // The run may have reported losses, or how it continues.
                let is_told = |line: &&str| {
                    [": not kept: ", ": assumed: "]
                        .iter()
                        .any(|part| line.contains(part))
                        || *line == "setwise: interrupted; the same command continues"
                };
                let others: Vec<&str> = stderr.lines().filter(|line| !is_told(line)).collect();
                let expected = (signal.map(|_| 130), vec![]);
                assert_eq!((code, others), expected, "round {round}");
                interruptions += 1;
            }
        }
    }
    unreachable!("a run ends")
}

/// Makes a file of random games in a folder.
fn games(folder: &Path, name: &str, count: &str) -> PathBuf {
    let path = folder.join(name);
    setwise(&["data", "generate", text(&path), "--count", count]).done();
    path
}

#[test]
#[cfg(unix)]
fn interrupted_runs_end_with_the_same_bytes() {
    let folder = empty_folder("resume-signals");
    let fens = games(&folder, "a.fen", "15000");
    let many = games(&folder, "b.fen", "100000");
    // Batches of blocks have many records.
    let viri = games(&folder, "a.vf", "150000");
    let packed = games(&folder, "a.epd.gz", "15000");
    let quiet = ["--where", "!in_check && quiet"];
    let cases: [(&str, Option<&Path>, &str, &[&str]); 6] = [
        ("convert", Some(&fens), "b.epd", &[]),
        (
            "convert",
            Some(&packed),
            "c.marlin",
            &["--on-damage", "skip"],
        ),
        ("filter", Some(&viri), "d.vf", &quiet),
        ("filter", Some(&viri), "e.txt", &quiet),
        // Chains without moves: a checkpoint lies after each chunk, of which there are few.
        ("convert", Some(&many), "g.binpack", &["--assume-missing"]),
        (
            "generate",
            None,
            "f.vf",
            &["--count", "10000", "--chess960"],
        ),
    ];
    for (command, input, name, options) in cases {
        let [output, expected] = [name, &format!("whole-{name}")].map(|name| folder.join(name));
        let run = |output| {
            let input = input.map(text);
            let files: Vec<_> = input.into_iter().chain([output]).collect();
            [&["data", command], &files[..], options].concat()
        };
        let printed = setwise(&run(text(&expected))).done();
        let (found, interruptions) = interrupted(&run(text(&output)), &output);
        let least = if name == "g.binpack" { 1 } else { 2 };
        assert!(interruptions >= least, "{name}: {interruptions}");
        assert_eq!(found, printed, "{name}");
        assert!(
            fs::read(&output).ok() == fs::read(&expected).ok(),
            "{name}: {interruptions}"
        );
    }
    let all = names(&folder);
    assert!(
        !all.iter().any(|name| ["partial", "checkpoint", "tmp"]
            .iter()
            .any(|end| name.ends_with(end))),
        "{all:?}"
    );
}

#[test]
fn a_run_without_interruption() {
    let folder = empty_folder("resume-whole");
    let fens = games(&folder, "a.fen", "3000");
    let [output, expected] = ["b.epd", "c.epd"].map(|name| folder.join(name));
    let convert = |output, more: &[&str]| {
        let files = ["data", "convert", text(&fens), output];
        setwise(&[&files[..], more].concat()).done()
    };
    let printed = convert(text(&expected), &[]);
    fs::write(&output, "an old file").expect("a file");
    assert_eq!(convert(text(&output), &["--resume"]), printed);
    assert_eq!(fs::read(&output).ok(), fs::read(&expected).ok());
    assert_eq!(names(&folder), ["a.fen", "b.epd", "c.epd"]);
    // Of a run that was killed before its first checkpoint.
    fs::write(folder.join("b.epd.partial"), "nonsense").expect("a file");
    assert_eq!(convert(text(&output), &["--resume"]), printed);
    assert_eq!(fs::read(&output).ok(), fs::read(&expected).ok());
    assert_eq!(names(&folder), ["a.fen", "b.epd", "c.epd"]);
}

#[test]
fn checkpoints_that_do_not_fit() {
    let folder = empty_folder("resume-refused");
    let fens = games(&folder, "a.fen", "3000");
    let sound = fs::read_to_string(&fens).expect("the input");
    fs::write(&fens, format!("{sound}nonsense\n{sound}")).expect("a file");
    let input = text(&fens);
    let path = |name: &str| format!("{}/{name}", text(&folder));
    let (output, partial, checkpoint) = (
        path("b.epd"),
        path("b.epd.partial"),
        path("b.epd.checkpoint"),
    );
    let run = |arguments: &[&str]| {
        let all = [
            &["data"],
            arguments,
            &["--resume", "--checkpoint-every", "0"],
        ]
        .concat();
        setwise(&all)
    };
    let convert = ["convert", input, &output];
    // Damage ends the run and leaves what it has written, each time.
    let damage = "FEN, line 3001 at byte";
    for _ in 0..3 {
        let failed = run(&convert).failed(1);
        assert_starts(&failed, &format!("{input}: {damage}"));
        assert_eq!(
            names(&folder),
            ["a.fen", "b.epd.checkpoint", "b.epd.partial"]
        );
    }
    let [kept, written] = [&checkpoint, &partial].map(|path| fs::read(path).expect("a file"));
    let other = format!("{checkpoint}: the checkpoint is of another run: ");
    let damaged = format!("{checkpoint}: the checkpoint is damaged (remove it to start over)");
    let refused = |arguments: &[&str], start: &str| {
        let failed = run(arguments).failed(1);
        assert_starts(&failed, start);
        assert_ends(&failed, "to start over)");
    };
    let with = |more: &[&'static str]| [&convert[..], more].concat();
    refused(
        &with(&["--on-damage", "skip"]),
        &format!("{other}--on-damage skip false, not true"),
    );
    refused(&with(&["--final-positions"]), &other);
    refused(
        &with(&["--from", "epd"]),
        &format!("{other}--from \"fen\", not \"epd\""),
    );
    refused(&with(&["--to", "fen"]), &other);
    refused(
        &["filter", input, &output, "--where", "mate"],
        &format!("{other}command \"convert\", not \"filter\""),
    );
    refused(&["generate", &output, "--count", "9"], &other);
    let copy = path("copy.fen");
    fs::copy(&fens, &copy).expect("a copy");
    refused(&["convert", &copy, &output], &format!("{other}input "));
    fs::remove_file(&copy).expect("the copy");

    // Every byte of the checkpoint, and every end.
    let begin_anew = |text: &[u8], start: &str| {
        fs::write(&checkpoint, text).expect("a file");
        let failed = run(&convert).failed(1);
        assert_starts(&failed, start);
    };
    for at in (0..kept.len()).step_by(7) {
        let mut text = kept.clone();
        text[at] ^= 1 << (at % 8);
        begin_anew(&text, &damaged);
        begin_anew(&kept[..at], &damaged);
    }
    fs::write(&checkpoint, &kept).expect("a file");
    assert_eq!(fs::read(&partial).ok().as_ref(), Some(&written));

    // The partial output is too short, or missing.
    fs::write(&partial, &written[..written.len() / 2]).expect("a file");
    let short = format!("{partial}: ");
    refused_short(&run(&convert).failed(1), &short);
    fs::remove_file(&partial).expect("the partial output");
    refused_short(&run(&convert).failed(1), &short);
    assert_eq!(names(&folder), ["a.fen", "b.epd.checkpoint"]);

    // Another time of the input.
    fs::write(&partial, &written).expect("a file");
    fs::write(&fens, format!("{sound}nonsense\n{sound}")).expect("a file");
    refused(&convert, &format!("{other}time of the input "));
    fs::write(&fens, &sound).expect("a file");
    refused(&convert, &format!("{other}size of the input "));

    // As it says.
    fs::remove_file(&checkpoint).expect("the checkpoint");
    run(&convert).done();
    assert_eq!(names(&folder), ["a.fen", "b.epd"]);
}

#[track_caller]
fn refused_short(failed: &str, start: &str) {
    assert_starts(failed, start);
    assert_has(failed, " bytes are needed, but it has ");
}

#[test]
fn runs_that_cannot_be_resumed() {
    let folder = empty_folder("resume-impossible");
    let fens = games(&folder, "a.fen", "100");
    let path = |name: &str| format!("{}/{name}", text(&folder));
    let parquet = games(&folder, "a.parquet", "100");
    let (input, output) = (text(&fens), path("b.fen"));
    let reads = |what| format!("a run that reads {what} cannot be resumed");
    let cases: [(&[&str], String); 6] = [
        (
            &["convert", input, &path("b.fen.gz")],
            "a compressed output cannot be resumed".into(),
        ),
        (
            &["convert", input, &path("b.parquet")],
            "an output of columns cannot be resumed".into(),
        ),
        (
            &["generate", "-", "--to", "fen", "--count", "9"],
            "an output that is not a file cannot be resumed".into(),
        ),
        (
            &["convert", "-", &output, "--from", "fen"],
            reads("the standard input"),
        ),
        (&["convert", text(&parquet), &output], reads("Parquet")),
        (
            &["convert", input, &output, "--copy-damaged", &path("c.fen")],
            "a run with --copy-damaged cannot be resumed".into(),
        ),
    ];
    for (arguments, problem) in cases {
        let failed = setwise(&[&["data"], arguments, &["--resume"]].concat()).failed(2);
        assert_ends(&failed, &problem);
    }
    for command in [&["sample", "--count", "1"][..], &["dedup"]] {
        let files = ["data", command[0], input, &output, "--resume"];
        let failed = setwise(&[&files, &command[1..]].concat()).failed(2);
        assert_starts(&failed, "unexpected argument '--resume' found");
    }
    // A refused conversion leaves nothing.
    let boards = [
        "data",
        "convert",
        input,
        &path("b.bullet"),
        "--assume-missing",
    ];
    setwise(&boards).done();
    let lacks = setwise(&["data", "convert", &path("b.bullet"), &output, "--resume"]).failed(2);
    assert_has(&lacks, "lacks what the output needs");
    assert_eq!(names(&folder), ["a.fen", "a.parquet", "b.bullet"]);
}

#[test]
#[cfg(unix)]
fn two_runs_at_once() {
    let folder = empty_folder("resume-two");
    let output = folder.join("a.fen");
    let run = ["data", "generate", text(&output), "--count", "10000000"];
    let run = [&run[..], &["--resume", "--checkpoint-every", "0"]].concat();
    let mut child = start(&run);
    while !folder.join("a.fen.checkpoint").exists() {
        sleep(Duration::from_millis(1));
    }
    let refused = setwise(&run).failed(1);
    end(&mut child, None);
    child.wait().expect("it ends");
    let partial = folder.join("a.fen.partial");
    assert_eq!(
        refused,
        format!("{}: another run writes it", text(&partial))
    );
    let mut left = names(&folder);
    // The run may have been killed while it wrote a checkpoint.
    left.retain(|name| name != "a.fen.checkpoint.tmp");
    assert_eq!(left, ["a.fen.checkpoint", "a.fen.partial"]);
    fs::remove_dir_all(folder).expect("the folder");
}
