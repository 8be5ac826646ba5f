//! A set of features of one's own: `cargo run --release -p setwise-nnue --example own_set`
//!
//! A feature is a piece on a square, or a piece that a slider of the other side attacks. The
//! attacks of a whole batch come from one call of `setwise`, so the set needs memory for them.
//! [`Extractor`] reuses that memory from batch to batch.

use setwise::{Batch, batch_attacks};
use setwise_moves::{Color, Position};
use setwise_nnue::{
    Boards, ByteVector, Csr, Extracted, Extractor, FeatureSet, HalfKaV2Hm, Index, Joined,
    PositionError, RowWriter,
};

/// 1,280 features: 640 for pieces other than kings by square, and 640 for those of them that a
/// queen, rook or bishop of the other side attacks. The index is 320 if the piece is the
/// opponent's, plus 64 times the role, plus the square, plus 640 if it is attacked.
///
/// Squares and colors are those that the perspective sees: for Black the ranks are reversed and the
/// colors exchanged.
#[derive(Clone, Copy, Debug)]
struct AttackedPieces;

/// The roles that have features: all but kings.
const ROLES: usize = 5;

/// The number of pieces by square.
const PLACES: u32 = 2 * 64 * ROLES as u32;

/// The sliders of a batch as columns, and the squares that they attack: an entry for White and one
/// for Black, position by position.
#[derive(Default)]
struct Attacks {
    orthogonal: Vec<u64>,
    diagonal: Vec<u64>,
    occupied: Vec<u64>,
    attacked: Vec<u64>,
}

impl Attacks {
    /// Returns the squares that the sliders of both sides attack, for each position.
    fn find(&mut self, batch: &[Boards]) -> &[[u64; 2]] {
        self.orthogonal.clear();
        self.diagonal.clear();
        self.occupied.clear();
        for boards in batch {
            let [_, _, bishops, rooks, queens, _] = boards.roles;
            for color in boards.colors {
                self.orthogonal.push((rooks | queens) & color);
                self.diagonal.push((bishops | queens) & color);
                self.occupied.push(boards.occupied());
            }
        }
        self.attacked.resize(self.occupied.len(), 0);
        let sliders = Batch {
            orthogonal: &self.orthogonal,
            diagonal: &self.diagonal,
            occupied: &self.occupied,
        };
        batch_attacks(sliders, &mut self.attacked).expect("columns of one length");
        self.attacked.as_chunks().0
    }
}

impl FeatureSet for AttackedPieces {
    type Scratch = Attacks;
    type Rows = Extracted;

    fn name(&self) -> &'static str {
        "attacked-pieces"
    }

    fn size(&self) -> u32 {
        2 * PLACES
    }

    /// Two features of each piece.
    fn max_active(&self) -> usize {
        2 * 64
    }

    fn check(&self, boards: &Boards) -> Result<(), PositionError> {
        boards.check_pieces()
    }

    #[inline(always)]
    fn extract<V: ByteVector, T: Index>(
        &self,
        _token: V::Token,
        batch: &[Boards],
        attacks: &mut Attacks,
        rows: &mut RowWriter<'_, T>,
    ) {
        for (boards, attacked) in batch.iter().zip(attacks.find(batch)) {
            for color in Color::ALL {
                for (role, pieces) in boards.roles[..ROLES].iter().enumerate() {
                    let mut left = pieces & boards.colors[color.index()];
                    while left != 0 {
                        let square = left.trailing_zeros();
                        // White sees the board as it is, Black sees it upside down.
                        let white = index(color == Color::Black, role, square);
                        let black = index(color == Color::White, role, square ^ 56);
                        rows.push(white, black);
                        if attacked[color.other().index()] >> square & 1 != 0 {
                            rows.push(white + PLACES, black + PLACES);
                        }
                        left &= left - 1;
                    }
                }
            }
            rows.end_row();
        }
    }
}

/// The index of a piece on a square, as a perspective sees them.
fn index(theirs: bool, role: usize, square: u32) -> u32 {
    64 * (ROLES * usize::from(theirs) + role) as u32 + square
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The rook on d1 attacks the knight on d5; the knight attacks as well, but is no slider.
    let positions = [
        Position::startpos(),
        Position::from_fen("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1")?,
    ];
    let extractor = Extractor::new(AttackedPieces);
    let mut rows = Csr::<u16>::new();
    extractor.append(&positions, &mut rows)?;

    let (white, black) = rows.row(0).ok_or("a row")?;
    assert_eq!((white.len(), black.len()), (30, 30));

    let (d1, d5, d8, d4) = (3, 35, 59, 27);
    let (knight, rook) = (64, 3 * 64);
    let (theirs, attacked) = (320, 640);
    let (white, black) = rows.row(1).ok_or("a row")?;
    let their_knight = theirs + knight + d5;
    assert_eq!(white, [rook + d1, their_knight, their_knight + attacked]);
    let (their_rook, knight) = (theirs + rook + d8, knight + d4);
    assert_eq!(black, [their_rook, knight, knight + attacked]);

    // The set works with everything that works with sets: joined to another one, for example.
    let joined = Extractor::new(Joined::new(AttackedPieces, HalfKaV2Hm));
    let mut counts = [0; 2];
    joined.count(&positions, &mut counts)?;
    assert_eq!(counts, [30 + 32, 3 + 4]);
    let size = joined.set().size();
    println!("{size} features, {counts:?} of them active");
    Ok(())
}

#[test]
fn the_example_runs() {
    main().unwrap();
}
