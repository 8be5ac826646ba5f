//! The files of cycles that llvm-mca predicted for the kernels of a revision. Nothing makes them today.

use crate::Document;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The target, the revision, the CPUs with a remark on each model, and by kernel and call the
/// instructions and the cycles per board on each CPU. Turns of a loop overlap; a whole function is
/// taken alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Predictions(Map<String, Value>);

impl Document for Predictions {
    const FORMAT: &str = "setwise-predictions/2";
}
