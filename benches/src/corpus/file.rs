//! The positions of a user's file.

use super::Position;
use anyhow::{Context, Result, ensure};
use setwise_moves::Role;
use std::path::Path;

/// Reads all positions of a file.
///
/// # Errors
/// The file cannot be read, has no position, or a line is wrong; the message names file, line and
/// fault.
pub(super) fn read(path: &Path) -> Result<Vec<Position>> {
    let positions = std::fs::read(path).map_err(Into::into);
    let positions = positions.and_then(|bytes| parse(&bytes));
    positions.with_context(|| path.display().to_string())
}

/// Returns all positions of a text, or the first fault with its line.
fn parse(text: &[u8]) -> Result<Vec<Position>> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut positions = Vec::new();
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let position = position(line).with_context(|| format!("line {}", number + 1))?;
        positions.extend(position);
    }
    ensure!(!positions.is_empty(), "there is no position in it");
    Ok(positions)
}

/// Reads the first two fields of a FEN or EPD: the pieces and the side to move. The others have no
/// bearing on sliders.
fn position(line: &[u8]) -> Result<Option<Position>> {
    let line = str::from_utf8(line).context("not text (UTF-8)")?.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let fields: Vec<&str> = line.split_whitespace().take(2).collect();
    let position = setwise_moves::Position::from_fen(&(fields.join(" ") + " - -"))?;
    let roles = Role::ALL.map(|role| position.by_role(role));
    let to_move = position.by_color(position.turn());
    Ok(Some(Position::new(roles, to_move)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Board;

    const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";

    #[test]
    fn fen_and_epd_give_the_sets_of_the_move_generator() {
        let epd = FEN.replace("- 0 1", "- ;D1 48 ;D2 2039");
        let text = format!("\u{feff}# two forms\n{FEN}\r\n\n  {epd}  \n{FEN} and more");
        let expected = Position::of(&Board::from_fen(FEN, false).unwrap());
        assert_eq!(parse(text.as_bytes()).unwrap(), [expected; 3]);
        let sliders = [expected.side.orthogonal, expected.both.all()];
        assert_eq!(sliders.map(u64::count_ones), [3, 10]);
        assert_eq!(expected.phase, 24);
    }

    #[test]
    fn a_fault_is_named_with_its_line() {
        let error = |text: &[u8]| format!("{:#}", parse(text).unwrap_err());
        let second = |line: &str| error(format!("{FEN}\n{line}\n{FEN}").as_bytes());
        assert!(second("8/8/8/8/8/8/8 w").starts_with("line 2: FEN (placement): 8 ranks"));
        assert!(second("8/8/8/8/8/8/8/8 w").contains("White has 0 kings"));
        assert!(second("4k3/8/8/8/8/8/8/4K3").contains("neither `w` nor `b`"));
        assert_eq!(error(b"# nothing\n\n"), "there is no position in it");
        assert!(error(b"\n8/8\xff").starts_with("line 2: not text (UTF-8)"));
        let missing = format!("{:#}", read(Path::new("no/such.epd")).unwrap_err());
        assert!(missing.starts_with("no/such.epd: "), "{missing}");
    }
}
