//! Boards drawn as text.

use core::fmt;

/// Draws a board, rank 8 at the top and file a at the left, with `1` for a member and `.` for the
/// others. The alternate form `{:#}` adds the names of ranks and files.
///
/// ```
/// use setwise_core::{Diagram, Direction, attacks};
/// let rook_on_d4 = attacks(1 << 27, 0, Direction::North);
/// assert_eq!(Diagram(rook_on_d4).to_string(), "\
/// . . . 1 . . . .
/// . . . 1 . . . .
/// . . . 1 . . . .
/// . . . 1 . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// ");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Diagram(pub u64);

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = f.alternate();
        for rank in (0..8).rev() {
            if named {
                write!(f, "{} ", rank + 1)?;
            }
            for file in 0..8 {
                let member = self.0 >> (8 * rank + file) & 1 != 0;
                let mark = if member { '1' } else { '.' };
                let end = if file == 7 { '\n' } else { ' ' };
                write!(f, "{mark}{end}")?;
            }
        }
        if named {
            f.write_str("  a b c d e f g h\n")?;
        }
        Ok(())
    }
}

/// Draws on separate lines, so that a failed comparison of boards is readable.
impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{:#018x}\n{self:#}", self.0)
    }
}
