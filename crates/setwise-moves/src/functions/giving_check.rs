//! The moves that give check.
//!
//! Each direction has one set of targets, and each target of a set has one source
//! ([`Targets`](crate::rules::targets::Targets)). A move gives check directly if its target is in
//! the set from which a piece of its role attacks the king. It discovers a check if its source
//! stands alone between one of our sliders and the king, and the move leaves that line. So the
//! moves of all pieces are found once per role, and once more for the pieces that discover a check.

use super::movers::{Movers, Ray, count};
use crate::{frame::Frame, rules::castling::CastlingFiles, sets::knight_attacks};
use setwise_core::{Direction, KnightDirection, Line, Pack, RANK_1};

/// The squares from which moves give check.
pub(super) struct Checks<P> {
    /// The squares from which a rook, a bishop, a knight or a pawn attacks their king.
    rook: P,
    bishop: P,
    knight: P,
    pawn: P,
    /// By [`Line`]: our pieces that discover a check by a move along this line. They stand alone
    /// between one of our sliders and the king on another line.
    discovering: [P; 4],
    /// Our pieces alone between one of our sliders and the king, on any line.
    discovering_on_all: P,
}

impl<P: Pack> Checks<P> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new(frame: &Frame<P>) -> Self {
        use Direction::{SouthEast, SouthWest};
        let king = frame.kings & frame.them;
        let mut rook = king.same(0);
        let mut bishop = rook;
        let on_file = Self::alone_between(frame, king, Line::File, &mut rook);
        let on_rank = Self::alone_between(frame, king, Line::Rank, &mut rook);
        let on_diagonal = Self::alone_between(frame, king, Line::Diagonal, &mut bishop);
        let on_antidiagonal = Self::alone_between(frame, king, Line::Antidiagonal, &mut bishop);
        let (orthogonal, diagonal) = (on_file | on_rank, on_diagonal | on_antidiagonal);
        let mut discovering = [rook; 4];
        discovering[Line::File as usize] = on_rank | diagonal;
        discovering[Line::Rank as usize] = on_file | diagonal;
        discovering[Line::Diagonal as usize] = on_antidiagonal | orthogonal;
        discovering[Line::Antidiagonal as usize] = on_diagonal | orthogonal;
        Self {
            rook,
            bishop,
            knight: knight_attacks(king),
            pawn: king.step(SouthEast) | king.step(SouthWest),
            discovering,
            discovering_on_all: orthogonal | diagonal,
        }
    }

    /// Our pieces alone between our slider and the king on a line. Adds the king's rays to `seen`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn alone_between(frame: &Frame<P>, king: P, line: Line, seen: &mut P) -> P {
        let sliders = if line.is_diagonal() {
            frame.us & frame.diagonal
        } else {
            frame.us & frame.orthogonal
        };
        let ([up, down], occupied) = (line.directions(), frame.occupied());
        let (king_up, king_down) = (king.attacks(occupied, up), king.attacks(occupied, down));
        *seen = *seen | king_up | king_down;
        let met_up = sliders.attacks(occupied, up) & king_down;
        (met_up | sliders.attacks(occupied, down) & king_up) & frame.us
    }
}

impl<P: Pack> Movers<'_, P> {
    /// The number of checks among the moves in four directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn checks_along(&self, checks: &Checks<P>, rays: &[Ray<P>; 4]) -> P::Counts {
        let [a, b, c, d] = rays;
        count([
            self.checking(checks, a),
            self.checking(checks, b),
            self.checking(checks, c),
            self.checking(checks, d),
        ])
    }

    /// The targets of moves in a direction that give check.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn checking(&self, checks: &Checks<P>, ray: &Ray<P>) -> P {
        let (frame, direction) = (self.frame, ray.direction);
        let (line, occupied) = (direction.line(), frame.occupied());
        let (along, across, others) = match line.is_diagonal() {
            true => (checks.bishop, checks.rook, frame.orthogonal),
            false => (checks.rook, checks.bishop, frame.diagonal),
        };
        let discovering = checks.discovering[line as usize];
        let sliders = self.sliders(direction);
        let by_queens = (sliders & others).attacks(occupied, direction);
        let discovered = (sliders & discovering).attacks(occupied, direction);
        let slides = ray.slides & (along | by_queens & across | discovered);
        let steps = (frame.king() & discovering).step(direction) & self.king_targets();
        let discovered = self.pawn_moves(frame.pawns & frame.us & discovering, direction);
        slides | steps | ray.pushes & (checks.pawn | discovered)
    }

    /// The targets of [`jumps`](Self::jumps) that give check.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn checking_jumps(
        &self,
        checks: &Checks<P>,
        [a, b, c, d]: [KnightDirection; 4],
        [to_a, to_b, to_c, to_d]: [P; 4],
    ) -> [P; 4] {
        let discovering = self.knights() & checks.discovering_on_all;
        [
            to_a & (checks.knight | discovering.jump(a)),
            to_b & (checks.knight | discovering.jump(b)),
            to_c & (checks.knight | discovering.jump(c)),
            to_d & (checks.knight | discovering.jump(d)),
        ]
    }

    /// Returns the number of promotions in a direction that give check, up to four for each target.
    ///
    /// Rays pass the squares of the promoting pawns, so they reach a king behind them on this line.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn checking_promotions(
        &self,
        checks: &Checks<P>,
        direction: Direction,
        targets: P,
    ) -> P::Counts {
        let (line, pawns) = (direction.line(), self.promoting_pawns());
        let discovered = self.pawn_moves(pawns & checks.discovering[line as usize], direction);
        let king = self.frame.kings & self.frame.them;
        let through = king.attacks(self.frame.occupied() & !pawns, direction);
        let (rook, bishop) = match line.is_diagonal() {
            true => (checks.rook, checks.bishop | through),
            false => (checks.rook | through, checks.bishop),
        };
        count([
            targets & (rook | bishop | discovered),
            targets & (rook | discovered),
            targets & (bishop | discovered),
            targets & (checks.knight | discovered),
        ])
    }

    /// The rooks of castling moves that may give check: their king is on the first rank, or the
    /// rook attacks it from its new square towards the north.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn checking_castles(&self) -> P {
        let king = self.frame.kings & self.frame.them;
        let squares = CastlingFiles::KING_SIDE.rook() | CastlingFiles::QUEEN_SIDE.rook();
        let rooks = king.same(squares);
        let attacked = rooks.attacks(self.frame.occupied() | rooks, Direction::North);
        let safe = (king & (attacked | king.same(RANK_1))).empty();
        self.legality.castles(self.frame) & !safe
    }
}
