//! Positions and moves: boards, state and names, without the rules.

mod board;
pub(crate) mod key;
mod mailbox;
mod material;
mod move_direction;
mod moves;
mod outcome;
mod role;
mod setup;
pub(crate) mod state;
mod uci;

pub use board::Board;
pub use mailbox::Mailbox;
pub use move_direction::MoveDirection;
pub use moves::{IllegalMove, Move, MoveKind};
pub use outcome::Outcome;
pub use role::{Color, Role};
pub use setup::{InvalidPosition, Setup};
pub use uci::Uci;

use core::hash::{Hash, Hasher};
use setwise_core::{Square, const_for};
use setwise_dispatch::internal::tokens;
use state::State;

/// A chess position, orthodox or Chess960, that follows the rules of [`Setup`].
///
/// A position takes 64 bytes, one cache line: a [`Board`], which is four bitboards and a word of
/// state, and the hash key.
///
/// The bitboards hold the bits of the code of the piece on each square: pawn 1, bishop 2, knight 3,
/// rook 4, king 5, queen 6, and 8 more for a black piece. They are seen from White.
///
/// `==` compares everything, clocks and unusable en passant squares included.
/// [`Position::same_moves`] compares only what matters for future moves. [`Position::key`], which
/// is the [`Hash`] of a position as well, depends on the same.
///
/// ```
/// use setwise_moves::{Color, Position, Role};
/// let start = Position::startpos();
/// assert_eq!(start.legal_moves().len(), 20);
/// assert_eq!(start.pieces(Color::Black, Role::Knight), 1 << 57 | 1 << 62);
/// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert_eq!(size_of::<Position>(), 64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
// In this order, `pairs` is plain loads.
#[repr(C, align(32))]
pub struct Position {
    pub(crate) board: Board,
    /// The hash key without the part of en passant.
    key: u64,
}

impl Position {
    /// The initial position of orthodox chess.
    pub const fn startpos() -> Self {
        const PAWNS: u64 = 0xff00 | 0xff << 48;
        const KNIGHTS: u64 = 0x42 | 0x42 << 56;
        const BISHOPS: u64 = 0x24 | 0x24 << 56;
        const ROOKS: u64 = 0x81 | 0x81 << 56;
        const QUEENS: u64 = 0x08 | 0x08 << 56;
        const KINGS: u64 = 0x10 | 0x10 << 56;
        const START: Position = {
            let roles = [PAWNS, KNIGHTS, BISHOPS, ROOKS, QUEENS, KINGS];
            let planes = planes_of(roles, 0xffff << 48);
            let state = State::new(Color::White, 0, 1).with_castling(ROOKS);
            Position::with_key(planes, state, key::of_constant_planes(planes, ROOKS))
        };
        START
    }

    /// A position of pieces and a state, which are not checked. The key is made.
    #[inline]
    pub(crate) fn of_planes(planes: [u64; 4], state: State) -> Self {
        Self::from(Board { planes, state })
    }

    /// A position of pieces and a state with the key that belongs to them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn with_key(planes: [u64; 4], state: State, key: u64) -> Self {
        let board = Board { planes, state };
        Self { board, key }
    }

    /// The position without its key.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The hash key without the part of en passant.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn key_without_passed(&self) -> u64 {
        self.key
    }

    /// The side to move.
    #[doc(alias = "side_to_move")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn turn(&self) -> Color {
        self.board.turn()
    }

    /// All pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn occupied(&self) -> u64 {
        self.board.occupied()
    }

    /// The pieces of a color.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn by_color(&self, color: Color) -> u64 {
        self.board.by_color(color)
    }

    /// The pieces of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn us(&self) -> u64 {
        self.occupied() & (self.board.planes[3] ^ !self.board.state.black_mask())
    }

    /// The pieces of the other side.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn them(&self) -> u64 {
        self.occupied() & (self.board.planes[3] ^ self.board.state.black_mask())
    }

    /// The pieces of a role, of both colors.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn by_role(&self, role: Role) -> u64 {
        self.board.by_role(role)
    }

    /// Bishops and queens of both colors.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn diagonal(&self) -> u64 {
        self.board.planes[1] & !self.board.planes[0]
    }

    /// Rooks and queens of both colors.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn orthogonal(&self) -> u64 {
        self.board.planes[2] & !self.board.planes[0]
    }

    /// The pieces of a color and role.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn pieces(&self, color: Color, role: Role) -> u64 {
        self.by_color(color) & self.by_role(role)
    }

    /// The square of the king of a color.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn king(&self, color: Color) -> Square {
        Square::wrapping(self.pieces(color, Role::King).trailing_zeros() as usize)
    }

    /// The code of the piece on a square; 0 for none.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn code_on(&self, square: Square) -> usize {
        tokens::quad_code(self.board.planes, square)
    }

    /// The piece on a square.
    #[doc(alias = "piece_at")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn piece_on(&self, square: Square) -> Option<(Color, Role)> {
        PIECES[self.code_on(square) & 15]
    }

    /// The rooks of both colors that have castling rights.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn castling(&self) -> u64 {
        self.board.castling()
    }

    /// The square that a pawn has just passed with a double push, even if no pawn can capture it.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn en_passant(&self) -> Option<Square> {
        self.board.en_passant()
    }

    /// The number of half-moves since the last capture or pawn move.
    #[doc(alias = "halfmove_clock")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn halfmoves(&self) -> u16 {
        self.board.halfmoves()
    }

    /// The number of the move: 1 at the beginning, one more after each move of Black.
    #[doc(alias = "fullmove_number")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn fullmove(&self) -> u16 {
        self.board.fullmove()
    }

    /// The position as six words, for storage or for other languages: the four bitboards of the
    /// type's description; the state; the hash key without the part of en passant.
    ///
    /// The state has, from the lowest byte upwards: the files of White's rooks that may castle;
    /// those of Black's; in six bits the square that a pawn has just passed (0 for none), in
    /// the next bit whether it can be captured there; all ones if Black is to move. Then 16
    /// bits for each of the clocks.
    ///
    /// In memory a position is these words, in this order, and 16 bytes that mean nothing.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// assert_eq!(Position::from_words_unchecked(start.words()), start);
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn words(&self) -> [u64; 6] {
        let [a, b, c, d, state] = self.board.words();
        [a, b, c, d, state, self.key]
    }

    /// The position of six words that [`words`](Self::words) has returned. For other words the
    /// answers of all functions mean nothing.
    ///
    /// For words of a position, `Position::new(position.into())` has the same words.
    #[must_use]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn from_words_unchecked([a, b, c, d, state, key]: [u64; 6]) -> Self {
        Self::with_key([a, b, c, d], State::of_word(state), key)
    }

    /// Returns the words in order, as three pairs.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn pairs(&self) -> [[u64; 2]; 3] {
        let [a, b, c, d, state, key] = self.words();
        [[a, b], [c, d], [state, key]]
    }
}

/// The key is made, which costs more than all other fields.
impl From<Board> for Position {
    #[inline]
    fn from(board: Board) -> Self {
        let turn = board.state.black_mask() & key::TURN;
        let key = key::of_planes(board.planes, board.castling()) ^ turn;
        Self { board, key }
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key());
    }
}

/// The bits of the codes of pieces, from the pieces by [`Role`] and the black ones.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn planes_of(
    [pawns, knights, bishops, rooks, queens, kings]: [u64; 6],
    black: u64,
) -> [u64; 4] {
    [
        pawns | knights | kings,
        bishops | knights | queens,
        rooks | kings | queens,
        black,
    ]
}

static PIECES: [Option<(Color, Role)>; 16] = {
    let mut pieces = [None; 16];
    const_for!(i, 6, {
        pieces[Role::ALL[i].code()] = Some((Color::White, Role::ALL[i]));
        pieces[Role::ALL[i].code() | 8] = Some((Color::Black, Role::ALL[i]));
    });
    pieces
};
