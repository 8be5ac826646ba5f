//! Batteries: sliders that attack through a slider of the same side.

use crate::{Positions, squares};
use cozy_chess::{Color, Piece};
use setwise::{Direction, Pack, Sliders, Square, Task, dispatch};

/// The squares that the rooks and queens of White attack through another rook or queen of White,
/// and the same for bishops and queens.
struct Batteries<'a> {
    orthogonal: &'a [u64],
    diagonal: &'a [u64],
    occupied: &'a [u64],
    out: &'a mut [u64],
}

impl Task for Batteries<'_> {
    type Output = ();

    fn boards(&self) -> usize {
        self.out.len()
    }

    #[inline(always)]
    fn run<P: Pack>(&mut self, token: P::Token) {
        for at in (0..self.out.len()).step_by(P::BOARDS) {
            let occupied = P::load(token, &self.occupied[at..]);
            let orthogonal = P::load(token, &self.orthogonal[at..]);
            let diagonal = P::load(token, &self.diagonal[at..]);
            let mut through = P::splat(token, 0);
            for direction in Direction::ALL {
                let sliders = match direction.is_diagonal() {
                    true => diagonal,
                    false => orthogonal,
                };
                let front = sliders.attacks(occupied, direction) & sliders;
                through = through | front.attacks(occupied, direction);
            }
            through.store(&mut self.out[at..]);
        }
    }
}

pub(crate) fn show(positions: &Positions) {
    use Piece::{Bishop, Queen, Rook};
    let orthogonal = positions.pieces(Color::White, &[Rook, Queen]);
    let diagonal = positions.pieces(Color::White, &[Bishop, Queen]);
    let occupied = positions.occupied();
    let mut out = vec![0; occupied.len()];
    dispatch(Batteries {
        orthogonal: &orthogonal,
        diagonal: &diagonal,
        occupied: &occupied,
        out: &mut out,
    });
    for (i, &found) in out.iter().enumerate() {
        let (orthogonal, diagonal) = (orthogonal[i], diagonal[i]);
        let sliders = Sliders {
            orthogonal,
            diagonal,
        };
        assert_eq!(found, by_definition(sliders, occupied[i]));
    }
    let sum: u32 = out.iter().map(|set| set.count_ones()).sum();
    println!("White's batteries: {sum} squares behind the front piece");
}

/// The same, step by step along each line from its end back to the sliders.
fn by_definition(sliders: Sliders, occupied: u64) -> u64 {
    squares(|square| {
        Direction::ALL.into_iter().any(|direction| {
            let sliders = sliders.of(direction);
            let pieces = occupied_behind(square, direction, occupied);
            pieces.len() >= 2 && pieces[..2].iter().all(|piece| piece.bit() & sliders != 0)
        })
    })
}

/// The occupied squares from which a slider would come in a direction, nearest first.
fn occupied_behind(square: Square, direction: Direction, occupied: u64) -> Vec<Square> {
    let (file, rank) = (square.file() as i8, square.rank() as i8);
    let steps = (1..8).map(|steps| {
        let file = file - steps * direction.file_delta();
        let rank = rank - steps * direction.rank_delta();
        ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
    });
    let squares = steps.map_while(|index| index.and_then(Square::from_index));
    let occupied = squares.filter(|square| occupied & square.bit() != 0);
    occupied.collect()
}
