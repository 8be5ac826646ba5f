//! The function `games` and the iterator that it returns.

use crate::arrays::wrong_type;
use crate::batch::{GameBatch, name, schema};
use crate::capsules;
use crate::reading::{Message, Plan, Report, Rows, failed, read};
use crate::threads::{self, SIGNALS};
use arrow_array::RecordBatchIterator;
use arrow_schema::ArrowError;
use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyString};
use setwise_formats::{Format, Notice, expand_paths};
use setwise_values::{Condition, GameColumns, Named};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt::Display, io::ErrorKind};

/// The files of games that setwise.games has found, and an iterator of batches of their half-moves.
///
/// A thread reads one batch ahead. pyarrow.RecordBatchReader.from_stream(games), pyarrow.table and
/// polars.DataFrame take the batches as a stream of tables, whose columns are those of GameBatch.
#[pyclass(frozen, module = "setwise")]
pub(crate) struct Games {
    plan: Arc<Plan>,
    batch: usize,
    report: Arc<Mutex<Report>>,
    state: Mutex<State>,
}

enum State {
    Waiting,
    Reading {
        /// The process of the thread that reads.
        process: u32,
        batches: Receiver<Message>,
        /// The thread stops reading when this is dropped.
        _alive: Arc<()>,
    },
    Ended,
}

impl State {
    /// Starts the thread.
    fn reading(games: &Games, batch: usize) -> PyResult<Self> {
        let (give, batches) = sync_channel(1);
        let (plan, report) = (games.plan.clone(), games.report.clone());
        let alive = Arc::new(());
        let seen = Arc::downgrade(&alive);
        let thread = std::thread::Builder::new().name("setwise-games".to_owned());
        let thread = thread.spawn(move || read(&plan, batch, &report, (&give, &seen)));
        thread.map_err(|why| PyRuntimeError::new_err(format!("no thread: {why}")))?;
        Ok(Self::Reading {
            process: std::process::id(),
            batches,
            _alive: alive,
        })
    }
}

impl Games {
    fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        let state = self.state.try_lock();
        state.map_err(|_| PyRuntimeError::new_err("another thread takes a batch"))
    }

    /// Waits for the next rows.
    fn next(&self, py: Python<'_>, batch: usize) -> PyResult<Option<Rows>> {
        py.detach(|| {
            let mut state = self.state()?;
            if matches!(*state, State::Waiting) {
                *state = State::reading(self, batch)?;
            }
            let State::Reading {
                process, batches, ..
            } = &*state
            else {
                return Ok(None);
            };
            if *process != std::process::id() {
                let message =
                    "the games are read by another process; call setwise.games in this one";
                return Err(PyRuntimeError::new_err(message));
            }
            let end = loop {
                match batches.recv_timeout(SIGNALS) {
                    Ok(Message::Rows(rows)) => return Ok(Some(*rows)),
                    Ok(Message::End(None)) => break Ok(None),
                    Ok(Message::End(Some((name, error)))) => break Err(failed(&name, error)),
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                    Err(RecvTimeoutError::Disconnected) => {
                        break Err(PyRuntimeError::new_err("the thread that reads has ended"));
                    }
                }
            };
            *state = State::Ended;
            end
        })
    }

    fn next_batch(&self, py: Python<'_>) -> PyResult<Option<GameBatch>> {
        let rows = self.next(py, self.batch)?;
        rows.map(|rows| GameBatch::new(py, self.plan.clone(), rows))
            .transpose()
    }
}

#[pymethods]
impl Games {
    /// The files, in the order in which they are read: a list of str.
    #[getter]
    fn files(&self) -> Vec<String> {
        let names = self.plan.files.iter();
        names.map(|path| path.display().to_string()).collect()
    }

    /// What was found in the files that are read to their ends, a dict: files, units (games; rows
    /// of tables) and half_moves of them, damaged units, first_damage (str or None), cut (a list of
    /// str: files whose rest is missing, with the reasons), lenient (what was read although its
    /// format does not allow it) and not_kept (what no column holds), dicts of names and numbers.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        let Report {
            files,
            totals,
            first_damage,
            cut,
        } = report.clone();
        drop(report);
        let notices = |is_wanted: fn(Notice) -> bool| {
            let found = PyDict::new(py);
            for notice in Notice::ALL {
                if is_wanted(notice) && totals.notices(notice) > 0 {
                    found.set_item(notice.name(), totals.notices(notice))?;
                }
            }
            PyResult::Ok(found)
        };
        let all = PyDict::new(py);
        all.set_item("files", files)?;
        all.set_item("units", totals.units)?;
        all.set_item("half_moves", totals.records)?;
        all.set_item("damaged", totals.damaged)?;
        all.set_item("first_damage", first_damage)?;
        all.set_item("cut", cut)?;
        all.set_item("lenient", notices(Notice::is_lenient)?)?;
        all.set_item("not_kept", notices(|notice| !notice.is_lenient())?)?;
        Ok(all)
    }

    /// Reads everything into one batch, in constant time per half-move.
    fn all(&self, py: Python<'_>) -> PyResult<GameBatch> {
        if !matches!(*self.state()?, State::Waiting) {
            return Err(PyRuntimeError::new_err("the iteration has begun"));
        }
        let rows = self.next(py, usize::MAX);
        // A second call reads to the end, where the report is completed.
        let end = rows.and_then(|rows| match rows {
            Some(rows) => self.next(py, usize::MAX).map(|_| rows),
            None => Ok(Rows::new(&self.plan, 0)),
        });
        *self.state()? = State::Ended;
        GameBatch::new(py, self.plan.clone(), end?)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<GameBatch>> {
        self.next_batch(py)
    }

    fn __repr__(&self) -> String {
        format!("<setwise.Games of {} files>", self.plan.files.len())
    }

    /// Returns the batches as an Arrow stream of tables. The iterator ends with it.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        slf: &Bound<'py, Self>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let (py, games) = (slf.py(), slf.clone().unbind());
        // Types may differ from those that are asked for: the consumer casts.
        let _ = requested_schema;
        let schema = schema(&games.get().plan);
        let next = move || {
            let table = Python::attach(|py| {
                let batch = games.get().next_batch(py)?;
                batch.map(|batch| batch.table(py)).transpose()
            });
            let table = table.map_err(|error| ArrowError::ExternalError(Box::new(error)));
            table.transpose()
        };
        let tables = RecordBatchIterator::new(std::iter::from_fn(next), schema);
        capsules::of_stream(py, tables)
    }
}

/// Returns the paths of an argument: one, or an iterable of them.
pub(crate) fn paths_of(name: &str, paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let expected = format!("{name}: expected str, os.PathLike or an iterable of these");
    if let Ok(path) = paths.extract() {
        return Ok(vec![path]);
    }
    let Ok(all) = paths.try_iter() else {
        return Err(wrong_type(expected, paths));
    };
    let path = |path: PyResult<Bound<'_, PyAny>>| {
        let path = path?;
        path.extract().map_err(|_| wrong_type(&expected, &path))
    };
    let paths: Vec<_> = all.map(path).collect::<PyResult<_>>()?;
    match paths.is_empty() {
        true => Err(PyValueError::new_err(format!("{name}: no path is given"))),
        false => Ok(paths),
    }
}

/// Returns the files that the paths of an argument stand for.
pub(crate) fn expand(name: &str, paths: &[PathBuf]) -> PyResult<Vec<PathBuf>> {
    expand_paths(paths).map_err(|why| match why.kind() {
        ErrorKind::InvalidInput => PyValueError::new_err(format!("{name}: {why}")),
        _ => why.into(),
    })
}

fn names_of(columns: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(columns) = columns else {
        return Ok(Vec::new());
    };
    let names = columns.extract::<Vec<String>>();
    let is_text = columns.is_instance_of::<PyString>();
    names.ok().filter(|_| !is_text).ok_or_else(|| {
        PyTypeError::new_err("columns: expected a list of str, such as [\"WhiteElo\", \"eval\"]")
    })
}

/// Reads the argument `where`.
pub(crate) fn condition_of(text: &str) -> PyResult<Condition> {
    Condition::parse(text).map_err(|why| PyValueError::new_err(format!("where: {why}")))
}

/// Refuses a file that is missing, of no known format, or without what is asked for.
fn check(plan: &Plan, path: &Path) -> PyResult<()> {
    let name = path.display();
    std::fs::metadata(path).map_err(|why| match why.kind() {
        ErrorKind::NotFound => PyFileNotFoundError::new_err(format!("{name}: {why}")),
        _ => std::io::Error::new(why.kind(), format!("{name}: {why}")).into(),
    })?;
    let wrong = |why: &dyn Display| PyValueError::new_err(format!("{name}: {why}"));
    let format = Format::of_path(path);
    let format = format.ok_or_else(|| wrong(&"the extension is that of no format"))?;
    let of_condition = plan.condition.iter().flat_map(Condition::values).copied();
    let asked = plan.asked.iter().filter_map(|named| match named {
        Named::Value(value) => Some(*value),
        Named::Column(_) => None,
    });
    let stores = plan.columns.fields_of(format);
    if let Some(value) = of_condition
        .chain(asked)
        .find(|value| !stores.contains(value.needs()))
    {
        let (value, needs) = (value.name(), value.needs());
        return Err(wrong(&format!(
            "{format} stores no {needs}, which `{value}` needs"
        )));
    }
    let columns = plan.columns.of_input(&name.to_string(), format);
    columns.map_err(|why| wrong(&why))?;
    if format.is_columnar() {
        let mut reader = match plan.open(path, 0) {
            // A truncated file is counted when it is read.
            Err(error) if error.is_cut() && !plan.strict => return Ok(()),
            reader => reader.map_err(|error| failed(&name.to_string(), error))?,
        };
        let checked = plan.columns.check(&mut reader);
        checked.map_err(|why| wrong(&why))?;
    }
    Ok(())
}

/// Reads the half-moves of games: returns an iterator of batches.
///
/// paths: a file, a folder (its files of known formats), a pattern of file names with * and ?, or
/// an iterable of these. Formats are known by their extensions: .pgn, .binpack, .vf, .bullet,
/// .marlin, .fen, .epd, .txt, .parquet, .arrow, .csv; the text and packed ones also with .gz or
/// .zst.
///
/// columns: names of columns of games (tags such as WhiteElo, Opening, and clock, emt, eval,
/// eval_mate, depth, time, nags, san, base, increment, file, offset; tag:NAME is any tag) and of
/// values (ply, score, outcome, legal_moves, missed_mate and the others that `setwise data filter
/// --help` defines). Times are milliseconds; evaluations and scores are centipawns, and positive
/// numbers are good for White. Times and evaluations are those after the move.
///
/// where: a condition for the half-moves to keep, such as
/// "WhiteElo >= 2200 && missed_mate && clock > 10000".
///
/// threads: the number of threads that read, beside the caller; 0: all cores. batch: the least
/// number of half-moves of a batch, unless nothing follows; batches end between games.
/// final_positions: whether games end with a row of their last position, which has NO_MOVE.
///
/// Damaged games are left out and counted, as are files that are cut: see Games.report. With
/// strict=True they are errors, and so is what a format does not allow but other programs read. A
/// missing file, an unknown column and a wrong condition are errors before anything is read.
///
///     >>> import pathlib, tempfile
///     >>> path = pathlib.Path(tempfile.mkdtemp(), "games.pgn")
///     >>> _ = path.write_text('[WhiteElo "1500"]\n\n1. f3 e5 2. g4 { [%eval -0.4] } d5 0-1\n')
///     >>> for batch in setwise.games(path, columns=["eval", "ply"], where="missed_mate"):
///     ...     print(batch.positions.uci(batch.moves), batch["ply"])
///     ['d7d5'] [3]
#[pyfunction]
#[pyo3(signature = (paths, *, columns=None, r#where=None, threads=1, batch=16384, strict=false, final_positions=false))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn games(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    columns: Option<&Bound<'_, PyAny>>,
    r#where: Option<&str>,
    threads: i64,
    batch: i64,
    strict: bool,
    final_positions: bool,
) -> PyResult<Games> {
    let (given, names) = (paths_of("paths", paths)?, names_of(columns)?);
    let threads = threads::number(threads)?;
    let batch = usize::try_from(batch).ok().filter(|&batch| batch > 0);
    let batch = batch.ok_or_else(|| PyValueError::new_err("batch: expected a positive number"))?;
    let condition = r#where.map(condition_of).transpose()?;
    let wrong = |why: &dyn Display| PyValueError::new_err(format!("columns: {why}"));
    let mut asked: Vec<Named> = Vec::new();
    for text in &names {
        let found = Named::find(text).map_err(|why| wrong(&why))?;
        if asked.iter().any(|other| name(other) == name(&found)) {
            return Err(wrong(&format!("`{text}` stands twice")));
        }
        if matches!(name(&found), "game" | "move") {
            return Err(wrong(&format!("each batch has `{text}`")));
        }
        asked.push(found);
    }
    let of_games = names.iter().zip(&asked);
    let of_games = of_games.filter(|(_, named)| matches!(named, Named::Column(_)));
    let columns = GameColumns::named(of_games.map(|(name, _)| name));
    let columns = columns.map_err(|why| wrong(&why))?;
    let of_condition = condition.as_ref().map_or(&[][..], Condition::columns);
    let mut plan = Plan {
        files: Vec::new(),
        asked,
        columns: columns.and_read(of_condition),
        condition,
        threads,
        strict,
        final_positions,
        lines: false,
    };
    py.detach(|| {
        plan.files = expand("paths", &given)?;
        let is_pgn = |path: &PathBuf| Format::of_path(path) == Some(Format::Pgn);
        let is_value = |named: &Named| matches!(named, Named::Value(_));
        let needs_positions = plan.condition.is_some() || plan.asked.iter().any(is_value);
        plan.lines = !needs_positions && plan.files.iter().all(is_pgn);
        plan.files.iter().try_for_each(|path| check(&plan, path))
    })?;
    Ok(Games {
        plan: Arc::new(plan),
        batch,
        report: Arc::default(),
        state: Mutex::new(State::Waiting),
    })
}
