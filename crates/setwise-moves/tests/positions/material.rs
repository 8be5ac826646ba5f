//! Material that cannot mate, against all placements of the pieces.

use crate::common::rng::Rng;
use setwise_moves::{Color, Position, Role, Setup, piece_attacks};
use std::collections::HashMap;

const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// A piece of White or Black: its role, and for a bishop whether it stands on dark squares.
type Piece = (Role, bool);

/// The pieces that a side may have besides its king.
const PIECES: [Piece; 6] = [
    (Role::Pawn, false),
    (Role::Knight, false),
    (Role::Bishop, false),
    (Role::Bishop, true),
    (Role::Rook, false),
    (Role::Queen, false),
];

/// Whether a piece may stand on a square.
fn fits((role, dark): Piece, square: u64) -> bool {
    match role {
        Role::Pawn => square & 0xff00_0000_0000_00ff == 0,
        Role::Bishop => (square & DARK != 0) == dark,
        _ => true,
    }
}

/// Whether a white piece on a square attacks another square.
fn attacks(role: Role, from: u64, to: u64, occupied: u64) -> bool {
    let from = setwise_core::Square::lowest(from).expect("a square");
    piece_attacks(Color::White, role, from, occupied) & to != 0
}

/// The position of two kings and at most two pieces, Black to move, if the white piece gives check.
fn check(kings: [u64; 2], white: (Piece, u64), black: Option<(Piece, u64)>) -> Option<Position> {
    let ((role, _), square) = white;
    let occupied = kings[0] | kings[1] | square | black.map_or(0, |(_, square)| square);
    if !attacks(role, square, kings[1], occupied) {
        return None;
    }
    let mut setup = Setup::empty();
    *setup.pieces_mut(Color::White, Role::King) = kings[0];
    *setup.pieces_mut(Color::Black, Role::King) = kings[1];
    *setup.pieces_mut(Color::White, role) = square;
    if let Some(((role, _), square)) = black {
        *setup.pieces_mut(Color::Black, role) = square;
    }
    setup.turn = Color::Black;
    Position::new(setup).ok()
}

/// Whether White mates somewhere with a piece, where Black has a piece or none. By symmetry, the
/// black king stands on the left half of the board.
fn mates(white: Piece, black: Option<Piece>) -> bool {
    let squares = || (0..64).map(|square| 1_u64 << square);
    let left = |square: &u64| square & 0x0f0f_0f0f_0f0f_0f0f != 0;
    squares().filter(left).any(|black_king| {
        let others = squares().filter(|square| fits(white, *square) && *square != black_king);
        // What gives check also does so without the other pieces.
        let mut checking = others.filter(|from| attacks(white.0, *from, black_king, 0));
        checking.any(|from| {
            squares().any(|white_king| {
                let kings = [white_king, black_king];
                let taken = white_king | black_king | from;
                if taken.count_ones() < 3 {
                    return false;
                }
                let Some(black) = black else {
                    return check(kings, (white, from), None).is_some_and(|found| found.is_mate());
                };
                squares().any(|at| {
                    taken & at == 0
                        && fits(black, at)
                        && check(kings, (white, from), Some((black, at)))
                            .is_some_and(|found| found.is_mate())
                })
            })
        })
    })
}

/// Any position of such material, with distant kings.
fn example(white: Piece, black: Option<Piece>) -> Position {
    let free = |piece: Piece, taken: u64| {
        let inner = (16..48).map(|square| 1_u64 << square);
        inner
            .into_iter()
            .find(|square| taken & square == 0 && fits(piece, *square))
            .expect("a square")
    };
    let mut setup = Setup::empty();
    *setup.pieces_mut(Color::White, Role::King) = 1;
    *setup.pieces_mut(Color::Black, Role::King) = 1 << 63;
    let square = free(white, 0);
    *setup.pieces_mut(Color::White, white.0) = square;
    if let Some(black) = black {
        *setup.pieces_mut(Color::Black, black.0) = free(black, square);
    }
    // Whoever is to move may be in check.
    Position::new(setup).unwrap_or_else(|_| {
        setup.turn = Color::Black;
        Position::new(setup).expect("a position")
    })
}

/// A piece against a piece: exactly the material without a mate is insufficient.
#[test]
fn one_piece_each() {
    let black = PIECES.map(Some).into_iter().chain([None]);
    let mut found = HashMap::new();
    for black in black {
        for white in [PIECES[1], PIECES[2], PIECES[3]] {
            let position = example(white, black);
            let insufficient = position.has_insufficient_material_of(Color::White);
            assert_eq!(insufficient, !mates(white, black), "{position}");
            *found.entry(insufficient).or_insert(0) += 1;
            let mirrored = position.mirror();
            assert_eq!(
                mirrored.has_insufficient_material_of(Color::Black),
                insufficient
            );
        }
    }
    assert_eq!(found, HashMap::from([(true, 10), (false, 11)]));
}

/// Insufficient material with more pieces: random placements have no mate.
#[test]
fn more_pieces() {
    let mut rng = Rng::new(0x6_9);
    let mut checks = 0;
    for _ in 0..1_000_000 {
        let mut setup = Setup::empty();
        let mut taken = 0;
        let mut put = |rng: &mut Rng, color, piece: Piece| {
            let square = 1 << rng.below(64);
            if taken & square == 0 && fits(piece, square) {
                taken |= square;
                *setup.pieces_mut(color, piece.0) |= square;
            }
        };
        put(&mut rng, Color::White, (Role::King, false));
        put(&mut rng, Color::Black, (Role::King, false));
        let dark = rng.below(2) == 0;
        let (white, black) = match rng.below(2) {
            0 => (vec![PIECES[1]], vec![PIECES[5]]),
            _ => (
                vec![(Role::Bishop, dark); 3],
                vec![(Role::Bishop, dark), PIECES[4], PIECES[5]],
            ),
        };
        for piece in white {
            put(&mut rng, Color::White, piece);
        }
        for _ in 0..rng.below(6) {
            let piece = black[rng.below(black.len())];
            put(&mut rng, Color::Black, piece);
        }
        setup.turn = Color::Black;
        if let Ok(position) = Position::new(setup) {
            assert!(
                position.has_insufficient_material_of(Color::White),
                "{position}"
            );
            if position.is_check() {
                checks += 1;
                assert!(!position.is_mate(), "{position}");
            }
        }
    }
    assert!(checks > 50_000, "{checks}");
}

#[test]
fn several_pieces_mate() {
    for (pieces, white, black) in [
        ("4k3/8/8/8/8/8/8/4KNN1", false, true),
        ("4kq2/8/8/8/8/8/8/4KNN1", false, false),
        ("4k3/8/8/8/8/8/8/4KBN1", false, true),
        ("4k3/8/8/8/8/8/8/2B1KB2", false, true),
        ("4kbn1/8/8/8/8/8/8/2B1K3", false, false),
        ("4k3/8/8/8/8/8/8/4KR2", false, true),
        ("4k3/8/8/8/8/8/8/4KQ2", false, true),
        ("4k3/8/8/8/8/8/P7/4K3", false, true),
        ("4k3/p7/8/8/8/8/8/4KN2", false, false),
        ("4kqq1/8/8/8/8/8/8/4KN2", true, false),
        ("4kqr1/8/8/8/8/8/8/4KN2", false, false),
        ("4kqr1/8/8/8/8/8/8/4KB2", true, false),
        ("4kqn1/8/8/8/8/8/8/4KB2", false, false),
        ("4k3/8/8/8/8/8/8/4K3", true, true),
    ] {
        let position = Position::from_fen(&format!("{pieces} w - - 0 1")).expect("a FEN");
        let found = Color::ALL.map(|color| position.has_insufficient_material_of(color));
        assert_eq!(found, [white, black], "{pieces}");
        assert_eq!(position.has_insufficient_material(), white && black);
    }
}
