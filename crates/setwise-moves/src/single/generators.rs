//! Three orders of the legal moves: by direction, by piece, and both.

use crate::geometry::{direction_between, line};
use crate::rules::EnPassantTargets;
use crate::{Frame, Legality, Move, MoveDirection, PawnTargets, Position, Role, sets};
use setwise_core::piecewise::{PieceKind, System, set_ray_attacks};
use setwise_core::{Direction, Square, Squares};

impl Position {
    /// Calls `each` for every legal move, direction by direction, captures of all directions first.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// let position = Position::from_fen(fen).unwrap();
    /// let mut captures = Vec::new();
    /// position.each_by_direction(|found| {
    ///     captures.push(position.resolve(found).unwrap().captured.is_some());
    /// });
    /// assert_eq!(captures.len(), 48);
    /// assert!(captures[..8].iter().all(|&taken| taken));
    /// ```
    pub fn each_by_direction(&self, mut each: impl FnMut(Move)) {
        let all = self.legal_moves();
        all.captures(self).iter().for_each(&mut each);
        all.quiets(self).iter().for_each(each);
    }

    /// Calls `each` for every legal move, piece by piece, captures of each piece first (en passant after the pawn's pushes):
    /// the classical approach. Any system of the piece-wise registry supplies the attacks.
    ///
    /// ```
    /// use setwise_moves::{Position, StrongChess};
    /// let mut moves = 0;
    /// Position::startpos().each_by_piece(&StrongChess, |_| moves += 1);
    /// assert_eq!(moves, 20);
    /// ```
    pub fn each_by_piece<S: System + ?Sized>(&self, system: &S, each: impl FnMut(Move)) {
        let frame = Frame::from(self);
        let mut generator = Generator::new(self, &frame, system, each);
        for square in Squares(self.ours(Role::Pawn)) {
            generator.pawn(square);
        }
        generator.pieces();
    }

    /// Calls `each` for every legal move: pawns by direction with captures first, then the other pieces one by one.
    /// Pawn captures come first because they win material or trade evenly.
    pub fn each_hybrid<S: System + ?Sized>(&self, system: &S, each: impl FnMut(Move)) {
        let frame = Frame::from(self);
        let mut generator = Generator::new(self, &frame, system, each);
        generator.pawns_by_direction();
        generator.pieces();
    }
}

/// The generation of the moves of one position, in the frame of the side to move.
struct Generator<'a, S: ?Sized, F> {
    position: &'a Position,
    frame: &'a Frame<u64>,
    system: &'a S,
    legality: Legality<u64>,
    pinned: u64,
    king: Square,
    each: F,
}

impl<'a, S: System + ?Sized, F: FnMut(Move)> Generator<'a, S, F> {
    fn new(position: &'a Position, frame: &'a Frame<u64>, system: &'a S, each: F) -> Self {
        let king = frame.king();
        let occupied = frame.occupied();
        let their_rays = set_ray_attacks(system, frame.their_sliders(), occupied & !king);
        let king_rays = set_ray_attacks(system, frame.king_as_slider(), occupied);
        let legality = Legality::from_rays(frame, &their_rays, &king_rays);
        Self {
            position,
            frame,
            system,
            pinned: legality.pinned(frame),
            legality,
            king: Square::wrapping(king.trailing_zeros() as usize),
            each,
        }
    }

    /// The legal targets of a piece on this square, as far as checks and pins limit them.
    fn free_from(&self, square: Square) -> u64 {
        if self.pinned & square.bit() == 0 {
            return self.legality.targets;
        }
        self.legality.targets & line(self.king, square)
    }

    fn give(&mut self, found: Move) {
        (self.each)(found.seen_by(self.position.turn()));
    }

    /// Gives captures, then quiet moves.
    fn give_all(&mut self, from: Square, targets: u64) {
        let captures = targets & self.frame.them;
        for set in [captures, targets ^ captures] {
            for to in Squares(set) {
                match direction_between(from, to) {
                    Some(MoveDirection::Ray(direction)) if self.frame.pawns & from.bit() != 0 => {
                        self.give_pawn_move(to, direction);
                    }
                    Some(direction) => self.give(Move::new(to, direction)),
                    None => {}
                }
            }
        }
    }

    /// All pieces but pawns.
    fn pieces(&mut self) {
        for kind in [
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
        ] {
            for square in Squares(self.position.ours(kind.into())) {
                let attacks = self.system.attacks(kind, square, self.frame.occupied());
                self.give_all(square, attacks & self.free_from(square));
            }
        }
        let steps = self
            .system
            .attacks(PieceKind::King, self.king, self.frame.occupied());
        self.give_all(self.king, steps & !(self.frame.us | self.legality.danger));
        if self.frame.castling & self.frame.us == 0 {
            return;
        }
        for rook in Squares(self.legality.castles(self.frame)) {
            let direction = if rook > self.king {
                Direction::East
            } else {
                Direction::West
            };
            self.give(Move::castling(rook, direction));
        }
    }

    /// One pawn.
    fn pawn(&mut self, square: Square) {
        use crate::Color::White;
        let (pawn, empty) = (square.bit(), !self.frame.occupied());
        let pushes =
            sets::pawn_pushes(pawn, empty, White) | sets::pawn_double_pushes(pawn, empty, White);
        let attacks = sets::pawn_attacks(pawn, White);
        let targets = attacks & self.frame.them | pushes;
        self.give_all(square, targets & self.free_from(square));
        if attacks & self.frame.en_passant != 0 {
            let targets = self.legality.en_passant(self.frame);
            self.give_en_passant(targets, pawn);
        }
    }

    /// Gives en passant captures by one of these pawns.
    fn give_en_passant(&mut self, targets: EnPassantTargets<u64>, pawns: u64) {
        for (targets, direction) in [
            (targets.north_east, Direction::NorthEast),
            (targets.north_west, Direction::NorthWest),
        ] {
            self.give_pawn_moves(targets & setwise_core::step(pawns, direction), direction);
        }
    }

    /// All pawns: captures to both sides, en passant, then pushes.
    fn pawns_by_direction(&mut self) {
        let targets = PawnTargets::new(self.frame, &self.legality);
        self.give_pawn_moves(targets.north_east, Direction::NorthEast);
        self.give_pawn_moves(targets.north_west, Direction::NorthWest);
        self.give_en_passant(targets.en_passant, !0);
        self.give_pawn_moves(targets.north, Direction::North);
    }

    fn give_pawn_moves(&mut self, targets: u64, direction: Direction) {
        for to in Squares(targets) {
            self.give_pawn_move(to, direction);
        }
    }

    fn give_pawn_move(&mut self, to: Square, direction: Direction) {
        if to.rank() < 7 {
            return self.give(Move::new(to, direction));
        }
        for role in Role::PROMOTIONS.into_iter().rev() {
            self.give(Move::promotion(to, direction, role));
        }
    }
}
