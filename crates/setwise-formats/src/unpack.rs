//! Boards of 24 bytes in vectors.

use crate::packed::{Sets, check_count, parts};
use setwise::{ByteVector, Isa, Pack, Task, Vector, dispatch};

/// Appends the sets of records, up to the first that has more than 32 pieces. Returns false, and appends nothing, if the host has no fast
/// instructions for it.
pub(crate) fn unpack_all(records: &[[u8; 32]], all: &mut Vec<Sets>) -> bool {
    dispatch(UnpackAll { records, all })
}

struct UnpackAll<'a> {
    records: &'a [[u8; 32]],
    all: &'a mut Vec<Sets>,
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

/// Returns the squares of each code.
#[inline(always)]
fn unpack<I: Isa>(token: I, occupied: u64, codes: &[u8; 16]) -> Sets {
    let codes = u128::from_le_bytes(*codes);
    let mut bytes = [0; 8];
    for (i, word) in bytes.iter_mut().take(4).enumerate() {
        *word = spread((codes >> (32 * i)) as u32);
    }
    let codes = <I::Register as Vector>::load(token, &bytes);
    let empty = <I::Register as Vector>::splat(token, 0);
    let squares = codes.expand(occupied, empty);
    let one = I::Register::bits(squares.intersects(I::Register::splat_byte(token, 1)));
    let two = I::Register::bits(squares.intersects(I::Register::splat_byte(token, 2)));
    let four = I::Register::bits(squares.intersects(I::Register::splat_byte(token, 4)));
    let other = I::Register::bits(squares.intersects(I::Register::splat_byte(token, 8)));
    let mut sets = [0; 16];
    for (side, sets) in [occupied & !other, other]
        .into_iter()
        .zip(sets.chunks_mut(8))
    {
        for (code, set) in sets.iter_mut().enumerate() {
            let [one, two, four] = [(0, one), (1, two), (2, four)]
                .map(|(bit, plane)| if code >> bit & 1 != 0 { plane } else { !plane });
            *set = side & one & two & four;
        }
    }
    sets
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
    use crate::packed;
    use proptest::prelude::*;
    use setwise::{Level, dispatch_on};

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
                packed::unpack(occupied, codes).ok()
            };
            let expected: Vec<Sets> = records.iter().map_while(single).collect();
            for level in Level::all() {
                let mut found = Vec::new();
                let task = UnpackAll { records: &records, all: &mut found };
                if dispatch_on(level.name(), task) == Some(true) {
                    prop_assert_eq!(&found, &expected, "{}", level.name());
                }
            }
            let mut found = Vec::new();
            packed::unpack_all(&records, &mut found);
            prop_assert_eq!(found, expected);
        }
    }
}
