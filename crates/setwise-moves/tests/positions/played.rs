//! Any move in any position: whether it is pseudo-legal, legal, and what it does.

use crate::common::rng::{Rng, random_setup};
use crate::common::{all_moves, known};
use setwise_moves::sets::{Pieces, attackers_to};
use setwise_moves::{Color, Mailbox, Move, MoveEffect, Position, Role, Square, Walk, move_effects};

/// Known positions, their children, and set-up ones.
fn positions() -> Vec<Position> {
    let known: Vec<_> = known().iter().map(|known| known.position()).collect();
    let children = known.iter().flat_map(|position| {
        let moves = position.legal_moves().into_iter();
        moves.map(|found| position.play_unchecked(found)).take(8)
    });
    let mut positions: Vec<_> = children.collect();
    positions.truncate(1500);
    positions.extend(known);
    let mut rng = Rng::new(0x91a7);
    for _ in 0..3000 {
        positions.extend(Position::new(random_setup(&mut rng)));
    }
    positions
}

/// The legal moves are those of the list. A pseudo-legal move is legal if it does not leave the
/// king attacked.
#[test]
fn pseudo_legal_moves() {
    let mut only_pseudo_legal = 0;
    for position in positions() {
        let legal = position.legal_moves();
        for any in all_moves() {
            let is_legal = legal.contains(&any);
            assert_eq!(position.is_legal(any), is_legal, "{any:?} in {position}");
            if !position.is_pseudo_legal(any) {
                assert!(!is_legal, "{any:?} in {position}");
                continue;
            }
            let next = position.play_unchecked(any);
            let king = next.pieces(position.turn(), Role::King);
            let is_safe = !is_attacked(&next, king, next.turn());
            assert_eq!(is_safe, is_legal, "{any:?} in {position}");
            only_pseudo_legal += usize::from(!is_safe);
        }
    }
    assert!(only_pseudo_legal > 1000, "{only_pseudo_legal}");
}

/// Whether pieces of a color attack a square.
fn is_attacked(position: &Position, square: u64, by: Color) -> bool {
    attackers_to(square, position.occupied(), &Pieces::of(position, by)) != 0
}

#[test]
fn effects() {
    let positions = positions();
    let pairs = positions.iter().flat_map(|position| {
        let moves = all_moves().filter(|found| position.is_pseudo_legal(*found));
        moves.map(|found| (*position, found))
    });
    let impossible = positions
        .iter()
        .map(|position| (*position, all_moves().nth(77).expect("a move")));
    let (positions, moves): (Vec<_>, Vec<_>) = impossible.chain(pairs).unzip();
    let mut effects = vec![None; moves.len()];
    move_effects(&positions, &moves, &mut effects).expect("equal lengths");
    for ((effect, position), played) in effects.iter().zip(&positions).zip(&moves) {
        check(*effect, position, *played);
    }
    let mut few = [None; 2];
    let error = move_effects(&positions, &moves, &mut few).expect_err("too few");
    assert_eq!((error.what, error.found), ("effects", 2));
    let error = move_effects(&positions[..2], &moves, &mut few).expect_err("too many");
    assert_eq!(error.what, "moves");
}

fn check(effect: Option<MoveEffect>, position: &Position, played: Move) {
    let context = || format!("{played:?} in {position}");
    assert_eq!(effect.is_some(), position.is_legal(played), "{}", context());
    let Some(effect) = effect else { return };
    let is_check = position.play_unchecked(played).is_check();
    assert_eq!(
        effect.is_capture(),
        position.captured(played).is_some(),
        "{}",
        context()
    );
    assert_eq!(
        effect.is_promotion(),
        played.promotion().is_some(),
        "{}",
        context()
    );
    assert_eq!(effect.is_check(), is_check, "{}", context());
    let does_something = effect.is_capture() || effect.is_promotion() || is_check;
    assert_eq!(effect.is_quiet(), !does_something, "{}", context());
}

/// The pieces by square, from the definition.
fn squares(position: &Position) -> [u8; 64] {
    std::array::from_fn(|square| {
        let found = position.piece_on(Square::wrapping(square));
        found.map_or(0, |(color, role)| {
            1 + role.index() as u8 + 6 * color.index() as u8
        })
    })
}

/// All moves of all positions, and games with null moves, as mailboxes and as positions.
#[test]
fn mailboxes() {
    for position in positions() {
        let mailbox = Mailbox::from(&position);
        assert_eq!(mailbox.squares, squares(&position));
        let passes = position.null_move().map(|_| None);
        let moves = position.legal_moves().into_iter().map(Some);
        for played in moves.chain(passes) {
            let mut after = mailbox.clone();
            after.play(played);
            let expected = Mailbox::from(&position.after(played));
            assert_eq!(after, expected, "{played:?} in {position}");
        }
    }
    let mut rng = Rng::new(0x3a11);
    for position in positions().into_iter().step_by(7) {
        let (mut moves, mut at) = (Vec::new(), position);
        for _ in 0..60 {
            let legal = at.legal_moves();
            let chosen = legal.get(rng.below(legal.len() + 2)).copied();
            if chosen.is_none() && at.null_move().is_none() {
                break;
            }
            moves.push(chosen);
            at = at.after(chosen);
        }
        let positions = Walk::new(position, moves.iter().copied());
        let mailboxes = Walk::new(Mailbox::from(&position), moves.iter().copied());
        for ((position, played), (mailbox, same)) in positions.zip(mailboxes) {
            assert_eq!((mailbox, same), (Mailbox::from(&position), played));
        }
    }
}
