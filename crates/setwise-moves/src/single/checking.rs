//! The legal moves that give check.

use crate::geometry::{PAWN_ATTACKS, between};
use crate::lists::move_list::MoveList;
use crate::position::{Move, MoveKind, Position, Role};
use crate::rules::attackers::{bishop_attacks, on_lines, rook_attacks};
use setwise_core::piecewise::KNIGHT;
use setwise_core::{FILE_D, FILE_F, RANK_1, RANK_4, Square, Squares};

impl Position {
    /// The legal moves that give check, directly or discovered, in an arbitrary order that is the
    /// same on all machines.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/4N3/8/2R1K2Q w - - 0 1")?;
    /// let mut names: Vec<_> = position.checking_moves().iter().map(|found| found.to_string()).collect();
    /// names.sort();
    /// assert_eq!(names, ["c1c8", "h1a8", "h1h7"]);
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    pub fn checking_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_checking_moves(&mut list);
        list
    }

    /// Replaces the moves of a list by the legal moves that give check. Returns the moves.
    ///
    /// The search starts from the other king: a piece gives check directly from the squares from
    /// which it would attack the king. Pieces that may give check otherwise have all their moves
    /// tested: pieces alone between a slider and the king, pawns that may promote or capture en
    /// passant, and a king that may castle to a file or rank of the other king.
    pub fn list_checking_moves<'a>(&self, list: &'a mut MoveList) -> &'a mut [Move] {
        list.clear();
        let others = self.may_check_otherwise();
        self.list_direct_checks(others, list);
        if others != 0 {
            for found in self.legal_moves_from(others) {
                if self.gives_check(found) {
                    list.push(found);
                }
            }
        }
        list
    }

    /// The pieces of the side to move with moves that may give check without attacking the other
    /// king from their target, on this board.
    fn may_check_otherwise(&self) -> u64 {
        let (turn, us, occupied) = (self.turn(), self.us(), self.occupied());
        let king = self.king(turn.other());
        let mut found = 0;
        for slider in Squares(on_lines(king, self.orthogonal() & us, self.diagonal() & us)) {
            let blockers = between(king, slider) & occupied;
            let is_one = blockers & blockers.wrapping_sub(1) == 0;
            found |= if is_one { blockers & us } else { 0 };
        }
        let pawns = self.pieces(turn, Role::Pawn);
        found |= pawns & turn.view(RANK_1 << 48);
        if let Some(target) = self.en_passant() {
            found |= pawns & PAWN_ATTACKS[turn.other().index()][target.index()];
        }
        let by_castling = FILE_D | FILE_F | turn.view(RANK_1);
        if self.castling() & us != 0 && by_castling & king.bit() != 0 {
            found |= self.king(turn).bit();
        }
        found
    }

    /// Lists the moves of pieces, except some, that attack the other king from their target.
    fn list_direct_checks(&self, except: u64, list: &mut MoveList) {
        let (turn, us, occupied) = (self.turn(), self.us(), self.occupied());
        let king = self.king(turn.other());
        let checks = self.checks();
        let own = |role| Squares(self.pieces(turn, role) & !except);
        let mut add = |source: Square, target: Square, kind: MoveKind| {
            let found = Move::coded(source.index(), target.index(), kind as u16);
            let is_free = checks.checkers == 0 && checks.pinned & source.bit() == 0;
            if is_free || self.is_legal(found) {
                list.push(found);
            }
        };

        let pawns = self.pieces(turn, Role::Pawn) & !except;
        for target in Squares(PAWN_ATTACKS[turn.other().index()][king.index()] & !us) {
            if occupied & target.bit() != 0 {
                let sources = PAWN_ATTACKS[turn.other().index()][target.index()] & pawns;
                Squares(sources).for_each(|source| add(source, target, MoveKind::Pawn));
                continue;
            }
            let back = |steps: u64| turn.view(turn.view(target.bit()) >> (8 * steps));
            let (one, two) = (back(1), back(2));
            let (kind, source) = match one & occupied {
                0 if turn.view(RANK_4) & target.bit() != 0 => (MoveKind::DoublePush, two),
                _ => (MoveKind::Pawn, one),
            };
            Squares(source & pawns).for_each(|source| add(source, target, kind));
        }
        let (rook, bishop) = (rook_attacks(king, occupied), bishop_attacks(king, occupied));
        let mut add_all = |source, targets, role| {
            Squares(targets & !us).for_each(|target| add(source, target, MoveKind::of(role)));
        };
        for source in own(Role::Knight) {
            let targets = KNIGHT[source.index()] & KNIGHT[king.index()];
            add_all(source, targets, Role::Knight);
        }
        for source in own(Role::Bishop) {
            add_all(
                source,
                bishop_attacks(source, occupied) & bishop,
                Role::Bishop,
            );
        }
        for source in own(Role::Rook) {
            add_all(source, rook_attacks(source, occupied) & rook, Role::Rook);
        }
        for source in own(Role::Queen) {
            let targets = bishop_attacks(source, occupied) | rook_attacks(source, occupied);
            add_all(source, targets & (rook | bishop), Role::Queen);
        }
    }
}
