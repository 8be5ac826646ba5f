//! The fast path, which reads plain games with the same results as the exact reader.
//!
//! A window of text is read in three steps. [`lex`] finds games and the places of their moves,
//! [`decode`] reads the texts of the moves, [`play`] plays them. The exact reader reads everything
//! odd: the fast path never decides what is wrong.

mod classes;
mod decode;
mod kernels;
mod lex;
mod lexed;
mod masks;
mod play;
mod rare;
mod state;
mod tables;
mod tags;
#[cfg(test)]
mod tests;

use crate::{lexer::Tag, notice::Notices, opens::Opens, start::Start};
use kernels::PgnOps;
use lexed::{Lexed, Stop};
use play::Moves;
use setwise_core::HandWritten;
use setwise_dispatch::Level;
use setwise_moves::{Move, Outcome};
use state::State;

/// The number of bytes of a window: longer than nearly all games, and small enough for caches.
const WINDOW: usize = 1 << 17;

/// Reads games that are plain.
pub(crate) struct Fast {
    level: Level,
    lexed: Lexed,
    /// The codes of the moves of the window. They grow, because most readers see no full window.
    codes: Vec<u64>,
    moves: Vec<Option<Move>>,
    /// The start of each game that is played, or `None` for a game for the exact reader.
    played: Vec<Option<Start>>,
    next: usize,
    /// The place of the front in the window.
    at: usize,
}

/// A game that is sound.
pub(crate) struct Played<'a> {
    /// The number of bytes of the game, from the front on.
    pub(crate) bytes: usize,
    pub(crate) start: &'a Start,
    pub(crate) moves: &'a [Option<Move>],
    /// The places of the moves and of the tags in the window, and that of the game (`base`).
    pub(crate) places: &'a [u32],
    pub(crate) tags: &'a [Tag],
    pub(crate) base: u32,
    pub(crate) opens: Opens<'a>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) notices: Notices,
}

impl Fast {
    pub(crate) fn new(level: Level) -> Self {
        Self {
            level,
            lexed: Lexed::new(WINDOW),
            codes: Vec::new(),
            moves: Vec::new(),
            played: Vec::new(),
            next: 0,
            at: 0,
        }
    }

    /// Forgets the window, because the text is not the one after the last unit.
    pub(crate) fn clear(&mut self) {
        self.lexed.clear();
        (self.next, self.at) = (0, 0);
    }

    /// Moves the front past a unit, which either reader has read.
    pub(crate) fn consume(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
        let games = self.lexed.games.get(self.next..).unwrap_or_default();
        self.next += games
            .iter()
            .take_while(|game| game.bytes.start < self.at)
            .count();
    }

    /// Reads the games at the front of a text, unless some games of the window are left. Returns
    /// whether the text is too short for the first game.
    pub(crate) fn fill(&mut self, text: &[u8]) -> bool {
        if self.next < self.lexed.games.len() || text.first() != Some(&b'[') {
            return false;
        }
        self.clear();
        let window = text.get(..WINDOW).unwrap_or(text);
        let (level, mut stop) = (self.level, Stop::Odd);
        level.run_hand_written(Find {
            lexed: &mut self.lexed,
            stop: &mut stop,
            text: window,
        });
        level.run_hand_written(Play {
            fast: self,
            text: window,
        });
        stop == Stop::Cut && self.lexed.games.is_empty() && text.len() < WINDOW
    }

    /// Returns the game at the front; `None` if it is one for the exact reader.
    pub(crate) fn game(&self) -> Option<Played<'_>> {
        let game = self.lexed.games.get(self.next)?;
        let start = self.played.get(self.next)?.as_ref()?;
        if game.bytes.start != self.at {
            return None;
        }
        Some(Played {
            bytes: game.bytes.len(),
            start,
            moves: self.moves.get(game.moves.clone())?,
            places: self.lexed.places.get(game.moves.clone())?,
            tags: self.lexed.tags.get(game.tags.clone())?,
            base: self.at as u32,
            opens: Opens {
                blocks: self.lexed.opens.get(game.blocks.clone())?,
                at: game.movetext,
            },
            outcome: game.outcome,
            notices: game.notices,
        })
    }
}

struct Find<'a> {
    lexed: &'a mut Lexed,
    stop: &'a mut Stop,
    text: &'a [u8],
}

impl<K: PgnOps> HandWritten<K> for Find<'_> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) {
        *self.stop = lex::lex(kernel, self.text, self.lexed);
    }
}

struct Play<'a> {
    fast: &'a mut Fast,
    text: &'a [u8],
}

impl<K: PgnOps> HandWritten<K> for Play<'_> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) {
        let Self { fast, text } = self;
        let lexed = &fast.lexed;
        let places = lexed.places.get(..lexed.count).unwrap_or_default();
        // A multiple of the lanes of a vector: [`Kernel::decode`] needs whole vectors of codes.
        let room = places.len().next_multiple_of(8);
        if fast.moves.len() < room {
            fast.codes.resize(room, 0);
            fast.moves.resize(room, None);
        }
        kernel.decode(text, places, &mut fast.codes);
        fast.played.clear();
        let standard = Start::default();
        let state = State::from(&standard.position);
        for game in &lexed.games {
            let start = match game.has_setup {
                false => Some(standard),
                true => start_of(text, lexed.tags.get(game.tags.clone()).unwrap_or_default()),
            };
            let (Some(places), Some(codes), Some(out)) = (
                lexed.places.get(game.moves.clone()),
                fast.codes.get(game.moves.clone()),
                fast.moves.get_mut(game.moves.clone()),
            ) else {
                return;
            };
            let moves = Moves {
                text,
                places,
                codes,
            };
            let from_setup = game
                .has_setup
                .then(|| State::from(&start.unwrap_or(standard).position));
            let is_sound = play::play(kernel, from_setup.as_ref().unwrap_or(&state), moves, out);
            fast.played.push(start.filter(|_| is_sound));
        }
    }
}

/// Returns the position in which a game begins, or `None` if the exact reader must decide.
#[cold]
#[inline(never)]
fn start_of(text: &[u8], tags: &[Tag]) -> Option<Start> {
    let value = |name: &[u8]| {
        let tag = tags.iter().find(|tag| tag.name(text) == name);
        tag.map(|tag| tag.value(text))
    };
    let variants: [&[u8]; 3] = [b"Standard", b"From Position", b"Chess960"];
    if value(b"Variant").is_some_and(|name| !variants.contains(&name)) {
        return None;
    }
    match (value(b"FEN"), value(b"SetUp")) {
        (Some(fen), None | Some(b"1")) => {
            let start = Start::from_fen(str::from_utf8(fen).ok()?).ok()?;
            (!start.has_number_zero).then_some(start)
        }
        (None, _) => Some(Start::default()),
        _ => None,
    }
}
