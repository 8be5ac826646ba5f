//! The positions of a user's file.

use super::Position;
use setwise_moves::Role;
use std::path::Path;

/// Reads all positions of a file.
///
/// # Errors
/// The file cannot be read, has no position, or a line is wrong; the message names file, line and
/// fault.
pub(super) fn read(path: &Path) -> Result<Vec<Position>, String> {
    let fault = |what: String| format!("{}: {what}", path.display());
    let bytes = std::fs::read(path).map_err(|error| fault(error.to_string()))?;
    parse(&bytes).map_err(fault)
}

/// Returns all positions of a text, or the first fault with its line.
fn parse(text: &[u8]) -> Result<Vec<Position>, String> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut positions = Vec::new();
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let fault = |what: String| format!("line {}: {what}", number + 1);
        let line = str::from_utf8(line).map_err(|_| fault("not text (UTF-8)".into()))?;
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            positions.push(position(line).map_err(fault)?);
        }
    }
    match positions.is_empty() {
        true => Err("there is no position in it".into()),
        false => Ok(positions),
    }
}

/// Reads the first two fields of a FEN or EPD: the pieces and the side to move. The others have no
/// bearing on sliders.
fn position(line: &str) -> Result<Position, String> {
    let fields: Vec<&str> = line.split_whitespace().take(2).collect();
    let position = setwise_moves::Position::from_fen(&(fields.join(" ") + " - -"));
    let position = position.map_err(|error| error.to_string())?;
    let roles = Role::ALL.map(|role| position.by_role(role));
    Ok(Position::new(roles, position.by_color(position.turn())))
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
        let positions = parse(text.as_bytes()).unwrap();
        let expected = Position::of(&Board::from_fen(FEN, false).unwrap());
        assert_eq!(positions, [expected; 3]);
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
        let good = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        for (line, fault) in [
            ("8/8/8/8/8/8/8 w", "line 2: FEN (placement): 8 ranks"),
            ("8/8/8/8/8/8/8/8/8 w", "8 ranks are needed, found 9"),
            ("hello", "8 ranks are needed, found 1"),
            ("8/8/8/3x4/8/8/8/8 w", "'x' is neither"),
            ("8/8/8/8/44k/8/8/8 w", "line 2: FEN, character 10"),
            ("8/8/8/8/7/8/8/8 w", "rank 4 has 7 squares instead of 8"),
            ("8/8/8/8/9/8/8/8 w", "'9' is neither"),
            ("8/8/8/8//8/8/8 w", "rank 4 has 0 squares instead of 8"),
            ("88888888k/8/8/8/8/8/8/8 w", "line 2: FEN, character 2"),
            (
                "8/8/8/8/8/8/8/8 w",
                "line 2: FEN (placement): White has 0 kings",
            ),
            ("4k3/8/8/8/8/8/8/4K3", "(side to move): neither `w` nor `b`"),
            (
                "4k3/8/8/8/8/8/8/4K3 x",
                "(side to move): neither `w` nor `b`",
            ),
        ] {
            let error = parse(format!("{good}\n{line}\n{good}").as_bytes()).unwrap_err();
            assert!(error.contains(fault), "{error}");
        }
        assert_eq!(
            parse(b"# nothing\n\n").unwrap_err(),
            "there is no position in it"
        );
    }

    #[test]
    fn the_file_is_named() {
        let missing = read(Path::new("no/such.epd")).unwrap_err();
        assert!(missing.starts_with("no/such.epd: "), "{missing}");
        let folder = std::env::temp_dir().join(format!("setwise-positions-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("binary.epd");
        std::fs::write(&path, b"4k3/8/8/8/8/8/8/4K3 w\n8/8\xff").unwrap();
        let error = read(&path).unwrap_err();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(
            error.ends_with("binary.epd: line 2: not text (UTF-8)"),
            "{error}"
        );
    }
}
