//! The calls that the matrix measures.

use serde::{Deserialize, Serialize};
use setwise_core::EntryPoint;
use std::fmt;

/// The call that a cell measures: an entry point of the library, as it is or in another [`Form`].
/// It is named like the function, with the form: `batch_attacks_unaligned`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Entry {
    /// The entry point.
    pub point: EntryPoint,
    /// How it is called.
    pub form: Form,
}

/// How an entry point is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// The plain call. Slices begin at multiples of 64 bytes.
    Plain,
    /// Many positions, with boards and results in the layout of the library.
    Sliced,
    /// Many positions, in slices that all begin 16 bytes past a multiple of 64, as the memory of a
    /// `Vec` does.
    Unaligned,
    /// Many positions, in slices that begin at different distances from a multiple of 64 bytes.
    Mixed,
    /// One position, the results stored and not read.
    Stored,
    /// One rook or bishop (the mean over the two).
    Piece,
}

impl Entry {
    /// Every call of the matrix, in the order of reports: those that take many boards, then those
    /// for one position.
    pub const ALL: [Self; 14] = [
        Self::plain(EntryPoint::BatchAttacks),
        Self::plain(EntryPoint::BatchAttacks).of(Form::Sliced),
        Self::plain(EntryPoint::BatchAttacks).of(Form::Unaligned),
        Self::plain(EntryPoint::BatchAttacks).of(Form::Mixed),
        Self::plain(EntryPoint::BatchRayAttacks),
        Self::plain(EntryPoint::BatchRayAttacks).of(Form::Unaligned),
        Self::plain(EntryPoint::BatchRayAttacks).of(Form::Mixed),
        Self::plain(EntryPoint::BatchOccludedFill),
        Self::plain(EntryPoint::BatchXrayAttacks),
        Self::plain(EntryPoint::Attacks),
        Self::plain(EntryPoint::RayAttacks),
        Self::plain(EntryPoint::RayAttacks).of(Form::Stored),
        Self::plain(EntryPoint::OccludedFill),
        Self::plain(EntryPoint::Attacks).of(Form::Piece),
    ];

    /// Returns the plain call of an entry point.
    pub const fn plain(point: EntryPoint) -> Self {
        let form = Form::Plain;
        Self { point, form }
    }

    /// Returns another form of the call.
    #[must_use]
    pub const fn of(self, form: Form) -> Self {
        Self { form, ..self }
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
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let point = self.point;
        match self.form {
            Form::Plain => write!(f, "{point}"),
            Form::Sliced => f.write_str("sliced_attacks"),
            Form::Piece => f.write_str("piece_attacks"),
            form => f.write_str(&format!("{point}_{form:?}").to_lowercase()),
        }
    }
}

impl From<Entry> for String {
    fn from(entry: Entry) -> Self {
        entry.to_string()
    }
}

impl TryFrom<String> for Entry {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|entry| entry.to_string() == text);
        found.ok_or_else(|| format!("`{text}` is no call of the matrix"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each entry point has its plain form, and every name is read again.
    #[test]
    fn entry_points_and_their_forms() {
        let mut plain = EntryPoint::ALL.iter().map(|point| Entry::plain(*point));
        assert!(plain.all(|entry| Entry::ALL.contains(&entry)));
        for entry in Entry::ALL {
            assert_eq!(Entry::try_from(entry.to_string()), Ok(entry));
        }
    }
}
