//! Moves in the notation of UCI.

use super::{Move, MoveKind};
use crate::text::{Buffer, fixed_text};
use core::fmt;
use setwise_core::{Square, const_for};

fixed_text! {
    /// A move in the notation of UCI, in a buffer of fixed size: the result of [`Move::uci`] and
    /// [`Move::uci_chess960`]. It dereferences to `str`.
    Uci[8]
}

/// The letters of promotions by the numbers of kinds; 0 for other kinds.
const PROMOTIONS: [u8; 16] = {
    let mut letters = [0; 16];
    const_for!(i, MoveKind::ALL.len(), {
        if let Some(role) = MoveKind::ALL[i].promoted() {
            letters[MoveKind::ALL[i] as usize] = role.letter() as u8;
        }
    });
    letters
};

impl Move {
    /// Writes the UCI form of orthodox chess: castling is the move of the king, `e1g1`.
    ///
    /// In Chess960 this can be the name of a king's step too (`f1g1`): write
    /// [`uci_chess960`](Self::uci_chess960) there.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let [castling, queen] = ["e1g1", "a7a8q"].map(|name| position.parse_move(name).unwrap());
    /// assert_eq!((&*castling.uci(), &*castling.uci_chess960()), ("e1g1", "e1h1"));
    /// assert_eq!((&*queen.uci(), &*queen.uci_chess960()), ("a7a8q", "a7a8q"));
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    #[inline]
    pub fn uci(self) -> Uci {
        self.named(self.destination())
    }

    /// Writes the UCI form of Chess960: castling is the king taking its own rook, `e1h1`.
    #[inline]
    pub fn uci_chess960(self) -> Uci {
        self.named(self.target())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn named(self, target: Square) -> Uci {
        let mut text = Buffer::EMPTY;
        text.push_square(self.source());
        text.push_square(target);
        let letter = PROMOTIONS[usize::from(self.number() & 15)];
        text.push_if(letter != 0, letter);
        Uci(text)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match f.alternate() {
            false => self.uci(),
            true => self.uci_chess960(),
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#} ({:?})", self.kind())
    }
}
