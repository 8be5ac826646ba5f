//! Texts of result files in Markdown.

/// What stands before and behind a table that the report writes into other pages.
pub(super) const BEGIN: &str = "<!-- report: ";
pub(super) const END: &str = "<!-- end -->";

/// Returns a text that Markdown shows as it is, without links, code, tables or HTML of its own.
pub(crate) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\`[]<>|&".contains(c) {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}
