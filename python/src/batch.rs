//! The class `GameBatch`, which holds half-moves of games and their columns.

use crate::reading::{Cells, Plan, Rows};
use crate::walk::{Games, RowArray};
use crate::{arrays::ArrayResult, capsules, positions::Positions};
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, Int64Array, LargeListArray, RecordBatch,
    StructArray, UInt16Array, UInt32Array,
};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use arrow_select::take::take;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyIterator, PyList, PyString, PyTuple};
use setwise_formats::{ColumnKind, Values};
use setwise_moves::Position;
use setwise_values::Named;
use std::sync::Arc;

/// Half-moves of games that follow each other, and their columns: what setwise.games gives.
///
/// Each half-move is a row. positions are those before the moves; moves is uint16 of shape (n,),
/// NO_MOVE where the file has none; game is the number of the game in all files, uint32 of shape
/// (n,), 0 where there is none; offsets is int64 of shape (g + 1,): the rows of a game are
/// offsets[k]:offsets[k + 1].
///
/// batch[name] has a value for each row. Numbers are an array of int32, with MISSING where there is
/// none; the column offset is int64, with -1. Texts are a list of str and None. nags is a list of
/// lists. Those of the games are batch[name][batch.offsets[:-1]]. dict(batch) has all columns.
/// pyarrow.table(batch) and polars.DataFrame(batch) have the columns game, move and those that were
/// asked for, with nulls where values are missing.
///
///     >>> import pathlib, tempfile
///     >>> path = pathlib.Path(tempfile.mkdtemp(), "games.pgn")
///     >>> _ = path.write_text('[WhiteElo "2100"]\n\n1. e4 e5 1-0\n')
///     >>> batch = setwise.games(path, columns=["WhiteElo", "san"]).all()
///     >>> batch["WhiteElo"].tolist(), batch["san"], batch.offsets.tolist()
///     ([2100, 2100], ['e4', 'e5'], [0, 2])
#[pyclass(frozen, module = "setwise")]
pub(crate) struct GameBatch {
    plan: Arc<Plan>,
    /// The first positions of the games and their numbers, if nothing else has been read.
    lines: Option<(Vec<Position>, Vec<u32>)>,
    positions: PyOnceLock<Py<Positions>>,
    moves: Py<PyArray1<u16>>,
    game: PyOnceLock<Py<PyArray1<u32>>>,
    offsets: Py<PyArray1<i64>>,
    columns: Vec<Column>,
    rows: usize,
}

/// The values of a column.
enum Column {
    Numbers(Py<PyArray1<i32>>),
    Offsets(Py<PyArray1<i64>>),
    Texts(DictionaryArray<Int32Type>),
    Lists(LargeListArray),
}

pub(crate) fn name(named: &Named) -> &str {
    match named {
        Named::Value(value) => value.name(),
        Named::Column(column) => column.name(),
    }
}

/// Returns the columns of a table.
pub(crate) fn schema(plan: &Plan) -> SchemaRef {
    let of = |named: &Named| match named {
        Named::Column(column) if column.name() == "offset" => DataType::Int64,
        Named::Column(column) => match column.kind() {
            ColumnKind::Text => DataType::LargeUtf8,
            ColumnKind::Numbers => {
                DataType::LargeList(Arc::new(Field::new("item", DataType::UInt8, true)))
            }
            _ => DataType::Int32,
        },
        Named::Value(_) => DataType::Int32,
    };
    let own = [("game", DataType::UInt32), ("move", DataType::UInt16)];
    let own = own
        .into_iter()
        .map(|(name, of)| Field::new(name, of, false));
    let asked = plan.asked.iter();
    let asked = asked.map(|named| Field::new(name(named), of(named), true));
    Arc::new(Schema::new(own.chain(asked).collect::<Fields>()))
}

impl GameBatch {
    pub(crate) fn new(py: Python<'_>, plan: Arc<Plan>, mut rows: Rows) -> PyResult<Self> {
        rows.starts.push(rows.moves.len() as i64);
        let (positions, game) = (PyOnceLock::new(), PyOnceLock::new());
        let lines = match plan.lines {
            true => Some((rows.positions, rows.games)),
            false => {
                // Both cells are empty, so that setting them cannot fail.
                let _ = positions.set(py, Py::new(py, Positions(rows.positions))?);
                let _ = game.set(py, PyArray1::from_vec(py, rows.games).unbind());
                None
            }
        };
        let column = |cells| match cells {
            Cells::Numbers(numbers) => Column::Numbers(PyArray1::from_vec(py, numbers).unbind()),
            Cells::Offsets(numbers) => Column::Offsets(PyArray1::from_vec(py, numbers).unbind()),
            Cells::Texts(mut texts) => Column::Texts(texts.finish()),
            Cells::Lists(mut lists) => Column::Lists(lists.finish()),
        };
        Ok(Self {
            plan,
            rows: rows.moves.len(),
            columns: rows.cells.into_iter().map(column).collect(),
            moves: PyArray1::from_vec(py, rows.moves).unbind(),
            offsets: PyArray1::from_vec(py, rows.starts).unbind(),
            lines,
            positions,
            game,
        })
    }

    /// Does something with the games that are read as lines.
    fn walk<T>(
        &self,
        py: Python<'_>,
        starts: &[Position],
        act: impl FnOnce(Games<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        let offsets = self.offsets.bind(py).try_readonly()?;
        let moves = self.moves.bind(py).try_readonly()?;
        let (offsets, moves) = (offsets.as_slice()?, moves.as_slice()?);
        act(Games {
            starts,
            offsets,
            moves,
        })
    }

    /// Returns the table of the batch.
    pub(crate) fn table(&self, py: Python<'_>) -> PyResult<RecordBatch> {
        let game = self.game(py)?.bind(py).try_readonly()?;
        let moves = self.moves.bind(py).try_readonly()?;
        let mut arrays: Vec<ArrayRef> = vec![
            Arc::new(UInt32Array::from(game.as_slice()?.to_vec())),
            Arc::new(UInt16Array::from(moves.as_slice()?.to_vec())),
        ];
        for column in &self.columns {
            arrays.push(match column {
                Column::Numbers(numbers) => {
                    let numbers = numbers.bind(py).try_readonly()?;
                    let numbers = numbers.as_slice()?.iter();
                    let known = |&number: &i32| (number != Values::MISSING).then_some(number);
                    Arc::new(numbers.map(known).collect::<Int32Array>())
                }
                Column::Offsets(numbers) => {
                    let numbers = numbers.bind(py).try_readonly()?;
                    let numbers = numbers.as_slice()?.iter();
                    let known = |&number: &i64| (number >= 0).then_some(number);
                    Arc::new(numbers.map(known).collect::<Int64Array>())
                }
                Column::Texts(texts) => take(texts.values(), texts.keys(), None).map_err(failed)?,
                Column::Lists(lists) => Arc::new(lists.clone()),
            });
        }
        RecordBatch::try_new(schema(&self.plan), arrays).map_err(failed)
    }
}

fn failed(why: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

#[pymethods]
impl GameBatch {
    /// The positions before the moves. They are made when they are first asked for.
    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<&Py<Positions>> {
        self.positions.get_or_try_init(py, || {
            let starts = self.lines.as_ref().map_or(&[][..], |(starts, _)| starts);
            let positions = self.walk(py, starts, |games| Ok(py.detach(|| games.positions())))?;
            Py::new(py, Positions(positions))
        })
    }

    /// Returns a tuple of arrays, which are those of methods of positions: squares, turns,
    /// castling, en_passant, halfmoves, fullmoves. They are made from the moves together, which is
    /// faster.
    ///
    ///     >>> import pathlib, tempfile
    ///     >>> path = pathlib.Path(tempfile.mkdtemp(), "games.pgn")
    ///     >>> _ = path.write_text("1. e4 e5 2. Nf3 *\n")
    ///     >>> squares, turns = setwise.games(path).all().arrays("squares", "turns")
    ///     >>> squares.shape, turns.tolist()
    ///     ((3, 64), [True, False, True])
    #[pyo3(signature = (*names))]
    fn arrays<'py>(&self, py: Python<'py>, names: Vec<String>) -> PyResult<Bound<'py, PyTuple>> {
        let wrong = |name: &&String| !RowArray::NAMES.contains(&name.as_str());
        if let Some(name) = names.iter().find(wrong) {
            RowArray::new(py, name, 0)?;
        }
        let Some((starts, _)) = &self.lines else {
            let positions = self.positions(py)?.bind(py);
            let arrays = names.iter().map(|name| positions.call_method0(name));
            return PyTuple::new(py, arrays.collect::<PyResult<Vec<_>>>()?);
        };
        let mut known: Vec<&str> = names.iter().map(String::as_str).collect();
        known.sort_unstable();
        known.dedup();
        let arrays = known.iter().map(|name| RowArray::new(py, name, self.rows));
        let mut arrays: Vec<RowArray<'_>> = arrays.collect::<PyResult<_>>()?;
        self.walk(py, starts, |games| games.fill(py, &mut arrays))?;
        let of_name = |name: &String| known.iter().position(|other| other == name);
        let arrays = names.iter().flat_map(of_name).flat_map(|i| arrays.get(i));
        PyTuple::new(py, arrays.map(RowArray::object).collect::<Vec<_>>())
    }

    /// The moves, uint16 of shape (n,).
    #[getter]
    fn moves(&self) -> &Py<PyArray1<u16>> {
        &self.moves
    }

    /// The numbers of the games in all files, from 1, uint32 of shape (n,).
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<&Py<PyArray1<u32>>> {
        self.game.get_or_try_init(py, || {
            let numbers = self.lines.as_ref().map_or(&[][..], |(_, numbers)| numbers);
            let offsets = self.offsets.bind(py).try_readonly()?;
            let mut all = Vec::with_capacity(self.rows);
            for (&number, &end) in numbers.iter().zip(offsets.as_slice()?.iter().skip(1)) {
                all.resize(
                    usize::try_from(end).map_or(0, |end| end.min(self.rows)),
                    number,
                );
            }
            Ok(PyArray1::from_vec(py, all).unbind())
        })
    }

    /// The first row of each game, and the number of rows, int64 of shape (g + 1,).
    #[getter]
    fn offsets(&self) -> &Py<PyArray1<i64>> {
        &self.offsets
    }

    /// Returns the names of the columns.
    fn keys(&self) -> Vec<&str> {
        self.plan.asked.iter().map(name).collect()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    fn __repr__(&self) -> String {
        format!("<setwise.GameBatch of {} half-moves>", self.rows)
    }

    /// Returns the values of a column.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> ArrayResult<'py> {
        let names = self.keys();
        let Some(place) = names.iter().position(|name| *name == key) else {
            let message = format!("{key}: the columns are {}", names.join(", "));
            return Err(PyKeyError::new_err(message));
        };
        match &self.columns[place] {
            Column::Numbers(numbers) => Ok(numbers.bind(py).clone().into_any()),
            Column::Offsets(numbers) => Ok(numbers.bind(py).clone().into_any()),
            Column::Texts(texts) => {
                let distinct = texts.values().as_string::<i64>().iter();
                let distinct = distinct.map(|text| PyString::new(py, text.unwrap_or_default()));
                let distinct: Vec<_> = distinct.collect();
                let all = texts
                    .keys()
                    .iter()
                    .map(|key| Some(&distinct[key? as usize]));
                Ok(PyList::new(py, all.collect::<Vec<_>>())?.into_any())
            }
            Column::Lists(lists) => {
                let list = |i| {
                    let numbers = lists.value(i);
                    let numbers = numbers.as_primitive::<arrow_array::types::UInt8Type>();
                    PyList::new(py, numbers.values())
                };
                let all: PyResult<Vec<_>> = (0..lists.len()).map(list).collect();
                Ok(PyList::new(py, all?)?.into_any())
            }
        }
    }

    /// Returns the table as an Arrow array of structs: pyarrow.table(batch).
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Types may differ from those that are asked for: the consumer casts.
        let _ = requested_schema;
        let table = StructArray::from(self.table(py)?);
        let field = Field::new("", table.data_type().clone(), false);
        capsules::of_array(py, &field, &table)
    }
}
