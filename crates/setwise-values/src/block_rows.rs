//! The rows of blocks, and what the kernels find in them.

use crate::analyses::Analyses;
use core::cell::OnceCell;
use setwise_formats::{GameBatch, Record};
use setwise_moves::Block;

/// The value of each row of a block.
pub(crate) enum BlockColumn<'a> {
    /// The rows that have a truth as value, and those of them where it holds.
    Truths { has: u64, holds: u64 },
    /// Numbers that every row has.
    Numbers(&'a [u32; 64]),
    /// The rows that have a score, and the scores.
    Scores(u64, &'a [i16; 64]),
}

/// The rows of a block.
pub(crate) struct BlockRows<'a> {
    all: &'a AllRows<'a>,
    number: usize,
    pub(crate) block: &'a Block,
    legal_moves: OnceCell<Box<[u32; 64]>>,
    pieces: OnceCell<Box<[u32; 64]>>,
    records: OnceCell<(Vec<Record>, Analyses)>,
}

/// The rows of games, with what is found for several blocks.
pub(crate) struct AllRows<'a> {
    games: &'a GameBatch,
    checks: Vec<OnceCell<u64>>,
    /// The game and the row of each place of all blocks.
    owners: OnceCell<Vec<[u32; 2]>>,
}

impl AllRows<'_> {
    /// The rows of a block whose side to move is in check, the last positions of games included.
    fn checks(&self, number: usize) -> u64 {
        let block = self.games.blocks().blocks.get(number);
        let checks = self.checks.get(number).zip(block);
        checks.map_or(0, |(checks, block)| {
            *checks.get_or_init(|| block.find_checks())
        })
    }

    fn owners(&self) -> &[[u32; 2]] {
        self.owners.get_or_init(|| {
            let blocks = self.games.blocks();
            let mut owners = vec![[0; 2]; 64 * blocks.blocks.len()];
            for (game, place) in (0..).zip(&blocks.games) {
                for row in 0..place.moves {
                    let (block, i) = place.of(row);
                    if let Some(owner) = owners.get_mut(64 * block + i) {
                        *owner = [game, row as u32];
                    }
                }
            }
            owners
        })
    }
}

impl BlockRows<'_> {
    pub(crate) fn checks(&self) -> u64 {
        self.all.checks(self.number)
    }

    /// The rows whose move gives check: the next position of the game is in check.
    pub(crate) fn given_checks(&self) -> u64 {
        self.checks() >> 8 | self.all.checks(self.number + 1) << 56
    }

    /// The rows whose move captures, promotes or gives check.
    pub(crate) fn loud(&self) -> u64 {
        self.block.captures | self.block.promotions | self.given_checks()
    }

    pub(crate) fn legal_moves(&self) -> &[u32; 64] {
        self.legal_moves.get_or_init(|| {
            let mut counts = Box::new([0; 64]);
            self.block.count_legal_moves(&mut counts);
            counts
        })
    }

    pub(crate) fn pieces(&self) -> &[u32; 64] {
        self.pieces.get_or_init(|| {
            let [a, b, c] = &self.block.planes;
            let count = |i: usize| (a[i] | b[i] | c[i]).count_ones();
            Box::new(core::array::from_fn(count))
        })
    }

    /// The rows without a legal move.
    pub(crate) fn ends(&self) -> u64 {
        let counts = self.legal_moves().iter().enumerate();
        counts.fold(0, |ends, (i, count)| ends | u64::from(*count == 0) << i)
    }

    /// A truth about positions.
    pub(crate) const fn truth(holds: u64) -> BlockColumn<'static> {
        BlockColumn::Truths { has: !0, holds }
    }

    /// A truth about moves, which rows that pass the turn lack.
    pub(crate) fn truth_of_moves(&self, holds: u64) -> BlockColumn<'static> {
        let moves = self.block.moves.iter().enumerate();
        let has = match self.all.games.has_null_moves() {
            true => moves.fold(0, |has, (i, bits)| has | u64::from(*bits != 0) << i),
            false => !0,
        };
        BlockColumn::Truths { has, holds }
    }

    /// The records of the block, for values without a column. Places without a row have any one.
    pub(crate) fn records(&self) -> &(Vec<Record>, Analyses) {
        self.records.get_or_init(|| {
            let owners = self.all.owners().iter().skip(64 * self.number).take(64);
            let records: Vec<_> = owners
                .filter_map(|&[game, row]| self.all.games.record(game as usize, row as usize))
                .collect();
            let mut analyses = Analyses::default();
            analyses.load(&records);
            (records, analyses)
        })
    }
}

impl<'a> AllRows<'a> {
    pub(crate) fn new(games: &'a GameBatch) -> Self {
        Self {
            games,
            checks: vec![OnceCell::new(); games.blocks().blocks.len()],
            owners: OnceCell::new(),
        }
    }

    /// The rows of each block.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = BlockRows<'_>> {
        let blocks = self.games.blocks().blocks.iter().enumerate();
        blocks.map(|(number, block)| BlockRows {
            all: self,
            number,
            block,
            legal_moves: OnceCell::new(),
            pieces: OnceCell::new(),
            records: OnceCell::new(),
        })
    }
}
