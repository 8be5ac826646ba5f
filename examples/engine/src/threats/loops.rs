//! What moves change, by plain loops over squares, as engines do it without vectors: what
//! `setwise-threats` is compared with.
//!
//! A piece that comes or goes changes its own attacks, the attacks on it, and those across its
//! square. Pieces on squares are features as well.

use super::made::piece_index;
use setwise_moves::{Color, Position, Role, Square, Squares, line, piece_attacks};
use setwise_threats::{FullThreats60144, Perspective, Played, ThreatSet};

const PIECES: [u8; 12] = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14];
const PAWN: u8 = 1;
const KING: u8 = 6;
/// The entry of a pair that does not count.
const NONE: u32 = u32::MAX;
/// The bit of a pair of which each attacks the other: only the attack from the greater square
/// counts.
const MUTUAL: u32 = 1 << 31;

/// The parts of the indices. Pieces are those that the perspective sees.
struct Tables {
    /// By attacker and attacked piece.
    bases: [[u32; 16]; 16],
    /// By attacker and square: the attacks from lower squares on the empty board.
    offsets: [[u32; 65]; 16],
    /// By attacker, square and attacked square: the attacked squares below it.
    places: Vec<[[u8; 64]; 64]>,
}

/// The changed threats, and the memory for them.
pub(super) struct Loops {
    tables: Tables,
    /// The removed and the added ones, by perspective.
    lists: [[Vec<u32>; 2]; 2],
}

/// A position whose pieces come and go.
struct Board {
    mailbox: [u8; 64],
    /// By role, from 1.
    roles: [u64; 7],
    colors: [u64; 2],
}

/// Some perspectives, and by perspective what is combined with squares by exclusive or, to get
/// those that it sees.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) sides: &'a [Perspective],
    pub(super) turns: [u8; 2],
}

impl Loops {
    pub(super) fn new() -> Self {
        let (tables, lists) = (Tables::new(), Default::default());
        Self { tables, lists }
    }

    /// The threats that are removed, and those that are added. What comes and goes is in both.
    pub(super) fn of(&self, side: Perspective) -> (&[u32], &[u32]) {
        let [removed, added] = &self.lists;
        (&removed[side as usize], &added[side as usize])
    }

    pub(super) fn find(
        &mut self,
        (position, mailbox): (&Position, &[u8; 64]),
        played: &Played,
        seen: Seen<'_>,
    ) {
        let lists = self.lists.as_flattened_mut().iter_mut();
        lists.for_each(Vec::clear);
        let mut board = Board::new(position, mailbox);
        // Squares that become empty come first. A piece in place of another one changes nothing
        // across the square.
        for square in played.changed_squares().filter(|square| square.before != 0) {
            let piece = (square.at, square.before);
            board.remove(piece);
            self.toggle(&board, piece, false, square.after == 0, seen);
        }
        for square in played.changed_squares().filter(|square| square.after != 0) {
            let piece = (square.at, square.after);
            self.toggle(&board, piece, true, square.before == 0, seen);
            board.place(piece);
        }
    }

    /// Lists what a piece changes that comes to an empty square, or has left it.
    fn toggle(
        &mut self,
        board: &Board,
        (at, piece): (u8, u8),
        comes: bool,
        across: bool,
        seen: Seen<'_>,
    ) {
        for &side in seen.sides {
            let index = piece_index(at, piece, side, seen.turns[side as usize]);
            self.lists[usize::from(comes)][side as usize].push(index);
        }
        let square = Square::wrapping(usize::from(at));
        let occupied = board.colors[0] | board.colors[1];
        // Kings do not count.
        let targets = occupied & !board.roles[6];
        let straight = piece_attacks(Color::White, Role::Rook, square, occupied);
        let diagonal = piece_attacks(Color::White, Role::Bishop, square, occupied);
        let [_, pawns, knights, bishops, rooks, queens, _] = board.roles;
        let sliders = straight & (rooks | queens) | diagonal & (bishops | queens);

        if piece & 7 != KING {
            let role = Role::ALL[usize::from(piece & 7) - 1];
            let color = Color::ALL[usize::from(piece >> 3)];
            let attacked = match role {
                Role::Bishop => diagonal,
                Role::Rook => straight,
                Role::Queen => straight | diagonal,
                _ => piece_attacks(color, role, square, occupied),
            };
            for to in Squares(attacked & targets) {
                let victim = board.mailbox[to.index()];
                self.list(comes, (at, piece), (to.index() as u8, victim), seen);
            }
            let jumps = piece_attacks(Color::White, Role::Knight, square, occupied);
            let by_white = piece_attacks(Color::Black, Role::Pawn, square, occupied);
            let by_black = piece_attacks(Color::White, Role::Pawn, square, occupied);
            let by_pawns = by_white & board.colors[0] | by_black & board.colors[1];
            let attackers = sliders | jumps & knights | by_pawns & pawns;
            for from in Squares(attackers) {
                let attacker = board.mailbox[from.index()];
                self.list(comes, (from.index() as u8, attacker), (at, piece), seen);
            }
        }
        if across {
            for from in Squares(sliders) {
                let behind = line(from, square) & (straight | diagonal) & targets & !from.bit();
                if let Some(to) = Square::lowest(behind) {
                    let piece = |at: Square| (at.index() as u8, board.mailbox[at.index()]);
                    self.list(!comes, piece(from), piece(to), seen);
                }
            }
        }
    }

    #[inline(always)]
    fn list(&mut self, is_added: bool, attacker: (u8, u8), victim: (u8, u8), seen: Seen<'_>) {
        for side in seen.sides.iter().map(|side| *side as usize) {
            let turn = seen.turns[side];
            let index = self.tables.index(attacker, victim, (side, turn));
            self.lists[usize::from(is_added)][side].extend(index);
        }
    }
}

impl Board {
    fn new(position: &Position, mailbox: &[u8; 64]) -> Self {
        let mut roles = [0; 7];
        for role in Role::ALL {
            roles[role.index() + 1] = position.by_role(role);
        }
        Self {
            mailbox: *mailbox,
            roles,
            colors: Color::ALL.map(|color| position.by_color(color)),
        }
    }

    fn remove(&mut self, (at, piece): (u8, u8)) {
        self.roles[usize::from(piece & 7)] &= !(1 << at);
        self.colors[usize::from(piece >> 3)] &= !(1 << at);
    }

    fn place(&mut self, (at, piece): (u8, u8)) {
        self.mailbox[usize::from(at)] = piece;
        self.roles[usize::from(piece & 7)] |= 1 << at;
        self.colors[usize::from(piece >> 3)] |= 1 << at;
    }
}

impl Tables {
    fn new() -> Self {
        let mut tables = Self {
            bases: [[NONE; 16]; 16],
            offsets: [[0; 65]; 16],
            places: vec![[[0; 64]; 64]; 16],
        };
        let mut base = 0;
        for piece in PIECES {
            let attacker = usize::from(piece);
            for from in Square::all() {
                let attacked = on_empty_board(piece, from);
                let sum = tables.offsets[attacker][from.index()] + attacked.count_ones();
                tables.offsets[attacker][from.index() + 1] = sum;
                for to in Square::all() {
                    let below = attacked & (to.bit() - 1);
                    tables.places[attacker][from.index()][to.index()] = below.count_ones() as u8;
                }
            }
            let size = tables.offsets[attacker][64];
            let targets = FullThreats60144::TARGETS[usize::from(piece & 7) - 1];
            let roles = targets.iter().filter(|number| **number >= 0).count() as u32;
            for victim in PIECES {
                let target = targets[usize::from(victim & 7) - 1];
                if target >= 0 {
                    let number = target as u32 + roles * u32::from(victim >> 3);
                    let is_mutual =
                        piece & 7 == victim & 7 && (piece & 7 != PAWN || piece != victim);
                    let flag = if is_mutual { MUTUAL } else { 0 };
                    tables.bases[attacker][usize::from(victim)] = (base + number * size) | flag;
                }
            }
            base += 2 * roles * size;
        }
        tables
    }

    /// The index of a threat as a perspective sees it; `None` if it does not count.
    #[inline(always)]
    fn index(
        &self,
        attacker: (u8, u8),
        victim: (u8, u8),
        (side, turn): (usize, u8),
    ) -> Option<u32> {
        let seen = |piece: u8| usize::from(piece) ^ (8 * side);
        let [from, to] = [attacker.0, victim.0].map(|square| usize::from(square ^ turn));
        let [attacker, victim] = [attacker.1, victim.1].map(seen);
        let base = self.bases[attacker][victim];
        if base == NONE || base & MUTUAL != 0 && from < to {
            return None;
        }
        let place = u32::from(self.places[attacker][from][to]);
        Some((base & !MUTUAL) + self.offsets[attacker][from] + place)
    }
}

/// What a piece attacks on the empty board; nothing, if it is a pawn where there are none.
fn on_empty_board(piece: u8, from: Square) -> u64 {
    let role = Role::ALL[usize::from(piece & 7) - 1];
    if role == Role::Pawn && !(8..56).contains(&from.index()) {
        return 0;
    }
    piece_attacks(Color::ALL[usize::from(piece >> 3)], role, from, 0)
}
