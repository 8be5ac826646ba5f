//! Attacks on the zone of a king.

use crate::{Positions, nanoseconds, squares};
use cozy_chess::{Board, Color, Piece};
use setwise::{Counts, Direction, KnightDirection, Pack, Task, dispatch};

/// The number of squares in the zone of White's king (its square and those around it) that the
/// pieces of Black attack, apart from the king and the pawns.
struct KingZone<'a> {
    kings: &'a [u64],
    knights: &'a [u64],
    orthogonal: &'a [u64],
    diagonal: &'a [u64],
    occupied: &'a [u64],
    out: &'a mut [u8],
}

impl Task for KingZone<'_> {
    type Output = ();

    fn boards(&self) -> usize {
        self.out.len()
    }

    #[inline(always)]
    fn run<P: Pack>(&mut self, token: P::Token) {
        for at in (0..self.out.len()).step_by(P::BOARDS) {
            let king = P::load(token, &self.kings[at..]);
            let row = king | king.step(Direction::East) | king.step(Direction::West);
            let zone = row | row.step(Direction::North) | row.step(Direction::South);

            let occupied = P::load(token, &self.occupied[at..]);
            let orthogonal = P::load(token, &self.orthogonal[at..]);
            let diagonal = P::load(token, &self.diagonal[at..]);
            let mut attacks = orthogonal
                .orthogonal_attacks(occupied)
                .or_diagonal_attacks(diagonal, occupied);
            let knights = P::load(token, &self.knights[at..]);
            // A loop, because a closure might not be inlined into code for the instruction set.
            for direction in KnightDirection::ALL {
                attacks = attacks | knights.jump(direction);
            }
            (zone & attacks).count().store(&mut self.out[at..]);
        }
    }
}

/// The same for one position, slider by slider.
fn count_one_by_one(board: &Board) -> u8 {
    use Piece::{Bishop, Knight, Queen, Rook};
    let occupied = board.occupied();
    let black = |piece| board.colored_pieces(Color::Black, piece);
    let king = board.king(Color::White);
    let zone = king.bitboard() | cozy_chess::get_king_moves(king);
    let rooks = (black(Rook) | black(Queen)).into_iter();
    let bishops = (black(Bishop) | black(Queen)).into_iter();
    let knights = black(Knight).into_iter().map(cozy_chess::get_knight_moves);
    let rooks = rooks.map(|square| cozy_chess::get_rook_moves(square, occupied));
    let bishops = bishops.map(|square| cozy_chess::get_bishop_moves(square, occupied));
    let attacks = rooks.chain(bishops).chain(knights);
    (attacks.fold(cozy_chess::BitBoard::EMPTY, |all, one| all | one) & zone).len() as u8
}

pub(crate) fn show(positions: &Positions) {
    use Piece::{Bishop, King, Knight, Queen, Rook};
    let kings = positions.pieces(Color::White, &[King]);
    let knights = positions.pieces(Color::Black, &[Knight]);
    let orthogonal = positions.pieces(Color::Black, &[Rook, Queen]);
    let diagonal = positions.pieces(Color::Black, &[Bishop, Queen]);
    let occupied = positions.occupied();
    let mut out = vec![0; kings.len()];
    // Of all positions, then of a single one: slices of any length.
    for range in [0..kings.len(), 0..1] {
        dispatch(KingZone {
            kings: &kings[range.clone()],
            knights: &knights[range.clone()],
            orthogonal: &orthogonal[range.clone()],
            diagonal: &diagonal[range.clone()],
            occupied: &occupied[range.clone()],
            out: &mut out[range],
        });
    }
    for (board, &count) in positions.boards.iter().zip(&out) {
        let king = board.king(Color::White) as usize;
        let attacked = squares(|square| {
            let (file, rank) = (king % 8, king / 8);
            let near = file.abs_diff(square.file()) <= 1 && rank.abs_diff(square.rank()) <= 1;
            let square = cozy_chess::Square::index(square.index());
            let queen = board.colored_pieces(Color::Black, Queen);
            let rooks = queen | board.colored_pieces(Color::Black, Rook);
            let bishops = queen | board.colored_pieces(Color::Black, Bishop);
            let knights = board.colored_pieces(Color::Black, Knight);
            let all = board.occupied();
            near && (!(cozy_chess::get_rook_moves(square, all) & rooks).is_empty()
                || !(cozy_chess::get_bishop_moves(square, all) & bishops).is_empty()
                || !(cozy_chess::get_knight_moves(square) & knights).is_empty())
        });
        assert_eq!(u32::from(count), attacked.count_ones(), "{board}");
    }
    let by_set = nanoseconds(kings.len(), || {
        dispatch(KingZone {
            kings: &kings,
            knights: &knights,
            orthogonal: &orthogonal,
            diagonal: &diagonal,
            occupied: &occupied,
            out: &mut out,
        });
    });
    let mut counts = vec![0; kings.len()];
    let one_by_one = nanoseconds(kings.len(), || {
        for (count, board) in counts.iter_mut().zip(&positions.boards) {
            *count = count_one_by_one(board);
        }
    });
    assert_eq!(counts, out);
    let sum: u32 = out.iter().map(|&count| u32::from(count)).sum();
    println!("zone of White's king: {sum} attacked squares");
    println!("  one by one {one_by_one:.1} ns per position, as a task {by_set:.2} ns");
}
