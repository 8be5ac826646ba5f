//! Where an input can be cut into parts that are decoded independently of each other.

use crate::Format;
use crate::decode::Lines;
use crate::viriformat::{HEADER, LIMIT, TERMINATOR};

/// Finds the end of the last whole unit at the front of an input. Takes the bytes at the front, and the state of the decoder there. Returns
/// the number of bytes, 0 if the first unit is longer, and the state of the decoder behind them.
pub(crate) type Cut = fn(&[u8], u64) -> (usize, u64);

/// The rule of a format, and the number of bytes that have about as many records as a batch. `None` if the units of a format cannot be
/// found without decoding them.
pub(crate) fn rule(format: Format) -> Option<(Cut, usize)> {
    match format {
        Format::Bulletformat | Format::Marlinformat => Some((records, 1 << 15)),
        Format::Viriformat => Some((games, 1 << 13)),
        Format::Fen | Format::Epd | Format::BulletText => Some((lines, 1 << 16)),
        Format::Binpack | Format::Pgn | Format::Parquet | Format::Arrow => None,
    }
}

/// Records of 32 bytes.
fn records(data: &[u8], state: u64) -> (usize, u64) {
    (data.len() / 32 * 32, state)
}

/// Lines. One that is too long is cut where the decoder cuts it.
fn lines(data: &[u8], state: u64) -> (usize, u64) {
    match data.iter().rposition(|&byte| byte == b'\n') {
        Some(at) => (at + 1, 0),
        None if data.len() < Lines::LIMIT => (0, state),
        None => (data.len() / Lines::LIMIT * Lines::LIMIT, 1),
    }
}

/// Games of viriformat. One that is too long is cut where the decoder cuts it.
fn games(data: &[u8], state: u64) -> (usize, u64) {
    let mut end = 0;
    let mut moves = if state == 0 { HEADER } else { 0 };
    loop {
        let rest = data.get(moves..).unwrap_or_default();
        let rest = rest.get(..end + LIMIT - moves).unwrap_or(rest);
        let (words, _) = rest.as_chunks::<4>();
        match words.iter().position(|bytes| *bytes == TERMINATOR) {
            Some(count) => end = moves + 4 * (count + 1),
            None if end > 0 => return (end, 0),
            None if data.len() < LIMIT => return (0, state),
            None => return (LIMIT, 1),
        }
        moves = end + HEADER;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header, moves, and the terminator.
    fn game(moves: usize) -> Vec<u8> {
        [vec![0; HEADER], vec![1; 4 * moves], vec![0; 4]].concat()
    }

    #[test]
    fn whole_lines() {
        assert_eq!(lines(b"one\ntwo\nthr", 0), (8, 0));
        assert_eq!(lines(b"thr", 0), (0, 0));
        assert_eq!(
            lines(&[b'x'; 3 * Lines::LIMIT + 5], 0),
            (3 * Lines::LIMIT, 1)
        );
        assert_eq!(lines(b"end\nnext\nthi", 1), (9, 0));
        assert_eq!(lines(b"", 1), (0, 1));
    }

    #[test]
    fn whole_games() {
        let three = [game(0), game(3), game(1)].concat();
        assert_eq!(games(&three, 0), (three.len(), 0));
        for end in [three.len() - 1, 36 + 48, 36 + 48 + 20] {
            assert_eq!(games(&three[..end], 0), (84, 0), "{end}");
        }
        assert_eq!(games(&three[..35], 0), (0, 0));
        // A game that is too long, its end, and another.
        let long = [game(1 << 17), game(2)].concat();
        assert_eq!(games(&long, 0), (LIMIT, 1));
        assert_eq!(games(&long[LIMIT..], 1), (long.len() - LIMIT, 0));
        assert_eq!(games(&[1; 100], 1), (0, 1));
    }

    #[test]
    fn whole_records() {
        assert_eq!(records(&[0; 100], 7), (96, 7));
        assert_eq!(records(&[0; 64], 0), (64, 0));
        assert_eq!(records(&[0; 31], 0), (0, 0));
    }

    #[test]
    fn units_that_are_just_too_long() {
        let bytes = vec![1; LIMIT];
        assert_eq!(lines(&bytes[..Lines::LIMIT - 1], 0), (0, 0));
        assert_eq!(lines(&bytes[..Lines::LIMIT], 0), (Lines::LIMIT, 1));
        assert_eq!(games(&bytes[..LIMIT - 1], 0), (0, 0));
        assert_eq!(games(&bytes, 0), (LIMIT, 1));
        assert_eq!(games(&game((1 << 16) - 1), 0), (LIMIT, 0));
        assert_eq!(games(&game(1 << 16), 0), (LIMIT, 1));
    }

    #[test]
    fn rules_of_the_formats() {
        for (format, size) in [
            // 1024 records of 32 bytes.
            (Format::Bulletformat, Some(32_768)),
            (Format::Marlinformat, Some(32_768)),
            (Format::Viriformat, Some(8192)),
            (Format::Fen, Some(65_536)),
            (Format::Epd, Some(65_536)),
            (Format::BulletText, Some(65_536)),
            (Format::Binpack, None),
            (Format::Pgn, None),
            (Format::Parquet, None),
            (Format::Arrow, None),
        ] {
            assert_eq!(rule(format).map(|(_, size)| size), size, "{format}");
        }
    }
}
