use setwise_moves::{Block, Color, Position, Role};

/// The worth of each role in centipawns, in the order of [`Role::ALL`].
pub const WORTH: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

/// Returns the phase of a position: 24 at the start of a game, 0 without pieces.
///
/// ```
/// assert_eq!(setwise_values::phase(&setwise_moves::Position::startpos()), 24);
/// ```
#[inline(always)]
pub fn phase(position: &Position) -> u32 {
    let [a, b, c, ..] = position.words();
    phase_of_planes([a, b, c])
}

/// The same for position `i & 63` of a block.
#[inline(always)]
pub fn phase_of_row(block: &Block, i: usize) -> u32 {
    phase_of_planes(block.planes.each_ref().map(|plane| plane[i & 63]))
}

#[inline(always)]
fn phase_of_planes(planes: [u64; 3]) -> u32 {
    let count = |role: Role| role.in_planes(planes).count_ones();
    count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen)
}

/// Returns the material of a color minus that of the other one, in centipawns by [`WORTH`]. The
/// kings cancel out.
pub fn material(position: &Position, color: Color) -> i32 {
    let count = |color, role| position.pieces(color, role).count_ones() as i32;
    let difference = |role| count(color, role) - count(color.other(), role);
    let roles = Role::ALL.into_iter().zip(WORTH);
    roles.map(|(role, worth)| worth * difference(role)).sum()
}

/// Returns the pieces of both sides, White's first, each from the king down to the pawns, as names
/// of endgame tables are written.
///
/// ```
/// use setwise_moves::Position;
/// let position = Position::from_fen("4k3/1n6/8/8/8/8/PP6/4KR2 b - - 0 1").unwrap();
/// assert_eq!(setwise_values::material_signature(&position), "KRPPvKN");
/// ```
pub fn material_signature(position: &Position) -> String {
    let side = |color| -> String {
        let letters = Role::ALL.into_iter().rev().map(|role| {
            let letter = role.letter().to_ascii_uppercase().to_string();
            letter.repeat(position.pieces(color, role).count_ones() as usize)
        });
        letters.collect()
    };
    format!("{}v{}", side(Color::White), side(Color::Black))
}
