//! Positions as pieces by square.

use super::{Color, Move, MoveKind, Position, Role};
use setwise_core::{Square, const_array};

/// A position as the piece on each square, for arrays and for games whose moves are known.
///
/// ```
/// use setwise_moves::{Mailbox, Position};
/// let start = Position::startpos();
/// let mut mailbox = Mailbox::from(&start);
/// assert_eq!(mailbox.squares[..16], [4, 2, 3, 5, 6, 3, 2, 4, 1, 1, 1, 1, 1, 1, 1, 1]);
/// let e4 = start.parse_move("e2e4")?;
/// mailbox.play(Some(e4));
/// assert_eq!((mailbox.squares[12], mailbox.squares[28]), (0, 1));
/// assert_eq!(mailbox, Mailbox::from(&start.play(e4)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    /// The piece on each square from a1 to h8: 0 is none, 1 a white pawn, and so on to 6, a white
    /// king, in the order of [`Role::ALL`]; black pieces have 6 more.
    pub squares: [u8; 64],
    /// The side to move.
    pub turn: Color,
    /// The rooks of both colors that have castling rights, as a bitboard.
    pub castling: u64,
    /// The number of the square that a pawn has just passed with a double push, or [`NONE`].
    passed: u8,
    /// The number of half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move: 1 at the beginning, one more after each move of Black.
    pub fullmove: u16,
}

impl From<&Position> for Mailbox {
    #[inline]
    fn from(position: &Position) -> Self {
        /// The squares of each byte of a bitboard, as bytes 0 and 1.
        static SQUARES: [u64; 256] = const_array!(byte, 256, {
            u64::from_le_bytes(const_array!(file, 8, (byte >> file & 1) as u8))
        });
        let [pawns, knights, bishops, rooks, queens, kings] =
            Role::ALL.map(|role| position.by_role(role));
        let codes = [
            pawns | bishops | queens,
            knights | bishops | kings,
            rooks | queens | kings,
            position.by_color(Color::Black),
        ];
        let [a, b, c, black] = codes.map(u64::to_le_bytes);
        let mut squares = [0; 64];
        for (rank, out) in squares.as_chunks_mut().0.iter_mut().enumerate() {
            let of = |bytes: [u8; 8]| SQUARES[usize::from(bytes[rank])];
            *out = (of(a) + 2 * of(b) + 4 * of(c) + 6 * of(black)).to_le_bytes();
        }
        Self {
            squares,
            turn: position.turn(),
            castling: position.castling(),
            passed: (position.en_passant()).map_or(NONE, |square| square.index() as u8),
            halfmoves: position.halfmoves(),
            fullmove: position.fullmove(),
        }
    }
}

/// White's piece that stands on the target after a move, by the number of its kind; 0 for castling
/// and for no move.
const PLACED: [u8; 16] = [0, 1, 3, 2, 4, 6, 5, 1, 0, 1, 3, 2, 4, 0, 5, 0];

/// The kinds of moves of pawns, a bit each.
const IS_OF_PAWN: u16 = {
    use MoveKind::*;
    1 << Pawn as u16
        | 1 << DoublePush as u16
        | 1 << EnPassant as u16
        | 1 << BishopPromotion as u16
        | 1 << KnightPromotion as u16
        | 1 << RookPromotion as u16
        | 1 << QueenPromotion as u16
};
const KING: usize = MoveKind::King as usize;
const DOUBLE_PUSH: usize = MoveKind::DoublePush as usize;
const EN_PASSANT: usize = MoveKind::EnPassant as usize;
const CASTLING: usize = MoveKind::Castling as usize;

/// No square.
const NONE: u8 = 64;

impl Mailbox {
    /// The square that a pawn has just passed with a double push.
    pub fn en_passant(&self) -> Option<Square> {
        Square::from_index(self.passed.into())
    }

    /// Plays a move that is known to be legal, or passes the turn. After other moves the fields
    /// mean nothing.
    #[inline]
    pub fn play(&mut self, played: Option<Move>) {
        let bits = played.map_or(0, Move::bits);
        let kind = usize::from(bits >> 12);
        let (from, to) = (usize::from(bits >> 6 & 63), usize::from(bits & 63));
        let side = self.turn.index();
        let squares = &mut self.squares;
        let placed = PLACED[kind];
        let mut resets = IS_OF_PAWN >> kind & 1 != 0;
        if placed != 0 {
            resets |= squares[to] != 0;
            squares[from] = 0;
            squares[to] = placed + 6 * side as u8;
            if kind == EN_PASSANT {
                squares[to ^ 8] = 0;
            }
        } else if kind == CASTLING {
            let (king, rook) = (squares[from], squares[to]);
            (squares[from], squares[to]) = (0, 0);
            let files = if to > from { [6, 5] } else { [2, 3] };
            let [king_to, rook_to] = files.map(|file| from & 56 | file);
            (squares[king_to], squares[rook_to]) = (king, rook);
        }
        if self.castling != 0 {
            let of_king = u64::from(kind == KING || kind == CASTLING) * (0xff << (56 * side));
            let touched = u64::from(bits != 0) * (1 << from | 1 << to);
            self.castling &= !(of_king | touched);
        }
        self.passed = match kind {
            DOUBLE_PUSH => ((from + to) / 2) as u8,
            _ => NONE,
        };
        self.halfmoves = match resets {
            true => 0,
            false => self.halfmoves.saturating_add(1),
        };
        self.fullmove = self.fullmove.saturating_add(side as u16);
        self.turn = self.turn.other();
    }
}
