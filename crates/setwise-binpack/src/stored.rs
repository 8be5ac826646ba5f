//! Games whose moves are stored as squares: played and checked on the planes of a chain's position.

use crate::fast::promoted;
use crate::kernel::BinpackOps;
use crate::position::{ChainPosition, Kind, code_of_bits};
use crate::tables::PAWN;
use setwise_core::{HandWritten, Square};
use setwise_dispatch::Level;
use setwise_moves::{Board, Move, Position};

/// A visitor of the positions of a game. Mark short functions `#[inline(always)]`.
pub trait VisitStored {
    /// Takes a position before its legal move. `passed` is the square that a pawn has just passed,
    /// even if no capture there is legal, or 0.
    fn visit(&mut self, position: &ChainPosition, passed: u64);

    /// Takes the position after the last move.
    fn end(&mut self, _last: &ChainPosition, _passed: u64) {}
}

/// Only the number of moves counts.
impl VisitStored for () {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn visit(&mut self, _: &ChainPosition, _: u64) {}
}

/// Plays games of stored moves.
///
/// ```
/// use setwise_binpack::StoredMoves;
/// use setwise_moves::Position;
/// let [e4, ke3] = [12 | 28 << 6, 4 | 20 << 6];
/// let start = Position::startpos();
/// assert_eq!(StoredMoves::new().play(&start, [e4, ke3], &mut ()), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StoredMoves {
    level: Level,
}

impl Default for StoredMoves {
    fn default() -> Self {
        Self::new()
    }
}

impl StoredMoves {
    /// Uses the instructions of the [level](setwise_dispatch::level()) of the process.
    pub fn new() -> Self {
        Self::with_level(setwise_dispatch::level())
    }

    /// Uses the instructions of a level.
    pub const fn with_level(level: Level) -> Self {
        Self { level }
    }

    /// The bits of a move, as [`play`](Self::play) takes them.
    #[inline]
    pub const fn code(played: Move) -> u16 {
        Self::code_of_bits(played.bits())
    }

    /// The same for the [bits](Move::bits) of a move.
    #[inline]
    pub const fn code_of_bits(bits: u16) -> u16 {
        code_of_bits(bits)
    }

    /// Plays the moves of a game from a position. Bits of a move: 0 to 5 the source, 6 to 11 the
    /// target (the rook for castling), 12 and 13 the promotion (knight first), 14 and 15 the kind
    /// (1 en passant, 2 castling, 3 promotion).
    ///
    /// Returns the number of moves that are certainly legal, up to the first one that is not:
    /// [`Position`] decides whether that one is wrong. The end is visited only after all moves.
    pub fn play<V: VisitStored>(
        &self,
        start: &Position,
        moves: impl IntoIterator<Item = u16>,
        visit: &mut V,
    ) -> usize {
        let mut played = 0;
        self.level.run_hand_written(Play {
            start,
            moves: moves.into_iter(),
            visit,
            played: &mut played,
        });
        played
    }
}

struct Play<'a, M, V> {
    start: &'a Position,
    moves: M,
    visit: &'a mut V,
    played: &'a mut usize,
}

impl<K: BinpackOps, M: Iterator<Item = u16>, V: VisitStored> HandWritten<K> for Play<'_, M, V> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) {
        let played = self.played;
        let moves = self.moves.inspect(|_| *played += 1);
        let stopped = StoredMoves::play_on::<_, true>(kernel, self.start, moves, self.visit);
        *played -= usize::from(stopped.is_some());
    }
}

impl StoredMoves {
    /// Computes [`play`](Self::play). Returns the position before the first move that is not
    /// certainly legal, and the square that a pawn has just passed. Without `CHECK`, all moves are
    /// legal, but some may pass the turn.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn play_on<K: BinpackOps, const CHECK: bool>(
        kernel: K,
        start: &Position,
        moves: impl Iterator<Item = u16>,
        visit: &mut impl VisitStored,
    ) -> Option<(ChainPosition, u64)> {
        let mut position = ChainPosition::of(&start.without_useless_en_passant(), None);
        let mut passed = start.en_passant().map_or(0, Square::bit);
        for code in moves {
            let is_code = position.set_code(code);
            let is_legal = match CHECK {
                true => {
                    let targets = position.targets(kernel, position.from.into(), position.moved);
                    position.has_legal_move(kernel, targets)
                }
                false => position.from != position.to,
            };
            if !is_code || !is_legal {
                return Some((position, passed));
            }
            visit.visit(&position, passed);
            passed = position.passed_by_move();
            position.play();
        }
        position.set_move(None);
        visit.end(&position, passed);
        None
    }

    pub(crate) const fn level(self) -> Level {
        self.level
    }
}

impl ChainPosition {
    /// Sets a move that is not checked. Returns false if a part of it cannot be.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn set_code(&mut self, code: u16) -> bool {
        self.from = code as u8 & 63;
        self.to = (code >> 6) as u8 & 63;
        self.moved = self.role_on(self.from.into());
        self.placed = self.moved;
        self.kind = Kind::Normal;
        match code >> 12 {
            0 => {}
            4 => self.kind = Kind::EnPassant,
            8 => self.kind = Kind::Castling,
            12.. if self.moved == PAWN => self.placed = promoted((code >> 12).into()),
            _ => return false,
        }
        true
    }

    /// Returns the square that the move passes if it is a double push, else 0.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn passed_by_move(&self) -> u64 {
        let is_double = self.moved == PAWN && self.from ^ self.to == 16;
        let middle = usize::midpoint(self.from.into(), self.to.into());
        u64::from(is_double) << (middle & 63)
    }

    /// Returns the position, with the square that a pawn has just passed even if no capture there
    /// is legal.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn to_board_after(&self, passed: u64) -> Board {
        let [a, b, c, d, mut state] = self.to_board().words();
        if self.en_passant == 0 && passed != 0 {
            state |= u64::from(passed.trailing_zeros()) << 16;
        }
        Board::from_words_unchecked([a, b, c, d, state])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use setwise_moves::Move;

    /// With castling of both kinds, captures en passant that are legal, that are not and that no
    /// pawn can make, promotions, checks and pins.
    const POSITIONS: [&str; 9] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1n2k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 9",
        "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 65535",
        "bqrk1r2/pppppppp/8/8/8/8/PPPPPPPP/BQRK1R2 w FCfc - 0 1",
        "1rkr4/8/8/8/8/8/8/1RK1R3 w BE - 3 4",
        "4r2k/8/8/8/8/4R3/3p1p2/4K3 w - - 65535 70",
        "8/1p6/4k3/8/8/8/1P3p2/2K3N1 b - - 0 1",
    ];

    fn code(played: Move) -> u16 {
        let kind = match played.promotion() {
            Some(role) => 11 + role.index() as u16,
            None if played.is_castling() => 8,
            None if played.is_en_passant() => 4,
            None => 0,
        };
        kind << 12 | (played.target().index() as u16) << 6 | played.source().index() as u16
    }

    #[test]
    fn exactly_the_codes_of_legal_moves_are_played() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let legal: Vec<u16> = position
                .legal_moves()
                .iter()
                .map(|&one| code(one))
                .collect();
            for level in Level::hand_written() {
                let stored = StoredMoves::with_level(level);
                for code in 0..=u16::MAX {
                    let played = stored.play(&position, [code], &mut ());
                    assert_eq!(played == 1, legal.contains(&code), "{fen} {code:#x}");
                }
            }
        }
    }

    #[derive(Default)]
    struct Visited(Vec<(Position, Option<Move>)>);

    impl VisitStored for Visited {
        fn visit(&mut self, position: &ChainPosition, passed: u64) {
            let position = (position.to_board_after(passed).into(), position.played());
            self.0.push(position);
        }

        fn end(&mut self, last: &ChainPosition, passed: u64) {
            self.visit(last, passed);
        }
    }

    #[test]
    fn the_positions_of_games_are_those_of_positions() {
        let mut random = Rng::with_seed(11);
        for round in 0..400 {
            let start = Position::from_fen(POSITIONS[round % POSITIONS.len()]).unwrap();
            let (mut position, mut expected) = (start, Vec::new());
            for _ in 0..random.usize(..80) {
                let moves = position.legal_moves();
                let Some(&played) = moves.get(random.usize(..moves.len().max(1))) else {
                    break;
                };
                expected.push((position, Some(played)));
                position = position.play(played).unwrap();
            }
            let codes: Vec<u16> = expected.iter().map(|one| code(one.1.unwrap())).collect();
            expected.push((position, None));
            for level in Level::hand_written() {
                let (stored, mut visited) = (StoredMoves::with_level(level), Visited::default());
                let played = stored.play(&start, codes.iter().copied(), &mut visited);
                assert_eq!(played, codes.len());
                assert!(visited.0 == expected);
                // The move after an error is not played, and there is no end.
                let mut visited = Visited::default();
                let wrong = codes.iter().copied().chain([0x1041, 0]);
                assert_eq!(stored.play(&start, wrong, &mut visited), codes.len());
                assert!(visited.0 == expected[..codes.len()]);
            }
        }
    }
}
