//! Moves one by one, in stages.

use super::legal_moves::{CASTLING_DIRECTIONS, files_of_last_rank, last_rank, next_castling};
use crate::{Color, LegalMoves, Move, MoveDirection, Position, Role};
use setwise_core::Square;

/// A stage of a [`MovePicker`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Captures, promotions first.
    Captures,
    /// Promotions without a capture.
    Promotions,
    /// Castling.
    Castling,
    /// Other moves.
    Quiets,
    /// No moves are left.
    Done,
}

/// An incremental source of legal moves: a state machine that scans and resets the target sets, stage by stage, direction
/// by direction.
///
/// A search [excludes](Self::exclude) moves that it has tried before (hash move, killers), in any order and from any stage.
/// No move is given twice.
///
/// ```
/// use setwise_moves::{Position, Stage};
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// let position = Position::from_fen(fen).unwrap();
/// let mut picker = position.picker();
/// let hash_move = position.parse_move("e2a6").unwrap();
/// assert!(picker.exclude(hash_move)); // It was legal and not yet tried.
/// assert!(!picker.exclude(hash_move));
/// let mut captures = 0;
/// while picker.next_of(Stage::Captures).is_some() {
///     captures += 1;
/// }
/// assert_eq!(captures, 7); // of 8
/// assert_eq!(picker.count(), 40);
/// ```
#[derive(Clone, Debug)]
pub struct MovePicker {
    /// The targets that are left, by direction, without promotions.
    captures: [u64; 16],
    quiets: [u64; 16],
    /// The files of promotion targets, by role (from the knight on) and [`Color::pawn_directions`].
    promotions: [[u8; 3]; 4],
    castles: [u64; 2],
    turn: Color,
    stage: Stage,
    /// The direction that is being read.
    at: usize,
}

/// Indices of [`Color::pawn_directions`].
const WEST: usize = 0;
const STRAIGHT: usize = 1;
const EAST: usize = 2;

impl Position {
    /// Makes a picker of the legal moves.
    pub fn picker(&self) -> MovePicker {
        let all = self.legal_moves();
        MovePicker::new(&all.captures(self), &all.quiets(self))
    }
}

impl MovePicker {
    fn new(captures: &LegalMoves, quiets: &LegalMoves) -> Self {
        let mut promotions = captures.promotions;
        promotions[STRAIGHT] = quiets.promotions[STRAIGHT];
        Self {
            captures: captures.sets,
            quiets: quiets.sets,
            promotions: [promotions; 4],
            castles: quiets.castles,
            turn: quiets.turn,
            stage: Stage::Captures,
            at: 0,
        }
    }

    /// The stage of the next move.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Excludes a move from the rest. Returns whether it was there: legal, not yet given, not yet excluded.
    pub fn exclude(&mut self, tried: Move) -> bool {
        let target = tried.target().bit();
        let direction = tried.direction();
        let mut found = 0;
        if tried.is_castling() {
            for (set, side) in self.castles.iter_mut().zip(CASTLING_DIRECTIONS) {
                if MoveDirection::Ray(side) == direction {
                    found |= *set & target;
                    *set &= !target;
                }
            }
        } else if let Some(role) = tried.promoted() {
            let file = files_of_last_rank(self.turn, target);
            let promotions = self.promotions[role.index() - 1].iter_mut();
            for (files, of_pawns) in promotions.zip(self.turn.pawn_directions()) {
                if MoveDirection::Ray(of_pawns) == direction {
                    found |= u64::from(*files & file);
                    *files &= !file;
                }
            }
        } else {
            for sets in [&mut self.captures, &mut self.quiets] {
                let set = &mut sets[direction.index()];
                found |= *set & target;
                *set &= !target;
            }
        }
        found != 0
    }

    /// The next move, if it belongs to this stage or an earlier one.
    pub fn next_of(&mut self, last: Stage) -> Option<Move> {
        while self.stage <= last {
            let found = match self.stage {
                Stage::Captures => self
                    .next_promotion(&[WEST, EAST])
                    .or_else(|| Self::next_in(&mut self.captures, &mut self.at)),
                Stage::Promotions => self.next_promotion(&[STRAIGHT]),
                Stage::Castling => next_castling(&mut self.castles),
                Stage::Quiets => Self::next_in(&mut self.quiets, &mut self.at),
                Stage::Done => return None,
            };
            if found.is_some() {
                return found;
            }
            self.at = 0;
            self.stage = match self.stage {
                Stage::Captures => Stage::Promotions,
                Stage::Promotions => Stage::Castling,
                Stage::Castling => Stage::Quiets,
                Stage::Quiets | Stage::Done => Stage::Done,
            };
        }
        None
    }

    fn next_in(sets: &mut [u64; 16], at: &mut usize) -> Option<Move> {
        while let Some(set) = sets.get_mut(*at) {
            if let Some(target) = Square::lowest(*set) {
                *set &= *set - 1;
                return Some(Move::new(target, MoveDirection::wrapping(*at)));
            }
            *at += 1;
        }
        None
    }

    /// The next promotion in one of these directions, queens first.
    fn next_promotion(&mut self, directions: &[usize]) -> Option<Move> {
        let pawn_directions = self.turn.pawn_directions();
        for role in Role::PROMOTIONS.into_iter().rev() {
            for &i in directions {
                let files = &mut self.promotions[role.index() - 1][i];
                if let Some(target) = Square::lowest(last_rank(self.turn, *files)) {
                    *files &= *files - 1;
                    return Some(Move::promotion(target, pawn_directions[i], role));
                }
            }
        }
        None
    }
}

impl Iterator for MovePicker {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.next_of(Stage::Done)
    }
}
