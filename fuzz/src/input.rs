//! From any bytes to boards, positions and moves.

use arbitrary::Unstructured;
use setwise_conformance::Rng;
use setwise_formats::{Outcome, Record};
use setwise_moves::{Color, FenStyle, Move, Position, Role, Setup, Square};

/// What is left of an input. Past its end everything is 0.
pub(crate) struct Input<'a>(Unstructured<'a>);

impl<'a> Input<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self(Unstructured::new(data))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.0.arbitrary().unwrap_or_default()
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0.arbitrary().unwrap_or_default()
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.int_in_range(0..=end - 1).unwrap_or_default()
    }

    pub(crate) fn of<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    pub(crate) fn rest(self) -> &'a [u8] {
        self.0.take_rest()
    }

    /// Boards: words of the input, then noise that depends on the last of them.
    pub(crate) fn boards(&mut self, count: usize) -> Vec<u64> {
        let mut state = self.word();
        let mut board = |_| {
            if !self.is_empty() {
                state = self.word();
                return state;
            }
            state = Rng::new(state).next_u64();
            state & state >> 31
        };
        (0..count).map(&mut board).collect()
    }

    /// The parts of a position: a known one with changed squares, or any pieces with two kings.
    pub(crate) fn setup(&mut self) -> Setup {
        let mut setup = match self.below(BASES.len() + 1) {
            0 => Setup::empty(),
            base => Setup::from(Position::from_fen(BASES[base - 1]).expect("a position")),
        };
        for _ in 0..self.below(24) {
            let (square, piece) = (self.below(64), self.below(13));
            put(&mut setup, square, piece);
        }
        if setup.pieces(Color::White, Role::King) == 0 {
            for color in [0, 1] {
                let square = self.below(64);
                put(&mut setup, square, 6 * color + 5);
            }
        }
        if self.flag() {
            setup.turn = setup.turn.other();
        }
        if self.flag() {
            setup.castling = self.word();
        }
        if self.flag() {
            setup.en_passant = Some(Square::wrapping(self.below(64)));
        }
        if self.flag() {
            [setup.halfmoves, setup.fullmove] = [self.word() as u16, self.word() as u16];
        }
        setup
    }

    /// A valid position, after some moves; `None` if the parts break a rule.
    pub(crate) fn position(&mut self) -> Option<Position> {
        let mut position = Position::new(self.setup()).ok()?;
        for _ in 0..self.below(8) {
            let Some(played) = self.legal_move(&position) else {
                break;
            };
            position = position.play(played).expect("a legal move");
        }
        Some(position)
    }

    /// Fewer than `end` records, each with or without its parts.
    pub(crate) fn records(&mut self, end: usize) -> Vec<Record> {
        let mut records = Vec::new();
        for _ in 0..self.below(end) {
            let Some(position) = self.position() else {
                continue;
            };
            let mut record = Record::from(position);
            record.played = self.legal_move(&position);
            record.white_score = self.flag().then(|| self.word() as i16);
            record.outcome = self.flag().then(|| self.of(&Outcome::ALL));
            records.push(record);
        }
        records
    }

    pub(crate) fn legal_move(&mut self, position: &Position) -> Option<Move> {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        (!moves.is_empty()).then(|| self.of(&moves))
    }

    /// Any move, possible or not.
    pub(crate) fn any_move(&mut self) -> Move {
        let bits = self.below(1 << 16) as u16;
        let mut all = (0..=u16::MAX).map(|next| bits.wrapping_add(next));
        all.find_map(Move::from_bits).expect("some bits are a move")
    }
}

/// Checks that a position is written and read again in each style. X-FEN leaves out en passant
/// squares that no pawn attacks.
pub(crate) fn check_fens(position: &Position) {
    for style in [FenStyle::Standard, FenStyle::X, FenStyle::Shredder] {
        let fen = position.fen(style);
        let again = Position::from_fen(&fen).expect("its own FEN");
        let is_same = match style {
            FenStyle::X => again.same_moves(position),
            _ => again == *position,
        };
        assert!(is_same, "{fen}");
    }
}

/// Returns the features that a perspective sees, and some more, in ascending order.
pub(crate) fn sorted_row(rows: &[(u32, u32)], side: usize, more: &[u32]) -> Vec<u32> {
    let row = rows.iter().map(|both| [both.0, both.1][side]);
    let mut row: Vec<u32> = row.chain(more.iter().copied()).collect();
    row.sort_unstable();
    row
}

/// Positions with castling, en passant, promotions, many checks.
const BASES: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "4k3/8/8/2pPp3/8/8/8/4K2R w K c6 0 1",
    "nrkbqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQRBN w BFbf - 0 1",
];

/// Puts a piece on a square, in place of what stands there: White's six roles, then Black's, then
/// none. A king leaves its square.
fn put(setup: &mut Setup, square: usize, piece: usize) {
    let bit = 1 << square;
    for color in Color::ALL {
        for role in Role::ALL {
            *setup.pieces_mut(color, role) &= !bit;
        }
    }
    if piece < 12 {
        let (color, role) = (Color::ALL[piece / 6], Role::ALL[piece % 6]);
        let board = setup.pieces_mut(color, role);
        match role {
            Role::King => *board = bit,
            _ => *board |= bit,
        }
    }
}
