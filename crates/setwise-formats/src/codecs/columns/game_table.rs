use super::encode::{BatchWriter, Made};
use super::games::{GameBatches, MoveNotation};
use super::{arrow, csv};
use crate::stream::Extras;
use crate::vocabulary::{Fields, Format, GameColumn, Record};
use std::io::{self, Error, ErrorKind, Write};

/// Writes games as rows of a table that is read as games again: the [`GameBatches`] of records that
/// follow each other.
///
/// ```
/// use setwise_formats::columns::{GameTable, MoveNotation};
/// use setwise_formats::{Error, Format, GameColumn, ReadOptions, Reader, Record};
/// let text = "[White \"Ann\"]\n\n1. e4 { [%clk 0:03:00] } e5 1-0\n\n[White \"Bob\"]\n\n*\n";
/// let columns: Vec<_> = ["White", "clock"].map(|name| GameColumn::named(name).unwrap()).into();
/// let options = ReadOptions::default().final_positions(true).columns(columns.clone());
/// let mut reader = Reader::new(text.as_bytes(), Format::Pgn, options);
/// let mut table = GameTable::new(Vec::new(), Format::Csv, &columns, MoveNotation::Uci)?;
/// reader.read_all(|| |_: &mut Vec<Record>| (), |batch| {
///     let batch = batch?;
///     table.push(batch.records, batch.extras).map_err(Error::Write)
/// })?;
/// let (csv, games) = table.finish()?;
/// assert_eq!(games, 2);
/// assert_eq!(String::from_utf8(csv)?, "game,White,Result,FEN,plies,moves,clock\n\
///     1,Ann,1-0,,2,e2e4 e7e5,180000 -\n2,Bob,*,,0,\"\",\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameTable<W> {
    output: W,
    made: Made,
    file: Box<dyn BatchWriter>,
    games: GameBatches,
    written: u64,
}

impl<W: Write> GameTable<W> {
    /// Begins a table in a format of columns. The columns are those that the reader was asked for.
    ///
    /// # Errors
    /// The format is no table, or the output fails.
    pub fn new(
        output: W,
        format: Format,
        columns: &[GameColumn],
        notation: MoveNotation,
    ) -> io::Result<Self> {
        let open = match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => super::parquet::create,
            Format::Arrow => arrow::create,
            Format::Csv => csv::create,
            other => {
                let why = format!("{other} is no table");
                return Err(Error::new(ErrorKind::Unsupported, why));
            }
        };
        let (made, games) = (Made::default(), GameBatches::new(columns, notation));
        Ok(Self {
            output,
            file: open(made.clone(), games.schema())?,
            made,
            games,
            written: 0,
        })
    }

    /// Adds records in the order of their games.
    ///
    /// # Errors
    /// The output fails.
    pub fn push(&mut self, records: &[Record], extras: &Extras) -> io::Result<()> {
        self.games.push(records, extras).map_err(Error::other)?;
        self.write()
    }

    /// The fields of records that no column holds ([`GameBatches::lost`]).
    pub fn lost(&self) -> impl Iterator<Item = (Fields, u64)> {
        self.games.lost()
    }

    /// The number of records with values of columns that no row holds
    /// ([`GameBatches::lost_columns`]).
    pub const fn lost_columns(&self) -> u64 {
        self.games.lost_columns()
    }

    /// Ends the game that is open: the next record begins another.
    pub fn end_game(&mut self) {
        self.games.end_game();
    }

    fn write(&mut self) -> io::Result<()> {
        while let Some(batch) = self.games.take_batch() {
            self.written += batch.num_rows() as u64;
            self.file.write_batch(&batch)?;
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut bytes = self.made.bytes();
        self.output.write_all(&bytes)?;
        bytes.clear();
        Ok(())
    }

    /// Ends the last game and the table, and returns the output and the number of games.
    ///
    /// # Errors
    /// The output fails.
    pub fn finish(mut self) -> io::Result<(W, u64)> {
        self.games.end().map_err(Error::other)?;
        self.write()?;
        self.file.finish_file()?;
        self.flush()?;
        Ok((self.output, self.written))
    }
}
