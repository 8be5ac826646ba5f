//! Reading in a thread of its own.

use crate::{ReadError, ReadPoint, Reader, Record};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{Builder, scope};

/// The number of batches that wait for the caller.
const AHEAD: usize = 2;

/// Reads everything in batches of at most `size` records, in a thread of its own, while `take` works on the batches before. `take` gets them
/// in their order, and stops the reading by an error. Without a second thread, both take turns.
///
/// # Errors
/// The first error of `take` or of the reader ([`Reader::read_batch`]). `take` gets the records before an error of the reader.
///
/// ```
/// use setwise_formats::{Format, ReadError, ReadOptions, Reader, read_ahead};
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n".repeat(1000);
/// let mut reader = Reader::new(text.as_bytes(), Format::Fen, ReadOptions::default());
/// let mut records = 0;
/// read_ahead(&mut reader, 128, |batch| {
///     records += batch.len();
///     Ok::<(), ReadError>(())
/// })?;
/// assert_eq!(records, 1000);
/// # Ok::<(), ReadError>(())
/// ```
pub fn read_ahead<E: From<ReadError>>(
    reader: &mut Reader<'_>,
    size: usize,
    mut take: impl FnMut(&mut Vec<Record>) -> Result<(), E>,
) -> Result<(), E> {
    read_points(reader, size, |batch, _| take(batch))
}

/// Reads as [`read_ahead`] does. `take` gets the point behind each batch, too ([`Reader::point`]).
pub(crate) fn read_points<E: From<ReadError>>(
    reader: &mut Reader<'_>,
    size: usize,
    mut take: impl FnMut(&mut Vec<Record>, Option<ReadPoint>) -> Result<(), E>,
) -> Result<(), E> {
    let taken = scope(|scope| {
        let (give, batches) = sync_channel(AHEAD);
        let (give_back, empty) = channel();
        let reader = &mut *reader;
        let thread = Builder::new().name("setwise-read".to_owned());
        let reading = thread.spawn_scoped(scope, move || read_all(reader, size, &give, &empty));
        reading
            .ok()
            .map(|_| take_all(&batches, &give_back, &mut take))
    });
    match taken {
        Some(result) => result,
        None => take_turns(reader, size, take),
    }
}

/// The point behind a batch. There is none before an error: the reader stands behind the damage, which another reader would not see.
fn point(reader: &Reader<'_>, read: &Result<usize, ReadError>) -> Option<ReadPoint> {
    reader.point().filter(|_| read.is_ok())
}

/// A batch and the point behind it.
type Batch = (Vec<Record>, Option<ReadPoint>);

/// Gives batches until the end, an error, or the end of the caller's interest.
fn read_all(
    reader: &mut Reader<'_>,
    size: usize,
    give: &SyncSender<Result<Batch, ReadError>>,
    empty: &Receiver<Vec<Record>>,
) {
    loop {
        let mut batch = empty.try_recv().unwrap_or_default();
        batch.clear();
        let read = reader.read_batch(&mut batch, size);
        let is_last = !matches!(read, Ok(1..));
        let point = point(reader, &read);
        if !batch.is_empty() && give.send(Ok((batch, point))).is_err() {
            return;
        }
        if let Err(error) = read {
            // Nobody waits for it if the caller has stopped.
            let _ = give.send(Err(error));
        }
        if is_last {
            return;
        }
    }
}

fn take_all<E: From<ReadError>>(
    batches: &Receiver<Result<Batch, ReadError>>,
    give_back: &Sender<Vec<Record>>,
    take: &mut impl FnMut(&mut Vec<Record>, Option<ReadPoint>) -> Result<(), E>,
) -> Result<(), E> {
    for batch in batches {
        let (mut batch, point) = batch?;
        take(&mut batch, point)?;
        // The reader may be at its end.
        let _ = give_back.send(batch);
    }
    Ok(())
}

/// Reads and takes in one thread.
fn take_turns<E: From<ReadError>>(
    reader: &mut Reader<'_>,
    size: usize,
    mut take: impl FnMut(&mut Vec<Record>, Option<ReadPoint>) -> Result<(), E>,
) -> Result<(), E> {
    let mut batch = Vec::new();
    loop {
        let read = reader.read_batch(&mut batch, size);
        if !batch.is_empty() {
            take(&mut batch, point(reader, &read))?;
        }
        batch.clear();
        if read? == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, ReadOptions};

    /// Batches, whether an error ended the reading, and how far the reader came.
    fn run(text: &str, threads: bool, stop: usize) -> (Vec<usize>, String, u64) {
        let mut reader = Reader::new(text.as_bytes(), Format::Fen, ReadOptions::default());
        let mut sizes = Vec::new();
        let mut take = |batch: &mut Vec<Record>| {
            sizes.push(batch.len());
            match sizes.len() == stop {
                true => Err(std::io::Error::other("enough").into()),
                false => Ok(()),
            }
        };
        let result: Result<(), Box<dyn core::error::Error>> = match threads {
            true => read_ahead(&mut reader, 8, take),
            false => take_turns(&mut reader, 8, |batch, _| take(batch)),
        };
        let why = result.err().map(|error| error.to_string());
        (sizes, why.unwrap_or_default(), reader.totals().records)
    }

    #[test]
    fn both_ways_give_the_same() {
        let line = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
        for lines in [0, 1, 8, 100, 1001] {
            let sound = line.repeat(lines);
            for text in [sound.clone(), format!("{sound}nonsense\n{line}")] {
                let ahead = run(&text, true, usize::MAX);
                assert_eq!(ahead, run(&text, false, usize::MAX));
                assert_eq!(ahead.0.iter().sum::<usize>(), lines);
                assert_eq!(ahead.1.is_empty(), text == sound);
            }
        }
    }

    #[test]
    fn the_caller_stops_the_reading() {
        let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n".repeat(10_000);
        let (sizes, why, read) = run(&text, true, 3);
        assert_eq!((sizes, why.as_str()), (vec![8; 3], "enough"));
        // At most the batches that waited, the one in work, and the three.
        assert!(read <= 8 * (3 + AHEAD as u64 + 2), "{read}");
    }
}
