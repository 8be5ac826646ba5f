//! The static evaluation: material, squares and pawns, with the attack maps and the mobility of an
//! [`Analysis`].
//!
//! All of it is integer arithmetic on exact boards, so it is the same on every kernel and
//! architecture.

use crate::squares::{Value, parts, piece_value, value};
use setwise_moves::sets::{
    doubled_pawns, isolated_pawns, king_attacks, passed_pawns, pawn_attacks,
};
use setwise_moves::{Analysis, Color, Position, Role, Squares};

/// No evaluation is greater.
pub(crate) const MAX_SCORE: i32 = 20_000;
/// The score of a mate on the board. A mate in n half-moves has n less.
pub(crate) const MATE: i32 = 30_000;
/// The least score of a mate that the search can find.
pub(crate) const LEAST_MATE: i32 = MATE - 1_000;

/// The weights of the middlegame: by role, and for all pieces of the initial position.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

const TO_MOVE: Value = value(14, 8);
const BISHOP_PAIR: Value = value(25, 45);
const ISOLATED: Value = value(10, 12);
const DOUBLED: Value = value(6, 16);
/// For a passed pawn, times the square of the number of ranks it has gone.
const PASSED: Value = value(2, 4);
/// For each attacked square without a piece of one's own that no enemy pawn attacks.
const CONTROLLED: Value = value(3, 3);
/// For each attacked square next to the enemy king, times the number of such squares.
const NEAR_KING: Value = value(4, 1);
/// For each piece that is attacked and not protected, of the side to move and of the other side.
const HANGING_TO_MOVE: Value = value(8, 8);
const HANGING: Value = value(24, 24);
/// For each knight, bishop, rook and queen that a pawn attacks.
const ATTACKED_BY_PAWN: Value = value(30, 25);
/// For each pinned piece of the side to move.
const PINNED: Value = value(12, 8);
/// For each legal move of a piece of the side to move more than the usual number.
const MOBILITY: i64 = 2;
/// The usual numbers of moves of a knight, bishop, rook and queen, as averages over positions of
/// the search.
const USUAL_MOVES: [(Role, Value); 4] = [
    (Role::Knight, value(4, 6)),
    (Role::Bishop, value(4, 8)),
    (Role::Rook, value(1, 12)),
    (Role::Queen, value(5, 16)),
];

/// Returns the score of a position for the side to move, in hundredths of a pawn.
pub(crate) fn evaluate(position: &Position, analysis: &Analysis) -> i32 {
    let us = position.turn();
    let mut total = side(position, analysis, us) - side(position, analysis, us.other());
    total += TO_MOVE;
    total -= PINNED * count(analysis.pinned());
    // In check the number of moves says little about the pieces.
    if !analysis.is_check() {
        total += mobility(position, analysis);
    }
    let (phase, [middle, end]) = (phase(position), parts(total));
    let score = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    score.clamp(-MAX_SCORE, MAX_SCORE)
}

fn side(position: &Position, analysis: &Analysis, color: Color) -> Value {
    pieces(position, color) + pawns(position, color) + attacks(position, analysis, color)
}

fn pieces(position: &Position, color: Color) -> Value {
    let mut total = 0;
    for role in Role::ALL {
        for square in Squares(color.view(position.pieces(color, role))) {
            total += piece_value(role, square);
        }
    }
    if position.pieces(color, Role::Bishop).count_ones() >= 2 {
        total += BISHOP_PAIR;
    }
    total
}

fn pawns(position: &Position, color: Color) -> Value {
    let own = position.pieces(color, Role::Pawn);
    let enemies = position.pieces(color.other(), Role::Pawn);
    let mut total = 0;
    for square in Squares(color.view(passed_pawns(own, enemies, color))) {
        let gone = square.rank() as i64 - 1;
        total += PASSED * (gone * gone);
    }
    total -= ISOLATED * count(isolated_pawns(own));
    total -= DOUBLED * count(doubled_pawns(own, color));
    total
}

/// Returns the value of the attacks of a color, less the cost of attacks on its pieces.
fn attacks(position: &Position, analysis: &Analysis, color: Color) -> Value {
    let enemy = color.other();
    let own = position.by_color(color);
    let king = position.pieces(color, Role::King);
    let pawns = position.pieces(color, Role::Pawn);
    let (ours, theirs) = (analysis.attacked_by(color), analysis.attacked_by(enemy));
    let by_pawns = pawn_attacks(position.pieces(enemy, Role::Pawn), enemy);

    let controlled = count(ours & !own & !by_pawns);
    let near_king = count(king_attacks(position.pieces(enemy, Role::King)) & ours);
    let hanging = count(own & !king & theirs & !ours);
    let attacked_by_pawn = count(own & !king & !pawns & by_pawns);
    let cost_of_hanging = [HANGING, HANGING_TO_MOVE][usize::from(color == position.turn())];
    CONTROLLED * controlled + NEAR_KING * (near_king * near_king)
        - cost_of_hanging * hanging
        - ATTACKED_BY_PAWN * attacked_by_pawn
}

fn mobility(position: &Position, analysis: &Analysis) -> Value {
    let mut total = 0;
    for (role, usual) in USUAL_MOVES {
        let pieces = count(position.pieces(position.turn(), role));
        total += value(1, 1) * (MOBILITY * i64::from(analysis.mobility(role)));
        total -= usual * (MOBILITY * pieces);
    }
    total
}

/// Returns how much of a middlegame the position is: 0 to [`FULL_PHASE`].
fn phase(position: &Position) -> i32 {
    let weighted = |role: Role| PHASE[role.index()] * count(position.by_role(role)) as i32;
    let sum: i32 = Role::ALL.map(weighted).iter().sum();
    sum.min(FULL_PHASE)
}

const fn count(set: u64) -> i64 {
    set.count_ones() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_moves::analyze;

    fn score(fen: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let mut analysis = [Analysis::default()];
        analyze(&[position], &mut analysis).unwrap();
        evaluate(&position, &analysis[0])
    }

    #[test]
    fn colors_are_treated_alike() {
        let white = "r1bqk2r/ppp2ppp/2n2n2/3pp1B1/1b2P3/2NP1N2/PPP2PPP/R2QKB1R w KQkq - 0 1";
        let black = "r2qkb1r/ppp2ppp/2np1n2/1B2p3/3PP1b1/2N2N2/PPP2PPP/R1BQK2R b KQkq - 0 1";
        assert_eq!(score(white), score(black));
    }

    #[test]
    fn more_pieces_are_better() {
        assert!(score("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 800);
        assert!(score("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1") < -800);
        let queens = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQ4/8/8/8/K1k5 b - - 0 1";
        assert_eq!(score(queens), -MAX_SCORE);
    }
}
