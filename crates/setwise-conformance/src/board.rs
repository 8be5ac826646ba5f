//! A reference board: the rules of chess, square by square. It defines correct legal moves, shares
//! no code with `setwise-moves`, and handles any position, including those with three checkers.

use setwise_core::Square;
use setwise_moves::{Color, Position, Role};

type Squares = [Option<(Color, Role)>; 64];

/// A position as an array of squares.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The pieces by square.
    pub pieces: Squares,
    /// The side to move.
    pub turn: Color,
    /// Rooks that may castle.
    pub castling: u64,
    /// The square behind a pawn that has just made two steps.
    pub en_passant: Option<usize>,
}

/// King's and rook's targets by side of the board, on the first rank.
const CASTLING: [(bool, usize, usize); 2] = [(true, 6, 5), (false, 2, 3)];

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let piece = |square| position.piece_on(Square::wrapping(square));
        Self {
            pieces: std::array::from_fn(piece),
            turn: position.turn(),
            castling: position.castling(),
            en_passant: position.en_passant().map(|square| square.index()),
        }
    }
}

pub(crate) fn beside(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

#[rustfmt::skip]
const KNIGHT: [(i32, i32); 8] = [
    (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2),
];
/// The steps of a rook, then those of a bishop.
#[rustfmt::skip]
const QUEEN: [(i32, i32); 8] = [
    (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1),
];

fn up(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

/// The steps of a piece, and whether it goes on in each direction.
pub(crate) fn steps(color: Color, role: Role) -> (&'static [(i32, i32)], bool) {
    let (rook, bishop) = QUEEN.split_at(4);
    match (role, color) {
        (Role::Pawn, Color::White) => (&[(-1, 1), (1, 1)], false),
        (Role::Pawn, Color::Black) => (&[(-1, -1), (1, -1)], false),
        (Role::Knight, _) => (&KNIGHT, false),
        (Role::Bishop, _) => (bishop, true),
        (Role::Rook, _) => (rook, true),
        (Role::Queen, _) => (&QUEEN, true),
        (Role::King, _) => (&QUEEN, false),
    }
}

impl Board {
    /// The squares that the piece on a square attacks.
    pub fn attacks(&self, from: usize) -> Vec<usize> {
        let Some((color, role)) = self.pieces[from] else {
            return Vec::new();
        };
        let (steps, far) = steps(color, role);
        let mut attacked = Vec::with_capacity(28);
        for &(files, ranks) in steps {
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

    /// Whether a piece of a color attacks the square.
    pub fn is_attacked(&self, square: usize, by: Color) -> bool {
        (0..64).any(|from| {
            self.pieces[from].is_some_and(|piece| piece.0 == by)
                && self.attacks(from).contains(&square)
        })
    }

    fn king(&self, color: Color) -> usize {
        let king = Some((color, Role::King));
        let mut pieces = self.pieces.iter();
        pieces.position(|&piece| piece == king).expect("a king")
    }

    /// Whether the king of a color is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), color.other())
    }

    /// Whether the side to move is in check without a legal move.
    pub fn is_mate(&self) -> bool {
        self.in_check(self.turn) && self.moves().is_empty()
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
        found.iter().map(|(name, _)| name[..4].into()).collect()
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
            let roles: &[Role] = match to / 8 {
                0 | 7 => &Role::PROMOTIONS,
                _ => &[Role::Pawn],
            };
            found.extend(roles.iter().map(|&role| self.made(from, to, role)));
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
        let mut name = self.name(from, to);
        if piece.1 != becomes {
            name.push(becomes.letter());
        }
        (name, next)
    }

    fn name(&self, from: usize, to: usize) -> String {
        format!("{}{}", Square::wrapping(from), Square::wrapping(to))
    }

    /// The first rank of the side to move.
    fn home(&self) -> u64 {
        0xff << if self.turn == Color::White { 0 } else { 56 }
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
                let mut next = bare.clone();
                let blocked = way(king, king_to)
                    .chain(way(rook, rook_to))
                    .any(|square| bare.pieces[square].is_some());
                // During the king's move the rook stands on its source, after it on its target.
                bare.pieces[rook] = self.pieces[rook];
                let attacked = self.in_check(self.turn)
                    || way(king, king_to).any(|square| bare.is_attacked(square, self.turn.other()));
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

    /// The material of the side to move less that of the other, by the values of the roles.
    fn material(&self, values: &[i32; 6]) -> i32 {
        let pieces = self.pieces.iter().flatten();
        let values = pieces.map(|(color, role)| match *color == self.turn {
            true => values[role.index()],
            false => -values[role.index()],
        });
        values.sum()
    }

    /// What a move of [`moves`](Self::moves) wins if both sides then capture on its target as long
    /// as they gain: static exchange evaluation. Castling wins nothing.
    pub fn exchange(&self, (name, next): &(String, Self), values: &[i32; 6]) -> i32 {
        let square = |square: usize| Square::wrapping(square).to_string() == name[2..4];
        let target = (0..64).find(|&at| square(at)).expect("a target");
        if self.pieces[target].is_some_and(|(color, _)| color == self.turn) {
            return 0;
        }
        let won = -next.material(values) - self.material(values);
        won - next.recapture(target, self.turn, values)
    }

    /// Returns the material that the side to move wins by captures on a square, each with its least
    /// valuable piece: of equal ones, that on the lowest square as `mover` sees the board.
    fn recapture(&self, target: usize, mover: Color, values: &[i32; 6]) -> i32 {
        let captures = |&from: &usize| {
            let is_own = self.pieces[from].is_some_and(|(color, _)| color == self.turn);
            is_own && self.attacks(from).contains(&target)
        };
        let seen = |square: usize| square ^ if mover == Color::White { 0 } else { 56 };
        let order = |&from: &usize| (self.pieces[from].map(|(_, role)| role.index()), seen(from));
        let Some(from) = (0..64).filter(captures).min_by_key(order) else {
            return 0;
        };
        let mut next = self.clone();
        let captured = next.pieces[target].map_or(0, |(_, role)| values[role.index()]);
        next.pieces[target] = next.pieces[from].take();
        next.turn = self.turn.other();
        let is_king = next.pieces[target] == Some((self.turn, Role::King));
        if is_king && next.is_attacked(target, next.turn) {
            return 0;
        }
        (captured - next.recapture(target, mover, values)).max(0)
    }
}
