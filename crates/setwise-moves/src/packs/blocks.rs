//! Games in blocks.

use super::block::Block;
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
    /// The number of rows that the games need.
    rows: usize,
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
        (row / 8, (8 * row | self.lane) & 63)
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
        let mut ends = [0; 8];
        for game in order {
            let mut lane = 0;
            for other in 1..8 {
                if ends[other] < ends[lane] {
                    lane = other;
                }
            }
            if let Some(place) = self.games.get_mut(game as usize) {
                (place.lane, place.row) = (lane, ends[lane]);
                ends[lane] += place.moves + 1;
            }
            self.lanes[lane].push(game);
        }
        self.rows = ends.into_iter().max().unwrap_or(0);
    }

    /// Makes the blocks of the games that are laid out. The boards of rows that nobody fills mean
    /// nothing.
    pub fn make_blocks(&mut self) {
        let blocks = self.rows.div_ceil(8);
        self.blocks.truncate(blocks);
        for block in &mut self.blocks {
            (block.black, block.live, block.captures, block.promotions) = (0, 0, 0, 0);
        }
        self.blocks.resize(blocks, Block::EMPTY);
    }

    fn moves_of(&self, game: u32) -> usize {
        self.games.get(game as usize).map_or(0, |place| place.moves)
    }

    /// The numbers of the games of each lane, from the first row on.
    pub const fn lanes(&self) -> &[Vec<u32>; 8] {
        &self.lanes
    }

    /// The blocks, the places of the games, and the games of each lane, to fill them.
    pub fn parts_mut(&mut self) -> (&mut [Block], &mut [Place], &[Vec<u32>; 8]) {
        (&mut self.blocks, &mut self.games, &self.lanes)
    }
}
