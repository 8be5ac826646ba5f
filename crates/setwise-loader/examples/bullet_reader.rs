//! The six lines that make [`BulletReader`] a source of bullet's training, and what it costs.
//!
//! The trait restates bullet's `bullet_trainer::reader::DataReader` (revision `cebc78a0`), because
//! bullet is not on crates.io. In a program with bullet, use its trait.
//!
//! ```sh
//! cargo run --release -p setwise-loader --features bulletformat --example bullet_reader
//! ```
use bulletformat::{BulletFormat, ChessBoard};
use setwise_binpack::Writer;
use setwise_loader::{BulletReader, Loader, SkipRules};
use setwise_moves::{Outcome, Position};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Data of a trainer, chunk by chunk, until `f` returns true.
trait DataReader<T>: Clone + Send + Sync + 'static {
    fn read_chunks<F: FnMut(&[T]) -> bool>(&self, skip_count: usize, f: F);
}

// ANCHOR: records
#[derive(Clone)]
struct Records(BulletReader);

impl DataReader<ChessBoard> for Records {
    fn read_chunks<F: FnMut(&[ChessBoard]) -> bool>(&self, skip_count: usize, f: F) {
        let read = self.0.read_chunks(skip_count, f);
        read.expect("the training data is readable");
    }
}
// ANCHOR_END: records

/// Writes games of random play.
fn write_games(path: &Path, count: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut writer, mut file) = (Writer::new(), Vec::new());
    for _ in 0..count {
        let mut position = Position::startpos();
        for ply in 0..120 {
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            let Some(&played) = rng.choice(&moves) else {
                break;
            };
            let labels = (Some(rng.i16(-300..300)), Outcome::Draw);
            writer.write_position(&position, Some(played), labels, ply, &mut file)?;
            position = position.play(played)?;
        }
    }
    writer.finish(&mut file);
    Ok(std::fs::write(path, file)?)
}

/// Reads records through the trait. Returns the sums of their scores and results.
fn sums<R: DataReader<ChessBoard>>(reader: &R, skip_count: usize, count: usize) -> (i64, f32) {
    let (mut left, mut sums) = (count, (0, 0.0));
    reader.read_chunks(skip_count, |chunk| {
        let chunk = &chunk[..chunk.len().min(left)];
        for board in chunk {
            sums = (sums.0 + i64::from(board.score()), sums.1 + board.result());
        }
        left -= chunk.len();
        left == 0
    });
    sums
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let given = arguments.next().map(PathBuf::from);
    let count = arguments.next().map_or(Ok(1 << 20), |text| text.parse())?;
    let threads = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let written = std::env::temp_dir().join("setwise-bullet-reader.binpack");
    if given.is_none() {
        write_games(&written, 2000)?;
    }
    // Each second position, and as many records in a chunk as some batches have.
    let rules = SkipRules::default().random(u32::from(given.is_none()));
    let builder = Loader::builder()
        .files([given.as_ref().unwrap_or(&written)])
        .rules(rules)
        .batch_size(1 << 18)
        .threads(threads);
    let reader = Records(BulletReader::new(builder));
    let start = Instant::now();
    let (score, result) = sums(&reader, 0, count);
    println!(
        "{count} records in {:.2?}: sum of scores {score}, results {result}",
        start.elapsed()
    );
    // A training that goes on after the first half sees the same second half.
    let half = count / 2;
    let (first, second) = (sums(&reader, 0, half), sums(&reader, half, count - half));
    assert_eq!(first.0 + second.0, score);
    if given.is_none() {
        std::fs::remove_file(&written)?;
    }
    Ok(())
}
