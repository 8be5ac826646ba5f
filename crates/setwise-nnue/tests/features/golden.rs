//! Numbers that the programs which the sets come from computed (`../golden/README.md`).

use fnv::FnvHasher;
use setwise_moves::{Color, Role};
use setwise_nnue::{
    Boards, Chess768, Csr, Extractor, FeatureSet, FullThreats, FullThreats60144, FullThreats79856,
    HalfKaV2Hm, HalfKaV2HmTraining, Joined, KingBuckets, Level, MirroredKingBuckets, MontyValue,
    PawnPairs, Perspectives,
};
use std::hash::Hasher;

/// The boards of a FEN, legal or not.
fn boards(fen: &str) -> Boards {
    let mut boards = crate::inputs::EMPTY;
    let (placement, rest) = fen.split_once(' ').expect("a side to move");
    for (row, rank) in placement.split('/').zip((0..8).rev()) {
        let mut file = 0;
        for c in row.chars() {
            if let Some(empty) = c.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let role = Role::from_letter(c).expect("a piece");
            let color = Color::ALL[usize::from(c.is_ascii_lowercase())];
            crate::inputs::put(&mut boards, color, role, 8 * rank + file);
            file += 1;
        }
    }
    if rest.starts_with('b') {
        boards.turn = Color::Black;
    }
    boards
}

/// The hash of the ascending indices, four bytes each, lowest first.
fn hash(indices: &[u32]) -> u64 {
    let mut indices = indices.to_vec();
    indices.sort_unstable();
    let mut hasher = FnvHasher::default();
    for index in indices {
        hasher.write(&index.to_le_bytes());
    }
    hasher.finish()
}

/// Compares a set with a file: for each position the number of features and the hashes of both
/// rows.
fn check<S: FeatureSet>(set: S, perspectives: Perspectives, golden: &str) {
    let positions: Vec<_> = include_str!("../golden/positions.txt")
        .lines()
        .map(boards)
        .collect();
    assert!(positions.len() > 1000);
    for level in Level::all() {
        let extractor = Extractor::new(set.clone())
            .on(level)
            .perspectives(perspectives);
        let mut rows = Csr::<u32>::new();
        extractor.append(&positions, &mut rows).expect("valid");
        assert_eq!(golden.lines().count(), positions.len());
        for (i, line) in golden.lines().enumerate() {
            let (first, second) = rows.row(i).expect("a row");
            let found = format!("{} {:016x} {:016x}", first.len(), hash(first), hash(second));
            assert_eq!(found, line, "{} on {level}: position {i}", set.name());
        }
    }
}

macro_rules! golden {
    ($($test:ident: $set:expr, $perspectives:ident, $file:literal;)*) => {$(
        #[test]
        fn $test() {
            let golden = include_str!(concat!("../golden/", $file, ".txt"));
            check($set, Perspectives::$perspectives, golden);
        }
    )*};
}

golden! {
    full_threats: FullThreats::new(), WhiteBlack, "full-threats";
    full_threats_60144: FullThreats60144::new(), WhiteBlack, "full-threats-60144";
    full_threats_79856: FullThreats79856::new(), WhiteBlack, "full-threats-79856";
    pawn_pairs: PawnPairs, WhiteBlack, "pawn-pairs";
    half_ka: HalfKaV2Hm, WhiteBlack, "half-ka-v2-hm";
    half_ka_training: HalfKaV2HmTraining, WhiteBlack, "half-ka-v2-hm-training";
    chess_768: Chess768, MoverOther, "chess-768";
    king_buckets: KingBuckets::new(std::array::from_fn(|square| (square * 37 % 11) as u8)),
        MoverOther, "king-buckets";
    mirrored_king_buckets:
        MirroredKingBuckets::new(std::array::from_fn(|square| (square * 5 % 7) as u8)),
        MoverOther, "mirrored-king-buckets";
    monty_value: MontyValue::monty(), MoverOther, "monty-value";
    joined: Joined::new(Joined::new(FullThreats::new(), PawnPairs), HalfKaV2HmTraining),
        WhiteBlack, "joined";
}
