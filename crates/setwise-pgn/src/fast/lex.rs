//! Finds games and the places of their moves, 64 bytes at a time.
//!
//! Braces become a mask of comments by a prefix sum of parities, moves begin at letters behind
//! white space. (Structural bitmaps: Geoff Langdale and Daniel Lemire, Parsing Gigabytes of JSON
//! per Second, 2019.) What is not plain ends the search: variations, `;`, strange bytes, odd pairs
//! of bytes. The exact reader then reads the game again.

use super::kernels::Kernel;
use super::lexed::{Lexed, LexedGame, Stop};
use super::masks::{BEFORE, Block, Masks, behind};
use crate::lexer::{NEXT_GAME, is_word};
use crate::{Notice, Notices, Outcome, notes::begins_with_score};
use setwise_core::Vector;

/// What movetext leaves to its next block: the masks of the last one, and sums.
struct Carry {
    /// All ones within a comment.
    comment: u64,
    /// 1 if the last byte belongs to a number that begins a word.
    number: u64,
    /// 1 if the comment that is open has a score.
    score: u64,
    zero: u64,
    one: u64,
    dollar: u64,
    open: u64,
    command: u64,
    mark: u64,
}

/// How far ahead the text is asked for: into the next page, which CPUs do not read ahead.
const AHEAD: usize = 1 << 12;

/// What is found in the movetext of a game.
struct Movetext {
    end: usize,
    outcome: Option<Outcome>,
    notices: Notices,
}

/// Finds the games at the front of a text. Returns why it stops.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn lex<K: Kernel>(kernel: K, text: &[u8], out: &mut Lexed) -> Stop {
    let mut start = 0;
    loop {
        let (first_move, first_tag) = (out.count, out.tags.len());
        let game = super::tags::read(kernel, text, start, out)
            .and_then(|(at, facts)| Ok((movetext(kernel, text, at, out)?, facts)));
        let (found, facts) = match game {
            Ok(found) => found,
            Err(why) => {
                out.count = first_move;
                out.tags.truncate(first_tag);
                return why;
            }
        };
        out.games.push(LexedGame {
            bytes: start..found.end,
            moves: first_move..out.count,
            tags: first_tag..out.tags.len(),
            outcome: found.outcome,
            notices: found.notices | facts.notices(text, found.outcome),
            has_setup: facts.has_setup,
        });
        start = found.end;
        while text.get(start).is_some_and(u8::is_ascii_whitespace) {
            start += 1;
        }
    }
}

/// Finds the moves of a game and its end, from a byte behind its tags.
#[cfg_attr(not(unoptimized), inline(always))]
fn movetext<K: Kernel>(
    kernel: K,
    text: &[u8],
    mut at: usize,
    out: &mut Lexed,
) -> Result<Movetext, Stop> {
    let first = out.count;
    let mut carry = Carry {
        comment: 0,
        number: 0,
        score: 0,
        zero: 0,
        one: 0,
        dollar: 0,
        open: 0,
        command: 0,
        mark: 0,
    };
    // Bits of comments with a score and of those without, of numeric marks, of what is odd.
    let (mut with, mut without, mut odd) = (0, 0, 0);
    // Behind the last move number 1.
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
        // Numbers that begin a word, and those of marks: the sum runs along the digits to the byte
        // behind.
        let digits = m.digit & !inside;
        let numbers = m.number & !inside;
        let dollars = m.dollar & !inside;
        let marks = behind(dollars, carry.dollar, 1);
        let (sum, overflow) = digits.overflowing_add(numbers | marks);
        let (sum, more) = sum.overflowing_add(carry.number);
        carry.number = u64::from(overflow | more);
        let behind_numbers = sum & !digits & m.behind_number;
        let three = m.mark & behind(m.mark, carry.mark, 1) & behind(m.mark, carry.mark, 2);
        let stops = (m.odd | behind_numbers | three) & !inside | nested | marks & !digits;
        let stop = stops & stops.wrapping_neg();
        let below = stop.wrapping_sub(1);

        let starts = m.start & !inside & below;
        let place = out
            .places
            .get_mut(out.count..)
            .and_then(<[u32]>::first_chunk_mut);
        kernel.places(starts, at as u32, place.ok_or(Stop::Cut)?);
        out.count += starts.count_ones() as usize;

        // Numbers that begin with zero are odd, those that are 1 must not follow two moves.
        let (zeros, ones) = (numbers & m.zero, numbers & m.one);
        odd |= behind(zeros, carry.zero, 1) & below;
        let ones_behind = behind(ones, carry.one, 1) & !digits & below;
        if ones_behind != 0 {
            one_at = at + 63 - ones_behind.leading_zeros() as usize;
        }

        // Comments that begin with no command may begin with a score.
        let commands = m.command | behind(m.command, carry.command, 1);
        let plain = behind(m.open, carry.open, 2) & inside & !commands & below;
        let mut scores = match plain {
            0 => 0,
            _ => scores_at_front(text, at, plain),
        };
        if m.command_e & inside != 0 {
            scores |= evaluations(block, m.command_e & inside);
        }
        if m.bracket & inside & below != 0 {
            odd |= quoted_games(text, at, m.bracket & inside & below);
        }
        // The sum runs from a score to the end of its comment.
        let (sum, overflow) = inside.overflowing_add(scores);
        let (sum, more) = sum.overflowing_add(carry.score);
        carry.score = u64::from(overflow | more) & carry.comment;
        with |= m.close & sum & below;
        without |= (m.close & !sum | dollars) & below;

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
        carry.zero = zeros;
        carry.one = ones;
        carry.dollar = dollars;
        carry.open = m.open;
        carry.command = m.command;
        carry.mark = m.mark;
        at += 64;
    }
}

/// The commands of a block that are evaluations.
#[cfg_attr(not(unoptimized), inline(always))]
fn evaluations(block: &Block, commands: u64) -> u64 {
    let rest = |i: usize| block.get(BEFORE + i..).unwrap_or_default();
    those(commands, |i| rest(i).starts_with(b"[%eval"))
}

/// The brackets of a block that begin a game.
#[cold]
#[inline(never)]
fn quoted_games(text: &[u8], at: usize, brackets: u64) -> u64 {
    let rest = |i: usize| text.get(at + i..).unwrap_or_default();
    those(brackets, |i| rest(i).starts_with(NEXT_GAME))
}

/// Those of the comments that begin with score, slash, depth, such as `+0.30/12` or `-M5/20`. The
/// bits are those of the second bytes in braces.
#[inline(never)]
fn scores_at_front(text: &[u8], at: usize, comments: u64) -> u64 {
    let comment = |i: usize| text.get(at + i - 1..).unwrap_or_default();
    those(comments, |i| begins_with_score(comment(i)))
}

/// Those of the bits that are wanted, by their numbers.
#[cfg_attr(not(unoptimized), inline(always))]
fn those(mut bits: u64, is_wanted: impl Fn(usize) -> bool) -> u64 {
    let mut found = 0;
    while bits != 0 {
        let bit = bits & bits.wrapping_neg();
        bits ^= bit;
        let wanted = is_wanted(bit.trailing_zeros() as usize);
        found |= if wanted { bit } else { 0 };
    }
    found
}

/// The end and the outcome of the end mark whose first dash, slash or star is at a byte.
#[cfg_attr(not(unoptimized), inline(always))]
fn end_mark(text: &[u8], at: usize) -> Option<(usize, Option<Outcome>)> {
    let (start, mark, outcome): (_, &[u8], _) = match text.get(at - 1..at + 1)? {
        [_, b'*'] => (at, b"*", None),
        b"1-" => (at - 1, b"1-0", Some(Outcome::WhiteWins)),
        b"0-" => (at - 1, b"0-1", Some(Outcome::BlackWins)),
        b"1/" => (at - 1, b"1/2-1/2", Some(Outcome::Draw)),
        _ => return None,
    };
    let end = start + mark.len();
    let is_word = |byte: u8| is_word(byte) || byte == b'$';
    let is_mark = text.get(start..end)? == mark;
    let is_alone = !is_word(*text.get(start - 1)?) && !is_word(*text.get(end)?);
    (is_mark && is_alone).then_some((end, outcome))
}
