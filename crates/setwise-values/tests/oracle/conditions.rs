//! Random conditions on values, numbers and texts, against what they say of each half-move.

use crate::{Played, SET_UP, game};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use setwise_formats::{Format, ReadOptions, Reader};
use setwise_values::{Analyses, Condition};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What is known of a half-move, by name.
#[derive(Default)]
struct Facts {
    numbers: BTreeMap<&'static str, i64>,
    texts: BTreeMap<&'static str, String>,
}

const NUMBERS: [&str; 8] = [
    "WhiteElo",
    "clock",
    "ply",
    "mating_moves",
    "missed_mate",
    "played_captures",
    "gives_check",
    "exchange",
];

const TEXTS: [&str; 3] = ["ECO", "Termination", "White"];

/// Values of tags; some contain others.
const WORDS: [&str; 6] = ["B20", "B2", "Normal", "Time forfeit", "Ann's", "B"];

const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

enum Tree {
    Number(&'static str, &'static str, i64),
    Numbers(&'static str, [i64; 2]),
    Nonzero(&'static str),
    Text(&'static str, &'static str, &'static str),
    Texts(&'static str, [&'static str; 2]),
    Not(Box<Tree>),
    And(Box<[Tree; 2]>),
    Or(Box<[Tree; 2]>),
}

impl Tree {
    fn random(depth: usize, below: &mut impl FnMut(usize) -> usize) -> Self {
        let kind = below(if depth == 0 { 5 } else { 9 });
        let (name, text) = (NUMBERS[below(8)], TEXTS[below(3)]);
        let mut number = || match name {
            "WhiteElo" => 1000 + 100 * below(15) as i64,
            "clock" => 1000 * below(6) as i64,
            "exchange" => 100 * below(9) as i64 - 400,
            _ => below(3) as i64,
        };
        match kind {
            0 => {
                let number = number();
                Self::Number(name, COMPARISONS[below(6)], number)
            }
            1 => Self::Numbers(name, [number(), number()]),
            2 => Self::Nonzero(name),
            3 => Self::Text(text, ["==", "!=", "starts_with"][below(3)], WORDS[below(6)]),
            4 => Self::Texts(text, [WORDS[below(6)], WORDS[below(6)]]),
            5 => Self::Not(Box::new(Self::random(depth - 1, below))),
            _ => {
                let both = [0; 2].map(|_| Self::random(depth - 1, below));
                match kind {
                    6 | 7 => Self::And(Box::new(both)),
                    _ => Self::Or(Box::new(both)),
                }
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Number(name, comparison, number) => format!("{name} {comparison} {number}"),
            Self::Numbers(name, [one, two]) => format!("{name} in ({one}, {two})"),
            Self::Nonzero(name) => (*name).to_owned(),
            Self::Text(name, test, word) => format!("{name} {test} \"{word}\""),
            Self::Texts(name, [one, two]) => format!("{name} in (\"{one}\", \"{two}\")"),
            Self::Not(part) => format!("!({})", part.text()),
            Self::And(both) => format!("({}) && ({})", both[0].text(), both[1].text()),
            Self::Or(both) => format!("({}) or ({})", both[0].text(), both[1].text()),
        }
    }

    /// Nothing that is missing compares.
    fn holds(&self, facts: &Facts) -> bool {
        let number = |name: &str| facts.numbers.get(name).copied();
        let text = |name: &str| facts.texts.get(name).map(String::as_str);
        match self {
            Self::Number(name, comparison, other) => {
                number(name).is_some_and(|number| match *comparison {
                    "==" => number == *other,
                    "!=" => number != *other,
                    "<" => number < *other,
                    "<=" => number <= *other,
                    ">" => number > *other,
                    _ => number >= *other,
                })
            }
            Self::Numbers(name, list) => number(name).is_some_and(|number| list.contains(&number)),
            Self::Nonzero(name) => number(name).is_some_and(|number| number != 0),
            Self::Text(name, test, word) => text(name).is_some_and(|text| match *test {
                "==" => text == *word,
                "!=" => text != *word,
                _ => text.starts_with(word),
            }),
            Self::Texts(name, list) => text(name).is_some_and(|text| list.contains(&text)),
            Self::Not(part) => !part.holds(facts),
            Self::And(both) => both.iter().all(|part| part.holds(facts)),
            Self::Or(both) => both.iter().any(|part| part.holds(facts)),
        }
    }
}

/// Games as PGN, and the facts of each half-move.
fn games(seed: u64) -> (String, Vec<Facts>) {
    let mut random = SplitMix64::seed_from_u64(seed);
    let (mut pgn, mut all) = (String::new(), Vec::new());
    for i in 0..40 {
        let fen = SET_UP[i % SET_UP.len()];
        let played = game(fen, 40, &mut random);
        let mut below = |end: usize| random.next_u64() as usize % end;
        let (mut numbers, mut texts) = (BTreeMap::new(), BTreeMap::new());
        let _ = writeln!(pgn, "[FEN \"{fen}\"]");
        if below(4) > 0 {
            let elo = 1000 + 100 * below(15) as i64;
            numbers.insert("WhiteElo", elo);
            let _ = writeln!(pgn, "[WhiteElo \"{elo}\"]");
        }
        for name in TEXTS {
            if below(4) > 0 {
                let word = WORDS[below(6)];
                texts.insert(name, word.to_owned());
                let _ = writeln!(pgn, "[{name} \"{word}\"]");
            }
        }
        pgn.push('\n');
        for (ply, Played { record, values, .. }) in played.iter().enumerate() {
            let san = record.position.san(record.played.expect("a move"));
            let _ = writeln!(pgn, "{san}");
            let mut numbers = numbers.clone();
            numbers.extend(values);
            let first = i64::from(fen.contains(" b "));
            numbers.insert("ply", ply as i64 + first);
            if below(3) > 0 {
                let clock = below(6) as i64;
                numbers.insert("clock", 1000 * clock);
                let _ = writeln!(pgn, "{{ [%clk 0:00:0{clock}] }}");
            }
            all.push(Facts {
                numbers,
                texts: texts.clone(),
            });
        }
        pgn.push_str("*\n\n");
    }
    (pgn, all)
}

#[test]
fn conditions_hold_where_they_say() {
    let (pgn, facts) = games(77);
    let mut random = SplitMix64::seed_from_u64(78);
    let mut below = |end: usize| random.next_u64() as usize % end;
    let (mut some, mut tried) = (0, 0);
    while tried < 150 {
        let tree = Tree::random(3, &mut below);
        let text = tree.text();
        let parsed = Condition::parse(&text);
        let expected: Vec<bool> = facts.iter().map(|facts| tree.holds(facts)).collect();
        let condition = match parsed {
            Ok(condition) => condition,
            Err(why) => {
                assert!(why.place().is_none(), "{text}: {why}");
                assert!(!expected.contains(&true), "{text}: {why}");
                continue;
            }
        };
        let options = ReadOptions::default().columns(condition.columns().to_vec());
        let mut reader = Reader::new(pgn.as_bytes(), Format::Pgn, options);
        let (mut batch, mut marks) = (Vec::new(), Vec::new());
        let mut analyses = Analyses::default();
        while reader.read_batch(&mut batch, 500).expect("games") > 0 {
            marks.extend(condition.marks(&batch, &reader.take_extras(), &mut analyses));
            batch.clear();
        }
        assert_eq!(marks, expected, "{text}");
        some += usize::from(marks.contains(&true) && marks.contains(&false));
        tried += 1;
    }
    assert!(some > 60, "{some}");
}
