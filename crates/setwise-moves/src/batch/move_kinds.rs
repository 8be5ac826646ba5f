//! Captures, promotions and checks among the legal moves of the positions in a slice.
//!
//! Each direction has one set of targets, and each target of a set has one source ([`Targets`](crate::Targets)). A move gives
//! check directly if its target is in the set from which a piece of its role attacks the king. It discovers a check if its source
//! stands alone between one of our sliders and the king, and the move leaves that line. So the moves of all pieces are found once
//! per role, and once more for the pieces that discover a check.

use super::count::PositionWords;
use crate::kernel::{Register, part};
use crate::rules::CastlingFiles;
use crate::sets::knight_attacks;
use crate::{EnPassantTargets, Frame, Legality, MoveKernel, PawnTargets, Position};
use setwise_core::{
    Counts, Direction, Function, KnightDirection, LengthMismatch, Line, Pack, RANK_1, RANK_8,
    Sliced, Task, Vector,
};

/// Numbers of legal moves of a position, by what they do. A move may count several times, for example as a capture and a check. A
/// promotion is four moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveKinds {
    captures: u16,
    promotions: u16,
    checks: u16,
}

impl MoveKinds {
    /// The number of captures, en passant included.
    pub const fn captures(&self) -> u32 {
        self.captures as u32
    }

    /// The number of promotions.
    pub const fn promotions(&self) -> u32 {
        self.promotions as u32
    }

    /// The number of moves that give check, directly or discovered.
    pub const fn checks(&self) -> u32 {
        self.checks as u32
    }
}

/// Counts captures, promotions and checks among the legal moves of many positions: `kinds[i]` is for `positions[i]`.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise_moves::{MoveKinds, Position, count_move_kinds};
/// // The pawn on b7 promotes on b8, or by a capture on a8 or c8. A queen or rook on b8 or c8 gives check.
/// let position = Position::from_fen("n1r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1").unwrap();
/// let mut kinds = [MoveKinds::default(); 2];
/// count_move_kinds(&[Position::startpos(), position], &mut kinds)?;
/// assert_eq!(kinds[0], MoveKinds::default());
/// assert_eq!((kinds[1].captures(), kinds[1].promotions(), kinds[1].checks()), (8, 12, 2));
/// # Ok::<(), setwise_moves::LengthMismatch>(())
/// ```
pub fn count_move_kinds(
    positions: &[Position],
    kinds: &mut [MoveKinds],
) -> Result<(), LengthMismatch> {
    MoveKernel::best().count_move_kinds(positions, kinds)
}

/// Counts captures among the legal moves of many positions, those en passant included: `captures[i]` is for `positions[i]`. It takes less time than
/// [`count_move_kinds`].
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise_moves::{Position, count_captures};
/// let position = Position::from_fen("n1r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1").unwrap();
/// let mut captures = [0; 2];
/// count_captures(&[Position::startpos(), position], &mut captures)?;
/// assert_eq!(captures, [0, 8]);
/// # Ok::<(), setwise_moves::LengthMismatch>(())
/// ```
pub fn count_captures(positions: &[Position], captures: &mut [u32]) -> Result<(), LengthMismatch> {
    MoveKernel::best().count_captures(positions, captures)
}

impl MoveKernel {
    /// Counts captures with the functions of this kernel ([`count_captures`]).
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    pub fn count_captures(
        &self,
        positions: &[Position],
        captures: &mut [u32],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check("captures", captures.len(), positions.len())?;
        match self.batch {
            Some(batch) if positions.len() >= MIN_BOARDS => (batch.captures)(positions, captures),
            _ => {
                for (position, captures) in positions.iter().zip(captures) {
                    let mut results = Results::new();
                    results.fill_captures(&Frame::from(position), &mut Shared::splat(0));
                    *captures = results.captures(0).into();
                }
            }
        }
        Ok(())
    }

    /// Counts captures, promotions and checks with the functions of this kernel ([`count_move_kinds`]).
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    pub fn count_move_kinds(
        &self,
        positions: &[Position],
        kinds: &mut [MoveKinds],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check("kinds", kinds.len(), positions.len())?;
        match self.batch {
            Some(batch) if positions.len() >= MIN_BOARDS => (batch.move_kinds)(positions, kinds),
            _ => {
                for (position, kinds) in positions.iter().zip(kinds) {
                    let mut results = Results::new();
                    results.fill(&Frame::from(position), &mut Shared::splat(0));
                    *kinds = results.of(0, position);
                }
            }
        }
        Ok(())
    }
}

/// The number of positions from which on a batch is used. A batch with few positions takes as long as a full one.
const MIN_BOARDS: usize = 8;

/// Counts the kinds of moves of each position.
pub(crate) struct CountMoveKinds;

impl Function for CountMoveKinds {
    type First<'a> = &'a [Position];
    type Second<'a> = &'a mut [MoveKinds];
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, positions: &[Position], kinds: &mut [MoveKinds]) {
        let size = 8 * Register::<P>::LANES;
        let mut words = PositionWords::<Register<P>>::new();
        let mut results = Results::new();
        let mut shared = Shared::splat(Sliced::<Register<P>>::splat(token, 0));
        for (positions, kinds) in positions.chunks(size).zip(kinds.chunks_mut(size)) {
            words.copy(positions);
            results.fill(&words.frame(token), &mut shared);
            for (i, (position, kinds)) in positions.iter().zip(kinds).enumerate() {
                *kinds = results.of(i, position);
            }
        }
    }
}

/// Counts the captures of each position.
pub(crate) struct CountCaptures;

impl Function for CountCaptures {
    type First<'a> = &'a [Position];
    type Second<'a> = &'a mut [u32];
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, positions: &[Position], captures: &mut [u32]) {
        let size = 8 * Register::<P>::LANES;
        let mut words = PositionWords::<Register<P>>::new();
        let mut results = Results::new();
        let mut shared = Shared::splat(Sliced::<Register<P>>::splat(token, 0));
        for (positions, captures) in positions.chunks(size).zip(captures.chunks_mut(size)) {
            words.copy(positions);
            results.fill_captures(&words.frame(token), &mut shared);
            for (i, captures) in captures.iter_mut().enumerate() {
                *captures = results.captures(i).into();
            }
        }
    }
}

/// Numbers for the positions of a pack. No pack holds more than 64.
struct Results {
    /// By part of the directions: two of rays and two of jumps. The 56 targets of each of four directions fit a byte.
    captures: [[u8; 64]; 4],
    checks: [[u8; 64]; 4],
    /// The targets of promoting pawns, and those that are captures.
    promotions: [u8; 64],
    capturing_promotions: [u8; 64],
    checking_promotions: [u8; 64],
    en_passant: [u8; 64],
    /// The rooks of castling moves that may give check.
    castles: [u64; 64],
}

impl Results {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new() -> Self {
        Self {
            captures: [[0; 64]; 4],
            checks: [[0; 64]; 4],
            promotions: [0; 64],
            capturing_promotions: [0; 64],
            checking_promotions: [0; 64],
            en_passant: [0; 64],
            castles: [0; 64],
        }
    }

    /// Fills in what [`captures`](Self::captures) needs.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill_captures<P: Pack>(&mut self, frame: &Frame<P>, shared: &mut Shared<P>) {
        let Shared { legality, checks } = shared;
        legality.renew(frame);
        let movers = Movers::<P, false> {
            frame,
            legality,
            checks,
        };
        let [files, diagonals, east, west] = &mut self.captures;
        movers.rays(Line::File, Line::Rank).0.store(files);
        let rays = movers.rays(Line::Diagonal, Line::Antidiagonal);
        rays.0.store(diagonals);
        movers.jumps(EASTERN_JUMPS).0.store(east);
        movers.jumps(WESTERN_JUMPS).0.store(west);
        let north_east = movers.promotions(Direction::NorthEast);
        let north_west = movers.promotions(Direction::NorthWest);
        let promotions = north_east.count().plus(north_west.count());
        promotions.store(&mut self.capturing_promotions);
        self.fill_en_passant(legality, frame);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill_en_passant<P: Pack>(&mut self, legality: &Legality<P>, frame: &Frame<P>) {
        let EnPassantTargets {
            north_east,
            north_west,
        } = legality.en_passant(frame);
        let captures = north_east.count().plus(north_west.count());
        captures.store(&mut self.en_passant);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill<P: Pack>(&mut self, frame: &Frame<P>, shared: &mut Shared<P>) {
        let token = frame.us.token();
        let Shared { legality, checks } = shared;
        legality.renew(frame);
        part::<P, _>(token, FindChecks(frame, checks));
        let movers = &Movers::<P, true> {
            frame,
            legality,
            checks,
        };
        let [files, diagonals, east, west] = &mut self.captures;
        let [file_checks, diagonal_checks, east_checks, west_checks] = &mut self.checks;
        part::<P, _>(token, FillRays::<P, false>(movers, files, file_checks));
        part::<P, _>(
            token,
            FillRays::<P, true>(movers, diagonals, diagonal_checks),
        );
        let (captures, checks) = movers.jumps(EASTERN_JUMPS);
        captures.store(east);
        checks.store(east_checks);
        let (captures, checks) = movers.jumps(WESTERN_JUMPS);
        captures.store(west);
        checks.store(west_checks);
        self.fill_promotions(movers);
        self.fill_en_passant(movers.legality, frame);
        movers.checking_castles().store(&mut self.castles);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill_promotions<P: Pack>(&mut self, movers: &Movers<'_, P, true>) {
        let north = movers.promotions(Direction::North);
        let north_east = movers.promotions(Direction::NorthEast);
        let north_west = movers.promotions(Direction::NorthWest);
        let captures = north_east.count().plus(north_west.count());
        captures.store(&mut self.capturing_promotions);
        let targets = captures.plus(north.count());
        targets.store(&mut self.promotions);
        let checks = movers.checking_promotions(Direction::North, north);
        let checks = checks.plus(movers.checking_promotions(Direction::NorthEast, north_east));
        let checks = checks.plus(movers.checking_promotions(Direction::NorthWest, north_west));
        checks.store(&mut self.checking_promotions);
    }

    /// The captures of position `i` of the pack.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn captures(&self, i: usize) -> u16 {
        let promotions = 4 * u16::from(self.capturing_promotions[i]);
        sum(&self.captures, i) + promotions + u16::from(self.en_passant[i])
    }

    /// The numbers of position `i` of the pack.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn of(&self, i: usize, position: &Position) -> MoveKinds {
        let mut checks = sum(&self.checks, i) + u16::from(self.checking_promotions[i]);
        if self.castles[i] != 0 || self.en_passant[i] != 0 {
            checks += rare_checks(position);
        }
        MoveKinds {
            captures: self.captures(i),
            promotions: 4 * u16::from(self.promotions[i]),
            checks,
        }
    }
}

/// The sum of the parts for position `i`.
#[cfg_attr(not(unoptimized), inline(always))]
fn sum(parts: &[[u8; 64]; 4], i: usize) -> u16 {
    let [a, b, c, d] = parts.each_ref().map(|part| u16::from(part[i]));
    a + b + c + d
}

/// The jumps of knights to the east, from north to south.
const EASTERN_JUMPS: [KnightDirection; 4] = [
    KnightDirection::NorthNorthEast,
    KnightDirection::EastNorthEast,
    KnightDirection::EastSouthEast,
    KnightDirection::SouthSouthEast,
];

/// Those to the west, from south to north.
const WESTERN_JUMPS: [KnightDirection; 4] = [
    KnightDirection::SouthSouthWest,
    KnightDirection::WestSouthWest,
    KnightDirection::WestNorthWest,
    KnightDirection::NorthNorthWest,
];

/// The number of castling moves and en passant captures that give check. These moves change more than two squares, and are rare.
#[cold]
#[inline(never)]
fn rare_checks(position: &Position) -> u16 {
    let is_rare = |found: &crate::Move| {
        let captured = position
            .resolve(*found)
            .and_then(|found| Some((found.captured?.1, found.target)));
        found.is_castling() || captured.is_some_and(|(on, target)| on != target)
    };
    let moves = position.legal_moves().into_iter().filter(is_rare);
    moves
        .map(|found| u16::from(position.play_unchecked(found).is_check()))
        .sum()
}

/// Where moves give check.
struct Checks<P> {
    /// The squares from which a rook, a bishop, a knight or a pawn attacks their king.
    rook: P,
    bishop: P,
    knight: P,
    pawn: P,
    /// By [`Line`]: our pieces whose moves along other lines than their own discover a check: alone between one of our sliders and
    /// the king, on another line than this one.
    discovering: [P; 4],
    /// Our pieces alone between one of our sliders and the king, on any line.
    discovering_on_all: P,
}

impl<P: Pack> Checks<P> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(frame: &Frame<P>) -> Self {
        use Direction::{SouthEast, SouthWest};
        let king = frame.kings & frame.them;
        let mut rook = king.same(0);
        let mut bishop = rook;
        let on_file = Self::alone_between(frame, king, Line::File, &mut rook);
        let on_rank = Self::alone_between(frame, king, Line::Rank, &mut rook);
        let on_diagonal = Self::alone_between(frame, king, Line::Diagonal, &mut bishop);
        let on_antidiagonal = Self::alone_between(frame, king, Line::Antidiagonal, &mut bishop);
        let (orthogonal, diagonal) = (on_file | on_rank, on_diagonal | on_antidiagonal);
        let mut discovering = [rook; 4];
        discovering[Line::File as usize] = on_rank | diagonal;
        discovering[Line::Rank as usize] = on_file | diagonal;
        discovering[Line::Diagonal as usize] = on_antidiagonal | orthogonal;
        discovering[Line::Antidiagonal as usize] = on_diagonal | orthogonal;
        Self {
            rook,
            bishop,
            knight: knight_attacks(king),
            pawn: king.step(SouthEast) | king.step(SouthWest),
            discovering,
            discovering_on_all: orthogonal | diagonal,
        }
    }

    /// Our pieces alone between one of our sliders and the king on a line. Adds the king's own rays to `seen`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn alone_between(frame: &Frame<P>, king: P, line: Line, seen: &mut P) -> P {
        let sliders = if line.is_diagonal() {
            frame.us & frame.diagonal
        } else {
            frame.us & frame.orthogonal
        };
        let ([up, down], occupied) = (line.directions(), frame.occupied());
        let (king_up, king_down) = (king.attacks(occupied, up), king.attacks(occupied, down));
        *seen = *seen | king_up | king_down;
        let met =
            sliders.attacks(occupied, up) & king_down | sliders.attacks(occupied, down) & king_up;
        met & frame.us
    }
}

struct FindChecks<'a, P>(&'a Frame<P>, &'a mut Checks<P>);

impl<P: Pack> Task for FindChecks<'_, P> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<Q: Pack>(&mut self, _: Q::Token) {
        *self.1 = Checks::new(self.0);
    }
}

/// The boards that the parts of a count share.
struct Shared<P> {
    legality: Legality<P>,
    checks: Checks<P>,
}

impl<P: Pack> Shared<P> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(boards: P) -> Self {
        Self {
            legality: Legality::splat(boards),
            checks: Checks {
                rook: boards,
                bishop: boards,
                knight: boards,
                pawn: boards,
                discovering: [boards; 4],
                discovering_on_all: boards,
            },
        }
    }
}

/// The captures and checks along files and ranks, or along diagonals.
struct FillRays<'a, P, const DIAGONAL: bool>(
    &'a Movers<'a, P, true>,
    &'a mut [u8; 64],
    &'a mut [u8; 64],
);

impl<P: Pack, const DIAGONAL: bool> Task for FillRays<'_, P, DIAGONAL> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<Q: Pack>(&mut self, _: Q::Token) {
        let (captures, checks) = if DIAGONAL {
            self.0.rays(Line::Diagonal, Line::Antidiagonal)
        } else {
            self.0.rays(Line::File, Line::Rank)
        };
        captures.store(self.1);
        checks.store(self.2);
    }
}

/// The pieces of the side to move, which find their moves. Without `CHECKS`, those that give check are not among the results.
struct Movers<'a, P, const CHECKS: bool> {
    frame: &'a Frame<P>,
    legality: &'a Legality<P>,
    checks: &'a Checks<P>,
}

impl<P: Pack, const CHECKS: bool> Movers<'_, P, CHECKS> {
    /// The numbers of captures and checks along two lines, without promotions and en passant captures.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn rays(&self, one: Line, other: Line) -> (P::Counts, P::Counts) {
        let [a, b] = one.directions();
        let [c, d] = other.directions();
        let (a, b, c, d) = (self.ray(a), self.ray(b), self.ray(c), self.ray(d));
        self.count([a, b, c, d])
    }

    /// The numbers of captures and checks of knights in four directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn jumps(&self, directions: [KnightDirection; 4]) -> (P::Counts, P::Counts) {
        let [a, b, c, d] = directions;
        let (a, b, c, d) = (self.jump(a), self.jump(b), self.jump(c), self.jump(d));
        self.count([a, b, c, d])
    }

    /// Counts captures and checks, given targets and checking targets.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn count(&self, sets: [(P, P); 4]) -> (P::Counts, P::Counts) {
        let [a, b, c, d] = sets;
        let them = self.frame.them;
        let captures = (a.0 & them).count().plus((b.0 & them).count());
        let captures = captures.plus((c.0 & them).count());
        let captures = captures.plus((d.0 & them).count());
        if !CHECKS {
            return (captures, captures);
        }
        let checks = a.1.count().plus(b.1.count()).plus(c.1.count());
        (captures, checks.plus(d.1.count()))
    }

    /// The targets of knights in a direction, and those of moves that give check.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn jump(&self, direction: KnightDirection) -> (P, P) {
        let knights = self.frame.knights & self.frame.us & !self.legality.all_between();
        let targets = knights.jump(direction) & self.legality.targets;
        if !CHECKS {
            return (targets, targets);
        }
        let discovering = (knights & self.checks.discovering_on_all).jump(direction);
        (targets, targets & (self.checks.knight | discovering))
    }

    /// The targets of sliders, pawns and kings in a direction, and those of moves that give check. Promotions and en passant captures
    /// are not among them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn ray(&self, direction: Direction) -> (P, P) {
        let (frame, legality, checks) = (self.frame, self.legality, self.checks);
        let (line, occupied) = (direction.line(), frame.occupied());
        let (along, across) = if line.is_diagonal() {
            (
                (frame.diagonal, checks.bishop),
                (frame.orthogonal, checks.rook),
            )
        } else {
            (
                (frame.orthogonal, checks.rook),
                (frame.diagonal, checks.bishop),
            )
        };
        let sliders = frame.us & along.0 & legality.free_along(line);
        let slides = sliders.attacks(occupied, direction) & legality.targets;
        let king = frame.king();
        let king_targets = !(frame.us | legality.danger);
        let steps = king.step(direction) & king_targets;
        let pawns = frame.pawns & frame.us;
        let inner = !king.same(RANK_8);
        let pushes = self.pawn_moves(pawns, direction) & inner;
        let targets = slides | steps | pushes;
        if !CHECKS {
            return (targets, targets);
        }

        let discovering = checks.discovering[line as usize];
        let by_queens = (sliders & across.0).attacks(occupied, direction);
        let discovered = (sliders & discovering).attacks(occupied, direction);
        let checking_slides = slides & (along.1 | by_queens & across.1 | discovered);
        let checking_steps = (king & discovering).step(direction) & king_targets;
        let discovered = self.pawn_moves(pawns & discovering, direction);
        let checking_pushes = pushes & (checks.pawn | discovered);
        (targets, checking_slides | checking_steps | checking_pushes)
    }

    /// The targets of some of our pawns in a direction, without en passant captures.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pawn_moves(&self, pawns: P, direction: Direction) -> P {
        match direction {
            Direction::North => PawnTargets::pushes(pawns, self.frame, self.legality),
            Direction::NorthEast | Direction::NorthWest => {
                PawnTargets::captures(pawns, direction, self.frame, self.legality)
            }
            _ => pawns.same(0),
        }
    }

    /// Our pawns that may promote.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn promoting_pawns(&self) -> P {
        self.frame.pawns & self.frame.us & self.frame.us.same(RANK_8 >> 8)
    }

    /// The targets of promotions in a direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn promotions(&self, direction: Direction) -> P {
        self.pawn_moves(self.promoting_pawns(), direction)
    }

    /// The number of promotions in a direction that give check, up to four for each target.
    ///
    /// The pawn leaves its square: a king behind it on the same line is attacked through that square.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn checking_promotions(&self, direction: Direction, targets: P) -> P::Counts {
        let (checks, line) = (self.checks, direction.line());
        let pawns = self.promoting_pawns();
        let discovered = self.pawn_moves(pawns & checks.discovering[line as usize], direction);
        let king = self.frame.kings & self.frame.them;
        let through = king.attacks(self.frame.occupied() & !pawns, direction);
        let (rook, bishop) = if line.is_diagonal() {
            (checks.rook, checks.bishop | through)
        } else {
            (checks.rook | through, checks.bishop)
        };
        let all = [rook | bishop, rook, bishop, checks.knight];
        let queens_and_rooks = (targets & (all[0] | discovered))
            .count()
            .plus((targets & (all[1] | discovered)).count());
        let bishops_and_knights = (targets & (all[2] | discovered))
            .count()
            .plus((targets & (all[3] | discovered)).count());
        queens_and_rooks.plus(bishops_and_knights)
    }

    /// The rooks of castling moves that may give check: their king is on the first rank, or the rook attacks it from its new square
    /// towards the north.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn checking_castles(&self) -> P {
        let king = self.frame.kings & self.frame.them;
        let squares = CastlingFiles::KING_SIDE.rook() | CastlingFiles::QUEEN_SIDE.rook();
        let rooks = king.same(squares);
        let attacked = rooks.attacks(self.frame.occupied() | rooks, Direction::North);
        let safe = (king & (attacked | king.same(RANK_1))).empty();
        self.legality.castles(self.frame) & !safe
    }
}
