//! Entry points: the calls that every kernel offers.
//!
//! The table [`entry_points!`](crate::entry_points) has a row for each: name, signature, and the
//! [`Function`] that implements it. The enumeration [`EntryPoint`] and the function pointers
//! [`Functions`] follow from it, and in the crate `setwise` the registry and the selection. The
//! public functions are written out there.

mod drive;
mod fill;
mod rays;
mod single;
mod stores;
mod strategy;
mod union;
mod xray;

pub use fill::{BatchFillTowards, BatchOccludedFill, Fill, FillPointers};
pub use rays::BatchRayAttacks;
pub use single::{Attacks, OccludedFill, RayAttacks};
pub use strategy::{DirectionPerLane, Plain, Strategy, Streaming};
pub use union::BatchAttacks;
pub use xray::BatchXrayAttacks;

use crate::columns::{Batch, LengthMismatch};
use crate::function::{Function, Pointer};
use crate::isa::{Isa, Scalar};
use crate::natural::{KoggeStone, Using};
use crate::sliders::{Rays, Sliders};
use crate::{direction::Direction, pack::Pack};
use fill::fill_pointers;

/// Passes the table of all entry points to the macro `$callback`.
///
/// A row has four parts:
/// * `one` for a single position or `batch` for many,
/// * the signature of the public function,
/// * the [`Function`] that implements it,
/// * the two arguments of that [`Function`].
///
/// To add an entry point, add a row here, write its function in a module of
/// [`entry`](mod@crate::entry), and write the public function in the crate `setwise`.
#[macro_export]
macro_rules! entry_points {
    ($callback:ident) => {
        $callback! {
            one fn attacks(sliders: Sliders, occupied: u64) -> u64
                = Attacks(sliders, occupied);
            one fn ray_attacks(sliders: Sliders, occupied: u64) -> Rays
                = RayAttacks(sliders, occupied);
            one fn occluded_fill(generators: u64, propagators: u64, direction: Direction) -> u64
                = OccludedFill(direction, (generators, propagators));
            batch fn batch_attacks(batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch>
                = BatchAttacks(batch.check()?, out);
            batch fn batch_ray_attacks(batch: Batch<'_>, out: [&mut [u64]; 8]) -> Result<(), LengthMismatch>
                = BatchRayAttacks(batch.check()?, out);
            batch fn batch_occluded_fill(
                generators: &[u64],
                propagators: &[u64],
                direction: Direction,
                out: &mut [u64],
            ) -> Result<(), LengthMismatch>
                = BatchOccludedFill(Fill { generators, propagators, direction }, out);
            batch fn batch_xray_attacks(batch: Batch<'_>, blockers: &[u64], out: &mut [u64]) -> Result<(), LengthMismatch>
                = BatchXrayAttacks((batch.check()?, blockers), out);
        }
    };
}

/// An entry point with its boards described one by one, so that the same code can call all of them.
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

    /// Calls a pointer to the function for all boards of some columns.
    ///
    /// # Errors
    /// A column or an output has the wrong length.
    fn call_columns(
        function: Pointer<Self>,
        columns: &EntryArguments<'_>,
        out: &mut [&mut [u64]],
    ) -> Result<(), LengthMismatch>
    where
        Self: Sized;

    /// Returns the right answer for one position, by walking from square to square: the first
    /// [`OUTPUTS`](Self::OUTPUTS) boards.
    fn oracle(inputs: &[u64], direction: Direction) -> [u64; 8];
}

/// A function whose pointer [`Functions`] holds.
pub trait Slot: EntryFunction + Sized {
    /// The entry point of the function.
    const ENTRY: EntryPoint;

    /// Returns the pointer to the function.
    fn pointer(functions: &Functions) -> Pointer<Self>;
    /// Returns the place of the pointer.
    fn pointer_mut(functions: &mut Functions) -> &mut Pointer<Self>;
}

/// The arguments of an entry point as columns: board `i` of each column belongs to position `i`.
#[derive(Clone, Copy, Debug)]
pub struct EntryArguments<'a> {
    inputs: [&'a [u64]; 4],
    direction: Direction,
}

impl<'a> EntryArguments<'a> {
    /// Returns columns in the order of [`EntryPoint::inputs`]; missing ones are empty. Entry points
    /// without a direction ignore `direction`.
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
        $kind:ident fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $output:ty
            = $function:ident($first:expr, $second:expr);
    )*) => {
        /// The calls that a kernel has.
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

            /// Returns the names of its inputs ([`EntryFunction::INPUTS`]).
            pub const fn inputs(self) -> &'static [&'static str] {
                match self { $(Self::$function => <$function<Plain>>::INPUTS,)* }
            }

            /// Returns the number of its outputs ([`EntryFunction::OUTPUTS`]).
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

            /// Returns whether it has a form for the strategy and, for packs of several boards,
            /// takes many positions.
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

        /// The entry points of one kernel, compiled for its level.
        #[derive(Clone, Copy, Debug)]
        pub struct Functions {
            $($name: Pointer<$function<Plain>>,)*
            fills: FillPointers,
        }

        $(impl Slot for $function<Plain> {
            const ENTRY: EntryPoint = EntryPoint::$function;

            fn pointer(functions: &Functions) -> Pointer<Self> {
                functions.$name
            }

            fn pointer_mut(functions: &mut Functions) -> &mut Pointer<Self> {
                &mut functions.$name
            }
        })*

        impl Functions {
            /// Compiles all entry points with packs of type `P`.
            pub fn new<P: Pack, S: Strategy>(token: P::Token) -> Self {
                Self {
                    $($name: token.pointer::<P, $function<S>>(),)*
                    fills: fill_pointers::<P>(token),
                }
            }

            /// Compiles the entry points of a set of [bits](EntryPoint::bit) with packs of type
            /// `P`, as far as they [suit](EntryPoint::suits) these. The others are those of
            /// scalar code, which all kernels share.
            pub fn some<P: Pack, S: Strategy, const CALLS: u32>(token: P::Token) -> Self {
                Self {
                    $($name: if const {
                        CALLS & EntryPoint::$function.bit() != 0 && EntryPoint::$function.suits::<P, S>()
                    } {
                        token.pointer::<P, $function<S>>()
                    } else {
                        Scalar.pointer::<Using<KoggeStone, u64>, $function<Plain>>()
                    },)*
                    fills: if const {
                        CALLS & EntryPoint::BatchOccludedFill.bit() != 0
                            && EntryPoint::BatchOccludedFill.suits::<P, S>()
                    } {
                        fill_pointers::<P>(token)
                    } else {
                        fill_pointers::<Using<KoggeStone, u64>>(Scalar)
                    },
                }
            }

            /// Returns the pointers to the fills of many boards, by direction.
            pub fn fills(&self) -> FillPointers {
                self.fills
            }

            /// Returns the pointer to a function, such as `pointer::<Attacks<Plain>>()`.
            pub fn pointer<F: Slot>(&self) -> Pointer<F> {
                F::pointer(self)
            }

            /// Returns the same functions, except for one.
            #[must_use]
            pub fn with<F: Slot>(mut self, pointer: Pointer<F>) -> Self {
                *F::pointer_mut(&mut self) = pointer;
                self
            }

            $(#[doc = concat!(
                "Calls [`", stringify!($name), "`](https://docs.rs/setwise/latest/setwise/fn.", stringify!($name), ".html) of this kernel."
            )]
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
                columns: &EntryArguments<'_>,
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
