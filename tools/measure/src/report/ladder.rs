//! What is layout, what is kernel, what is compiler: the union of many positions from the scalar
//! loop to the library.

use super::matrix::{ATTACKS, Call, FENCED, Machine, PEXT};
use super::shown::section;
use setwise_program::number::{boards, ns};
use setwise_program::table::Table;
use setwise_results::{Form, Role, Side, Timed};
use std::convert::identity;

/// A rung: its name, and its contenders in a default build, in AVX2 and in AVX-512.
type Rung = (&'static str, [&'static str; 3]);

const RUNGS: [Rung; 8] = [
    ("one slider at a time, PEXT", ["", PEXT, ""]),
    ("one board at a time, scalar Kogge-Stone", [FENCED, "", ""]),
    (
        "loop over boards, as they are",
        ["auto/baseline", "auto/avx2", "auto/avx512"],
    ),
    (
        "intrinsics by hand, boards as they are",
        ["", "intrinsics/avx2", "intrinsics/avx512"],
    ),
    (
        "loop over boards in ranks",
        [
            "auto-ranks/baseline",
            "auto-ranks/avx2",
            "auto-ranks/avx512",
        ],
    ),
    (
        "intrinsics by hand, boards in ranks",
        ["", "intrinsics-ranks/avx2", "intrinsics-ranks/avx512"],
    ),
    ("setwise", ["", "avx2/sliced", "avx512/sliced"]),
    ("setwise, boards that stay in ranks", ["", "", "setwise"]),
];

const BUILDS: [&str; 3] = ["default build", "AVX2", "AVX-512"];

/// Returns a table for each machine and size that intrinsics were measured on.
pub(super) fn ladder(machines: &[Machine]) -> String {
    let sizes = [64, ATTACKS.2].map(|n| (ATTACKS.0, ATTACKS.1, n));
    let tables = machines.iter().flat_map(|machine| {
        let has = |call: &Call| machine.series(*call).fastest(Role::Intrinsics).is_some();
        let calls = sizes.into_iter().filter(has);
        calls.map(|call| table(machine, call))
    });
    let tables: String = tables.collect();
    match tables.is_empty() {
        true => tables,
        false => format!(
            "## Layout, kernel, compiler\n\n{}{tables}",
            prose!("ladder")
        ),
    }
}

fn table(machine: &Machine, call: Call) -> String {
    let sliced = (call.0.of(Form::Sliced), call.1, call.2);
    let mut table = Table::of(&RUNGS).text("ns per position", |rung| rung.0.to_string());
    for (column, build) in BUILDS.into_iter().enumerate() {
        table = table.number(build, identity, |rung: &Rung| {
            let name = rung.1[column];
            let call = if name == "setwise" { sliced } else { call };
            let cell = machine.series(call).cell(name, Side::Side)?.median();
            Some(machine.digits(ns)(cell))
        });
    }
    let title = format!(
        "### {}, {} positions per call",
        machine.column(),
        boards(call.2)
    );
    section(&title, "", &table.without_empty_columns())
}
