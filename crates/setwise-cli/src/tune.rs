use anyhow::{Context, Result, ensure};
use clap::Args;
use setwise::selection::{FILE_VARIABLE, LEVELS, TunedSelection, rules, selected};
use setwise::{Direction, EntryArguments, EntryPoint, Kernel};
use setwise_program::files::replace;
use setwise_program::number::{boards, ns};
use setwise_program::progress::progress;
use setwise_program::table::Table;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Measure which kernel suits which call on this CPU, in about three seconds, and write the
/// selection to a file.
///
/// A program loads the file by `setwise::selection::select_file`, or by the environment variable
/// SETWISE_SELECTION if it calls `setwise::selection::select_file_from_env`, as this program does.
/// The file is refused on another CPU, by another version of setwise, and if it is damaged.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: setwise tune --out setwise.selection && SETWISE_SELECTION=setwise.selection setwise cpu"
)]
pub(crate) struct TuneArgs {
    /// File for the selection
    #[arg(long, value_name = "FILE", default_value = "setwise.selection")]
    out: PathBuf,
}

/// The greatest number of positions, and the time for each kernel, call and number of positions.
/// Development builds only show that the command works: their kernels are many times as slow.
const MOST: usize = 1 << if cfg!(debug_assertions) { 15 } else { 20 };
const TIME: Duration = Duration::from_micros(if cfg!(debug_assertions) { 0 } else { 2000 });

/// The measured numbers of positions per call.
const SIZES: [usize; 13] = [1, 2, 3, 4, 8, 16, 24, 32, 48, 64, 1024, MOST / 16, MOST];

/// A kernel replaces another one if it takes less than this share of the other's time.
const GAIN: f64 = 0.97;

/// A kernel for some number of positions or more, with its time and that of the rules' kernel.
struct Measured {
    entry: EntryPoint,
    from: usize,
    kernel: &'static str,
    time: f64,
    usual: &'static str,
    usual_time: f64,
}

pub(crate) fn run(args: &TuneArgs) -> Result<String> {
    let mut memory = Memory::new();
    let mut rows = Vec::new();
    let calls = EntryPoint::ALL.len() as u64;
    let progress = progress(Some(calls), "{percent}%, about {eta} left");
    for &entry in progress.wrap_iter(EntryPoint::ALL.iter()) {
        rows.extend(measure(entry, &mut memory)?);
    }
    progress.finish_and_clear();
    let choices = rows.iter().map(|row| (row.entry, row.from, row.kernel));
    let selection = TunedSelection::new(choices)?;
    replace(&args.out, &selection.to_string())?;
    let table = Table::of(&rows)
        .text("call", |row| row.entry.to_string())
        .number("from positions", boards, |row| row.from)
        .text("kernel", |row| row.kernel.to_string())
        .number("ns", ns, |row| row.time)
        .text("kernel of the rules", |row| row.usual.to_string())
        .number("ns", ns, |row| row.usual_time);
    let (table, out) = (table.plain(), args.out.display());
    Ok(format!(
        "{table}\nselection: {out}; {FILE_VARIABLE}={out} makes setwise use it\n"
    ))
}

/// Boards for all calls. Their contents do not matter: no time depends on them.
struct Memory {
    inputs: [Vec<u64>; 4],
    outputs: [Vec<u64>; 8],
}

impl Memory {
    fn new() -> Self {
        let spread = |seed: u64, at: usize| (at as u64 + 1).wrapping_mul(seed);
        let column = |seed: u64| (0..MOST).map(|at| spread(seed, at)).collect();
        let seeds = [
            0x9e37_79b9_7f4a_7c15,
            0xbf58_476d_1ce4_e5b9,
            0x94d0_49bb_1331_11eb,
            3,
        ];
        Self {
            inputs: seeds.map(column),
            outputs: std::array::from_fn(|_| vec![0; MOST]),
        }
    }

    /// Returns the ns per board of some kernels in a call: the fastest of several passes, since
    /// other programs only add to the time. The kernels take turns, since the clock of the CPU
    /// changes.
    fn times(&mut self, kernels: &[&'static Kernel], entry: EntryPoint, n: usize) -> Vec<f64> {
        // Enough calls that reading the clock does not matter.
        let calls = (2048 / n).max(1);
        let inputs: Vec<&[u64]> = self.inputs.iter().map(|column| &column[..n]).collect();
        let columns = EntryArguments::new(&inputs[..entry.inputs().len()], Direction::North);
        let outputs = self.outputs.iter_mut().take(entry.outputs());
        let mut outputs: Vec<&mut [u64]> = outputs.map(|column| &mut column[..n]).collect();
        let mut best = vec![f64::INFINITY; kernels.len()];
        let (begin, time) = (Instant::now(), TIME * kernels.len() as u32);
        let mut passes = 0;
        while passes < 3 || begin.elapsed() < time {
            for (kernel, best) in kernels.iter().zip(&mut best) {
                let Some(runner) = kernel.runner() else {
                    continue;
                };
                let start = Instant::now();
                let called =
                    (0..calls).try_for_each(|_| runner.call_columns(entry, &columns, &mut outputs));
                if called.is_ok() {
                    *best = best.min(start.elapsed().as_secs_f64() * 1e9 / (calls * n) as f64);
                }
            }
            passes += 1;
        }
        best
    }
}

/// Measures the kernels that the rules of any level name for a call, and returns the best for each
/// number of boards.
fn measure(entry: EntryPoint, memory: &mut Memory) -> Result<Vec<Measured>> {
    let all = LEVELS.iter().flat_map(|level| rules(level));
    let named = all.filter(|rule| rule.entry == entry);
    let named = named.filter_map(|rule| Kernel::named(rule.kernel));
    let mut kernels: Vec<&'static Kernel> = named.collect();
    kernels.retain(|kernel| kernel.is_supported() && kernel.serves(entry));
    kernels.sort_by_key(|kernel| kernel.name());
    kernels.dedup_by_key(|kernel| kernel.name());
    let (sizes, most) = match entry.is_batch() {
        true => (&SIZES[..], TunedSelection::MAX_ROWS),
        false => (&SIZES[..1], 1),
    };
    let usual = selected();
    let mut rows: Vec<Measured> = Vec::new();
    for &n in sizes {
        let mut kernels = kernels.clone();
        // Streaming kernels compete at the greatest number only: smaller results should stay in the
        // caches for the code that reads them.
        kernels.retain(|kernel| !kernel.streams() || n == MOST);
        let times = memory.times(&kernels, entry, n);
        let times: Vec<(&Kernel, f64)> = kernels.into_iter().zip(times).collect();
        let time_of = |name: &str| {
            let measured = times.iter().find(|(kernel, _)| kernel.name() == name);
            measured.map(|(_, time)| *time)
        };
        let best = times.iter().min_by(|a, b| a.1.total_cmp(&b.1));
        let best = best.with_context(|| format!("{entry}: no kernel"))?;
        let ruling = usual.kernel_for(entry, n).unwrap_or(best.0);
        // The kernel so far, at first that of the rules, stays unless another one is clearly
        // faster.
        let so_far = rows.last().map_or(ruling.name(), |row| row.kernel);
        let stays = time_of(so_far).is_some_and(|time| best.1 > time * GAIN);
        let kernel = if stays { so_far } else { best.0.name() };
        if rows.last().is_none_or(|row| row.kernel != kernel) && rows.len() < most {
            rows.push(Measured {
                entry,
                from: n,
                kernel,
                time: time_of(kernel).unwrap_or(best.1),
                usual: ruling.name(),
                usual_time: time_of(ruling.name()).unwrap_or(best.1),
            });
        }
    }
    ensure!(!rows.is_empty(), "{entry}: nothing was measured");
    Ok(rows)
}
