//! Positions from text and back.

use crate::common::{known, rng::Rng};
use setwise_moves::{
    Color, Fen, FenField, FenReason, FenStyle, InvalidPosition, Position, Role, Square, Squares,
};

pub(crate) const STYLES: [FenStyle; 3] = [FenStyle::Standard, FenStyle::X, FenStyle::Shredder];

/// The error message for a text.
fn error(fen: &str) -> String {
    match Position::from_fen(fen) {
        Ok(position) => panic!("{fen} was read as {position}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_say_what_and_where() {
    let placement = [
        ("", ", character 1 (placement): missing"),
        (
            "8/8/8/8/8/8/8 w - - 0 1",
            " (placement): 8 ranks are needed, found 7",
        ),
        (
            "8/8/8/8/8/8/8/8/8 w - - 0 1",
            " (placement): 8 ranks are needed, found 9",
        ),
        (
            "k7/8/8/8/8/8/8/K6 w - - 0 1",
            ", character 16 (placement): rank 1 has 7 squares instead of 8",
        ),
        (
            "k8/8/8/8/8/8/8/K7 w - - 0 1",
            ", character 2 (placement): rank 8 has more than 8 squares",
        ),
        (
            "k7/8/8/8/8/8/8/K43 w - - 0 1",
            ", character 18 (placement): two numbers of empty squares in a row",
        ),
        (
            "k7/9/8/8/8/8/8/K7 w - - 0 1",
            ", character 4 (placement): '9' is neither a piece nor a number 1 to 8",
        ),
        (
            "k7/ü7/8/8/8/8/8/K7 w - - 0 1",
            ", character 4 (placement): 'ü' is neither a piece nor a number 1 to 8",
        ),
        (
            "k7/8/8/8/8/8/8/8 w - - 0 1",
            " (placement): White has 0 kings, but needs exactly one",
        ),
        (
            "kk6/8/8/8/8/8/8/K7 w - - 0 1",
            " (placement): Black has 2 kings, but needs exactly one",
        ),
        (
            "k6P/8/8/8/8/8/8/K7 w - - 0 1",
            " (placement): a pawn cannot stand on h8, the edge of the board",
        ),
        (
            "k6R/8/8/8/8/8/8/K7 w - - 0 1",
            " (placement): Black is in check, but the other side is to move",
        ),
    ];
    let fields = [
        (
            "k7/8/8/8/8/8/8/K7",
            ", character 18 (side to move): missing",
        ),
        (
            "k7/8/8/8/8/8/8/K7 W - - 0 1",
            ", character 19 (side to move): neither `w` nor `b`",
        ),
        ("k7/8/8/8/8/8/8/K7 w", ", character 20 (castling): missing"),
        (
            "k7/8/8/8/8/8/8/K6R w X - 0 1",
            ", character 22 (castling): 'X' is no castling right (K, Q, k, q or the rook's file, or `-` alone)",
        ),
        (
            "k7/8/8/8/8/8/8/K6R w KK - 0 1",
            ", character 23 (castling): 'K' repeats a castling right",
        ),
        (
            "k7/8/8/8/8/8/8/K6R w KH - 0 1",
            ", character 23 (castling): 'H' repeats a castling right",
        ),
        (
            "k7/8/8/8/8/8/8/K6R w Q - 0 1",
            ", character 22 (castling): 'Q' names no rook on the first rank of its king, on the side meant",
        ),
        (
            "k7/8/8/8/8/8/K7/7R w K - 0 1",
            ", character 22 (castling): 'K': no king of that side on its first rank",
        ),
        (
            "8/8/8/8/8/8/8/8 w kq - 0 1",
            ", character 19 (castling): 'k': no king of that side on its first rank",
        ),
        (
            "k7/8/8/8/8/8/8/K5RR w GH - 0 1",
            " (castling): two rooks of White on the same side of the king have castling rights",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w -",
            ", character 22 (en passant): missing",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - e9 0 1",
            ", character 23 (en passant): neither `-` nor a square such as e3",
        ),
        (
            "k7/8/8/4p3/8/8/8/K7 w - e5 0 1",
            " (en passant): no pawn can just have passed over the en passant square e5",
        ),
        (
            "k7/8/8/4P3/8/8/8/K7 w - e6 0 1",
            " (en passant): no pawn can just have passed over the en passant square e6",
        ),
        (
            "k7/4n3/8/4p3/8/8/8/K7 w - e6 0 1",
            " (en passant): no pawn can just have passed over the en passant square e6",
        ),
        (
            "k7/8/4n3/4p3/8/8/8/K7 w - e6 0 1",
            " (en passant): no pawn can just have passed over the en passant square e6",
        ),
        (
            "k7/8/8/8/4P3/8/8/K7 w - e3 0 1",
            " (en passant): no pawn can just have passed over the en passant square e3",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - 0",
            ", character 26 (move number): missing",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - -1 1",
            ", character 25 (half-move clock): must be 0 to 65535, without leading zeros",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - 01 1",
            ", character 25 (half-move clock): must be 0 to 65535, without leading zeros",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - +1 1",
            ", character 25 (half-move clock): must be 0 to 65535, without leading zeros",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - bm Kb1;",
            ", character 25 (half-move clock): not a number; operations of EPD?",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - 0 ;D1 3",
            ", character 27 (move number): not a number; operations of EPD?",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - 0 0",
            ", character 27 (move number): must be 1 to 65535, without leading zeros",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - 0 65536",
            ", character 27 (move number): must be 1 to 65535, without leading zeros",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - 0 1 x",
            ", character 29 (move number): something follows the last field",
        ),
    ];
    for (fen, expected) in placement.into_iter().chain(fields) {
        assert_eq!(error(fen), format!("FEN{expected}"), "{fen}");
    }
    let error = Position::from_fen("k6R/8/8/8/8/8/8/K7 w - - 0 1").unwrap_err();
    assert_eq!(error.field, FenField::Placement);
    let check = InvalidPosition::OpponentInCheck(Color::Black);
    assert_eq!(error.reason, FenReason::Invalid(check));
}

#[test]
fn every_style_is_read_back() {
    let mut shredder = 0;
    for known in known() {
        let position = known.position();
        for style in STYLES {
            let text = position.fen(style).to_string();
            let again = Position::from_fen(&text).expect("its own text");
            assert!(
                again.same_moves(&position),
                "{text} {known}",
                known = known.fen
            );
            assert!(again == position || style == FenStyle::X, "{text}");
        }
        let words = known.fen.split(' ').count();
        if known.suite == "chess960" {
            assert_eq!(position.to_shredder_fen(), known.fen);
            shredder += 1;
        } else if known.suite == "standard" {
            assert_eq!(words, 6);
            assert_eq!(position.to_fen(), known.fen);
        }
    }
    assert!(shredder > 900);
}

#[test]
fn en_passant_squares_are_kept_or_not() {
    let idle = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let position = Position::from_fen(idle).unwrap();
    assert_eq!(position.to_fen(), idle);
    assert!(position.fen(FenStyle::X).to_string().contains(" KQkq - "));
    assert_eq!(position.capturable_en_passant(), None);
    let without = Position::from_fen(&idle.replace("e3", "-")).unwrap();
    assert!(position != without && position.same_moves(&without));

    let busy = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let position = Position::from_fen(busy).unwrap();
    assert_eq!(position.fen(FenStyle::X).to_string(), busy);
    assert!(!position.same_moves(&Position::from_fen(&busy.replace("e3", "-")).unwrap()));
}

#[test]
fn same_moves_compares_all_that_moves_depend_on() {
    let same = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|fen| Position::from_fen(fen).unwrap());
        a.same_moves(&b)
    };
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert!(same(start, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 34"));
    for other in [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/8/8/7P/R3K2R w KQkq - 0 1",
    ] {
        assert!(!same(start, other) && !same(other, start), "{other}");
    }
}

#[test]
fn boards_are_drawn() {
    let drawn = format!("{:#}", Position::startpos());
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "8 r n b q k b n r");
    assert_eq!(lines[7], "1 R N B Q K B N R");
    assert_eq!(lines[8], "  a b c d e f g h");
    assert_eq!(lines[9], Position::startpos().to_fen());
}

/// Reads a text slowly: only the slow path reads a text that begins with a space.
fn read_slowly(text: &str) -> Result<Position, setwise_moves::FenError> {
    Position::from_fen(&format!(" {text}")).map_err(|mut error| {
        error.at -= 1;
        error
    })
}

/// Gives positions of games of random moves, which begin with known positions, orthodox, Chess960
/// and odd ones, or with one of the 960 initial positions.
pub(crate) fn random_positions(
    rng: &mut Rng,
    count: usize,
    mut give: impl FnMut(&mut Rng, &Position),
) {
    let known: Vec<_> = known().iter().map(|known| known.position()).collect();
    let mut given = 0;
    while given < count {
        let mut position = match rng.below(2) {
            0 => Position::chess960(rng.below(960) as u16).unwrap(),
            _ => known[rng.below(known.len())],
        };
        for _ in 0..rng.below(120) {
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            if moves.is_empty() || given == count {
                break;
            }
            give(rng, &position);
            given += 1;
            position = position.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
}

/// Writes a FEN from the definition of the styles.
fn write_plainly(position: &Position, style: FenStyle) -> String {
    let letter = |(color, role): (Color, Role)| match color {
        Color::White => role.letter().to_ascii_uppercase(),
        Color::Black => role.letter(),
    };
    let mut ranks = Vec::new();
    for rank in (0..8).rev() {
        let mut text = String::new();
        for file in 0..8 {
            let square = Square::at(file, rank).unwrap();
            text.push(position.piece_on(square).map_or('.', letter));
        }
        for empty in (1..=8).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        ranks.push(text);
    }
    let turn = if position.turn() == Color::White {
        "w"
    } else {
        "b"
    };
    let mut castling = String::new();
    for color in Color::ALL {
        let home = color.view(0xff);
        let king = position.king(color);
        let rooks = position.pieces(color, Role::Rook) & home;
        // On each side, the rooks from the border to the king.
        let (mut east, west): (Vec<_>, Vec<_>) = Squares(rooks).partition(|rook| *rook > king);
        east.reverse();
        for (rooks, name) in [(east, 'k'), (west, 'q')] {
            for (i, rook) in rooks.iter().enumerate() {
                if position.castling() & rook.bit() != 0 {
                    let file = rook.to_string().remove(0);
                    let is_file = i > 0 || style == FenStyle::Shredder;
                    let name = if is_file { file } else { name };
                    castling.push(match color {
                        Color::White => name.to_ascii_uppercase(),
                        Color::Black => name,
                    });
                }
            }
        }
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let passed = match style {
        FenStyle::X => position.capturable_en_passant(),
        _ => position.en_passant(),
    };
    format!(
        "{} {turn} {castling} {} {} {}",
        ranks.join("/"),
        passed.map_or("-".into(), |square| square.to_string()),
        position.halfmoves(),
        position.fullmove(),
    )
}

#[test]
fn texts_are_those_of_the_definition() {
    let mut shredder = 0;
    random_positions(&mut Rng::new(0x3e7), 20_000, |_, position| {
        for style in STYLES {
            let fen = position.fen(style);
            assert_eq!(*fen, *write_plainly(position, style));
            assert_eq!(fen.to_string(), *fen);
            assert!(fen.len() <= Fen::MAX_LEN);
            let read = Position::from_fen(&fen).unwrap();
            match style {
                FenStyle::X => assert!(read.same_moves(position), "{fen}"),
                _ => assert_eq!(read, *position, "{fen}"),
            }
        }
        shredder += usize::from(position.to_fen() != position.to_shredder_fen());
        assert_eq!(position.to_string(), position.to_fen());
    });
    assert!(shredder > 1000, "{shredder}");
}

/// Reads valid FENs in the forms that programs write, and damaged ones, fast and slowly.
#[test]
fn both_paths_agree() {
    let count = if cfg!(debug_assertions) {
        20_000
    } else {
        1_000_000
    };
    let mut fens = Vec::new();
    let mut damaged = (0, 0);
    random_positions(&mut Rng::new(0xfe2), count, |rng, position| {
        let mut fen = String::from(position.fen(STYLES[rng.below(3)]));
        match rng.below(8) {
            // Four fields; other counters.
            0 => fen = fen.split(' ').take(4).collect::<Vec<_>>().join(" "),
            1 => {
                let four: Vec<_> = fen.split(' ').take(4).collect();
                let (halfmoves, fullmove) = (rng.below(65_536), 1 + rng.below(65_535));
                fen = format!("{} {halfmoves} {fullmove}", four.join(" "));
            }
            _ => {}
        }
        let read = Position::from_fen(&fen);
        assert!(read.is_ok(), "{fen}");
        assert_eq!(read, read_slowly(&fen), "{fen}");
        fens.truncate(999);
        fens.push(fen);
        let at = rng.below(fens.len());
        let wrong = damage(rng, &fens[at]);
        let read = Position::from_fen(&wrong);
        assert_eq!(read, read_slowly(&wrong), "{wrong:?}");
        match read {
            Ok(position) => {
                damaged.0 += 1;
                assert_eq!(
                    Position::from_fen(&position.to_fen()),
                    Ok(position),
                    "{wrong}"
                );
            }
            Err(error) => {
                damaged.1 += 1;
                assert!(error.at <= wrong.len(), "{wrong:?}: {error}");
            }
        }
    });
    // Some texts are valid with other pieces or counters.
    let (valid, refused) = damaged;
    assert!(valid > count / 50 && refused > count / 2, "{damaged:?}");
}

/// Changes characters of a text, cuts it, or makes it long.
pub(crate) fn damage(rng: &mut Rng, fen: &str) -> String {
    const LETTERS: &[u8] = b"pnbrqkPNBRQK12345678//--  wbKQkqAHahe3609x\t\0";
    let letter = |rng: &mut Rng| match rng.below(20) {
        0 => ['ü', 'é', '♔', '\u{3000}', '\u{1f600}'][rng.below(5)],
        _ => char::from(LETTERS[rng.below(LETTERS.len())]),
    };
    let mut text: Vec<char> = fen.chars().collect();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(text.len() + 1);
        let other = rng.below(text.len() + 1);
        match rng.below(40) {
            0..10 if at < text.len() => text[at] = letter(rng),
            10..18 if at < text.len() => drop(text.remove(at)),
            18..24 if at.max(other) < text.len() => text.swap(at, other),
            24..26 => text.truncate(at),
            26 => {
                let letter = letter(rng);
                text.splice(at..at, std::iter::repeat_n(letter, 1 + rng.below(300)));
            }
            27 => text.extend(format!(" {} {}", rng.below(70_000), rng.below(70_000)).chars()),
            28..31 => {
                let fields: String = text.iter().collect();
                let mut fields: Vec<_> = fields.split(' ').map(str::to_owned).collect();
                let field = rng.below(fields.len());
                let wrong = [
                    "",
                    "0",
                    "00",
                    "007",
                    "+1",
                    "-1",
                    "65536",
                    "99999999999",
                    "w",
                    "e6",
                    "KQkq",
                ];
                fields[field] = wrong[rng.below(wrong.len())].to_owned();
                text = fields.join(" ").chars().collect();
            }
            _ => text.insert(at, letter(rng)),
        }
    }
    text.into_iter().collect()
}

#[test]
fn both_paths_agree_on_special_cases() {
    for fen in [
        "",
        " ",
        "/",
        "8/8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/K7/ w - - 0 1",
        "k7/8/8/8/8/8/8/K6/ w - - 0 1",
        "/7/8/8/8/8/8/8/K7 w - - 0 1",
        "r/6/8/8/8/8/8/8/1K6 w - - 0 1",
        "k34/8/8/8/8/8/8/K7 w - - 0 1",
        "k16/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/44/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/K7 w - - 0 0",
        "k7/8/8/8/8/8/8/K7 w - - 00 1",
        "k7/8/8/8/8/8/8/K7 w - - 65535 65535",
        "k7/8/8/8/8/8/8/K7 w - - 65536 1",
        "k7/8/8/8/8/8/8/K7 w - - 9999 10000",
        "k7/8/8/8/8/8/8/K7 w - - 0",
        "k7/8/8/8/8/8/8/K7 w - - 0 1 x",
        "k7/8/8/8/8/8/8/K7 w - - +1 1",
        "k7/8/8/8/8/8/8/K7 w -- - 0 1",
        "k7/8/8/8/8/8/8/K7 w -k - 0 1",
        "k7/8/8/8/8/8/8/K7\tw\t-\t-\t0\t1",
        "k7/8/8/8/8/8/8/K7  w  -  -  0  1  ",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQHkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w x - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq e3 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq e9 0 1",
        "pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp w - - 0 1",
        "88888888888888888/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/K6ü w - - 0 1",
        "ük7/8/8/8/8/8/8/K7 w - - 0 1",
    ] {
        assert_eq!(Position::from_fen(fen), read_slowly(fen), "{fen:?}");
    }
    for long in ["8".repeat(1000), "/".repeat(1000), "p".repeat(1000)] {
        assert_eq!(Position::from_fen(&long), read_slowly(&long));
    }
}
