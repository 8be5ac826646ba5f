//! The piece-wise systems of the library, each slider of a position and one piece at a time.

use super::{Contender, SYSTEM};
use crate::isa::Isa;
use crate::peers::{Pieces, Piecewise};
use setwise_core::piecewise::System;
use setwise_core::piecewise::blockers::{BlockersAndBeyond, Pruned};
use setwise_core::piecewise::classical::{
    Branchless, Conditional, GeneralizedBranchless, GeneralizedConditional, ZeroCount,
    ZeroCountFolded,
};
use setwise_core::piecewise::hyperbola::{BitReversal, HyperbolaQuintessence};
use setwise_core::piecewise::obstruction::{FlippedDifference, ObstructionDifference};
use setwise_core::piecewise::one_run::{BranchlessOneRun, OneRun};
use setwise_core::piecewise::strongchess::StrongChess;
use setwise_results::Role;

/// Every system, in the order of the library.
pub(super) fn all(isa: impl Isa) -> [Contender; 15] {
    [
        row(Conditional, isa),
        row(Branchless, isa),
        row(GeneralizedConditional, isa),
        row(GeneralizedBranchless, isa),
        row(ZeroCount, isa),
        row(ZeroCountFolded, isa),
        row(OneRun, isa),
        row(BranchlessOneRun, isa),
        row(BlockersAndBeyond, isa),
        row(Pruned, isa),
        row(StrongChess, isa),
        row(HyperbolaQuintessence, isa),
        row(BitReversal, isa),
        row(ObstructionDifference, isa),
        row(FlippedDifference, isa),
    ]
}

fn row(system: impl System + Copy + 'static, isa: impl Isa) -> Contender {
    let code = (Pieces(Piecewise(system)), isa);
    Contender::new(&name(&system), Role::System, &SYSTEM, code)
}

/// `systems/` and the system's name with a dash for each slash.
fn name(system: &dyn System) -> String {
    format!("systems/{}", system.about().name.replace('/', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Baseline;
    use setwise_core::piecewise::systems;

    #[test]
    fn no_system_of_the_library_is_missing() {
        let names: Vec<String> = systems().iter().map(|&system| name(system)).collect();
        assert!(all(Baseline).into_iter().map(|row| row.name).eq(names));
    }
}
