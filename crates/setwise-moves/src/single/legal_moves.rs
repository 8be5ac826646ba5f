//! The legal moves of a position as sets.

use crate::{Color, Frame, Legality, Move, MoveDirection, MoveKernel, Position, Role, Targets};
use setwise_core::{Direction, RANK_1, RANK_8, Square, Squares};

/// The legal moves of a position, as a value of fixed size in which every position has room.
///
/// It holds sixteen sets of target squares, one per [`MoveDirection`] (128 bytes), the promotions (which are four moves per
/// target) and the castling rooks. So it neither allocates nor overflows. Iterating decodes the sets; [`len`](Self::len)
/// only counts bits.
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
    /// Targets by direction, without promotions.
    pub(super) sets: [u64; 16],
    /// Files of promotion targets, by [`Color::pawn_directions`].
    pub(super) promotions: [u8; 3],
    /// Castling rooks, by [`CASTLING_DIRECTIONS`].
    pub(super) castles: [u64; 2],
    pub(super) turn: Color,
}

/// The directions from the king to a castling rook.
pub(super) const CASTLING_DIRECTIONS: [Direction; 2] = [Direction::East, Direction::West];

/// Files of the last rank of a color as squares.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) const fn last_rank(color: Color, files: u8) -> u64 {
    color.view((files as u64) << 56) & (RANK_1 | RANK_8)
}

/// The squares of a board that lie on the last rank of a color, as files.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) const fn files_of_last_rank(color: Color, board: u64) -> u8 {
    (color.view(board) >> 56) as u8
}

impl LegalMoves {
    /// Takes the sets of the side to move, in its frame.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(targets: &Targets<u64>, king: u64, turn: Color) -> Self {
        let mut sets = [0; 16];
        for (i, to) in sets.iter_mut().enumerate() {
            let direction = MoveDirection::wrapping(i).seen_by(turn);
            *to = turn.view(targets.along(direction));
        }
        let in_frame = [
            targets.promotions.north_west,
            targets.promotions.north,
            targets.promotions.north_east,
        ];
        let mut promotions = [0; 3];
        for (i, direction) in turn.pawn_directions().into_iter().enumerate() {
            promotions[i] = (in_frame[i] >> 56) as u8;
            sets[direction.index()] &= !turn.view(in_frame[i]);
        }
        let east = targets.castles & !king.wrapping_sub(1);
        Self {
            sets,
            promotions,
            castles: [turn.view(east), turn.view(targets.castles ^ east)],
            turn,
        }
    }

    /// The number of moves; each promotion target counts four times.
    #[inline]
    pub fn len(&self) -> usize {
        let [west, straight, east] = self.promotions;
        let mut moves = 4 * u32::from_le_bytes([west, straight, east, 0]).count_ones();
        for set in self.sets.iter().chain(&self.castles) {
            moves += set.count_ones();
        }
        moves as usize
    }

    /// Whether there is no move: mate or stalemate.
    #[inline]
    pub fn is_empty(&self) -> bool {
        let mut any = self.castles[0] | self.castles[1];
        for set in self.sets {
            any |= set;
        }
        any == 0 && self.promotions == [0; 3]
    }

    /// The targets of moves in a direction, promotions included, castling not.
    #[inline]
    pub fn targets(&self, direction: impl Into<MoveDirection>) -> u64 {
        let direction = direction.into();
        self.sets[direction.index()] | self.promotion_targets(direction)
    }

    /// The targets of promotions in a direction.
    #[inline]
    fn promotion_targets(&self, direction: MoveDirection) -> u64 {
        let directions = self.turn.pawn_directions().map(MoveDirection::Ray);
        for (i, of_pawns) in directions.into_iter().enumerate() {
            if of_pawns == direction {
                return last_rank(self.turn, self.promotions[i]);
            }
        }
        0
    }

    /// The targets of all moves, castling left out.
    pub fn move_board(&self) -> u64 {
        MoveDirection::all().fold(0, |all, direction| all | self.targets(direction))
    }

    /// The moves to these squares only. Castling counts as a move to the rook's square.
    #[must_use]
    pub fn to(mut self, targets: u64) -> Self {
        for set in self.sets.iter_mut().chain(&mut self.castles) {
            *set &= targets;
        }
        for files in &mut self.promotions {
            *files &= files_of_last_rank(self.turn, targets);
        }
        self
    }

    /// The captures, en passant included. `position` is the one whose moves these are.
    #[must_use]
    pub fn captures(self, position: &Position) -> Self {
        let mut captures = self.to(position.by_color(self.turn.other()));
        if let Some(square) = position.capturable_en_passant() {
            let pawns = position.pieces(self.turn, Role::Pawn);
            let [west, _, east] = self.turn.pawn_directions();
            for direction in [west, east] {
                let source = setwise_core::step(square.bit(), direction.opposite());
                if source & pawns != 0 {
                    let i = direction.index();
                    captures.sets[i] |= self.sets[i] & square.bit();
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

    /// Whether a move is one of these.
    #[inline]
    pub fn contains(&self, wanted: Move) -> bool {
        let target = wanted.target().bit();
        let direction = wanted.direction();
        let set = if wanted.is_castling() {
            let [east, west] = CASTLING_DIRECTIONS.map(MoveDirection::Ray);
            match direction {
                _ if direction == east => self.castles[0],
                _ if direction == west => self.castles[1],
                _ => 0,
            }
        } else if wanted.promoted().is_some() {
            self.promotion_targets(direction)
        } else {
            self.sets[direction.index()]
        };
        set & target != 0
    }

    /// Iterates over the moves: rays and jumps by direction, promotions (queens first), castling. Equal sets give equal
    /// orders.
    #[inline]
    pub fn iter(&self) -> Moves {
        Moves {
            left: *self,
            at: 0,
            promoting: None,
        }
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

/// An iterator over legal moves: the result of [`LegalMoves::iter`].
#[derive(Clone, Debug)]
pub struct Moves {
    left: LegalMoves,
    /// The set that is being read.
    at: usize,
    /// A promotion that is being read: its target, its direction, and the number of roles that are left.
    promoting: Option<(Square, Direction, usize)>,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while let Some(set) = self.left.sets.get_mut(self.at) {
            if let Some(target) = Square::lowest(*set) {
                *set &= *set - 1;
                return Some(Move::new(target, MoveDirection::wrapping(self.at)));
            }
            self.at += 1;
        }
        self.next_special()
    }

    /// Reads each set in a loop of its own, which is faster than calls of [`next`](Self::next).
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(mut self, first: B, mut each: F) -> B {
        let mut all = first;
        for at in self.at..16 {
            for target in Squares(self.left.sets[at]) {
                all = each(all, Move::new(target, MoveDirection::wrapping(at)));
            }
        }
        while let Some(found) = self.next_special() {
            all = each(all, found);
        }
        all
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let started = self.promoting.map_or(0, |(_, _, roles)| roles);
        let moves = self.left.len() + started;
        (moves, Some(moves))
    }
}

impl ExactSizeIterator for Moves {}

impl Moves {
    /// The next promotion or castling.
    fn next_special(&mut self) -> Option<Move> {
        if self.promoting.is_none() {
            self.promoting = self.next_promotion_target();
        }
        if let Some((target, direction, roles)) = self.promoting {
            let left = roles - 1;
            self.promoting = (left > 0).then_some((target, direction, left));
            return Some(Move::promotion(target, direction, Role::PROMOTIONS[left]));
        }
        next_castling(&mut self.left.castles)
    }

    fn next_promotion_target(&mut self) -> Option<(Square, Direction, usize)> {
        let LegalMoves {
            promotions, turn, ..
        } = &mut self.left;
        for (files, direction) in promotions.iter_mut().zip(turn.pawn_directions()) {
            if let Some(target) = Square::lowest(last_rank(*turn, *files)) {
                *files &= *files - 1;
                return Some((target, direction, 4));
            }
        }
        None
    }
}

/// Takes the next move from sets of castling rooks.
pub(super) fn next_castling(castles: &mut [u64; 2]) -> Option<Move> {
    for (set, direction) in castles.iter_mut().zip(CASTLING_DIRECTIONS) {
        if let Some(rook) = Square::lowest(*set) {
            *set = 0;
            return Some(Move::castling(rook, direction));
        }
    }
    None
}

impl Position {
    /// The limits on the moves of the side to move, in its frame.
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

    /// Counts the legal moves without listing them.
    #[inline]
    pub fn count_legal(&self) -> u32 {
        (MoveKernel::best().count)(&Frame::from(self), ())
    }

    /// Whether a move is legal. Any value is a valid argument.
    #[inline]
    pub fn is_legal(&self, wanted: Move) -> bool {
        self.legal_moves().contains(wanted)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers() != 0
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> u64 {
        self.turn.view(self.legality().checkers)
    }

    /// The pieces of the side to move that are pinned: alone between their king and an enemy slider.
    #[inline]
    pub fn pinned(&self) -> u64 {
        let frame = Frame::from(self);
        self.turn.view(Legality::new(&frame).pinned(&frame))
    }

    /// The squares that the king of the side to move must not go to: attacked by the other side with that king taken off
    /// the board.
    ///
    /// ```
    /// use setwise_moves::{Diagram, Position};
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

    /// Whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.count_legal() == 0 && self.is_check()
    }

    /// Whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        self.count_legal() == 0 && !self.is_check()
    }
}
