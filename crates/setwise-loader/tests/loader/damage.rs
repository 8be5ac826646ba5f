//! Files that are damaged, cut, or gone.

use crate::data::{
    EXTENSIONS, FILES, builder, expected, file, games, records, rows, sorted, store,
};
use setwise_binpack::Chunks;
use setwise_formats::Format;
use setwise_loader::{Error, Loader, Memory, OnDamage};
use std::fs;

const ALL: usize = usize::MAX;

/// The rows of a loader and the error after them.
fn rows_and_error(loader: &mut Loader) -> (usize, Option<Error>) {
    let (mut memory, mut rows) = (Memory::padded(1000, 32), 0);
    loop {
        match loader.next_into(&mut memory.batch()) {
            Ok(None) => return (rows, None),
            Ok(Some(count)) => rows += count,
            Err(error) => return (rows, Some(error)),
        }
    }
}

/// Every row is one of the sound file, flipped bits of labels aside; nothing is counted twice.
#[test]
fn flipped_bits() {
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..60 {
        let extension = EXTENSIONS[round % 4];
        let format = Format::of_extension(extension).unwrap();
        let sound = file(format, &games(round as u64, 60));
        let mut bytes = sound.clone();
        let at = random.usize(..bytes.len());
        bytes[at] ^= 1 << random.u8(..8);
        let path = store(&format!("flipped-{round}.{extension}"), &bytes);
        let files = [path.clone()];
        let mut results = Vec::new();
        for threads in [1, 3] {
            let settings = || builder(&files).threads(threads).batch_size(100).shuffle(0);
            let mut loader = settings().on_damage(OnDamage::Skip).open().unwrap();
            let found = rows(&mut loader, ALL);
            let damages = loader.damages();
            assert_eq!(loader.counters().damaged, damages.len() as u64);
            assert!(damages.iter().all(|damage| damage.path == path));
            assert!(
                damages
                    .iter()
                    .all(|damage| damage.offset <= bytes.len() as u64)
            );
            let mut loader = settings().open().unwrap();
            let (count, error) = rows_and_error(&mut loader);
            assert!(count <= found.len());
            match (error, damages.first()) {
                (None, None) => assert_eq!(count, found.len()),
                (Some(Error::Damage(damage)), Some(first)) => {
                    assert_eq!(damage.to_string(), first.to_string());
                    let again = loader.next_into(&mut Memory::padded(100, 32).batch());
                    let again = again.unwrap_err().to_string();
                    assert_eq!(again, damage.to_string());
                }
                (error, first) => panic!("{round} {error:?} {first:?}"),
            }
            results.push((found, format!("{damages:?}")));
        }
        assert_eq!(results[0], results[1], "{round}");
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn damage_of_a_chunk_costs_that_chunk() {
    let sound = file(Format::Binpack, &games(4, 100));
    let mut chunks = Chunks::new(&sound);
    let (mut places, mut sizes) = (Vec::new(), Vec::new());
    loop {
        places.push(chunks.offset());
        let Some(chunk) = chunks.next() else { break };
        sizes.push(chunk.unwrap().len());
    }
    let all = records(&[store("whole.binpack", &sound)]);
    let lost = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = sound.clone();
        change(&mut bytes);
        let files = [store("chunk.binpack", &bytes)];
        let settings = builder(&files).on_damage(OnDamage::Skip).threads(2);
        let mut loader = settings.open().unwrap();
        let found = rows(&mut loader, ALL);
        let known = sorted(expected(&all));
        assert!(found.iter().all(|row| known.binary_search(row).is_ok()));
        let damages = loader.damages();
        assert_eq!(damages.len(), 1);
        (
            all.len() - found.len(),
            damages[0].offset,
            damages[0].reason.to_string(),
        )
    };
    let per_chunk = all.len() / (places.len() - 1);
    // A piece of the first stem, the mark, the size, and the end.
    let (few, offset, reason) = lost(&|bytes| bytes[places[1] + 8 + 9] = 0xff);
    assert!(
        (1..2 * per_chunk).contains(&few) && offset == places[1] as u64 + 8,
        "{reason}"
    );
    let (few, offset, reason) = lost(&|bytes| bytes[places[2]] = b'b');
    assert!((1..2 * per_chunk).contains(&few) && offset == places[2] as u64);
    assert_eq!(reason, "no chunk begins here");
    let (few, offset, _) = lost(&|bytes| bytes[places[1] + 7] = 0xff);
    assert!((1..2 * per_chunk).contains(&few) && offset == places[1] as u64);
    let last = places[places.len() - 2];
    let (few, offset, reason) = lost(&|bytes| bytes.truncate(last + sizes[sizes.len() - 1] / 2));
    assert!((1..2 * per_chunk).contains(&few) && offset == last as u64);
    assert!(reason.starts_with("the input ends after"), "{reason}");
}

#[test]
fn files_that_become_shorter_or_vanish() {
    for (number, extension) in EXTENSIONS.into_iter().enumerate() {
        let bytes = fs::read(&FILES[number]).unwrap();
        let path = store(&format!("short.{extension}"), &bytes);
        for vanishes in [false, true] {
            for on_damage in [OnDamage::Stop, OnDamage::Skip] {
                fs::write(&path, &bytes).unwrap();
                let files = [path.clone(), FILES[4].clone()];
                let settings = builder(&files).on_damage(on_damage).shuffle(100_000_000);
                let settings = settings.cyclic(on_damage == OnDamage::Stop);
                // The threads may have read all of it by then: so two times, or an end.
                let mut loader = settings.open().unwrap();
                match vanishes {
                    true => fs::remove_file(&path).unwrap(),
                    false => fs::write(&path, &bytes[..bytes.len() / 3]).unwrap(),
                }
                let (rows, error) = rows_and_error(&mut loader);
                let damages = loader.damages();
                match on_damage {
                    OnDamage::Stop => assert!(matches!(error, Some(Error::Damage(_)))),
                    OnDamage::Skip => assert!(error.is_none() && rows > 10_000),
                }
                assert!(damages.iter().all(|damage| damage.path == path));
                assert!(on_damage == OnDamage::Skip || !damages.is_empty());
            }
        }
    }
}
