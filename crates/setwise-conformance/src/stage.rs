//! A track and a background, with the right answers for every pair on the track from a table.
//!
//! Along the track the answer is a walk over the pattern. Any other ray meets the track in at most
//! one square, and its part of the answer depends only on that square. So the oracle computes the
//! answers for every content of each half of the track once.

use crate::lines::{self, Track};
use crate::noise::Noise;
use setwise_core::{Direction, Rays, Sliders, oracle};

/// The number of backgrounds: generators none or all with propagators none or all, and noise.
pub const BACKGROUNDS: usize = 5;

/// The squares of the board off the track.
#[derive(Clone, Copy, Debug)]
struct Background {
    /// Generators: the sliders that move along the track.
    along: u64,
    /// Sliders of the other kind.
    others: u64,
    propagators: u64,
}

impl Background {
    fn all(track: &Track) -> [Self; BACKGROUNDS] {
        let plain = |generators, propagators| Self {
            along: generators,
            others: generators,
            propagators,
        };
        let mut noise = Noise::new(track.mask());
        [
            plain(0, 0),
            plain(!0, 0),
            plain(0, !0),
            plain(!0, !0),
            Self {
                along: noise.word() & noise.word(),
                others: noise.word() & noise.word(),
                propagators: noise.word() | noise.word(),
            },
        ]
    }
}

/// A track and a background.
#[derive(Debug)]
pub struct Stage {
    track: &'static Track,
    background: Background,
    /// The fill of the rest of the board along the track, in the positive direction and back.
    fills: [u64; 2],
    /// By direction, the attacks that do not depend on the track.
    elsewhere: [u64; 8],
    /// By direction across the track, the other attacks: by the contents of the first and of the
    /// last four squares.
    across: Box<[[[u64; 256]; 2]; 8]>,
}

impl Stage {
    /// Returns one track with every background.
    pub fn all(track: &'static Track) -> [Self; BACKGROUNDS] {
        Background::all(track).map(|background| Self::new(track, background))
    }

    fn new(track: &'static Track, background: Background) -> Self {
        let rest = !track.mask();
        let generators = background.along & rest;
        let propagators = background.propagators & rest;
        let fill = |d| oracle::occluded_fill(generators, propagators, d);
        let mut stage = Self {
            track,
            background,
            fills: track.directions().map(fill),
            elsewhere: [0; 8],
            across: Box::new([[[0; 256]; 2]; 8]),
        };
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            stage.elsewhere[i] = stage.attacks_by_walk((0, 0), direction);
            if direction.line() == track.line {
                stage.elsewhere[i] &= rest;
            } else {
                stage.fill_across(i, direction);
            }
        }
        stage
    }

    fn fill_across(&mut self, i: usize, direction: Direction) {
        for (half, squares) in self.track.squares.chunks(4).enumerate() {
            let across = squares.iter().map(|&s| Track::through(s, direction.line()));
            let touched = across.fold(0, |all, track| all | track.mask());
            self.elsewhere[i] &= !touched;
            for contents in 0..=255_u8 {
                let pair = ((contents & 15) << (4 * half), (contents >> 4) << (4 * half));
                let part = self.attacks_by_walk(pair, direction) & touched;
                self.across[i][half][usize::from(contents)] = part;
            }
        }
    }

    fn attacks_by_walk(&self, pair: (u8, u8), direction: Direction) -> u64 {
        let (sliders, occupied) = self.position(pair);
        oracle::attacks(sliders.of(direction), occupied | sliders.all(), direction)
    }

    /// Returns the track.
    pub fn track(&self) -> &'static Track {
        self.track
    }

    /// Returns the position with a pair of (generators, propagators) on the track: both kinds of
    /// sliders, one of which is the generators, and the occupied squares, which are not
    /// propagators. Sliders may stand on propagators.
    pub fn position(&self, (g, p): (u8, u8)) -> (Sliders, u64) {
        let (background, rest) = (&self.background, !self.track.mask());
        let generators = self.track.board(g) | background.along & rest;
        let propagators = self.track.board(p) | background.propagators & rest;
        let mut sets = [generators, background.others & rest];
        if self.track.line.is_diagonal() {
            sets.reverse();
        }
        let [orthogonal, diagonal] = sets;
        let sliders = Sliders {
            orthogonal,
            diagonal,
        };
        (sliders, !propagators)
    }

    /// Returns the occluded fill of a pair along the track, in the positive direction or back.
    pub fn fill(&self, pair: (u8, u8), back: bool) -> u64 {
        self.track.board(lines::filled(pair, back)) | self.fills[usize::from(back)]
    }

    /// Returns the attacks of a pair in all directions.
    pub fn rays(&self, (g, p): (u8, u8)) -> Rays {
        let halves = [g & 15 | p << 4, g >> 4 | p & 0xf0].map(usize::from);
        let mut rays = Rays(self.elsewhere);
        for (ray, across) in rays.0.iter_mut().zip(&*self.across) {
            *ray |= across[0][halves[0]] | across[1][halves[1]];
        }
        for (back, direction) in [false, true].into_iter().zip(self.track.directions()) {
            rays[direction] |= self.track.board(lines::attacked((g, !p), back));
        }
        rays
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests every 61st pair of every track, on every background.
    #[test]
    fn stages_agree_with_the_oracle() {
        let mut positions = 0;
        for track in Track::all() {
            for (background, stage) in Stage::all(track).into_iter().enumerate() {
                for pair in (0..track.pairs())
                    .step_by(61)
                    .map(|index| track.pair(index))
                {
                    let (sliders, occupied) = stage.position(pair);
                    let what = (track.to_string(), background, pair);
                    assert_eq!(
                        stage.rays(pair),
                        oracle::ray_attacks(sliders, occupied),
                        "{what:?}"
                    );
                    for (back, direction) in track.directions().into_iter().enumerate() {
                        assert_eq!(
                            stage.fill(pair, back == 1),
                            oracle::occluded_fill(sliders.of(direction), !occupied, direction),
                            "{what:?}"
                        );
                    }
                    positions += 1;
                }
            }
        }
        assert!(positions > 5 * 1_267_024 / 61, "{positions}");
    }
}
