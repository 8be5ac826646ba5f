//! Hyperbola quintessence with the file and both diagonals of a square in one register.
//!
//! After the description of the technique (Chessprogramming wiki: Hyperbola Quintessence).

use crate::tokens::Avx2;
use core::arch::x86_64::*;
use setwise_core::piecewise::hyperbola::{BESIDE, IN_LANES, quintessence, rank};
use setwise_core::piecewise::{About, Described, System, SystemTask};
use setwise_core::{HandWritten, Isa, Line, Sliders, Square, Squares};

/// The piece-wise system `hyperbola-quintessence/lanes`: a subtraction and a byte swap for three
/// lines at once, and a lookup for the rank.
///
/// It is faster than the scalar form for sets of sliders ([`sliders`](System::sliders)), and about
/// as fast for one piece (docs/notes/piece-wise-calls.md). A rook is computed in scalar code,
/// because it has one line besides its rank.
///
/// The instructions are inlined into code that is compiled for AVX2 only, such as that of
/// [`run`](Self::run). Elsewhere each piece and each set is a call.
///
/// ```
/// use setwise_core::{Sliders, Square, piecewise::System};
/// use setwise_x86::QuintessenceInLanes;
/// if let Some(lanes) = QuintessenceInLanes::new() {
///     assert_eq!(lanes.queen(Square::D4, 0).count_ones(), 27);
///     let rooks = Square::A1.bit() | Square::H8.bit();
///     let sliders = Sliders { orthogonal: rooks, diagonal: 0 };
///     assert_eq!(lanes.sliders(sliders, rooks).count_ones(), 26);
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct QuintessenceInLanes(Avx2);

impl QuintessenceInLanes {
    /// Returns the system if this CPU has AVX2.
    #[inline]
    pub fn new() -> Option<Self> {
        Avx2::new().map(Self)
    }

    /// Runs a task with the system, both compiled into one function for AVX2.
    ///
    /// ```
    /// use setwise_core::{Square, piecewise::{System, SystemTask}};
    /// use setwise_x86::QuintessenceInLanes;
    /// /// Counts the attacks of a bishop on every square.
    /// struct Mobility(u64);
    /// impl SystemTask for Mobility {
    ///     type Output = u32;
    ///     #[inline(always)]
    ///     fn run<S: System>(&mut self, system: &S) -> u32 {
    ///         Square::all().map(|square| system.bishop(square, self.0).count_ones()).sum()
    ///     }
    /// }
    /// if let Some(lanes) = QuintessenceInLanes::new() {
    ///     assert_eq!(lanes.run(&mut Mobility(0)), 560);
    /// }
    /// ```
    #[inline]
    pub fn run<T: SystemTask>(self, task: &mut T) -> T::Output {
        struct Run<'a, T>(&'a mut T);

        impl<T: SystemTask> HandWritten<Avx2> for Run<'_, T> {
            type Output = T::Output;

            #[cfg_attr(not(unoptimized), inline(always))]
            fn run(self, token: Avx2) -> T::Output {
                self.0.run(&QuintessenceInLanes(token))
            }
        }
        self.0.run_hand_written(Run(task))
    }
}

impl From<Avx2> for QuintessenceInLanes {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn from(token: Avx2) -> Self {
        Self(token)
    }
}

impl Described for QuintessenceInLanes {
    fn about(&self) -> About {
        IN_LANES
    }
}

impl System for QuintessenceInLanes {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn rook(&self, square: Square, occupied: u64) -> u64 {
        quintessence(square, occupied, Line::File) | rank(square, occupied)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bishop(&self, square: Square, occupied: u64) -> u64 {
        Avx2!(self.0, fn(square: Square = square, occupied: u64 = occupied) -> u64 {
            let lines = lines(square, _mm256_set1_epi64x(occupied.cast_signed()));
            union(_mm256_and_si256(lines, lanes(0, -1)))
        })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn queen(&self, square: Square, occupied: u64) -> u64 {
        let lines = Avx2!(self.0, fn(square: Square = square, occupied: u64 = occupied) -> u64 {
            union(lines(square, _mm256_set1_epi64x(occupied.cast_signed())))
        });
        lines | rank(square, occupied)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn sliders(&self, sliders: Sliders, occupied: u64) -> u64 {
        Avx2!(self.0, fn(sliders: Sliders = sliders, occupied: u64 = occupied) -> u64 {
            let board = _mm256_set1_epi64x(occupied.cast_signed());
            let (mut rooks, mut bishops) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            let mut ranks = 0;
            for square in Squares(sliders.orthogonal) {
                rooks = _mm256_or_si256(rooks, lines(square, board));
                ranks |= rank(square, occupied);
            }
            for square in Squares(sliders.diagonal) {
                bishops = _mm256_or_si256(bishops, lines(square, board));
            }
            // The lines that are not of the piece are left out once, after the loops.
            let rooks = _mm256_and_si256(rooks, lanes(-1, 0));
            let bishops = _mm256_and_si256(bishops, lanes(0, -1));
            ranks | union(_mm256_or_si256(rooks, bishops))
        })
    }
}

/// Returns the attacks on the file, the diagonal and the antidiagonal, each in its lane. The last
/// lane is empty.
#[inline]
#[target_feature(enable = "avx2")]
fn lines(square: Square, occupied: __m256i) -> __m256i {
    let swap = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    let swap = _mm256_broadcastsi128_si256(swap);
    // SAFETY: the array holds 32 bytes, and no alignment is needed.
    let masks = unsafe { _mm256_loadu_si256(BESIDE[square.index()].as_ptr().cast()) };
    let bit = _mm256_set1_epi64x(square.bit().cast_signed());
    let flipped = _mm256_shuffle_epi8(bit, swap);
    let pieces = _mm256_and_si256(occupied, masks);
    let up = _mm256_sub_epi64(pieces, bit);
    let down = _mm256_sub_epi64(_mm256_shuffle_epi8(pieces, swap), flipped);
    let changed = _mm256_xor_si256(up, _mm256_shuffle_epi8(down, swap));
    _mm256_and_si256(changed, masks)
}

/// Returns the union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let high = _mm256_extracti128_si256::<1>(lanes);
    let two = _mm_or_si128(_mm256_castsi256_si128(lanes), high);
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))).cast_unsigned()
}

/// Returns a mask of the lanes of a rook and of those of a bishop.
#[inline]
#[target_feature(enable = "avx2")]
fn lanes(rook: i64, bishop: i64) -> __m256i {
    _mm256_setr_epi64x(rook, bishop, bishop, 0)
}
