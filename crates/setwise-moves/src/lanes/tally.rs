//! Counting the legal moves of positions in lanes, rank by rank.
//!
//! What [`Legality`](crate::Legality) and [`Targets`](crate::Targets) say with whole boards is said here with ranks, in an
//! order in which little has to be kept: the king looks up the board, which finds the checks; then one pass down the
//! board, in which the other side's rays come down and meet the king's, so that pins and targets of a rank are known
//! when the own men on it are counted; then one pass up for the own rays that go up.

use super::ranks::Ranks;
use setwise_core::natural::{Adaptive, Technique};
use setwise_core::{Direction, Lanes};

/// Numbers of moves, a byte per position, in parts that cannot overflow: rays up the board (at most 154), rays down
/// (154), rays along ranks and the king's moves (122), pawns (178), knights (252).
#[derive(Clone, Copy)]
pub(super) struct Tally<L>(pub(super) [L; 5]);

impl<L: Lanes> Tally<L> {
    /// The numbers as 16-fold and rest, which cannot overflow either.
    #[inline(always)]
    pub(super) fn split(self) -> (L, L) {
        let [a, b, c, d, e] = self.0;
        let mask = a.same(0x0f0f_0f0f_0f0f_0f0f);
        let low = (a & mask).add_bytes(b & mask).add_bytes(c & mask);
        let low = low.add_bytes(d & mask).add_bytes(e & mask);
        let high = (a.shr(4) & mask).add_bytes(b.shr(4) & mask);
        let high = high.add_bytes(c.shr(4) & mask);
        let high = high.add_bytes(d.shr(4) & mask);
        (high.add_bytes(e.shr(4) & mask), low)
    }
}

const UP: usize = 0;
const DOWN: usize = 1;
const ALONG: usize = 2;
const PAWNS: usize = 3;
const KNIGHTS: usize = 4;

/// The last rank next to a king on rank `top` or below.
const fn zone(top: usize) -> usize {
    if top < 7 { top + 1 } else { 7 }
}

/// The squares of three rays on one rank: straight, towards the h-file, towards the a-file.
#[derive(Clone, Copy)]
struct Fan<L> {
    straight: L,
    east: L,
    west: L,
}

impl<L: Lanes> Fan<L> {
    #[inline(always)]
    fn none(zero: L) -> Self {
        Self {
            straight: zero,
            east: zero,
            west: zero,
        }
    }

    /// The rays on the next rank: those that start on this one and those that find nothing there.
    #[inline(always)]
    fn on(self, orthogonal: L, diagonal: L, occupied: L) -> Self {
        Self {
            straight: orthogonal.insert_outside(self.straight, occupied),
            east: diagonal.insert_outside(self.east, occupied).east(),
            west: diagonal.insert_outside(self.west, occupied).west(),
        }
    }

    /// The same where nothing starts.
    #[inline(always)]
    fn past(self, occupied: L) -> Self {
        Self {
            straight: self.straight & !occupied,
            east: (self.east & !occupied).east(),
            west: (self.west & !occupied).west(),
        }
    }

    /// The same from the first rank of all.
    #[inline(always)]
    fn start(orthogonal: L, diagonal: L) -> Self {
        Self {
            straight: orthogonal,
            east: diagonal.east(),
            west: diagonal.west(),
        }
    }

    #[inline(always)]
    fn all(self) -> L {
        self.straight.or3(self.east, self.west)
    }
}

/// Squares between the king and their sliders, on one rank, by line.
#[derive(Clone, Copy)]
struct Between<L> {
    file: L,
    rank: L,
    diagonal: L,
    antidiagonal: L,
}

impl<L: Lanes> Between<L> {
    /// Everything but the file: who stands there does not go along the file. So the others.
    #[inline(always)]
    fn off_file<const TOP: usize>(&self, rank: usize, men: L) -> L {
        let free = men & !(self.diagonal | self.antidiagonal);
        self.off_rank::<TOP>(rank, free)
    }

    #[inline(always)]
    fn off_diagonal<const TOP: usize>(&self, rank: usize, men: L) -> L {
        let free = men & !(self.file | self.antidiagonal);
        self.off_rank::<TOP>(rank, free)
    }

    #[inline(always)]
    fn off_antidiagonal<const TOP: usize>(&self, rank: usize, men: L) -> L {
        let free = men & !(self.file | self.diagonal);
        self.off_rank::<TOP>(rank, free)
    }

    #[inline(always)]
    fn off_rank<const TOP: usize>(&self, rank: usize, men: L) -> L {
        if rank <= TOP { men & !self.rank } else { men }
    }
}

/// What is known so far. The king stands on rank `TOP` or below.
struct Count<L, X, const TOP: usize> {
    x: X,
    zero: L,
    occupied: [L; 8],
    /// The king's rays up and down, by the rank on which they arrive.
    up: [Fan<L>; 8],
    down: [Fan<L>; 8],
    /// Their rays up, on the ranks next to the king; their rays down, on the current rank.
    their_up: [Fan<L>; 8],
    their_down: Fan<L>,
    /// Squares between the king and their sliders on its own rank.
    on_rank: [L; 8],
    checkers: [L; 8],
    danger: [L; 8],
    /// All ones in positions without a check; with at most one.
    safe: L,
    single: L,
    targets: [L; 8],
    /// Sliders that may go up, by kind of ray; knights that may go.
    sources: [Fan<L>; 8],
    knights: [L; 8],
    between: [Between<L>; 8],
    /// The own rays on the current rank.
    rays: Fan<L>,
    tally: [L; 5],
}

impl<L: Lanes> Tally<L> {
    /// The legal moves of positions whose king to move stands on the ranks 0 to `TOP`.
    #[inline(always)]
    pub(super) fn new<X: Ranks<L>, const TOP: usize>(x: X) -> Self {
        let zero = x.occupied(0).same(0);
        let none = Fan::none(zero);
        let nothing = Between {
            file: zero,
            rank: zero,
            diagonal: zero,
            antidiagonal: zero,
        };
        let mut count = Count::<L, X, TOP> {
            x,
            zero,
            occupied: [
                x.occupied(0),
                x.occupied(1),
                x.occupied(2),
                x.occupied(3),
                x.occupied(4),
                x.occupied(5),
                x.occupied(6),
                x.occupied(7),
            ],
            up: [none; 8],
            down: [none; 8],
            their_up: [none; 8],
            their_down: none,
            on_rank: [zero; 8],
            checkers: [zero; 8],
            danger: [zero; 8],
            safe: zero,
            single: zero,
            targets: [zero; 8],
            sources: [none; 8],
            knights: [zero; 8],
            between: [nothing; 8],
            rays: none,
            tally: [zero; 5],
        };
        count.run();
        Self(count.tally)
    }
}

impl<L: Lanes, X: Ranks<L>, const TOP: usize> Count<L, X, TOP> {
    // Every step is a call of its own, because loops over so much are not unrolled.
    #[inline(always)]
    fn run(&mut self) {
        self.look_up::<0>();
        self.look_up::<1>();
        self.look_up::<2>();
        self.look_up::<3>();
        self.look_up::<4>();
        self.look_up::<5>();
        self.look_up::<6>();
        self.look_down::<7>();
        self.look_down::<6>();
        self.look_down::<5>();
        self.look_down::<4>();
        self.look_down::<3>();
        self.look_down::<2>();
        self.look_down::<1>();
        self.near::<0>();
        self.near::<1>();
        self.near::<2>();
        self.near::<3>();
        self.near::<4>();
        self.near::<5>();
        self.near::<6>();
        self.near::<7>();
        self.checks();
        self.pass_down::<7>();
        self.pass_down::<6>();
        self.pass_down::<5>();
        self.pass_down::<4>();
        self.pass_down::<3>();
        self.pass_down::<2>();
        self.pass_down::<1>();
        self.pass_down::<0>();
        self.castle();
        if X::PASSING {
            self.capture_en_passant();
        }
        self.rays = Fan::none(self.zero);
        self.pass_up::<0>();
        self.pass_up::<1>();
        self.pass_up::<2>();
        self.pass_up::<3>();
        self.pass_up::<4>();
        self.pass_up::<5>();
        self.pass_up::<6>();
        self.count_knights();
    }

    #[inline(always)]
    fn add(&mut self, part: usize, squares: L) {
        self.tally[part] = self.tally[part].add_bytes(squares.count_bytes());
    }

    /// The king's rays from rank `R` to the next one; whom they meet there gives check.
    #[inline(always)]
    fn look_up<const R: usize>(&mut self) {
        let fan = if R == 0 {
            let king = self.x.king(0);
            Fan::start(king, king)
        } else if R <= TOP {
            let king = self.x.king(R);
            self.up[R].on(king, king, self.occupied[R])
        } else {
            self.up[R].past(self.occupied[R])
        };
        self.up[R + 1] = fan;
        self.meet::<R>(R + 1, fan);
    }

    /// The same down the board.
    #[inline(always)]
    fn look_down<const R: usize>(&mut self) {
        if R > TOP {
            return;
        }
        let king = self.x.king(R);
        let fan = if R == TOP {
            Fan::start(king, king)
        } else {
            self.down[R].on(king, king, self.occupied[R])
        };
        self.down[R - 1] = fan;
        self.meet::<R>(R - 1, fan);
    }

    #[inline(always)]
    fn meet<const R: usize>(&mut self, rank: usize, fan: Fan<L>) {
        let checkers = self.checkers[rank].or_and(fan.straight, self.x.their_orthogonal(rank));
        self.checkers[rank] = checkers.or_and(fan.east | fan.west, self.x.their_diagonal(rank));
    }

    /// What concerns the king and the squares next to it, as far as it does not come down the board.
    #[inline(always)]
    fn near<const R: usize>(&mut self) {
        if R > zone(TOP) {
            return;
        }
        let x = self.x;
        let through = if R <= TOP {
            self.occupied[R] & !x.king(R)
        } else {
            self.occupied[R]
        };
        let rooks = x.their_orthogonal(R);
        if R < zone(TOP) {
            let bishops = x.their_diagonal(R);
            let fan = if R == 0 {
                Fan::start(rooks, bishops)
            } else {
                self.their_up[R].on(rooks, bishops, through)
            };
            self.their_up[R + 1] = fan;
        }
        let (east, west) = along(rooks, through);
        let mut danger = self.their_up[R].all().or3(east, west);
        if R <= TOP {
            let king = x.king(R);
            let (sees_east, sees_west) = along(king, self.occupied[R]);
            self.on_rank[R] = (sees_east & west).or_and(sees_west, east);
            self.checkers[R] = self.checkers[R].or_and(sees_east | sees_west, rooks);
            // The king as a knight and as a pawn.
            let (one, two) = (king.beside(), king.two_beside());
            self.check_by_knight(R + 2, one);
            self.check_by_knight(R.wrapping_sub(2), one);
            self.check_by_knight(R + 1, two);
            self.check_by_knight(R.wrapping_sub(1), two);
            if R < 7 {
                self.checkers[R + 1] = self.checkers[R + 1].or_and(one, x.their_pawns(R + 1));
            }
        }
        danger = danger
            .or3(
                self.knights_beside(R + 2),
                self.knights_beside(R.wrapping_sub(2)),
            )
            .or3(
                self.knights_two_beside(R + 1),
                self.knights_two_beside(R.wrapping_sub(1)),
            );
        if R < 7 {
            let pawns = x.their_pawns(R + 1);
            danger = danger.or3(pawns.east(), pawns.west());
        }
        danger = danger | x.their_king(R).beside();
        danger = danger.or3(self.king_row(R + 1), self.king_row(R.wrapping_sub(1)));
        self.danger[R] = danger;
    }

    #[inline(always)]
    fn check_by_knight(&mut self, rank: usize, reached: L) {
        if rank < 8 {
            self.checkers[rank] = self.checkers[rank].or_and(reached, self.x.their_knights(rank));
        }
    }

    /// What their knights on a rank attack on those two ranks away.
    #[inline(always)]
    fn knights_beside(&self, rank: usize) -> L {
        if rank > 7 {
            return self.zero;
        }
        let knights = self.x.their_knights(rank);
        knights.east() | knights.west()
    }

    /// What their knights on a rank attack on the next ones.
    #[inline(always)]
    fn knights_two_beside(&self, rank: usize) -> L {
        if rank > 7 {
            return self.zero;
        }
        let knights = self.x.their_knights(rank);
        knights.east().east() | knights.west().west()
    }

    /// What their king on a rank attacks on the next ones.
    #[inline(always)]
    fn king_row(&self, rank: usize) -> L {
        if rank > 7 {
            return self.zero;
        }
        let king = self.x.their_king(rank);
        king | king.beside()
    }

    /// Are there checks, and more than one?
    #[inline(always)]
    fn checks(&mut self) {
        let (mut one, mut two) = (self.checkers[0], self.zero);
        for rank in 1..8 {
            two = two.or_and(one, self.checkers[rank]);
            one = one | self.checkers[rank];
        }
        // Without its lowest bit.
        let rest = one & one.add_bytes(self.zero.same(!0));
        self.safe = one.empty_bytes();
        self.single = (two | rest).empty_bytes();
    }

    /// Everything on rank `R` but the own rays that come from below.
    #[inline(always)]
    fn pass_down<const R: usize>(&mut self) {
        let x = self.x;
        let occupied = self.occupied[R];
        let theirs = self.their_down;
        let mut between = Between {
            file: self.up[R].straight & theirs.straight,
            rank: self.on_rank[R],
            diagonal: self.up[R].east & theirs.west,
            antidiagonal: self.up[R].west & theirs.east,
        };
        if R < TOP {
            let (king, rays) = (self.down[R], self.their_up[R]);
            between.file = between.file.or_and(king.straight, rays.straight);
            between.diagonal = between.diagonal.or_and(king.west, rays.east);
            between.antidiagonal = between.antidiagonal.or_and(king.east, rays.west);
        }
        self.between[R] = between;
        let slanting = between.file.or3(between.diagonal, between.antidiagonal);
        let pinning = if R <= TOP {
            slanting | between.rank
        } else {
            slanting
        };
        let blocks = self.checkers[R].or_and_not(pinning, occupied);
        let own = x.own(R);
        let targets = (blocks | self.safe) & self.single & !own;
        self.targets[R] = targets;

        if R <= zone(TOP) {
            let mut around = if R <= TOP {
                x.king(R).beside()
            } else {
                self.zero
            };
            if R >= 1 && R - 1 <= TOP {
                let king = x.king(R - 1);
                around = around.or3(king, king.beside());
            }
            if R < TOP {
                let king = x.king(R + 1);
                around = around.or3(king, king.beside());
            }
            self.danger[R] = self.danger[R] | theirs.all();
            self.add(ALONG, around & !(own | self.danger[R]));
        }

        let rooks = x.orthogonal(R);
        let bishops = x.diagonal(R);
        let (east, west) = along(rooks & !slanting, occupied);
        self.add(ALONG, east & targets);
        self.add(ALONG, west & targets);
        let sources = Fan {
            straight: between.off_file::<TOP>(R, rooks),
            east: between.off_diagonal::<TOP>(R, bishops),
            west: between.off_antidiagonal::<TOP>(R, bishops),
        };
        self.sources[R] = sources;
        if R < 7 {
            self.add(DOWN, self.rays.straight & targets);
            self.add(DOWN, self.rays.east & targets);
            self.add(DOWN, self.rays.west & targets);
        }
        self.knights[R] = x.knights(R) & !pinning;
        if R >= 1 && R <= 6 {
            self.count_pawns::<R>(&between);
        }

        if R > 0 {
            // What goes down towards the east lies on antidiagonals.
            self.rays = if R == 7 {
                Fan {
                    straight: sources.straight,
                    east: sources.west.east(),
                    west: sources.east.west(),
                }
            } else {
                Fan {
                    straight: sources
                        .straight
                        .insert_outside(self.rays.straight, occupied),
                    east: sources.west.insert_outside(self.rays.east, occupied).east(),
                    west: sources.east.insert_outside(self.rays.west, occupied).west(),
                }
            };
            let (rooks, bishops) = (x.their_orthogonal(R), x.their_diagonal(R));
            self.their_down = if R == 7 {
                Fan::start(rooks, bishops)
            } else {
                let through = if R <= TOP {
                    occupied & !x.king(R)
                } else {
                    occupied
                };
                theirs.on(rooks, bishops, through)
            };
        }
    }

    /// The moves of the pawns on rank `R`. A push and a capture never have the same target.
    #[inline(always)]
    fn count_pawns<const R: usize>(&mut self, between: &Between<L>) {
        let pawns = self.x.pawns(R);
        let (occupied, targets) = (self.occupied[R + 1], self.targets[R + 1]);
        let captures = occupied & targets;
        let single = between.off_file::<TOP>(R, pawns) & !occupied;
        let east = between.off_diagonal::<TOP>(R, pawns).east() & captures;
        let west = between.off_antidiagonal::<TOP>(R, pawns).west() & captures;
        let forward = east.or_and(single, targets);
        if R == 6 {
            let moves = forward.count_bytes().add_bytes(west.count_bytes());
            let two = moves.add_bytes(moves);
            self.tally[PAWNS] = self.tally[PAWNS].add_bytes(two.add_bytes(two));
            return;
        }
        self.add(PAWNS, forward);
        self.add(PAWNS, west);
        if R == 1 {
            self.add(PAWNS, single & !self.occupied[3] & self.targets[3]);
        }
    }

    /// The own rays from rank `R` to the next one.
    #[inline(always)]
    fn pass_up<const R: usize>(&mut self) {
        let Fan {
            straight,
            east,
            west,
        } = self.sources[R];
        let occupied = self.occupied[R];
        self.rays = if R == 0 {
            Fan {
                straight,
                east: east.east(),
                west: west.west(),
            }
        } else {
            Fan {
                straight: straight.insert_outside(self.rays.straight, occupied),
                east: east.insert_outside(self.rays.east, occupied).east(),
                west: west.insert_outside(self.rays.west, occupied).west(),
            }
        };
        let targets = self.targets[R + 1];
        self.add(UP, self.rays.straight & targets);
        self.add(UP, self.rays.east & targets);
        self.add(UP, self.rays.west & targets);
    }

    /// Castling: the ways of king and rook without other men, the king's way not attacked, and a rook
    /// that does not shield the king. All on one rank, by arithmetic: below its bit a number has nothing.
    #[inline(always)]
    fn castle(&mut self) {
        let rights = self.x.castling();
        if rights.occupied_bytes() == 0 {
            return;
        }
        let ones = self.zero.same(!0);
        let file = |bits: u64| self.zero.same(bits * 0x0101_0101_0101_0101);
        let king = self.x.king(0);
        let below = king.add_bytes(ones);
        let (rook_east, rook_west) = (rights & !(king | below), rights & below);
        let attacked = self.danger[0];

        let outside = below & file(0x1f);
        let way = (rook_east.or3(rook_east.add_bytes(ones), file(0x7f))) & !outside;
        let hindered = way & self.occupied[0] & !(king | rook_east);
        let hindered = hindered
            .or_and(file(0x7f) & !below, attacked)
            .or_and(rook_east, self.on_rank[0]);
        let east = !(rook_east.empty_bytes()) & hindered.empty_bytes();

        let reach = king | below;
        let way = (reach | file(0x0f)) & !(rook_west.add_bytes(ones) & file(0x03));
        let hindered = way & self.occupied[0] & !(king | rook_west);
        let hindered = hindered
            .or_and((reach | file(0x07)) & !(below & file(0x03)), attacked)
            .or_and(rook_west, self.on_rank[0]);
        let west = !(rook_west.empty_bytes()) & hindered.empty_bytes();
        // All ones is −1.
        let castles = self.zero.sub_bytes(east).sub_bytes(west);
        self.tally[ALONG] = self.tally[ALONG].add_bytes(castles);
    }

    /// See [`Legality::en_passant`](crate::Legality::en_passant).
    #[inline(always)]
    fn capture_en_passant(&mut self) {
        let passed = self.x.en_passant();
        let pawns = self.x.pawns(4);
        if (pawns & passed.beside()).occupied_bytes() == 0 {
            return;
        }
        let (here, there) = (self.between[4], self.between[5]);
        let [a, b, c, d, e, f, g, h] = self.checkers;
        let others = a.or3(b, c).or3(d, f).or3(g, h).or_and_not(e, passed);
        let blocks = there.file.or3(there.diagonal, there.antidiagonal) | there.rank;
        let blocks_check = !(passed & blocks & !self.occupied[5]).empty_bytes();
        let ends_check = self.safe | self.single & (others.empty_bytes() | blocks_check);
        let not_discovering = (passed & (here.diagonal | here.antidiagonal)).empty_bytes();
        let target = passed & ends_check & not_discovering;
        let mut pawns = pawns & !here.file;
        if TOP >= 4 {
            let without = self.occupied[4] & !passed;
            let king = self.x.king(4);
            let (east, west) = along(self.x.their_orthogonal(4), without & !king);
            let (sees_east, sees_west) = along(king, without);
            pawns = pawns & !(here.rank | (sees_east & west).or_and(sees_west, east));
        }
        self.add(PAWNS, (pawns & !here.antidiagonal).east() & target);
        self.add(PAWNS, (pawns & !here.diagonal).west() & target);
    }

    #[inline(always)]
    fn count_knights(&mut self) {
        if X::TWO_KNIGHTS {
            self.count_two_knights();
            return;
        }
        self.count_knights_on::<0>();
        self.count_knights_on::<1>();
        self.count_knights_on::<2>();
        self.count_knights_on::<3>();
        self.count_knights_on::<4>();
        self.count_knights_on::<5>();
        self.count_knights_on::<6>();
        self.count_knights_on::<7>();
    }

    #[inline(always)]
    fn count_knights_on<const R: usize>(&mut self) {
        let (east, west) = (self.knights[R].east(), self.knights[R].west());
        self.count_jumps(R + 2, east, west);
        self.count_jumps(R.wrapping_sub(2), east, west);
        let (east, west) = (east.east(), west.west());
        self.count_jumps(R + 1, east, west);
        self.count_jumps(R.wrapping_sub(1), east, west);
    }

    #[inline(always)]
    fn count_jumps(&mut self, to: usize, east: L, west: L) {
        if to < 8 {
            self.add(KNIGHTS, east & self.targets[to]);
            self.add(KNIGHTS, west & self.targets[to]);
        }
    }

    /// At most two knights: squares that one of them attacks, and twice those that both do.
    #[inline(always)]
    fn count_two_knights(&mut self) {
        self.count_once::<0>();
        self.count_once::<1>();
        self.count_once::<2>();
        self.count_once::<3>();
        self.count_once::<4>();
        self.count_once::<5>();
        self.count_once::<6>();
        self.count_once::<7>();
        if !self.x.may_attack_twice() {
            return;
        }
        let missing = self.x.knight_missing(&self.knights);
        let mut both = self.zero;
        for rank in 0..8 {
            both = both.add_bytes((self.x.twice(rank) & self.targets[rank]).count_bytes());
        }
        let both = both & !missing;
        self.tally[KNIGHTS] = self.tally[KNIGHTS].add_bytes(both).add_bytes(both);
    }

    /// The squares of rank `R` that one knight attacks and not two.
    #[inline(always)]
    fn count_once<const R: usize>(&mut self) {
        let mut once = self.zero;
        if R >= 2 {
            once = once ^ self.knights[R - 2].beside();
        }
        if R < 6 {
            once = once ^ self.knights[R + 2].beside();
        }
        if R >= 1 {
            once = once ^ self.knights[R - 1].two_beside();
        }
        if R < 7 {
            once = once ^ self.knights[R + 1].two_beside();
        }
        self.add(KNIGHTS, once & self.targets[R]);
    }
}

/// East and west attacks along a rank.
#[inline(always)]
fn along<L: Lanes>(sliders: L, occupied: L) -> (L, L) {
    let east = Adaptive::attacks(sliders, occupied, Direction::East);
    (east, Adaptive::attacks(sliders, occupied, Direction::West))
}
