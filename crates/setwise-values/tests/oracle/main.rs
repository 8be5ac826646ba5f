//! Values of the stored move, and conditions, against what the definitions say of a board of 64
//! squares.

mod conditions;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use setwise_conformance::board::Board;
use setwise_formats::Record;
use setwise_moves::Position;
use setwise_values::{Analyses, Seen, Value, WORTH};
use std::collections::BTreeMap;

/// Positions with mates in one, promotions, en passant, castling, pins and exchanges.
const SET_UP: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/5B1q/5B2/2B2k2/1R6/8/4K2R w K - 0 1",
    "5Q2/7k/8/5Pp1/7N/8/6R1/4BK2 w - g6 0 1",
    "R7/3PBk2/5N2/8/1B6/6R1/8/7K w - - 0 1",
    "8/5B2/8/5K2/8/8/1b6/1k3B1R w - - 0 1",
    "3k4/P7/8/3pP3/8/8/3r4/R3K3 w Q d6 0 1",
    "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "4k3/8/8/8/1pPp4/8/8/2R1K3 b - c3 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1",
    "k7/8/1K6/8/8/8/1p6/2Q5 w - - 0 1",
];

/// The values of a move, by their names.
type Values = BTreeMap<&'static str, i64>;

/// A position, its moves, the one that is played, and what its values are.
struct Played {
    record: Record,
    values: Values,
    after: Board,
}

/// The name of a move, and the board after it.
type Step = (String, Board);

fn values(board: &Board, steps: &[Step], played: &Step) -> Values {
    let mating = steps.iter().filter(|(_, after)| after.is_mate()).count() as i64;
    let after = &played.1;
    let pieces = |board: &Board| board.pieces.iter().flatten().count();
    [
        ("mating_moves", mating),
        ("missed_mate", i64::from(mating > 0 && !after.is_mate())),
        ("played_captures", i64::from(pieces(after) < pieces(board))),
        ("gives_check", i64::from(after.in_check(after.turn))),
        ("exchange", board.exchange(played, &WORTH).into()),
    ]
    .into()
}

/// Plays random moves from a position. The moves of the board are those of the rules.
fn game(fen: &str, plies: usize, random: &mut SplitMix64) -> Vec<Played> {
    let mut below = |end: usize| random.next_u64() as usize % end;
    let mut position = Position::from_fen(fen).expect(fen);
    let (mut board, mut all) = (Board::from(&position), Vec::<Played>::new());
    for _ in 0..plies {
        let steps = board.moves();
        assert_eq!(steps.len(), position.legal_moves().len(), "{position}");
        if steps.is_empty() {
            break;
        }
        let step = &steps[below(steps.len())];
        let mut record = Record::from(position);
        record.played = Some(position.parse_move(&step.0).expect("a legal move"));
        record.ply = u16::try_from(all.len()).ok();
        let after = step.1.clone();
        all.push(Played {
            record,
            values: values(&board, &steps, step),
            after: after.clone(),
        });
        position = position.play_unchecked(record.played.expect("a move"));
        board = after;
    }
    all
}

/// Random games, and all moves of the positions that are set up.
fn all_played(seed: u64, games: usize) -> Vec<Played> {
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut all = Vec::new();
    for fen in SET_UP {
        let position = Position::from_fen(fen).expect(fen);
        let board = Board::from(&position);
        let steps = board.moves();
        for step in &steps {
            let mut record = Record::from(position);
            record.played = Some(record.position.parse_move(&step.0).expect("a move"));
            record.ply = Some(0);
            let (values, after) = (values(&board, &steps, step), step.1.clone());
            all.push(Played {
                record,
                values,
                after,
            });
        }
    }
    for i in 0..games {
        all.extend(game(SET_UP[i % SET_UP.len()], 80, &mut random));
    }
    all
}

#[test]
fn stored_moves_follow_the_definitions() {
    let all = all_played(76, 60);
    let mut seen: BTreeMap<&str, i64> = BTreeMap::new();
    // Sizes of batches around the parts in which mates are found.
    for size in [1, 511, 512, 513, all.len()] {
        let mut analyses = Analyses::default();
        for part in all.chunks(size) {
            let records: Vec<Record> = part.iter().map(|played| played.record).collect();
            analyses.load(&records);
            for (i, Played { record, values, .. }) in part.iter().enumerate() {
                for (&name, &expected) in values {
                    let found = Value::named(name).expect(name);
                    let found = found.of(&Seen::new(record, &analyses, i));
                    let (position, played) = (&record.position, record.played.expect("a move"));
                    assert_eq!(found, Some(expected), "{name}: {played} in {position}");
                    *seen.entry(name).or_default() += expected.abs();
                }
            }
        }
    }
    assert!(seen.values().all(|&sum| sum > 100), "{seen:?}");
    assert!(all.iter().any(|played| played.after.is_mate()));
}
