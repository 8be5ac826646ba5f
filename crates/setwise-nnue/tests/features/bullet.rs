//! Positions in bullet's format.

use crate::inputs::{random_piles, random_play};
use bulletformat::ChessBoard;
use setwise_moves::Color;
use setwise_nnue::{
    Boards, Bulletformat, Csr, Error, Extractor, FullThreats, Joined, MirroredKingBuckets,
    Perspectives, Problem,
};

#[test]
fn chess_boards() {
    let mut positions: Vec<Boards> = random_play(9, 400).iter().map(Boards::from).collect();
    let few = |boards: &Boards| boards.occupied().count_ones() <= 32;
    positions.extend(random_piles(10, 400).into_iter().filter(few));
    let packed: Vec<ChessBoard> = positions
        .iter()
        .map(|boards| {
            let [white, black] = boards.colors;
            let [pawns, knights, bishops, rooks, queens, kings] = boards.roles;
            let boards_of = [white, black, pawns, knights, bishops, rooks, queens, kings];
            let turn = usize::from(boards.turn == Color::Black);
            ChessBoard::from_raw(boards_of, turn, 0, 0.5).expect("few pieces")
        })
        .collect();
    let set = Joined::new(FullThreats::new(), MirroredKingBuckets::new([0; 32]));
    let extractor = Extractor::new(set).perspectives(Perspectives::MoverOther);
    let (mut expected, mut found) = (Csr::<u16>::new(), Csr::<u16>::new());
    extractor.append(&positions, &mut expected).expect("valid");
    for perspectives in [Perspectives::MoverOther, Perspectives::WhiteBlack] {
        let extractor = extractor.perspectives(perspectives);
        found.clear();
        extractor.append(&packed, &mut found).expect("valid");
        assert_eq!(found.offsets(), expected.offsets());
        assert_eq!(found.first(), expected.first());
        assert_eq!(found.second(), expected.second());
    }
    let bytes = |board: &ChessBoard| {
        let mut record = [0; 32];
        record[..8].copy_from_slice(&board.occ.to_le_bytes());
        record[8..24].copy_from_slice(&board.pcs);
        record
    };
    let records: Vec<[u8; 32]> = packed.iter().map(bytes).collect();
    found.clear();
    let records = Bulletformat(&records);
    extractor.append(&records, &mut found).expect("valid");
    assert_eq!(found.first(), expected.first());
    assert_eq!(found.second(), expected.second());
    let mut bad = packed.clone();
    bad[3].occ = !0;
    bad[3].pcs = [0xff; 16];
    assert_eq!(
        extractor.append(&bad, &mut found),
        Err(Error::Position {
            index: 3,
            problem: Problem::Overlap
        })
    );
}
