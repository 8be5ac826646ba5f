//! The `const fn` forms: every pair on every line, on several backgrounds, and at
//! compile time.

use setwise_conformance::lines::{PAIRS, Track, filled};
use setwise_conformance::stage::Stage;
use setwise_core::{
    Diagram, Direction, Sliders, Square, attacks, fill, occluded_fill, oracle, ray_attacks, step,
};

#[test]
fn fills_and_attacks_of_every_pair() {
    let mut pairs = 0;
    for track in Track::all() {
        let stages = Stage::all(track);
        for pair in (0..track.pairs()).map(|index| track.pair(index)) {
            for stage in &stages {
                let position @ (sliders, occupied) = stage.position(pair);
                for (back, direction) in [false, true].into_iter().zip(track.directions()) {
                    let filled = occluded_fill(sliders.of(direction), !occupied, direction);
                    let expected = stage.fill(pair, back);
                    assert_eq!(
                        Diagram(filled),
                        Diagram(expected),
                        "{direction} {position:?}"
                    );
                }
                let expected = stage.rays(pair);
                assert_eq!(ray_attacks(sliders, occupied), expected, "{position:?}");
                let occupied = occupied | sliders.all();
                for direction in Direction::ALL {
                    let attacked = attacks(sliders.of(direction), occupied, direction);
                    assert_eq!(
                        Diagram(attacked),
                        Diagram(expected[direction]),
                        "{direction} {position:?}"
                    );
                }
            }
            pairs += track.directions().len();
        }
    }
    assert_eq!(pairs, PAIRS);
}

/// Every set on every line, with the rest of the board empty and full.
#[test]
fn fills_and_steps_of_every_pattern() {
    let mut sets = 0;
    for track in Track::all() {
        for pattern in 0..1 << track.squares.len() {
            let pattern = pattern as u8;
            for (back, direction) in [false, true].into_iter().zip(track.directions()) {
                for rest in [0, !track.mask()] {
                    let set = track.board(pattern) | rest;
                    // A rest of the board that is full of generators or empty stays as it is.
                    let expected = track.board(filled((pattern, 0xff), back)) | rest;
                    assert_eq!(
                        Diagram(fill(set, direction)),
                        Diagram(expected),
                        "{direction}"
                    );
                    let stepped = oracle::step(set, direction);
                    assert_eq!(
                        Diagram(step(set, direction)),
                        Diagram(stepped),
                        "{direction}"
                    );
                    sets += 1;
                }
            }
        }
    }
    // 18 lines of eight squares, and four of each shorter length; two directions, two backgrounds.
    let patterns = 18 * 256 + 4 * (1..8).map(|length| 1 << length).sum::<usize>();
    assert_eq!(sets, 4 * patterns);
}

/// Attacks of a queen on every square of a board with some pieces on it.
const PIECES: u64 = 0x00e7_1800_2442_00e7;
const QUEENS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let queen = 1 << square;
        rays[square] = ray_attacks(
            Sliders {
                orthogonal: queen,
                diagonal: queen,
            },
            PIECES,
        )
        .0;
        square += 1;
    }
    rays
};
const ONE_DIRECTION: [u64; 4] = [
    attacks(1, 1 | 1 << 7, Direction::East),
    occluded_fill(1, 0x7e, Direction::East),
    fill(1 << 8, Direction::NorthEast),
    step(1 << 63 | 1, Direction::North),
];

#[test]
fn tables_at_compile_time() {
    for square in Square::all() {
        let queen = square.bit();
        let sliders = Sliders {
            orthogonal: queen,
            diagonal: queen,
        };
        assert_eq!(
            QUEENS[square.index()],
            oracle::ray_attacks(sliders, PIECES).0
        );
    }
    assert_eq!(ONE_DIRECTION[..2], [0xfe, 0x7f]);
    assert_eq!(
        ONE_DIRECTION[2],
        oracle::occluded_fill(1 << 8, !0, Direction::NorthEast)
    );
    assert_eq!(ONE_DIRECTION[3], 1 << 8);
}
