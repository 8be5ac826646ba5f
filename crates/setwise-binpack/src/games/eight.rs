//! Games that are walked eight at a time. A lane whose game ends takes the next one.

use super::{StoredGames, code_of_word, exact, row_of};
use crate::fast::{LanePosition, Walk, put};
use setwise_core::Scalar;
use setwise_moves::{Block, Place};
use setwise_x86::Numbers;

/// The number of row 0 in a lane without a game: there is no such word.
const NONE: u64 = u64::MAX / 2;

/// Walks games, each up to its first illegal move. `ROWS` says whether blocks are filled, `CHECK`
/// whether a move may be illegal.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn walk<V: Numbers, const ROWS: bool, const CHECK: bool>(
    token: V::Token,
    all: &StoredGames<'_>,
    (blocks, places, lanes): (&mut [Block], &mut [Place], &[Vec<u32>; 8]),
    played: &mut [usize],
) {
    let (mut walk, mut next) = (&mut Walk::default(), &mut Walk::default());
    let mut words = [0; 8];
    let mut waiting = lanes.each_ref().map(|games| games.iter());
    let (mut games, mut began, mut active) = ([usize::MAX; 8], [0; 8], 0_u8);
    // The number of the word of row 0, if the game had begun there, and the row behind the last
    // move.
    let (mut first, mut ends) = ([NONE; 8], [NONE; 8]);
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
                put::<V>(token, &mut first, i, NONE);
                continue;
            };
            if let Some(place) = places.get_mut(number) {
                place.row = row;
            }
            walk.put::<V>(token, i, &LanePosition::new(&game.start));
            (games[i], began[i]) = (number, row);
            put::<V>(
                token,
                &mut first,
                i,
                (game.at as u64).wrapping_sub(row as u64),
            );
            put::<V>(token, &mut ends, i, (row + game.moves) as u64);
            active |= 1 << i;
        }
        if active == 0 {
            return;
        }
        let block = blocks.get_mut(row / 8).filter(|_| ROWS);
        let numbers = (&first, &ends, row, all.words);
        let stepped = walk.step::<V, CHECK>(next, token, numbers, &mut words, block);
        let mut others = active & !stepped.sure;
        while others != 0 {
            let i = others.trailing_zeros() as usize & 7;
            others &= others - 1;
            let (bits, is_move) = match CHECK {
                true => (words[i] as u16, words[i] != 0),
                false => (code_of_word(words[i] as u16), ends[i] != row as u64),
            };
            if is_move {
                let block = blocks.get_mut(row / 8).filter(|_| ROWS);
                let code = (bits, all.null_moves);
                if let Some(after) = play_rare(walk, i, code, block, 8 * (row % 8) + i) {
                    next.put::<V>(token, i, &after);
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
