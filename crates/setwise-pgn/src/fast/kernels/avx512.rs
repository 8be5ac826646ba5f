//! AVX-512 with VBMI, VBMI2 and CD (Ice Lake, Zen 4 and later): all boards in a register.

use super::{Block, Kernel, Masks, TagBlock, TagMasks, in_vectors, words};
use crate::fast::tables::{BISHOP, QUEEN, ROLES, ROOK, Row, TABLES};
use setwise_core::{ByteVector, Isa, Vector};
use setwise_x86::Avx512;

type Zmm = <Avx512 as Isa>::Register;

/// The boards whose bytes go to each lane: sliders that move along its ray.
static ROOKS_AND_BISHOPS: [u8; 64] =
    boards([ROOK, ROOK, BISHOP, BISHOP, ROOK, ROOK, BISHOP, BISHOP]);
static QUEENS: [u8; 64] = boards([QUEEN; 8]);

const fn boards(roles: [usize; 8]) -> [u8; 64] {
    let (mut bytes, mut i) = ([0; 64], 0);
    while i < 64 {
        bytes[i] = (8 * (ROLES + roles[i / 8]) + i % 8) as u8;
        i += 1;
    }
    bytes
}

impl Kernel for Avx512 {
    type Attackers = Zmm;

    in_vectors!();

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
            words::many_places(bits, base, out);
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn change(self, boards: &mut Row, lanes: &Row, to: u64, both: u64) {
        let (old, lanes) = (Zmm::load(self, &boards.0), Zmm::load(self, &lanes.0));
        let (to, both) = (Zmm::splat(self, to), Zmm::splat(self, both));
        (old & !to ^ both & lanes).store_to_read(&mut boards.0);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn no_attackers(self) -> Zmm {
        Zmm::splat(self, 0)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn attackers(
        self,
        old: Zmm,
        boards: &Row,
        (side, king): (usize, usize),
        [us, them]: [u64; 2],
    ) -> Zmm {
        let (side, king) = (side & 1, king & 63);
        let all = Zmm::load(self, &boards.0);
        let occupied = Zmm::splat(self, us | them);
        let nearest = (Zmm::load(self, &TABLES.rays[king].0) & occupied).nearest();
        let near = Zmm::load(self, &TABLES.near[side][king].0);
        let sliders = all.shuffle_bytes(Zmm::load_bytes(self, &ROOKS_AND_BISHOPS));
        // From memory it would have to wait for the boards to be stored.
        let queens = all.shuffle_bytes(Zmm::load_bytes(self, &QUEENS));
        let found = (sliders | queens) & nearest | near & all;
        old | found & Zmm::splat(self, them)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn any(self, attackers: Zmm) -> u64 {
        attackers.union_of_lanes()
    }
}
