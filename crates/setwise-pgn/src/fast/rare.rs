//! Moves that the common path does not decide: castling, promotions, en passant, several sources.

use super::decode::{FIRST, IS_BEHIND};
use super::state::{State, attackers};
use super::tables::{KING, KNIGHT, PAWN, ROLES, ROOK, TABLES, between};
use setwise_core::{FILE_A, RANK_1};
use setwise_moves::{MoveKind, Role, Square, Squares};

impl State {
    /// Plays the move at a place of a text, and returns its bits; `None` if it is not spelled as in
    /// PGN, or not one legal move. The caller tests whether the king is in check afterwards.
    #[cold]
    #[inline(never)]
    pub(super) fn play_rare(&mut self, text: &[u8], place: u32) -> Option<u16> {
        let bytes: &[u8; 8] = text.get(place as usize..)?.first_chunk()?;
        if bytes[0] == b'O' {
            return self.castle(bytes);
        }
        let length = bytes
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric())?;
        let (word, behind) = bytes.split_at(length);
        let (named, to) = match word {
            [named @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                (named, usize::from(8 * (rank - b'1') + file - b'a'))
            }
            _ => return None,
        };
        let (named, captures) = match named {
            [named @ .., b'x'] => (named, true),
            _ => (named, false),
        };
        match (named, behind) {
            ([], [b'=', letter, behind, ..]) if !captures && ends_move(*behind) => {
                self.promote(0, to, *letter)
            }
            ([file @ b'a'..=b'h'], [b'=', letter, behind, ..])
                if captures && ends_move(*behind) =>
            {
                self.promote(file_of(*file), to, *letter)
            }
            (_, [behind, ..]) if !ends_move(*behind) => None,
            ([file @ b'a'..=b'h'], _) => {
                let is_passed = captures && self.en_passant >> to & 1 != 0;
                if is_passed {
                    self.pass(file_of(*file), to)
                } else {
                    None
                }
            }
            ([], _) if !captures => self.push(to),
            ([letter, named @ ..], _) => self.play_piece(*letter, named, captures, to),
            _ => None,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn pieces(&self, role: usize) -> u64 {
        self.boards.0[ROLES + role] & self.boards.0[self.turn & 1]
    }

    /// Plays a move of a piece, with the file or rank of its source if others reach the target.
    fn play_piece(&mut self, letter: u8, named: &[u8], captures: bool, to: usize) -> Option<u16> {
        const LETTERS: [u8; 5] = *b"NBRQK";
        let role = KNIGHT + LETTERS.iter().position(|&other| other == letter)?;
        let turn = self.turn & 1;
        let (us, them) = (self.boards.0[turn], self.boards.0[turn ^ 1]);
        let taken = if captures { them } else { !(us | them) };
        if taken >> to & 1 == 0 {
            return None;
        }
        let mut sources = self.pieces(role) & TABLES.sources[turn][role << 6 & 448 | to & 63];
        for from in squares(sources) {
            let is_free = between(from, to) & (us | them) == 0;
            if !is_free || !self.is_safe(from, to, role) {
                sources ^= 1 << from;
            }
        }
        let source = match *named {
            [] => sources,
            [file @ b'a'..=b'h'] => sources & file_of(file),
            [rank @ b'1'..=b'8'] => sources & rank_of(rank),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => sources & file_of(file) & rank_of(rank),
            _ => return None,
        };
        let from = one(source)?;
        let is_alone = |set: u64| (sources & set).count_ones() == 1;
        let file = FILE_A << (from & 7);
        // The file is named if that is enough, else the rank, else both.
        let is_needed = match *named {
            [] => true,
            [b'a'..=b'h'] => !is_alone(!0),
            [_] => !is_alone(file),
            _ => !is_alone(file) && !is_alone(RANK_1 << (from & 56)),
        };
        is_needed.then(|| self.place(from, to, role, role))
    }

    /// Whether no piece attacks the king after a move of a piece.
    fn is_safe(&self, from: usize, to: usize, role: usize) -> bool {
        let turn = self.turn & 1;
        let (from_bit, to_bit) = (1 << from, 1 << to);
        let occupied = self.occupied() & !from_bit | to_bit;
        let king = if role == KING { to } else { self.king(turn) };
        self.attackers(king, turn, occupied) & !to_bit == 0
    }

    /// Returns the pieces of the other side that attack a square.
    fn attackers(&self, square: usize, side: usize, occupied: u64) -> u64 {
        attackers(&self.boards, side, square, occupied)
    }

    fn push(&mut self, to: usize) -> Option<u16> {
        let turn = self.turn & 1;
        let free = !self.occupied();
        let behind = |square: usize| square.wrapping_add([56, 8][turn]) & 63;
        let (one, two) = (behind(to), behind(behind(to)));
        let reach = TABLES.sources[turn][PAWN << 6 | to] & self.pieces(PAWN);
        if free >> to & 1 == 0 {
            return None;
        }
        if reach >> one & 1 != 0 {
            return Some(self.place(one, to, PAWN, PAWN));
        }
        if reach >> two & free >> one & 1 == 0 {
            return None;
        }
        let bits = self.place(two, to, PAWN, PAWN);
        self.en_passant = 1 << one;
        Some(bits & 0xfff | (MoveKind::DoublePush as u16) << 12)
    }

    /// Captures en passant.
    fn pass(&mut self, file: u64, to: usize) -> Option<u16> {
        let turn = self.turn & 1;
        let from = one(self.pieces(PAWN) & TABLES.reach[turn ^ 1][to].0[ROLES + PAWN] & file)?;
        let bits = self.place(from, to, PAWN, PAWN);
        for board in &mut self.boards.0 {
            *board &= !(1 << (to ^ 8));
        }
        Some(bits & 0xfff | (MoveKind::EnPassant as u16) << 12)
    }

    /// Promotes a pawn that captures from a file, or one that does not capture if `file` is empty.
    fn promote(&mut self, file: u64, to: usize, letter: u8) -> Option<u16> {
        let role = Role::from_letter(char::from(letter)).filter(|_| letter.is_ascii_uppercase())?;
        let kind = MoveKind::promotion(role)?;
        let turn = self.turn & 1;
        if to >> 3 != [7, 0][turn] {
            return None;
        }
        let below = 1 << (to.wrapping_add([56, 8][turn]) & 63);
        let (taken, source) = match file {
            0 => (!self.occupied(), below),
            _ => (
                self.boards.0[turn ^ 1],
                TABLES.reach[turn ^ 1][to].0[ROLES + PAWN] & file,
            ),
        };
        if taken >> to & 1 == 0 {
            return None;
        }
        let from = one(self.pieces(PAWN) & source)?;
        let bits = self.place(from, to, PAWN, role.index());
        Some(bits & 0xfff | (kind as u16) << 12)
    }

    /// Moves a piece, which has the role `placed` afterwards.
    fn place(&mut self, from: usize, to: usize, role: usize, placed: usize) -> u16 {
        let turn = self.turn & 1;
        let (from_bit, to_bit) = (1_u64 << from, 1_u64 << to);
        let kind = &TABLES.kinds[turn][role & 7];
        for board in &mut self.boards.0 {
            *board &= !(from_bit | to_bit);
        }
        self.boards.0[turn] |= to_bit;
        self.boards.0[(ROLES + placed) & 7] |= to_bit;
        self.castling &= !(from_bit | to_bit);
        if role == KING {
            self.castling &= !(0xff << (56 * turn));
        }
        self.en_passant = 0;
        self.turn = turn ^ 1;
        kind.bits | (from << 6 | to) as u16
    }

    fn castle(&mut self, bytes: &[u8; 8]) -> Option<u16> {
        let (is_long, behind) = match bytes {
            [b'O', b'-', b'O', b'-', b'O', behind, ..] => (true, *behind),
            [b'O', b'-', b'O', behind, ..] => (false, *behind),
            _ => return None,
        };
        if !ends_move(behind) {
            return None;
        }
        let turn = self.turn & 1;
        let king = self.king(turn);
        let beside = if is_long {
            (1_u64 << king) - 1
        } else {
            !1 << king
        };
        let home = 0xff << (56 * turn);
        let rook = one(self.castling & home & beside)?;
        let first = 56 * turn;
        let (king_to, rook_to) = if is_long {
            (first + 2, first + 3)
        } else {
            (first + 6, first + 5)
        };
        let way = span(king, king_to);
        let others = self.occupied() & !(1 << king | 1 << rook);
        let is_free = others & (way | span(rook, rook_to)) == 0;
        if !is_free || squares(way).any(|square| self.attackers(square, turn, others) != 0) {
            return None;
        }
        for board in &mut self.boards.0 {
            *board &= !(1 << king | 1 << rook);
        }
        self.boards.0[turn] |= 1 << king_to | 1 << rook_to;
        self.boards.0[ROLES + KING] |= 1 << king_to;
        self.boards.0[ROLES + ROOK] |= 1 << rook_to;
        self.castling &= !home;
        self.en_passant = 0;
        self.turn = turn ^ 1;
        Some((king << 6 | rook) as u16 | (MoveKind::Castling as u16) << 12)
    }
}

fn file_of(letter: u8) -> u64 {
    FILE_A << (letter.wrapping_sub(b'a') & 7)
}

fn rank_of(digit: u8) -> u64 {
    RANK_1 << (8 * (digit.wrapping_sub(b'1') & 7))
}

/// Whether a byte may stand after a move. The lexer has checked the bytes after marks.
fn ends_move(byte: u8) -> bool {
    let found = FIRST.get(usize::from(byte));
    found.is_some_and(|found| found & IS_BEHIND != 0)
}

/// Returns the squares from one square of a rank to another, both included.
fn span(a: usize, b: usize) -> u64 {
    u64::MAX >> (63 - a.max(b)) & u64::MAX << a.min(b)
}

/// Returns the only square of a set.
fn one(set: u64) -> Option<usize> {
    (set.count_ones() == 1).then(|| set.trailing_zeros() as usize)
}

fn squares(set: u64) -> impl Iterator<Item = usize> {
    Squares(set).map(Square::index)
}
