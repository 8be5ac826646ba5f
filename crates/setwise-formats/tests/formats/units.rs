//! Files that are cut into parts, and copied by units.

use crate::common::read_all;
use crate::damage::files;
use setwise_conformance::Rng;
use setwise_formats::units::{Part, Place, UnitKind, UnitWriter, Units};
use setwise_formats::{Error, Format, ReadOptions, Reader, Record};
use std::io::Cursor;

/// The records of a file without their numbers of games, and the places of damage with the reasons.
type Found = (Vec<Record>, Vec<(u64, String)>);

fn read(reader: Reader<'_>, found: &mut Found) {
    let (mut reader, mut records) = (reader, Vec::new());
    loop {
        match reader.read_batch(&mut records, 1000) {
            Ok(0) => break,
            Ok(_) => {}
            Err(Error::Damage(damage)) => found.1.push((damage.offset, damage.reason.to_string())),
            Err(error) => panic!("{error}"),
        }
    }
    records.iter_mut().for_each(|record| record.game = None);
    found.0.append(&mut records);
}

/// The places of the parts of a file. Parts are those of the file without the unwanted ones.
fn parts(bytes: &[u8], format: Format, mut take: impl FnMut(&Part)) -> Vec<Place> {
    let (mut file, mut skipping) = (Cursor::new(bytes), Part::default());
    let (mut place, mut part, mut places) = (Place::default(), Part::default(), Vec::new());
    while place.offset < bytes.len() as u64 {
        let size = bytes.len() as u64;
        let next = part.read(&mut file, format, size, place, true).unwrap();
        let skipped = skipping.read(&mut file, format, size, place, false);
        assert_eq!(skipped.unwrap(), next);
        assert!(next.offset > place.offset);
        take(&part);
        places.push(place);
        place = next;
    }
    places
}

fn compare(bytes: &[u8], format: Format) -> usize {
    let mut whole = Found::default();
    let options = || ReadOptions::default();
    read(Reader::new(bytes, format, options()), &mut whole);
    let (mut found, mut joined) = (Found::default(), Vec::new());
    let places = parts(bytes, format, |part| {
        assert!(part.damage.is_none());
        joined.extend_from_slice(&part.bytes);
        let reader = Reader::new(&part.bytes[..], format, options());
        read(reader.at(&part.place.point()), &mut found);
    });
    assert!(joined == bytes, "{format}");
    assert!(
        found == whole,
        "{format}: {} and {} records",
        found.0.len(),
        whole.0.len()
    );
    places.len()
}

#[test]
fn parts_are_the_file() {
    let mut rng = Rng::new(7);
    for (format, bytes, _) in files() {
        assert_eq!(format.is_cut(), !format.is_columnar(), "{format}");
        if format == Format::Binpack || !format.is_cut() {
            continue;
        }
        for flips in [0, 100] {
            let mut bytes = bytes.repeat(3_000_000 / bytes.len() + 1);
            for _ in 0..flips {
                let at = rng.below(bytes.len());
                bytes[at] ^= 1 << rng.below(8);
            }
            bytes.truncate(bytes.len() - flips / 30);
            assert!(compare(&bytes, format) > 2, "{format}");
        }
    }
}

/// Texts in which no place is obviously one between games, and units that are too long.
#[test]
fn parts_without_obvious_places() {
    let games = "1. e4 e5 *\n\n".repeat(200_000);
    assert_eq!(compare(games.as_bytes(), Format::Pgn), 3);
    let comment = format!("1. e4 {{ {} }} e5 *\n\n", "x".repeat(1_200_000));
    let tagged = "[Event \"?\"]\n\n1. e4 e5 *\n\n".repeat(50_000);
    assert_eq!(
        compare(format!("{comment}{tagged}").as_bytes(), Format::Pgn),
        3
    );
    let line = format!(
        "{}\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n",
        "x".repeat(2_000_000)
    );
    assert_eq!(compare(line.as_bytes(), Format::Fen), 2);
    let mark = format!(
        "\u{feff}{}",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n".repeat(50_000)
    );
    assert_eq!(compare(mark.as_bytes(), Format::Fen), 2);
    let mut game = [1; 2_000_000];
    game[1_999_900..].fill(0);
    assert!(compare(&game, Format::Viriformat) > 2);
    let error = Part::default().read(
        &mut Cursor::new("a"),
        Format::Csv,
        1,
        Place::default(),
        true,
    );
    assert_eq!(error.unwrap_err().to_string(), "CSV is not read in parts");
}

#[test]
fn chunks_are_parts() {
    let chains = &include_bytes!("../data/chains.binpack")[8..];
    let chunk = [b"BINP", &(chains.len() as u32).to_le_bytes()[..], chains].concat();
    let size = chunk.len() as u64;
    let mut bytes = chunk.repeat(4);
    let found = |bytes: &[u8]| {
        let mut found = Vec::new();
        parts(bytes, Format::Binpack, |part| {
            let damage = part.damage.as_ref().map(|(at, why)| (*at, why.to_string()));
            found.push((part.place.offset, part.bytes.len(), damage));
        });
        found
    };
    let sound = |number: u64| (number * size + 8, chains.len(), None);
    assert_eq!(found(&bytes), [sound(0), sound(1), sound(2), sound(3)]);
    bytes[chunk.len()] = b'b';
    let damage = (size, 0, Some((size, "no chunk begins here".to_owned())));
    assert_eq!(found(&bytes), [sound(0), damage, sound(2), sound(3)]);
    bytes.truncate(4 * chunk.len() - 5);
    let why = format!("the input ends after {} bytes of it", chunk.len() - 5);
    let cut = (3 * size + 8, chains.len() - 5, Some((3 * size, why)));
    assert_eq!(found(&bytes).last(), Some(&cut));
    // A file that has become shorter.
    let mut part = Part::default();
    let read = part.read(
        &mut Cursor::new(&bytes),
        Format::Binpack,
        5 * size,
        Place::new(3 * size, 0),
        true,
    );
    let why = format!(
        "the file is shorter than it was: it ends at byte {}",
        bytes.len()
    );
    assert_eq!(read.unwrap_err().to_string(), why);
}

/// The bytes of all units, written again, the number of records, and the error at the end.
fn copied(bytes: &[u8], format: Format, by_chunk: bool) -> (Vec<u8>, u64, String) {
    let kind = UnitKind::of(format, by_chunk).unwrap();
    let mut units = Units::new(bytes, format, kind);
    let (mut writer, mut records, mut size) = (UnitWriter::new(Vec::new(), kind), 0, 0);
    let end = loop {
        match units.next() {
            Ok(Some(unit)) => {
                writer.push(unit.bytes).unwrap();
                records += unit.records;
                size += kind.size(unit.bytes);
            }
            Ok(None) => break String::new(),
            Err(error) => break error.to_string(),
        }
    };
    let copy = writer.finish().unwrap();
    assert!(kind == UnitKind::Chain || copy.len() as u64 == size);
    (copy, records, end)
}

#[test]
fn copies_of_all_units() {
    for (format, bytes, _) in files() {
        if UnitKind::of(format, false).is_none() {
            continue;
        }
        let bytes = bytes.repeat(3);
        let (records, ..) = read_all(&bytes, format);
        for by_chunk in [false, true] {
            let (copy, count, end) = copied(&bytes, format, by_chunk);
            assert_eq!(end, "", "{format}");
            let is_chunk = by_chunk && format == Format::Binpack;
            assert_eq!(count, if is_chunk { 0 } else { records.len() as u64 });
            if format == Format::Binpack && !by_chunk {
                assert_eq!(read_all(&copy, format).0.len(), records.len());
            } else {
                assert_eq!(copy, bytes);
            }
            let (copy, _, end) = copied(&bytes[..bytes.len() - 1], format, by_chunk);
            assert!(copy.len() < bytes.len());
            let expected = format!("{format}, {} ", format.unit());
            assert!(
                end.starts_with(&expected) && end.contains(": the input ends after "),
                "{end}"
            );
        }
    }
}
