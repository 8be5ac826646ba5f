//! Sets of threats: which piece attacks which.

mod edges;
mod edges_vector;
mod geometry;
mod indices;
mod indices_by_table;
mod indices_vector;
mod neighbors;
mod optional;
mod tables;

use crate::error::PositionError;
use crate::feature_set::extract::{append, by_rows};
use crate::feature_set::{ByRows, FeatureSet};
use crate::inputs::{Boards, Input};
use crate::rows::{AT_ONCE, Index, Levels, RowWriter};
use crate::sets::pairs::edges::{Edges, FULL};
use crate::sets::requirements::KINGS_AND_PAWNS;
use alloc::boxed::Box;
use core::{fmt, marker::PhantomData, ops::Range};
use edges::MAX_EDGES;
use setwise_core::{ByteVector, Scalar};
use setwise_threats::Targets;
use tables::Tables;

/// A set of threats. A feature is: a piece of some color and role on some square attacks a piece of
/// some color and role on some other square.
///
/// # Orientation
/// Squares and colors are those that the perspective sees: for Black the ranks are reversed and the
/// colors exchanged. If the king of the perspective is then on one of the files e to h, files are
/// mirrored as well.
///
/// # Threats that do not count
/// * Pairs of roles that the set leaves out (see [`FullThreats`], [`FullThreats60144`] and
///   [`FullThreats79856`]).
/// * Of two pieces that attack each other because they have the same role (pawns: of different
///   colors) only the attack of the piece on the greater square counts.
///
/// # Index
/// The index is b + n s + o + k:
/// * s is the number of attacks of the role on an empty board, summed over all squares: pawn 84
///   (ranks 2 to 7), knight 336, bishop 560, rook 896, queen 1456, king 420;
/// * n is the number of the target: the number of the attacked role among those that count for the
///   attacker (pawn first), plus the number of these roles if the attacked piece is the opponent's;
/// * b is the number of features of all attackers before this one: own pawn to own king, then those
///   of the opponent. An attacker has 2 s features for each role that counts;
/// * o is the number of attacks on an empty board from all squares below the attacker's;
/// * k is the number of those from its square to squares below the attacked one.
///
/// # Order
/// First attacks along ranks and files in which the attacker stands on the lower square, then those
/// along diagonals and anti-diagonals; then attacks along ranks and files from the upper square,
/// then along diagonals and anti-diagonals; at last those of knights. Mutual attacks of sliders
/// stand where the attack from the upper square would, those of pawns where the attack from the
/// lower square would. Within such a group the pairs are in the order of their lower squares: along
/// ranks a1, b1, …, h8; then along files a1, a2, …, h8. Along diagonals they are by rank minus file
/// (modulo 8), then by file; along anti-diagonals by rank plus file (modulo 8), then by rank.
/// Attacks of knights are in the order of the attackers' squares, then of the attacked ones.
/// Squares are those that the first perspective sees, without its mirror.
pub struct Threats<R>(PhantomData<R>);

impl<R> Threats<R> {
    /// Returns the set.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R> Default for Threats<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R> Clone for Threats<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Threats<R> {}

impl<R: ThreatRule> fmt::Debug for Threats<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(R::NAME)
    }
}

/// Which pairs of roles count in a set of [`Threats`].
pub trait ThreatRule: sealed::Rule + Send + Sync + 'static {}

mod sealed {
    use super::{Tables, Targets};
    use setwise_threats::ThreatSet;

    pub trait Rule {
        const NAME: &'static str;
        /// The set of `setwise-threats`, for single moves. It defines the pairs that count.
        type Set: ThreatSet;
        const TARGETS: Targets = Self::Set::TARGETS;
        #[expect(private_interfaces, reason = "the trait is sealed")]
        const TABLES: &'static Tables = &Tables::new(&Self::TARGETS, Self::Set::SIZE);
    }
}

macro_rules! rules {
    ($(
        $(#[$doc:meta])*
        $set:ident: $rule:ident, $name:literal;
    )*) => {$(
        $(#[$doc])*
        pub type $set = Threats<$rule>;

        #[doc = concat!("The rule of [`", stringify!($set), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub enum $rule {}

        impl sealed::Rule for $rule {
            const NAME: &'static str = $name;
            type Set = setwise_threats::$set;
        }

        impl ThreatRule for $rule {}
    )*};
}

rules! {
    /// 59,808 threats ([`Threats`]): Stockfish since revision `762dd1da` (2026) calls them
    /// `FullThreats`, nnue-pytorch `Full_Threats`. Relations of pawns to pawns are
    /// [`PawnPairs`](crate::PawnPairs) there. Kings neither attack nor are attacked;
    /// [`setwise_threats::FullThreats`] has the pairs that count.
    FullThreats: FullThreatsRule, "full-threats";

    /// 60,144 threats ([`Threats`]): Stockfish at revision `83e42045a` (2026). Kings neither attack
    /// nor are attacked; [`setwise_threats::FullThreats60144`] has the pairs that count.
    FullThreats60144: FullThreats60144Rule, "full-threats-60144";

    /// 79,856 threats ([`Threats`]): Stockfish at revision `8e5392d79` (2025). The indices need
    /// more than 16 bits. [`setwise_threats::FullThreats79856`] has the pairs that count.
    FullThreats79856: FullThreats79856Rule, "full-threats-79856";
}

impl<R: ThreatRule> FeatureSet for Threats<R> {
    type Scratch = Box<Edges>;
    type Rows = Self;

    fn name(&self) -> &'static str {
        R::NAME
    }

    fn size(&self) -> u32 {
        R::TABLES.size
    }

    fn max_active(&self) -> usize {
        MAX_EDGES
    }

    /// The features are defined for positions with one king of each color and without pawns on the
    /// first and the last rank.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn check(&self, boards: &Boards) -> Result<(), PositionError> {
        KINGS_AND_PAWNS.check(boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn known_to_pass<V: ByteVector>(&self, token: V::Token, boards: &[Boards]) -> bool {
        KINGS_AND_PAWNS.known_to_pass::<V>(token, boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn extract<V: ByteVector, T: Index>(
        &self,
        token: V::Token,
        boards: &[Boards],
        edges: &mut Self::Scratch,
        rows: &mut RowWriter<'_, T>,
    ) {
        if const { by_rows::<Self, V>() } {
            return append::<Self, V, T>(token, self, Input::Boards(boards), edges, rows);
        }
        let mut list = List::<R, V, T> {
            token,
            edges,
            count: 0,
            rows,
            rule: PhantomData,
        };
        if const { V::FAST_COMPRESS && V::LANES == 8 } {
            for boards in boards {
                list.append_compressed(boards);
            }
        } else {
            for boards in boards.chunks(V::LANES) {
                list.append_neighbors(boards);
            }
        }
        list.flush();
    }
}

impl<R: ThreatRule> ByRows<Self> for Threats<R> {
    const ON: Levels = Levels::WithoutWords;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn list<V: ByteVector, T: Index>(
        _: &Self,
        token: V::Token,
        input: Input<'_>,
        range: Range<usize>,
        edges: &mut Box<Edges>,
    ) {
        if let Input::Boards(boards) = input {
            let (mut number, mut end) = (0, 0);
            for boards in boards[range].chunks(V::LANES) {
                let groups = neighbors::groups::<V>(token, R::TABLES, boards);
                for (lane, boards) in boards.iter().enumerate() {
                    end = edges::append::<V>(token, R::TABLES, boards, &groups, lane, edges, end);
                    edges.ends[number % AT_ONCE] = end;
                    number += 1;
                }
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn write<V: ByteVector, T: Index>(
        _: &Self,
        _: V::Token,
        _: Input<'_>,
        number: usize,
        edges: &Box<Edges>,
        rows: &mut RowWriter<'_, T>,
    ) {
        indices::append_scalar(R::TABLES, edges, number % AT_ONCE, rows);
    }
}

/// Edges of some positions whose indices have not been computed yet, and the rows that the indices
/// are for.
struct List<'a, 'b, R, V: ByteVector, T> {
    token: V::Token,
    edges: &'a mut Edges,
    count: usize,
    rows: &'a mut RowWriter<'b, T>,
    rule: PhantomData<R>,
}

impl<R: ThreatRule, V: ByteVector, T: Index> List<'_, '_, R, V, T> {
    /// Appends the edges of a position and ends its row, with vectors of 64 bytes that can be
    /// compressed.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn append_compressed(&mut self, boards: &Boards) {
        let edges = &mut *self.edges;
        let end = edges_vector::append::<V>(self.token, R::TABLES, boards, edges, self.count);
        let end = end.unwrap_or_else(|| append_unusual::<R>(boards, edges, self.count));
        self.end_row(end);
    }

    /// Appends the edges of at most as many positions as a register has lanes, and ends their rows.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn append_neighbors(&mut self, boards: &[Boards]) {
        let groups = neighbors::groups::<V>(self.token, R::TABLES, boards);
        for (lane, boards) in boards.iter().enumerate() {
            let end = edges::append::<V>(
                self.token,
                R::TABLES,
                boards,
                &groups,
                lane,
                self.edges,
                self.count,
            );
            self.end_row(end);
        }
    }

    /// Ends a row whose edges end at this number, and computes indices if there are many edges.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn end_row(&mut self, end: usize) {
        self.rows.end_row_at(self.rows.features() + end);
        self.count = end;
        if end > FULL {
            self.flush();
        }
    }

    /// Computes the indices of the edges.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn flush(&mut self) {
        append_indices::<R, V, T>(self.token, self.edges, self.count, self.rows);
        self.count = 0;
    }
}

/// Appends the edges of a position with more pieces or edges than a register holds, by scalar
/// code. Returns the new number of edges.
#[cold]
#[inline(never)]
fn append_unusual<R: ThreatRule>(boards: &Boards, edges: &mut Edges, count: usize) -> usize {
    let groups = neighbors::groups::<u64>(Scalar, R::TABLES, core::slice::from_ref(boards));
    edges::append::<u64>(Scalar, R::TABLES, boards, &groups, 0, edges, count)
}

#[cfg_attr(not(unoptimized), inline(always))]
fn append_indices<R: ThreatRule, V: ByteVector, T: Index>(
    token: V::Token,
    edges: &Edges,
    count: usize,
    rows: &mut RowWriter<'_, T>,
) {
    if const { size_of::<T>() == 0 } {
        rows.advance(count);
        return;
    }
    if const { V::FAST_WORDS && V::LANES <= indices_by_table::MAX_LANES } {
        indices_by_table::append::<V, T>(token, R::TABLES, edges, count, rows);
    } else {
        indices_vector::append::<V, T>(token, R::TABLES, edges, count, rows);
    }
}
