//! [`Pack`]: boards of many positions in registers, and the set operations of chess on them.

use crate::{Direction, Isa, KnightDirection, Writer};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Numbers, one per board of a pack.
pub trait Counts: Copy {
    /// Board by board, modulo 256.
    fn plus(self, other: Self) -> Self;
    /// One number per board, in the order of the boards, as far as the slice goes. At most 255 each.
    fn store(self, counts: &mut [u8]);
}

/// [`BOARDS`](Self::BOARDS) boards at once, in some layout: what an algorithm is written over. Sets are combined with `& | ^ !`,
/// all boards at once.
///
/// Every constructor takes a [`Token`](Self::Token), which proves that the CPU has the instructions. A value exists only where its
/// token existed, so its methods are safe.
///
/// Loads and stores accept slices of any length. Of a longer slice they use the first `BOARDS` boards; missing boards are read
/// as empty and are not written.
///
/// Pass directions as constants where speed matters: they fold away.
pub trait Pack:
    Copy
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
    /// A pack of the same instruction set with fewer boards, for what is left over.
    type Narrow: Pack<Token = Self::Token>;
    /// Numbers, one per board.
    type Counts: Counts;
    /// From how many boards on one pack that is partly empty beats several narrow ones.
    const MIN_BOARDS: usize;
    /// The number of boards.
    const BOARDS: usize;

    /// Returns the token that proves the required CPU features.
    fn token(self) -> Self::Token;

    /// Every board the same.
    fn splat(token: Self::Token, board: u64) -> Self;

    /// The first `BOARDS` boards of a slice; missing ones are empty.
    fn load(token: Self::Token, boards: &[u64]) -> Self;

    /// Writes the boards to the front of a slice, as far as it goes.
    fn store(self, boards: &mut [u64]);

    /// Stores with non-temporal instructions, where the instruction set has them and the slice is aligned to its vectors.
    #[inline(always)]
    fn stream(self, out: Writer<'_, Self::Token, true>) {
        self.store(out.into_slice());
    }

    /// The union of three slices, board by board: cheaper than three loads where loading changes the layout.
    #[inline(always)]
    fn load_union(token: Self::Token, a: &[u64], b: &[u64], c: &[u64]) -> Self {
        Self::load(token, a) | Self::load(token, b) | Self::load(token, c)
    }

    /// The registers as they are, without a change of layout: what [`store_packed`](Self::store_packed) wrote.
    #[inline(always)]
    fn load_packed(token: Self::Token, words: &[u64]) -> Self {
        Self::load(token, words)
    }

    /// Writes the registers as they are, `BOARDS` words. Which word belongs to which board depends on the type.
    #[inline(always)]
    fn store_packed(self, words: &mut [u64]) {
        self.store(words);
    }

    /// A constant next to a value at hand.
    #[inline(always)]
    fn same(self, board: u64) -> Self {
        Self::splat(self.token(), board)
    }

    /// Every square one step on; what would leave the board is dropped.
    fn step(self, direction: Direction) -> Self;

    /// Every square one knight's jump on; what would leave the board is dropped.
    #[inline(always)]
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

    /// The squares that the generators `self` reach over `propagators` in one direction; generators
    /// included, blockers not.
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self;

    /// The members of `self` and all squares beyond them in one direction.
    fn fill(self, direction: Direction) -> Self;

    /// The squares attacked by the sliders `self` in one direction: first blockers included, nothing beyond.
    /// `occupied` must contain the sliders.
    fn attacks(self, occupied: Self, direction: Direction) -> Self;

    /// All ones in every board that is empty, nothing in the others.
    fn empty(self) -> Self;

    /// The number of squares in each board.
    fn count(self) -> Self::Counts;

    /// [`attacks`](Self::attacks) in the four orthogonal directions together.
    fn orthogonal_attacks(self, occupied: Self) -> Self;

    /// [`attacks`](Self::attacks) of `sliders` in the four diagonal directions, added to `self`: adding as
    /// they arise keeps fewer values alive than a union at the end.
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self;

    /// Reads one pack of positions and writes the union of all directions. `occupied` must contain the sliders.
    #[inline(always)]
    fn store_attacks<const NON_TEMPORAL: bool>(
        token: Self::Token,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: Writer<'_, Self::Token, NON_TEMPORAL>,
    ) {
        // In this order few registers are alive at a time: the diagonal sliders are not loaded before they are
        // needed.
        let occupied: Self = occupied.load(token);
        let attacks = Self::load(token, orthogonal).orthogonal_attacks(occupied);
        let attacks = attacks.or_diagonal_attacks(Self::load(token, diagonal), occupied);
        out.write(attacks);
    }

    /// Reads one pack of positions and writes each direction to memory of its own (clockwise from
    /// north). `occupied` must contain the sliders.
    fn store_rays<const NON_TEMPORAL: bool>(
        token: Self::Token,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [Writer<'_, Self::Token, NON_TEMPORAL>; 8],
    );
}

/// The occupied squares of some positions as the union of three slices (all men, and the sliders again,
/// which a caller may have left out).
#[derive(Clone, Copy, Debug)]
pub struct Occupied<'a>(pub &'a [u64], pub &'a [u64], pub &'a [u64]);

impl Occupied<'_> {
    /// The union of the three, board by board.
    #[inline(always)]
    pub fn load<P: Pack>(self, token: P::Token) -> P {
        P::load_union(token, self.0, self.1, self.2)
    }

    /// `BOARDS` boards from `at` on.
    #[inline(always)]
    pub(crate) fn load_at<P: Pack>(self, token: P::Token, at: usize) -> P {
        P::load_union(token, tail(self.0, at), tail(self.1, at), tail(self.2, at))
    }
}

/// What follows position `at`; nothing if the slice ends before, but nothing *at its end*: a masked load from an
/// address that is not mapped, as that of `&[]`, costs a hundred cycles, even if the mask is empty.
#[inline(always)]
pub(crate) fn tail(boards: &[u64], at: usize) -> &[u64] {
    boards.split_at(at.min(boards.len())).1
}

/// A computation that does not know how many boards it handles at once: an instruction set runs it with the
/// [`Pack`] that suits.
///
/// # Speed
/// Mark `run`, and every generic helper that it calls, `#[inline(always)]`: what is not inlined into the
/// function with the instruction set's features is compiled without them, and runs 30 to 100 times slower.
/// The same happens to closures that are called in several places and to `array::map` over packs; write
/// loops over directions out.
pub trait Task {
    /// What the computation returns.
    type Output;

    /// How many boards there are: decides between wide and narrow packs.
    #[inline(always)]
    fn boards(&self) -> usize {
        usize::MAX
    }

    /// Does it, with packs of type `P`.
    fn run<P: Pack>(&mut self, token: P::Token) -> Self::Output;
}
