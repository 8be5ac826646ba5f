//! Reading and writing that go on from a point.

use crate::common::{Rng, random_games};
use crate::damage::files;
use setwise_formats::{
    Format, OnDamage, ReadOptions, ReadPoint, Reader, Record, Totals, WriteOptions, WritePoint,
    Writer,
};

/// The records after a point, the totals, the first damage, and the points with the numbers of
/// records before them.
#[derive(Debug, PartialEq)]
struct Rest {
    records: Vec<Record>,
    totals: Totals,
    first_damage: String,
    points: Vec<(usize, ReadPoint)>,
}

/// Reads from a point, which is stored as text.
fn rest(bytes: &[u8], format: Format, size: usize, point: Option<&ReadPoint>) -> Rest {
    let options = ReadOptions::default()
        .on_damage(OnDamage::Skip)
        .whole_units(true);
    let offset = point.map_or(0, |point| point.offset() as usize);
    let mut reader = Reader::new(&bytes[offset..], format, options);
    if let Some(point) = point {
        reader = reader.at(&point.to_string().parse().unwrap());
    }
    let (mut records, mut points) = (Vec::new(), Vec::new());
    while reader.read_batch(&mut records, size).unwrap() > 0 {
        points.extend(reader.point().map(|point| (records.len(), point)));
    }
    let earlier = point.and_then(|point| point.first_damage().map(str::to_owned));
    let found = reader.first_damage().map(ToString::to_string);
    Rest {
        records,
        totals: reader.totals(),
        first_damage: earlier.or(found).unwrap_or_default(),
        points,
    }
}

#[test]
fn reading_goes_on_at_every_point() {
    let mut rng = Rng::new(24);
    for (format, bytes, _) in files() {
        let bytes = bytes.repeat(3);
        for round in 0..12 {
            let mut bytes = bytes.clone();
            for _ in 0..round % 4 {
                let at = rng.below(bytes.len());
                bytes[at] ^= 1 << rng.below(8);
            }
            let whole = rest(&bytes, format, 1 + round, None);
            assert!(round > 0 || whole.points.len() > 1, "{format}");
            for (before, point) in &whole.points {
                let rest = rest(&bytes, format, 1 + round, Some(point));
                assert_eq!(rest.records, whole.records[*before..], "{format}");
                assert_eq!(rest.totals, whole.totals, "{format}");
                assert_eq!(rest.first_damage, whole.first_damage, "{format}");
                let later = whole.points.iter().map(|(_, point)| point);
                let later: Vec<_> = later
                    .filter(|later| later.offset() > point.offset())
                    .collect();
                let found: Vec<_> = rest.points.iter().map(|(_, point)| point).collect();
                assert_eq!(found, later, "{format}");
            }
        }
    }
}

#[test]
fn batches_of_parts_of_a_game_end_at_no_point() {
    let (_, bytes, _) = files().remove(0);
    let mut reader = Reader::new(&bytes[..], Format::Pgn, ReadOptions::default());
    let mut records = Vec::new();
    assert!(reader.point().is_some());
    assert_eq!(reader.read_batch(&mut records, 1).unwrap(), 1);
    assert_eq!(reader.point(), None);
}

#[test]
fn writing_goes_on_at_every_point() {
    let records = random_games(6, 30, 25);
    let options = WriteOptions::default();
    for format in Format::ALL {
        let has_parts = [Format::Pgn, Format::Binpack].contains(&format);
        if !format.is_written() || format.is_columnar() || has_parts {
            continue;
        }
        let mut whole = Writer::new(Vec::new(), format, options);
        let mut points = Vec::new();
        for record in &records {
            points.push(whole.point().unwrap().unwrap());
            whole.write(record).unwrap();
        }
        let whole = whole.finish().unwrap();
        for (before, point) in points.iter().enumerate() {
            let stored: WritePoint = point.to_string().parse().unwrap();
            assert_eq!(stored, *point);
            let start = whole[..point.offset() as usize].to_vec();
            let mut writer = Writer::new(start, format, options).at(&stored);
            writer.write_all(&records[before..]).unwrap();
            assert_eq!(writer.written(), records.len() as u64);
            assert_eq!(writer.finish().unwrap(), whole, "{format}");
        }
    }
}

#[test]
fn texts_that_are_no_points() {
    for text in [
        "",
        "1",
        "1 2 3 4 5 6",
        "1 2 3 4 5 6 x 0",
        "-1 2 3 4 5 6 7 0",
        "1 2 3 4 5 6 7 0,x",
    ] {
        assert!(text.parse::<ReadPoint>().is_err(), "{text}");
    }
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert!(
        format!("1 1 96 0 0 0 0,2 1 0 1 7 {fen}")
            .parse::<WritePoint>()
            .is_ok()
    );
    for text in [
        "",
        "1 2",
        "1 2 x",
        "1 2 3 0 0 0",
        "1 2 3 0 0 0 0 4",
        "1 2 3 0 0 0 0 1 0 1 nonsense",
    ] {
        assert!(text.parse::<WritePoint>().is_err(), "{text}");
    }
    assert!(
        format!("1 1 96 0 0 0 0 4 0 1 {fen}")
            .parse::<WritePoint>()
            .is_err()
    );
}
