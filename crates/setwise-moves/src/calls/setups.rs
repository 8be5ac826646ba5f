//! Positions from many setups.

use crate::kernel::MoveFunctions;
use crate::position::{InvalidPosition, Position, Setup};
use alloc::vec::Vec;
use core::fmt;

/// A setup of [`Position::new_all`] breaks a rule of [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidSetup {
    /// The index of the setup.
    pub index: usize,
    /// The rule.
    pub rule: InvalidPosition,
}

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setup {}: {}", self.index, self.rule)
    }
}

impl core::error::Error for InvalidSetup {}

impl Position {
    /// Checks many setups as [`new`](Self::new) does, and appends the positions. The kernels look
    /// for checks in all of them at once.
    ///
    /// # Errors
    /// The first setup that breaks a rule of [`Setup`]. The positions before it are appended.
    ///
    /// ```
    /// use setwise_moves::{Position, Setup};
    /// let setups = [Setup::from(Position::startpos()), Setup::empty()];
    /// let mut positions = Vec::new();
    /// let error = Position::new_all(&setups, &mut positions).unwrap_err();
    /// assert_eq!(error.to_string(), "setup 1: White has 0 kings, but needs exactly one");
    /// assert_eq!(error.rule, Position::new(Setup::empty()).unwrap_err());
    /// assert_eq!(positions, [Position::startpos()]);
    /// ```
    pub fn new_all(setups: &[Setup], positions: &mut Vec<Self>) -> Result<(), InvalidSetup> {
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
            let _ = MoveFunctions::selected().find_kings_left_in_check(checked, attacked);
            if let Some(at) = attacked.iter().position(|&attacked| attacked) {
                let them = checked[at].turn().other();
                positions.truncate(before + at);
                let (index, rule) = (i * AT_ONCE + at, InvalidPosition::OpponentInCheck(them));
                return Err(InvalidSetup { index, rule });
            }
            if let Some(rule) = broken {
                let index = i * AT_ONCE + positions.len() - before;
                return Err(InvalidSetup { index, rule });
            }
        }
        Ok(())
    }
}

/// The number of positions in which checks are looked for at once.
const AT_ONCE: usize = 256;
