//! All men of one side.

use crate::{Color, Kind, PieceMove, PieceSet, Position};
use setwise_core::{Direction, Square, attacks};

/// The men of one side: a [`PieceSet`] per kind, and exactly one king. (After StrongChess, Elemar Júnior and Juan
/// Lopes 2011.)
///
/// An immutable value. Moves are pseudo-legal, without castling.
///
/// ```
/// use setwise_moves::{Color, Kind, Position, Side};
/// let white = Side::initial(Color::White);
/// assert_eq!(white, Side::of(&Position::startpos(), Color::White));
/// assert_eq!(white.king().to_string(), "e1");
/// assert_eq!(white.pieces(Kind::Pawn).squares(), 0xff00);
/// let black = Side::initial(Color::Black);
/// assert_eq!(white.moves(black.occupied(), None).count(), 20);
/// assert_eq!(white.captures(black.occupied(), None).count(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    color: Color,
    king: Square,
    /// By kind, the king left out.
    squares: [u64; 5],
    occupied: u64,
}

impl Side {
    /// A king and the pawns, knights, bishops, rooks and queens. A square that is given twice belongs to the
    /// king or to the first kind.
    pub fn new(color: Color, king: Square, squares: [u64; 5]) -> Self {
        let mut side = Self {
            color,
            king,
            squares: [0; 5],
            occupied: king.bit(),
        };
        for (set, given) in side.squares.iter_mut().zip(squares) {
            *set = given & !side.occupied;
            side.occupied |= given;
        }
        side
    }

    /// The men of a colour in a position.
    pub fn of(position: &Position, color: Color) -> Self {
        let [pawns, knights, bishops, rooks, queens, _] =
            Kind::ALL.map(|kind| position.of(color, kind));
        let officers = [pawns, knights, bishops, rooks, queens];
        Self::new(color, position.king(color), officers)
    }

    /// The men of a colour in the initial position.
    pub fn initial(color: Color) -> Self {
        Self::of(&Position::startpos(), color)
    }

    /// Who it is.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Where the king stands.
    pub const fn king(&self) -> Square {
        self.king
    }

    /// All men.
    pub const fn occupied(&self) -> u64 {
        self.occupied
    }

    /// The men of a kind.
    pub fn pieces(&self, kind: Kind) -> PieceSet {
        let squares = self.squares.get(kind.index());
        PieceSet::new(
            self.color,
            kind,
            squares.copied().unwrap_or(self.king.bit()),
        )
    }

    /// What pawns can capture: the enemies, and the square that one of them has just passed.
    fn enemies_of(kind: Kind, enemies: u64, en_passant: Option<Square>) -> u64 {
        match (kind, en_passant) {
            (Kind::Pawn, Some(square)) => enemies | square.bit(),
            _ => enemies,
        }
    }

    /// All moves, king's first, pawns' last.
    pub fn moves(
        &self,
        enemies: u64,
        en_passant: Option<Square>,
    ) -> impl Iterator<Item = PieceMove> + use<> {
        let side = *self;
        Kind::ALL.into_iter().rev().flat_map(move |kind| {
            let enemies = Self::enemies_of(kind, enemies, en_passant);
            side.pieces(kind).moves(side.occupied, enemies)
        })
    }

    /// All captures, en passant included.
    pub fn captures(
        &self,
        enemies: u64,
        en_passant: Option<Square>,
    ) -> impl Iterator<Item = PieceMove> + use<> {
        let side = *self;
        Kind::ALL.into_iter().rev().flat_map(move |kind| {
            let enemies = Self::enemies_of(kind, enemies, en_passant);
            let set = side.pieces(kind);
            let among = set.capture_board(side.occupied, enemies);
            set.moves(side.occupied, enemies)
                .filter(move |found| among & enemies & found.target.bit() != 0)
        })
    }

    /// All squares that some man can move to.
    pub fn move_board(&self, enemies: u64, en_passant: Option<Square>) -> u64 {
        Kind::ALL.into_iter().fold(0, |all, kind| {
            let enemies = Self::enemies_of(kind, enemies, en_passant);
            all | self.pieces(kind).move_board(self.occupied, enemies)
        })
    }

    /// The own men that stand alone between a square and an own bishop or queen behind them on a diagonal: when
    /// one moves away, the square is attacked. Men that attack the square along that diagonal themselves (bishops,
    /// queens) are not among them.
    ///
    /// ```
    /// use setwise_core::Squares;
    /// use setwise_moves::{Color, Position, Side};
    /// // The knight on c3 hides the bishop on a1 from g7.
    /// let position = Position::from_fen("7k/6p1/8/8/8/2N5/8/B3K3 w - - 0 1").unwrap();
    /// let [white, black] = Color::ALL.map(|color| Side::of(&position, color));
    /// let g7 = "g7".parse().unwrap();
    /// assert_eq!(white.diagonal_blockers(g7, black.occupied()), 1 << 18);
    /// ```
    pub fn diagonal_blockers(&self, target: Square, enemies: u64) -> u64 {
        let candidates = self.occupied & !self.sliders(true);
        let occupied = self.occupied | enemies;
        alone_between(target, &Direction::DIAGONAL, self.sliders(true), occupied) & candidates
    }

    /// The same for ranks and files, with own rooks and queens behind.
    pub fn straight_blockers(&self, target: Square, enemies: u64) -> u64 {
        let candidates = self.occupied & !self.sliders(false);
        let occupied = self.occupied | enemies;
        alone_between(
            target,
            &Direction::ORTHOGONAL,
            self.sliders(false),
            occupied,
        ) & candidates
    }

    /// The own men whose moves may give discovered check to the other king.
    pub fn discovered_check_candidates(&self, other: &Self) -> u64 {
        let (target, enemies) = (other.king, other.occupied);
        self.diagonal_blockers(target, enemies) | self.straight_blockers(target, enemies)
    }

    /// The own men, of any kind, that are pinned to the own king by the sliders of the other side.
    pub fn pinned(&self, other: &Self) -> u64 {
        let occupied = self.occupied | other.occupied;
        let diagonal = alone_between(
            self.king,
            &Direction::DIAGONAL,
            other.sliders(true),
            occupied,
        );
        let straight = alone_between(
            self.king,
            &Direction::ORTHOGONAL,
            other.sliders(false),
            occupied,
        );
        (diagonal | straight) & self.occupied
    }

    /// Bishops and queens, or rooks and queens.
    fn sliders(&self, diagonal: bool) -> u64 {
        let [_, _, bishops, rooks, queens] = self.squares;
        queens | if diagonal { bishops } else { rooks }
    }
}

/// The men that stand alone between a square and a slider in one of these directions: seen from both ends.
fn alone_between(target: Square, directions: &[Direction], sliders: u64, occupied: u64) -> u64 {
    directions.iter().fold(0, |all, &direction| {
        let seen = attacks(target.bit(), occupied, direction);
        all | seen & attacks(sliders, occupied, direction.opposite()) & occupied
    })
}
