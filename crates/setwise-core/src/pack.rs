//! [`Pack`]: boards of many positions in registers, and the set operations of chess on them.

use crate::columns::{Occupied, PackWriter};
use crate::direction::{Direction, KnightDirection};
use crate::{isa::Isa, sealed::Sealed};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Numbers, one per board of a pack.
pub trait Counts: Copy {
    /// Adds board by board, modulo 256.
    fn plus(self, other: Self) -> Self;
    /// Writes one number per board, each at most 255, to the front of a slice.
    fn store(self, counts: &mut [u8]);
}

/// [`BOARDS`](Self::BOARDS) boards at once, in some layout. Algorithms are written over this trait.
/// The operators `& | ^ !` combine sets, on all boards at once.
///
/// Every constructor takes a [`Token`](Self::Token), which proves that the CPU has the
/// instructions. A value exists only where its token existed, so its methods are safe.
///
/// Loads and stores accept slices of any length. Of a longer slice they use the first `BOARDS`
/// boards; missing boards are read as empty and are not written.
///
/// Pass directions as constants where speed matters, because constants fold away.
pub trait Pack:
    Sealed
    + Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The zero-sized token of the instruction set.
    type Token: Isa;
    /// A pack of the same instruction set with fewer boards, for the rest of a batch.
    type Narrow: Pack<Token = Self::Token>;
    /// Numbers, one per board.
    type Counts: Counts;
    /// The number of boards from which one partly filled pack is faster than several narrow ones.
    const MIN_BOARDS: usize;
    /// The number of boards.
    const BOARDS: usize;

    /// Returns the token that proves the required CPU features.
    fn token(self) -> Self::Token;

    /// Broadcasts `board` to every board of the pack.
    fn splat(token: Self::Token, board: u64) -> Self;

    /// Loads the first `BOARDS` boards of a slice; missing ones are empty.
    fn load(token: Self::Token, boards: &[u64]) -> Self;

    /// Writes the boards to the front of a slice, or those that fit.
    fn store(self, boards: &mut [u64]);

    /// Writes the boards, with non-temporal stores if there are any and the slice is aligned.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn stream(self, out: PackWriter<'_, Self::Token, true>) {
        self.store(out.into_slice());
    }

    /// Loads the union of three slices: cheaper than three loads where loading changes the layout.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_union(token: Self::Token, a: &[u64], b: &[u64], c: &[u64]) -> Self {
        Self::load(token, a) | Self::load(token, b) | Self::load(token, c)
    }

    /// Loads registers that [`store_packed`](Self::store_packed) wrote, without a change of layout.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_packed(token: Self::Token, words: &[u64]) -> Self {
        Self::load(token, words)
    }

    /// Writes the registers without a change of layout, `BOARDS` words in unspecified order.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_packed(self, words: &mut [u64]) {
        self.store(words);
    }

    /// Broadcasts `board`, reusing the token of `self`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn same(self, board: u64) -> Self {
        Self::splat(self.token(), board)
    }

    /// Moves every square one step. Squares that would leave the board are dropped.
    fn step(self, direction: Direction) -> Self;

    /// Moves every square one knight's jump. Squares that would leave the board are dropped.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn jump(self, direction: KnightDirection) -> Self {
        let [straight, slant] = match direction {
            KnightDirection::NorthNorthEast => [Direction::North, Direction::NorthEast],
            KnightDirection::EastNorthEast => [Direction::East, Direction::NorthEast],
            KnightDirection::EastSouthEast => [Direction::East, Direction::SouthEast],
            KnightDirection::SouthSouthEast => [Direction::South, Direction::SouthEast],
            KnightDirection::SouthSouthWest => [Direction::South, Direction::SouthWest],
            KnightDirection::WestSouthWest => [Direction::West, Direction::SouthWest],
            KnightDirection::WestNorthWest => [Direction::West, Direction::NorthWest],
            KnightDirection::NorthNorthWest => [Direction::North, Direction::NorthWest],
        };
        self.step(straight).step(slant)
    }

    /// Returns the squares that the generators `self` reach over `propagators` in one direction.
    /// Generators are included, blockers are not.
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self;

    /// Returns the members of `self` and all squares beyond them in one direction.
    fn fill(self, direction: Direction) -> Self;

    /// Returns the squares that the sliders `self` attack in one direction, the first blocker of
    /// each ray included. `occupied` must contain the sliders.
    fn attacks(self, occupied: Self, direction: Direction) -> Self;

    /// Returns all ones in every empty board, and zeros in the others.
    fn empty(self) -> Self;

    /// Returns the number of squares in each board.
    fn count(self) -> Self::Counts;

    /// Returns the union of [`attacks`](Self::attacks) in the four orthogonal directions.
    fn orthogonal_attacks(self, occupied: Self) -> Self;

    /// Adds the [`attacks`](Self::attacks) of `sliders` in the four diagonal directions to `self`.
    /// Adding one direction at a time keeps fewer values alive than a union at the end.
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self;

    /// Reads a pack and writes the union of all directions. `occupied` must contain the sliders.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_attacks<const NON_TEMPORAL: bool>(
        token: Self::Token,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: PackWriter<'_, Self::Token, NON_TEMPORAL>,
    ) {
        // This order keeps few registers alive, because the diagonal sliders are loaded last.
        let occupied: Self = occupied.load(token);
        let attacks = Self::load(token, orthogonal).orthogonal_attacks(occupied);
        let attacks = attacks.or_diagonal_attacks(Self::load(token, diagonal), occupied);
        out.write(attacks);
    }

    /// Reads one pack of positions and writes each direction to a separate slice, clockwise from
    /// north. `occupied` must contain the sliders.
    fn store_rays<const NON_TEMPORAL: bool>(
        token: Self::Token,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [PackWriter<'_, Self::Token, NON_TEMPORAL>; 8],
    );
}

/// A computation over packs of any width, run with the [`Pack`] that suits the number of boards.
///
/// # Speed
/// Mark `run`, and every generic helper that it calls, `#[inline(always)]`. A helper that is not
/// inlined is compiled without the features of the instruction set, and runs 30 to 100 times
/// slower. The same happens to closures that are called in several places and to `array::map` over
/// packs. Write out loops over directions. (docs/notes/inlining.md has the measurements.)
pub trait Task {
    /// The result.
    type Output;

    /// Returns the number of boards, which decides between wide and narrow packs.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self) -> usize {
        usize::MAX
    }

    /// Does the work, with packs of type `P`.
    fn run<P: Pack>(&mut self, token: P::Token) -> Self::Output;
}
