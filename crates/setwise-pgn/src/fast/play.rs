//! Plays the moves of a game. Errors are collected in one word, which is tested once at the end.
//!
//! Finding a source square needs no attack sets: mostly one piece of the role reaches the target on
//! an empty board. The test for pieces between them is off the critical path.

use super::decode::{BOARD, CAPTURE, RARE};
use super::tables::{TABLES, between};
use super::{kernels::PgnOps, state::State};
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
pub(crate) fn play<K: PgnOps>(
    kernel: K,
    start: &State,
    moves: Moves<'_>,
    out: &mut [Option<Move>],
) -> bool {
    // Separate variables: from one array they would be loaded as a vector, after stores of parts.
    let mut boards = start.boards;
    // The boards before the last move of the other side, which can only have taken pieces of `us`.
    // The lookup below does not wait for the boards that are just stored.
    let mut older = boards;
    let (mut en_passant, mut turn) = (start.en_passant, start.turn & 1);
    // Copies of the boards of the sides, because `boards` is stored as a whole.
    let [mut us, mut them] = [turn, turn ^ 1].map(|side| boards.0[side]);
    let [mut king, mut their_king] = [turn, turn ^ 1].map(|side| start.king(side));
    // The rights, and the squares that moves have touched since.
    let (mut castling, mut touched) = (start.castling, 0);
    let mut wrong = 0;
    let codes = moves.codes.iter().zip(moves.places);
    for ((&code, &place), out) in codes.zip(out) {
        let (to, kind) = ((code & 63) as usize, (code >> 6 & 7) as usize);
        let k = &TABLES.kinds[turn][kind];
        let to_bit = 1_u64 << to;
        let pieces = older.0[(code >> BOARD & 7) as usize];
        older = boards;
        let source = pieces & us & TABLES.sources[turn][(code & 511) as usize];
        // There is no source, or there are several.
        let less = source.wrapping_sub(1);
        let rare = code & RARE | source & less | less >> 63 | en_passant & to_bit;
        let bits = if rare == 0 {
            let from = source.trailing_zeros() as usize & 63;
            let way = between(from, to);
            let captures = ((code as i64) >> CAPTURE) as u64;
            wrong |= way & (us | them) | (us | them ^ captures) & to_bit;
            let both = source | to_bit;
            kernel.change(&mut boards, &k.lanes, to_bit, both);
            (us, them) = (us ^ both, them & !to_bit);
            // Without a branch on king moves, which the CPU would mispredict often.
            king ^= (king ^ to) & k.king as usize;
            touched |= both;
            en_passant = way & k.push;
            let double = u16::from(en_passant != 0) * DOUBLE;
            (k.bits + double) | (from << 6 | to) as u16
        } else {
            let mut state = State {
                boards,
                castling: start.rights(castling, touched),
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
        wrong |= kernel.attackers(&boards, (turn, king), [us, them]);
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
