//! Every line of the board, and every pair of (generators, propagators) on it.

use setwise_core::{Direction, Line, Square};
use std::fmt;
use std::sync::OnceLock;

/// How many (generators, propagators) pairs all lines of all eight directions have: 4^length each.
pub const PAIRS: usize = 2_534_048;

/// The whole of a rank, file, diagonal or antidiagonal. Its squares are numbered from 0 in its positive
/// direction; bit i of a *pattern* stands for square i.
#[derive(Clone, Debug)]
pub struct Track {
    line: Line,
    squares: Vec<Square>,
    boards: Box<[u64; 256]>,
}

impl Track {
    /// All 46: 8 ranks, 8 files, 15 diagonals and 15 antidiagonals.
    pub fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<Track>> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut all = Vec::new();
            for line in Line::ALL {
                // A track starts on each square that has none before it.
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

    /// The track of a kind that a square lies on.
    pub fn through(square: Square, line: Line) -> &'static Self {
        let lies_on = |track: &&Self| track.line == line && track.squares.contains(&square);
        let Some(track) = Self::all().iter().find(lies_on) else {
            unreachable!("every square lies on a line of every kind");
        };
        track
    }

    /// Rank, file, diagonal or antidiagonal.
    pub fn line(&self) -> Line {
        self.line
    }

    /// The directions along the track, the positive one first.
    pub fn directions(&self) -> [Direction; 2] {
        self.line.directions()
    }

    /// The squares in the positive direction, one to eight.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The board of a pattern.
    pub fn board(&self, pattern: u8) -> u64 {
        self.boards[pattern as usize]
    }

    /// All squares.
    pub fn mask(&self) -> u64 {
        self.board(0xff)
    }

    /// How many pairs of patterns there are: 4^length.
    pub fn pairs(&self) -> usize {
        1 << (2 * self.squares.len())
    }

    /// Pair number `index` of (generators, propagators). Neighbouring numbers give very different pairs; all
    /// numbers below [`pairs`](Self::pairs) give all pairs.
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

/// The next square in a direction, if there is one.
pub fn beyond(square: Square, direction: Direction) -> Option<Square> {
    Square::at(
        square.file() as i32 + direction.file_delta() as i32,
        square.rank() as i32 + direction.rank_delta() as i32,
    )
}

/// A function of two patterns, computed once for all of them.
type Table = Box<[[u8; 256]; 256]>;

fn table(of: fn(u8, u8) -> u8) -> Table {
    let mut table = Box::new([[0; 256]; 256]);
    for a in 0..=255 {
        for b in 0..=255 {
            table[a as usize][b as usize] = of(a, b);
        }
    }
    table
}

/// What a fill does to patterns, square by square, towards square 7.
fn walk_fill(generators: u8, propagators: u8) -> u8 {
    let (mut filled, mut arrives) = (0, false);
    for i in 0..8 {
        let on = arrives && propagators >> i & 1 != 0 || generators >> i & 1 != 0;
        filled |= u8::from(on) << i;
        arrives = on;
    }
    filled
}

/// What attacks do to patterns, square by square, towards square 7. Sliders are occupied.
fn walk_attacks(sliders: u8, occupied: u8) -> u8 {
    let (mut attacked, mut arrives) = (0, false);
    for i in 0..8 {
        attacked |= u8::from(arrives) << i;
        let (slider, blocker) = (sliders >> i & 1 != 0, occupied >> i & 1 != 0);
        arrives = slider || arrives && !blocker;
    }
    attacked
}

/// The patterns of fills and attacks along a track, by a walk over its squares.
#[derive(Debug)]
pub struct Walks {
    fill: Table,
    attacks: Table,
}

impl Walks {
    /// Made once.
    pub fn get() -> &'static Self {
        static WALKS: OnceLock<Walks> = OnceLock::new();
        WALKS.get_or_init(|| Self {
            fill: table(walk_fill),
            attacks: table(walk_attacks),
        })
    }

    /// The occluded fill of a pattern in the positive direction of a track, or back.
    pub fn fill(&self, (generators, propagators): (u8, u8), back: bool) -> u8 {
        walk(&self.fill, generators, propagators, back)
    }

    /// The attacks of a pattern in the positive direction of a track, or back.
    pub fn attacks(&self, sliders: u8, occupied: u8, back: bool) -> u8 {
        walk(&self.attacks, sliders, occupied, back)
    }
}

fn walk(table: &Table, a: u8, b: u8, back: bool) -> u8 {
    let at = |a: u8, b: u8| table[a as usize][b as usize];
    if back {
        at(a.reverse_bits(), b.reverse_bits()).reverse_bits()
    } else {
        at(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_core::oracle;

    /// The proof count: eight directions, two along each track.
    #[test]
    fn all_lines_and_all_pairs() {
        let tracks = Track::all();
        assert_eq!(tracks.len(), 46);
        assert_eq!(tracks.iter().map(|t| 2 * t.pairs()).sum::<usize>(), PAIRS);
        for line in Line::ALL {
            let of_kind = tracks.iter().filter(|t| t.line() == line);
            assert_eq!(of_kind.clone().fold(0, |all, t| all | t.mask()), !0);
            assert_eq!(of_kind.map(|t| t.squares().len()).sum::<usize>(), 64);
        }
        for track in tracks {
            let mut seen = vec![false; track.pairs()];
            for index in 0..track.pairs() {
                let (g, p) = track.pair(index);
                seen[(p as usize) << track.squares().len() | g as usize] = true;
            }
            assert!(seen.into_iter().all(|seen| seen), "{track}");
            assert_eq!(track.mask().count_ones() as usize, track.squares().len());
            for &square in track.squares() {
                assert_eq!(Track::through(square, track.line()).mask(), track.mask());
            }
        }
        let names: Vec<_> = tracks.iter().step_by(8).map(Track::to_string).collect();
        assert_eq!(
            names,
            ["a1-h1", "a1-a8", "a1-h8", "a2-g8", "b1-a2", "h3-c8"]
        );
    }

    /// Patterns mean what boards mean: all pairs on all tracks in both directions.
    #[test]
    fn walks_agree_with_the_oracle() {
        let walks = Walks::get();
        for track in Track::all() {
            for (back, direction) in [
                (false, track.directions()[0]),
                (true, track.directions()[1]),
            ] {
                for index in 0..track.pairs() {
                    let (g, p) = track.pair(index);
                    let (generators, propagators) = (track.board(g), track.board(p));
                    assert_eq!(
                        track.board(walks.fill((g, p), back)),
                        oracle::occluded_fill(generators, propagators, direction),
                        "{track} {direction} {g:08b} {p:08b}"
                    );
                    assert_eq!(
                        track.board(walks.attacks(g, p, back)),
                        oracle::attacks(generators, propagators, direction),
                        "{track} {direction} {g:08b} {p:08b}"
                    );
                }
            }
        }
    }
}
