//! Parts of an output that threads make side by side.

use super::{Writer, sum};
use crate::stream::{BlockSets, Codec, GameBatch, WriteOptions, WritePoint};
use crate::vocabulary::{Error, Fields};
use core::{fmt, mem};
use setwise_binpack::Chains;
use std::io::Write;

/// Makes writers of pieces, one for each thread.
#[derive(Clone, Copy)]
pub struct Pieces {
    codec: &'static Codec,
    options: WriteOptions,
    needs: Fields,
}

/// Writes the records of games into pieces of an output.
#[derive(Debug)]
pub struct PieceWriter(Writer<Vec<u8>>);

/// The bytes of some games, which a [`Writer`] appends to its output.
#[derive(Debug)]
pub struct Piece {
    bytes: Vec<u8>,
    chains: Chains,
    /// What was counted in it.
    point: WritePoint,
    error: Option<Error>,
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces")
            .field("format", &self.codec.format)
            .finish_non_exhaustive()
    }
}

impl Pieces {
    /// Makes a writer.
    pub fn writer(&self) -> PieceWriter {
        let mut writer = Writer::of(Vec::new(), self.codec, self.options);
        if let Some((needs, encoder)) = &mut writer.encoder {
            *needs = self.needs;
            encoder.begin_pieces();
        }
        PieceWriter(writer)
    }
}

impl PieceWriter {
    /// Writes games: of each, the rows of a set; all rows if there are no sets.
    pub fn write(&mut self, games: &[GameBatch], sets: &[BlockSets]) -> Piece {
        let writer = &mut self.0;
        let mut games = games.iter().enumerate();
        let result = games.try_for_each(|(i, games)| match sets.get(i) {
            Some(sets) => writer.write_rows(games, sets),
            None => writer.write_games(games),
        });
        writer.end_game();
        let result = result.and(writer.flush_buffer());
        let encoder = writer.encoder.as_mut();
        Piece {
            chains: encoder.map_or_else(Chains::default, |(_, one)| one.take_chains()),
            bytes: mem::take(&mut writer.output),
            point: mem::take(&mut writer.point),
            error: result.err(),
        }
    }
}

impl<W: Write> Writer<W> {
    /// Makes pieces of the output, for [`write_piece`](Self::write_piece). `None` if the bytes of a
    /// game depend on games before it.
    pub fn pieces(&self) -> Option<Pieces> {
        let (needs, encoder) = self.encoder.as_ref()?;
        let is_free = encoder.takes_pieces() && self.point.skipped == 0;
        is_free.then_some(Pieces {
            codec: self.codec,
            options: self.options,
            needs: *needs,
        })
    }

    /// Writes games that a [`PieceWriter`] has encoded: the bytes are those of
    /// [`write_games`](Self::write_games) and [`write_rows`](Self::write_rows). Behind pieces of
    /// chains, [`point_after`](Self::point_after) finds no point before the next chunk.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_piece(&mut self, piece: Piece) -> Result<(), Error> {
        self.end_game();
        self.buffer.extend_from_slice(&piece.bytes);
        if let Some((_, encoder)) = &mut self.encoder {
            encoder.append_chains(&piece.chains, &mut self.buffer);
        }
        // Where the chunk began is not known.
        self.closed = None;
        let (point, before) = (&piece.point, self.point.given);
        self.point.given += point.given;
        self.point.written += point.written;
        sum(&mut self.point.lost, &point.lost);
        sum(&mut self.point.assumed, &point.assumed);
        if let Some(mut error) = piece.error {
            if let Error::Record { number, .. } = &mut error {
                *number += before;
            }
            return Err(error);
        }
        self.flush_if_full()
    }
}
