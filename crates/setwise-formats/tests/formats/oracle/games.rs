//! Games of PGN of known content.

use crate::common::Rng;
use setwise_formats::{Notice, Outcome};
use setwise_moves::{Move, Position};

/// What a game was written from.
pub(super) struct Game {
    /// Half-moves; `None` for a null move.
    pub(super) moves: Vec<Option<Move>>,
    pub(super) outcome: Option<Outcome>,
    pub(super) end: Position,
    pub(super) told: Vec<Notice>,
}

/// The text of a game that is being written.
struct Text<'a> {
    rng: &'a mut Rng,
    text: Vec<u8>,
    told: Vec<Notice>,
}

/// Writes a file of games.
pub(super) fn file(rng: &mut Rng, number: usize) -> (Vec<u8>, Vec<Game>) {
    let mut text = Text {
        rng,
        text: Vec::new(),
        told: Vec::new(),
    };
    if text.one_in(8) {
        text.noted("\u{feff}", Notice::ByteOrderMark);
    }
    let mut games = Vec::new();
    let mut may_lack_tags = true;
    for _ in 0..number {
        let game;
        (game, may_lack_tags) = text.game(may_lack_tags);
        games.push(game);
    }
    (text.text, games)
}

impl Text<'_> {
    fn one_in(&mut self, number: usize) -> bool {
        self.rng.below(number) == 0
    }

    fn push(&mut self, text: &str) {
        self.text.extend(text.bytes());
    }

    fn push_one(&mut self, texts: &[&str]) {
        let text = *self.rng.pick(texts).unwrap();
        self.push(text);
    }

    fn noted(&mut self, text: &str, notice: Notice) {
        self.push(text);
        self.told.push(notice);
    }

    /// Writes a game, with tags unless it may lack them. Returns whether the next one may.
    fn game(&mut self, may_lack_tags: bool) -> (Game, bool) {
        let outcome = *self
            .rng
            .pick(&[
                None,
                Some(Outcome::WhiteWins),
                Some(Outcome::Draw),
                Some(Outcome::BlackWins),
            ])
            .unwrap();
        let has_tags = !may_lack_tags || !self.one_in(5);
        let (mut position, mut tag) = (Position::startpos(), None);
        if has_tags {
            tag = if self.one_in(10) {
                Some(Outcome::Draw)
            } else {
                outcome
            };
            position = self.tags(tag);
        }
        let mut moves = Vec::new();
        let plies = self.rng.below(24) + usize::from(!has_tags);
        while moves.len() < plies {
            let number = match self.rng.below(5) {
                0 => String::new(),
                1 => format!("{}...", 1 + moves.len() / 2),
                2 => format!("{} . ", 1 + moves.len() / 2),
                _ => format!("{}.", 1 + moves.len() / 2),
            };
            let number = match moves.is_empty() && !has_tags {
                true => "1.".to_owned(),
                false => number,
            };
            let legal: Vec<Move> = position.legal_moves().into_iter().collect();
            if let Some(next) = position.null_move().filter(|_| self.one_in(40)) {
                let null = *self.rng.pick(&["--", "Z0", "0000"]).unwrap();
                self.noted(&format!("\n{number} {null}"), Notice::NullMove);
                moves.push(None);
                position = next;
            } else if let Some(&played) = self.rng.pick(&legal) {
                self.push(&format!("\n{number}"));
                self.half_move(&position, played);
                moves.push(Some(played));
                position = position.play(played).unwrap();
            } else {
                break;
            }
            self.between(&position);
        }
        let mark = outcome.map_or("*".to_owned(), |outcome| outcome.to_string());
        let has_end = moves.is_empty() || !self.one_in(10);
        let outcome = if !has_end {
            self.noted("\n\n", Notice::NoEndMark);
            tag
        } else {
            if mark == "1/2-1/2" && self.one_in(4) {
                self.noted(" 1/2\n", Notice::OutcomeSpelling);
            } else {
                self.push(&format!(" {mark}\n"));
            }
            if has_tags && tag != outcome {
                self.told.push(Notice::OutcomesDisagree);
            }
            outcome
        };
        // Moves without tags may belong to a game without moves.
        let next_may_lack_tags = has_end && !moves.is_empty();
        let mut told = std::mem::take(&mut self.told);
        told.sort_by_key(|notice| *notice as u8);
        told.dedup();
        // What stands before a game belongs to it.
        match self.rng.below(4) {
            _ if !has_end => {}
            0 => self.push("\n"),
            1 => self.noted("\n\n; comment\n", Notice::Comments),
            2 => self.noted("{ comment }\n", Notice::Comments),
            _ => {}
        }
        (
            Game {
                outcome,
                end: position,
                told,
                moves,
            },
            next_may_lack_tags,
        )
    }

    /// Writes tags. Returns the position in which the game begins.
    fn tags(&mut self, outcome: Option<Outcome>) -> Position {
        if self.one_in(4) {
            self.push_one(&["[Event \"?\"]\n", "[Event \"\"]\n[Date \"????.??.??\"]\n"]);
        } else {
            self.told.push(Notice::Tags);
            self.push_one(&[
                "[Event \"a \\\"b\\\" ]\"]\n",
                "[Event \"C:\\\\\"]\n",
                "[ Event\n \"(;\"\n ]\n",
            ]);
            if self.one_in(4) {
                self.noted("[Site \"a \"b\" {\"]\n", Notice::Quote);
            }
            if self.one_in(4) {
                self.noted("[Event1 \"C:\\\"] ", Notice::BrokenTag);
            }
            if self.one_in(8) {
                self.noted("[Event2 \"1\"] [Event2 \"2\"]\n", Notice::RepeatedTag);
            }
        }
        if self.one_in(8) {
            let broken = *self
                .rng
                .pick(&[
                    "[Two words \"x\"]\n",
                    "[#] ",
                    "[%a e4] ",
                    "[Date: \"x\"] ",
                    "[Site x]\n",
                    "[Bad]\n",
                    "[White \"x\n",
                ])
                .unwrap();
            self.noted(broken, Notice::BrokenTag);
        }
        if self.one_in(8) {
            self.text.extend(b"[White \"M\xfcller\"]\n");
            self.told.push(Notice::Tags);
        }
        let rng = &mut *self.rng;
        let (start, variant) = match rng.below(6) {
            0 => (Position::chess960(rng.below(960) as u16), Some("Chess960")),
            1 => (Position::chess960(rng.below(960) as u16), Some("FRC")),
            2 => (
                Position::from_fen("4k3/P6p/8/2pP4/8/8/p6P/4K2R w K c6 0 40").ok(),
                None,
            ),
            _ => (None, None),
        };
        if let Some(variant) = variant {
            self.push(&format!("[Variant \"{variant}\"]\n"));
        }
        if variant == Some("FRC") {
            self.told.push(Notice::VariantName);
        }
        if let Some(start) = &start {
            self.push(&format!(
                "[SetUp \"1\"]\n[FEN \"{}\"]\n",
                start.to_shredder_fen()
            ));
        }
        let mark = outcome.map_or("*".to_owned(), |outcome| outcome.to_string());
        self.push(&format!("[Result \"{mark}\"]\n"));
        if self.one_in(2) {
            self.push("\n");
            self.noted("[WhiteElo \"2000\"]\n", Notice::Tags);
        }
        start.unwrap_or(Position::startpos())
    }

    /// Writes a move in one of its spellings.
    fn half_move(&mut self, position: &Position, played: Move) {
        let standard = position.san(played).to_string();
        let mut name = standard.clone();
        match self.rng.below(14) {
            0 => name = name.replace('O', "0"),
            1 => name = name.replace('=', ""),
            2 => name = name.trim_end_matches(['+', '#']).to_owned(),
            3 => name += *self.rng.pick(&["!", "?", "!!", "?!"]).unwrap(),
            4 if !name.starts_with('O') => {
                let mark = *self.rng.pick(&["!", "=", "+-", "?!"]).unwrap();
                name.insert_str(0, mark);
                self.told.push(Notice::Mark);
            }
            5 => name = name.replace('x', ":"),
            6 => name = name.replace('x', ""),
            7 => name = name.replace('+', "++"),
            _ => {}
        }
        let is_standard = name.contains(standard.trim_end_matches(['+', '#']));
        if !is_standard || name.ends_with("++") {
            self.told.push(Notice::MoveSpelling);
        }
        self.push(&name);
        if played.is_en_passant() && self.one_in(2) {
            self.noted(" e.p.", Notice::MoveSpelling);
        }
    }

    /// Writes what may follow a half-move, which has led to a position.
    fn between(&mut self, position: &Position) {
        match self.rng.below(14) {
            0 => self.noted(" $14 $3", Notice::Nags),
            1 => {
                self.told.push(Notice::Comments);
                self.push_one(&[
                    " { x }",
                    "{1. e4 (1. d4) [x] ; % 1-0 *}",
                    " {\n[Event \"quoted\"]\n\n1. e4 *\n}",
                    "{\"}",
                    "{[%clk 0:01:00]}",
                    "{0.30 1/2}",
                    " ; e4 { ( 1-0\n",
                ]);
            }
            2 => self.push("\n% e4 { ( 1-0\n"),
            3 => {
                self.told.push(Notice::CommentScores);
                self.push_one(&[
                    "{[%clk 0:01:00] [%eval -0.5]}",
                    "{+0.30/12 1.2s}",
                    "{ -M5/20}",
                    "; 0.00/1\n",
                ]);
            }
            4 => self.noted(" \u{b1} ", Notice::Mark),
            5 => self.noted(" N 9. ", Notice::Mark),
            6 => {
                self.told.push(Notice::Mark);
                self.push_one(&[" += ", " -/+", " $ ", " $256 "]);
            }
            8 => self.push_one(&[" ! ", "\n\n", " ?? "]),
            9 => self.noted(" [%clk 0:01] ", Notice::BrokenTag),
            7 => self.variation(position, 0),
            _ => {}
        }
    }

    /// Writes moves that were not played.
    fn variation(&mut self, position: &Position, depth: usize) {
        self.noted(" (", Notice::Variations);
        let mut position = *position;
        for _ in 0..self.rng.below(4) {
            let legal: Vec<Move> = position.legal_moves().into_iter().collect();
            let Some(&played) = self.rng.pick(&legal) else {
                break;
            };
            self.push(&format!(" 7... {}", position.san(played)));
            position = position.play(played).unwrap();
            match self.rng.below(8) {
                0 => self.noted("{ ) }", Notice::Comments),
                1 => self.push(" 1-0 *"),
                2 => self.noted(" @ ", Notice::Word),
                3 if depth < 3 => self.variation(&position, depth + 1),
                _ => {}
            }
        }
        self.push(" )");
    }
}
