//! Accumulators for each ply, which are computed when a position is evaluated.

use super::made::{mailbox, played};
use super::weights::{Accumulator, Weights};
use setwise_moves::{Color, Move, Position};
use setwise_nnue::{Csr, Extractor};
use setwise_threats::{
    Before, Changed, FullThreats60144, Joined, Level, MirroredKingBuckets, Perspective, Played,
    Updater, level,
};

const SEED: u64 = 1;

/// How the threats of a position are found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// What moves change, by `setwise-threats`.
    Changes(Level),
    /// All of them for each position, by `setwise-nnue`.
    Extraction,
}

impl Way {
    pub(crate) const NAMES: [&str; 2] = ["changes", "extraction"];

    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "changes" => Some(Self::Changes(level())),
            "extraction" => Some(Self::Extraction),
            _ => None,
        }
    }
}

/// A position of the line that is searched.
#[derive(Clone)]
struct Ply {
    position: Position,
    /// The position, and the move that is searched in it.
    before: Before,
    /// By perspective.
    sums: [Accumulator; 2],
    /// Whether the sums are those of the position.
    is_ready: [bool; 2],
}

impl Ply {
    const EMPTY: Self = Self {
        position: Position::startpos(),
        before: Before {
            mailbox: [0; 64],
            occupied: 0,
            played: Played::NULL,
        },
        sums: [Accumulator::EMPTY; 2],
        is_ready: [false; 2],
    };
}

pub(crate) struct Network {
    way: Way,
    weights: Weights,
    plies: Vec<Ply>,
    /// Threats, then pieces on squares.
    inputs: Joined<FullThreats60144, MirroredKingBuckets>,
    changed: Changed<u32>,
    /// The same inputs as the trainer has them.
    extractor: Extractor<setwise_nnue::Joined<setwise_nnue::FullThreats60144, MirroredKingBuckets>>,
    rows: Csr<u32>,
    /// The number of positions whose accumulators were compared with full extraction.
    pub(crate) checked: u64,
}

impl Network {
    pub(crate) fn new(way: Way) -> Self {
        let level = match way {
            Way::Changes(level) => level,
            _ => Level::WORDS,
        };
        let pieces = MirroredKingBuckets::new([0; 32]);
        let inputs = Joined::new(Updater::new(level), pieces);
        Self {
            way,
            weights: Weights::random(SEED, inputs.size()),
            plies: vec![Ply::EMPTY],
            inputs,
            changed: Changed::new(),
            extractor: Extractor::new(setwise_nnue::Joined::new(
                setwise_nnue::FullThreats60144::new(),
                pieces,
            )),
            rows: Csr::new(),
            checked: 0,
        }
    }

    pub(crate) fn start(&mut self, root: &Position) {
        let ply = &mut self.plies[0];
        ply.position = *root;
        ply.before.mailbox = mailbox(root);
        ply.before.occupied = root.occupied();
        ply.is_ready = [false; 2];
    }

    // ANCHOR: make
    /// Keeps a move, or a null move, that leads from a ply to the next one.
    pub(crate) fn make(&mut self, ply: usize, found: Option<Move>, after: &Position) {
        if self.plies.len() <= ply + 1 {
            self.plies.push(Ply::EMPTY);
        }
        let Some([here, next]) = self.plies[ply..].first_chunk_mut() else {
            return;
        };
        let mailbox = &here.before.mailbox;
        here.before.played = found.map_or(Played::NULL, |found| played(found, mailbox));
        next.before.mailbox = *mailbox;
        for square in here.before.played.changed_squares() {
            next.before.mailbox[usize::from(square.at)] = square.after;
        }
        next.before.occupied = after.occupied();
        next.position = *after;
        next.is_ready = [false; 2];
    }
    // ANCHOR_END: make

    /// Returns the score of the position of a ply, for the side to move.
    pub(crate) fn evaluate(&mut self, ply: usize) -> i32 {
        match self.way {
            Way::Extraction => self.plies[ply].sums = self.extract(ply),
            Way::Changes(_) => self.catch_up(ply),
        }
        if cfg!(any(test, debug_assertions)) {
            self.check(ply);
        }
        let Ply { position, sums, .. } = &self.plies[ply];
        let [white, black] = sums;
        self.weights.output(match position.turn() {
            Color::White => [white, black],
            Color::Black => [black, white],
        })
    }

    /// Computes the accumulators of a ply from those of the last ply that has them.
    fn catch_up(&mut self, ply: usize) {
        let bases = Perspective::ALL.map(|side| self.base(ply, side));
        if bases[0] == bases[1] {
            (bases[0] + 1..=ply).for_each(|next| self.update(next, &Perspective::ALL));
            return;
        }
        for (base, side) in bases.into_iter().zip(Perspective::ALL) {
            (base + 1..=ply).for_each(|next| self.update(next, &[side]));
        }
    }

    /// Returns the last ply that has the accumulator of a perspective. If there is none since the
    /// king has crossed the middle of the board, the ply after this move gets it.
    fn base(&mut self, ply: usize, side: Perspective) -> usize {
        let mut base = ply;
        while !self.plies[base].is_ready[side as usize] {
            let earlier = base.checked_sub(1).filter(|&ply| {
                let played = &self.plies[ply].before.played;
                !self.inputs.refreshes(played, side)
            });
            let Some(earlier) = earlier else {
                self.refresh(base, side);
                break;
            };
            base = earlier;
        }
        base
    }

    /// Computes accumulators of a ply from those of the ply before.
    fn update(&mut self, ply: usize, sides: &[Perspective]) {
        let Some([last, next]) = self.plies[ply - 1..].first_chunk_mut() else {
            return;
        };
        let kings = Perspective::ALL.map(|side| king(&next.position, side));
        match sides {
            &[side] => {
                let king = kings[side as usize];
                self.inputs
                    .changes_of(&last.before, side, king, &mut self.changed);
            }
            _ => self.inputs.changes(&last.before, kings, &mut self.changed),
        }
        for &side in sides {
            let (removed, added) = (self.changed.removed(side), self.changed.added(side));
            let (before, after) = (&last.sums[side as usize], &mut next.sums[side as usize]);
            self.weights.update(before, after, removed, added);
            next.is_ready[side as usize] = true;
        }
    }

    /// Computes an accumulator of a ply from all features of its position.
    fn refresh(&mut self, ply: usize, side: Perspective) {
        let ply = &mut self.plies[ply];
        let kings = Perspective::ALL.map(|side| king(&ply.position, side));
        let found = self.inputs.features(&ply.before, kings, &mut self.changed);
        debug_assert!(found.is_ok());
        let sums = &mut ply.sums[side as usize];
        let added = self.changed.added(side);
        self.weights.update(self.weights.empty(), sums, &[], added);
        ply.is_ready[side as usize] = true;
    }

    /// Returns the sums of all features of a position.
    fn extract(&mut self, ply: usize) -> [Accumulator; 2] {
        self.rows.clear();
        let position = std::slice::from_ref(&self.plies[ply].position);
        let extracted = self.extractor.append(position, &mut self.rows);
        debug_assert!(extracted.is_ok());
        let (white, black) = self.rows.row(0).unwrap_or_default();
        [white, black].map(|features| {
            let mut sums = Accumulator::EMPTY;
            let empty = self.weights.empty();
            self.weights.update(empty, &mut sums, &[], features);
            sums
        })
    }

    /// Panics if the accumulators differ from those of full extraction.
    fn check(&mut self, ply: usize) {
        let all = self.extract(ply);
        let ply = &self.plies[ply];
        assert!(ply.sums == all, "{:?}: {}", self.way, ply.position);
        assert_eq!(ply.before.mailbox, mailbox(&ply.position));
        self.checked += 1;
    }
}

fn king(position: &Position, side: Perspective) -> u8 {
    position.king(Color::ALL[side as usize]).index() as u8
}
