//! Writes chains. A position that follows from the one before it continues its chain.

use crate::chunks::{CHUNK, header_of};
use crate::position::{ChainPosition, Kind, NO_SCORE};
use crate::tables::CODES;
use crate::{fast::bits_below, kernel::BinpackOps};
use core::fmt;
use setwise_core::HandWritten;
use setwise_dispatch::Level;
use setwise_moves::{Block, Color, Move, Outcome, Position, packed};

/// The greatest ply of a stem.
const MAX_PLY: u32 = 0x3fff;

/// Why a position does not fit the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The board has this number of pieces, but there is room for 32.
    PieceCount(u32),
    /// A king or a rook with a castling right stands elsewhere than in orthodox chess.
    Castling,
    /// The position begins a chain, and its ply is above 16,383.
    Ply(u32),
    /// The score is [`NO_SCORE`], or it does not fit 16 bits if it is negated.
    Score(i16),
    /// The move is not legal.
    Move,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PieceCount(count) => write!(f, "{count} pieces, but there is room for 32"),
            Self::Castling => {
                f.write_str("castling rights of Chess960, which the format does not have")
            }
            Self::Ply(ply) => write!(f, "the ply {ply} is above {MAX_PLY}"),
            Self::Score(NO_SCORE) => write!(f, "the score {NO_SCORE} stands for none"),
            Self::Score(score) => write!(f, "the score {score} does not fit if it is negated"),
            Self::Move => f.write_str("the move is not legal"),
        }
    }
}

impl core::error::Error for WriteError {}

impl ChainPosition {
    /// Joins a position, the move in it, the score as the side to move sees it, the
    /// outcome of the game, and the number of half-moves before the position. An en passant square
    /// is kept only if a capture there is legal.
    ///
    /// # Errors
    /// The format cannot hold the position or the score, or the move is not legal.
    pub fn new(
        position: &Position,
        played: Option<Move>,
        score: Option<i16>,
        outcome: Outcome,
        ply: u32,
    ) -> Result<Self, WriteError> {
        check_board(position)?;
        let score = stored_score(score, position.turn())?;
        if played.is_some_and(|played| !position.is_legal(played)) {
            return Err(WriteError::Move);
        }
        Ok(Self {
            score,
            outcome,
            ..Self::of(&position.without_useless_en_passant(), played).with_ply(ply)
        })
    }

    /// Joins a position of a block, of which [`check_board`] holds, with its move, which is legal,
    /// the number of the move, the score as the side to move sees it, the outcome, and the ply.
    /// Returns `None` if the format cannot hold the score, or if there is no move.
    pub fn of_row(
        (block, i): (&Block, usize),
        fullmove: u16,
        score: Option<i16>,
        outcome: Outcome,
        ply: u32,
    ) -> Option<Self> {
        let i = i & 63;
        let turn = block.turn(i);
        let planes = block
            .planes
            .each_ref()
            .map(|plane| block.from_white(i, plane[i]));
        let us = block.from_white(i, block.us[i]);
        let mut position = Self {
            planes,
            us,
            them: planes.iter().fold(0, |all, plane| all | plane) & !us,
            castling: block.from_white(i, block.castling[i]),
            turn: turn.index(),
            ply,
            reset: ply.wrapping_sub(block.halfmoves[i].into()),
            moves: (2 * u32::from(fullmove) + turn.index() as u32).wrapping_sub(ply),
            score: stored_score(score, turn).ok()?,
            outcome,
            ..Self::EMPTY
        };
        let passed = block.from_white(i, block.passed[i]);
        if passed != 0 {
            let passed = passed.trailing_zeros() as usize;
            position.pass(passed, passed ^ 8);
        }
        position.set_move(Some(block.played(i)?));
        Some(position)
    }

    /// Returns the position with another score, as the side to move sees it.
    ///
    /// # Errors
    /// The format cannot hold the score.
    pub fn with_mover_score(mut self, score: Option<i16>) -> Result<Self, WriteError> {
        self.score = stored_score(score, self.turn())?;
        Ok(self)
    }
}

/// Checks that the format can hold a position. Those of a game that begins with it are held, too.
///
/// # Errors
/// It has too many pieces, or castling rights of Chess960.
pub fn check_board(position: &Position) -> Result<(), WriteError> {
    let count = position.occupied().count_ones();
    if count > 32 {
        return Err(WriteError::PieceCount(count));
    }
    for color in Color::ALL {
        let rooks = position.castling() & color.view(0xff);
        let king = color.view(1 << 4);
        let is_home = position.king(color).bit() == king && rooks & !color.view(0x81) == 0;
        if rooks != 0 && !is_home {
            return Err(WriteError::Castling);
        }
    }
    Ok(())
}

fn stored_score(score: Option<i16>, turn: Color) -> Result<i16, WriteError> {
    match score {
        Some(score @ NO_SCORE) => Err(WriteError::Score(score)),
        Some(score @ i16::MIN) if turn == Color::Black => Err(WriteError::Score(score)),
        Some(score) => Ok(score),
        None => Ok(NO_SCORE),
    }
}

/// Writes chunks of chains. Equal positions give equal bytes, which are those that Stockfish's own
/// writer gives.
///
/// Each call appends only whole chunks to its output.
pub struct Writer {
    level: Level,
    /// The bytes of the open chunk up to `at`, then spare bytes.
    chunk: Vec<u8>,
    at: usize,
    /// The place in the chunk of the open chain's number of half-moves.
    count_at: Option<usize>,
    count: u16,
    /// The bits after the last whole byte, from the highest; fewer than eight.
    word: u64,
    bits: u32,
    /// The position that would continue the chain, with the score before it.
    next: ChainPosition,
    is_in_chain: bool,
    chains: u64,
    /// Where the chains end, if they are taken by [`take_chains`](Writer::take_chains).
    ends: Option<Vec<usize>>,
}

/// Chains without the header of a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Default for Writer {
    fn default() -> Self {
        Self::new()
    }
}

impl Writer {
    /// Makes a writer.
    pub fn new() -> Self {
        Self {
            level: setwise_dispatch::level(),
            chunk: Vec::new(),
            at: 0,
            count_at: None,
            count: 0,
            word: 0,
            bits: 0,
            next: ChainPosition::EMPTY,
            is_in_chain: false,
            chains: 0,
            ends: None,
        }
    }

    /// Makes a writer of chains that another writer [appends](Self::append_chains): it appends
    /// nothing to its outputs.
    pub fn of_chains() -> Self {
        Self {
            ends: Some(Vec::new()),
            ..Self::new()
        }
    }

    /// Makes a writer that uses the instructions of a level.
    #[cfg(test)]
    pub(crate) fn with_level(level: Level) -> Self {
        Self {
            level,
            ..Self::new()
        }
    }

    /// Begins another chain with the next position, even if the position continues this one.
    pub const fn begin_chain(&mut self) {
        self.is_in_chain = false;
    }

    /// Returns the number of chains so far.
    pub const fn chains(&self) -> u64 {
        self.chains
    }

    /// Writes a position.
    ///
    /// # Errors
    /// The position begins a chain, and its ply is too great. Nothing is written.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn write(&mut self, position: &ChainPosition, out: &mut Vec<u8>) -> Result<(), WriteError> {
        let (level, mut is_written) = (self.level, false);
        level.run_hand_written(Continue {
            writer: self,
            position,
            is_written: &mut is_written,
        });
        match is_written {
            true => Ok(()),
            false => self.stem(position, out),
        }
    }

    /// Writes a position from what [`ChainPosition::new`] takes. Continuing a chain is faster.
    ///
    /// # Errors
    /// The format cannot hold the position, or the move is not legal. Nothing is written.
    pub fn write_position(
        &mut self,
        position: &Position,
        played: Option<Move>,
        labels: (Option<i16>, Outcome),
        ply: u32,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let (score, outcome) = labels;
        if let Some(played) = played {
            let (level, mut written) = (self.level, None);
            let score = stored_score(score, position.turn())?;
            level.run_hand_written(ContinueWith {
                writer: self,
                position,
                played,
                labels: (score, outcome, ply),
                written: &mut written,
            });
            if let Some(is_legal) = written {
                return is_legal.then_some(()).ok_or(WriteError::Move);
            }
        }
        self.stem(
            &ChainPosition::new(position, played, score, outcome, ply)?,
            out,
        )
    }

    /// Continues the open chain with moves, each with the score of the position before it as the
    /// side to move sees it. Returns their number, which is smaller if the chain is full, if there
    /// is none, if a score does not fit, or before a move that is not certainly legal.
    pub fn write_moves(&mut self, moves: impl Iterator<Item = (Move, Option<i16>)>) -> usize {
        self.continue_all::<true>(moves)
    }

    /// As [`write_moves`](Self::write_moves), without checks. If a move is not legal, the bytes
    /// mean nothing.
    pub fn write_moves_unchecked(
        &mut self,
        moves: impl Iterator<Item = (Move, Option<i16>)>,
    ) -> usize {
        self.continue_all::<false>(moves)
    }

    fn continue_all<const CHECKS: bool>(
        &mut self,
        moves: impl Iterator<Item = (Move, Option<i16>)>,
    ) -> usize {
        let (level, mut written) = (self.level, 0);
        level.run_hand_written(ContinueAll::<_, CHECKS> {
            writer: self,
            moves,
            written: &mut written,
        });
        written
    }

    /// Whether a chain has room for another half-move.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_open(&self) -> bool {
        self.is_in_chain && self.count < u16::MAX
    }

    /// Whether a position is the next position of the open chain.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn continues(&self, position: &ChainPosition) -> bool {
        let next = &self.next;
        self.is_open()
            && (next.planes, next.us, next.them) == (position.planes, position.us, position.them)
            && (next.turn, next.castling) == (position.turn, position.castling)
            && (next.en_passant, next.halfmoves()) == (position.en_passant, position.halfmoves())
            && (next.ply, next.outcome) == (position.ply, position.outcome)
            && position.kind != Kind::None
    }

    /// Writes the move and the score of a position, whose piece has these targets.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn half_move(&mut self, position: &ChainPosition, (targets, promotes): (u64, u32)) {
        let before = |square: u8| (1_u64 << (square & 63)) - 1;
        let rights = position.rights(position.moved);
        let choices = (targets.count_ones() << promotes) + rights.count_ones();
        let lower = (targets & before(position.to)).count_ones();
        let choice = match position.kind {
            Kind::Castling => targets.count_ones() + (rights & before(position.to)).count_ones(),
            _ if promotes != 0 => lower << promotes | u32::from(promotion(position.placed)),
            _ => lower,
        };
        let piece = (position.us & before(position.from)).count_ones();
        let choice_bits = bits_below(choices);
        let (score, score_bits) = groups(zigzag(position.score.wrapping_add(self.next.score)));
        let code = u64::from(piece << choice_bits | choice) << score_bits | score;
        self.put(
            code,
            bits_below(position.us.count_ones()) + choice_bits + score_bits,
        );
        self.count += 1;
        self.next.follow(position);
    }

    /// Appends at most 31 bits.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn put(&mut self, value: u64, bits: u32) {
        let bits = self.bits + bits;
        let word = self.word | value << ((64 - bits) & 63);
        // The next call overwrites the bytes after the last whole one.
        let room = self.chunk.get_mut(self.at..);
        match room.and_then(<[u8]>::first_chunk_mut) {
            Some(bytes) => *bytes = word.to_be_bytes(),
            None => self.put_at_end(word),
        }
        self.at += (bits / 8) as usize;
        self.word = word << (bits & 56);
        self.bits = bits & 7;
    }

    #[cold]
    #[inline(never)]
    fn put_at_end(&mut self, word: u64) {
        self.chunk.truncate(self.at);
        self.chunk.extend_from_slice(&word.to_be_bytes());
        self.chunk.resize(2 * self.chunk.len() + 64, 0);
    }

    fn end_chain(&mut self) {
        self.at += usize::from(self.bits > 0);
        (self.word, self.bits) = (0, 0);
        let count = self.count_at.take();
        let count = count.and_then(|at| self.chunk.get_mut(at..at + 2));
        if let Some(count) = count {
            count.copy_from_slice(&self.count.to_be_bytes());
        }
        (self.count, self.is_in_chain) = (0, false);
    }

    #[cold]
    #[inline(never)]
    fn stem(&mut self, position: &ChainPosition, out: &mut Vec<u8>) -> Result<(), WriteError> {
        if position.ply > MAX_PLY {
            return Err(WriteError::Ply(position.ply));
        }
        self.end_chain();
        self.close_full(out);
        let count_at = self.at + 32;
        self.count_at = Some(count_at);
        self.chunk.resize(self.chunk.len().max(self.at + 34), 0);
        if let Some(stem) = self.chunk.get_mut(self.at..count_at) {
            stem.copy_from_slice(&stem_of(position));
        }
        self.at += 34;
        self.chains += 1;
        self.is_in_chain = position.kind != Kind::None;
        if self.is_in_chain {
            self.next.follow(position);
        }
        Ok(())
    }

    fn close(&mut self, out: &mut Vec<u8>) {
        if self.at > 0 {
            out.extend_from_slice(&header_of(self.at));
            out.extend_from_slice(self.chunk.get(..self.at).unwrap_or_default());
            self.at = 0;
        }
    }

    /// Ends a chunk that is full, or notes the end of a chain.
    fn close_full(&mut self, out: &mut Vec<u8>) {
        match &mut self.ends {
            Some(ends) => ends.extend((self.at > 0).then_some(self.at)),
            None if self.at >= CHUNK => self.close(out),
            None => {}
        }
    }

    /// Takes the chains since the last call. The next position begins another.
    pub fn take_chains(&mut self) -> Chains {
        self.end_chain();
        self.close_full(&mut Vec::new());
        let mut bytes = core::mem::take(&mut self.chunk);
        bytes.truncate(core::mem::take(&mut self.at));
        let ends = self.ends.as_mut().map(core::mem::take);
        Chains {
            bytes,
            ends: ends.unwrap_or_default(),
        }
    }

    /// Writes chains of another writer: the bytes are those of their positions. The next position
    /// begins another chain.
    pub fn append_chains(&mut self, chains: &Chains, out: &mut Vec<u8>) {
        let mut begin = 0;
        for &end in &chains.ends {
            let chain = chains.bytes.get(begin..end).unwrap_or_default();
            self.end_chain();
            self.close_full(out);
            self.chunk.truncate(self.at);
            self.chunk.extend_from_slice(chain);
            self.at = self.chunk.len();
            self.chains += 1;
            begin = end;
        }
    }

    /// Writes the last chunk. The next position begins another.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.end_chain();
        self.close(out);
    }
}

/// Writes a position if it continues the chain.
struct Continue<'a> {
    writer: &'a mut Writer,
    position: &'a ChainPosition,
    is_written: &'a mut bool,
}

impl<K: BinpackOps> HandWritten<K> for Continue<'_> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) {
        if self.writer.continues(self.position) {
            let ChainPosition { from, moved, .. } = *self.position;
            let targets = self.position.targets(kernel, from.into(), moved);
            self.writer.half_move(self.position, targets);
            *self.is_written = true;
        }
    }
}

/// Writes a position if it continues the chain and its move is legal.
struct ContinueWith<'a> {
    writer: &'a mut Writer,
    position: &'a Position,
    played: Move,
    labels: (i16, Outcome, u32),
    /// Whether the move is legal; `None` if the position does not continue the chain.
    written: &'a mut Option<bool>,
}

impl<K: BinpackOps> HandWritten<K> for ContinueWith<'_> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) {
        const FULLMOVE: u64 = 0xffff << 48;
        let (score, outcome, ply) = self.labels;
        let next = &self.writer.next;
        let position = self.position.without_useless_en_passant();
        let [a, b, c, d, state] = position.board().words();
        let [e, f, g, h, next_state] = next.to_board().words();
        if !self.writer.is_open()
            || (a ^ e | b ^ f | c ^ g | d ^ h | (state ^ next_state) & !FULLMOVE) != 0
            || (next.ply, next.outcome) != (ply, outcome)
        {
            return;
        }
        let mut chained = ChainPosition {
            score,
            ..next.clone()
        };
        chained.set_move(Some(self.played));
        let targets = chained.targets(kernel, chained.from.into(), chained.moved);
        // The kind of the move must be the one that follows from its squares and its role.
        let is_legal =
            chained.played() == Some(self.played) && chained.has_legal_move(kernel, targets);
        if is_legal {
            self.writer.half_move(&chained, targets);
        }
        *self.written = Some(is_legal);
    }
}

/// Continues the chain with moves.
struct ContinueAll<'a, M, const CHECKS: bool> {
    writer: &'a mut Writer,
    moves: M,
    written: &'a mut usize,
}

impl<K, M, const CHECKS: bool> HandWritten<K> for ContinueAll<'_, M, CHECKS>
where
    K: BinpackOps,
    M: Iterator<Item = (Move, Option<i16>)>,
{
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) {
        for (played, score) in self.moves {
            let next = &self.writer.next;
            let (true, Ok(score)) = (self.writer.is_open(), stored_score(score, next.turn()))
            else {
                return;
            };
            let mut chained = ChainPosition {
                score,
                ..next.clone()
            };
            chained.set_move(Some(played));
            let targets = chained.targets(kernel, chained.from.into(), chained.moved);
            let is_sure = !CHECKS
                || chained.has_legal_move(kernel, targets) && chained.played() == Some(played);
            if !is_sure {
                return;
            }
            self.writer.half_move(&chained, targets);
            *self.written += 1;
        }
    }
}

/// Returns a number in groups of five bits, lowest digits first, and the number of bits. The first
/// bit of a group says whether another group follows.
#[cfg_attr(not(unoptimized), inline(always))]
fn groups(number: u16) -> (u64, u32) {
    let number = u32::from(number);
    let unused = ((number | 1).leading_zeros() - 16) / 4;
    let all = (number & 15) << 15 | (number & 0xf0) << 6 | (number & 0xf00) >> 3 | number >> 12;
    let more = (0x84210 >> (5 * unused)) & !31;
    (u64::from(all >> (5 * unused) | more), 20 - 5 * unused)
}

/// Moves the sign to the lowest bit, and inverts the other bits of a negative number.
const fn zigzag(number: i16) -> u16 {
    (number << 1 ^ number >> 15) as u16
}

/// Returns the number of a promotion, which is 0 for a knight.
#[cfg_attr(not(unoptimized), inline(always))]
fn promotion(placed: u8) -> u16 {
    u16::from(NUMBERS[usize::from(placed & 7)]).wrapping_sub(1) & 3
}

/// The number of each role in the format, by the code of the role.
static NUMBERS: [u8; 8] = {
    let (mut numbers, mut i) = ([0; 8], 0);
    while i < 6 {
        numbers[CODES[i] as usize] = i as u8;
        i += 1;
    }
    numbers
};

/// The codes of pieces are 0 to 5 for the roles, times 2, with 1 added for Black; 12 for a pawn
/// that has just moved two squares, 13 and 14 for a rook that may castle, 15 for the black king to
/// move.
fn stem_of(position: &ChainPosition) -> [u8; 32] {
    let mut stem = [0; 32];
    let [a, b, c] = position.planes;
    let black = position.by_color(Color::Black);
    let rights = position.castling;
    let moved_two = match position.turn & 1 {
        0 => position.en_passant >> 8,
        _ => position.en_passant << 8,
    };
    let kings = a & c;
    let king = kings & black & (position.turn as u64 & 1).wrapping_neg();
    let special = moved_two | rights | king;
    let [low, middle, high, _] = packed::bits_of_planes([a, b, c], black);
    let (bishops, rooks) = (middle & !low, middle & low);
    let bits = [
        (black ^ rights) & !moved_two | king,
        low & !special | rights & black | king,
        bishops | rooks | special,
        high | special,
    ];
    if let Ok(board) = packed::pack(position.occupied(), bits) {
        stem[..24].copy_from_slice(&board);
    }
    let (kind, promoted) = match position.kind {
        Kind::Castling => (2, 0),
        Kind::EnPassant => (3, 0),
        _ if position.placed != position.moved => (1, promotion(position.placed)),
        _ => (0, 0),
    };
    let code = match position.kind {
        Kind::None => 0,
        _ => kind << 14 | u16::from(position.from) << 8 | u16::from(position.to) << 2 | promoted,
    };
    let outcome = match position.outcome.seen_by(position.turn()) {
        Outcome::WhiteWins => 1,
        Outcome::Draw => 0,
        Outcome::BlackWins => -1,
    };
    let labels = position.ply as u16 | zigzag(outcome) << 14;
    let (first, rest) = stem.split_at_mut(8);
    first.copy_from_slice(&position.occupied().to_be_bytes());
    let (halves, _) = rest.as_chunks_mut();
    let numbers = [code, zigzag(position.score), labels, position.halfmoves()];
    for (half, number) in halves.iter_mut().skip(8).zip(numbers) {
        *half = number.to_be_bytes();
    }
    stem
}
