//! A reference board: the rules of chess, square by square. It defines correct legal moves, shares
//! no code with the crate, and handles any position, including those with three checkers.

use super::rng::Rng;
use setwise_moves::{Color, Position, Role, Setup};

type Squares = [Option<(Color, Role)>; 64];

/// A position as an array of squares.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub pieces: Squares,
    pub turn: Color,
    /// Rooks that may castle.
    pub castling: u64,
    pub en_passant: Option<usize>,
}

/// King's and rook's targets by side of the board, on the first rank.
const CASTLING: [(bool, usize, usize); 2] = [(true, 6, 5), (false, 2, 3)];

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let mut pieces = [None; 64];
        for square in setwise_core::Square::all() {
            pieces[square.index()] = position.piece_on(square);
        }
        Self {
            pieces,
            turn: position.turn(),
            castling: position.castling(),
            en_passant: position.en_passant().map(|square| square.index()),
        }
    }
}

fn beside(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const ROOK: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn up(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

impl Board {
    /// The squares that the piece on a square attacks.
    pub fn attacks(&self, from: usize) -> Vec<usize> {
        let Some((color, role)) = self.pieces[from] else {
            return Vec::new();
        };
        let (steps, far): (Vec<(i32, i32)>, bool) = match role {
            Role::Pawn => (vec![(-1, up(color)), (1, up(color))], false),
            Role::Knight => (KNIGHT.to_vec(), false),
            Role::Bishop => (BISHOP.to_vec(), true),
            Role::Rook => (ROOK.to_vec(), true),
            Role::Queen => ([ROOK, BISHOP].concat(), true),
            Role::King => ([ROOK, BISHOP].concat(), false),
        };
        let mut attacked = Vec::new();
        for (files, ranks) in steps {
            let mut at = from;
            while let Some(next) = beside(at, files, ranks) {
                attacked.push(next);
                if !far || self.pieces[next].is_some() {
                    break;
                }
                at = next;
            }
        }
        attacked
    }

    pub fn is_attacked(&self, square: usize, by: Color) -> bool {
        (0..64).any(|from| {
            self.pieces[from].is_some_and(|piece| piece.0 == by)
                && self.attacks(from).contains(&square)
        })
    }

    fn king(&self, color: Color) -> usize {
        self.pieces
            .iter()
            .position(|&piece| piece == Some((color, Role::King)))
            .expect("a king")
    }

    pub fn in_check(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), color.other())
    }

    /// All legal moves: their UCI names in Chess960, and the positions after them.
    pub fn moves(&self) -> Vec<(String, Self)> {
        let mut found = self.unchecked_moves();
        found.retain(|(_, next)| !next.in_check(self.turn));
        self.castling_moves(&mut found);
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    fn unchecked_moves(&self) -> Vec<(String, Self)> {
        let mut found = Vec::new();
        for from in 0..64 {
            if let Some((color, role)) = self.pieces[from]
                && color == self.turn
            {
                if role == Role::Pawn {
                    self.pawn_moves(from, &mut found);
                } else {
                    for to in self.attacks(from) {
                        if self.pieces[to].is_none_or(|piece| piece.0 != color) {
                            found.push(self.made(from, to, role));
                        }
                    }
                }
            }
        }
        found
    }

    /// The names of the pseudo-legal moves, without castling and without the roles of promotions.
    pub fn pseudo_legal(&self) -> Vec<String> {
        let found = self.unchecked_moves();
        found
            .into_iter()
            .map(|(mut name, _)| {
                name.truncate(4);
                name
            })
            .collect()
    }

    fn pawn_moves(&self, from: usize, found: &mut Vec<(String, Self)>) {
        let mut targets = Vec::new();
        let forward = up(self.turn);
        let on_second = from / 8 == if forward > 0 { 1 } else { 6 };
        if let Some(one) = beside(from, 0, forward)
            && self.pieces[one].is_none()
        {
            targets.push(one);
            if let Some(two) = beside(one, 0, forward)
                && on_second
                && self.pieces[two].is_none()
            {
                targets.push(two);
            }
        }
        for to in self.attacks(from) {
            if self.pieces[to].is_some_and(|piece| piece.0 != self.turn)
                || self.en_passant == Some(to)
            {
                targets.push(to);
            }
        }
        for to in targets {
            if to / 8 == 0 || to / 8 == 7 {
                for role in Role::PROMOTIONS {
                    found.push(self.made(from, to, role));
                }
            } else {
                found.push(self.made(from, to, Role::Pawn));
            }
        }
    }

    fn made(&self, from: usize, to: usize, becomes: Role) -> (String, Self) {
        let mut next = self.clone();
        let piece = self.pieces[from].expect("a piece");
        next.en_passant = None;
        if piece.1 == Role::Pawn {
            if self.en_passant == Some(to) && from % 8 != to % 8 {
                next.pieces[from / 8 * 8 + to % 8] = None;
            }
            if from.abs_diff(to) == 16 {
                next.en_passant = Some((from + to) / 2);
            }
        }
        next.pieces[from] = None;
        next.pieces[to] = Some((piece.0, becomes));
        next.castling &= !(1 << from | 1 << to);
        if piece.1 == Role::King {
            next.castling &= !self.home();
        }
        next.turn = self.turn.other();
        let promoted = piece.1 == Role::Pawn && becomes != Role::Pawn;
        let mut name = self.name(from, to);
        if promoted {
            name.push(becomes.letter());
        }
        (name, next)
    }

    fn name(&self, from: usize, to: usize) -> String {
        let square = setwise_core::Square::wrapping;
        format!("{}{}", square(from), square(to))
    }

    /// The first rank of the side to move.
    fn home(&self) -> u64 {
        match self.turn {
            Color::White => 0xff,
            Color::Black => 0xff << 56,
        }
    }

    fn castling_moves(&self, found: &mut Vec<(String, Self)>) {
        let king = self.king(self.turn);
        let rank = king / 8 * 8;
        for rook in (0..64).filter(|&square| self.castling & self.home() & 1 << square != 0) {
            for (east, king_to, rook_to) in CASTLING {
                if east != (rook > king) {
                    continue;
                }
                let (king_to, rook_to) = (rank + king_to, rank + rook_to);
                let way = |a: usize, b: usize| a.min(b)..=a.max(b);
                let mut bare = self.clone();
                bare.pieces[king] = None;
                bare.pieces[rook] = None;
                let blocked = way(king, king_to)
                    .chain(way(rook, rook_to))
                    .any(|square| bare.pieces[square].is_some());
                // During the king's move the rook stands on its source, after it on its target.
                bare.pieces[rook] = self.pieces[rook];
                let attacked = self.in_check(self.turn)
                    || way(king, king_to).any(|square| bare.is_attacked(square, self.turn.other()));
                let mut next = self.clone();
                next.pieces[king] = None;
                next.pieces[rook] = None;
                next.pieces[king_to] = Some((self.turn, Role::King));
                next.pieces[rook_to] = Some((self.turn, Role::Rook));
                next.castling &= !self.home();
                next.en_passant = None;
                next.turn = self.turn.other();
                if !blocked && !attacked && !next.in_check(self.turn) {
                    found.push((self.name(king, rook), next));
                }
            }
        }
    }

    /// Leaves at a depth.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        moves.iter().map(|(_, next)| next.perft(depth - 1)).sum()
    }
}

/// A random setup: many checkers, pins on all lines, kings and rooks on the first rank, frequent en
/// passant. It is often not a valid position.
pub fn random_setup(rng: &mut Rng) -> Setup {
    let mut setup = Setup::empty();
    let mut free = !0u64;
    let mut place = |rng: &mut Rng, color: Color, role: Role, among: u64| {
        let square = 1u64 << rng.below(64);
        if square & free & among != 0 {
            *setup.pieces_mut(color, role) |= square;
            free &= !square;
        }
    };
    let turn = Color::ALL[rng.below(2)];
    let home = Color::ALL.map(|color| color.view(0xff));
    for (color, home) in Color::ALL.into_iter().zip(home) {
        // Half of the kings at home, so that they may castle.
        let among = if rng.below(2) == 0 { home } else { !0 };
        for _ in 0..40 {
            place(rng, color, Role::King, among);
        }
        for _ in 0..rng.below(12) {
            place(rng, color, Role::Rook, home);
            place(rng, color, Role::Pawn, 0x00ff_ffff_ffff_ff00);
        }
        for _ in 0..rng.below(10) {
            let role = Role::ALL[1 + rng.below(4)];
            place(rng, color, role, !0);
        }
    }
    for color in Color::ALL {
        let king = setup.pieces_mut(color, Role::King);
        *king &= king.wrapping_neg();
    }
    let pawns = setup.pieces(turn.other(), Role::Pawn);
    let passed: Vec<_> = setwise_core::Square::all()
        .filter(|square| {
            let seen = turn.view(square.bit());
            seen & 0xff << 40 != 0 && turn.view(pawns) & seen >> 8 != 0
        })
        .collect();
    let en_passant = (!passed.is_empty()).then(|| passed[rng.below(passed.len())]);
    let [white, black] = Color::ALL.map(|color| setup.pieces(color, Role::Rook));
    setup.turn = turn;
    setup.castling = (white & home[0] | black & home[1]) & rng.next();
    setup.en_passant = en_passant.filter(|_| rng.below(4) > 0);
    setup.halfmoves = rng.below(100) as u16;
    setup.fullmove = 1 + rng.below(200) as u16;
    setup
}
