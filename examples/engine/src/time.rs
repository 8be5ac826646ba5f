//! Limits of a search, and the time that it may take.

use std::time::Duration;

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) depth: Option<i32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) move_time: Option<Duration>,
    pub(crate) clock: Option<Clock>,
    /// Search until `stop`.
    pub(crate) infinite: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) left: Duration,
    pub(crate) increment: Duration,
    pub(crate) moves_to_go: Option<u32>,
}

/// The time that a search may take; `None` for any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No iteration begins later than this.
    pub(crate) soft: Option<Duration>,
    /// The search stops here.
    pub(crate) hard: Option<Duration>,
}

/// The time that is kept for the way between engine and opponent.
const RESERVE: Duration = Duration::from_millis(40);
const SHORTEST: Duration = Duration::from_millis(1);
/// The number of moves that the time is divided by where the game has no time control.
const USUAL_MOVES_TO_GO: u32 = 30;

impl Limits {
    pub(crate) fn budget(&self) -> Budget {
        if let Some(time) = self.move_time {
            let [soft, hard] = [Some(time.saturating_sub(RESERVE / 4).max(SHORTEST)); 2];
            return Budget { soft, hard };
        }
        self.clock.map_or(Budget::default(), Clock::budget)
    }
}

impl Clock {
    fn budget(self) -> Budget {
        let moves = self.moves_to_go.unwrap_or(USUAL_MOVES_TO_GO);
        let moves = moves.clamp(1, USUAL_MOVES_TO_GO);
        let left = self.left.saturating_sub(RESERVE);
        let share = left / moves + self.increment / 2;
        // An iteration takes about twice as long as all before.
        let soft = (share * 2 / 3).min(left);
        let hard = match moves {
            1 => left,
            _ => (share * 3).min(left / 2),
        };
        let [soft, hard] = [soft, hard].map(|time| Some(time.max(SHORTEST)));
        Budget { soft, hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_stay_within_the_clock() {
        let times = [0, 1, 30, 50, 1_000, 60_000].map(Duration::from_millis);
        for left in times {
            for increment in times {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(u32::MAX)] {
                    let clock = Clock {
                        left,
                        increment,
                        moves_to_go,
                    };
                    let limits = Limits {
                        clock: Some(clock),
                        ..Limits::default()
                    };
                    let Budget { soft, hard } = limits.budget();
                    assert!(hard.unwrap() <= left.max(SHORTEST), "{clock:?}");
                    assert!(soft.unwrap() > Duration::ZERO, "{clock:?}");
                }
            }
        }
        assert_eq!(Limits::default().budget(), Budget::default());
    }
}
