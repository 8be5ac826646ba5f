//! Legality, targets and sets of packs, compared with single positions.

use crate::common::rng::{Rng, random_setup};
use crate::common::{Known, known};
use setwise_core::Task;
use setwise_moves::{
    Color, Frame, Isa, Legality, Line, MoveDirection, Pack, Position, Scalar, Sliced, Targets, sets,
};

fn positions() -> Vec<Position> {
    let mut rng = Rng::new(0x9ac5);
    let mut all: Vec<Position> = known().iter().map(Known::position).collect();
    while all.len() < 4000 {
        all.extend(Position::new(random_setup(&mut rng)));
    }
    // Neighbors in a pack are different.
    for i in (1..all.len()).rev() {
        all.swap(i, rng.below(i + 1));
    }
    all
}

fn all_boards<P: Pack>(boards: P) -> Vec<u64> {
    let mut all = vec![0; P::BOARDS];
    boards.store(&mut all);
    all
}

/// The sets of special pawn moves.
fn pawn_targets<P: Pack>(targets: &Targets<P>) -> [P; 5] {
    let (en_passant, promotions) = (targets.en_passant, targets.promotions);
    [
        en_passant.north_east,
        en_passant.north_west,
        promotions.north_west,
        promotions.north,
        promotions.north_east,
    ]
}

/// Compares packs with single positions.
struct Compare<'a> {
    positions: &'a [Position],
    boards: usize,
}

impl Task for Compare<'_> {
    type Output = usize;

    fn boards(&self) -> usize {
        self.boards
    }

    fn run<P: Pack>(&mut self, token: P::Token) -> usize {
        // The last pack is not full.
        for positions in self.positions.chunks(P::BOARDS) {
            let frame = Frame::<P>::load(token, positions);
            let mut stored = [Position::startpos(); 64];
            stored[..positions.len()].copy_from_slice(positions);
            frame.store(&mut stored[..positions.len()]);
            assert_eq!(&stored[..positions.len()], positions);
            let legality = Legality::new(&frame);
            let targets = Targets::with(&frame, &legality);
            let mut all: Vec<Vec<u64>> = Vec::new();
            all.extend(MoveDirection::all().map(|direction| all_boards(targets.along(direction))));
            all.extend(pawn_targets(&targets).map(all_boards));
            all.extend(Line::ALL.map(|line| all_boards(legality.between(line))));
            all.extend([targets.castles, legality.danger, legality.checkers].map(all_boards));
            all.extend([legality.targets, legality.safe, legality.single].map(all_boards));
            for (i, position) in positions.iter().enumerate() {
                let frame = Frame::<u64>::from(position);
                let legality = Legality::new(&frame);
                let targets = Targets::with(&frame, &legality);
                let mut one: Vec<u64> = Vec::new();
                one.extend(MoveDirection::all().map(|direction| targets.along(direction)));
                one.extend(pawn_targets(&targets));
                one.extend(Line::ALL.map(|line| legality.between(line)));
                one.extend([targets.castles, legality.danger, legality.checkers]);
                one.extend([legality.targets, legality.safe, legality.single]);
                let many: Vec<u64> = all.iter().map(|boards| boards[i]).collect();
                assert_eq!(many, one, "{position}");
            }
        }
        P::BOARDS
    }
}

#[test]
fn packs_of_every_kind() {
    let positions = positions();
    let compare = |boards| Compare {
        positions: &positions,
        boards,
    };
    let sizes = [
        Scalar.run_on::<Sliced<u64>, _>(&mut compare(0)),
        setwise_dispatch::dispatch(compare(1)),
        setwise_dispatch::dispatch(compare(usize::MAX)),
    ];
    assert_eq!(sizes[0], 8);
    assert!(sizes[1] > 1 && sizes[2] >= 8 * sizes[1], "{sizes:?}");
}

/// The set-wise functions in a pack of eight, compared with packs of one.
#[test]
fn vocabulary_in_packs() {
    type Eight = Sliced<u64>;
    let mut rng = Rng::new(0x70ca);
    for _ in 0..300 {
        let a: [u64; 8] = [(); 8].map(|()| rng.next_u64() & rng.next_u64() & rng.next_u64());
        let b: [u64; 8] = [(); 8].map(|()| rng.next_u64() & rng.next_u64());
        let (many_a, many_b) = (Eight::load(Scalar, &a), Eight::load(Scalar, &b));
        for color in Color::ALL {
            let many = vocabulary(many_a, many_b, color).map(all_boards);
            for i in 0..8 {
                let one = vocabulary(a[i], b[i], color);
                assert_eq!(many.each_ref().map(|boards| boards[i]), one, "{color}");
            }
        }
    }
}

fn vocabulary<P: Pack>(a: P, b: P, color: Color) -> [P; 22] {
    use setwise_core::Direction::NorthWest;
    let pieces = sets::Pieces {
        color,
        pawns: a,
        knights: b & !a,
        diagonal: a & b,
        orthogonal: a,
        king: b,
    };
    let map = sets::AttackMap::new(&pieces, a | b);
    [
        sets::king_attacks(a),
        sets::knight_attacks(a),
        sets::pawn_pushes(a, b, color),
        sets::pawn_double_pushes(a, !b, color),
        sets::east_pawn_attacks(a, color),
        sets::west_pawn_attacks(a, color),
        sets::pawn_attacks(a, color),
        sets::double_pawn_attacks(a, color),
        sets::single_pawn_attacks(a, color),
        sets::file_fill(a),
        sets::front_span(a, color),
        sets::rear_span(a, color),
        sets::attack_span(a, color),
        sets::passed_pawns(a, b, color),
        sets::isolated_pawns(a),
        sets::doubled_pawns(a, color),
        sets::backward_pawns(a, b, color),
        sets::between_sets(a, b),
        sets::xray_attacks(a, a | b, b, NorthWest),
        sets::attackers_to(a, a | b, &pieces),
        map.once,
        map.twice,
    ]
}
