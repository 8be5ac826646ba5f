//! From edges to indices with vectors of bytes: as many edges at a time, of any positions, as a
//! register has bytes.

use super::geometry::{
    BISHOP, JUMPS, JUMPS_FROM, KING, KNIGHT, OFFSETS, STEPS, WHITE_PAWN, difference, on_board,
};
use super::tables::{Bases, NOT_MUTUAL, Tables};
use crate::rows::{Index, RowWriter};
use crate::sets::pairs::view::MIRRORED;
use crate::{sets::pairs::byte_table::tables, sets::pairs::edges::Edges};
use setwise_core::{ByteVector, WordTable, const_array, const_for};
use setwise_threats::internal::{AS_KING, AS_PAWN, JUMPING, MOVES_DIAGONALLY, MOVES_STRAIGHT};

tables! {
    /// By target minus source, modulo 64: the jumps to lower targets, as bits.
    JUMPS_BELOW: |i| below(&JUMPS, i);
    /// The steps of a king from a square that stay on the board, as bits in ascending order of the
    /// target.
    STEPS_FROM: |i| on_board(&STEPS, i);
    /// By target minus source, modulo 64: the steps to lower targets, as bits.
    STEPS_BELOW: |i| below(&STEPS, i);
    /// The number of attacks of pawns on squares below this one. Those of both colors have the same
    /// numbers.
    PAWN_OFFSETS: |i| OFFSETS[WHITE_PAWN][i];
}

/// The jumps or steps to lower targets than the one of some difference of squares, modulo 64, as
/// bits.
const fn below(jumps: &[(i32, i32); 8], squares: usize) -> u8 {
    let mut below = 0;
    const_for!(i, 8, {
        if (difference(jumps[i]) & 63) as usize == squares {
            below = (1u8 << i) - 1;
        }
    });
    below
}

const fn offsets(kind: usize) -> WordTable<64> {
    WordTable::new(const_array!(from, 64, OFFSETS[kind][from]))
}

static KNIGHT_OFFSETS: WordTable<64> = offsets(KNIGHT);
static BISHOP_OFFSETS: WordTable<64> = offsets(BISHOP);
static KING_OFFSETS: WordTable<64> = offsets(KING);
/// A rook attacks 14 squares from each square.
const ROOK_ATTACKS: u8 = 14;

/// Whether the attackers move in some way.
#[derive(Clone, Copy)]
struct Movers<M> {
    diagonally: M,
    straight: M,
    jumping: M,
    as_pawn: M,
    /// `None` in sets without attacks of kings.
    as_king: Option<M>,
}

/// Looks up pairs in a table of the first 128. The other pairs are attacks of kings, and have the
/// value `of_kings`.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn look_up_pairs<V: ByteVector>(
    token: V::Token,
    tables: &Tables,
    pairs: V,
    table: &[u8; 128],
    of_kings: u8,
) -> V {
    let found = pairs.look_up_128(table);
    if tables.kings_attack {
        let of_kings = V::splat_byte(token, of_kings);
        V::select(pairs.less(V::splat(token, 0)), of_kings, found)
    } else {
        found
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn append<V: ByteVector, T: Index>(
    token: V::Token,
    tables: &Tables,
    edges: &Edges,
    count: usize,
    rows: &mut RowWriter<'_, T>,
) {
    let byte = |byte| V::splat_byte(token, byte);
    let size = 8 * V::LANES;
    let (first, second) = rows.tail();
    let mut at = 0;
    while at < count {
        let columns = [&edges.from, &edges.to, &edges.pair].map(|column| column.get(at..at + size));
        let ([Some(from), Some(to), Some(pair)], Some(first), Some(second)) = (
            columns,
            first.get_mut(at..at + size),
            second.get_mut(at..at + size),
        ) else {
            return;
        };
        let load = |bytes: &[u8]| V::load_bytes(token, bytes);
        let (from, to, pair) = (load(from), load(to), load(pair));
        let mirrored = from.intersects(byte(MIRRORED));
        let (from, to) = (from & byte(63), to & byte(63));
        let other = V::select(mirrored, byte(63), byte(56));
        let (exchanged, _) = tables.exchanged.as_chunks::<128>();
        let exchanged = look_up_pairs(token, tables, pair, &exchanged[0], NOT_MUTUAL);
        // Pairs of two kings do not occur, so the numbers of mutual pairs are below 128, and
        // NOT_MUTUAL is -1 as a signed number.
        let mutual = byte(NOT_MUTUAL).less(exchanged);
        let flags = look_up_pairs(token, tables, pair, &tables.flags, AS_KING);
        let movers = Movers {
            diagonally: flags.intersects(byte(MOVES_DIAGONALLY)),
            straight: flags.intersects(byte(MOVES_STRAIGHT)),
            jumping: flags.intersects(byte(JUMPING)),
            as_pawn: flags.intersects(byte(AS_PAWN)),
            as_king: tables.kings_attack.then(|| flags.intersects(byte(AS_KING))),
        };
        let pairs = Pairs {
            pair,
            exchanged,
            mutual,
            movers,
        };
        append_side::<V, T>(token, &tables.bases_in_words[0], from, to, &pairs, first);
        let (from, to) = (from ^ other, to ^ other);
        append_side::<V, T>(token, &tables.bases_in_words[1], from, to, &pairs, second);
        at += size;
    }
    rows.advance(count);
}

/// The pairs of pieces of some edges.
struct Pairs<V: ByteVector> {
    pair: V,
    /// The pairs with their ends exchanged.
    exchanged: V,
    /// Where one of two attacks counts, the one from the greater square as the perspective sees
    /// it.
    mutual: V::Mask,
    movers: Movers<V::Mask>,
}

/// Appends the indices of a perspective, for squares as it sees them.
#[cfg_attr(not(unoptimized), inline(always))]
fn append_side<V: ByteVector, T: Index>(
    token: V::Token,
    bases: &Bases,
    from: V,
    to: V,
    pairs: &Pairs<V>,
    out: &mut [T],
) {
    let exchange = pairs.mutual & from.less(to);
    let (from, to) = (V::select(exchange, to, from), V::select(exchange, from, to));
    let pair = V::select(exchange, pairs.exchanged, pairs.pair);
    let below = attacks_below(token, from, to, pairs.movers);
    store(token, bases, [from, pair, below], pairs.movers, out);
}

/// `x + y` where the mask is true, else `x`.
#[cfg_attr(not(unoptimized), inline(always))]
fn add_where<V: ByteVector>(mask: V::Mask, x: V, y: V) -> V {
    V::select(mask, x.add_bytes(y), x)
}

/// The number of attacks from the same square to squares below the target; for pawns including
/// those from lower squares.
#[cfg_attr(not(unoptimized), inline(always))]
fn attacks_below<V: ByteVector>(token: V::Token, from: V, to: V, movers: Movers<V::Mask>) -> V {
    let byte = |byte| V::splat_byte(token, byte);
    let (one, seven) = (byte(1), byte(7));
    let (file, to_file) = (from & seven, to & seven);
    let (rank, to_rank) = (from.shr(3) & seven, to.shr(3) & seven);
    let east = file.less(to_file);
    let not_west = !to_file.less(file);
    let south = to_rank.less(rank);
    let north = rank.less(to_rank);
    let level = !(south | north);

    // A rook: one square of each rank below, seven of its own rank, less itself.
    let rook = add_where(north, to_rank, byte(6));
    let rook = add_where(level, rook, to_file);
    let rook = add_where(east & !level, rook, one);
    let rook = V::select(east & level, rook.sub_bytes(one), rook);

    // A bishop: of the diagonals to the south what is below the target, and of those to the north.
    let (to_east, to_north) = (seven ^ file, seven ^ rank);
    let ranks_down = rank.saturating_sub_bytes(to_rank);
    let to_the_left = add_where(not_west & south, rank.min_bytes(file), one);
    let below = to_the_left
        .saturating_sub_bytes(ranks_down)
        .add_bytes(rank.min_bytes(to_east).saturating_sub_bytes(ranks_down));
    let ranks_between = to_rank.sub_bytes(rank).sub_bytes(one);
    let above = add_where(not_west, ranks_between, one)
        .min_bytes(to_north.min_bytes(file))
        .add_bytes(ranks_between.min_bytes(to_north.min_bytes(to_east)));
    let bishop = add_where(north, below, above);

    let difference = to.sub_bytes(from) & byte(63);
    let lower_jumps = difference.look_up_64(&JUMPS_BELOW.0) & from.look_up_64(&JUMPS_FROM.0);
    let lower_targets = match movers.as_king {
        Some(as_king) => {
            let lower_steps =
                difference.look_up_64(&STEPS_BELOW.0) & from.look_up_64(&STEPS_FROM.0);
            V::select(as_king, lower_steps, lower_jumps)
        }
        None => lower_jumps,
    };
    let pawn = from.look_up_64(&PAWN_OFFSETS.0);
    // A pawn on file a attacks only to the east.
    let pawn = add_where(east & from.intersects(seven), pawn, one);

    let sum = V::select(movers.diagonally, bishop, byte(0));
    let sum = add_where(movers.straight, sum, rook);
    let stepping = movers
        .as_king
        .map_or(movers.jumping, |as_king| movers.jumping | as_king);
    let sum = V::select(stepping, lower_targets.count_bytes(), sum);
    V::select(movers.as_pawn, pawn, sum)
}

/// Adds up and stores the indices of some edges.
#[cfg_attr(not(unoptimized), inline(always))]
fn store<V: ByteVector, T: Index>(
    token: V::Token,
    bases: &Bases,
    [from, pair, below]: [V; 3],
    movers: Movers<V::Mask>,
    out: &mut [T],
) {
    let base = base_words(token, bases, pair, movers.as_king.is_some());
    let index = add_words(base, below.widen());
    let index = add_words_where::<V>(
        token,
        movers.jumping,
        index,
        from.look_up_words_64(&KNIGHT_OFFSETS),
    );
    let index = add_words_where::<V>(
        token,
        movers.diagonally,
        index,
        from.look_up_words_64(&BISHOP_OFFSETS),
    );
    let index = match movers.as_king {
        Some(as_king) => {
            add_words_where::<V>(token, as_king, index, from.look_up_words_64(&KING_OFFSETS))
        }
        None => index,
    };
    let rook_attacks = V::splat(token, u64::from(ROOK_ATTACKS) * 0x0001_0001_0001_0001);
    let [a, b] = from.widen();
    let of_rook = [a.mul_words(rook_attacks), b.mul_words(rook_attacks)];
    let index = add_words_where::<V>(token, movers.straight, index, of_rook);
    T::store(index, 0, out);
    if bases.upper != 0 {
        // Indices of the opponent's attackers are less by the first of them.
        let mut theirs = [0; 64];
        let of_kings = (pair & V::splat_byte(token, 63)).look_up_64(&bases.theirs_of_kings);
        let is_above = pair.less(V::splat(token, 0));
        V::select(is_above, of_kings, pair.look_up_128(&bases.theirs)).store_bytes(&mut theirs);
        for (index, theirs) in out.iter_mut().zip(theirs) {
            *index = T::from_index(index.to_index() + bases.upper * u32::from(theirs));
        }
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn base_words<V: ByteVector>(
    token: V::Token,
    bases: &Bases,
    pair: V,
    kings_attack: bool,
) -> [V; 2] {
    let base = pair.look_up_words_128(&bases.first);
    if !kings_attack {
        return base;
    }
    let of_kings = (pair & V::splat_byte(token, 63)).look_up_words_64(&bases.of_kings);
    select_words::<V>(token, pair.less(V::splat(token, 0)), of_kings, base)
}

/// Words plus words, of both registers.
#[cfg_attr(not(unoptimized), inline(always))]
fn add_words<V: ByteVector>([a, b]: [V; 2], [c, d]: [V; 2]) -> [V; 2] {
    [a.add_words(c), b.add_words(d)]
}

/// The words of `yes` where a mask of bytes is true, those of `no` elsewhere.
#[cfg_attr(not(unoptimized), inline(always))]
fn select_words<V: ByteVector>(token: V::Token, mask: V::Mask, yes: [V; 2], no: [V; 2]) -> [V; 2] {
    let [low, high] = V::widen_mask(token, mask);
    [
        V::select_words(low, yes[0], no[0]),
        V::select_words(high, yes[1], no[1]),
    ]
}

#[cfg_attr(not(unoptimized), inline(always))]
fn add_words_where<V: ByteVector>(
    token: V::Token,
    mask: V::Mask,
    to: [V; 2],
    words: [V; 2],
) -> [V; 2] {
    select_words::<V>(token, mask, add_words(to, words), to)
}
