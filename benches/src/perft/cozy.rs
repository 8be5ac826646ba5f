//! Functions that compute the same answers with cozy-chess.

use anyhow::{Result, anyhow};
use cozy_chess::{BitBoard, Board, Piece, Rank, Square};
use std::{fmt::Display, str::FromStr};

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

/// Lists the moves in reused memory. Returns their number.
pub(super) fn list(board: &Board, list: &mut Vec<cozy_chess::Move>) -> u32 {
    list.clear();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list.len() as u32
}

pub(super) fn attacked(board: &Board, color: cozy_chess::Color) -> u64 {
    let occupied = board.occupied();
    let own = board.colors(color);
    let mut all = BitBoard::EMPTY;
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

/// The material that a move wins by exchanges on its target, as `Position::exchange_value` defines
/// it: a plain static exchange evaluation with lookups of attacks; `None` if the move is illegal.
pub(super) fn exchange(board: &Board, played: cozy_chess::Move, values: &[i32; 6]) -> Option<i32> {
    if !board.is_legal(played) {
        return None;
    }
    let (mover, target) = (board.side_to_move(), played.to);
    if board.colors(mover).has(target) {
        return Some(0);
    }
    let piece = board.piece_on(played.from)?;
    let value = |piece: Piece| values[piece as usize];
    let mut left = board.occupied() - played.from.bitboard() - target.bitboard();
    let mut won = board.piece_on(target).map_or(0, value);
    if won == 0 && captures(board, piece, played) {
        left -= Square::new(target.file(), played.from.rank()).bitboard();
        won = value(Piece::Pawn);
    }
    let mut on_target = played.promotion.unwrap_or(piece);
    won += value(on_target) - value(piece);
    let (mut color, mut lost, mut count) = (!mover, [0; 32], 0);
    loop {
        let attackers = attackers(board, target, left) & board.colors(color);
        let of_piece = |piece: &Piece| !attackers.is_disjoint(board.pieces(*piece));
        let Some(piece) = Piece::ALL.into_iter().find(of_piece) else {
            break;
        };
        let mut capturing = (attackers & board.pieces(piece)).into_iter();
        let source = match mover {
            cozy_chess::Color::White => capturing.next(),
            // The lowest square as Black sees the board.
            cozy_chess::Color::Black => capturing.min_by_key(|square| square.flip_rank()),
        };
        left -= source?.bitboard();
        let is_king = piece == Piece::King;
        if is_king && !self::attackers(board, target, left).is_disjoint(board.colors(!color)) {
            break;
        }
        lost[count] = value(on_target);
        (count, color, on_target) = (count + 1, !color, piece);
    }
    let lost = lost[..count].iter().rev();
    Some(won - lost.fold(0, |after, lost| (lost - after).max(0)))
}

fn attackers(board: &Board, target: Square, left: BitBoard) -> BitBoard {
    let [pawns, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|it| board.pieces(it));
    let pawns = cozy_chess::Color::ALL
        .map(|color| cozy_chess::get_pawn_attacks(target, !color) & pawns & board.colors(color));
    let near = pawns[0]
        | pawns[1]
        | cozy_chess::get_knight_moves(target) & knights
        | cozy_chess::get_king_moves(target) & kings;
    let slanted = cozy_chess::get_bishop_moves(target, left) & (bishops | queens);
    (near | slanted | cozy_chess::get_rook_moves(target, left) & (rooks | queens)) & left
}
