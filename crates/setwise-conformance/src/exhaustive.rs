//! Every pair on every line, in all directions, on several backgrounds, through every entry point.
//!
//! A fill treats the lines of its direction separately. So a kernel that is right for every
//! (generators, propagators) pair on every line, with any rest of the board, is right for every
//! board. The five backgrounds of a [`Stage`] test the rest of the board: a full line would pass
//! borrows, wraps and stray bits to others, and an empty line would receive them.

use crate::check::{Samples, Words, columns, directions};
use crate::lines::{PAIRS, Track};
use crate::stage::{BACKGROUNDS, Stage};
use crate::{failure::Failure, noise::Noise, suite::Subject};
use setwise_core::{Direction, EntryPoint, Line};
use std::sync::OnceLock;

/// Pairs per batch, each on every background. The 1,280 boards and all answers fit a second-level
/// cache. They are a multiple of 64, so that no boards remain for narrow packs.
const PAIRS_PER_BATCH: usize = 256;

/// Entry points whose answers only the oracle knows are tested with one batch in this number.
const ORACLE_STRIDE: usize = 64;

/// The inputs of the entry points whose answers the stages know.
const ATTACKS: &[&str] = &["orthogonal", "diagonal", "occupied"];
const FILLS: &[&str] = &["generators", "propagators"];

/// The stages of every track, made once.
fn stages() -> &'static [[Stage; BACKGROUNDS]] {
    static STAGES: OnceLock<Vec<[Stage; BACKGROUNDS]>> = OnceLock::new();
    STAGES.get_or_init(|| Track::all().iter().map(Stage::all).collect())
}

/// A batch of positions with the answers of the stages.
struct StagedBoards {
    line: Line,
    words: Vec<Words>,
    rays: Vec<Vec<u64>>,
    union: Vec<u64>,
    fills: [Vec<u64>; 2],
}

impl StagedBoards {
    fn new(stages: &[Stage], indices: &[usize]) -> Self {
        let mut noise = Noise::new(indices[0] as u64);
        let mut all = Self {
            line: stages[0].track().line,
            words: Vec::new(),
            rays: vec![Vec::new(); 8],
            union: Vec::new(),
            fills: [const { Vec::new() }; 2],
        };
        // Backgrounds alternate, so that neighboring boards of a pack differ most. A short track
        // repeats its pairs.
        for &index in indices.iter().cycle().take(PAIRS_PER_BATCH) {
            for stage in stages {
                let pair = stage.track().pair(index);
                let (sliders, occupied) = stage.position(pair);
                let words = [sliders.orthogonal, sliders.diagonal, occupied, noise.word()];
                all.words.push(words);
                let rays = stage.rays(pair);
                for (column, ray) in all.rays.iter_mut().zip(rays.0) {
                    column.push(ray);
                }
                all.union.push(rays.union());
                for (back, column) in all.fills.iter_mut().enumerate() {
                    column.push(stage.fill(pair, back == 1));
                }
            }
        }
        all
    }

    /// Returns samples with the answers of the stages, or of the oracle for entry points that the
    /// stages do not know. `back` is for entry points that take a direction.
    fn samples(&self, entry: EntryPoint, direction: Direction, back: usize) -> Samples {
        let inputs = columns(entry, self.line, &self.words);
        let expected = match (entry.inputs(), entry.outputs()) {
            (ATTACKS, 1) => vec![self.union.clone()],
            (ATTACKS, _) => self.rays.clone(),
            (FILLS, _) => vec![self.fills[back].clone()],
            _ => return Samples::by_oracle(entry, direction, inputs),
        };
        Samples {
            entry,
            direction,
            inputs,
            expected,
        }
    }
}

/// Tries every `stride`th pair (1: all of them) and returns the number of pairs for each entry
/// point. Both directions of a track count.
pub(crate) fn every_pair(subject: &Subject, stride: usize) -> Result<usize, Failure> {
    let pack = subject.boards_per_pack;
    if !(PAIRS_PER_BATCH * BACKGROUNDS).is_multiple_of(pack) {
        return Err(format!("batches do not fill packs of {pack} boards").into());
    }
    let (mut tried, mut batches) = (0, 0);
    for stages in stages() {
        let track = stages[0].track();
        let indices: Vec<usize> = (0..track.pairs()).step_by(stride).collect();
        for indices in indices.chunks(PAIRS_PER_BATCH) {
            let boards = StagedBoards::new(stages, indices);
            let known = |entry: &&EntryPoint| {
                [ATTACKS, FILLS].contains(&entry.inputs()) || batches % ORACLE_STRIDE == 0
            };
            for &entry in subject.entries.iter().filter(known) {
                let along = track.directions().into_iter().enumerate();
                for (back, direction) in along.take(directions(entry).len()) {
                    let samples = boards.samples(entry, direction, back);
                    let outcome = samples.check(&subject.functions);
                    outcome.map_err(|failure| failure.during(format!("all pairs on {track}")))?;
                }
            }
            tried += 2 * indices.len();
            batches += 1;
        }
    }
    if stride == 1 && tried != PAIRS {
        return Err(format!("{tried} pairs, but there are {PAIRS}").into());
    }
    Ok(tried)
}
