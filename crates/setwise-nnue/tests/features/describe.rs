//! What indices stand for, against the oracle's lists of features.

use crate::inputs::random_piles;
use crate::oracle::{self, Piece};
use crate::random;
use setwise_moves::{Color, Role};
use setwise_nnue::{
    Chess768, Csr, Describe, Extractor, Feature, FullThreats, FullThreats60144, FullThreats79856,
    HalfKaV2Hm, HalfKaV2HmTraining, Joined, KingBuckets, MirroredKingBuckets, MontyValue,
    PawnPairs, PlacedPiece,
};
use std::collections::HashSet;

/// A piece as the oracle writes it.
fn piece(placed: PlacedPiece) -> (Piece, usize) {
    (
        (placed.color == Color::Black, placed.role),
        placed.square.index(),
    )
}

fn check_threats<S: Describe>(set: S, oracle: &oracle::Threats) {
    for index in 0..set.size() {
        let Some(Feature::Threat { attacker, attacked }) = set.describe(index) else {
            panic!("{} {index}", set.name());
        };
        let ((a, from), (b, to)) = (piece(attacker), piece(attacked));
        assert_eq!(oracle.index(a, from, b, to), Some(index));
    }
    assert_eq!(set.describe(set.size()), None);
    assert_eq!(set.describe(!0), None);
}

#[test]
fn threats() {
    check_threats(FullThreats::new(), &oracle::full_threats());
    check_threats(FullThreats60144::new(), &oracle::full_threats_60144());
    check_threats(FullThreats79856::new(), &oracle::full_threats_79856());
}

#[test]
fn pawn_pairs() {
    let mut index = 0;
    for high in 0..96 {
        for low in 0..high {
            let Some(Feature::PawnPair(pawns)) = PawnPairs.describe(index) else {
                panic!("{index}");
            };
            let expected = [high, low].map(|n: usize| ((n >= 48, Role::Pawn), 8 + n % 48));
            assert_eq!(pawns.map(piece), expected);
            index += 1;
        }
    }
    assert_eq!(PawnPairs.describe(index), None);
}

/// All pieces on squares, by bucket and plane.
fn check_pieces<S: Describe>(set: S, buckets: u32, planes: &[&[Piece]], own: fn(u32) -> usize) {
    let mut index = 0;
    for bucket in 0..buckets {
        for plane in planes {
            for square in 0..64 {
                let Some(Feature::Piece {
                    bucket: found,
                    piece: placed,
                }) = set.describe(index)
                else {
                    panic!("{} {index}", set.name());
                };
                let expected = match plane {
                    [one] => *one,
                    [own_king, _] if square == own(bucket) => *own_king,
                    [_, other_king] => *other_king,
                    _ => unreachable!(),
                };
                assert_eq!((found, piece(placed)), (bucket, (expected, square)));
                index += 1;
            }
        }
    }
    assert_eq!((index, set.describe(index)), (set.size(), None));
}

#[test]
fn pieces() {
    let own_first: Vec<[Piece; 1]> = oracle::pieces().map(|piece| [piece]).collect();
    let own_first: Vec<&[Piece]> = own_first.iter().map(|plane| &plane[..]).collect();
    check_pieces(Chess768, 1, &own_first, |_| 0);
    let buckets = std::array::from_fn(|square| (square % 5) as u8);
    check_pieces(KingBuckets::new(buckets), 5, &own_first, |_| 0);
    let buckets = std::array::from_fn(|square| (square % 3) as u8);
    check_pieces(MirroredKingBuckets::new(buckets), 3, &own_first, |_| 0);
    let by_role = Role::ALL.map(|role| [(false, role), (true, role)]);
    let separate: Vec<&[Piece]> = by_role.iter().flat_map(|both| both.chunks(1)).collect();
    check_pieces(HalfKaV2HmTraining, 32, &separate, |_| 0);
    let shared = [&separate[..10], &[&by_role[5][..]]].concat();
    // The files h to e of the last rank, then those of the rank below.
    check_pieces(HalfKaV2Hm, 32, &shared, |bucket| {
        63 - (bucket / 4 * 8 + bucket % 4) as usize
    });
}

/// The features of positions, located, are true of them, and both rows agree.
fn check_located<S: Describe>(set: S) {
    let mut positions: Vec<_> = random::POSITIONS.iter().copied().step_by(7).collect();
    positions.extend(random_piles(41, 200));
    let mut rows = Csr::<u32>::new();
    Extractor::new(set.clone())
        .append(&positions, &mut rows)
        .expect("valid");
    let mut seen = HashSet::new();
    for (i, boards) in positions.iter().enumerate() {
        let (white, black) = rows.row(i).expect("a row");
        let board = oracle::board(boards, Color::White);
        for (&first, &second) in white.iter().zip(black) {
            let [first, second] = [(first, Color::White), (second, Color::Black)]
                .map(|(index, color)| set.locate(index, boards, color).expect("a feature"));
            assert_eq!(
                unordered(first, true),
                unordered(second, true),
                "{} {boards:?}",
                set.name()
            );
            assert!(is_true(first, &board), "{first} {boards:?}");
            seen.insert(unordered(first, true));
        }
    }
    assert!(seen.len() > 700);
}

/// A feature with its pieces in an order that is the same for both perspectives.
fn unordered(feature: Feature, any_bucket: bool) -> Feature {
    match feature {
        Feature::Threat { attacker, attacked }
            if attacker.role == attacked.role && attacker.square < attacked.square =>
        {
            Feature::Threat {
                attacker: attacked,
                attacked: attacker,
            }
        }
        Feature::PawnPair([a, b]) if a.square < b.square => Feature::PawnPair([b, a]),
        Feature::Piece { piece, .. } if any_bucket => Feature::Piece { bucket: 0, piece },
        other => other,
    }
}

/// Whether the pieces of a feature are on the board, and attack.
fn is_true(feature: Feature, board: &oracle::Board) -> bool {
    let has = |placed: PlacedPiece| {
        let (piece, square) = piece(placed);
        board[square] == Some(piece)
    };
    match feature {
        Feature::Threat { attacker, attacked } => {
            let (piece, from) = piece(attacker);
            let mut ways = oracle::ways(piece, from).iter();
            let first = |way: &Vec<usize>| way.iter().copied().find(|&to| board[to].is_some());
            has(attacker)
                && has(attacked)
                && ways.any(|way| first(way) == Some(attacked.square.index()))
        }
        Feature::PawnPair(pawns) => pawns.into_iter().all(has),
        Feature::Piece { piece, .. } => has(piece),
        _ => false,
    }
}

#[test]
fn located() {
    check_located(FullThreats::new());
    check_located(FullThreats79856::new());
    check_located(PawnPairs);
    check_located(Chess768);
    check_located(KingBuckets::new(std::array::from_fn(|square| square as u8)));
    check_located(HalfKaV2Hm);
    check_located(HalfKaV2HmTraining);
    check_located(MontyValue::monty());
    check_located(Joined::new(
        Joined::new(FullThreats60144::new(), PawnPairs),
        HalfKaV2Hm,
    ));
}
