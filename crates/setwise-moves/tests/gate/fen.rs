//! Positions from text and back.

use crate::common::{known, rng::Rng};
use setwise_moves::{Color, FenField, FenProblem, FenStyle, InvalidPosition, Position};

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
    assert_eq!(error.problem, FenProblem::Invalid(check));
}

#[test]
fn every_style_is_read_back() {
    let mut shredder = 0;
    for known in known() {
        let position = known.position();
        for style in [FenStyle::Standard, FenStyle::X, FenStyle::Shredder] {
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

/// Texts with small mistakes, and random bytes. No text panics; every position that is read can be written.
#[test]
fn any_text_is_an_answer() {
    let mut rng = Rng(0xfe11);
    let letters: Vec<char> = "pnbrqkPNBRQK12345678/ wb-KQkqAHahe36x9é\t\0"
        .chars()
        .collect();
    let known = known();
    let mut read = 0;
    for _ in 0..60_000 {
        let mut text: Vec<char> = known[rng.below(known.len())].fen.chars().collect();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(text.len() + 1);
            match rng.below(3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text[at] = letters[rng.below(letters.len())],
                _ => text.insert(at, letters[rng.below(letters.len())]),
            }
        }
        let text: String = text.into_iter().collect();
        match Position::from_fen(&text) {
            Ok(position) => {
                read += 1;
                assert_eq!(
                    Position::from_fen(&position.to_fen()),
                    Ok(position),
                    "{text}"
                );
            }
            Err(error) => assert!(error.at <= text.len(), "{text}: {error}"),
        }
    }
    assert!(read > 1000, "{read}");
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
