//! The macro that defines an instruction set.

/// Defines the token of an instruction set: a zero-sized type. Only detection, or code with the
/// same target features, makes a value of it. The macro is for the crates of instruction sets, and
/// contains their few unsafe calls.
///
/// `detector` is a macro that takes the name of a feature and states whether the CPU has it.
/// `Words` is the instruction set of scalar code, whose features are in the list.
///
/// # Safety
/// An `unsafe impl Promise` promises three things. The detector finds a feature only if the CPU has
/// it and the operating system supports it. The module around the macro does not make the token
/// itself, although it could. Only tokens that prove the features convert into the token, among the
/// types that the crate passes to the second macro. (The macro defines the trait. The caller writes
/// the `impl`, so that the lint `unsafe_code` sees it.)
///
/// ```ignore
/// setwise_core::instruction_set! {
///     /// AVX2.
///     pub struct Avx2: Isa<Register = Ymm<Avx2>, Words = Bmi> = "avx2", detected, ["avx2", "bmi1", "lzcnt", "popcnt"];
///     // SAFETY: the detector is the standard library's, and only the macro makes the token.
///     unsafe impl Promise for Avx2 {}
/// }
/// ```
///
/// # Functions with the features of the token
/// The macro defines a second macro with the name of the token. It calls a function that is
/// compiled for the features of the list:
///
/// ```ignore
/// let both = Avx2!(token, fn(a: __m256i = x, b: __m256i = y) -> __m256i { _mm256_and_si256(a, b) });
/// ```
///
/// In such a function, intrinsics without memory access are safe. The second macro is safe as well:
/// it takes a token, or a value that converts into the token, and both have the features of the
/// same list. Its arguments are evaluated outside of its unsafe block.
/// [`register_methods!`](crate::register_methods) writes methods with it.
#[macro_export]
macro_rules! instruction_set {
    // `$d` is a dollar sign, for the pattern of the macro that is defined here.
    (@call ($d:tt) $token:ident $($feature:tt)+) => {
        #[allow(unused_macros, reason = "not every instruction set needs it")]
        macro_rules! $token {
            (
                $d token:expr,
                fn($d($d x:ident: $d type:ty = $d value:expr),*) -> $d result:ty $d body:block
            ) => {{
                #[inline]
                #[target_feature($(enable = $feature),+)]
                fn call($d($d x: $d type),*) -> $d result $d body
                // Checks the types only. A real conversion would be a call, inlined at each use.
                let proof = $d token;
                if false {
                    let _: $token = proof.into();
                }
                // The unsafe block contains no expression of the caller, which could be unsafe.
                let ($d($d x,)*) = ($d($d value,)*);
                #[allow(unused_unsafe, reason = "safe in a build for such a CPU")]
                // SAFETY: `proof` is the token, or a token that converts into it; both prove the
                // features of the list, for which the function is compiled.
                unsafe {
                    call($d($d x),*)
                }
            }};
        }
    };
    (
        $(#[$doc:meta])*
        pub struct $token:ident: Isa<Register = $register:ty, Words = $words:ty>
            = $name:literal, $detector:ident, [$($feature:tt),+ $(,)?];
        $promise:item
    ) => {
        $crate::instruction_set!(@call ($) $token $($feature)+);

        const _: () = {
            #[allow(clippy::missing_safety_doc, reason = "the macro documents it")]
            unsafe trait Promise {}
            $promise
            const fn is_given<T: Promise>() {}
            is_given::<$token>()
        };

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $token(());

        impl $token {
            /// Returns the token if this CPU has the instructions.
            #[inline]
            pub fn new() -> Option<Self> {
                (true $(&& $detector!($feature))+).then_some(Self(()))
            }

            /// Returns the token, in code that is compiled for its features. In a build for such a
            /// CPU this is a plain function. Elsewhere a call from code without them is unsafe.
            #[cfg_attr(
                not(all($(target_feature = $feature),+)),
                target_feature($(enable = $feature),+)
            )]
            #[inline]
            pub fn new_unchecked() -> Self {
                Self(())
            }
        }

        impl $crate::internal::Sealed for $token {}

        impl $crate::Isa for $token {
            type Register = $register;
            type Words = $words;
            const NAME: &'static str = $name;
            const FEATURES: &'static [&'static str] = &[$($feature),+];

            #[inline]
            fn detect() -> Option<Self> {
                Self::new()
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn words(self) -> $words {
                $token!(self, fn() -> $words { <$words>::new_unchecked() })
            }

            #[inline]
            fn run_on<P: $crate::Pack<Token = Self>, T: $crate::Task>(self, task: &mut T) -> T::Output {
                #[target_feature($(enable = $feature),+)]
                #[inline(never)]
                fn run<P: $crate::Pack<Token = $token>, T: $crate::Task>(token: $token, task: &mut T) -> T::Output {
                    $crate::align_frame::<P>();
                    task.run::<P>(token)
                }
                // SAFETY: `self` proves that the CPU has the features of `run`.
                #[allow(unused_unsafe, reason = "safe in a build for such a CPU")]
                unsafe { run::<P, T>(self, task) }
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn call<P: $crate::Pack<Token = Self>, F: $crate::Function>(
                self,
                first: F::First<'_>,
                second: F::Second<'_>,
            ) -> F::Output {
                #[target_feature($(enable = $feature),+)]
                #[inline]
                fn short<P: $crate::Pack<Token = $token>, F: $crate::Function>(
                    token: $token,
                    first: F::First<'_>,
                    second: F::Second<'_>,
                ) -> F::Output {
                    F::call::<P>(token, first, second)
                }
                // SAFETY: `self` proves that the CPU has the features of `short`.
                #[allow(unused_unsafe, reason = "safe in a build for such a CPU")]
                unsafe { short::<P, F>(self, first, second) }
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn run_hand_written<O: $crate::HandWritten<Self>>(self, code: O) -> O::Output {
                #[target_feature($(enable = $feature),+)]
                #[inline]
                fn run<O: $crate::HandWritten<$token>>(token: $token, code: O) -> O::Output {
                    code.run(token)
                }
                // SAFETY: `self` proves that the CPU has the features of `run`.
                #[allow(unused_unsafe, reason = "safe in a build for such a CPU")]
                unsafe { run::<O>(self, code) }
            }

            fn pointer<P: $crate::Pack<Token = Self>, F: $crate::Function>(self) -> $crate::Pointer<F> {
                #[target_feature($(enable = $feature),+)]
                fn call<P: $crate::Pack<Token = $token>, F: $crate::Function>(
                    first: F::First<'_>,
                    second: F::Second<'_>,
                ) -> F::Output {
                    $crate::align_frame::<P>();
                    F::call::<P>($token(()), first, second)
                }
                #[target_feature($(enable = $feature),+)]
                fn pointer<P: $crate::Pack<Token = $token>, F: $crate::Function>() -> $crate::Pointer<F> {
                    call::<P, F>
                }
                // SAFETY: `self` proves that the CPU has the features of `pointer`.
                #[allow(unused_unsafe, reason = "safe in a build for such a CPU")]
                unsafe { pointer::<P, F>() }
            }

            fn slice_pointer<P: $crate::Pack<Token = Self>, F: $crate::SliceFunction>(self) -> $crate::SlicePointer {
                #[target_feature($(enable = $feature),+)]
                fn call<P: $crate::Pack<Token = $token>, F: $crate::SliceFunction>(
                    first: &[u64],
                    second: &[u64],
                    out: &mut [u64],
                ) {
                    $crate::align_frame::<P>();
                    F::call::<P>($token(()), first, second, out);
                }
                #[target_feature($(enable = $feature),+)]
                fn pointer<P: $crate::Pack<Token = $token>, F: $crate::SliceFunction>() -> $crate::SlicePointer {
                    call::<P, F>
                }
                // SAFETY: `self` proves that the CPU has the features of `pointer`.
                #[allow(unused_unsafe, reason = "safe in a build for such a CPU")]
                unsafe { pointer::<P, F>() }
            }
        }
    };
}

/// Declares two levels with the same registers, of which the higher one includes the lower one: the
/// conversion of its token, and the sealed trait of both, which returns the token of the higher one
/// if the level has it.
#[doc(hidden)]
#[macro_export]
macro_rules! two_levels {
    (
        $(#[$doc:meta])* $trait:ident of $low:ident and $high:ident,
        $(#[$of_higher:meta])* $higher:ident
        $(, $(#[$of_constant:meta])* $constant:ident)?
    ) => {
        impl From<$high> for $low {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn from(token: $high) -> Self {
                $high!(token, fn() -> $low { $low::new_unchecked() })
            }
        }

        #[expect(
            unnameable_types,
            reason = "nobody else can implement a trait without a name"
        )]
        mod sealed {
            use super::{$high, $low};

            pub trait Sealed: Into<$low> {
                $(#[$of_higher])*
                #[cfg_attr(not(unoptimized), inline(always))]
                fn $higher(self) -> Option<$high> {
                    None
                }
            }

            impl Sealed for $low {}

            impl Sealed for $high {
                #[cfg_attr(not(unoptimized), inline(always))]
                fn $higher(self) -> Option<$high> {
                    Some(self)
                }
            }
        }

        $(#[$doc])*
        pub trait $trait: sealed::Sealed + $crate::Isa {
            $($(#[$of_constant])* const $constant: bool;)?
        }

        impl $trait for $low {
            $(const $constant: bool = false;)?
        }

        impl $trait for $high {
            $(const $constant: bool = true;)?
        }
    };
}

/// Implements the operators `& | ^ !` for a type of sets: from an expression for each, or from the
/// items of each `impl`, such as those that [`register_methods!`](crate::register_methods) writes.
#[doc(hidden)]
#[macro_export]
macro_rules! operators {
    (
        $generics:tt $type:ty, |$a:ident, $b:ident|
        and $and:expr, or $or:expr, xor $xor:expr, not $not:expr
    ) => {
        $crate::operators! { $generics $type,
            BitAnd { $crate::operators! { @method bitand($a, $b) $and } }
            BitOr { $crate::operators! { @method bitor($a, $b) $or } }
            BitXor { $crate::operators! { @method bitxor($a, $b) $xor } }
            Not { $crate::operators! { @method not($a) $not } }
        }
    };
    (@method $name:ident($a:ident $(, $b:ident)?) $result:expr) => {
        #[cfg_attr(not(unoptimized), inline(always))]
        fn $name(self $(, $b: Self)?) -> Self {
            let $a = self;
            $result
        }
    };
    (@impl [$($generics:tt)*] $type:ty, $trait:ident { $($item:tt)* }) => {
        impl<$($generics)*> core::ops::$trait for $type {
            type Output = Self;
            $($item)*
        }
    };
    ($generics:tt $type:ty, $($trait:ident $items:tt)+) => {
        $($crate::operators! { @impl $generics $type, $trait $items })+
    };
}

/// Writes methods of a register, a tuple struct of the hardware type and a token. Each method
/// computes a register, or the type that is named, from registers and from numbers or masks, which
/// follow the semicolon.
///
/// ```ignore
/// setwise_core::register_methods! { Avx2, __m256i,
///     fn add_bytes(a, b) { _mm256_add_epi8(a, b) }
///     fn shl(a; by: u32) { _mm256_sllv_epi64(a, _mm256_set1_epi64x(by as i64)) }
///     fn top_bits(a) -> i32 { _mm256_movemask_epi8(a) }
/// }
/// ```
///
/// The first argument is `self`, the others are of type `Self`. The body sees them as the hardware
/// type. `Avx2` is the macro that [`instruction_set!`](crate::instruction_set) defines.
#[macro_export]
macro_rules! register_methods {
    (@type $register:ty) => { $register };
    (@type $register:ty, $named:ty) => { $named };
    (@value $result:ident, $token:expr) => { Self($result, $token) };
    (@value $result:ident, $token:expr, $named:ty) => { $result };
    ($call:ident, $hardware:ty, $(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($first:ident $(, $other:ident)* $(; $number:ident: $type:ty)?)
            $(-> $named:ty)? $body:block
    )+) => {$(
        $(#[$attribute])*
        #[cfg_attr(not(unoptimized), inline(always))]
        $visibility fn $name(
            self $(, $other: Self)* $(, $number: $type)?
        ) -> $crate::register_methods!(@type Self $(, $named)?) {
            let result = $call!(
                self.1,
                fn(
                    $first: $hardware = self.0
                    $(, $other: $hardware = $other.0)*
                    $(, $number: $type = $number)?
                ) -> $crate::register_methods!(@type $hardware $(, $named)?) $body
            );
            $crate::register_methods!(@value result, self.1 $(, $named)?)
        }
    )+};
}
