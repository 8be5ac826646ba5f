//! A table, as Markdown and for the terminal.

/// Rows of cells under a head. Columns of text are aligned to the left, columns of numbers to the right.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    head: Vec<String>,
    text_columns: &'static [usize],
    rows: Vec<Vec<String>>,
}

impl Table {
    /// No rows yet. `text_columns` are the numbers of the columns that are not numbers.
    pub(crate) fn new<T: ToString>(
        head: impl IntoIterator<Item = T>,
        text_columns: &'static [usize],
    ) -> Self {
        Self {
            head: head.into_iter().map(|title| title.to_string()).collect(),
            text_columns,
            rows: Vec::new(),
        }
    }

    /// A row; missing cells stay empty.
    pub(crate) fn row(&mut self, mut cells: Vec<String>) {
        cells.resize(self.head.len(), String::new());
        self.rows.push(cells);
    }

    /// Has it no rows?
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A Markdown table.
    pub(crate) fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|c| c.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule: String = (0..self.head.len())
            .map(|i| {
                if self.text_columns.contains(&i) {
                    "---|"
                } else {
                    "---:|"
                }
            })
            .collect();
        let mut text = line(&self.head) + "|" + &rule + "\n";
        for row in &self.rows {
            text += &line(row);
        }
        text
    }

    /// Aligned columns; Markdown emphasis is left out.
    pub(crate) fn plain(&self) -> String {
        let all: Vec<Vec<String>> = std::iter::once(&self.head)
            .chain(&self.rows)
            .map(|row| {
                row.iter()
                    .map(|cell| cell.replace(['*', '`'], ""))
                    .collect()
            })
            .collect();
        let widths: Vec<usize> = (0..self.head.len())
            .map(|i| {
                all.iter()
                    .map(|row| row[i].chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for (at, row) in all.iter().enumerate() {
            let cells: Vec<String> = (0..row.len())
                .map(|i| {
                    let (cell, width) = (&row[i], widths[i]);
                    if self.text_columns.contains(&i) {
                        format!("{cell:<width$}")
                    } else {
                        format!("{cell:>width$}")
                    }
                })
                .collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
            if at == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
                text += &(rules.join("  ") + "\n");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms() {
        let mut table = Table::new(["who", "ns"], &[0]);
        assert!(table.is_empty());
        table.row(vec!["`a|b`".into(), "**1.5**".into()]);
        table.row(vec!["c".into()]);
        assert_eq!(
            table.markdown(),
            "| who | ns |\n|---|---:|\n| `a\\|b` | **1.5** |\n| c |  |\n"
        );
        assert_eq!(table.plain(), "who   ns\n---  ---\na|b  1.5\nc\n");
    }
}
