//! A saved state as bytes.

use crate::feed::{Feed, Point};
use crate::{decode::Context, error::Error};
use crate::{files::Place, group::Start, random::Random, rules::PieceControl};
use setwise_formats::units;
use setwise_values::Condition;

/// The first word of a state.
const MARK: u64 = u64::from_le_bytes(*b"setwise2");

/// The place of a loader in its stream.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) start: Start,
    /// The samples of the group that are delivered.
    pub(crate) samples: u64,
}

/// Returns a hash of the files and settings that decide the rows of a stream.
pub(crate) fn fingerprint(feed: &Feed, context: &Context, samples: usize) -> u64 {
    let condition = context.condition.as_ref().map(Condition::to_string);
    let texts = format!("{:?} {}", context.rules, condition.unwrap_or_default());
    let sizes = feed.inputs.iter();
    let files = sizes.flat_map(|input| [input.size, input.format as u64]);
    [
        feed.seed,
        feed.rank,
        feed.world,
        feed.cyclic.into(),
        samples as u64,
    ]
    .into_iter()
    .chain(files)
    .chain(texts.bytes().map(u64::from))
    .fold(0, |hash, word| Random::from_state(hash ^ word).next())
}

impl State {
    pub(crate) fn to_bytes(&self, fingerprint: u64) -> Vec<u8> {
        let Start {
            point,
            control,
            number,
        } = &self.start;
        let places = point.places.iter();
        let words = [
            MARK,
            fingerprint,
            *number,
            self.samples,
            point.epoch,
            point.choices,
            places.len() as u64,
        ];
        let words = words.into_iter();
        let words = words
            .chain(places.flat_map(|place| [place.part.offset, place.part.state, place.number]));
        let mut bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        if let Some(control) = control {
            bytes.extend(control.state());
        }
        bytes
    }

    /// Reads a state. `control` is a new control by the rules, which gets its saved state.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        fingerprint: u64,
        mut control: Option<PieceControl>,
    ) -> Result<Self, Error> {
        let cut = || Error::State("its length is that of no state");
        let mut rest = bytes;
        let mut word = || {
            let (word, behind) = rest.split_first_chunk()?;
            rest = behind;
            Some(u64::from_le_bytes(*word))
        };
        if word() != Some(MARK) {
            return Err(Error::State("it is none of this version"));
        }
        if word() != Some(fingerprint) {
            return Err(Error::State("it belongs to other files or settings"));
        }
        let mut read = || {
            let [number, samples, epoch, choices, files] =
                [word()?, word()?, word()?, word()?, word()?];
            let mut places = Vec::new();
            for _ in 0..files {
                let [offset, state, number] = [word()?, word()?, word()?];
                let part = units::Place::new(offset, state);
                places.push(Place { part, number });
            }
            let point = Point {
                epoch,
                choices,
                places,
            };
            Some((number, samples, point))
        };
        let (number, samples, point) = read().ok_or_else(cut)?;
        if let Some(control) = &mut control {
            let (state, behind) = rest.split_first_chunk().ok_or_else(cut)?;
            rest = behind;
            let restored = control.restore(state);
            restored.ok_or(Error::State("its control of pieces is damaged"))?;
        }
        if !rest.is_empty() {
            return Err(cut());
        }
        let start = Start {
            point,
            control,
            number,
        };
        Ok(Self { start, samples })
    }
}
