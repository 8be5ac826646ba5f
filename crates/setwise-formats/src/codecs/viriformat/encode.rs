use super::{HEADER, LONGEST, TERMINATOR};
use crate::codecs::packed::{Packed, Together};
use crate::codecs::{game::is_same_position, marlinformat::Marlinformat};
use crate::stream::{Encode, Encoded, Extra, GameRows, Moves, OpenGame, State};
use crate::vocabulary::{Fields, Record, WriteError};
use setwise_binpack::{ChainPosition, StoredMoves, VisitStored};
use setwise_moves::{Color, Move, Position};

/// Encodes games as [`Writer`](crate::Writer) describes, none longer than readers accept.
#[derive(Default)]
pub(crate) struct Encoder {
    state: State,
    runs: Runs,
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

    fn encode_rows(&mut self, rows: &GameRows<'_>, out: &mut Vec<u8>) -> Option<usize> {
        if self.state.open_game.is_some() {
            out.extend_from_slice(&TERMINATOR);
        }
        let count = self.runs.fill(rows)?;
        // The headers are packed together.
        let mut headers = Together::<Marlinformat>::new(rows);
        let (bytes, mut left) = (&mut self.runs.bytes, self.runs.begins.iter());
        let mut place = |headers: &[[u8; HEADER]]| {
            for (header, [at, _]) in headers.iter().zip(&mut left) {
                if let Some(bytes) = bytes.get_mut(*at..at + HEADER) {
                    bytes.copy_from_slice(header);
                    // The score of the first position stands beside its move.
                    bytes[28..30].fill(0);
                }
            }
        };
        for [_, row] in &self.runs.begins {
            headers.push(*row, &mut place)?;
        }
        headers.flush(place)?;
        out.extend_from_slice(self.runs.bytes.get(..self.runs.end)?);
        self.state.open_game = None;
        Some(count)
    }

    fn takes_moves(&self) -> bool {
        true
    }

    fn takes_games_apart(&self) -> bool {
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

/// The runs of rows of a game, with room for their headers.
#[derive(Default)]
struct Runs {
    bytes: Vec<u8>,
    /// The number of bytes in use.
    end: usize,
    /// The places of the headers, and the first rows.
    begins: Vec<[usize; 2]>,
}

impl Runs {
    /// Writes the rows of a game, of which all have a move, and all a score or none. Returns their
    /// number, or `None` if they lack it.
    ///
    /// Rows are written without branches on what is chosen, which the CPU would mispredict.
    fn fill(&mut self, rows: &GameRows<'_>) -> Option<usize> {
        /// The bytes that a row needs at most: terminator, header, and its move.
        const MOST: usize = 4 + HEADER + 4;
        let moves = rows.place.moves;
        if moves > LONGEST as usize {
            return None;
        }
        let room = MOST * (moves + 1);
        if self.bytes.len() < room {
            self.bytes.resize(room, 0);
        }
        self.begins.resize(moves + 1, [0; 2]);
        let (block, first) = rows.slot(0)?;
        // The bits of a label that are the row's own, and those that are the same for all.
        let [own, same] = match block.label(first) {
            Some(_) => [u16::MAX, 0],
            None => [0, rows.score? as u16],
        };
        let (mut at, mut begins, mut count, mut was_chosen) = (0, 0, 0, 0);
        let mut row = 0;
        while row < moves {
            let (block, first) = rows.slot(row)?;
            let chosen = rows.chosen(row);
            let end = moves.min(row + 8 - first / 8);
            let all = (1 << (end - row)) - 1;
            let word = |place: usize| {
                let code = StoredMoves::code_of_bits(block.moves[place & 63]);
                let label = block.labels[place & 63] as u16 & own | same;
                (u32::from(code) | u32::from(label) << 16).to_le_bytes()
            };
            if chosen & all == all && was_chosen == 1 {
                // No run begins or ends here.
                let bytes = self.bytes.get_mut(at..at + 4 * (end - row))?;
                let (words, _) = bytes.as_chunks_mut::<4>();
                for (i, bytes) in words.iter_mut().enumerate() {
                    *bytes = word(first + 8 * i);
                }
                at += 4 * (end - row);
                count += end - row;
                row = end;
                continue;
            }
            for (i, row) in (row..end).enumerate() {
                let is_chosen = chosen >> i & 1;
                let bytes = self.bytes.get_mut(at..)?.first_chunk_mut::<MOST>()?;
                bytes[..4].copy_from_slice(&TERMINATOR);
                let terminator = 4 * (was_chosen & !is_chosen);
                let is_first = is_chosen & !was_chosen;
                *self.begins.get_mut(begins)? = [at, row];
                begins += is_first;
                let place = terminator + HEADER * is_first;
                bytes
                    .get_mut(place..place + 4)?
                    .copy_from_slice(&word(first + 8 * i));
                at += place + 4 * is_chosen;
                count += is_chosen;
                was_chosen = is_chosen;
            }
            row = end;
        }
        let bytes = self.bytes.get_mut(at..at + 4)?;
        bytes.copy_from_slice(&TERMINATOR);
        self.end = at + 4 * was_chosen;
        self.begins.truncate(begins);
        Some(count)
    }
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
