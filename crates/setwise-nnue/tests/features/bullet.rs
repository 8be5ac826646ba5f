//! Positions in bullet's format.

use crate::inputs::{random_piles, random_play};
use crate::padded::same_rows;
use bulletformat::ChessBoard;
use setwise_moves::Color;
use setwise_nnue::{
    Boards, Bulletformat, Chess768, Csr, Error, Extractor, Joined, MirroredKingBuckets, PawnPairs,
    Perspectives, PositionError, Positions,
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
    let bytes = |board: &ChessBoard| {
        let mut record = [0; 32];
        record[..8].copy_from_slice(&board.occ.to_le_bytes());
        record[8..24].copy_from_slice(&board.pcs);
        record
    };
    let records: Vec<[u8; 32]> = packed.iter().map(bytes).collect();
    let records = Bulletformat(&records);
    for perspectives in [Perspectives::MoverOther, Perspectives::WhiteBlack] {
        let perspectives = [Perspectives::MoverOther, perspectives];
        for packed in [&packed as &dyn Positions, &records] {
            let set = MirroredKingBuckets::new([0; 32]);
            same_rows(Chess768, perspectives, [&positions, packed]);
            same_rows(set, perspectives, [&positions, packed]);
            same_rows(
                Joined::new(PawnPairs, set),
                perspectives,
                [&positions, packed],
            );
        }
    }
    let mut bad = packed.clone();
    bad[3].occ = !0;
    bad[3].pcs = [0xff; 16];
    assert_eq!(
        Extractor::new(Chess768).append(&bad, &mut Csr::<u16>::new()),
        Err(Error::Position {
            index: 3,
            reason: PositionError::Overlap
        })
    );
}
