//! Formats with a position in each line.

use crate::common::one;
use setwise_formats::{Fields, Format, Outcome};

const FEN: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

#[test]
fn one_clock_of_epd_is_enough() {
    for (operations, clocks, assumed) in [
        ("", (0, 1), Fields::CLOCKS),
        ("hmvc 5;", (5, 1), Fields::NONE),
        ("fmvn 7;", (0, 7), Fields::NONE),
        ("fmvn 7; hmvc 5", (5, 7), Fields::NONE),
    ] {
        let record = one(format!("{FEN} {operations}"), Format::Epd);
        let position = record.position;
        let found = (position.halfmoves(), position.fullmove());
        assert_eq!((found, record.assumed), (clocks, assumed), "{operations}");
    }
}

#[test]
fn a_semicolon_in_quotes_ends_no_operation() {
    let operations = "sm Ke2; id \"x; ce 55\"; c9 \"1-0\";";
    let record = one(format!("{FEN} {operations}"), Format::Epd);
    let expected = record.position.parse_move("e1e2").unwrap();
    assert_eq!(record.played, Some(expected));
    assert_eq!(record.white_score, None);
    assert_eq!(record.outcome, Some(Outcome::WhiteWins));
}

#[test]
fn forms_of_a_result() {
    for (outcome, forms) in [
        (Outcome::WhiteWins, ["1.0", "[1.0]", "1"]),
        (Outcome::Draw, ["0.5", "[0.5]", "1/2"]),
        (Outcome::BlackWins, ["0.0", "[0.0]", "0"]),
    ] {
        for form in forms {
            let record = one(format!("{FEN} 0 1|-12| {form}"), Format::BulletText);
            assert_eq!(record.outcome, Some(outcome), "{form}");
            assert_eq!(record.white_score, Some(-12));
        }
    }
}
