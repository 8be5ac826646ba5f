//! Every entry of every table, and their sizes. (Blockers and beyond has its own file.)

use super::{ray, walk};
use setwise_core::piecewise::hyperbola::{LINES, RANKS};
use setwise_core::piecewise::one_run::{self, BISHOP_STOPS, ROOK_STOPS, Stops};
use setwise_core::piecewise::rays::{self, BY_SQUARE, COUNTED, RAYS, RaysFrom, whole_line};
use setwise_core::piecewise::{KING, KNIGHT, PieceKind};
use setwise_core::{Diagram, Direction, Line, Square};

#[test]
fn sizes() {
    assert_eq!(size_of_val(&RAYS), 4096);
    assert_eq!(size_of_val(&BY_SQUARE), 4096);
    assert_eq!(size_of_val(&COUNTED), 4160);
    assert_eq!(size_of_val(&ROOK_STOPS), 4608);
    assert_eq!(size_of_val(&BISHOP_STOPS), 4608);
    assert_eq!(size_of_val(&LINES), 2048);
    assert_eq!(size_of_val(&RANKS), 512);
}

#[test]
fn every_ray_in_three_orders() {
    for direction in Direction::ALL {
        for square in Square::all() {
            let expected = ray(square, direction);
            let (d, s) = (direction.index(), square.index());
            assert_eq!(RAYS[d][s], expected);
            assert_eq!(rays::ray(square, direction), expected);
            assert_eq!(
                Diagram(BY_SQUARE[s][direction]),
                Diagram(expected),
                "{square} {direction}"
            );
            let zeros = if direction.is_positive() {
                square.bit().trailing_zeros()
            } else {
                square.bit().leading_zeros()
            };
            assert_eq!(COUNTED[d][zeros as usize], expected);
        }
        assert_eq!(COUNTED[direction.index()][64], 0);
    }
}

#[test]
fn rays_by_name_and_by_direction() {
    for square in Square::all() {
        let view = RaysFrom(square);
        let names = [
            view.north(),
            view.north_east(),
            view.east(),
            view.south_east(),
            view.south(),
            view.south_west(),
            view.west(),
            view.north_west(),
        ];
        assert_eq!(
            names,
            Direction::ALL.map(|direction| ray(square, direction))
        );
        assert_eq!(
            names,
            Direction::ALL.map(|direction| view.toward(direction))
        );
        assert_eq!(names, view.all().0);
    }
}

#[test]
fn every_line_mask() {
    for line in Line::ALL {
        let [a, b] = line.directions();
        for square in Square::all() {
            let halves = ray(square, a) | ray(square, b);
            assert_eq!(whole_line(square, line), halves | square.bit());
            assert_eq!(LINES[line as usize][square.index()], halves);
        }
    }
}

#[test]
fn every_rank() {
    for square in Square::all().take(8) {
        for (pieces, ranks) in RANKS.iter().enumerate() {
            for outer in [0, 1, 0x80, 0x81] {
                let walked = walk(PieceKind::Rook, square, (pieces as u64) << 1 | outer) & 0xff;
                assert_eq!(ranks[square.index()] as u64, walked);
            }
        }
    }
}

#[test]
fn every_empty_board() {
    for square in Square::all() {
        let s = square.index();
        assert_eq!(one_run::ROOK[s], walk(PieceKind::Rook, square, 0));
        assert_eq!(one_run::BISHOP[s], walk(PieceKind::Bishop, square, 0));
        assert_eq!(KNIGHT[s], walk(PieceKind::Knight, square, 0));
        assert_eq!(KING[s], walk(PieceKind::King, square, 0));
    }
}

#[test]
fn every_stop() {
    for (tables, kind, diagonal) in [
        (&ROOK_STOPS, PieceKind::Rook, false),
        (&BISHOP_STOPS, PieceKind::Bishop, true),
    ] {
        let directions = Stops::directions(diagonal);
        assert_eq!(
            directions.map(Direction::is_positive),
            [true, true, false, false]
        );
        for square in Square::all() {
            let s = square.index();
            assert_eq!(tables.attacks[s], walk(kind, square, 0));
            for (i, direction) in directions.into_iter().enumerate() {
                assert_eq!(direction.is_diagonal(), diagonal);
                let stop = if direction.is_positive() { 1 << 63 } else { 1 };
                assert_eq!(tables.scans[s][i], ray(square, direction) | stop);
                assert_eq!(tables.beyond[i][s], ray(square, direction));
            }
        }
    }
}
