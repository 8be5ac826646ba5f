//! Leaves per second as bars.

use super::bars::{Bar, Bars, Panel};
use super::{Chart, Form};
use crate::report::number;
use crate::report::perft::{Line, Measured};

/// A panel for each perft that several counted, with one thread, as bars of many would dwarf the others; `None` if
/// there is none.
pub(crate) fn chart(measured: &Measured) -> Option<Chart> {
    let panels: Vec<Panel> = measured
        .file
        .run
        .trees
        .iter()
        .map(|tree| Panel {
            title: format!("{}, depth {}", tree.name, tree.depth),
            bars: bars(&measured.lines(&tree.name), tree.leaves),
        })
        .filter(|panel| panel.bars.len() > 1)
        .collect();
    let title = "perft: leaves per second, one thread".to_string();
    let alts: Vec<String> = panels.iter().map(alt).collect();
    (!panels.is_empty()).then(|| Chart {
        id: "perft",
        alt: format!("{title}. {}", alts.join(". ")),
        is_folded: false,
        form: Form::Bars(Bars {
            title,
            subtitle: format!(
                "longer is better (times faster than cozy-chess) · {}",
                measured.title()
            ),
            panels,
        }),
    })
}

/// In the order of the lines, the fastest first.
fn bars(lines: &[Line<'_>], leaves: u64) -> Vec<Bar> {
    let alone = lines.iter().filter(|line| line.row.threads == 1);
    alone
        .map(|line| {
            let speed = leaves as f64 / line.seconds.median;
            let ratio = line.faster.map(number::ratio);
            let ratio = ratio.map_or_else(String::new, |ratio| format!("  ({ratio} ×)"));
            Bar {
                label: line.name.replace('`', ""),
                kind: line.kind,
                value: speed,
                note: format!("{}{ratio}", number::speed(speed)),
            }
        })
        .collect()
}

fn alt(panel: &Panel) -> String {
    let bars = panel.bars.iter();
    let bars: Vec<String> = bars
        .map(|bar| format!("{} {}", bar.label, number::speed(bar.value)))
        .collect();
    format!("{}: {}", panel.title, bars.join("; "))
}
