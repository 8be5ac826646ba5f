//! What the tests of the interface share.

#![allow(dead_code)]

pub(crate) mod calls;

use setwise_capi::{
    Position, Positions, Status, setwise_last_error, setwise_positions_at, setwise_positions_free,
    setwise_positions_len, setwise_positions_new,
};
use setwise_conformance::Rng;
use std::ffi::{CStr, c_char};
use std::ptr::null_mut;
use std::sync::OnceLock;

/// The values of pawn, knight, bishop, rook, queen and king.
pub(crate) const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 20_000];

/// Returns a text of the library.
pub(crate) fn string(text: *const c_char) -> String {
    assert!(!text.is_null());
    // SAFETY: the library returns texts that end in 0.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}

/// Asserts that a call has failed with this status, and that the message says so.
#[track_caller]
pub(crate) fn assert_fails(status: i32, expected: Status, message: &str) {
    let found = string(setwise_last_error());
    assert_eq!(status, expected as i32, "{found}");
    assert!(found.contains(message), "{found:?} lacks {message:?}");
}

/// Random boards, half of whose bits are not set.
pub(crate) fn noise(n: usize, seed: u64) -> Vec<u64> {
    let mut rng = Rng::new(seed);
    (0..n).map(|_| rng.next_u64() & rng.next_u64()).collect()
}

/// 100,000 positions of random games from all starts of Chess960. Games end after 150 moves.
pub(crate) fn games() -> &'static [setwise_moves::Position] {
    static GAMES: OnceLock<Vec<setwise_moves::Position>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut rng = Rng::new(52);
        let mut positions = Vec::with_capacity(100_000);
        for start in (0..960).cycle().step_by(7) {
            let mut position = setwise_moves::Position::chess960(start).expect("a start");
            for _ in 0..150 {
                positions.push(position);
                if positions.len() == 100_000 {
                    return positions;
                }
                let Some(&chosen) = rng.pick(&position.legal_moves()) else {
                    break;
                };
                position = position.play(chosen).expect("legal");
            }
        }
        unreachable!("the starts do not end")
    })
}

/// A legal move of each of these positions, sometimes another number.
pub(crate) fn moves() -> Vec<u16> {
    let mut rng = Rng::new(1);
    let mut bits = |position: &setwise_moves::Position| {
        let random = rng.next_u64() as u16;
        match rng.pick(&position.legal_moves()) {
            Some(found) if !random.is_multiple_of(4) => found.bits(),
            _ => random,
        }
    };
    games().iter().map(&mut bits).collect()
}

/// An array of the library, which is freed at the end.
#[derive(Debug)]
pub(crate) struct Array(pub(crate) *mut Positions);

impl Array {
    pub(crate) fn new(positions: &[setwise_moves::Position]) -> Self {
        let given: Vec<Position> = positions.iter().map(|&position| position.into()).collect();
        let mut array = null_mut();
        // SAFETY: the vector has as many positions, and the array is a variable.
        let status = unsafe { setwise_positions_new(given.as_ptr(), given.len(), &mut array) };
        assert_eq!(status, 0, "{}", string(setwise_last_error()));
        Self(array)
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        // SAFETY: the array is from a function of the library, and is not used any more.
        unsafe { setwise_positions_free(self.0) };
    }
}

/// The words of the positions of an array.
pub(crate) fn listed(array: &Array) -> Vec<[u64; 6]> {
    // SAFETY: the array is one of the library, and has these positions.
    unsafe {
        let n = setwise_positions_len(array.0);
        let at = |index| *setwise_positions_at(array.0, index).cast::<[u64; 6]>();
        (0..n).map(at).collect()
    }
}

/// The number of the status of a position.
pub(crate) fn status(position: &setwise_moves::Position) -> u32 {
    match position.status() {
        setwise_moves::Status::Ongoing => 0,
        setwise_moves::Status::Checkmate => 1,
        setwise_moves::Status::Stalemate => 2,
        setwise_moves::Status::InsufficientMaterial => 3,
        setwise_moves::Status::SeventyFiveMoves => 4,
        setwise_moves::Status::FiftyMoves => 5,
        other => panic!("{other:?}"),
    }
}
