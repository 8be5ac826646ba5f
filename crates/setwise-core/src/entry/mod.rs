//! Entry points: the calls that every kernel offers.
//!
//! [`entry_points!`](crate::entry_points) declares each of them once: name, signature, documentation, and the [`Function`] behind it.
//! The enumeration [`EntryPoint`], the table of function pointers [`Functions`], and in the crate `setwise` the registry, the
//! selection and the public functions follow from it.

mod batch;
mod single;
mod strategy;
mod xray;

pub use batch::{BatchAttacks, BatchOccludedFill, BatchRayAttacks, Fill};
pub use single::{Attacks, OccludedFill, RayAttacks};
pub use strategy::{DirectionPerLane, Plain, Strategy, Streaming};
pub use xray::BatchXrayAttacks;

use crate::natural::{KoggeStone, Using};
use crate::{
    Batch, Direction, Function, Isa, LengthMismatch, Pack, Pointer, Rays, Scalar, Sliders,
};

/// Passes the declarations of all entry points to the macro `$callback`.
///
/// A row has five parts:
/// * the documentation of the public function,
/// * `one` for a single position or `batch` for many,
/// * the signature,
/// * the [`Function`] with its two arguments,
/// * the number of boards, which selects the kernel.
///
/// To add an entry point, add a row here and write its function in a module of [`entry`](mod@crate::entry).
#[macro_export]
macro_rules! entry_points {
    ($callback:ident) => {
        $callback! {
            /// Returns the squares that the sliders of one position attack, all eight directions united. The first
            /// blocker of each ray is included. (`setwise_core::attacks` computes one direction.)
            ///
            /// ```
            /// let bishop_c1 = setwise::Sliders { orthogonal: 0, diagonal: 1 << 2 };
            /// let attacked = setwise::attacks(bishop_c1, 0xffff);
            /// assert_eq!(attacked, 1 << 9 | 1 << 11); // b2 and d2
            /// ```
            one fn attacks(sliders: Sliders, occupied: u64) -> u64
                = Attacks(sliders, occupied), 1;

            /// Returns the squares that the sliders of one position attack, by direction.
            ///
            /// ```
            /// use setwise::{Direction, Sliders, ray_attacks};
            /// let queen_a1 = Sliders { orthogonal: 1, diagonal: 1 };
            /// let rays = ray_attacks(queen_a1, 1 << 16);
            /// assert_eq!(rays[Direction::North], 1 << 8 | 1 << 16); // a2, a3
            /// assert_eq!(rays[Direction::NorthEast].count_ones(), 7); // b2 to h8
            /// assert_eq!(rays[Direction::West], 0);
            /// ```
            one fn ray_attacks(sliders: Sliders, occupied: u64) -> Rays
                = RayAttacks(sliders, occupied), 1;

            /// Returns the squares that `generators` reach over `propagators` in one direction. Generators are included,
            /// blockers are not.
            ///
            /// ```
            /// use setwise::{Direction, occluded_fill};
            /// // From a1 over b1 and c1; d1 is not free.
            /// assert_eq!(occluded_fill(Direction::East, 1, 0b0110), 0b0111);
            /// ```
            one fn occluded_fill(direction: Direction, generators: u64, propagators: u64) -> u64
                = OccludedFill(direction, (generators, propagators)), 1;

            /// Computes [`attacks`] for many positions: `out[i]` is for position `i` of the batch.
            ///
            /// # Errors
            /// `out` has another length than the batch; nothing is written.
            ///
            /// ```
            /// use setwise::{Batch, batch_attacks};
            /// let batch = Batch::new(&[1, 2], &[0, 0], &[0, 0])?;
            /// let mut out = [0; 2];
            /// batch_attacks(batch, &mut out)?;
            /// assert_eq!(out.map(u64::count_ones), [14, 14]);
            /// let error = batch_attacks(batch, &mut [0; 3]).unwrap_err();
            /// assert_eq!(error.to_string(), "`out` has length 3, but goes with 2");
            /// # Ok::<(), setwise::LengthMismatch>(())
            /// ```
            batch fn batch_attacks(batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch>
                = BatchAttacks(batch, out), batch.len();

            /// Computes [`ray_attacks`] for many positions: `out[d][i]` is direction `d` (clockwise from north) of position `i`.
            ///
            /// # Errors
            /// An output has another length than the batch; nothing is written.
            ///
            /// ```
            /// use setwise::{Batch, Direction, batch_ray_attacks};
            /// let batch = Batch::new(&[1, 2], &[0, 0], &[0, 0])?;
            /// let mut out = [[0; 2]; 8];
            /// batch_ray_attacks(batch, out.each_mut().map(|board| &mut board[..]))?;
            /// assert_eq!(out[Direction::West.index()], [0, 1]);
            /// # Ok::<(), setwise::LengthMismatch>(())
            /// ```
            batch fn batch_ray_attacks(batch: Batch<'_>, out: [&mut [u64]; 8]) -> Result<(), LengthMismatch>
                = BatchRayAttacks(batch, out), batch.len();

            /// Computes [`occluded_fill`] for many boards: `out[i]` is for `generators[i]` and `propagators[i]`.
            ///
            /// # Errors
            /// The slices differ in length; nothing is written.
            ///
            /// ```
            /// use setwise::{Direction, batch_occluded_fill};
            /// let mut out = [0; 2];
            /// batch_occluded_fill(Direction::East, &[1, 2], &[0b10, 0b1100], &mut out)?;
            /// assert_eq!(out, [0b11, 0b1110]);
            /// # Ok::<(), setwise::LengthMismatch>(())
            /// ```
            batch fn batch_occluded_fill(
                direction: Direction,
                generators: &[u64],
                propagators: &[u64],
                out: &mut [u64],
            ) -> Result<(), LengthMismatch>
                = BatchOccludedFill(Fill { direction, generators, propagators }, out), generators.len();

            /// Returns the squares that the sliders of many positions attack through the first blocker of a given set,
            /// all directions united: `out[i]` is for position `i` of the batch and `blockers[i]`.
            ///
            /// A ray counts if its first occupied square is one of the `blockers`. The result is the empty squares
            /// behind that square, and the next occupied square. The pieces of the same side as blockers give batteries
            /// and discovered attacks. The pieces of the other side give pins and skewers.
            ///
            /// # Errors
            /// `blockers` or `out` has another length than the batch; nothing is written.
            ///
            /// ```
            /// use setwise::{Batch, batch_xray_attacks};
            /// // A rook on a1, pieces on c1, f1 and a3. Only c1 is looked through.
            /// let batch = Batch::new(&[1], &[0], &[1 | 1 << 2 | 1 << 5 | 1 << 16])?;
            /// let mut out = [0];
            /// batch_xray_attacks(batch, &[1 << 2], &mut out)?;
            /// assert_eq!(out, [1 << 3 | 1 << 4 | 1 << 5]); // d1, e1, f1
            /// # Ok::<(), setwise::LengthMismatch>(())
            /// ```
            batch fn batch_xray_attacks(batch: Batch<'_>, blockers: &[u64], out: &mut [u64]) -> Result<(), LengthMismatch>
                = BatchXrayAttacks((batch, blockers), out), batch.len();
        }
    };
}

/// An entry point with its boards described one by one, so that one piece of code can call, test and measure all entry
/// points.
pub trait EntryFunction: Function {
    /// The names of the boards that it takes for each position.
    const INPUTS: &'static [&'static str];
    /// The number of boards that it gives for each position: 1, or 8 by direction.
    const OUTPUTS: usize = 1;
    /// Whether it takes a direction.
    const DIRECTED: bool = false;
    /// Whether a [`DirectionPerLane`] form exists.
    const HAS_DIRECTION_PER_LANE: bool = false;
    /// Whether a [`Streaming`] form exists.
    const HAS_STREAMING: bool = false;
    /// Whether the function is so short in plain words that a caller should inline it.
    const INLINED_IN_WORDS: bool = false;

    /// Calls a pointer to the function for all boards of some columns.
    ///
    /// # Errors
    /// A column or an output has the wrong length.
    fn call_columns(
        function: Pointer<Self>,
        columns: &Columns<'_>,
        out: &mut [&mut [u64]],
    ) -> Result<(), LengthMismatch>
    where
        Self: Sized;

    /// Returns the right answer for one position, by walking from square to square: the first [`OUTPUTS`](Self::OUTPUTS) boards.
    fn oracle(inputs: &[u64], direction: Direction) -> [u64; 8];
}

/// The arguments of an entry point as columns: board `i` of each column belongs to position `i`.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    inputs: [&'a [u64]; 4],
    direction: Direction,
}

impl<'a> Columns<'a> {
    /// Returns columns in the order of [`EntryPoint::inputs`]; missing ones are empty. Entry points without a direction
    /// ignore `direction`.
    pub fn new(inputs: &[&'a [u64]], direction: Direction) -> Self {
        let mut columns: [&[u64]; 4] = [&[]; 4];
        for (to, from) in columns.iter_mut().zip(inputs) {
            *to = from;
        }
        Self {
            inputs: columns,
            direction,
        }
    }
}

macro_rules! declare {
    ($(
        $(#[$doc:meta])*
        $kind:ident fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $output:ty
            = $function:ident($first:expr, $second:expr), $boards:expr;
    )*) => {
        /// The calls that a kernel serves.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum EntryPoint {
            $(#[doc = concat!("The function `", stringify!($name), "`.")] $function,)*
        }

        impl EntryPoint {
            /// All entry points.
            pub const ALL: &'static [Self] = &[$(Self::$function),*];

            /// Returns the name of the function.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$function => stringify!($name),)* }
            }

            /// Returns the entry point as a bit, for sets of entry points.
            pub const fn bit(self) -> u32 {
                1 << self as u32
            }

            /// Returns whether it takes many positions.
            pub const fn is_batch(self) -> bool {
                match self { $(Self::$function => declare!(@is_batch $kind),)* }
            }

            /// Returns the names of the boards that it takes for each position ([`EntryFunction::INPUTS`]).
            pub const fn inputs(self) -> &'static [&'static str] {
                match self { $(Self::$function => <$function<Plain>>::INPUTS,)* }
            }

            /// Returns the number of boards that it gives for each position ([`EntryFunction::OUTPUTS`]).
            pub const fn outputs(self) -> usize {
                match self { $(Self::$function => <$function<Plain>>::OUTPUTS,)* }
            }

            /// Returns whether it takes a direction.
            pub const fn is_directed(self) -> bool {
                match self { $(Self::$function => <$function<Plain>>::DIRECTED,)* }
            }

            /// Returns whether it has a [`DirectionPerLane`] form.
            pub const fn has_direction_per_lane(self) -> bool {
                match self { $(Self::$function => <$function<Plain>>::HAS_DIRECTION_PER_LANE,)* }
            }

            /// Returns whether it has a [`Streaming`] form.
            pub const fn has_streaming(self) -> bool {
                match self { $(Self::$function => <$function<Plain>>::HAS_STREAMING,)* }
            }

            /// Returns whether packs and a strategy are meant for it: packs of several boards for many positions, a direction per lane and
            /// non-temporal stores where these forms exist.
            pub const fn suits<P: Pack, S: Strategy>(self) -> bool {
                if S::DIRECTION_PER_LANE {
                    self.has_direction_per_lane()
                } else {
                    (self.is_batch() || P::BOARDS == 1) && (self.has_streaming() || !S::STREAM)
                }
            }

            /// Returns the right answer for one position ([`EntryFunction::oracle`]).
            pub fn oracle(self, inputs: &[u64], direction: Direction) -> [u64; 8] {
                match self { $(Self::$function => <$function<Plain>>::oracle(inputs, direction),)* }
            }
        }

        /// The entry points of one kernel, compiled for its instruction set.
        #[derive(Clone, Copy, Debug)]
        pub struct Functions {
            $(#[doc = concat!("The pointer behind [`", stringify!($name), "`](Self::", stringify!($name), "()).")]
            pub $name: Pointer<$function<Plain>>,)*
        }

        impl Functions {
            /// Compiles all entry points with packs of type `P`.
            pub fn new<P: Pack, S: Strategy>(token: P::Token) -> Self {
                Self { $($name: token.pointer::<P, $function<S>>(),)* }
            }

            /// Compiles the entry points of a set of [bits](EntryPoint::bit) with packs of type `P`, as far as they
            /// [suit](EntryPoint::suits) these. The others are those of plain words, which all kernels share.
            pub fn some<P: Pack, S: Strategy, const CALLS: u32>(token: P::Token) -> Self {
                Self {
                    $($name: if const {
                        CALLS & EntryPoint::$function.bit() != 0 && EntryPoint::$function.suits::<P, S>()
                    } {
                        token.pointer::<P, $function<S>>()
                    } else {
                        Scalar.pointer::<Using<KoggeStone, u64>, $function<Plain>>()
                    },)*
                }
            }

            $(#[doc = concat!("Calls `", stringify!($name), "` of this kernel; see the function of that name in the crate `setwise`.")]
            #[inline]
            pub fn $name(&self, $($argument: $type),*) -> $output {
                (self.$name)($first, $second)
            })*

            /// Calls an entry point for all boards of some columns.
            ///
            /// # Errors
            /// A column or an output has the wrong length.
            pub fn call_columns(
                &self,
                entry: EntryPoint,
                columns: &Columns<'_>,
                out: &mut [&mut [u64]],
            ) -> Result<(), LengthMismatch> {
                match entry { $(EntryPoint::$function => <$function<Plain>>::call_columns(self.$name, columns, out),)* }
            }
        }
    };
    (@is_batch one) => { false };
    (@is_batch batch) => { true };
}

entry_points!(declare);

impl core::fmt::Display for EntryPoint {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn entry_points_are_shown_by_their_names() {
        let (one, many) = (EntryPoint::Attacks, EntryPoint::BatchXrayAttacks);
        assert_eq!(
            format!("{one}|{one:>9}|{many}"),
            "attacks|  attacks|batch_xray_attacks"
        );
    }
}
