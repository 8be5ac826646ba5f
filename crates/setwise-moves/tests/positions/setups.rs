//! Many setups at once, against one at a time.

use crate::common::{lines, rng::Rng};
use setwise_moves::{Color, Position, Role, Setup, Square};

/// A setup of a suite, changed in up to two places.
fn changed(start: &Position, rng: &mut Rng) -> Setup {
    let mut setup = Setup::from(*start);
    for _ in 0..rng.below(4) {
        let square = Square::wrapping(rng.below(64));
        match rng.below(7) {
            0 => setup.turn = setup.turn.other(),
            1 => setup.castling ^= square.bit(),
            // A rook with a right, often one too many.
            3 => {
                let color = setup.turn;
                let corner = color.view(1 << rng.below(8));
                *setup.pieces_mut(color, Role::Rook) |= corner;
                setup.castling |= corner;
            }
            2 => setup.en_passant = Some(square),
            6 => setup.fullmove = 0,
            _ => {
                let color = Color::ALL[rng.below(2)];
                let role = Role::ALL[rng.below(6)];
                *setup.pieces_mut(color, role) ^= square.bit();
            }
        }
    }
    setup
}

#[test]
fn all_at_once_are_those_of_one_at_a_time() {
    let mut rng = Rng::new(24);
    let suites: Vec<_> = lines(include_str!("../data/perft.txt"))
        .map(|fields| Position::from_fen(fields[2]).expect("a position"))
        .collect();
    let (mut valid, mut rules) = (0, std::collections::BTreeSet::new());
    for round in 0..2000 {
        let length = rng.below(700);
        // Most rounds change one setup only, so that long runs are valid.
        let odd = rng.below(700);
        let setups: Vec<_> = (0..length)
            .map(|i| {
                let start = &suites[rng.below(suites.len())];
                match i == odd || round % 50 == 0 {
                    true => changed(start, &mut rng),
                    false => Setup::from(*start),
                }
            })
            .collect();
        let mut found = vec![Position::startpos()];
        let result = Position::new_all(&setups, &mut found);
        let single: Vec<_> = setups.iter().map(|setup| Position::new(*setup)).collect();
        let first = single.iter().position(Result::is_err);
        let expected = first.map(|index| (index, single[index].expect_err("a rule")));
        let error = result.err().map(|error| (error.index, error.rule));
        assert_eq!(error, expected);
        let sound = single.iter().take(first.unwrap_or(length));
        assert!(
            found[1..]
                .iter()
                .map(|position| Ok(*position))
                .eq(sound.copied())
        );
        valid += usize::from(first.is_none());
        if let Some((_, rule)) = expected {
            rules.insert(format!("{rule:?}").split('(').next().map(str::to_owned));
        }
    }
    assert!(valid > 200 && rules.len() == 8, "{valid} {rules:?}");
}

/// Clocks stop at their greatest number.
#[test]
fn clocks_do_not_overflow() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 65535 65535").expect("a FEN");
    let played = position.parse_move("e8d8").expect("a move");
    let next = position.play(played).expect("a legal move");
    assert_eq!((next.halfmoves(), next.fullmove()), (u16::MAX, u16::MAX));
    assert_eq!(Position::from_fen(&next.to_fen()), Ok(next));
}
