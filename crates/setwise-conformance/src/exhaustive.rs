//! Every pair on every line, in all directions: with the rest of the board in all states, through every call.
//!
//! A fill treats the lines of its direction one by one. So what is right for every (generators, propagators)
//! pair of every line, whatever the rest of the board contains, is right for every board. That the rest does not
//! matter is shown by the five backgrounds of a [`Stage`]: a line hands others its borrows, wraps and
//! stray bits when it is full, and takes none of theirs when they are empty.

use crate::check::{Attacked, Filled, Scratch, check_attacks, check_fills};
use crate::failure::Failure;
use crate::kernel::{Call, Kernel};
use crate::lines::{PAIRS, Track, Walks};
use crate::stage::{BACKGROUNDS, Stage};
use std::sync::OnceLock;

/// Pairs per batch, each on every background: 1,280 boards, which with all answers fit a second-level cache.
/// They fill packs of 64 and all smaller ones, so that no board is left to the narrow packs of a rest.
const PAIRS_PER_BATCH: usize = 256;

/// The stages of every track, made once.
fn stages() -> &'static [[Stage; BACKGROUNDS]] {
    static STAGES: OnceLock<Vec<[Stage; BACKGROUNDS]>> = OnceLock::new();
    STAGES.get_or_init(|| Track::all().iter().map(Stage::all).collect())
}

/// How many pairs were tried in each kind of call; each pair on all backgrounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Pairs of fills: all directions together.
    pub fills: usize,
    /// Pairs of attacks: all directions together, both directions of a track in one call.
    pub attacks: usize,
}

/// Tries every `stride`th pair (1: all of them) and says how many that were.
///
/// # Errors
/// The first wrong board.
pub fn every_pair(kernel: &dyn Kernel, stride: usize) -> Result<Tried, Failure> {
    let stride = stride.max(1);
    let pack = kernel.boards_per_pack();
    if !(PAIRS_PER_BATCH * BACKGROUNDS).is_multiple_of(pack) {
        return Err(Failure::plain(format!(
            "batches do not fill packs of {pack} boards"
        )));
    }
    let [a, r, f, ba, br, bf] = Call::ALL.map(|call| kernel.serves(call));
    let (attacks, fills) = (a || r || ba || br, f || bf);
    let walks = Walks::get();
    let mut tried = Tried::default();
    let mut scratch = Scratch::default();
    let mut attacked = Attacked::default();
    for stages in stages() {
        let track = stages[0].track();
        let mut filled = track.directions().map(Filled::new);
        let indices: Vec<usize> = (0..track.pairs()).step_by(stride).collect();
        for indices in indices.chunks(PAIRS_PER_BATCH) {
            attacked.clear();
            filled.iter_mut().for_each(Filled::clear);
            // Backgrounds take turns, so that neighbouring boards of a pack differ most. What short tracks
            // lack to a full batch is repeated.
            for &index in indices.iter().cycle().take(PAIRS_PER_BATCH) {
                let pair = track.pair(index);
                for stage in stages {
                    let position = stage.position(pair);
                    attacked.push(position.sliders, position.occupied, stage.rays(walks, pair));
                    if fills {
                        let (g, p) = (position.generators, position.propagators);
                        filled[0].push(g, p, stage.fill(walks, pair, false));
                        filled[1].push(g, p, stage.fill(walks, pair, true));
                    }
                }
            }
            let on_track = |failure: Failure| failure.during(format!("all pairs on {track}"));
            if attacks {
                check_attacks(kernel, &attacked, &mut scratch).map_err(on_track)?;
                tried.attacks += 2 * indices.len();
            }
            if fills {
                for filled in &filled {
                    check_fills(kernel, filled, &mut scratch).map_err(on_track)?;
                    tried.fills += indices.len();
                }
            }
        }
    }
    if stride == 1 {
        let all = Tried {
            fills: if fills { PAIRS } else { 0 },
            attacks: if attacks { PAIRS } else { 0 },
        };
        if tried != all {
            return Err(Failure::plain(format!("{tried:?}, but there are {all:?}")));
        }
    }
    Ok(tried)
}
