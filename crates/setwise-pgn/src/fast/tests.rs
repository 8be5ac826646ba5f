//! Compares the fast path with the exact reader, on generated and on damaged games.

use super::Fast;
use crate::parser::{Content, Parser};
use fastrand::Rng;
use setwise_dispatch::Level;
use setwise_moves::Position;
use std::fmt::Write;

/// Texts that are inserted, or that replace bytes.
#[rustfmt::skip]
const PIECES: [&str; 102] = [
    " ", "\n", "\r", "\r\n", "\t", "\n\n", "\0", "\u{feff}", "ä", ".", "..", "...", "+", "++", "#",
    "!", "?", "!!", "!?!", "=", "=Q", "=N", "-", "--", "/", ":", "_", "x", "e", "e4", " e4",
    " Nf3", " Nbd2", " R1e1", " N5f3", " Qd1d4", " exd5", " e8=Q", " O-O ", " O-O-O ", " 0-0 ",
    "e.p.", " N ", " D", "Z0", "0", "1", "9", "1.", " 1. ", " 01. ", " 0. ", "12.", " 12 ",
    " 12.5", " 7e4 ", " 12Nf3", "{", "}", "{}", " {a comment} ", "{[%eval 0.3]}", "{ [%evp 3] }",
    "{+0.30/12 1s}", "{ -M5/20}", "{.}", "{1/2}", "{5[%clk 1]}", "{[Event \"x\"]}", "[%eval",
    "[Event ", "[", "]", "(", ")", "<", ";", "%", "\n%x\n", "$", "$5", " $14 ", "$x", "\"", "\\",
    "\"]", "[White \"y\"]", "\n[White \"y\"]\n", "\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
    "\n[Variant \"Atomic\"]\n", "\n[Event \"x\"]\n", " 1-0", " 0-1 ", " 1/2-1/2\n", " * ", "1/2",
    " $220 ", "$255", "$256", "$1000 ", " 1:0", "½-½",
];

fn random_start(random: &mut Rng) -> Option<Position> {
    match random.u8(..8) {
        0 => Position::double_chess960(random.u16(..960), random.u16(..960)),
        _ => None,
    }
}

/// Appends a game of random moves.
fn write_game(out: &mut String, random: &mut Rng) {
    let start = random_start(random);
    let mut position = start.unwrap_or_default();
    let result = *random.choice(&["1-0", "0-1", "1/2-1/2", "*"]).unwrap();
    let end = if random.u8(..10) == 0 { "*" } else { result };
    let line = *random.choice(&["\n", "\n", "\n", "\r\n"]).unwrap();
    let date = *random.choice(&["2026.11.29", "????.??.??"]).unwrap();
    write!(
        out,
        "[Event \"A (b) [c] {{d}} ä\"]{line}[Date \"{date}\"]{line}[Result \"{result}\"]{line}"
    )
    .unwrap();
    if random.bool() {
        write!(
            out,
            "[WhiteElo \"{}\"]{line}[WhiteRatingDiff \"+5\"]{line}[ECO \"C20\"]{line}",
            random.u16(..)
        )
        .unwrap();
    }
    if let Some(start) = start {
        write!(out, "[SetUp \"1\"]{line}[FEN \"{}\"]{line}", start.to_fen()).unwrap();
    }
    out.push_str(line);
    let (style, wraps) = (random.u8(..6), random.bool());
    for ply in 0..random.usize(1..200) {
        let moves = position.legal_moves();
        // Prefers promotions, castling and captures en passant, which are rare among random moves.
        let mut played = moves[random.usize(..moves.len().max(1)).min(moves.len() - 1)];
        for _ in 0..2 {
            let other = moves[random.usize(..moves.len())];
            if other.is_castling() || other.is_en_passant() || other.promotion().is_some() {
                played = other;
            }
        }
        match (ply % 2, style) {
            (0, _) => write!(out, "{}. ", ply / 2 + 1).unwrap(),
            (_, 1) => write!(out, "{}... ", ply / 2 + 1).unwrap(),
            _ => {}
        }
        write!(out, "{}", position.san(played)).unwrap();
        if random.u8(..30) == 0 {
            out.push_str(
                random
                    .choice(&["!", "?", "!?", "??", " $1", "$132", " {b}", "{c\nd}"])
                    .unwrap(),
            );
        }
        match style {
            1 => write!(out, " {{ [%eval {}] [%clk 0:01:00] }}", ply as i32 - 50).unwrap(),
            2 => out.push_str(" {[%clk 0:01:00]}"),
            3 => write!(out, " {{+{}.30/12 1.2s}}", ply).unwrap(),
            _ => {}
        }
        out.push_str(if wraps && random.u8(..9) == 0 {
            line
        } else {
            " "
        });
        position = position.play_unchecked(played);
        if position.legal_moves().is_empty() {
            break;
        }
    }
    write!(out, "{end}{line}{line}").unwrap();
}

fn damage(text: &mut Vec<u8>, random: &mut Rng) {
    let at = random.usize(..text.len());
    let piece = random.choice(&PIECES).unwrap().as_bytes();
    match random.u8(..6) {
        0 => text[at] = b" \n.abcdefgh12345678NBRQKOx=+#-{}()[]*/;%$\"0!?\xff"[random.usize(..46)],
        1 => drop(text.remove(at)),
        2 => drop(text.splice(
            at..(at + piece.len()).min(text.len()),
            piece.iter().copied(),
        )),
        3 => {
            // Words change their places.
            let mut words = text[at..].split(|byte| *byte == b' ').skip(1);
            let (first, second) = (
                words.next().map(<[u8]>::to_vec),
                words.next().map(<[u8]>::to_vec),
            );
            if let (Some(first), Some(second)) = (first, second)
                && let Some(from) = memchr::memchr(b' ', &text[at..]).map(|space| at + space + 1)
            {
                let both = [&second[..], b" ", &first].concat();
                text.splice(from..from + both.len(), both);
            }
        }
        _ => drop(text.splice(at..at, piece.iter().copied())),
    }
}

/// Compares both readers. Counts the games that the fast path has read, and all games.
fn compare(text: &[u8], level: Level, counts: &mut [usize; 2]) {
    let (mut fast, mut exact) = (Fast::new(level), Parser::exact());
    let mut rest = text;
    while !rest.is_empty() {
        fast.fill(rest);
        let unit = exact.next(rest, true).unwrap();
        let is_game = matches!(unit.content, Content::Game(_));
        counts[1] += usize::from(is_game);
        if let Some(played) = fast.game() {
            let Content::Game(game) = unit.content else {
                panic!("{level}: no game")
            };
            let shown =
                || String::from_utf8_lossy(&rest[..played.bytes.max(unit.bytes)]).into_owned();
            assert_eq!(game.damage(), None, "{level}: {}", shown());
            assert_eq!(played.bytes, unit.bytes, "{level}: {}", shown());
            assert_eq!(played.moves, game.moves(), "{level}: {}", shown());
            assert_eq!(played.start, game.start(), "{level}: {}", shown());
            assert_eq!(played.outcome, game.outcome(), "{level}: {}", shown());
            assert_eq!(played.notices, unit.notices, "{level}: {}", shown());
            let window = &text[text.len() - rest.len() - played.base as usize..];
            let tags = played
                .tags
                .iter()
                .map(|tag| (tag.name(window), tag.value(window)));
            assert!(tags.eq(game.tags()), "{level}: {}", shown());
            for (i, place) in played.places.iter().enumerate() {
                assert!(window[*place as usize..].starts_with(game.san(i).unwrap()));
            }
            counts[0] += 1;
        }
        fast.consume(unit.bytes);
        rest = &rest[unit.bytes..];
    }
}

fn games(random: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..random.usize(2..8) {
        write_game(&mut text, random);
    }
    text
}

fn rounds() -> u64 {
    std::env::var("SETWISE_PGN_ROUNDS").map_or(60, |rounds| rounds.parse().unwrap())
}

/// The last game is never read fast, since more bytes may follow. Few others have rare parts.
#[test]
fn sound_games_are_read_fast() {
    for level in Level::hand_written() {
        let (mut counts, mut last) = ([0; 2], 0);
        for seed in 0..rounds() {
            let text = games(&mut Rng::with_seed(seed));
            compare(text.as_bytes(), level, &mut counts);
            last += 1;
        }
        let [fast, all] = counts;
        assert!(fast + last >= all * 96 / 100, "{level}: {fast} of {all}");
    }
}

#[test]
fn damaged_games_are_as_the_exact_reader_has_them() {
    let mut counts = [0; 2];
    for seed in 0..rounds() {
        let mut random = Rng::with_seed(1000 + seed);
        let mut text = games(&mut random).into_bytes();
        for _ in 0..random.usize(1..6) {
            damage(&mut text, &mut random);
        }
        for level in Level::hand_written() {
            compare(&text, level, &mut counts);
        }
    }
    assert!(counts[0] * 4 > counts[1], "{counts:?}");
}
