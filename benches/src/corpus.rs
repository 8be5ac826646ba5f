//! The positions that everything is measured on.

mod file;
mod games;
mod random;
mod singles;

use crate::loops::sliders;
use setwise::Sliders;
use setwise_conformance::Rng;
use setwise_results::{CorpusStats, Phases, Side, Spread};

/// The parts of a position that a measurement uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// All pieces.
    pub occupied: u64,
    /// The sliders of the side to move.
    pub side: Sliders,
    /// The sliders of both sides.
    pub both: Sliders,
    /// 24 with all pieces, 0 with pawns and kings only; see [`Phases`].
    pub phase: u32,
}

/// Positions in an order that mixes games and phases.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// `games`, `random` or `file`.
    pub name: String,
    /// The origin of the positions, in a sentence.
    pub source: String,
    /// The positions; never empty.
    pub positions: Vec<Position>,
}

impl Corpus {
    /// Positions of games that an engine played against itself: `corpus/games.txt`, every position
    /// from the sixth ply on once.
    pub fn games() -> Self {
        Self::new("games", games::SOURCE, games::positions())
    }

    /// The positions of [`games`](Self::games), whole and in the same order.
    pub fn game_boards() -> Vec<cozy_chess::Board> {
        shuffled(games::boards())
    }

    /// Positions of games of random legal moves, with a fixed seed.
    pub fn random() -> Self {
        Self::new("random", random::SOURCE, random::positions())
    }

    /// Boards of random bits, a quarter of them set, with a rook and a bishop on random squares.
    /// They are no chess positions, so sides and phases mean nothing.
    pub fn random_boards() -> Self {
        Self::new("random-boards", singles::SOURCE, singles::random_boards())
    }

    /// Returns a board for each pair of an orthogonal and a diagonal slider of the corpus, with the
    /// occupied squares of their position. The kind with fewer sliders repeats. Positions without
    /// one of the kinds are left out.
    pub fn single_pieces(&self) -> Self {
        Self {
            positions: singles::of(&self.positions),
            ..self.clone()
        }
    }

    /// The positions of a user's file: one FEN or EPD per line; empty lines and lines that begin
    /// with `#` are skipped.
    ///
    /// # Errors
    /// The file cannot be read, has no position, or a line is wrong; the message names file, line
    /// and fault.
    pub fn from_file(path: &std::path::Path) -> Result<Self, String> {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let source = format!("the positions of {}", name.display());
        Ok(Self::new("file", &source, file::read(path)?))
    }

    fn new(name: &str, source: &str, positions: Vec<Position>) -> Self {
        Self {
            name: name.into(),
            source: source.into(),
            positions: shuffled(positions),
        }
    }

    /// Returns the statistics of the corpus.
    pub fn stats(&self) -> CorpusStats {
        let count =
            |in_phase: fn(u32) -> bool| self.positions.iter().filter(|p| in_phase(p.phase)).count();
        let spread = |number: fn(&Position) -> u32| {
            let numbers = || self.positions.iter().map(number);
            let sum: f64 = numbers().map(f64::from).sum();
            let mean = (sum / self.positions.len() as f64 * 1000.0).round() / 1000.0;
            Spread {
                mean,
                min: numbers().min().unwrap_or(0),
                max: numbers().max().unwrap_or(0),
            }
        };
        CorpusStats {
            name: self.name.clone(),
            source: self.source.clone(),
            positions: self.positions.len(),
            pieces: spread(|p| p.occupied.count_ones()),
            sliders_side: spread(|p| p.side.all().count_ones()),
            sliders_both: spread(|p| p.both.all().count_ones()),
            phases: Phases {
                opening: count(|phase| phase >= 20),
                middlegame: count(|phase| (9..20).contains(&phase)),
                endgame: count(|phase| phase < 9),
            },
        }
    }
}

/// Shuffles positions. Consecutive positions of a game are alike, and the first 64 positions must
/// be a fair sample of all.
fn shuffled<T>(mut positions: Vec<T>) -> Vec<T> {
    Rng::new(1).shuffle(&mut positions);
    positions
}

impl Position {
    /// Returns the sliders of a side.
    pub fn sliders(&self, side: Side) -> Sliders {
        match side {
            Side::Side => self.side,
            Side::Both => self.both,
        }
    }

    /// Makes a position from the squares of each role (pawn, knight, bishop, rook, queen, king;
    /// both sides), and the pieces of the side to move.
    fn new([pawns, knights, bishops, rooks, queens, kings]: [u64; 6], to_move: u64) -> Self {
        let (orthogonal, diagonal) = (rooks | queens, bishops | queens);
        Self {
            occupied: pawns | knights | orthogonal | diagonal | kings,
            side: sliders(orthogonal & to_move, diagonal & to_move),
            both: sliders(orthogonal, diagonal),
            phase: (knights | bishops).count_ones()
                + 2 * rooks.count_ones()
                + 4 * queens.count_ones(),
        }
    }

    /// Converts a position of the crate `cozy-chess`.
    fn of(board: &cozy_chess::Board) -> Self {
        let kinds = cozy_chess::Piece::ALL.map(|piece| board.pieces(piece).0);
        Self::new(kinds, board.colors(board.side_to_move()).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corpora_have_the_size_and_the_phases_that_they_need() {
        for (corpus, least) in [(Corpus::games(), 8_192), (Corpus::random(), 16_384)] {
            let stats = corpus.stats();
            println!("{stats:#?}");
            assert!(stats.positions >= least, "{stats:?}");
            let Phases {
                opening,
                middlegame,
                endgame,
            } = stats.phases;
            for phase in [opening, middlegame, endgame] {
                assert!(phase * 10 > stats.positions, "{stats:?}");
            }
            assert_eq!(stats.pieces.max, 32);
            for position in &corpus.positions {
                assert_eq!(position.both.all() & !position.occupied, 0);
                assert_eq!(position.side.all() & !position.both.all(), 0);
            }
            // The sample that a small n sees resembles the whole.
            let first = Corpus {
                positions: corpus.positions[..512].to_vec(),
                ..corpus
            }
            .stats();
            assert!(
                (first.pieces.mean - stats.pieces.mean).abs() < 1.5,
                "{first:?} {stats:?}"
            );
        }
    }

    #[test]
    fn corpora_are_the_same_every_time() {
        assert_eq!(Corpus::random().positions, Corpus::random().positions);
        assert_eq!(Corpus::games().positions, Corpus::games().positions);
    }
}
