//! Set-wise functions for engines: attacks of pieces, spans, pawn structure, lines, attack maps.
//!
//! Every function is generic over [`Pack`](setwise_core::Pack): with `u64` it works on one board,
//! with the packs of an instruction set on many. There are no lookups and no branches. Pawn
//! functions take the color; a constant argument folds away.
//!
//! ```
//! use setwise_moves::{Color, sets};
//! // White pawns on a2, c3 and d4. The pawn on a2 is isolated; no pawn is doubled.
//! let pawns = 1u64 << 8 | 1 << 18 | 1 << 27;
//! assert_eq!(sets::isolated_pawns(pawns), 1 << 8);
//! assert_eq!(sets::doubled_pawns(pawns, Color::White), 0);
//! ```

mod attacks;
mod lines;
mod maps;
mod pawns;

pub use attacks::{king_attacks, knight_attacks};
pub use lines::{between_sets, line_through, xray_attacks};
pub(crate) use maps::attackers_by_kind;
pub use maps::{AttackMap, Pieces, attackers_to};
pub use pawns::{
    attack_span, backward_pawns, double_pawn_attacks, doubled_pawns, east_pawn_attacks, file_fill,
    front_span, isolated_pawns, passed_pawns, pawn_attacks, pawn_double_pushes, pawn_pushes,
    rear_span, single_pawn_attacks, west_pawn_attacks,
};
