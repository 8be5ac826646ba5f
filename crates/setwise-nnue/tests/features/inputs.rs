//! Positions to test with.

use fastrand::Rng;
use setwise_moves::{Color, Position, Role};
use setwise_nnue::{Boards, Csr, Index, Padded};

/// Positions of games of random moves.
pub(crate) fn random_play(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = Rng::with_seed(seed);
    let mut positions = vec![];
    let mut position = Position::startpos();
    while positions.len() < count {
        positions.push(position);
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        let next = rng.choice(&moves).and_then(|&m| position.play(m).ok());
        position = match next {
            Some(next) if next.halfmoves() < 60 => next,
            _ => Position::startpos(),
        };
    }
    positions
}

/// The lines of a file, comments left out.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Every ninth position of the games that benchmarks run on, and all positions of the suites of
/// `setwise-moves`.
pub(crate) fn games_and_suites() -> Vec<Position> {
    let mut positions: Vec<_> = games().step_by(9).collect();
    assert!(positions.len() > 3000);
    positions.extend(suites());
    assert!(positions.len() > 4000);
    positions
}

/// The positions of the games.
fn games() -> impl Iterator<Item = Position> {
    lines(include_str!("../../../../benches/corpus/games.txt")).flat_map(|game| {
        let mut position = Position::startpos();
        let after = game.split(' ').map(move |name| {
            let played = position.parse_move(name).expect("a move");
            position = position.play(played).expect("legal");
            position
        });
        after.collect::<Vec<_>>()
    })
}

/// The positions of the perft suites, and those that show mistakes.
fn suites() -> Vec<Position> {
    let suites = lines(include_str!("../../../setwise-moves/tests/data/perft.txt"))
        .map(|line| line.split('|').nth(2));
    let mistakes = lines(include_str!(
        "../../../setwise-moves/tests/data/mistakes.txt"
    ))
    .map(|line| line.split('|').nth(1));
    suites
        .chain(mistakes)
        .map(|fen| Position::from_fen(fen.expect("a FEN").trim()).expect("a position"))
        .collect()
}

/// Random pieces on random squares, from the two kings alone to a full board.
pub(crate) fn random_piles(seed: u64, count: usize) -> Vec<Boards> {
    let mut rng = Rng::with_seed(seed);
    (0..count)
        .map(|i| {
            let mut squares: Vec<usize> = (0..64).collect();
            rng.shuffle(&mut squares);
            let pieces = if i % 4 == 0 {
                rng.usize(2..=64)
            } else {
                rng.usize(2..=32)
            };
            // Some piles have few roles, so that they have many pieces of one of them.
            let roles = rng.usize(1..=5);
            let turn = Color::ALL[rng.usize(..2)];
            let mut boards = EMPTY;
            for (number, &square) in squares[..pieces].iter().enumerate() {
                let (color, role) = match number {
                    0 | 1 => (number, Role::King),
                    _ => (rng.usize(..2), Role::ALL[(rng.usize(..roles) + i) % 5]),
                };
                let role = match role {
                    Role::Pawn if !(8..56).contains(&square) => Role::Knight,
                    other => other,
                };
                put(&mut boards, Color::ALL[color], role, square);
            }
            Boards { turn, ..boards }
        })
        .collect()
}

/// No pieces, White to move.
pub(crate) const EMPTY: Boards = Boards {
    colors: [0; 2],
    roles: [0; 6],
    turn: Color::White,
};

/// Puts a piece on a square.
pub(crate) fn put(boards: &mut Boards, color: Color, role: Role, square: usize) {
    boards.colors[color.index()] |= 1 << square;
    boards.roles[role.index()] |= 1 << square;
}

/// The boards with their files reflected.
pub(crate) fn mirrored(boards: &Boards) -> Boards {
    let reflect = |board: u64| u64::from_le_bytes(board.to_le_bytes().map(u8::reverse_bits));
    Boards {
        colors: boards.colors.map(reflect),
        roles: boards.roles.map(reflect),
        turn: boards.turn,
    }
}

/// Asserts that two lists of rows are equal.
pub(crate) fn equal<T: Index>(a: &Csr<T>, b: &Csr<T>) {
    assert_eq!(a.offsets(), b.offsets());
    assert!(a.first() == b.first() && a.second() == b.second());
}

/// The kings alone, White to move.
pub(crate) fn kings(white: usize, black: usize) -> Boards {
    let mut boards = EMPTY;
    put(&mut boards, Color::White, Role::King, white);
    put(&mut boards, Color::Black, Role::King, black);
    boards
}

/// Memory of the caller with a row length and a filler.
pub(crate) fn padded<'a, E>(
    [first, second]: [&'a mut [E]; 2],
    stride: usize,
    filler: E,
) -> Padded<'a, E> {
    Padded {
        first,
        second,
        stride,
        filler,
    }
}
