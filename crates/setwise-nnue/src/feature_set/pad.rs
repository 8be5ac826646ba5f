//! Padded rows of a set, compiled for each instruction set.

use super::memory::Memory;
use crate::rows::{Padded, PaddedInt, RowWriter, few};
use crate::{error::Error, feature_set::FeatureSet, inputs::Input};
use alloc::vec::Vec;
use core::marker::PhantomData;
use setwise_core::{Function, Isa, Pack};

/// Writes padded rows, to be compiled for each instruction set.
pub(crate) struct WriteRows<S, E>(PhantomData<(S, E)>);

/// Positions, and the set of features to write.
pub(crate) struct Job<'a, S: FeatureSet, E> {
    pub(crate) set: &'a S,
    pub(crate) input: Input<'a>,
    pub(crate) memory: &'a mut Memory<S>,
    /// Room for a row and the entries that may be overwritten after it. Rows near the end of the
    /// memory are written here and then copied.
    pub(crate) spare: &'a mut [Vec<E>; 2],
}

impl<S: FeatureSet, E: PaddedInt> Function for WriteRows<S, E> {
    type First<'a> = Job<'a, S, E>;
    type Second<'a> = Padded<'a, E>;
    type Output = Result<(), Error>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(
        token: P::Token,
        job: Job<'_, S, E>,
        mut padded: Padded<'_, E>,
    ) -> Result<(), Error> {
        let (set, input, memory) = (job.set, job.input, job.memory);
        let (stride, filler) = (padded.stride, padded.filler);
        for range in few(input.len()) {
            memory.list::<<P::Token as Isa>::Register, E>(token, set, input, range.clone());
            for index in range {
                let rows = padded.after(index);
                let [one, two] = &mut *job.spare;
                let in_place = rows.first.len() >= one.len();
                let mut row = match in_place {
                    true => RowWriter::one(&mut *rows.first, &mut *rows.second),
                    false => RowWriter::one(one, two),
                };
                memory.write::<<P::Token as Isa>::Register, E>(token, set, input, index, &mut row);
                let features = row.features();
                if features > stride {
                    return Err(Error::RowTooShort {
                        index,
                        features,
                        stride,
                    });
                }
                for (row, spare) in [(rows.first, one), (rows.second, two)] {
                    if in_place {
                        fill(row, features, stride, filler);
                    } else {
                        spare[features..stride].fill(filler);
                        row[..stride].copy_from_slice(&spare[..stride]);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Fills the entries of a row after the features.
#[cfg_attr(not(unoptimized), inline(always))]
fn fill<E: PaddedInt>(row: &mut [E], features: usize, stride: usize, filler: E) {
    // Sixteen at a time, even past the end of the row: a fixed number needs no inner loop.
    let whole = features.next_multiple_of(16);
    if let Some(chunk) = row
        .get_mut(features..)
        .and_then(<[E]>::first_chunk_mut::<16>)
    {
        *chunk = [filler; 16];
    }
    let rest = row.get_mut(whole..).unwrap_or_default();
    let chunks = rest.as_chunks_mut::<16>().0.iter_mut();
    for chunk in chunks.take(stride.saturating_sub(whole).div_ceil(16)) {
        *chunk = [filler; 16];
    }
}
