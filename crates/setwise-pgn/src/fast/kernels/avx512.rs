//! AVX-512 with VBMI, VBMI2 and CD (Ice Lake, Zen 4 and later): eight boards or moves in a register.

use super::{Block, Kernel, Masks, TagBlock, TagMasks, lexes_in_vectors, words};
use crate::fast::decode::{
    CAPTURE, FIRST, IS_BEHIND, IS_ROLE, PAWN_FROM_EAST, PAWN_FROM_WEST, RARE,
};
use crate::fast::tables::{BISHOP, QUEEN, ROLES, ROOK, Row, TABLES};
use setwise_core::{ByteVector, FILE_A, Isa, Vector};
use setwise_x86::Avx512;

type Zmm = <Avx512 as Isa>::Register;

/// Which board's bytes go to a lane: the sliders that move along its ray.
static ROOKS_AND_BISHOPS: [u8; 64] = {
    let (mut bytes, mut i) = ([0; 64], 0);
    while i < 64 {
        let role = if i / 8 % 4 < 2 { ROOK } else { BISHOP };
        bytes[i] = (8 * (ROLES + role) + i % 8) as u8;
        i += 1;
    }
    bytes
};

impl Kernel for Avx512 {
    type Attackers = Zmm;

    lexes_in_vectors!();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn parity(self, bits: u64) -> u64 {
        Avx512::parity(self, bits)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn places(self, bits: u64, base: u32, out: &mut [u32; 64]) {
        let (parts, _) = out.as_chunks_mut::<16>();
        if let [first, ..] = parts {
            Zmm::byte_numbers(self)
                .compress(bits)
                .store_wide(base, first);
        }
        // Moves and tags are mostly not so near.
        if bits.count_ones() > 16 {
            words::places(bits, base, out);
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn decode(self, text: &[u8], places: &[u32], codes: &mut [u32]) {
        let (eights, rest) = places.as_chunks::<8>();
        let (out, _) = codes.as_chunks_mut::<8>();
        for (places, out) in eights.iter().zip(out) {
            let [a, b, c, d, e, f, g, h] = *places;
            let word = |place| words::word(text, place);
            let words = [
                word(a),
                word(b),
                word(c),
                word(d),
                word(e),
                word(f),
                word(g),
                word(h),
            ];
            decode(self, Zmm::of_lanes(self, words)).store_low_halves(out);
        }
        words::decode(
            text,
            rest,
            codes.get_mut(places.len() & !7..).unwrap_or_default(),
        );
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn change(self, boards: &mut Row, lanes: &Row, to: u64, both: u64) {
        let (old, lanes) = (Zmm::load(self, &boards.0), Zmm::load(self, &lanes.0));
        let (to, both) = (Zmm::splat(self, to), Zmm::splat(self, both));
        (old & !to ^ both & lanes).store(&mut boards.0);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn no_attackers(self) -> Zmm {
        Zmm::splat(self, 0)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn attackers(self, boards: &Row, side: usize, king: usize, old: Zmm) -> Zmm {
        let (side, king, b) = (side & 1, king & 63, &boards.0);
        let all = Zmm::load(self, b);
        let occupied = Zmm::splat(self, b[0] | b[1]);
        let nearest = (Zmm::load(self, &TABLES.rays[king].0) & occupied).nearest();
        let near = Zmm::load(self, &TABLES.near[side][king].0);
        let sliders = all.shuffle_bytes(Zmm::load_bytes(self, &ROOKS_AND_BISHOPS));
        let queens = Zmm::splat(self, b[ROLES + QUEEN]);
        let found = (sliders | queens) & nearest | near & all;
        old | found & Zmm::splat(self, b[side ^ 1])
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn any(self, attackers: Zmm) -> u64 {
        attackers.union_of_lanes()
    }
}

/// [`decode`](crate::fast::decode::decode) for the words of eight moves.
#[cfg_attr(not(unoptimized), inline(always))]
fn decode(token: Avx512, word: Zmm) -> Zmm {
    let number = |number: u64| Zmm::splat(token, number);
    let (three, four, six) = (word.shr(3), word.shr(4), word.shr(6));
    let letter = six & !(word.shr(5) & four & word.shr(1));
    let digit = four & !(three & word.shr(2) | six);
    let length = (number(FILE_A) & !(letter | digit)).trailing_zeros();
    let before = length.sub_lanes(number(16));
    let target = word.shr_each(before).sub_bytes(number(0x3161));
    let to = target & number(7) | target.shr(5) & number(0o70);
    let is_square = (target & number(0xf8f8)).equal_lanes(number(0));
    let first = word & number(0xff);
    let behind = (word.shr_each(length) & number(0xff)).shl(8);
    let looked = (first | behind).look_up_128(&FIRST);
    let needed = number(u64::from(IS_ROLE) | u64::from(IS_BEHIND) << 8);
    let is_fine = (looked & needed).equal_lanes(needed);
    let role = looked & number(7);
    let is_pawn = role.equal_lanes(number(0));
    let has_x = (word & number(0xff00)).equal_lanes(number((b'x' as u64) << 8));
    let is_capture = before.equal_lanes(number(16)) & has_x;
    let aside = first.sub_bytes(target & number(0xff)) & number(0xff);
    let is_east = aside.equal_lanes(number(b'a' as u64 + 1));
    let is_west = aside.equal_lanes(number(b'a' as u64 - 1));
    let is_quiet =
        before.equal_lanes(number(8)) & !is_pawn | before.equal_lanes(number(0)) & is_pawn;
    let is_plain = (is_quiet | is_capture & (is_east | is_west | !is_pawn)) & is_square & is_fine;
    let pawn = number(PAWN_FROM_EAST as u64).lanes_or(is_east, number(PAWN_FROM_WEST as u64));
    let kind = pawn.lanes_or(is_pawn & is_capture, role);
    let none = number(0);
    let capture = number(1 << CAPTURE).lanes_or(is_capture, none);
    let rare = none.lanes_or(is_plain, number(u64::from(RARE)));
    to.or3(kind.shl(6), capture) | rare
}
