//! What a set of threats counts, as tables.

use super::geometry::{BISHOP, BLACK_PAWN, KINDS, KING, KNIGHT, QUEEN, ROOK, WHITE_PAWN};
use crate::sets::pieces::{PIECES, color_and_role, piece};
use setwise_core::{WordTable, const_for};
use setwise_threats::Targets;
use setwise_threats::internal::{first_features, is_mutual, moves_of, table_of};

/// The number of pairs of pieces: an attacker and what it attacks, [`PIECES`] times the first plus
/// the second.
const PAIRS: usize = PIECES * PIECES;
/// The length of a table by pair, so that each byte is within.
const PAIR_TABLE: usize = 256;
const _: () = assert!(PAIRS <= PAIR_TABLE);

pub(crate) mod roles {
    pub(crate) const PAWN: usize = 0;
    pub(crate) const KNIGHT: usize = 1;
    pub(crate) const BISHOP: usize = 2;
    pub(crate) const ROOK: usize = 3;
    pub(crate) const QUEEN: usize = 4;
    pub(crate) const KING: usize = 5;
}

pub(crate) const fn kind(piece: usize) -> usize {
    match color_and_role(piece) {
        (color, 0) => WHITE_PAWN + color,
        (_, role) => role + 1,
    }
}

/// The code of a piece in `setwise-threats`, with the same color or with the other.
const fn code(piece: usize, recolored: bool) -> u8 {
    let (color, role) = color_and_role(piece);
    role as u8 + 1 + if (color == 1) ^ recolored { 8 } else { 0 }
}

/// The place of the numbers of kings' attacks ([`table_of`]).
pub(crate) const OF_KINGS: u8 = table_of(KING as u8);

/// An attack along an axis from the lower square of a pair of neighbors, as a bit of
/// [`Tables::attributes`]: along a rank or a file.
pub(crate) const UP_STRAIGHT: u8 = 1;
/// From the upper square, along a rank or a file.
pub(crate) const DOWN_STRAIGHT: u8 = 2;
/// From the lower square, along a diagonal or an anti-diagonal.
pub(crate) const UP_DIAGONAL: u8 = 4;
/// From the upper square, along a diagonal or an anti-diagonal.
pub(crate) const DOWN_DIAGONAL: u8 = 8;
/// The bits of pairs on adjacent squares are shifted to the left by this; those of other pairs are
/// not.
pub(crate) const NEAR: u32 = 4;

#[derive(Debug)]
pub(crate) struct Tables {
    /// By perspective (the first, the second) and pair as the first perspective sees it: the index
    /// of the pair's first feature.
    pub(crate) bases: [[u32; PAIR_TABLE]; 2],
    /// By pair: the pair with its ends exchanged if the attacks are mutual and only one counts;
    /// else [`NOT_MUTUAL`].
    pub(crate) exchanged: [u8; PAIR_TABLE],
    /// By 8 times the kind of the piece on the lower square plus the kind on the upper square: the
    /// directions in which there is a feature. Of mutual attacks only the one from the upper
    /// square counts.
    pub(crate) attributes: [u8; 64],
    /// By kind of a knight's target: 1 if it counts, 2 if it counts on a lower square only.
    pub(crate) knight_classes: [u8; 64],
    /// By pair, below 128: how the attacker moves ([`moves_of`]).
    pub(crate) flags: [u8; 128],
    /// By pair, below 128: the table of the attacker's numbers ([`table_of`]).
    pub(crate) tables_of_numbers: [u8; 128],
    /// [`bases`](Self::bases) by perspective, in words.
    pub(crate) bases_in_words: [Bases; 2],
    /// By role: the roles that it attacks, as bits.
    pub(crate) targets: [u8; 6],
    /// Whether kings attack.
    pub(crate) kings_attack: bool,
    /// The number of features.
    pub(crate) size: u32,
}

/// The bases of pairs in words. If they exceed a word, those of the opponent's attackers are less
/// by [`upper`](Self::upper).
#[derive(Debug)]
pub(crate) struct Bases {
    /// Of the first 128 pairs.
    pub(crate) first: WordTable<128>,
    /// Of the others, which are attacks of kings.
    pub(crate) of_kings: WordTable<64>,
    /// By pair below 128: 1 if the attacker is the opponent's, and the bases exceed a word.
    pub(crate) theirs: [u8; 128],
    /// The same of the other pairs.
    pub(crate) theirs_of_kings: [u8; 64],
    /// The first base of the opponent's attackers, or 0 if the bases fit a word.
    pub(crate) upper: u32,
}

impl Bases {
    const fn new(bases: &[u32; PAIR_TABLE], size: u32) -> Self {
        let upper = if size > 1 << 16 { size / 2 } else { 0 };
        let (mut first, mut of_kings) = ([0; 128], [0; 64]);
        let (mut theirs, mut theirs_of_kings) = ([0; 128], [0; 64]);
        const_for!(pair, PAIRS, {
            let is_theirs = upper != 0 && bases[pair] >= upper;
            let base = bases[pair] - if is_theirs { upper } else { 0 };
            if pair < 128 {
                first[pair] = base as u16;
                theirs[pair] = is_theirs as u8;
            } else {
                of_kings[pair - 128] = base as u16;
                theirs_of_kings[pair - 128] = is_theirs as u8;
            }
        });
        Self {
            first: WordTable::new(first),
            of_kings: WordTable::new(of_kings),
            theirs,
            theirs_of_kings,
            upper,
        }
    }
}

/// Stands for a pair whose attacks do not imply each other.
pub(crate) const NOT_MUTUAL: u8 = 255;

/// The squares that a kind attacks: bits as in [`Tables::attributes`], for an attacker on the lower
/// square and for one on the upper.
const fn reach(kind: usize, upper: bool) -> u8 {
    let straight = if upper { DOWN_STRAIGHT } else { UP_STRAIGHT };
    let diagonal = if upper { DOWN_DIAGONAL } else { UP_DIAGONAL };
    match kind {
        WHITE_PAWN if !upper => diagonal << NEAR,
        BLACK_PAWN if upper => diagonal << NEAR,
        BISHOP => diagonal | diagonal << NEAR,
        ROOK => straight | straight << NEAR,
        QUEEN => straight | diagonal | (straight | diagonal) << NEAR,
        KING => (straight | diagonal) << NEAR,
        _ => 0,
    }
}

const fn example(kind: usize) -> usize {
    match kind {
        WHITE_PAWN => piece(0, 0),
        BLACK_PAWN => piece(1, 0),
        _ => piece(0, kind - 1),
    }
}

impl Tables {
    pub(crate) const fn new(targets: &Targets, size: u32) -> Self {
        let mut tables = Self {
            bases: [[0; PAIR_TABLE]; 2],
            exchanged: [NOT_MUTUAL; PAIR_TABLE],
            attributes: [0; 64],
            knight_classes: [0; 64],
            flags: [0; 128],
            tables_of_numbers: [0; 128],
            bases_in_words: [const { Bases::new(&[0; PAIR_TABLE], 0) }; 2],
            targets: [0; 6],
            kings_attack: false,
            size,
        };
        tables.number_pairs(targets);
        tables.find_directions(targets);
        // `neighbors` relies on these equalities.
        let [_, _, bishop, rook, queen, _] = tables.targets;
        let (bishops, rooks, queens) = (1 << roles::BISHOP, 1 << roles::ROOK, 1 << roles::QUEEN);
        assert!((bishop ^ queen) & !(bishops | queens) == 0);
        assert!((rook ^ queen) & !(rooks | queens) == 0);
        const_for!(pair, 128, {
            let attacker = code(pair / PIECES, false);
            tables.flags[pair] = moves_of(attacker);
            tables.tables_of_numbers[pair] = table_of(attacker);
        });
        let [first, second] = &tables.bases;
        tables.bases_in_words = [Bases::new(first, size), Bases::new(second, size)];
        tables
    }

    /// The table of the numbers of a pair's attacker.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn table_of_numbers(&self, pair: u8) -> u8 {
        let found = self.tables_of_numbers.get(usize::from(pair));
        found.copied().unwrap_or(OF_KINGS)
    }

    const fn number_pairs(&mut self, targets: &Targets) {
        let first = first_features(targets);
        const_for!(i, 2 * PAIRS, {
            let (side, pair) = (i / PAIRS, i % PAIRS);
            let (a, b) = (pair / PIECES, pair % PIECES);
            let (attacker, victim) = (code(a, side == 1), code(b, side == 1));
            self.bases[side][pair] = first[attacker as usize][victim as usize];
            if is_mutual(attacker, victim) {
                self.exchanged[pair] = (PIECES * b + a) as u8;
            }
        });
    }

    const fn find_directions(&mut self, targets: &Targets) {
        const_for!(lower, KINDS, {
            const_for!(upper, KINDS, {
                let (a, b) = (example(lower), example(upper));
                let (role, other) = (color_and_role(a).1, color_and_role(b).1);
                let mut bits = 0;
                // Of pawns of two colors, the attack of the white one, from the lower square, is
                // listed. Pawns of one color attack in one direction only.
                let other_tells = role == other && role != 0;
                if targets[role][other] >= 0 && !other_tells {
                    bits |= reach(lower, false);
                }
                let told = role == 0 && other == 0 && lower != upper;
                if targets[other][role] >= 0 && !told {
                    bits |= reach(upper, true);
                }
                self.attributes[8 * lower + upper] = bits;
            });
            if targets[1][color_and_role(example(lower)).1] >= 0 {
                self.knight_classes[lower] = if lower == KNIGHT { 2 } else { 1 };
            }
        });
        const_for!(i, 36, {
            let (role, other) = (i / 6, i % 6);
            self.targets[role] |= ((targets[role][other] >= 0) as u8) << other;
        });
        self.kings_attack = self.targets[roles::KING] != 0;
    }
}
