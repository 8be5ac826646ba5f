//! A table with a row for each of some items, for the terminal.

use itertools::Itertools;

/// A table under construction: the columns that it has so far.
pub struct Table<'a, T> {
    pub(crate) items: &'a [T],
    pub(crate) columns: Vec<Column>,
}

/// Numbers are aligned to the right, text to the left.
pub(crate) struct Column {
    pub(crate) is_number: bool,
    /// The first one is the title.
    pub(crate) cells: Vec<String>,
}

impl<'a, T> Table<'a, T> {
    /// A row for each item, and no columns.
    pub const fn of(items: &'a [T]) -> Self {
        let columns = Vec::new();
        Self { items, columns }
    }

    /// Adds a column of text. A cell without a value is empty.
    pub fn text<C: Into<Option<String>>>(
        self,
        title: impl ToString,
        text: impl Fn(&'a T) -> C,
    ) -> Self {
        self.column(title, false, |item| text(item).into())
    }

    /// Adds a column of numbers in a format.
    pub fn number<V, C: Into<Option<V>>>(
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
        let cells = [title.to_string()].into_iter().chain(cells).collect();
        self.columns.push(Column { is_number, cells });
        self
    }

    /// Returns the table with aligned columns and without Markdown emphasis.
    pub fn plain(&self) -> String {
        self.aligned(|cell| cell.replace(['*', '`'], ""))
    }

    /// Returns the table with aligned columns, of data in which `*` is no emphasis.
    pub fn verbatim(&self) -> String {
        self.aligned(str::to_owned)
    }

    fn aligned(&self, text: impl Fn(&str) -> String) -> String {
        let lines = self.lines("  ", |column| {
            let cells = column.cells.iter().map(|cell| text(cell));
            let mut cells = cells.collect_vec();
            let widths = cells.iter().map(|cell| cell.chars().count());
            let width = widths.max().unwrap_or(0);
            cells.insert(1, "-".repeat(width));
            let aligned = cells.iter().map(|cell| match column.is_number {
                true => format!("{cell:>width$}"),
                false => format!("{cell:<width$}"),
            });
            aligned.collect()
        });
        let lines = lines.iter().map(|line| line.trim_end());
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// The titles, a rule, and the rows.
    pub(crate) fn lines(&self, gap: &str, form: impl Fn(&Column) -> Vec<String>) -> Vec<String> {
        let columns = self.columns.iter().map(form).collect_vec();
        let line = |at: usize| columns.iter().map(|cells| &cells[at]).join(gap);
        (0..self.items.len() + 2).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligned() {
        let items = [("`a|b`", Some("**1.5**")), ("c", None)];
        let table = Table::of(&items)
            .text("who", |item| item.0.to_string())
            .number("ns", str::to_string, |item| item.1);
        assert_eq!(table.plain(), "who   ns\n---  ---\na|b  1.5\nc\n");
        let table = Table::of(&["*", "**a** `b`"]).text("who", |item| item.to_string());
        assert_eq!(table.verbatim(), "who\n---------\n*\n**a** `b`\n");
    }
}
