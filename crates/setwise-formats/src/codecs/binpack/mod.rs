//! Stockfish's binpack.
//!
//! A file is a row of chunks: `BINP`, the number of bytes after it (32 bits, little-endian), and
//! chains of positions. A chain is a stem of 32 bytes, a number of further half-moves (16 bits),
//! and the bits of these moves and their scores ([`movetext`]). All numbers of a chain are
//! big-endian. As in Stockfish, a position has an en passant square only if a capture there is
//! legal.
//!
//! | bytes of a stem | |
//! |---|---|
//! | 0 to 7 | the occupied squares |
//! | 8 to 23 | four bits for each piece in ascending order of squares, low half first ([`piece`]) |
//! | 24, 25 | the move: kind (2 bits), source (6), target (6; the rook for castling), promotion (2; knight first) |
//! | 26, 27 | the score as the side to move sees it, sign in the lowest bit |
//! | 28, 29 | the outcome as the side to move sees it (2 bits, signed as the score), the ply (14) |
//! | 30, 31 | the half-move clock |

mod cut;
mod movetext;

pub(crate) use cut::{LEFT_BITS, MARK, cut};

use crate::codecs::game::{Game, with_legal_en_passant};
use crate::{Content, Decode, Decoded, Outcome, Reason, Record, Source, Unit, score_seen_by};
use cut::{DAMAGED, HEADER, LIMIT};
use memchr::memmem;
use movetext::{Movetext, signed};
use setwise_moves::{Color, Move, Position, Role, Setup, Square, Squares};

/// The bytes of a stem and the number of half-moves after it.
const STEM: usize = 34;
/// The number of bytes that no half-move exceeds.
const HALF_MOVE: usize = 4;

#[derive(Default)]
pub(crate) struct Binpack {
    final_positions: bool,
    /// The chains before the front of the input, damaged ones included.
    chains: u64,
    /// The bytes of the chunk that are left.
    left: usize,
    /// Whether the front of the input is damaged up to the next mark.
    is_damaged: bool,
}

impl Binpack {
    pub(crate) fn new(final_positions: bool) -> Self {
        Self {
            final_positions,
            ..Self::default()
        }
    }

    fn header(&mut self, source: &Source<'_>) -> Result<usize, (Reason, usize)> {
        let data = source.data();
        let Some(([m0, m1, m2, m3, size @ ..], _)) = data.split_first_chunk::<HEADER>() else {
            return Err((Reason::Truncated(data.len()), data.len()));
        };
        self.left = u32::from_le_bytes(*size) as usize;
        if [*m0, *m1, *m2, *m3] != *MARK {
            let reason = match self.chains {
                0 => Reason::NotBinpack,
                _ => Reason::ChunkMark,
            };
            Err((reason, 1))
        } else if self.left > LIMIT {
            Err((Reason::TooLong(LIMIT), MARK.len()))
        } else {
            Ok(HEADER)
        }
    }

    /// A damaged unit. It continues to the next mark.
    fn damaged(&mut self, reason: Reason, bytes: usize) -> Unit {
        self.is_damaged = true;
        self.left = 0;
        Unit::new(bytes, Content::Damaged(reason, 0))
    }

    fn skip(&mut self, source: &mut Source<'_>) -> Decoded {
        let bytes = loop {
            let data = source.data();
            if let Some(next) = memmem::find(data, MARK) {
                self.is_damaged = false;
                break next;
            }
            // The end may be the beginning of a mark.
            let bytes = data.len().saturating_sub(MARK.len() - 1);
            if bytes > 0 {
                break bytes;
            }
            if !source.grow()? {
                match source.data().len() {
                    0 => return Ok(None),
                    bytes => break bytes,
                }
            }
        };
        Ok(Some(Unit::new(bytes, Content::Rest)))
    }

    /// Reads a chain. Returns its size.
    fn chain(&self, data: &[u8], records: &mut Vec<Record>) -> Result<usize, Reason> {
        let cut = || Reason::Truncated(data.len());
        let (bytes, movetext) = data.split_first_chunk::<STEM>().ok_or_else(cut)?;
        let [stem @ .., c0, c1] = bytes;
        let (start, first, score) = read_stem(stem)?;
        let mut game = Game::new(&start, self.chains, records);
        let count = u16::from_be_bytes([*c0, *c1]);
        let mover_score = score_seen_by(game.position.turn(), score);
        let mover_score = Some(mover_score.ok_or(Reason::ScoreRange)?);
        let Some(played) = first else {
            // A move of zero bits is none. No move can follow it.
            game.append(None, mover_score);
            return match count {
                0 => Ok(STEM),
                _ => Err(Reason::MoveCode(0, game.plies())),
            };
        };
        game.play(played, mover_score);
        game.position = with_legal_en_passant(game.position);
        let mut movetext = Movetext::new(movetext, score);
        for _ in 0..count {
            let played = movetext
                .next_move(&game.position, game.plies())
                .ok_or_else(cut)??;
            let score = movetext.next_score().ok_or_else(cut)??;
            let score = score_seen_by(game.position.turn(), score);
            game.play(played, Some(score.ok_or(Reason::ScoreRange)?));
            game.position = with_legal_en_passant(game.position);
        }
        game.end(self.final_positions);
        Ok(STEM + movetext.bytes_read())
    }
}

impl Decode for Binpack {
    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        if self.is_damaged {
            return self.skip(source);
        }
        if self.left == 0 {
            source.fill(HEADER)?;
            if source.data().is_empty() {
                return Ok(None);
            }
            return Ok(Some(match self.header(source) {
                Ok(bytes) => Unit::new(bytes, Content::Blank),
                Err((reason, bytes)) => self.damaged(reason, bytes),
            }));
        }
        source.fill(self.left.min(STEM))?;
        if let Some([c0, c1]) = source.data().get(STEM - 2..STEM) {
            let count = usize::from(u16::from_be_bytes([*c0, *c1]));
            source.fill(self.left.min(STEM + HALF_MOVE * count))?;
        }
        self.chains += 1;
        let data = source.data();
        let data = data.get(..self.left).unwrap_or(data);
        Ok(match self.chain(data, records) {
            Ok(bytes) => {
                self.left -= bytes;
                Some(Unit::of(bytes, Ok(())))
            }
            Err(reason) => {
                let reason = match reason {
                    Reason::Truncated(_) if data.len() == self.left => Reason::ChunkEnd,
                    reason => reason,
                };
                Some(self.damaged(reason, data.len().min(STEM)))
            }
        })
    }

    /// The chains so far, and the bytes of the chunk that are left.
    fn state(&self) -> Option<u64> {
        let left = if self.is_damaged { DAMAGED } else { self.left };
        Some(self.chains << LEFT_BITS | left as u64)
    }

    fn restore(&mut self, state: u64) {
        self.chains = state >> LEFT_BITS;
        let left = state as usize & DAMAGED;
        self.is_damaged = left == DAMAGED;
        self.left = if self.is_damaged { 0 } else { LIMIT.min(left) };
    }
}

/// Reads the position, the move, if there is one, and the score as the side to move sees it.
fn read_stem(stem: &[u8; 32]) -> Result<(Record, Option<Move>, i16), Reason> {
    let (words, _) = stem.as_chunks();
    let half = |at: usize| words.get(at).map_or(0, |word| u16::from_be_bytes(*word));
    let (occupied, rest) = stem.split_first_chunk::<8>().unwrap_or((&[0; 8], &[]));
    let codes = rest.iter().take(16).flat_map(|pair| [pair & 15, pair >> 4]);
    let occupied = u64::from_be_bytes(*occupied);
    setwise_moves::packed::check_count(occupied).map_err(|count| Reason::PieceCount(count.0))?;
    let mut setup = Setup::empty();
    for (square, code) in Squares(occupied).zip(codes) {
        piece(&mut setup, square, code).ok_or(Reason::PieceCode(code))?;
    }
    let [code, score, labels, clock] = [12, 13, 14, 15].map(half);
    let ply = labels & 0x3fff;
    setup.halfmoves = clock;
    setup.fullmove = ply / 2 + 1;
    let position = with_legal_en_passant(Position::new(setup)?);
    let played = match code {
        0 => None,
        _ => Some(read_move(&position, code).ok_or(Reason::MoveCode(code, ply.into()))?),
    };
    let outcome = match signed(labels >> 14) {
        1 => Outcome::WhiteWins,
        0 => Outcome::Draw,
        -1 => Outcome::BlackWins,
        _ => return Err(Reason::OutcomeCode((labels >> 14) as u8)),
    };
    let start = Record {
        outcome: Some(outcome.seen_by(position.turn())),
        ply: Some(ply),
        ..Record::from(position)
    };
    Ok((start, played, signed(score)))
}

/// Places the piece of a code. 0 to 11 are twice the role, and 1 more for Black. 12 is a pawn that
/// has just moved two squares, 13 and 14 are a white and a black rook with a castling right, 15 is
/// the black king with Black to move. Returns `None` for a square where the code has no meaning.
fn piece(setup: &mut Setup, square: Square, code: u8) -> Option<()> {
    let color = Color::ALL[usize::from(code & 1)];
    let (color, role) = match code {
        12 => {
            let (color, behind) = match square.rank() {
                3 => (Color::White, square.index() - 8),
                4 => (Color::Black, square.index() + 8),
                _ => return None,
            };
            if setup.en_passant.is_some() {
                return None;
            }
            setup.en_passant = Square::from_index(behind);
            (color, Role::Pawn)
        }
        13 | 14 => {
            let color = color.other();
            if square.bit() & color.view(0x81) == 0 {
                return None;
            }
            setup.castling |= square.bit();
            (color, Role::Rook)
        }
        15 => {
            setup.turn = Color::Black;
            (Color::Black, Role::King)
        }
        _ => (color, *Role::ALL.get(usize::from(code >> 1))?),
    };
    *setup.pieces_mut(color, role) |= square.bit();
    Some(())
}

fn read_move(position: &Position, code: u16) -> Option<Move> {
    const PROMOTION: u16 = 1;
    const CASTLING: u16 = 2;
    let kind = code >> 14;
    let promoted = Role::PROMOTIONS[usize::from(code & 3)];
    let source = Square::wrapping((code >> 8).into());
    let target = Square::wrapping((code >> 2).into());
    let played = position.move_between(source, target, (kind == PROMOTION).then_some(promoted))?;
    let is_kind = played.is_castling() == (kind == CASTLING);
    (is_kind && position.is_legal(played)).then_some(played)
}
