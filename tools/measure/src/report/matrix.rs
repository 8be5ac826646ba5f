//! The runs of the matrix, and its contenders.

use super::shown::{Shown, Sources};
use crate::statistics;
use anyhow::Result;
use itertools::Itertools;
use setwise::EntryPoint;
use setwise_program::number;
use setwise_program::table::Table;
use setwise_results::Timed;
use setwise_results::{Entry, Form, Matrix, Measure, MeasuredCell, Mode, Role, Side};
use std::cmp::Reverse;

pub(crate) type Machine = Shown<Matrix>;

/// An entry point with a measure and a number of boards.
pub(crate) type Call = (Entry, Measure, usize);

/// The number of boards per call that stands for many boards: a batch within the caches.
pub(crate) const MANY: usize = 1024;

pub(crate) const ATTACKS: Call = (
    Entry::plain(EntryPoint::BatchAttacks),
    Measure::Throughput,
    MANY,
);

pub(crate) const LIBRARY: &str = "setwise";

/// Kogge-Stone on one board at a time, fenced against vectorization.
pub(crate) const FENCED: &str = "fenced/kogge-stone";

pub(crate) const PEXT: &str = "pieces/pext";

/// The plain loop in a default build.
pub(crate) const BASELINE_LOOP: &str = "auto/baseline";

/// Magic lookups of the crate `cozy-chess`.
const MAGIC: &str = "pieces/cozy-chess";

/// Rook and bishop of a square in four lanes of AVX2.
const LANES: &str = "systems/hyperbola-quintessence-lanes";

/// The contenders that the report compares with the library, those that users have first: column
/// title, contender, whose sliders.
pub(crate) const OPPONENTS: [(&str, &str, Side); 14] = [
    ("PEXT, one side", PEXT, Side::Side),
    ("PEXT, both sides", PEXT, Side::Both),
    ("magic, one side", MAGIC, Side::Side),
    ("magic, both sides", MAGIC, Side::Both),
    ("quintessence in lanes, one side", LANES, Side::Side),
    ("loop, default build", BASELINE_LOOP, Side::Side),
    ("loop, built for AVX2", "auto/avx2", Side::Side),
    ("loop, built for AVX-512", "auto/avx512", Side::Side),
    ("intrinsics by hand, AVX2", "intrinsics/avx2", Side::Side),
    (
        "intrinsics by hand, AVX-512",
        "intrinsics/avx512",
        Side::Side,
    ),
    (
        "the same in ranks, AVX2",
        "intrinsics-ranks/avx2",
        Side::Side,
    ),
    (
        "the same in ranks, AVX-512",
        "intrinsics-ranks/avx512",
        Side::Side,
    ),
    ("fearless_simd", "vectors/fearless-simd", Side::Side),
    ("fenced scalar", FENCED, Side::Side),
];

/// Reads the results of the matrix, the machine with the smallest noise floor first. Of several
/// runs of a machine the report shows a full one before a quick one, of those one without changes
/// beyond its revision, then one that is not noisy, then the latest.
pub(crate) fn machines(sources: &Sources) -> Result<Vec<Machine>> {
    let mut machines = sources.shown(|run: &Machine| {
        let is_dirty = run.file.origin.revision.ends_with("-dirty");
        let order = (run.file.mode != Mode::Full, is_dirty, run.is_noisy());
        (order, Reverse(run.file.origin.time.clone()))
    })?;
    let noise = |machine: &Machine| machine.noise().unwrap_or(f64::INFINITY);
    machines.sort_by(|a, b| noise(a).total_cmp(&noise(b)));
    Ok(machines)
}

/// The cells of a call on the first corpus.
pub(crate) struct Series<'a>(Vec<&'a MeasuredCell>);

impl Machine {
    pub(crate) fn series(&self, call: Call) -> Series<'_> {
        let corpus = self.file.corpora.first().map_or("", |corpus| &corpus.name);
        let cells = self.file.rows.iter();
        let cells = cells
            .filter(|cell| (cell.entry, cell.measure, cell.n) == call && cell.corpus == corpus);
        Series(cells.collect())
    }

    /// Returns every call of the library that was measured.
    pub(crate) fn calls(&self) -> Vec<Call> {
        let cells = self.file.rows.iter();
        let cells = cells.filter(|cell| cell.contender == LIBRARY);
        sorted(cells.map(|cell| (cell.entry, cell.measure, cell.n)))
    }

    /// Returns the numbers of boards of a call that peers were measured for.
    fn sizes(&self, call: (Entry, Measure)) -> impl Iterator<Item = usize> {
        let ours = [Role::Library, Role::Kernel, Role::Bound];
        let cells = self.file.rows.iter().filter(move |cell| {
            let is_of = (cell.entry, cell.measure) == call && cell.sliders == Side::Side;
            is_of && !ours.contains(&cell.role)
        });
        cells.map(|cell| cell.n)
    }

    /// Returns the noise floor of the run. From [`MANY`] boards on the library's own time does not
    /// count, so the library and the kernel that it runs are two measurements of the same machine
    /// code.
    pub(crate) fn noise(&self) -> Option<f64> {
        let cells = &self.file.rows;
        let library = cells.iter().filter(|cell| {
            cell.contender == LIBRARY && cell.measure == Measure::Throughput && cell.n >= MANY
        });
        statistics::noise_floor(library.filter_map(|cell| {
            let mut twin = cell.cell.clone();
            twin.contender = self.selected(cell.entry, cell.n)?.to_string();
            cell.ratio_to(cells.iter().find(|other| other.cell == twin)?)
        }))
    }

    /// Returns the kernel that the library selects, by the result file.
    pub(crate) fn selected(&self, entry: Entry, n: usize) -> Option<&str> {
        let entry = chosen_as(entry);
        let choices = self.file.selected.iter();
        let choices = choices.filter(|choice| choice.entry == entry && choice.from <= n);
        Some(&choices.max_by_key(|choice| choice.from)?.kernel)
    }
}

/// Returns every call that machines compare with others, in the order of the report: all but those
/// on slices that are not aligned.
pub(crate) fn compared(machines: &[Machine]) -> impl Iterator<Item = Call> {
    let entries = Entry::ALL.into_iter();
    let entries = entries.filter(|of| !matches!(of.form, Form::Unaligned | Form::Mixed));
    let calls = entries.cartesian_product(Measure::ALL);
    calls.flat_map(|call| {
        let sizes = machines.iter().flat_map(|machine| machine.sizes(call));
        sorted(sizes).into_iter().map(move |n| (call.0, call.1, n))
    })
}

/// Returns the call whose choice of kernels another one shares.
pub(crate) const fn chosen_as(entry: Entry) -> Entry {
    match entry.form {
        Form::Stored | Form::Unaligned | Form::Mixed => entry.of(Form::Plain),
        Form::Plain | Form::Sliced | Form::Piece => entry,
    }
}

impl<'a> Series<'a> {
    pub(crate) fn of(&self, sliders: Side) -> impl Iterator<Item = &'a MeasuredCell> {
        let cells = self.0.iter().copied();
        cells.filter(move |cell| cell.sliders == sliders)
    }

    /// Returns the fastest code of a role. Of the loops, that is one in a build for the CPU.
    pub(crate) fn fastest(&self, role: Role) -> Option<&'a MeasuredCell> {
        self.fastest_of(|cell| cell.role == role && !cell.contender.ends_with("/baseline"))
    }

    /// Returns the fastest code with intrinsics, in ranks or in natural layout.
    pub(crate) fn by_hand(&self, is_ranks: bool) -> Option<&'a MeasuredCell> {
        let is_in = |cell: &MeasuredCell| cell.contender.contains("ranks") == is_ranks;
        self.fastest_of(|cell| cell.role == Role::Intrinsics && is_in(cell))
    }

    /// Returns the fastest code that looks up or computes one slider at a time.
    pub(crate) fn one_by_one(&self) -> Option<&'a MeasuredCell> {
        self.fastest_of(|cell| matches!(cell.role, Role::Pieces | Role::System))
    }

    fn fastest_of(&self, is: impl Fn(&MeasuredCell) -> bool) -> Option<&'a MeasuredCell> {
        let cells = self.of(Side::Side).filter(|cell| is(cell));
        cells.min_by(|a, b| a.median().total_cmp(&b.median()))
    }

    pub(crate) fn cell(&self, contender: &str, sliders: Side) -> Option<&'a MeasuredCell> {
        self.of(sliders).find(|cell| cell.contender == contender)
    }

    pub(crate) fn library(&self) -> Option<&'a MeasuredCell> {
        self.cell(LIBRARY, Side::Side)
    }

    /// Returns how many times as fast as a contender the library is. Its time does not depend on
    /// the number of sliders, so the cell for one side stands for both where the matrix has no
    /// other.
    pub(crate) fn lead(&self, contender: &str, sliders: Side) -> Option<f64> {
        let library = self.cell(LIBRARY, sliders).or(self.library())?;
        library.ratio_to(self.cell(contender, sliders)?)
    }
}

pub(crate) fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.sorted().dedup().collect()
}

pub(crate) fn call_name((entry, measure, _): Call) -> String {
    match measure {
        Measure::Throughput => format!("`{entry}`"),
        Measure::Latency => format!("`{entry}`, latency"),
    }
}

pub(crate) fn with_calls<'a, T>(table: Table<'a, T>, call: impl Fn(&'a T) -> Call) -> Table<'a, T> {
    let table = table.text("call", |item| call_name(call(item)));
    table.number("positions", number::boards, |item| call(item).2)
}
