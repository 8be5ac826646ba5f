//! Games that threads encode side by side, and one writer writes.

use super::{Writer, sum};
use crate::stream::{BlockSets, Codec, GameBatch, WriteOptions, WritePoint};
use crate::vocabulary::{Error, Fields};
use core::{fmt, mem};
use setwise_binpack::Chains;
use std::io::Write;

/// Makes encoders, one for each thread.
#[derive(Clone, Copy)]
pub struct GameEncoders {
    codec: &'static Codec,
    options: WriteOptions,
    needs: Fields,
}

/// Encodes games as a [`Writer`] does.
#[derive(Debug)]
pub struct GameEncoder(Writer<Vec<u8>>);

/// The bytes of games, for [`Writer::write_encoded`].
#[derive(Debug)]
pub struct EncodedGames {
    bytes: Vec<u8>,
    chains: Chains,
    /// What was counted.
    point: WritePoint,
    error: Option<Error>,
}

impl fmt::Debug for GameEncoders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameEncoders")
            .field("format", &self.codec.format)
            .finish_non_exhaustive()
    }
}

impl GameEncoders {
    /// Makes an encoder.
    pub fn encoder(&self) -> GameEncoder {
        let mut writer = Writer::of(Vec::new(), self.codec, self.options);
        if let Some((needs, encoder)) = &mut writer.encoder {
            *needs = self.needs;
            encoder.begin_apart();
        }
        GameEncoder(writer)
    }
}

impl GameEncoder {
    /// Encodes games: of each batch, the rows of its sets; all rows if there are no sets.
    ///
    /// ```
    /// use setwise_formats::{Format, ReadOptions, Reader, WriteOptions, Writer};
    /// let options = ReadOptions::default().games(true);
    /// let mut reader = Reader::new(&b"1. e4 e5 1-0\n"[..], Format::Pgn, options);
    /// reader.read_batch(&mut Vec::new(), 1024)?;
    /// let mut writer = Writer::new(Vec::new(), Format::Fen, WriteOptions::default());
    /// let mut encoder = writer.game_encoders().unwrap().encoder();
    /// let encoded = encoder.encode(reader.take_extras().games(), &[]);
    /// writer.write_encoded(encoded)?;
    /// assert_eq!(writer.written(), 2);
    /// # Ok::<(), setwise_formats::Error>(())
    /// ```
    pub fn encode(&mut self, games: &[GameBatch], sets: &[BlockSets]) -> EncodedGames {
        let writer = &mut self.0;
        let mut games = games.iter().enumerate();
        let result = games.try_for_each(|(i, games)| match sets.get(i) {
            Some(sets) => writer.write_rows(games, sets),
            None => writer.write_games(games),
        });
        writer.end_game();
        let result = result.and(writer.flush_buffer());
        let encoder = writer.encoder.as_mut();
        EncodedGames {
            chains: encoder.map_or_else(Chains::default, |(_, one)| one.take_chains()),
            bytes: mem::take(&mut writer.output),
            point: mem::take(&mut writer.point),
            error: result.err(),
        }
    }
}

impl<W: Write> Writer<W> {
    /// Makes encoders of games for [`write_encoded`](Self::write_encoded). `None` if the bytes of a
    /// game depend on games before it.
    pub fn game_encoders(&self) -> Option<GameEncoders> {
        let (needs, encoder) = self.encoder.as_ref()?;
        let is_free = encoder.takes_games_apart() && self.point.skipped == 0;
        is_free.then_some(GameEncoders {
            codec: self.codec,
            options: self.options,
            needs: *needs,
        })
    }

    /// Writes games that a [`GameEncoder`] has encoded: the bytes are those of
    /// [`write_games`](Self::write_games) and [`write_rows`](Self::write_rows), but binpack then
    /// has no [points](Self::point_after).
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_encoded(&mut self, games: EncodedGames) -> Result<(), Error> {
        self.end_game();
        self.buffer.extend_from_slice(&games.bytes);
        if let Some((_, encoder)) = &mut self.encoder {
            encoder.append_chains(&games.chains, &mut self.buffer);
        }
        // Where the chunk began is not known.
        self.closed = None;
        let (point, before) = (&games.point, self.point.given);
        self.point.given += point.given;
        self.point.written += point.written;
        sum(&mut self.point.lost, &point.lost);
        sum(&mut self.point.assumed, &point.assumed);
        if let Some(mut error) = games.error {
            if let Error::Record { number, .. } = &mut error {
                *number += before;
            }
            return Err(error);
        }
        self.flush_if_full()
    }
}
