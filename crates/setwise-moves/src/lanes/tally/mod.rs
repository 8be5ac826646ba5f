//! Counting the legal moves of positions in lanes, rank by rank.
//!
//! What [`Legality`](crate::Legality) and [`Targets`](crate::Targets) say with whole boards is said here with ranks, in an
//! order in which little has to be kept: the king looks up the board, which finds the checks; then one pass down the
//! board, in which the other side's rays come down and meet the king's, so that pins and targets of a rank are known
//! when the own men on it are counted; then one pass up for the own rays that go up.

mod men;
mod rays;

use super::ranks::Ranks;
use rays::{Between, Fan, along};
use setwise_core::Lanes;

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

/// Copies that have nothing to do with the positions that are counted, in eight parts that are done between the ranks:
/// counting is arithmetic, and leaves loads and stores idle.
pub(super) trait Meanwhile {
    fn part(&mut self, number: usize);
}

impl Meanwhile for () {
    #[inline(always)]
    fn part(&mut self, _: usize) {}
}

/// What is known so far. The king stands on rank `TOP` or below.
struct Count<L, X, M, const TOP: usize> {
    x: X,
    meanwhile: M,
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
    pub(super) fn new<X: Ranks<L>, M: Meanwhile, const TOP: usize>(x: X, meanwhile: M) -> Self {
        let zero = x.occupied(0).same(0);
        let none = Fan::none(zero);
        let mut count = Count::<L, X, M, TOP> {
            x,
            meanwhile,
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
            between: [Between::none(zero); 8],
            rays: none,
            tally: [zero; 5],
        };
        count.run();
        Self(count.tally)
    }
}

impl<L: Lanes, X: Ranks<L>, M: Meanwhile, const TOP: usize> Count<L, X, M, TOP> {
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
            straight: between.free_on_file::<TOP>(R, rooks),
            east: between.free_on_diagonal::<TOP>(R, bishops),
            west: between.free_on_antidiagonal::<TOP>(R, bishops),
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

        self.meanwhile.part(R);
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
            self.settle();
        }
    }

    /// Left alone, the compiler puts off what a rank contributes, and stores what it needs for that.
    #[inline(always)]
    fn settle(&mut self) {
        let (own, their) = (&mut self.rays, &mut self.their_down);
        [
            own.straight,
            own.east,
            own.west,
            their.straight,
            their.east,
            their.west,
            self.tally[DOWN],
            self.tally[PAWNS],
        ] = L::settle([
            own.straight,
            own.east,
            own.west,
            their.straight,
            their.east,
            their.west,
            self.tally[DOWN],
            self.tally[PAWNS],
        ]);
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
}
