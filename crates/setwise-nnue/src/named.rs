//! Sets by name, for programs that are told at run time which one to use.

use crate::{
    Boards, Chess768, Csr, Describe, Error, Extractor, Feature, FeatureSet, FullThreats,
    FullThreats60144, FullThreats79856, HalfKaV2Hm, HalfKaV2HmTraining, Joined,
    MirroredKingBuckets, MontyValue, Padded, PawnPairs, Perspectives, Positions,
};
use alloc::boxed::Box;
use core::fmt;
use setwise_moves::Color;

/// An [`Extractor`] of a set that was told at run time, by [`NamedSet::extractor`]. The calls are those of [`Extractor`], with indices of
/// 32 bits.
pub trait AnyExtractor: fmt::Debug + Send + Sync {
    /// The number of different features of the set.
    fn size(&self) -> u32;

    /// A number of features per perspective that no position exceeds.
    fn max_active(&self) -> usize;

    /// The name of the instruction set.
    fn level(&self) -> &'static str;

    /// [`Extractor::append`].
    ///
    /// # Errors
    /// As there.
    fn append(&self, positions: &(dyn Positions + Sync), rows: &mut Csr<u32>) -> Result<(), Error>;

    /// [`Extractor::pad`].
    ///
    /// # Errors
    /// As there.
    fn pad(&self, positions: &(dyn Positions + Sync), padded: Padded<'_, i32>)
    -> Result<(), Error>;

    /// [`Extractor::count`].
    ///
    /// # Errors
    /// As there.
    fn count(&self, positions: &(dyn Positions + Sync), counts: &mut [u32]) -> Result<(), Error>;

    /// [`Extractor::append_parallel`].
    ///
    /// # Errors
    /// As there.
    #[cfg(feature = "rayon")]
    fn append_parallel(
        &self,
        positions: &(dyn Positions + Sync),
        rows: &mut Csr<u32>,
    ) -> Result<(), Error>;

    /// [`Extractor::pad_parallel`].
    ///
    /// # Errors
    /// As there.
    #[cfg(feature = "rayon")]
    fn pad_parallel(
        &self,
        positions: &(dyn Positions + Sync),
        padded: Padded<'_, i32>,
    ) -> Result<(), Error>;

    /// [`Extractor::count_parallel`].
    ///
    /// # Errors
    /// As there.
    #[cfg(feature = "rayon")]
    fn count_parallel(
        &self,
        positions: &(dyn Positions + Sync),
        counts: &mut [u32],
    ) -> Result<(), Error>;

    /// [`Describe::locate`].
    fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature>;
}

impl<S: FeatureSet + Describe> AnyExtractor for Extractor<S> {
    fn size(&self) -> u32 {
        self.set().size()
    }

    fn max_active(&self) -> usize {
        self.set().max_active()
    }

    fn level(&self) -> &'static str {
        self.level()
    }

    fn append(&self, positions: &(dyn Positions + Sync), rows: &mut Csr<u32>) -> Result<(), Error> {
        self.append(positions, rows)
    }

    fn pad(
        &self,
        positions: &(dyn Positions + Sync),
        padded: Padded<'_, i32>,
    ) -> Result<(), Error> {
        self.pad(positions, padded)
    }

    fn count(&self, positions: &(dyn Positions + Sync), counts: &mut [u32]) -> Result<(), Error> {
        self.count(positions, counts)
    }

    #[cfg(feature = "rayon")]
    fn append_parallel(
        &self,
        positions: &(dyn Positions + Sync),
        rows: &mut Csr<u32>,
    ) -> Result<(), Error> {
        self.append_parallel(positions, rows)
    }

    #[cfg(feature = "rayon")]
    fn pad_parallel(
        &self,
        positions: &(dyn Positions + Sync),
        padded: Padded<'_, i32>,
    ) -> Result<(), Error> {
        self.pad_parallel(positions, padded)
    }

    #[cfg(feature = "rayon")]
    fn count_parallel(
        &self,
        positions: &(dyn Positions + Sync),
        counts: &mut [u32],
    ) -> Result<(), Error> {
        self.count_parallel(positions, counts)
    }

    fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature> {
        self.set().locate(index, boards, perspective)
    }
}

macro_rules! named_sets {
    ($($(#[$doc:meta])* $variant:ident = $number:literal, $name:literal, $set:expr;)*) => {
        /// A set without parameters, by name or number. The numbers are those of the C interface and do not change.
        ///
        /// ```
        /// use setwise_moves::Position;
        /// use setwise_nnue::{Csr, NamedSet, Perspectives};
        /// let extractor = NamedSet::named("pawn-pairs").unwrap().extractor(Perspectives::WhiteBlack);
        /// let mut rows = Csr::new();
        /// extractor.append(&&[Position::startpos()][..], &mut rows)?;
        /// assert_eq!((extractor.size(), rows.first().len()), (4560, 36));
        /// # Ok::<(), setwise_nnue::Error>(())
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

            /// Returns an extractor as [`Extractor::new`] does.
            pub fn extractor(self, perspectives: Perspectives) -> Box<dyn AnyExtractor> {
                match self {
                    $(Self::$variant => Box::new(Extractor::new($set).perspectives(perspectives)),)*
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
