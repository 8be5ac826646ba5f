//! Positions from many setups.

use crate::kernel::MoveKernel;
use crate::position::{InvalidPosition, Position, Setup};
use alloc::vec::Vec;

impl Position {
    /// Checks many setups as [`new`](Self::new) does, and appends the positions. The kernels look
    /// for checks in all of them at once.
    ///
    /// # Errors
    /// The index of the first setup that breaks a rule of [`Setup`], and the rule. The positions
    /// before it are appended.
    ///
    /// ```
    /// use setwise_moves::{Position, Setup};
    /// let setups = [Setup::from(Position::startpos()), Setup::empty()];
    /// let mut positions = Vec::new();
    /// let (index, rule) = Position::new_all(&setups, &mut positions).unwrap_err();
    /// assert_eq!((index, rule), (1, Position::new(Setup::empty()).unwrap_err()));
    /// assert_eq!(positions, [Position::startpos()]);
    /// ```
    pub fn new_all(
        setups: &[Setup],
        positions: &mut Vec<Self>,
    ) -> Result<(), (usize, InvalidPosition)> {
        let mut attacked = [false; AT_ONCE];
        for (i, setups) in setups.chunks(AT_ONCE).enumerate() {
            let before = positions.len();
            let mut broken = None;
            for setup in setups {
                match setup.position() {
                    Ok(position) => positions.push(position),
                    Err(rule) => {
                        broken = Some(rule);
                        break;
                    }
                }
            }
            let checked = &positions[before..];
            let attacked = &mut attacked[..checked.len()];
            // The lengths are equal.
            let _ = MoveKernel::best().find_kings_left_in_check(checked, attacked);
            if let Some(at) = attacked.iter().position(|&attacked| attacked) {
                let them = checked[at].turn().other();
                positions.truncate(before + at);
                return Err((i * AT_ONCE + at, InvalidPosition::OpponentInCheck(them)));
            }
            if let Some(rule) = broken {
                return Err((i * AT_ONCE + positions.len() - before, rule));
            }
        }
        Ok(())
    }
}

/// The number of positions in which checks are looked for at once.
const AT_ONCE: usize = 256;
