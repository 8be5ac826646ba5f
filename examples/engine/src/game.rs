//! The game so far, as `position` describes it.

use setwise_moves::{History, Move, Position};

/// The greatest number of fields of a FEN.
const FEN_FIELDS: usize = 6;

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
    /// with moves. Returns the game, and the words that are skipped: those that stand between these
    /// parts.
    pub(crate) fn parse<'a>(words: &[&'a str]) -> Result<(Self, Vec<&'a str>), String> {
        let at = words.iter().position(|&word| word == "moves");
        let (place, moves) = words.split_at(at.unwrap_or(words.len()));
        let is_start = |word: &&str| ["startpos", "fen"].contains(word);
        let start = place.iter().position(is_start);
        let (before, place) = place.split_at(start.unwrap_or(place.len()));
        let (mut game, behind) = match place {
            ["startpos", behind @ ..] => (Self::new(Position::startpos()), behind),
            ["fen", fields @ ..] => {
                let (fields, behind) = fields.split_at(fields.len().min(FEN_FIELDS));
                let fen = fields.join(" ");
                let position = Position::from_fen(&fen);
                let position = position.map_err(|error| format!("bad FEN {fen:?}: {error}"))?;
                (Self::new(position), behind)
            }
            _ => return Err("a position is `startpos` or `fen` with a FEN".to_string()),
        };
        for name in moves.iter().skip(1) {
            let found = game.position.parse_move(name);
            let found = found.map_err(|error| format!("bad move {name:?}: {error}"))?;
            game.earlier.push(&game.position);
            game.position = game.position.play_unchecked(found);
        }
        Ok((game, [before, behind].concat()))
    }
}

/// Returns the name of a move: in Chess960 castling is the king taking its own rook.
pub(crate) fn name(found: Move, is_chess960: bool) -> String {
    match is_chess960 {
        true => format!("{found:#}"),
        false => found.to_string(),
    }
}
