//! Many games of stored moves: checked, and walked into blocks.

#[cfg(target_arch = "x86_64")]
mod eight;

use crate::kernel::BinpackOps;
#[cfg(target_arch = "x86_64")]
use crate::kernel::InLanes;
use crate::position::ChainPosition;
use crate::stored::{StoredMoves, VisitStored};
use setwise_core::HandWritten;
use setwise_moves::{Block, Blocks, Color, Move, Place, Position, Role, Square};

/// A game of [`StoredGames`].
#[derive(Clone, Copy, Debug)]
pub struct StoredGame {
    /// The position before the first move.
    pub start: Position,
    /// The number of its first word.
    pub at: usize,
    /// The number of moves.
    pub moves: usize,
}

/// Games whose moves are words of four bytes: the bits of a move, as
/// [`StoredMoves::play`] takes them, and its label, both little-endian. Four zero bytes, or the end
/// of the words, end a game.
#[derive(Clone, Copy, Debug)]
pub struct StoredGames<'a> {
    /// The words of the games.
    pub words: &'a [[u8; 4]],
    /// The games.
    pub games: &'a [StoredGame],
    /// Whether [`StoredMoves::NULL`] passes the turn. Otherwise it is not legal.
    pub null_moves: bool,
}

impl StoredGame {
    /// The words of the moves.
    fn words<'a>(&self, words: &'a [[u8; 4]]) -> &'a [[u8; 4]] {
        let words = words.get(self.at..).unwrap_or_default();
        words.get(..self.moves).unwrap_or(words)
    }
}

impl StoredMoves {
    /// The bits that pass the turn in lists of moves that allow it.
    pub const NULL: u16 = 1 | 1 << 6;

    /// Finds the move of some bits in a position. It may leave its king attacked.
    pub fn find(position: &Position, code: u16) -> Option<Move> {
        let promotion = Role::PROMOTIONS[usize::from(code >> 12 & 3)];
        let source = Square::wrapping(code.into());
        let target = Square::wrapping((code >> 6).into());
        let promotion = (code >> 14 == 3).then_some(promotion);
        let played = position.move_between(source, target, promotion)?;
        (Self::code(played) == code).then_some(played)
    }

    /// Checks games. `played` becomes the number of legal moves of each, up to the first one that
    /// is not legal. Takes less time per game than [`play`](Self::play).
    pub fn check(&self, games: &StoredGames<'_>, played: &mut Vec<usize>) {
        let mut blocks = Blocks::default();
        blocks.lay_out(games.games.iter().map(|game| game.moves));
        self.run_games::<false, true>(games, &mut blocks, played);
    }

    /// As [`check`](Self::check), and lays the positions out in blocks, with the moves up to the
    /// first one that is not legal. Labels are those of the words.
    ///
    /// ```
    /// use setwise_binpack::{StoredGame, StoredGames, StoredMoves};
    /// use setwise_moves::{Blocks, Position};
    /// let start = Position::startpos();
    /// let e4 = start.parse_move("e2e4")?;
    /// let [low, high] = StoredMoves::code(e4).to_le_bytes();
    /// let game = StoredGame { start, at: 0, moves: 1 };
    /// let games = StoredGames { words: &[[low, high, 7, 0], [0; 4]], games: &[game], null_moves: false };
    /// let (mut blocks, mut played) = (Blocks::default(), Vec::new());
    /// StoredMoves::new().walk(&games, &mut blocks, &mut played);
    /// let block = &blocks.blocks[0];
    /// assert_eq!((block.played(0), block.labels[0], played), (Some(e4), 7, vec![1]));
    /// assert_eq!(block.position(8, 1), start.play(e4)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk(&self, games: &StoredGames<'_>, blocks: &mut Blocks, played: &mut Vec<usize>) {
        blocks.lay_out(games.games.iter().map(|game| game.moves));
        blocks.make_blocks();
        self.run_games::<true, true>(games, blocks, played);
    }

    /// As [`walk`](Self::walk) for games whose moves are all legal, in less time. Words have the
    /// [bits](Move::bits) of a move in place of its code, 0 to pass the turn, and games need no end
    /// but their numbers of moves. The blocks of other words mean nothing.
    pub fn walk_legal(&self, games: &StoredGames<'_>, blocks: &mut Blocks) {
        blocks.lay_out(games.games.iter().map(|game| game.moves));
        blocks.make_blocks();
        self.run_games::<true, false>(games, blocks, &mut Vec::new());
    }

    fn run_games<const ROWS: bool, const CHECK: bool>(
        &self,
        games: &StoredGames<'_>,
        blocks: &mut Blocks,
        played: &mut Vec<usize>,
    ) {
        played.clear();
        played.resize(games.games.len(), 0);
        self.level().run_hand_written(WalkGames::<ROWS, CHECK> {
            games,
            parts: blocks.parts_mut(),
            played,
        });
    }
}

/// The code of the bits of a move, of which 0 passes the turn.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn code_of_word(bits: u16) -> u16 {
    match bits {
        0 => StoredMoves::NULL,
        bits => StoredMoves::code_of_bits(bits),
    }
}

/// Finds the position after some bits by the rules alone, with the move; none passes the turn.
#[cold]
pub(crate) fn exact(
    position: &Position,
    code: u16,
    null_moves: bool,
) -> Option<(Option<Move>, Position)> {
    if null_moves && code == StoredMoves::NULL {
        return Some((None, position.null_move()?));
    }
    let found = StoredMoves::find(position, code)?;
    let is_legal = position.is_legal(found);
    is_legal.then(|| (Some(found), position.play_unchecked(found)))
}

/// Writes the move of a position of a block, which has a label.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn row_of(block: &mut Block, i: usize, position: &ChainPosition) {
    position.write_move(block, i);
    block.labelled |= 1 << (i & 63);
}

impl ChainPosition {
    /// Writes the move into place `i & 63` of a block, which has no move yet.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn write_move(&self, block: &mut Block, i: usize) {
        let i = i & 63;
        let played = self.played();
        block.moves[i] = played.map_or(0, Move::bits);
        let bit = |holds: bool| u64::from(holds) << i;
        block.live |= bit(played.is_some());
        block.captures |= bit(self.played_captures());
        block.promotions |= bit(played.is_some() && self.placed != self.moved);
    }

    /// Writes the board into place `i & 63` of a block, with the square that a pawn has just
    /// passed, which no position of a chain has unless a capture there is legal.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn write_board(&self, block: &mut Block, i: usize, passed: u64) {
        let i = i & 63;
        let is_black = self.turn() == Color::Black;
        let view = |board: u64| if is_black { board.swap_bytes() } else { board };
        for (column, plane) in block.planes.iter_mut().zip(self.planes) {
            column[i] = view(plane);
        }
        block.us[i] = view(self.us);
        block.castling[i] = view(self.castling);
        block.passed[i] = view(passed | self.en_passant);
        block.halfmoves[i] = self.halfmoves();
        block.black |= u64::from(is_black) << i;
    }
}

struct WalkGames<'a, const ROWS: bool, const CHECK: bool> {
    games: &'a StoredGames<'a>,
    parts: (&'a mut [Block], &'a mut [Place], &'a [Vec<u32>; 8]),
    played: &'a mut [usize],
}

impl<K: BinpackOps, const ROWS: bool, const CHECK: bool> HandWritten<K>
    for WalkGames<'_, ROWS, CHECK>
{
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) {
        let walk = self;
        #[cfg(target_arch = "x86_64")]
        let Err(walk) = kernel.in_lanes(walk) else {
            return;
        };
        let (blocks, places, lanes) = walk.parts;
        for lane in lanes {
            let mut row = 0;
            for &number in lane {
                let number = number as usize;
                let (Some(game), Some(place), Some(played)) = (
                    walk.games.games.get(number),
                    places.get_mut(number),
                    walk.played.get_mut(number),
                ) else {
                    continue;
                };
                place.row = row;
                let mut fill = Fill::<ROWS, CHECK> {
                    blocks,
                    place: *place,
                    words: game.words(walk.games.words),
                    at: 0,
                };
                fill.game(kernel, &game.start, walk.games.null_moves);
                *played = fill.at;
                row += fill.at + 1;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl<const ROWS: bool, const CHECK: bool> InLanes for WalkGames<'_, ROWS, CHECK> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn run_in_lanes<V: setwise_x86::Numbers>(self, token: V::Token) {
        eight::walk::<V, ROWS, CHECK>(token, self.games, self.parts, self.played);
    }
}

/// Fills the rows of a game.
struct Fill<'a, const ROWS: bool, const CHECK: bool> {
    blocks: &'a mut [Block],
    place: Place,
    words: &'a [[u8; 4]],
    /// The number of moves so far.
    at: usize,
}

impl<const ROWS: bool, const CHECK: bool> Fill<'_, ROWS, CHECK> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn game<K: BinpackOps>(&mut self, kernel: K, start: &Position, null_moves: bool) {
        let mut start = *start;
        loop {
            let words = self.words.get(self.at..).unwrap_or_default();
            let codes = words.iter().map(Self::code);
            let position = StoredMoves::play_on::<_, CHECK>(kernel, &start, codes, self);
            // Where the moves are not certainly legal, the rules decide.
            let Some((position, passed)) = position else {
                return;
            };
            start = position.to_board_after(passed).into();
            let code = self.words.get(self.at).map_or(0, Self::code);
            self.board(&position, passed);
            let Some((found, after)) = exact(&start, code, null_moves) else {
                return;
            };
            if ROWS && let Some((block, i)) = self.slot() {
                block.set_move(i, &start, found);
                block.labelled |= 1 << (i & 63);
            }
            self.at += 1;
            start = after;
        }
    }

    /// The code of a word.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn code([low, high, ..]: &[u8; 4]) -> u16 {
        let bits = u16::from_le_bytes([*low, *high]);
        if CHECK { bits } else { code_of_word(bits) }
    }

    /// The block of the row, the place in it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn slot(&mut self) -> Option<(&mut Block, usize)> {
        let (block, i) = self.place.of(self.at);
        Some((self.blocks.get_mut(block)?, i))
    }

    /// Writes the board of the row, and the label of its move.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn board(&mut self, position: &ChainPosition, passed: u64) {
        let label = self.words.get(self.at);
        let label = label.map_or(0, |[.., low, high]| i16::from_le_bytes([*low, *high]));
        if !ROWS {
            return;
        }
        let Some((block, i)) = self.slot() else {
            return;
        };
        position.write_board(block, i, passed);
        block.labels[i & 63] = label;
    }
}

impl<const ROWS: bool, const CHECK: bool> VisitStored for Fill<'_, ROWS, CHECK> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn visit(&mut self, position: &ChainPosition, passed: u64) {
        self.board(position, passed);
        if ROWS && let Some((block, i)) = self.slot() {
            row_of(block, i, position);
        }
        self.at += 1;
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn end(&mut self, last: &ChainPosition, passed: u64) {
        self.board(last, passed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use setwise_dispatch::Level;

    /// A game with the number of its legal moves, and what its rows hold.
    struct Expected {
        game: StoredGame,
        rows: Vec<(Position, Option<Move>, i16)>,
        last: Position,
    }

    const STARTS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1rkr4/P6P/8/3pP3/3Pp3/8/p6p/1RK1R3 b BEbd d3 65534 70",
        "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
        "bqrk1r2/pppppppp/8/8/8/8/PPPPPPPP/BQRK1R2 w FCfc - 0 65535",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 3 9",
    ];

    /// Makes a game whose words follow `data`. Its moves are random, those that are rare more
    /// often.
    fn make(random: &mut Rng, data: &mut Vec<[u8; 4]>, nulls: bool, damage: bool) -> Expected {
        let start = Position::from_fen(STARTS[random.usize(..STARTS.len())]).unwrap();
        let (at, mut position, mut rows) = (data.len(), start, Vec::new());
        let moves = match random.u32(..4) {
            0 => random.usize(..3),
            1 => random.usize(..20),
            _ => random.usize(..120),
        };
        let damaged = if damage {
            random.usize(..=moves)
        } else {
            usize::MAX
        };
        for ply in 0..moves {
            let all: Vec<_> = position.legal_moves().into_iter().collect();
            let is_rare = |played: &&Move| played.is_castling() || played.is_en_passant();
            let rare = all.iter().find(is_rare).filter(|_| random.bool());
            let next = position
                .null_move()
                .filter(|_| nulls && random.u8(..9) == 0);
            let label = random.i16(..);
            let (played, code) = match (next, rare.or_else(|| random.choice(&all))) {
                (Some(_), _) => (None, StoredMoves::NULL),
                (None, Some(&played)) => (Some(played), StoredMoves::code(played)),
                (None, None) => break,
            };
            let is_damaged = ply == damaged;
            let code = match is_damaged {
                true => code ^ 1 << random.u32(..16),
                false => code,
            };
            if code == 0 && label == 0 {
                break;
            }
            let ([a, b], [c, d]) = (code.to_le_bytes(), label.to_le_bytes());
            data.push([a, b, c, d]);
            match exact(&position, code, nulls) {
                Some((played, after)) => {
                    rows.push((position, played, label));
                    position = after;
                }
                None => {
                    assert!(is_damaged, "{position} {played:?}");
                    // What follows is not read.
                    data.extend(core::iter::repeat_n([12, 7, 1, 0], random.usize(..9)));
                }
            }
            if is_damaged {
                break;
            }
        }
        let game = StoredGame {
            start,
            at,
            moves: data.len() - at,
        };
        data.push([0; 4]);
        Expected {
            game,
            rows,
            last: position,
        }
    }

    fn check(level: Level, words: &[[u8; 4]], all: &[Expected], null_moves: bool) -> Blocks {
        let list: Vec<_> = all.iter().map(|one| one.game).collect();
        let games = StoredGames {
            words,
            games: &list,
            null_moves,
        };
        let (mut blocks, mut played) = (Blocks::default(), Vec::new());
        let stored = StoredMoves::with_level(level);
        stored.check(&games, &mut played);
        let expected: Vec<_> = all.iter().map(|one| one.rows.len()).collect();
        assert_eq!(played, expected, "{}", level.name());
        stored.walk(&games, &mut blocks, &mut played);
        assert_eq!(played, expected, "{}", level.name());
        check_rows(level, &blocks, all);
        if list
            .iter()
            .zip(&played)
            .all(|(game, played)| game.moves == *played)
        {
            let mut legal = Blocks::default();
            // Without ends between games.
            let (mut words, mut list) = (Vec::new(), Vec::new());
            for one in all {
                let (game, at) = (one.game, words.len());
                list.push(StoredGame { at, ..game });
                words.extend(one.rows.iter().map(|(_, played, label)| {
                    let [m0, m1] = played.map_or(0, Move::bits).to_le_bytes();
                    let [l0, l1] = label.to_le_bytes();
                    [m0, m1, l0, l1]
                }));
            }
            let games = StoredGames {
                words: &words,
                games: &list,
                null_moves,
            };
            stored.walk_legal(&games, &mut legal);
            check_rows(level, &legal, all);
        }
        blocks
    }

    fn check_rows(level: Level, blocks: &Blocks, all: &[Expected]) {
        let mut live = 0;
        for (one, place) in all.iter().zip(&blocks.games) {
            let fullmove = |i: usize| {
                let full =
                    2 * usize::from(one.game.start.fullmove()) + one.game.start.turn().index();
                ((full + i) / 2).min(usize::from(u16::MAX)) as u16
            };
            for (i, (position, played, label)) in one.rows.iter().enumerate() {
                let (block, at) = place.of(i);
                let block = &blocks.blocks[block];
                assert_eq!(
                    &block.position(at, fullmove(i)),
                    position,
                    "{}",
                    level.name()
                );
                assert!(block.live >> at & 1 != 0);
                assert_eq!(block.played(at), *played, "{position}");
                assert_eq!(block.label(at), Some(*label));
                let captured = played.is_some_and(|played| position.captured(played).is_some());
                let promotes = played.is_some_and(|played| played.promotion().is_some());
                assert_eq!(
                    block.captures >> at & 1 != 0,
                    captured,
                    "{position} {played:?}"
                );
                assert_eq!(
                    block.promotions >> at & 1 != 0,
                    promotes,
                    "{position} {played:?}"
                );
            }
            let (block, at) = place.of(one.rows.len());
            let block = &blocks.blocks[block];
            assert_eq!(block.position(at, fullmove(one.rows.len())), one.last);
            assert_eq!(block.live >> at & 1, 0);
            live += one.rows.len() as u32;
        }
        let all = blocks.blocks.iter().map(|block| block.live.count_ones());
        assert_eq!(all.sum::<u32>(), live);
    }

    #[test]
    fn blocks_have_the_positions_of_their_games() {
        let mut random = Rng::with_seed(96);
        for round in 0..300 {
            let (nulls, mut data) = (round % 3 == 0, vec![[1; 4]; round % 5]);
            let count = [0, 1, 2, 7, 8, 9, 30][round % 7];
            let mut make = || make(&mut random, &mut data, nulls, round % 2 == 0);
            let all: Vec<_> = (0..count).map(|_| make()).collect();
            let mut places: Option<Vec<Place>> = None;
            for level in Level::all() {
                let blocks = check(level, &data, &all, nulls);
                // Every level lays games out in the same way.
                let first = places.get_or_insert_with(|| blocks.games.clone());
                assert_eq!(*first, blocks.games);
            }
        }
    }
}
