//! Decodes eight chunks together, each in a lane of vectors. The decoder of one chunk handles the
//! rare cases of a lane: castling, captures en passant, ends of chains, and all that may be
//! unsound.

use super::cursor::Cursor;
use super::lanes::{Lane, Lanes, V, nonzero};
use crate::{position::Kind, visit::Visit};
use setwise_core::Vector;
use setwise_x86::Avx512;

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

/// Advances eight chunks together until the first one ends.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn advance<T: Visit>(token: Avx512, cursors: &mut [Cursor<'_, T>; 8]) {
    let (mut lanes, mut next) = (&mut Lanes::default(), &mut Lanes::default());
    for (i, cursor) in cursors.iter_mut().enumerate() {
        if !cursor.go_on(token) {
            return;
        }
        lanes.put(i, cursor);
    }
    let mut ended = 0;
    while ended == 0 {
        let (sure, passed) = lanes.step_of(next, token, cursors);
        let mut others = !passed;
        while others != 0 {
            let i = others.trailing_zeros() as usize & 7;
            others &= others - 1;
            let cursor = &mut cursors[i];
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
            match cursor.go_on(token) {
                true => next.put(i, cursor),
                false => ended |= 1 << i,
            }
        }
        core::mem::swap(&mut lanes, &mut next);
    }
    for (i, cursor) in cursors.iter_mut().enumerate() {
        if ended >> i & 1 == 0 {
            lanes.take(i, cursor);
            cursor.skipping.note(&cursor.position);
        }
    }
}

impl Lanes {
    /// Takes a step in all lanes. Returns the lanes in which it is certain, and those of them whose
    /// new position is passed over and is not the last one of its chain.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn step_of<T: Visit>(
        &self,
        next: &mut Self,
        token: Avx512,
        cursors: &[Cursor<'_, T>; 8],
    ) -> (u8, u8) {
        let (mut words, mut whole) = ([0; 8], 0);
        for (i, cursor) in cursors.iter().enumerate() {
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
}
