//! Batches as bytes, which pickle stores.
//!
//! Eight bytes are the name and the version of the form. Each position has 40 bytes:
//!
//! | bytes | |
//! |---|---|
//! | 0 to 31 | four bitboards, the bits of the code of each piece: 1 (pawn) to 6 (king), 8 more for Black |
//! | 32, 33 | the files of White's and Black's rooks that may castle |
//! | 34 | the en passant square, 64 for none |
//! | 35 | 1 if Black is to move |
//! | 36 to 39 | half-move clock and move number |
//!
//! Numbers are little-endian.

use crate::threads::{PART, Workers};
use crate::{inputs::WrongEntry, positions::Positions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use setwise_moves::{Color, Position, Role, Setup, Square};

const NAME: &[u8] = b"setwise";
const VERSION: u8 = 1;

const SIZE: usize = 40;

/// The value of [`en passant`](self) for no square.
const NO_SQUARE: u8 = 64;

/// The bits of the code of each piece, as bitboards: 1 (pawn) to 6 (king), and one for Black.
fn codes(position: &Position) -> [u64; 4] {
    let [pawns, knights, bishops, rooks, queens, kings] =
        Role::ALL.map(|role| position.by_role(role));
    [
        pawns | bishops | queens,
        knights | bishops | kings,
        rooks | queens | kings,
        position.by_color(Color::Black),
    ]
}

fn write(position: &Position) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    let (boards, state) = bytes.split_at_mut(32);
    for (bytes, plane) in boards.as_chunks_mut().0.iter_mut().zip(codes(position)) {
        *bytes = plane.to_le_bytes();
    }
    let [white, .., black] = position.castling().to_le_bytes();
    let square = position
        .en_passant()
        .map_or(NO_SQUARE, |square| square.index() as u8);
    let is_black = u8::from(position.turn() == Color::Black);
    let [h0, h1] = position.halfmoves().to_le_bytes();
    let [f0, f1] = position.fullmove().to_le_bytes();
    state.copy_from_slice(&[white, black, square, is_black, h0, h1, f0, f1]);
    bytes
}

fn read(bytes: &[u8; SIZE]) -> Result<Position, String> {
    let (boards, state) = bytes.as_chunks::<8>().0.split_at(4);
    let [a, b, c, d] = std::array::from_fn(|i| u64::from_le_bytes(boards[i]));
    if a & b & c | d & !(a | b | c) != 0 {
        return Err("a square has no code of a piece".into());
    }
    let mut setup = Setup::empty();
    for (code, role) in (1..).zip(Role::ALL) {
        let planes = [a, b, c].into_iter().enumerate();
        let pieces = planes.fold(u64::MAX, |all, (bit, plane)| {
            all & if code >> bit & 1 != 0 { plane } else { !plane }
        });
        *setup.pieces_mut(Color::White, role) = pieces & !d;
        *setup.pieces_mut(Color::Black, role) = pieces & d;
    }
    let [white, black, square, turn, h0, h1, f0, f1] = state[0];
    setup.castling = u64::from(white) | u64::from(black) << 56;
    setup.en_passant = Square::from_index(square.into());
    let turn = Color::ALL.get(usize::from(turn));
    setup.turn = *turn
        .filter(|_| square <= NO_SQUARE)
        .ok_or("the state is not valid")?;
    setup.halfmoves = u16::from_le_bytes([h0, h1]);
    setup.fullmove = u16::from_le_bytes([f0, f1]);
    Position::new(setup).map_err(|why| why.to_string())
}

#[pymethods]
impl Positions {
    /// Returns the positions as bytes, 40 for each and 8 more. Pickles have the same bytes.
    ///
    ///     >>> len(setwise.Positions.startpos(2).to_bytes())
    ///     88
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let size = NAME.len() + 1 + self.0.len() * SIZE;
        PyBytes::new_with(py, size, |bytes| {
            let (head, records) = bytes.split_at_mut(NAME.len() + 1);
            head.copy_from_slice(&[NAME, &[VERSION]].concat());
            let records = records.as_chunks_mut::<SIZE>().0;
            py.detach(|| {
                Workers::ONE.parts(PART, 1, records, |range, out| {
                    for (out, position) in out.iter_mut().zip(&self.0[range]) {
                        *out = write(position);
                    }
                    Ok(())
                })
            })
        })
    }

    /// Reads the bytes of to_bytes. Bytes of another form or version, and positions that are not
    /// valid, are a ValueError.
    ///
    ///     >>> start = setwise.Positions.startpos(2)
    ///     >>> setwise.Positions.from_bytes(start.to_bytes()) == start
    ///     True
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let wrong = |why| PyValueError::new_err(format!("data: {why}"));
        let records = match data.strip_prefix(NAME) {
            Some([VERSION, records @ ..]) => records,
            Some([version, ..]) => return Err(wrong(format!("version {version} is not known"))),
            _ => return Err(wrong("not the bytes of Positions".into())),
        };
        let (records, rest) = records.as_chunks::<SIZE>();
        if !rest.is_empty() {
            return Err(wrong(format!(
                "{} bytes after the last position",
                rest.len()
            )));
        }
        Self::read(py, records.len(), |i| {
            read(&records[i]).map_err(|why| WrongEntry::new("data", i, why))
        })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = slf.try_borrow()?.to_bytes(slf.py())?;
        Ok((slf.get_type().getattr("from_bytes")?, (bytes,)))
    }
}
