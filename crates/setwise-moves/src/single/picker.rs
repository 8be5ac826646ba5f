//! Moves one by one, in stages.

use crate::lists::legal_move_sets::LegalMoveSets;
use crate::lists::move_sets::{CASTLING, DIRECTIONS, MoveSets, PROMOTIONS, Sources};
use crate::position::{Color, Move, Position, Role};
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

/// An incremental source of legal moves: a state machine that scans and resets the target sets,
/// stage by stage, direction by direction.
///
/// A search [excludes](Self::exclude) moves that it has tried before (hash move, killers), in any
/// order and from any stage. No move is given twice.
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
    /// The remaining captures and quiet moves, without promotions.
    captures: MoveSets,
    quiets: MoveSets,
    /// The remaining targets of promotions, by role (knight first) and set.
    promotions: [[u64; 3]; 4],
    sources: Sources,
    turn: Color,
    stage: Stage,
    /// The set that is being read.
    at: usize,
}

/// The sets of promotions by captures, and that of pushes.
const CAPTURING: [usize; 2] = [0, 2];
const PUSHING: [usize; 1] = [1];

impl Position {
    /// Makes a picker of the legal moves.
    pub fn picker(&self) -> MovePicker {
        let all = self.legal_move_sets();
        let promotions = &all.sets.0[PROMOTIONS..CASTLING];
        MovePicker {
            captures: without_promotions(all.captures()),
            quiets: without_promotions(all.quiets()),
            promotions: [promotions.try_into().unwrap_or_default(); 4],
            sources: all.sources(),
            turn: self.turn(),
            stage: Stage::Captures,
            at: 0,
        }
    }
}

fn without_promotions(moves: LegalMoveSets) -> MoveSets {
    let mut sets = moves.sets;
    sets.0[PROMOTIONS..CASTLING].fill(0);
    sets
}

impl MovePicker {
    /// The stage of the next move.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Excludes a move. Returns whether it was still to come: legal, neither given nor excluded.
    pub fn exclude(&mut self, tried: Move) -> bool {
        let tried = tried.seen_by(self.turn);
        let Some(set) = self.sources.set_of(tried) else {
            return false;
        };
        let sets = match tried.promotion() {
            Some(role) => {
                let of_role = &mut self.promotions[role.index() - 1];
                [Some(&mut of_role[set - PROMOTIONS]), None]
            }
            None => [&mut self.captures, &mut self.quiets].map(|sets| Some(&mut sets.0[set])),
        };
        let target = tried.target().bit();
        let mut found = 0;
        for set in sets.into_iter().flatten() {
            found |= *set & target;
            *set &= !target;
        }
        found != 0
    }

    /// The next move, if it belongs to this stage or an earlier one.
    pub fn next_of(&mut self, last: Stage) -> Option<Move> {
        while self.stage <= last {
            let found = match self.stage {
                Stage::Captures => self.next_promotion(&CAPTURING).or_else(|| {
                    self.sources
                        .next_in(&mut self.captures.0[..PROMOTIONS], &mut self.at)
                }),
                Stage::Promotions => self.next_promotion(&PUSHING),
                Stage::Castling => {
                    self.at = CASTLING;
                    self.sources.next_in(&mut self.quiets.0, &mut self.at)
                }
                Stage::Quiets => self
                    .sources
                    .next_in(&mut self.quiets.0[..DIRECTIONS], &mut self.at),
                Stage::Done => return None,
            };
            if let Some(found) = found {
                return Some(found.seen_by(self.turn));
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

    /// The next promotion of some sets, queens first.
    fn next_promotion(&mut self, sets: &[usize]) -> Option<Move> {
        for role in Role::PROMOTIONS.into_iter().rev() {
            for &i in sets {
                let targets = &mut self.promotions[role.index() - 1][i];
                if let Some(target) = Square::lowest(*targets) {
                    *targets &= *targets - 1;
                    return Some(self.sources.find(PROMOTIONS + i, target, role));
                }
            }
        }
        None
    }
}

impl Sources {
    /// Takes the next move from the set `at` or a later one.
    fn next_in(&self, sets: &mut [u64], at: &mut usize) -> Option<Move> {
        while let Some(set) = sets.get_mut(*at) {
            if let Some(target) = Square::lowest(*set) {
                *set &= *set - 1;
                return Some(self.find(*at, target, Role::Queen));
            }
            *at += 1;
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
