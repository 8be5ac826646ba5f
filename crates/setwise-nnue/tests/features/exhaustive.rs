//! All placements of two pieces and two kings.

use crate::inputs::{self, put};
use crate::oracle::{self, Threats};
use setwise_moves::{Color, Role};
use setwise_nnue::{
    Boards, Csr, Extractor, FeatureSet, FullThreats, FullThreats60144, FullThreats79856,
};

/// Calls `act` with the positions of one placement of the kings and all placements of two pieces,
/// in one batch.
fn two_pieces(kings: [usize; 2], act: &mut impl FnMut(&[Boards])) {
    let mut batch = vec![];
    let bare = inputs::kings(kings[0], kings[1]);
    let pieces: Vec<_> = Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL[..5].iter().map(move |&role| (color, role)))
        .collect();
    let stands = |role: Role, square: usize| {
        !kings.contains(&square) && (role != Role::Pawn || (8..56).contains(&square))
    };
    for &(color, role) in &pieces {
        for square in (0..64).filter(|&square| stands(role, square)) {
            for &(other_color, other_role) in &pieces {
                for other in (square + 1..64).filter(|&other| stands(other_role, other)) {
                    let mut boards = bare;
                    put(&mut boards, color, role, square);
                    put(&mut boards, other_color, other_role, other);
                    batch.push(boards);
                }
            }
        }
    }
    act(&batch);
}

/// Compares a set with the oracle for some placements of the kings.
fn check<S: FeatureSet>(set: S, oracle: &Threats, kings: impl Iterator<Item = [usize; 2]>) {
    let extractor = Extractor::new(set);
    let mut rows = Csr::<u32>::new();
    for kings in kings {
        two_pieces(kings, &mut |batch| {
            rows.clear();
            extractor.append(batch, &mut rows).expect("valid");
            for (i, boards) in batch.iter().enumerate() {
                let (first, second) = rows.row(i).expect("a row");
                let found = first.iter().copied().zip(second.iter().copied());
                assert!(found.eq(oracle.rows(boards)), "{boards:?}");
            }
        });
    }
}

/// All placements of the kings.
fn all_kings() -> impl Iterator<Item = [usize; 2]> {
    (0..64 * 64)
        .map(|kings| [kings / 64, kings % 64])
        .filter(|kings| kings[0] != kings[1])
}

/// One placement, with different mirrors.
fn few_kings() -> impl Iterator<Item = [usize; 2]> {
    [[4, 57]].into_iter()
}

macro_rules! exhaustive {
    ($($few:ident, $all:ident: $set:expr, $oracle:ident;)*) => {$(
        #[test]
        fn $few() {
            check($set, &oracle::$oracle(), few_kings());
        }

        #[test]
        #[ignore = "takes half an hour"]
        fn $all() {
            check($set, &oracle::$oracle(), all_kings());
        }
    )*};
}

exhaustive! {
    full_threats, all_full_threats: FullThreats::new(), full_threats;
    full_threats_60144, all_full_threats_60144: FullThreats60144::new(), full_threats_60144;
    full_threats_79856, all_full_threats_79856: FullThreats79856::new(), full_threats_79856;
}
