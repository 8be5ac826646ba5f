//! The entry points of `setwise` and the piece-wise systems, through the C interface.

use crate::common::{assert_fails, noise, string};
use setwise::piecewise::{Handle, PieceKind, best, handles};
use setwise::{Direction, EntryPoint, Square};
use setwise_capi::*;
use std::ffi::CString;
use std::ptr::null;

/// Calls the C function of a name, without `setwise_`. Functions for one position take the first
/// element of each column.
///
/// # Safety
/// The pointers are valid for the function.
unsafe fn call(name: &str, d: u32, i: &[*const u64], o: &[*mut u64], n: usize) -> i32 {
    // SAFETY: the caller's promise.
    unsafe {
        match name {
            "attacks" => setwise_attacks(*i[0], *i[1], *i[2], o[0]),
            "ray_attacks" => {
                let mut rays = [0; 8];
                let status = setwise_ray_attacks(*i[0], *i[1], *i[2], rays.as_mut_ptr());
                for (&out, board) in o.iter().zip(rays) {
                    out.write(board);
                }
                status
            }
            "occluded_fill" => setwise_occluded_fill(*i[0], *i[1], d, o[0]),
            "batch_attacks" => setwise_batch_attacks(i[0], i[1], i[2], o[0], n),
            "batch_ray_attacks" => setwise_batch_ray_attacks(i[0], i[1], i[2], o.as_ptr(), n),
            "batch_occluded_fill" => setwise_batch_occluded_fill(i[0], i[1], d, o[0], n),
            "batch_xray_attacks" => setwise_batch_xray_attacks(i[0], i[1], i[2], i[3], o[0], n),
            other => panic!("{other} is not called here"),
        }
    }
}

const MARK: u64 = 0x0123_4567_89ab_cdef;

#[test]
fn results_are_right() {
    for &entry in EntryPoint::ALL {
        let lengths: &[usize] = if entry.is_batch() {
            &[0, 1, 7, 100]
        } else {
            &[1]
        };
        for &n in lengths {
            for direction in Direction::ALL {
                let inputs: Vec<_> = (0..entry.inputs().len() as u64)
                    .map(|column| noise(n, column + 10 * direction.index() as u64))
                    .collect();
                let mut outputs = vec![vec![MARK; n + 1]; entry.outputs()];
                let i: Vec<_> = inputs.iter().map(|column| column.as_ptr()).collect();
                let o: Vec<_> = outputs
                    .iter_mut()
                    .map(|column| column.as_mut_ptr())
                    .collect();
                // SAFETY: all columns have `n` boards.
                let status = unsafe { call(entry.name(), direction.index() as u32, &i, &o, n) };
                assert_eq!(status, 0, "{entry}");
                for at in 0..n {
                    let position: Vec<_> = inputs.iter().map(|column| column[at]).collect();
                    let right = entry.oracle(&position, direction);
                    for (output, right) in outputs.iter().zip(right) {
                        assert_eq!(output[at], right, "{entry} {direction:?}");
                    }
                }
                assert!(outputs.iter().all(|output| output[n] == MARK), "{entry}");
            }
        }
    }
}

/// The array of eight pointers may itself lie in an output.
#[test]
fn array_of_outputs_in_an_output() {
    let boards = [MARK];
    let input = boards.as_ptr();
    let mut memory = [MARK; 8];
    let start = memory.as_mut_ptr();
    let mut pointers: [*mut u64; 8] = std::array::from_fn(|index| start.wrapping_add(index));
    let array = pointers.as_mut_ptr();
    // SAFETY: `array` points to eight pointers, which the first of them overlaps.
    let status = unsafe {
        array.write(array.cast());
        setwise_batch_ray_attacks(input, input, input, array, 1)
    };
    assert_fails(status, Status::Overlap, "out[0] (north) overlaps out");
    assert_eq!(memory, [MARK; 8]);
}

#[test]
fn wrong_values() {
    let mut out = [MARK; 8];
    let start = out.as_mut_ptr();
    let board = MARK;
    let unknown = Status::UnknownValue;
    let systems = setwise_piecewise_count();
    let low = |square: u8| [0, square];
    // SAFETY: the pointers point to the arrays above.
    unsafe {
        let direction = "no direction has the number 8";
        assert_fails(setwise_occluded_fill(1, 1, 8, start), unknown, direction);
        let status = setwise_batch_occluded_fill(&board, &board, 8, start, 1);
        assert_fails(status, unknown, direction);
        for kind in [0, 6, u32::MAX] {
            let status = setwise_piece_attacks(0, kind, 0, 1, start);
            assert_fails(status, unknown, "no kind of piece");
        }
        let square = "no square has the number 64";
        assert_fails(setwise_piece_attacks(0, 3, 64, 1, start), unknown, square);
        let pair = [board; 2];
        let batch = |system, kind, squares: *const u8, out| {
            setwise_batch_piece_attacks(system, kind, squares, pair.as_ptr(), out, 2)
        };
        assert_fails(batch(0, 3, low(64).as_ptr(), start), unknown, square);
        assert_fails(batch(0, 0, low(0).as_ptr(), start), unknown, "kind");
        let system = "no piece-wise system has the number";
        let pointers = [start; 8];
        for status in [
            batch(systems, 3, low(0).as_ptr(), start),
            setwise_piece_attacks(systems, 3, 0, 1, start),
            setwise_piecewise_attacks(systems, 1, 1, 1, start),
            setwise_piecewise_ray_attacks(systems, 1, 1, 1, start),
            setwise_piecewise_batch_attacks(systems, &board, &board, &board, start, 1),
            setwise_piecewise_batch_ray_attacks(
                systems,
                &board,
                &board,
                &board,
                pointers.as_ptr(),
                1,
            ),
        ] {
            assert_fails(status, unknown, system);
        }
        let mut name = null();
        assert_fails(setwise_piecewise_name(systems, &mut name), unknown, system);
        assert!(name.is_null());
        let mut number = 77;
        let status = setwise_piecewise_named(c"magic".as_ptr(), &mut number);
        assert_fails(status, Status::UnknownName, "magic");
        assert_eq!((number, pair), (77, [board; 2]));
    }
    assert_eq!(out, [MARK; 8]);
}

#[test]
fn piecewise_systems() {
    const N: usize = 64;
    let [orthogonal, diagonal, occupied] = [1, 2, 3].map(|seed| noise(N, seed));
    let squares: Vec<u8> = (0..64).collect();
    assert_eq!(setwise_piecewise_count() as usize, handles().len());
    for (system, handle) in (0..).zip(handles()) {
        let (mut name, mut number) = (null(), 99);
        let mut out = vec![MARK; N];
        // SAFETY: all arrays have `N` elements, and `rays` has eight of them.
        unsafe {
            assert_eq!(setwise_piecewise_name(system, &mut name), 0);
            assert_eq!(setwise_piecewise_named(name, &mut number), 0);
            assert_eq!(
                (string(name).as_str(), number),
                (handle.about().name, system)
            );
            for kind in PieceKind::ALL {
                let number = kind.index() as u32;
                let status = setwise_batch_piece_attacks(
                    system,
                    number,
                    squares.as_ptr(),
                    occupied.as_ptr(),
                    out.as_mut_ptr(),
                    N,
                );
                assert_eq!(status, 0);
                for (at, square) in Square::all().enumerate() {
                    let right = handle.piece_attacks(kind, square, occupied[at]);
                    let mut one = MARK;
                    let status =
                        setwise_piece_attacks(system, number, at as u32, occupied[at], &mut one);
                    assert_eq!((status, one, out[at]), (0, right, right));
                }
            }
            let (a, b, c) = (orthogonal.as_ptr(), diagonal.as_ptr(), occupied.as_ptr());
            let status = setwise_piecewise_batch_attacks(system, a, b, c, out.as_mut_ptr(), N);
            assert_eq!(status, 0);
            let mut rays = vec![vec![MARK; N]; 8];
            let pointers: Vec<_> = rays.iter_mut().map(|ray| ray.as_mut_ptr()).collect();
            let status = setwise_piecewise_batch_ray_attacks(system, a, b, c, pointers.as_ptr(), N);
            assert_eq!(status, 0);
            for at in 0..N {
                let (a, b, c) = (orthogonal[at], diagonal[at], occupied[at]);
                let right = EntryPoint::RayAttacks.oracle(&[a, b, c], Direction::North);
                let union = right.iter().fold(0, |all, ray| all | ray);
                let (mut one, mut eight) = (MARK, [MARK; 8]);
                assert_eq!(setwise_piecewise_attacks(system, a, b, c, &mut one), 0);
                let status = setwise_piecewise_ray_attacks(system, a, b, c, eight.as_mut_ptr());
                assert_eq!((status, eight), (0, right));
                assert_eq!((one, out[at]), (union, union));
                assert!(rays.iter().map(|ray| ray[at]).eq(right));
            }
        }
    }
    for system in setwise::piecewise::systems() {
        let text = CString::new(system.about().name).expect("no zero");
        if Handle::named(system.about().name).is_err() {
            // SAFETY: the pointers are valid.
            let status = unsafe { setwise_piecewise_named(text.as_ptr(), &mut 0) };
            assert_fails(status, Status::NotInBuild, "all-systems");
        }
    }
    let best_name = handles()[setwise_piecewise_best() as usize].about().name;
    assert_eq!(best_name, best().about().name);
}
