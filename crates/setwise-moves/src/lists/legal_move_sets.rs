//! The legal moves of a position as sets.

use super::move_sets::{CASTLING, EN_PASSANT, MoveSets, PROMOTIONS, Sources};
use crate::position::{Move, MoveDirection, Position, Role};
use crate::{frame::Frame, rules::targets::Targets};
use setwise_core::Square;

/// The legal moves of a position, as a value of fixed size in which every position has room.
///
/// It holds sets of target squares, one per [`MoveDirection`], with those of en passant, promotion
/// and castling apart. So it neither allocates nor overflows. Iterating finds the sources;
/// [`len`](Self::len) only counts bits.
///
/// ```
/// use setwise_moves::Position;
/// let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// let moves = position.legal_move_sets();
/// assert_eq!(moves.len(), 19);
/// assert_eq!(moves.captures().len(), 0);
/// let special = moves.iter().filter(|found| found.promotion().is_some() || found.is_castling());
/// let names: Vec<String> = special.map(|found| found.to_string()).collect();
/// assert_eq!(names, ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "e1g1"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LegalMoveSets {
    pub(crate) sets: MoveSets,
    position: Position,
}

impl LegalMoveSets {
    #[inline]
    pub(crate) fn new(position: &Position, targets: &Targets<u64>) -> Self {
        Self {
            sets: MoveSets::new(targets),
            position: *position,
        }
    }

    /// The number of moves; each promotion target counts four times.
    #[inline]
    pub fn len(&self) -> usize {
        let count = |sets: &[u64]| -> u32 { sets.iter().map(|set| set.count_ones()).sum() };
        let sets = &self.sets.0;
        (count(sets) + 3 * count(&sets[PROMOTIONS..CASTLING])) as usize
    }

    /// Whether there is no move: mate or stalemate.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.sets.0.iter().fold(0, |all, set| all | set) == 0
    }

    /// The targets of moves in a direction, promotions and en passant included, castling not.
    #[inline]
    pub fn targets(&self, direction: impl Into<MoveDirection>) -> u64 {
        let turn = self.position.turn();
        let direction = direction.into().seen_by(turn);
        let mut targets = self.sets.0[direction.index()];
        if let Some(step) = MoveSets::of_pawns(direction) {
            targets |= self.sets.0[PROMOTIONS + step];
            targets |= match step {
                0 => self.sets.0[EN_PASSANT],
                2 => self.sets.0[EN_PASSANT + 1],
                _ => 0,
            };
        }
        turn.view(targets)
    }

    /// The targets of all moves, castling left out.
    pub fn move_board(&self) -> u64 {
        let targets = self.sets.0[..CASTLING].iter().fold(0, |all, set| all | set);
        self.position.turn().view(targets)
    }

    /// Intersects each set with the targets that `kept` returns for its number.
    #[inline]
    fn keep(mut self, kept: impl Fn(usize) -> u64) -> Self {
        for (i, set) in self.sets.0.iter_mut().enumerate() {
            *set &= kept(i);
        }
        self
    }

    /// The moves to these squares only. Castling counts as a move to the rook's square.
    #[must_use]
    #[inline]
    pub fn to(self, targets: u64) -> Self {
        let targets = self.position.turn().view(targets);
        self.keep(|_| targets)
    }

    /// The captures, en passant included.
    #[must_use]
    #[inline]
    pub fn captures(self) -> Self {
        let them = self.position.turn().view(self.position.them());
        self.keep(|set| match set {
            EN_PASSANT..PROMOTIONS => !0,
            CASTLING => 0,
            _ => them,
        })
    }

    /// The moves that capture nothing, castling included.
    #[must_use]
    #[inline]
    pub fn quiets(self) -> Self {
        let them = self.position.turn().view(self.position.them());
        self.keep(|set| match set {
            EN_PASSANT..PROMOTIONS => 0,
            CASTLING => !0,
            _ => !them,
        })
    }

    /// The moves that are not among `others`, which are moves of the same position.
    #[must_use]
    pub fn without(self, others: &Self) -> Self {
        self.keep(|set| !others.sets.0[set])
    }

    /// Whether a move is one of these.
    #[inline]
    pub fn contains(&self, wanted: Move) -> bool {
        let wanted = wanted.seen_by(self.position.turn());
        let set = self.sources().set_of(wanted);
        set.is_some_and(|set| self.sets.0[set] & wanted.target().bit() != 0)
    }

    #[inline]
    pub(crate) fn sources(&self) -> Sources {
        Sources::of(&Frame::from(&self.position))
    }

    /// Iterates over the moves: rays and jumps by direction, en passant, promotions (queens first),
    /// castling. Equal sets give equal orders.
    #[inline]
    pub fn iter(&self) -> MovesInSets {
        MovesInSets {
            left: *self,
            sources: self.sources(),
            at: 0,
            promotions: 0,
        }
    }
}

impl IntoIterator for LegalMoveSets {
    type Item = Move;
    type IntoIter = MovesInSets;

    #[inline]
    fn into_iter(self) -> MovesInSets {
        self.iter()
    }
}

impl IntoIterator for &LegalMoveSets {
    type Item = Move;
    type IntoIter = MovesInSets;

    #[inline]
    fn into_iter(self) -> MovesInSets {
        self.iter()
    }
}

/// An iterator over legal moves: the result of [`LegalMoveSets::iter`].
#[derive(Clone, Debug)]
pub struct MovesInSets {
    left: LegalMoveSets,
    sources: Sources,
    /// The set that is being read.
    at: usize,
    /// The number of promotions on its lowest target that were given.
    promotions: usize,
}

impl Iterator for MovesInSets {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while let Some(set) = self.left.sets.0.get_mut(self.at) {
            if let Some(target) = Square::lowest(*set) {
                let role = Role::PROMOTIONS[3 - self.promotions % 4];
                if (PROMOTIONS..CASTLING).contains(&self.at) && self.promotions < 3 {
                    self.promotions += 1;
                } else {
                    self.promotions = 0;
                    *set &= *set - 1;
                }
                let found = self.sources.find(self.at, target, role);
                return Some(found.seen_by(self.left.position.turn()));
            }
            self.at += 1;
        }
        None
    }

    /// Reads each set in a separate loop, which is faster than calls of [`next`](Self::next).
    #[inline]
    fn for_each<F: FnMut(Move)>(mut self, mut each: F) {
        while self.promotions > 0
            && let Some(found) = self.next()
        {
            each(found);
        }
        let turn = self.left.position.turn();
        let moves = &self.left.sets;
        moves.each(&self.sources, |found| each(found.seen_by(turn)));
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let moves = self.left.len() - self.promotions;
        (moves, Some(moves))
    }
}

impl ExactSizeIterator for MovesInSets {}
