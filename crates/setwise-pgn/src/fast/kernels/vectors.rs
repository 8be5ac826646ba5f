//! Lexing and decoding in registers of any width.
//!
//! There are no closures: they would be compiled without the instructions of the level.

use super::{several::Several, words};
use crate::fast::classes::{AGAIN, ALLOWS, BEHIND_NUMBER, CLASSES, DIGIT, NUMBER, ODD, START};
use crate::fast::decode::{BOARD, CAPTURE, FIRST, IS_BEHIND, IS_ROLE, RARE};
use crate::fast::masks::{BEFORE, Block, Masks, TagBlock, TagMasks};
use crate::fast::tables::{PAWN_FROM_WEST, ROLES};
#[cfg(target_arch = "x86_64")]
use crate::fast::{
    state::far_attackers,
    tables::{Row, TABLES},
};
use setwise_core::ByteVector;

/// Returns the bits of the bytes that have a class.
#[cfg_attr(not(unoptimized), inline(always))]
fn with<V: ByteVector, const N: usize>(parts: Several<V, N>, class: u8) -> u64 {
    match parts.0.as_slice() {
        [all] => all.with_bit(class.trailing_zeros()),
        _ => parts.intersects(class).bits::<V>(),
    }
}

/// Returns all ones in the lanes that are equal to a number in some bits.
#[cfg_attr(not(unoptimized), inline(always))]
fn has<V: ByteVector>(lanes: V, bits: u64, number: u64) -> V {
    ((lanes ^ lanes.same(number)) & lanes.same(bits)).empty_lanes()
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn movetext<V: ByteVector, const N: usize>(token: V::Token, block: &Block) -> Masks {
    let mut m = Masks::default();
    let size = 8 * V::LANES * N;
    for part in 0..64 / size {
        let shift = size * part;
        let at = BEFORE + shift;
        let bytes: Several<V, N> = Several::load(token, block, at);
        let classes = bytes.look_up_128(&CLASSES);
        let before: Several<V, N> = Several::load(token, block, at - 1);
        let both = classes & before.look_up_128(&ALLOWS);
        let next: Several<V, N> = Several::load(token, block, at + 1);
        let second: Several<V, N> = Several::load(token, block, at + 2);
        let event = bytes.equal(b'[') & next.equal(b'E');
        let eval = bytes.equal(b'%') & next.equal(b'e') & second.equal(b'v');
        m.start |= with(both, START) << shift;
        m.number |= with(both, NUMBER) << shift;
        m.again |= with(both, AGAIN) << shift;
        m.odd |= (both.intersects(ODD).bits::<V>() | with(bytes, 1 << 7)) << shift;
        m.digit |= with(classes, DIGIT) << shift;
        m.behind_number |= classes.intersects(BEHIND_NUMBER).bits::<V>() << shift;
        m.dollar |= bytes.equal(b'$').bits::<V>() << shift;
        m.open |= bytes.equal(b'{').bits::<V>() << shift;
        m.close |= bytes.equal(b'}').bits::<V>() << shift;
        m.remark |= (bytes.equal(b'/') | event | eval).bits::<V>() << shift;
    }
    m
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn tags<V: ByteVector, const N: usize>(token: V::Token, block: &TagBlock) -> TagMasks {
    let mut m = TagMasks::default();
    let size = 8 * V::LANES * N;
    for part in 0..64 / size {
        let shift = size * part;
        let bytes: Several<V, N> = Several::load(token, block, shift);
        let next: Several<V, N> = Several::load(token, block, shift + 1);
        let behind: Several<V, N> = Several::load(token, block, shift + 2);
        let line = bytes.equal(b'\n');
        let quote = bytes.equal(b'"');
        let ends = behind.equal(b'\n') | behind.equal(b'\r');
        // Letters of both cases, then digits.
        let small = bytes | Several::splat(token, 0x20);
        let name = small.between(b'a', b'z') | bytes.between(b'0', b'9') | bytes.equal(b'_');
        m.line |= line.bits::<V>() << shift;
        m.line_of_tag |= (line & next.equal(b'[')).bits::<V>() << shift;
        m.carriage |= bytes.equal(b'\r').bits::<V>() << shift;
        m.backslash |= bytes.equal(b'\\').bits::<V>() << shift;
        m.name |= name.bits::<V>() << shift;
        m.space |= (bytes.equal(b' ') & next.equal(b'"')).bits::<V>() << shift;
        m.quote |= quote.bits::<V>() << shift;
        m.closing |= (quote & next.equal(b']') & ends).bits::<V>() << shift;
    }
    m
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn decode<V: ByteVector>(
    token: V::Token,
    text: &[u8],
    places: &[u32],
    codes: &mut [u64],
) {
    let all = places.chunks_exact(V::LANES);
    let rest = all.remainder();
    let mut out = codes.chunks_exact_mut(V::LANES);
    for (places, out) in all.zip(&mut out) {
        let mut moves = [0; 8];
        for (word, place) in moves.iter_mut().zip(places) {
            *word = words::word(text, *place);
        }
        decode_words(V::load(token, &moves[..V::LANES])).store(out);
    }
    if let Some(out) = out.next() {
        words::decode(text, rest, out);
    }
}

/// Decodes a move in each lane as [`decode`](crate::fast::decode::decode). Truth is all ones.
#[cfg_attr(not(unoptimized), inline(always))]
fn decode_words<V: ByteVector>(word: V) -> V {
    let (four, six) = (word.shr(4), word.shr(6));
    let letter = six & !(word.shr(5) & four & word.shr(1));
    let within = letter | four & !(word.shr(3) & word.shr(2) | six);
    // Words of two bytes, three, and four.
    let ends_2 = has(within, 1 << 16, 0);
    let ends_3 = has(within, 1 << 24, 0);
    let ends_4 = has(within, 1 << 32, 0);
    let (three, four) = (ends_3 & !ends_2, ends_4 & !(ends_3 | ends_2));
    // The target and the byte after it.
    let target = word & ends_2 | word.shr(8) & three | word.shr(16) & four;
    let looked = word & word.same(0xff) | target.shr(8) & word.same(0xff00);
    let looked = looked.look_up_128(&FIRST);
    let target = target.sub_bytes(word.same(0x3161));
    let to = target & word.same(7) | target.shr(5) & word.same(0o70);
    let role = looked & word.same(7);
    let is_pawn = has(role, 7, 0);
    let is_capture = four & has(word, 0xff00, u64::from(b'x') << 8);
    let aside = word.sub_bytes(target);
    let is_east = has(aside, 0xff, u64::from(b'a') + 1);
    let is_beside = is_east | has(aside, 0xff, u64::from(b'a') - 1);
    let is_quiet = ends_2 & is_pawn | three & !is_pawn;
    let needed = u64::from(IS_ROLE) | u64::from(IS_BEHIND) << 8;
    let is_plain = (is_quiet | is_capture & (is_beside | !is_pawn))
        & has(target, 0xf8f8, 0)
        & has(looked, needed, needed);
    let pawn = is_capture & is_pawn;
    let from = word.same((PAWN_FROM_WEST as u64) << 6) | is_east & word.same(1 << 6);
    let board = role.add_bytes(word.same(ROLES as u64)).shl(BOARD);
    to.or3(role.shl(6), pawn & from)
        .or3(board, is_capture & word.same(1 << CAPTURE))
        .or_and_not(word.same(RARE), is_plain)
}

/// Returns 0 unless pieces of the other side attack the king of a side.
#[cfg(target_arch = "x86_64")]
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn attackers<V: ByteVector>(
    token: V::Token,
    boards: &Row,
    (side, king): (usize, usize),
    [us, them]: [u64; 2],
) -> u64 {
    // The lanes of bishops to queens.
    const FAR: u64 = 0x00ff_ffff << (8 * 4);
    let (reach, them_all) = (&TABLES.reach[side & 1][king & 63].0, V::splat(token, them));
    let mut found = 0;
    for part in 0..8 / V::LANES {
        let boards = V::load(token, &boards.0[part * V::LANES..]);
        let reach = V::load(token, &reach[part * V::LANES..]);
        found |= (boards & reach & them_all).nonzero_mask() << (8 * V::LANES * part);
    }
    match found & FAR {
        0 => found,
        _ => found & !FAR | far_attackers(boards, side, king, us | them),
    }
}
