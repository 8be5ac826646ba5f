//! Moves in standard algebraic notation.

use crate::position::{Move, Position, Role};
use crate::rules::attackers::piece_attacks;
use crate::text::{Buffer, fixed_text};
use setwise_core::{FILE_A, RANK_1, Square, Squares};

fixed_text! {
    /// A move in standard algebraic notation, in a buffer of fixed size: the result of
    /// [`Position::san`]. It dereferences to `str`.
    San[8]
}

impl Position {
    /// Writes a legal move in standard algebraic notation, with the disambiguation that it needs
    /// and with `+` or `#`. Writes `--` if no piece can make the move.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")?;
    /// let check = position.parse_move("a1a8")?;
    /// assert_eq!(*position.san(check), *"Ra8+");
    /// assert_eq!(position.san(position.parse_move("a1d1")?).to_string(), "Rad1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san(&self, legal: Move) -> San {
        let San(mut text) = self.san_without_sign(legal);
        if text.as_bytes() == b"--" {
            return San(text);
        }
        let after = self.play_unchecked(legal);
        if after.is_check() {
            let is_mate = after.count_legal() == 0;
            text.push(if is_mate { b'#' } else { b'+' });
        }
        San(text)
    }

    /// Writes a legal move as [`san`](Self::san) does, without `+` or `#`.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")?;
    /// let check = position.parse_move("a1a8")?;
    /// assert_eq!(*position.san_without_sign(check), *"Ra8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san_without_sign(&self, legal: Move) -> San {
        let mut text = Buffer::EMPTY;
        if !self.is_pseudo_legal(legal) {
            text.push(b'-');
            text.push(b'-');
            return San(text);
        }
        let (source, target) = (legal.source(), legal.target());
        if legal.is_castling() {
            let is_long = target < source;
            for (i, letter) in b"O-O-O".iter().enumerate() {
                text.push_if(i < 3 || is_long, *letter);
            }
        } else {
            let role = legal.role();
            let is_capture = legal.is_en_passant() || self.occupied() & target.bit() != 0;
            if role == Role::Pawn {
                text.push_if(is_capture, b'a' + source.file() as u8);
            } else {
                text.push(capital(role));
                self.push_source(&mut text, legal);
            }
            text.push_if(is_capture, b'x');
            text.push_square(target);
            if let Some(role) = legal.promotion() {
                text.push(b'=');
                text.push(capital(role));
            }
        }
        San(text)
    }

    /// Writes file, rank or both of the source where others of the role reach the target as well.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push_source(&self, text: &mut Buffer<8>, played: Move) {
        let (source, target) = (played.source(), played.target());
        let reaching = self.reaching(played.role(), target) & !source.bit();
        let legal = Squares(reaching).filter(|other| {
            let other = Move::coded(other.index(), target.index(), played.number());
            self.is_legal(other)
        });
        let others = legal.fold(0, |all, other| all | other.bit());
        if others == 0 {
            return;
        }
        let on_file = others & FILE_A << source.file() != 0;
        let on_rank = others & RANK_1 << (8 * source.rank()) != 0;
        text.push_if(!on_file || on_rank, b'a' + source.file() as u8);
        text.push_if(on_file, b'1' + source.rank() as u8);
    }

    /// The pieces of the side to move with a role that reach a square, a pawn by a capture.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn reaching(&self, role: Role, target: Square) -> u64 {
        // They stand where the same piece of the other side on the target would attack.
        let other = self.turn().other();
        let attacked = piece_attacks(other, role, target, self.occupied());
        attacked & self.pieces(self.turn(), role)
    }
}

/// The letter of a role other than the pawn.
#[cfg_attr(not(unoptimized), inline(always))]
const fn capital(role: Role) -> u8 {
    role.letter().to_ascii_uppercase() as u8
}
