//! A fast path to write FEN.

use core::fmt::Write;
use setwise_moves::{Color, Position, Role, Squares};

/// The squares of rooks whose castling rights are named `K`, `Q`, `k` and `q`: a rook in a corner is the outermost one.
const CORNERS: [(u64, char); 4] = [(1 << 7, 'K'), (1, 'Q'), (1 << 63, 'k'), (1 << 56, 'q')];

/// Appends the text that [`Position::to_fen`] returns.
pub(crate) fn append_fen(position: &Position, text: &mut String) {
    let corners = CORNERS.iter().fold(0, |all, (corner, _)| all | corner);
    if position.castling() & !corners != 0 {
        text.push_str(&position.to_fen());
        return;
    }
    append_placement(position, text);
    text.push_str(match position.turn() {
        Color::White => " w ",
        Color::Black => " b ",
    });
    for (corner, name) in CORNERS {
        if position.castling() & corner != 0 {
            text.push(name);
        }
    }
    if position.castling() == 0 {
        text.push('-');
    }
    // A string takes any text.
    let _ = match position.en_passant() {
        Some(square) => write!(text, " {square}"),
        None => write!(text, " -"),
    };
    let _ = write!(text, " {} {}", position.halfmoves(), position.fullmove());
}

fn append_placement(position: &Position, text: &mut String) {
    let mut letters = [0; 64];
    for color in Color::ALL {
        for role in Role::ALL {
            let letter = match color {
                Color::White => role.letter().to_ascii_uppercase(),
                Color::Black => role.letter(),
            };
            for square in Squares(position.pieces(color, role)) {
                letters[square.index()] = letter as u8;
            }
        }
    }
    for (rank, row) in letters.chunks_exact(8).enumerate().rev() {
        let mut empty = 0;
        for &letter in row {
            if letter == 0 {
                empty += 1;
                continue;
            }
            append_number(empty, text);
            empty = 0;
            text.push(char::from(letter));
        }
        append_number(empty, text);
        if rank > 0 {
            text.push('/');
        }
    }
}

/// Appends a number of empty squares, if there are any.
fn append_number(empty: u8, text: &mut String) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_moves::Square;

    #[test]
    fn the_text_is_that_of_to_fen() {
        let fens = [
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 65535",
            "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 65535 1",
            "1r2k1r1/8/8/8/8/8/8/RR2K2R w HBgb - 0 1",
            "rr2k2r/8/8/8/8/8/8/RR2K2R w KAkb - 0 1",
            "8/8/8/8/1k6/8/6K1/8 w - - 17 120",
        ];
        let number = |n| Position::chess960(n).unwrap();
        let positions = fens.map(|fen| Position::from_fen(fen).unwrap());
        for position in positions.into_iter().chain((0..960).map(number)) {
            let mut text = "before ".to_owned();
            append_fen(&position, &mut text);
            assert_eq!(text, format!("before {position}"));
        }
    }

    /// With other corners, the slow path would write the same text.
    #[test]
    fn the_corners_are_those_of_the_board() {
        let bit = |name: &str| name.parse::<Square>().unwrap().bit();
        let expected = ["h1", "a1", "h8", "a8"].map(bit);
        assert_eq!(CORNERS.map(|(corner, _)| corner), expected);
    }
}
