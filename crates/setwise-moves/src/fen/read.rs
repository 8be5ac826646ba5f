//! A fast reader for FENs in the form that programs write.
//!
//! The placement is written into a row of bytes, one for each square and each `/`, without a branch
//! per character. Each byte has the code of a piece, and a bit for the beginning of a number. Two
//! transpositions turn the bytes into bitboards. The reader refuses texts that are not FENs of
//! valid positions, and those with more spaces or with numbers of five digits.

use super::cells::BitPlanes;
use super::letters::{castling_rook, color_of};
use crate::position::{Color, Position, Role, state::State};
use setwise_core::{FILE_A, RANK_1, Square, const_for};

/// The bit of a byte that begins a number.
const NUMBER: usize = 4;
/// The byte of a `/`.
const SLASH: u8 = 0xff;
/// The bytes of a rank and its `/`.
const RANK: usize = 9;

/// For each character: its byte and, in the bits above, the number of squares that it takes. 0 if
/// it does not belong to a placement.
const CELLS: [u16; 256] = {
    let mut cells = [0; 256];
    const_for!(i, Role::ALL.len(), {
        let letter = Role::ALL[i].letter();
        let code = Role::ALL[i].code() as u16;
        cells[letter as usize] = code | 8 | 1 << 8;
        cells[letter.to_ascii_uppercase() as usize] = code | 1 << 8;
    });
    const_for!(i, 8, {
        cells[b'1' as usize + i] = 1 << NUMBER | (i as u16 + 1) << 8;
    });
    cells[b'/' as usize] = SLASH as u16 | 1 << 8;
    cells
};

/// Reads a FEN of six fields or four, with single spaces between them.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn position(fen: &[u8]) -> Option<Position> {
    let (planes, rest) = read_placement(fen)?;
    let (turn, rest) = match rest {
        [b' ', b'w', b' ', rest @ ..] => (Color::White, rest),
        [b' ', b'b', b' ', rest @ ..] => (Color::Black, rest),
        _ => return None,
    };
    let pieces = Position::with_key(planes, State::new(turn, 0, 1), 0);
    pieces.has_valid_pieces().then_some(())?;
    let (castling, rest) = read_castling(rest, &pieces)?;
    let (passed, rest) = match rest {
        [b'-', rest @ ..] => (None, rest),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => {
            let square = usize::from(file - b'a') | usize::from(rank - b'1') << 3;
            (Some(Square::wrapping(square)), rest)
        }
        _ => return None,
    };
    let (halfmoves, fullmove) = match rest {
        [] => (0, 1),
        _ => {
            let (halfmoves, rest) = read_number(rest)?;
            let (fullmove, rest) = read_number(rest)?;
            rest.is_empty().then_some((halfmoves, fullmove))?
        }
    };
    let state = State::new(turn, halfmoves, fullmove);
    let position = Position::with_rights(planes, state, castling, passed).ok()?;
    position.checked().ok()
}

/// Reads the pieces. Returns the text after them.
#[cfg_attr(not(unoptimized), inline(always))]
fn read_placement(fen: &[u8]) -> Option<([u64; 4], &[u8])> {
    let mut cells = [0; 128];
    let mut at = 0;
    let mut length = 0;
    for &character in fen {
        let cell = CELLS[usize::from(character)];
        if cell == 0 {
            break;
        }
        cells[at & 127] = cell as u8;
        at += usize::from(cell >> 8);
        length += 1;
    }
    let slashes = (1..8).all(|rank| cells[RANK * rank - 1] == SLASH);
    if !slashes || at != 8 * RANK - 1 {
        return None;
    }
    let mut ranks = [0; 8];
    for (rank, row) in ranks.iter_mut().rev().zip(cells.chunks_exact(RANK)) {
        *rank = u64::from_le_bytes(*row.first_chunk()?);
    }
    let BitPlanes(boards) = BitPlanes::of_ranks(ranks);
    let [a, b, c, d, numbers, slashes, ..] = boards;
    // A number begins on file a or after a piece.
    let behind_empty = (!(a | b | c) << 1) & !FILE_A;
    if slashes != 0 || numbers & behind_empty != 0 {
        return None;
    }
    Some(([a, b, c, d], fen.get(length..)?))
}

/// Reads the castling rights and the space after them.
#[cfg_attr(not(unoptimized), inline(always))]
fn read_castling<'a>(text: &'a [u8], pieces: &Position) -> Option<(u64, &'a [u8])> {
    if let [b'-', b' ', rest @ ..] = text {
        return Some((0, rest));
    }
    let mut castling = 0;
    for (i, &letter) in text.iter().enumerate() {
        if letter == b' ' {
            return if i == 0 {
                None
            } else {
                Some((castling, text.get(i + 1..)?))
            };
        }
        let color = color_of(char::from(letter));
        let home = color.view(RANK_1);
        let [rooks, king] = [Role::Rook, Role::King].map(|role| pieces.pieces(color, role) & home);
        let rook = castling_rook(char::from(letter), rooks, king).ok()?.bit();
        if castling & rook != 0 {
            return None;
        }
        castling |= rook;
    }
    None
}

/// Reads a space and a number of at most four digits, without leading zeros.
#[cfg_attr(not(unoptimized), inline(always))]
fn read_number(text: &[u8]) -> Option<(u16, &[u8])> {
    let [b' ', rest @ ..] = text else {
        return None;
    };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = rest.split_at_checked(digits)?;
    match number {
        [] | [b'0', _, ..] | [_, _, _, _, _, ..] => return None,
        _ => {}
    }
    let value = number
        .iter()
        .fold(0, |value, digit| 10 * value + u16::from(digit - b'0'));
    Some((value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen::FenStyle, fen::fields};

    /// Other tests compare both paths, and would pass if this one refused everything.
    #[test]
    fn usual_fens_are_read() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 12 9999",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 65",
            "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
            "1r2k1r1/8/8/8/8/8/8/RR2K2R w HBgb - 99 100",
            "rr2k2r/8/8/8/8/8/8/RR2K2R b KAkb - 0 1",
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
        ];
        let start = (0..960).map(|number| Position::chess960(number).unwrap());
        let positions = fens.map(|fen| fields::position_or_error(fen).unwrap());
        for expected in positions.into_iter().chain(start) {
            for style in [FenStyle::Standard, FenStyle::X, FenStyle::Shredder] {
                let fen = expected.fen(style);
                assert_eq!(position(fen.as_bytes()), Some(expected), "{fen}");
                let (four, _) = fen.rsplit_once(' ').unwrap();
                let (four, _) = four.rsplit_once(' ').unwrap();
                let expected = fields::position_or_error(four).unwrap();
                assert_eq!(position(four.as_bytes()), Some(expected), "{four}");
            }
        }
    }

    #[test]
    fn numbers() {
        for (text, expected) in [
            (" 0", Some((0, ""))),
            (" 7 12", Some((7, " 12"))),
            (" 9876", Some((9876, ""))),
            (" 10000", None),
            (" 00", None),
            (" 01", None),
            (" ", None),
            (" -1", None),
            ("1", None),
            ("", None),
        ] {
            let expected = expected.map(|(number, rest)| (number, rest.as_bytes()));
            assert_eq!(read_number(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn unusual_texts_are_refused() {
        for fen in [
            " k7/8/8/8/8/8/8/K7 w - - 0 1",
            "k7/8/8/8/8/8/8/K7 w - - 0 0",
            "k7/8/8/8/8/8/8/K7 w - - 0 1 ",
            "k7/8/8/8/8/8/8/K7 w - - 0",
            "k7/44/8/8/8/8/8/K7 w - - 0 1",
            "k7/8/8/8/8/8/8/K7/ w - - 0 1",
            "/7/8/8/8/8/8/8/K7 w - - 0 1",
            "r/6/8/8/8/8/8/8/1K6 w - - 0 1",
            "k34/8/8/8/8/8/8/K7 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w  - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w B - 0 1",
            "r6r/8/8/8/8/8/8/R3K2R w k - 0 1",
        ] {
            assert_eq!(position(fen.as_bytes()), None, "{fen}");
        }
    }
}
