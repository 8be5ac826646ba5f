//! The contenders of the matrix: the names that the report knows, and how each role is shown.

use super::chart::Look;
use setwise_results::{MeasuredCell, Role, Side};

/// Returns the role under which a cell is listed: the systems of the library stand with the other
/// code for single pieces.
pub(crate) fn role(cell: &MeasuredCell) -> Role {
    match cell.role {
        Role::System => Role::Pieces,
        role => role,
    }
}

/// The library through its public functions.
pub(crate) const LIBRARY: &str = "setwise";

/// The contender that all ratios refer to: Kogge-Stone on one board at a time, fenced against
/// vectorization.
pub(crate) const FENCED: &str = "fenced/kogge-stone";

/// The family of the library's systems for single pieces.
pub(crate) const SYSTEMS: &str = "systems";

/// The auto-vectorized loop of a build for any CPU of the architecture.
pub(crate) const BASELINE_LOOP: &str = "auto/baseline";

/// PEXT look-ups, slider by slider.
pub(crate) const PEXT: &str = "pieces/pext";

/// Magic look-ups of the crate `cozy-chess`.
pub(crate) const MAGIC: &str = "pieces/cozy-chess";

/// The contenders that the summary compares with the library, those that users have first: column
/// title, contender, whose sliders.
pub(crate) const OPPONENTS: [(&str, &str, Side); 8] = [
    ("PEXT, one side", PEXT, Side::Side),
    ("PEXT, both sides", PEXT, Side::Both),
    ("magic, one side", MAGIC, Side::Side),
    ("magic, both sides", MAGIC, Side::Both),
    ("loop, baseline", BASELINE_LOOP, Side::Side),
    ("loop, AVX2", "auto/avx2", Side::Side),
    ("loop, AVX-512", "auto/avx512", Side::Side),
    ("fenced scalar", FENCED, Side::Side),
];

/// Returns the part of a name before the slash: a kernel's instruction set, or the kind of a peer.
pub(crate) fn family(name: &str) -> &str {
    name.split_once('/').map_or(name, |(family, _)| family)
}

/// Returns whether the role is code other than the library's kernels that computes the same.
pub(crate) const fn is_opponent(role: Role) -> bool {
    !matches!(role, Role::Library | Role::Kernel | Role::Bound)
}

/// Returns the name of a role in lists and legends, and its color.
pub(crate) fn look(role: Role) -> Look {
    let (title, color) = match role {
        Role::Library => ("setwise, its own choice", 0x009e73),
        Role::Kernel => ("kernels of setwise", 0x0072b2),
        Role::Loop => ("auto-vectorized loop", 0xd55e00),
        Role::Scalar => ("scalar, fenced", 0x808890),
        Role::Pieces | Role::System => ("piece by piece", 0xcc79a7),
        Role::Bound => ("memory traffic alone", 0x8a6d3b),
    };
    Look {
        title: title.to_string(),
        color,
    }
}
