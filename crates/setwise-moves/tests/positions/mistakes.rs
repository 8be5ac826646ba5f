//! A position for each likely mistake of a move generator.

use crate::common::{levels, lines};
use setwise_conformance::board::Board;
use setwise_moves::{Color, MoveFunctions, Position, Role, Setup};

/// The position with colors exchanged, upside down.
fn exchanged(position: &Position) -> Position {
    let mut setup = Setup::from(*position);
    for color in Color::ALL {
        for role in Role::ALL {
            *setup.pieces_mut(color, role) = position.pieces(color.other(), role).swap_bytes();
        }
    }
    setup.turn = setup.turn.other();
    setup.castling = setup.castling.swap_bytes();
    setup.en_passant = setup.en_passant.map(|square| square.flip_ranks());
    Position::new(setup).expect("a valid position")
}

/// One test per line, so that a failure names the mistake.
fn check(mistake: &str) {
    let wanted = lines(include_str!("../data/mistakes.txt")).find(|fields| fields[0] == mistake);
    let fields = wanted.expect("a position of this name");
    let moves: usize = fields[2].parse().expect("a number");
    let position = Position::from_fen(fields[1]).unwrap_or_else(|e| panic!("{e}"));
    for position in [position, exchanged(&position)] {
        let rules = Board::from(&position).moves();
        assert_eq!(rules.len(), moves, "the line is wrong: {position:#}");
        let mut found: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|found| format!("{found:#}"))
            .collect();
        found.sort();
        let rules: Vec<String> = rules.into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, rules, "{position:#}");
        assert_eq!(position.count_legal() as usize, moves, "{position:#}");
        // Many positions at once.
        let mut positions = [Position::startpos(); 71];
        positions[1..].fill(position);
        for level in levels() {
            let mut counts = [0; 71];
            let counted = level.count_legal_moves(&positions, &mut counts);
            assert_eq!(counted, Ok(()));
            assert_eq!(counts[0], 20);
            assert_eq!(
                counts[1..],
                [moves as u32; 70],
                "{position:#} ({})",
                level.name()
            );
        }
        #[cfg(feature = "perft")]
        check_leaves(&position, moves as u64);
    }
}

#[cfg(feature = "perft")]
fn check_leaves(position: &Position, moves: u64) {
    use setwise_moves::Perft;
    assert_eq!(position.perft(1), moves, "{position:#}");
    let board = Board::from(position);
    let replies: u64 = board.perft(2);
    assert_eq!(position.perft(2), replies, "{position:#}");
    // Scalar code fills one direction after the other.
    for (depth, leaves) in [(1, moves), (2, replies)] {
        let words = Perft::new(*position, depth).functions(MoveFunctions::of(setwise_core::Scalar));
        assert_eq!(words.count(), leaves, "{position:#}");
    }
    // Many positions at once.
    let leaves: u64 = board.perft(3);
    for level in levels() {
        let perft = Perft::new(*position, 3).functions(level);
        assert_eq!(perft.count(), leaves, "{position:#} ({})", level.name());
    }
}

macro_rules! mistakes {
    ($($name:ident = $mistake:literal,)*) => {
        $(#[test] fn $name() { check($mistake); })*

        #[test]
        fn every_line_is_tested() {
            let tested = [$($mistake),*];
            let listed: Vec<&str> =
                lines(include_str!("../data/mistakes.txt")).map(|fields| fields[0]).collect();
            assert_eq!(listed, tested);
        }
    };
}

mistakes! {
    published_zero_test = "published-zero-test",
    no_double_check_mask = "no-double-check-mask",
    double_check_on_one_file = "double-check-on-one-file",
    single_push_masked_first = "single-push-masked-first",
    pinned_pawn_captures_along_antidiagonal = "pinned-pawn-captures-along-antidiagonal",
    pinned_pawn_captures_along_diagonal = "pinned-pawn-captures-along-diagonal",
    pinned_pawn_pushes_along_pin = "pinned-pawn-pushes-along-pin",
    pinned_pawn_must_not_push = "pinned-pawn-must-not-push",
    pinned_pawn_must_not_capture = "pinned-pawn-must-not-capture",
    pinned_knight = "pinned-knight",
    pinned_rook_along_file = "pinned-rook-along-file",
    pinned_bishop_along_diagonal = "pinned-bishop-along-diagonal",
    pinned_queen_on_rank = "pinned-queen-on-rank",
    pinned_piece_takes_checker = "pinned-piece-takes-checker",
    passing_in_check = "passing-in-check",
    passing_captures_checker = "passing-captures-checker",
    passing_blocks_check = "passing-blocks-check",
    passing_discovers_antidiagonal = "passing-discovers-antidiagonal",
    passing_discovers_diagonal = "passing-discovers-diagonal",
    passing_discovers_rank = "passing-discovers-rank",
    passing_with_two_capturers = "passing-with-two-capturers",
    passing_pinned_along_capture = "passing-pinned-along-capture",
    passing_pinned_across_capture = "passing-pinned-across-capture",
    passing_pinned_on_file = "passing-pinned-on-file",
    king_flees_along_ray = "king-flees-along-ray",
    king_takes_protected_piece = "king-takes-protected-piece",
    kings_side_by_side = "kings-side-by-side",
    castling_rook_way_occupied = "castling-rook-way-occupied",
    castling_rook_way_attacked = "castling-rook-way-attacked",
    castling_king_way_attacked = "castling-king-way-attacked",
    castling_in_check = "castling-in-check",
    castling_into_check = "castling-into-check",
    castling_with_pinned_rook = "castling-with-pinned-rook",
    castling_with_king_in_place = "castling-with-king-in-place",
    castling_by_exchange = "castling-by-exchange",
    castling_king_passes_rook = "castling-king-passes-rook",
    castling_far_king = "castling-far-king",
    castling_with_inner_rook = "castling-with-inner-rook",
    double_push_over_a_piece = "double-push-over-a-piece",
    double_push_onto_a_piece = "double-push-onto-a-piece",
    promotion_beside_rook = "promotion-beside-rook",
    promotion_captures = "promotion-captures",
    promotion_blocks_check = "promotion-blocks-check",
}

#[test]
fn exchanging_colors_twice_changes_nothing() {
    for color in [Color::White, Color::Black] {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).expect("a FEN");
        let start = if color == Color::White {
            position
        } else {
            exchanged(&position)
        };
        assert_eq!(exchanged(&exchanged(&start)), start);
        assert_eq!(start.turn(), color);
        #[cfg(feature = "perft")]
        assert_eq!(start.perft(3), 97_862);
    }
}
