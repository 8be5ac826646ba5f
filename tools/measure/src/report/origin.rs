//! The origin of a result file in Markdown.

use super::markdown::escaped;
use itertools::Itertools;
use setwise_program::host;
use setwise_results::Origin;

/// Returns the command, the machine, the revision, the compiler, the libraries, the extent and the
/// day of a run, and its file.
pub(crate) fn text(origin: &Origin, extent: &str, file: &str) -> String {
    let flags = match origin.flags.trim() {
        "" => "none beyond the bench profile".to_string(),
        flags => format!("`{flags}`"),
    };
    let revision = match origin.revision.as_str() {
        "" => "not recorded".to_string(),
        revision => format!("`{revision}`"),
    };
    let libraries = origin.libraries.iter();
    let libraries = libraries.map(|(name, version)| escaped(&format!("{name} {version}")));
    let libraries = match libraries.collect_vec().join(", ") {
        none if none.is_empty() => "versions not recorded".to_string(),
        some => some,
    };
    let design = match origin.cpu.code_name.as_str() {
        "" => String::new(),
        name => format!("{}: ", escaped(name)),
    };
    let machine = design + &escaped(&host::summary(&origin.cpu));
    let features = origin.cpu.features.join(" ");
    let (command, rustc, day) = (&origin.command, escaped(&origin.rustc), origin.day());
    format!(
        "\n```sh\n{command}\n```\n\n* CPU: {machine}\n* features: {features}\n\
        * revision: {revision}; compiler: {rustc}; flags: {flags}\n* libraries: {libraries}\n* {extent}, {day}\n\
        * raw data: [{file}]({file})\n\n"
    )
}
