//! Static exchange evaluation of many moves, one for each position.
//!
//! All exchanges of a batch go on at once, one capture after the other. In each step, the attackers
//! of all targets are found from the pieces that are left, and the least valuable one of the side
//! whose turn it is captures. The kernel writes the roles of the captors; the values follow from
//! them, from the last capture back to the first.

use crate::frame::Frame;
use crate::packs::{MAX_LANES, Register, bytes::every_byte, position_words::PositionWords};
use crate::position::{Position, Role};
use crate::sets::{Pieces, attackers_to, king_attacks, knight_attacks};
use setwise_core::{Counts, Direction, Function, Pack, Sliced, Vector, sliced::RankCounts};

/// The greatest number of captures on a square.
const LONGEST: usize = 64;

/// The roles that capture, for the positions of a pack.
pub(crate) struct Sequences {
    /// By capture and lane: the number of the role, from 1 onward; 0 after the last capture.
    roles: [[u8; MAX_LANES]; LONGEST],
    /// By lane: not 0 if the side not to move is in check.
    pub(crate) illegal: [u8; MAX_LANES],
}

impl Sequences {
    pub(crate) fn new() -> Self {
        Self {
            roles: [[0; MAX_LANES]; LONGEST],
            illegal: [0; MAX_LANES],
        }
    }

    /// The material that the captures win in lane `i`, with a piece of this role on the target.
    pub(crate) fn value(&self, i: usize, on_target: Role, values: &[i32; 6]) -> i32 {
        let role = |number: u8| Role::ALL.get(usize::from(number).wrapping_sub(1)).copied();
        let captors = || self.roles.iter().map_while(|roles| role(roles[i]));
        // The king does not capture on a square that is still attacked.
        let mut count = captors().count();
        let king = captors().position(|role| role == Role::King);
        if let Some(king) = king.filter(|king| king + 1 < count) {
            count = king;
        }
        let mut won = 0_i32;
        for k in (0..count).rev() {
            let captured = match k.checked_sub(1) {
                Some(before) => role(self.roles[before][i]).unwrap_or(on_target),
                None => on_target,
            };
            won = values[captured.index()].saturating_sub(won).max(0);
        }
        won
    }
}

/// Finds the captures on one square of each position.
pub(crate) struct Recaptures;

impl Function for Recaptures {
    type First<'a> = (&'a [Position], &'a [u64; MAX_LANES]);
    type Second<'a> = &'a mut Sequences;
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(
        token: P::Token,
        (positions, targets): (&[Position], &[u64; MAX_LANES]),
        sequences: &mut Sequences,
    ) {
        let mut words = PositionWords::<Register<P>>::new();
        words.copy(positions, Position::pairs);
        let frame = words.frame(token);
        let king = frame.them & frame.kings;
        let checkers = attackers_to(king, frame.occupied(), &Pieces::of_us(&frame));
        checkers.count().store(&mut sequences.illegal);

        let mut exchange = Exchange::new(&frame, Sliced::load(token, targets));
        let (mut side, mut other) = (frame.us, frame.them);
        for roles in &mut sequences.roles {
            let captors = exchange.capture(side);
            RankCounts(captors).store(roles);
            if captors.nonzero_mask() == 0 {
                return;
            }
            (side, other) = (other, side);
        }
    }
}

/// Exchanges on one square of each position.
struct Exchange<'a, V> {
    frame: &'a Frame<Sliced<V>>,
    target: Sliced<V>,
    /// Pawns, knights and kings of both sides that attack the target.
    near: Sliced<V>,
    /// The pieces that are left, without the one on the target.
    left: Sliced<V>,
    /// All ones where the exchange goes on.
    open: V,
}

impl<'a, V: Vector> Exchange<'a, V> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(frame: &'a Frame<Sliced<V>>, target: Sliced<V>) -> Self {
        let by_us = target.step(Direction::SouthEast) | target.step(Direction::SouthWest);
        let by_them = target.step(Direction::NorthEast) | target.step(Direction::NorthWest);
        let pawns = (by_us & frame.us | by_them & frame.them) & frame.pawns;
        let knights = knight_attacks(target) & frame.knights;
        Self {
            frame,
            target,
            near: pawns | knights | king_attacks(target) & frame.kings,
            left: frame.occupied() & !target,
            open: !target.0[0].same(0),
        }
    }

    /// Captures with the least valuable piece of a side. Returns the numbers of the captors' roles.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn capture(&mut self, side: Sliced<V>) -> V {
        let (frame, target, blockers) = (self.frame, self.target, self.left | self.target);
        let orthogonal = target.orthogonal_attacks(blockers) & frame.orthogonal;
        let diagonal = target.same(0).or_diagonal_attacks(target, blockers) & frame.diagonal;
        let attackers = (self.near | orthogonal | diagonal) & self.left & side;
        let queens = frame.orthogonal & frame.diagonal;
        let mut choice = Choice {
            open: self.open,
            captors: target.same(0),
            roles: self.open.same(0),
        };
        choice.add(attackers & frame.pawns, Role::Pawn);
        choice.add(attackers & frame.knights, Role::Knight);
        choice.add(attackers & frame.diagonal & !queens, Role::Bishop);
        choice.add(attackers & frame.orthogonal & !queens, Role::Rook);
        choice.add(attackers & queens, Role::Queen);
        choice.add(attackers & frame.kings, Role::King);
        self.left = self.left & !lowest_for_them(choice.captors);
        self.open = self.open & !choice.open;
        choice.roles
    }
}

/// The least valuable attackers, role by role.
struct Choice<V> {
    /// All ones where no attacker is found yet.
    open: V,
    captors: Sliced<V>,
    /// The numbers of their roles.
    roles: V,
}

impl<V: Vector> Choice<V> {
    /// Chooses the attackers of a role where there are no lesser ones.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, attackers: Sliced<V>, role: Role) {
        let open = self.open;
        self.open = open & attackers.empty().0[0];
        let found = open & !self.open;
        for rank in 0..8 {
            self.captors.0[rank] = self.captors.0[rank] | attackers.0[rank] & open;
        }
        self.roles = self.roles | found & every_byte(found, role.index() as u8 + 1);
    }
}

/// The lowest square of each board for the side not to move, whose first rank is the last here.
#[cfg_attr(not(unoptimized), inline(always))]
fn lowest_for_them<V: Vector>(squares: Sliced<V>) -> Sliced<V> {
    let mut lowest = squares;
    let mut open = !squares.0[0].same(0);
    for rank in (0..8).rev() {
        let files = squares.0[rank];
        let first = files & files.same(0).sub_bytes(files);
        lowest.0[rank] = first & open;
        open = open & files.empty_bytes();
    }
    lowest
}
