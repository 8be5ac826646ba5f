//! A table with a row for each of some items, as Markdown and for the terminal.

use itertools::Itertools;

/// A table under construction: the columns that it has so far.
#[derive(Clone, Debug)]
pub(crate) struct Table<'a, T> {
    items: &'a [T],
    columns: Vec<Column>,
}

/// Numbers are aligned to the right, text to the left.
#[derive(Clone, Debug)]
struct Column {
    title: String,
    is_number: bool,
    cells: Vec<String>,
}

impl<'a, T> Table<'a, T> {
    /// A row for each item, and no columns.
    pub(crate) const fn of(items: &'a [T]) -> Self {
        let columns = Vec::new();
        Self { items, columns }
    }

    /// Adds a column of text. A cell without a value is empty.
    pub(crate) fn text<C: Into<Option<String>>>(
        self,
        title: impl ToString,
        text: impl Fn(&'a T) -> C,
    ) -> Self {
        self.column(title, false, |item| text(item).into())
    }

    /// Adds a column of names that stand in code.
    pub(crate) fn code<C: Into<Option<&'a str>>>(
        self,
        title: impl ToString,
        name: impl Fn(&'a T) -> C,
    ) -> Self {
        self.column(title, false, |item| {
            Some(format!("`{}`", name(item).into()?))
        })
    }

    /// Adds a column of numbers in a format.
    pub(crate) fn number<V, C: Into<Option<V>>>(
        self,
        title: impl ToString,
        format: impl Fn(V) -> String,
        value: impl Fn(&'a T) -> C,
    ) -> Self {
        self.column(title, true, |item| value(item).into().map(&format))
    }

    fn column(
        mut self,
        title: impl ToString,
        is_number: bool,
        cell: impl Fn(&'a T) -> Option<String>,
    ) -> Self {
        let cells = self.items.iter().map(|item| cell(item).unwrap_or_default());
        self.columns.push(Column {
            title: title.to_string(),
            is_number,
            cells: cells.collect(),
        });
        self
    }

    /// Removes columns without any content.
    pub(crate) fn without_empty_columns(mut self) -> Self {
        let has_content = |column: &Column| column.cells.iter().any(|cell| !cell.is_empty());
        self.columns.retain(has_content);
        self
    }

    /// Returns the Markdown of the table, empty if it has no rows.
    pub(crate) fn markdown(&self) -> String {
        if self.items.is_empty() {
            return String::new();
        }
        let mut lines = self.lines(|cell| cell.replace('|', "\\|"));
        let rule = |column: &Column| if column.is_number { "---:" } else { "---" }.to_string();
        lines.insert(1, self.columns.iter().map(rule).collect());
        lines
            .iter()
            .map(|line| format!("| {} |\n", line.join(" | ")))
            .collect()
    }

    /// Returns the table with aligned columns and without Markdown emphasis.
    pub(crate) fn plain(&self) -> String {
        let mut lines = self.lines(|cell| cell.replace(['*', '`'], ""));
        let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max();
        let widths = (0..self.columns.len())
            .map(|at| width(at).unwrap_or(0))
            .collect_vec();
        lines.insert(1, widths.iter().map(|&width| "-".repeat(width)).collect());
        let aligned = |line: &Vec<String>| {
            let cells = line.iter().zip(&widths).zip(&self.columns);
            let cells = cells.map(|((cell, &width), column)| match column.is_number {
                true => format!("{cell:>width$}"),
                false => format!("{cell:<width$}"),
            });
            format!("{}\n", cells.collect_vec().join("  ").trim_end())
        };
        lines.iter().map(aligned).collect()
    }

    /// The titles, then the rows.
    fn lines(&self, clean: impl Fn(&str) -> String) -> Vec<Vec<String>> {
        let titles = self.columns.iter().map(|column| clean(&column.title));
        let row = |at: usize| {
            self.columns
                .iter()
                .map(|column| clean(&column.cells[at]))
                .collect()
        };
        std::iter::once(titles.collect())
            .chain((0..self.items.len()).map(row))
            .collect()
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
            "| who | ns |\n| --- | ---: |\n| `a\\|b` | **1.5** |\n| c |  |\n"
        );
        assert_eq!(table.plain(), "who   ns\n---  ---\na|b  1.5\nc\n");
        assert_eq!(
            Table::of(&[0; 0]).text("who", |_| String::new()).markdown(),
            ""
        );
    }
}
