//! Checks, pins, attacks, mobility and the status of each position.

use crate::arrays::{ArrayResult, Out};
use crate::positions::Positions;
use pyo3::prelude::*;
use setwise_moves::{Analysis, Position, Role, analyze, attack_maps};

pub(crate) const CHECK: u8 = 1;
pub(crate) const CHECKMATE: u8 = 2;
pub(crate) const STALEMATE: u8 = 4;
pub(crate) const INSUFFICIENT_MATERIAL: u8 = 8;

fn status(position: &Position, analysis: &Analysis) -> u8 {
    let flag = |holds: bool, flag: u8| if holds { flag } else { 0 };
    flag(analysis.is_check(), CHECK)
        | flag(analysis.is_mate(), CHECKMATE)
        | flag(analysis.is_stalemate(), STALEMATE)
        | flag(position.has_insufficient_material(), INSUFFICIENT_MATERIAL)
}

impl Positions {
    /// Computes `N` entries from the analysis of each position.
    fn analyzed<'py, T: numpy::Element + Send, const N: usize>(
        &self,
        py: Python<'py>,
        out: Out<'_, 'py>,
        axes: &[usize],
        threads: i64,
        entries: impl Fn(&Position, &Analysis) -> [T; N] + Send + Sync,
    ) -> ArrayResult<'py> {
        self.table(py, out, axes, threads, |positions, out: &mut [T]| {
            let mut analyses = vec![Analysis::default(); positions.len()];
            // The lengths are equal.
            let _ = analyze(positions, &mut analyses);
            let rows = out.as_chunks_mut().0.iter_mut();
            for (row, (position, analysis)) in rows.zip(positions.iter().zip(&analyses)) {
                *row = entries(position, analysis);
            }
        })
    }
}

#[pymethods]
impl Positions {
    /// Returns the states of the games as flags, uint8 of shape (n,): CHECK, CHECKMATE, STALEMATE,
    /// INSUFFICIENT_MATERIAL.
    ///
    /// Checkmate comes with check. Insufficient material means that neither side can mate by any
    /// sequence of moves, judged by the pieces alone: king against king, with a single knight,
    /// or with bishops that all stand on squares of one color.
    ///
    ///     >>> mate = setwise.Positions(["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"])
    ///     >>> (mate.status() & setwise.CHECKMATE != 0).tolist()
    ///     [True]
    #[pyo3(signature = (*, out=None, threads=1))]
    fn status<'py>(&self, py: Python<'py>, out: Out<'_, 'py>, threads: i64) -> ArrayResult<'py> {
        let status = |position: &Position, analysis: &Analysis| [status(position, analysis)];
        self.analyzed(py, out, &[], threads, status)
    }

    /// Returns the pieces that give check to the side to move, uint64 of shape (n,).
    ///
    ///     >>> mate = setwise.Positions(["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"])
    ///     >>> mate.checkers().tolist() == [1 << 54]
    ///     True
    #[pyo3(signature = (*, out=None, threads=1))]
    fn checkers<'py>(&self, py: Python<'py>, out: Out<'_, 'py>, threads: i64) -> ArrayResult<'py> {
        self.analyzed(py, out, &[], threads, |_, analysis| [analysis.checkers()])
    }

    /// Returns the pieces of the side to move that are pinned to their king, uint64 of shape (n,).
    ///
    ///     >>> pinned = setwise.Positions(["4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"])
    ///     >>> pinned.pins().tolist() == [1 << 12]
    ///     True
    #[pyo3(signature = (*, out=None, threads=1))]
    fn pins<'py>(&self, py: Python<'py>, out: Out<'_, 'py>, threads: i64) -> ArrayResult<'py> {
        self.analyzed(py, out, &[], threads, |_, analysis| [analysis.pinned()])
    }

    /// Returns the squares that White and Black attack, uint64 of shape (n, 2). Pins do not matter.
    ///
    ///     >>> maps = setwise.Positions.startpos(2).attack_maps()
    ///     >>> maps.shape, hex(maps[0, 0])
    ///     ((2, 2), '0xffff7e')
    #[pyo3(signature = (*, out=None, threads=1))]
    fn attack_maps<'py>(
        &self,
        py: Python<'py>,
        out: Out<'_, 'py>,
        threads: i64,
    ) -> ArrayResult<'py> {
        self.table(py, out, &[2], threads, |positions, out: &mut [u64]| {
            // The lengths are equal. White is the first color.
            let _ = attack_maps(positions, out.as_chunks_mut().0);
        })
    }

    /// Returns the numbers of legal moves by piece, uint16 of shape (n, 6): pawns, knights,
    /// bishops, rooks, queens, king.
    ///
    /// A promotion is four moves; castling is a move of the king.
    ///
    ///     >>> setwise.Positions.startpos().mobility().tolist()
    ///     [[16, 4, 0, 0, 0, 0]]
    #[pyo3(signature = (*, out=None, threads=1))]
    fn mobility<'py>(&self, py: Python<'py>, out: Out<'_, 'py>, threads: i64) -> ArrayResult<'py> {
        self.analyzed(py, out, &[6], threads, |_, analysis| {
            Role::ALL.map(|role| analysis.mobility(role) as u16)
        })
    }
}
