//! The frame of an instruction set, the same for all of them.

/// Defines the token of an instruction set: a zero-sized type that only detection, or code with the same
/// target features, can make. For the crates of instruction sets; it expands to their few unsafe calls.
///
/// # Safety
/// Whoever writes `unsafe impl Promise` promises that the detector tells the truth about the CPU, and that the module of
/// the macro, which can, does not make the token itself. The register is to be sound with the features of the list. (The
/// trait is the macro's. The `impl` is the caller's, so that the lint `unsafe_code` sees it.)
///
/// ```ignore
/// setwise_core::instruction_set! {
///     /// AVX2.
///     pub struct Avx2 = "avx2", Ymm<Avx2>, std::arch::is_x86_feature_detected, ["avx2", "popcnt"];
///     // SAFETY: the detector is the standard library's, and only the macro makes the token.
///     unsafe impl Promise for Avx2 {}
/// }
/// ```
///
/// The crate needs a feature `std`, which stands for detection at run time.
#[macro_export]
macro_rules! instruction_set {
    (
        $(#[$doc:meta])*
        pub struct $token:ident = $name:literal, $register:ty, $detected:path, [$($feature:tt),+ $(,)?];
        $promise:item
    ) => {
        const _: () = {
            #[allow(clippy::missing_safety_doc, reason = "the section is the macro's")]
            unsafe trait Promise {}
            $promise
            const fn is_given<T: Promise>() {}
            is_given::<$token>()
        };

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $token(());

        impl $token {
            /// The proof, if this CPU has the instructions.
            #[inline]
            pub fn new() -> Option<Self> {
                #[cfg(feature = "std")]
                let there = {
                    use $detected as detected;
                    true $(&& detected!($feature))+
                };
                #[cfg(not(feature = "std"))]
                let there = cfg!(all($(target_feature = $feature),+));
                there.then_some(Self(()))
            }

            /// The proof that lies in the caller's own target features. In a build for a CPU that has them
            /// all it is a plain function.
            #[cfg_attr(
                not(all($(target_feature = $feature),+)),
                target_feature($(enable = $feature),+)
            )]
            #[inline]
            pub fn here() -> Self {
                Self(())
            }
        }

        impl $crate::Isa for $token {
            type Register = $register;
            const NAME: &'static str = $name;

            #[inline]
            fn detect() -> Option<Self> {
                Self::new()
            }

            #[inline]
            fn run_on<P: $crate::Pack<Proof = Self>, T: $crate::Task>(self, task: &mut T) -> T::Output {
                #[target_feature($(enable = $feature),+)]
                #[inline(never)]
                fn run<P: $crate::Pack<Proof = $token>, T: $crate::Task>(proof: $token, task: &mut T) -> T::Output {
                    $crate::align_frame::<P>();
                    task.run::<P>(proof)
                }
                // SAFETY: `self` proves that the CPU has the features of `run`.
                unsafe { run::<P, T>(self, task) }
            }

            fn pointer<P: $crate::Pack<Proof = Self>, E: $crate::entry::Entry>(self) -> $crate::entry::Pointer<E> {
                #[target_feature($(enable = $feature),+)]
                fn call<P: $crate::Pack<Proof = $token>, E: $crate::entry::Entry>(
                    first: E::First<'_>,
                    second: E::Second<'_>,
                ) -> E::Output {
                    $crate::align_frame::<P>();
                    E::call::<P>($token(()), first, second)
                }
                #[target_feature($(enable = $feature),+)]
                fn pointer<P: $crate::Pack<Proof = $token>, E: $crate::entry::Entry>() -> $crate::entry::Pointer<E> {
                    call::<P, E>
                }
                // SAFETY: `self` proves that the CPU has the features of `pointer`.
                unsafe { pointer::<P, E>() }
            }
        }
    };
}
