//! The calls that the matrix measures.

use serde_with::{DeserializeFromStr, SerializeDisplay};
use setwise_core::EntryPoint;
use std::fmt;
use std::str::FromStr;

/// The call that a cell measures: an entry point of the library, as it is or in another [`Form`].
/// It is named like the function, with the form.
///
/// ```
/// use setwise_results::Entry;
/// assert_eq!(Entry::BatchAttacks.to_string(), "batch_attacks");
/// assert!(Entry::all().any(|entry| entry.to_string() == "batch_attacks_unaligned"));
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, SerializeDisplay, DeserializeFromStr,
)]
pub struct Entry {
    point: EntryPoint,
    form: Form,
}

/// How an entry point is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// The plain call. Slices begin at multiples of 64 bytes.
    Plain,
    /// Many positions, with boards and results in the layout of the library.
    Sliced,
    /// Many positions, in slices that all begin 16 bytes behind a multiple of 64, as the memory of
    /// a `Vec` does.
    Unaligned,
    /// Many positions, in slices that begin at different distances from a multiple of 64 bytes.
    Mixed,
    /// One position, the results stored and not read.
    Stored,
    /// One rook or bishop (the mean over the two).
    Piece,
}

macro_rules! constants {
    ($(
        $kind:ident fn $name:ident $arguments:tt -> $output:ty = $function:ident $call:tt;
    )*) => {
        #[expect(non_upper_case_globals, reason = "named like the variants of `EntryPoint`")]
        impl Entry {
            $(
                #[doc = concat!("The entry point `", stringify!($name), "`.")]
                pub const $function: Self = Self { point: EntryPoint::$function, form: Form::Plain };
            )*
            /// `batch_attacks` on boards and results in the layout of the library.
            pub const SlicedAttacks: Self = Self::BatchAttacks.of(Form::Sliced);
            /// `ray_attacks`, stored and not read.
            pub const RayAttacksStored: Self = Self::RayAttacks.of(Form::Stored);
            /// `attacks` of one rook or bishop.
            pub const PieceAttacks: Self = Self::Attacks.of(Form::Piece);
        }
    };
}

setwise_core::entry_points!(constants);

/// Every call of the matrix: those that take many boards, then those for one position.
const ALL: [Entry; 14] = [
    Entry::BatchAttacks,
    Entry::SlicedAttacks,
    Entry::BatchAttacks.of(Form::Unaligned),
    Entry::BatchAttacks.of(Form::Mixed),
    Entry::BatchRayAttacks,
    Entry::BatchRayAttacks.of(Form::Unaligned),
    Entry::BatchRayAttacks.of(Form::Mixed),
    Entry::BatchOccludedFill,
    Entry::BatchXrayAttacks,
    Entry::Attacks,
    Entry::RayAttacks,
    Entry::RayAttacksStored,
    Entry::OccludedFill,
    Entry::PieceAttacks,
];

impl Entry {
    /// Returns every call, in the order of reports.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        ALL.into_iter()
    }

    /// Returns another form of the call.
    #[must_use]
    pub const fn of(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Returns the entry point.
    pub const fn point(self) -> EntryPoint {
        self.point
    }

    /// Returns the form.
    pub const fn form(self) -> Form {
        self.form
    }

    /// Returns the entry point as it is.
    #[must_use]
    pub const fn plain(self) -> Self {
        self.of(Form::Plain)
    }

    /// Returns whether one call takes many boards.
    pub const fn is_batch(self) -> bool {
        self.point.is_batch()
    }

    /// Returns whether one call takes many positions and nothing else. The matrix measures these
    /// calls at more sizes and alignments than others.
    pub fn is_principal(self) -> bool {
        self.point.is_batch() && self.point.inputs() == EntryPoint::Attacks.inputs()
    }

    /// Returns the number of loops of a measurement: eight for calls that take a direction, two for
    /// single pieces (rook and bishop).
    pub const fn parts(self) -> usize {
        match self.form {
            Form::Piece => 2,
            _ if self.point.is_directed() => 8,
            _ => 1,
        }
    }

    /// Returns the name in files and on command lines.
    pub fn name(self) -> String {
        let form = match self.form {
            Form::Sliced => return "sliced_attacks".into(),
            Form::Piece => return "piece_attacks".into(),
            Form::Plain => "",
            Form::Unaligned => "_unaligned",
            Form::Mixed => "_mixed",
            Form::Stored => "_stored",
        };
        format!("{}{form}", self.point)
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

impl FromStr for Entry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::all().find(|entry| entry.name() == text);
        found.ok_or_else(|| {
            let names: Vec<String> = Self::all().map(Self::name).collect();
            format!("`{text}` is no entry point; there are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each entry point has its plain form, and every name is read again.
    #[test]
    fn entry_points_and_their_forms() {
        let plain = |point| Entry {
            point,
            form: Form::Plain,
        };
        assert!(
            EntryPoint::ALL
                .iter()
                .all(|point| ALL.contains(&plain(*point)))
        );
        for entry in Entry::all() {
            let json = serde_json::to_string(&entry).unwrap();
            assert_eq!(json, format!("\"{entry}\""));
            assert_eq!(serde_json::from_str::<Entry>(&json).unwrap(), entry);
        }
        let mixed = Entry::BatchRayAttacks.of(Form::Mixed);
        assert_eq!(mixed.name(), "batch_ray_attacks_mixed");
        let parts = ["occluded_fill", "piece_attacks", "attacks"];
        let parts = parts.map(|name| name.parse::<Entry>().unwrap().parts());
        assert_eq!(parts, [8, 2, 1]);
    }
}
