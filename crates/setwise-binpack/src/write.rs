//! Writes chains. A position that follows from the one before it continues its chain.

use crate::chunks::{CHUNK, header_of};
use crate::entry::{Entry, Kind, NO_SCORE, stem_moves};
use crate::fast::bits_below;
use crate::kernel::Kernel;
use crate::tables::{KING, PAWN, ROOK};
use core::fmt;
use setwise_core::{Own, Squares};
use setwise_dispatch::Level;
use setwise_moves::{Color, Move, Outcome, Position};

/// The greatest ply of a stem.
const MAX_PLY: u32 = 0x3fff;

/// Why a position does not fit the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The board has this number of pieces, but there is room for 32.
    PieceCount(u32),
    /// A king or a rook with a castling right stands elsewhere than in orthodox chess.
    Castling,
    /// The ply, on which a chain begins, is above 16,383.
    Ply(u32),
    /// The score stands for none, or does not fit if it is negated.
    Score(i16),
    /// The move is not legal.
    Move,
}

impl fmt::Display for Refused {
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

impl core::error::Error for Refused {}

impl Entry {
    /// Makes an entry of a position, the move in it, the score as the side to move sees it, the
    /// outcome of the game, and the number of half-moves before it. An en passant square stays only
    /// if a capture there is legal.
    ///
    /// # Errors
    /// The format cannot hold it.
    pub fn new(
        position: &Position,
        played: Option<Move>,
        score: Option<i16>,
        outcome: Outcome,
        ply: u32,
    ) -> Result<Self, Refused> {
        let count = position.occupied().count_ones();
        if count > 32 {
            return Err(Refused::PieceCount(count));
        }
        for color in Color::ALL {
            let rooks = position.castling() & color.view(0xff);
            let king = color.view(1 << 4);
            let is_home = position.king(color).bit() == king && rooks & !color.view(0x81) == 0;
            if rooks != 0 && !is_home {
                return Err(Refused::Castling);
            }
        }
        let score = stored_score(score, position.turn())?;
        if played.is_some_and(|played| !position.is_legal(played)) {
            return Err(Refused::Move);
        }
        Ok(Self {
            score,
            outcome,
            ..Self::of(&position.without_useless_en_passant(), played).with_ply(ply)
        })
    }

    /// Returns the entry with another score, as the side to move sees it.
    ///
    /// # Errors
    /// The format cannot hold the score.
    pub fn with_score(mut self, score: Option<i16>) -> Result<Self, Refused> {
        self.score = stored_score(score, self.turn())?;
        Ok(self)
    }
}

fn stored_score(score: Option<i16>, turn: Color) -> Result<i16, Refused> {
    match score {
        Some(score @ NO_SCORE) => Err(Refused::Score(score)),
        Some(score @ i16::MIN) if turn == Color::Black => Err(Refused::Score(score)),
        Some(score) => Ok(score),
        None => Ok(NO_SCORE),
    }
}

/// Writes chunks of chains. Equal entries give equal bytes, which are those that Stockfish's own
/// writer gives.
///
/// Whole chunks are appended to the output of a call, so that it ends between two of them.
pub struct Writer {
    level: Level,
    /// The open chunk.
    chunk: Vec<u8>,
    /// Where the number of half-moves of the chain stands in it.
    count_at: usize,
    count: u16,
    /// Bits that are not in the chunk yet, the last one lowest.
    word: u64,
    bits: u32,
    /// The position that continues the chain, with the score before it.
    next: Entry,
    is_in_chain: bool,
    chains: u64,
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
            count_at: 0,
            count: 0,
            word: 0,
            bits: 0,
            next: Entry::EMPTY,
            is_in_chain: false,
            chains: 0,
        }
    }

    /// Returns the number of chains so far.
    pub const fn chains(&self) -> u64 {
        self.chains
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// The entry begins a chain, and its ply is too great. Nothing is written.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn write(&mut self, entry: &Entry, out: &mut Vec<u8>) -> Result<(), Refused> {
        let next = &self.next;
        let continues = self.is_open()
            && next.boards[..8] == entry.boards[..8]
            && (next.turn, next.castling) == (entry.turn, entry.castling)
            && (next.en_passant, next.halfmoves) == (entry.en_passant, entry.halfmoves)
            && (next.ply, next.outcome) == (entry.ply, entry.outcome)
            && entry.kind != Kind::None;
        if !continues {
            return self.stem(entry, out);
        }
        let next = &mut self.next;
        (next.from, next.to) = (entry.from, entry.to);
        (next.role, next.kind) = (entry.role, entry.kind);
        self.go_on(entry.score, false);
        Ok(())
    }

    /// Writes what [`Entry::new`] takes, in less time if it continues a chain.
    ///
    /// # Errors
    /// The format cannot hold it. Nothing is written.
    pub fn write_position(
        &mut self,
        position: &Position,
        played: Option<Move>,
        labels: (Option<i16>, Outcome),
        ply: u32,
        out: &mut Vec<u8>,
    ) -> Result<(), Refused> {
        const FULLMOVE: u64 = 0xffff << 48;
        let (score, outcome) = labels;
        let [a, b, c, d, state, _] = position.without_useless_en_passant().words();
        let [e, f, g, h, next] = self.next.words();
        if self.is_open()
            && [a, b, c, d, state & !FULLMOVE] == [e, f, g, h, next & !FULLMOVE]
            && (self.next.ply, self.next.outcome) == (ply, outcome)
            && played.is_some()
        {
            let score = stored_score(score, position.turn())?;
            self.next.set_move(played);
            // The kind of a move follows from the position.
            let is_legal = self.next.played() == played && self.go_on(score, true);
            return is_legal.then_some(()).ok_or(Refused::Move);
        }
        self.stem(&Entry::new(position, played, score, outcome, ply)?, out)
    }

    /// Whether a move can follow.
    fn is_open(&self) -> bool {
        self.is_in_chain && self.count < u16::MAX
    }

    /// Writes the move of the position that continues the chain, and its score, unless the move
    /// is to be checked and is not legal.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn go_on(&mut self, score: i16, is_checked: bool) -> bool {
        let (level, mut is_legal) = (self.level, true);
        level.run_own(GoOn {
            writer: self,
            score,
            is_checked,
            is_legal: &mut is_legal,
        });
        is_legal
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn half_move<K: Kernel>(&mut self, kernel: K, score: i16) {
        let next = &self.next;
        let us = next.boards[next.turn & 1];
        let before = |square: u8| (1_u64 << (square & 63)) - 1;
        let (from, moved) = (usize::from(next.from & 63), next.moved());
        let (targets, promotes) = next.targets(kernel, from, moved);
        let rights = next.rights(moved);
        let choices = (targets.count_ones() << promotes) + rights.count_ones();
        let lower = (targets & before(next.to)).count_ones();
        let choice = match next.kind {
            Kind::Castling => targets.count_ones() + (rights & before(next.to)).count_ones(),
            _ if promotes != 0 => lower << promotes | (u32::from(next.role) - 1) & 3,
            _ => lower,
        };
        let code = zigzag(score.wrapping_add(next.score));
        let piece = (us & before(next.from)).count_ones();
        self.put(piece, bits_below(us.count_ones()));
        self.put(choice, bits_below(choices));
        let mut rest = u32::from(code);
        while rest > 15 {
            self.put(rest & 15 | 16, 5);
            rest >>= 4;
        }
        self.put(rest, 5);
        self.count += 1;
        // At most 30 bits a move, and 7 before.
        while self.bits >= 8 {
            self.bits -= 8;
            self.chunk.push((self.word >> self.bits) as u8);
        }
        self.next.play();
        self.next.score = score;
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn put(&mut self, value: u32, bits: u32) {
        self.word = self.word << bits | u64::from(value);
        self.bits += bits;
    }

    fn end_chain(&mut self) {
        if self.bits > 0 {
            self.chunk.push((self.word << (8 - self.bits)) as u8);
        }
        (self.word, self.bits) = (0, 0);
        if let Some(count) = self.chunk.get_mut(self.count_at..self.count_at + 2) {
            count.copy_from_slice(&self.count.to_be_bytes());
        }
        (self.count, self.is_in_chain) = (0, false);
    }

    #[cold]
    #[inline(never)]
    fn stem(&mut self, entry: &Entry, out: &mut Vec<u8>) -> Result<(), Refused> {
        if entry.ply > MAX_PLY {
            return Err(Refused::Ply(entry.ply));
        }
        self.end_chain();
        if self.chunk.len() >= CHUNK {
            self.close(out);
        }
        self.chunk.extend_from_slice(&stem_of(entry));
        self.count_at = self.chunk.len();
        self.chunk.extend_from_slice(&[0; 2]);
        self.chains += 1;
        self.is_in_chain = entry.kind != Kind::None;
        if self.is_in_chain {
            self.next.clone_from(entry);
            self.next.moves = stem_moves(entry.ply, entry.turn);
            self.next.play();
            self.next.score = entry.score;
        }
        Ok(())
    }

    fn close(&mut self, out: &mut Vec<u8>) {
        if !self.chunk.is_empty() {
            out.extend_from_slice(&header_of(self.chunk.len()));
            out.append(&mut self.chunk);
        }
    }

    /// Writes the last chunk. The next entry begins another.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.end_chain();
        self.close(out);
    }
}

struct GoOn<'a> {
    writer: &'a mut Writer,
    score: i16,
    is_checked: bool,
    is_legal: &'a mut bool,
}

impl<K: Kernel> Own<K> for GoOn<'_> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) {
        if self.is_checked && !self.writer.next.has_legal_move(kernel) {
            *self.is_legal = false;
            return;
        }
        self.writer.half_move(kernel, self.score);
    }
}

/// Moves the sign to the lowest bit. The bits of negative numbers are inverted.
const fn zigzag(number: i16) -> u16 {
    (number << 1 ^ number >> 15) as u16
}

fn stem_of(entry: &Entry) -> [u8; 32] {
    let mut stem = [0; 32];
    let black = entry.boards[1];
    let moved_two = match entry.turn & 1 {
        0 => entry.en_passant >> 8,
        _ => entry.en_passant << 8,
    };
    for (i, square) in Squares(entry.occupied()).enumerate() {
        let (bit, role) = (square.bit(), entry.mailbox[square.index()]);
        let is_black = u8::from(black & bit != 0);
        let code = match role {
            PAWN if moved_two & bit != 0 => 12,
            ROOK if entry.castling & bit != 0 => 13 + is_black,
            KING if is_black & entry.turn as u8 != 0 => 15,
            _ => role << 1 | is_black,
        };
        if let Some(pair) = stem.get_mut(8 + i / 2) {
            *pair |= code << (4 * (i & 1));
        }
    }
    let (kind, promoted) = match entry.kind {
        Kind::Castling => (2, 0),
        Kind::EnPassant => (3, 0),
        _ if entry.role != entry.moved() => (1, u16::from(entry.role & 7).saturating_sub(1)),
        _ => (0, 0),
    };
    let code = match entry.kind {
        Kind::None => 0,
        _ => kind << 14 | u16::from(entry.from) << 8 | u16::from(entry.to) << 2 | promoted,
    };
    let outcome = match entry.outcome.seen_by(entry.turn()) {
        Outcome::WhiteWins => 1,
        Outcome::Draw => 0,
        Outcome::BlackWins => -1,
    };
    let labels = entry.ply as u16 | zigzag(outcome) << 14;
    let (first, rest) = stem.split_at_mut(8);
    first.copy_from_slice(&entry.occupied().to_be_bytes());
    let (halves, _) = rest.as_chunks_mut();
    let numbers = [code, zigzag(entry.score), labels, entry.halfmoves];
    for (half, number) in halves.iter_mut().skip(8).zip(numbers) {
        *half = number.to_be_bytes();
    }
    stem
}
