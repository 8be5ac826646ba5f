//! The calls need little stack: they run on threads and coroutines that have a small one. A call
//! that needs more ends the test program.

use crate::common::{known, levels};
use setwise_moves::{Analysis, MoveKindCounts, Position};
use std::thread::Builder;

/// The bytes of stack of the threads.
const STACK: usize = 256 << 10;

#[test]
fn every_call_on_a_small_stack() {
    let known = known().into_iter();
    let positions: Vec<Position> = known.map(|known| known.position()).collect();
    let n = positions.len();
    for level in levels() {
        let calls = || {
            let mut counts = vec![0; n];
            level.count_legal_moves(&positions, &mut counts)?;
            level.attack_maps(&positions, &mut vec![[0; 2]; n])?;
            level.analyze(&positions, &mut vec![Analysis::default(); n])?;
            level.count_move_kinds(&positions, &mut vec![MoveKindCounts::default(); n])?;
            #[cfg(feature = "perft")]
            {
                let perft = setwise_moves::Perft::new(positions[0], 4).functions(level);
                assert_eq!(perft.count(), perft.one_by_one().count());
            }
            Ok(counts)
        };
        let counts = std::thread::scope(|scope| {
            let small = Builder::new().stack_size(STACK).spawn_scoped(scope, calls);
            small.expect("a thread").join().expect("no panic")
        });
        let counts: Result<Vec<u32>, setwise_moves::LengthMismatch> = counts;
        let one_by_one: Vec<u32> = positions.iter().map(Position::count_legal).collect();
        assert_eq!(counts.expect("equal lengths"), one_by_one);
    }
}
