//! The legal moves of a position.

use crate::{Color, Frame, Heading, Kind, Legality, Move, MoveKernel, Position, Targets};
use setwise_core::{Direction, RANK_1, RANK_8, Square, Squares};

/// The legal moves of a position, as a set of fixed size in which every position has room.
///
/// It is sixteen sets of target squares, one per [`Heading`] (128 bytes), the promotions (which are four moves
/// per target) and the castling rooks. So it neither allocates nor can overflow, however many moves there
/// are. Iterating decodes it; [`len`](Self::len) only counts bits.
///
/// ```
/// use setwise_moves::Position;
/// let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// let moves = position.legal_moves();
/// assert_eq!(moves.len(), 19);
/// assert_eq!(moves.captures(&position).len(), 0);
/// let names: Vec<String> = moves
///     .iter()
///     .filter(|found| found.promoted().is_some() || found.is_castling())
///     .map(|found| position.resolve(found).unwrap().to_string())
///     .collect();
/// assert_eq!(names, ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "e1g1"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LegalMoves {
    /// Targets by heading, without promotions.
    pub(crate) sets: [u64; 16],
    /// Files of promotion targets, by direction: forward and west, straight, forward and east.
    pub(crate) promotions: [u8; 3],
    /// Castling rooks by the direction from the king: east, west.
    pub(crate) castles: [u64; 2],
    pub(crate) turn: Color,
}

/// Forward as White: the directions of promotions.
pub(crate) const FORWARD: [Direction; 3] =
    [Direction::NorthWest, Direction::North, Direction::NorthEast];

impl LegalMoves {
    /// From the sets of the side to move, seen by that side.
    #[inline(always)]
    fn new(targets: &Targets<u64>, king: u64, turn: Color) -> Self {
        let mut sets = [0; 16];
        for (i, to) in sets.iter_mut().enumerate() {
            let heading = Heading::wrapping(i);
            let set = match turn {
                Color::White => targets.set(i),
                Color::Black => targets.set(heading.flip_ranks().index()),
            };
            *to = turn.view(set);
        }
        let mut promotions = [0; 3];
        for (i, direction) in FORWARD.into_iter().enumerate() {
            let promoting = targets.promotions[i];
            promotions[i] = (promoting >> 56) as u8;
            let heading = seen(Heading::Ray(direction), turn).index();
            sets[heading] &= !turn.view(promoting);
        }
        let east = targets.castles & !king.wrapping_sub(1);
        Self {
            sets,
            promotions,
            castles: [turn.view(east), turn.view(targets.castles ^ east)],
            turn,
        }
    }

    /// How many moves; each promotion counts four times.
    #[inline]
    pub fn len(&self) -> usize {
        let mut moves = 4 * u32::from_le_bytes(self.promotion_word()).count_ones();
        for set in self.sets.iter().chain(&self.castles) {
            moves += set.count_ones();
        }
        moves as usize
    }

    fn promotion_word(&self) -> [u8; 4] {
        let [west, straight, east] = self.promotions;
        [west, straight, east, 0]
    }

    /// No move? (Mate or stalemate.)
    #[inline]
    pub fn is_empty(&self) -> bool {
        let mut any = self.castles[0] | self.castles[1];
        for set in self.sets {
            any |= set;
        }
        any == 0 && self.promotions == [0; 3]
    }

    /// The targets of a heading, promotions included, castling not.
    #[inline]
    pub fn targets(&self, heading: impl Into<Heading>) -> u64 {
        let heading = heading.into();
        let promoting = FORWARD
            .into_iter()
            .zip(self.promotions)
            .find_map(|(d, files)| {
                (seen(Heading::Ray(d), self.turn) == heading).then_some(self.last_rank(files))
            });
        self.sets[heading.index()] | promoting.unwrap_or(0)
    }

    /// Every square that some move goes to, castling left out: the move board of the side.
    pub fn move_board(&self) -> u64 {
        Heading::all().fold(0, |all, heading| all | self.targets(heading))
    }

    /// The moves to these squares only (of castling, the rook's square counts).
    #[must_use]
    pub fn to(mut self, targets: u64) -> Self {
        for set in self.sets.iter_mut().chain(&mut self.castles) {
            *set &= targets;
        }
        for files in &mut self.promotions {
            *files &= (self.turn.view(targets) >> 56) as u8;
        }
        self
    }

    /// The captures, en passant included. `position` is the one whose moves these are.
    #[must_use]
    pub fn captures(self, position: &Position) -> Self {
        let mut captures = self.to(position.men(self.turn.other()));
        if let Some(square) = position.capturable_en_passant() {
            let pawns = position.of(self.turn, Kind::Pawn);
            for direction in [Direction::NorthWest, Direction::NorthEast] {
                let heading = seen(Heading::Ray(direction), self.turn);
                let Heading::Ray(forward) = heading else {
                    continue;
                };
                let source = setwise_core::step(square.bit(), forward.opposite());
                if source & pawns != 0 {
                    captures.sets[heading.index()] |= self.sets[heading.index()] & square.bit();
                }
            }
        }
        captures
    }

    /// The moves that capture nothing, castling included.
    #[must_use]
    pub fn quiets(self, position: &Position) -> Self {
        self.without(&self.captures(position))
    }

    /// The moves that are not among `others`.
    #[must_use]
    pub fn without(mut self, others: &Self) -> Self {
        for (set, other) in self.sets.iter_mut().zip(others.sets) {
            *set &= !other;
        }
        for (set, other) in self.castles.iter_mut().zip(others.castles) {
            *set &= !other;
        }
        for (files, other) in self.promotions.iter_mut().zip(others.promotions) {
            *files &= !other;
        }
        self
    }

    /// Is the move one of these?
    #[inline]
    pub fn contains(&self, wanted: Move) -> bool {
        let target = wanted.target().bit();
        let heading = wanted.heading();
        if wanted.is_castling() {
            let side = match heading {
                Heading::Ray(Direction::East) => 0,
                Heading::Ray(Direction::West) => 1,
                _ => return false,
            };
            return self.castles[side] & target != 0;
        }
        if wanted.promoted().is_none() {
            return self.sets[heading.index()] & target != 0;
        }
        FORWARD.into_iter().zip(self.promotions).any(|(d, files)| {
            seen(Heading::Ray(d), self.turn) == heading && self.last_rank(files) & target != 0
        })
    }

    /// The moves one by one, in an order that the set alone decides: rays and jumps by heading, promotions (queens first), castling.
    #[inline]
    pub fn iter(&self) -> Moves {
        Moves {
            left: *self,
            at: 0,
            promoting: None,
        }
    }

    /// Files of the last rank as squares.
    #[inline(always)]
    fn last_rank(&self, files: u8) -> u64 {
        self.turn.view(u64::from(files) << 56) & (RANK_1 | RANK_8)
    }
}

/// A heading of the side to move as seen from White, or back.
#[inline(always)]
pub(crate) const fn seen(heading: Heading, turn: Color) -> Heading {
    match turn {
        Color::White => heading,
        Color::Black => heading.flip_ranks(),
    }
}

impl IntoIterator for LegalMoves {
    type Item = Move;
    type IntoIter = Moves;

    #[inline]
    fn into_iter(self) -> Moves {
        self.iter()
    }
}

impl IntoIterator for &LegalMoves {
    type Item = Move;
    type IntoIter = Moves;

    #[inline]
    fn into_iter(self) -> Moves {
        self.iter()
    }
}

/// Moves one by one; see [`LegalMoves::iter`].
#[derive(Clone, Debug)]
pub struct Moves {
    left: LegalMoves,
    /// The set that is being read.
    at: usize,
    /// A promotion of which some kinds have been given: its target, direction, and how many kinds are left.
    promoting: Option<(Square, Direction, usize)>,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while let Some(set) = self.left.sets.get_mut(self.at) {
            if let Some(target) = Square::lowest(*set) {
                *set &= *set - 1;
                return Some(Move::new(target, Heading::wrapping(self.at)));
            }
            self.at += 1;
        }
        self.next_special()
    }

    /// Set after set, without coming back to the iterator after each move.
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(mut self, first: B, mut each: F) -> B {
        let mut all = first;
        for at in self.at..16 {
            for target in Squares(self.left.sets[at]) {
                all = each(all, Move::new(target, Heading::wrapping(at)));
            }
        }
        while let Some(found) = self.next_special() {
            all = each(all, found);
        }
        all
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let started = self.promoting.map_or(0, |(_, _, kinds)| kinds);
        let moves = self.left.len() + started;
        (moves, Some(moves))
    }
}

impl ExactSizeIterator for Moves {}

impl Moves {
    fn next_special(&mut self) -> Option<Move> {
        if self.promoting.is_none() {
            for (i, direction) in FORWARD.into_iter().enumerate() {
                let files = self.left.last_rank(self.left.promotions[i]);
                let heading = seen(Heading::Ray(direction), self.left.turn);
                if let (Some(target), Heading::Ray(direction)) = (Square::lowest(files), heading) {
                    self.left.promotions[i] &= self.left.promotions[i] - 1;
                    self.promoting = Some((target, direction, 4));
                    break;
                }
            }
        }
        if let Some((target, direction, kinds)) = self.promoting {
            let left = kinds - 1;
            self.promoting = (left > 0).then_some((target, direction, left));
            return Some(Move::promotion(target, direction, Kind::PROMOTIONS[left]));
        }
        for (set, direction) in self
            .left
            .castles
            .iter_mut()
            .zip([Direction::East, Direction::West])
        {
            if let Some(rook) = Square::lowest(*set) {
                *set = 0;
                return Some(Move::castling(rook, direction));
            }
        }
        None
    }
}

impl Position {
    /// What limits the moves of the side to move, in the frame of that side.
    #[inline]
    fn legality(&self) -> Legality<u64> {
        Legality::new(&Frame::from(self))
    }

    /// The legal moves.
    #[inline]
    pub fn legal_moves(&self) -> LegalMoves {
        let frame = Frame::from(self);
        let targets = (MoveKernel::best().targets)(&frame, ());
        LegalMoves::new(&targets, frame.king(), self.turn)
    }

    /// The number of legal moves, counted without listing them.
    #[inline]
    pub fn count_legal(&self) -> u32 {
        (MoveKernel::best().count)(&Frame::from(self), ())
    }

    /// May this move be made? Any value may be asked about.
    #[inline]
    pub fn is_legal(&self, wanted: Move) -> bool {
        self.legal_moves().contains(wanted)
    }

    /// Is the side to move in check?
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers() != 0
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> u64 {
        self.turn.view(self.legality().checkers)
    }

    /// The men of the side to move that are pinned to their king: alone between it and an enemy slider.
    #[inline]
    pub fn pinned(&self) -> u64 {
        let frame = Frame::from(self);
        self.turn.view(Legality::new(&frame).pinned(&frame))
    }

    /// The squares that the king of the side to move must not go to: attacked by the other side, that king
    /// itself taken off the board.
    ///
    /// ```
    /// use setwise_core::Diagram;
    /// use setwise_moves::Position;
    /// // The king on e4 cannot flee from the rook along its file.
    /// let position = Position::from_fen("7k/8/8/8/4K3/8/8/4r3 w - - 0 1").unwrap();
    /// assert_eq!(format!("{:#}", Diagram(position.danger())), "\
    /// 8 . . . . 1 . 1 .
    /// 7 . . . . 1 . 1 1
    /// 6 . . . . 1 . . .
    /// 5 . . . . 1 . . .
    /// 4 . . . . 1 . . .
    /// 3 . . . . 1 . . .
    /// 2 . . . . 1 . . .
    /// 1 1 1 1 1 . 1 1 1
    ///   a b c d e f g h
    /// ");
    /// ```
    #[inline]
    pub fn danger(&self) -> u64 {
        self.turn.view(self.legality().danger)
    }

    /// In check and without a legal move?
    pub fn is_mate(&self) -> bool {
        self.count_legal() == 0 && self.is_check()
    }

    /// Not in check and without a legal move?
    pub fn is_stalemate(&self) -> bool {
        self.count_legal() == 0 && !self.is_check()
    }
}
