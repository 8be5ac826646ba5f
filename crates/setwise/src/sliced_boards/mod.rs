//! Boards that stay rank-sliced between operations.

mod layout;
mod operations;

use crate::sliced_boards::layout::{Count, Slice, Unslice};
use setwise_core::LengthMismatch;
use setwise_dispatch::dispatch;

/// The number of boards of a block, for packs of any width.
const BLOCK: usize = 64;

/// Any number of boards in rank-sliced layout. A register holds a rank of 16, 32 or 64 boards: the
/// widest packs of the host, or those of the kernel that
/// [`select_from_env`](crate::selection::select_from_env) forces. Several operations on the same
/// boards then cost one transposition on the way in and one on the way out.
///
/// Operations work board by board, on all boards. All operands must have the same number of boards.
///
/// ```
/// use setwise::{Direction, SlicedBoards};
///
/// // A rook on a1 and one on a2; a piece on a5.
/// let rooks = SlicedBoards::from_boards(&[1, 1 << 8]);
/// let occupied = SlicedBoards::from_boards(&[1 | 1 << 32, 1 << 8 | 1 << 32]);
/// let mut attacked = SlicedBoards::empty(2);
/// attacked.set_attacks(&rooks, &occupied, Direction::North)?;
/// assert_eq!(attacked.to_boards(), [0x1_0101_0100, 0x1_0101_0000]);
/// attacked.intersect(&occupied)?;
/// assert_eq!(attacked.counts(), [1, 1]);
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[derive(Debug)]
pub struct SlicedBoards {
    memory: Vec<u64>,
    /// The index in `memory` at which the boards begin, at a multiple of 64 bytes.
    start: usize,
    /// The number of boards. The last block may have room for more.
    len: usize,
}

impl SlicedBoards {
    /// Returns `len` empty boards.
    ///
    /// # Panics
    /// The boards take more than `isize::MAX` bytes. (`vec!` panics in the same way.)
    pub fn empty(len: usize) -> Self {
        let memory = vec![0; room(len).saturating_add(7)];
        let start = memory.as_ptr().align_offset(64).min(7);
        Self { memory, start, len }
    }

    /// Returns the boards of a slice.
    pub fn from_boards(boards: &[u64]) -> Self {
        let mut sliced = Self::empty(boards.len());
        let out = sliced.words_mut();
        dispatch(Slice { boards, out });
        sliced
    }

    /// Returns the number of boards.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there is no board. (For the number of squares in each board see
    /// [`counts`](Self::counts).)
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes the boards to a slice.
    ///
    /// # Errors
    /// The lengths differ; nothing is written.
    pub fn store(&self, out: &mut [u64]) -> Result<(), LengthMismatch> {
        LengthMismatch::check("out", out.len(), self.len)?;
        let words = self.words();
        dispatch(Unslice { words, out });
        Ok(())
    }

    /// Returns the boards, in their order.
    pub fn to_boards(&self) -> Vec<u64> {
        let mut out = vec![0; self.len];
        let (words, boards) = (self.words(), &mut out[..]);
        dispatch(Unslice { words, out: boards });
        out
    }

    /// Returns the number of squares in each board.
    pub fn counts(&self) -> Vec<u8> {
        let mut counts = vec![0; self.len];
        let (words, out) = (self.words(), &mut counts[..]);
        dispatch(Count { words, counts: out });
        counts
    }

    fn words(&self) -> &[u64] {
        &self.memory[self.start..][..room(self.len)]
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.memory[self.start..][..room(self.len)]
    }
}

/// Returns the words that `len` boards take, in whole blocks; saturated, so that allocation fails.
fn room(len: usize) -> usize {
    len.checked_next_multiple_of(BLOCK).unwrap_or(usize::MAX)
}

impl Clone for SlicedBoards {
    fn clone(&self) -> Self {
        let mut copy = Self::empty(self.len);
        copy.words_mut().copy_from_slice(self.words());
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_conformance::Rng;
    use setwise_core::{Direction, Sliders, oracle};

    fn noise(n: usize, seed: u64) -> Vec<u64> {
        let mut rng = Rng::new(seed);
        (0..n).map(|_| rng.next_u64() & rng.next_u64()).collect()
    }

    fn each(a: &[u64], b: &[u64], f: impl Fn(u64, u64) -> u64) -> Vec<u64> {
        a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
    }

    #[test]
    fn every_operation_at_every_length() -> Result<(), LengthMismatch> {
        for n in (0..=130).chain([1000]) {
            let (a, b, c) = (noise(n, 1), noise(n, 2), noise(n, 3));
            let sliced = [&a, &b, &c].map(|boards| SlicedBoards::from_boards(boards));
            let [sa, sb, sc] = &sliced;
            assert_eq!(
                (sa.len(), sa.is_empty(), sa.to_boards()),
                (n, n == 0, a.clone())
            );
            assert_eq!(sa.words().as_ptr().align_offset(64), 0);
            let counts: Vec<u8> = a.iter().map(|board| board.count_ones() as u8).collect();
            assert_eq!(sa.counts(), counts);
            let mut x = sa.clone();
            x.intersect(sb)?;
            assert_eq!(x.to_boards(), each(&a, &b, |a, b| a & b));
            x.unite(sc)?;
            let united = each(&each(&a, &b, |a, b| a & b), &c, |x, c| x | c);
            assert_eq!(x.to_boards(), united);
            x.remove(sb)?;
            let removed = each(&united, &b, |x, b| x & !b);
            assert_eq!(x.to_boards(), removed);
            x.toggle(sa)?;
            assert_eq!(x.to_boards(), each(&removed, &a, |x, a| x ^ a));
            for d in Direction::ALL {
                x.set_step(sa, d)?;
                assert_eq!(x.to_boards(), each(&a, &a, |a, _| oracle::step(a, d)));
                x.set_occluded_fill(sa, sb, d)?;
                assert_eq!(
                    x.to_boards(),
                    each(&a, &b, |a, b| oracle::occluded_fill(a, b, d))
                );
                x.set_attacks(sa, sb, d)?;
                assert_eq!(
                    x.to_boards(),
                    each(&a, &b, |a, b| oracle::attacks(a, a | b, d))
                );
                x.set_xray_attacks(sa, sc, sb, d)?;
                let walked = |i: usize| {
                    let occupied = a[i] | c[i];
                    let walk = |from| oracle::attacks(from, occupied, d);
                    let sliders = setwise_core::Squares(a[i]);
                    let each = sliders.map(|s| walk(walk(s.bit()) & occupied & b[i]));
                    each.fold(0, |all, seen| all | seen)
                };
                assert_eq!(x.to_boards(), (0..n).map(walked).collect::<Vec<_>>());
            }
            x.set_all_attacks(sa, sb, sc)?;
            let mut out = vec![0; n];
            x.store(&mut out)?;
            for i in 0..n {
                let sliders = Sliders {
                    orthogonal: a[i],
                    diagonal: b[i],
                };
                assert_eq!(out[i], oracle::ray_attacks(sliders, c[i]).union());
            }
        }
        Ok(())
    }

    #[test]
    fn lengths_that_differ() {
        let mut two = SlicedBoards::from_boards(&[1, 2]);
        let three = SlicedBoards::empty(3);
        let error = two.intersect(&three).unwrap_err();
        assert_eq!(error.to_string(), "`other` has length 3, but goes with 2");
        let error = two.clone().set_all_attacks(&two, &three, &two).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`diagonal` has length 3, but goes with 2"
        );
        assert!(two.store(&mut [0; 3]).is_err());
        assert_eq!(two.to_boards(), [1, 2]);
    }

    /// An operation on up to three sets.
    type Operation = fn(&mut SlicedBoards, [&SlicedBoards; 3]) -> Result<(), LengthMismatch>;

    #[test]
    fn every_operand_of_another_length_is_refused() {
        const NORTH: Direction = Direction::North;
        let operations: [(usize, Operation); 9] = [
            (1, |x, [a, ..]| x.intersect(a)),
            (1, |x, [a, ..]| x.unite(a)),
            (1, |x, [a, ..]| x.remove(a)),
            (1, |x, [a, ..]| x.toggle(a)),
            (1, |x, [a, ..]| x.set_step(a, NORTH)),
            (2, |x, [a, b, _]| x.set_occluded_fill(a, b, NORTH)),
            (2, |x, [a, b, _]| x.set_attacks(a, b, NORTH)),
            (3, |x, [a, b, c]| x.set_xray_attacks(a, b, c, NORTH)),
            (3, |x, [a, b, c]| x.set_all_attacks(a, b, c)),
        ];
        let boards = noise(70, 4);
        let right = SlicedBoards::from_boards(&boards);
        for (operands, operation) in operations {
            for len in [0, 1, 69, 71, 200] {
                let other = SlicedBoards::empty(len);
                for wrong in 0..operands {
                    let mut sets = [&right; 3];
                    sets[wrong] = &other;
                    let mut result = right.clone();
                    let error = operation(&mut result, sets).unwrap_err();
                    assert_eq!((error.found, error.expected), (len, 70));
                    assert_eq!(result.to_boards(), boards);
                }
            }
            operation(&mut right.clone(), [&right; 3]).unwrap();
        }
    }

    #[test]
    #[should_panic(expected = "capacity overflow")]
    fn more_boards_than_memory_can_hold() {
        let _ = SlicedBoards::empty(usize::MAX);
    }

    #[test]
    #[should_panic(expected = "capacity overflow")]
    fn boards_of_more_bytes_than_a_slice_may_have() {
        let _ = SlicedBoards::empty(usize::MAX / 8);
    }
}
