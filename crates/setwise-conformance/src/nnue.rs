//! The definitions of the sets of `setwise-nnue` on a board of squares, without bitboards and
//! without formulas: features are numbered by listing them.

pub use crate::threats::*;

use itertools::iproduct;
use setwise_moves::Color;
use setwise_moves::Role::{self, King, Knight, Pawn};
use setwise_nnue::Boards;
use std::{collections::HashMap, sync::LazyLock};

/// Returns a perspective's board: for Black, ranks are reversed and colors exchanged. Files stay.
pub fn board(boards: &Boards, perspective: Color) -> Board {
    std::array::from_fn(|square| {
        let seen = match perspective {
            Color::White => square,
            Color::Black => flipped(square),
        };
        let has = |board: u64| board >> seen & 1 == 1;
        let (mut colors, mut roles) = (Color::ALL.into_iter(), Role::ALL.into_iter());
        let color = colors.find(|color| has(boards.colors[color.index()]))?;
        let role = roles.find(|role| has(boards.roles[role.index()]))?;
        Some((color != perspective, role))
    })
}

/// The square of the perspective's own king.
pub fn king(board: &Board) -> usize {
    let is_own = |&piece: &Option<Piece>| piece == Some((false, King));
    board.iter().position(is_own).expect("a king")
}

fn flipped(square: usize) -> usize {
    (7 - square / 8) * 8 + square % 8
}

/// The square with its file reflected.
pub fn mirrored(square: usize) -> usize {
    square / 8 * 8 + 7 - square % 8
}

/// Returns the square after the reflection that puts the perspective's king on files a to d.
fn turned(board: &Board, square: usize) -> usize {
    if king(board) % 8 > 3 {
        mirrored(square)
    } else {
        square
    }
}

impl Threats {
    /// The features of a perspective, ascending.
    pub fn features(&self, boards: &Boards, perspective: Color) -> Vec<u32> {
        let board = board(boards, perspective);
        self.seen(&std::array::from_fn(|square| board[turned(&board, square)]))
    }

    /// The features of both perspectives in the stated order.
    pub fn rows(&self, boards: &Boards) -> Vec<(u32, u32)> {
        let white = board(boards, Color::White);
        let black = board(boards, Color::Black);
        let index = |board: &Board, from: usize, to: usize| {
            let (a, b) = (board[from]?, board[to]?);
            let (from, to) = (turned(board, from), turned(board, to));
            if mutual(a, b) && from < to {
                self.index(b, to, a, from)
            } else {
                self.index(a, from, b, to)
            }
        };
        let mut edges = self.edges(&white);
        edges.retain(|&(from, to)| !self.is_second_of_two(&white, from, to));
        edges.sort_unstable_by_key(|&(from, to)| (place(&white, from, to), from, to));
        let rows = edges.into_iter().map(|(from, to)| {
            let first = index(&white, from, to).expect("a feature");
            let second = index(&black, flipped(from), flipped(to)).expect("a feature");
            (first, second)
        });
        rows.collect()
    }

    /// Returns whether an attack is mutual and the opposite attack stands in the row instead.
    fn is_second_of_two(&self, white: &Board, from: usize, to: usize) -> bool {
        let (Some(a), Some(b)) = (white[from], white[to]) else {
            return true;
        };
        mutual(a, b) && (from < to) != (a.1 == Pawn)
    }
}

/// Returns the sort key of an attack in a row.
fn place(board: &Board, from: usize, to: usize) -> [usize; 4] {
    let knight = board[from].is_some_and(|(_, role)| role == Knight);
    if knight {
        return [4, from, to, 0];
    }
    let (file, rank) = (from % 8, from / 8);
    let (to_file, to_rank) = (to % 8, to / 8);
    let lower = from.min(to);
    let (f, r) = (lower % 8, lower / 8);
    let down = if from < to { 0 } else { 2 };
    if rank == to_rank {
        [down, 0, r, f]
    } else if file == to_file {
        [down, 1, f, r]
    } else if (to_file > file) == (to_rank > rank) {
        [down + 1, 0, (8 + r - f) % 8, f]
    } else {
        [down + 1, 1, (r + f) % 8, r]
    }
}

/// The pairs of pawns of both perspectives in the stated order.
pub fn pawn_pairs(boards: &Boards) -> Vec<(u32, u32)> {
    // All pairs of different pawns, numbered by listing them.
    static INDICES: LazyLock<HashMap<(u32, u32), u32>> = LazyLock::new(|| {
        let pairs = (0..96).flat_map(|high| (0..high).map(move |low| (high, low)));
        pairs.zip(0..).collect()
    });
    let number = |board: &Board, square: usize| {
        let seen = turned(board, square);
        let (theirs, _) = board[square].expect("a pawn");
        seen as u32 - 8 + if theirs { 48 } else { 0 }
    };
    let sides = Color::ALL.map(|perspective| board(boards, perspective));
    let pawn = |square: &usize| sides[0][*square].is_some_and(|(_, role)| role == Pawn);
    let pawns: Vec<usize> = (0..64).filter(pawn).collect();
    let mut rows = vec![];
    for (&a, &b) in iproduct!(&pawns, &pawns) {
        if b < a && (b % 8).abs_diff(a % 8) < 2 {
            let index = |board: &Board, a: usize, b: usize| {
                let (a, b) = (number(board, a), number(board, b));
                INDICES[&(a.max(b), a.min(b))]
            };
            let first = index(&sides[0], a, b);
            rows.push((first, index(&sides[1], flipped(a), flipped(b))));
        }
    }
    rows
}

/// Planes 0 to 5 for the perspective's own pieces, 6 to 11 for the opponent's.
pub fn own_first(piece: Piece) -> u32 {
    pieces().position(|other| other == piece).expect("a piece") as u32
}

/// Returns twice the role, plus 1 for a piece of the opponent, as the plane.
pub fn colors_in_turn((theirs, role): Piece) -> u32 {
    2 * role.index() as u32 + u32::from(theirs)
}

/// Returns the features of pieces on squares, of both perspectives in the stated order. By the
/// square of a king, `place` returns the first index and whether files are mirrored.
pub fn piece_squares(
    boards: &Boards,
    place: impl Fn(usize) -> (u32, bool),
    plane: impl Fn(Piece) -> u32,
) -> Vec<(u32, u32)> {
    let sides = Color::ALL.map(|perspective| board(boards, perspective));
    let index = |side: usize, piece: Piece, square: usize| {
        let (base, mirror) = place(king(&sides[side]));
        let square = if mirror { mirrored(square) } else { square };
        base + 64 * plane(piece) + square as u32
    };
    let mut rows = vec![];
    for (square, piece) in sides[0].iter().enumerate() {
        if let &Some((theirs, role)) = piece {
            let first = index(0, (theirs, role), square);
            rows.push((first, index(1, (!theirs, role), flipped(square))));
        }
    }
    rows
}
