//! Who answers a call: the names of the matrix and what they are.

use setwise_benches::results::Side;

/// What a contender is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// The library through its public functions.
    Library,
    /// A kernel of the library, called by name.
    Kernel,
    /// The plain loop that the compiler vectorizes by itself.
    AutoVectorized,
    /// One board at a time, fenced against vectorization.
    Scalar,
    /// Slider by slider, from tables.
    PieceWise,
    /// Another library that finds moves.
    Generator,
    /// No computation: the memory traffic of the call alone.
    Bound,
}

/// The library's own choice.
pub(crate) const LIBRARY: &str = "setwise";

/// The measure of all: Kogge-Stone on one board at a time, fenced against vectorization.
pub(crate) const FENCED: &str = "fenced/kogge-stone";

/// The family of the library's systems for single pieces.
pub(crate) const SYSTEMS: &str = "systems";

/// The plain loop in a baseline build: what users have who do nothing.
pub(crate) const BASELINE_LOOP: &str = "auto/baseline";

/// What the summary compares the best kernel with: column title, contender, whose sliders.
pub(crate) const OPPONENTS: [(&str, &str, Side); 8] = [
    ("fenced scalar", FENCED, Side::Side),
    ("loop, baseline", BASELINE_LOOP, Side::Side),
    ("loop, AVX2", "auto/avx2", Side::Side),
    ("loop, AVX-512", "auto/avx512", Side::Side),
    ("PEXT, one side", "pieces/pext", Side::Side),
    ("PEXT, both sides", "pieces/pext", Side::Both),
    ("magic, one side", "pieces/cozy-chess", Side::Side),
    ("magic, both sides", "pieces/cozy-chess", Side::Both),
];

impl Kind {
    /// All kinds, in the order of legends.
    pub(crate) const ALL: [Self; 7] = [
        Self::Library,
        Self::Kernel,
        Self::AutoVectorized,
        Self::Scalar,
        Self::PieceWise,
        Self::Generator,
        Self::Bound,
    ];

    /// The name in legends.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Library => "setwise (its own choice)",
            Self::Kernel => "kernels of setwise",
            Self::AutoVectorized => "auto-vectorized loop",
            Self::Scalar => "scalar, fenced",
            Self::PieceWise => "piece by piece",
            Self::Generator => "other libraries",
            Self::Bound => "memory traffic alone",
        }
    }

    /// Does the time not depend on how many sliders there are?
    pub(crate) const fn is_set_wise(self) -> bool {
        !matches!(self, Self::PieceWise)
    }

    /// Code of others that does the same?
    pub(crate) const fn is_opponent(self) -> bool {
        matches!(self, Self::AutoVectorized | Self::Scalar | Self::PieceWise)
    }
}

/// The part of a name before the slash: a kernel's instruction set, or the kind of a peer.
pub(crate) fn family(name: &str) -> &str {
    name.split_once('/').map_or(name, |(family, _)| family)
}

/// What a contender of this name is.
pub(crate) fn kind(name: &str) -> Kind {
    match family(name) {
        LIBRARY => Kind::Library,
        "auto" => Kind::AutoVectorized,
        "fenced" => Kind::Scalar,
        "pieces" | SYSTEMS => Kind::PieceWise,
        "bound" => Kind::Bound,
        _ => Kind::Kernel,
    }
}
