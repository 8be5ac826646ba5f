//! Sets by name, for programs that are told at run time which one to use.

use crate::{
    Chess768, Describe, FullThreats, FullThreats60144, FullThreats79856, HalfKaV2Hm,
    HalfKaV2HmTraining, Incremental, Joined, MirroredKingBuckets, MontyValue, PawnPairs,
};

/// Something to do with a set whose type is found at run time.
pub trait SetVisitor {
    /// The result.
    type Output;

    /// Is called with the set.
    fn visit<S: Incremental + Describe>(self, set: S) -> Self::Output;
}

macro_rules! named_sets {
    ($($(#[$doc:meta])* $variant:ident = $number:literal, $name:literal, $set:expr;)*) => {
        /// A set without parameters, by name or number. The numbers are those of the C interface and do not change.
        ///
        /// ```
        /// use setwise_nnue::{Describe, Incremental, NamedSet, SetVisitor};
        /// struct Size;
        /// impl SetVisitor for Size {
        ///     type Output = u32;
        ///     fn visit<S: Incremental + Describe>(self, set: S) -> u32 {
        ///         set.size()
        ///     }
        /// }
        /// assert_eq!(NamedSet::named("pawn-pairs").unwrap().visit(Size), 4560);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u32)]
        pub enum NamedSet {
            $($(#[$doc])* $variant = $number,)*
        }

        impl NamedSet {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in lower case with hyphens; joined sets have a plus between their names.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Calls a visitor with the set.
            pub fn visit<V: SetVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$variant => visitor.visit($set),)*
                }
            }
        }
    };
}

named_sets! {
    /// [`FullThreats`](crate::FullThreats).
    FullThreats = 1, "full-threats", FullThreats::new();
    /// [`FullThreats60144`](crate::FullThreats60144).
    FullThreats60144 = 2, "full-threats-60144", FullThreats60144::new();
    /// [`FullThreats79856`](crate::FullThreats79856).
    FullThreats79856 = 3, "full-threats-79856", FullThreats79856::new();
    /// [`PawnPairs`](crate::PawnPairs).
    PawnPairs = 4, "pawn-pairs", PawnPairs;
    /// [`HalfKaV2Hm`](crate::HalfKaV2Hm).
    HalfKaV2Hm = 5, "half-ka-v2-hm", HalfKaV2Hm;
    /// [`HalfKaV2HmTraining`](crate::HalfKaV2HmTraining).
    HalfKaV2HmTraining = 6, "half-ka-v2-hm-training", HalfKaV2HmTraining;
    /// [`Chess768`](crate::Chess768).
    Chess768 = 7, "chess-768", Chess768;
    /// [`MirroredKingBuckets`](crate::MirroredKingBuckets) with a single bucket.
    Mirrored768 = 8, "mirrored-768", MirroredKingBuckets::new([0; 32]);
    /// [`MontyValue`](crate::MontyValue).
    MontyValue = 9, "monty-value", MontyValue::monty();
    /// nnue-pytorch's `Full_Threats+PP_3Wide+HalfKAv2_hm`: [`FullThreats`](crate::FullThreats), then
    /// [`PawnPairs`](crate::PawnPairs), then [`HalfKaV2HmTraining`](crate::HalfKaV2HmTraining).
    FullThreatsPawnPairsHalfKa = 10, "full-threats+pawn-pairs+half-ka-v2-hm-training",
        Joined::new(Joined::new(FullThreats::new(), PawnPairs), HalfKaV2HmTraining);
}

impl NamedSet {
    /// The set of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|set| set.name() == name)
    }

    /// The number of the set.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// The set of a number.
    pub fn numbered(number: u32) -> Option<Self> {
        Self::ALL.iter().copied().find(|set| set.number() == number)
    }
}
