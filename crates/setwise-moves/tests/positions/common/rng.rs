//! Random numbers and setups for tests: the same every time.

pub use setwise_conformance::Rng;
use setwise_moves::{Color, Role, Setup};

/// A random setup: many checkers, pins on all lines, kings and rooks on the first rank, frequent en
/// passant. It is often not a valid position.
pub fn random_setup(rng: &mut Rng) -> Setup {
    let mut setup = Setup::empty();
    let mut free = !0u64;
    let mut place = |rng: &mut Rng, color: Color, role: Role, among: u64| {
        let square = 1u64 << rng.below(64);
        if square & free & among != 0 {
            *setup.pieces_mut(color, role) |= square;
            free &= !square;
        }
    };
    let turn = Color::ALL[rng.below(2)];
    let home = Color::ALL.map(|color| color.view(0xff));
    for (color, home) in Color::ALL.into_iter().zip(home) {
        // Half of the kings at home, so that they may castle.
        let among = if rng.below(2) == 0 { home } else { !0 };
        for _ in 0..40 {
            place(rng, color, Role::King, among);
        }
        for _ in 0..rng.below(12) {
            place(rng, color, Role::Rook, home);
            place(rng, color, Role::Pawn, 0x00ff_ffff_ffff_ff00);
        }
        for _ in 0..rng.below(10) {
            let role = Role::ALL[1 + rng.below(4)];
            place(rng, color, role, !0);
        }
    }
    for color in Color::ALL {
        let king = setup.pieces_mut(color, Role::King);
        *king &= king.wrapping_neg();
    }
    let pawns = setup.pieces(turn.other(), Role::Pawn);
    let passed: Vec<_> = setwise_core::Square::all()
        .filter(|square| {
            let seen = turn.view(square.bit());
            seen & 0xff << 40 != 0 && turn.view(pawns) & seen >> 8 != 0
        })
        .collect();
    let en_passant = (!passed.is_empty()).then(|| passed[rng.below(passed.len())]);
    let [white, black] = Color::ALL.map(|color| setup.pieces(color, Role::Rook));
    setup.turn = turn;
    setup.castling = (white & home[0] | black & home[1]) & rng.next_u64();
    setup.en_passant = en_passant.filter(|_| rng.below(4) > 0);
    setup.halfmoves = rng.below(100) as u16;
    setup.fullmove = 1 + rng.below(200) as u16;
    setup
}
