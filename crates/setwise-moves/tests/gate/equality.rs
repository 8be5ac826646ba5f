//! Equality with other programs: cozy-chess in random games, the reference board on random setups.

use crate::common::known;
use crate::common::rng::{Rng, random_setup};
use setwise_conformance::board::Board;
use setwise_core::Square;
use setwise_moves::{Move, Position, Role, Setup, Status};

/// The names of all legal moves, sorted. Checks that each is legal and that its name is parsed.
fn names(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut names: Vec<String> = moves
        .iter()
        .map(|&found| {
            assert!(position.is_legal(found), "{found:?} in {position}");
            format!("{found:#}")
        })
        .collect();
    names.sort();
    assert_eq!(names.len(), moves.len(), "{position}");
    assert_eq!(names.len(), position.count_legal() as usize, "{position}");
    assert_eq!(names.is_empty(), moves.is_empty(), "{position}");
    names
}

fn cozy_names(board: &cozy_chess::Board) -> Vec<String> {
    let mut names = Vec::new();
    board.generate_moves(|moves| {
        names.extend(moves.into_iter().map(|found| found.to_string()));
        false
    });
    names.sort();
    names
}

/// Compares squares, promotions and names, with those of orthodox chess if it is that.
fn compare_moves(ours: &Position, theirs: &cozy_chess::Board, is_orthodox: bool) {
    let mut expected = Vec::new();
    theirs.generate_moves(|moves| {
        expected.extend(moves);
        false
    });
    let square = |square: cozy_chess::Square| Square::wrapping(square as usize);
    let role = |role: cozy_chess::Piece| Role::ALL[role as usize];
    let parts = |found: &cozy_chess::Move| {
        (
            square(found.from),
            square(found.to),
            found.promotion.map(role),
        )
    };
    expected.sort_by_key(parts);
    let mut moves: Vec<Move> = ours.legal_moves().into_iter().collect();
    let parts_of_ours = |found: &Move| (found.source(), found.target(), found.promotion());
    moves.sort_by_key(parts_of_ours);
    assert_eq!(moves.len(), expected.len(), "{ours}");
    for (&found, theirs_found) in moves.iter().zip(&expected) {
        assert_eq!(parts_of_ours(&found), parts(theirs_found), "{ours}");
        let from = theirs_found.from;
        assert_eq!(
            Some(role(theirs.piece_on(from).expect("a piece"))),
            Some(found.role())
        );
        assert_eq!(Move::from_bits(found.bits()), Some(found));
        let mut next = theirs.clone();
        next.play_unchecked(*theirs_found);
        let gives_check = !next.checkers().is_empty();
        assert_eq!(ours.gives_check(found), gives_check, "{found} in {ours}");
        let name = format!("{found:#}");
        assert_eq!(name, theirs_found.to_string(), "{ours}");
        assert_eq!(ours.parse_move(&name), Ok(found), "{ours}");
        if is_orthodox {
            let name = cozy_chess::util::display_uci_move(theirs, *theirs_found).to_string();
            assert_eq!(found.to_string(), name, "{ours}");
            assert_eq!(ours.parse_move(&name), Ok(found), "{ours}");
        }
    }
}

/// The pieces that attack a square.
fn cozy_attackers(board: &cozy_chess::Board, square: Square, occupied: u64) -> u64 {
    use cozy_chess::{BitBoard, Color, Piece};
    let square = cozy_chess::Square::index(square.index());
    let blockers = BitBoard(occupied) | square.bitboard();
    let queens = board.pieces(Piece::Queen);
    let pawns = Color::ALL.map(|color| {
        cozy_chess::get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn)
    });
    let attackers = pawns[0]
        | pawns[1]
        | cozy_chess::get_knight_moves(square) & board.pieces(Piece::Knight)
        | cozy_chess::get_king_moves(square) & board.pieces(Piece::King)
        | cozy_chess::get_rook_moves(square, blockers) & (board.pieces(Piece::Rook) | queens)
        | cozy_chess::get_bishop_moves(square, blockers) & (board.pieces(Piece::Bishop) | queens);
    attackers.0
}

/// Compares null moves, attackers and the end of the game.
fn compare_position(ours: &Position, theirs: &cozy_chess::Board, rng: &mut Rng) {
    // The other program counts to 100.
    if theirs.halfmove_clock() < 100 {
        let passed = ours.null_move().map(|passed| passed.to_shredder_fen());
        let expected = theirs.null_move().map(|passed| format!("{passed:#}"));
        assert_eq!(passed, expected, "{ours}");
    }
    let square = Square::wrapping(rng.below(64));
    for occupied in [ours.occupied(), ours.occupied() & rng.next()] {
        let found = ours.attackers_to(square, occupied);
        let expected = cozy_attackers(theirs, square, occupied);
        assert_eq!(found, expected, "{square} {occupied:x} {ours}");
    }
    let expected = match theirs.status() {
        cozy_chess::GameStatus::Won => Status::Checkmate,
        cozy_chess::GameStatus::Ongoing if ours.has_insufficient_material() => {
            Status::InsufficientMaterial
        }
        cozy_chess::GameStatus::Ongoing => Status::Ongoing,
        cozy_chess::GameStatus::Drawn if ours.legal_moves().is_empty() => Status::Stalemate,
        cozy_chess::GameStatus::Drawn if ours.has_insufficient_material() => {
            Status::InsufficientMaterial
        }
        cozy_chess::GameStatus::Drawn => Status::FiftyMoves,
    };
    assert_eq!(ours.status(), expected, "{ours}");
}

/// Plays random games from the positions of `start`. Returns the number of positions compared.
fn play_with_cozy(
    games: usize,
    seed: u64,
    is_orthodox: bool,
    start: impl Fn(&mut Rng) -> cozy_chess::Board,
) -> usize {
    let mut rng = Rng(seed);
    let mut nodes = 0;
    for _ in 0..games {
        let mut theirs = start(&mut rng);
        let mut ours = Position::from_fen(&format!("{theirs:#}")).expect("a start position");
        for _ in 0..150 {
            nodes += 1;
            compare_moves(&ours, &theirs, is_orthodox);
            compare_position(&ours, &theirs, &mut rng);
            let moves = names(&ours);
            assert_eq!(moves, cozy_names(&theirs), "{ours}");
            assert_eq!(ours.checkers(), theirs.checkers().0, "{ours}");
            let own = theirs.colors(theirs.side_to_move());
            assert_eq!(ours.pinned(), (theirs.pinned() & own).0, "{ours}");
            if moves.is_empty() {
                assert_eq!(ours.is_mate(), !theirs.checkers().is_empty());
                assert_eq!(ours.is_stalemate(), theirs.checkers().is_empty());
                break;
            }
            if theirs.halfmove_clock() == 100 {
                break;
            }
            let name = &moves[rng.below(moves.len())];
            let found = ours.parse_move(name).expect("its own move");
            ours = ours.play(found).expect("a legal move");
            theirs.play(name.parse().expect("a name"));
            assert_eq!(ours.to_shredder_fen(), format!("{theirs:#}"));
            assert_eq!(Position::from_fen(&ours.to_fen()), Ok(ours));
        }
    }
    nodes
}

fn play_orthodox(games: usize, seed: u64) -> usize {
    play_with_cozy(games, seed, true, |_| cozy_chess::Board::startpos())
}

fn play_double_chess960(games: usize, seed: u64) -> usize {
    play_with_cozy(games, seed, false, |rng| {
        let [white, black] = [0; 2].map(|_: i32| rng.below(960) as u32);
        cozy_chess::Board::double_chess960_startpos(white, black)
    })
}

#[test]
fn orthodox_random_play() {
    let nodes = play_orthodox(250, 0x5e7);
    assert!(nodes > 20_000, "{nodes}");
}

#[test]
fn double_chess960_random_play() {
    let nodes = play_double_chess960(250, 0x960);
    assert!(nodes > 20_000, "{nodes}");
}

#[test]
#[ignore = "a minute; a million positions"]
fn a_million_positions_of_random_play() {
    let nodes = play_orthodox(5000, 0x5e8) + play_double_chess960(5000, 0x961);
    assert!(nodes > 1_000_000, "{nodes}");
}

/// Compares the moves and the positions after them with the reference board.
fn compare_with_rules(position: &Position) {
    let board = Board::from(position);
    let moves = board.moves();
    let expected: Vec<&String> = moves.iter().map(|(name, _)| name).collect();
    assert_eq!(
        names(position).iter().collect::<Vec<_>>(),
        expected,
        "{position:#}"
    );
    assert_eq!(
        position.is_check(),
        board.in_check(position.turn()),
        "{position:#}"
    );
    for (name, expected) in &moves {
        let found = position.parse_move(name).expect("a legal move");
        let next = position.play(found).expect("a legal move");
        assert_eq!(Board::from(&next), *expected, "{name} in {position:#}");
        assert_eq!(
            Position::new(Setup::from(next)),
            Ok(next),
            "{name} in {position:#}"
        );
    }
}

/// All positions of the suites, and the positions after one random move.
#[test]
fn suites_by_the_rules() {
    let mut rng = Rng(0x1e6a1);
    for known in known() {
        let position = known.position();
        compare_with_rules(&position);
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        if !moves.is_empty() {
            let found = moves[rng.below(moves.len())];
            compare_with_rules(&position.play(found).expect("a legal move"));
        }
    }
}

/// Every setup that [`Position::new`] accepts has the right moves.
#[test]
fn random_set_ups_by_the_rules() {
    let mut rng = Rng(0xabcdef);
    let mut compared = [0; 4];
    for _ in 0..40_000 {
        let setup = random_setup(&mut rng);
        if let Ok(position) = Position::new(setup) {
            compare_with_rules(&position);
            compared[position.checkers().count_ones().min(3) as usize] += 1;
        }
    }
    // No check, one, two, more.
    assert!(compared.iter().all(|&n| n > 100), "{compared:?}");
}

#[test]
fn initial_positions_of_chess960() {
    for number in 0..960 {
        let theirs = cozy_chess::Board::chess960_startpos(number.into());
        let ours = Position::chess960(number).expect("a number below 960");
        assert_eq!(ours.to_shredder_fen(), format!("{theirs:#}"));
        let black = 959 - number;
        let theirs = cozy_chess::Board::double_chess960_startpos(number.into(), black.into());
        let ours = Position::double_chess960(number, black).expect("numbers below 960");
        assert_eq!(ours.to_shredder_fen(), format!("{theirs:#}"));
    }
    assert_eq!(Position::double_chess960(0, 960), None);
}
