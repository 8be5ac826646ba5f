//! Repetitions, against a comparison with all earlier positions of the game by cozy-chess.

use crate::common::rng::Rng;
use setwise_moves::{History, Move, Position};

/// What makes two positions the same: pieces, side to move, castling rights, legal en passant
/// captures. (`Board::same_position` also takes a bishop's move to the en passant square for a
/// capture.)
fn identity(board: &cozy_chess::Board) -> (String, bool) {
    let fen = format!("{board:#}");
    let fields: Vec<&str> = fen.split(' ').collect();
    let pawns = board.pieces(cozy_chess::Piece::Pawn);
    let captures = board.generate_moves(|moves| {
        let captures = |found: cozy_chess::Move| {
            pawns.has(found.from)
                && found.from.file() != found.to.file()
                && board.piece_on(found.to).is_none()
        };
        moves.into_iter().any(captures)
    });
    (fields[..3].join(" "), captures)
}

/// Plays on from a position, often back and forth. Returns the number of positions that repeat.
fn shuffle(start: cozy_chess::Board, rng: &mut Rng) -> usize {
    let mut position = Position::from_fen(&format!("{start:#}")).expect("a FEN");
    let mut history = History::new();
    let mut earlier: Vec<(String, bool)> = Vec::new();
    let mut theirs = start;
    let mut last: [Option<Move>; 2] = [None; 2];
    let mut repeated = 0;
    for ply in 0..120 {
        assert_eq!((history.len(), history.is_empty()), (ply, ply == 0));
        let current = identity(&theirs);
        let plies: Vec<usize> = (1..=ply)
            .filter(|back| earlier[ply - back] == current)
            .collect();
        let count = history.repetitions(&position);
        assert_eq!(count, plies.len(), "{position}");
        let nearest = history.plies_to_repetition(&position);
        assert_eq!(nearest, plies.first().copied(), "{position}");
        assert_eq!(history.is_threefold(&position), count >= 2);
        assert_eq!(history.is_fivefold(&position), count >= 4);
        repeated += usize::from(count > 0);

        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if moves.is_empty() || position.halfmoves() == 100 {
            break;
        }
        let back = last[0].and_then(|one| Move::new(one.target(), one.source(), one.kind()));
        let played = match back.filter(|back| moves.contains(back)) {
            Some(back) if rng.below(4) != 0 => back,
            _ => moves[rng.below(moves.len())],
        };
        // A move that is taken back leaves no trace.
        let tried = position.play_unchecked(moves[rng.below(moves.len())]);
        history.push(&position);
        history.push(&tried);
        assert!(history.pop());
        last = [last[1], Some(played)];
        earlier.push(current);
        position = position.play_unchecked(played);
        theirs.play(format!("{played:#}").parse().expect("a move"));
    }
    history.clear();
    assert!(history.is_empty() && !history.pop());
    repeated
}

#[test]
fn games_back_and_forth() {
    let mut rng = Rng::new(0x9223);
    let mut repeated = 0;
    for _ in 0..400 {
        repeated += shuffle(cozy_chess::Board::startpos(), &mut rng);
        let [white, black] = [0; 2].map(|_: i32| rng.below(960) as u32);
        let start = cozy_chess::Board::double_chess960_startpos(white, black);
        repeated += shuffle(start, &mut rng);
    }
    assert!(repeated > 20_000, "{repeated}");
}

/// Plays moves, and returns how often the last position was on the board before.
fn repetitions(fen: &str, moves: &str) -> usize {
    let mut position = Position::from_fen(fen).expect("a FEN");
    let mut history = History::new();
    for name in moves.split(' ') {
        history.push(&position);
        let found = position.parse_move(name).expect("a move");
        position = position.play(found).expect("a legal move");
    }
    history.repetitions(&position)
}

#[test]
fn what_makes_positions_differ() {
    let start = Position::startpos().to_fen();
    // No piece can capture on e3.
    let knights = "g8f6 g1f3 f6g8 f3g1";
    assert_eq!(repetitions(&start, &format!("e2e4 {knights} {knights}")), 2);
    // A pawn can capture on d6, the first time only.
    let fen = "4k1n1/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1";
    let knights = "g1f3 g8f6 f3g1 f6g8";
    assert_eq!(repetitions(fen, &format!("d7d5 {knights} {knights}")), 1);
    // The pawn is pinned.
    let fen = "4r1nk/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1";
    assert_eq!(repetitions(fen, &format!("d7d5 {knights} {knights}")), 2);
    // The king loses its castling rights.
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let kings = "e1e2 e8e7 e2e1 e7e8";
    assert_eq!(repetitions(fen, &format!("{kings} {kings}")), 1);
    // The other side to move: the king loses a move on its way.
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(repetitions(fen, "a1b1 h8g8 b1b2 g8h8 b2a1"), 0);
}

/// A counter above the length of the history, and moves that are not quiet.
#[test]
fn reversible_plies() {
    let position = Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 40 60").expect("a FEN");
    let mut history = History::new();
    assert_eq!(history.reversible_plies(&position), 0);
    history.push(&position);
    history.push(&position);
    assert_eq!(history.reversible_plies(&position), 2);
    assert_eq!(history.repetitions(&position), 1);
    let pawn = Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 60").expect("a FEN");
    assert_eq!(history.reversible_plies(&pawn), 0);
    assert_eq!(history.repetitions(&pawn), 0);
}
