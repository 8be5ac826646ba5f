//! Tables in Markdown.

use crate::table::{Column, Table};
use itertools::Itertools;

impl<'a, T> Table<'a, T> {
    /// Adds a column of names that stand in code.
    pub fn code<C: Into<Option<&'a str>>>(
        self,
        title: impl ToString,
        name: impl Fn(&'a T) -> C,
    ) -> Self {
        self.text(title, |item| {
            name(item).into().map(|name| format!("`{name}`"))
        })
    }

    /// Removes columns without any content.
    pub fn without_empty_columns(mut self) -> Self {
        let has_content = |column: &Column| column.cells[1..].iter().any(|cell| !cell.is_empty());
        self.columns.retain(has_content);
        self
    }

    /// Returns the Markdown of the table, empty if it has no rows.
    pub fn markdown(&self) -> String {
        let lines = self.lines(" | ", |column| {
            let cells = column.cells.iter();
            let mut cells = cells.map(|cell| cell.replace('|', "\\|")).collect_vec();
            cells.insert(1, if column.is_number { "---:" } else { "---" }.to_string());
            cells
        });
        let lines = lines.into_iter().filter(|_| !self.items.is_empty());
        lines.map(|line| format!("| {line} |\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms() {
        let items = [("`a|b`", Some("**1.5**")), ("c", None)];
        let table = Table::of(&items)
            .text("who", |item| item.0.to_string())
            .code("kernel", |item| (item.0 == "c").then_some("wide/sliced"))
            .number("ns", str::to_string, |item| item.1)
            .text("why", |_| String::new());
        let table = table.without_empty_columns();
        assert_eq!(
            table.markdown(),
            "| who | kernel | ns |\n| --- | --- | ---: |\n| `a\\|b` |  | **1.5** |\n| c | `wide/sliced` |  |\n"
        );
        assert_eq!(
            table.plain(),
            "who  kernel        ns\n---  -----------  ---\na|b               1.5\nc    wide/sliced\n"
        );
        assert_eq!(
            Table::of(&[0; 0]).text("who", |_| String::new()).markdown(),
            ""
        );
    }
}
