//! The games of a window, before their moves are played.

use crate::{lexer::Tag, notice::Notices};
use core::ops::Range;
use setwise_moves::Outcome;

/// Why the lexer stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The text may end within the game.
    Cut,
    /// The game is one for the exact reader.
    Odd,
}

#[derive(Clone, Debug)]
pub(crate) struct LexedGame {
    pub(crate) bytes: Range<usize>,
    /// The numbers of its moves and of its tags.
    pub(crate) moves: Range<usize>,
    pub(crate) tags: Range<usize>,
    /// The blocks of its movetext, and the byte at which these begin.
    pub(crate) blocks: Range<usize>,
    pub(crate) movetext: u32,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) notices: Notices,
    /// Whether a tag may change the first position.
    pub(crate) has_setup: bool,
}

/// The greatest number of tags. The exact reader reads a game with more.
const MAX_TAGS: usize = 1 << 10;

/// The games of a text.
#[derive(Debug)]
pub(crate) struct Lexed {
    pub(crate) games: Vec<LexedGame>,
    /// The places of moves, of which `count` are found, with room for more than a text has.
    pub(crate) places: Box<[u32]>,
    pub(crate) count: usize,
    pub(crate) tags: Vec<Tag>,
    /// Where comments begin in the blocks of 64 bytes.
    pub(crate) opens: Vec<u64>,
    /// The names and values of the tags of one game.
    pub(super) names: Box<[u32]>,
    pub(super) values: Box<[u32]>,
}

impl Lexed {
    /// Makes room for the games of a text of at most `window` bytes.
    pub(crate) fn new(window: usize) -> Self {
        Self {
            games: Vec::new(),
            // At most every second byte begins a move.
            places: vec![0; window / 2 + 64].into(),
            count: 0,
            tags: Vec::new(),
            opens: Vec::with_capacity(window / 64),
            names: vec![0; MAX_TAGS + 64].into(),
            values: vec![0; MAX_TAGS + 64].into(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.games.clear();
        self.tags.clear();
        self.opens.clear();
        self.count = 0;
    }
}
