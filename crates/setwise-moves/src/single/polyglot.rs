//! Keys of Polyglot opening books.
//!
//! The key follows Michel Van den Bergh's description of the format,
//! <http://hgm.nubati.net/book_format.html>, which may be implemented freely by its own words. The
//! 781 numbers of its table are not copied: ISAAC-64 makes them from a seed of zeros.

use super::isaac64::first_numbers;
use crate::position::{Color, Position, Role};
use setwise_core::{RANK_1, Squares};

/// 64 squares for each of twelve pieces, four castling rights, eight files, the side to move.
static NUMBERS: [u64; 781] = first_numbers();
const CASTLING: usize = 12 * 64;
const EN_PASSANT: usize = CASTLING + 4;
const WHITE_TO_MOVE: usize = EN_PASSANT + 8;

impl Position {
    /// Returns the key of the position in opening books of the Polyglot format. (Fabien Letouzey
    /// 2004; described by Michel Van den Bergh.)
    ///
    /// The file of a double push counts if a pawn of the side to move stands beside the pushed
    /// pawn, whether or not the capture is legal. Castling rights count by side: the rook to the
    /// right or left of its king, on any file. So Chess960 positions have keys as well, but
    /// these do not distinguish two rooks on the same side of a king.
    ///
    /// The function reads every piece. For searches there are faster keys.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.polyglot_key(), 0x463b_9618_1691_fc9c);
    /// let open = start.play(start.parse_move("e2e4")?)?;
    /// assert_eq!(open.polyglot_key(), 0x823c_9b50_fd11_4196);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let number = |index: usize| NUMBERS.get(index).copied().unwrap_or(0);
        let mut key = 0;
        for role in Role::ALL {
            for color in Color::ALL {
                // Black before White.
                let kind = 2 * role.index() + 1 - color.index();
                for square in Squares(self.pieces(color, role)) {
                    key ^= number(64 * kind + square.index());
                }
            }
        }
        for color in Color::ALL {
            let king = self.king(color);
            let rank = color.view(RANK_1);
            for rook in Squares(self.castling() & rank) {
                let to_queenside = usize::from(rook < king);
                key ^= number(CASTLING + 2 * color.index() + to_queenside);
            }
        }
        if let Some(square) = self.capturable_en_passant() {
            key ^= number(EN_PASSANT + square.file());
        }
        if self.turn() == Color::White {
            key ^= number(WHITE_TO_MOVE);
        }
        key
    }
}
