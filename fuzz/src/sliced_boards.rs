//! Any sequence of operations on sliced boards, compared with the same on plain boards.

use crate::input::Input;
use setwise::{Direction, SlicedBoards, Sliders, Squares};
use setwise_core::oracle;

const SETS: usize = 4;

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let count = input.below(200);
    let mut plain: Vec<Vec<u64>> = (0..SETS).map(|_| input.boards(count)).collect();
    let sliced = plain.iter().map(|boards| SlicedBoards::from_boards(boards));
    let mut sliced: Vec<SlicedBoards> = sliced.collect();
    // One set of another length: operations refuse it and change nothing.
    let other_count = input.below(200);
    let other = SlicedBoards::empty(other_count);
    for _ in 0..16 {
        let [to, a, b, c] = [0; 4].map(|_: usize| input.below(SETS));
        let direction = input.of(&Direction::ALL);
        let operation = input.below(9);
        let each = |f: &dyn Fn(usize) -> u64| (0..count).map(f).collect::<Vec<u64>>();
        let (x, p, q, r) = (&plain[to], &plain[a], &plain[b], &plain[c]);
        let expected = match operation {
            0 => each(&|i| x[i] & p[i]),
            1 => each(&|i| x[i] | p[i]),
            2 => each(&|i| x[i] & !p[i]),
            3 => each(&|i| x[i] ^ p[i]),
            4 => each(&|i| oracle::step(p[i], direction)),
            5 => each(&|i| oracle::occluded_fill(p[i], q[i], direction)),
            6 => each(&|i| oracle::attacks(p[i], p[i] | q[i], direction)),
            7 => each(&|i| xrays([p[i], q[i], r[i]], direction)),
            _ => each(&|i| {
                let sliders = Sliders {
                    orthogonal: p[i],
                    diagonal: q[i],
                };
                oracle::ray_attacks(sliders, r[i]).union()
            }),
        };
        let apply = |x: &mut SlicedBoards, [p, q, r]: [&SlicedBoards; 3]| match operation {
            0 => x.intersect(p),
            1 => x.unite(p),
            2 => x.remove(p),
            3 => x.toggle(p),
            4 => x.set_step(p, direction),
            5 => x.set_occluded_fill(p, q, direction),
            6 => x.set_attacks(p, q, direction),
            7 => x.set_xray_attacks(p, q, r, direction),
            _ => x.set_all_attacks(p, q, r),
        };
        let mut result = sliced[to].clone();
        if other_count != count {
            let operands = [1, 1, 1, 1, 1, 2, 2, 3, 3][operation];
            let mut sets = [&sliced[a], &sliced[b], &sliced[c]];
            sets[input.below(operands)] = &other;
            assert!(apply(&mut result, sets).is_err());
            assert_eq!(result.to_boards(), plain[to]);
        }
        apply(&mut result, [&sliced[a], &sliced[b], &sliced[c]]).expect("equal lengths");
        let found = result.to_boards();
        assert_eq!(found, expected, "operation {operation}, {direction}");
        let counts = expected.iter().map(|board| board.count_ones() as u8);
        assert_eq!(result.counts(), counts.collect::<Vec<_>>());
        plain[to] = expected;
        sliced[to] = result;
    }
}

/// X-ray attacks in one direction, slider by slider: sliders, other occupied squares, blockers.
fn xrays([sliders, others, blockers]: [u64; 3], direction: Direction) -> u64 {
    let occupied = sliders | others;
    let walk = |from| oracle::attacks(from, occupied, direction);
    let through = |square: setwise::Square| walk(walk(square.bit()) & occupied & blockers);
    let seen = Squares(sliders).map(through);
    seen.fold(0, |all, seen| all | seen)
}
