//! Codes and bits in vectors, with a byte for each square.

use super::record::{Bits, MAX_PIECES, check_count, parts, put_board};
use alloc::vec::Vec;
use setwise_core::{ByteVector, Isa, Pack, Task, Vector};
use setwise_dispatch::dispatch;

/// Appends the bits of records, up to the first that has more than 32 pieces. Returns false, and
/// appends nothing, if the host has no fast instructions for it.
pub(crate) fn unpack_all(records: &[[u8; 32]], all: &mut Vec<Bits>) -> bool {
    dispatch(UnpackAll { records, all })
}

struct UnpackAll<'a> {
    records: &'a [[u8; 32]],
    all: &'a mut Vec<Bits>,
}

impl Task for UnpackAll<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Pack>(&mut self, token: P::Token) -> bool {
        if !can_unpack::<P::Token>() {
            return false;
        }
        for record in self.records {
            let (occupied, codes, _) = parts(record);
            if check_count(occupied).is_err() {
                break;
            }
            self.all.push(unpack(token, occupied, codes));
        }
        true
    }
}

/// Whether a register holds a byte for each square, and bytes can be moved to their squares.
const fn can_unpack<I: Isa>() -> bool {
    <I::Register as Vector>::LANES == 8 && <I::Register as ByteVector>::FAST_COMPRESS
}

/// Returns the squares of each bit of the codes.
#[inline(always)]
fn unpack<I: Isa>(token: I, occupied: u64, codes: &[u8; 16]) -> Bits {
    let codes = u128::from_le_bytes(*codes);
    let mut bytes = [0; 8];
    for (i, word) in bytes.iter_mut().take(4).enumerate() {
        *word = spread((codes >> (32 * i)) as u32);
    }
    let codes = <I::Register as Vector>::load(token, &bytes);
    let empty = <I::Register as Vector>::splat(token, 0);
    let squares = codes.expand(occupied, empty);
    // Written out: a closure over registers may not be inlined.
    let one = I::Register::bits(squares.intersects(I::Register::splat_byte(token, 1)));
    let two = I::Register::bits(squares.intersects(I::Register::splat_byte(token, 2)));
    let four = I::Register::bits(squares.intersects(I::Register::splat_byte(token, 4)));
    let other = I::Register::bits(squares.intersects(I::Register::splat_byte(token, 8)));
    [one, two, four, other]
}

/// Packs the codes of up to 32 pieces. Returns `None` if the host has no fast instructions for it.
pub(crate) fn pack(occupied: u64, bits: Bits) -> Option<[u8; 16]> {
    pack_by(occupied, bits, |task| dispatch(task))
}

fn pack_by(occupied: u64, bits: Bits, run: impl FnOnce(PackAll<'_>) -> bool) -> Option<[u8; 16]> {
    let mut records = [[0; 32]];
    let is_packed = run(PackAll {
        boards: &[(occupied, bits)],
        records: &mut records,
    });
    is_packed.then(|| *parts(&records[0]).1)
}

/// Packs boards into records. Returns false if the host has no fast instructions for it, or if a
/// board has more than 32 pieces.
pub(crate) fn pack_all(boards: &[(u64, Bits)], records: &mut [[u8; 32]]) -> bool {
    dispatch(PackAll { boards, records })
}

struct PackAll<'a> {
    boards: &'a [(u64, Bits)],
    records: &'a mut [[u8; 32]],
}

impl Task for PackAll<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Pack>(&mut self, token: P::Token) -> bool {
        let mut most = 0;
        if can_unpack::<P::Token>() {
            for ((occupied, bits), record) in self.boards.iter().zip(&mut *self.records) {
                most = most.max(occupied.count_ones());
                put_board(record, *occupied, &pack_codes(token, *occupied, *bits));
            }
        }
        can_unpack::<P::Token>() && most <= MAX_PIECES
    }
}

#[inline(always)]
fn pack_codes<I: Isa>(token: I, occupied: u64, bits: Bits) -> [u8; 16] {
    let zero = <I::Register as Vector>::splat(token, 0);
    let mut codes = zero;
    for (bit, plane) in bits.into_iter().enumerate() {
        let value = I::Register::splat_byte(token, 1 << bit);
        codes = codes | I::Register::select(I::Register::mask(token, plane), value, zero);
    }
    let codes = codes.compress(occupied);
    // Each even byte becomes that of two codes.
    let codes = (codes | codes.shr(4)).compress(0x5555_5555_5555_5555);
    let mut words = [0; 8];
    Vector::store(codes, &mut words);
    (u128::from(words[0]) | u128::from(words[1]) << 64).to_le_bytes()
}

/// Spreads eight codes of four bits to a byte each.
#[inline(always)]
const fn spread(codes: u32) -> u64 {
    let two = codes as u64 | (codes as u64) << 16;
    let two = two & 0x0000_ffff_0000_ffff;
    let one = (two | two << 8) & 0x00ff_00ff_00ff_00ff;
    (one | one << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::pieces::bits_of;
    use crate::packed::{self, words};
    use alloc::vec;
    use proptest::prelude::*;
    use setwise_dispatch::{Level, dispatch_on};

    /// Packs a board on a level, if it has fast instructions for it.
    fn pack_on(level: Level, occupied: u64, bits: Bits) -> Option<[u8; 16]> {
        pack_by(occupied, bits, |task| dispatch_on(level, task))
    }

    #[test]
    fn spread_keeps_the_order() {
        assert_eq!(spread(0x7654_3210), 0x0706_0504_0302_0100);
        assert_eq!(spread(0xffff_ffff), 0x0f0f_0f0f_0f0f_0f0f);
    }

    proptest! {
        /// Every instruction set of the host, against one piece after the other.
        #[test]
        fn all_instruction_sets(
            records in prop::collection::vec(prop::array::uniform32(any::<u8>()), 0..20),
            sparse in any::<u64>(),
        ) {
            let records: Vec<[u8; 32]> = records.into_iter().map(|mut record| {
                for (byte, mask) in record.iter_mut().zip(sparse.to_le_bytes()) {
                    *byte &= mask;
                }
                record
            }).collect();
            let single = |record: &[u8; 32]| {
                let (occupied, codes, _) = parts(record);
                words::unpack(occupied, codes).ok()
            };
            let expected: Vec<Bits> = records.iter().map_while(single).collect();
            for level in Level::all() {
                let mut found = Vec::new();
                let task = UnpackAll { records: &records, all: &mut found };
                if dispatch_on(level, task) {
                    prop_assert_eq!(&found, &expected, "{}", level.name());
                }
            }
            let mut found = Vec::new();
            packed::unpack_all(&records, &mut found);
            prop_assert_eq!(&found, &expected);
            for (record, bits) in records.iter().zip(expected) {
                let (occupied, ..) = parts(record);
                let each = words::pack(occupied, bits);
                for level in Level::all() {
                    if let Some(packed) = pack_on(level, occupied, bits) {
                        prop_assert_eq!(packed, each, "{}", level.name());
                    }
                    let mut records = [[7; 32]; 2];
                    let boards = &[(occupied, bits); 2];
                    if dispatch_on(level, PackAll { boards, records: &mut records }) {
                        let mut expected = [7; 32];
                        put_board(&mut expected, occupied, &each);
                        prop_assert_eq!(records, [expected; 2], "{}", level.name());
                    }
                }
                prop_assert_eq!(&packed::pack(occupied, bits).unwrap()[8..], &each[..]);
            }
        }
    }

    /// Of all instruction sets, only the AVX-512 of Ice Lake moves bytes to their squares in one
    /// step.
    #[test]
    fn only_fast_instructions_are_used() {
        let position = crate::position::Position::startpos();
        let (occupied, bits) = (position.occupied(), bits_of(&position));
        let codes = [
            0x13, 0x42, 0x25, 0x31, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9b, 0xca, 0xad, 0xb9,
        ];
        let mut record = [0; 32];
        record[..8].copy_from_slice(&occupied.to_le_bytes());
        record[8..24].copy_from_slice(&codes);
        // Three records, then one with 33 pieces.
        let mut records = [record; 4];
        records[3][3] = 1;
        let expected = |is_fast: bool| vec![bits; if is_fast { 3 } else { 0 }];
        for level in Level::all() {
            let is_fast = level.name() == "avx512";
            let mut all = Vec::new();
            let task = UnpackAll {
                records: &records,
                all: &mut all,
            };
            assert_eq!(dispatch_on(level, task), is_fast, "{level}");
            assert_eq!(all, expected(is_fast), "{level}");
            let packed = pack_on(level, occupied, bits);
            assert_eq!(packed, is_fast.then_some(codes), "{level}");
        }
        let is_fast = Level::best().name() == "avx512";
        let mut all = Vec::new();
        assert_eq!(unpack_all(&records, &mut all), is_fast);
        assert_eq!(all, expected(is_fast));
        assert_eq!(pack(occupied, bits), is_fast.then_some(codes));
    }
}
