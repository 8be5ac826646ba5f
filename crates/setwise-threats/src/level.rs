//! The instruction set.

use core::fmt;
use setwise_core::{Isa, Own, Scalar};
#[cfg(neon)]
use setwise_neon::Neon;
#[cfg(target_arch = "x86_64")]
use setwise_x86::{Avx2, Avx512};

/// An instruction set that the CPU has.
///
/// [`best`](Self::best) detects it once; keep the value. In a build for one CPU
/// (`-C target-cpu`) it is a constant, and the compiler inlines the code for it.
#[derive(Clone, Copy)]
pub struct Level(Kind);

#[derive(Clone, Copy)]
enum Kind {
    Words(Scalar),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(neon)]
    Neon(Neon),
}

impl Level {
    /// Plain words, which every CPU has.
    pub const WORDS: Self = Self(Kind::Words(Scalar));

    /// Returns the best level of this CPU; without the feature `std`, of the build.
    #[inline]
    pub fn best() -> Self {
        #[cfg(all(feature = "std", not(any(target_feature = "avx512vbmi2", neon))))]
        {
            static BEST: std::sync::OnceLock<Level> = std::sync::OnceLock::new();
            *BEST.get_or_init(Self::detect)
        }
        // A constant, if the build is for such a CPU.
        #[cfg(not(all(feature = "std", not(any(target_feature = "avx512vbmi2", neon)))))]
        Self::detect()
    }

    #[inline]
    fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(token) = Avx512::new() {
                return Self(Kind::Avx512(token));
            }
            if let Some(token) = Avx2::new() {
                return Self(Kind::Avx2(token));
            }
        }
        #[cfg(neon)]
        if let Some(token) = Neon::new() {
            return Self(Kind::Neon(token));
        }
        Self::WORDS
    }

    /// Returns all levels of this CPU, the best first.
    pub fn all() -> impl Iterator<Item = Self> {
        [
            #[cfg(target_arch = "x86_64")]
            Avx512::new().map(|token| Self(Kind::Avx512(token))),
            #[cfg(target_arch = "x86_64")]
            Avx2::new().map(|token| Self(Kind::Avx2(token))),
            #[cfg(neon)]
            Neon::new().map(|token| Self(Kind::Neon(token))),
            Some(Self::WORDS),
        ]
        .into_iter()
        .flatten()
    }

    /// Returns the level with this [`name`](Self::name), if the CPU has it.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|level| level.name() == name)
    }

    /// The name: `avx512`, `avx2`, `neon` or `scalar`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Words(_) => Scalar::NAME,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => Avx2::NAME,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => Avx512::NAME,
            #[cfg(neon)]
            Kind::Neon(_) => Neon::NAME,
        }
    }

    /// Runs code in a function that is compiled for the level.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn run<O: OnAll>(self, own: O) {
        match self.0 {
            Kind::Words(token) => token.run_own(own),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(token) => token.run_own(own),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(token) => token.run_own(own),
            #[cfg(neon)]
            Kind::Neon(token) => token.run_own(own),
        }
    }
}

/// Code for each kind of level.
#[cfg(target_arch = "x86_64")]
pub(crate) trait OnAll:
    Own<Scalar, Output = ()> + Own<Avx2, Output = ()> + Own<Avx512, Output = ()>
{
}

#[cfg(target_arch = "x86_64")]
impl<O: Own<Scalar, Output = ()> + Own<Avx2, Output = ()> + Own<Avx512, Output = ()>> OnAll for O {}

/// Code for each kind of level.
#[cfg(neon)]
pub(crate) trait OnAll: Own<Scalar, Output = ()> + Own<Neon, Output = ()> {}

#[cfg(neon)]
impl<O: Own<Scalar, Output = ()> + Own<Neon, Output = ()>> OnAll for O {}

/// Code for each kind of level.
#[cfg(not(any(target_arch = "x86_64", neon)))]
pub(crate) trait OnAll: Own<Scalar, Output = ()> {}

#[cfg(not(any(target_arch = "x86_64", neon)))]
impl<O: Own<Scalar, Output = ()>> OnAll for O {}

#[cfg(target_arch = "x86_64")]
impl From<Avx2> for Level {
    #[inline]
    fn from(token: Avx2) -> Self {
        Self(Kind::Avx2(token))
    }
}

#[cfg(target_arch = "x86_64")]
impl From<Avx512> for Level {
    #[inline]
    fn from(token: Avx512) -> Self {
        Self(Kind::Avx512(token))
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
