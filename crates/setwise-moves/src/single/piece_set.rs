//! The pieces of one role and side.

use crate::position::{Color, Role};
use crate::{rules::attackers::piece_attacks, sets};
use setwise_core::{Square, Squares};

/// All pieces of one role and side (after StrongChess, Elemar Júnior and Juan Lopes 2011).
///
/// The value is immutable. Moves are pseudo-legal: checks and pins are ignored. A promotion is one
/// move here. Moves come in the order of their sources, then targets.
///
/// ```
/// use setwise_moves::{Color, Diagram, PieceSet, Role, Square};
/// let square = |name: &str| name.parse::<Square>().unwrap();
/// let queens = PieceSet::new(Color::White, Role::Queen, square("a2").bit());
/// let target = square("f6");
/// // The queen's moves after which it attacks f6, where an enemy stands:
/// let moves = queens.direct_attack_moves(target, 0, target.bit());
/// let targets: Vec<String> = moves.map(|found| found.target.to_string()).collect();
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
    role: Role,
    squares: u64,
}

/// A filter for moves of a [`PieceSet`]. [`ALL`](Self::ALL) passes every move; methods narrow it.
///
/// ```
/// use setwise_moves::MoveFilter;
/// let captures_in_the_center = MoveFilter::ALL.captures_only().to(0x0000_0018_1800_0000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveFilter {
    from: u64,
    to: u64,
    captures_only: bool,
}

impl MoveFilter {
    /// Every move.
    pub const ALL: Self = Self {
        from: !0,
        to: !0,
        captures_only: false,
    };

    /// Only moves from these squares.
    #[must_use]
    pub const fn from(mut self, sources: u64) -> Self {
        self.from &= sources;
        self
    }

    /// Only moves to these squares.
    #[must_use]
    pub const fn to(mut self, targets: u64) -> Self {
        self.to &= targets;
        self
    }

    /// Only moves to squares of the enemy.
    #[must_use]
    pub const fn captures_only(mut self) -> Self {
        self.captures_only = true;
        self
    }
}

impl Default for MoveFilter {
    fn default() -> Self {
        Self::ALL
    }
}

/// A move of a [`PieceSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct PieceMove {
    /// The source of the piece.
    pub source: Square,
    /// The target of the piece.
    pub target: Square,
}

impl PieceSet {
    /// The pieces of a role and color on these squares.
    pub const fn new(color: Color, role: Role, squares: u64) -> Self {
        Self {
            color,
            role,
            squares,
        }
    }

    /// The side.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// The role.
    pub const fn role(&self) -> Role {
        self.role
    }

    /// The squares of the pieces.
    pub const fn squares(&self) -> u64 {
        self.squares
    }

    /// The squares that a piece of this role and color attacks from a square.
    pub fn attacks_from(&self, square: Square, occupied: u64) -> u64 {
        piece_attacks(self.color, self.role, square, occupied)
    }

    /// The squares from which a piece of this role and color attacks `target`.
    fn attackers_of(&self, target: Square, occupied: u64) -> u64 {
        piece_attacks(self.color.other(), self.role, target, occupied)
    }

    /// The targets of a piece of this role and color on a square.
    pub fn targets_from(&self, square: Square, friends: u64, enemies: u64) -> u64 {
        let attacks = self.attacks_from(square, friends | enemies);
        if self.role != Role::Pawn {
            return attacks & !friends;
        }
        let (pawn, empty) = (square.bit(), !(friends | enemies));
        attacks & enemies
            | sets::pawn_pushes(pawn, empty, self.color)
            | sets::pawn_double_pushes(pawn, empty, self.color)
    }

    /// All moves. `friends` are all pieces of this side, these included; `enemies` all others.
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
        let captures = if filter.captures_only { enemies } else { !0 };
        let among = filter.to & captures;
        Squares(self.squares & filter.from).flat_map(move |source| {
            let targets = set.targets_from(source, friends, enemies) & among;
            Squares(targets).map(move |target| PieceMove { source, target })
        })
    }

    /// The targets of all pieces of the set.
    pub fn move_board(&self, friends: u64, enemies: u64) -> u64 {
        Squares(self.squares).fold(0, |all, square| {
            all | self.targets_from(square, friends, enemies)
        })
    }

    /// The squares that some piece of the set can capture on.
    pub fn capture_board(&self, friends: u64, enemies: u64) -> u64 {
        self.move_board(friends, enemies) & enemies
    }

    /// The moves after which the moved piece attacks `target`, possibly through its old square.
    ///
    /// ```
    /// use setwise_moves::{Color, PieceSet, Role};
    /// // A rook on d4 and the target h4: on a4, b4 and c4 too the rook attacks h4.
    /// let rooks = PieceSet::new(Color::White, Role::Rook, 1 << 27);
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
