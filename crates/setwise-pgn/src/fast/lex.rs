//! Finds games and the places of their moves, 64 bytes at a time.
//!
//! Braces become a mask of comments by a prefix sum of parities. Moves begin at letters after white
//! space. (Structural bitmaps: Geoff Langdale and Daniel Lemire, Parsing Gigabytes of JSON per
//! Second, 2019.) Anything else ends the search: variations, `;`, strange bytes, odd pairs of
//! bytes. The exact reader then reads the game again.

use super::kernels::{PgnOps, words};
use super::lexed::{Lexed, LexedGame, Stop};
use super::masks::{BEFORE, Block, Masks};
use crate::lexer::{NEXT_GAME, is_word};
use crate::notes::is_after_score;
use crate::notice::{Notice, Notices};
use setwise_core::Vector;
use setwise_moves::{Outcome, Square, Squares};

/// The state that a block of movetext passes to the next one.
#[derive(Default)]
struct Carry {
    /// All ones within a comment.
    comment: u64,
    /// 1 if the last byte belongs to a number that begins a word.
    number: u64,
    /// 1 if the comment that is open has a score.
    score: u64,
}

/// The distance of the prefetch: into the next page, which CPUs do not prefetch themselves.
const AHEAD: usize = 1 << 12;

/// The facts of the movetext of a game.
struct Movetext {
    end: usize,
    outcome: Option<Outcome>,
    notices: Notices,
}

/// Finds the games at the front of a text. Returns why the search stops.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn lex<K: PgnOps>(kernel: K, text: &[u8], out: &mut Lexed) -> Stop {
    let mut start = 0;
    loop {
        let first = [out.count, out.tags.len(), out.opens.len()];
        match game(kernel, text, start, out) {
            Ok(end) => start = end,
            Err(why) => {
                let [count, tags, blocks] = first;
                out.count = count;
                out.tags.truncate(tags);
                out.opens.truncate(blocks);
                return why;
            }
        }
        while text.get(start).is_some_and(u8::is_ascii_whitespace) {
            start += 1;
        }
    }
}

/// Finds the parts of the game at a byte of a text. Returns the byte after it.
// No closure: it would be compiled without the instructions of the level.
#[cfg_attr(not(unoptimized), inline(always))]
fn game<K: PgnOps>(kernel: K, text: &[u8], start: usize, out: &mut Lexed) -> Result<usize, Stop> {
    let (first_move, first_tag, first_block) = (out.count, out.tags.len(), out.opens.len());
    let (at, facts) = super::tags::read(kernel, text, start, out)?;
    let found = movetext(kernel, text, at, out)?;
    out.games.push(LexedGame {
        bytes: start..found.end,
        moves: first_move..out.count,
        tags: first_tag..out.tags.len(),
        blocks: first_block..out.opens.len(),
        movetext: at as u32,
        outcome: found.outcome,
        notices: found.notices | facts.notices(text, found.outcome),
        has_setup: facts.has_setup,
    });
    Ok(found.end)
}

/// Finds the moves of a game and its end, from the byte after its tags.
#[cfg_attr(not(unoptimized), inline(always))]
fn movetext<K: PgnOps>(
    kernel: K,
    text: &[u8],
    mut at: usize,
    out: &mut Lexed,
) -> Result<Movetext, Stop> {
    let (first, mut carry) = (out.count, Carry::default());
    // Not 0 if there are comments with a score, comments without one, numeric marks, odd bytes.
    let (mut with, mut without, mut dollars, mut odd) = (0, 0, 0, 0);
    // The place of the last move number 1.
    let mut one_at = 0;
    loop {
        let block: &Block = text
            .get(at - BEFORE..)
            .and_then(<[u8]>::first_chunk)
            .ok_or(Stop::Cut)?;
        if let Some(later) = text.get(at + AHEAD) {
            K::Register::prefetch(kernel, later);
        }
        let m: Masks = kernel.movetext(block);
        // An opening brace switches a comment on, a closing one switches it off.
        let inside = kernel.parity(m.open | m.close) ^ carry.comment;
        carry.comment = ((inside as i64) >> 63) as u64;
        let nested = m.open & !inside | m.close & inside;
        // A bit added at the beginning of a number runs along its digits to the byte after them.
        let digits = m.digit & !inside;
        let (sum, overflow) = digits.overflowing_add(m.number & !inside);
        let (sum, more) = sum.overflowing_add(carry.number);
        carry.number = u64::from(overflow | more);
        let behind_numbers = sum & !digits & m.behind_number;
        let stops = (m.odd | behind_numbers) & !inside | nested;
        let stop = stops & stops.wrapping_neg();
        let below = stop.wrapping_sub(1);

        let starts = m.start & !inside & below;
        let place = out
            .places
            .get_mut(out.count..)
            .and_then(<[u32]>::first_chunk_mut);
        kernel.places(starts, at as u32, place.ok_or(Stop::Cut)?);
        out.count += starts.count_ones() as usize;
        out.opens.push(m.open & below);

        // A 1 before the stop begins an end mark and is no move number.
        let again = m.again & !(m.digit >> 1) & !(stop >> 1) | m.dollar;
        if again & !inside & below != 0 {
            let found = look_again(text, at, again & !inside & below);
            dollars |= found.dollars;
            odd |= found.odd;
            one_at = found.one.unwrap_or(one_at);
        }
        let mut scores = 0;
        if m.remark & inside & below != 0 {
            let found = remarks(text, at, m.remark & inside & below);
            scores = found.scores;
            odd |= found.odd;
        }
        let (closes, mut scored) = (m.close & below, 0);
        if scores | carry.score != 0 {
            // A bit added at a score runs to the end of its comment.
            let (sum, overflow) = inside.overflowing_add(scores);
            let (sum, more) = sum.overflowing_add(carry.score);
            carry.score = u64::from(overflow | more) & carry.comment;
            scored = closes & sum;
        }
        with |= scored;
        without |= closes ^ scored;

        if stop != 0 {
            let place = at + stop.trailing_zeros() as usize;
            let (end, outcome) = end_mark(text, place).ok_or(Stop::Odd)?;
            let moves = out.places.get(first..out.count).unwrap_or_default();
            let is_restart = moves.get(1).is_some_and(|second| one_at > *second as usize);
            if odd != 0 || is_restart {
                return Err(Stop::Odd);
            }
            let mut notices = Notices::NONE;
            for (is_found, notice) in [
                (with != 0, Notice::CommentScores),
                (without != 0, Notice::Comments),
                (dollars != 0, Notice::Nags),
            ] {
                if is_found {
                    notices.insert(notice);
                }
            }
            return Ok(Movetext {
                end,
                outcome,
                notices,
            });
        }
        at += 64;
    }
}

/// The results of a second look at some bytes of a block.
#[derive(Default)]
struct Again {
    odd: u64,
    dollars: u64,
    /// The place of the last move number 1.
    one: Option<usize>,
}

#[inline(never)]
fn look_again(text: &[u8], at: usize, bits: u64) -> Again {
    let mut found = Again::default();
    for i in places(bits) {
        let next = text.get(at + i + 1).copied().unwrap_or(0);
        match text.get(at + i) {
            Some(b'1') if !next.is_ascii_digit() => found.one = Some(at + i),
            Some(b'1') => {}
            Some(b'$') => {
                found.dollars |= 1;
                found.odd |= u64::from(!is_nag(text.get(at + i + 1..).unwrap_or_default()));
            }
            // A third mark of quality is odd.
            _ => found.odd |= u64::from(matches!(next, b'!' | b'?')),
        }
    }
    found
}

/// Whether a text begins with the number of a mark, at most 255.
fn is_nag(text: &[u8]) -> bool {
    let digits = text.iter().take(4).take_while(|byte| byte.is_ascii_digit());
    match digits.count() {
        1 | 2 => true,
        3 => text.get(..3) <= Some(b"255"),
        _ => false,
    }
}

/// The bytes of interest in the comments of a block.
#[derive(Default)]
struct Remarks {
    /// Bytes in evaluations and other scores.
    scores: u64,
    odd: u64,
}

#[cfg_attr(not(unoptimized), inline(always))]
fn remarks(text: &[u8], at: usize, bits: u64) -> Remarks {
    const EVAL: u64 = u64::from_le_bytes(*b"\0\0[%eval");
    let (mut scores, mut rest) = (0, bits);
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        let word = words::word(text, at as u32 + bit.trailing_zeros() - 1);
        scores |= if word << 16 == EVAL { bit } else { 0 };
    }
    match bits & !scores {
        0 => Remarks { scores, odd: 0 },
        others => {
            let others = other_remarks(text, at, others);
            Remarks {
                scores: scores | others.scores,
                ..others
            }
        }
    }
}

/// Finds scores before slashes, such as `+0.30/12`, and brackets that begin a game.
#[inline(never)]
fn other_remarks(text: &[u8], at: usize, bits: u64) -> Remarks {
    let mut found = Remarks::default();
    for i in places(bits) {
        match text.get(at + i) {
            Some(b'/') if is_after_score(text, at + i) => found.scores |= 1 << i,
            Some(b'[') => {
                let rest = text.get(at + i..).unwrap_or_default();
                found.odd |= u64::from(rest.starts_with(NEXT_GAME));
            }
            _ => {}
        }
    }
    found
}

/// Returns the numbers of the bits of a mask.
fn places(bits: u64) -> impl Iterator<Item = usize> {
    Squares(bits).map(Square::index)
}

/// Returns the end and the outcome of an end mark. The byte is that of its first dash, slash or
/// star, or the 0 of `0-1`.
#[cfg_attr(not(unoptimized), inline(always))]
fn end_mark(text: &[u8], at: usize) -> Option<(usize, Option<Outcome>)> {
    let (start, mark, outcome): (_, &[u8], _) = match text.get(at - 1..at + 1)? {
        [_, b'*'] => (at, b"*", None),
        [_, b'0'] => (at, b"0-1", Some(Outcome::BlackWins)),
        b"1-" => (at - 1, b"1-0", Some(Outcome::WhiteWins)),
        b"1/" => (at - 1, b"1/2-1/2", Some(Outcome::Draw)),
        _ => return None,
    };
    let end = start + mark.len();
    let is_word = |byte: u8| is_word(byte) || byte == b'$';
    let is_mark = text.get(start..end)? == mark;
    let is_alone = !is_word(*text.get(start - 1)?) && !is_word(*text.get(end)?);
    (is_mark && is_alone).then_some((end, outcome))
}
