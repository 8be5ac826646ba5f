//! The same moves as other programs find: cozy-chess on random play, and chess by its rules on set-up
//! positions.

mod common;

use common::reference::Board;
use common::{known, rng::Rng};
use setwise_moves::{Color, Kind, Position, Setup};

/// The names of all legal moves, sorted; each must be found legal and be found again by its name.
fn names(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut names: Vec<String> = moves
        .iter()
        .map(|found| {
            assert!(position.is_legal(found), "{found:?} in {position}");
            format!("{:#}", position.resolve(found).expect("a source"))
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

/// Random games from start positions that `start` gives; returns the number of positions compared.
fn play_with_cozy(games: usize, seed: u64, start: impl Fn(&mut Rng) -> cozy_chess::Board) -> usize {
    let mut rng = Rng(seed);
    let mut nodes = 0;
    for _ in 0..games {
        let mut theirs = start(&mut rng);
        let mut ours = Position::from_fen(&format!("{theirs:#}")).expect("a start position");
        for _ in 0..150 {
            nodes += 1;
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

#[test]
fn orthodox_random_play() {
    let nodes = play_with_cozy(250, 0x5e7, |_| cozy_chess::Board::startpos());
    assert!(nodes > 20_000, "{nodes}");
}

#[test]
fn double_chess960_random_play() {
    let nodes = play_with_cozy(250, 0x960, |rng| {
        let [white, black] = [0; 2].map(|_: i32| rng.below(960) as u32);
        cozy_chess::Board::double_chess960_startpos(white, black)
    });
    assert!(nodes > 20_000, "{nodes}");
}

/// Moves and what they lead to, by the rules.
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

/// All positions of the suites and what one random move makes of them.
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

/// Men thrown onto the board: many checkers, pins on all lines, kings and rooks on the first rank, en passant
/// wherever it is possible. Everything that [`Position::new`] accepts must be right.
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

fn random_setup(rng: &mut Rng) -> Setup {
    let mut men = [[0u64; 6]; 2];
    let mut free = !0u64;
    let mut place = |rng: &mut Rng, color: usize, kind: Kind, among: u64| {
        let square = 1u64 << rng.below(64);
        if square & free & among != 0 {
            men[color][kind.index()] |= square;
            free &= !square;
        }
    };
    let turn = Color::ALL[rng.below(2)];
    let home = Color::ALL.map(|color| color.view(0xff));
    for (color, home) in home.into_iter().enumerate() {
        // Half of the kings at home, so that they may castle.
        let among = if rng.below(2) == 0 { home } else { !0 };
        for _ in 0..40 {
            place(rng, color, Kind::King, among);
        }
        for _ in 0..rng.below(12) {
            place(rng, color, Kind::Rook, home);
            place(rng, color, Kind::Pawn, 0x00ff_ffff_ffff_ff00);
        }
        for _ in 0..rng.below(10) {
            let kind = Kind::ALL[1 + rng.below(4)];
            place(rng, color, kind, !0);
        }
    }
    for side in &mut men {
        side[Kind::King.index()] &= side[Kind::King.index()].wrapping_neg();
    }
    let pawns = men[turn.other().index()][Kind::Pawn.index()];
    let passed: Vec<_> = setwise_core::Square::all()
        .filter(|square| {
            let seen = turn.view(square.bit());
            seen & 0xff << 40 != 0 && turn.view(pawns) & seen >> 8 != 0
        })
        .collect();
    let en_passant = (!passed.is_empty()).then(|| passed[rng.below(passed.len())]);
    let rooks = men[0][Kind::Rook.index()] & home[0] | men[1][Kind::Rook.index()] & home[1];
    Setup {
        men,
        turn,
        castling: rooks & rng.next(),
        en_passant: en_passant.filter(|_| rng.below(4) > 0),
        halfmoves: rng.below(100) as u16,
        fullmove: 1 + rng.below(200) as u16,
    }
}
