//! Random games with all that the writer writes.

use fastrand::Rng;
use setwise_moves::{Move, Outcome, Position};
use setwise_pgn::{Eval, GameWriter, Note};

/// A game that was written, and what a reader has to find.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) white: String,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) start: Position,
    /// The moves of the main line.
    pub(crate) moves: Vec<Option<Move>>,
    /// All moves in UCI form of Chess960, words of comments, marks and parentheses, in order.
    pub(crate) tokens: Vec<String>,
}

pub(crate) fn game(random: &mut Rng) -> Written {
    let start = start(random);
    let mut writer = GameWriter::new(start);
    let white: String = (0..random.usize(..20))
        .map(|_| {
            *random
                .choice(&['a', ' ', '"', '\\', '[', ']', '{', 'é', '%'])
                .unwrap()
        })
        .collect();
    writer.tag("White", &white).unwrap();
    writer.tag("UTCDate", "2026.11.29").unwrap();
    let mut game = Game {
        writer,
        tokens: Vec::new(),
    };
    game.comment(random);
    let moves = (0..random.usize(..120))
        .map_while(|_| game.half_move(random, 0))
        .collect();
    let outcome = Outcome::from_half_points(random.u8(..4));
    Written {
        text: game.writer.finish(outcome).unwrap(),
        white,
        outcome,
        start,
        moves,
        tokens: game.tokens,
    }
}

/// The initial position, one of Chess960, or one of a random game.
fn start(random: &mut Rng) -> Position {
    match random.u8(..4) {
        0 => loop {
            let mut pieces = *b"rnbqkbnr";
            random.shuffle(&mut pieces);
            let pieces = str::from_utf8(&pieces).unwrap();
            let places = |letter| {
                pieces
                    .match_indices(letter)
                    .map(|(at, _)| at)
                    .collect::<Vec<_>>()
            };
            let (rooks, king, bishops) = (places("r"), places("k")[0], places("b"));
            if (rooks[0]..rooks[1]).contains(&king) && (bishops[0] + bishops[1]) % 2 == 1 {
                let placement = format!(
                    "{pieces}/pppppppp/8/8/8/8/PPPPPPPP/{}",
                    pieces.to_uppercase()
                );
                break Position::from_fen(&format!("{placement} w KQkq - 0 1")).unwrap();
            }
        },
        1 => {
            let mut position = Position::startpos();
            for _ in 0..random.usize(..60) {
                let moves = position.legal_moves();
                position = random
                    .choice(&moves[..])
                    .map_or(position, |&played| position.play(played).unwrap());
            }
            position
        }
        _ => Position::startpos(),
    }
}

/// How deep variations are nested at most.
const DEEPEST: usize = 3;

struct Game {
    writer: GameWriter,
    tokens: Vec<String>,
}

impl Game {
    /// Plays a move or passes, and adds what may stand after a move.
    fn half_move(&mut self, random: &mut Rng, depth: usize) -> Option<Option<Move>> {
        let position = *self.writer.position();
        let moves = position.legal_moves();
        let passes = random.u8(..50) == 0 && !position.is_check();
        let played = if passes {
            None
        } else {
            Some(*random.choice(&moves[..])?)
        };
        self.writer.play(played).unwrap();
        self.tokens
            .push(played.map_or("0000".into(), |played| format!("{played:#}")));
        if random.u8(..8) == 0 {
            let number = random.u8(1..);
            self.writer.nag(number);
            self.tokens.push(format!("${number}"));
        }
        self.comment(random);
        while depth < DEEPEST && random.u8(..12) == 0 {
            self.writer.begin_variation().unwrap();
            self.tokens.push("(".into());
            self.comment(random);
            for at in 0..random.usize(1..6) {
                // A variation of the first move would be one more of the line outside.
                let inner = if at == 0 { DEEPEST } else { depth + 1 };
                if self.half_move(random, inner).is_none() {
                    assert!(at > 0, "the move before is one that can be played");
                    break;
                }
            }
            self.writer.end_variation().unwrap();
            self.tokens.push(")".into());
        }
        Some(played)
    }

    fn comment(&mut self, random: &mut Rng) {
        match random.u8(..12) {
            0 => {
                let note = Note {
                    clock: Some(random.u32(..10_000_000)),
                    eval: Some(Eval::Centipawns(random.i32(-2_000..2_000))),
                    depth: random.bool().then(|| random.u16(..99)),
                    ..Note::default()
                };
                self.writer.note(&note);
                self.words(&note.to_string());
            }
            1 => {
                let words = [
                    "a",
                    "good",
                    "move",
                    "%x y",
                    "; and",
                    "[%csl Ra1]",
                    "(1.",
                    "d4)",
                    "{",
                    "1-0",
                    "$3",
                    "é",
                    "longer-than-most",
                ];
                let count = random.usize(1..40);
                let words: Vec<_> = (0..count)
                    .map(|_| *random.choice(&words).unwrap())
                    .collect();
                let text = words.join(" ");
                self.writer.comment(&text).unwrap();
                self.words(&text);
            }
            _ => {}
        }
    }

    fn words(&mut self, text: &str) {
        self.tokens.extend(text.split(' ').map(String::from));
    }
}
