//! The sets of features as numbers.

use anyhow::Result;
use setwise_moves::{Color, Role};
use setwise_nnue::{Boards, Csr, Describe, Extractor, Feature, FeatureSet};

pub(super) const NO_THREATS: usize = 0;
pub(super) const FULL: usize = 1;
pub(super) const FULL_60144: usize = 2;
pub(super) const FULL_79856: usize = 3;

/// By rule and role of an attacker: the attacked roles that count.
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

pub(super) const PAIRS: usize = 1 << 9;
pub(super) const NUMBERS: usize = 1 << 15;
/// The bits of a pair's first index in [`Threats::pairs`]; the kind of the attacker is above them.
pub(super) const BASE_BITS: u32 = 17;
/// This bit is set if the pair is no feature.
pub(super) const LEFT_OUT: u32 = 1 << 31;

/// The numbers of a set of threats. A piece has the number 8 times the color (0 is the
/// perspective's own) plus the role.
pub(super) struct Threats {
    /// By 32 times the attacker, plus twice the attacked piece, plus 1 if the attacker stands on
    /// the lower square: the index of the pair's first feature, the kind of the attacker, and
    /// [`LEFT_OUT`].
    pub(super) pairs: [u32; PAIRS],
    /// By kind, from and to: the number of attacks on an empty board from squares below `from`,
    /// and from it to squares below `to`.
    pub(super) numbers: [u16; NUMBERS],
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
pub(super) struct Pieces {
    /// By square of the king, as its perspective sees it: the index of the bucket's first feature,
    /// and the mirror of squares.
    pub(super) frames: [(u32, usize); 64],
    /// By color (0 is the perspective's own) and role: the number of the plane.
    pub(super) planes: [[u32; 6]; 2],
}

impl Pieces {
    /// Returns the pieces on squares that come last in a set, after so many other features.
    pub(super) fn of<S: FeatureSet + Describe>(set: &S, others: u32) -> Result<Self> {
        let mut planes = [[0; 6]; 2];
        for index in others..set.size() {
            if let Some(Feature::Piece { bucket: 0, piece }) = set.describe(index) {
                planes[piece.color.index()][piece.role.index()] = (index - others) / 64;
            }
        }
        let kings: [_; 64] = std::array::from_fn(|king| {
            let colors = [1 << king, 1 << (king ^ 36)];
            let (roles, turn) = ([0, 0, 0, 0, 0, colors[0] | colors[1]], Color::White);
            Boards {
                colors,
                roles,
                turn,
            }
        });
        let mut rows = Csr::<u32>::new();
        Extractor::new(set.clone()).append(&kings, &mut rows)?;
        let own = (Color::White, Role::King);
        let frame = |king: usize| {
            let mut row = rows.row(king)?.0.iter();
            row.find_map(|index| match set.describe(*index)? {
                Feature::Piece { piece, .. } if (piece.color, piece.role) == own => {
                    let (plane, square) = (planes[0][5], piece.square.index());
                    let first = index - others - 64 * plane - square as u32;
                    Some((first, square ^ king))
                }
                _ => None,
            })
        };
        let frames = std::array::from_fn(|king| frame(king).unwrap_or_default());
        Ok(Self { frames, planes })
    }
}
