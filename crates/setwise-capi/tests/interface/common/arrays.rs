//! The calls for arrays of positions by their names.

use super::VALUES;
use setwise_capi::*;

/// The calls that write an entry for each position.
pub(crate) const FILLS: [&str; 10] = [
    "count",
    "count_captures",
    "count_kinds",
    "keys",
    "checkers",
    "status",
    "attack_maps",
    "is_legal",
    "exchange_values",
    "move_effects",
];

/// Calls the function of a name.
///
/// # Safety
/// The pointers are null, not aligned, or point to an array of the library, to `n` moves and to `n`
/// entries, unless the array has another length.
pub(crate) unsafe fn fill(
    name: &str,
    array: *const Positions,
    moves: *const u16,
    out: *mut u64,
    n: usize,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe {
        match name {
            "count" => setwise_positions_count(array, out.cast(), n),
            "count_captures" => setwise_positions_count_captures(array, out.cast(), n),
            "count_kinds" => setwise_positions_count_kinds(array, out.cast(), n),
            "keys" => setwise_positions_keys(array, out, n),
            "checkers" => setwise_positions_checkers(array, out, n),
            "status" => setwise_positions_status(array, out.cast(), n),
            "attack_maps" => setwise_positions_attack_maps(array, out.cast(), n),
            "is_legal" => setwise_positions_is_legal(array, moves, out.cast(), n),
            "exchange_values" => {
                setwise_positions_exchange_values(array, moves, VALUES.as_ptr(), out.cast(), n)
            }
            "move_effects" => setwise_positions_move_effects(array, moves, out.cast(), n),
            other => panic!("{other} is not called here"),
        }
    }
}
