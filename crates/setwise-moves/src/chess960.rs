//! The initial positions of Chess960.

use crate::{Color, Position, Setup};

/// Where the two knights stand among the five squares that bishops and queen leave free.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

impl Position {
    /// The initial position of a number 0 to 959 (Reinhard Scharnagl's numbers; 518 is orthodox chess); `None` from
    /// 960 on.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// assert_eq!(Position::chess960(518), Some(Position::startpos()));
    /// let first = Position::chess960(0).unwrap();
    /// assert_eq!(first.to_shredder_fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// The initial position in which each side has a number of its own; `None` if one of them is 960 or more.
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        let (white, black) = (first_rank(white)?, first_rank(black)?);
        let men = [white, black.map(u64::swap_bytes)];
        let [[.., rooks, _, _], [.., their_rooks, _, _]] = men;
        let setup = Setup {
            men,
            turn: Color::White,
            castling: rooks | their_rooks,
            en_passant: None,
            halfmoves: 0,
            fullmove: 1,
        };
        Self::new(setup).ok()
    }
}

/// The men of a number by kind, as White's.
fn first_rank(number: u16) -> Option<[u64; 6]> {
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
    Some([0xff00, knights, bishops, free ^ king, queen, king])
}

/// The n-th lowest square of a set.
fn nth(mut set: u64, n: usize) -> u64 {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    set & set.wrapping_neg()
}
