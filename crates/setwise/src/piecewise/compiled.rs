//! Functions compiled for the host: a task with a system, and the calls of a system.
//!
//! TZCNT belongs to BMI1, and LZCNT is a separate feature. A CPU without them executes BSF and BSR
//! instead, so every token for scalar code requires both. BMI2 adds variable shifts.

use crate::piecewise::handle::{Handle, Outcome};
use setwise_core::piecewise::{
    Described, PieceKind, System, SystemTask, batch_piece_attacks, slider_attacks,
    slider_ray_attacks,
};
use setwise_core::{
    CheckedBatch, Function, Isa, LengthMismatch, Pack, Rays, Sliders, Square, Task,
};
use setwise_dispatch::{LevelVisitor, level};
use std::marker::PhantomData;

/// Runs a task with a system, both compiled for the host.
#[inline]
pub(super) fn run<S: System, T: SystemTask>(system: &S, task: &mut T) -> T::Output {
    level().visit(Run(system, task))
}

struct Run<'a, S, T>(&'a S, &'a mut T);

impl<S: System, T: SystemTask> LevelVisitor for Run<'_, S, T> {
    type Output = T::Output;

    #[inline]
    fn visit<I: Isa>(mut self, isa: I) -> T::Output {
        isa.words()
            .run_on::<<I::Words as Isa>::Register, _>(&mut self)
    }
}

impl<S: System, T: SystemTask> Task for Run<'_, S, T> {
    type Output = T::Output;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<P: Pack>(&mut self, _: P::Token) -> T::Output {
        self.1.run(self.0)
    }
}

impl Handle {
    /// Returns the handle of a system, which may be your own. The system must have no data, because
    /// every call creates it by `default`. Mark its methods `#[inline(always)]`, so that they are
    /// compiled with the instructions of the host.
    ///
    /// ```
    /// use setwise::{Direction, Sliders, Square, attacks};
    /// use setwise::piecewise::{About, ByRay, Described, Handle};
    /// /// Looks nothing up.
    /// #[derive(Default)]
    /// struct Walker;
    /// impl Described for Walker {
    ///     fn about(&self) -> About {
    ///         About { name: "walker", author: "me", year: "today", reference: "", table_bytes: 0, wants: &[] }
    ///     }
    /// }
    /// impl ByRay for Walker {
    ///     #[inline(always)]
    ///     fn ray(&self, square: Square, occupied: u64, direction: Direction) -> u64 {
    ///         let (mut file, mut rank) = (square.file() as i32, square.rank() as i32);
    ///         let mut reached = 0;
    ///         loop {
    ///             file += i32::from(direction.file_delta());
    ///             rank += i32::from(direction.rank_delta());
    ///             let Some(next) = Square::at(file, rank) else { return reached };
    ///             reached |= next.bit();
    ///             if occupied & next.bit() != 0 { return reached }
    ///         }
    ///     }
    /// }
    /// let walker = Handle::of::<Walker>();
    /// let sliders = Sliders { orthogonal: 1 << 27, diagonal: 1 << 2 };
    /// assert_eq!(walker.slider_attacks(sliders, 0xff00), attacks(sliders, 0xff00));
    /// ```
    pub fn of<S: System + Default + 'static>() -> Self {
        level().visit(MakeHandle::<S>(PhantomData))
    }
}

/// What makes the system of a call. Pointers to functions carry no data.
trait Source: 'static {
    type System: System;

    /// Makes the system, in a function that is compiled for the token.
    fn system<T: Isa>(token: T) -> Self::System;
}

impl<S: System + Default + 'static> Source for S {
    type System = S;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn system<T: Isa>(_: T) -> S {
        S::default()
    }
}

#[cfg(all(target_arch = "x86_64", feature = "all-systems"))]
pub(super) use lanes::in_lanes;

#[cfg(all(target_arch = "x86_64", feature = "all-systems"))]
mod lanes {
    use super::*;
    use setwise_x86::{Avx2, QuintessenceInLanes};
    use std::any::Any;

    /// [`QuintessenceInLanes`], from the token of the function.
    struct InLanes;

    impl Source for InLanes {
        type System = QuintessenceInLanes;

        #[cfg_attr(not(unoptimized), inline(always))]
        fn system<T: Isa>(token: T) -> QuintessenceInLanes {
            // The compiler knows both types, so nothing is left of the comparison.
            let token = (&token as &dyn Any).downcast_ref::<Avx2>();
            QuintessenceInLanes::from(*token.expect("`in_lanes` compiles for `Avx2` only"))
        }
    }

    /// Whether a level has AVX2.
    struct HasAvx2;

    impl LevelVisitor for HasAvx2 {
        type Output = bool;

        fn visit<I: Isa>(self, _: I) -> bool {
            I::FEATURES.contains(&"avx2")
        }
    }

    /// Returns the handle of [`QuintessenceInLanes`] if the level of the process has AVX2.
    pub(in super::super) fn in_lanes() -> Option<Handle> {
        let avx2 = if level().visit(HasAvx2) {
            Avx2::new()
        } else {
            None
        };
        avx2.map(of_words::<InLanes, Avx2>)
    }
}

/// Makes the pointers to the calls of a system.
struct MakeHandle<S>(PhantomData<S>);

impl<S: System + Default + 'static> LevelVisitor for MakeHandle<S> {
    type Output = Handle;

    fn visit<I: Isa>(self, isa: I) -> Handle {
        of_words::<S, I::Words>(isa.words())
    }
}

fn of_words<S: Source, W: Isa>(words: W) -> Handle {
    Handle {
        about: S::system(words).about(),
        level: W::NAME,
        piece: [
            words.pointer::<W::Register, Piece<S, 0>>(),
            words.pointer::<W::Register, Piece<S, 1>>(),
            words.pointer::<W::Register, Piece<S, 2>>(),
            words.pointer::<W::Register, Piece<S, 3>>(),
            words.pointer::<W::Register, Piece<S, 4>>(),
        ],
        pieces: [
            words.pointer::<W::Register, Pieces<S, 0>>(),
            words.pointer::<W::Register, Pieces<S, 1>>(),
            words.pointer::<W::Register, Pieces<S, 2>>(),
            words.pointer::<W::Register, Pieces<S, 3>>(),
            words.pointer::<W::Register, Pieces<S, 4>>(),
        ],
        set: words.pointer::<W::Register, Set<S>>(),
        set_by_ray: words.pointer::<W::Register, SetByRay<S>>(),
        sets: words.pointer::<W::Register, Sets<S>>(),
        sets_by_ray: words.pointer::<W::Register, SetsByRay<S>>(),
    }
}

struct Piece<S, const KIND: usize>(PhantomData<S>);

impl<S: Source, const KIND: usize> Function for Piece<S, KIND> {
    type First<'a> = Square;
    type Second<'a> = u64;
    type Output = u64;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, square: Square, occupied: u64) -> u64 {
        S::system(token).attacks(const { PieceKind::ALL[KIND] }, square, occupied)
    }
}

struct Pieces<S, const KIND: usize>(PhantomData<S>);

impl<S: Source, const KIND: usize> Function for Pieces<S, KIND> {
    /// Squares and occupied squares.
    type First<'a> = (&'a [Square], &'a [u64]);
    type Second<'a> = &'a mut [u64];
    type Output = Outcome;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(
        token: P::Token,
        (squares, occupied): (&[Square], &[u64]),
        out: &mut [u64],
    ) -> Outcome {
        let kind = const { PieceKind::ALL[KIND] };
        batch_piece_attacks(&S::system(token), kind, squares, occupied, out)
    }
}

/// All sliders of a position, united.
struct Set<S>(PhantomData<S>);

impl<S: Source> Function for Set<S> {
    type First<'a> = Sliders;
    type Second<'a> = u64;
    type Output = u64;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, sliders: Sliders, occupied: u64) -> u64 {
        slider_attacks(&S::system(token), sliders, occupied)
    }
}

/// All sliders of a position, by direction.
struct SetByRay<S>(PhantomData<S>);

impl<S: Source> Function for SetByRay<S> {
    type First<'a> = Sliders;
    type Second<'a> = u64;
    type Output = Rays;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, sliders: Sliders, occupied: u64) -> Rays {
        slider_ray_attacks(&S::system(token), sliders, occupied)
    }
}

/// The sliders of many positions, united.
struct Sets<S>(PhantomData<S>);

impl<S: Source> Function for Sets<S> {
    type First<'a> = CheckedBatch<'a>;
    type Second<'a> = &'a mut [u64];
    type Output = Outcome;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, batch: CheckedBatch<'_>, out: &mut [u64]) -> Outcome {
        LengthMismatch::check("out", out.len(), batch.len())?;
        let system = S::system(token);
        for (out, (sliders, occupied)) in out.iter_mut().zip(batch.positions()) {
            *out = slider_attacks(&system, sliders, occupied);
        }
        Ok(())
    }
}

/// The sliders of many positions, by direction.
struct SetsByRay<S>(PhantomData<S>);

impl<S: Source> Function for SetsByRay<S> {
    type First<'a> = CheckedBatch<'a>;
    type Second<'a> = [&'a mut [u64]; 8];
    type Output = Outcome;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(
        token: P::Token,
        batch: CheckedBatch<'_>,
        mut out: [&mut [u64]; 8],
    ) -> Outcome {
        LengthMismatch::check_outputs(&out, batch.len())?;
        let system = S::system(token);
        for (i, (sliders, occupied)) in batch.positions().enumerate() {
            slider_ray_attacks(&system, sliders, occupied).write(i, &mut out);
        }
        Ok(())
    }
}
