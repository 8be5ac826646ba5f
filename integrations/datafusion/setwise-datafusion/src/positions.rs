//! The positions of an array.

use datafusion::arrow::array::{Array, ArrayRef};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::error::{DataFusionError, Result};
use setwise_formats::columns::PositionColumn;
use setwise_formats::{ReadError, Record};
use setwise_moves::Position;
use setwise_values::Analyses;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

/// The positions of an array, with their analyses once they are asked for.
pub(crate) struct Positions {
    /// A record for each row. Rows without a valid position have the initial one.
    pub(crate) records: Vec<Record>,
    /// The rows with a valid position.
    pub(crate) valid: NullBuffer,
    /// The first row that is not valid.
    damage: Option<(usize, ReadError)>,
    analyses: OnceLock<Analyses>,
}

impl Positions {
    fn new(array: &ArrayRef) -> Result<Self> {
        let external = |error| DataFusionError::External(Box::new(error));
        let column = PositionColumn::new(array).map_err(external)?;
        let mut records = Vec::with_capacity(array.len());
        let mut valid = Vec::with_capacity(array.len());
        let mut damage = None;
        for row in 0..array.len() {
            let found = column.record(row).unwrap_or_else(|reason| {
                damage.get_or_insert((row, reason));
                None
            });
            valid.push(found.is_some());
            records.push(found.unwrap_or_else(|| Record::from(Position::startpos())));
        }
        Ok(Self {
            records,
            valid: NullBuffer::from(valid),
            damage,
            analyses: OnceLock::new(),
        })
    }

    /// Reads an array. The functions of a query that follow each other on one thread share the
    /// result.
    pub(crate) fn of(array: &ArrayRef) -> Result<Arc<Self>> {
        thread_local! {
            // The array is kept, so that its address is not used for another one.
            static LAST: RefCell<Option<(ArrayRef, Arc<Positions>)>> = const { RefCell::new(None) };
        }
        LAST.with_borrow_mut(|last| {
            if let Some((of, positions)) = last
                && Arc::ptr_eq(of, array)
            {
                return Ok(Arc::clone(positions));
            }
            let positions = Arc::new(Self::new(array)?);
            *last = Some((Arc::clone(array), Arc::clone(&positions)));
            Ok(positions)
        })
    }

    /// Fails if a row is neither null nor a valid position.
    pub(crate) fn check(&self, array: &ArrayRef) -> Result<()> {
        let Some((row, reason)) = &self.damage else {
            return Ok(());
        };
        let text = array_value_to_string(array, *row)?;
        Err(DataFusionError::Execution(format!(
            "invalid position {text}: {reason} (if_valid makes it null)"
        )))
    }

    /// The analyses of all records.
    pub(crate) fn analyses(&self) -> &Analyses {
        self.analyses.get_or_init(|| {
            let mut analyses = Analyses::default();
            analyses.load(&self.records);
            analyses
        })
    }
}
