//! Three ways through the legal moves: by direction, by piece, and both.

use crate::tables::{heading, line, pawn_attacks};
use crate::{Color, Frame, Heading, Kind, Legality, Move, PawnTargets, Position};
use setwise_core::piecewise::{PieceKind, System, set_ray_attacks};
use setwise_core::{Direction, Sliders, Square, Squares};

impl Position {
    /// The legal moves in the order of their headings, captures of all headings first.
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

    /// The legal moves piece by piece, of each piece its captures first (en passant after the pawn's pushes): the
    /// classical approach. Attacks come from any system of the piece-wise registry; pawns, knights and kings are looked up.
    ///
    /// ```
    /// use setwise_core::piecewise::strongchess::StrongChess;
    /// use setwise_moves::Position;
    /// let mut moves = 0;
    /// Position::startpos().each_by_piece(&StrongChess, |_| moves += 1);
    /// assert_eq!(moves, 20);
    /// ```
    pub fn each_by_piece<S: System + ?Sized>(&self, system: &S, each: impl FnMut(Move)) {
        let frame = Frame::from(self);
        let mut pieces = Pieces::new(self, &frame, system, each);
        for square in Squares(self.own(Kind::Pawn)) {
            pieces.pawn(square);
        }
        pieces.officers();
    }

    /// The legal moves, pawns by direction with their captures first, pieces one by one after them: pawn captures
    /// win or are even, so a search wants them early.
    pub fn each_hybrid<S: System + ?Sized>(&self, system: &S, each: impl FnMut(Move)) {
        let frame = Frame::from(self);
        let mut pieces = Pieces::new(self, &frame, system, each);
        pieces.pawns_by_direction();
        pieces.officers();
    }
}

/// A move generator at work on one position, in the frame of the side to move.
struct Pieces<'a, S: ?Sized, F> {
    position: &'a Position,
    frame: &'a Frame<u64>,
    system: &'a S,
    legality: Legality<u64>,
    pinned: u64,
    king: Square,
    each: F,
}

impl<'a, S: System + ?Sized, F: FnMut(Move)> Pieces<'a, S, F> {
    fn new(position: &'a Position, frame: &'a Frame<u64>, system: &'a S, each: F) -> Self {
        let king = frame.king();
        let occupied = frame.occupied();
        let theirs = Sliders {
            orthogonal: frame.orthogonal & frame.their,
            diagonal: frame.diagonal & frame.their,
        };
        let sees = Sliders {
            orthogonal: king,
            diagonal: king,
        };
        let theirs = set_ray_attacks(system, theirs, occupied & !king);
        let sees = set_ray_attacks(system, sees, occupied);
        let legality = Legality::seen(frame, &theirs, &sees);
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

    /// Where a man of this square may go, pins considered.
    fn free_from(&self, square: Square) -> u64 {
        if self.pinned & square.bit() == 0 {
            return self.legality.targets;
        }
        self.legality.targets & line(self.king, square)
    }

    fn give(&mut self, found: Move) {
        (self.each)(match self.position.turn() {
            Color::White => found,
            Color::Black => found.flip_ranks(),
        });
    }

    /// Captures, then quiet moves.
    fn give_all(&mut self, from: Square, targets: u64) {
        let captures = targets & self.frame.their;
        for set in [captures, targets ^ captures] {
            for to in Squares(set) {
                let Some(heading) = heading(from, to) else {
                    continue;
                };
                match heading {
                    Heading::Ray(direction) if self.frame.pawns & from.bit() != 0 => {
                        self.give_pawn(to, direction);
                    }
                    _ => self.give(Move::new(to, heading)),
                }
            }
        }
    }

    /// Everything but pawns.
    fn officers(&mut self) {
        for kind in [
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
        ] {
            for square in Squares(self.position.own(kind.into())) {
                let attacks = self.system.attacks(kind, square, self.frame.occupied());
                self.give_all(square, attacks & self.free_from(square));
            }
        }
        let steps = self
            .system
            .attacks(PieceKind::King, self.king, self.frame.occupied());
        self.give_all(self.king, steps & !(self.frame.own | self.legality.danger));
        if self.frame.castling & self.frame.own == 0 {
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
        let empty = !self.frame.occupied();
        let mut pushes = square.bit() << 8 & empty;
        if square.rank() == 1 {
            pushes |= pushes << 8 & empty;
        }
        let attacks = pawn_attacks(square);
        let targets = attacks & self.frame.their | pushes;
        self.give_all(square, targets & self.free_from(square));
        if attacks & self.frame.en_passant != 0 {
            self.en_passant(square.bit());
        }
    }

    /// En passant by one of these pawns.
    fn en_passant(&mut self, pawns: u64) {
        let captures = self.legality.en_passant(self.frame);
        for (targets, direction) in captures
            .into_iter()
            .zip([Direction::NorthEast, Direction::NorthWest])
        {
            self.give_set(targets & setwise_core::step(pawns, direction), direction);
        }
    }

    /// All pawns: captures to both sides, en passant, then pushes.
    fn pawns_by_direction(&mut self) {
        let pawns = PawnTargets::new(self.frame, &self.legality);
        self.give_set(pawns.north_east, Direction::NorthEast);
        self.give_set(pawns.north_west, Direction::NorthWest);
        let [east, west] = pawns.en_passant;
        self.give_set(east, Direction::NorthEast);
        self.give_set(west, Direction::NorthWest);
        self.give_set(pawns.north, Direction::North);
    }

    /// Targets of pawns in one direction.
    fn give_set(&mut self, targets: u64, direction: Direction) {
        for to in Squares(targets) {
            self.give_pawn(to, direction);
        }
    }

    fn give_pawn(&mut self, to: Square, direction: Direction) {
        if to.rank() < 7 {
            return self.give(Move::new(to, direction));
        }
        for kind in Kind::PROMOTIONS.into_iter().rev() {
            self.give(Move::promotion(to, direction, kind));
        }
    }
}
