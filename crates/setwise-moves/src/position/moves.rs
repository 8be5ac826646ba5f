//! Moves of 16 bits.

use super::{Color, Role};
use core::{fmt, num::NonZeroU16};
use setwise_core::{Square, const_array, const_for};

/// The kind of a move: the role that moves, or a move with a special rule.
///
/// The numbers of the roles are those of a code of three bits, from which sets of sliders take one
/// or two operations. Bit 3 marks most moves with a special rule. Their lower bits are the
/// code of the piece that stands on the target afterwards. Other crates number pieces in the order
/// of [`Role`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum MoveKind {
    /// A pawn steps or captures.
    Pawn = 1,
    /// A bishop moves.
    Bishop = 2,
    /// A knight moves.
    Knight = 3,
    /// A rook moves.
    Rook = 4,
    /// The king steps.
    King = 5,
    /// A queen moves.
    Queen = 6,
    /// A pawn moves two squares.
    DoublePush = 7,
    /// A pawn captures en passant.
    EnPassant = 9,
    /// A pawn becomes a bishop.
    BishopPromotion = 10,
    /// A pawn becomes a knight.
    KnightPromotion = 11,
    /// A pawn becomes a rook.
    RookPromotion = 12,
    /// The king castles with the rook on the target.
    Castling = 13,
    /// A pawn becomes a queen.
    QueenPromotion = 14,
}

impl MoveKind {
    /// All kinds, by number.
    #[rustfmt::skip]
    pub const ALL: [Self; 13] = [
        Self::Pawn, Self::Bishop, Self::Knight, Self::Rook, Self::King, Self::Queen, Self::DoublePush,
        Self::EnPassant, Self::BishopPromotion, Self::KnightPromotion, Self::RookPromotion,
        Self::Castling, Self::QueenPromotion,
    ];

    /// Returns the kind of moves of a role without a special rule.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn of(role: Role) -> Self {
        match role {
            Role::Pawn => Self::Pawn,
            Role::Knight => Self::Knight,
            Role::Bishop => Self::Bishop,
            Role::Rook => Self::Rook,
            Role::Queen => Self::Queen,
            Role::King => Self::King,
        }
    }

    /// Returns the kind of promotions to a role; `None` for pawn and king.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn promotion(role: Role) -> Option<Self> {
        match role {
            Role::Knight => Some(Self::KnightPromotion),
            Role::Bishop => Some(Self::BishopPromotion),
            Role::Rook => Some(Self::RookPromotion),
            Role::Queen => Some(Self::QueenPromotion),
            Role::Pawn | Role::King => None,
        }
    }

    /// Returns the kind of a number; `None` for 0, 8 and 15, which no kind has.
    pub const fn from_number(number: u16) -> Option<Self> {
        match number {
            0 | 8 | 15.. => None,
            _ => Some(KINDS[number as usize]),
        }
    }

    /// The bits of the kind in a move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn bits(self) -> NonZeroU16 {
        match NonZeroU16::new((self as u16) << 12) {
            Some(bits) => bits,
            None => NonZeroU16::MAX,
        }
    }

    /// Returns the role that moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn role(self) -> Role {
        match self {
            Self::Bishop => Role::Bishop,
            Self::Knight => Role::Knight,
            Self::Rook => Role::Rook,
            Self::Queen => Role::Queen,
            Self::King | Self::Castling => Role::King,
            _ => Role::Pawn,
        }
    }

    /// Returns the role that a pawn promotes to.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn promoted(self) -> Option<Role> {
        match self {
            Self::BishopPromotion => Some(Role::Bishop),
            Self::KnightPromotion => Some(Role::Knight),
            Self::RookPromotion => Some(Role::Rook),
            Self::QueenPromotion => Some(Role::Queen),
            _ => None,
        }
    }
}

/// A move in 16 bits: target square (bits 0 to 5), source square (6 to 11), [`MoveKind`] (rest).
///
/// Castling has the square of the *rook* as its target. That is unambiguous even in Chess960, where
/// the king may move one square or none.
///
/// Every value is a move that some position has, in geometry at least: a bishop's move follows a
/// diagonal, a promotion ends on a last rank. No value is 0, so `Option<Move>` has 16 bits.
///
/// `{}` writes the [UCI form of orthodox chess](Self::uci) (`e1g1` for castling, `e7e8q`). `{:#}`
/// writes that [of Chess960](Self::uci_chess960), where castling is the king taking its own rook
/// (`e1h1`). Neither needs the position. Write games of Chess960 with `{:#}` ([why](Self::uci)).
///
/// ```
/// use setwise_moves::{Move, MoveKind, Position, Role, Square};
/// let start = Position::startpos();
/// let e4 = start.parse_move("e2e4")?;
/// assert_eq!((e4.source(), e4.target(), e4.role()), (Square::E2, Square::E4, Role::Pawn));
/// assert_eq!(e4.to_string(), "e2e4");
/// // Any value is a valid argument:
/// let e5 = Move::new(Square::E2, Square::E3, MoveKind::Queen).unwrap();
/// assert!(!start.is_legal(e5));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// # Ok::<(), setwise_moves::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// Returns the move of a kind between two squares; `None` if no piece moves this way. For
    /// castling, the source is the square of the king and the target that of the rook.
    ///
    /// The side does not matter: a pawn's move goes up or down the board.
    /// [`Position::move_between`](super::Position::move_between) finds the kind.
    pub const fn new(source: Square, target: Square, kind: MoveKind) -> Option<Self> {
        Self::numbered(source, target, kind as u16)
    }

    /// The move of a number of a kind; `None` if there is no such kind or no piece moves this way.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn numbered(source: Square, target: Square, kind: u16) -> Option<Self> {
        if is_possible(source, target, kind) {
            Some(Self::coded(source.index(), target.index(), kind))
        } else {
            None
        }
    }

    /// The move of some squares and the number of a kind, which is not 0.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn coded(source: usize, target: usize, kind: u16) -> Self {
        let bits = (target & 63) as u16 | (source as u16 & 63) << 6 | kind << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MAX),
        }
    }

    /// The move of 16 bits that are not 0.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn of_word(word: NonZeroU16) -> Self {
        Self(word)
    }

    /// Returns the source; for castling the square of the king.
    #[doc(alias = "from")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn source(self) -> Square {
        Square::wrapping(self.0.get() as usize >> 6)
    }

    /// Returns the target; for castling the square of the rook.
    #[doc(alias = "to")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn target(self) -> Square {
        Square::wrapping(self.0.get() as usize)
    }

    /// Returns the square of the piece after the move: the target, for castling that of the king.
    ///
    /// ```
    /// use setwise_moves::{Move, MoveKind, Square};
    /// let castling = Move::new(Square::E1, Square::H1, MoveKind::Castling).unwrap();
    /// assert_eq!((castling.target(), castling.destination()), (Square::H1, Square::G1));
    /// assert_eq!(castling.rook_move(), Some((Square::H1, Square::F1)));
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn destination(self) -> Square {
        if !self.is_castling() {
            return self.target();
        }
        let file = if self.is_towards_h() { 6 } else { 2 };
        Square::wrapping(self.source().index() & 56 | file)
    }

    /// Returns source and target of the rook; `None` for moves that are not castling.
    pub const fn rook_move(self) -> Option<(Square, Square)> {
        if !self.is_castling() {
            return None;
        }
        let file = if self.is_towards_h() { 5 } else { 3 };
        let target = Square::wrapping(self.source().index() & 56 | file);
        Some((self.target(), target))
    }

    /// Whether the target lies towards the file h.
    const fn is_towards_h(self) -> bool {
        self.target().index() > self.source().index()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn number(self) -> u16 {
        self.0.get() >> 12
    }

    /// The code of the piece that moves, in three bits.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn moved_code(self) -> usize {
        (MOVED >> (4 * self.number()) & 7) as usize
    }

    /// The code of the piece that stands on the target afterwards; for castling the king's.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn placed_code(self) -> usize {
        (PLACED >> (4 * self.number()) & 7) as usize
    }

    /// Returns the kind.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn kind(self) -> MoveKind {
        KINDS[self.number() as usize & 15]
    }

    /// Returns the role of the piece that moves; the king for castling.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn role(self) -> Role {
        ROLES[self.number() as usize & 15]
    }

    /// Returns the role that a pawn promotes to; `None` for other moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn promotion(self) -> Option<Role> {
        PROMOTED[self.number() as usize & 15]
    }

    /// Returns the role of the piece after the move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn placed(self) -> Role {
        match self.promotion() {
            Some(role) => role,
            None => self.role(),
        }
    }

    /// Whether the move is castling.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn is_castling(self) -> bool {
        self.number() == MoveKind::Castling as u16
    }

    /// Whether the move captures en passant.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn is_en_passant(self) -> bool {
        self.number() == MoveKind::EnPassant as u16
    }

    /// Returns the 16 bits, which are never 0.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the move of [`bits`](Self::bits); `None` if no piece moves this way in any position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let source = Square::wrapping(bits as usize >> 6);
        let target = Square::wrapping(bits as usize);
        Self::numbered(source, target, bits >> 12)
    }

    /// Returns the move of [`bits`](Self::bits), unchecked; `None` for 0. If no piece moves so, the
    /// answers of [`is_legal`](crate::Position::is_legal) and others are arbitrary; nothing panics.
    #[doc(hidden)]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn from_bits_unchecked(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// Returns the move as a color sees it. The function is its own inverse.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn seen_by(self, color: Color) -> Self {
        // The ranks of both squares.
        const RANKS: u16 = 0o70_70;
        match color {
            Color::White => self,
            Color::Black => match NonZeroU16::new(self.0.get() ^ RANKS) {
                Some(bits) => Self(bits),
                None => self,
            },
        }
    }
}

/// The kinds by number. Numbers without a kind occur in no move.
const KINDS: [MoveKind; 16] = {
    let mut kinds = [MoveKind::Pawn; 16];
    const_for!(i, MoveKind::ALL.len(), {
        kinds[MoveKind::ALL[i] as usize] = MoveKind::ALL[i];
    });
    kinds
};

/// The code of the piece that moves, a nibble for each number of a kind.
const MOVED: u64 = nibbles(false);
/// The code of the piece that stands on the target afterwards.
const PLACED: u64 = nibbles(true);

const fn nibbles(placed: bool) -> u64 {
    let mut nibbles = 0;
    const_for!(i, MoveKind::ALL.len(), {
        let kind = MoveKind::ALL[i];
        let role = match kind.promoted() {
            Some(role) if placed => role,
            _ => kind.role(),
        };
        nibbles |= (role.code() as u64) << (4 * kind as u16);
    });
    nibbles
}

/// The roles that move, by number of the kind.
static ROLES: [Role; 16] = const_array!(i, 16, KINDS[i].role());

/// The roles of promotions, by number of the kind.
static PROMOTED: [Option<Role>; 16] = const_array!(i, 16, KINDS[i].promoted());

/// Whether moves of a kind lead from one square to another, for either color.
#[cfg_attr(not(unoptimized), inline(always))]
const fn is_possible(source: Square, target: Square, kind: u16) -> bool {
    let files = source.file().abs_diff(target.file());
    let ranks = source.rank().abs_diff(target.rank());
    let kinds = BY_DISTANCE[files & 7][ranks & 7] & BY_RANKS[source.rank() & 7][target.rank() & 7];
    kinds >> (kind & 15) & 1 != 0
}

/// The numbers of kinds, as sets, by the distance in files and ranks.
const BY_DISTANCE: [[u16; 8]; 8] = {
    let mut sets = [[0; 8]; 8];
    const_for!(i, 64 * MoveKind::ALL.len(), {
        let (files, ranks, kind) = (i & 7, i >> 3 & 7, MoveKind::ALL[i >> 6]);
        let is_straight = (files == 0) != (ranks == 0);
        let is_diagonal = files == ranks && files != 0;
        let is_possible = match kind {
            MoveKind::Knight => files * ranks == 2,
            MoveKind::Bishop => is_diagonal,
            MoveKind::Rook => is_straight,
            MoveKind::Queen => is_straight || is_diagonal,
            MoveKind::King => files <= 1 && ranks <= 1 && files + ranks != 0,
            MoveKind::Castling => ranks == 0 && files != 0,
            MoveKind::DoublePush => ranks == 2 && files == 0,
            MoveKind::EnPassant => ranks == 1 && files == 1,
            _ => ranks == 1 && files <= 1,
        };
        sets[files][ranks] |= (is_possible as u16) << kind as u16;
    });
    sets
};

/// The numbers of kinds, as sets, by the ranks of source and target.
const BY_RANKS: [[u16; 8]; 8] = {
    let mut sets = [[0; 8]; 8];
    const_for!(i, 64 * MoveKind::ALL.len(), {
        let (from, to, kind) = (i & 7, i >> 3 & 7, MoveKind::ALL[i >> 6]);
        let is_possible = match kind {
            MoveKind::Pawn => from % 7 != 0 && to % 7 != 0,
            MoveKind::DoublePush => matches!((from, to), (1, 3) | (6, 4)),
            MoveKind::EnPassant => matches!((from, to), (4, 5) | (3, 2)),
            MoveKind::Castling => from % 7 == 0,
            _ if kind.promoted().is_some() => matches!((from, to), (6, 7) | (1, 0)),
            _ => true,
        };
        sets[from][to] |= (is_possible as u16) << kind as u16;
    });
    sets
};

/// A move is not legal in the position where it was to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub(crate) Move);

impl IllegalMove {
    /// Returns the move.
    pub const fn attempted(self) -> Move {
        self.0
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {} is not legal", self.0)
    }
}

impl core::error::Error for IllegalMove {}
