//! Bytes computed by hand.

use crate::common::{one, read, write};
use setwise_formats::{Fields, Format, Outcome, Record};
use setwise_moves::Position;

/// White: king e1, rook h1 that may castle, pawn e5. Black: king e8, pawn d5, which has just moved
/// two squares. White is to move.
const FEN: &str = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9";

#[test]
fn marlinformat() {
    let mut record = Record::from(Position::from_fen(FEN).unwrap());
    record.white_score = Some(-300);
    record.outcome = Some(Outcome::Draw);
    record.ply = Some(16);
    let bytes = [
        // e1, h1: bits 4 and 7. d5, e5: bits 3 and 4 of rank 5. e8: bit 4 of rank 8.
        0x90, 0, 0, 0, 0x18, 0, 0, 0x10,
        // White king, unmoved white rook; black pawn, white pawn; black king.
        0x65, 0x08, 0x0d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // White to move, d6 is square 43.
        43, // Half-move clock, move number.
        0, 9, 0, // -300 is 0xfed4.
        0xd4, 0xfe, // A draw.
        1, 0,
    ];
    assert_eq!(
        write(&[record], Format::Marlinformat, false).unwrap(),
        bytes
    );
    assert_eq!(read(&bytes, Format::Marlinformat).unwrap(), [record]);
}

#[test]
fn marlinformat_without_clocks() {
    // White king a1, black king h8, Black to move, the clocks left at zero.
    let mut bytes = [0; 32];
    bytes[0] = 1;
    bytes[7] = 0x80;
    bytes[8] = 0xd5;
    bytes[24] = 0x80 | 64;
    bytes[30] = 2;
    let record = one(bytes, Format::Marlinformat);
    assert_eq!(record.assumed, Fields::CLOCKS);
    assert_eq!(record.position.to_fen(), "7k/8/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(record.outcome, Some(Outcome::WhiteWins));
    assert_eq!(
        write(&[record], Format::Marlinformat, false).unwrap(),
        bytes
    );
}

#[test]
fn bulletformat() {
    // The same position with Black to move: the board is turned, and score and outcome change
    // sides.
    let fen = "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 9";
    let mut record = Record::from(Position::from_fen(fen).unwrap());
    record.white_score = Some(-300);
    record.outcome = Some(Outcome::WhiteWins);
    let bytes = [
        // e1 for Black's king; d4, e4; e8, h8.
        0x10, 0, 0, 0x18, 0, 0, 0, 0x90,
        // Own king, own pawn; their pawn, their king; their rook.
        0x05, 0xd8, 0x0b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // 300 is 0x012c; a loss; both kings on e1 as they see it.
        0x2c, 0x01, 0, 4, 4, 0, 0, 0,
    ];
    assert_eq!(
        write(&[record], Format::Bulletformat, false).unwrap(),
        bytes
    );
    let found = one(bytes, Format::Bulletformat);
    assert_eq!(found.position.to_fen(), "4k2r/8/8/8/3Pp3/8/8/4K3 w - - 0 1");
    assert_eq!(
        (found.white_score, found.outcome),
        (Some(300), Some(Outcome::BlackWins))
    );
}

/// The example of the definition of viriformat.
#[test]
fn viriformat() {
    let bytes = [
        0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, // occupied
        0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9e, 0xca, 0xad,
        0xe9, // pieces
        0x40, 0, 1, 0, 0, 0, 2, 0, // state
        0x0c, 0x07, 0x0a, 0, // e4
        0x34, 0x09, 0x14, 0, // e5
        0xc3, 0x09, 0xe2, 0xff, // Qh5
        0x3c, 0x0d, 0xff, 0x7f, // Ke7
        0x27, 0x09, 0xff, 0x7f, // Qxe5#
        0, 0, 0, 0,
    ];
    let records = read(&bytes, Format::Viriformat).unwrap();
    let scores: Vec<_> = records
        .iter()
        .filter_map(|record| record.white_score)
        .collect();
    assert_eq!(scores, [10, 20, -30, 32_767, 32_767]);
    assert_eq!(records[4].ply, Some(4));
    assert_eq!(write(&records, Format::Viriformat, false).unwrap(), bytes);
}

#[test]
fn text() {
    let mut record = Record::from(Position::from_fen(FEN).unwrap());
    record.white_score = Some(-300);
    record.outcome = Some(Outcome::Draw);
    record.played = Some(record.position.parse_move("e5d6").unwrap());
    let text = |format| String::from_utf8(write(&[record], format, false).unwrap()).unwrap();
    assert_eq!(text(Format::Fen), format!("{FEN}\n"));
    assert_eq!(text(Format::BulletText), format!("{FEN} | -300 | 0.5\n"));
    assert_eq!(
        text(Format::Epd),
        "4k3/8/8/3pP3/8/8/8/4K2R w K d6 hmvc 0; fmvn 9; sm exd6; ce -300; c9 \"1/2-1/2\";\n"
    );
}

#[test]
fn lenient_epd() {
    let lines = "\n# a comment\r\n\
        4k3/8/8/8/8/8/8/4K2R w K - 3 7 ;D1 15 ;D2 66\r\n\
        4k3/8/8/8/8/8/8/4K2R b - - id \"a;b\"; bm Kf7; sm Kd7; ce 12;";
    let records = read(lines.as_bytes(), Format::Epd).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(
        records[0].position.to_fen(),
        "4k3/8/8/8/8/8/8/4K2R w K - 3 7"
    );
    assert_eq!(records[0].assumed, Fields::NONE);
    assert_eq!(records[1].assumed, Fields::CLOCKS);
    assert_eq!(records[1].white_score, Some(-12));
    let played = records[1].played.unwrap();
    assert_eq!(played.to_string(), "e8d7");
}
