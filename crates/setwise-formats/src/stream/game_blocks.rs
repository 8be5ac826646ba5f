use crate::stream::lines::{Line, Lines};
use crate::vocabulary::{Fields, Record};
use core::ops::Range;
use setwise_binpack::{StoredGame, StoredGames, StoredMoves};
use setwise_moves::{Block, Blocks, Move, Outcome, Place, Position};

/// Games with the positions of their rows as columns of 64 ([`Blocks`]), in place of records.
/// Readers make them if [`ReadOptions::blocks`](crate::ReadOptions::blocks) asks for it.
///
/// A row is a half-move. Labels of the blocks are scores as White sees them.
///
/// What a block promises to those who read it:
/// * A row is [live](Block::live). Its board has the square that a pawn has just passed as the
///   format states it.
/// * The next row of its lane has the position after its move.
/// * The rows of a game follow each other in one lane. The row behind them has the last position;
///   it is not live, and belongs to no other game.
#[derive(Clone, Debug, Default)]
pub struct GameBlocks {
    pub(crate) games: Vec<Line>,
    pub(crate) blocks: Blocks,
    pub(crate) has_null_moves: bool,
    /// Whether some rows of a game may have a score, and others none.
    pub(crate) has_gaps: bool,
}

/// A set of rows for each block of some [`GameBlocks`].
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

    /// Whether the turn may be passed in a row.
    pub const fn has_null_moves(&self) -> bool {
        self.has_null_moves
    }

    /// Removes all games, and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.games.clear();
        self.blocks.clear();
        (self.has_null_moves, self.has_gaps) = (false, false);
    }

    /// Replaces the games by chains. The label `i16::MIN` stands for no score.
    pub(crate) fn walk_chains(&mut self, lines: Vec<Line>, games: &StoredGames<'_>) {
        self.clear();
        StoredMoves::new().walk_legal(games, &mut self.blocks);
        for block in &mut self.blocks.blocks {
            block.drop_useless_en_passant();
            let is_none = |label: &i16| *label == i16::MIN;
            if block
                .labels
                .iter()
                .fold(false, |any, label| any | is_none(label))
            {
                let labels = block.labels.iter().enumerate();
                let none = labels.fold(0, |all, (i, label)| all | u64::from(is_none(label)) << i);
                block.labelled &= !none;
                self.has_gaps |= none & block.live != 0;
            }
        }
        self.games = lines;
    }

    /// Replaces the games by those of lines without last positions.
    pub(crate) fn walk(&mut self, lines: Lines) {
        let moves = lines.moves();
        let code = |played: &Option<Move>| match played {
            Some(played) => StoredMoves::code(*played),
            None => StoredMoves::NULL,
        };
        let word = |played: &Option<Move>| {
            let [low, high] = code(played).to_le_bytes();
            [low, high, 0, 0]
        };
        let mut all = Vec::with_capacity(moves.len() + lines.games.len());
        let mut games = Vec::with_capacity(lines.games.len());
        for line in &lines.games {
            games.push(StoredGame {
                start: line.start,
                at: all.len(),
                moves: line.rows.len(),
            });
            let moves = moves.get(line.rows.clone()).unwrap_or_default();
            all.extend(moves.iter().map(word));
            all.push([0; 4]);
        }
        let games = StoredGames {
            words: &all,
            games: &games,
            null_moves: true,
        };
        self.clear();
        StoredMoves::new().walk_legal(&games, &mut self.blocks);
        for block in &mut self.blocks.blocks {
            block.labelled = 0;
        }
        self.has_null_moves = moves.contains(&None);
        self.games = lines.games;
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.games.last().map_or(0, |game| game.rows.end)
    }

    /// All rows, as a set for each block.
    pub fn all(&self) -> BlockSets {
        self.blocks.blocks.iter().map(|block| block.live).collect()
    }

    /// The number of rows of each game that are in the sets.
    pub fn rows_in(&self, sets: &[u64]) -> impl Iterator<Item = (&Line, usize)> {
        let chosen = Chosen::new(sets);
        let games = self.games.iter().zip(&self.blocks.games);
        games.map(move |(line, place)| (line, chosen.runs(place).map(|run| run.len()).sum()))
    }

    /// The number of rows whose records lack some fields.
    pub fn rows_without(&self, fields: Fields) -> u64 {
        let sets = self.blocks.blocks.iter();
        let count = |set: fn(&Block) -> u64| -> u64 {
            let sets = sets.clone().map(set);
            sets.map(|set| u64::from(set.count_ones())).sum()
        };
        // Of a row, only these two differ from the first one of its game.
        if fields == Fields::SCORE {
            return count(|block| block.live & !block.labelled);
        }
        if fields == Fields::MOVE {
            return match self.has_null_moves {
                true => count(|block| {
                    let moves = block.moves.iter().enumerate();
                    let none = |(i, bits): (usize, &u16)| u64::from(*bits == 0) << i;
                    block.live & moves.map(none).fold(0, |all, one| all | one)
                }),
                false => 0,
            };
        }
        let games = self.games.iter().enumerate();
        let lacking = games.filter(|(i, _)| {
            let first = self.record(*i, 0);
            !fields.is_empty() && first.is_some_and(|first| !first.known().contains(fields))
        });
        lacking.map(|(_, line)| line.rows.len() as u64).sum()
    }

    /// Makes the record of a row of a game.
    pub fn record(&self, game: usize, row: usize) -> Option<Record> {
        let (line, place) = (self.games.get(game)?, self.blocks.games.get(game)?);
        self.record_of(line, place, row)
    }

    /// Makes the record of a row.
    pub(crate) fn record_of(&self, line: &Line, place: &Place, row: usize) -> Option<Record> {
        let (block, i) = place.of(row);
        let block = self.blocks.blocks.get(block)?;
        let first = line.ply;
        Some(Record {
            white_score: block.label(i),
            outcome: line.outcome,
            played: block.played(i),
            ply: first.and_then(|first| u16::try_from(usize::from(first) + row).ok()),
            game: line.number,
            assumed: line.assumed,
            ..Record::from(block.position(i, fullmove(line, row)))
        })
    }
}

/// The number of the move of a row.
fn fullmove(line: &Line, row: usize) -> u16 {
    let start = &line.start;
    let half_moves = 2 * usize::from(start.fullmove()) + start.turn().index() + row;
    u16::try_from(half_moves / 2).unwrap_or(u16::MAX)
}

/// Sets of rows by lane, so that the rows of a game are bits that follow each other.
pub(crate) struct Chosen {
    /// Bit `n % 8` of byte `n / 8` stands for row `n`.
    lanes: [Vec<u8>; 8],
}

impl Chosen {
    /// The number of rows that a word of bits certainly has.
    const BITS: usize = 56;

    pub(crate) fn new(sets: &[u64]) -> Self {
        let mut lanes = core::array::from_fn(|_| Vec::with_capacity(sets.len() + 8));
        for &set in sets {
            for (lane, bits) in lanes.iter_mut().zip(Blocks::lanes_of(set)) {
                lane.push(bits);
            }
        }
        for lane in &mut lanes {
            lane.extend([0; 8]);
        }
        Self { lanes }
    }

    /// The bits from a row on, of which the first 56 are right.
    #[inline]
    fn bits(&self, lane: usize, row: usize) -> u64 {
        let bytes = self.lanes[lane & 7].get(row / 8..);
        let bytes = bytes.and_then(<[u8]>::first_chunk).unwrap_or(&[0; 8]);
        u64::from_le_bytes(*bytes) >> (row % 8)
    }

    /// The runs of rows of a game, counted from its first row.
    pub(crate) fn runs<'a>(&'a self, place: &'a Place) -> impl Iterator<Item = Range<usize>> + 'a {
        let mut at = 0;
        core::iter::from_fn(move || {
            loop {
                if at >= place.moves {
                    return None;
                }
                let bits = self.bits(place.lane, place.row + at);
                let free = (bits.trailing_zeros() as usize).min(Self::BITS);
                at += free;
                if free < Self::BITS {
                    break;
                }
            }
            let begin = at;
            loop {
                let bits = self.bits(place.lane, place.row + at);
                let more = (bits.trailing_ones() as usize).min(Self::BITS);
                at += more;
                if more < Self::BITS {
                    break;
                }
            }
            // The row behind a game belongs to no set.
            (begin < place.moves).then_some(begin..at)
        })
    }
}

/// Rows of a game that are written. All have a move.
#[derive(Clone, Copy)]
pub(crate) struct GameRows<'a> {
    pub(crate) all: &'a GameBlocks,
    pub(crate) line: &'a Line,
    pub(crate) place: &'a Place,
    pub(crate) chosen: &'a Chosen,
    /// The outcome, and the score of rows that have none. They may be assumed.
    pub(crate) outcome: Outcome,
    pub(crate) score: Option<i16>,
}

impl<'a> GameRows<'a> {
    pub(crate) fn runs(&self) -> impl Iterator<Item = Range<usize>> + 'a {
        self.chosen.runs(self.place)
    }

    /// The rows from one on that are written: a bit for each of at least eight.
    #[inline]
    pub(crate) fn chosen(&self, row: usize) -> usize {
        self.chosen.bits(self.place.lane, self.place.row + row) as usize
    }

    /// The block of a row, and the place in it, which is less than 64.
    #[inline]
    pub(crate) fn slot(&self, row: usize) -> Option<(&'a Block, usize)> {
        let (block, i) = self.place.of(row);
        Some((self.all.blocks.blocks.get(block)?, i & 63))
    }

    /// The score of a row as White sees it.
    #[inline]
    pub(crate) fn score(&self, (block, i): (&Block, usize)) -> Option<i16> {
        block.label(i).or(self.score)
    }

    /// The move and the score of a row.
    #[inline]
    pub(crate) fn half_move(&self, row: usize) -> Option<(Option<Move>, Option<i16>)> {
        let (block, i) = self.slot(row)?;
        let played = Move::from_bits_unchecked(block.moves[i]);
        Some((played, self.score((block, i))))
    }

    /// Gives the position of each row that is written, with its score, to a function. Returns the
    /// number of rows; `None` if the function does.
    pub(crate) fn each_position(
        &self,
        mut take: impl FnMut(&Position, Option<i16>) -> Option<()>,
    ) -> Option<usize> {
        let mut count = 0;
        for row in self.runs().flatten() {
            let (block, i) = self.slot(row)?;
            take(
                &block.position(i, self.fullmove(row)),
                self.score((block, i)),
            )?;
            count += 1;
        }
        Some(count)
    }

    /// The number of the move of a row.
    pub(crate) fn fullmove(&self, row: usize) -> u16 {
        fullmove(self.line, row)
    }
}
