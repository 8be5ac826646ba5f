//! The levels of this build, and their detection.

use crate::isa;
#[cfg(feature = "wide")]
use crate::wide::Wide;
use setwise_core::{HandWritten, Isa, Scalar, Vector};

/// Code that runs with the token of a level. [`Level::visit`] calls it.
///
/// ```
/// use setwise_core::Isa;
/// use setwise_dispatch::{Level, LevelVisitor};
/// struct Features;
/// impl LevelVisitor for Features {
///     type Output = &'static [&'static str];
///     fn visit<I: Isa>(self, _: I) -> Self::Output { I::FEATURES }
/// }
/// println!("{}: {:?}", Level::best(), Level::best().visit(Features));
/// ```
pub trait LevelVisitor {
    /// The result.
    type Output;

    /// Does the work. The function itself is compiled for the build's target: pass the work to
    /// [`Isa::run_on`] or [`Isa::pointer`] to compile it for the level.
    fn visit<I: Isa>(self, isa: I) -> Self::Output;
}

/// Defines the levels from the rows of the crate of the architecture.
macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $token:ident {
            name: $name:literal,
            register: $register:ty, words: $words:ty,
            features: [$($feature:tt),* $(,)?],
            target: $target:tt,
            feature: $level:tt, kernels: $kernels:tt, moves: $moves:tt, hand_written: [$($hand_written:ident)?],
        }
    )*) => {
        #[derive(Clone, Copy, Debug)]
        enum Token {
            $(#[cfg(feature = $level)] $token(isa::tokens::$token),)*
            #[cfg(feature = "wide")]
            Wide(Wide),
            Scalar(Scalar),
        }

        /// Returns the token of the best level of the host that `multiversion` can select. Each
        /// clone is compiled for the features that its token requires. Where the build has all
        /// features, as for macOS, the other clones are unused. The clone of a level that is left
        /// out detects the best of the others.
        #[cfg(feature = "multiversion")]
        #[allow(dead_code)]
        #[multiversion::multiversion(targets($($target),*), dispatcher = "indirect")]
        fn selected() -> Token {
            multiversion::target::match_target! {
                $($target => {
                    #[cfg(feature = $level)]
                    {
                        Token::$token(isa::tokens::$token::new_unchecked())
                    }
                    #[cfg(not(feature = $level))]
                    {
                        detected()
                    }
                })*
                _ => LOWEST,
            }
        }

        /// The targets of `multiversion`, with the features of their tokens.
        #[cfg(test)]
        const TARGETS: &[(&str, &[&str])] = &[$(($target, isa::tokens::$token::FEATURES),)*];

        const BUILD: &[(&str, &[&str])] = &[
            $(#[cfg(feature = $level)] (isa::tokens::$token::NAME, isa::tokens::$token::FEATURES),)*
            #[cfg(feature = "wide")]
            (Wide::NAME, Wide::FEATURES),
            (Scalar::NAME, Scalar::FEATURES),
        ];

        const LEFT_OUT: &[(&str, &str)] = &[
            $(#[cfg(not(feature = $level))] ($name, $level),)*
            #[cfg(not(feature = "wide"))]
            ("wide", "wide"),
        ];

        /// Whether the target of the build has the level, by level of the build, best first.
        const IN_TARGET: &[bool] = &[
            $(#[cfg(feature = $level)] (true $(&& cfg!(target_feature = $feature))*),)*
            true,
        ];

        /// Returns the token of the best level of the host. In a build for a CPU that has the best
        /// level of the build it is a constant.
        #[inline]
        fn detected() -> Token {
            $(#[cfg(feature = $level)]
            if let Some(token) = isa::tokens::$token::new() {
                return Token::$token(token);
            })*
            LOWEST
        }

        /// Returns the token of every level of the build that the host has, best first.
        fn all_detected() -> impl Iterator<Item = Token> {
            [
                $(#[cfg(feature = $level)] isa::tokens::$token::new().map(Token::$token),)*
                #[cfg(feature = "wide")]
                Some(Token::Wide(Wide)),
                Some(Token::Scalar(Scalar)),
            ]
            .into_iter()
            .flatten()
        }

        impl Token {
            fn visit<V: LevelVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(#[cfg(feature = $level)] Self::$token(token) => visitor.visit(token),)*
                    #[cfg(feature = "wide")]
                    Self::Wide(token) => visitor.visit(token),
                    Self::Scalar(token) => visitor.visit(token),
                }
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn run_hand_written<O: HandWrittenForAll>(self, code: O) {
                match self {
                    $(#[cfg(feature = $level)]
                    Self::$token(_token) => {
                        $(return isa::tokens::$hand_written::from(_token).run_hand_written(code);)?
                        #[allow(unreachable_code, reason = "for levels in plain words")]
                        Scalar.run_hand_written(code)
                    })*
                    #[cfg(feature = "wide")]
                    Self::Wide(_) => Scalar.run_hand_written(code),
                    Self::Scalar(token) => token.run_hand_written(code),
                }
            }

            const fn hand_written_name(self) -> &'static str {
                match self {
                    $(#[cfg(feature = $level)]
                    Self::$token(_) => {
                        let _name = Scalar::NAME;
                        $(let _name = isa::tokens::$hand_written::NAME;)?
                        _name
                    })*
                    #[cfg(feature = "wide")]
                    Self::Wide(_) => Scalar::NAME,
                    Self::Scalar(_) => Scalar::NAME,
                }
            }

            const fn name(self) -> &'static str {
                match self {
                    $(#[cfg(feature = $level)] Self::$token(_) => isa::tokens::$token::NAME,)*
                    #[cfg(feature = "wide")]
                    Self::Wide(_) => Wide::NAME,
                    Self::Scalar(_) => Scalar::NAME,
                }
            }
        }

        $(#[cfg(feature = $level)]
        impl From<isa::tokens::$token> for Level {
            #[inline]
            fn from(token: isa::tokens::$token) -> Self {
                Self(Token::$token(token))
            }
        })*

        /// Code that is written by hand for some instruction sets, for [`Level::run_hand_written`].
        pub trait HandWrittenForAll: HandWritten<Scalar, Output = ()> $($(+ HandWritten<isa::tokens::$hand_written, Output = ()>)?)* {}

        impl<O: HandWritten<Scalar, Output = ()> $($(+ HandWritten<isa::tokens::$hand_written, Output = ()>)?)*> HandWrittenForAll for O {}
    };
}

isa::levels!(define);

/// The best level that every CPU has.
#[cfg(feature = "wide")]
const LOWEST: Token = Token::Wide(Wide);
#[cfg(not(feature = "wide"))]
const LOWEST: Token = Token::Scalar(Scalar);

/// Returns the token of the best level of the host.
#[cfg(feature = "multiversion")]
fn best() -> Token {
    refine(selected())
}

#[cfg(all(feature = "std", not(feature = "multiversion")))]
fn best() -> Token {
    static BEST: std::sync::OnceLock<Token> = std::sync::OnceLock::new();
    *BEST.get_or_init(detected)
}

#[cfg(not(feature = "std"))]
use detected as best;

/// Returns a better level than the one that `multiversion` has selected, if there is one:
/// `multiversion` 0.9 requires Ice Lake's features for each target with AVX-512, so it takes a
/// Skylake-X, which has neither VBMI nor GFNI, for a CPU with AVX2 only.
#[cfg(feature = "multiversion")]
fn refine(selected: Token) -> Token {
    #[cfg(all(
        target_arch = "x86_64",
        feature = "level-avx2",
        feature = "level-avx512-v4"
    ))]
    if let Token::Avx2(_) = selected {
        return isa::tokens::Avx512V4::new().map_or(selected, Token::Avx512V4);
    }
    selected
}

/// A level: an instruction set that the build has and the host supports.
///
/// ```
/// use setwise_dispatch::Level;
/// println!("best {}, all {:?}", Level::best(), Level::all().map(Level::name).collect::<Vec<_>>());
/// assert_eq!(Level::named("scalar").map(Level::name), Some("scalar"));
/// assert!(Level::named("mmx").is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Level(Token);

impl Level {
    /// Plain words, which every CPU has.
    pub const WORDS: Self = Self(Token::Scalar(Scalar));

    /// Returns the best level of the host; without the feature `std`, of the build.
    ///
    /// In a build for a CPU that has the best level of the build (`-C target-cpu`) it is a
    /// constant, and the compiler inlines the code for it.
    #[inline]
    pub fn best() -> Self {
        Self(if const { IN_TARGET[0] } {
            detected()
        } else {
            best()
        })
    }

    /// Returns all levels of the host, best first. The last, `scalar`, is in every build.
    pub fn all() -> impl Iterator<Item = Self> {
        all_detected().map(Self)
    }

    /// Returns those of [all](Self::all) levels that code is written for by hand, as
    /// [`run_hand_written`](Self::run_hand_written) runs it.
    pub fn hand_written() -> impl Iterator<Item = Self> {
        Self::all().filter(|level| level.hand_written_name() == level.name())
    }

    /// Returns names and CPU features of all levels of this build, best first, of the host or not.
    pub const fn of_build() -> &'static [(&'static str, &'static [&'static str])] {
        BUILD
    }

    /// Returns the names of the levels of this architecture that this build leaves out, each with
    /// the feature of this crate that has it, such as `level-avx2`.
    pub const fn left_out() -> &'static [(&'static str, &'static str)] {
        LEFT_OUT
    }

    /// Returns the level of a name, such as `avx2`; `None` if build or host does not have it.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|level| level.name() == name)
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// Runs a visitor with the token of the level.
    #[inline]
    pub fn visit<V: LevelVisitor>(self, visitor: V) -> V::Output {
        self.0.visit(visitor)
    }

    /// Runs code that is written by hand for some instruction sets, in a function that is compiled
    /// for the best of them that this level includes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn run_hand_written<O: HandWrittenForAll>(self, code: O) {
        self.0.run_hand_written(code);
    }

    /// Returns the name of the instruction set whose code
    /// [`run_hand_written`](Self::run_hand_written) runs.
    pub const fn hand_written_name(self) -> &'static str {
        self.0.hand_written_name()
    }

    /// Returns whether its registers hold several boards, so that packs are faster.
    pub fn has_vectors(self) -> bool {
        struct Lanes;
        impl LevelVisitor for Lanes {
            type Output = usize;
            fn visit<I: Isa>(self, _: I) -> usize {
                I::Register::LANES
            }
        }
        self.visit(Lanes) > 1
    }

    /// Returns this level or the best lower one that [has vectors](Self::has_vectors). If there is
    /// none, returns the best level that every CPU has.
    pub fn with_vectors(self) -> Self {
        Self::all()
            .skip_while(|level| level.name() != self.name())
            .find(|level| level.has_vectors())
            .unwrap_or(Self(LOWEST))
    }
}

impl core::fmt::Display for Level {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, vec::Vec};

    #[test]
    fn targets_have_the_features_of_their_tokens() {
        for (target, features) in TARGETS {
            let of_target: Vec<&str> = target.split('+').skip(1).collect();
            assert_eq!(of_target, *features, "{target}");
        }
    }

    #[cfg(all(
        target_arch = "x86_64",
        feature = "level-avx2",
        feature = "level-avx512-v4",
        feature = "multiversion"
    ))]
    #[test]
    fn avx2_is_refined() {
        assert_eq!(refine(LOWEST).name(), LOWEST.name());
        if let Some(avx2) = isa::tokens::Avx2::new() {
            let best = isa::tokens::Avx512V4::new().map_or("avx2", |_| "avx512-v4");
            assert_eq!(refine(Token::Avx2(avx2)).name(), best);
        }
    }

    #[test]
    fn levels_by_name() {
        let names: Vec<&str> = Level::all().map(Level::name).collect();
        let lowest = ["wide", "scalar"];
        let lowest = &lowest[usize::from(cfg!(not(feature = "wide")))..];
        assert!(names.ends_with(lowest), "{names:?}");
        for name in names {
            assert_eq!(Level::named(name).map(Level::name), Some(name));
        }
        assert!(Level::named("mmx").is_none());
        let words = Level::WORDS;
        assert_eq!(
            format!("{words}|{words:>8}|{words:<8}|"),
            "scalar|  scalar|scalar  |"
        );
    }

    /// Each level runs code of its own or of a lower one.
    #[test]
    fn own_code() {
        struct Name<'a>(&'a mut &'static str);
        impl<I: Isa> HandWritten<I> for Name<'_> {
            type Output = ();
            fn run(self, _: I) {
                *self.0 = I::NAME;
            }
        }
        for level in Level::all() {
            let mut name = "";
            level.run_hand_written(Name(&mut name));
            assert_eq!(name, level.hand_written_name());
            let mut lower = Level::all().skip_while(|other| other.name() != level.name());
            assert!(lower.any(|other| other.name() == name), "{level}: {name}");
        }
        let own: Vec<&str> = Level::hand_written().map(Level::name).collect();
        assert_eq!(own.last(), Some(&"scalar"));
    }

    /// Plain words gain nothing from packs.
    #[test]
    fn levels_with_vectors() {
        for level in Level::all() {
            let in_words = ["scalar", "bmi"].contains(&level.name());
            assert_eq!(level.has_vectors(), !in_words, "{level}");
            let expected = match in_words {
                true => LOWEST.name(),
                false => level.name(),
            };
            assert_eq!(level.with_vectors().name(), expected);
        }
    }
}
