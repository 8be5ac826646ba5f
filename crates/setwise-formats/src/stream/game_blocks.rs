use crate::stream::lines::Line;
use crate::vocabulary::Record;
use setwise_moves::{Block, Blocks, Place};

/// Games with the positions of their rows as columns of 64 ([`Blocks`]), in place of records.
/// Readers make them if [`ReadOptions::blocks`](crate::ReadOptions::blocks) asks for it.
///
/// A row is a half-move. Labels of the blocks are scores as White sees them.
#[derive(Clone, Debug, Default)]
pub struct GameBlocks {
    pub(crate) games: Vec<Line>,
    pub(crate) blocks: Blocks,
    pub(crate) has_scores: bool,
}

/// A bit for each position of some [`GameBlocks`]: a set for each block.
pub type BlockSets = Vec<u64>;

impl GameBlocks {
    /// The games. Their rows are numbered through.
    pub fn games(&self) -> &[Line] {
        &self.games
    }

    /// The positions of the games, in the order of [`games`](Self::games).
    pub const fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Whether the labels of the blocks are scores.
    pub const fn has_scores(&self) -> bool {
        self.has_scores
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.games.last().map_or(0, |game| game.rows.end)
    }

    /// The number of rows of some sets, which are sets of rows.
    pub fn count(sets: &[u64]) -> u64 {
        sets.iter().map(|set| u64::from(set.count_ones())).sum()
    }

    /// The rows, as a set for each block.
    pub fn all(&self) -> BlockSets {
        self.blocks.blocks.iter().map(|block| block.live).collect()
    }

    /// Makes the records of a set of rows, in the order of the games.
    pub fn records<'a>(&'a self, sets: &'a [u64]) -> impl Iterator<Item = Record> + 'a {
        let games = self.games.iter().zip(&self.blocks.games);
        games.flat_map(move |(line, place)| {
            let rows = GameRows {
                all: self,
                line,
                place: *place,
                sets,
            };
            (0..place.moves).filter_map(move |i| rows.has(i).then(|| rows.record(i))?)
        })
    }
}

/// The rows of a game that are written.
#[derive(Clone, Copy)]
pub(crate) struct GameRows<'a> {
    pub(crate) all: &'a GameBlocks,
    pub(crate) line: &'a Line,
    pub(crate) place: Place,
    pub(crate) sets: &'a [u64],
}

impl<'a> GameRows<'a> {
    /// The block of a row, and the place in it.
    #[inline]
    pub(crate) fn slot(&self, row: usize) -> Option<(&'a Block, usize)> {
        let (block, i) = self.place.of(row);
        Some((self.all.blocks.blocks.get(block)?, i & 63))
    }

    /// Whether a row is written.
    #[inline]
    pub(crate) fn has(&self, row: usize) -> bool {
        let (block, i) = self.place.of(row);
        self.sets.get(block).is_some_and(|set| set >> i & 1 != 0)
    }

    /// The next run of rows that are written, from a row on.
    pub(crate) fn run(&self, from: usize) -> Option<core::ops::Range<usize>> {
        let rows = self.place.moves;
        let begin = (from..rows).find(|&row| self.has(row))?;
        let end = (begin + 1..rows).find(|&row| !self.has(row));
        Some(begin..end.unwrap_or(rows))
    }

    /// The number of rows that are written.
    pub(crate) fn count(&self) -> usize {
        (0..self.place.moves).filter(|&row| self.has(row)).count()
    }

    /// The number of the move of a row.
    pub(crate) fn fullmove(&self, row: usize) -> u16 {
        let start = &self.line.start;
        let half_moves = 2 * usize::from(start.fullmove()) + start.turn().index() + row;
        u16::try_from(half_moves / 2).unwrap_or(u16::MAX)
    }

    /// The record of a row.
    pub(crate) fn record(&self, row: usize) -> Option<Record> {
        let (block, i) = self.slot(row)?;
        let first = self.line.first_ply();
        Some(Record {
            white_score: self.all.has_scores.then(|| block.labels[i]),
            outcome: self.line.outcome,
            played: block.played(i),
            ply: first.and_then(|first| u16::try_from(usize::from(first) + row).ok()),
            game: self.line.number,
            assumed: self.line.assumed,
            ..Record::from(block.position(i, self.fullmove(row)))
        })
    }
}
