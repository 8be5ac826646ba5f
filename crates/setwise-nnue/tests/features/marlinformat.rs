//! Positions in Marlinformat, packed by the crate viriformat.

use crate::inputs::random_play;
use setwise_nnue::{
    Boards, Csr, Error, Extractor, FullThreats, Marlinformat, Perspectives, Positions, Problem,
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
    for perspectives in [Perspectives::WhiteBlack, Perspectives::MoverOther] {
        let extractor = Extractor::new(FullThreats::new()).perspectives(perspectives);
        let (mut expected, mut found) = (Csr::<u16>::new(), Csr::<u16>::new());
        extractor.append(&games, &mut expected).expect("valid");
        let records = Marlinformat(&records);
        extractor.append(&records, &mut found).expect("valid");
        assert_eq!(found.offsets(), expected.offsets());
        assert_eq!(found.first(), expected.first());
        assert_eq!(found.second(), expected.second());
    }
}

#[test]
fn bad_records() {
    let start = record("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let (mut no_role, mut many) = (start, start);
    no_role[8] |= 7;
    many[3] = 1;
    for bad in [no_role, many, [0xff; 32]] {
        let found = Extractor::new(FullThreats::new())
            .append(&Marlinformat(&[start, bad]), &mut Csr::<u16>::new());
        let problem = Problem::Overlap;
        assert_eq!(found, Err(Error::Position { index: 1, problem }));
    }
}
