//! The sets of features as numbers.

use setwise_nnue::{Describe, Feature};

/// No threats.
pub(super) const NO_THREATS: usize = 0;
/// `FullThreats`.
pub(super) const FULL: usize = 1;
/// `FullThreats60144`.
pub(super) const FULL_60144: usize = 2;
/// `FullThreats79856`.
pub(super) const FULL_79856: usize = 3;

/// By rule and role of an attacker: the roles whose attack counts.
pub(super) const TARGETS: [[u8; 6]; 4] = {
    let [p, n, b, r, q, k] = [1, 2, 4, 8, 16, 32];
    let (all, minor) = (p | n | b | r | q, p | n | b | r);
    [
        [0; 6],
        [n | r, all, minor, minor, all, 0],
        [p | n | r, all, minor, minor, all, 0],
        [p | n | r, all | k, minor | k, minor | k, all | k, minor],
    ]
};

/// The number of entries of [`Threats::pairs`].
pub(super) const PAIRS: usize = 1 << 9;
/// The number of entries of [`Threats::numbers`].
pub(super) const NUMBERS: usize = 1 << 15;
/// The bits of a pair's first index in [`Threats::pairs`]; the kind of the attacker is above them.
pub(super) const BASE_BITS: u32 = 17;
/// This bit tells that the pair is no feature.
pub(super) const LEFT_OUT: u32 = 1 << 31;

/// The numbers of a set of threats. A piece has the number 8 times the color (0 is the
/// perspective's own) plus the role.
pub(super) struct Threats {
    /// By 32 times the attacker, plus twice the attacked piece, plus 1 if the attacker stands on
    /// the lower square: the index of the pair's first feature, the kind of the attacker, and
    /// [`LEFT_OUT`].
    pub(super) pairs: [u32; PAIRS],
    /// By kind, from and to: the number of attacks on an empty board from squares below `from`, and
    /// from it to squares below `to`.
    pub(super) numbers: [u16; NUMBERS],
    /// The number of features.
    pub(super) size: u32,
}

impl Threats {
    /// Returns the threats that come first in a set.
    pub(super) fn of(set: &impl Describe) -> Box<Self> {
        let mut tables = Box::new(Self {
            pairs: [LEFT_OUT; PAIRS],
            numbers: [0; NUMBERS],
            size: 0,
        });
        while let Some(Feature::Threat { attacker, attacked }) = set.describe(tables.size) {
            let [(color, role), (other_color, other)] =
                [attacker, attacked].map(|piece| (piece.color.index(), piece.role.index()));
            // Own pawns, the opponent's pawns, then knights to kings.
            let kind = if role == 0 { color } else { role + 1 };
            let at = 32 * (8 * color + role) + 2 * (8 * other_color + other);
            let pair = match tables.pairs[at] {
                // The first feature of a pair has the number 0.
                LEFT_OUT => tables.size | (kind as u32) << BASE_BITS,
                pair => pair,
            };
            let is_mutual = role == other && (role != 0 || color != other_color);
            let lower = if is_mutual { LEFT_OUT } else { pair };
            tables.pairs[at..at + 2].copy_from_slice(&[pair, lower]);
            let [from, to] = [attacker, attacked].map(|piece| piece.square.index());
            let number = tables.size - (pair & !(!0 << BASE_BITS));
            tables.numbers[kind << 12 | from << 6 | to] = number as u16;
            tables.size += 1;
        }
        tables
    }
}

/// The numbers of a set of pieces on squares.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// By square of the king, as its perspective sees it: the index of the bucket's first feature,
    /// and the mirror of squares.
    pub(super) frames: [(u32, usize); 64],
    /// By color (0 is the perspective's own) and role: the number of the plane.
    pub(super) planes: [[u32; 6]; 2],
    /// The number of features.
    pub(super) size: u32,
}

/// Own pieces first.
const OWN_FIRST: [[u32; 6]; 2] = [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]];

impl Pieces {
    /// Buckets by the king's square; with `mirrored` files if it is on the files e to h.
    pub(super) fn buckets(mirrored: bool, bucket: impl Fn(usize) -> u8) -> Self {
        let mirror = |king: usize| if mirrored && king & 4 != 0 { 7 } else { 0 };
        let frame = |king: usize| {
            let mirror = mirror(king);
            (768 * u32::from(bucket(king ^ mirror)), mirror)
        };
        let frames: [_; 64] = std::array::from_fn(frame);
        let last = frames.iter().map(|frame| frame.0).max().unwrap_or(0);
        Self {
            frames,
            planes: OWN_FIRST,
            size: last + 768,
        }
    }

    /// `HalfKAv2_hm`: the king on the files e to h, 32 buckets from h8 to e8 down to e1, colors
    /// alternating. The kings of both colors have planes of their own, or one.
    pub(super) fn half_ka(kings_apart: bool) -> Self {
        let planes = if kings_apart { 12 } else { 11 };
        let frame = |king: usize| {
            let mirror = if king & 4 == 0 { 7 } else { 0 };
            let (file, rank) = ((king ^ mirror) % 8, king / 8);
            ((64 * planes * (4 * (7 - rank) + 7 - file)) as u32, mirror)
        };
        let last = if kings_apart { 11 } else { 10 };
        Self {
            frames: std::array::from_fn(frame),
            planes: [[0, 2, 4, 6, 8, 10], [1, 3, 5, 7, 9, last]],
            size: 64 * 32 * planes as u32,
        }
    }
}
