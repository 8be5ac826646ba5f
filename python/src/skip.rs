//! Skip rules as dicts.

use crate::arrays::wrong_type;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMapping};
use setwise_loader::{Opening, Rule, SkipRules};

/// The names of rules, which are the keys.
const RULES: [&str; 6] = [
    "random",
    "after_ply",
    "quiet",
    "opening",
    "by_outcome",
    "pieces",
];

/// A number that is not negative.
pub(crate) fn unsigned(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    value.extract().map_err(
        |error: PyErr| match error.is_instance_of::<PyTypeError>(value.py()) {
            true => wrong_type(format!("{name}: expected int"), value),
            false => PyValueError::new_err(format!("{name}: {value} is not from 0 to 2**64 - 1")),
        },
    )
}

/// Reads the argument `skip`.
pub(crate) fn rules_of(skip: &Bound<'_, PyAny>) -> PyResult<SkipRules> {
    let wrong_type = |what: &str, expected: &str| {
        PyTypeError::new_err(format!("skip{what}: expected {expected}"))
    };
    let items = skip
        .cast::<PyMapping>()
        .map_err(|_| wrong_type("", "a dict of rules, such as setwise.TRAINING_SKIP"))?
        .items()?;
    let mut rules = SkipRules::default();
    for item in items {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let name = key.extract::<String>().unwrap_or_default();
        let place = format!("[\"{name}\"]");
        let number = || {
            let place = format!("skip{place}");
            let number = u32::try_from(unsigned(&place, &value)?);
            number.map_err(|_| PyValueError::new_err(format!("{place}: {value} is too large")))
        };
        let is_on = || match value.cast::<PyBool>() {
            Ok(value) => Ok(value.is_true()),
            Err(_) => Err(wrong_type(&place, "a bool")),
        };
        let is_none = value.is_none();
        match &*name {
            "random" => rules.random = number()?,
            "after_ply" if is_none => rules.after_ply = None,
            "after_ply" => rules.after_ply = Some(number()?),
            "quiet" => rules.quiet = is_on()?,
            "opening" if is_none => rules.opening = None,
            "opening" => {
                let expected = "(end, [four pairs of a ply and a probability]) or None";
                let read = value.extract::<(u32, [(f64, f64); 4])>();
                let (end, points) = read.map_err(|_| wrong_type(&place, expected))?;
                rules.opening = Some(Opening::new(end, points));
            }
            "by_outcome" => rules.by_outcome = is_on()?,
            "pieces" if is_none => rules.pieces = None,
            "pieces" => {
                let read = value.extract::<[f64; 5]>();
                let read = read.map_err(|_| wrong_type(&place, "five numbers or None"));
                rules.pieces = Some(read?);
            }
            _ => {
                let names = RULES.join(", ");
                let message = format!("skip: {} is no rule; the rules are {names}", key.repr()?);
                return Err(PyValueError::new_err(message));
            }
        }
    }
    Ok(rules)
}

/// Returns the rules of the training of Stockfish's networks.
pub(crate) fn training(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let rules = SkipRules::training();
    let opening = rules.opening.map(|opening| (opening.end, opening.points));
    let all = PyDict::new(py);
    all.set_item("random", rules.random)?;
    all.set_item("after_ply", rules.after_ply)?;
    all.set_item("quiet", rules.quiet)?;
    all.set_item("opening", opening)?;
    all.set_item("by_outcome", rules.by_outcome)?;
    all.set_item("pieces", rules.pieces)?;
    Ok(all)
}

/// Returns the name of a rule as Python writes it, such as `after_ply`.
pub(crate) fn name_of(rule: Rule) -> String {
    let mut name = String::new();
    for letter in format!("{rule:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}
