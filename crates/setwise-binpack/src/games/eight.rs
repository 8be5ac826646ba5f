//! Games that are walked eight at a time. A lane whose game ends takes the next one.

use super::{StoredGames, exact, row_of};
use crate::fast::{LanePosition, V, Walk};
use setwise_core::{Scalar, Vector};
use setwise_moves::{Block, Place};
use setwise_x86::Avx512;

/// Walks games, each up to its first illegal move. `ROWS` says whether blocks are filled, `CHECK`
/// whether a move may be illegal.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn walk<const ROWS: bool, const CHECK: bool>(
    token: Avx512,
    all: &StoredGames<'_>,
    (blocks, places, lanes): (&mut [Block], &mut [Place], &[Vec<u32>; 8]),
    played: &mut [usize],
) {
    let (mut walk, mut next) = (&mut Walk::default(), &mut Walk::default());
    let mut waiting = lanes.each_ref().map(|games| games.iter());
    let (mut games, mut began, mut active) = ([usize::MAX; 8], [0; 8], 0_u8);
    // The number of the word of row 0, if the game had begun there.
    let none = V::splat(token, u64::MAX / 2);
    let mut first = none;
    // The lanes whose next game begins in this row.
    let (mut begins, mut row) = (0xff_u8, 0);
    loop {
        while begins != 0 {
            let i = begins.trailing_zeros() as usize & 7;
            begins &= begins - 1;
            let number = waiting[i]
                .next()
                .map_or(usize::MAX, |number| *number as usize);
            let Some(game) = all.games.get(number) else {
                active &= !(1 << i);
                first = first.with_lane(i, u64::MAX / 2);
                continue;
            };
            if let Some(place) = places.get_mut(number) {
                place.row = row;
            }
            walk.put(token, i, &LanePosition::new(&game.start));
            (games[i], began[i]) = (number, row);
            first = first.with_lane(i, (game.at as u64).wrapping_sub(row as u64));
            active |= 1 << i;
        }
        if active == 0 {
            return;
        }
        let word = first.add(V::splat(token, row as u64)).gather(all.words);
        let stepped = walk.step::<ROWS, CHECK>(next, token, word);
        let mut words = [0; 8];
        word.store(&mut words);
        let mut others = active & !stepped.sure;
        if ROWS && let Some(block) = blocks.get_mut(row / 8) {
            walk.write(token, block, row);
            stepped.write(block, row, &words);
            // A lane without a game has no moves.
            let idle = u64::from(!active) << (8 * (row & 7));
            block.live &= !idle;
            block.labelled &= !idle;
        }
        while others != 0 {
            let i = others.trailing_zeros() as usize & 7;
            others &= others - 1;
            if words[i] != 0 {
                let block = blocks.get_mut(row / 8).filter(|_| ROWS);
                let code = (words[i] as u16, all.null_moves);
                if let Some(after) = play_rare(walk, i, code, block, 8 * (row % 8) + i) {
                    next.put(token, i, &after);
                    continue;
                }
            }
            if let Some(played) = played.get_mut(games[i]) {
                *played = row - began[i];
            }
            begins |= 1 << i;
        }
        row += 1;
        core::mem::swap(&mut walk, &mut next);
    }
}

/// Plays a move that is not sure in a lane, and writes it into a place of a block. Returns `None`
/// if it is not legal.
#[inline(never)]
fn play_rare(
    walk: &Walk,
    lane: usize,
    (code, null_moves): (u16, bool),
    block: Option<&mut Block>,
    place: usize,
) -> Option<LanePosition> {
    let mut position = walk.chained(lane);
    if position.set_code(code) {
        let targets = position.targets(Scalar, position.from.into(), position.moved);
        if position.has_legal_move(Scalar, targets) {
            if let Some(block) = block {
                row_of(block, place, &position);
            }
            let passed = position.passed_by_move();
            position.play();
            return Some(LanePosition::chained(&position, passed));
        }
    }
    let position = walk.position(lane);
    let (found, after) = exact(&position, code, null_moves)?;
    if let Some(block) = block {
        block.set_move(place, &position, found);
        block.labelled |= 1 << (place & 63);
    }
    Some(LanePosition::new(&after))
}
