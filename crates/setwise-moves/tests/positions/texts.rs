//! Moves and positions as text, both ways, against cozy-chess.

use crate::common::known;
use crate::common::rng::{Rng, random_setup};
use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, Move as CozyMove};
use setwise_conformance::suite::one_in;
use setwise_moves::{Move, Position};

/// Compares the texts of a position and of all its legal moves. Returns false if the other program
/// refuses the position.
fn compare(ours: &Position) -> bool {
    // The other program counts to 100, and knows no more pieces than a game has.
    let Ok(theirs) = Board::from_fen(&ours.to_shredder_fen(), true) else {
        return false;
    };
    assert_eq!(ours.to_shredder_fen(), format!("{theirs:#}"));
    let is_orthodox = is_orthodox(ours);
    for found in ours.legal_moves() {
        compare_move(ours, &theirs, found, is_orthodox);
    }
    true
}

/// Whether the side to move castles with the squares of orthodox chess, or not at all.
fn is_orthodox(position: &Position) -> bool {
    const CORNERS: u64 = 0x81 | 0x81 << 56;
    let castling = position.castling();
    castling == 0 || castling & !CORNERS == 0 && position.king(position.turn()).file() == 4
}

fn compare_move(ours: &Position, theirs: &Board, found: Move, is_orthodox: bool) {
    let context = || format!("{found:?} in {ours}");
    let name = found.uci_chess960();
    let same: CozyMove = name.parse().expect("a move");
    assert_eq!(*name, same.to_string(), "{}", context());
    assert_eq!(ours.parse_move(&name), Ok(found), "{}", context());
    assert_eq!(format!("{found:#}"), *name);

    let name = found.uci();
    assert_eq!(
        *name,
        display_uci_move(theirs, same).to_string(),
        "{}",
        context()
    );
    assert_eq!(found.to_string(), *name);
    if is_orthodox {
        assert_eq!(ours.parse_move(&name), Ok(found), "{}", context());
        assert_eq!(
            parse_uci_move(theirs, &name).ok(),
            Some(same),
            "{}",
            context()
        );
    }

    let name = ours.san(found);
    assert_eq!(
        *name,
        display_san_move(theirs, same).to_string(),
        "{}",
        context()
    );
    assert_eq!(ours.parse_san(&name), Ok(found), "{name}: {}", context());
    assert_eq!(
        parse_san_move(theirs, &name).ok(),
        Some(same),
        "{name}: {}",
        context()
    );
}

/// Compares the positions of games of random moves, half a million or a part of them.
fn games(seed: u64, start: impl Fn(&mut Rng) -> Position) {
    let mut rng = Rng::new(seed);
    let count = 5000 / one_in("SUITE_FRACTION", 80);
    let mut compared = 0;
    for _ in 0..count {
        let mut position = start(&mut rng);
        for _ in 0..120 {
            compared += usize::from(compare(&position));
            let moves: Vec<Move> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
    assert!(compared > 100 * count, "{compared}");
}

#[test]
fn games_of_random_moves() {
    games(0x5a, |_| Position::startpos());
    games(0x5b, |rng| {
        let [white, black] = [0; 2].map(|_: i32| rng.below(960) as u16);
        Position::double_chess960(white, black).expect("numbers below 960")
    });
}

/// Positions of suites, and random set-ups. All of them are read back, even those that the other
/// program refuses.
#[test]
fn suites_and_set_ups() {
    let compared = |position: &Position| {
        read_back(position);
        compare(position)
    };
    let suites = known()
        .iter()
        .filter(|known| compared(&known.position()))
        .count();
    let (mut rng, count) = (Rng::new(0x5e7), 2_000_000 / one_in("SUITE_FRACTION", 100));
    let set_ups = (0..count).filter_map(|_| Position::new(random_setup(&mut rng)).ok());
    let set_ups = set_ups.filter(compared).count();
    assert!(suites > 800 && set_ups > count / 20, "{suites} {set_ups}");
}

/// Every legal move has a unique name in both notations, which is read back.
fn read_back(position: &Position) {
    let mut names = Vec::new();
    for found in position.legal_moves() {
        let san = position.san(found);
        assert_eq!(position.parse_san(&san), Ok(found), "{san} in {position}");
        let uci = found.uci_chess960();
        assert_eq!(position.parse_move(&uci), Ok(found), "{uci} in {position}");
        names.push(String::from(san));
    }
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "{position}");
    assert_eq!(Position::from_fen(&position.to_fen()), Ok(*position));
    assert_eq!(
        Position::from_fen(&position.to_shredder_fen()),
        Ok(*position)
    );
}
