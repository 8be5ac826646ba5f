//! The forms in which the functions of entry points are compiled.

/// The form in which an entry point is compiled, besides the pack.
pub trait Strategy: Send + Sync + 'static {
    /// Whether large results bypass the caches.
    const STREAM: bool = false;
    /// Whether a call works on one position at a time, a direction in each lane.
    const DIRECTION_PER_LANE: bool = false;
}

/// Packs of positions, ordinary stores.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Strategy for Plain {}

/// Packs of positions; full packs of large batches are written with non-temporal stores.
#[derive(Clone, Copy, Debug)]
pub struct Streaming;

impl Strategy for Streaming {
    const STREAM: bool = true;
}

/// One position after the other, a direction per lane
/// ([`direction_per_lane`](crate::direction_per_lane)). Calls for one direction ignore it.
#[derive(Clone, Copy, Debug)]
pub struct DirectionPerLane;

impl Strategy for DirectionPerLane {
    const DIRECTION_PER_LANE: bool = true;
}
