//! Equality with other programs: cozy-chess in random games, the reference board on random setups.

use crate::common::known;
use crate::common::rng::{Rng, random_setup};
use cozy_chess::BitBoard;
use setwise_conformance::{board::Board, suite::one_in};
use setwise_core::Square;
use setwise_moves::{Color, Move, Position, Role, Setup, Status};

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

fn square(square: cozy_chess::Square) -> Square {
    Square::wrapping(square as usize)
}

fn role(role: cozy_chess::Piece) -> Role {
    Role::ALL[role as usize]
}

/// Compares the moves of the pieces on some squares. Returns them, and those of the other program.
fn pairs(
    ours: &Position,
    theirs: &cozy_chess::Board,
    sources: u64,
) -> Vec<(Move, cozy_chess::Move)> {
    let mut expected = Vec::new();
    theirs.generate_moves_for(BitBoard(sources), |moves| {
        expected.extend(moves);
        false
    });
    let parts = |found: &cozy_chess::Move| {
        let promotion = found.promotion.map(role);
        (square(found.from), square(found.to), promotion)
    };
    expected.sort_by_key(parts);
    let mut moves = ours.legal_moves_from(sources).to_vec();
    let parts_of_ours = |found: &Move| (found.source(), found.target(), found.promotion());
    moves.sort_by_key(parts_of_ours);
    let found = moves.iter().map(parts_of_ours);
    assert!(found.eq(expected.iter().map(parts)), "{sources:x} {ours}");
    moves.into_iter().zip(expected).collect()
}

/// Compares squares, promotions, captures and names, with those of orthodox chess if it is that.
fn compare_moves(ours: &Position, theirs: &cozy_chess::Board, is_orthodox: bool) {
    let (captures, promotions) = (ours.captures(), ours.promotions());
    let checks = ours.checking_moves();
    let enemy = !theirs.side_to_move();
    let mut count = (0, 0, 0);
    for (found, theirs_found) in pairs(ours, theirs, !0) {
        let moved = theirs.piece_on(theirs_found.from).map(role);
        assert_eq!(moved, Some(found.role()));
        assert_eq!(Move::from_bits(found.bits()), Some(found));
        let between = ours.find_move(found.source(), found.target(), found.promotion());
        assert_eq!(between, Some(found), "{ours}");
        let mut next = theirs.clone();
        next.play_unchecked(theirs_found);
        let mut lost = (theirs.colors(enemy) - next.colors(enemy)).into_iter();
        let captured = lost
            .next()
            .map(|at| (role(theirs.piece_on(at).unwrap()), square(at)));
        assert_eq!(ours.captured(found), captured, "{found} in {ours}");
        let is_promotion = theirs_found.promotion.is_some();
        let listed = (captures.contains(&found), promotions.contains(&found));
        assert_eq!(listed, (captured.is_some(), is_promotion), "{found} {ours}");
        count.0 += usize::from(listed.0);
        count.1 += usize::from(listed.1);
        let gives_check = !next.checkers().is_empty();
        assert_eq!(ours.gives_check(found), gives_check, "{found} in {ours}");
        assert_eq!(checks.contains(&found), gives_check, "{found} in {ours}");
        count.2 += usize::from(gives_check);
        let name = format!("{found:#}");
        assert_eq!(name, theirs_found.to_string(), "{ours}");
        assert_eq!(ours.parse_move(&name), Ok(found), "{ours}");
        if is_orthodox {
            let name = cozy_chess::util::display_uci_move(theirs, theirs_found).to_string();
            assert_eq!(found.to_string(), name, "{ours}");
            assert_eq!(ours.parse_move(&name), Ok(found), "{ours}");
        }
    }
    let counts = (captures.len(), promotions.len(), checks.len());
    assert_eq!(counts, count, "{ours}");
}

/// The pieces that attack a square.
fn cozy_attackers(board: &cozy_chess::Board, square: Square, occupied: u64) -> u64 {
    use cozy_chess::{Color, Piece};
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

/// Compares all that a position is asked for.
fn compare_position(ours: &Position, theirs: &cozy_chess::Board, rng: &mut Rng) {
    // The other program counts to 100.
    if theirs.halfmove_clock() < 100 {
        let passed = ours.null_move().map(|passed| passed.to_shredder_fen());
        let expected = theirs.null_move().map(|passed| format!("{passed:#}"));
        assert_eq!(passed, expected, "{ours}");
    }
    let own = theirs.colors(theirs.side_to_move());
    assert_eq!(ours.checkers(), theirs.checkers().0, "{ours}");
    assert_eq!(ours.pinned(), (theirs.pinned() & own).0, "{ours}");
    pairs(ours, theirs, rng.next_u64());
    for at in cozy_chess::Square::ALL {
        let color = theirs.color_on(at).map(|color| Color::ALL[color as usize]);
        let piece = color.zip(theirs.piece_on(at).map(role));
        assert_eq!(ours.piece_on(square(at)), piece, "{at} {ours}");
    }
    let mut rooks = BitBoard::EMPTY;
    for color in cozy_chess::Color::ALL {
        let rights = theirs.castle_rights(color);
        let home = cozy_chess::Rank::First.relative_to(color);
        for file in [rights.short, rights.long].into_iter().flatten() {
            rooks |= cozy_chess::Square::new(file, home).bitboard();
        }
    }
    assert_eq!(ours.castling(), rooks.0, "{ours}");
    let rank = cozy_chess::Rank::Sixth.relative_to(theirs.side_to_move());
    let passed = theirs.en_passant();
    let passed = passed.map(|file| square(cozy_chess::Square::new(file, rank)));
    assert_eq!(ours.en_passant(), passed, "{ours}");
    let square = Square::wrapping(rng.below(64));
    for occupied in [ours.occupied(), ours.occupied() & rng.next_u64()] {
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

/// Plays random games from the positions of `start`, of which half a million are compared, or a
/// part of them.
fn play_with_cozy(seed: u64, is_orthodox: bool, start: impl Fn(&mut Rng) -> cozy_chess::Board) {
    let mut rng = Rng::new(seed);
    let mut nodes = 0;
    let games = 5000 / one_in("SUITE_FRACTION", 20);
    for _ in 0..games {
        let mut theirs = start(&mut rng);
        let mut ours = Position::from_fen(&format!("{theirs:#}")).expect("a start position");
        for _ in 0..150 {
            nodes += 1;
            compare_moves(&ours, &theirs, is_orthodox);
            compare_position(&ours, &theirs, &mut rng);
            let moves = names(&ours);
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
    assert!(nodes > 100 * games, "{nodes}");
}

#[test]
fn orthodox_random_play() {
    play_with_cozy(0x5e7, true, |_| cozy_chess::Board::startpos());
}

#[test]
fn double_chess960_random_play() {
    play_with_cozy(0x960, false, |rng| {
        let [white, black] = [0; 2].map(|_: i32| rng.below(960) as u32);
        cozy_chess::Board::double_chess960_startpos(white, black)
    });
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
    let checks = position.checking_moves();
    let mut count = 0;
    for (name, expected) in &moves {
        let found = position.parse_move(name).expect("a legal move");
        let next = position.play(found).expect("a legal move");
        assert_eq!(
            checks.contains(&found),
            next.is_check(),
            "{name} in {position:#}"
        );
        count += usize::from(next.is_check());
        assert_eq!(Board::from(&next), *expected, "{name} in {position:#}");
        assert_eq!(
            Position::new(Setup::from(next)),
            Ok(next),
            "{name} in {position:#}"
        );
    }
    assert_eq!(checks.len(), count, "{position:#}");
}

/// All positions of the suites, and the positions after one random move.
#[test]
fn suites_by_the_rules() {
    let mut rng = Rng::new(0x1e6a1);
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

/// Every setup that [`Position::new`] accepts has the right moves, by the rules and by the other
/// program, if it accepts the position.
#[test]
fn random_set_ups() {
    let mut rng = Rng::new(0xabcdef);
    let (mut compared, mut by_both) = ([0; 4], 0);
    for _ in 0..40_000 {
        let setup = random_setup(&mut rng);
        if let Ok(position) = Position::new(setup) {
            compare_with_rules(&position);
            if let Ok(theirs) = cozy_chess::Board::from_fen(&position.to_shredder_fen(), true) {
                compare_moves(&position, &theirs, false);
                compare_position(&position, &theirs, &mut rng);
                by_both += 1;
            }
            compared[position.checkers().count_ones().min(3) as usize] += 1;
        }
    }
    // No check, one, two, more.
    assert!(compared.iter().all(|&n| n > 100), "{compared:?}");
    assert!(by_both > 2000, "{by_both}");
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
