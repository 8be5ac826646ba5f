#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Batches of network inputs for trainers, from training data files.
//!
//! A [`Loader`] reads binpack, viriformat, bulletformat, marlinformat, bullet text, EPD and PGN
//! with several threads, skips positions by rules, shuffles, and delivers features and labels.
//! For a seed the batches are the same bytes for any number of threads and on every instruction
//! set. Its state is saved and restored in the middle of an epoch.
//!
//! ```
//! use setwise_binpack::Writer;
//! use setwise_loader::{Loader, Memory};
//! use setwise_moves::{Outcome, Position};
//! // A file of four positions.
//! let (mut writer, mut file, mut position) = (Writer::new(), Vec::new(), Position::startpos());
//! for (ply, text) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
//!     let played = position.parse_move(text)?;
//!     let labels = (Some(25), Outcome::Draw);
//!     writer.write_position(&position, Some(played), labels, ply as u32, &mut file)?;
//!     position = position.play(played)?;
//! }
//! writer.finish(&mut file);
//! let path = std::env::temp_dir().join("setwise-loader-example.binpack");
//! std::fs::write(&path, &file)?;
//!
//! let builder = || Loader::builder().files([&path]).batch_size(3).seed(7);
//! let mut loader = builder().features("pawn-pairs+half-ka-v2-hm-training").threads(2).open()?;
//! let batch = loader.next_batch()?.unwrap();
//! assert_eq!((batch.pieces[0], batch.outcome[0]), (32, 0.5));
//! let state = loader.state();
//! assert_eq!(loader.next_batch()?.unwrap().pieces, [32]);
//! assert_eq!(loader.next_batch()?, None);
//! assert_eq!(loader.counters().delivered, 4);
//!
//! // Another process goes on in the middle, with memory of its own.
//! let mut rest = builder().resume(&state).open()?;
//! assert_eq!(rest.next_into(&mut Memory::padded(3, 32).batch())?, Some(1));
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The order of a stream
//! A file is cut into units: chunks of a binpack, and runs of games, lines or records of about
//! 1 MiB. The file
//! of the next unit is drawn at random, by the bytes that files have left. Units are decoded on any
//! thread, and their rows are dealt to parts. The random choices for a unit depend on seed, epoch
//! and unit only. Units are then joined in the order of the stream, where the numbers of pieces are
//! balanced. As soon as there are enough rows for the [shuffle](Builder::shuffle), they form a
//! group; an epoch with far fewer rows forms one, too. A group is delivered part by part, and the
//! rows of each part are shuffled. A state consists of the beginning of a group and the number of
//! its delivered rows.
//!
//! Unit number u of file number f belongs to the rank (u + f) mod world.
//!
//! # Damage
//! [`OnDamage`] chooses whether damage is an error or is skipped. [`Loader::damages`] lists it with
//! its places, and [`Counters`] count it. Positions before the damage of a chunk are sound, and are
//! delivered. After a chunk with a wrong size, reading continues at the next mark of a chunk.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file | content |
//! |---|---|
//! | `random`, `setters`, `rules` | random numbers; methods that change a choice; which positions are skipped |
//! | `error`, `counters` | [`Error`], [`Damage`]; [`Counters`] |
//! | `sample` | [`Sample`], a position that is kept |
//! | `features`, `batch`, `memory` | sets side by side; [`Batch`], which threads write; [`Memory`] |
//! | `files`, `feed` | units of a file; the order of units |
//! | `group`, `decode`, `stream` | samples that are shuffled; units become samples; threads that do so |
//! | `state`, `delivery` | what is saved; samples in the order of batches |
//! | `builder`, `loader` | [`Builder`], [`Loader`] |
//! | `bullet` | records for the trainer bullet |

mod batch;
mod builder;
#[cfg(feature = "bulletformat")]
mod bullet;
mod counters;
mod decode;
mod delivery;
mod error;
mod features;
mod feed;
mod files;
mod group;
mod loader;
mod memory;
mod random;
mod rules;
mod sample;
mod setters;
mod state;
mod stream;

#[doc(hidden)]
pub use batch::count;
pub use batch::{Batch, FeatureMemory};
pub use builder::Builder;
#[cfg(feature = "bulletformat")]
#[cfg_attr(docsrs, doc(cfg(feature = "bulletformat")))]
pub use bullet::BulletReader;
pub use counters::{Counters, Meter};
pub use error::{Damage, Error, OnDamage, ReadError};
#[doc(hidden)]
pub use features::Features;
pub use loader::Loader;
pub use memory::Memory;
pub use rules::{Labels, Opening, PieceControl, Rule, RuleError, SkipRules, UnitRules, result};
pub use sample::Sample;

// The part of other crates that the interface of this one needs.
pub use setwise_formats::Format;
pub use setwise_nnue::Perspectives;
pub use setwise_values::Condition;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
