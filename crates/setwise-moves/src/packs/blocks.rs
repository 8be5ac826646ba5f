//! Games in blocks.

use super::block::Block;
use crate::fen::transpose_bits;
use alloc::vec::Vec;

/// The positions of some games as [`Block`]s.
///
/// A block is eight rows of eight lanes: position `8 * row + lane`. A lane has games one below the
/// other, each with a row for every move and one for its last position:
///
/// ```text
///            lane 0    lane 1   ...  lane 7
/// block 0  | game 2  | game 0 |    | game 5 |   row 0
///          | game 2  | game 0 |    | game 5 |   row 1
///          | ...
///          | game 2* | game 0 |    | game 5 |   row 7     * the last position, without a move
/// block 1  | game 4  | game 0 |    | game 5 |   row 8
/// ```
///
/// So the position after a move is eight places behind that before it, and what a kernel finds
/// there answers for the move: whether it gives check, for example.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    /// The blocks, of which each has eight rows.
    pub blocks: Vec<Block>,
    /// The place of each game.
    pub games: Vec<Place>,
    lanes: [Vec<u32>; 8],
    /// The number of rows of each lane.
    ends: [usize; 8],
}

/// The place of a game in [`Blocks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The lane, less than 8.
    pub lane: usize,
    /// The row of the first position.
    pub row: usize,
    /// The number of moves.
    pub moves: usize,
}

impl Place {
    /// The number of the block of position `i` of the game, and the place in it.
    #[inline]
    pub const fn of(&self, i: usize) -> (usize, usize) {
        let row = self.row + i;
        (row / 8, (8 * (row % 8) + self.lane) & 63)
    }
}

impl Blocks {
    /// Makes room for games with these numbers of moves, without positions. Long games come first,
    /// so that the lanes end together.
    pub fn lay_out(&mut self, moves: impl IntoIterator<Item = usize>) {
        self.games.clear();
        self.games.extend(moves.into_iter().map(|moves| Place {
            moves,
            ..Place::default()
        }));
        let mut order: Vec<u32> = (0..self.games.len() as u32).collect();
        order.sort_by_key(|&game| core::cmp::Reverse(self.moves_of(game)));
        self.lanes.iter_mut().for_each(Vec::clear);
        self.ends = [0; 8];
        for game in order {
            let place = self.place(self.moves_of(game));
            if let Some(game) = self.games.get_mut(game as usize) {
                *game = place;
            }
            self.lanes[place.lane].push(game);
        }
    }

    /// Makes the blocks of the games that are laid out. The boards of rows that nobody fills mean
    /// nothing.
    pub fn make_blocks(&mut self) {
        let rows = self.ends.iter().max().copied();
        let blocks = rows.unwrap_or(0).div_ceil(8);
        self.blocks.truncate(blocks);
        self.blocks.iter_mut().for_each(Block::clear);
        self.blocks.resize(blocks, Block::EMPTY);
    }

    /// Removes all games, and keeps their memory.
    pub fn clear(&mut self) {
        self.games.clear();
        self.lanes.iter_mut().for_each(Vec::clear);
        self.ends = [0; 8];
        self.blocks.iter_mut().for_each(Block::clear);
    }

    /// Makes room for another game with at most this number of moves, in the lane that ends first.
    /// Its positions are not set.
    pub fn add_game(&mut self, moves: usize) -> Place {
        let place = self.place(moves);
        let blocks = (place.row + moves) / 8 + 1;
        if self.blocks.len() < blocks {
            self.blocks.resize(blocks, Block::EMPTY);
        }
        self.lanes[place.lane].push(self.games.len() as u32);
        self.games.push(place);
        place
    }

    /// Removes the last game, whose moves are removed too.
    pub fn remove_game(&mut self) {
        let Some(place) = self.games.pop() else {
            return;
        };
        self.lanes[place.lane & 7].pop();
        self.ends[place.lane & 7] = place.row;
        for i in 0..=place.moves {
            let (block, i) = place.of(i);
            if let Some(block) = self.blocks.get_mut(block) {
                block.remove_move(i);
            }
        }
    }

    /// A place in the lane that ends first.
    fn place(&mut self, moves: usize) -> Place {
        let mut lane = 0;
        for other in 1..8 {
            if self.ends[other] < self.ends[lane] {
                lane = other;
            }
        }
        let row = self.ends[lane];
        self.ends[lane] += moves + 1;
        Place { lane, row, moves }
    }

    /// The parts of a set of a block that belong to the lanes: bit `r` of byte `l` is row `r` of
    /// lane `l`.
    pub const fn lanes_of(set: u64) -> [u8; 8] {
        transpose_bits(set).to_le_bytes()
    }

    fn moves_of(&self, game: u32) -> usize {
        self.games.get(game as usize).map_or(0, |place| place.moves)
    }

    /// The blocks, the places of the games, and the games of each lane, to fill them.
    pub fn parts_mut(&mut self) -> (&mut [Block], &mut [Place], &[Vec<u32>; 8]) {
        (&mut self.blocks, &mut self.games, &self.lanes)
    }
}
