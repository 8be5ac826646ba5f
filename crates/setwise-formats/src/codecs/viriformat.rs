//! Games of viriformat.
//!
//! A game is a `PackedBoard` of marlinformat, then four bytes for each half-move, then four zero
//! bytes. The four bytes are a move and the score of the position before it as White sees it,
//! little-endian. Bits of a move: 0 to 5 the source, 6 to 11 the target (the rook for castling), 12
//! and 13 the promotion (knight first), 14 and 15 the kind (1 en passant, 2 castling, 3 promotion).

use crate::codecs::game::Game;
use crate::codecs::marlinformat::{self, Marlinformat};
use crate::codecs::packed::Packed;
use crate::stream::codec::{Content, Decode, Decoded, Encode, OpenGame, State, Unencoded, Unit};
use crate::stream::source::Source;
use crate::vocabulary::damage::Reason;
use crate::vocabulary::fields::Fields;
use crate::vocabulary::record::Record;
use crate::vocabulary::unwritable::Unwritable;
use setwise_moves::{Color, Move, Position, Role, Square};
use std::io;

/// The bytes before the moves.
const HEADER: usize = 32;
/// The number of bytes of the longest game: 65,535 half-moves.
const LIMIT: usize = HEADER + 4 * (1 << 16);
/// The bytes after the last move.
const TERMINATOR: [u8; 4] = [0; 4];

/// Decodes games.
pub(crate) struct Viriformat {
    final_positions: bool,
    /// Whether the front of the input belongs to a game that is too long.
    in_long_game: bool,
}

impl Viriformat {
    pub(crate) fn new(final_positions: bool) -> Self {
        Self {
            final_positions,
            in_long_game: false,
        }
    }
}

impl Decode for Viriformat {
    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        let start = if self.in_long_game { 0 } else { HEADER };
        let mut searched = start;
        let (bytes, is_complete) = loop {
            let data = source.data();
            let data = data.get(..LIMIT).unwrap_or(data);
            let (moves, _) = data.get(searched..).unwrap_or_default().as_chunks::<4>();
            match moves.iter().position(|bytes| *bytes == TERMINATOR) {
                Some(count) => break (searched + 4 * (count + 1), true),
                None if data.len() == LIMIT => break (LIMIT, false),
                None => searched += 4 * moves.len(),
            }
            if !source.grow()? {
                return Ok(self.rest(source.data().len()));
            }
        };
        let content = if core::mem::replace(&mut self.in_long_game, !is_complete) {
            Content::Rest
        } else if is_complete {
            let game = source.data().get(..bytes).unwrap_or_default();
            Unit::of(bytes, self.game(game, records)).content
        } else {
            Content::Damaged(Reason::TooLong(LIMIT), 0)
        };
        Ok(Some(Unit { bytes, content }))
    }

    fn state(&self) -> Option<u64> {
        Some(self.in_long_game.into())
    }

    fn restore(&mut self, state: u64) {
        self.in_long_game = state != 0;
    }
}

impl Viriformat {
    /// The end of the input without a terminator.
    fn rest(&self, bytes: usize) -> Option<Unit> {
        let content = match self.in_long_game {
            true => Content::Rest,
            false => Content::Damaged(Reason::Truncated(bytes), 0),
        };
        (bytes > 0).then_some(Unit { bytes, content })
    }

    /// Reads a complete game.
    fn game(&self, bytes: &[u8], records: &mut Vec<Record>) -> Result<(), Reason> {
        let Some((header, moves)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(Reason::Truncated(bytes.len()));
        };
        let header = Marlinformat::decode(header)?;
        let mut game = Game {
            position: header.position,
            outcome: header.outcome,
            assumed: header.assumed,
            ply: 0,
            records,
        };
        let (moves, _) = moves.as_chunks();
        let first = game.records.len();
        let result = play(&mut game, moves);
        if game.records.len() > first
            && let Some(ply) = game.first_illegal(first)
        {
            let code = moves.get(ply).map_or(0, |bytes| Played::new(*bytes).code);
            return Err(Reason::MoveCode(code, ply));
        }
        result?;
        game.end(self.final_positions);
        Ok(())
    }
}

/// A move of a game and the score of the position before it.
struct Played {
    code: u16,
    score: i16,
}

impl Played {
    fn new([m0, m1, s0, s1]: [u8; 4]) -> Self {
        Self {
            code: u16::from_le_bytes([m0, m1]),
            score: i16::from_le_bytes([s0, s1]),
        }
    }
}

/// Plays pseudo-legal moves, up to the first other one.
fn play(game: &mut Game<'_>, moves: &[[u8; 4]]) -> Result<(), Reason> {
    for &bytes in moves.iter().take_while(|bytes| **bytes != TERMINATOR) {
        let Played { code, score } = Played::new(bytes);
        let decoded = decode_move(&game.position, code);
        let (played, next) = decoded.ok_or(Reason::MoveCode(code, game.ply))?;
        game.go_on(played, Some(score), next);
    }
    Ok(())
}

/// The kinds of moves, in bits 14 and 15.
const PROMOTION: u16 = 3;
const CASTLING: u16 = 2;
const EN_PASSANT: u16 = 1;

/// Finds the pseudo-legal move of a code, and the position after it.
fn decode_move(position: &Position, code: u16) -> Option<(Move, Position)> {
    let promotion = Role::PROMOTIONS[usize::from(code >> 12 & 3)];
    let source = Square::wrapping(code.into());
    let target = Square::wrapping((code >> 6).into());
    let promotion = (code >> 14 == PROMOTION).then_some(promotion);
    let played = position.move_between(source, target, promotion)?;
    if encode_move(played) != code {
        return None;
    }
    Some((played, position.play_pseudo_legal(played)?))
}

/// Returns the code of a move.
fn encode_move(played: Move) -> u16 {
    let (kind, promotion) = match played.promotion() {
        Some(role) => (PROMOTION, role.index() as u16 - 1),
        None if played.is_castling() => (CASTLING, 0),
        None if played.is_en_passant() => (EN_PASSANT, 0),
        None => (0, 0),
    };
    let (source, target) = (played.source().index(), played.target().index());
    source as u16 | (target as u16) << 6 | promotion << 12 | kind << 14
}

/// Encodes games. A record continues the game if its position and outcome follow from the record
/// before; otherwise it begins one.
#[derive(Default)]
pub(crate) struct Encoder {
    state: State,
}

impl Encode for Encoder {
    fn encode(&mut self, record: &Record, out: &mut Vec<u8>) -> Result<(), Unencoded> {
        let played = record.played.ok_or(Unwritable::Missing(Fields::MOVE))?;
        let (score, _) = record.labels_seen_by(Color::White)?;
        if !record.position.is_legal(played) {
            return Err(Unwritable::Move.into());
        }
        let mut game = OpenGame {
            position: record.position,
            outcome: record.outcome,
            assumed: record.assumed,
        };
        let open = self.state.open_game;
        if open != Some(game) {
            let unscored = Record {
                score: Some(0),
                ..*record
            };
            let header = marlinformat::encode(&unscored)?;
            if open.is_some() {
                out.extend_from_slice(&TERMINATOR);
            }
            out.extend_from_slice(&header);
        }
        out.extend_from_slice(&encode_move(played).to_le_bytes());
        out.extend_from_slice(&score.to_le_bytes());
        game.position = record.position.play_unchecked(played);
        self.state.open_game = Some(game);
        Ok(())
    }

    /// Ends the last game.
    fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.state.open_game.take().is_some() {
            out.extend_from_slice(&TERMINATOR);
        }
        Ok(())
    }

    fn state(&self) -> Option<State> {
        Some(self.state)
    }

    fn restore(&mut self, state: State) {
        self.state = state;
    }
}

/// Cuts an input behind its last whole game. A game that is too long is cut where the decoder cuts
/// it.
pub(crate) fn cut(data: &[u8], state: u64) -> (usize, u64) {
    let mut end = 0;
    let mut moves = if state == 0 { HEADER } else { 0 };
    loop {
        let rest = data.get(moves..).unwrap_or_default();
        let rest = rest.get(..end + LIMIT - moves).unwrap_or(rest);
        let (words, _) = rest.as_chunks::<4>();
        match words.iter().position(|bytes| *bytes == TERMINATOR) {
            Some(count) => end = moves + 4 * (count + 1),
            None if end > 0 => return (end, 0),
            None if data.len() < LIMIT => return (0, state),
            None => return (LIMIT, 1),
        }
        moves = end + HEADER;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pawns that promote and capture en passant, and castling on both sides.
    fn position() -> Position {
        Position::from_fen("1n2k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 9").unwrap()
    }

    #[test]
    fn the_codes_of_moves() {
        let position = position();
        for (code, expected) in [
            (0x0304, "e1e2"),
            (0x0b24, "e5e6"),
            (0x4ae4, "e5d6"),
            (0x81c4, "e1h1"),
            (0x8004, "e1a1"),
            (0xce30, "a7a8n"),
            (0xde30, "a7a8b"),
            (0xee30, "a7a8r"),
            (0xfe30, "a7a8q"),
            (0xfe70, "a7b8q"),
        ] {
            let (found, next) = decode_move(&position, code).unwrap();
            assert_eq!(format!("{found:#}"), expected);
            assert_eq!(encode_move(found), code, "{expected}");
            assert_eq!(Ok(next), position.play(found), "{expected}");
        }
    }

    #[test]
    fn codes_with_other_bits_are_no_moves() {
        // A king that promotes or captures en passant. En passant, castling and promotions as plain
        // moves. A promotion on b7.
        for code in [0x1304, 0x4304, 0x0ae4, 0x01c4, 0x0e30, 0x3e30, 0xfc70] {
            assert!(decode_move(&position(), code).is_none(), "{code:#06x}");
        }
    }

    /// A header, moves, and the terminator.
    fn game(moves: usize) -> Vec<u8> {
        [vec![0; HEADER], vec![1; 4 * moves], vec![0; 4]].concat()
    }

    #[test]
    fn whole_games() {
        let three = [game(0), game(3), game(1)].concat();
        assert_eq!(cut(&three, 0), (three.len(), 0));
        for end in [three.len() - 1, 36 + 48, 36 + 48 + 20] {
            assert_eq!(cut(&three[..end], 0), (84, 0), "{end}");
        }
        assert_eq!(cut(&three[..35], 0), (0, 0));
        // A game that is too long, its end, and another.
        let long = [game(1 << 17), game(2)].concat();
        assert_eq!(cut(&long, 0), (LIMIT, 1));
        assert_eq!(cut(&long[LIMIT..], 1), (long.len() - LIMIT, 0));
        assert_eq!(cut(&[1; 100], 1), (0, 1));
    }

    #[test]
    fn games_that_are_just_too_long() {
        let bytes = vec![1; LIMIT];
        assert_eq!(cut(&bytes[..LIMIT - 1], 0), (0, 0));
        assert_eq!(cut(&bytes, 0), (LIMIT, 1));
        assert_eq!(cut(&game((1 << 16) - 1), 0), (LIMIT, 0));
        assert_eq!(cut(&game(1 << 16), 0), (LIMIT, 1));
    }
}
