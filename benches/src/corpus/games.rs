//! The committed games.

use super::Position;
use cozy_chess::{Board, util::parse_uci_move};
use std::collections::HashSet;

pub(super) const SOURCE: &str =
    "Stockfish 15.1 against itself, 256 games from varied openings, 8000 nodes per move";

/// One game per line as UCI moves; the header (lines that begin with `#`) says how they were made.
const GAMES: &str = include_str!("../../corpus/games.txt");

/// The first ply that counts. Earlier positions repeat in many games.
const FIRST_PLY: usize = 6;

pub(super) fn positions() -> Vec<Position> {
    boards().iter().map(Position::of).collect()
}

/// Returns the positions in the type of the move generator.
pub(super) fn boards() -> Vec<Board> {
    let (mut seen, mut boards) = (HashSet::new(), Vec::new());
    for game in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let mut board = Board::default();
        for (ply, text) in game.split_whitespace().enumerate() {
            let played = parse_uci_move(&board, text).map(|played| board.try_play(played));
            // A test checks that all moves of all games are legal.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_of_every_game_is_legal() {
        let mut games = 0;
        for (number, game) in GAMES
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.starts_with('#'))
        {
            let mut board = Board::default();
            for text in game.split_whitespace() {
                let played = parse_uci_move(&board, text).map(|m| board.try_play(m));
                assert!(
                    matches!(played, Ok(Ok(()))),
                    "line {}: {text} in {board}",
                    number + 1
                );
            }
            games += 1;
        }
        assert_eq!(games, 256);
        assert!(GAMES.len() < 300_000, "{} bytes", GAMES.len());
    }
}
