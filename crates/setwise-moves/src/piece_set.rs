//! The men of one kind and side.

use crate::{Color, Kind};
use setwise_core::piecewise::strongchess::StrongChess;
use setwise_core::piecewise::{PieceKind, System};
use setwise_core::{Direction, RANK_1, Square, Squares, step};

/// All men of one kind and side, and what they can do. (After StrongChess, Elemar Júnior and Juan Lopes 2011.)
///
/// An immutable value. Moves are pseudo-legal: they obey the way the men move, not checks and pins. A
/// promotion is one move here. Moves come in the order of their sources, then targets.
///
/// ```
/// use setwise_core::{Diagram, Square};
/// use setwise_moves::{Color, Kind, PieceSet};
/// let square = |name: &str| name.parse::<Square>().unwrap();
/// let queens = PieceSet::new(Color::White, Kind::Queen, square("a2").bit());
/// let target = square("f6");
/// // The queen's moves after which she attacks f6, where an enemy stands:
/// let targets: Vec<String> = queens
///     .direct_attack_moves(target, 0, target.bit())
///     .map(|found| found.target.to_string())
///     .collect();
/// assert_eq!(targets, ["a1", "b2", "f2", "a6", "e6", "f7"]);
/// assert_eq!(format!("{:#}", Diagram(queens.move_board(0, target.bit()))), "\
/// 8 1 . . . . . 1 .
/// 7 1 . . . . 1 . .
/// 6 1 . . . 1 . . .
/// 5 1 . . 1 . . . .
/// 4 1 . 1 . . . . .
/// 3 1 1 . . . . . .
/// 2 . 1 1 1 1 1 1 1
/// 1 1 1 . . . . . .
///   a b c d e f g h
/// ");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceSet {
    color: Color,
    kind: Kind,
    squares: u64,
}

/// Which moves are wanted.
///
/// ```
/// use setwise_moves::MoveFilter;
/// let captures = MoveFilter { captures_only: true, ..MoveFilter::ALL };
/// assert_eq!(captures.from, !0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveFilter {
    /// From these squares.
    pub from: u64,
    /// To these squares.
    pub to: u64,
    /// Only moves to squares of the enemy.
    pub captures_only: bool,
}

impl MoveFilter {
    /// Every move.
    pub const ALL: Self = Self {
        from: !0,
        to: !0,
        captures_only: false,
    };
}

impl Default for MoveFilter {
    fn default() -> Self {
        Self::ALL
    }
}

/// A move of a [`PieceSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceMove {
    /// Where the man comes from.
    pub source: Square,
    /// Where it goes.
    pub target: Square,
}

impl PieceSet {
    /// The men of a kind and colour on these squares.
    pub const fn new(color: Color, kind: Kind, squares: u64) -> Self {
        Self {
            color,
            kind,
            squares,
        }
    }

    /// The side.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// The kind.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Where the men stand.
    pub const fn squares(&self) -> u64 {
        self.squares
    }

    /// The squares that a man of this set attacks from a square.
    pub fn attacks_from(&self, square: Square, occupied: u64) -> u64 {
        match self.kind {
            Kind::Pawn => {
                let [east, west] = forward(self.color);
                step(square.bit(), east) | step(square.bit(), west)
            }
            Kind::Knight => StrongChess.attacks(PieceKind::Knight, square, occupied),
            Kind::Bishop => StrongChess.bishop(square, occupied),
            Kind::Rook => StrongChess.rook(square, occupied),
            Kind::Queen => StrongChess.queen(square, occupied),
            Kind::King => StrongChess.attacks(PieceKind::King, square, occupied),
        }
    }

    /// The squares from which a man of this set would attack `target`.
    fn attackers_of(&self, target: Square, occupied: u64) -> u64 {
        let backwards = Self {
            color: self.color.other(),
            ..*self
        };
        backwards.attacks_from(target, occupied)
    }

    /// Where a man can move from a square.
    pub fn targets_from(&self, square: Square, friends: u64, enemies: u64) -> u64 {
        let attacks = self.attacks_from(square, friends | enemies);
        if self.kind != Kind::Pawn {
            return attacks & !friends;
        }
        let empty = !(friends | enemies);
        let (push, second) = match self.color {
            Color::White => (Direction::North, RANK_1 << 8),
            Color::Black => (Direction::South, RANK_1 << 48),
        };
        let one = step(square.bit(), push) & empty;
        let two = if square.bit() & second != 0 {
            step(one, push) & empty
        } else {
            0
        };
        attacks & enemies | one | two
    }

    /// All moves. `friends` are all men of the own side, these included, `enemies` those of the other one.
    pub fn moves(&self, friends: u64, enemies: u64) -> impl Iterator<Item = PieceMove> + use<> {
        self.filtered_moves(friends, enemies, MoveFilter::ALL)
    }

    /// The moves that pass a filter.
    pub fn filtered_moves(
        &self,
        friends: u64,
        enemies: u64,
        filter: MoveFilter,
    ) -> impl Iterator<Item = PieceMove> + use<> {
        let set = *self;
        let among = if filter.captures_only {
            filter.to & enemies
        } else {
            filter.to
        };
        Squares(self.squares & filter.from).flat_map(move |source| {
            let targets = set.targets_from(source, friends, enemies) & among;
            Squares(targets).map(move |target| PieceMove { source, target })
        })
    }

    /// All squares that some man of the set can move to; nothing for an empty set.
    pub fn move_board(&self, friends: u64, enemies: u64) -> u64 {
        Squares(self.squares).fold(0, |all, square| {
            all | self.targets_from(square, friends, enemies)
        })
    }

    /// All squares that some man of the set can capture on.
    pub fn capture_board(&self, friends: u64, enemies: u64) -> u64 {
        self.move_board(friends, enemies) & enemies
    }

    /// The moves after which the man that has moved attacks `target`.
    ///
    /// It has left its old square by then, so it may attack through that.
    ///
    /// ```
    /// use setwise_moves::{Color, Kind, PieceSet};
    /// // A rook on d4 and the target h4: on a4, b4 and c4 too the rook attacks h4.
    /// let rooks = PieceSet::new(Color::White, Kind::Rook, 1 << 27);
    /// let h4 = "h4".parse().unwrap();
    /// let moves = rooks.direct_attack_moves(h4, 1 << 27, h4.bit());
    /// assert!(moves.map(|found| found.target.to_string()).any(|name| name == "a4"));
    /// ```
    pub fn direct_attack_moves(
        &self,
        target: Square,
        friends: u64,
        enemies: u64,
    ) -> impl Iterator<Item = PieceMove> + use<> {
        let set = *self;
        Squares(self.squares).flat_map(move |source| {
            let occupied = (friends | enemies) & !source.bit();
            let from_there = set.attackers_of(target, occupied);
            let targets = set.targets_from(source, friends, enemies) & from_there;
            Squares(targets).map(move |target| PieceMove { source, target })
        })
    }
}

/// The directions in which a pawn captures.
const fn forward(color: Color) -> [Direction; 2] {
    match color {
        Color::White => [Direction::NorthEast, Direction::NorthWest],
        Color::Black => [Direction::SouthEast, Direction::SouthWest],
    }
}
