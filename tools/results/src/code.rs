//! The file of hashes of the kernels' machine code, and that of cycles that llvm-mca predicted for
//! the kernels of a revision. (Nothing makes the latter today.)

use crate::file::Document;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The folder of these files in the folder of results; a file for each architecture.
pub const FOLDER: &str = "code";

/// Stands for the call where an instruction set has one hash for all its functions that find, make
/// and count legal moves.
pub const MOVES: &str = "moves";

/// Stands for the call where an instruction set has one hash for all its functions that extract
/// features of neural networks.
pub const FEATURES: &str = "features";

/// Each stands for the call where an instruction set has one hash for a group of functions:
/// [`MOVES`], [`FEATURES`], and those written by hand that read and write PGN or binpack, or find
/// changed threats.
pub const GROUPS: [&str; 5] = [MOVES, FEATURES, "pgn", "binpack", "threats"];

/// Stands for the call where an opponent has one hash for all its loops.
pub const OPPONENT: &str = "opponent";

/// The hashes of all kernels in one build of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodeFile {
    /// The target of the build, such as `x86_64-unknown-linux-gnu`.
    pub target: String,
    /// The compiler, as `rustc --version` prints it. Another one makes other code of the same
    /// source.
    pub rustc: String,
    /// The hashes by kernel and call.
    pub kernels: Vec<KernelCode>,
}

/// The machine code of one kernel and call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelCode {
    /// Such as `avx2/sliced`; for [`GROUPS`] such as `avx2`; an opponent.
    pub kernel: String,
    /// Such as `batch_attacks`, or one of [`GROUPS`], or [`OPPONENT`].
    pub entry: String,
    /// 16 hexadecimal digits: a hash of the instructions without addresses and symbols.
    pub hash: String,
}

impl Document for CodeFile {
    const FORMAT: &str = "setwise-code/2";
}

/// Returns the hash of a kernel in a call.
pub fn find<'a>(code: &'a [KernelCode], kernel: &str, entry: &str) -> Option<&'a str> {
    let mut code = code.iter();
    let found = code.find(|row| row.kernel == kernel && row.entry == entry)?;
    Some(&found.hash)
}

/// The target, the revision, the CPUs with a remark on each model, and by kernel and call the
/// instructions and the cycles per board on each CPU. Turns of a loop overlap; a whole function is
/// taken alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Predictions(Map<String, Value>);

impl Document for Predictions {
    const FORMAT: &str = "setwise-predictions/2";
}
