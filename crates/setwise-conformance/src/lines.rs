//! Every line of the board, and every pair of (generators, propagators) on it.

use setwise_core::{Direction, Line, Square};
use std::{fmt, sync::OnceLock};

/// The number of (generators, propagators) pairs on all lines in eight directions: 4^length each.
pub const PAIRS: usize = 2_534_048;

/// A whole rank, file, diagonal or antidiagonal. Its squares are numbered from 0 in its positive
/// direction. Bit i of a *pattern* stands for square i.
#[derive(Clone, Debug)]
pub struct Track {
    /// Rank, file, diagonal or antidiagonal.
    pub line: Line,
    /// The squares in the positive direction, one to eight.
    pub squares: Vec<Square>,
    boards: Box<[u64; 256]>,
}

impl Track {
    /// Returns all 46 tracks: 8 ranks, 8 files, 15 diagonals and 15 antidiagonals.
    pub fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<Track>> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut all = Vec::new();
            for line in Line::ALL {
                // A track starts on each square without a predecessor.
                let starts = Square::all().filter(|&s| beyond(s, line.directions()[1]).is_none());
                all.extend(starts.map(|start| Self::from(start, line)));
            }
            all
        })
    }

    fn from(start: Square, line: Line) -> Self {
        let squares: Vec<_> =
            std::iter::successors(Some(start), |&s| beyond(s, line.directions()[0])).collect();
        let mut boards = Box::new([0; 256]);
        for (pattern, board) in boards.iter_mut().enumerate() {
            for (i, square) in squares.iter().enumerate() {
                *board |= (pattern as u64 >> i & 1) << square.index();
            }
        }
        Self {
            line,
            squares,
            boards,
        }
    }

    /// Returns the track of a kind through a square.
    pub fn through(square: Square, line: Line) -> &'static Self {
        let lies_on = |track: &&Self| track.line == line && track.squares.contains(&square);
        let Some(track) = Self::all().iter().find(lies_on) else {
            unreachable!("every square lies on a line of every kind");
        };
        track
    }

    /// Returns the directions along the track, the positive one first.
    pub fn directions(&self) -> [Direction; 2] {
        self.line.directions()
    }

    /// Returns the board of a pattern.
    pub fn board(&self, pattern: u8) -> u64 {
        self.boards[pattern as usize]
    }

    /// Returns all squares of the track.
    pub fn mask(&self) -> u64 {
        self.board(0xff)
    }

    /// Returns the number of pairs of patterns: 4^length.
    pub fn pairs(&self) -> usize {
        1 << (2 * self.squares.len())
    }

    /// Returns pair number `index` of (generators, propagators). Successive numbers give very
    /// different pairs. All numbers below [`pairs`](Self::pairs) give all pairs.
    pub fn pair(&self, index: usize) -> (u8, u8) {
        // An odd factor permutes the numbers modulo a power of two.
        let mixed = index.wrapping_mul(0x9e37_79b1) & (self.pairs() - 1);
        let length = self.squares.len();
        let low = mixed & ((1 << length) - 1);
        (low as u8, (mixed >> length) as u8)
    }
}

/// The two ends, such as `a1-h8`; the only square of the shortest diagonals.
impl fmt::Display for Track {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.squares.as_slice() {
            [first, .., last] => write!(f, "{first}-{last}"),
            [only] => write!(f, "{only}"),
            [] => Ok(()),
        }
    }
}

/// Returns all subsets of a set, the empty one first.
pub fn subsets(set: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(set) & set;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}

pub(crate) fn beyond(square: Square, direction: Direction) -> Option<Square> {
    let (files, ranks) = (direction.file_delta(), direction.rank_delta());
    offset(square, files.into(), ranks.into())
}

pub(crate) fn offset(square: Square, files: i32, ranks: i32) -> Option<Square> {
    Square::at(square.file() as i32 + files, square.rank() as i32 + ranks)
}

/// Fills a pattern over another, by a walk from square to square towards square 7.
fn walk(generators: u8, propagators: u8) -> u8 {
    let (mut filled, mut arrives) = (0, false);
    for i in 0..8 {
        arrives = arrives && propagators >> i & 1 != 0 || generators >> i & 1 != 0;
        filled |= u8::from(arrives) << i;
    }
    filled
}

/// Returns the occluded fill of patterns in the positive direction of a track, or back.
pub fn filled((generators, propagators): (u8, u8), back: bool) -> u8 {
    // The walks of all patterns, made once.
    static WALKS: OnceLock<Vec<[u8; 256]>> = OnceLock::new();
    let walks_of = |g| std::array::from_fn(|p| walk(g, p as u8));
    let walks = WALKS.get_or_init(|| (0..=255).map(walks_of).collect());
    if back {
        let [g, p] = [generators, propagators].map(u8::reverse_bits);
        walks[g as usize][p as usize].reverse_bits()
    } else {
        walks[generators as usize][propagators as usize]
    }
}

/// Returns the attacks of patterns in the positive direction of a track, or back: the fill over the
/// squares that are not occupied, moved one step.
pub fn attacked((sliders, occupied): (u8, u8), back: bool) -> u8 {
    let filled = filled((sliders, !occupied), back);
    if back { filled >> 1 } else { filled << 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_core::oracle;

    /// Counts all pairs: eight directions, two along each track.
    #[test]
    fn all_lines_and_all_pairs() {
        let tracks = Track::all();
        assert_eq!(tracks.len(), 46);
        assert_eq!(tracks.iter().map(|t| 2 * t.pairs()).sum::<usize>(), PAIRS);
        for line in Line::ALL {
            let of_kind = tracks.iter().filter(|t| t.line == line);
            assert_eq!(of_kind.clone().fold(0, |all, t| all | t.mask()), !0);
            assert_eq!(of_kind.map(|t| t.squares.len()).sum::<usize>(), 64);
        }
        for track in tracks {
            let mut seen = vec![false; track.pairs()];
            for index in 0..track.pairs() {
                let (g, p) = track.pair(index);
                seen[(p as usize) << track.squares.len() | g as usize] = true;
            }
            assert!(seen.into_iter().all(|seen| seen), "{track}");
            assert_eq!(track.mask().count_ones() as usize, track.squares.len());
            for &square in &track.squares {
                assert_eq!(Track::through(square, track.line).mask(), track.mask());
            }
        }
        let names: Vec<_> = tracks.iter().step_by(8).map(Track::to_string).collect();
        assert_eq!(
            names,
            ["a1-h1", "a1-a8", "a1-h8", "a2-g8", "b1-a2", "h3-c8"]
        );
    }

    /// Patterns and boards agree: all pairs on all tracks in both directions.
    #[test]
    fn walks_agree_with_the_oracle() {
        for track in Track::all() {
            for (back, direction) in [
                (false, track.directions()[0]),
                (true, track.directions()[1]),
            ] {
                for index in 0..track.pairs() {
                    let (g, p) = track.pair(index);
                    let (generators, propagators) = (track.board(g), track.board(p));
                    assert_eq!(
                        track.board(filled((g, p), back)),
                        oracle::occluded_fill(generators, propagators, direction),
                        "{track} {direction} {g:08b} {p:08b}"
                    );
                    assert_eq!(
                        track.board(attacked((g, p), back)),
                        oracle::attacks(generators, propagators, direction),
                        "{track} {direction} {g:08b} {p:08b}"
                    );
                }
            }
        }
    }
}
