//! The sets of features as numbers, written from their definitions.

use cozy_chess::{BitBoard, Color, Square};

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

/// Kinds of attackers: own pawns, the opponent's pawns, then knights to kings.
const KINDS: usize = 7;

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
    pub(super) fn new(rule: usize) -> Box<Self> {
        let mut tables = Box::new(Self {
            pairs: [LEFT_OUT; PAIRS],
            numbers: [0; NUMBERS],
            size: 0,
        });
        let mut sizes = [0; KINDS];
        for (kind, size) in sizes.iter_mut().enumerate() {
            for from in 0..64 {
                let reached = empty_board(kind, from);
                for to in 0..64 {
                    let below = (reached & !(!0 << to)).count_ones();
                    tables.numbers[kind << 12 | from << 6 | to] = (*size + below) as u16;
                }
                *size += reached.count_ones();
            }
        }
        for color in 0..2 {
            for (role, targets) in TARGETS[rule].into_iter().enumerate() {
                let kind = if role == 0 { color } else { role + 1 };
                let (attacks, count) = (sizes[kind], targets.count_ones());
                for other in 0..6 {
                    if targets >> other & 1 == 0 {
                        continue;
                    }
                    let before = (targets & !(!0 << other)).count_ones();
                    for other_color in 0..2 {
                        let number = before + other_color as u32 * count;
                        let pair = (tables.size + number * attacks) | (kind as u32) << BASE_BITS;
                        let is_mutual = role == other && (role != 0 || color != other_color);
                        let lower = if is_mutual { LEFT_OUT } else { pair };
                        let at = 32 * (8 * color + role) + 2 * (8 * other_color + other);
                        tables.pairs[at..at + 2].copy_from_slice(&[pair, lower]);
                    }
                }
                tables.size += 2 * count * attacks;
            }
        }
        tables
    }
}

/// The attacks of a kind of piece on an empty board; none of pawns on the first and last rank.
pub(super) fn empty_board(kind: usize, from: usize) -> u64 {
    let (square, empty) = (Square::ALL[from], BitBoard::EMPTY);
    let bishop = cozy_chess::get_bishop_moves(square, empty);
    let rook = cozy_chess::get_rook_moves(square, empty);
    let attacks = match kind {
        0 | 1 if !(8..56).contains(&from) => empty,
        0 | 1 => cozy_chess::get_pawn_attacks(square, Color::ALL[kind]),
        2 => cozy_chess::get_knight_moves(square),
        3 => bishop,
        4 => rook,
        5 => bishop | rook,
        _ => cozy_chess::get_king_moves(square),
    };
    attacks.0
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
