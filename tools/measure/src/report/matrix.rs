//! The runs of the matrix, and its contenders.

use super::chart::Look;
use super::shown::{Evidence, Shown, Sources};
use crate::statistics;
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use setwise::selection::LEVELS;
use setwise_program::failure::at;
use setwise_program::number;
use setwise_program::table::Table;
use setwise_results::{Cell, Entry, Form, Matrix, Measure, MeasuredCell, Mode, Role, Side};
use setwise_results::{Summary, Timed};
use std::cmp::Reverse;

/// The shown run of the matrix on a machine.
pub(crate) type Machine = Shown<Matrix>;

/// An entry point with a measure.
pub(crate) type Call = (Entry, Measure);

/// The number of boards per call that stands for many boards: a batch within the caches.
pub(crate) const MANY: usize = 1024;

/// The library through its public functions.
pub(crate) const LIBRARY: &str = "setwise";

/// Kogge-Stone on one board at a time, fenced against vectorization.
pub(crate) const FENCED: &str = "fenced/kogge-stone";

/// PEXT look-ups, slider by slider.
pub(crate) const PEXT: &str = "pieces/pext";

/// Magic look-ups of the crate `cozy-chess`.
pub(crate) const MAGIC: &str = "pieces/cozy-chess";

/// The contenders that the report compares with the library, those that users have first: column
/// title, contender, whose sliders.
pub(crate) const OPPONENTS: [(&str, &str, Side); 8] = [
    ("PEXT, one side", PEXT, Side::Side),
    ("PEXT, both sides", PEXT, Side::Both),
    ("magic, one side", MAGIC, Side::Side),
    ("magic, both sides", MAGIC, Side::Both),
    ("loop, baseline", "auto/baseline", Side::Side),
    ("loop, AVX2", "auto/avx2", Side::Side),
    ("loop, AVX-512", "auto/avx512", Side::Side),
    ("fenced scalar", FENCED, Side::Side),
];

/// Returns the part of a name before the slash: a kernel's instruction set, or the kind of a peer.
pub(crate) fn family(name: &str) -> &str {
    name.split_once('/').map_or(name, |(family, _)| family)
}

/// Returns the name of a role in lists and legends, and its color.
pub(crate) const fn look(role: Role) -> Look {
    let (title, color) = match role {
        Role::Library => ("setwise, its own choice", 0x009e73),
        Role::Kernel => ("kernels of setwise", 0x0072b2),
        Role::Loop => ("auto-vectorized loop", 0xd55e00),
        Role::Scalar => ("scalar, fenced", 0x808890),
        Role::Pieces | Role::System => ("piece by piece", 0xcc79a7),
        Role::Bound => ("memory traffic alone", 0x8a6d3b),
    };
    Look { title, color }
}

/// Reads the results of the matrix, ordered by machine. Of several runs of a machine the report
/// shows a full one before a quick one. Of those it shows the one with the most kernels of the
/// present code, then the one with the lowest median spread, then the latest.
pub(crate) fn machines(sources: &Sources) -> Result<Vec<Machine>> {
    let machines = sources.shown(|run: &Machine| {
        let code = run.file.code.iter();
        let is_kept = |evidence: &Evidence| *evidence == Evidence::Present;
        let kept = code
            .map(|row| run.evidence(&row.kernel, &row.entry))
            .filter(is_kept);
        // Positive numbers have the order of their bits.
        let spread = run.spread().map_or(u64::MAX, f64::to_bits);
        let time = run.file.origin.time.clone();
        (
            run.file.mode != Mode::Full,
            Reverse(kept.count()),
            spread,
            Reverse(time),
        )
    })?;
    for machine in &machines {
        let mut cells = machine.file.cells.iter();
        cells
            .try_for_each(check_role)
            .with_context(at(&machine.path))?;
    }
    Ok(machines)
}

/// Fails if a contender passes for a kernel of the library by its role and not by its name, or the
/// other way round.
fn check_role(cell: &MeasuredCell) -> Result<()> {
    let (name, role) = (&cell.contender, cell.role);
    let is_kernel = LEVELS.contains(&family(name)) || family(name) == "scalar";
    let problem = "the name does not fit the role";
    ensure!(
        is_kernel == (role == Role::Kernel),
        "{name}: {problem} `{role}`"
    );
    Ok(())
}

/// The cells of a call on the main corpus.
pub(crate) struct Series<'a>(Vec<&'a MeasuredCell>);

/// Returns every call of the report in its order: all but those on slices that are not aligned.
pub(crate) fn aligned_calls() -> impl Iterator<Item = Call> + Clone {
    let entries =
        Entry::all().filter(|entry| !matches!(entry.form(), Form::Unaligned | Form::Mixed));
    entries.cartesian_product(Measure::ALL)
}

impl Machine {
    /// Returns the median over the cells of the distance between the slowest and the fastest round.
    pub(crate) fn spread(&self) -> Option<f64> {
        let cells = self.file.cells.iter();
        let spreads = cells.filter_map(|cell| Some(statistics::spread(&cell.time()?)));
        Summary::of(spreads).map(|spread| spread.median)
    }

    /// Returns the cells of a call on the first corpus.
    pub(crate) fn series(&self, call: Call) -> Series<'_> {
        let corpus = self.file.corpora.first().map_or("", |corpus| &corpus.name);
        let cells = self.file.cells.iter();
        let cells =
            cells.filter(|cell| (cell.entry, cell.measure) == call && cell.corpus == corpus);
        Series(cells.collect())
    }

    /// Returns the noise floor of the run. From [`MANY`] boards on the library's own time does not
    /// count, so the library and the kernel that it runs are two measurements of the same machine
    /// code.
    pub(crate) fn noise(&self) -> Option<f64> {
        let cells = &self.file.cells;
        let library = cells.iter().filter(|cell| {
            cell.contender == LIBRARY && cell.measure == Measure::Throughput && cell.n >= MANY
        });
        statistics::noise_floor(library.filter_map(|cell| {
            let contender = self.selected(cell.entry, cell.n)?.to_string();
            let twin = Cell {
                contender,
                ..cell.cell.clone()
            };
            speedup(cell, cells.iter().find(|other| other.cell == twin)?)
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

/// Returns the call whose choice of kernels another one shares.
pub(crate) const fn chosen_as(entry: Entry) -> Entry {
    match entry.form() {
        Form::Stored | Form::Unaligned | Form::Mixed => entry.plain(),
        Form::Plain | Form::Sliced | Form::Piece => entry,
    }
}

impl<'a> Series<'a> {
    /// Returns the cells of some sliders.
    pub(crate) fn of(&self, sliders: Side) -> impl Iterator<Item = &'a MeasuredCell> {
        let cells = self.0.iter().copied();
        cells.filter(move |cell| cell.sliders == sliders)
    }

    /// Returns the fastest contender of a role for one side's sliders on `n` boards.
    pub(crate) fn fastest(&self, role: Role, n: usize) -> Option<&'a MeasuredCell> {
        let cells = self
            .of(Side::Side)
            .filter(|cell| (cell.role, cell.n) == (role, n));
        cells.min_by(|a, b| a.median().total_cmp(&b.median()))
    }

    /// Returns the numbers of boards that peers were measured for; all of them if there are no
    /// peers.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        let is_peer =
            |cell: &&MeasuredCell| !matches!(cell.role, Role::Library | Role::Kernel | Role::Bound);
        match sorted(self.of(Side::Side).filter(is_peer).map(|cell| cell.n)) {
            none if none.is_empty() => sorted(self.of(Side::Side).map(|cell| cell.n)),
            compared => compared,
        }
    }

    /// Returns a contender's cell.
    pub(crate) fn cell(
        &self,
        contender: &str,
        n: usize,
        sliders: Side,
    ) -> Option<&'a MeasuredCell> {
        let mut cells = self.of(sliders);
        cells.find(|cell| cell.n == n && cell.contender == contender)
    }

    /// Returns how many times as fast as a contender the library is. Its time does not depend on
    /// the number of sliders, so the cell for one side stands for both where the matrix has no
    /// other.
    pub(crate) fn lead(&self, contender: &str, n: usize, sliders: Side) -> Option<f64> {
        let library = self.cell(LIBRARY, n, sliders);
        let library = library.or_else(|| self.cell(LIBRARY, n, Side::Side))?;
        speedup(library, self.cell(contender, n, sliders)?)
    }

    /// Returns how many times as fast as the fastest auto-vectorized loop the library is.
    pub(crate) fn lead_over_loops(&self, n: usize) -> Option<f64> {
        let library = self.cell(LIBRARY, n, Side::Side)?;
        speedup(library, self.fastest(Role::Loop, n)?)
    }
}

/// Returns the items in ascending order, each once.
pub(crate) fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.sorted().dedup().collect()
}

/// Returns how many times faster `mine` is than `theirs`, the median over the rounds.
pub(crate) fn speedup<T: Timed>(mine: &T, theirs: &T) -> Option<f64> {
    mine.ratio_to(theirs).map(|ratio| ratio.median)
}

/// Returns a call as tables name it.
pub(crate) fn call_name((entry, measure): Call) -> String {
    match measure {
        Measure::Throughput => format!("`{entry}`"),
        Measure::Latency => format!("`{entry}`, latency"),
    }
}

/// Tables with a call in each row.
pub(crate) trait Calls<'a, T: 'a>: Sized {
    /// Adds the columns of calls and numbers of boards.
    fn calls(self, of: impl Fn(&'a T) -> (Call, usize)) -> Self;
}

impl<'a, T> Calls<'a, T> for Table<'a, T> {
    fn calls(self, of: impl Fn(&'a T) -> (Call, usize)) -> Self {
        let calls = self.text("call", |item| call_name(of(item).0));
        calls.number("boards", number::boards, |item| of(item).1)
    }
}
