//! Kernels of whole batches written by hand in `core::arch`, as an engine author would write them
//! without this library: in natural layout, a board per lane of 64 bits, and in ranks, a register
//! per rank with a byte of each board.

mod avx2;
mod avx512;

pub(crate) use avx2::{NaturalAvx2, RanksAvx2};
pub(crate) use avx512::{NaturalAvx512, RanksAvx512};

/// Runs `kernel` on each block of `N` boards. The last block is copied to memory that is filled up
/// with empty boards.
#[inline(always)]
fn blocks<const N: usize, const A: usize>(
    inputs: [&[u64]; A],
    out: &mut [u64],
    kernel: impl Fn([&[u64; N]; A], &mut [u64; N]),
) {
    let (whole, rest) = out.as_chunks_mut::<N>();
    let start = whole.len() * N;
    for (i, out) in whole.iter_mut().enumerate() {
        kernel(inputs.map(|input| &input.as_chunks::<N>().0[i]), out);
    }
    if !rest.is_empty() {
        let padded = inputs.map(|input| {
            let mut block = [0; N];
            block[..rest.len()].copy_from_slice(&input[start..]);
            block
        });
        let mut block = [0; N];
        kernel(padded.each_ref(), &mut block);
        rest.copy_from_slice(&block[..rest.len()]);
    }
}
