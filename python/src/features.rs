//! Features of neural networks (NNUE).

use crate::arrays::{Output, choice};
use crate::inputs::{WrongEntry, with_index};
use crate::positions::Positions;
use crate::threads::{Signals, Workers};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise_nnue::{AnyExtractor, Csr, Error, NamedSet, Padded, Perspectives};

fn extractor(name: &str, perspectives: &str, threads: i64) -> PyResult<(AnyExtractor, Workers)> {
    let set = NamedSet::named(name).ok_or_else(|| {
        let names: Vec<&str> = NamedSet::ALL.iter().map(|set| set.name()).collect();
        PyValueError::new_err(format!("set: expected one of {}", names.join(", ")))
    })?;
    let perspectives = perspectives_of(perspectives)?;
    let (extractor, workers) = (set.extractor(perspectives), Workers::new(threads)?);
    Ok((extractor.threads(workers.number()), workers))
}

/// Reads the argument `perspectives`.
pub(crate) fn perspectives_of(perspectives: &str) -> PyResult<Perspectives> {
    let all = [
        ("white-black", Perspectives::WhiteBlack),
        ("mover-other", Perspectives::MoverOther),
    ];
    choice("perspectives", perspectives, all)
}

/// The number of positions between two checks for signals. All threads share them.
const PART: usize = 1 << 15;

/// Describes an error of a part whose first position has a number.
fn failure(why: Error, first: usize) -> PyErr {
    match why {
        Error::Position { index, reason } => {
            WrongEntry::new("positions", first + index, reason).into()
        }
        Error::RowTooShort {
            index,
            features,
            stride,
        } => {
            let index = first + index;
            let message = format!(
                "width: position {index} has {features} features, which do not fit a row of {stride}"
            );
            with_index(PyValueError::new_err(message), index)
        }
        why => PyValueError::new_err(why.to_string()),
    }
}

/// Returns the sets of threat_features: a list of (name, number of features, greatest number of
/// active features).
///
///     >>> [row for row in setwise.feature_sets() if row[0] == "chess-768"]
///     [('chess-768', 768, 64)]
#[pyfunction]
pub(crate) fn feature_sets() -> Vec<(&'static str, u32, usize)> {
    let sets = NamedSet::ALL.iter();
    sets.map(|set| {
        let extractor = set.extractor(Perspectives::WhiteBlack);
        (set.name(), extractor.size(), extractor.max_active())
    })
    .collect()
}

#[pymethods]
impl Positions {
    /// Returns the active features of a set as compressed sparse rows: (offsets, first, second).
    ///
    /// set: a name of feature_sets(), such as "full-threats". perspectives: "white-black" or
    /// "mover-other" (the side to move first). offsets: int64 of shape (n + 1,). first, second:
    /// int32 of shape (offsets[n],), the indices of the features that each perspective sees. The
    /// features of position i are first[offsets[i]:offsets[i + 1]].
    ///
    ///     >>> offsets, white, black = setwise.Positions.startpos(2).threat_features("chess-768")
    ///     >>> offsets.tolist(), white.shape
    ///     ([0, 32, 64], (64,))
    #[pyo3(signature = (set, *, perspectives="white-black", threads=1))]
    fn threat_features<'py>(
        &self,
        py: Python<'py>,
        set: &str,
        perspectives: &str,
        threads: i64,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (extractor, workers) = extractor(set, perspectives, threads)?;
        let mut rows = Csr::new();
        py.detach(|| {
            let mut signals = Signals::new();
            self.0.chunks(PART).enumerate().try_for_each(|(i, part)| {
                let done = workers.run(|| extractor.append(part, &mut rows));
                done.map_err(|why| failure(why, i * PART))?;
                signals.check()
            })
        })?;
        let mut offsets = Output::<i64>::new(py, None, &[rows.offsets().len()])?;
        let mut first = Output::<i32>::new(py, None, &[rows.first().len()])?;
        let mut second = Output::<i32>::new(py, None, &[rows.second().len()])?;
        let (ends, one, other) = (offsets.entries()?, first.entries()?, second.entries()?);
        py.detach(|| {
            let pairs = ends.iter_mut().zip(rows.offsets());
            pairs.for_each(|(to, from)| *to = *from as i64);
            for (to, from) in [(one, rows.first()), (other, rows.second())] {
                let pairs = to.iter_mut().zip(from);
                pairs.for_each(|(to, from)| *to = from.cast_signed());
            }
        });
        let [first, second] = [first, second].map(Output::into_array);
        Ok((offsets.into_array(), first, second))
    }

    /// Returns the active features of a set as rows of equal length: (first, second), int32 of
    /// shape (n, width).
    ///
    /// set and perspectives as for threat_features. width: the length of a row; if missing, the
    /// greatest number of active features of the set. The entries after the features are filler.
    /// ValueError if a position has more than width features.
    ///
    ///     >>> white, black = setwise.Positions.startpos(2).padded_threat_features("chess-768", 40)
    ///     >>> white.shape, white[0, 32:].tolist()
    ///     ((2, 40), [-1, -1, -1, -1, -1, -1, -1, -1])
    // The default -1 would be shown as an ellipsis.
    #[pyo3(
        signature = (set, width=None, *, filler=-1, perspectives="white-black", threads=1),
        text_signature = "($self, set, width=None, *, filler=-1, perspectives='white-black', threads=1)"
    )]
    fn padded_threat_features<'py>(
        &self,
        py: Python<'py>,
        set: &str,
        width: Option<i64>,
        filler: i32,
        perspectives: &str,
        threads: i64,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (extractor, workers) = extractor(set, perspectives, threads)?;
        let stride = match width {
            None => extractor.max_active(),
            Some(width) => usize::try_from(width)
                .map_err(|_| PyValueError::new_err(format!("width: {width} is negative")))?,
        };
        let shape = [self.0.len(), stride];
        let mut first = Output::<i32>::new(py, None, &shape)?;
        let mut second = Output::<i32>::new(py, None, &shape)?;
        let (one, other) = (first.entries()?, second.entries()?);
        py.detach(|| {
            // A row without places is too short for any position.
            let size = PART * stride.max(1);
            let parts = one.chunks_mut(size).zip(other.chunks_mut(size));
            let mut signals = Signals::new();
            let parts = self.0.chunks(PART).zip(parts).enumerate();
            for (i, (part, (first, second))) in parts {
                let padded = Padded {
                    first,
                    second,
                    stride,
                    filler,
                };
                let done = workers.run(|| extractor.pad(part, padded));
                done.map_err(|why| failure(why, i * PART))?;
                signals.check()?;
            }
            PyResult::Ok(())
        })?;
        Ok((first.into_array(), second.into_array()))
    }
}
