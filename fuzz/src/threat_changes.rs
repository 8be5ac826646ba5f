//! The threats that moves and other changes of up to four squares add and remove, on each level:
//! the difference of two extractions.

use crate::input::{Input, sorted_row};
use setwise_conformance::nnue as oracle;
use setwise_moves::{Color, Role};
use setwise_nnue::Boards;
use setwise_threats::{
    Before, Changed, FullThreats79856, Level, Perspective, Played, SquareChange, Updater,
};
use std::sync::LazyLock;

static THREATS: LazyLock<oracle::Threats> = LazyLock::new(oracle::full_threats_79856);

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let Boards { colors, roles, .. } = Boards::from(&input.setup());
    let mut mailbox: [u8; 64] = std::array::from_fn(|square| {
        let is_on = |board: &u64| board >> square & 1 != 0;
        let role = roles.iter().position(is_on);
        role.map_or(0, |role| role as u8 + 1 + 8 * u8::from(is_on(&colors[1])))
    });
    for _ in 0..input.below(16) + 1 {
        let occupied = (0..64).fold(0, |all, s| all | u64::from(mailbox[s] != 0) << s);
        let mut after = mailbox;
        for _ in 0..input.below(5) {
            let (at, code) = (input.below(64), input.below(12) as u8);
            after[at] = [0, 0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13][usize::from(code)];
        }
        let [Some(old), Some(new)] = [&mailbox, &after].map(boards) else {
            continue;
        };
        let square = |s: usize| SquareChange {
            at: s as u8,
            before: mailbox[s],
            after: after[s],
        };
        let changed = (0..64).filter(|s| mailbox[*s] != after[*s]);
        let squares: Vec<_> = changed.map(square).collect();
        let before = Before {
            mailbox,
            occupied,
            played: Played::squares(&squares).expect("at most four squares"),
        };
        compare(&before, &old, &new);
        mailbox = after;
    }
}

/// The boards of a mailbox with one king of each color and no pawns where there are none.
fn boards(mailbox: &[u8; 64]) -> Option<Boards> {
    let mut boards = Boards {
        colors: [0; 2],
        roles: [0; 6],
        turn: Color::White,
    };
    for (square, code) in mailbox.iter().enumerate().filter(|(_, code)| **code != 0) {
        boards.colors[usize::from(code / 8)] |= 1 << square;
        boards.roles[usize::from(code % 8) - 1] |= 1 << square;
    }
    let kings = Color::ALL.map(|color| boards.pieces(color, Role::King).count_ones());
    let back_ranks = 0xff00_0000_0000_00ff;
    (kings == [1; 2] && boards.roles[0] & back_ranks == 0).then_some(boards)
}

fn compare(before: &Before, old: &Boards, new: &Boards) {
    let king = |of: &Boards, color| of.pieces(color, Role::King).trailing_zeros() as u8;
    let kings = Color::ALL.map(|color| king(new, color));
    let [old_rows, new_rows] = [old, new].map(|boards| THREATS.rows(boards));
    let mut changed = Changed::<u32>::new();
    for level in Level::hand_written() {
        Updater::<FullThreats79856>::new(level).changes(before, kings, &mut changed);
        for (side, color) in Perspective::ALL.into_iter().zip(Color::ALL) {
            let refreshes = king(old, color) & 4 != king(new, color) & 4;
            assert_eq!(before.played.refreshes(side), refreshes, "{before:?}");
            if refreshes {
                continue;
            }
            let (removed, added) = (changed.removed(side), changed.added(side));
            let old = sorted_row(&old_rows, side as usize, added);
            let new = sorted_row(&new_rows, side as usize, removed);
            assert_eq!(old, new, "{level:?}: {before:?}");
            let is_in_both = removed.iter().any(|index| added.contains(index));
            assert!(!is_in_both, "{before:?}");
        }
    }
}
