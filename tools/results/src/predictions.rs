//! The file of cycles predicted by llvm-mca.

use crate::Document;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A file of predictions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Predictions {
    /// The target of the build, such as `aarch64-unknown-linux-gnu`.
    pub target: String,
    /// The command that made the file.
    pub command: String,
    /// The compiler.
    pub rustc: String,
    /// The version of llvm-mca.
    pub llvm_mca: String,
    /// The CPUs, with a remark on each model.
    pub cpus: BTreeMap<String, String>,
    /// The predictions by kernel and call.
    pub kernels: Vec<Prediction>,
}

/// One kernel and call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// Such as `neon/sliced`.
    pub kernel: String,
    /// Such as `batch_attacks`.
    pub entry: String,
    /// Instructions per board.
    pub instructions: f64,
    /// Cycles per board, by CPU. Turns of a loop overlap. A whole function is taken alone, from its
    /// first instruction to the end of its last.
    pub cycles: BTreeMap<String, f64>,
}

impl Document for Predictions {
    const FORMAT: &str = "setwise-predictions/2";
}
