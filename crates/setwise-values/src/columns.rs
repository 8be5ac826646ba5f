use crate::error::NameError;
use crate::names::{column_named, unknown};
use setwise_formats::{Fields, Format, GameColumn, Reader};

/// The columns of games that are read from inputs.
///
/// ```
/// use setwise_formats::Format;
/// use setwise_values::GameColumns;
/// let columns = GameColumns::named(["WhiteElo", "file"])?;
/// assert_eq!(columns.of_input("a.pgn", Format::Pgn)?.len(), 2);
/// assert!(columns.of_input("a.bullet", Format::Bulletformat).is_err());
/// # Ok::<(), setwise_values::NameError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameColumns {
    columns: Vec<GameColumn>,
    /// Whether inputs may lack the columns, because the caller has not named them.
    is_default: bool,
}

impl GameColumns {
    /// Finds the columns of names.
    ///
    /// # Errors
    /// A name is not that of a column, or occurs twice. The text suggests the nearest names.
    pub fn named(names: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Self, NameError> {
        let columns = names.into_iter().map(|name| column_named(name.as_ref()));
        let columns: Vec<_> = columns.collect::<Result<_, _>>()?;
        for (i, column) in columns.iter().enumerate() {
            let mut before = columns.iter().take(i);
            if before.any(|other| other.name() == column.name()) {
                return Err(NameError::Twice(column.name().to_owned()));
            }
        }
        Ok(Self {
            columns,
            is_default: false,
        })
    }

    /// Columns that inputs may lack.
    pub fn usual(columns: impl IntoIterator<Item = GameColumn>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            is_default: true,
        }
    }

    /// Whether there are no columns.
    pub const fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The columns.
    pub fn iter(&self) -> impl Iterator<Item = &GameColumn> {
        self.columns.iter()
    }

    /// Adds columns that are read and not written.
    #[must_use]
    pub fn and_read(mut self, columns: &[GameColumn]) -> Self {
        for column in columns {
            let is_it =
                |other: &GameColumn| other.name() == column.name() && other.kind() == column.kind();
            if !self.columns.iter().any(is_it) {
                self.columns.push(column.clone().unwritten());
            }
        }
        self
    }

    /// The same columns, read and not written.
    #[must_use]
    pub fn unwritten(mut self) -> Self {
        let columns = self.columns.into_iter();
        self.columns = columns.map(GameColumn::unwritten).collect();
        self
    }

    /// Returns the fields of records that a format gives with these columns. With the column
    /// `eval`, the evaluations of games are scores.
    pub fn fields_of(&self, format: Format) -> Fields {
        match self.columns.iter().any(|column| column.name() == "eval") {
            true => format.stores() | Fields::SCORE,
            false => format.stores(),
        }
    }

    /// Returns the columns of an input with this name. Refuses them if the format has no columns.
    ///
    /// # Errors
    /// The format has no columns.
    pub fn of_input(&self, input: &str, format: Format) -> Result<Vec<GameColumn>, NameError> {
        let has_columns = format == Format::Pgn || format.is_columnar();
        if let Some(column) = self.columns.first().filter(|_| !has_columns) {
            if self.is_default {
                return Ok(Vec::new());
            }
            return Err(NameError::NoColumns(format, column.name().to_owned()));
        }
        let mut columns = self.columns.clone();
        for column in columns.iter_mut().filter(|column| column.name() == "file") {
            let is_written = column.is_written();
            *column = GameColumn::file(input);
            if !is_written {
                *column = column.clone().unwritten();
            }
        }
        Ok(columns)
    }

    /// Refuses columns that a table lacks.
    ///
    /// # Errors
    /// The table lacks one, or its beginning is damaged.
    pub fn check(&self, reader: &mut Reader<'_>) -> Result<(), NameError> {
        if self.is_default || self.columns.is_empty() {
            return Ok(());
        }
        let Some(names) = reader.column_names().map_err(NameError::Input)? else {
            return Ok(());
        };
        let has = |name: &str| names.iter().any(|other| other == name);
        let is_there = |column: &&GameColumn| match column.name() {
            // A `movetext` has the values of half-moves in its comments.
            _ if has("movetext") && column.is_of_half_moves() => true,
            "file" | "offset" | "san" => true,
            name @ ("base" | "increment") => has(name) || has("TimeControl"),
            name => has(name),
        };
        let Some(missing) = self.columns.iter().find(|column| !is_there(column)) else {
            return Ok(());
        };
        let names = names.iter().map(String::as_str);
        Err(unknown("column", missing.name(), names))
    }
}
