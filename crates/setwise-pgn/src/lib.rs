#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Games in PGN: tags, moves that are checked, comments, marks, variations.
//!
//! [`Games`] reads the games of a file one after the other. [`Parser`] reads from a buffer of the
//! caller, and [`cut`] finds a place between two games, so that several threads can read.
//!
//! ```
//! use setwise_pgn::{Games, Outcome};
//! let text = "[White \"Ann\"]\n\n1. e4 {best} e5 2. Nf3 1-0\n\n[White \"Bob\"]\n\n1. e4 Ke7 *\n";
//! let mut games = Games::new(text.as_bytes());
//! let (mut won, mut damages) = (0, Vec::new());
//! while let Some(game) = games.next()? {
//!     won += u32::from(game.outcome() == Some(Outcome::WhiteWins));
//!     if let Some((reason, at)) = game.damage() {
//!         damages.push(format!("line {}: {reason}", game.line_at(at)));
//!     }
//! }
//! assert_eq!(won, 1);
//! assert_eq!(damages, ["line 7: \"Ke7\" is no legal move after 1 half-moves"]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! | | |
//! |---|---|
//! | [`Game::tag`], [`tags`](Game::tags) | what is known of the game |
//! | [`Game::start`], [`moves`](Game::moves), [`san`](Game::san) | the first position, the moves as values and as text |
//! | [`Game::outcome`] | the result |
//! | [`Game::comments`] | the comments of the main line |
//! | [`Game::notes`], [`Note`] | clocks, evaluations, depths and times in them |
//! | [`Game::visit`], [`Visitor`] | all of the text in its order, with numeric marks and variations |
//! | [`GameWriter`] | games as text |
//! | [`Game::damage`], [`notices`](Game::notices) | what is damaged; what PGN does not allow, or what is beside tags and moves |
//!
//! # Damage
//! Reading is as lenient as other programs. A game that cannot be read is damaged as a whole, and
//! reading continues with the next one. [`Game::damage`] returns the reason and its byte. Damage
//! is an illegal move, a broken tag that may name the first position, a comment or a variation
//! without its end, a variant other than Chess960, and a game of more than 1 MiB. A [`Notice`]
//! reports what PGN does not allow but other programs read: null moves, a game without an end mark,
//! moves in another spelling.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file or folder | |
//! |---|---|
//! | `notes` | numbers in comments |
//! | `notice`, `error`, `start`, `place`, `opens` | what is found in a game |
//! | `lexer`; `write` | tokens; games as text |
//! | `cut`; `spelling` | places between games; moves as they are written |
//! | `game`, `state` | a game; what the readers keep |
//! | `exact`; `fast` | the reader of any game; that of plain ones, by vectors |
//! | `parser` | units of a buffer |
//! | `games`; `visitor` | games of an input; comments and variations |

mod cut;
mod error;
mod exact;
mod fast;
mod game;
mod games;
mod lexer;
mod notes;
mod notice;
mod opens;
mod parser;
mod place;
mod spelling;
mod start;
mod state;
mod visitor;
mod write;

pub use cut::cut;
pub use error::ReadError;
pub use game::Game;
pub use games::Games;
pub use notes::{Eval, Note};
pub use notice::{Notice, Notices};
pub use parser::{Content, Parser, Unit};
pub use start::{Start, read_result};
pub use state::ParserState;
pub use visitor::Visitor;
pub use write::{GameWriter, WriteError};

// The part of other crates that the interface of this one needs.
pub use setwise_dispatch::Level;
pub use setwise_moves::Outcome;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
