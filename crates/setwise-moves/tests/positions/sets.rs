//! The set-wise functions, compared with definitions square by square.

use crate::common::{known, rng::Rng};
use setwise_conformance::board::Board;
use setwise_core::{Direction, Square, Squares, oracle};
use setwise_moves::sets::{self, AttackMap, Pieces};
use setwise_moves::{Color, PieceSet, Position, Role, Side, between, line};

/// The squares for which a condition holds.
fn squares(holds: impl Fn(Square) -> bool) -> u64 {
    Square::all()
        .filter(|&square| holds(square))
        .fold(0, |all, square| all | square.bit())
}

/// The number of ranks by which `square` lies ahead of another one, as a color sees it.
fn ahead(color: Color, from: Square, to: Square) -> i32 {
    let ranks = to.rank() as i32 - from.rank() as i32;
    match color {
        Color::White => ranks,
        Color::Black => -ranks,
    }
}

fn files(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file())
}

#[test]
fn pawns_by_definition() {
    let mut rng = Rng::new(0xba51c);
    for round in 0..400 {
        let sparse = |rng: &mut Rng| match round % 3 {
            0 => rng.next_u64() & rng.next_u64() & rng.next_u64() & rng.next_u64(),
            1 => rng.next_u64() & rng.next_u64() & rng.next_u64(),
            _ => rng.next_u64() & rng.next_u64(),
        };
        let pawns = sparse(&mut rng);
        let enemies = sparse(&mut rng) & !pawns;
        let empty = !(pawns | enemies) & rng.next_u64();
        for color in Color::ALL {
            let any = |set: u64, holds: &dyn Fn(Square) -> bool| Squares(set).any(holds);
            let attackers = |set: u64, of: Color, to: Square| {
                Squares(set)
                    .filter(|&p| ahead(of, p, to) == 1 && files(p, to) == 1)
                    .count()
            };
            let pushed = squares(|s| {
                empty & s.bit() != 0 && any(pawns, &|p| files(p, s) == 0 && ahead(color, p, s) == 1)
            });
            assert_eq!(sets::pawn_pushes(pawns, empty, color), pushed);
            let first = color.view(0xff00);
            let doubled = squares(|s| {
                empty & s.bit() != 0
                    && any(pawns & first, &|p| {
                        let passed = squares(|q| files(p, q) == 0 && ahead(color, p, q) == 1);
                        files(p, s) == 0 && ahead(color, p, s) == 2 && passed & empty == passed
                    })
            });
            // Pawns on the first rank could make single steps only.
            let pawns_ahead = pawns & !color.view(0xff);
            assert_eq!(sets::pawn_double_pushes(pawns_ahead, empty, color), doubled);
            let count = |s: Square| attackers(pawns, color, s);
            assert_eq!(sets::pawn_attacks(pawns, color), squares(|s| count(s) > 0));
            assert_eq!(
                sets::single_pawn_attacks(pawns, color),
                squares(|s| count(s) == 1)
            );
            assert_eq!(
                sets::double_pawn_attacks(pawns, color),
                squares(|s| count(s) == 2)
            );
            let east = squares(|s| {
                any(pawns, &|p| {
                    ahead(color, p, s) == 1 && s.file() as i32 - p.file() as i32 == 1
                })
            });
            assert_eq!(sets::east_pawn_attacks(pawns, color), east);
            assert_eq!(
                sets::west_pawn_attacks(pawns, color) | east,
                sets::pawn_attacks(pawns, color)
            );
            let in_front = squares(|s| any(pawns, &|p| files(p, s) == 0 && ahead(color, p, s) > 0));
            assert_eq!(sets::front_span(pawns, color), in_front);
            let behind = squares(|s| any(pawns, &|p| files(p, s) == 0 && ahead(color, p, s) < 0));
            assert_eq!(sets::rear_span(pawns, color), behind);
            let reach = squares(|s| any(pawns, &|p| files(p, s) == 1 && ahead(color, p, s) > 0));
            assert_eq!(sets::attack_span(pawns, color), reach);
            assert_eq!(
                sets::file_fill(pawns),
                squares(|s| any(pawns, &|p| files(p, s) == 0))
            );

            let of = |holds: &dyn Fn(Square) -> bool| pawns & squares(holds);
            let passed = of(&|p| !any(enemies, &|e| files(p, e) < 2 && ahead(color, p, e) > 0));
            assert_eq!(sets::passed_pawns(pawns, enemies, color), passed);
            let isolated = of(&|p| !any(pawns, &|q| files(p, q) == 1));
            assert_eq!(sets::isolated_pawns(pawns), isolated);
            let doubled = of(&|p| any(pawns, &|q| files(p, q) == 0 && ahead(color, p, q) > 0));
            assert_eq!(sets::doubled_pawns(pawns, color), doubled);
            let backward = of(&|p| {
                let stop = squares(|s| files(p, s) == 0 && ahead(color, p, s) == 1);
                Squares(stop).any(|stop| {
                    attackers(enemies, color.other(), stop) > 0
                        && !any(pawns, &|q| files(q, stop) == 1 && ahead(color, q, stop) > 0)
                })
            });
            assert_eq!(sets::backward_pawns(pawns, enemies, color), backward);
        }
    }
}

#[test]
fn steps_and_lines_by_definition() {
    let mut rng = Rng::new(0x11e5);
    for a in Square::all() {
        for b in Square::all() {
            assert_eq!(sets::between_sets(a.bit(), b.bit()), between(a, b));
            assert_eq!(sets::line_through(a.bit(), b.bit()), line(a, b));
        }
    }
    for _ in 0..2000 {
        let set = rng.next_u64() & rng.next_u64() & rng.next_u64();
        let near = |s: Square, p: Square| (files(s, p), s.rank().abs_diff(p.rank()));
        let king = squares(|s| Squares(set).any(|p| matches!(near(s, p), (0 | 1, 1) | (1, 0))));
        assert_eq!(sets::king_attacks(set), king);
        let knight = squares(|s| Squares(set).any(|p| matches!(near(s, p), (1, 2) | (2, 1))));
        assert_eq!(sets::knight_attacks(set), knight);

        let occupied = set | rng.next_u64() & rng.next_u64();
        let through = rng.next_u64();
        for direction in Direction::ALL {
            let beyond = Squares(set).fold(0, |all, slider| {
                let seen = oracle::attacks(slider.bit(), occupied, direction);
                let first = seen & occupied & through;
                all | oracle::attacks(slider.bit(), occupied & !first, direction)
                    & !seen
                    & if first == 0 { 0 } else { !0 }
            });
            assert_eq!(
                sets::xray_attacks(set, occupied, through, direction),
                beyond
            );
        }
    }
}

#[test]
fn attackers_and_maps_by_the_rules() {
    let mut rng = Rng::new(0xa77ac);
    for known in known() {
        let position = known.position();
        let board = Board::from(&position);
        for color in Color::ALL {
            let pieces = Pieces::<u64>::of(&position, color);
            let map = AttackMap::new(&pieces, position.occupied());
            let mut counts = [0; 64];
            for from in Squares(position.by_color(color)) {
                for to in board.attacks(from.index()) {
                    counts[to] += 1;
                }
            }
            assert_eq!(
                map.once,
                squares(|s| counts[s.index()] > 0),
                "{}",
                known.fen
            );
            assert_eq!(
                map.twice,
                squares(|s| counts[s.index()] > 1),
                "{}",
                known.fen
            );
            // Each square, and several at once: a queen attacks some of them straight and others on
            // diagonals.
            let several = (0..8).map(|_| rng.next_u64() & rng.next_u64());
            for targets in Square::all().map(Square::bit).chain(several) {
                let found = sets::attackers_to(targets, position.occupied(), &pieces);
                let expected = position.by_color(color)
                    & squares(|from| {
                        let attacked = board.attacks(from.index());
                        attacked.into_iter().any(|to| targets & 1 << to != 0)
                    });
                assert_eq!(found, expected, "{} {targets:#x}", known.fen);
            }
        }
    }
}

/// Compares the moves of piece sets and sides with the reference board.
#[test]
fn sides_by_the_rules() {
    for known in known().iter().step_by(3) {
        let position = known.position();
        let board = Board::from(&position);
        for color in Color::ALL {
            let side = Side::of(&position, color);
            let other = Side::of(&position, color.other());
            let passed = position.en_passant().filter(|_| color == position.turn());
            let mut moves: Vec<_> = side.moves(other.occupied(), passed).collect();
            let captures: Vec<_> = side.captures(other.occupied(), passed).collect();
            let is_capture = |found: &setwise_moves::PieceMove| {
                let pawn = side.pieces(Role::Pawn).squares() & found.source.bit() != 0;
                let passing = pawn && found.source.file() != found.target.file();
                other.occupied() & found.target.bit() != 0 || passing
            };
            let expected: Vec<_> = moves.iter().copied().filter(is_capture).collect();
            assert_eq!(captures, expected, "{}", known.fen);
            let all = moves.iter().fold(0, |all, found| all | found.target.bit());
            assert_eq!(side.move_board(other.occupied(), passed), all);
            if color == position.turn() {
                moves.sort();
                let mut rules: Vec<String> = board.pseudo_legal();
                rules.sort();
                rules.dedup();
                let mut names: Vec<String> = moves
                    .iter()
                    .map(|found| format!("{}{}", found.source, found.target))
                    .collect();
                names.sort();
                assert_eq!(names, rules, "{}", known.fen);
            }
            direct_attacks(&board, &side, &other);
            hidden_pieces(&position, &side, &other);
        }
    }
}

/// Makes every move of every set on the board, and checks whether the piece then attacks the
/// target.
fn direct_attacks(board: &Board, side: &Side, other: &Side) {
    let target = other.king();
    for role in Role::ALL {
        let set = side.pieces(role);
        let (friends, enemies) = (side.occupied(), other.occupied());
        let found: Vec<_> = set.direct_attack_moves(target, friends, enemies).collect();
        let expected: Vec<_> = set
            .moves(friends, enemies)
            .filter(|made| {
                let mut next = board.clone();
                next.pieces[made.target.index()] = next.pieces[made.source.index()].take();
                made.target != target && next.attacks(made.target.index()).contains(&target.index())
            })
            .collect();
        assert_eq!(found, expected);
    }
}

/// Compares pins and candidates for discovered checks with the attacks after a removal.
fn hidden_pieces(position: &Position, side: &Side, other: &Side) {
    let attacked_without = |by: Color, king: Square, piece: Square| {
        let mut board = Board::from(position);
        let before = board.is_attacked(king.index(), by);
        board.pieces[piece.index()] = None;
        !before && board.is_attacked(king.index(), by)
    };
    let occupied = |side: &Side| side.occupied() & !side.king().bit();
    if !Board::from(position).in_check(side.color()) {
        let pinned =
            occupied(side) & squares(|piece| attacked_without(other.color(), side.king(), piece));
        assert_eq!(side.pinned(other), pinned, "{position}");
    }
    if !Board::from(position).in_check(other.color()) {
        let candidates =
            side.occupied() & squares(|piece| attacked_without(side.color(), other.king(), piece));
        assert_eq!(
            side.discovered_check_candidates(other),
            candidates,
            "{position}"
        );
    }
}

#[test]
fn filters() {
    let rooks = PieceSet::new(Color::White, Role::Rook, 1 | 1 << 7);
    let enemies = 1 << 56 | 1 << 63;
    let filter = setwise_moves::MoveFilter::ALL
        .from(1)
        .to(0xff << 56)
        .captures_only();
    let found: Vec<_> = rooks.filtered_moves(1 | 1 << 7, enemies, filter).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].source, found[0].target),
        (Square::wrapping(0), Square::wrapping(56))
    );
    assert_eq!(rooks.capture_board(1 | 1 << 7, enemies), enemies);
    let nobody = PieceSet::new(Color::Black, Role::Queen, 0);
    assert_eq!(
        (nobody.move_board(0, 0), nobody.moves(0, 0).count()),
        (0, 0)
    );
}
