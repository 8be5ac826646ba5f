//! The game so far, as `position` describes it.

use setwise_moves::{History, Position};

#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) position: Position,
    pub(crate) earlier: History,
}

impl Game {
    pub(crate) fn new(position: Position) -> Self {
        let earlier = History::new();
        Self { position, earlier }
    }

    /// Reads the words after `position`: `startpos` or `fen` with its fields, then possibly `moves`
    /// with moves.
    pub(crate) fn parse(words: &[&str]) -> Result<Self, String> {
        let at = words.iter().position(|&word| word == "moves");
        let (place, moves) = words.split_at(at.unwrap_or(words.len()));
        let mut game = match place {
            ["startpos"] => Self::new(Position::startpos()),
            ["fen", fields @ ..] => {
                let fen = fields.join(" ");
                let position = Position::from_fen(&fen);
                Self::new(position.map_err(|error| format!("bad FEN {fen:?}: {error}"))?)
            }
            _ => return Err("a position is `startpos` or `fen` with a FEN".to_string()),
        };
        for name in moves.iter().skip(1) {
            let found = game.position.parse_move(name);
            let found = found.map_err(|error| format!("bad move {name:?}: {error}"))?;
            game.earlier.push(&game.position);
            game.position = game.position.play_unchecked(found);
        }
        Ok(game)
    }
}
