//! Records for the trainer bullet.

use crate::{builder::Builder, error::Error, sample::Sample};
use bulletformat::ChessBoard;
use core::num::NonZeroUsize;
use setwise_moves::{Color, packed};

/// A stream of records in the shape of bullet's trait `DataReader`, of which `read_chunks` is the
/// only method. bullet is not on crates.io, so a program with it implements the trait in six lines:
///
/// ```
/// use bulletformat::ChessBoard;
/// use setwise_loader::{BulletReader, Loader};
/// // bullet_trainer::reader::DataReader.
/// trait DataReader<T>: Clone + Send + Sync + 'static {
///     fn read_chunks<F: FnMut(&[T]) -> bool>(&self, skip_count: usize, f: F);
/// }
/// #[derive(Clone)]
/// struct Records(BulletReader);
/// impl DataReader<ChessBoard> for Records {
///     fn read_chunks<F: FnMut(&[ChessBoard]) -> bool>(&self, skip_count: usize, f: F) {
///         self.0.read_chunks(skip_count, f).expect("the training data is readable");
///     }
/// }
/// let builder = Loader::builder().files(["a.binpack"]).batch_size(1 << 18).threads(4);
/// let reader = Records(BulletReader::new(builder));
/// # let _ = reader;
/// ```
#[derive(Clone, Debug)]
pub struct BulletReader {
    builder: Builder,
}

impl BulletReader {
    /// Makes a reader that reads the builder's files repeatedly, because bullet decides when the
    /// training ends.
    ///
    /// [`Builder::batch_size`] is the number of records of a chunk. bullet copies the records that
    /// are left after its last batch of a chunk, so use a multiple of its batch size. The builder's
    /// set of features is not used: bullet computes its features from the records.
    pub fn new(builder: Builder) -> Self {
        Self {
            builder: builder.cyclic(true),
        }
    }

    /// Calls `f` with chunks of records until it returns true.
    ///
    /// The first `skip_count` records of the stream are skipped. When bullet resumes a training, it
    /// passes the number of records that it has seen. The skipped records are decoded again;
    /// [`Builder::resume`] avoids that.
    ///
    /// # Errors
    /// Those of [`Builder::open`], and those of
    /// [`Loader::next_samples`](crate::Loader::next_samples) after the chunks before.
    pub fn read_chunks<F: FnMut(&[ChessBoard]) -> bool>(
        &self,
        skip_count: usize,
        mut f: F,
    ) -> Result<(), Error> {
        let mut loader = self.builder.clone().open()?;
        let (mut samples, mut boards) = (Vec::new(), Vec::new());
        let mut skipped = skip_count;
        while let Some(count) = NonZeroUsize::new(loader.next_samples(&mut samples)?) {
            let from = skipped.min(count.get());
            skipped -= from;
            let most = samples.iter().map(Sample::pieces).max().unwrap_or(0);
            if most > packed::MAX_PIECES {
                return Err(Error::RowTooShort {
                    features: most as usize,
                    stride: packed::MAX_PIECES as usize,
                });
            }
            boards.clear();
            boards.extend(samples[from..].iter().map(ChessBoard::from));
            if !boards.is_empty() && f(&boards) {
                break;
            }
        }
        Ok(())
    }
}

/// The record of a position, as the side to move sees it.
impl From<&Sample> for ChessBoard {
    fn from(sample: &Sample) -> Self {
        let boards = sample.boards();
        let mut all = [
            boards.colors[0],
            boards.colors[1],
            boards.roles[1],
            boards.roles[2],
            boards.roles[3],
            boards.roles[4],
            boards.roles[5],
        ];
        let mut outcome = sample.outcome();
        if sample.turn() == Color::Black {
            all = all.map(u64::swap_bytes);
            all.swap(0, 1);
            outcome = outcome.exchanged();
        }
        let [us, them, knights, bishops, rooks, queens, kings] = all;
        let occ = us | them;
        // The bits of bullet's numbers of pieces, and that of the side.
        let planes = [
            knights | rooks | kings,
            bishops | rooks,
            queens | kings,
            them,
        ];
        // Readers give no position with more pieces than there is room for.
        let packed = packed::pack(occ, planes).unwrap_or([0; 24]);
        let (_, pcs) = packed.split_last_chunk().unwrap_or((&[], &[0; 16]));
        Self {
            occ,
            pcs: *pcs,
            score: sample.mover_score(),
            result: outcome.half_points(),
            ksq: (us & kings).trailing_zeros() as u8,
            opp_ksq: (them & kings).trailing_zeros() as u8 ^ 56,
            extra: [0; 3],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::Loader;
    use bulletformat::BulletFormat;
    use setwise_binpack::Writer;
    use setwise_moves::{Outcome, Position, Role};
    use std::path::PathBuf;

    /// The record that the crate of the format makes.
    fn record(position: &Position, score: i16, outcome: Outcome) -> ChessBoard {
        let sides = Color::ALL.map(|color| position.by_color(color));
        let roles = Role::ALL.map(|role| position.by_role(role));
        let [white, black] = sides;
        let [a, b, c, d, e, f] = roles;
        let turn = usize::from(position.turn() == Color::Black);
        let result = f32::from(outcome.half_points()) / 2.0;
        let score = if turn == 1 { -score } else { score };
        ChessBoard::from_raw([white, black, a, b, c, d, e, f], turn, score, result).unwrap()
    }

    /// Writes a game; returns its file and the records of its positions.
    fn game(name: &str) -> (PathBuf, Vec<ChessBoard>) {
        let (mut writer, mut file, mut records) = (Writer::new(), Vec::new(), Vec::new());
        let mut position = Position::startpos();
        for ply in 0..200 {
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            let Some(&played) = moves.get(7 * ply as usize % moves.len().max(1)) else {
                break;
            };
            let score = 7 * ply as i16 - 300;
            let labels = (Some(score), Outcome::BlackWins);
            let written = writer.write_position(&position, Some(played), labels, ply, &mut file);
            written.unwrap();
            records.push(record(&position, score, Outcome::BlackWins));
            position = position.play(played).unwrap();
        }
        writer.finish(&mut file);
        let path = std::env::temp_dir().join(format!("setwise-bullet-{name}.binpack"));
        std::fs::write(&path, file).unwrap();
        (path, records)
    }

    #[test]
    fn records_are_those_of_the_format() {
        let (path, records) = game("records");
        assert!(records.len() > 20 && records[1].result() == 1.0);
        let builder = Loader::builder().files([&path]).batch_size(64).shuffle(0);
        let reader = BulletReader::new(builder.threads(2));
        let mut twice = records.clone();
        twice.extend(&records);
        for skipped in [0, 1, 64, records.len(), records.len() + 3] {
            let mut found = Vec::new();
            let wanted = twice.len() - skipped;
            let read = |chunk: &[ChessBoard]| {
                found.extend_from_slice(chunk);
                found.len() >= wanted
            };
            reader.read_chunks(skipped, read).unwrap();
            assert_eq!(found[..wanted], twice[skipped..], "{skipped}");
        }
        std::fs::remove_file(&path).unwrap();
        let gone = reader.read_chunks(0, |_| true);
        assert!(matches!(gone, Err(Error::Open(..))));
    }
}
