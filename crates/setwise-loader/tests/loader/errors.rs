//! Settings and states that cannot be.

use crate::data::{FILES, binpacks, builder, rows, store};
use setwise_loader::{Builder, Condition, Error, Loader, Memory, SkipRules};

fn error(settings: Builder) -> String {
    settings.open().unwrap_err().to_string()
}

#[test]
fn settings() {
    let all = || builder(&binpacks());
    assert_eq!(error(Loader::builder()), "no files are given");
    let empty = store("empty.binpack", b"");
    assert!(error(all().files([&empty])).ends_with("empty.binpack: the file is empty"));
    assert!(error(all().files(["nowhere.binpack"])).starts_with("nowhere.binpack: "));
    assert!(error(all().files(["games.fen"])).ends_with(
        "games.fen: the extension is none of .bullet, .marlin, .vf, .binpack, .epd, .txt, .pgn"
    ));
    assert!(error(all().features("threats")).contains("\"threats\" is no set of features"));
    assert_eq!(error(all().batch_size(0)), "a batch cannot have 0 rows");
    assert!(error(all().batch_size(usize::MAX)).starts_with("a batch cannot have"));
    assert_eq!(error(all().rank(2, 2)), "rank 2 is not below 2");
    assert_eq!(error(all().rank(0, 0)), "rank 0 is not below 0");
    let one = builder(&FILES[2..3]).rank(1, 8);
    assert_eq!(
        error(one.clone().cyclic(true)),
        "rank 1 of 8 has no rows: none of the 1 chunks and runs of 1 MiB is its own, and 8 in a file are enough"
    );
    assert!(one.open().is_ok());
    for name in ["WhiteElo", "game"] {
        let condition = Condition::parse(&format!("{name} > 1")).unwrap();
        let expected = format!("condition: `{name}` is not known of training data");
        assert_eq!(error(all().condition(condition)), expected);
    }
    let rules = |rules| builder(&FILES).rules(rules);
    let quiet = SkipRules::default().quiet(true);
    assert!(error(rules(quiet)).ends_with("all.bullet: the format lacks what is needed: move"));
    let pgn = store("one.pgn", b"1. e4 e5 *\n");
    let of_pgn = || builder(core::slice::from_ref(&pgn));
    let random = SkipRules::default().random(1);
    let score = Condition::parse("!in_check && score > 3").unwrap();
    for settings in [of_pgn().rules(random), of_pgn().condition(score)] {
        assert!(error(settings).ends_with("one.pgn: the format lacks what is needed: score"));
    }
    let pieces = SkipRules::default().pieces(Some([f64::NAN; 5]));
    assert_eq!(error(rules(pieces)), "pieces: NaN is not a frequency");
}

#[test]
fn memory_that_is_too_small() {
    let mut loader = builder(&binpacks()).open().unwrap();
    for field in 0..5 {
        let mut memory = Memory::padded(1000, 32);
        match field {
            0 => drop(memory.first.pop()),
            1 => drop(memory.second.pop()),
            2 => drop(memory.mover_score.pop()),
            3 => drop(memory.white.pop()),
            _ => drop(memory.pieces.pop()),
        }
        let error = loader.next_into(&mut memory.batch()).unwrap_err();
        assert!(matches!(error, Error::Memory { .. }), "{error}");
    }
    let error = loader.next_into(&mut Memory::csr(999, 32_000).batch());
    assert_eq!(
        error.unwrap_err().to_string(),
        "offsets: 1000 entries, but 1001 are needed"
    );
    assert_eq!(loader.counters().delivered, 0);
    let error = loader.next_into(&mut Memory::csr(1000, 2000).batch());
    assert!(matches!(
        error,
        Err(Error::Memory {
            field: "first",
            entries: 2000,
            ..
        })
    ));
    let error = loader.next_into(&mut Memory::padded(1000, 3).batch());
    assert!(matches!(error, Err(Error::RowTooShort { stride: 3, .. })));
    assert_eq!(rows(&mut loader, 1).len(), 1000);
}

#[test]
fn states_that_cannot_be() {
    let pieces = SkipRules::default().pieces(Some([1.0; 5]));
    let settings = || {
        let small = builder(&binpacks()).shuffle(500);
        small.seed(4).rules(pieces.clone())
    };
    let mut loader = settings().open().unwrap();
    rows(&mut loader, 3);
    let state = loader.state();
    assert!(
        settings()
            .resume(&state)
            .batch_size(7)
            .threads(3)
            .open()
            .is_ok()
    );
    for end in 0..state.len() {
        assert!(error(settings().resume(&state[..end])).starts_with("saved state: "));
    }
    let longer = [&state[..], &[0]].concat();
    assert!(error(settings().resume(&longer)).starts_with("saved state: "));
    let others = [
        settings().seed(5),
        settings().cyclic(true),
        settings().rank(0, 2),
        settings().shuffle(9),
        settings().condition(Condition::parse("score > 3").unwrap()),
        settings().files([&FILES[0]]),
        settings().rules(SkipRules::default()),
    ];
    for other in others {
        let expected = "saved state: it belongs to other files or settings";
        assert_eq!(error(other.resume(&state)), expected);
    }
    // Whatever the bytes, there is no panic.
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..300 {
        let mut state = state.clone();
        let at = random.usize(16..state.len());
        state[at] ^= 1 << random.u8(..8);
        if let Ok(mut loader) = settings().resume(&state).open() {
            let _ = loader.next_into(&mut Memory::padded(1000, 32).batch());
        }
    }
}
