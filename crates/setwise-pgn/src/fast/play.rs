//! Plays the moves of a game without looking for errors one by one: what is wrong is collected, and
//! asked for once.
//!
//! A source square needs no attack sets: the pieces of a role that reach the target on an empty
//! board are mostly one. Whether its way is free is known off the critical path.

use super::decode::{CAPTURE, RARE};
use super::kernels::Kernel;
use super::state::{State, attackers};
use super::tables::{KING, ROLES, TABLES};
use setwise_moves::Move;

/// Moves of a text: their places and their codes.
#[derive(Clone, Copy)]
pub(crate) struct Moves<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) places: &'a [u32],
    pub(crate) codes: &'a [u64],
}

/// Plays moves, and writes them. Returns whether all of them are legal and spelled as in PGN.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn play<K: Kernel>(
    kernel: K,
    start: &State,
    moves: Moves<'_>,
    out: &mut [Option<Move>],
) -> bool {
    // Apart: together in memory they would be loaded as vectors, behind stores of their parts.
    let (mut boards, mut castling) = (start.boards, start.castling);
    // The boards before the last move of the other side, which took pieces of `us` alone: the next
    // move does not wait for those that are just stored.
    let mut older = boards;
    let (mut en_passant, mut turn) = (start.en_passant, start.turn & 1);
    // The sides as the next move sees them, beside the boards, which are stored as a whole.
    let [mut us, mut them] = [turn, turn ^ 1].map(|side| boards.0[side]);
    let [mut king, mut their_king] = [turn, turn ^ 1].map(|side| start.king(side));
    let mut wrong = 0;
    let codes = moves.codes.iter().zip(moves.places);
    for ((&code, &place), out) in codes.zip(out) {
        let (to, kind) = ((code & 63) as usize, (code >> 6 & 7) as usize);
        let k = &TABLES.kinds[turn][kind];
        let to_bit = 1_u64 << to;
        // The kinds beyond the roles are those of pawns.
        let role = if kind > KING { 0 } else { kind };
        let pieces = older.0[(ROLES + role) & 7];
        older = boards;
        let source = pieces & us & TABLES.sources[turn][kind][to];
        let rare = code & u64::from(RARE) | (source & source.wrapping_sub(1)) | en_passant & to_bit;
        let bits = if rare == 0 {
            let from = source.trailing_zeros() as usize & 63;
            let between = TABLES.between[from][to];
            let captures = (code >> CAPTURE & 1).wrapping_neg();
            wrong |=
                u64::from(source == 0) | between & (us | them) | (us | them ^ captures) & to_bit;
            let both = source | to_bit;
            kernel.change(&mut boards, &k.lanes, to_bit, both);
            (us, them) = (us ^ both, them & !to_bit);
            king = if kind == KING { to } else { king };
            castling &= !both & k.keep;
            en_passant = between & k.push;
            let double = u16::from(en_passant != 0) * DOUBLE;
            (k.bits + double) | (from << 6 | to) as u16
        } else {
            let mut state = State {
                boards,
                castling,
                en_passant,
                turn,
            };
            let Some(bits) = state.play_rare(moves.text, place) else {
                return false;
            };
            (boards, castling, en_passant) = (state.boards, state.castling, state.en_passant);
            (us, them) = (boards.0[turn], boards.0[turn ^ 1]);
            king = state.king(turn);
            bits
        };
        wrong |= attackers(&boards, turn, king, us | them) & them;
        (us, them, king, their_king) = (them, us, their_king, king);
        turn ^= 1;
        *out = Move::from_bits_unchecked(bits);
    }
    wrong == 0
}

/// The difference between the bits of a pawn's double push and those of its other moves.
const DOUBLE: u16 = {
    use setwise_moves::MoveKind::{DoublePush, Pawn};
    (DoublePush as u16 - Pawn as u16) << 12
};
