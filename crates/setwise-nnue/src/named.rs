//! Sets by name, for programs that choose one at run time.

use crate::feature_set::describe::{Describe, Feature};
use crate::inputs::{Boards, Perspectives, Positions};
use crate::rows::{Csr, Padded};
use crate::sets::piece_squares::{Chess768, HalfKaV2Hm, HalfKaV2HmTraining, MirroredKingBuckets};
use crate::sets::threats::{FullThreats, FullThreats60144, FullThreats79856};
use crate::{error::Error, extractor::Extractor, feature_set::FeatureSet};
use crate::{sets::joined::Joined, sets::monty::MontyValue, sets::pawn_pairs::PawnPairs};
use alloc::boxed::Box;
use core::fmt;
use setwise_moves::Color;

/// An [`Extractor`] of a set that is known at run time only, as [`NamedSet::extractor`] returns it.
/// The calls are those of [`Extractor`], with indices of 32 bits.
#[derive(Debug)]
pub struct AnyExtractor(Box<dyn Erased>);

impl<S: FeatureSet + Describe> From<Extractor<S>> for AnyExtractor {
    fn from(extractor: Extractor<S>) -> Self {
        Self(Box::new(extractor))
    }
}

impl AnyExtractor {
    /// The number of different features of the set.
    pub fn size(&self) -> u32 {
        self.0.facts().0
    }

    /// A number of features per perspective that no position exceeds.
    pub fn max_active(&self) -> usize {
        self.0.facts().1
    }

    /// The name of the instruction set.
    pub fn level_name(&self) -> &'static str {
        self.0.facts().2
    }

    /// Returns the extractor with another number of threads, as [`Extractor::threads`] does.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.0.set_threads(threads);
        self
    }

    /// Appends the rows of some positions, as [`Extractor::append`] does.
    ///
    /// # Errors
    /// As there.
    pub fn append<P: Positions + ?Sized>(
        &self,
        positions: &P,
        rows: &mut Csr<u32>,
    ) -> Result<(), Error> {
        self.0.append(&positions, rows)
    }

    /// Writes rows of equal length, as [`Extractor::pad`] does.
    ///
    /// # Errors
    /// As there.
    pub fn pad<P: Positions + ?Sized>(
        &self,
        positions: &P,
        padded: Padded<'_, i32>,
    ) -> Result<(), Error> {
        self.0.pad(&positions, padded)
    }

    /// Writes the number of features per perspective of each position, as [`Extractor::count`]
    /// does.
    ///
    /// # Errors
    /// As there.
    pub fn count<P: Positions + ?Sized>(
        &self,
        positions: &P,
        counts: &mut [u32],
    ) -> Result<(), Error> {
        self.0.count(&positions, counts)
    }

    /// The feature of an index of a perspective, as [`Describe::locate`] returns it.
    pub fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature> {
        self.0.locate(index, boards, perspective)
    }
}

/// The calls of [`AnyExtractor`] without parameters of type.
trait Erased: fmt::Debug + Send + Sync {
    /// The size of the set, the most active features, and the name of the instruction set.
    fn facts(&self) -> (u32, usize, &'static str);
    #[cfg(feature = "rayon")]
    fn set_threads(&mut self, threads: usize);
    fn append(&self, positions: &dyn Positions, rows: &mut Csr<u32>) -> Result<(), Error>;
    fn pad(&self, positions: &dyn Positions, padded: Padded<'_, i32>) -> Result<(), Error>;
    fn count(&self, positions: &dyn Positions, counts: &mut [u32]) -> Result<(), Error>;
    fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature>;
}

impl<S: FeatureSet + Describe> Erased for Extractor<S> {
    fn facts(&self) -> (u32, usize, &'static str) {
        (
            self.set().size(),
            self.set().max_active(),
            self.level_name(),
        )
    }

    #[cfg(feature = "rayon")]
    fn set_threads(&mut self, threads: usize) {
        *self = self.clone().threads(threads);
    }

    fn append(&self, positions: &dyn Positions, rows: &mut Csr<u32>) -> Result<(), Error> {
        self.append(positions, rows)
    }

    fn pad(&self, positions: &dyn Positions, padded: Padded<'_, i32>) -> Result<(), Error> {
        self.pad(positions, padded)
    }

    fn count(&self, positions: &dyn Positions, counts: &mut [u32]) -> Result<(), Error> {
        self.count(positions, counts)
    }

    fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature> {
        self.set().locate(index, boards, perspective)
    }
}

macro_rules! named_sets {
    ($($(#[$doc:meta])* $variant:ident = $number:literal, $name:literal, $set:expr;)*) => {
        /// A set without parameters, by name or number. The numbers are those of the C interface
        /// and do not change.
        ///
        /// ```
        /// use setwise_moves::Position;
        /// use setwise_nnue::{Csr, NamedSet, Perspectives};
        /// let extractor = NamedSet::named("pawn-pairs").unwrap().extractor(Perspectives::WhiteBlack);
        /// let mut rows = Csr::new();
        /// extractor.append(&[Position::startpos()], &mut rows)?;
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
            pub fn extractor(self, perspectives: Perspectives) -> AnyExtractor {
                match self {
                    $(Self::$variant => Extractor::new($set).perspectives(perspectives).into(),)*
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
    /// nnue-pytorch's `Full_Threats+PP_3Wide+HalfKAv2_hm`: [`FullThreats`](crate::FullThreats),
    /// then [`PawnPairs`](crate::PawnPairs), then
    /// [`HalfKaV2HmTraining`](crate::HalfKaV2HmTraining).
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
