use super::{LONGEST, TERMINATOR};
use crate::codecs::marlinformat::{Marlinformat, encode_header};
use crate::codecs::{game::is_same_position, packed::Packed};
use crate::stream::{Encode, Encoded, Extra, GameRows, Moves, OpenGame, State};
use crate::vocabulary::{Fields, Record, WriteError};
use setwise_binpack::{ChainPosition, StoredMoves, VisitStored};
use setwise_moves::{Color, Move, Position};

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
        append(played, score, out);
        game.position = record.position.play_unchecked(played);
        self.state.open_game = Some(game);
        self.state.half_moves += 1;
        Ok(())
    }

    fn encode_rows(&mut self, rows: &GameRows<'_>, out: &mut Vec<u8>) -> bool {
        let open = self.state.open_game.is_some();
        if open {
            out.extend_from_slice(&TERMINATOR);
        }
        for run in rows.runs() {
            let header = encode_header(rows, run.start);
            let (Some(header), ..=LONGEST) = (header, run.len() as u32) else {
                return false;
            };
            out.extend_from_slice(&header);
            for row in run {
                let Some((Some(played), Some(score))) = rows.half_move(row) else {
                    return false;
                };
                append(played, score, out);
            }
            out.extend_from_slice(&TERMINATOR);
        }
        self.state.open_game = None;
        true
    }

    fn takes_moves(&self) -> bool {
        true
    }

    fn encode_moves(&mut self, record: &Record, moves: Moves<'_>, out: &mut Vec<u8>) -> usize {
        let Some(game) = &mut self.state.open_game else {
            return 0;
        };
        let room = (LONGEST - self.state.half_moves) as usize;
        let mut scored = moves.each(record.white_score).take(room);
        let before = out.len();
        if moves.are_legal() {
            while let Some((Some(played), Some(score))) = scored.next() {
                append(played, score, out);
            }
        } else {
            let codes = moves.each(None).map_while(|(played, _)| played);
            let codes = codes.map(StoredMoves::code);
            let mut legal = Legal {
                moves: scored,
                out,
                is_open: true,
            };
            StoredMoves::new().play(&game.position, codes, &mut legal);
        }
        let written = (out.len() - before) / 4;
        self.state.half_moves += written as u32;
        match written == moves.len() {
            true => self.end_game(out),
            false => {
                let played = moves.each(None).take(written);
                let after = |position: Position, (played, _)| position.after(played);
                game.position = played.fold(game.position, after);
            }
        }
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

fn append(played: Move, score: i16, out: &mut Vec<u8>) {
    out.extend_from_slice(&StoredMoves::code(played).to_le_bytes());
    out.extend_from_slice(&score.to_le_bytes());
}

/// Appends moves with their scores, up to the first one that is not the move that was played.
struct Legal<'a, M> {
    moves: M,
    out: &'a mut Vec<u8>,
    is_open: bool,
}

impl<M: Iterator<Item = (Option<Move>, Option<i16>)>> VisitStored for Legal<'_, M> {
    #[inline(always)]
    fn visit(&mut self, position: &ChainPosition, _: u64) {
        match self.moves.next() {
            Some((Some(played), Some(score)))
                if self.is_open && position.played() == Some(played) =>
            {
                append(played, score, self.out);
            }
            _ => self.is_open = false,
        }
    }
}
