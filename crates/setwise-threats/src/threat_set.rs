//! What a set of threats counts, as tables.

use crate::geometry::{
    BISHOP, BLACK, JUMPS, KING, KNIGHT, PAWN, QUEEN, ROOK, STEPS, attacks, is_mutual, is_piece,
    offsets, on_board,
};
use crate::lanes::{ABOVE, BELOW, JUMP, STRAIGHT, lies};
use crate::numbers::{EXCHANGED, MUTUAL, table_of};

/// The attacked roles that a set counts, by attacking role. Row and column are pawn to king. A row
/// numbers the counted roles 0, 1, 2 and so on; a negative number marks a role that does not count.
pub type Targets = [[i8; 6]; 6];

/// A set of threats.
///
/// A feature is: a piece of some color and role on some square attacks a piece of some color and
/// role on some other square. Both may have one color. Of two equal pieces that attack each other,
/// one attack stands for both: `setwise_nnue::Threats` says which, and defines the indices.
pub trait ThreatSet: sealed::Rules + Copy + Send + Sync + 'static {
    /// Which pairs of roles count.
    const TARGETS: Targets;
    /// The number of features.
    const SIZE: u32;
}

pub(crate) mod sealed {
    pub trait Rules {
        #[expect(private_interfaces, reason = "the trait is sealed")]
        const RULES: &'static super::Rules;
        /// Whether kings attack: two pieces may then have two features.
        const KINGS: bool;
    }
}

macro_rules! sets {
    ($(
        $(#[$doc:meta])*
        $set:ident, $tables:ident, $size:literal, $targets:expr;
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $set {}

        static $tables: Rules = Rules::new(&$targets);

        impl sealed::Rules for $set {
            #[expect(private_interfaces, reason = "the trait is sealed")]
            const RULES: &'static Rules = &$tables;
            const KINGS: bool = $targets[5][0] >= 0;
        }

        impl ThreatSet for $set {
            const TARGETS: Targets = $targets;
            const SIZE: u32 = $size;
        }

        const _: () = assert!(2 * Rules::new(&$targets).half == $size);
    )*};
}

sets! {
    /// 59,808 threats: Stockfish since revision `762dd1da` (2026) calls them `FullThreats`.
    ///
    /// | attacker | attacked roles, in the order of their numbers |
    /// |---|---|
    /// | pawn | knight, rook |
    /// | knight, queen | pawn, knight, bishop, rook, queen |
    /// | bishop, rook | pawn, knight, bishop, rook |
    FullThreats, FULL_THREATS, 59_808, [
        [-1, 0, -1, 1, -1, -1],
        [0, 1, 2, 3, 4, -1],
        [0, 1, 2, 3, -1, -1],
        [0, 1, 2, 3, -1, -1],
        [0, 1, 2, 3, 4, -1],
        [-1; 6],
    ];

    /// 60,144 threats: Stockfish at revision `83e42045a` (2026). Pawns attack pawns as well.
    ///
    /// | attacker | attacked roles, in the order of their numbers |
    /// |---|---|
    /// | pawn | pawn, knight, rook |
    /// | knight, queen | pawn, knight, bishop, rook, queen |
    /// | bishop, rook | pawn, knight, bishop, rook |
    FullThreats60144, FULL_THREATS_60144, 60_144, [
        [0, 1, -1, 2, -1, -1],
        [0, 1, 2, 3, 4, -1],
        [0, 1, 2, 3, -1, -1],
        [0, 1, 2, 3, -1, -1],
        [0, 1, 2, 3, 4, -1],
        [-1; 6],
    ];

    /// 79,856 threats: Stockfish at revision `8e5392d79` (2025). Kings attack and are attacked. The
    /// indices need more than 16 bits.
    ///
    /// | attacker | attacked roles, in the order of their numbers |
    /// |---|---|
    /// | pawn | pawn, knight, rook |
    /// | knight, queen | pawn, knight, bishop, rook, queen, king |
    /// | bishop, rook | pawn, knight, bishop, rook, king |
    /// | king | pawn, knight, bishop, rook |
    FullThreats79856, FULL_THREATS_79856, 79_856, [
        [0, 1, -1, 2, -1, -1],
        [0, 1, 2, 3, 4, 5],
        [0, 1, 2, 3, -1, 4],
        [0, 1, 2, 3, -1, 4],
        [0, 1, 2, 3, 4, 5],
        [0, 1, 2, 3, -1, -1],
    ];
}

/// A piece as a bit: white pawn, black pawn, knight, bishop, rook, queen, king.
pub(crate) const BITS: [u8; 16] = [0, 1, 4, 8, 16, 32, 64, 0, 0, 2, 4, 8, 16, 32, 64, 0];

/// A bit of [`moves_of`]: along ranks and files.
pub const MOVES_STRAIGHT: u8 = 1;
/// Along diagonals.
pub const MOVES_DIAGONALLY: u8 = 2;
/// As a knight.
pub const JUMPING: u8 = 4;
/// As a pawn.
pub const AS_PAWN: u8 = 8;
/// As a king.
pub const AS_KING: u8 = 16;

/// How a piece moves.
pub const fn moves_of(piece: u8) -> u8 {
    match piece & 7 {
        PAWN => AS_PAWN,
        KNIGHT => JUMPING,
        BISHOP => MOVES_DIAGONALLY,
        ROOK => MOVES_STRAIGHT,
        QUEEN => MOVES_STRAIGHT | MOVES_DIAGONALLY,
        _ => AS_KING,
    }
}

/// By attacker and victim: the index of their first feature as White sees it; 0 if there is none.
pub const fn first_features(targets: &Targets) -> [[u32; 16]; 16] {
    let rules = Rules::new(targets);
    let (mut first, mut pair) = ([[0; 16]; 16], 0);
    while pair < 256 {
        let (attacker, victim) = ((pair / 16) as u8, (pair % 16) as u8);
        if is_piece(attacker) && is_piece(victim) {
            first[pair / 16][pair % 16] = rules.base(targets, attacker, victim);
        }
        pair += 1;
    }
    first
}

/// The tables of a lane of 16 (eight directions, eight jumps) for one partner.
#[repr(C, align(16))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    pub(crate) far: [u8; 16],
    pub(crate) near: [u8; 16],
    pub(crate) out: [u8; 16],
    pub(crate) both: [u8; 16],
}

/// What a set counts. Sets of others are unions of [`BITS`].
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Rules {
    /// By how the other lies plus the partner's code: the others with which there is a feature.
    pub(crate) far: [u8; 64],
    /// The same for adjacent pieces.
    pub(crate) near: [u8; 64],
    /// The others of which the partner is the attacker. (If there are two features, one of them.)
    pub(crate) out: [u8; 64],
    /// The adjacent others with which there are two features.
    pub(crate) both: [u8; 64],
    /// By key of a pair: the index of its first feature, for own attackers.
    pub(crate) bases: [u16; 64],
    /// By attacker's code: its part of the key, for both perspectives.
    pub(crate) key_of_attacker: [u8; 16],
    /// By victim's code: its part of the key, as White and as Black see it.
    pub(crate) key_of_victim: [[u8; 16]; 2],
    /// The number of features of own attackers.
    pub(crate) half: u32,
    /// By partner.
    pub(crate) rows: [Rows; 16],
    /// By partner: `far` and `out` of pairs across a square, straight and diagonally.
    pub(crate) across: [[u8; 16]; 4],
    /// By attacker plus 16 times victim, perspective, and whether the attack from the other square
    /// counts: the parts of an index into the table of numbers.
    pub(crate) of_pairs: [[[u32; 2]; 2]; 256],
}

/// By attacker plus 16 times victim: the first place in the table of numbers.
pub(crate) static PLACES: [u16; 256] = {
    let (mut places, mut pair) = ([0; 256], 0);
    while pair < 256 {
        let (attacker, victim) = ((pair % 16) as u8, (pair / 16) as u8);
        let mutual = is_piece(attacker) && is_mutual(attacker, victim);
        places[pair] = table_of(attacker) as u16 + if mutual { MUTUAL as u16 } else { 0 };
        pair += 1;
    }
    places
};

/// Tables for numbers of attacks by arithmetic.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Attackers {
    /// By square: the number of attacks of bishops from lower squares, and to lower squares.
    pub(crate) bishops: [u16; 64],
    /// By square: the number of jumps of knights from lower squares.
    pub(crate) knights: [u16; 64],
    /// By square: the number of steps of kings from lower squares.
    pub(crate) kings: [u16; 64],
    /// By square: the jumps that stay on the board, as bits.
    pub(crate) jumps: [u8; 64],
    /// By the difference of two squares (modulo 64): the jumps of lesser differences.
    pub(crate) jumps_below: [u8; 64],
    /// The same for the steps of kings.
    pub(crate) steps: [u8; 64],
    pub(crate) steps_below: [u8; 64],
    /// By attacker's code: how it moves.
    pub(crate) moves: [u8; 16],
    /// By attacker's code and by victim's code: equal where the attack implies the attack back.
    pub(crate) mutual: [[u8; 16]; 2],
    /// By attacker's code: its place in the table of numbers.
    pub(crate) places: [u8; 16],
}

pub(crate) static ATTACKERS: Attackers = {
    let mut a = Attackers {
        bishops: [0; 64],
        knights: [0; 64],
        kings: [0; 64],
        jumps: [0; 64],
        jumps_below: [0; 64],
        steps: [0; 64],
        steps_below: [0; 64],
        moves: [0; 16],
        mutual: [[0x80; 16], [0x81; 16]],
        places: [0; 16],
    };
    let (bishops, knights, kings) = (offsets(BISHOP), offsets(KNIGHT), offsets(KING));
    let mut s = 0;
    while s < 64 {
        let lower = (1 << s) - 1;
        a.bishops[s] = bishops[s] + (attacks(BISHOP, s) & lower).count_ones() as u16;
        a.knights[s] = knights[s];
        a.kings[s] = kings[s];
        s += 1;
    }
    (a.jumps, a.jumps_below) = on_board_and_below(&JUMPS);
    (a.steps, a.steps_below) = on_board_and_below(&STEPS);
    let mut code = 0;
    while code < 16 {
        if is_piece(code) {
            let (i, role) = (code as usize, code & 7);
            a.moves[i] = moves_of(code);
            let is_pawn = role == PAWN;
            a.mutual[0][i] = if is_pawn { code ^ BLACK | 0x40 } else { role };
            a.mutual[1][i] = if is_pawn { code | 0x40 } else { role };
            a.places[i] = table_of(code);
        }
        code += 1;
    }
    a
};

/// By square: which of eight ways stay on the board. By difference of squares: the ways below it.
const fn on_board_and_below(ways: &[(i32, i32); 8]) -> ([u8; 64], [u8; 64]) {
    let (mut stay, mut below) = ([0; 64], [0; 64]);
    let mut s = 0;
    while s < 64 {
        stay[s] = on_board(ways, s);
        s += 1;
    }
    let mut way = 0;
    while way < 8 {
        below[((ways[way].0 + 8 * ways[way].1) & 63) as usize] = ((1u32 << way) - 1) as u8;
        way += 1;
    }
    (stay, below)
}

const fn counts(targets: &Targets, attacker: u8, victim: u8) -> bool {
    targets[(attacker & 7) as usize - 1][(victim & 7) as usize - 1] >= 0
}

/// Whether a piece attacks another one that lies in some way.
const fn reaches(attacker: u8, lies: u8, near: bool) -> bool {
    match attacker & 7 {
        PAWN => near && lies == if attacker & BLACK == 0 { ABOVE } else { BELOW },
        KNIGHT => lies == JUMP,
        BISHOP => lies == ABOVE || lies == BELOW,
        ROOK => lies == STRAIGHT,
        QUEEN => lies != JUMP,
        _ => near && lies != JUMP,
    }
}

const fn seen_back(lies: u8) -> u8 {
    match lies {
        ABOVE => BELOW,
        BELOW => ABOVE,
        _ => lies,
    }
}

impl Rules {
    pub(crate) const fn new(targets: &Targets) -> Self {
        const NO_ROWS: Rows = Rows {
            far: [0; 16],
            near: [0; 16],
            out: [0; 16],
            both: [0; 16],
        };
        let mut rules = Self {
            far: [0; 64],
            near: [0; 64],
            out: [0; 64],
            both: [0; 64],
            bases: [0; 64],
            key_of_attacker: [0; 16],
            key_of_victim: [[0; 16]; 2],
            half: 0,
            rows: [NO_ROWS; 16],
            across: [[0; 16]; 4],
            of_pairs: [[[0; 2]; 2]; 256],
        };
        rules.find_others(targets);
        rules.copy_rows();
        rules.number_pairs(targets);
        rules
    }

    const fn find_others(&mut self, targets: &Targets) {
        let mut partner = 0;
        while partner < 16 {
            let mut other = 0;
            while other < 16 {
                let mut lies = 0;
                while lies < 64 && is_piece(partner) && is_piece(other) {
                    let at = (lies + partner) as usize;
                    let bit = BITS[other as usize];
                    let out = counts(targets, partner, other);
                    let back = counts(targets, other, partner);
                    let far_out = out && reaches(partner, lies, false);
                    let far_back = back && reaches(other, seen_back(lies), false);
                    let near_out = out && reaches(partner, lies, true);
                    let near_back = back && reaches(other, seen_back(lies), true);
                    if far_out || far_back {
                        self.far[at] |= bit;
                    }
                    if near_out || near_back {
                        self.near[at] |= bit;
                    }
                    // Where distant pieces have a feature, adjacent ones have it as well.
                    if far_out || (near_out && !far_back) {
                        self.out[at] |= bit;
                    }
                    if near_out && near_back && !is_mutual(partner, other) {
                        self.both[at] |= bit;
                    }
                    assert!(
                        !(far_out && far_back) || is_mutual(partner, other),
                        "two features of distant pieces"
                    );
                    lies += 16;
                }
                other += 1;
            }
            partner += 1;
        }
    }

    const fn copy_rows(&mut self) {
        let mut partner = 0;
        while partner < 16 {
            let mut lane = 0;
            while lane < 16 {
                let at = lies(lane) as usize + partner;
                let row = &mut self.rows[partner];
                row.far[lane] = self.far[at];
                row.near[lane] = self.near[at];
                row.out[lane] = self.out[at];
                row.both[lane] = self.both[at];
                lane += 1;
            }
            self.across[0][partner] = self.far[STRAIGHT as usize + partner];
            self.across[1][partner] = self.far[ABOVE as usize + partner];
            self.across[2][partner] = self.out[STRAIGHT as usize + partner];
            self.across[3][partner] = self.out[ABOVE as usize + partner];
            partner += 1;
        }
    }

    const fn number_pairs(&mut self, targets: &Targets) {
        // Queens come last, and kings before them, so that keys of attackers do not overlap.
        const ORDER: [u8; 6] = [0, 1, 3, 2, 5, 4];
        let mut code = 0;
        while code < 16 {
            if is_piece(code) {
                let (order, black) = (ORDER[(code & 7) as usize - 1], code >> 3);
                self.key_of_victim[0][code as usize] = 2 * order + black;
                self.key_of_victim[1][code as usize] = 2 * order + (1 - black);
            }
            code += 1;
        }
        let (mut base, mut first_key, mut attacker) = (0, 0, PAWN);
        while attacker <= KING {
            let size = offsets(attacker)[64] as u32;
            let (mut roles, mut keys, mut role) = (0, 0, PAWN);
            while role <= KING {
                if counts(targets, attacker, role) {
                    roles += 1;
                    let end = 2 * ORDER[role as usize - 1] + 2;
                    keys = if end > keys { end } else { keys };
                }
                role += 1;
            }
            self.key_of_attacker[attacker as usize] = first_key;
            self.key_of_attacker[(attacker | BLACK) as usize] = first_key;
            let mut victim = 0;
            while victim < 16 {
                if is_piece(victim) && counts(targets, attacker, victim) {
                    let number = targets[attacker as usize - 1][(victim & 7) as usize - 1] as u32;
                    let first = base + (number + (victim >> 3) as u32 * roles) * size;
                    let key = first_key + self.key_of_victim[0][victim as usize];
                    self.bases[key as usize] = first as u16;
                }
                victim += 1;
            }
            base += 2 * roles * size;
            first_key += keys;
            attacker += 1;
        }
        self.half = base;
        let mut pair = 0;
        while pair < 256 {
            let mut side = 0;
            while side < 2 {
                let color = if side == 0 { 0 } else { BLACK };
                let (attacker, victim) = ((pair % 16) as u8 ^ color, (pair / 16) as u8 ^ color);
                if is_piece(attacker) && is_piece(victim) {
                    let first = self.base(targets, attacker, victim);
                    let back = self.base(targets, victim, attacker);
                    self.of_pairs[pair][side] = [first, back.wrapping_sub(EXCHANGED as u32)];
                }
                side += 1;
            }
            pair += 1;
        }
    }

    /// The index of the first feature of a pair as White sees it, 0 if the pair does not count.
    const fn base(&self, targets: &Targets, attacker: u8, victim: u8) -> u32 {
        if !counts(targets, attacker, victim) {
            return 0;
        }
        let key = self.key_of_attacker[attacker as usize] + self.key_of_victim[0][victim as usize];
        let theirs = attacker & BLACK != 0;
        self.bases[key as usize] as u32 + if theirs { self.half } else { 0 }
    }
}
