//! Plays the moves of a game without looking for errors one by one: what is wrong is collected, and
//! asked for once.
//!
//! A source square needs no attack sets: the pieces of a role that reach the target on an empty
//! board are mostly one. Whether its way is free is known off the critical path.

use super::decode::{CAPTURE, RARE};
use super::kernels::Kernel;
use super::tables::{KING, ROLES, Row, TABLES};
use setwise_moves::{Color, Move, Position, Role};

/// A position that is being played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// White, Black, pawns to kings.
    pub(crate) boards: Row,
    /// The rooks that may castle.
    pub(crate) castling: u64,
    /// The square that a pawn has just passed.
    pub(crate) en_passant: u64,
    /// 0 for White, 1 for Black.
    pub(crate) turn: usize,
}

impl From<&Position> for State {
    fn from(position: &Position) -> Self {
        let mut boards = [0; 8];
        for color in Color::ALL {
            boards[color.index()] = position.by_color(color);
        }
        for role in Role::ALL {
            boards[ROLES + role.index()] = position.by_role(role);
        }
        Self {
            boards: Row(boards),
            castling: position.castling(),
            en_passant: position.en_passant().map_or(0, |square| square.bit()),
            turn: position.turn().index(),
        }
    }
}

impl State {
    /// The square of the king of a side.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn king(&self, side: usize) -> usize {
        (self.boards.0[ROLES + KING] & self.boards.0[side & 1]).trailing_zeros() as usize & 63
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn occupied(&self) -> u64 {
        self.boards.0[0] | self.boards.0[1]
    }
}

/// Moves of a text: their places and their codes.
#[derive(Clone, Copy)]
pub(crate) struct Moves<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) places: &'a [u32],
    pub(crate) codes: &'a [u32],
}

/// Plays moves, and writes them. Returns whether all of them are legal and spelled as in PGN.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn play<K: Kernel>(
    kernel: K,
    mut state: State,
    moves: Moves<'_>,
    out: &mut [Option<Move>],
) -> bool {
    let (mut wrong, mut attackers) = (0, kernel.no_attackers());
    let codes = moves.codes.iter().zip(moves.places);
    for ((&code, &place), out) in codes.zip(out) {
        let turn = state.turn & 1;
        let (to, kind) = ((code & 63) as usize, (code >> 6 & 7) as usize);
        let k = &TABLES.kinds[turn][kind];
        let (us, them) = (state.boards.0[turn], state.boards.0[turn ^ 1]);
        let to_bit = 1_u64 << to;
        // The kinds beyond the roles are those of pawns.
        let role = if kind > KING { 0 } else { kind };
        let pieces = state.boards.0[(ROLES + role) & 7];
        let source = pieces & us & TABLES.sources[turn][kind][to];
        let rare =
            u64::from(code & RARE) | (source & source.wrapping_sub(1)) | state.en_passant & to_bit;
        let bits = if rare == 0 {
            let from = source.trailing_zeros() as usize & 63;
            let between = TABLES.between[from][to];
            let captures = u64::from(code >> CAPTURE & 1).wrapping_neg();
            wrong |=
                u64::from(source == 0) | between & (us | them) | (us | them ^ captures) & to_bit;
            let both = source | to_bit;
            kernel.change(&mut state.boards, &k.lanes, to_bit, both);
            state.castling &= !both & k.keep;
            state.en_passant = between & k.push;
            state.turn = turn ^ 1;
            let double = u16::from(state.en_passant != 0) * DOUBLE;
            k.bits + double | (from << 6 | to) as u16
        } else {
            let mut after = state;
            let Some(bits) = after.play_rare(moves.text, place) else {
                return false;
            };
            state = after;
            bits
        };
        attackers = kernel.attackers(&state.boards, turn, state.king(turn), attackers);
        *out = Move::from_bits_unchecked(bits);
    }
    wrong | kernel.any(attackers) == 0
}

/// The difference between the bits of a pawn's double push and those of its other moves.
const DOUBLE: u16 = {
    use setwise_moves::MoveKind::{DoublePush, Pawn};
    (DoublePush as u16 - Pawn as u16) << 12
};
