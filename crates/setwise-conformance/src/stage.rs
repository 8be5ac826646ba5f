//! A track with the rest of the board set: the right answers for every pair on it, by table.
//!
//! What happens along the track is a walk over its pattern. Any other ray meets the track in one square at most,
//! so its part in the answer depends on that square alone: the oracle gives the part of every half of the track, once
//! for each content that the half can have.

use crate::lines::{Track, Walks};
use crate::noise::Noise;
use setwise_core::{Direction, Rays, Sliders, oracle};

/// How many ways to set the rest of the board there are: generators none or all with propagators none or all,
/// and noise.
pub const BACKGROUNDS: usize = 5;

/// What stands on the board off the track.
#[derive(Clone, Copy, Debug)]
struct Background {
    /// Generators; sliders of the kind that moves along the track.
    own: u64,
    /// Sliders of the other kind.
    other: u64,
    propagators: u64,
}

impl Background {
    fn all(track: &Track) -> [Self; BACKGROUNDS] {
        let plain = |generators, propagators| Self {
            own: generators,
            other: generators,
            propagators,
        };
        let mut noise = Noise::new(track.mask());
        [
            plain(0, 0),
            plain(!0, 0),
            plain(0, !0),
            plain(!0, !0),
            Self {
                own: noise.word() & noise.word(),
                other: noise.word() & noise.word(),
                propagators: noise.word() | noise.word(),
            },
        ]
    }
}

/// The part of a direction in the answer.
#[derive(Debug)]
enum Ray {
    /// Along the track, towards its first square or its last; and on the lines parallel to it.
    Along { back: bool, parallel: u64 },
    /// Across it: by the contents of the first and the last four squares, and where it does not pass.
    Across {
        halves: Box<[[u64; 256]; 2]>,
        elsewhere: u64,
    },
}

/// A track and a background.
#[derive(Debug)]
pub struct Stage {
    track: &'static Track,
    background: Background,
    /// What a fill along the track does to the rest of the board, in the positive direction and back.
    fills: [u64; 2],
    rays: [Ray; 8],
}

/// A position with a pair on the track. It is also the fill of `generators` over `propagators`.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// Both kinds of sliders; one of them is `generators`.
    pub sliders: Sliders,
    /// Without those sliders that stand on a propagator.
    pub occupied: u64,
    /// The sliders that move along the track.
    pub generators: u64,
    /// What is not occupied.
    pub propagators: u64,
}

impl Stage {
    /// One track with every background.
    pub fn all(track: &'static Track) -> [Self; BACKGROUNDS] {
        Background::all(track).map(|background| Self::new(track, background))
    }

    fn new(track: &'static Track, background: Background) -> Self {
        let rest = !track.mask();
        let generators = background.own & rest;
        let propagators = background.propagators & rest;
        let fill = |d| oracle::occluded_fill(generators, propagators, d);
        let mut stage = Self {
            track,
            background,
            fills: track.directions().map(fill),
            rays: [const {
                Ray::Along {
                    back: false,
                    parallel: 0,
                }
            }; 8],
        };
        stage.rays = Direction::ALL.map(|direction| stage.ray(direction));
        stage
    }

    fn ray(&self, direction: Direction) -> Ray {
        // With the track empty.
        let attacks = self.attacks_by_walk((0, 0), direction);
        if direction.line() == self.track.line() {
            return Ray::Along {
                back: direction == self.track.directions()[1],
                parallel: attacks & !self.track.mask(),
            };
        }
        let mut halves = Box::new([[0; 256]; 2]);
        let mut elsewhere = attacks;
        for (half, squares) in halves.iter_mut().zip(self.track.squares().chunks(4)) {
            let across = squares.iter().map(|&s| Track::through(s, direction.line()));
            let touched = across.fold(0, |all, track| all | track.mask());
            elsewhere &= !touched;
            let first = if squares[0] == self.track.squares()[0] {
                0
            } else {
                4
            };
            for (contents, part) in half.iter_mut().enumerate() {
                let pair = (
                    (contents as u8 & 15) << first,
                    (contents as u8 >> 4) << first,
                );
                *part = self.attacks_by_walk(pair, direction) & touched;
            }
        }
        Ray::Across { halves, elsewhere }
    }

    fn attacks_by_walk(&self, pair: (u8, u8), direction: Direction) -> u64 {
        let Position {
            sliders, occupied, ..
        } = self.position(pair);
        oracle::attacks(sliders.of(direction), occupied | sliders.all(), direction)
    }

    /// What the track is.
    pub fn track(&self) -> &'static Track {
        self.track
    }

    /// The board with a pair of (generators, propagators) on the track.
    pub fn position(&self, (g, p): (u8, u8)) -> Position {
        let rest = !self.track.mask();
        let generators = self.track.board(g) | self.background.own & rest;
        let propagators = self.track.board(p) | self.background.propagators & rest;
        let other = self.background.other & rest;
        let (orthogonal, diagonal) = if self.track.line().is_diagonal() {
            (other, generators)
        } else {
            (generators, other)
        };
        Position {
            sliders: Sliders {
                orthogonal,
                diagonal,
            },
            occupied: !propagators,
            generators,
            propagators,
        }
    }

    /// The occluded fill of a pair along the track, in the positive direction or back.
    pub fn fill(&self, walks: &Walks, pair: (u8, u8), back: bool) -> u64 {
        self.track.board(walks.fill(pair, back)) | self.fills[usize::from(back)]
    }

    /// The attacks of a pair in all directions.
    pub fn rays(&self, walks: &Walks, (g, p): (u8, u8)) -> Rays {
        let low = (g & 15 | p << 4) as usize;
        let high = (g >> 4 | p & 0xf0) as usize;
        let mut rays = Rays::default();
        for (board, ray) in rays.0.iter_mut().zip(&self.rays) {
            *board = match ray {
                Ray::Along { back, parallel } => {
                    self.track.board(walks.attacks(g, !p, *back)) | parallel
                }
                Ray::Across { halves, elsewhere } => halves[0][low] | halves[1][high] | elsewhere,
            };
        }
        rays
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every 61st pair of every track, on every background.
    #[test]
    fn stages_agree_with_the_oracle() {
        let walks = Walks::get();
        let mut positions = 0;
        for track in Track::all() {
            for (background, stage) in Stage::all(track).into_iter().enumerate() {
                for pair in (0..track.pairs())
                    .step_by(61)
                    .map(|index| track.pair(index))
                {
                    let position = stage.position(pair);
                    let Position {
                        generators,
                        propagators,
                        ..
                    } = position;
                    let what = (track.to_string(), background, pair);
                    assert_eq!(
                        stage.rays(walks, pair),
                        oracle::ray_attacks(position.sliders, position.occupied),
                        "{what:?}"
                    );
                    for (back, direction) in track.directions().into_iter().enumerate() {
                        assert_eq!(
                            stage.fill(walks, pair, back == 1),
                            oracle::occluded_fill(generators, propagators, direction),
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
