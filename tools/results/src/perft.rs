//! The result file of one run of the perft benchmark.

use crate::code::MOVES;
use crate::file::{Hashed, Run};
use crate::rounds::Row;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The library's best kernel, position after position.
pub const ONE_BY_ONE: &str = "one-by-one";
/// The library's best kernel with a hash table of [`HASH_BYTES`].
pub const HASHED: &str = "hashed";
/// 256 MiB.
pub const HASH_BYTES: usize = 1 << 28;
/// The crate `cozy-chess`.
pub const COZY_CHESS: &str = "cozy-chess";
/// Stands among the instruction sets of a build in which `cozy-chess` looks up by PEXT.
pub const COZY_PEXT: &str = "cozy-chess/pext";
/// The crate `chess`.
pub const CHESS: &str = "chess";

/// The part of the file that the benchmark writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftRun {
    /// The instruction sets that the compiler was allowed to use in all code, among those that
    /// matter for move generation.
    pub built_for: Vec<String>,
    /// The kernel that the library chooses on this machine.
    pub best: String,
    /// Perfts.
    pub trees: Vec<Tree>,
    /// Arrays of positions that a call takes.
    pub arrays: Vec<Array>,
}

/// A perft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// The name that rows refer to.
    pub name: String,
    /// The root.
    pub fen: String,
    /// The depth.
    pub depth: u32,
    /// The perft of this depth.
    pub leaves: u64,
    /// The perft of the depth before: the number of positions whose moves are counted.
    pub children: u64,
}

/// Positions in an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Array {
    /// The name that rows refer to.
    pub name: String,
    /// The call that takes the positions, if it is not `count_legal_moves`.
    pub call: Option<String>,
    /// The origin of the positions, in a sentence.
    pub source: String,
    /// The number of positions.
    pub positions: u64,
    /// The number of their legal moves.
    pub moves: u64,
}

impl Run for PerftRun {
    type Row = Row;
    const FORMAT: &str = "setwise-perft/3";
    const ENDING: &str = ".perft";
    const HASHED: Hashed = Hashed::Group(MOVES);

    fn cases(&self) -> impl Iterator<Item = &String> {
        let trees = self.trees.iter().map(|tree| &tree.name);
        trees.chain(self.arrays.iter().map(|array| &array.name))
    }

    fn keep_common_rounds(rows: &mut [Row]) {
        let cases: BTreeSet<_> = rows.iter().map(|row| row.case.clone()).collect();
        for case in cases {
            let mut rows: Vec<_> = rows.iter_mut().filter(|row| row.case == case).collect();
            let is_common = |at: &usize| rows.iter().all(|row| row.seconds[*at].is_some());
            let common: Vec<_> = (0..rows[0].seconds.len()).filter(is_common).collect();
            for row in rows.iter_mut().filter(|_| !common.is_empty()) {
                row.seconds = common.iter().map(|at| row.seconds[*at]).collect();
            }
        }
    }
}
