//! All pieces of one side.

use super::piece_set::{MoveFilter, PieceMove, PieceSet};
use crate::position::{Color, Position, Role};
use setwise_core::{Direction, Square, attacks};

/// The pieces of one side: a [`PieceSet`] per role, with exactly one king. (After StrongChess,
/// Elemar Júnior and Juan Lopes 2011.)
///
/// The value is immutable. Moves are pseudo-legal, without castling.
///
/// ```
/// use setwise_moves::{Color, Position, Role, Side};
/// let white = Side::initial(Color::White);
/// assert_eq!(white, Side::of(&Position::startpos(), Color::White));
/// assert_eq!(white.king().to_string(), "e1");
/// assert_eq!(white.pieces(Role::Pawn).squares(), 0xff00);
/// let black = Side::initial(Color::Black);
/// assert_eq!(white.moves(black.occupied(), None).count(), 20);
/// assert_eq!(white.captures(black.occupied(), None).count(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    color: Color,
    king: Square,
    /// By role, without the king.
    squares: [u64; 5],
    occupied: u64,
}

impl Side {
    /// A king without other pieces.
    pub const fn new(color: Color, king: Square) -> Self {
        Self {
            color,
            king,
            squares: [0; 5],
            occupied: king.bit(),
        }
    }

    /// This side with more pieces of a role. Occupied squares keep their piece.
    ///
    /// ```
    /// use setwise_moves::{Color, Role, Side};
    /// let side = Side::new(Color::White, "e1".parse().unwrap());
    /// let side = side.with(Role::Rook, 1 << 4 | 1 << 7);
    /// assert_eq!(side.pieces(Role::Rook).squares(), 1 << 7);
    /// ```
    #[must_use]
    pub fn with(mut self, role: Role, squares: u64) -> Self {
        if let Some(set) = self.squares.get_mut(role.index()) {
            *set |= squares & !self.occupied;
            self.occupied |= squares;
        }
        self
    }

    /// The pieces of a color in a position.
    pub fn of(position: &Position, color: Color) -> Self {
        let king = Self::new(color, position.king(color));
        let with = |side: Self, role| side.with(role, position.pieces(color, role));
        Role::ALL.into_iter().fold(king, with)
    }

    /// The pieces of a color in the initial position.
    pub fn initial(color: Color) -> Self {
        Self::of(&Position::startpos(), color)
    }

    /// The color.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// The square of the king.
    pub const fn king(&self) -> Square {
        self.king
    }

    /// All pieces.
    pub const fn occupied(&self) -> u64 {
        self.occupied
    }

    /// The pieces of a role.
    pub fn pieces(&self, role: Role) -> PieceSet {
        let squares = self.squares.get(role.index());
        let squares = squares.copied().unwrap_or(self.king.bit());
        PieceSet::new(self.color, role, squares)
    }

    /// The squares that pieces of a role can capture on: for pawns including the en passant square.
    fn enemies_of(role: Role, enemies: u64, en_passant: Option<Square>) -> u64 {
        match (role, en_passant) {
            (Role::Pawn, Some(square)) => enemies | square.bit(),
            _ => enemies,
        }
    }

    /// All moves, the king's first, the pawns' last.
    pub fn moves(
        &self,
        enemies: u64,
        en_passant: Option<Square>,
    ) -> impl Iterator<Item = PieceMove> + use<> {
        self.filtered_moves(enemies, en_passant, MoveFilter::ALL)
    }

    /// All captures, en passant included.
    pub fn captures(
        &self,
        enemies: u64,
        en_passant: Option<Square>,
    ) -> impl Iterator<Item = PieceMove> + use<> {
        self.filtered_moves(enemies, en_passant, MoveFilter::ALL.captures_only())
    }

    fn filtered_moves(
        &self,
        enemies: u64,
        en_passant: Option<Square>,
        filter: MoveFilter,
    ) -> impl Iterator<Item = PieceMove> + use<> {
        let side = *self;
        Role::ALL.into_iter().rev().flat_map(move |role| {
            let enemies = Self::enemies_of(role, enemies, en_passant);
            let pieces = side.pieces(role);
            pieces.filtered_moves(side.occupied, enemies, filter)
        })
    }

    /// The targets of all pieces.
    pub fn move_board(&self, enemies: u64, en_passant: Option<Square>) -> u64 {
        Role::ALL.into_iter().fold(0, |all, role| {
            let enemies = Self::enemies_of(role, enemies, en_passant);
            all | self.pieces(role).move_board(self.occupied, enemies)
        })
    }

    /// The pieces of this side that stand alone between a square and a bishop or queen of this side
    /// on a diagonal. When one of them moves away, the square is attacked. Pieces that attack the
    /// square along that diagonal themselves (bishops, queens) are left out.
    ///
    /// ```
    /// use setwise_moves::{Color, Position, Side};
    /// // The knight on c3 hides the bishop on a1 from g7.
    /// let position = Position::from_fen("7k/6p1/8/8/8/2N5/8/B3K3 w - - 0 1").unwrap();
    /// let [white, black] = Color::ALL.map(|color| Side::of(&position, color));
    /// let g7 = "g7".parse().unwrap();
    /// assert_eq!(white.diagonal_blockers(g7, black.occupied()), 1 << 18);
    /// ```
    pub fn diagonal_blockers(&self, target: Square, enemies: u64) -> u64 {
        let sliders = self.diagonal_sliders();
        self.blockers(target, enemies, sliders, &Direction::DIAGONAL)
    }

    /// The same for ranks and files, with rooks and queens of this side.
    pub fn straight_blockers(&self, target: Square, enemies: u64) -> u64 {
        let sliders = self.orthogonal_sliders();
        self.blockers(target, enemies, sliders, &Direction::ORTHOGONAL)
    }

    /// Returns the pieces of this side, but sliders, alone between a square and one of `sliders`.
    fn blockers(&self, target: Square, enemies: u64, sliders: u64, along: &[Direction]) -> u64 {
        let occupied = self.occupied | enemies;
        alone_between(target, along, sliders, occupied) & self.occupied & !sliders
    }

    /// The pieces of this side whose moves may give discovered check to the other king.
    pub fn discovered_check_candidates(&self, other: &Self) -> u64 {
        let (target, enemies) = (other.king, other.occupied);
        self.diagonal_blockers(target, enemies) | self.straight_blockers(target, enemies)
    }

    /// The pieces of this side that sliders of the other side pin to the king.
    pub fn pinned(&self, other: &Self) -> u64 {
        let occupied = self.occupied | other.occupied;
        let (diagonal, orthogonal) = (other.diagonal_sliders(), other.orthogonal_sliders());
        let on_diagonals = alone_between(self.king, &Direction::DIAGONAL, diagonal, occupied);
        let straight = alone_between(self.king, &Direction::ORTHOGONAL, orthogonal, occupied);
        (on_diagonals | straight) & self.occupied
    }

    fn diagonal_sliders(&self) -> u64 {
        self.squares[Role::Bishop.index()] | self.squares[Role::Queen.index()]
    }

    fn orthogonal_sliders(&self) -> u64 {
        self.squares[Role::Rook.index()] | self.squares[Role::Queen.index()]
    }
}

/// The pieces alone between a square and a slider in a direction: rays from both ends reach them.
fn alone_between(target: Square, directions: &[Direction], sliders: u64, occupied: u64) -> u64 {
    directions.iter().fold(0, |all, &direction| {
        let from_target = attacks(target.bit(), occupied, direction);
        all | from_target & attacks(sliders, occupied, direction.opposite()) & occupied
    })
}
