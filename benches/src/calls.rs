//! The entry points of the library as methods, and the loop of each. Both follow from the
//! declarations in `setwise_core`.

use crate::isa::Isa;
use crate::loops::*;
use crate::peers::batches;
use setwise::{Batch, Direction, EntryPoint, LengthMismatch, Rays, Runner, SlicedBoards, Sliders};
use setwise_results::{Entry, Form, Measure};

macro_rules! define {
    ($(
        $kind:ident fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $output:ty
            = $function:ident($first:expr, $second:expr);
    )*) => {
        /// Code that implements entry points. Calls for many positions default to loops over the
        /// call for one position (`crate::peers::batches`). Other missing calls return nothing. The
        /// matrix uses only the entry points on the list of a contender.
        pub trait Calls: Copy + 'static {
            $(
                #[doc = concat!("The entry point `", stringify!($name), "`.")]
                #[inline(always)]
                fn $name(self, $($argument: $type),*) -> $output {
                    define!(@default $name $kind (self $(, $argument)*))
                }
            )*

            /// Returns the attacks of a bishop or a rook; the set has one square.
            #[inline(always)]
            fn piece_attacks<const BISHOP: bool>(self, piece: u64, occupied: u64) -> u64 {
                self.attacks(if BISHOP { sliders(0, piece) } else { sliders(piece, 0) }, occupied)
            }

            /// Whether [`sliced_attacks`](Self::sliced_attacks) takes the layout of the library.
            /// Other code runs the loop of [`batch_attacks`](Self::batch_attacks) instead.
            const KEEPS_SLICES: bool = false;

            /// Writes the union of each position. Boards and results are in the layout of the
            /// library.
            #[inline(always)]
            fn sliced_attacks(self, _: &SlicedPositions, _: &mut SlicedBoards) {}
        }

        impl Calls for Forced {
            $(
                #[inline(always)]
                fn $name(self, $($argument: $type),*) -> $output {
                    self.0.$name($($argument),*)
                }
            )*
        }

        impl Calls for Chosen {
            $(
                #[inline(always)]
                fn $name(self, $($argument: $type),*) -> $output {
                    setwise::$name($($argument),*)
                }
            )*

            const KEEPS_SLICES: bool = true;

            #[inline(always)]
            fn sliced_attacks(self, positions: &SlicedPositions, out: &mut SlicedBoards) {
                let SlicedPositions { orthogonal, diagonal, occupied } = positions;
                out.set_all_attacks(orthogonal, diagonal, occupied).expect(LENGTHS);
            }
        }

        /// The loop of each entry point, for direction number `D` if the entry point takes a
        /// direction.
        mod loop_of {
            use super::*;

            $(
                pub(super) fn $name<C: Calls, I: Isa, const D: usize>(
                    (code, isa): (C, I),
                    (form, measure): (Form, Measure),
                    io: &mut Io<'_>,
                ) -> u64 {
                    define!(@$kind (code isa form measure io D) $function $name($($argument),*) -> $output)
                }
            )*
        }

        /// Runs one of the parts of a call ([`Entry::parts`]) over all positions: the loop that is
        /// timed. The board that it returns depends on every result that the loop reads.
        pub fn run<C: Calls, I: Isa>(
            (code, isa): (C, I),
            (entry, measure, part): (Entry, Measure, usize),
            io: &mut Io<'_>,
        ) -> u64 {
            let form = entry.form();
            match (form, entry.point()) {
                (Form::Sliced, _) if C::KEEPS_SLICES => isa.run(|| sliced_windows(code, io)),
                (Form::Piece, _) if part == 0 => each((isa, measure), io, Piece::<C, false>(code)),
                (Form::Piece, _) => each((isa, measure), io, Piece::<C, true>(code)),
                $((_, EntryPoint::$function) => {
                    if const { EntryPoint::$function.is_directed() } {
                        let of_directions = [
                            loop_of::$name::<C, I, 0>,
                            loop_of::$name::<C, I, 1>,
                            loop_of::$name::<C, I, 2>,
                            loop_of::$name::<C, I, 3>,
                            loop_of::$name::<C, I, 4>,
                            loop_of::$name::<C, I, 5>,
                            loop_of::$name::<C, I, 6>,
                            loop_of::$name::<C, I, 7>,
                        ];
                        of_directions[part]((code, isa), (form, measure), io)
                    } else {
                        loop_of::$name::<C, I, 0>((code, isa), (form, measure), io)
                    }
                })*
                _ => 0,
            }
        }
    };
    (@default batch_attacks $kind:ident $arguments:tt) => { batches::batch_attacks $arguments };
    (@default batch_ray_attacks $kind:ident $arguments:tt) => { batches::batch_ray_attacks $arguments };
    (@default batch_occluded_fill $kind:ident $arguments:tt) => { batches::batch_occluded_fill $arguments };
    (@default batch_xray_attacks $kind:ident $arguments:tt) => { batches::batch_xray_attacks $arguments };
    (@default $name:ident one $arguments:tt) => {{
        let _ = $arguments;
        Default::default()
    }};
    (@default $name:ident batch $arguments:tt) => {{
        let _ = $arguments;
        Ok(())
    }};
    (@argument $from:expr, $d:ident, $argument:ident) => {
        Argument::of(
            $from,
            const { column(stringify!($argument), Direction::ALL[$d]) },
            const { Direction::ALL[$d] },
        )
    };
    (@batch ($code:ident $isa:ident $form:ident $measure:ident $io:ident $d:ident)
        $function:ident $name:ident($($argument:ident),*) -> $output:ty) => {{
        let _ = ($form, $measure);
        $isa.run(|| windows($io, |window| {
            $code.$name($(define!(@argument &mut *window, $d, $argument)),*).expect(LENGTHS);
        }))
    }};
    (@one ($code:ident $isa:ident $form:ident $measure:ident $io:ident $d:ident)
        $function:ident $name:ident($($argument:ident),*) -> $output:ty) => {{
        #[derive(Clone, Copy)]
        struct Call<C, const $d: usize>(C);
        impl<C: Calls, const $d: usize> Single for Call<C, $d> {
            const DEPENDENT: usize = {
                let inputs = EntryPoint::$function.inputs();
                column(inputs[inputs.len() - 1], Direction::ALL[$d])
            };
            type Answer = $output;

            #[inline(always)]
            fn call(self, boards: Columns<u64>) -> $output {
                self.0.$name($(define!(@argument boards, $d, $argument)),*)
            }
        }
        match $form {
            Form::Stored => $isa.run(|| stored($io, Call::<C, $d>($code))),
            _ => each(($isa, $measure), $io, Call::<C, $d>($code)),
        }
    }};
}

setwise_core::entry_points!(define);

/// A single rook or bishop.
#[derive(Clone, Copy)]
struct Piece<C, const BISHOP: bool>(C);

impl<C: Calls, const BISHOP: bool> Single for Piece<C, BISHOP> {
    const DEPENDENT: usize = 2;
    type Answer = u64;

    #[inline(always)]
    fn call(self, [rook, bishop, occupied, _]: Columns<u64>) -> u64 {
        self.0
            .piece_attacks::<BISHOP>(if BISHOP { bishop } else { rook }, occupied)
    }
}

/// A kernel of the library, called by its function pointers.
#[derive(Clone, Copy)]
pub(crate) struct Forced(pub(crate) Runner);

/// The public functions of the library.
#[derive(Clone, Copy)]
pub(crate) struct Chosen;
