//! What is delivered.

use crate::data::{
    self, FILES, LONG_FILES, binpacks, builder, expected, hashes, records, rows, sorted,
};
use setwise_loader::{Builder, Format, Memory, Rule, Sample, SkipRules};
use setwise_values::{Analyses, Condition};
use std::collections::BTreeSet;

const ALL: usize = usize::MAX;
const CONDITION: &str = "!in_check && quiet && -200 < score && score < 200";

fn rules() -> SkipRules {
    SkipRules::training().random(2).after_ply(Some(3))
}

#[test]
fn every_position_once() {
    let expected = sorted(expected(&records(&LONG_FILES)));
    for (threads, world) in [(1, 1), (2, 2), (7, 3), (2, 4)] {
        let mut found = Vec::new();
        for rank in 0..world {
            let loader = builder(&LONG_FILES)
                .threads(threads)
                .rank(rank, world)
                .seed(3);
            let of_rank = rows(&mut loader.open().unwrap(), ALL);
            assert!(!of_rank.is_empty(), "{rank} of {world}");
            found.extend(of_rank);
        }
        assert!(sorted(found) == expected, "{threads} {world}");
    }
}

#[test]
fn the_order_of_the_files() {
    let files = binpacks();
    let found = rows(&mut builder(&files).shuffle(0).open().unwrap(), ALL);
    assert!(found == expected(&records(&files)));
}

/// Texts are cut into parts. Half of the games of PGN have no outcome.
#[test]
fn texts() {
    let games = data::games(5, 600);
    let mut files = Vec::new();
    for format in [Format::BulletText, Format::Epd, Format::Pgn] {
        let mut text = data::file(format, &games);
        text = text.repeat((3 << 19) / text.len() + 1);
        if format == Format::Pgn {
            text.extend(b"1. e4 e5 2. Nf3 *\n\n".repeat(100_000));
        }
        let file = [data::store(&format!("text.{}", format.extension()), &text)];
        let mut records = records(&file);
        let all = records.len();
        records.retain(|record| record.outcome.is_some());
        let settings = || builder(&file).shuffle(0).batch_size(5000);
        let mut loader = settings().threads(2).open().unwrap();
        assert!(rows(&mut loader, ALL) == expected(&records), "{format}");
        let counters = loader.counters();
        assert_eq!((counters.decoded, counters.damaged), (all as u64, 0));
        let without = (all - records.len()) as u64;
        assert_eq!(counters.skipped_by(Rule::NoOutcome), without);
        assert_eq!(without > 0, format == Format::Pgn);
        files.extend(file);
    }
    let condition = Condition::parse("!in_check && pieces > 8").unwrap();
    same_batches(
        || {
            builder(&files)
                .condition(condition.clone())
                .cyclic(true)
                .seed(4)
        },
        40,
    );
    let found = [0, 1].map(|rank| {
        let loader = builder(&files).rank(rank, 2);
        rows(&mut loader.open().unwrap(), ALL)
    });
    let mut records = records(&files);
    records.retain(|record| record.outcome.is_some());
    assert!(sorted(found.concat()) == sorted(expected(&records)));
}

/// The batches of a setting, for several numbers of threads and after restarts.
fn same_batches(settings: impl Fn() -> Builder, batches: usize) -> Vec<u64> {
    let expected = rows(&mut settings().open().unwrap(), batches);
    assert!(!expected.is_empty());
    for threads in [0, 2, 7] {
        let mut loader = settings().threads(threads).open().unwrap();
        assert!(rows(&mut loader, batches) == expected, "{threads}");
    }
    for before in [0, 1, 4, 7, batches / 2, batches] {
        let mut first = settings().threads(3).open().unwrap();
        let mut found = rows(&mut first, before);
        let state = first.state();
        assert_eq!(first.state(), state);
        // Also the state of a loader that goes on.
        let mut second = settings().threads(2).resume(&state).open().unwrap();
        found.extend(rows(&mut second, (batches - before) / 2));
        let state = second.state();
        drop((first, second));
        let mut third = settings().resume(&state).open().unwrap();
        found.extend(rows(&mut third, batches - before - (batches - before) / 2));
        assert!(found == expected, "{before}");
    }
    expected
}

#[test]
fn the_same_batches_of_all_files() {
    let first = same_batches(|| builder(&FILES).seed(5), 60);
    let second = same_batches(|| builder(&FILES).seed(6), 20);
    assert!(first[..second.len()] != second);
}

#[test]
fn the_same_batches_by_rules_in_a_circle() {
    let settings = || {
        let builder = builder(&binpacks()).rules(rules()).cyclic(true).seed(11);
        // The rules keep few positions: few rows go round the circle.
        builder
            .batch_size(4)
            .shuffle(30)
            .condition(Condition::parse(CONDITION).unwrap())
    };
    assert_eq!(same_batches(settings, 200).len(), 200 * 4);
    same_batches(|| settings().rank(1, 3), 40);
    same_batches(|| settings().shuffle(0), 40);
}

#[test]
fn each_epoch_has_all_positions_in_another_order() {
    let files = binpacks();
    let expected = sorted(expected(&records(&files)));
    let mut loader = builder(&files)
        .cyclic(true)
        .batch_size(expected.len())
        .open()
        .unwrap();
    let epochs = rows(&mut loader, 3);
    let mut epochs = epochs.chunks(expected.len()).map(<[u64]>::to_vec);
    let first = epochs.next().unwrap();
    assert!(sorted(first.clone()) != first);
    // Samples of a group may belong to two epochs.
    let all: Vec<u64> = epochs.flatten().chain(first.clone()).collect();
    assert_eq!(all.len(), 3 * expected.len());
    assert!(all[..first.len()] != first);
}

/// Each epoch of a file of three records has all of them, in all orders, and few are made ahead.
#[test]
fn a_small_file_in_a_circle() {
    let three = data::file(Format::Bulletformat, &data::games(2, 9));
    let files = [data::store("three.bullet", &three[..96])];
    let settings = || builder(&files).cyclic(true).batch_size(4).shuffle(1 << 20);
    let found = same_batches(settings, 60);
    let once = sorted(found[..3].to_vec());
    assert!(found.chunks(3).all(|epoch| sorted(epoch.to_vec()) == once));
    let orders: BTreeSet<_> = found.chunks(3).collect();
    assert_eq!((found.len(), orders.len()), (240, 6));
    let mut loader = settings().threads(7).open().unwrap();
    rows(&mut loader, 1);
    assert!(loader.counters().decoded < 1000);
}

#[test]
fn rows_without_gaps() {
    let settings = || builder(&FILES).features("chess-768+pawn-pairs").threads(2);
    let [mut padded, mut lists, mut own] = [(); 3].map(|()| settings().open().unwrap());
    let (mut one, mut two) = (Memory::padded(1000, 100), Memory::csr(1000, 100_000));
    loop {
        let count = padded.next_into(&mut one.batch()).unwrap();
        assert_eq!(lists.next_into(&mut two.batch()).unwrap(), count);
        let own = own.next_batch().unwrap();
        assert_eq!(own.map(|batch| batch.pieces.len()), count);
        let (Some(count), Some(own)) = (count, own) else {
            break;
        };
        assert!(hashes(&one, count) == hashes(&two, count));
        assert!(hashes(own, count) == hashes(&two, count));
        assert!(
            two.offsets[count..]
                .iter()
                .all(|end| *end == two.offsets[count])
        );
    }
}

#[test]
fn samples_for_other_callers() {
    let settings = || builder(&binpacks()).threads(2).seed(1);
    let (mut one, mut two) = (settings().open().unwrap(), settings().open().unwrap());
    let (mut memory, mut samples) = (Memory::padded(1000, data::STRIDE), Vec::<Sample>::new());
    while two.next_samples(&mut samples).unwrap() > 0 {
        assert_eq!(
            one.next_into(&mut memory.batch()).unwrap(),
            Some(samples.len())
        );
        for (i, sample) in samples.iter().enumerate() {
            assert_eq!(f32::from(sample.mover_score()), memory.mover_score[i]);
            assert_eq!(
                sample.position().occupied().count_ones() as i32,
                memory.pieces[i]
            );
        }
    }
}

#[test]
fn a_condition_keeps_what_it_does_elsewhere() {
    for (files, condition) in [
        (binpacks(), CONDITION),
        (FILES.clone(), "pieces > 25 or score > 50"),
    ] {
        let mut records = records(&files);
        let all = records.len() as u64;
        let parsed = Condition::parse(condition).unwrap();
        parsed.retain(&mut records, &mut Analyses::default());
        let mut loader = builder(&files).condition(parsed).threads(2).open().unwrap();
        let found = rows(&mut loader, ALL);
        assert!((1..all).contains(&(found.len() as u64)));
        assert!(sorted(found) == sorted(expected(&records)), "{condition}");
        let counters = loader.counters();
        assert_eq!(counters.excluded, all - records.len() as u64);
        assert_eq!((counters.decoded, counters.damaged), (all, 0));
    }
}

/// Counters add up, and rules without random numbers keep what they say.
#[test]
fn rules_and_their_counters() {
    let files = [FILES[0].clone(), FILES[1].clone()];
    let records = records(&files);
    let mut loader = builder(&files).rules(rules()).open().unwrap();
    let found = rows(&mut loader, ALL);
    let counters = loader.counters();
    let skipped: u64 = counters.skipped.iter().sum();
    assert_eq!(counters.delivered, found.len() as u64);
    assert_eq!(counters.delivered + skipped, counters.decoded);
    assert_eq!(counters.decoded, records.len() as u64);
    for rule in Rule::ALL.into_iter().skip(1).take(6) {
        assert!(counters.skipped_by(rule) > 0, "{rule:?}");
    }
    let random = counters.skipped_by(Rule::Random) as f64 / counters.decoded as f64;
    assert!((random - 2.0 / 3.0).abs() < 0.01, "{random}");

    let rules = SkipRules::default().quiet(true).after_ply(Some(20));
    let mut loader = builder(&files).rules(rules).threads(2).open().unwrap();
    let found = sorted(rows(&mut loader, ALL));
    let mut kept = records.clone();
    let same = Condition::parse("ply > 20 && !in_check && !played_captures").unwrap();
    same.retain(&mut kept, &mut Analyses::default());
    // A score of 0 after a large one is none.
    let (all, found) = (sorted(expected(&kept)), found);
    assert!(found.iter().all(|row| all.binary_search(row).is_ok()));
    let missing = loader.counters().skipped_by(Rule::NoScore) as usize;
    assert!(found.len() <= all.len() && all.len() <= found.len() + missing);
    assert!(missing < records.len() / 200);
}
