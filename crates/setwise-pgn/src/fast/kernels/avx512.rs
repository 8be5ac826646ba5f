//! AVX-512 with VBMI2 (Ice Lake, Zen 4 and later): all boards in a register, places compressed.

use super::{PgnOps, attackers_by_lanes, in_vectors, words};
use crate::fast::masks::{Block, Masks, TagBlock, TagMasks};
use crate::fast::tables::Row;
use setwise_core::{ByteVector, Isa, Vector};
use setwise_x86::Avx512;

type Zmm = <Avx512 as Isa>::Register;

impl PgnOps for Avx512 {
    in_vectors!(1);
    attackers_by_lanes!();

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
        // A block rarely has more moves or tags.
        if bits.count_ones() > 16 {
            words::many_places(bits, base, out);
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn change(self, boards: &mut Row, lanes: &Row, to: u64, both: u64) {
        let (old, lanes) = (Zmm::load(self, &boards.0), Zmm::load(self, &lanes.0));
        let (to, both) = (Zmm::splat(self, to), Zmm::splat(self, both));
        (old & !to ^ both & lanes).store(&mut boards.0);
    }
}
