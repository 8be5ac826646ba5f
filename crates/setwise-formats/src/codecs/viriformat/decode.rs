use super::run::GameRun;
use super::{HEADER, LIMIT, TERMINATOR, count_moves};
use crate::codecs::{game::Game, marlinformat::Marlinformat, packed::Packed};
use crate::stream::{
    Content, Decode, DecodeOptions, Decoded, Extras, GameBatch, Run, Source, Unit,
};
use crate::vocabulary::{ReadError, Record};
use setwise_binpack::{ChainPosition, StoredMoves, VisitStored};
use setwise_moves::{Move, Position};
use std::io;

pub(crate) struct Viriformat {
    stored: StoredMoves,
    final_positions: bool,
    /// Whether records are counted and not made.
    counts: bool,
    keeps_prefix: bool,
    /// The number of records that were counted, or made as rows of blocks.
    counted: usize,
    run: GameRun,
    /// The games before the front of the input, damaged ones included.
    games: u64,
    /// Whether the front of the input belongs to a game that is too long.
    in_long_game: bool,
}

impl Viriformat {
    pub(crate) fn new(options: &DecodeOptions) -> Self {
        Self {
            stored: StoredMoves::new(),
            final_positions: options.final_positions,
            counts: options.counts,
            keeps_prefix: options.keeps_prefix,
            counted: 0,
            run: GameRun::new(options.games),
            games: 0,
            in_long_game: false,
        }
    }
}

impl Decode for Viriformat {
    fn decode_run(
        &mut self,
        source: &mut Source<'_>,
        _: &mut Vec<Record>,
        max: usize,
    ) -> io::Result<Run> {
        if self.in_long_game || !(self.counts || self.run.makes_games) {
            return Ok(Run::default());
        }
        source.fill(HEADER + TERMINATOR.len())?;
        let run = self.run.read(&self.stored, source.data(), max, self.games);
        self.games += run.units as u64;
        let ends = if self.final_positions { run.units } else { 0 };
        self.counted += self.run.moves() + ends;
        Ok(run)
    }

    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        let start = if self.in_long_game { 0 } else { HEADER };
        let Some((bytes, is_complete)) = find_game(source, start)? else {
            return Ok(self.rest(source.data(), records));
        };
        if !self.in_long_game {
            self.games += 1;
        }
        let content = if core::mem::replace(&mut self.in_long_game, !is_complete) {
            Content::Rest
        } else if is_complete {
            let game = source.data().get(..bytes).unwrap_or_default();
            Unit::of(bytes, self.game(game, records)).content
        } else {
            Content::Damaged(ReadError::TooLong(LIMIT), 0)
        };
        Ok(Some(Unit::new(bytes, content)))
    }

    fn take_extras(&mut self) -> Extras {
        self.counted = 0;
        self.run.take_extras()
    }

    fn reuse(&mut self, games: Vec<GameBatch>) {
        self.run.reuse(games);
    }

    fn part_bytes(&self, threads: usize) -> Option<usize> {
        /// Games that make no records take so little time that threads would wait for each other.
        const PART: usize = 1 << 18;
        (threads > 1 && (self.counts || self.run.makes_games)).then_some(PART)
    }

    fn rows(&self) -> usize {
        self.counted
    }

    fn last_game(&self) -> u64 {
        self.games
    }

    fn state(&self) -> Option<u64> {
        Some(self.games << 1 | u64::from(self.in_long_game))
    }

    fn restore(&mut self, state: u64) {
        self.games = state >> 1;
        self.in_long_game = state & 1 != 0;
    }
}

/// Finds the end of the game at the front of a source, whose moves begin after `start` bytes.
/// Returns its number of bytes, at most [`LIMIT`], and whether it is complete; `None` if the input
/// ends before.
pub(crate) fn find_game(
    source: &mut Source<'_>,
    start: usize,
) -> io::Result<Option<(usize, bool)>> {
    let mut searched = start;
    loop {
        let data = source.data();
        let data = data.get(..LIMIT).unwrap_or(data);
        let moves = data.get(searched..).unwrap_or_default();
        match count_moves(moves) {
            Some(count) => return Ok(Some((searched + 4 * (count + 1), true))),
            None if data.len() == LIMIT => return Ok(Some((LIMIT, false))),
            None => searched += moves.len() / 4 * 4,
        }
        if !source.grow()? {
            return Ok(None);
        }
    }
}

impl Viriformat {
    /// Returns the unit of the last bytes, which have no terminator: a game that is cut.
    fn rest(&mut self, bytes: &[u8], records: &mut Vec<Record>) -> Option<Unit> {
        if bytes.is_empty() {
            return None;
        }
        if self.in_long_game {
            return Some(Unit::new(bytes.len(), Content::Rest));
        }
        self.games += 1;
        let cut = Err(ReadError::Truncated(bytes.len()));
        if self.run.makes_games {
            let result = self.game_in_batch(bytes, cut);
            return Some(Unit::of(bytes.len(), result));
        }
        let (count, result) = self.moves(bytes, false, records);
        let result = self.count(count, result.and(cut));
        Some(Unit::of(bytes.len(), result))
    }

    fn game(&mut self, bytes: &[u8], records: &mut Vec<Record>) -> Result<(), ReadError> {
        if self.run.makes_games {
            return self.game_in_batch(bytes, Ok(()));
        }
        let (count, result) = self.moves(bytes, self.final_positions, records);
        self.count(count, result)
    }

    /// Makes the rows of a game that is not part of a run, and ends it with `end`.
    #[cold]
    fn game_in_batch(&mut self, bytes: &[u8], end: Result<(), ReadError>) -> Result<(), ReadError> {
        let mut records = Vec::new();
        let (moves, result) = self.moves(bytes, false, &mut records);
        let result = result.and(end);
        if moves > 0 && (result.is_ok() || self.keeps_prefix) {
            let mut sound = bytes.get(..HEADER + 4 * moves).unwrap_or(bytes).to_vec();
            sound.extend(TERMINATOR);
            self.run.read(&self.stored, &sound, moves, self.games - 1);
            self.counted += self.run.moves();
        }
        result
    }

    /// Counts the records of a game, unless the game is damaged and dropped.
    fn count(&mut self, records: usize, result: Result<(), ReadError>) -> Result<(), ReadError> {
        if self.counts && (result.is_ok() || self.keeps_prefix) {
            self.counted += records;
        }
        result
    }

    /// Appends the records of a game, unless they are only counted. Returns their number; of a
    /// damaged game, that of the records before the damage.
    fn moves(
        &self,
        bytes: &[u8],
        has_end: bool,
        records: &mut Vec<Record>,
    ) -> (usize, Result<(), ReadError>) {
        let Some((header, moves)) = bytes.split_first_chunk::<HEADER>() else {
            return (0, Err(ReadError::Truncated(bytes.len())));
        };
        let header = match Marlinformat::decode(header) {
            Ok(header) => header,
            Err(reason) => return (0, Err(reason)),
        };
        let (moves, _) = moves.as_chunks();
        let moves = match moves {
            [moves @ .., TERMINATOR] => moves,
            moves => moves,
        };
        let codes = moves.iter().map(|bytes| parts(*bytes).0);
        let first = records.len();
        let played = match self.counts {
            true => self.stored.play(&header.position, codes, &mut ()),
            false => {
                records.reserve(moves.len() + 1);
                let mut visit = Records {
                    game: Game::new(&header, self.games, records),
                    moves,
                    has_end,
                };
                self.stored.play(&header.position, codes, &mut visit)
            }
        };
        if played == moves.len() {
            return (played + usize::from(has_end), Ok(()));
        }
        records.truncate(first);
        let result = self.play_exactly(&header, moves, has_end, records);
        let count = records.len() - first;
        if self.counts {
            records.truncate(first);
        }
        (count, result)
    }

    /// As [`moves`](Self::moves), by the rules alone.
    #[cold]
    fn play_exactly(
        &self,
        header: &Record,
        moves: &[[u8; 4]],
        has_end: bool,
        records: &mut Vec<Record>,
    ) -> Result<(), ReadError> {
        let mut game = Game::new(header, self.games, records);
        let first = game.records.len();
        let result = play(&mut game, moves);
        if game.records.len() > first
            && let Some(ply) = game.first_illegal(first)
        {
            game.records.truncate(first + ply);
            let code = moves.get(ply).map_or(0, |bytes| parts(*bytes).0);
            return Err(ReadError::MoveCode(code, ply));
        }
        result?;
        game.end(has_end);
        Ok(())
    }
}

/// Makes the records of a game.
struct Records<'a, 'm> {
    game: Game<'a>,
    moves: &'m [[u8; 4]],
    has_end: bool,
}

impl VisitStored for Records<'_, '_> {
    #[inline(always)]
    fn visit(&mut self, position: &ChainPosition, passed: u64) {
        let score = self.moves.get(self.game.ply).map(|bytes| parts(*bytes).1);
        self.game.position = position.to_board_after(passed).into();
        self.game.append(position.played(), score);
        self.game.ply += 1;
    }

    fn end(&mut self, last: &ChainPosition, passed: u64) {
        self.game.position = last.to_board_after(passed).into();
        self.game.end(self.has_end);
    }
}

/// Returns the code of a move and the score of the position before it.
fn parts([m0, m1, s0, s1]: [u8; 4]) -> (u16, i16) {
    (u16::from_le_bytes([m0, m1]), i16::from_le_bytes([s0, s1]))
}

/// Plays moves up to the first one that is not pseudo-legal.
fn play(game: &mut Game<'_>, moves: &[[u8; 4]]) -> Result<(), ReadError> {
    for &bytes in moves {
        let (code, score) = parts(bytes);
        let decoded = decode_move(&game.position, code);
        let (played, next) = decoded.ok_or(ReadError::MoveCode(code, game.ply))?;
        game.go_on(Some(played), Some(score), next);
    }
    Ok(())
}

/// Finds the pseudo-legal move of a code, and the position after it.
fn decode_move(position: &Position, code: u16) -> Option<(Move, Position)> {
    let played = StoredMoves::find(position, code)?;
    Some((played, position.play_pseudo_legal(played)?))
}

/// Cuts an input after its last whole game, and a game that is too long where the decoder does.
pub(crate) fn cut(data: &[u8], state: u64) -> (usize, u64) {
    let is_inside = state & 1;
    let (mut end, mut games) = (0, (state >> 1).saturating_sub(is_inside));
    let mut moves = if is_inside == 0 { HEADER } else { 0 };
    loop {
        let rest = data.get(moves..).unwrap_or_default();
        let rest = rest.get(..end + LIMIT - moves).unwrap_or(rest);
        match count_moves(rest) {
            Some(count) => {
                end = moves + 4 * (count + 1);
                games += 1;
            }
            None if end > 0 => return (end, games << 1),
            None if data.len() < LIMIT => return (0, state),
            None => return (LIMIT, (games + 1) << 1 | 1),
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
            assert_eq!(StoredMoves::code(found), code, "{expected}");
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
        assert_eq!(cut(&three, 0), (three.len(), 3 << 1));
        for end in [three.len() - 1, 36 + 48, 36 + 48 + 20] {
            assert_eq!(cut(&three[..end], 0), (84, 2 << 1), "{end}");
        }
        assert_eq!(cut(&three[..35], 0), (0, 0));
        // A game that is too long, its end, and another.
        let long = [game(1 << 17), game(2)].concat();
        assert_eq!(cut(&long, 0), (LIMIT, 1 << 1 | 1));
        assert_eq!(
            cut(&long[LIMIT..], 1 << 1 | 1),
            (long.len() - LIMIT, 2 << 1)
        );
        assert_eq!(cut(&[1; 100], 3), (0, 3));
    }

    #[test]
    fn games_that_are_just_too_long() {
        let bytes = vec![1; LIMIT];
        assert_eq!(cut(&bytes[..LIMIT - 1], 0), (0, 0));
        assert_eq!(cut(&bytes, 0), (LIMIT, 3));
        assert_eq!(cut(&game((1 << 16) - 1), 0), (LIMIT, 2));
        assert_eq!(cut(&game(1 << 16), 0), (LIMIT, 3));
    }
}
