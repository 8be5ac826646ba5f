//! The class `Loader`: batches of training data for trainers.

use crate::arrays::{Out, Output, choice};
use crate::features::perspectives_of;
use crate::games::{condition_of, expand, paths_of};
use crate::skip::{name_of, rules_of, unsigned};
use crate::threads::{self, SIGNALS};
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PySlice, PyTuple};
use setwise_loader::{Batch, Builder, Error, FeatureMemory, Meter, OnDamage, Rule};
use std::io::ErrorKind;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Batches of features and labels of training data, for trainers: an iterator of LoaderBatch.
///
/// files: a file, a folder, a pattern of file names with * and ?, or an iterable of these:
/// .binpack, .vf (viriformat), .bullet, .marlin, .txt (bullet text), .epd, .pgn (without scores),
/// not compressed. features: names of feature_sets() joined by "+" in any order. batch_size: the
/// rows of a batch; only the last one may have less. width: the length of padded rows, which end
/// with -1; without it rows have no gaps and are found by offsets. perspectives: "white-black" or
/// "mover-other" (the side to move first).
///
/// skip: a dict of rules by which positions are skipped, such as TRAINING_SKIP; see the stubs.
/// where: a condition as of `setwise data`, which delivered positions fulfill, such as
/// "!in_check && -2000 < score && score < 2000". Its score is White's; batches have that of the
/// side to move.
///
/// threads: the number of threads that decode beside the caller; 0: all cores. It does not
/// change the batches. seed: of the order and of the skip rules: equal seeds give equal batches.
/// shuffle: how many rows are shuffled together, at least; 0 keeps the order of the files. cyclic:
/// whether the files are read again and again. rank, world_size: the part of the data of this
/// process; all parts are disjoint. on_damage: "raise", or "skip" to leave out and count what is
/// damaged.
///
/// All arguments are checked before a file is read. Threads decode ahead in the background; a
/// loader belongs to the process that makes it, so make it in each worker of a DataLoader. Ctrl-C
/// interrupts the wait for a batch. The memory of a batch is used again when no array, view or
/// tensor of it is left.
///
///     >>> import pathlib, tempfile
///     >>> record = bytes.fromhex("ffff00000000ffff1342253100000000888888889bcaadb91900010404000000")
///     >>> path = pathlib.Path(tempfile.mkdtemp(), "startpos.bullet")
///     >>> _ = path.write_bytes(100 * record)
///     >>> for batch in setwise.Loader(path, features="chess-768", batch_size=64):
///     ...     print(len(batch.score), batch.first.shape, batch.offsets[:3], batch.score[0])
///     64 (2048,) [ 0 32 64] 25.0
///     36 (1152,) [ 0 32 64] 25.0
#[pyclass(frozen, module = "setwise")]
pub(crate) struct Loader {
    builder: Builder,
    /// The length of padded rows.
    width: Option<usize>,
    batch_size: usize,
    num_features: u32,
    max_active: usize,
    meter: Mutex<Meter>,
    running: Mutex<Running>,
    pool: Mutex<Vec<Arrays>>,
}

/// The number of sets of arrays that are kept for reuse.
const POOL: usize = 4;

/// A loader with its threads.
struct Running {
    loader: Option<setwise_loader::Loader>,
    /// The process of the threads.
    process: u32,
    has_ended: bool,
}

impl Running {
    fn new(builder: Builder) -> PyResult<Self> {
        Ok(Self {
            loader: Some(builder.open().map_err(failure)?),
            process: std::process::id(),
            has_ended: false,
        })
    }

    /// Waits for a batch, and writes it. Returns the number of its rows, 0 at the end. The
    /// interpreter must be detached.
    fn next_into(&mut self, batch: &mut Batch<'_>) -> PyResult<usize> {
        let loader = self.loader()?;
        while !loader.wait(SIGNALS) {
            Python::attach(|py| py.check_signals())?;
        }
        let rows = loader.next_into(batch).map_err(failure)?.unwrap_or(0);
        self.has_ended |= rows == 0;
        Ok(rows)
    }

    fn loader(&mut self) -> PyResult<&mut setwise_loader::Loader> {
        let is_here = self.process == std::process::id();
        let loader = self.loader.as_mut().filter(|_| is_here);
        loader.ok_or_else(|| {
            PyRuntimeError::new_err(
                "the loader belongs to another process: make it in the worker, with its rank",
            )
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // After a fork, this process lacks the threads, and a drop would wait for them forever.
            std::mem::forget(self.loader.take());
        }
    }
}

/// The arrays of a batch, as long as a full one: those of [`FIELDS`] in order, without offsets.
struct Arrays([Py<PyAny>; 6], Option<Py<PyAny>>);

/// Arrays to write to, in the same order.
type Places<'a, 'py> = ([&'a Bound<'py, PyAny>; 6], Out<'a, 'py>);

impl Arrays {
    fn new(py: Python<'_>, loader: &Loader) -> PyResult<Self> {
        let n = loader.batch_size;
        let row = [n, loader.width.unwrap_or(loader.max_active)];
        let shape = match loader.width {
            Some(_) => &row[..],
            // Pages that no batch writes to take no memory.
            None => &[n * row[1]],
        };
        let ints = |shape: &[usize]| -> PyResult<_> {
            Ok(Output::<i32>::new(py, None, shape)?.into_array().unbind())
        };
        let floats = || Output::<f32>::new(py, None, &[n]).map(|new| new.into_array().unbind());
        let offsets = loader.width.is_none().then(|| ints(&[n + 1]));
        let (first, second, pieces) = (ints(shape)?, ints(shape)?, ints(&[n])?);
        let arrays = [first, second, floats()?, floats()?, floats()?, pieces];
        Ok(Self(arrays, offsets.transpose()?))
    }

    /// Returns whether there are no other references to the arrays, such as views.
    fn are_free(&self, py: Python<'_>) -> PyResult<bool> {
        let count = py.import("sys")?.getattr("getrefcount")?;
        let references = |array: &Py<PyAny>| count.call1((array,))?.extract::<usize>();
        // The call itself holds some references: as many as it counts for a new object.
        let alone = references(&PyList::empty(py).into_any().unbind())?;
        for array in self.0.iter().chain(&self.1) {
            if references(array)? > alone {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn places<'py>(&self, py: Python<'py>) -> Places<'_, 'py> {
        let offsets = self.1.as_ref().map(|array| array.bind(py));
        (self.0.each_ref().map(|array| array.bind(py)), offsets)
    }

    /// The batch of the first rows, as a tuple of Python.
    fn batch<'py>(&self, py: Python<'py>, rows: usize) -> PyResult<Bound<'py, PyAny>> {
        let front = |(array, count): (&Py<PyAny>, usize)| {
            let slice = PySlice::new(py, 0, count as isize, 1);
            array.bind(py).get_item(slice)
        };
        let offsets = self.1.as_ref().map(|array| front((array, rows + 1)));
        let offsets = offsets.transpose()?;
        let entries = match &offsets {
            None => rows,
            Some(offsets) => offsets.get_item(rows)?.extract()?,
        };
        let counts = [entries, entries, rows, rows, rows, rows];
        let fields: PyResult<Vec<_>> = self.0.iter().zip(counts).map(front).collect();
        let mut fields = fields?;
        fields.insert(2, offsets.unwrap_or_else(|| py.None().into_bound(py)));
        batch_type(py)?.call1(PyTuple::new(py, fields)?)
    }
}

/// The fields of a batch, in order.
const FIELDS: [&str; 7] = [
    "first", "second", "offsets", "score", "outcome", "white", "pieces",
];

const BATCH_HELP: &str = r#"A batch of a Loader: a named tuple of NumPy arrays. torch.utils.data.default_convert makes tensors of them, without a copy.

first, second: int32, the features of both perspectives. offsets: int32 of shape (rows + 1,): row i is from offsets[i] to
offsets[i + 1], as torch.nn.EmbeddingBag(..., include_last_offset=True) takes it. With a width, offsets is None, first and second have
the shape (rows, width), and rows end with -1. score: float32 in the units of the file, as the side to move sees it. outcome: float32,
the points of the side to move (0, 0.5, 1). white: float32, 1 if White is to move, else 0. pieces: int32, the number of pieces.

    >>> setwise.LoaderBatch._fields
    ('first', 'second', 'offsets', 'score', 'outcome', 'white', 'pieces')
"#;

/// Returns the class `LoaderBatch`. It is a named tuple, of which PyTorch makes tensors.
pub(crate) fn batch_type(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static TYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = TYPE.get_or_try_init(py, || {
        let arguments = PyDict::new(py);
        arguments.set_item("module", "setwise")?;
        let make = py.import("collections")?.getattr("namedtuple")?;
        let class = make.call(("LoaderBatch", FIELDS), Some(&arguments))?;
        class.setattr("__doc__", BATCH_HELP)?;
        PyResult::Ok(class.unbind())
    })?;
    Ok(class.bind(py))
}

/// The argument or the file that an error is about.
fn failure(error: Error) -> PyErr {
    let argument = match &error {
        Error::Open(_, why) if why.kind() == ErrorKind::NotFound => {
            return PyFileNotFoundError::new_err(error.to_string());
        }
        Error::Open(..) => return PyOSError::new_err(error.to_string()),
        Error::Thread => return PyRuntimeError::new_err(error.to_string()),
        Error::Features(_) => "features: ",
        Error::Condition(name) => {
            let message = format!("where: `{name}` is not known of training data");
            return PyValueError::new_err(message);
        }
        Error::Rule(_) => "skip: ",
        Error::BatchSize(_) => "batch_size: ",
        Error::Rank(..) | Error::NoUnits(..) => "rank: ",
        Error::RowTooShort { .. } => "width: ",
        _ => "",
    };
    PyValueError::new_err(format!("{argument}{error}"))
}

fn size(name: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number = usize::try_from(unsigned(name, value)?);
    number.map_err(|_| PyValueError::new_err(format!("{name}: {value} is too large")))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Loader {
    fn running(&self) -> PyResult<MutexGuard<'_, Running>> {
        let running = self.running.try_lock();
        running.map_err(|_| PyRuntimeError::new_err("another thread takes a batch"))
    }

    /// Writes a batch into arrays. Returns the number of its rows.
    fn fill(&self, py: Python<'_>, places: Places<'_, '_>) -> PyResult<usize> {
        let ([first, second, score, outcome, white, pieces], offsets) = places;
        let axes: &[_] = match self.width {
            Some(_) => &[None, self.width],
            None => &[None],
        };
        let mut first = Output::<i32>::of("first", first, axes)?;
        let mut second = Output::<i32>::of("second", second, axes)?;
        let mut score = Output::<f32>::any_length("score", score)?;
        let mut outcome = Output::<f32>::any_length("outcome", outcome)?;
        let mut white = Output::<f32>::any_length("white", white)?;
        let mut pieces = Output::<i32>::any_length("pieces", pieces)?;
        let (first, second) = (first.entries()?, second.entries()?);
        let mut ends;
        let features = match (self.width, offsets) {
            (Some(stride), _) => FeatureMemory::Padded {
                first,
                second,
                stride,
            },
            (None, Some(offsets)) => {
                ends = Output::<i32>::any_length("offsets", offsets)?;
                FeatureMemory::Csr {
                    first,
                    second,
                    offsets: ends.entries()?,
                }
            }
            (None, None) => {
                let message = "offsets: rows without width need an array";
                return Err(PyValueError::new_err(message));
            }
        };
        let mut batch = Batch {
            features,
            mover_score: score.entries()?,
            outcome: outcome.entries()?,
            white: white.entries()?,
            pieces: pieces.entries()?,
        };
        py.detach(|| self.running()?.next_into(&mut batch))
    }

    /// Takes arrays without other references out of the pool, or makes them.
    fn arrays(&self, py: Python<'_>) -> PyResult<Arrays> {
        let mut pool = std::mem::take(&mut *lock(&self.pool));
        let mut free = None;
        for (place, arrays) in pool.iter().enumerate() {
            if arrays.are_free(py)? {
                free = Some(place);
                break;
            }
        }
        let free = free.map(|place| pool.swap_remove(place));
        lock(&self.pool).append(&mut pool);
        free.map_or_else(|| Arrays::new(py, self), Ok)
    }
}

#[pymethods]
impl Loader {
    #[new]
    #[pyo3(signature = (
        files, *, features="half-ka-v2-hm-training", batch_size=None, width=None, perspectives="white-black", skip=None, r#where=None,
        threads=1, seed=None, shuffle=None, cyclic=false, rank=None, world_size=None, on_damage="raise"
    ), text_signature = "(files, *, features='half-ka-v2-hm-training', batch_size=16384, width=None, perspectives='white-black', \
        skip=None, where=None, threads=1, seed=0, shuffle=1048576, cyclic=False, rank=0, world_size=1, on_damage='raise')")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        files: &Bound<'_, PyAny>,
        features: &str,
        batch_size: Out<'_, '_>,
        width: Out<'_, '_>,
        perspectives: &str,
        skip: Out<'_, '_>,
        r#where: Option<&str>,
        threads: i64,
        seed: Out<'_, '_>,
        shuffle: Out<'_, '_>,
        cyclic: bool,
        rank: Out<'_, '_>,
        world_size: Out<'_, '_>,
        on_damage: &str,
    ) -> PyResult<Self> {
        let paths = paths_of("files", files)?;
        let or = |name, value: Out<'_, '_>, default| {
            value.map_or(Ok(default), |value| unsigned(name, value))
        };
        let perspectives = perspectives_of(perspectives)?;
        let on_damages = [("raise", OnDamage::Stop), ("skip", OnDamage::Skip)];
        let on_damage = choice("on_damage", on_damage, on_damages)?;
        let width = width.map(|width| size("width", width)).transpose()?;
        let mut builder = setwise_loader::Loader::builder()
            .features(features)
            .perspectives(perspectives)
            .threads(threads::number(threads)?)
            .seed(or("seed", seed, 0)?)
            .cyclic(cyclic)
            .rank(or("rank", rank, 0)?, or("world_size", world_size, 1)?)
            .on_damage(on_damage);
        if let Some(rows) = batch_size {
            builder = builder.batch_size(size("batch_size", rows)?);
        }
        if let Some(rows) = shuffle {
            builder = builder.shuffle(size("shuffle", rows)?);
        }
        if let Some(rules) = skip {
            builder = builder.rules(rules_of(rules)?);
        }
        if let Some(text) = r#where {
            builder = builder.condition(condition_of(text)?);
        }
        let (builder, running) = py.detach(|| {
            let builder = builder.files(expand("files", &paths)?);
            PyResult::Ok((builder.clone(), Running::new(builder)?))
        })?;
        let mut running = running;
        let loader = running.loader()?;
        Ok(Self {
            builder,
            width,
            batch_size: loader.batch_size(),
            num_features: loader.size(),
            max_active: loader.max_active(),
            meter: Mutex::new(loader.meter()),
            running: Mutex::new(running),
            pool: Mutex::default(),
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyResult<PyRef<'_, Self>> {
        if slf.running()?.has_ended {
            let message = "the loader has ended: make another one, or pass cyclic=True";
            return Err(PyRuntimeError::new_err(message));
        }
        Ok(slf)
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let arrays = self.arrays(py)?;
        let rows = self.fill(py, arrays.places(py));
        let batch = match rows {
            Ok(0) => Ok(None),
            Ok(rows) => arrays.batch(py, rows).map(Some),
            Err(error) => Err(error),
        };
        let mut pool = lock(&self.pool);
        if pool.len() < POOL {
            pool.push(arrays);
        }
        batch
    }

    /// Writes the next batch into arrays of yours, such as those of pinned tensors, and returns the
    /// number of its rows, 0 at the end.
    ///
    /// The arrays are those of LoaderBatch, for batch_size rows or more; with a width, first and
    /// second have the shape (n, width) and offsets is None. Without it they have room for all
    /// features of the batch, such as batch_size * max_active. A batch for which there is not
    /// enough room is lost.
    ///
    ///     >>> import pathlib, tempfile
    ///     >>> record = bytes.fromhex("ffff00000000ffff1342253100000000888888889bcaadb91900010404000000")
    ///     >>> path = pathlib.Path(tempfile.mkdtemp(), "startpos.bullet")
    ///     >>> _ = path.write_bytes(100 * record)
    ///     >>> loader = setwise.Loader(path, features="chess-768", batch_size=64, width=32)
    ///     >>> first, second = np.empty((2, 64, 32), np.int32)
    ///     >>> score, outcome, white = np.empty((3, 64), np.float32)
    ///     >>> pieces = np.empty(64, np.int32)
    ///     >>> loader.next_into(first, second, score=score, outcome=outcome, white=white, pieces=pieces)
    ///     64
    #[pyo3(signature = (first, second, *, offsets=None, score, outcome, white, pieces))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn next_into(
        &self,
        py: Python<'_>,
        first: &Bound<'_, PyAny>,
        second: &Bound<'_, PyAny>,
        offsets: Out<'_, '_>,
        score: &Bound<'_, PyAny>,
        outcome: &Bound<'_, PyAny>,
        white: &Bound<'_, PyAny>,
        pieces: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let arrays = [first, second, score, outcome, white, pieces];
        self.fill(py, (arrays, offsets))
    }

    /// Returns the place after the last batch, a dict of str, which can be saved in any way.
    ///
    ///     >>> import pathlib, tempfile
    ///     >>> record = bytes.fromhex("ffff00000000ffff1342253100000000888888889bcaadb91900010404000000")
    ///     >>> path = pathlib.Path(tempfile.mkdtemp(), "startpos.bullet")
    ///     >>> _ = path.write_bytes(100 * record)
    ///     >>> loader = setwise.Loader(path, features="chess-768", batch_size=64)
    ///     >>> _, state = next(loader), loader.state_dict()
    ///     >>> again = setwise.Loader(path, features="chess-768", batch_size=64)
    ///     >>> again.load_state_dict(state)
    ///     >>> len(next(again).score)
    ///     36
    fn state_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let state = PyBytes::new(py, &self.running()?.loader()?.state());
        let all = PyDict::new(py);
        all.set_item("state", state.call_method0("hex")?)?;
        Ok(all)
    }

    /// Goes to a place of state_dict(), of a loader of the same files, skip rules, condition, seed,
    /// shuffle, cyclic, rank and world_size, in this process or another one. ValueError for any
    /// other state.
    ///
    ///     >>> import pathlib, tempfile
    ///     >>> record = bytes.fromhex("ffff00000000ffff1342253100000000888888889bcaadb91900010404000000")
    ///     >>> path = pathlib.Path(tempfile.mkdtemp(), "startpos.bullet")
    ///     >>> _ = path.write_bytes(100 * record)
    ///     >>> loader = setwise.Loader(path, features="chess-768", batch_size=64)
    ///     >>> state = loader.state_dict()
    ///     >>> sizes = [len(batch.score) for batch in loader]
    ///     >>> loader.load_state_dict(state)
    ///     >>> sizes == [len(batch.score) for batch in loader]
    ///     True
    fn load_state_dict(&self, py: Python<'_>, state: &Bound<'_, PyDict>) -> PyResult<()> {
        let text = state.get_item("state")?;
        let bytes = text.and_then(|text| {
            let bytes = py.get_type::<PyBytes>().call_method1("fromhex", (text,));
            bytes.ok()?.extract::<Vec<u8>>().ok()
        });
        let bytes = bytes.ok_or_else(|| {
            PyValueError::new_err("state: expected a dict of Loader.state_dict()")
        })?;
        let builder = self.builder.clone().resume(&bytes);
        let meter = py.detach(|| {
            let mut running = self.running()?;
            let mut other = Running::new(builder)?;
            let meter = other.loader()?.meter();
            *running = other;
            PyResult::Ok(meter)
        })?;
        *lock(&self.meter) = meter;
        Ok(())
    }

    /// Returns numbers since the loader was made or its state was loaded, a dict: bytes read,
    /// positions decoded, skipped (a dict of rules and numbers), excluded (by the condition),
    /// delivered, damaged, and the seconds that threads have waited for the disk and for the
    /// consumer, and the consumer for threads (starved). It can be called from any thread at any
    /// time. Threads are ahead of the batches.
    ///
    ///     >>> import pathlib, tempfile
    ///     >>> record = bytes.fromhex("ffff00000000ffff1342253100000000888888889bcaadb91900010404000000")
    ///     >>> path = pathlib.Path(tempfile.mkdtemp(), "startpos.bullet")
    ///     >>> _ = path.write_bytes(100 * record)
    ///     >>> loader = setwise.Loader(path, where="score > 25")
    ///     >>> list(loader), loader.counters()["excluded"]
    ///     ([], 100)
    fn counters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counters = lock(&self.meter).counters();
        let skipped = PyDict::new(py);
        for rule in Rule::ALL {
            skipped.set_item(name_of(rule), counters.skipped_by(rule))?;
        }
        let all = PyDict::new(py);
        all.set_item("bytes", counters.bytes)?;
        all.set_item("decoded", counters.decoded)?;
        all.set_item("skipped", skipped)?;
        all.set_item("excluded", counters.excluded)?;
        all.set_item("delivered", counters.delivered)?;
        all.set_item("damaged", counters.damaged)?;
        all.set_item("disk", counters.disk.as_secs_f64())?;
        all.set_item("consumer", counters.consumer.as_secs_f64())?;
        all.set_item("starved", counters.starved.as_secs_f64())?;
        Ok(all)
    }

    /// Returns the first hundred damaged places: a list of (file, offset in bytes, reason).
    ///
    ///     >>> import pathlib, tempfile
    ///     >>> path = pathlib.Path(tempfile.mkdtemp(), "zeros.bullet")
    ///     >>> _ = path.write_bytes(bytes(32))
    ///     >>> loader = setwise.Loader(path, on_damage="skip")
    ///     >>> list(loader), [offset for file, offset, reason in loader.damages()]
    ///     ([], [0])
    fn damages(&self) -> PyResult<Vec<(String, u64, String)>> {
        let damages = self.running()?.loader()?.damages().into_iter();
        let damage = |damage: setwise_loader::Damage| {
            let path = damage.path.display().to_string();
            (path, damage.offset, damage.reason.to_string())
        };
        Ok(damages.map(damage).collect())
    }

    /// The number of rows of a batch.
    #[getter]
    fn batch_size(&self) -> usize {
        self.batch_size
    }

    /// The number of different features, which is that of the rows of an embedding.
    #[getter]
    fn num_features(&self) -> u32 {
        self.num_features
    }

    /// A number of features per perspective that no position exceeds, however odd.
    #[getter]
    fn max_active(&self) -> usize {
        self.max_active
    }
}
