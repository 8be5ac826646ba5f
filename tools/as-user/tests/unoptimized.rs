//! Every call for many positions on every instruction set of this CPU, in a build without
//! optimization, on threads with the stack that the standard library gives a thread. A call that
//! needs more ends the test program.

use setwise::{EntryArguments, Direction, EntryPoint, Level, kernels};
use setwise_moves::{Analysis, Move, MoveKernel, MoveKinds, Perft, Position};
use setwise_nnue::{Csr, Extractor, FullThreats};
use std::thread::Builder;

/// The bytes of stack of a thread by default.
const STACK: usize = 2 << 20;

/// A full pack of every register, and a part of one.
const N: usize = 64 + 21;

fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

/// Positions of games, and a legal move of each.
fn positions() -> (Vec<Position>, Vec<Move>) {
    let (mut positions, mut moves) = (Vec::new(), Vec::new());
    let mut position = Position::startpos();
    for ply in 0.. {
        if positions.len() == N {
            break;
        }
        let legal: Vec<Move> = position.legal_moves().into_iter().collect();
        let Some(&played) = legal.get(ply * 7 % legal.len().max(1)) else {
            position = Position::startpos();
            continue;
        };
        positions.push(position);
        moves.push(played);
        position = position.play(played).expect("a legal move");
    }
    (positions, moves)
}

#[test]
fn the_build_is_unoptimized() {
    assert_eq!(env!("OPT_LEVEL"), "0", "a test of unoptimized builds");
}

/// Levels that CI requires must run; the tests below leave out others that the CPU lacks.
#[test]
fn required_levels() {
    let required = std::env::var("REQUIRE_KERNELS").unwrap_or_default();
    for name in required.split(',').filter(|name| !name.is_empty()) {
        assert!(Level::named(name).is_some(), "{name}");
    }
}

#[test]
fn attacks() {
    let board = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let columns: Vec<Vec<u64>> = (0..4)
        .map(|column| (0..N).map(|i| board(i) & board(i + 99 + column)).collect())
        .collect();
    let inputs: Vec<&[u64]> = columns.iter().map(Vec::as_slice).collect();
    let mut called = 0;
    for kernel in kernels() {
        let Some(runner) = kernel.runner() else {
            println!("ignored, as the CPU lacks its instructions: {}", kernel.name());
            continue;
        };
        for &entry in EntryPoint::ALL.iter().filter(|&&entry| kernel.serves(entry)) {
            let columns = EntryArguments::new(&inputs[..entry.inputs().len()], Direction::NorthEast);
            let out = on_a_small_stack(|| {
                let mut out = vec![vec![0; N]; entry.outputs()];
                let mut slices: Vec<&mut [u64]> = out.iter_mut().map(Vec::as_mut_slice).collect();
                let called = runner.call_columns(entry, &columns, &mut slices);
                called.expect("equal lengths");
                out
            });
            for i in 0..N {
                let position: Vec<u64> = inputs.iter().map(|column| column[i]).collect();
                let right = entry.oracle(&position[..entry.inputs().len()], Direction::NorthEast);
                let found: Vec<u64> = out.iter().map(|column| column[i]).collect();
                assert_eq!(found, right[..entry.outputs()], "{} {entry} {i}", kernel.name());
            }
            called += 1;
        }
    }
    println!("{called} calls");
    assert!(called > 20);
}

#[test]
fn moves() {
    let (positions, moves) = positions();
    let calls = |kernel: MoveKernel| {
        let mut counts = vec![0; N];
        let mut captures = vec![0; N];
        let mut kinds = vec![MoveKinds::default(); N];
        let mut analyses = vec![Analysis::default(); N];
        let mut maps = vec![[0; 2]; N];
        let mut checks = [vec![false; N], vec![false; N]];
        let mut effects = vec![None; N];
        let mut values = vec![None; N];
        kernel.count_legal_moves(&positions, &mut counts)?;
        kernel.count_captures(&positions, &mut captures)?;
        kernel.count_move_kinds(&positions, &mut kinds)?;
        kernel.analyze(&positions, &mut analyses)?;
        kernel.attack_maps(&positions, &mut maps)?;
        kernel.find_checks(&positions, &mut checks[0])?;
        kernel.find_kings_left_in_check(&positions, &mut checks[1])?;
        kernel.move_effects(&positions, &moves, &mut effects)?;
        kernel.exchange_values(&positions, &moves, &[1, 3, 3, 5, 9, 100], &mut values)?;
        let perft = Perft::new(positions[9], 3).kernel(kernel);
        let all = (counts, captures, kinds, analyses, maps, checks, effects, values);
        Ok::<_, setwise_moves::LengthMismatch>((all, perft.count()))
    };
    let words = MoveKernel::named("scalar").expect("plain words");
    let expected = on_a_small_stack(|| calls(words)).expect("equal lengths");
    for kernel in MoveKernel::all() {
        let found = on_a_small_stack(|| calls(kernel)).expect("equal lengths");
        assert!(found == expected, "{}", kernel.name());
        println!("called: {}", kernel.name());
    }
}

#[test]
fn features() {
    let (positions, _) = positions();
    let features = |level: Level| {
        let extractor = Extractor::new(FullThreats::new()).on(level);
        let mut rows = Csr::<u16>::new();
        extractor.append(&positions, &mut rows).expect("positions");
        (0..N).map(|i| rows.row(i).map(|(a, b)| (a.to_vec(), b.to_vec()))).collect::<Vec<_>>()
    };
    let words = Level::named("scalar").expect("plain words");
    let expected = on_a_small_stack(|| features(words));
    for level in Level::all() {
        assert!(on_a_small_stack(|| features(level)) == expected, "{level}");
    }
}
