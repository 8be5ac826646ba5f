//! What a position must satisfy.

use crate::{Color, Kind, Position};
use core::fmt;
use setwise_core::piecewise::{KING, KNIGHT};
use setwise_core::{Direction, RANK_1, RANK_8, Square, Squares, attacks, step};

/// The parts of a position before they are checked: [`Position::new`].
///
/// A position is valid if
/// * each side has exactly one king (any number of other men),
/// * no pawn stands on the first or last rank,
/// * no square holds two men,
/// * the side that is *not* to move is not in check (the side to move may be, by any number of men),
/// * a rook that may castle stands on the first rank of its colour together with its king, and on each side of
///   the king at most one may castle,
/// * an en passant square lies on the sixth rank as the side to move sees it, is empty, as is the square
///   beyond it, and the enemy pawn that has passed it stands in front of it.
///
/// ```
/// use setwise_moves::{InvalidPosition, Position, Setup};
/// let mut setup = Setup::from(Position::startpos());
/// setup.men[0][4] = 0; // White without a queen
/// assert_eq!(Position::new(setup).unwrap().legal_moves().len(), 21);
/// setup.men[0][5] = 0; // and without a king
/// let error = Position::new(setup).unwrap_err();
/// assert_eq!(error.to_string(), "White has 0 kings, but needs exactly one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The men by [`Color`] and [`Kind`], each in the order of its numbers.
    pub men: [[u64; 6]; 2],
    /// Who is to move.
    pub turn: Color,
    /// The rooks that may castle.
    pub castling: u64,
    /// The square that a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move.
    pub fullmove: u16,
}

/// Why a [`Setup`] is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPosition {
    /// Not exactly one king of this colour, but so many.
    Kings(Color, u32),
    /// A pawn on the first or last rank.
    PawnOnEdge(Square),
    /// Two men on one square.
    TwoMen(Square),
    /// The side that is not to move is in check.
    OpponentInCheck(Color),
    /// A square of the castling rights holds no rook on the first rank of a king that stands there too.
    NoCastlingRook(Square),
    /// Two rooks of this colour on the same side of the king may castle.
    TwoCastlingRooks(Color),
    /// No pawn of the other side can just have passed over this square.
    EnPassant(Square),
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kings(color, found) => {
                write!(f, "{color} has {found} kings, but needs exactly one")
            }
            Self::PawnOnEdge(square) => {
                write!(f, "a pawn cannot stand on {square}, the edge of the board")
            }
            Self::TwoMen(square) => write!(f, "two men stand on {square}"),
            Self::OpponentInCheck(color) => {
                write!(f, "{color} is in check, but the other side is to move")
            }
            Self::NoCastlingRook(square) => write!(
                f,
                "{square} has a castling right, but no rook on the first rank of its king"
            ),
            Self::TwoCastlingRooks(color) => write!(
                f,
                "two rooks of {color} on the same side of the king have castling rights"
            ),
            Self::EnPassant(square) => write!(
                f,
                "no pawn can just have passed over the en passant square {square}"
            ),
        }
    }
}

impl core::error::Error for InvalidPosition {}

impl Position {
    /// The position of a setup.
    ///
    /// # Errors
    /// The first rule of [`Setup`] that is broken.
    pub fn new(setup: Setup) -> Result<Self, InvalidPosition> {
        let mut sides = [0; 2];
        let mut all = 0;
        for (side, men) in sides.iter_mut().zip(setup.men) {
            for board in men {
                if let Some(square) = Square::lowest(all & board) {
                    return Err(InvalidPosition::TwoMen(square));
                }
                *side |= board;
                all |= board;
            }
        }
        let [pawn, .., rook, _, king] = Kind::ALL.map(Kind::index);
        for color in Color::ALL {
            let men = &setup.men[color.index()];
            let kings = men[king].count_ones();
            if kings != 1 {
                return Err(InvalidPosition::Kings(color, kings));
            }
            if let Some(square) = Square::lowest(men[pawn] & (RANK_1 | RANK_8)) {
                return Err(InvalidPosition::PawnOnEdge(square));
            }
        }
        check_castling(&setup, rook, king)?;

        let (us, them) = (setup.turn, setup.turn.other());
        let view = |board| us.view(board);
        let [white, black] = setup.men;
        let both = Kind::ALL.map(|kind| white[kind.index()] | black[kind.index()]);
        let en_passant = setup.en_passant.map_or(0, |square| view(square.bit()));
        let position = Self {
            own: view(sides[us.index()]),
            their: view(sides[them.index()]),
            pawns: view(both[0]),
            knights: view(both[1]),
            diagonal: view(both[2] | both[4]),
            orthogonal: view(both[3] | both[4]),
            kings: view(both[5]),
            castling: [
                view(setup.castling) as u8,
                (view(setup.castling) >> 56) as u8,
            ],
            en_passant: (en_passant.trailing_zeros() & 63) as u8,
            turn: us,
            halfmoves: setup.halfmoves,
            fullmove: setup.fullmove,
        };
        if let Some(square) = setup.en_passant {
            let crossed = en_passant | en_passant << 8;
            let on_sixth = en_passant & RANK_1 << 40 != 0;
            let passed = position.theirs(Kind::Pawn) & en_passant >> 8 != 0;
            if !on_sixth || all & view(crossed) != 0 || !passed {
                return Err(InvalidPosition::EnPassant(square));
            }
        }
        if position.gives_check() {
            return Err(InvalidPosition::OpponentInCheck(them));
        }
        Ok(position)
    }

    /// Does a man of the side to move attack the other king?
    fn gives_check(&self) -> bool {
        let king = self.theirs(Kind::King);
        let Some(square) = Square::lowest(king) else {
            return false;
        };
        let occupied = self.own | self.their;
        let mut hit = KNIGHT[square.index()] & self.own(Kind::Knight)
            | KING[square.index()] & self.own(Kind::King)
            | (step(king, Direction::SouthEast) | step(king, Direction::SouthWest))
                & self.own(Kind::Pawn);
        for direction in Direction::ALL {
            let sliders = if direction.is_diagonal() {
                self.own(Kind::Bishop) | self.own(Kind::Queen)
            } else {
                self.own(Kind::Rook) | self.own(Kind::Queen)
            };
            hit |= attacks(king, occupied, direction) & sliders;
        }
        hit != 0
    }
}

fn check_castling(setup: &Setup, rook: usize, king: usize) -> Result<(), InvalidPosition> {
    let mut good = 0;
    for color in Color::ALL {
        let men = &setup.men[color.index()];
        let home = color.view(RANK_1);
        if men[king] & home == 0 {
            continue;
        }
        let rooks = setup.castling & men[rook] & home;
        good |= rooks;
        let below = rooks & men[king].wrapping_sub(1);
        if below.count_ones() > 1 || (rooks & !below).count_ones() > 1 {
            return Err(InvalidPosition::TwoCastlingRooks(color));
        }
    }
    match Squares(setup.castling & !good).next() {
        Some(square) => Err(InvalidPosition::NoCastlingRook(square)),
        None => Ok(()),
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            men: Color::ALL.map(|color| Kind::ALL.map(|kind| position.of(color, kind))),
            turn: position.turn(),
            castling: position.castling(),
            en_passant: position.en_passant(),
            halfmoves: position.halfmoves(),
            fullmove: position.fullmove(),
        }
    }
}
