//! Python bindings of setwise.
//!
//! | module | |
//! |---|---|
//! | `arrays` | NumPy arrays as arguments and results |
//! | `arrow` | Arrow objects, through the PyCapsule interface |
//! | `threads` | pools, and work in parts |
//! | `kernels` | functions over arrays of boards |
//! | `positions`, `inputs` | the class `Positions` and what it is read from |
//! | `sequence`, `bytes` | it as a sequence, and as bytes |
//! | `games`, `reading`, `batch`, `walk` | files: the function `games`, the thread that reads, and what it gives |
//! | `skip`, `loader` | skip rules, and the class `Loader` |
//! | `moves`, `names`, `analysis`, `planes`, `features`, `perft` | its methods |

mod analysis;
mod arrays;
mod arrow;
mod batch;
mod bytes;
mod capsules;
mod features;
mod games;
mod inputs;
mod kernels;
mod loader;
mod moves;
mod names;
mod perft;
mod planes;
mod positions;
mod reading;
mod sequence;
mod skip;
mod threads;
mod walk;

use positions::Positions;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Attacks, legal moves and neural network features of chess positions in batches.
///
/// Bitboards are uint64 with a1 = bit 0, b1 = bit 1, h8 = bit 63. Arrays must be C-contiguous and
/// of the stated dtype. They are not copied. Do not change them in another thread during a call.
/// Where an array is read, an Arrow array of the same type without nulls does as well.
///
/// Errors name the argument. Those of an entry, such as a FEN, have the attribute index. Ctrl-C
/// interrupts each call.
#[pymodule(gil_used = true)]
#[pyo3(name = "setwise")]
fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
    setwise_formats::silence_caught_panics();
    module.add_function(wrap_pyfunction!(kernels::attacks, module)?)?;
    module.add_function(wrap_pyfunction!(kernels::ray_attacks, module)?)?;
    module.add_function(wrap_pyfunction!(kernels::xray_attacks, module)?)?;
    module.add_function(wrap_pyfunction!(kernels::occluded_fill, module)?)?;
    module.add_function(wrap_pyfunction!(features::feature_sets, module)?)?;
    module.add_function(wrap_pyfunction!(sequence::concatenate, module)?)?;
    module.add_function(wrap_pyfunction!(games::games, module)?)?;
    module.add_class::<Positions>()?;
    module.add_class::<games::Games>()?;
    module.add_class::<batch::GameBatch>()?;
    module.add_class::<loader::Loader>()?;
    module.add("LoaderBatch", loader::batch_type(module.py())?)?;
    module.add("TRAINING_SKIP", skip::training(module.py())?)?;
    let sequence = module.py().import("collections.abc")?.getattr("Sequence")?;
    sequence.call_method1("register", (module.py().get_type::<Positions>(),))?;
    let directions: Vec<_> = kernels::DIRECTIONS.split(' ').collect();
    module.add("DIRECTIONS", PyTuple::new(module.py(), directions)?)?;
    module.add("NO_MOVE", moves::NO_MOVE)?;
    module.add("MISSING", setwise_formats::Values::MISSING)?;
    module.add("CHECK", analysis::CHECK)?;
    module.add("CHECKMATE", analysis::CHECKMATE)?;
    module.add("STALEMATE", analysis::STALEMATE)?;
    module.add("INSUFFICIENT_MATERIAL", analysis::INSUFFICIENT_MATERIAL)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}
