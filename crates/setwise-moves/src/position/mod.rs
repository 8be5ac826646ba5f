//! Positions and moves: boards, state and names, without the rules.

mod material;
mod move_direction;
mod moves;
mod role;
mod setup;
mod uci;

pub use move_direction::MoveDirection;
pub use moves::{IllegalMove, Move, MoveKind};
pub use role::{Color, Role};
pub use setup::{InvalidPosition, Setup};
pub use uci::Uci;

use setwise_core::Square;

/// A chess position, orthodox or Chess960, that follows the rules of [`Setup`].
///
/// A position takes 64 bytes, one cache line: seven bitboards and eight bytes of state. A move
/// makes a changed copy. The boards are stored as the side to move sees them, moving north. Public
/// functions take and return squares and boards as seen from White.
///
/// `==` compares everything, clocks and unusable en passant squares included.
/// [`Position::same_moves`] compares what matters for the moves from here on.
///
/// ```
/// use setwise_moves::{Color, Position, Role};
/// let start = Position::startpos();
/// assert_eq!(start.legal_moves().len(), 20);
/// assert_eq!(start.pieces(Color::Black, Role::Knight), 1 << 57 | 1 << 62);
/// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert_eq!(size_of::<Position>(), 64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// In this order, `pairs` is plain loads.
#[repr(C)]
pub struct Position {
    /// The pieces of the side to move.
    pub(crate) us: u64,
    pub(crate) them: u64,
    pub(crate) pawns: u64,
    pub(crate) knights: u64,
    /// Bishops and queens.
    pub(crate) diagonal: u64,
    /// Rooks and queens.
    pub(crate) orthogonal: u64,
    pub(crate) kings: u64,
    /// The files of the rooks that may castle: on our first rank, on their first rank.
    pub(crate) castling: [u8; 2],
    /// The square behind a pawn that has just made a double push; 0 for none.
    pub(crate) en_passant: u8,
    pub(crate) turn: Color,
    pub(crate) halfmoves: u16,
    pub(crate) fullmove: u16,
}

impl Position {
    /// The initial position of orthodox chess.
    pub const fn startpos() -> Self {
        Self {
            us: 0xffff,
            them: 0xffff << 48,
            pawns: 0xff00 | 0xff << 48,
            knights: 0x42 | 0x42 << 56,
            diagonal: 0x2c | 0x2c << 56,
            orthogonal: 0x89 | 0x89 << 56,
            kings: 0x10 | 0x10 << 56,
            castling: [0x81, 0x81],
            en_passant: 0,
            turn: Color::White,
            halfmoves: 0,
            fullmove: 1,
        }
    }

    /// The side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// All pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn occupied(&self) -> u64 {
        self.turn.view(self.us | self.them)
    }

    /// The pieces of a color.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn by_color(&self, color: Color) -> u64 {
        self.turn.view(self.side(color))
    }

    /// The pieces of a role, of both colors.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn by_role(&self, role: Role) -> u64 {
        self.turn.view(self.both(role))
    }

    /// The pieces of a color and role.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn pieces(&self, color: Color, role: Role) -> u64 {
        self.turn.view(self.side(color) & self.both(role))
    }

    /// The pieces of a role, of both colors, in the frame of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn both(&self, role: Role) -> u64 {
        match role {
            Role::Pawn => self.pawns,
            Role::Knight => self.knights,
            Role::Bishop => self.diagonal & !self.orthogonal,
            Role::Rook => self.orthogonal & !self.diagonal,
            Role::Queen => self.diagonal & self.orthogonal,
            Role::King => self.kings,
        }
    }

    /// The pieces of a color in the frame of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn side(&self, color: Color) -> u64 {
        if color.index() == self.turn.index() {
            self.us
        } else {
            self.them
        }
    }

    /// The pieces of the side to move by role, in its frame.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn ours(&self, role: Role) -> u64 {
        self.us & self.both(role)
    }

    /// The square of the king of a color.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn king(&self, color: Color) -> Square {
        Square::wrapping(self.pieces(color, Role::King).trailing_zeros() as usize)
    }

    /// The piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<(Color, Role)> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.by_color(color) & square.bit() != 0)?;
        let role = Role::ALL
            .into_iter()
            .find(|&role| self.by_role(role) & square.bit() != 0)?;
        Some((color, role))
    }

    /// The rooks of both colors that have castling rights.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn castling(&self) -> u64 {
        self.turn.view(self.castling_frame())
    }

    /// The square that a pawn has just passed with a double push, whether or not it can be captured
    /// there.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn en_passant(&self) -> Option<Square> {
        Square::lowest(self.turn.view(self.en_passant_frame()))
    }

    /// The number of half-moves since the last capture or pawn move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move: 1 at the beginning, one more after each move of Black.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The fields in their order, two by two: the seven boards and the state. The first bytes of
    /// the state are our castling files, their castling files, the en passant square, and the side
    /// to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn pairs(&self) -> [[u64; 2]; 4] {
        let state = u64::from(self.castling[0])
            | u64::from(self.castling[1]) << 8
            | u64::from(self.en_passant) << 16
            | (self.turn as u64) << 24
            | u64::from(self.halfmoves) << 32
            | u64::from(self.fullmove) << 48;
        [
            [self.us, self.them],
            [self.pawns, self.knights],
            [self.diagonal, self.orthogonal],
            [self.kings, state],
        ]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn castling_frame(&self) -> u64 {
        self.castling[0] as u64 | (self.castling[1] as u64) << 56
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn en_passant_frame(&self) -> u64 {
        // Square 0 stands for none.
        (1 << (self.en_passant & 63)) & !1
    }

    /// The role of the piece of a side on a square, both in the frame of the side to move. Computed
    /// without branches, which are hard to predict here.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn role_on(&self, side: u64, square: Square) -> Option<Role> {
        let on = |set: u64| (set >> square.index() & 1) as usize;
        let (diagonal, orthogonal) = (on(self.diagonal), on(self.orthogonal));
        let queen = diagonal & orthogonal;
        let number = on(self.knights) + 2 * diagonal + 3 * orthogonal - queen + 5 * on(self.kings);
        Role::ALL.get(number).copied().filter(|_| on(side) != 0)
    }
}

impl Default for Position {
    /// The initial position.
    fn default() -> Self {
        Self::startpos()
    }
}
