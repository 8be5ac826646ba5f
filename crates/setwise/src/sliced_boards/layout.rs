//! Boards to and from rank-sliced layout, and their counts.

use setwise_core::{Counts, Pack, Task};

/// Transposes boards into packed ones.
pub(super) struct Slice<'a> {
    pub(super) boards: &'a [u64],
    pub(super) out: &'a mut [u64],
}

impl Task for Slice<'_> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<P: Pack>(&mut self, token: P::Token) {
        let boards = self.boards.chunks(P::BOARDS);
        for (boards, out) in boards.zip(self.out.chunks_mut(P::BOARDS)) {
            P::load(token, boards).store_packed(out);
        }
    }
}

/// Transposes packed boards into plain ones.
pub(super) struct Unslice<'a> {
    pub(super) words: &'a [u64],
    pub(super) out: &'a mut [u64],
}

impl Task for Unslice<'_> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<P: Pack>(&mut self, token: P::Token) {
        let words = self.words.chunks(P::BOARDS);
        for (words, out) in words.zip(self.out.chunks_mut(P::BOARDS)) {
            P::load_packed(token, words).store(out);
        }
    }
}

/// Counts the squares in each of some packed boards.
pub(super) struct Count<'a> {
    pub(super) words: &'a [u64],
    pub(super) counts: &'a mut [u8],
}

impl Task for Count<'_> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<P: Pack>(&mut self, token: P::Token) {
        let words = self.words.chunks(P::BOARDS);
        for (words, counts) in words.zip(self.counts.chunks_mut(P::BOARDS)) {
            P::load_packed(token, words).count().store(counts);
        }
    }
}
