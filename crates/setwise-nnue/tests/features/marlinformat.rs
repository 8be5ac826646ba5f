//! Positions in Marlinformat, packed by the crate viriformat.

use crate::inputs::random_play;
use crate::padded::same_rows;
use setwise_nnue::{
    Boards, Chess768, Csr, Error, Extractor, FullThreats, HalfKaV2Hm, Marlinformat, Perspectives,
    Positions,
};
use viriformat::chess::board::Board;

fn record(fen: &str) -> [u8; 32] {
    let mut board = Board::new();
    board.set_from_fen(fen, false).expect("a legal position");
    board.to_marlinformat(17, 2, 0).as_bytes()
}

#[test]
fn records_of_viriformat() {
    let games = random_play(32, 500);
    let records: Vec<[u8; 32]> = games
        .iter()
        .map(|position| record(&position.to_string()))
        .collect();
    let castling = |record: &&[u8; 32]| {
        let mut codes = record[8..24].iter().flat_map(|two| [two & 7, two >> 4 & 7]);
        codes.any(|code| code == 6)
    };
    assert!(records.iter().filter(castling).count() > 10);
    for (index, position) in games.iter().enumerate() {
        let boards = Marlinformat(&records).boards(index);
        assert_eq!(boards, Boards::from(position), "{position}");
    }
    let records = Marlinformat(&records);
    for perspectives in [Perspectives::WhiteBlack, Perspectives::MoverOther] {
        same_rows(FullThreats::new(), [perspectives; 2], [&games, &records]);
        same_rows(Chess768, [perspectives; 2], [&games, &records]);
        same_rows(HalfKaV2Hm, [perspectives; 2], [&games, &records]);
    }
}

#[test]
fn bad_records() {
    let start = record("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let (mut no_role, mut many, mut no_king) = (start, start, start);
    no_role[23] |= 7 << 4;
    many[3] = 1;
    // A queen.
    no_king[10] &= 0xfc;
    for bad in [no_role, many, no_king, [0xff; 32]] {
        let records = [start, bad];
        let records = Marlinformat(&records);
        let boards = [0, 1].map(|i| records.boards(i));
        let found = Extractor::new(HalfKaV2Hm).append(&records, &mut Csr::<u16>::new());
        assert!(matches!(found, Err(Error::Position { index: 1, .. })));
        same_rows(HalfKaV2Hm, Default::default(), [&boards, &records]);
        same_rows(Chess768, Default::default(), [&boards, &records]);
    }
}
