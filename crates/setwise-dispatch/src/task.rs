//! Tasks: code of users on the packs of the host.

use crate::host::{KernelLayout, chosen};
use crate::level::{Level, LevelVisitor};
use setwise_core::{Isa, Sliced, Task};

/// Runs your own computation on the best packs of the host: 8 or 64 boards at once with AVX-512, 4
/// or 32 with AVX2, 2 or 16 with 128-bit vectors. [`Task`] says how to keep it fast.
///
/// ```
/// use setwise_core::{Direction, Pack, Task};
/// use setwise_dispatch::dispatch;
///
/// /// The squares that pawns of both colors attack.
/// struct PawnAttacks<'a> { white: &'a [u64], black: &'a [u64], out: &'a mut [u64] }
///
/// impl Task for PawnAttacks<'_> {
///     type Output = ();
///     fn boards(&self) -> usize { self.out.len() }
///     #[inline(always)]
///     fn run<P: Pack>(&mut self, token: P::Token) {
///         // Loads and stores handle the end of a slice, so there is no code for the remainder.
///         for at in (0..self.out.len()).step_by(P::BOARDS) {
///             let white = P::load(token, &self.white[at..]);
///             let black = P::load(token, &self.black[at..]);
///             let up = white.step(Direction::NorthEast) | white.step(Direction::NorthWest);
///             let down = black.step(Direction::SouthEast) | black.step(Direction::SouthWest);
///             (up | down).store(&mut self.out[at..]);
///         }
///     }
/// }
///
/// let mut out = [0; 100];
/// dispatch(PawnAttacks { white: &[1 << 8; 100], black: &[0; 100], out: &mut out });
/// assert_eq!(out, [1 << 17; 100]); // a2 attacks b3
/// ```
#[inline]
pub fn dispatch<T: Task>(mut task: T) -> T::Output {
    let chosen = chosen();
    run(chosen.with_vectors, chosen.layout, &mut task)
}

/// Runs a task as [`dispatch`] does, on a level of the host. For a level without vectors (`scalar`,
/// `bmi`) the task runs on the best lower level that has them, if the build has one
/// ([`Level::with_vectors`]).
///
/// ```
/// use setwise_core::{Pack, Task};
/// use setwise_dispatch::{Level, dispatch_on};
/// struct Width;
/// impl Task for Width {
///     type Output = usize;
///     fn run<P: Pack>(&mut self, _: P::Token) -> usize { P::BOARDS }
/// }
/// for level in Level::all() {
///     println!("{level}: {} boards at once", dispatch_on(level, Width));
/// }
/// ```
pub fn dispatch_on<T: Task>(level: Level, mut task: T) -> T::Output {
    run(level.with_vectors(), None, &mut task)
}

/// Runs a task on a level in a given layout, or in the layout for its number of boards.
#[inline]
fn run<T: Task>(level: Level, layout: Option<KernelLayout>, task: &mut T) -> T::Output {
    struct Run<'a, T>(Option<KernelLayout>, &'a mut T);
    impl<T: Task> LevelVisitor for Run<'_, T> {
        type Output = T::Output;
        #[inline]
        fn visit<I: Isa>(self, isa: I) -> T::Output {
            let Self(layout, task) = self;
            match layout {
                None => isa.run(task),
                Some(KernelLayout::Sliced) => isa.run_on::<Sliced<I::Register>, T>(task),
                Some(_) => isa.run_on::<I::Register, T>(task),
            }
        }
    }
    level.visit(Run(layout, task))
}
