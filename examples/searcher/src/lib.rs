#![forbid(unsafe_code)]
//! A small chess search: alpha-beta with quiescence and a hash table. The book explains it.
//!
//! It is written for any library of moves, so that the example `cozy_chess` can search the same
//! tree with another one.

use setwise_moves::{Move, MoveList, Position, Role};

/// A position, as the search sees it.
pub trait Game: Clone {
    /// A move.
    type Move: Copy + Eq;
    /// Returns the hash key.
    fn key(&self) -> u64;
    /// Whether the side to move is in check.
    fn is_check(&self) -> bool;
    /// Returns the number of plies since the last capture or pawn move.
    fn halfmoves(&self) -> usize;
    /// Returns the pieces by role, pawns first: those of the side to move, and those of the other.
    fn pieces(&self) -> [[u64; 2]; 6];
    /// Whether a move of any position is legal.
    fn is_legal(&self, found: Self::Move) -> bool;
    /// Appends the legal moves or captures with their [`order`].
    fn list(&self, only_captures: bool, moves: &mut Vec<(u32, Self::Move)>);
    /// Returns the position after a legal move.
    fn play(&self, found: Self::Move) -> Self;
}

/// Returns the place of a move in the search, different for each move: the most valuable victim
/// first, captured by the least valuable piece. A role is 1 for pawns to 6, or 0 for none.
#[inline]
pub fn order(victim: u32, role: u32, promotion: u32, source: usize, target: usize) -> u32 {
    (6 - victim) << 24 | role << 20 | promotion << 16 | (source << 6 | target) as u32
}

impl Game for Position {
    type Move = Move;

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.is_check()
    }

    #[inline]
    fn halfmoves(&self) -> usize {
        self.halfmoves().into()
    }

    #[inline]
    fn pieces(&self) -> [[u64; 2]; 6] {
        let sides = [self.turn(), !self.turn()].map(|color| self.by_color(color));
        Role::ALL.map(|role| sides.map(|side| side & self.by_role(role)))
    }

    #[inline]
    fn is_legal(&self, found: Move) -> bool {
        self.is_legal(found)
    }

    #[inline]
    fn list(&self, only_captures: bool, moves: &mut Vec<(u32, Move)>) {
        let (checks, mut list) = (self.checks(), MoveList::new());
        let list = match only_captures {
            true => self.list_captures(checks, &mut list),
            false => self.list_legal_moves(checks, &mut list),
        };
        moves.extend(list.iter().map(|&found| {
            let victim = self.captured(found).map_or(0, |(role, _)| role as u32);
            let promotion = found.promotion().map_or(0, |role| role as u32);
            let (source, target) = (found.source().index(), found.target().index());
            let order = order(victim, found.role() as u32, promotion, source, target);
            (order, found)
        }));
    }

    #[inline]
    fn play(&self, found: Move) -> Self {
        self.play_unchecked(found)
    }
}

/// The files b to g, c to f, d and e, and the same ranks.
const CENTER: [u64; 6] = [
    0x7e7e_7e7e_7e7e_7e7e,
    0x3c3c_3c3c_3c3c_3c3c,
    0x1818_1818_1818_1818,
    0x00ff_ffff_ffff_ff00,
    0x0000_ffff_ffff_0000,
    0x0000_00ff_ff00_0000,
];

/// Evaluates a position for the side to move, in hundredths of a pawn.
fn evaluate(position: &impl Game) -> i32 {
    let (mut sides, mut score) = ([0; 2], 0);
    let worth = [100, 320, 330, 500, 950, 0];
    for (boards, worth) in position.pieces().into_iter().zip(worth) {
        let [us, them] = boards.map(|board| board.count_ones() as i32);
        score += worth * (us - them);
        sides = [sides[0] | boards[0], sides[1] | boards[1]];
    }
    let bonus = |board: u64| -> i32 {
        let lines = CENTER.map(|lines| (board & lines).count_ones() as i32);
        4 * lines.iter().sum::<i32>()
    };
    score + bonus(sides[0]) - bonus(sides[1])
}

const MATE: i32 = 30_000;

/// What the table knows of a position.
#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    best: M,
    depth: i32,
    /// The limits of the score.
    limits: [i32; 2],
}

/// A search and what it remembers.
pub struct Searcher<G: Game> {
    /// At most half full. A position is in the first slot from that of its key that was free.
    table: Vec<Option<Entry<G::Move>>>,
    used: usize,
    /// The keys of the positions before the current one. The first ones, `game`, were on the board.
    keys: Vec<u64>,
    game: usize,
    /// Lists that are not in use.
    lists: Vec<Vec<(u32, G::Move)>>,
    nodes: u64,
    /// Whether to stop, asked every 1024 nodes.
    is_over: Box<dyn Fn() -> bool>,
    stop: bool,
}

impl<G: Game> Searcher<G> {
    /// Returns a searcher whose table has 2 to the power of `bits` slots.
    pub fn new(bits: u32) -> Self {
        Self {
            table: vec![None; 1 << bits],
            used: 0,
            keys: Vec::new(),
            game: 0,
            lists: Vec::new(),
            nodes: 0,
            is_over: Box::new(|| false),
            stop: false,
        }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.fill(None);
        self.used = 0;
    }

    /// Returns the slot of a position, which is empty if the table does not know it.
    fn slot(&self, key: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = key as usize & mask;
        while self.table[slot].is_some_and(|entry| entry.key != key) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn store(&mut self, entry: Entry<G::Move>) {
        if self.used > self.table.len() / 2 {
            self.clear();
        }
        let slot = self.slot(entry.key);
        self.used += usize::from(self.table[slot].is_none());
        self.table[slot] = Some(entry);
    }

    /// Whether the current position was on the board or in the searched line before.
    fn repeats(&self, key: u64, halfmoves: usize) -> bool {
        // The side to move is the same every second ply.
        let mut earlier = self.keys.iter().rev().take(halfmoves).skip(1).step_by(2);
        earlier.any(|earlier| *earlier == key)
    }

    /// Returns the score for the side to move, exact within the window.
    fn search(&mut self, position: &G, [alpha, beta]: [i32; 2], depth: i32) -> i32 {
        self.nodes += 1;
        self.stop |= self.nodes & 1023 == 0 && (self.is_over)();
        let (key, is_check) = (position.key(), position.is_check());
        // The table has no position at the end, and looking for one takes longer than all else.
        let known = (depth > 0).then(|| self.table[self.slot(key)]).flatten();
        if self.keys.len() > self.game {
            let halfmoves = position.halfmoves();
            if self.repeats(key, halfmoves) || halfmoves >= 100 && !is_check {
                return 0;
            }
            match known
                .filter(|entry| entry.depth >= depth)
                .map(|entry| entry.limits)
            {
                Some([low, _]) if low >= beta => return low,
                Some([low, high]) if high <= alpha || low == high => return high,
                _ => {}
            }
        }
        // At the end only captures count, and the side to move need not capture.
        let is_end = depth <= 0 && !is_check;
        let (mut best, mut best_move) = (if is_end { evaluate(position) } else { -MATE }, None);
        // Two positions may have the same key, so the move of the table may be illegal here.
        let first = known
            .map(|entry| entry.best)
            .filter(|first| position.is_legal(*first));
        let (mut moves, mut next, mut is_listed) =
            (self.lists.pop().unwrap_or_default(), first, false);
        while best < beta && !self.stop {
            // The list is made only if the first move is not good enough.
            if next.is_none() && !is_listed {
                moves.clear();
                position.list(is_end, &mut moves);
                moves.retain(|(_, found)| Some(*found) != first);
                moves.sort_unstable_by_key(|(order, _)| std::cmp::Reverse(*order));
                is_listed = true;
            }
            let Some(found) = next.take().or_else(|| Some(moves.pop()?.1)) else {
                break;
            };
            self.keys.push(key);
            let child = position.play(found);
            let score = -self.search(&child, [-beta, -best.max(alpha)], depth - 1);
            self.keys.pop();
            if score > best {
                // A mate loses a little of its value with each ply to it.
                let delay = i32::from(score.abs() > MATE - 1000) * score.signum();
                (best, best_move) = (score - delay, Some(found));
            }
        }
        self.lists.push(moves);
        if let Some(found) = best_move.filter(|_| depth > 0 && !self.stop) {
            let low = if best > alpha { best } else { -MATE };
            let high = if best < beta { best } else { MATE };
            self.store(Entry {
                key,
                best: found,
                depth,
                limits: [low, high],
            });
        }
        // No move and no check: stalemate.
        if best == -MATE && !is_check { 0 } else { best }
    }

    /// Searches one ply deeper each time, until `is_over`. `game` has the keys of the positions
    /// that were on the board. Calls `report` with each depth, score and number of nodes. Returns
    /// the best move.
    pub fn go(
        &mut self,
        position: &G,
        game: Vec<u64>,
        depth: i32,
        is_over: impl Fn() -> bool + 'static,
        mut report: impl FnMut(i32, i32, u64),
    ) -> Option<G::Move> {
        (self.game, self.keys, self.nodes, self.stop) = (game.len(), game, 0, false);
        self.is_over = Box::new(is_over);
        let mut moves = Vec::new();
        position.list(false, &mut moves);
        let mut best = moves.first()?.1;
        for depth in 1..=depth {
            let score = self.search(position, [-MATE, MATE], depth);
            if self.stop {
                break;
            }
            best = self.table[self.slot(position.key())].map_or(best, |entry| entry.best);
            report(depth, score, self.nodes);
        }
        Some(best)
    }
}
