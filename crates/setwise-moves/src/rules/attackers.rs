//! Attackers of one square, checks and pins, looked for from that square.

use crate::geometry::{PAWN_ATTACKS, between};
use crate::position::{Color, Move, Position, Role};
use crate::sets::{king_attacks, knight_attacks};
use setwise_core::piecewise::hyperbola::{self, LINES};
use setwise_core::piecewise::{KING, KNIGHT};
use setwise_core::{Direction, Line, Pack, Square, Squares};

/// The pieces that give check, and the pieces that may not leave the line of their king:
/// [`Position::checks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Checks {
    /// The pieces that give check to the side to move.
    pub checkers: u64,
    /// The pieces of the side to move that are alone between their king and an enemy slider.
    pub pinned: u64,
}

/// The squares that a rook attacks from a square (hyperbola quintessence).
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn rook_attacks(square: Square, occupied: u64) -> u64 {
    hyperbola::quintessence(square, occupied, Line::File) | hyperbola::rank(square, occupied)
}

/// The squares that a bishop attacks from a square (hyperbola quintessence).
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    hyperbola::quintessence(square, occupied, Line::Diagonal)
        | hyperbola::quintessence(square, occupied, Line::Antidiagonal)
}

/// Returns the sliders that stand on a line through a square and move along this line.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn on_lines(square: Square, orthogonal: u64, diagonal: u64) -> u64 {
    let on = |line: Line| LINES[line as usize][square.index()];
    (on(Line::Rank) | on(Line::File)) & orthogonal
        | (on(Line::Diagonal) | on(Line::Antidiagonal)) & diagonal
}

/// Returns the squares that a piece on `square` attacks. Rays end on the first square of
/// `occupied`, which is attacked as well, whatever its color. The color matters for pawns only.
///
/// Sliders attack by hyperbola quintessence, which needs no large tables. `setwise::piecewise` has
/// other techniques, PEXT among them.
///
/// ```
/// use setwise_moves::{Color, Role, Square, piece_attacks};
/// let occupied = Square::E6.bit() | Square::C4.bit();
/// let attacked = piece_attacks(Color::White, Role::Rook, Square::E4, occupied);
/// assert_eq!(attacked.count_ones(), 2 + 3 + 3 + 2); // e6, h4, e1 and c4 end the rays
/// let pawn = piece_attacks(Color::Black, Role::Pawn, Square::A5, 0);
/// assert_eq!(pawn, Square::B4.bit());
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn piece_attacks(color: Color, role: Role, square: Square, occupied: u64) -> u64 {
    match role {
        Role::Pawn => PAWN_ATTACKS[color.index()][square.index()],
        Role::Knight => KNIGHT[square.index()],
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        Role::King => KING[square.index()],
    }
}

impl Position {
    /// The pawns, knights and kings of both colors that attack a square.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn near_attackers(&self, square: Square) -> u64 {
        let [white, black] = Color::ALL.map(|color| self.pieces(color, Role::Pawn));
        PAWN_ATTACKS[1][square.index()] & white
            | PAWN_ATTACKS[0][square.index()] & black
            | KNIGHT[square.index()] & self.by_role(Role::Knight)
            | KING[square.index()] & self.by_role(Role::King)
    }

    /// Returns the sliders of both colors that stand on a line through a square and move along it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn sliders_on_lines(&self, square: Square) -> u64 {
        on_lines(square, self.orthogonal(), self.diagonal())
    }

    /// The pieces of both colors that attack a square, where `occupied` are the squares that block
    /// sliders. If `occupied` lacks a slider, the pieces behind it attack as well.
    ///
    /// ```
    /// use setwise_moves::{Position, Square};
    /// let position = Position::from_fen("4k3/4r3/8/8/8/8/4Q3/4RK2 w - - 0 1")?;
    /// let to_e4 = position.attackers_to(Square::E4, position.occupied());
    /// assert_eq!(to_e4, Square::E2.bit() | Square::E7.bit());
    /// let behind = position.attackers_to(Square::E4, position.occupied() & !to_e4);
    /// assert_eq!(behind & !to_e4, Square::E1.bit());
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: u64) -> u64 {
        self.near_attackers(square)
            | rook_attacks(square, occupied) & self.orthogonal()
            | bishop_attacks(square, occupied) & self.diagonal()
    }

    /// Whether one of some pieces attacks a square, where `occupied` squares block sliders.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn is_attacked(&self, square: Square, by: u64, occupied: u64) -> bool {
        self.near_attackers(square) & by != 0
            || Squares(self.sliders_on_lines(square) & by)
                .any(|slider| between(square, slider) & occupied == 0)
    }

    /// Whether a legal move gives check. For another move the answer means nothing; nothing panics.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/4N3/4R3/4K3 w - - 0 1")?;
    /// assert!(position.gives_check(position.parse_move("e3c4")?)); // by the rook behind
    /// assert!(!position.gives_check(position.parse_move("e1f1")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn gives_check(&self, legal: Move) -> bool {
        // Looks for attackers from the other king, without playing the move.
        let king = self.king(self.turn().other());
        // The moved piece, which may attack directly; for castling the rook.
        let (square, code, beside) = match legal.rook_move() {
            Some((_, rook)) => (rook, Role::Rook.code(), legal.destination().bit()),
            None => (legal.target(), legal.placed_code(), 0),
        };
        let left = legal.source().bit() | legal.target().bit();
        let passed = u64::from(legal.is_en_passant()) << (square.index() ^ 8);
        let occupied = self.occupied() & !(left | passed) | square.bit() | beside;
        let us = self.us() & !left;
        let placed = |is_one| if is_one { square.bit() } else { 0 };
        // Rook 4 and queen 6 have bit 2 without bit 0, bishop 2 and queen 6 bit 1 without bit 0.
        let straight = self.orthogonal() & us | placed(code & 5 == 4);
        let slanted = self.diagonal() & us | placed(code & 3 == 2);
        let near = PAWN_ATTACKS[self.turn().other().index()][king.index()]
            & placed(code == Role::Pawn.code())
            | KNIGHT[king.index()] & placed(code == Role::Knight.code());
        let sliders = on_lines(king, straight, slanted);
        near != 0 || Squares(sliders).any(|slider| between(king, slider) & occupied == 0)
    }

    /// The checks and pins of the side to move.
    ///
    /// ```
    /// use setwise_moves::{Position, Square};
    /// let position = Position::from_fen("4k3/8/8/4r3/1b6/2N5/8/4K3 w - - 0 1")?;
    /// let checks = position.checks();
    /// assert_eq!(checks.checkers, Square::E5.bit());
    /// assert_eq!(checks.pinned, Square::C3.bit());
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn checks(&self) -> Checks {
        let (turn, them, occupied) = (self.turn(), self.them(), self.occupied());
        let king = self.king(turn);
        let mut checkers = (PAWN_ATTACKS[turn.index()][king.index()] & self.by_role(Role::Pawn)
            | KNIGHT[king.index()] & self.by_role(Role::Knight))
            & them;
        let mut pinned = 0;
        for slider in Squares(self.sliders_on_lines(king) & them) {
            let blockers = between(king, slider) & occupied;
            checkers |= if blockers == 0 { slider.bit() } else { 0 };
            let is_one = blockers & blockers.wrapping_sub(1) == 0;
            pinned |= if is_one { blockers } else { 0 };
        }
        let pinned = pinned & !them;
        Checks { checkers, pinned }
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> u64 {
        let king = self.king(self.turn());
        self.attackers_to(king, self.occupied()) & self.them()
    }

    /// Whether the side to move is in check.
    #[doc(alias = "in_check")]
    #[inline]
    pub fn is_check(&self) -> bool {
        self.is_king_attacked::<true>()
    }

    /// Whether the king of the side to move, or that of the other side, is attacked. Works on whole
    /// boards, which takes less time than lookups by the king's square.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn is_king_attacked<const OF_MOVER: bool>(&self) -> bool {
        let (side, others) = match OF_MOVER {
            true => (self.us(), self.them()),
            false => (self.them(), self.us()),
        };
        let (occupied, king) = (self.occupied(), self.by_role(Role::King) & side);
        let beside = king.step(Direction::East) | king.step(Direction::West);
        let (white, black) = (beside.step(Direction::North), beside.step(Direction::South));
        // An attacking pawn stands where a pawn of the king's color on its square would attack.
        let is_white = match OF_MOVER {
            true => !self.board.state.black_mask(),
            false => self.board.state.black_mask(),
        };
        let pawns = (white & is_white | black & !is_white) & self.by_role(Role::Pawn);
        let near = pawns | knight_attacks(king) & self.by_role(Role::Knight);
        let kings = king_attacks(king) & self.by_role(Role::King);
        let straight = king.orthogonal_attacks(occupied) & self.orthogonal();
        let slanted = 0u64.or_diagonal_attacks(king, occupied) & self.diagonal();
        (near | kings | straight | slanted) & others != 0
    }

    /// The pinned pieces of the side to move: alone between their king and an enemy slider.
    #[inline]
    pub fn pinned(&self) -> u64 {
        self.checks().pinned
    }
}
