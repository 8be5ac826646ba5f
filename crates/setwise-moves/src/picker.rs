//! Moves one after another, when they are asked for.

use crate::legal::{FORWARD, LegalMoves, seen};
use crate::{Color, Heading, Kind, Move, Position};
use setwise_core::{Direction, RANK_1, RANK_8, Square};

/// What a [`MovePicker`] gives next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Captures, those that promote first.
    Captures,
    /// Promotions without a capture.
    Promotions,
    /// Castling.
    Castling,
    /// Other moves.
    Quiets,
    /// Nothing.
    Done,
}

/// An incremental getter of legal moves: a state machine that scans and resets the target sets, stage by
/// stage, heading by heading.
///
/// Moves that a search has tried before (hash move, killers) are [excluded](Self::exclude) first, in any order and
/// even from stages that are still to come; no move is ever given twice.
///
/// ```
/// use setwise_moves::{Position, Stage};
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// let position = Position::from_fen(fen).unwrap();
/// let mut picker = position.picker();
/// let hash_move = position.parse_move("e2a6").unwrap();
/// assert!(picker.exclude(hash_move)); // legal, and now tried
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
    /// What is left of each stage, by heading; without promotions.
    captures: [u64; 16],
    quiets: [u64; 16],
    /// Files of the targets, by kind and direction (to the west, straight, to the east).
    promotions: [[u8; 3]; 4],
    castles: [u64; 2],
    turn: Color,
    stage: Stage,
    /// Where the stage has come to.
    at: usize,
}

impl Position {
    /// The legal moves, to be asked for one by one.
    pub fn picker(&self) -> MovePicker {
        let all = self.legal_moves();
        MovePicker::new(&all.captures(self), &all.quiets(self))
    }
}

impl MovePicker {
    fn new(captures: &LegalMoves, quiets: &LegalMoves) -> Self {
        let [west, _, east] = captures.promotions;
        let [_, straight, _] = quiets.promotions;
        Self {
            captures: captures.sets,
            quiets: quiets.sets,
            promotions: [[west, straight, east]; 4],
            castles: quiets.castles,
            turn: quiets.turn,
            stage: Stage::Captures,
            at: 0,
        }
    }

    /// What comes next.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Excludes a move: it is not given any more. Was it there, that is, legal and neither given nor excluded
    /// before?
    pub fn exclude(&mut self, tried: Move) -> bool {
        let target = tried.target().bit();
        let heading = tried.heading();
        let mut there = 0;
        if tried.is_castling() {
            let sides = [Direction::East, Direction::West].map(Heading::Ray);
            for (set, side) in self.castles.iter_mut().zip(sides) {
                if side == heading {
                    there |= *set & target;
                    *set &= !target;
                }
            }
        } else if let Some(kind) = tried.promoted() {
            let file = self.turn.view(target).checked_shr(56).unwrap_or(0) as u8;
            for (i, direction) in FORWARD.into_iter().enumerate() {
                let files = &mut self.promotions[kind.index() - 1][i];
                if seen(Heading::Ray(direction), self.turn) == heading {
                    there |= u64::from(*files & file);
                    *files &= !file;
                }
            }
        } else {
            for sets in [&mut self.captures, &mut self.quiets] {
                let set = &mut sets[heading.index()];
                there |= *set & target;
                *set &= !target;
            }
        }
        there != 0
    }

    /// The next move, if it belongs to this stage or an earlier one.
    pub fn next_of(&mut self, last: Stage) -> Option<Move> {
        while self.stage <= last {
            let found = match self.stage {
                Stage::Captures => self
                    .next_promotion(&[0, 2])
                    .or_else(|| Self::next_in(&mut self.captures, &mut self.at)),
                Stage::Promotions => self.next_promotion(&[1]),
                Stage::Castling => self.next_castling(),
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
                return Some(Move::new(target, Heading::wrapping(*at)));
            }
            *at += 1;
        }
        None
    }

    /// Queens first; `ways` are indices of [`FORWARD`].
    fn next_promotion(&mut self, ways: &[usize]) -> Option<Move> {
        for kind in Kind::PROMOTIONS.into_iter().rev() {
            for &way in ways {
                let files = &mut self.promotions[kind.index() - 1][way];
                let last = self.turn.view(u64::from(*files) << 56) & (RANK_1 | RANK_8);
                let heading = seen(Heading::Ray(FORWARD[way]), self.turn);
                if let (Some(target), Heading::Ray(direction)) = (Square::lowest(last), heading) {
                    *files &= *files - 1;
                    return Some(Move::promotion(target, direction, kind));
                }
            }
        }
        None
    }

    fn next_castling(&mut self) -> Option<Move> {
        let sides = [Direction::East, Direction::West];
        for (set, direction) in self.castles.iter_mut().zip(sides) {
            if let Some(rook) = Square::lowest(*set) {
                *set = 0;
                return Some(Move::castling(rook, direction));
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
