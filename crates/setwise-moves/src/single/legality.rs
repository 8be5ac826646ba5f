//! Legal moves of a position.

use crate::lists::move_list::{FEW, MoveList};
use crate::position::{Move, Position};
use crate::rules::{attackers::Checks, legality::Legality};
use crate::{frame::Frame, kernel::MoveFunctions, lists::legal_move_sets::LegalMoveSets};

impl Position {
    /// The legal moves, in an arbitrary order that is the same on all machines.
    ///
    /// ```
    /// use setwise_moves::{Move, Position, Role};
    /// let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let moves = position.legal_moves();
    /// assert_eq!(moves.len(), 19);
    /// let kings: Vec<&Move> = moves.iter().filter(|found| found.role() == Role::King).collect();
    /// assert_eq!(kings.len(), 6); // castling is one of them
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_legal_moves(self.checks(), &mut list);
        list
    }

    /// The legal captures, those en passant and promotions that capture included.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("n3k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// assert_eq!(position.captures().len(), 5);
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn captures(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_captures(self.checks(), &mut list);
        list
    }

    /// Replaces the moves of a list by the legal moves, given the [`checks`](Self::checks) of this
    /// position, which a search needs anyway. Returns the moves.
    ///
    /// This is the form for searches: [`legal_moves`](Self::legal_moves) copies the list once,
    /// which takes as long as finding the moves.
    ///
    /// ```
    /// use setwise_moves::{MoveList, Position};
    /// fn perft(position: &Position, depth: u32) -> u64 {
    ///     let mut list = MoveList::new();
    ///     let mut leaves = 0;
    ///     for &found in &*position.list_legal_moves(position.checks(), &mut list) {
    ///         let next = position.play_unchecked(found);
    ///         leaves += if depth > 1 { perft(&next, depth - 1) } else { 1 };
    ///     }
    ///     leaves
    /// }
    /// assert_eq!(perft(&Position::startpos(), 3), 8902);
    /// ```
    #[inline]
    pub fn list_legal_moves<'a>(&self, checks: Checks, list: &'a mut MoveList) -> &'a mut [Move] {
        MoveFunctions::selected().list_legal_moves(self, checks, list);
        list
    }

    /// Replaces the moves of a list by the legal captures, given the [`checks`](Self::checks) of
    /// this position. Returns the captures.
    #[inline]
    pub fn list_captures<'a>(&self, checks: Checks, list: &'a mut MoveList) -> &'a mut [Move] {
        MoveFunctions::selected().list_captures(self, checks, list);
        list
    }

    /// Writes the [bits](Move::bits) of the legal moves to an array, given the
    /// [`checks`](Self::checks) of this position. Returns the number of moves; `None` if there are
    /// more than 256, which no position of a game has. The rest of the array has no meaning.
    ///
    /// This is for programs in other languages, and for moves that are kept with other things.
    /// [`list_legal_moves`](Self::list_legal_moves) has room for any position.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// let mut moves = [0; 256];
    /// let count = start.write_legal_moves(start.checks(), &mut moves);
    /// assert_eq!(count, Some(20));
    /// assert!(moves[..20].contains(&start.parse_move("e2e4")?.bits()));
    /// # Ok::<(), setwise_moves::ParseMoveError>(())
    /// ```
    #[inline]
    pub fn write_legal_moves(&self, checks: Checks, moves: &mut [u16; FEW]) -> Option<usize> {
        MoveFunctions::selected().write_legal_moves(self, checks, moves)
    }

    /// Writes the bits of the legal captures to an array, given the [`checks`](Self::checks) of
    /// this position, as [`write_legal_moves`](Self::write_legal_moves) does.
    #[inline]
    pub fn write_captures(&self, checks: Checks, moves: &mut [u16; FEW]) -> Option<usize> {
        MoveFunctions::selected().write_captures(self, checks, moves)
    }

    /// The legal promotions.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("n3k3/1P6/8/8/8/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(position.promotions().len(), 8);
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    pub fn promotions(&self) -> MoveList {
        let mut list = self.legal_moves();
        list.retain(|found| found.promotion().is_some());
        list
    }

    /// The legal moves of the pieces on some squares.
    ///
    /// ```
    /// use setwise_moves::{Position, Square};
    /// let moves = Position::startpos().legal_moves_from(Square::B1.bit() | Square::E2.bit());
    /// assert_eq!(moves.len(), 4);
    /// ```
    pub fn legal_moves_from(&self, sources: u64) -> MoveList {
        let mut list = self.legal_moves();
        list.retain(|found| sources & found.source().bit() != 0);
        list
    }

    /// The legal moves as sets of targets, by direction.
    #[inline]
    pub fn legal_move_sets(&self) -> LegalMoveSets {
        LegalMoveSets::new(self, &(MoveFunctions::selected().targets)(self, ()))
    }

    /// Counts the legal moves without listing them.
    #[inline]
    pub fn count_legal(&self) -> u32 {
        (MoveFunctions::selected().count)(self, ())
    }

    /// The squares that the king of the side to move must not go to: attacked by the other side
    /// with that king taken off the board.
    ///
    /// ```
    /// use setwise_core::{FILE_E, RANK_1, Square};
    /// use setwise_moves::Position;
    /// // The king on e4 cannot flee from the rook along its file.
    /// let position = Position::from_fen("7k/8/8/8/4K3/8/8/4r3 w - - 0 1").unwrap();
    /// let by_king = Square::G8.bit() | Square::G7.bit() | Square::H7.bit();
    /// assert_eq!(position.danger(), FILE_E ^ RANK_1 | by_king);
    /// ```
    #[inline]
    pub fn danger(&self) -> u64 {
        self.turn().view(Legality::new(&Frame::from(self)).danger)
    }

    /// Whether the side to move is in check and has no legal move.
    #[doc(alias = "is_checkmate")]
    pub fn is_mate(&self) -> bool {
        self.count_legal() == 0 && self.is_check()
    }

    /// Whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        self.count_legal() == 0 && !self.is_check()
    }
}
