//! Lookup by parallel bit extraction.

use super::Lookup;
use crate::isa::Avx2;
use setwise_core::{Direction, Square, Squares, attacks};
use std::sync::OnceLock;

/// Extracts the relevant occupied squares by PEXT (BMI2), as the index into the table of the square
/// (841 KiB in all). A lookup has no bounds check, and the addresses of its tables stay in
/// registers.
#[derive(Clone, Copy)]
pub(crate) struct Pext {
    pub(crate) isa: Avx2,
    tables: &'static Tables,
    /// The attacks of the tables. This copy of the slice spares loops from reading its address
    /// repeatedly.
    attacks: &'static [u64],
}

struct Tables {
    rooks: [Entry; 64],
    bishops: [Entry; 64],
    attacks: Vec<u64>,
}

/// The start of the attacks from a square in the table, and the squares whose occupation changes
/// them.
#[derive(Clone, Copy, Default)]
struct Entry {
    mask: u64,
    start: u32,
}

static TABLES: OnceLock<Tables> = OnceLock::new();

impl Pext {
    /// Returns the tables, made at the first call, if the host has BMI2 and AVX2.
    pub(crate) fn new() -> Option<Self> {
        let (isa, tables) = (Avx2::new()?, TABLES.get_or_init(Tables::new));
        Some(Self {
            isa,
            tables,
            attacks: &tables.attacks,
        })
    }

    /// Moves the low bits of a word to the bits of a mask, the inverse of the extraction.
    #[cfg(feature = "moves")]
    #[inline(always)]
    pub(crate) fn deposit(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the token proves that the host has BMI2.
        unsafe { core::arch::x86_64::_pdep_u64(bits, mask) }
    }

    #[inline(always)]
    fn entry(self, entry: Entry, occupied: u64) -> u64 {
        // SAFETY: the token proves that the host has BMI2.
        let extracted = unsafe { core::arch::x86_64::_pext_u64(occupied, entry.mask) };
        let index = entry.start as usize + extracted as usize;
        // SAFETY: `entry` belongs to the tables of `self`, which have as many boards from its
        // `start` on as the bits of its `mask` have values. PEXT gives one of these.
        unsafe { *self.attacks.get_unchecked(index) }
    }
}

lookup! {
    impl[] Pext, Square;
    set => Squares(set);
    square => square.index();
    |pext, square, occupied| pext.entry(pext.tables.rooks[square.index()], occupied),
    pext.entry(pext.tables.bishops[square.index()], occupied)
}

impl Tables {
    fn new() -> Self {
        let mut tables = Self {
            rooks: [Entry::default(); 64],
            bishops: [Entry::default(); 64],
            attacks: Vec::new(),
        };
        for square in Square::all() {
            tables.rooks[square.index()] = tables.add(square, &Direction::ORTHOGONAL);
            tables.bishops[square.index()] = tables.add(square, &Direction::DIAGONAL);
        }
        tables
    }

    /// Appends the attacks from a square for every subset of the mask, in the order of the
    /// extracted bits. The next subset is the current one plus 1, counted within the mask.
    fn add(&mut self, square: Square, directions: &[Direction]) -> Entry {
        let union =
            |ray: &dyn Fn(Direction) -> u64| directions.iter().fold(0, |all, &d| all | ray(d));
        // A blocker on the last square of a ray changes nothing.
        let mask = union(&|d| attacks(square.bit(), 0, d) & !d.edge());
        let start = self.attacks.len() as u32;
        let mut occupied = 0_u64;
        loop {
            self.attacks
                .push(union(&|d| attacks(square.bit(), occupied, d)));
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                return Entry { mask, start };
            }
        }
    }
}
