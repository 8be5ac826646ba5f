//! Mates in one: the moves that give check are found as sets, only they are played, and the
//! positions after them are counted in one batch.

use setwise_moves::{
    Color, Move, MoveKind, Position, Role, Square, Squares, between, count_legal_moves,
    piece_attacks,
};

/// The mates in one of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mates {
    /// The number of moves that mate.
    pub(crate) moves: u32,
    /// Whether the stored move is one of them.
    pub(crate) is_played: bool,
}

/// Finds the mates in one of positions, with the moves that are stored for them.
pub(crate) fn find_mates(positions: &[Position], played: &[Option<Move>]) -> Vec<Mates> {
    let mut found = vec![Mates::default(); positions.len()];
    let (mut checks, mut children, mut owners) = (Vec::new(), Vec::new(), Vec::new());
    for (i, position) in positions.iter().enumerate() {
        checks.clear();
        checking_moves(position, &mut checks);
        for &check in &checks {
            children.push(position.play_unchecked(check));
            owners.push((i, check));
        }
    }
    let mut counts = vec![0; children.len()];
    // The lengths are equal.
    let _ = count_legal_moves(&children, &mut counts);
    for ((i, check), _) in owners
        .into_iter()
        .zip(counts)
        .filter(|(_, count)| *count == 0)
    {
        found[i].moves += 1;
        found[i].is_played |= played.get(i).copied().flatten() == Some(check);
    }
    found
}

/// The squares from which pieces of the side to move give check.
struct CheckSquares {
    pawn: u64,
    knight: u64,
    bishop: u64,
    rook: u64,
    /// Pieces of the side to move that are alone between an own slider and the enemy king.
    discoverers: u64,
}

impl CheckSquares {
    #[inline]
    fn of(position: &Position) -> Self {
        let us = position.turn();
        let (own, occupied) = (position.by_color(us), position.occupied());
        let king = position.king(us.other());
        let from = |role| piece_attacks(us.other(), role, king, occupied);
        let (bishop, rook) = (from(Role::Bishop), from(Role::Rook));
        let queens = position.by_role(Role::Queen);
        // Sliders that attack the king once the first pieces on its lines are gone.
        let behind = |role, near: u64, sliders: u64| {
            let sliders = sliders & own & !near;
            match near & own != 0 && sliders != 0 {
                true => piece_attacks(us, role, king, occupied & !(near & own)) & sliders,
                false => 0,
            }
        };
        let straight = behind(Role::Rook, rook, queens | position.by_role(Role::Rook));
        let slanted = behind(
            Role::Bishop,
            bishop,
            queens | position.by_role(Role::Bishop),
        );
        let discoverers = Squares(straight | slanted);
        let discoverers = discoverers.fold(0, |all, slider| all | between(king, slider) & occupied);
        Self {
            pawn: from(Role::Pawn),
            knight: from(Role::Knight),
            bishop,
            rook,
            discoverers,
        }
    }

    /// The squares from which a piece gives check.
    const fn of_role(&self, role: Role) -> u64 {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop | self.rook,
            Role::King => 0,
        }
    }
}

/// Appends the legal moves that give check.
fn checking_moves(position: &Position, moves: &mut Vec<Move>) {
    let squares = CheckSquares::of(position);
    match is_usual(position, &squares) {
        true => direct_checks(position, &squares, moves),
        false => moves.extend(position.legal_moves().into_iter().filter(|&found| {
            let is_special = found.promotion().is_some()
                || found.is_castling()
                || found.is_en_passant()
                || squares.discoverers & found.source().bit() != 0;
            let role = position.piece_on(found.source()).map(|(_, role)| role);
            let may_check =
                role.is_some_and(|role| squares.of_role(role) & found.target().bit() != 0);
            (is_special || may_check) && position.gives_check(found)
        })),
    }
}

/// Whether only the piece that moves can give check, and no pawn promotes.
#[inline]
fn is_usual(position: &Position, squares: &CheckSquares) -> bool {
    let us = position.turn();
    let last_step = match us {
        Color::White => 0x00ff_0000_0000_0000,
        Color::Black => 0x0000_0000_0000_ff00,
    };
    let home = match us {
        Color::White => 0xff,
        Color::Black => 0xff << 56,
    };
    let king = position.king(us.other()).bit();
    // A rook arrives on the file of a queen or of a king's bishop.
    let may_castle = position.castling() & home != 0 && king & (0x2828_2828_2828_2828 | home) != 0;
    squares.discoverers == 0
        && position.pieces(us, Role::Pawn) & last_step == 0
        && position.en_passant().is_none()
        && !may_castle
        && !position.is_check()
}

/// Appends the checks of the pieces that move.
#[inline]
fn direct_checks(position: &Position, checks: &CheckSquares, moves: &mut Vec<Move>) {
    let us = position.turn();
    let (own, occupied) = (position.by_color(us), position.occupied());
    let enemy_king = position.king(us.other());
    let mut push = |source: Square, targets: u64, kind: MoveKind| {
        for target in Squares(targets) {
            let found = Move::new(source, target, kind);
            moves.extend(found.filter(|&found| position.is_legal(found)));
        }
    };
    for (role, kind) in [
        (Role::Knight, MoveKind::Knight),
        (Role::Bishop, MoveKind::Bishop),
        (Role::Rook, MoveKind::Rook),
        (Role::Queen, MoveKind::Queen),
    ] {
        let wanted = checks.of_role(role) & !own;
        for source in Squares(position.pieces(us, role)) {
            let targets = piece_attacks(us, role, source, occupied) & wanted;
            if targets != 0 {
                push(source, targets, kind);
            }
        }
    }
    let pawns = position.pieces(us, Role::Pawn);
    let enemies = occupied & !own;
    // The squares in front of pawns, and two squares, as the pawns see them.
    let (one, two) = match us {
        Color::White => {
            let one = pawns << 8 & !occupied;
            (one, (one & 0xff_0000) << 8 & !occupied)
        }
        Color::Black => {
            let one = pawns >> 8 & !occupied;
            (one, (one & 0xff00_0000_0000) >> 8 & !occupied)
        }
    };
    let back = |square: Square, steps: usize| {
        let index = match us {
            Color::White => square.index().checked_sub(8 * steps),
            Color::Black => Some(square.index() + 8 * steps),
        };
        index.and_then(Square::from_index)
    };
    for target in Squares(one & checks.pawn) {
        if let Some(source) = back(target, 1) {
            push(source, target.bit(), MoveKind::Pawn);
        }
    }
    for target in Squares(two & checks.pawn) {
        if let Some(source) = back(target, 2) {
            push(source, target.bit(), MoveKind::DoublePush);
        }
    }
    for target in Squares(enemies & checks.pawn & !enemy_king.bit()) {
        let sources = piece_attacks(us.other(), Role::Pawn, target, occupied) & pawns;
        for source in Squares(sources) {
            push(source, target.bit(), MoveKind::Pawn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

    /// Plays every legal move.
    fn expected(position: &Position) -> (Vec<Move>, Vec<Move>) {
        let checks: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&found| position.play_unchecked(found).is_check())
            .collect();
        let mates = checks.iter().copied();
        let mates = mates.filter(|&found| position.play_unchecked(found).legal_moves().is_empty());
        (checks.clone(), mates.collect())
    }

    #[test]
    fn mates_are_those_of_every_move() {
        let mut random = SplitMix64::seed_from_u64(76);
        let mut positions = Vec::new();
        for game in 0..120 {
            let mut position = match game % 3 {
                0 => Position::chess960(random.next_u64() as u16 % 960).unwrap(),
                _ => Position::startpos(),
            };
            for _ in 0..160 {
                positions.push(position);
                let moves: Vec<_> = position.legal_moves().into_iter().collect();
                let Some(last) = moves.len().checked_sub(1) else {
                    break;
                };
                position = position.play_unchecked(moves[random.next_u64() as usize % (last + 1)]);
            }
        }
        for fen in [
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1",
            "k7/2K5/8/8/8/8/8/1R6 w - - 0 1",
            "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1",
            "7k/5P2/6K1/8/8/8/8/8 w - - 0 1",
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        ] {
            positions.push(Position::from_fen(fen).unwrap());
        }
        let found = find_mates(&positions, &vec![None; positions.len()]);
        let mut sum = 0;
        for (position, found) in positions.iter().zip(found) {
            let (checks, mates) = expected(position);
            let mut moves = Vec::new();
            checking_moves(position, &mut moves);
            let sorted = |moves: &[Move]| {
                let mut names: Vec<_> = moves.iter().map(|found| format!("{found:#}")).collect();
                names.sort();
                names
            };
            assert_eq!(sorted(&moves), sorted(&checks), "{position}");
            assert_eq!(found.moves as usize, mates.len(), "{position}");
            for played in position.legal_moves() {
                let is_mate = mates.contains(&played);
                if is_mate || checks.contains(&played) {
                    let one = find_mates(&[*position], &[Some(played)]);
                    assert_eq!(one[0].is_played, is_mate, "{position} {played}");
                }
            }
            sum += mates.len();
        }
        assert!(sum > 100, "{sum}");
    }
}
