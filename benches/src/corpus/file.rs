//! A user's positions.

use super::Position;
use std::fmt;
use std::path::Path;

/// Which line of which file is no position, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError(String);

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PositionError {}

pub(super) fn read(path: &Path) -> Result<Vec<Position>, PositionError> {
    let fault = |what: &str| PositionError(format!("{}: {what}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| fault(&error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .split(|&b| b == b'\n')
            .count();
        fault(&format!("line {line}: not text (UTF-8)"))
    })?;
    parse(&text).map_err(|what| fault(&what))
}

/// All positions of a text, or the first fault with its line.
fn parse(text: &str) -> Result<Vec<Position>, String> {
    let mut positions = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let position = position(line).map_err(|what| format!("line {}: {what}", number + 1))?;
            positions.push(position);
        }
    }
    if positions.is_empty() {
        Err("there is no position in it".into())
    } else {
        Ok(positions)
    }
}

/// The first two fields of a FEN or EPD: the men and the side to move. The others have no bearing on sliders.
fn position(line: &str) -> Result<Position, String> {
    let mut fields = line.split_whitespace();
    let placement = fields.next().unwrap_or_default();
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Err(format!("`{placement}` has {} ranks, not 8", ranks.len()));
    }
    let mut kinds = [0; 6];
    let mut colours = [0; 2];
    for (rank, row) in (0..8).rev().zip(ranks) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty;
                continue;
            }
            let kind = "pnbrqk".find(letter.to_ascii_lowercase());
            let kind = kind.ok_or_else(|| {
                format!("rank {}: `{letter}` is neither a man nor 1 to 8", rank + 1)
            })?;
            if file < 8 {
                let square = 1 << (8 * rank + file);
                kinds[kind] |= square;
                colours[usize::from(letter.is_ascii_lowercase())] |= square;
            }
            file += 1;
        }
        if file != 8 {
            return Err(format!(
                "rank {}: `{row}` has {file} squares, not 8",
                rank + 1
            ));
        }
    }
    let to_move = match fields.next() {
        Some("w") => colours[0],
        Some("b") => colours[1],
        Some(other) => return Err(format!("the side to move is `{other}`, not w or b")),
        None => return Err("the side to move is missing".into()),
    };
    Ok(Position::new(kinds, to_move))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Board;

    const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";

    #[test]
    fn fen_and_epd_give_the_sets_of_the_move_generator() {
        let epd = FEN.replace("- 0 1", "- ;D1 48 ;D2 2039");
        let text = format!("\u{feff}# two forms\n{FEN}\r\n\n  {epd}  \n8/8/8/8/8/8/8/8 w");
        let positions = parse(&text).unwrap();
        let expected = Position::of(&Board::from_fen(FEN, false).unwrap());
        assert_eq!(positions, [expected, expected, Position::default()]);
        assert_eq!(
            (
                expected.side.orthogonal.count_ones(),
                expected.both.all().count_ones()
            ),
            (3, 10)
        );
        assert_eq!(expected.phase, 24);
    }

    #[test]
    fn a_fault_is_named_with_its_line() {
        let good = "8/8/8/8/8/8/8/8 w - - 0 1";
        for (line, fault) in [
            (
                "8/8/8/8/8/8/8 w",
                "line 2: `8/8/8/8/8/8/8` has 7 ranks, not 8",
            ),
            (
                "8/8/8/8/8/8/8/8/8 w",
                "line 2: `8/8/8/8/8/8/8/8/8` has 9 ranks, not 8",
            ),
            ("hello", "line 2: `hello` has 1 ranks, not 8"),
            (
                "8/8/8/3x4/8/8/8/8 w",
                "line 2: rank 5: `x` is neither a man nor 1 to 8",
            ),
            (
                "8/8/8/8/44k/8/8/8 w",
                "line 2: rank 4: `44k` has 9 squares, not 8",
            ),
            (
                "8/8/8/8/7/8/8/8 w",
                "line 2: rank 4: `7` has 7 squares, not 8",
            ),
            (
                "8/8/8/8/9/8/8/8 w",
                "line 2: rank 4: `9` is neither a man nor 1 to 8",
            ),
            (
                "8/8/8/8//8/8/8 w",
                "line 2: rank 4: `` has 0 squares, not 8",
            ),
            (
                "88888888888888888888888k/8/8/8/8/8/8/8 w",
                "has 185 squares, not 8",
            ),
            ("8/8/8/8/8/8/8/8", "line 2: the side to move is missing"),
            (
                "8/8/8/8/8/8/8/8 x",
                "line 2: the side to move is `x`, not w or b",
            ),
        ] {
            let error = parse(&format!("{good}\n{line}\n{good}")).unwrap_err();
            assert!(error.contains(fault), "{error}");
        }
        assert_eq!(
            parse("# nothing\n\n").unwrap_err(),
            "there is no position in it"
        );
    }

    #[test]
    fn the_file_is_named() {
        let missing = read(Path::new("no/such.epd")).unwrap_err().to_string();
        assert!(missing.starts_with("no/such.epd: "), "{missing}");
        let folder = std::env::temp_dir().join(format!("setwise-positions-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("binary.epd");
        std::fs::write(&path, b"8/8/8/8/8/8/8/8 w\n8/8\xff").unwrap();
        let error = read(&path).unwrap_err().to_string();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(
            error.ends_with("binary.epd: line 2: not text (UTF-8)"),
            "{error}"
        );
    }
}
