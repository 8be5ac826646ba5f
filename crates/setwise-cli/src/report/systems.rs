//! One piece at a time: what each system costs, and where it comes from.

use super::contender::{self, FENCED, LIBRARY, SYSTEMS};
use super::machine::{Machine, Series, median};
use super::number;
use super::table::Table;
use setwise::piecewise::{About, handles};
use setwise_benches::results::{Entry, Measure, Side};

/// The crates and the peers without a row in the library: contender, what it is.
const OTHERS: [(&str, &str); 6] = [
    (LIBRARY, "this library, set-wise"),
    (FENCED, "Kogge-Stone, scalar"),
    ("pieces/cozy-chess", "crate `cozy-chess`, magic"),
    ("pieces/chess", "crate `chess`, magic"),
    ("pieces/pext", "PEXT table"),
    ("pieces/hyperbola", "hyperbola quintessence in AVX2"),
];

/// The corpus of boards without a game.
const RANDOM: &str = "random-boards";

/// A row for each system that was measured in a call, the fastest first; empty if none was.
pub(crate) fn table(machine: &Machine, entry: Entry) -> Table {
    let columns: Vec<(Series<'_>, String)> = [machine.main_corpus(), RANDOM]
        .into_iter()
        .flat_map(|corpus| {
            Measure::ALL.map(|measure| {
                let series = Series {
                    entry,
                    measure,
                    sliders: Side::Both,
                    corpus,
                };
                (series, format!("{corpus}, {measure}"))
            })
        })
        .filter(|&(series, _)| {
            machine
                .cells(series)
                .any(|cell| contender::family(&cell.contender) == SYSTEMS)
        })
        .collect();
    let head = ["system", "author", "year", "table bytes", "wants"]
        .map(String::from)
        .into_iter()
        .chain(columns.iter().map(|(_, title)| title.clone()));
    let mut table = Table::new(head, &[0, 1, 2, 4]);
    let time = |name: &str, series| machine.cell(series, name, 1).map(median);
    let mut rows: Vec<(f64, Vec<String>)> = origins()
        .filter_map(|(contender, origin)| {
            let times: Vec<Option<f64>> = columns
                .iter()
                .map(|&(series, _)| time(&contender, series))
                .collect();
            let first = times.iter().copied().flatten().next()?;
            let shown = times
                .iter()
                .map(|time| time.map_or_else(String::new, number::ns));
            Some((first, origin.into_iter().chain(shown).collect()))
        })
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter().for_each(|(_, row)| table.row(row));
    table
}

/// Contenders with the columns that are not measured.
fn origins() -> impl Iterator<Item = (String, [String; 5])> {
    let ours = handles().iter().map(|system| {
        let about = system.about();
        (contender(about), origin(about))
    });
    let others = OTHERS.map(|(name, what)| {
        let mut origin = [const { String::new() }; 5];
        origin[0] = what.to_string();
        (name.to_string(), origin)
    });
    ours.chain(others)
}

fn origin(about: &About) -> [String; 5] {
    let wants: Vec<String> = about.wants.iter().map(ToString::to_string).collect();
    [
        format!("`{}`", about.name),
        about.author.to_string(),
        about.year.to_string(),
        number::grouped(about.table_bytes),
        wants.join(", "),
    ]
}

/// The name of a system in the matrix.
fn contender(about: &About) -> String {
    format!("{SYSTEMS}/{}", about.name.replace('/', "-"))
}
