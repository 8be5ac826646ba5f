//! Sets of features side by side.

use crate::error::Error;
use setwise_nnue::{AnyExtractor, Boards, Csr, NamedSet, Padded, Perspectives};

/// The value of the entries of a padded row after its features.
pub(crate) const FILLER: i32 = -1;
/// The positions whose features stay in the cache while sets are put side by side.
const AT_ONCE: usize = 64;

/// Sets of features side by side, which write rows. For `setwise-loader-nnue-pytorch`.
#[derive(Debug)]
pub struct Features {
    /// The sets, each with the number of features of the sets before it.
    sets: Vec<(AnyExtractor, u32)>,
    pub(crate) size: u32,
    pub(crate) max_active: usize,
}

impl Features {
    /// Finds sets by their names, joined by `+`. If several names in a row are the name of one set,
    /// that set is used, because it is faster.
    ///
    /// # Errors
    /// [`Error::Features`].
    pub fn named(names: &str, perspectives: Perspectives) -> Result<Self, Error> {
        let mut features = Self {
            sets: Vec::new(),
            size: 0,
            max_active: 0,
        };
        let names: Vec<&str> = names.split('+').map(str::trim).collect();
        let mut rest = &names[..];
        while !rest.is_empty() {
            let longest = (1..=rest.len()).rev().find_map(|count| {
                let set = NamedSet::named(&rest[..count].join("+"))?;
                Some((set, count))
            });
            let unknown = || Error::Features(rest[0].to_owned());
            let (set, count) = longest.ok_or_else(unknown)?;
            let extractor = set.extractor(perspectives);
            let size = features.size.checked_add(extractor.size());
            let all = size.filter(|size| i32::try_from(*size).is_ok());
            features.max_active += extractor.max_active();
            features.sets.push((extractor, features.size));
            features.size = all.ok_or_else(|| Error::Features(names.join("+")))?;
            rest = &rest[count..];
        }
        Ok(features)
    }

    /// Returns the number of different features.
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// Writes rows of equal length, `stride` entries for each position. All positions are sound.
    ///
    /// # Errors
    /// [`Error::RowTooShort`].
    pub fn pad(
        &self,
        boards: &[Boards],
        first: &mut [i32],
        second: &mut [i32],
        stride: usize,
    ) -> Result<(), Error> {
        if let [(extractor, _)] = &self.sets[..] {
            let padded = Padded {
                first,
                second,
                stride,
                filler: FILLER,
            };
            return extractor.pad(boards, padded).map_err(extracted);
        }
        let rows = stride.max(1) * AT_ONCE;
        let places = first.chunks_mut(rows).zip(second.chunks_mut(rows));
        let mut parts = Parts::default();
        for (boards, (first, second)) in boards.chunks(AT_ONCE).zip(places) {
            self.extract(boards, &mut parts)?;
            let rows = first
                .chunks_mut(stride.max(1))
                .zip(second.chunks_mut(stride.max(1)));
            for (number, (first, second)) in rows.take(boards.len()).enumerate() {
                let features = self.copy_row(&parts, number, first, second);
                for row in [first, second] {
                    let rest = row.get_mut(features..);
                    rest.ok_or(Error::RowTooShort { features, stride })?
                        .fill(FILLER);
                }
            }
        }
        Ok(())
    }

    /// Extracts the features of all sets.
    pub(crate) fn extract(&self, boards: &[Boards], parts: &mut Parts) -> Result<(), Error> {
        parts.0.resize_with(self.sets.len(), Csr::new);
        for ((extractor, _), part) in self.sets.iter().zip(&mut parts.0) {
            part.clear();
            extractor.append(boards, part).map_err(extracted)?;
        }
        Ok(())
    }

    /// Copies the features of a position, as many as there is room for. Returns their number.
    pub(crate) fn copy_row(
        &self,
        parts: &Parts,
        number: usize,
        first: &mut [i32],
        second: &mut [i32],
    ) -> usize {
        let mut at = 0;
        for ((_, before), part) in self.sets.iter().zip(&parts.0) {
            let (one, two) = part.row(number).unwrap_or_default();
            for (row, indices) in [(&mut *first, one), (&mut *second, two)] {
                let places = row.get_mut(at..).unwrap_or_default();
                for (place, index) in places.iter_mut().zip(indices) {
                    *place = (index + before) as i32;
                }
            }
            at += one.len();
        }
        at
    }
}

/// The rows of some positions, of each set.
#[derive(Debug, Default)]
pub(crate) struct Parts(Vec<Csr<u32>>);

impl Parts {
    /// The number of features per perspective.
    pub(crate) fn features(&self) -> usize {
        self.0.iter().map(|part| part.first().len()).sum()
    }
}

/// Converts an error: positions are sound and lengths are checked, so only a row can be too short.
fn extracted(error: setwise_nnue::Error) -> Error {
    match error {
        setwise_nnue::Error::RowTooShort {
            features, stride, ..
        } => Error::RowTooShort { features, stride },
        _ => Error::Thread,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_moves::Position;

    /// Sets joined at run time, in any order, have the features of the set that is compiled as one.
    #[test]
    fn joined_in_any_order() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1bq2ppp/8/2Pp4/8/5N2/PP3PPP/R3K2R b KQkq - 7 19",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ];
        let boards = fens.map(|fen| Boards::from(&Position::from_fen(fen).unwrap()));
        let boards: Vec<Boards> = boards.into_iter().cycle().take(150).collect();
        let rows = |names: &str, stride: usize| {
            let features = Features::named(names, Perspectives::MoverOther).unwrap();
            let mut memory = [(); 2].map(|()| vec![0; stride * boards.len()]);
            let [first, second] = &mut memory;
            features.pad(&boards, first, second, stride).unwrap();
            (features, memory)
        };
        let (whole, expected) = rows("full-threats+pawn-pairs+half-ka-v2-hm-training", 200);
        assert_eq!((whole.sets.len(), whole.size), (1, 59_808 + 4_560 + 24_576));
        let names = [
            "half-ka-v2-hm-training",
            "full-threats + pawn-pairs",
            "chess-768",
        ];
        let (apart, found) = rows(&names.join("+"), 240);
        assert_eq!(
            (apart.sets.len(), apart.size),
            (4, 24_576 + 59_808 + 4_560 + 768)
        );
        let moved = |index: i32| match index {
            FILLER => None,
            index if index < 24_576 => Some(index + 59_808 + 4_560),
            index => Some(index - 24_576).filter(|index| *index < 59_808 + 4_560),
        };
        for (expected, found) in expected.iter().zip(&found) {
            for (expected, found) in expected.chunks(200).zip(found.chunks(240)) {
                let sorted = |indices: Vec<i32>| {
                    let mut indices = indices;
                    indices.sort_unstable();
                    indices
                };
                let expected: Vec<i32> = expected.iter().copied().filter(|i| *i >= 0).collect();
                let found = found.iter().filter_map(|index| moved(*index)).collect();
                assert_eq!(sorted(found), sorted(expected));
            }
        }
        let [mut first, mut second] = [(); 2].map(|()| vec![0; 30 * boards.len()]);
        let short = apart.pad(&boards, &mut first, &mut second, 30);
        assert!(matches!(short, Err(Error::RowTooShort { stride: 30, .. })));
        for wrong in ["", "pawn-pairs+", "pawnpairs", "chess-768+pawns"] {
            let error = Features::named(wrong, Perspectives::WhiteBlack).unwrap_err();
            assert!(error.to_string().contains("pawn-pairs, "), "{wrong}");
        }
    }
}
