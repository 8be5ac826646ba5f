//! Decodes eight chunks together, each in a lane of vectors. The decoder of one chunk handles the
//! rare cases of a lane: castling, captures en passant, ends of chains, and all that may be
//! unsound.

use super::cursor::Cursor;
use super::lanes::{Lanes, V};
use super::piece::{Lane, nonzero};
use super::walk::{DOUBLE, PROMOTION};
use crate::position::{Kind, NO_SCORE};
use crate::visit::Visit;
use setwise_core::Vector;
use setwise_x86::{Avx512, Numbers};

impl Lanes {
    /// Copies the position and the move of a cursor, which is a normal one, into a lane.
    fn put<T: Visit>(&mut self, i: usize, cursor: &Cursor<'_, T>) {
        let position = &cursor.position;
        for plane in 0..3 {
            self.planes[plane][i] = position.planes[plane];
            self.placed[plane][i] = u64::from(position.placed >> plane & 1) << (position.to & 63);
        }
        (self.us[i], self.them[i]) = (position.us, position.them);
        (self.castling[i], self.en_passant[i]) = (position.castling, position.en_passant);
        self.black[i] = (position.turn as u64 & 1).wrapping_neg();
        (self.from[i], self.to[i]) = (1 << (position.from & 63), 1 << (position.to & 63));
        self.score[i] = u64::from(position.score as u16);
        (self.reset[i], self.ply[i]) = (position.reset.into(), position.ply.into());
        (self.bit[i], self.left[i]) = (cursor.bit as u64, cursor.left as u64);
        let skipping = &cursor.skipping;
        (self.passed[i], self.positions[i]) = (skipping.left, skipping.positions);
        self.before[i] = skipping.before;
    }

    /// Copies a lane into a cursor. The score of the position itself is not noted yet.
    fn take<T: Visit>(&self, i: usize, cursor: &mut Cursor<'_, T>) {
        let position = &mut cursor.position;
        position.planes = self.planes.each_ref().map(|plane| plane[i]);
        (position.us, position.them) = (self.us[i], self.them[i]);
        (position.castling, position.en_passant) = (self.castling[i], self.en_passant[i]);
        position.turn = self.black[i] as usize & 1;
        let (from, to) = (self.from[i].trailing_zeros(), self.to[i].trailing_zeros());
        (position.from, position.to) = (from as u8 & 63, to as u8 & 63);
        position.moved = position.role_on(from as usize);
        let [a, b, c] = self.placed.each_ref().map(|placed| placed[i] != 0);
        position.placed = u8::from(a) | u8::from(b) << 1 | u8::from(c) << 2;
        position.kind = Kind::Normal;
        position.score = self.score[i] as i16;
        (position.reset, position.ply) = (self.reset[i] as u32, self.ply[i] as u32);
        (cursor.bit, cursor.left) = (self.bit[i] as usize, self.left[i] as usize);
        let skipping = &mut cursor.skipping;
        (skipping.left, skipping.positions) = (self.passed[i], self.positions[i]);
        skipping.before = self.before[i];
    }
}

impl<T: Visit> Cursor<'_, T> {
    /// Advances, if needed, to a position with a normal move that is not the last one of its chain.
    /// Returns false at the end of the chunk.
    fn go_on(&mut self, token: Avx512) -> bool {
        while self.has_next(token) {
            if self.position.kind == Kind::Normal {
                return true;
            }
            self.step::<_, true>(token);
        }
        false
    }
}

/// The fewest lanes that take less time than chunks by twos.
const FEWEST: u32 = 4;

/// Advances chunks eight at a time. A lane whose chunk ends takes the next one. Ends when few lanes
/// are left.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn advance<T: Visit>(token: Avx512, cursors: &mut [Cursor<'_, T>]) {
    if (cursors.len() as u32) < FEWEST {
        return;
    }
    let (mut lanes, mut next) = (&mut Lanes::default(), &mut Lanes::default());
    // The cursors of the lanes, and the first one that waits.
    let (mut places, mut waiting, mut active) = ([0; 8], 0, 0_u8);
    for i in 0..8 {
        if begin(token, i, &mut places[i], &mut waiting, cursors, lanes) {
            active |= 1 << i;
        }
    }
    let words = &mut Words {
        rows: [[0; 8]; ROWS],
        row: 0,
        given: [0; 8],
    };
    while active.count_ones() >= FEWEST {
        let (sure, passed) = lanes.step_of(next, token, &places, cursors);
        if T::WORDS {
            next.words(token).store(&mut words.rows[words.row]);
            words.row += 1;
        }
        let mut others = active & !passed;
        while others != 0 {
            let i = others.trailing_zeros() as usize & 7;
            others &= others - 1;
            let Some(cursor) = cursors.get_mut(places[i]) else {
                continue;
            };
            if T::WORDS {
                let unsure = usize::from(sure >> i & 1 == 0);
                words.give(i, words.row - unsure, cursor.skipping.visit);
            }
            // A certain position is visited or ends its chain. After a doubt, the step is repeated
            // from the position before it.
            if sure >> i & 1 != 0 {
                next.take(i, cursor);
                if lanes.passed[i] == 0 {
                    cursor.skipping.visit(&mut cursor.position);
                }
                cursor.skipping.note(&cursor.position);
            } else {
                lanes.take(i, cursor);
                cursor.skipping.note(&cursor.position);
                cursor.step::<_, true>(token);
            }
            if cursor.go_on(token) {
                next.put(i, cursor);
            } else if !begin(token, i, &mut places[i], &mut waiting, cursors, next) {
                active &= !(1 << i);
            }
        }
        if words.row == ROWS {
            words.give_all(active, &places, cursors);
        }
        core::mem::swap(&mut lanes, &mut next);
    }
    words.give_all(active, &places, cursors);
    while active != 0 {
        let i = active.trailing_zeros() as usize & 7;
        active &= active - 1;
        if let Some(cursor) = cursors.get_mut(places[i]) {
            lanes.take(i, cursor);
            cursor.skipping.note(&cursor.position);
        }
    }
}

/// The number of steps whose words wait.
const ROWS: usize = 64;

/// The words of the last steps, which visitors take many at a time.
struct Words {
    rows: [Lane; ROWS],
    /// The number of rows.
    row: usize,
    /// The number of rows that each lane has given away.
    given: [usize; 8],
}

impl Words {
    /// Gives the words of a lane before a row to a visitor. Those of this step are left out.
    fn give(&mut self, lane: usize, end: usize, visit: &mut impl Visit) {
        let mut words = [0; ROWS];
        let from = core::mem::replace(&mut self.given[lane & 7], self.row);
        let rows = self.rows.get(from..end).unwrap_or_default();
        for (word, row) in words.iter_mut().zip(rows) {
            *word = row[lane & 7] as u32;
        }
        visit.words(words.get(..rows.len()).unwrap_or_default());
    }

    /// Gives all words away.
    fn give_all<T: Visit>(
        &mut self,
        active: u8,
        places: &[usize; 8],
        cursors: &mut [Cursor<'_, T>],
    ) {
        for (i, place) in places.iter().enumerate() {
            if active >> i & 1 != 0
                && let Some(cursor) = cursors.get_mut(*place)
            {
                self.give(i, self.row, cursor.skipping.visit);
            }
        }
        (self.row, self.given) = (0, [0; 8]);
    }
}

/// Puts the next chunk with a normal move into a lane. Returns false if there is none.
#[cold]
#[inline(never)]
fn begin<T: Visit>(
    token: Avx512,
    i: usize,
    place: &mut usize,
    waiting: &mut usize,
    cursors: &mut [Cursor<'_, T>],
    lanes: &mut Lanes,
) -> bool {
    while let Some(cursor) = cursors.get_mut(*waiting) {
        *place = *waiting;
        *waiting += 1;
        if cursor.go_on(token) {
            lanes.put(i, cursor);
            return true;
        }
    }
    false
}

impl Lanes {
    /// Takes a step in all lanes. Returns the lanes in which it is certain, and those of them whose
    /// new position is passed over and is not the last one of its chain.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn step_of<T: Visit>(
        &self,
        next: &mut Self,
        token: Avx512,
        places: &[usize; 8],
        cursors: &[Cursor<'_, T>],
    ) -> (u8, u8) {
        let (mut words, mut whole) = ([0; 8], 0);
        for (i, place) in places.iter().enumerate() {
            let Some(cursor) = cursors.get(*place) else {
                continue;
            };
            let at = self.bit[i] as usize / 8;
            let bytes = cursor.chunk.get(at..at + 8).and_then(<[u8]>::first_chunk);
            if let Some(bytes) = bytes {
                words[i] = u64::from_le_bytes(*bytes);
                whole |= 1 << i;
            }
        }
        let sure = self.step(next, token, &words, whole);
        let load = |lane: &Lane| V::load(token, lane);
        let (left, passed) = (load(&next.left), load(&self.passed));
        let goes_on = sure & left.nonzero_lanes() & passed.nonzero_lanes();
        let one = passed.same(1);
        passed.sub(nonzero(passed) & one).store(&mut next.passed);
        load(&self.positions).add(one).store(&mut next.positions);
        (sure, goes_on)
    }

    /// The words of [`Visit::words`] for normal moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn words(&self, token: Avx512) -> V {
        let at = |number: u64| V::splat(token, number);
        let load = |lane: &Lane| V::load(token, lane);
        let (from, to) = (load(&self.from), load(&self.to));
        let [a, b, c] = &self.planes;
        let is_pawn = nonzero(from & load(a) & !(load(b) | load(c)));
        let [pa, pb, pc] = &self.placed;
        let (pa, pb, pc) = (nonzero(load(pa)), nonzero(load(pb)), nonzero(load(pc)));
        let promotes = is_pawn & (pb | pc);
        let is_double = is_pawn & nonzero(from.shl(16) & to | from.shr(16) & to);
        let role = pa & at(1) | pb & at(2) | pc & at(4);
        let kind = role | promotes & at(PROMOTION) | is_double & at(DOUBLE);
        let source = at(63).sub(from.leading_zeros());
        let target = at(63).sub(to.leading_zeros());
        let (score, black) = (load(&self.score), load(&self.black));
        let none = (score ^ at(NO_SCORE as u64)).empty_lanes();
        let seen = (score ^ black).sub(black) & at(0xffff);
        let score = seen & !none | at(0x8000) & none;
        target | source.shl(6) | kind.shl(12) | score.shl(16)
    }
}
