//! The exact decoder, which reads any chain position by position with `setwise-moves`. It reports
//! what is wrong with a damaged chain.

mod movetext;
mod stem;

pub(crate) use movetext::signed;

use crate::{error::ReadError, position::ChainPosition, visit::Visit};
use movetext::Movetext;
use setwise_moves::{Color, Move, Outcome, Position};
use stem::read_stem;

/// The number of bytes of a stem and of the count after it.
pub(crate) const STEM: usize = 34;

/// Reads a chain and visits its positions, except the first `skipped` ones. Returns the number of
/// bytes of the chain.
pub(crate) fn chain(
    bytes: &[u8],
    skipped: usize,
    visit: &mut impl Visit,
) -> Result<usize, ReadError> {
    let (stem, movetext) = bytes
        .split_first_chunk::<STEM>()
        .ok_or(ReadError::ChunkEnd)?;
    let [stem @ .., c0, c1] = stem;
    let start = read_stem(stem)?;
    let count = u16::from_be_bytes([*c0, *c1]);
    let mut chain = Chain {
        position: start.position,
        ply: start.ply.into(),
        outcome: start.outcome,
        skipped,
    };
    if is_out_of_range(start.position.turn(), start.score) {
        return Err(ReadError::ScoreRange);
    }
    let Some(played) = start.played else {
        // A code of 0 means no move. No half-move can follow.
        chain.visit(None, start.score, visit);
        return match count {
            0 => Ok(STEM),
            _ => Err(ReadError::MoveCode(0, start.ply.into())),
        };
    };
    chain.play(played, start.score, visit);
    let mut movetext = Movetext::new(movetext, start.score);
    for _ in 0..count {
        let played = movetext.next_move(&chain.position, chain.ply as usize);
        let played = played.ok_or(ReadError::ChunkEnd)??;
        let score = movetext.next_score().ok_or(ReadError::ChunkEnd)??;
        if is_out_of_range(chain.position.turn(), score) {
            return Err(ReadError::ScoreRange);
        }
        chain.play(played, score, visit);
    }
    visit.end(&chain.current(None, 0));
    Ok(STEM + movetext.bytes_read())
}

/// Whether a score does not fit 16 bits once it is converted to White's view.
fn is_out_of_range(turn: Color, score: i16) -> bool {
    turn == Color::Black && score == i16::MIN
}

struct Chain {
    position: Position,
    ply: u32,
    outcome: Outcome,
    /// The number of positions that are still to be skipped.
    skipped: usize,
}

impl Chain {
    fn current(&self, played: Option<Move>, score: i16) -> ChainPosition {
        ChainPosition {
            outcome: self.outcome,
            score,
            ..ChainPosition::of(&self.position, played).with_ply(self.ply)
        }
    }

    fn visit(&mut self, played: Option<Move>, score: i16, visit: &mut impl Visit) {
        match self.skipped {
            0 => visit.visit(&self.current(played, score)),
            _ => self.skipped -= 1,
        }
    }

    fn play(&mut self, played: Move, score: i16, visit: &mut impl Visit) {
        self.visit(Some(played), score, visit);
        let next = self.position.play_unchecked(played);
        self.position = next.without_useless_en_passant();
        self.ply += 1;
    }
}
