//! Lexing and decoding in registers of any width.
//!
//! There are no closures: they would be compiled without the instructions of the level.

use super::words;
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

/// The bits of the bytes that have a class.
#[cfg_attr(not(unoptimized), inline(always))]
fn with<V: ByteVector>(classes: V, class: u8) -> u64 {
    classes.with_bit(class.trailing_zeros())
}

/// The bits of the bytes that have one of some classes.
#[cfg_attr(not(unoptimized), inline(always))]
fn with_any<V: ByteVector>(token: V::Token, classes: V, some: u8) -> u64 {
    V::bits(classes.intersects(V::splat_byte(token, some)))
}

#[cfg_attr(not(unoptimized), inline(always))]
fn equal<V: ByteVector>(token: V::Token, bytes: V, byte: u8) -> V::Mask {
    bytes.equal(V::splat_byte(token, byte))
}

#[cfg_attr(not(unoptimized), inline(always))]
fn between<V: ByteVector>(token: V::Token, bytes: V, first: u8, last: u8) -> V::Mask {
    V::splat_byte(token, first - 1).less(bytes) & bytes.less(V::splat_byte(token, last + 1))
}

/// All ones in the lanes that have the bits of a number, among some bits.
#[cfg_attr(not(unoptimized), inline(always))]
fn has<V: ByteVector>(lanes: V, bits: u64, number: u64) -> V {
    ((lanes ^ lanes.same(number)) & lanes.same(bits)).empty_lanes()
}

/// The register of the bytes from one on, which the block has.
#[cfg_attr(not(unoptimized), inline(always))]
fn load<V: ByteVector>(token: V::Token, block: &[u8], at: usize) -> V {
    V::load_bytes(token, block.get(at..at + 8 * V::LANES).unwrap_or_default())
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn movetext<V: ByteVector>(token: V::Token, block: &Block) -> Masks {
    let mut m = Masks::default();
    for part in 0..8 / V::LANES {
        let shift = 8 * V::LANES * part;
        let at = BEFORE + shift;
        let bytes: V = load(token, block, at);
        let classes = bytes.look_up_128(&CLASSES);
        let both = classes & load::<V>(token, block, at - 1).look_up_128(&ALLOWS);
        let (next, second): (V, V) = (load(token, block, at + 1), load(token, block, at + 2));
        let event = equal(token, bytes, b'[') & equal(token, next, b'E');
        let eval =
            equal(token, bytes, b'%') & equal(token, next, b'e') & equal(token, second, b'v');
        m.start |= with(both, START) << shift;
        m.number |= with(both, NUMBER) << shift;
        m.again |= with(both, AGAIN) << shift;
        m.odd |= (with_any(token, both, ODD) | bytes.with_bit(7)) << shift;
        m.digit |= with(classes, DIGIT) << shift;
        m.behind_number |= with_any(token, classes, BEHIND_NUMBER) << shift;
        m.dollar |= V::bits(equal(token, bytes, b'$')) << shift;
        m.open |= V::bits(equal(token, bytes, b'{')) << shift;
        m.close |= V::bits(equal(token, bytes, b'}')) << shift;
        m.remark |= V::bits(equal(token, bytes, b'/') | event | eval) << shift;
    }
    m
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn tags<V: ByteVector>(token: V::Token, block: &TagBlock) -> TagMasks {
    let mut m = TagMasks::default();
    for part in 0..8 / V::LANES {
        let shift = 8 * V::LANES * part;
        let bytes: V = load(token, block, shift);
        let next: V = load(token, block, shift + 1);
        let behind: V = load(token, block, shift + 2);
        let line = equal(token, bytes, b'\n');
        let quote = equal(token, bytes, b'"');
        let ends = equal(token, behind, b'\n') | equal(token, behind, b'\r');
        // Letters of both cases, then digits.
        let small = bytes | V::splat_byte(token, 0x20);
        let name = between(token, small, b'a', b'z')
            | between(token, bytes, b'0', b'9')
            | equal(token, bytes, b'_');
        m.line |= V::bits(line) << shift;
        m.line_of_tag |= V::bits(line & equal(token, next, b'[')) << shift;
        m.carriage |= V::bits(equal(token, bytes, b'\r')) << shift;
        m.backslash |= V::bits(equal(token, bytes, b'\\')) << shift;
        m.name |= V::bits(name) << shift;
        m.space |= V::bits(equal(token, bytes, b' ') & equal(token, next, b'"')) << shift;
        m.quote |= V::bits(quote) << shift;
        m.closing |= V::bits(quote & equal(token, next, b']') & ends) << shift;
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

/// [`decode`](crate::fast::decode::decode) for a move in each lane. A truth value is all ones.
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
    // The target and what stands behind it.
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

/// Whether pieces of the other side attack the king of a side: not 0.
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
