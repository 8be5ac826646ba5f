//! 64 positions as columns.

use crate::frame::Frame;
use crate::position::{Color, Move, Position, state::State};
use setwise_core::{FILE_A, FILE_H, Sliced, Vector};

/// 64 positions as columns, each with a move and a number that belongs to it: element `i` of each
/// array and bit `i` of each set are those of position `i`.
///
/// Boards are as the side to move sees them: it moves north, so those of Black are turned upside
/// down. Kernels load them as they are, without a position in between. A block is filled by those
/// who play games, [rows](crate::Blocks) of eight positions at a time.
///
/// ```
/// use setwise_moves::{Block, Position};
/// let mut block = Block::EMPTY;
/// let check = Position::from_fen("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1")?;
/// block.set(0, &Position::startpos());
/// block.set(1, &check);
/// let mut counts = [0; 64];
/// block.count_legal_moves(&mut counts);
/// assert_eq!((block.find_checks(), &counts[..2]), (1 << 1, &[20, 4][..]));
/// assert_eq!(block.position(1, 1), check);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Block {
    /// Three bits of the role on each square: pawns, knights and kings; bishops, knights and
    /// queens; rooks, kings and queens.
    pub planes: [[u64; 64]; 3],
    /// The pieces of the side to move.
    pub us: [u64; 64],
    /// The rooks that may castle.
    pub castling: [u64; 64],
    /// The square that a pawn has just passed with a double push, even if no pawn can capture it.
    pub passed: [u64; 64],
    /// The number of half-moves since the last capture or pawn move.
    pub halfmoves: [u16; 64],
    /// The [bits](Move::bits) of the move, where [`live`](Self::live) says that there is one; 0
    /// passes the turn.
    pub moves: [u16; 64],
    /// The number that belongs to the move, a score for example, where
    /// [`labelled`](Self::labelled) says that there is one.
    pub labels: [i16; 64],
    /// The positions with Black to move.
    pub black: u64,
    /// The positions with a move.
    pub live: u64,
    /// Those whose move has a number.
    pub labelled: u64,
    /// Those whose move captures, en passant included.
    pub captures: u64,
    /// Those whose move promotes.
    pub promotions: u64,
}

impl Block {
    /// Empty boards.
    pub const EMPTY: Self = Self {
        planes: [[0; 64]; 3],
        us: [0; 64],
        castling: [0; 64],
        passed: [0; 64],
        halfmoves: [0; 64],
        moves: [0; 64],
        labels: [0; 64],
        black: 0,
        live: 0,
        labelled: 0,
        captures: 0,
        promotions: 0,
    };

    /// Sets the board of position `i & 63`; its move stays.
    pub fn set(&mut self, i: usize, position: &Position) {
        let i = i & 63;
        let turn = position.turn();
        let [a, b, c, ..] = position.words();
        for (column, plane) in self.planes.iter_mut().zip([a, b, c]) {
            column[i] = turn.view(plane);
        }
        self.us[i] = turn.view(position.by_color(turn));
        self.castling[i] = turn.view(position.castling());
        let passed = position.en_passant();
        self.passed[i] = turn.view(passed.map_or(0, setwise_core::Square::bit));
        self.halfmoves[i] = position.halfmoves();
        self.black = self.black & !(1 << i) | (turn.index() as u64) << i;
    }

    /// Position `i & 63`, whose move has this number.
    pub fn position(&self, i: usize, fullmove: u16) -> Position {
        let i = i & 63;
        let turn = self.turn(i);
        let [a, b, c] = self.planes.each_ref().map(|plane| turn.view(plane[i]));
        let us = turn.view(self.us[i]);
        let black = match turn {
            Color::White => (a | b | c) & !us,
            Color::Black => us,
        };
        let state = State::new(turn, self.halfmoves[i], fullmove);
        let state = state.with_castling(turn.view(self.castling[i]));
        // An empty board has 64 trailing zeros, which square 0 stands for.
        let passed = turn.view(self.passed[i]).trailing_zeros() & 63;
        Position::of_planes([a, b, c, black], state).with_passed(passed as usize)
    }

    /// Sets the move of position `i & 63`, which is this one; `None` passes the turn.
    pub fn set_move(&mut self, i: usize, position: &Position, played: Option<Move>) {
        let i = i & 63;
        let bit = |holds: bool| u64::from(holds) << i;
        self.moves[i] = played.map_or(0, Move::bits);
        self.live |= 1 << i;
        let captures = played.is_some_and(|played| position.captured(played).is_some());
        let promotes = played.is_some_and(|played| played.promotion().is_some());
        self.captures = self.captures & !(1 << i) | bit(captures);
        self.promotions = self.promotions & !(1 << i) | bit(promotes);
    }

    /// The number of the move of position `i & 63`.
    #[inline]
    pub fn label(&self, i: usize) -> Option<i16> {
        (self.labelled >> (i & 63) & 1 != 0).then(|| self.labels[i & 63])
    }

    /// Removes the squares that a pawn has just passed where no capture is legal, as
    /// [`Position::without_useless_en_passant`] does.
    pub fn drop_useless_en_passant(&mut self) {
        let passed = self.passed.iter().enumerate();
        let is_passed = |set, (i, passed): (usize, &u64)| set | u64::from(*passed != 0) << i;
        let mut left = passed.fold(0, is_passed);
        let [a, b, c] = &self.planes;
        while left != 0 {
            let i = left.trailing_zeros() as usize & 63;
            left &= left - 1;
            // The side to move moves north: its pawns stand beside the one that has passed.
            let pushed = self.passed[i] >> 8;
            let beside = pushed << 1 & !FILE_A | pushed >> 1 & !FILE_H;
            let may = beside & self.us[i] & a[i] & !(b[i] | c[i]) != 0;
            let is_useless = |position: Position| {
                let useful = position.without_useless_en_passant();
                useful.en_passant().is_none()
            };
            if !may || is_useless(self.position(i, 1)) {
                self.passed[i] = 0;
            }
        }
    }

    pub(crate) const fn remove_move(&mut self, i: usize) {
        let others = !(1 << (i & 63));
        self.black &= others;
        self.live &= others;
        self.labelled &= others;
        self.captures &= others;
        self.promotions &= others;
    }

    /// Removes all moves, and leaves the boards as they are.
    pub(crate) fn clear(&mut self) {
        (self.black, self.live, self.labelled) = (0, 0, 0);
        (self.captures, self.promotions) = (0, 0);
    }

    /// A board of position `i & 63` as White sees it. No branch depends on the side to move.
    #[inline]
    pub const fn from_white(&self, i: usize, board: u64) -> u64 {
        let black = (self.black >> (i & 63) & 1).wrapping_neg();
        board ^ (board ^ board.swap_bytes()) & black
    }

    /// The side to move of position `i & 63`.
    pub const fn turn(&self, i: usize) -> Color {
        match self.black >> (i & 63) & 1 {
            0 => Color::White,
            _ => Color::Black,
        }
    }

    /// The move of position `i & 63`; `None` if it has none, or if that passes the turn.
    pub fn played(&self, i: usize) -> Option<Move> {
        let bits = self.moves[i & 63];
        (self.live >> (i & 63) & 1 != 0 && bits != 0).then(|| Move::from_bits_unchecked(bits))?
    }

    /// Loads the positions from one on, as many as a register has bytes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn frame<V: Vector>(&self, token: V::Token, from: usize) -> Frame<Sliced<V>> {
        let mut frame = Frame::splat(Sliced([V::splat(token, 0); 8]));
        // Written out: closures are not compiled for the instruction set.
        let a = ranks_of::<V>(token, &self.planes[0], from);
        let b = ranks_of::<V>(token, &self.planes[1], from);
        let c = ranks_of::<V>(token, &self.planes[2], from);
        let us = ranks_of::<V>(token, &self.us, from);
        for rank in 0..8 {
            let (a, b, c, us) = (a[rank], b[rank], c[rank], us[rank]);
            frame.us.0[rank] = us;
            frame.them.0[rank] = (a | (b | c)) & !us;
            frame.pawns.0[rank] = a & !(b | c);
            frame.knights.0[rank] = a & b;
            frame.diagonal.0[rank] = b & !a;
            frame.orthogonal.0[rank] = c & !a;
            frame.kings.0[rank] = a & c;
        }
        let castling = ranks_of::<V>(token, &self.castling, from);
        let passed = ranks_of::<V>(token, &self.passed, from);
        frame.castling.0[0] = castling[0];
        frame.castling.0[7] = castling[7];
        frame.en_passant.0[5] = passed[5];
        frame
    }

    /// The boards of one position.
    pub(crate) fn frame_of(&self, i: usize) -> Frame<u64> {
        let i = i & 63;
        let [a, b, c] = self.planes.each_ref().map(|plane| plane[i]);
        let mut frame = Frame::splat(0);
        frame.us = self.us[i];
        frame.them = (a | b | c) & !self.us[i];
        frame.pawns = a & !(b | c);
        frame.knights = a & b;
        frame.diagonal = b & !a;
        frame.orthogonal = c & !a;
        frame.kings = a & c;
        frame.castling = self.castling[i];
        frame.en_passant = self.passed[i];
        frame
    }
}

/// Loads the ranks of boards from one on, as many as a register has bytes.
#[cfg_attr(not(unoptimized), inline(always))]
fn ranks_of<V: Vector>(token: V::Token, column: &[u64; 64], from: usize) -> [V; 8] {
    match column.get(from..from + 8 * V::LANES) {
        Some(boards) => V::load_ranks(token, boards),
        None => [V::splat(token, 0); 8],
    }
}
