//! Captures, promotions and checks among the legal moves of the positions in a slice.
//!
//! Each direction has one set of targets, and each target of a set has one source ([`Targets`](crate::Targets)). A move gives
//! check directly if its target is in the set from which a piece of its role attacks the king. It discovers a check if its source
//! stands alone between one of our sliders and the king, and the move leaves that line. So the moves of all pieces are found once
//! per role, and once more for the pieces that discover a check.

use crate::frame::Frame;
use crate::lists::move_sets::{CASTLING, EN_PASSANT, MoveSets, Sources};
use crate::packs::Register;
use crate::packs::position_words::PositionWords;
use crate::position::Position;
use crate::rules::castling::CastlingFiles;
use crate::rules::en_passant::EnPassantTargets;
use crate::rules::legality::Legality;
use crate::rules::targets::PawnTargets;
use crate::sets::knight_attacks;
use setwise_core::{
    Counts, Direction, Function, KnightDirection, Line, Pack, RANK_1, RANK_8, Vector,
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

/// Counts the captures of one position.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn captures_of(position: &Position) -> u32 {
    let mut results = Results::<1>::new();
    results.fill_captures(&Frame::from(position));
    results.captures(0).into()
}

/// Counts the kinds of moves of one position.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn kinds_of(position: &Position) -> MoveKinds {
    let mut results = Results::<1>::new();
    results.fill(&Frame::from(position));
    results.of(0, position)
}

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
        let mut results = Results::<64>::new();
        for (positions, kinds) in positions.chunks(size).zip(kinds.chunks_mut(size)) {
            words.copy(positions);
            results.fill(&words.frame(token));
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
        let mut results = Results::<64>::new();
        for (positions, captures) in positions.chunks(size).zip(captures.chunks_mut(size)) {
            words.copy(positions);
            results.fill_captures(&words.frame(token));
            for (i, captures) in captures.iter_mut().enumerate() {
                *captures = results.captures(i).into();
            }
        }
    }
}

/// Numbers for the positions of a pack, at most `N`.
struct Results<const N: usize> {
    /// By part of the directions: two of rays and two of jumps. The 56 targets of each of four directions fit a byte.
    captures: [[u8; N]; 4],
    checks: [[u8; N]; 4],
    /// The targets of promoting pawns, and those that are captures.
    promotions: [u8; N],
    capturing_promotions: [u8; N],
    checking_promotions: [u8; N],
    en_passant: [u8; N],
    /// The rooks of castling moves that may give check.
    castles: [u64; N],
}

impl<const N: usize> Results<N> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new() -> Self {
        Self {
            captures: [[0; N]; 4],
            checks: [[0; N]; 4],
            promotions: [0; N],
            capturing_promotions: [0; N],
            checking_promotions: [0; N],
            en_passant: [0; N],
            castles: [0; N],
        }
    }

    /// Fills in what [`captures`](Self::captures) needs.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill_captures<P: Pack>(&mut self, frame: &Frame<P>) {
        let legality = Legality::new(frame);
        let movers = Movers {
            frame,
            legality: &legality,
        };
        let [files, diagonals, east, west] = &mut self.captures;
        let rays = movers.rays(Line::File, Line::Rank);
        movers.captures_along(&rays).store(files);
        let rays = movers.rays(Line::Diagonal, Line::Antidiagonal);
        movers.captures_along(&rays).store(diagonals);
        let jumps = movers.jumps(EASTERN_JUMPS);
        movers.captures(jumps).store(east);
        let jumps = movers.jumps(WESTERN_JUMPS);
        movers.captures(jumps).store(west);
        let north_east = movers.promotions(Direction::NorthEast);
        let north_west = movers.promotions(Direction::NorthWest);
        let promotions = north_east.count().plus(north_west.count());
        promotions.store(&mut self.capturing_promotions);
        self.fill_en_passant(&legality, frame);
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
    fn fill<P: Pack>(&mut self, frame: &Frame<P>) {
        let legality = Legality::new(frame);
        let movers = Movers {
            frame,
            legality: &legality,
        };
        let checks = Checks::new(frame);
        let [files, diagonals, east, west] = &mut self.captures;
        let [file_checks, diagonal_checks, east_checks, west_checks] = &mut self.checks;
        let rays = movers.rays(Line::File, Line::Rank);
        movers.captures_along(&rays).store(files);
        movers.checks_along(&checks, &rays).store(file_checks);
        let rays = movers.rays(Line::Diagonal, Line::Antidiagonal);
        movers.captures_along(&rays).store(diagonals);
        movers.checks_along(&checks, &rays).store(diagonal_checks);
        let jumps = movers.jumps(EASTERN_JUMPS);
        movers.captures(jumps).store(east);
        let checking = movers.checking_jumps(&checks, EASTERN_JUMPS, jumps);
        count(checking).store(east_checks);
        let jumps = movers.jumps(WESTERN_JUMPS);
        movers.captures(jumps).store(west);
        let checking = movers.checking_jumps(&checks, WESTERN_JUMPS, jumps);
        count(checking).store(west_checks);
        self.fill_promotions(&movers, &checks);
        self.fill_en_passant(&legality, frame);
        movers.checking_castles().store(&mut self.castles);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill_promotions<P: Pack>(&mut self, movers: &Movers<'_, P>, checks: &Checks<P>) {
        let north = movers.promotions(Direction::North);
        let north_east = movers.promotions(Direction::NorthEast);
        let north_west = movers.promotions(Direction::NorthWest);
        let captures = north_east.count().plus(north_west.count());
        captures.store(&mut self.capturing_promotions);
        let targets = captures.plus(north.count());
        targets.store(&mut self.promotions);
        let north = movers.checking_promotions(checks, Direction::North, north);
        let north_east = movers.checking_promotions(checks, Direction::NorthEast, north_east);
        let north_west = movers.checking_promotions(checks, Direction::NorthWest, north_west);
        let checking = north.plus(north_east).plus(north_west);
        checking.store(&mut self.checking_promotions);
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
fn sum<const N: usize>(parts: &[[u8; N]; 4], i: usize) -> u16 {
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
    let frame = Frame::from(position);
    let legality = Legality::new(&frame);
    let EnPassantTargets {
        north_east,
        north_west,
    } = legality.en_passant(&frame);
    let mut sets = MoveSets([0; 22]);
    sets.0[EN_PASSANT] = north_west;
    sets.0[EN_PASSANT + 1] = north_east;
    sets.0[CASTLING] = legality.castles(&frame);
    let mut checks = 0;
    sets.each(&Sources::of(&frame), |found| {
        checks += u16::from(Legality::new(&frame.after(found)).checkers != 0);
    });
    checks
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

/// The pieces of the side to move, which find their moves.
struct Movers<'a, P> {
    frame: &'a Frame<P>,
    legality: &'a Legality<P>,
}

/// The targets of moves in a direction, without promotions and en passant captures.
#[derive(Clone, Copy)]
struct Ray<P> {
    direction: Direction,
    slides: P,
    steps_of_king: P,
    pushes: P,
}

/// The number of squares of four sets.
#[cfg_attr(not(unoptimized), inline(always))]
fn count<P: Pack>([a, b, c, d]: [P; 4]) -> P::Counts {
    a.count().plus(b.count()).plus(c.count()).plus(d.count())
}

impl<P: Pack> Ray<P> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn targets(&self) -> P {
        self.slides | self.steps_of_king | self.pushes
    }
}

impl<P: Pack> Movers<'_, P> {
    /// The moves in both directions of two lines.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn rays(&self, one: Line, other: Line) -> [Ray<P>; 4] {
        let [a, b] = one.directions();
        let [c, d] = other.directions();
        [self.ray(a), self.ray(b), self.ray(c), self.ray(d)]
    }

    /// The moves of sliders, pawns and the king in a direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn ray(&self, direction: Direction) -> Ray<P> {
        let (frame, legality) = (self.frame, self.legality);
        let slides = self.sliders(direction).attacks(frame.occupied(), direction);
        let pushes = self.pawn_moves(frame.pawns & frame.us, direction);
        Ray {
            direction,
            slides: slides & legality.targets,
            steps_of_king: frame.king().step(direction) & self.king_targets(),
            pushes: pushes & !pushes.same(RANK_8),
        }
    }

    /// Our sliders that may move in a direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn sliders(&self, direction: Direction) -> P {
        let line = direction.line();
        let sliders = if line.is_diagonal() {
            self.frame.diagonal
        } else {
            self.frame.orthogonal
        };
        self.frame.us & sliders & self.legality.free_along(line)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn king_targets(&self) -> P {
        !(self.frame.us | self.legality.danger)
    }

    /// The number of captures among the moves in four directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn captures_along(&self, rays: &[Ray<P>; 4]) -> P::Counts {
        let [a, b, c, d] = rays;
        self.captures([a.targets(), b.targets(), c.targets(), d.targets()])
    }

    /// The number of captures among targets.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn captures(&self, [a, b, c, d]: [P; 4]) -> P::Counts {
        let them = self.frame.them;
        count([a & them, b & them, c & them, d & them])
    }

    /// The number of checks among the moves in four directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn checks_along(&self, checks: &Checks<P>, rays: &[Ray<P>; 4]) -> P::Counts {
        let [a, b, c, d] = rays;
        count([
            self.checking(checks, a),
            self.checking(checks, b),
            self.checking(checks, c),
            self.checking(checks, d),
        ])
    }

    /// The targets of moves in a direction that give check.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn checking(&self, checks: &Checks<P>, ray: &Ray<P>) -> P {
        let (frame, direction) = (self.frame, ray.direction);
        let (line, occupied) = (direction.line(), frame.occupied());
        let (along, across, others) = if line.is_diagonal() {
            (checks.bishop, checks.rook, frame.orthogonal)
        } else {
            (checks.rook, checks.bishop, frame.diagonal)
        };
        let discovering = checks.discovering[line as usize];
        let sliders = self.sliders(direction);
        let by_queens = (sliders & others).attacks(occupied, direction);
        let discovered = (sliders & discovering).attacks(occupied, direction);
        let slides = ray.slides & (along | by_queens & across | discovered);
        let steps = (frame.king() & discovering).step(direction) & self.king_targets();
        let discovered = self.pawn_moves(frame.pawns & frame.us & discovering, direction);
        slides | steps | ray.pushes & (checks.pawn | discovered)
    }

    /// The targets of knights in four directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn jumps(&self, [a, b, c, d]: [KnightDirection; 4]) -> [P; 4] {
        let (knights, targets) = (self.knights(), self.legality.targets);
        [
            knights.jump(a) & targets,
            knights.jump(b) & targets,
            knights.jump(c) & targets,
            knights.jump(d) & targets,
        ]
    }

    /// The targets of [`jumps`](Self::jumps) that give check.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn checking_jumps(
        &self,
        checks: &Checks<P>,
        [a, b, c, d]: [KnightDirection; 4],
        [to_a, to_b, to_c, to_d]: [P; 4],
    ) -> [P; 4] {
        let discovering = self.knights() & checks.discovering_on_all;
        [
            to_a & (checks.knight | discovering.jump(a)),
            to_b & (checks.knight | discovering.jump(b)),
            to_c & (checks.knight | discovering.jump(c)),
            to_d & (checks.knight | discovering.jump(d)),
        ]
    }

    /// Our knights that are not pinned.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn knights(&self) -> P {
        self.frame.knights & self.frame.us & !self.legality.all_between()
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
    fn checking_promotions(
        &self,
        checks: &Checks<P>,
        direction: Direction,
        targets: P,
    ) -> P::Counts {
        let (line, pawns) = (direction.line(), self.promoting_pawns());
        let discovered = self.pawn_moves(pawns & checks.discovering[line as usize], direction);
        let king = self.frame.kings & self.frame.them;
        let through = king.attacks(self.frame.occupied() & !pawns, direction);
        let (rook, bishop) = if line.is_diagonal() {
            (checks.rook, checks.bishop | through)
        } else {
            (checks.rook | through, checks.bishop)
        };
        count([
            targets & (rook | bishop | discovered),
            targets & (rook | discovered),
            targets & (bishop | discovered),
            targets & (checks.knight | discovered),
        ])
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
