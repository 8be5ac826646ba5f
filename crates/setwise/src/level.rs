//! The levels of this build, and run-time dispatch by `multiversion`.

use crate::isa;
use multiversion::{multiversion, target::match_target};
use setwise_core::{Isa, Scalar, Vector};
use setwise_wide::Wide;

/// Code that runs with the token of a level. [`Level::visit`] calls it.
///
/// ```
/// use setwise::{Isa, Level, LevelVisitor};
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
        $token:ident: $register:ty, $words:ty, $name:literal, $level:tt, [$($feature:tt),* $(,)?], $target:tt,
            $kernels:ident;
    )*) => {
        #[derive(Clone, Copy, Debug)]
        enum Token {
            $(#[cfg(feature = $level)] $token(isa::$token),)*
            Wide(Wide),
            Scalar(Scalar),
        }

        /// Returns the token of the best level of the host that `multiversion` can select. Each
        /// clone is compiled for the features that its token requires. Where the build has all
        /// features, as for macOS, the other clones are unused. The clone of a level that is left
        /// out detects the best of the others.
        #[allow(dead_code)]
        #[multiversion(targets($($target),*), dispatcher = "indirect")]
        fn best() -> Token {
            match_target! {
                $($target => {
                    #[cfg(feature = $level)]
                    {
                        Token::$token(isa::$token::new_unchecked())
                    }
                    #[cfg(not(feature = $level))]
                    {
                        detected().next().unwrap_or(Token::Wide(Wide))
                    }
                })*
                _ => Token::Wide(Wide),
            }
        }

        /// The targets of `multiversion`, with the features of their tokens.
        #[cfg(test)]
        const TARGETS: &[(&str, &[&str])] = &[$(($target, isa::$token::FEATURES),)*];

        const BUILD: &[(&str, &[&str])] = &[
            $(#[cfg(feature = $level)] (isa::$token::NAME, isa::$token::FEATURES),)*
            (Wide::NAME, Wide::FEATURES),
            (Scalar::NAME, Scalar::FEATURES),
        ];

        const LEFT_OUT: &[(&str, &str)] = &[$(#[cfg(not(feature = $level))] ($name, $level),)*];

        /// Returns the token of every level of the build that the host has, best first.
        fn detected() -> impl Iterator<Item = Token> {
            [
                $(#[cfg(feature = $level)] <isa::$token>::detect().map(Token::$token),)*
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
                    Self::Wide(token) => visitor.visit(token),
                    Self::Scalar(token) => visitor.visit(token),
                }
            }

            const fn name(self) -> &'static str {
                match self {
                    $(#[cfg(feature = $level)] Self::$token(_) => isa::$token::NAME,)*
                    Self::Wide(_) => Wide::NAME,
                    Self::Scalar(_) => Scalar::NAME,
                }
            }
        }
    };
}

isa::levels!(define);

/// Returns a better level than the one that `multiversion` has selected, if there is one:
/// `multiversion` 0.9 requires Ice Lake's features for each target with AVX-512, so it takes a
/// Skylake-X, which has neither VBMI nor GFNI, for a CPU with AVX2 only.
#[inline]
fn refine(selected: Token) -> Token {
    #[cfg(all(
        target_arch = "x86_64",
        feature = "level-avx2",
        feature = "level-avx512-v4"
    ))]
    if let Token::Avx2(_) = selected {
        return isa::Avx512V4::detect().map_or(selected, Token::Avx512V4);
    }
    selected
}

/// A level: an instruction set of this crate that the host has.
///
/// ```
/// use setwise::Level;
/// println!("best {}, all {:?}", Level::best(), Level::all().map(Level::name).collect::<Vec<_>>());
/// assert_eq!(Level::named("wide").map(Level::name), Some("wide"));
/// assert!(Level::named("mmx").is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Level(Token);

impl Level {
    /// Returns the best level of the host.
    #[inline]
    pub fn best() -> Self {
        Self(refine(best()))
    }

    /// Returns all levels of the host, best first. The last two, `wide` and `scalar`, are in every
    /// build.
    pub fn all() -> impl Iterator<Item = Self> {
        detected().map(Self)
    }

    /// Returns names and CPU features of all levels of this build, best first, whether or not the
    /// host has them.
    pub const fn of_build() -> &'static [(&'static str, &'static [&'static str])] {
        BUILD
    }

    /// Returns the names of the levels of this architecture that this build leaves out, each with
    /// the feature of this crate that has it, such as `level-avx2`.
    pub const fn left_out() -> &'static [(&'static str, &'static str)] {
        LEFT_OUT
    }

    /// Returns the level of a name, such as `avx2`; `None` if the build does not have it or the
    /// host cannot run it.
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

    /// Returns the best level, no better than this one, that [has vectors](Self::has_vectors).
    pub fn with_vectors(self) -> Self {
        Self::all()
            .skip_while(|level| level.name() != self.name())
            .find(|level| level.has_vectors())
            .unwrap_or(Self(Token::Wide(Wide)))
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        feature = "level-avx512-v4"
    ))]
    #[test]
    fn avx2_is_refined() {
        for token in [Token::Wide(Wide), Token::Scalar(Scalar)] {
            assert_eq!(refine(token).name(), token.name());
        }
        if let Some(avx2) = isa::Avx2::detect() {
            let best = isa::Avx512V4::detect().map_or("avx2", |_| "avx512-v4");
            assert_eq!(refine(Token::Avx2(avx2)).name(), best);
        }
    }

    #[test]
    fn levels_by_name() {
        let names: Vec<&str> = Level::all().map(Level::name).collect();
        assert!(names.ends_with(&["wide", "scalar"]), "{names:?}");
        for name in names {
            assert_eq!(Level::named(name).map(Level::name), Some(name));
        }
        assert!(Level::named("mmx").is_none());
        let wide = Level::named("wide").unwrap();
        assert_eq!(
            format!("{wide}|{wide:>6}|{wide:<6}|"),
            "wide|  wide|wide  |"
        );
    }

    /// Plain words gain nothing from packs.
    #[test]
    fn levels_with_vectors() {
        for level in Level::all() {
            let in_words = ["scalar", "bmi"].contains(&level.name());
            assert_eq!(level.has_vectors(), !in_words, "{level}");
            let expected = if in_words { "wide" } else { level.name() };
            assert_eq!(level.with_vectors().name(), expected);
        }
    }
}
