//! Sound games that are checked together.

use super::{HEADER, LIMIT, count_moves};
use crate::codecs::{game::number_of, marlinformat::Marlinformat, packed::Packed};
use crate::stream::game_batch::Scores;
use crate::stream::{Extras, GameBatch, GameHead, Run};
use crate::vocabulary::Record;
use setwise_binpack::{StoredGame, StoredGames, StoredMoves};

/// Reads runs of sound games, and makes a batch of them or counts their moves.
pub(super) struct GameRun {
    /// Whether batches are made.
    pub(super) makes_games: bool,
    /// The number of games of the next run. It is short after damage, because the games after
    /// damage are checked twice.
    limit: usize,
    games: Vec<StoredGame>,
    headers: Vec<Record>,
    played: Vec<usize>,
    extras: Extras,
    spare: Vec<GameBatch>,
    /// The number of moves of the last run.
    moves: usize,
}

impl GameRun {
    pub(super) fn new(makes_games: bool) -> Self {
        Self {
            makes_games,
            limit: usize::MAX,
            games: Vec::new(),
            headers: Vec::new(),
            played: Vec::new(),
            extras: Extras::default(),
            spare: Vec::new(),
            moves: 0,
        }
    }

    pub(super) fn take_extras(&mut self) -> Extras {
        core::mem::take(&mut self.extras)
    }

    pub(super) fn reuse(&mut self, games: Vec<GameBatch>) {
        // A run of another length is rare, so that few are needed at a time.
        self.spare.truncate(1);
        self.spare.extend(games);
    }

    /// The number of moves of the last run.
    pub(super) const fn moves(&self) -> usize {
        self.moves
    }

    /// Reads the games at the front of some bytes, up to the first one that is damaged or cut, or
    /// until there are `max` moves. `before` is the number of games before them.
    pub(super) fn read(
        &mut self,
        stored: &StoredMoves,
        data: &[u8],
        max: usize,
        before: u64,
    ) -> Run {
        self.find(data, max);
        let found = self.games.len();
        let mut run = self.check(stored, data, before);
        let sound = self.played.iter().zip(&self.games);
        let sound = sound.take_while(|(played, game)| **played == game.moves);
        let sound = sound.count();
        if sound < found {
            self.games.truncate(sound);
            self.headers.truncate(sound);
            run = self.check(stored, data, before);
        }
        self.limit = match sound < found {
            true => 1,
            false => self.limit.saturating_mul(2),
        };
        run
    }

    /// Finds whole games with sound headers.
    fn find(&mut self, data: &[u8], max: usize) {
        self.games.clear();
        self.headers.clear();
        let (mut at, mut moves) = (0, 0);
        while moves < max && self.games.len() < self.limit {
            let Some(header) = data.get(at..).and_then(<[u8]>::first_chunk::<HEADER>) else {
                return;
            };
            let begin = at + HEADER;
            let words = data.get(begin..at + LIMIT).or(data.get(begin..));
            let Some(count) = words.and_then(count_moves) else {
                return;
            };
            let Ok(header) = Marlinformat::decode(header) else {
                return;
            };
            self.games.push(StoredGame {
                start: header.position,
                at: begin / 4,
                moves: count,
            });
            self.headers.push(header);
            moves += count;
            at = begin + 4 * (count + 1);
        }
    }

    /// Checks the games that are found. Makes a batch of them if all are sound.
    fn check(&mut self, stored: &StoredMoves, data: &[u8], before: u64) -> Run {
        self.moves = self.games.iter().map(|game| game.moves).sum();
        let games = StoredGames {
            words: data.as_chunks().0,
            games: &self.games,
            null_moves: false,
        };
        let last = self.games.last();
        let run = Run {
            bytes: last.map_or(0, |game| 4 * (game.at + game.moves + 1)),
            units: self.games.len(),
        };
        if self.games.is_empty() {
            self.played.clear();
            return run;
        }
        if !self.makes_games {
            stored.check(&games, &mut self.played);
            return run;
        }
        let mut all = self.spare.pop().unwrap_or_default();
        all.clear();
        stored.walk(&games, all.blocks_mut(), &mut self.played);
        let is_sound = |(played, game): (&usize, &StoredGame)| *played == game.moves;
        if !self.played.iter().zip(&self.games).all(is_sound) {
            return run;
        }
        let mut row = 0;
        for (i, (header, game)) in self.headers.iter().zip(&self.games).enumerate() {
            all.heads.push(GameHead {
                start: header.position,
                outcome: header.outcome,
                number: number_of(before + 1 + i as u64),
                ply: header.ply,
                rows: row..row + game.moves,
                has_end: false,
                assumed: header.assumed,
            });
            row += game.moves;
        }
        all.scores = Scores::All;
        self.extras.games.push(all);
        run
    }
}
