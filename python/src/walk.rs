//! Plays through games to find the positions before their moves, or arrays of their boards.

use crate::{arrays::Output, planes::codes};
use pyo3::prelude::*;
use setwise_moves::{Color, Move, Position, Walk};

/// Games one after the other: their first positions, their first rows and the end of the last one,
/// and the moves of all rows.
pub(crate) struct Games<'a> {
    pub(crate) starts: &'a [Position],
    pub(crate) offsets: &'a [i64],
    pub(crate) moves: &'a [u16],
}

impl<'a> Games<'a> {
    fn each(&self) -> impl Iterator<Item = (&'a Position, &'a [u16])> {
        let moves = self.moves;
        let rows = self.offsets.array_windows().map(move |&[start, end]| {
            let rows = start.try_into().ok().zip(end.try_into().ok());
            rows.and_then(|(start, end): (usize, usize)| moves.get(start..end))
                .unwrap_or_default()
        });
        self.starts.iter().zip(rows)
    }

    /// Returns the position of each row.
    pub(crate) fn positions(&self) -> Vec<Position> {
        let mut positions = Vec::with_capacity(self.moves.len());
        for (&start, moves) in self.each() {
            let moves = moves.iter().map(|&bits| Move::from_bits_unchecked(bits));
            positions.extend(Walk::new(start, moves).map(|(position, _)| position));
        }
        // Offsets that a user has overwritten may leave rows out.
        positions.resize(self.moves.len(), Position::default());
        positions
    }

    fn write(&self, out: &mut Rows<'_>) {
        let mut row = 0;
        for (start, moves) in self.each() {
            let mut board = Board::from(start);
            for &played in moves {
                out.set(row, &board);
                board.play(played);
                row += 1;
            }
        }
        (row..self.moves.len()).for_each(|row| out.set(row, &Board::from(&Position::default())));
    }
}

macro_rules! arrays {
    ($($name:ident: $number:ty, $make:ident, $rows:ident: $row:ty;)*) => {
        /// The arrays that are asked for, by the names of the methods of `Positions`.
        #[derive(Default)]
        pub(crate) struct Arrays<'py> {
            $($name: Option<Output<'py, $number>>,)*
        }

        /// The entries of the requested arrays. The slices of other arrays are empty.
        #[derive(Default)]
        struct Rows<'a> {
            $($name: &'a mut [$row],)*
        }

        impl<'py> Arrays<'py> {
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Makes the array of a name, with `rows` rows. Other names are ignored.
            pub(crate) fn add(&mut self, py: Python<'py>, name: &str, rows: usize) -> PyResult<()> {
                match name {
                    $(stringify!($name) => {
                        let shape = [rows, 64];
                        let axes = 1 + usize::from(name == "squares");
                        let shape = shape.get(..axes).unwrap_or_default();
                        self.$name = Some(Output::$make(py, shape)?);
                    })*
                    _ => {}
                }
                Ok(())
            }

            /// Writes the rows of games.
            pub(crate) fn fill(&mut self, py: Python<'py>, games: &Games<'_>) -> PyResult<()> {
                let mut rows = Rows::default();
                $(if let Some(array) = &mut self.$name {
                    rows.$name = $rows(array.entries()?);
                })*
                py.detach(|| games.write(&mut rows));
                Ok(())
            }

            /// Returns the array of a name.
            pub(crate) fn get(&self, name: &str) -> Option<Bound<'py, PyAny>> {
                match name {
                    $(stringify!($name) => self.$name.as_ref().map(Output::array),)*
                    _ => None,
                }
            }
        }

        impl Rows<'_> {
            fn set(&mut self, row: usize, board: &Board) {
                $(if let Some(out) = self.$name.get_mut(row) {
                    *out = board.$name;
                })*
            }
        }
    };
}

arrays! {
    squares: u8, empty, boards: [u8; 64];
    turns: u8, empty_bools, same: u8;
    castling: u64, empty, same: u64;
    en_passant: i8, empty, same: i8;
    halfmoves: u16, empty, same: u16;
    fullmoves: u16, empty, same: u16;
}

fn boards(entries: &mut [u8]) -> &mut [[u8; 64]] {
    entries.as_chunks_mut().0
}

fn same<T>(entries: &mut [T]) -> &mut [T] {
    entries
}

/// A position as arrays have it: the fields have their names.
struct Board {
    squares: [u8; 64],
    /// 1 if White is to move.
    turns: u8,
    castling: u64,
    en_passant: i8,
    halfmoves: u16,
    fullmoves: u16,
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let mut squares = [0; 64];
        let ranks = squares.as_chunks_mut().0.iter_mut();
        for (rank, codes) in ranks.zip(codes(position)) {
            *rank = codes;
        }
        Self {
            squares,
            turns: u8::from(position.turn() == Color::White),
            castling: position.castling(),
            en_passant: (position.en_passant()).map_or(-1, |square| square.index() as i8),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmove(),
        }
    }
}

/// White's piece that stands on the target after a move of a kind; 0 for castling and no move.
const PLACED: [u8; 16] = [0, 1, 3, 2, 4, 6, 5, 1, 0, 1, 3, 2, 4, 0, 5, 0];

/// The kinds of moves of pawns, a bit each.
const OF_PAWNS: u16 = 1 << 1 | 1 << 7 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 14;

const KING: u16 = 5;
const DOUBLE_PUSH: u16 = 7;
const EN_PASSANT: u16 = 9;
const CASTLING: u16 = 13;

impl Board {
    /// Plays a legal move, or passes the turn.
    fn play(&mut self, bits: u16) {
        let (kind, from, to) = (
            bits >> 12,
            usize::from(bits >> 6 & 63),
            usize::from(bits & 63),
        );
        let is_black = self.turns ^ 1;
        let squares = &mut self.squares;
        let placed = PLACED[usize::from(kind)];
        let mut resets = OF_PAWNS >> kind & 1 != 0;
        if placed != 0 {
            resets |= squares[to] != 0;
            squares[from] = 0;
            squares[to] = placed + 6 * is_black;
            if kind == EN_PASSANT {
                squares[to ^ 8] = 0;
            }
        } else if kind == CASTLING {
            let (king, rook) = (squares[from], squares[to]);
            let rank = from & 56;
            (squares[from], squares[to]) = (0, 0);
            let files = if to > from { [6, 5] } else { [2, 3] };
            (squares[rank | files[0]], squares[rank | files[1]]) = (king, rook);
        }
        if self.castling != 0 {
            let of_king = u64::from(kind == KING || kind == CASTLING) * (0xff << (56 * is_black));
            let touched = u64::from(bits != 0) * (1 << from | 1 << to);
            self.castling &= !(of_king | touched);
        }
        self.en_passant = match kind {
            DOUBLE_PUSH => ((from + to) / 2) as i8,
            _ => -1,
        };
        self.halfmoves = if resets {
            0
        } else {
            self.halfmoves.saturating_add(1)
        };
        self.fullmoves = self.fullmoves.saturating_add(is_black.into());
        self.turns = is_black;
    }
}
