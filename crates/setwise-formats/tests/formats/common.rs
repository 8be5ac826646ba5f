//! Random games and other positions, and short calls.

pub(crate) use setwise_conformance::Rng;
use setwise_formats::{
    Error, Fields, Format, OnDamage, Outcome, ReadError, ReadOptions, Reader, Record, Totals,
    WriteOptions, Writer,
};
use setwise_moves::{Move, Position};
use std::io;
use std::num::NonZeroU32;

/// The records of a random game: every field is known, and scores are random.
pub(crate) fn random_game(game: u32, start: Position, plies: u16, rng: &mut Rng) -> Vec<Record> {
    let outcome = Outcome::ALL[rng.below(3)];
    let mut position = start;
    let mut records = Vec::new();
    for ply in 0..plies {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if moves.is_empty() || position.halfmoves() > 200 {
            break;
        }
        let played = moves[rng.below(moves.len())];
        let mut record = Record::from(position);
        record.white_score = Some((rng.next_u64() as i16).max(-32_767));
        record.outcome = Some(outcome);
        record.played = Some(played);
        record.ply = Some(ply);
        record.game = NonZeroU32::new(game);
        records.push(record);
        position = position.play(played).unwrap();
    }
    records
}

/// Random games of orthodox chess and Chess960, one after the other.
pub(crate) fn random_games(count: u16, plies: u16, seed: u64) -> Vec<Record> {
    let mut rng = Rng::new(seed);
    let mut records = Vec::new();
    for game in 0..count {
        let start = match game % 3 {
            0 => Position::startpos(),
            1 => Position::chess960(rng.below(960) as u16).unwrap(),
            _ => {
                let [white, black] = [rng.below(960) as u16, rng.below(960) as u16];
                Position::double_chess960(white, black).unwrap()
            }
        };
        records.extend(random_game(u32::from(game) + 1, start, plies, &mut rng));
    }
    records
}

/// The positions of the perft suites.
pub(crate) fn suites() -> Vec<Position> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../setwise-moves/tests/data/perft.txt"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let fens = lines.filter_map(|line| line.split('|').nth(2));
    let positions: Vec<_> = fens
        .map(|fen| Position::from_fen(fen.trim()).unwrap())
        .collect();
    assert!(positions.len() > 100);
    positions
}

/// A record without the fields that are not stored.
pub(crate) fn kept(record: &Record, stores: Fields) -> Record {
    let mut kept = *record;
    let has = |field| stores.contains(field);
    kept.white_score = record.white_score.filter(|_| has(Fields::SCORE));
    kept.outcome = record.outcome.filter(|_| has(Fields::OUTCOME));
    kept.played = record.played.filter(|_| has(Fields::MOVE));
    kept.ply = record.ply.filter(|_| has(Fields::PLY));
    kept.game = record.game.filter(|_| has(Fields::GAME));
    kept
}

pub(crate) fn write(records: &[Record], format: Format, assume: bool) -> Result<Vec<u8>, Error> {
    let options = WriteOptions::default().assume_missing(assume);
    let mut writer = Writer::new(Vec::new(), format, options);
    writer.write_all(records)?;
    writer.finish()
}

/// Reads everything in batches of an odd size. Damage stops.
pub(crate) fn read(bytes: &[u8], format: Format) -> Result<Vec<Record>, Error> {
    let mut reader = Reader::new(bytes, format, ReadOptions::default());
    let mut records = Vec::new();
    while reader.read_batch(&mut records, 7)? > 0 {}
    Ok(records)
}

/// Reads the only record.
pub(crate) fn one(bytes: impl AsRef<[u8]>, format: Format) -> Record {
    let [record] = read(bytes.as_ref(), format).unwrap()[..] else {
        panic!("one record");
    };
    record
}

/// Reads what is left, in batches of an odd size.
pub(crate) fn rest(reader: &mut Reader<'_>) -> Vec<Record> {
    let mut records = Vec::new();
    while reader.read_batch(&mut records, 5).unwrap() > 0 {}
    records
}

/// Reads up to the first damage. Returns its reason; `None` if there is no damage.
pub(crate) fn reason(bytes: &[u8], format: Format) -> Option<ReadError> {
    match read(bytes, format) {
        Ok(_) => None,
        Err(Error::Damage(damage)) => Some(damage.reason),
        Err(error) => panic!("{error}"),
    }
}

/// Gives one byte at a time, and an interruption before each.
struct Slow<'a>(&'a [u8], bool);

impl io::Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

/// An input that fails after some bytes.
pub(crate) struct Fails<'a>(pub(crate) &'a [u8]);

impl io::Read for Fails<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is gone")),
            read => Ok(read),
        }
    }
}

/// Reads everything, byte by byte. Skips damage; the text is the first.
pub(crate) fn read_slowly(bytes: &[u8], format: Format) -> (Vec<Record>, Totals, String) {
    let options = ReadOptions::default().on_damage(OnDamage::Skip);
    let mut reader = Reader::new(Slow(bytes, false), format, options);
    let records = rest(&mut reader);
    let why = reader.first_damage().map(ToString::to_string);
    (records, reader.totals(), why.unwrap_or_default())
}

/// Reads everything. Damage is copied aside.
pub(crate) fn read_all(bytes: &[u8], format: Format) -> (Vec<Record>, Totals, Vec<u8>, String) {
    let mut aside = Vec::new();
    let options = ReadOptions::default().on_damage(OnDamage::CopyTo(Box::new(&mut aside)));
    let mut reader = Reader::new(bytes, format, options);
    let records = rest(&mut reader);
    let totals = reader.totals();
    let why = reader.first_damage().map(ToString::to_string);
    drop(reader);
    assert_eq!(totals.bytes, bytes.len() as u64);
    // Each damaged game of PGN ends with a line.
    let added = aside.len() as u64 - totals.damaged_bytes;
    assert!(added <= totals.damaged * u64::from(format == Format::Pgn));
    assert_eq!(totals.records, records.len() as u64);
    assert_eq!(totals.damaged > 0, why.is_some());
    (records, totals, aside, why.unwrap_or_default())
}
