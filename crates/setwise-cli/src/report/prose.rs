//! The words of the report.

/// The head of the document.
pub(crate) const OPENING: &str = include_str!("prose/opening.md");
/// Before the table of several CPUs.
pub(crate) const ACROSS: &str = include_str!("prose/across.md");
/// Before the table of choices.
pub(crate) const CHOICE: &str = include_str!("prose/choice.md");
/// Before the table of leads.
pub(crate) const LEADS: &str = include_str!("prose/leads.md");
/// After what the document tells of a machine.
pub(crate) const MORE: &str = include_str!("prose/more.md");
/// The head of the page of a machine.
pub(crate) const PAGE: &str = include_str!("prose/page.md");
/// What every such head contains.
pub(crate) const MARK: &str = "\n\nMade by `setwise report`";
/// Before the table of instruction sets.
pub(crate) const TIERS: &str = include_str!("prose/tiers.md");
/// Before the table of single pieces.
pub(crate) const SYSTEMS: &str = include_str!("prose/systems.md");
/// Before the table of all sliders of a position.
pub(crate) const ALL_SLIDERS: &str = include_str!("prose/all-sliders.md");
/// Before the rules of the tiers.
pub(crate) const CHOICES: &str = include_str!("prose/choices.md");
/// Before the table of boards that stay sliced.
pub(crate) const KEPT: &str = include_str!("prose/kept.md");
/// Before the table of cycles.
pub(crate) const BOUNDS: &str = include_str!("prose/bounds.md");
/// Before the table of processes.
pub(crate) const PROCESSES: &str = include_str!("prose/processes.md");
/// The head of the document of techniques.
pub(crate) const TECHNIQUES: &str = include_str!("prose/techniques.md");
/// Before the table of losses.
pub(crate) const LOSSES: &str = include_str!("prose/losses.md");
/// Instead of a table of losses.
pub(crate) const NO_LOSSES: &str = include_str!("prose/no-losses.md");
/// Before the table of corpora.
pub(crate) const POSITIONS: &str = include_str!("prose/positions.md");
/// Before the predictions.
pub(crate) const PREDICTIONS: &str = include_str!("prose/predictions.md");
/// How to read the tables, how they were measured, and what that favours.
pub(crate) const END: &str = include_str!("prose/end.md");
/// The head of the page about perft.
pub(crate) const PERFT_OPENING: &str = include_str!("prose/perft-opening.md");
/// Instead of machines.
pub(crate) const PERFT_NONE: &str = include_str!("prose/perft-none.md");
/// Before the tables of arrays.
pub(crate) const PERFT_ARRAYS: &str = include_str!("prose/perft-arrays.md");
/// How to repeat it, how it was measured, and what it means.
pub(crate) const PERFT_END: &str = include_str!("prose/perft-end.md");
