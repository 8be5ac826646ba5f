//! Texts of result files in Markdown.

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
