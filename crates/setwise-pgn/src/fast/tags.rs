//! Reads the tags of a game: one pair per line, each name once. The exact reader reads others.

use super::kernels::{PgnOps, words};
use super::lexed::{Lexed, Stop};
use super::masks::{TagBlock, behind};
use crate::lexer::Tag;
use crate::notice::{Notice, Notices};
use crate::start::read_result;
use setwise_core::const_for;
use setwise_moves::Outcome;

/// The facts of the tags of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Whether a tag may change the first position.
    pub(crate) has_setup: bool,
    /// The place of the value of the result, 0 for none.
    pub(crate) result: u32,
}

/// The greatest number of bytes of the tags of a game. The exact reader limits a pair to 64 KiB.
const MAX_BYTES: usize = 1 << 15;

/// Reads the tags from a byte of a text on. Returns the byte after their last line.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn read<K: PgnOps>(
    kernel: K,
    text: &[u8],
    start: usize,
    out: &mut Lexed,
) -> Result<(usize, Facts), Stop> {
    match text.get(start) {
        Some(b'[') => {}
        Some(_) => return Err(Stop::Odd),
        None => return Err(Stop::Cut),
    }
    let (names, values) = (&mut out.names, &mut out.values);
    let (mut name_count, mut value_count) = (0, 0);
    let (mut odd, mut at) = (0, start);
    // The masks of the last block; a name follows the first bracket.
    let (mut lines, mut ends, mut closings, mut carriages) = (1 << 63, 0, 0, 0);
    let mut more = false;
    let end = loop {
        let block: &TagBlock = text
            .get(at..)
            .and_then(<[u8]>::first_chunk)
            .ok_or(Stop::Cut)?;
        let m = kernel.tags(block);
        let last = m.line & !m.line_of_tag;
        let last = last & last.wrapping_neg();
        // All bytes up to the end of the last line.
        let own = last | last.wrapping_sub(1);
        // A bit added at the beginning of a name runs along it, to a space before a quote.
        let begins = behind(m.line_of_tag, lines, 2);
        let (sum, overflow) = m.name.overflowing_add(begins);
        let (sum, overflow_2) = sum.overflowing_add(u64::from(more));
        more = overflow | overflow_2;
        let name_ends = sum & !m.name;
        let opening = behind(name_ends, ends, 1);
        // A line ends after `"]`, and nowhere else.
        let after = behind(m.closing, closings, 2);
        let line_may = after & !m.carriage | behind(m.carriage, carriages, 1);
        odd |= own
            & (begins & !m.name
                | name_ends & !m.space
                | m.quote & !(opening ^ m.closing)
                | m.carriage & !after
                | (m.line ^ line_may)
                | m.backslash);
        let (begins, name_ends) = (begins & own, name_ends & own);
        let name = names
            .get_mut(name_count..)
            .and_then(<[u32]>::first_chunk_mut);
        kernel.places(begins, at as u32, name.ok_or(Stop::Odd)?);
        let value = values
            .get_mut(value_count..)
            .and_then(<[u32]>::first_chunk_mut);
        kernel.places(name_ends, at as u32 + 2, value.ok_or(Stop::Odd)?);
        name_count += begins.count_ones() as usize;
        value_count += name_ends.count_ones() as usize;
        if last != 0 {
            break at + last.trailing_zeros() as usize + 1;
        }
        (lines, ends, closings, carriages) = (m.line_of_tag, name_ends, m.closing, m.carriage);
        at += 64;
    };
    let (Some(names), Some(values)) = (names.get(..name_count), values.get(..value_count)) else {
        return Err(Stop::Odd);
    };
    if odd != 0 || name_count != value_count || end - start > MAX_BYTES {
        return Err(Stop::Odd);
    }
    let tags = names.iter().zip(values);
    out.tags
        .extend(tags.map(|(&name, &value)| Tag { name, value }));
    let tags = out
        .tags
        .get(out.tags.len() - name_count..)
        .unwrap_or_default();
    facts(text, tags).map(|facts| (end, facts)).ok_or(Stop::Odd)
}

/// Returns the facts of the tags of a game. `None` if a name may stand twice, or if the tags say
/// nothing beside start and result.
#[cfg_attr(not(unoptimized), inline(always))]
fn facts(text: &[u8], tags: &[Tag]) -> Option<Facts> {
    let mut facts = Facts::default();
    let mut filter = [0_u64; 8];
    let (mut twice, mut says) = (0, false);
    for &Tag { name, value } in tags {
        let length = value.wrapping_sub(2).wrapping_sub(name);
        let word = |at| words::word(text, at);
        let is_long = length >= 8;
        let first = word(name);
        let first = if is_long {
            first
        } else {
            first & !(!0 << ((8 * length) & 63))
        };
        let last = if is_long {
            word(value.wrapping_sub(10))
        } else {
            0
        };
        let place = (key(first, last) >> 55) as usize;
        let (part, bit) = (&mut filter[place >> 6], 1 << (place & 63));
        twice |= *part & bit;
        *part |= bit;
        let is_start = [word_of(b"FEN"), word_of(b"SetUp"), word_of(b"Variant")].contains(&first);
        let is_result = first == word_of(b"Result");
        facts.has_setup |= is_start;
        facts.result = if is_result { value } else { facts.result };
        let value = text.get(value as usize).copied().unwrap_or(b'"');
        says |= !(is_start | is_result | b"?.-\"".contains(&value));
    }
    (twice == 0 && says).then_some(facts)
}

/// Returns a hash of a name; its highest bits are a place in a set. `last` has the last eight bytes
/// of a name that has eight.
#[cfg_attr(not(unoptimized), inline(always))]
const fn key(first: u64, last: u64) -> u64 {
    first
        .wrapping_add(last.rotate_left(29))
        .wrapping_mul(0x6de8_f9c1_b8fc_388f)
}

/// Returns a name of at most eight bytes as a word.
const fn word_of(name: &[u8]) -> u64 {
    let mut word = 0;
    const_for!(i, name.len(), {
        word |= (name[i] as u64) << (8 * i);
    });
    word
}

impl Facts {
    /// Returns the notices of the exact reader about the tags of a game with an end mark.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn notices(&self, text: &[u8], outcome: Option<Outcome>) -> Notices {
        let mut notices = Notices::from(Notice::Tags);
        if self.result != 0 && !says(text, self.result, outcome) {
            notices.insert(Notice::OutcomesDisagree);
        }
        notices
    }
}

/// Whether the tag of the result agrees with the end mark, or has no result.
#[cfg_attr(not(unoptimized), inline(always))]
fn says(text: &[u8], place: u32, outcome: Option<Outcome>) -> bool {
    let value = text.get(place as usize..).unwrap_or_default();
    let mark = outcome.map_or("*", Outcome::as_str).as_bytes();
    let is_it = value.starts_with(mark) && value.get(mark.len()) == Some(&b'"');
    is_it || {
        let end = memchr::memchr(b'"', value).unwrap_or(value.len());
        let (value, _) = value.split_at(end);
        read_result(value).is_none_or(|(tag, _)| tag == outcome)
    }
}

/// Names of tags that stand in one game: those of any program, then those of Lichess, Chess.com,
/// ChessBase and programs for engine matches. No two names of one game share a place.
#[rustfmt::skip]
const _: () = {
    const ROSTER: &[&str] = &[
        "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant", "ECO",
        "Opening", "Variation", "TimeControl", "Termination", "Annotator", "PlyCount", "EventDate",
        "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "WhiteTeam", "BlackTeam", "WhiteFideId",
        "BlackFideId", "UTCDate", "UTCTime", "Time", "Mode", "Board", "Section", "Stage",
    ];
    const PROGRAMS: [&[&str]; 4] = [
        &[
            "WhiteRatingDiff", "BlackRatingDiff", "StudyName", "ChapterName", "ChapterURL", "GameId",
            "GameURL", "Orientation", "Source", "BroadcastName", "BroadcastURL",
        ],
        &[
            "Timezone", "ECOUrl", "Link", "StartTime", "EndDate", "EndTime", "CurrentPosition",
            "Tournament", "Match",
        ],
        &[
            "EventSponsor", "EventType", "EventRounds", "EventCountry", "EventCategory", "Source",
            "SourceTitle", "SourceDate", "SourceVersion", "SourceVersionDate", "SourceQuality",
            "WhiteTeamCountry", "BlackTeamCountry", "WhiteClock", "BlackClock", "Clock", "Remark",
        ],
        &[
            "GameDuration", "GameStartTime", "GameEndTime", "WhiteTimeControl", "BlackTimeControl",
            "Number", "WhiteType", "BlackType",
        ],
    ];
    let mut program = 0;
    while program < PROGRAMS.len() {
        let (mut filter, mut i) = ([0_u64; 8], 0);
        while i < ROSTER.len() + PROGRAMS[program].len() {
            let name = match i < ROSTER.len() {
                true => ROSTER[i].as_bytes(),
                false => PROGRAMS[program][i - ROSTER.len()].as_bytes(),
            };
            let (first, last) = match name.len() {
                0..8 => (word_of(name), 0),
                n => (word_of(name.split_at(8).0), word_of(name.split_at(n - 8).1)),
            };
            let place = (key(first, last) >> 55) as usize;
            assert!(filter[place >> 6] >> (place & 63) & 1 == 0, "two names share a place");
            filter[place >> 6] |= 1 << (place & 63);
            i += 1;
        }
        program += 1;
    }
};
