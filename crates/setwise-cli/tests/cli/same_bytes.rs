//! The same input gives the same bytes: on every instruction set, with any number of threads, on
//! every architecture.

use crate::common::{empty_folder, program, setwise, text};
use fnv::FnvHasher;
use std::hash::Hasher;

const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A kernel of each instruction set that this CPU has.
fn kernels() -> Vec<&'static str> {
    let supported = setwise::kernels()
        .iter()
        .filter(|kernel| kernel.is_supported());
    let mut kernels: Vec<_> = supported.collect();
    kernels.dedup_by_key(|kernel| kernel.level_name());
    kernels.into_iter().map(setwise::Kernel::name).collect()
}

#[test]
fn on_every_instruction_set() {
    let folder = empty_folder("same-bytes");
    let [games, fens] = ["games.vf", "games.fen"].map(|name| folder.join(name));
    let [games, fens] = [text(&games), text(&fens)];
    for file in [games, fens] {
        let random = ["--count", "2000", "--seed", "5"];
        setwise(&[&["data", "generate", file][..], &random].concat()).done();
    }
    let condition =
        "captures > 2 && !in_check && hanging == 0 || checking_moves > 0 && exchange >= 0";
    let commands: [&[&str]; 7] = [
        &[
            "data",
            "generate",
            "-",
            "--count",
            "2000",
            "--seed",
            "5",
            "--to",
            "viriformat",
        ],
        &[
            "data",
            "generate",
            "-",
            "--count",
            "500",
            "--chess960",
            "--to",
            "fen",
        ],
        &["data", "stats", games, "--json"],
        &[
            "data", "filter", games, "-", "--to", "epd", "--where", condition,
        ],
        &["data", "convert", games, "-", "--to", "bullet-text"],
        &["nnue", "features", FEN, "--set", "full-threats", "--json"],
        &["nnue", "stats", fens, "--json"],
    ];
    for arguments in commands {
        let mut outputs = kernels().into_iter().map(|kernel| {
            let ended = setwise_with_bytes(arguments, kernel);
            assert!(!ended.is_empty(), "{arguments:?} {kernel}");
            (kernel, ended)
        });
        let (_, first) = outputs.next().expect("a kernel");
        for (kernel, output) in outputs {
            assert!(output == first, "{arguments:?} {kernel}");
        }
    }
}

/// The standard output of a run on a kernel that does what it is asked for.
fn setwise_with_bytes(arguments: &[&str], kernel: &str) -> Vec<u8> {
    let output = program()
        .args(arguments)
        .env("SETWISE_KERNEL", kernel)
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} {kernel}: {message}");
    output.stdout
}

#[test]
fn data_with_any_number_of_threads() {
    let folder = empty_folder("same-bytes-of-data");
    let names = ["games.vf", "some.bullet", "some.fen"];
    let [games, records, lines] = names.map(|name| folder.join(name));
    let [games, records, lines] = [text(&games), text(&records), text(&lines)];
    setwise(&["data", "generate", games, "--count", "30000", "--seed", "6"]).done();
    setwise(&["data", "convert", games, records]).done();
    setwise(&["data", "convert", games, lines]).done();
    // Damage in each, so that its places are compared.
    for file in [games, records, lines] {
        let mut bytes = std::fs::read(file).expect("a file");
        for at in [50_000, 90_001] {
            bytes[at] ^= 0x55;
        }
        std::fs::write(file, bytes).expect("a file");
    }
    let dropped = folder.join("damaged");
    let quiet = ["--where", "captures == 0 && !in_check"];
    for file in [games, records, lines] {
        let fen = ["-", "--to", "fen", "--assume-missing"];
        let skip = ["--on-damage", "skip"];
        let copy = ["--copy-damaged", text(&dropped)];
        let commands: [Vec<&str>; 7] = [
            [&["convert", file][..], &fen, &skip].concat(),
            [&["convert", file][..], &fen, &copy].concat(),
            [&["filter", file][..], &fen, &quiet, &skip].concat(),
            [&["sample", file][..], &fen, &["--count", "77"], &skip].concat(),
            [&["dedup", file][..], &fen, &skip].concat(),
            [&["stats", file, "--json"][..], &skip].concat(),
            vec!["validate", file, "--json"],
        ];
        for command in commands {
            let output = |threads| {
                let _ = std::fs::remove_file(&dropped);
                let arguments = [&["data"], &command[..], &["--threads", threads]].concat();
                let output = program()
                    .args(&arguments)
                    .output()
                    .expect("the program starts");
                assert!(output.stdout.len() > 100, "{arguments:?}: {output:?}");
                let copied = std::fs::read(&dropped).unwrap_or_default();
                (output.status.code(), output.stdout, copied)
            };
            let one = output("1");
            assert_eq!(one.2.is_empty(), !command.contains(&"--copy-damaged"));
            for threads in ["2", "5"] {
                assert!(output(threads) == one, "{command:?}, {threads} threads");
            }
        }
    }
    setwise(&["data", "stats", games, "--threads", "0"]).failed(2);
}

/// The hash of generated games, on every architecture.
#[test]
fn on_every_architecture() {
    let mut hashes = [0_u64; 2];
    let options: [&[&str]; 2] = [&[], &["--chess960"]];
    for (hash, options) in hashes.iter_mut().zip(options) {
        let command = "data generate - --count 3000 --seed 9 --to bullet-text";
        let words: Vec<&str> = command.split(' ').collect();
        let text = setwise(&[&words[..], options].concat()).stdout;
        assert_eq!(text.lines().count(), 3000);
        let mut hasher = FnvHasher::default();
        hasher.write(text.as_bytes());
        *hash = hasher.finish();
    }
    assert_eq!(hashes, GAMES, "{hashes:#x?}");
}

const GAMES: [u64; 2] = [0xd34b_169b_7b65_51cb, 0x8fe3_2a57_602b_aa01];
