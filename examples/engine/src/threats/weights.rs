//! The weights, and what is computed with them: accumulators and the output.

const WIDTH: usize = 256;
/// The number of sums that are updated at once.
const PART: usize = 128;
/// The greatest activation.
const ONE: i16 = 127;
/// The output is divided by it, to get hundredths of a pawn.
const SCALE: i32 = 4096;

#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Row<T>([T; WIDTH]);

/// The summed weights of the features of a position, as one perspective sees it.
pub(super) type Accumulator = Row<i16>;

impl Accumulator {
    pub(super) const EMPTY: Self = Self([0; WIDTH]);
}

impl<T: Copy + Into<i16>> Row<T> {
    /// Adds a part to sums, or subtracts it.
    #[inline(always)]
    fn part(&self, number: usize, sums: &mut [i16; PART], apply: impl Fn(i16, i16) -> i16) {
        for (sum, weight) in sums.iter_mut().zip(&self.0.as_chunks::<PART>().0[number]) {
            *sum = apply(*sum, (*weight).into());
        }
    }
}

/// One layer of accumulators, and one output.
pub(super) struct Weights {
    bias: Accumulator,
    /// By feature.
    inputs: Vec<Row<i8>>,
    output: [Row<i16>; 2],
}

impl Weights {
    /// Makes weights for some features, so small that no sum leaves its type.
    pub(super) fn random(seed: u64, features: u32) -> Self {
        let mut numbers = Numbers(seed);
        Self {
            bias: numbers.row(32),
            inputs: (0..features).map(|_| numbers.row(16)).collect(),
            output: [numbers.row(64), numbers.row(64)],
        }
    }

    /// The accumulator of a position without pieces.
    pub(super) const fn empty(&self) -> &Accumulator {
        &self.bias
    }

    /// Computes an accumulator from that of the position before. Parts of it stay in registers
    /// while all rows are added.
    pub(super) fn update(
        &self,
        before: &Accumulator,
        after: &mut Accumulator,
        removed: &[u32],
        added: &[u32],
    ) {
        let parts = before.0.as_chunks::<PART>().0.iter();
        let parts = parts.zip(after.0.as_chunks_mut::<PART>().0).enumerate();
        for (number, (before, after)) in parts {
            let mut sums = *before;
            // An index that may panic would keep the sums in memory.
            let row = |feature: &u32| self.inputs.get(*feature as usize);
            for row in removed.iter().filter_map(row) {
                row.part(number, &mut sums, i16::wrapping_sub);
            }
            for row in added.iter().filter_map(row) {
                row.part(number, &mut sums, i16::wrapping_add);
            }
            *after = sums;
        }
    }

    /// Returns the output for the side whose accumulator comes first.
    pub(super) fn output(&self, sums: [&Accumulator; 2]) -> i32 {
        let products = sums.into_iter().zip(&self.output).map(|(sums, weights)| {
            let terms = sums.0.iter().zip(&weights.0);
            let term =
                |(&sum, &weight): (&i16, _)| i32::from(sum.clamp(0, ONE)) * i32::from(weight);
            terms.map(term).sum::<i32>()
        });
        products.sum::<i32>() / SCALE
    }
}

/// Random numbers: SplitMix64, by Guy Steele, Doug Lea and Christine Flood. Written out, so that
/// the engine depends on the crates of setwise alone.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns numbers from `-limit` to `limit - 1`. The limit is a power of two up to 128.
    fn row<T: From<i8> + Copy>(&mut self, limit: u8) -> Row<T> {
        let mut row = Row([T::from(0); WIDTH]);
        for part in row.0.chunks_exact_mut(8) {
            for (weight, byte) in part.iter_mut().zip(self.next().to_le_bytes()) {
                let scaled = (byte & (2 * limit - 1)).wrapping_sub(limit);
                *weight = T::from(scaled.cast_signed());
            }
        }
        row
    }
}
