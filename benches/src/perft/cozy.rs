//! What cozy-chess does for the same answers.

use anyhow::{Result, anyhow};
use cozy_chess::{Board, Piece, Rank, Square};
use std::fmt::Display;
use std::str::FromStr;

/// Parses a position of any library.
pub(super) fn parsed<T: FromStr<Err: Display>>(fen: &str) -> Result<T> {
    fen.parse().map_err(|error| anyhow!("{fen}: {error}"))
}

/// Counts leaves. The last moves are counted piece by piece, not made.
pub(super) fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 1 {
        return count(board).into();
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for found in moves {
            let mut child = board.clone();
            child.play_unchecked(found);
            leaves += perft(&child, depth - 1);
        }
        false
    });
    leaves
}

pub(super) fn count(board: &Board) -> u32 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u32;
        false
    });
    count
}

pub(super) fn attacked(board: &Board, color: cozy_chess::Color) -> u64 {
    let occupied = board.occupied();
    let own = board.colors(color);
    let mut all = cozy_chess::BitBoard::EMPTY;
    for piece in Piece::ALL {
        for square in own & board.pieces(piece) {
            all |= match piece {
                Piece::Pawn => cozy_chess::get_pawn_attacks(square, color),
                Piece::Knight => cozy_chess::get_knight_moves(square),
                Piece::Bishop => cozy_chess::get_bishop_moves(square, occupied),
                Piece::Rook => cozy_chess::get_rook_moves(square, occupied),
                Piece::Queen => {
                    cozy_chess::get_bishop_moves(square, occupied)
                        | cozy_chess::get_rook_moves(square, occupied)
                }
                Piece::King => cozy_chess::get_king_moves(square),
            };
        }
    }
    all.0
}

/// Whether a move captures. Castling is a move of the king to its own rook.
fn captures(board: &Board, piece: Piece, played: cozy_chess::Move) -> bool {
    let turn = board.side_to_move();
    let square = |file| Square::new(file, Rank::Sixth.relative_to(turn));
    let passed = board.en_passant().map(square);
    board.colors(!turn).has(played.to) || piece == Piece::Pawn && passed == Some(played.to)
}

fn gives_check(board: &Board, played: cozy_chess::Move) -> bool {
    let mut child = board.clone();
    child.play_unchecked(played);
    !child.checkers().is_empty()
}

pub(super) fn kinds(board: &Board) -> [u32; 3] {
    let mut kinds = [0; 3];
    board.generate_moves(|moves| {
        for found in moves {
            kinds[0] += u32::from(captures(board, moves.piece, found));
            kinds[1] += u32::from(found.promotion.is_some());
            kinds[2] += u32::from(gives_check(board, found));
        }
        false
    });
    kinds
}

/// Whether a move is legal, captures, promotes and gives check, as bits.
pub(super) fn bits([capture, promotion, check]: [bool; 3]) -> u32 {
    8 | u32::from(capture) | u32::from(promotion) << 1 | u32::from(check) << 2
}

/// The [`bits`] of a move; 0 if it is illegal.
pub(super) fn effect(board: &Board, played: cozy_chess::Move) -> u32 {
    match board.piece_on(played.from) {
        Some(piece) if board.is_legal(played) => bits([
            captures(board, piece, played),
            played.promotion.is_some(),
            gives_check(board, played),
        ]),
        _ => 0,
    }
}
