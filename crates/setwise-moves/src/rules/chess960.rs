//! The initial positions of Chess960.

use crate::position::{Color, Position, Role, Setup};

/// The places of the two knights among the five squares that bishops and queen leave free.
#[rustfmt::skip]
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4),
];

impl Position {
    /// The initial position of a number 0 to 959 (Reinhard Scharnagl's numbers; 518 is orthodox
    /// chess). Returns `None` for 960 or more.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// assert_eq!(Position::chess960(518), Some(Position::startpos()));
    /// let first = Position::chess960(0).unwrap();
    /// let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    /// assert_eq!(first.to_shredder_fen(), fen);
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// The initial position in which each side has its own number; `None` if one is 960 or more.
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        let mut setup = Setup::empty();
        for (color, number) in Color::ALL.into_iter().zip([white, black]) {
            for (role, pieces) in first_ranks(number)? {
                *setup.pieces_mut(color, role) = color.view(pieces);
            }
            setup.castling |= setup.pieces(color, Role::Rook);
        }
        Self::new(setup).ok()
    }
}

/// The pieces of a number by role, as White's.
fn first_ranks(number: u16) -> Option<[(Role, u64); 6]> {
    let number = usize::from(number);
    if number >= 960 {
        return None;
    }
    let light_bishop = 1 << (number % 4 * 2 + 1);
    let dark_bishop = 1 << (number / 4 % 4 * 2);
    let bishops = light_bishop | dark_bishop;
    let queen = nth(0xff & !bishops, number / 16 % 6);
    let free = 0xff & !(bishops | queen);
    let (first, second) = *KNIGHTS.get(number / 96)?;
    let knights = nth(free, first) | nth(free, second);
    let free = free & !knights;
    let king = nth(free, 1);
    Some([
        (Role::Pawn, 0xff00),
        (Role::Knight, knights),
        (Role::Bishop, bishops),
        (Role::Rook, free ^ king),
        (Role::Queen, queen),
        (Role::King, king),
    ])
}

/// The n-th lowest square of a set, counted from 0.
fn nth(mut set: u64, n: usize) -> u64 {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    set & set.wrapping_neg()
}
