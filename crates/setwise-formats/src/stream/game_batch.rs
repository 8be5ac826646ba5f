use crate::vocabulary::{Fields, Record};
use core::{num::NonZeroU32, ops::Range};
use setwise_binpack::{StoredGame, StoredGames, StoredMoves};
use setwise_moves::{Block, Blocks, Move, Outcome, Place, Position, Walk};
use std::sync::OnceLock;

/// Games as columns: their starts, moves and scores. Readers make them in place of records if
/// [`ReadOptions::games`](crate::ReadOptions::games) asks for it.
///
/// A row is a half-move; with [`ReadOptions::final_positions`](crate::ReadOptions::final_positions)
/// another one without a move ends each sound game. Rows are numbered through, as those of
/// [`ColumnValues`](crate::ColumnValues) are. Positions are made on demand, as columns of 64 boards
/// ([`blocks`](Self::blocks)) or one by one ([`records`](Self::records)).
///
/// ```
/// use setwise_formats::{Format, ReadOptions, Reader};
/// let options = ReadOptions::default().games(true);
/// let mut reader = Reader::new(&b"1. e4 e5 2. Nf3 *\n\n1. d4 1-0\n"[..], Format::Pgn, options);
/// assert_eq!(reader.read_batch(&mut Vec::new(), 1024)?, 4);
/// let extras = reader.take_extras();
/// let [games] = extras.games() else { unreachable!() };
/// let last = &games.heads()[1];
/// assert_eq!((games.heads().len(), last.rows.clone()), (2, 3..4));
/// assert_eq!(games.played(3).unwrap().to_string(), "d2d4");
/// assert_eq!(games.blocks().blocks[0].live.count_ones(), 4);
/// # Ok::<(), setwise_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameBatch {
    pub(crate) heads: Vec<GameHead>,
    /// Made from the blocks on demand, or the blocks from them.
    words: OnceLock<Vec<[u8; 4]>>,
    blocks: OnceLock<Blocks>,
    /// Whether the blocks were made first.
    is_from_blocks: bool,
    pub(crate) scores: Scores,
    pub(crate) has_null_moves: bool,
    /// Whether squares that a pawn has just passed are dropped where no capture is legal.
    pub(crate) is_chained: bool,
    /// Memory of an earlier batch.
    room: (Vec<[u8; 4]>, Blocks),
}

/// What a [`GameBatch`] has of a game, beside its moves and scores.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameHead {
    /// The position before the first move.
    pub start: Position,
    /// The result.
    pub outcome: Option<Outcome>,
    /// The number of the game in its file, from 1.
    pub number: Option<NonZeroU32>,
    /// The half-moves before the first position.
    pub ply: Option<u16>,
    /// The rows, of which there may be none.
    pub rows: Range<usize>,
    /// Whether the last row is that of the final position.
    pub has_end: bool,
    /// The fields of the positions that the game does not have.
    pub(crate) assumed: Fields,
}

/// Which rows of games have a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Scores {
    #[default]
    None,
    All,
    /// Those whose label is not `i16::MIN`. Games in which that is a score have blocks and no
    /// words.
    Some,
}

/// A set of rows for each block of a [`GameBatch`].
pub type BlockSets = Vec<u64>;

impl GameHead {
    /// The number of rows with a move.
    pub(crate) fn moves(&self) -> usize {
        self.rows.len() - usize::from(self.has_end)
    }
}

impl Scores {
    pub(crate) fn of(self, label: i16) -> Option<i16> {
        match self {
            Self::None => None,
            Self::All => Some(label),
            Self::Some => (label != i16::MIN).then_some(label),
        }
    }
}

/// The word of a move and a label.
pub(crate) fn word(played: Option<Move>, label: i16) -> [u8; 4] {
    let ([m0, m1], [s0, s1]) = (
        played.map_or(0, Move::bits).to_le_bytes(),
        label.to_le_bytes(),
    );
    [m0, m1, s0, s1]
}

/// The move of a word; `None` passes the turn, or is a final position.
pub(crate) fn played_of([m0, m1, ..]: [u8; 4]) -> Option<Move> {
    Move::from_bits_unchecked(u16::from_le_bytes([m0, m1]))
}

/// The label of a word.
pub(crate) const fn label_of([.., s0, s1]: [u8; 4]) -> i16 {
    i16::from_le_bytes([s0, s1])
}

impl GameBatch {
    /// The games.
    pub fn heads(&self) -> &[GameHead] {
        &self.heads
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.heads.last().map_or(0, |head| head.rows.end)
    }

    /// The move of a row; `None` passes the turn, or is a final position.
    #[inline]
    pub fn played(&self, row: usize) -> Option<Move> {
        self.words().get(row).copied().and_then(played_of)
    }

    /// The moves of all rows.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Option<Move>> {
        self.words().iter().copied().map(played_of)
    }

    /// The score of a row as White sees it.
    pub fn score(&self, row: usize) -> Option<i16> {
        if self.has_words() {
            return self.scores.of(label_of(*self.words().get(row)?));
        }
        let (blocks, game) = (self.blocks(), self.game_of(row));
        let first = self.heads.get(game)?.rows.start;
        let (block, i) = blocks.games.get(game)?.of(row.checked_sub(first)?);
        blocks.blocks.get(block)?.label(i)
    }

    /// The number of the game that has a row.
    fn game_of(&self, row: usize) -> usize {
        self.heads.partition_point(|head| head.rows.end <= row)
    }

    /// Whether the turn may be passed in a row.
    pub const fn has_null_moves(&self) -> bool {
        self.has_null_moves
    }

    /// The positions of the games as columns of 64, in the order of [`heads`](Self::heads). Labels
    /// are scores as White sees them.
    ///
    /// What a block promises to those who read it:
    /// * A row with a move is [live](Block::live). Its board has the square that a pawn has just
    ///   passed as the format states it.
    /// * The next row of its lane has the position after its move.
    /// * The rows of a game follow each other in one lane. The row behind them has the last
    ///   position; it is not live, and belongs to no other game.
    pub fn blocks(&self) -> &Blocks {
        self.blocks.get_or_init(|| self.walked(Blocks::default()))
    }

    /// The word of each row: the bits of its move, and its label.
    pub(crate) fn words(&self) -> &[[u8; 4]] {
        self.words.get_or_init(|| {
            let mut words = Vec::with_capacity(self.rows());
            let blocks = self.blocks.get();
            let places = blocks.map_or(&[][..], |blocks| &blocks.games);
            for (head, place) in self.heads.iter().zip(places) {
                words.extend((0..head.rows.len()).map(|i| {
                    let (block, i) = place.of(i);
                    let block = blocks.and_then(|blocks| blocks.blocks.get(block));
                    block.map_or([0; 4], |block| {
                        let label = block.label(i).unwrap_or(i16::MIN);
                        word(block.played(i), label)
                    })
                }));
            }
            words
        })
    }

    /// Whether rows may have a score.
    #[cfg(feature = "arrow")]
    pub(crate) fn has_scores(&self) -> bool {
        self.scores != Scores::None
    }

    /// Whether some rows of a game may have a score, and others none.
    pub(crate) fn has_gaps(&self) -> bool {
        let lacks = |block: &Block| block.live & !block.labelled != 0;
        self.scores == Scores::Some && self.blocks().blocks.iter().any(lacks)
    }

    /// Whether the moves need not be collected from blocks, which may hold more than words.
    pub(crate) fn has_words(&self) -> bool {
        self.words.get().is_some() && !self.is_from_blocks
    }

    /// The number of blocks for which there is memory.
    pub(crate) fn room(&self) -> usize {
        let blocks = self.blocks.get().unwrap_or(&self.room.1);
        blocks.blocks.capacity()
    }

    /// Walks the games by their words.
    fn walked(&self, mut blocks: Blocks) -> Blocks {
        let games = self.heads.iter().map(|head| StoredGame {
            start: head.start,
            at: head.rows.start,
            moves: head.moves(),
        });
        let games = StoredGames {
            words: self.words(),
            games: &games.collect::<Vec<_>>(),
            null_moves: self.has_null_moves,
        };
        StoredMoves::new().walk_legal(&games, &mut blocks);
        for block in &mut blocks.blocks {
            if self.is_chained {
                block.drop_useless_en_passant();
            }
            let is_none = |label: &i16| *label == i16::MIN;
            match self.scores {
                Scores::None => block.labelled = 0,
                Scores::Some
                    if block
                        .labels
                        .iter()
                        .fold(false, |any, label| any | is_none(label)) =>
                {
                    let labels = block.labels.iter().enumerate();
                    let bit = |(i, label)| u64::from(is_none(label)) << i;
                    block.labelled &= !labels.map(bit).fold(0, |all, bit| all | bit);
                }
                _ => {}
            }
        }
        blocks
    }

    /// Makes the blocks now, in memory that is used again.
    pub(crate) fn walk(&mut self) {
        let room = core::mem::take(&mut self.room.1);
        self.blocks = self.walked(room).into();
    }

    /// The words, to append those of a game.
    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut Vec<[u8; 4]> {
        if self.words.get().is_none() {
            self.words = core::mem::take(&mut self.room.0).into();
        }
        self.words.get_mut().unwrap_or(&mut self.room.0)
    }

    /// The blocks, to fill them.
    #[inline]
    pub(crate) fn blocks_mut(&mut self) -> &mut Blocks {
        if self.blocks.get().is_none() {
            self.blocks = core::mem::take(&mut self.room.1).into();
            self.is_from_blocks = true;
        }
        self.blocks.get_mut().unwrap_or(&mut self.room.1)
    }

    /// Removes all games, and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.heads.clear();
        if let Some(mut words) = self.words.take() {
            words.clear();
            self.room.0 = words;
        }
        if let Some(mut blocks) = self.blocks.take() {
            blocks.clear();
            self.room.1 = blocks;
        }
        (self.scores, self.has_null_moves, self.is_chained) = (Scores::None, false, false);
        self.is_from_blocks = false;
    }

    /// All rows with a move, as a set for each block.
    pub fn all(&self) -> BlockSets {
        self.blocks()
            .blocks
            .iter()
            .map(|block| block.live)
            .collect()
    }

    /// The number of rows of each game that are in the sets.
    pub fn rows_in(&self, sets: &[u64]) -> impl Iterator<Item = (&GameHead, usize)> {
        let chosen = Chosen::new(sets);
        let games = self.heads.iter().zip(&self.blocks().games);
        games.map(move |(head, place)| (head, chosen.runs(place).map(|run| run.len()).sum()))
    }

    /// The records of rows in the sets, in the order of the games.
    pub fn records_in(&self, sets: &[u64]) -> impl Iterator<Item = Record> {
        let chosen = Chosen::new(sets);
        let places = self.blocks().games.iter().enumerate();
        places.flat_map(move |(game, place)| {
            let rows: Vec<_> = chosen.runs(place).flatten().collect();
            rows.into_iter()
                .filter_map(move |row| self.record(game, row))
        })
    }

    /// The number of rows with a move whose records lack some fields.
    pub fn rows_without(&self, fields: Fields) -> u64 {
        let sets = self.blocks().blocks.iter();
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
        let games = self.heads.iter().enumerate();
        let lacking = games.filter(|(i, _)| {
            let first = self.record(*i, 0);
            !fields.is_empty() && first.is_some_and(|first| !first.known().contains(fields))
        });
        lacking.map(|(_, head)| head.moves() as u64).sum()
    }

    /// Makes the record of a row of a game, from its block.
    pub fn record(&self, game: usize, row: usize) -> Option<Record> {
        let blocks = self.blocks();
        let (head, place) = (self.heads.get(game)?, blocks.games.get(game)?);
        let (block, i) = place.of(row);
        let block = blocks.blocks.get(block)?;
        Some(Record {
            white_score: block.label(i),
            played: block.played(i),
            ply: ply(head.ply, row),
            ..first_record(head, block.position(i, fullmove(head, row)))
        })
    }

    /// Makes the records of a game one after the other, without blocks if there are none.
    pub fn records(&self, head: &GameHead) -> impl Iterator<Item = Record> {
        let game = match self.has_words() {
            true => None,
            false => Some(self.game_of(head.rows.start)),
        };
        let of_block = move |row| self.record(game?, row);
        let of_blocks = (0..head.rows.len()).map_while(of_block);
        let words = self.words().get(head.rows.clone()).unwrap_or_default();
        let words = if game.is_some() { &[] } else { words };
        of_blocks.chain(self.records_of_words(head, words))
    }

    fn records_of_words(&self, head: &GameHead, words: &[[u8; 4]]) -> impl Iterator<Item = Record> {
        let walk = Walk::new(head.start, words.iter().copied().map(played_of));
        let (start, first) = (first_record(head, head.start), head.ply);
        let (scores, moves, is_chained) = (self.scores, head.moves(), self.is_chained);
        let rows = walk.zip(words).enumerate();
        rows.map(move |(i, ((position, played), word))| Record {
            position: match is_chained {
                true => position.without_useless_en_passant(),
                false => position,
            },
            played,
            ply: ply(first, i),
            white_score: scores.of(label_of(*word)).filter(|_| i < moves),
            ..start
        })
    }
}

/// What the records of a game have in common.
fn first_record(head: &GameHead, position: Position) -> Record {
    Record {
        outcome: head.outcome,
        game: head.number,
        assumed: head.assumed,
        ..Record::from(position)
    }
}

/// The half-moves before a row.
fn ply(first: Option<u16>, row: usize) -> Option<u16> {
    u16::try_from(usize::from(first?) + row).ok()
}

/// The number of the move of a row.
fn fullmove(head: &GameHead, row: usize) -> u16 {
    let start = &head.start;
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
    pub(crate) blocks: &'a Blocks,
    pub(crate) head: &'a GameHead,
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
        Some((self.blocks.blocks.get(block)?, i & 63))
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
        fullmove(self.head, row)
    }
}
