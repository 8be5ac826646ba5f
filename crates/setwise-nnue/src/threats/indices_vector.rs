//! From edges to indices with vectors of 64 bytes: 64 edges at a time, of any positions.

use super::edges::{Edges, MIRRORED, window, window_mut};
use super::geometry::{BISHOP, KNIGHT, OFFSETS, WHITE_PAWN, jump, jumps_from};
use super::tables::Tables;
use crate::{Index, Rows};
use setwise_core::ByteVector;

/// Bits of [`Tables::flags`]: how the attacker of a pair moves.
pub(crate) const DIAGONALLY: u8 = 1;
pub(crate) const STRAIGHT: u8 = 2;
pub(crate) const JUMPING: u8 = 4;
pub(crate) const AS_PAWN: u8 = 8;

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident: |$i:ident| $value:expr;)*) => {$(
        $(#[$doc])*
        static $name: [u8; 64] = {
            let mut table = [0; 64];
            let mut $i = 0;
            while $i < 64 {
                table[$i] = $value as u8;
                $i += 1;
            }
            table
        };
    )*};
}

/// The lesser number.
const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// The number of squares from a square to the edge of the board: files to the west or east, ranks to the south or north.
const fn west(square: usize) -> usize {
    square & 7
}
const fn east(square: usize) -> usize {
    7 - west(square)
}
const fn south(square: usize) -> usize {
    square >> 3
}
const fn north(square: usize) -> usize {
    7 - south(square)
}

tables! {
    SOUTH_WEST: |i| min(south(i), west(i));
    SOUTH_EAST: |i| min(south(i), east(i));
    NORTH_WEST: |i| min(north(i), west(i));
    NORTH_EAST: |i| min(north(i), east(i));
    /// The jumps from a square that stay on the board, as bits in ascending order of the target.
    JUMPS_FROM: |i| jumps_from(i);
    /// By target minus source, modulo 64: the jumps to lower targets, as bits.
    JUMPS_BELOW: |i| jumps_below(i);
    /// The number of attacks of pawns on squares below this one. Those of both colors have the same numbers.
    PAWN_OFFSETS: |i| OFFSETS[WHITE_PAWN][i];
}

/// The jumps to lower targets than the jump of some difference of squares, modulo 64.
const fn jumps_below(difference: usize) -> u8 {
    let (mut below, mut i) = (0, 0);
    while i < 8 {
        if (jump(i) & 63) as usize == difference {
            below = (1u8 << i) - 1;
        }
        i += 1;
    }
    below
}

/// The first 64 offsets of a kind.
const fn offsets(kind: usize) -> [u16; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = OFFSETS[kind][from];
        from += 1;
    }
    table
}

static KNIGHT_OFFSETS: [u16; 64] = offsets(KNIGHT);
static BISHOP_OFFSETS: [u16; 64] = offsets(BISHOP);
/// A rook attacks 14 squares from each square.
const ROOK_ATTACKS: u8 = 14;

/// Whether the attackers move in some way.
#[derive(Clone, Copy)]
struct Movers<M> {
    diagonally: M,
    straight: M,
    jumping: M,
    as_pawn: M,
}

/// Appends the indices of the first edges. The pairs have numbers below 128, the indices 16 bits.
#[inline(always)]
pub(crate) fn append<V: ByteVector, T: Index>(
    token: V::Token,
    tables: &Tables,
    edges: &Edges,
    count: usize,
    rows: &mut Rows<'_, T>,
) {
    let byte = |byte| V::splat_byte(token, byte);
    let load = |bytes: &[u8]| V::load_bytes(token, bytes);
    let (exchanged, _) = tables.exchanged.as_chunks::<64>();
    let (flags, _) = tables.flags.as_chunks::<64>();
    let [exchanged, flags] = [exchanged, flags].map(|halves| [load(&halves[0]), load(&halves[1])]);
    let (first, second) = rows.tail();
    let mut at = 0;
    while at < count {
        let columns = [&edges.from, &edges.to, &edges.pair].map(|column| window(column, at));
        let ([Some(from), Some(to), Some(pair)], Some(first), Some(second)) =
            (columns, window_mut(first, at), window_mut(second, at))
        else {
            return;
        };
        let [from, to, pair] = [from, to, pair].map(|bytes| load(bytes));
        let mirrored = from.intersects(byte(MIRRORED));
        let (from, to) = (from & byte(63), to & byte(63));
        let other = V::select(mirrored, byte(63), byte(56));
        let exchanged = pair.shuffle_two(&exchanged[0], &exchanged[1]);
        let mutual = !exchanged.intersects(byte(128));
        let flags = pair.shuffle_two(&flags[0], &flags[1]);
        let movers = Movers {
            diagonally: flags.intersects(byte(DIAGONALLY)),
            straight: flags.intersects(byte(STRAIGHT)),
            jumping: flags.intersects(byte(JUMPING)),
            as_pawn: flags.intersects(byte(AS_PAWN)),
        };
        let side = |from: V, to: V, bases: &[u16; 128], out: &mut [T; 64]| {
            let exchange = mutual & from.less(to);
            let (from, to) = (V::select(exchange, to, from), V::select(exchange, from, to));
            let pair = V::select(exchange, exchanged, pair);
            let below = attacks_below(token, from, to, movers);
            store(token, bases, [from, pair, below], movers, out);
        };
        side(from, to, &tables.narrow_bases[0], first);
        side(from ^ other, to ^ other, &tables.narrow_bases[1], second);
        at += 64;
    }
    rows.advance(count);
}

/// `x + y` where the mask is true, else `x`.
#[inline(always)]
fn add_where<V: ByteVector>(mask: V::Mask, x: V, y: V) -> V {
    V::select(mask, x.add_bytes(y), x)
}

/// The number of attacks from the same square to squares below the target; for pawns also those from lower squares.
#[inline(always)]
fn attacks_below<V: ByteVector>(token: V::Token, from: V, to: V, movers: Movers<V::Mask>) -> V {
    let byte = |byte| V::splat_byte(token, byte);
    let look_up = |table: &[u8; 64], at: V| V::load_bytes(token, table).shuffle_bytes(at);
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
    let ranks_down = rank.saturating_sub_bytes(to_rank);
    let south_west = look_up(&SOUTH_WEST, from);
    let to_the_left = add_where(not_west & south, south_west, one);
    let below = to_the_left
        .saturating_sub_bytes(ranks_down)
        .add_bytes(look_up(&SOUTH_EAST, from).saturating_sub_bytes(ranks_down));
    let ranks_between = to_rank.sub_bytes(rank).sub_bytes(one);
    let above = add_where(not_west, ranks_between, one)
        .min_bytes(look_up(&NORTH_WEST, from))
        .add_bytes(ranks_between.min_bytes(look_up(&NORTH_EAST, from)));
    let bishop = add_where(north, below, above);

    let lower_jumps = look_up(&JUMPS_BELOW, to.sub_bytes(from)) & look_up(&JUMPS_FROM, from);
    let pawn = look_up(&PAWN_OFFSETS, from);
    // A pawn on file a attacks only to the east.
    let pawn = add_where(east & from.intersects(seven), pawn, one);

    let sum = V::select(movers.diagonally, bishop, byte(0));
    let sum = add_where(movers.straight, sum, rook);
    let sum = V::select(movers.jumping, lower_jumps.count_bytes(), sum);
    V::select(movers.as_pawn, pawn, sum)
}

/// Adds up and stores the indices of 64 edges.
#[inline(always)]
fn store<V: ByteVector, T: Index>(
    token: V::Token,
    bases: &[u16; 128],
    [from, pair, below]: [V; 3],
    movers: Movers<V::Mask>,
    out: &mut [T; 64],
) {
    let [diagonally, straight, jumping] =
        [movers.diagonally, movers.straight, movers.jumping].map(|mask| V::widen_mask(token, mask));
    let [from, pair, below] = [from, pair, below].map(V::widen);
    let rook_attacks = V::splat(token, u64::from(ROOK_ATTACKS) * 0x0001_0001_0001_0001);
    let (halves, _) = out.as_chunks_mut::<32>();
    for half in 0..2 {
        let add_where = |mask, x: V, y| V::select_words(mask, x.add_words(y), x);
        let index = pair[half].look_up_128(bases).add_words(below[half]);
        let index = add_where(jumping[half], index, from[half].look_up_64(&KNIGHT_OFFSETS));
        let index = add_where(
            diagonally[half],
            index,
            from[half].look_up_64(&BISHOP_OFFSETS),
        );
        let index = add_where(straight[half], index, from[half].mul_words(rook_attacks));
        T::store(index, &mut halves[half]);
    }
}
