//! Piece planes for neural networks.

use crate::arrays::{ArrayResult, Out, Output, choice};
use crate::positions::{Positions, boards};
use crate::threads::Workers;
use pyo3::prelude::*;
use setwise_moves::{Color, Mailbox, Position};

/// The eight squares of each byte of a bitboard, as numbers.
struct Ranks<T>([[T; 8]; 256]);

impl<T: Copy> Ranks<T> {
    const fn new(zero: T, one: T) -> Self {
        let mut ranks = [[zero; 8]; 256];
        let mut i = 0;
        while i < 256 * 8 {
            let (byte, file) = (i / 8, i % 8);
            if byte >> file & 1 != 0 {
                ranks[byte][file] = one;
            }
            i += 1;
        }
        Self(ranks)
    }

    /// Writes planes, 64 entries each.
    fn write(&self, boards: [u64; 12], out: &mut [[T; 8]]) {
        for (plane, board) in out.as_chunks_mut::<8>().0.iter_mut().zip(boards) {
            for (rank, byte) in plane.iter_mut().zip(board.to_le_bytes()) {
                *rank = self.0[usize::from(byte)];
            }
        }
    }
}

static FLOATS: Ranks<f32> = Ranks::new(0.0, 1.0);
static BYTES: Ranks<u8> = Ranks::new(0, 1);

/// The order of planes and squares.
#[derive(Clone, Copy)]
enum Order {
    PythonChess,
    AlphaZero,
}

impl Order {
    fn boards(self, position: &Position) -> [u64; 12] {
        let boards = boards(position);
        match (self, position.turn()) {
            (Self::PythonChess, _) | (Self::AlphaZero, Color::White) => boards,
            (Self::AlphaZero, Color::Black) => {
                std::array::from_fn(|i| Color::Black.view(boards[(i + 6) % 12]))
            }
        }
    }
}

/// Writes the planes of positions.
fn write<T: Copy>(positions: &[Position], order: Order, ranks: &Ranks<T>, out: &mut [T]) {
    let out = out.as_chunks_mut::<8>().0.chunks_exact_mut(12 * 8);
    for (position, out) in positions.iter().zip(out) {
        ranks.write(order.boards(position), out);
    }
}

#[pymethods]
impl Positions {
    /// Returns the pieces on the squares, uint8 of shape (n, 64): 0 for an empty square, 1 (pawn),
    /// 2 (knight), 3 (bishop), 4 (rook), 5 (queen), 6 (king) for White's, 7 to 12 for Black's.
    ///
    ///     >>> setwise.Positions.startpos().squares()[0, :16].tolist()
    ///     [4, 2, 3, 5, 6, 3, 2, 4, 1, 1, 1, 1, 1, 1, 1, 1]
    #[pyo3(signature = (*, out=None, threads=1))]
    fn squares<'py>(&self, py: Python<'py>, out: Out<'_, 'py>, threads: i64) -> ArrayResult<'py> {
        self.table(py, out, &[64], threads, |positions, out: &mut [u8]| {
            for (out, position) in out.as_chunks_mut().0.iter_mut().zip(positions) {
                *out = Mailbox::from(position).squares;
            }
        })
    }

    /// Returns piece planes of shape (n, 12, 8, 8), indexed by position, piece, rank, file. An
    /// entry is 1 where the piece stands.
    ///
    /// order: "python-chess" has the planes White's pawns, knights, bishops, rooks, queens, king,
    /// then Black's, and rank 1 first, so that plane.ravel()[square] is a square of python-chess.
    /// "alphazero" has the pieces of the side to move first, and the board as that side sees it:
    /// its own first rank first, the files not mirrored. AlphaZero's planes of history, castling
    /// and clocks are not included. dtype: "float32" or "bool".
    ///
    ///     >>> planes = setwise.Positions.startpos(2).planes()
    ///     >>> planes.shape, planes[0, 0, 1].tolist()
    ///     ((2, 12, 8, 8), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    #[pyo3(signature = (order="python-chess", dtype="float32", *, out=None, threads=1))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        order: &str,
        dtype: &str,
        out: Out<'_, 'py>,
        threads: i64,
    ) -> ArrayResult<'py> {
        let orders = [
            ("python-chess", Order::PythonChess),
            ("alphazero", Order::AlphaZero),
        ];
        let order = choice("order", order, orders)?;
        let shape = [self.0.len(), 12, 8, 8];
        let (workers, per) = (Workers::new(threads)?, 12 * 64);
        let is_bool = choice("dtype", dtype, [("float32", false), ("bool", true)])?;
        let part = |range| self.0.get(range).unwrap_or_default();
        match is_bool {
            false => Output::new(py, out, &shape)?.fill(py, &workers, per, |range, out| {
                write(part(range), order, &FLOATS, out);
            }),
            true => Output::bools(py, out, &shape)?.fill(py, &workers, per, |range, out| {
                write(part(range), order, &BYTES, out);
            }),
        }
    }
}
