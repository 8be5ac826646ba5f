//! Sorting beyond memory: sorted runs in temporary files, which are merged.

use itertools::Itertools;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::iter::from_fn;
use std::path::{Path, PathBuf};

/// More runs than this become one, so that files and their buffers stay few.
const RUNS: usize = 64;

/// The buffer of each run while it is read or written.
const BUFFER: usize = 1 << 16;

/// Takes items of `N` bytes in any order, and returns them in the order of their bytes.
pub(super) struct Sorter<const N: usize> {
    /// The items that are in memory.
    items: Vec<[u8; N]>,
    /// The greatest number of them.
    limit: usize,
    /// Where temporary files are. They have no names, so the system removes them whatever happens
    /// to the program.
    folder: PathBuf,
    runs: Vec<File>,
}

impl<const N: usize> Sorter<N> {
    /// A sorter that uses about `memory` bytes.
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        Self {
            items: Vec::new(),
            limit: (memory / N).max(1),
            folder: folder.to_path_buf(),
            runs: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, item: [u8; N]) -> io::Result<()> {
        if self.items.len() == self.limit {
            self.spill()?;
        }
        if self.items.len() == self.items.capacity() {
            // Doubling would exceed the memory at the end.
            let more = self.items.len().max(1024);
            let free = self.limit - self.items.len();
            self.items.reserve_exact(more.min(free));
        }
        self.items.push(item);
        Ok(())
    }

    /// Writes the items in memory into a separate run.
    fn spill(&mut self) -> io::Result<()> {
        self.items.sort_unstable();
        if self.runs.len() == RUNS {
            let runs = self.runs.drain(..).collect();
            self.runs
                .push(write(&self.folder, merged::<N>(runs, Vec::new()))?);
        }
        let items = self.items.drain(..).map(Ok);
        self.runs.push(write::<N>(&self.folder, items)?);
        Ok(())
    }

    pub(super) fn finish(mut self) -> Sorted<N> {
        self.items.sort_unstable();
        merged(self.runs, self.items)
    }
}

/// Writes items into a temporary file, and goes back to its beginning.
fn write<const N: usize>(
    folder: &Path,
    items: impl Iterator<Item = io::Result<[u8; N]>>,
) -> io::Result<File> {
    let mut file = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?);
    for item in items {
        file.write_all(&item?)?;
    }
    let mut file = file.into_inner()?;
    file.rewind()?;
    Ok(file)
}

/// Items in order.
pub(super) type Sorted<const N: usize> = Box<dyn Iterator<Item = io::Result<[u8; N]>>>;

/// Merges runs and the items of memory. An error comes before all items.
fn merged<const N: usize>(runs: Vec<File>, items: Vec<[u8; N]>) -> Sorted<N> {
    let run = |run| -> Sorted<N> {
        let mut run = BufReader::with_capacity(BUFFER, run);
        Box::new(from_fn(move || read(&mut run).transpose()))
    };
    let memory: Sorted<N> = Box::new(items.into_iter().map(Ok));
    let all = runs.into_iter().map(run).chain([memory]);
    Box::new(all.kmerge_by(|one, other| match (one, other) {
        (Ok(one), Ok(other)) => one < other,
        (one, _) => one.is_err(),
    }))
}

/// Reads the next item of a run.
fn read<const N: usize>(run: &mut BufReader<File>) -> io::Result<Option<[u8; N]>> {
    if run.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut item = [0; N];
    run.read_exact(&mut item)?;
    Ok(Some(item))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

    #[test]
    fn items_come_in_order() {
        let mut random = SplitMix64::seed_from_u64(1);
        // In memory, in some runs, and in more runs than are merged at once.
        for (count, memory) in [
            (0, 30),
            (1, 30),
            (10, 30),
            (11, 30),
            (1000, 30),
            (5000, 30),
            (500, 1 << 20),
        ] {
            let mut items: Vec<[u8; 3]> = Vec::new();
            let mut sorter = Sorter::new(&std::env::temp_dir(), memory);
            for _ in 0..count {
                let [a, b, c, ..] = random.next_u64().to_be_bytes();
                let item = [a & 3, b, c];
                items.push(item);
                sorter.push(item).unwrap();
            }
            items.sort_unstable();
            let sorted: io::Result<Vec<_>> = sorter.finish().collect();
            assert_eq!(sorted.unwrap(), items, "{count} items");
        }
    }

    #[test]
    fn memory_doubles_up_to_its_limit() {
        let mut sorter = Sorter::new(&std::env::temp_dir(), 3000);
        let capacities: Vec<_> = (0..3000)
            .map(|_| {
                sorter.push([0]).unwrap();
                sorter.items.capacity()
            })
            .collect();
        let expected = [1024, 1024, 2048, 2048, 3000, 3000];
        assert_eq!(
            [0, 1023, 1024, 2047, 2048, 2999].map(|at| capacities[at]),
            expected
        );
    }
}
