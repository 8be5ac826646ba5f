use super::{LONGEST, TERMINATOR};
use crate::codecs::{game::is_same_position, marlinformat::Marlinformat, packed::Packed};
use crate::stream::{Encode, Encoded, Extra, Moves, OpenGame, State};
use crate::vocabulary::{Fields, Record, WriteError};
use setwise_binpack::StoredMoves;
use setwise_moves::Color;

/// Encodes games as [`Writer`](crate::Writer) describes, none longer than readers accept.
#[derive(Default)]
pub(crate) struct Encoder {
    state: State,
}

fn is_same(one: &OpenGame, other: &OpenGame) -> bool {
    let labels = |game: &OpenGame| (game.outcome, game.assumed, game.number);
    labels(one) == labels(other) && is_same_position(&one.position, &other.position)
}

impl Encode for Encoder {
    fn encode(&mut self, record: &Record, _: Extra<'_>, out: &mut Vec<u8>) -> Encoded {
        let played = record.played.ok_or(WriteError::Missing(Fields::MOVE))?;
        let (score, _) = record.labels_seen_by(Color::White)?;
        if !record.position.is_legal(played) {
            return Err(WriteError::Move.into());
        }
        let mut game = OpenGame {
            position: record.position,
            outcome: record.outcome,
            assumed: record.assumed,
            number: record.game,
        };
        let open = self.state.open_game;
        let is_next = open.is_some_and(|open| is_same(&open, &game));
        if !is_next || self.state.half_moves == LONGEST {
            self.state.half_moves = 0;
            let mut unscored = *record;
            unscored.white_score = Some(0);
            let header = Marlinformat::encode(&unscored)?;
            if open.is_some() {
                out.extend_from_slice(&TERMINATOR);
            }
            out.extend_from_slice(&header);
        }
        out.extend_from_slice(&StoredMoves::code(played).to_le_bytes());
        out.extend_from_slice(&score.to_le_bytes());
        game.position = record.position.play_unchecked(played);
        self.state.open_game = Some(game);
        self.state.half_moves += 1;
        Ok(())
    }

    fn takes_moves(&self) -> bool {
        true
    }

    fn encode_moves(&mut self, record: &Record, moves: Moves<'_>, out: &mut Vec<u8>) -> usize {
        let Some(game) = &mut self.state.open_game else {
            return 0;
        };
        let room = (LONGEST - self.state.half_moves) as usize;
        let before = out.len();
        for (played, score) in moves.each(record.white_score).take(room) {
            let (Some(played), Some(score)) = (played, score) else {
                break;
            };
            out.extend_from_slice(&StoredMoves::code(played).to_le_bytes());
            out.extend_from_slice(&score.to_le_bytes());
            game.position = game.position.play_unchecked(played);
        }
        let written = (out.len() - before) / 4;
        self.state.half_moves += written as u32;
        written
    }

    fn end_game(&mut self, out: &mut Vec<u8>) {
        if self.state.open_game.take().is_some() {
            out.extend_from_slice(&TERMINATOR);
        }
    }

    fn state(&self) -> Option<State> {
        Some(self.state)
    }

    fn restore(&mut self, state: State) {
        self.state = state;
    }
}
