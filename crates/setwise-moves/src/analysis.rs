//! What engines and tools ask of many positions besides the number of moves.

use crate::sets::{AttackMap, Men};
use crate::{Color, Frame, Legality, MoveKernel, PawnTargets, Position};
use setwise_core::entry::Entry;
use setwise_core::{Counts, Direction, KnightDirection, LengthMismatch, Line, Pack, RANK_8};

/// Checks, pins, attacks and mobility of a position; boards as seen from White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Analysis {
    /// The men that give check to the side to move: [`Position::checkers`].
    pub checkers: u64,
    /// The men of the side to move that are pinned to their king: [`Position::pinned`].
    pub pinned: u64,
    /// The squares that the king of the side to move must not go to: [`Position::danger`].
    pub danger: u64,
    /// By [`Color`]: what the men of a colour attack, whether or not they may move.
    pub attacked: [u64; 2],
    /// By [`Kind`](crate::Kind): the legal moves of the side to move with its men of a kind. Promotions are four moves, castling
    /// is the king's.
    pub mobility: [u16; 6],
}

impl Analysis {
    /// All legal moves.
    pub fn legal_moves(&self) -> u32 {
        self.mobility.iter().map(|&moves| u32::from(moves)).sum()
    }

    /// In check?
    pub fn is_check(&self) -> bool {
        self.checkers != 0
    }

    /// In check and without a legal move?
    pub fn is_mate(&self) -> bool {
        self.is_check() && self.mobility == [0; 6]
    }

    /// Not in check and without a legal move?
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.mobility == [0; 6]
    }
}

/// Analyses many positions: `analyses[i]` is for `positions[i]`.
///
/// # Errors
/// The slices differ in length; nothing was written.
///
/// ```
/// use setwise_moves::{Analysis, Color, Kind, Position, analyze};
/// let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
/// let positions = [Position::startpos(), mate];
/// let mut analyses = [Analysis::default(); 2];
/// analyze(&positions, &mut analyses)?;
/// assert_eq!(analyses[0].mobility[Kind::Knight.index()], 4);
/// assert_eq!(analyses[0].legal_moves(), 20);
/// assert_eq!(analyses[0].attacked[Color::White.index()] >> 16, 0xff); // the third rank, and no more
/// assert!(analyses[1].is_mate());
/// # Ok::<(), setwise_core::LengthMismatch>(())
/// ```
pub fn analyze(positions: &[Position], analyses: &mut [Analysis]) -> Result<(), LengthMismatch> {
    MoveKernel::best().analyze(positions, analyses)
}

impl MoveKernel {
    /// [`analyze`] with the functions of this kernel.
    ///
    /// # Errors
    /// The slices differ in length; nothing was written.
    pub fn analyze(
        &self,
        positions: &[Position],
        analyses: &mut [Analysis],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check("analyses", analyses.len(), positions.len())?;
        (self.analyze)(positions, analyses);
        Ok(())
    }
}

/// As many positions as there are of both.
pub(crate) struct Analyze;

impl Entry for Analyze {
    type First<'a> = &'a [Position];
    type Second<'a> = &'a mut [Analysis];
    type Output = ();

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, positions: &[Position], analyses: &mut [Analysis]) {
        let packs = positions.chunks(P::COUNT);
        for (positions, analyses) in packs.zip(analyses.chunks_mut(P::COUNT)) {
            let mut boards = [[0; 64]; 5];
            let mut moves = [[0; 64]; 7];
            one_pack::<P>(&Frame::load(proof, positions), &mut boards, &mut moves);
            for (i, (position, analysis)) in positions.iter().zip(analyses).enumerate() {
                let turn = position.turn;
                let [checkers, pinned, danger, own, their] =
                    boards.each_ref().map(|boards| turn.view(boards[i]));
                let [pawn, knight, bishop, rook, straight, slanted, king] =
                    moves.each_ref().map(|counts| u16::from(counts[i]));
                *analysis = Analysis {
                    checkers,
                    pinned,
                    danger,
                    attacked: match turn {
                        Color::White => [own, their],
                        Color::Black => [their, own],
                    },
                    mobility: [pawn, knight, bishop, rook, straight + slanted, king],
                };
            }
        }
    }
}

/// Boards (checkers, pinned men, danger, attacked by the side to move, attacked by the other one) and numbers of
/// moves (pawns, knights, bishops, rooks, queens straight on, queens at a slant, king), none of which is more than 255.
#[inline(always)]
fn one_pack<P: Pack>(frame: &Frame<P>, boards: &mut [[u64; 64]; 5], moves: &mut [[u8; 64]; 7]) {
    let legality = Legality::new(frame);
    legality.checkers.store(&mut boards[0]);
    legality.pinned(frame).store(&mut boards[1]);
    legality.danger.store(&mut boards[2]);
    // In the frame of the side to move that side is White.
    attacked(frame, frame.own, Color::White).store(&mut boards[3]);
    attacked(frame, frame.their, Color::Black).store(&mut boards[4]);

    pawn_moves(frame, &legality).store(&mut moves[0]);
    let free = frame.own & !legality.all_between();
    knight_moves(frame.knights & free, &legality).store(&mut moves[1]);
    let (straight, slanted) = (frame.own & frame.orthogonal, frame.own & frame.diagonal);
    let queens = straight & slanted;
    diagonal_moves(slanted & !queens, frame, &legality).store(&mut moves[2]);
    orthogonal_moves(straight & !queens, frame, &legality).store(&mut moves[3]);
    orthogonal_moves(queens, frame, &legality).store(&mut moves[4]);
    diagonal_moves(queens, frame, &legality).store(&mut moves[5]);
    let targets = crate::sets::king_attacks(frame.king()) & !(frame.own | legality.danger);
    let king = targets.count().plus(legality.castles(frame).count());
    king.store(&mut moves[6]);
}

#[inline(always)]
fn attacked<P: Pack>(frame: &Frame<P>, side: P, color: Color) -> P {
    let men = Men {
        color,
        pawns: side & frame.pawns,
        knights: side & frame.knights,
        diagonal: side & frame.diagonal,
        orthogonal: side & frame.orthogonal,
        king: side & frame.kings,
    };
    AttackMap::new(&men, frame.occupied()).once
}

#[inline(always)]
fn pawn_moves<P: Pack>(frame: &Frame<P>, legality: &Legality<P>) -> P::Counts {
    let targets = PawnTargets::new(frame, legality);
    let last = frame.own.same(RANK_8);
    let [passing_east, passing_west] = targets.en_passant;
    let mut sum = passing_east.count().plus(passing_west.count());
    sum = with_promotions::<P>(sum, targets.north_west, last);
    sum = with_promotions::<P>(sum, targets.north, last);
    with_promotions::<P>(sum, targets.north_east, last)
}

#[inline(always)]
fn with_promotions<P: Pack>(sum: P::Counts, targets: P, last: P) -> P::Counts {
    let promotions = (targets & last).count();
    let twice = promotions.plus(promotions);
    sum.plus((targets & !last).count()).plus(twice.plus(twice))
}

#[inline(always)]
fn knight_moves<P: Pack>(knights: P, legality: &Legality<P>) -> P::Counts {
    use KnightDirection::*;
    let targets = legality.targets;
    let north = (knights.jump(NorthNorthEast) & targets)
        .count()
        .plus((knights.jump(NorthNorthWest) & targets).count())
        .plus((knights.jump(EastNorthEast) & targets).count())
        .plus((knights.jump(WestNorthWest) & targets).count());
    north
        .plus((knights.jump(EastSouthEast) & targets).count())
        .plus((knights.jump(WestSouthWest) & targets).count())
        .plus((knights.jump(SouthSouthEast) & targets).count())
        .plus((knights.jump(SouthSouthWest) & targets).count())
}

#[inline(always)]
fn orthogonal_moves<P: Pack>(sliders: P, frame: &Frame<P>, legality: &Legality<P>) -> P::Counts {
    line_moves(sliders, frame, legality, Line::File).plus(line_moves(
        sliders,
        frame,
        legality,
        Line::Rank,
    ))
}

#[inline(always)]
fn diagonal_moves<P: Pack>(sliders: P, frame: &Frame<P>, legality: &Legality<P>) -> P::Counts {
    line_moves(sliders, frame, legality, Line::Diagonal).plus(line_moves(
        sliders,
        frame,
        legality,
        Line::Antidiagonal,
    ))
}

/// Both directions of a line.
#[inline(always)]
fn line_moves<P: Pack>(
    sliders: P,
    frame: &Frame<P>,
    legality: &Legality<P>,
    line: Line,
) -> P::Counts {
    let [up, down]: [Direction; 2] = line.directions();
    let (free, occupied) = (sliders & legality.free_along(line), frame.occupied());
    let up = free.attacks(occupied, up) & legality.targets;
    let down = free.attacks(occupied, down) & legality.targets;
    up.count().plus(down.count())
}
