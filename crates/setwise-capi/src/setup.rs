//! The parts of a position before they are checked.

use crate::status::{numbered, unknown};
use setwise_ffi::{Failure, Status};
use setwise_moves::{Color, Role, Square};

/// The parts of a position as boards, before they are checked. Bit 0 is a1, bit 7 h1, bit 63 h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Setup {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The side to move: 0 White, 1 Black.
    pub turn: u32,
    /// White, Black.
    pub colors: [u64; 2],
    /// Pawns, knights, bishops, rooks, queens, kings, each of both colors.
    pub roles: [u64; 6],
    /// The rooks of both colors that have castling rights.
    pub castling: u64,
    /// The square that a pawn has just passed with a double push; 0 for none.
    pub en_passant: u32,
    /// The number of half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmove: u16,
}

impl Setup {
    /// Checks the parts, and makes a position of them.
    pub(crate) fn to_position(self) -> Result<setwise_moves::Position, Failure> {
        let mut setup = setwise_moves::Setup::empty();
        setup.turn = match self.turn {
            0 => Color::White,
            1 => Color::Black,
            other => return Err(unknown("side to move", other)),
        };
        setup.en_passant = match self.en_passant {
            0 => None,
            number => Some(numbered("square", number, Square::from_index)?),
        };
        let [white, black] = self.colors;
        let all = self.roles.into_iter().fold(0, |all, board| all | board);
        if let Some(square) = Square::lowest((white | black) ^ all) {
            let message = format!("{square} has a color without a role, or a role without a color");
            return Err(Failure::new(Status::BadPosition, message));
        }
        for color in Color::ALL {
            for role in Role::ALL {
                *setup.pieces_mut(color, role) =
                    self.colors[color.index()] & self.roles[role.index()];
            }
        }
        setup.castling = self.castling;
        setup.halfmoves = self.halfmoves;
        setup.fullmove = self.fullmove;
        setwise_moves::Position::new(setup).map_err(invalid)
    }
}

impl From<setwise_moves::Position> for Setup {
    fn from(position: setwise_moves::Position) -> Self {
        Self {
            size: size_of::<Self>() as u32,
            turn: position.turn() as u32,
            colors: Color::ALL.map(|color| position.by_color(color)),
            roles: Role::ALL.map(|role| position.by_role(role)),
            castling: position.castling(),
            en_passant: position.en_passant().map_or(0, |at| at.index() as u32),
            halfmoves: position.halfmoves(),
            fullmove: position.fullmove(),
        }
    }
}

/// Returns the failure of a position that breaks a rule.
pub(crate) fn invalid(problem: setwise_moves::InvalidPosition) -> Failure {
    Failure::new(Status::BadPosition, problem.to_string())
}
