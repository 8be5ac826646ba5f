//! The definition of the sets, square by square.

use setwise_threats::{Perspective, Targets};

/// The piece on each square: role 1 to 6, plus 8 for Black, or 0.
pub(crate) type Mailbox = [u8; 64];

const KING_STEPS: [(i32, i32); 8] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
];
const JUMPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The squares that a piece on a square attacks.
pub(crate) fn attacked(mailbox: &Mailbox, piece: u8, from: usize) -> Vec<usize> {
    let mut all = vec![];
    each_attacked(mailbox, piece, from, |to| all.push(to));
    all
}

/// Calls `act` with the squares that a piece on a square attacks.
fn each_attacked(mailbox: &Mailbox, piece: u8, from: usize, mut act: impl FnMut(usize)) {
    let (steps, far): (&[(i32, i32)], bool) = match piece & 7 {
        1 if piece & 8 == 0 => (&[(-1, 1), (1, 1)], false),
        1 => (&[(-1, -1), (1, -1)], false),
        2 => (&JUMPS, false),
        3 => (&KING_STEPS[4..], true),
        4 => (&KING_STEPS[..4], true),
        5 => (&KING_STEPS, true),
        _ => (&KING_STEPS, false),
    };
    for (files, ranks) in steps {
        let (mut file, mut rank) = (from as i32 % 8, from as i32 / 8);
        loop {
            file += files;
            rank += ranks;
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let to = (8 * rank + file) as usize;
            act(to);
            if !far || mailbox[to] != 0 {
                break;
            }
        }
    }
}

/// The squares attacked on the empty board; none by pawns where there are none.
fn attacked_alone(piece: u8, from: usize) -> Vec<usize> {
    if piece & 7 == 1 && !(8..56).contains(&from) {
        return vec![];
    }
    attacked(&[0; 64], piece, from)
}

/// A set with the sums of its definition.
pub(crate) struct Set {
    targets: Targets,
    /// By piece: the number of attacks on the empty board from lower squares, and from all.
    offsets: [[u32; 65]; 16],
    /// By piece, its square and an attacked one: the number of attacks on the empty board from the
    /// square to lower ones.
    below: Box<[[[u8; 64]; 64]; 16]>,
    /// By attacker and attacked piece.
    bases: [[u32; 16]; 16],
}

const PIECES: [u8; 12] = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14];

impl Set {
    pub(crate) fn new(targets: Targets) -> Self {
        let mut set = Self {
            targets,
            offsets: [[0; 65]; 16],
            below: Box::new([[[0; 64]; 64]; 16]),
            bases: [[0; 16]; 16],
        };
        let mut base = 0;
        for piece in PIECES {
            let p = usize::from(piece);
            for from in 0..64 {
                let mut attacks = attacked_alone(piece, from);
                attacks.sort_unstable();
                for (number, to) in attacks.iter().enumerate() {
                    set.below[p][from][*to] = number as u8;
                }
                set.offsets[p][from + 1] = set.offsets[p][from] + attacks.len() as u32;
            }
            let roles = targets[p % 8 - 1].iter().filter(|t| **t >= 0).count() as u32;
            for victim in PIECES {
                let v = usize::from(victim);
                let target = targets[p % 8 - 1][v % 8 - 1];
                if target >= 0 {
                    let number = target as u32 + if v >= 8 { roles } else { 0 };
                    set.bases[p][v] = base + number * set.offsets[p][64];
                }
            }
            base += 2 * roles * set.offsets[p][64];
        }
        set
    }

    /// The features of a position, sorted.
    pub(crate) fn features(
        &self,
        mailbox: &Mailbox,
        perspective: Perspective,
        king: usize,
    ) -> Vec<u32> {
        let black = perspective == Perspective::Black;
        let flip = |square: usize| {
            let square = if black { square ^ 56 } else { square };
            if king % 8 > 3 { square ^ 7 } else { square }
        };
        let recolor = |piece: u8| if black { piece ^ 8 } else { piece };
        let mut seen = [0; 64];
        for (square, piece) in mailbox.iter().enumerate() {
            if *piece != 0 {
                seen[flip(square)] = recolor(*piece);
            }
        }
        let mut all = vec![];
        for from in 0..64 {
            let piece = seen[from];
            if piece == 0 {
                continue;
            }
            each_attacked(&seen, piece, from, |to| {
                let other = seen[to];
                if other == 0
                    || self.targets[usize::from(piece & 7) - 1][usize::from(other & 7) - 1] < 0
                {
                    return;
                }
                let mutual = piece & 7 == other & 7 && (piece & 7 != 1 || piece != other);
                if mutual && from < to {
                    return;
                }
                let (p, o) = (usize::from(piece), usize::from(other));
                let below = u32::from(self.below[p][from][to]);
                all.push(self.bases[p][o] + self.offsets[p][from] + below);
            });
        }
        all.sort_unstable();
        all
    }
}
