//! The positions that everything is measured on.

use crate::inputs::sliders;
use cozy_chess::{Board, util::parse_uci_move};
use setwise::{Sliders, Squares};
use setwise_conformance::Rng;
use setwise_results::Side;
use std::collections::HashSet;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) occupied: u64,
    /// By [`Side`]: the sliders of the side to move, and those of both sides.
    pub(crate) sliders: [Sliders; 2],
}

/// Positions in an order that mixes games and phases.
#[derive(Clone, Debug)]
pub(crate) struct Corpus {
    /// `games`, `random` or `random-boards`.
    pub(crate) name: &'static str,
    /// The positions; never empty.
    pub(crate) positions: Vec<Position>,
}

/// One game per line as UCI moves; the header (lines that begin with `#`) says how they were made.
pub(crate) const GAMES: &str = include_str!("../corpus/games.txt");

/// The first ply of a game that counts. Earlier positions repeat in many games.
const FIRST_PLY: usize = 6;

const COUNT: usize = 16_384;

impl Corpus {
    /// Positions of games that Stockfish 15.1 played against itself, 256 from varied openings with
    /// 8000 nodes per move: `corpus/games.txt`, every position from the sixth ply onward once.
    pub(crate) fn games() -> Self {
        Self::new("games", games().iter().map(Position::of).collect())
    }

    /// The number of different positions of [`games`](Self::games).
    #[cfg(feature = "moves")]
    pub(crate) const DIFFERENT: usize = 27_685;

    /// The positions of [`games`](Self::games) as FENs in the same order; where more are wanted,
    /// they are repeated in other orders.
    #[cfg(feature = "moves")]
    pub(crate) fn game_fens(number: usize) -> Vec<std::rc::Rc<str>> {
        let boards = shuffled(games());
        let fens = boards.iter().map(|board| board.to_string().into());
        let fens: Vec<std::rc::Rc<str>> = fens.collect();
        let (mut rng, mut ordered) = (Rng::new(7), fens.clone());
        while ordered.len() < number {
            let mut again = fens.clone();
            rng.shuffle(&mut again);
            ordered.extend(again);
        }
        ordered.truncate(number);
        ordered
    }

    /// Positions of games of random legal moves, up to 200 plies, every fourth position, with a
    /// fixed seed.
    pub(crate) fn random() -> Self {
        let (mut rng, mut positions) = (Rng::new(8), Vec::with_capacity(COUNT));
        while positions.len() < COUNT {
            let mut board = Board::default();
            for ply in 1..=200 {
                let mut moves = Vec::new();
                board.generate_moves(|of_a_piece| {
                    moves.extend(of_a_piece);
                    false
                });
                let Some(&chosen) = rng.pick(&moves) else {
                    break;
                };
                board.play_unchecked(chosen);
                if ply % 4 == 0 {
                    positions.push(Position::of(&board));
                }
            }
        }
        positions.truncate(COUNT);
        Self::new("random", positions)
    }

    /// Boards of random bits, a quarter of them set, with a rook and a bishop on random squares.
    /// They are no chess positions, so sides mean nothing.
    pub(crate) fn random_boards() -> Self {
        let mut rng = Rng::new(15);
        let boards = (0..COUNT).map(|_| {
            let occupied = rng.next_u64() & rng.next_u64();
            let [rook, bishop] = [0; 2].map(|_| 1 << (rng.next_u64() >> 58));
            // Both pieces are among the occupied squares.
            Position::single(rook, bishop, occupied | rook | bishop)
        });
        Self::new("random-boards", boards.collect())
    }

    /// Returns a board for each pair of an orthogonal and a diagonal slider of the corpus, with the
    /// occupied squares of their position. The kind with fewer sliders repeats. Positions without
    /// one of the kinds are left out.
    pub(crate) fn single_pieces(&self) -> Self {
        let pairs = |position: &Position| {
            let both = position.sliders[Side::Both as usize];
            let [rooks, bishops] = [both.orthogonal, both.diagonal];
            let count = rooks.count_ones().max(bishops.count_ones()) as usize;
            let pairs = Squares(rooks).cycle().zip(Squares(bishops).cycle());
            let (pairs, occupied) = (pairs.take(count), position.occupied);
            pairs.map(move |(rook, bishop)| Position::single(rook.bit(), bishop.bit(), occupied))
        };
        let positions = self.positions.iter().flat_map(pairs).collect();
        Self { positions, ..*self }
    }

    fn new(name: &'static str, positions: Vec<Position>) -> Self {
        let positions = shuffled(positions);
        Self { name, positions }
    }
}

/// Returns the positions of the committed games, each once.
fn games() -> Vec<Board> {
    let (mut seen, mut boards) = (HashSet::new(), Vec::new());
    for game in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let mut board = Board::default();
        for (ply, text) in game.split_whitespace().enumerate() {
            // An illegal move ends the game. A test counts the positions.
            let played = parse_uci_move(&board, text).map(|played| board.try_play(played));
            let Ok(Ok(())) = played else {
                break;
            };
            if ply + 1 >= FIRST_PLY && seen.insert(board.hash()) {
                boards.push(board.clone());
            }
        }
    }
    boards
}

/// Shuffles positions. Consecutive positions of a game are alike, and the first 64 positions must
/// be a fair sample of all.
fn shuffled<T>(mut positions: Vec<T>) -> Vec<T> {
    Rng::new(1).shuffle(&mut positions);
    positions
}

impl Position {
    fn single(rook: u64, bishop: u64, occupied: u64) -> Self {
        let sliders = [sliders(rook, bishop); 2];
        Self { occupied, sliders }
    }

    fn of(board: &Board) -> Self {
        use cozy_chess::Piece::{Bishop, Queen, Rook};
        let [bishops, rooks, queens] = [Bishop, Rook, Queen].map(|piece| board.pieces(piece).0);
        let (orthogonal, diagonal) = (rooks | queens, bishops | queens);
        let to_move = board.colors(board.side_to_move()).0;
        Self {
            occupied: board.occupied().0,
            sliders: [to_move, !0].map(|of| sliders(orthogonal & of, diagonal & of)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_their_single_pieces() {
        assert_eq!(Corpus::games().positions.len(), Corpus::DIFFERENT);
        let position = Position::single(0b1001, 0b0111, 0xff);
        let positions = vec![position, Position::default()];
        let found = Corpus::new("", positions).single_pieces().positions;
        let single = |rook, bishop| Position::single(rook, bishop, 0xff);
        assert_eq!(found, [single(1, 1), single(8, 2), single(1, 4)]);
    }
}
