//! Lines of EPD, and FENs with other counters.

use crate::common::rng::Rng;
use crate::fen::{STYLES, damage, random_positions};
use setwise_moves::{FenField, FenReason, Position};

const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

#[test]
fn counters_and_the_rest() {
    for (behind, counters, rest) in [
        ("", (0, 1), ""),
        (" ", (0, 1), ""),
        (" 0 0", (0, 1), ""),
        (" 7 0", (7, 1), ""),
        (" 12", (12, 1), ""),
        (" 12 34", (12, 34), ""),
        ("\t65535  65535\r\n", (65_535, 65_535), ""),
        (" 1 2 3", (1, 2), "3"),
        (" bm e4;", (0, 1), "bm e4;"),
        (" 5 bm e4;", (5, 1), "bm e4;"),
        (" 5 6 bm e4; id \"ü 7\"; ", (5, 6), "bm e4; id \"ü 7\";"),
        (" hmvc 3; fmvn 40;", (0, 1), "hmvc 3; fmvn 40;"),
        (" ;D1 20 ;D2 400", (0, 1), ";D1 20 ;D2 400"),
        (" 0 1;D1 20", (0, 1), ";D1 20"),
        (" 4;D1 20", (4, 1), ";D1 20"),
        // These are not numbers.
        (" - -", (0, 1), "- -"),
        (" -1 1", (0, 1), "-1 1"),
        (" 3 +1", (3, 1), "+1"),
        (" 3 4x", (3, 1), "4x"),
        (" 3\u{3000}4", (0, 1), "3\u{3000}4"),
    ] {
        let text = format!("{FIELDS}{behind}");
        let (position, found) = Position::from_epd(&text).expect("a position");
        assert_eq!(found, rest, "{text:?}");
        let fen = format!("{FIELDS} {} {}", counters.0, counters.1);
        assert_eq!(Ok(position), Position::from_fen(&fen), "{text:?}");
    }
}

#[test]
fn numbers_that_are_no_counters() {
    for (behind, field, at) in [
        (" 65536", FenField::Halfmoves, 1),
        (" 00 1", FenField::Halfmoves, 1),
        (" 0 01 bm e4;", FenField::Fullmove, 3),
        (" 0 99999999999;", FenField::Fullmove, 3),
    ] {
        let error = Position::from_epd(&format!("{FIELDS}{behind}")).unwrap_err();
        assert_eq!(error.reason, FenReason::NotANumber(0), "{behind}");
        assert_eq!((error.field, error.at), (field, FIELDS.len() + at));
    }
}

/// The text up to the end of its fourth word.
fn four_fields(text: &str) -> &str {
    let fourth = text.split_ascii_whitespace().nth(3);
    let end = fourth.map_or(text.len(), |word| {
        word.as_ptr().addr() - text.as_ptr().addr() + word.len()
    });
    &text[..end]
}

/// The position or the error is that of the four fields, and what `from_fen` reads is read equally.
#[test]
fn fields_are_those_of_fens() {
    let (mut valid, mut refused) = (0, 0);
    random_positions(&mut Rng::new(0xe9d), 20_000, |rng, position| {
        let fen = String::from(position.fen(STYLES[rng.below(3)]));
        assert_eq!(
            Position::from_epd(&fen),
            Position::from_fen(&fen).map(|found| (found, ""))
        );
        let text = damage(rng, &fen);
        let found = Position::from_epd(&text);
        if let Ok(position) = Position::from_fen(&text) {
            assert_eq!(found, Ok((position, "")), "{text:?}");
        }
        match (Position::from_fen(four_fields(&text)), found) {
            (Ok(fields), Ok((position, rest))) => {
                let counters = format!("{} {}", position.halfmoves(), position.fullmove());
                let again = format!("{} {counters}", four_fields(&text));
                assert_eq!(Position::from_fen(&again), Ok(position), "{text:?}");
                assert_eq!(fields.key(), position.key());
                assert!(text.trim_ascii_end().ends_with(rest), "{text:?}");
                valid += 1;
            }
            (Ok(_), Err(error)) => {
                assert_eq!(error.reason, FenReason::NotANumber(0), "{text:?}");
                assert!(error.at >= four_fields(&text).len(), "{text:?}");
            }
            (Err(expected), found) => {
                assert_eq!(found, Err(expected), "{text:?}");
                refused += 1;
            }
        }
    });
    assert!(valid > 1000 && refused > 10_000, "{valid} {refused}");
}
