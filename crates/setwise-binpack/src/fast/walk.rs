//! Positions of eight games in the lanes of vectors. A step checks and plays moves that are given,
//! without branches and without tables.

use super::piece::{Lane, Piece, attacks, home, of_side};
use crate::position::ChainPosition;
use core::iter::zip;
use setwise_core::Square;
use setwise_moves::{Block, Board, MoveKind, Position};
use setwise_x86::Numbers;

/// Eight positions. Element `i` of each array belongs to lane `i`.
#[derive(Clone, Default)]
#[repr(C, align(64))]
pub(crate) struct Walk {
    planes: [Lane; 3],
    us: Lane,
    castling: Lane,
    /// The square that a pawn has just passed.
    passed: Lane,
    /// All ones for Black to move.
    black: Lane,
    /// At most 65,535.
    halfmoves: Lane,
}

/// A position for a lane: a number for each field of [`Walk`].
pub(crate) struct LanePosition([u64; 8]);

impl LanePosition {
    pub(crate) fn new(position: &Position) -> Self {
        let [a, b, c, ..] = position.words();
        let turn = position.turn();
        Self([
            a,
            b,
            c,
            position.by_color(turn),
            position.castling(),
            position.en_passant().map_or(0, Square::bit),
            (turn.index() as u64).wrapping_neg(),
            position.halfmoves().into(),
        ])
    }

    /// The position of a chain, with the square that a pawn has just passed.
    pub(crate) fn chained(position: &ChainPosition, passed: u64) -> Self {
        let [a, b, c] = position.planes;
        Self([
            a,
            b,
            c,
            position.us,
            position.castling,
            passed,
            (position.turn as u64 & 1).wrapping_neg(),
            position.halfmoves().into(),
        ])
    }
}

/// What a step finds. A bit belongs to a lane.
#[derive(Default)]
pub(crate) struct Stepped {
    /// The lanes whose move is certainly legal.
    pub(crate) sure: u8,
    black: u8,
    captures: u8,
    promotions: u8,
}

/// Puts a number into a lane. A whole register is replaced: loads of registers would wait for
/// stores of single lanes.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn put<V: Numbers>(token: V::Token, lanes: &mut Lane, i: usize, number: u64) {
    let at = i & 7 & !(V::LANES - 1);
    let part = &mut lanes[at..at + V::LANES];
    V::load(token, part).with_lane(i, number).store(part);
}

impl Walk {
    /// Puts a position into a lane.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn put<V: Numbers>(&mut self, token: V::Token, i: usize, position: &LanePosition) {
        let numbers = position.0.iter();
        let [a, b, c] = &mut self.planes;
        let lanes = [
            a,
            b,
            c,
            &mut self.us,
            &mut self.castling,
            &mut self.passed,
            &mut self.black,
            &mut self.halfmoves,
        ];
        for (lanes, number) in zip(lanes, numbers) {
            put::<V>(token, lanes, i, *number);
        }
    }

    /// The position of a lane, without move and labels.
    pub(crate) fn chained(&self, i: usize) -> ChainPosition {
        let planes = self.planes.each_ref().map(|lane| lane[i]);
        let [a, b, c] = planes;
        let mut position = ChainPosition {
            planes,
            us: self.us[i],
            them: (a | b | c) & !self.us[i],
            castling: self.castling[i],
            turn: self.black[i] as usize & 1,
            reset: 0_u32.wrapping_sub(self.halfmoves[i] as u32),
            ..ChainPosition::EMPTY
        };
        if self.passed[i] != 0 {
            let passed = self.passed[i].trailing_zeros() as usize;
            position.pass(passed, passed ^ 8);
        }
        position
    }

    /// The position of a lane, with 1 as the number of the move.
    pub(crate) fn position(&self, i: usize) -> Position {
        let [a, b, c] = self.planes.each_ref().map(|lane| lane[i]);
        let black = match self.black[i] {
            0 => (a | b | c) & !self.us[i],
            _ => self.us[i],
        };
        let castling = self.castling[i];
        let passed = u64::from(self.passed[i].trailing_zeros() & 63);
        let state = castling & 0xff
            | castling >> 56 << 8
            | passed << 16
            | (self.black[i] & 0xff) << 24
            | self.halfmoves[i] << 32
            | 1 << 48;
        Board::from_words_unchecked([a, b, c, black, state]).into()
    }

    /// Checks and plays moves, from the positions in `self` to those in `next`, and writes boards,
    /// moves and labels into a row of the block, if there is one. The words of the moves have the
    /// numbers in `first`, `row` added; `words` becomes the words, and 0 where `row` is in `ends`.
    /// Castling, captures en passant and what may be wrong are not sure. With `CHECK`, the low bits
    /// of a word are a code; without it, they are those of a legal move, or 0.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn step<V: Numbers, const CHECK: bool>(
        &self,
        next: &mut Self,
        token: V::Token,
        (first, ends, row, all): (&Lane, &Lane, usize, &[[u8; 4]]),
        words: &mut Lane,
        mut block: Option<&mut Block>,
    ) -> Stepped {
        let mut stepped = Stepped::default();
        for part in 0..8 / V::LANES {
            let part = part * V::LANES;
            let row = V::splat(token, row as u64);
            let mut word = V::load(token, &first[part..]).add(row).gather(all);
            if !CHECK {
                word = word & !V::load(token, &ends[part..]).equal_lanes(row);
            }
            word.store(&mut words[part..]);
        }
        for part in 0..8 / V::LANES {
            let part = part * V::LANES;
            let word = V::load(token, &words[part..]);
            let moves = self.step_part::<V, CHECK>(next, &mut stepped, token, word, part);
            if let Some(block) = &mut block {
                self.write(token, block, (8 * (row & 7) + part, part), word, moves);
            }
        }
        if let Some(block) = block {
            stepped.write(block, 8 * (row & 7));
        }
        stepped
    }

    /// Writes the boards of the lanes of a register, from `part` on, as the side to move sees them,
    /// the moves and the labels into places of a block from `at` on.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn write<V: Numbers>(
        &self,
        token: V::Token,
        block: &mut Block,
        (at, part): (usize, usize),
        word: V,
        moves: V,
    ) {
        let black = V::load(token, &self.black[part..]);
        let [a, b, c] = &self.planes;
        let [column_a, column_b, column_c] = &mut block.planes;
        for (lane, column) in [
            (a, column_a),
            (b, column_b),
            (c, column_c),
            (&self.us, &mut block.us),
            (&self.castling, &mut block.castling),
            (&self.passed, &mut block.passed),
        ] {
            let seen = V::load(token, &lane[part..]).reverse_bytes_where(black);
            seen.store(&mut column[at..at + V::LANES]);
        }
        let halfmoves = V::load(token, &self.halfmoves[part..]);
        halfmoves.store_low_words(&mut block.halfmoves[at..at + V::LANES]);
        moves.store_low_words(&mut block.moves[at..at + V::LANES]);
        let mut labels = [0; 8];
        word.shr(16).store_low_words(&mut labels);
        for (label, bits) in zip(&mut block.labels[at..at + V::LANES], labels) {
            *label = bits.cast_signed();
        }
    }

    /// Takes the step in the lanes of a register, from `part` on. Returns the bits of the moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn step_part<V: Numbers, const CHECK: bool>(
        &self,
        next: &mut Self,
        stepped: &mut Stepped,
        token: V::Token,
        word: V,
        part: usize,
    ) -> V {
        let at = |number: u64| V::splat(token, number);
        let load = |lane: &Lane| V::load(token, &lane[part..]);
        let (low, high) = (word & at(63), word.shr(6) & at(63));
        let [source, target] = if CHECK { [low, high] } else { [high, low] };
        let (from, to) = (at(1).shl_each(source), at(1).shl_each(target));
        let black = load(&self.black);
        let [a, b, c] = &self.planes;
        let (a, b, c) = (load(a), load(b), load(c));
        let us = load(&self.us);
        let them = (a | b | c) & !us;

        let captures = them.has(to);
        let bits = word.shr(12) & at(15);
        let mut sure = !(from & to).nonzero_lanes();
        let (kind, [pa, pb, pc]);
        if CHECK {
            let piece = Piece::on(from, [a, b, c], black);
            // Promotions have both high bits of the code, other moves no bit.
            let three = piece.promotes & at(3);
            let doubt = (bits ^ piece.promotes & at(12)) & !three;
            let reaches = piece.reaches([source, target], [from, to], (us | them, captures), black);
            sure &= !doubt.nonzero_lanes();
            sure &= (us & from & reaches).nonzero_lanes() & !(us & to).nonzero_lanes();
            [pa, pb, pc] = piece.placed(bits & three);
            let is_double = piece.is_pawn & (source ^ target).equal_lanes(at(16));
            kind = Kinds {
                is_pawn: piece.is_pawn,
                is_king: piece.is_king,
                promotes: piece.promotes,
                is_double,
            };
        } else {
            let (one, two, four, eight) = (
                bits.has(at(1)),
                bits.has(at(2)),
                bits.has(at(4)),
                bits.has(at(8)),
            );
            let is_double = one & two & four;
            [pa, pb, pc] = [one, two & !is_double, four & !is_double];
            // Castling and captures en passant.
            let is_rare = eight & one & !two;
            sure &= !is_rare.nonzero_lanes();
            kind = Kinds {
                is_pawn: eight | one & !(pb | pc),
                is_king: one & pc,
                promotes: eight & !is_rare,
                is_double,
            };
        }
        let Kinds {
            is_pawn,
            is_king,
            promotes,
            is_double,
        } = kind;

        // Play the move.
        let kept = !(from | to);
        let (a, b, c) = (a & kept | pa & to, b & kept | pb & to, c & kept | pc & to);
        let (theirs, ours) = (them & !to, us & !from | to);
        let castling = load(&self.castling) & kept & !(home(black) & is_king);
        let ahead = of_side(black, [8, 8_u64.wrapping_neg()]);
        let middle = at(1).shl_each(source.add(ahead));
        let halfmoves = load(&self.halfmoves).add(at(1));
        let halfmoves = halfmoves.sub(halfmoves.shr(16)) & !(is_pawn | captures);

        if CHECK {
            let attacked = attacks(a & c & ours, [a, b, c], theirs, theirs | ours, black);
            sure &= !attacked.nonzero_lanes();
        }

        for (vector, lane) in zip([a, b, c], &mut next.planes) {
            vector.store(&mut lane[part..]);
        }
        for (vector, lane) in [
            (theirs, &mut next.us),
            (castling, &mut next.castling),
            (is_double & middle, &mut next.passed),
            (!black, &mut next.black),
            (halfmoves, &mut next.halfmoves),
        ] {
            vector.store(&mut lane[part..]);
        }
        for (lanes, found) in [
            (&mut stepped.sure, sure & ((1_u32 << V::LANES) - 1) as u8),
            (&mut stepped.black, black.nonzero_lanes()),
            (&mut stepped.captures, captures.nonzero_lanes()),
            (&mut stepped.promotions, promotes.nonzero_lanes()),
        ] {
            *lanes |= found << part;
        }
        if !CHECK {
            return word & at(0xffff);
        }
        let role = pa & at(1) | pb & at(2) | pc & at(4);
        let bits = role | promotes & at(PROMOTION) | is_double & at(DOUBLE);
        bits.shl(12) | source.shl(6) | target
    }
}

/// Kinds of moves, as masks of lanes.
struct Kinds<V> {
    is_pawn: V,
    is_king: V,
    promotes: V,
    is_double: V,
}

impl Stepped {
    /// Writes the sets of the places of a block from `at` on. Moves that are not sure are none.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn write(&self, block: &mut Block, at: usize) {
        for (set, lanes) in [
            (&mut block.black, self.black),
            (&mut block.live, self.sure),
            (&mut block.labelled, self.sure),
            (&mut block.captures, self.captures & self.sure),
            (&mut block.promotions, self.promotions & self.sure),
        ] {
            *set |= u64::from(lanes) << at;
        }
    }
}

/// The bit of the kinds of promotions, beside the role.
pub(super) const PROMOTION: u64 = MoveKind::QueenPromotion as u64 ^ MoveKind::Queen as u64;

/// The bits of the kind of a double push, beside those of a pawn.
pub(super) const DOUBLE: u64 = MoveKind::DoublePush as u64 ^ MoveKind::Pawn as u64;
