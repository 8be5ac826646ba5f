use crate::codecs::text::record_of_start;
use crate::{Content, Decode, Decoded, Record, Source, Unit};
use core::num::NonZeroU32;
use setwise_pgn::{Game, Parser};

pub(crate) struct Pgn {
    final_positions: bool,
    parser: Parser,
}

impl Pgn {
    pub(crate) fn new(final_positions: bool) -> Self {
        Self {
            final_positions,
            parser: Parser::new(),
        }
    }
}

impl Decode for Pgn {
    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        let mut is_end = false;
        loop {
            if let Some(unit) = self.parser.next(source.data(), is_end) {
                let content = match unit.content {
                    setwise_pgn::Content::Game(game) => play(&game, self.final_positions, records),
                    setwise_pgn::Content::Rest => Content::Rest,
                    _ => Content::Blank,
                };
                let notices = unit.notices.into();
                return Ok(Some(Unit::new(unit.bytes, content).with(notices)));
            }
            if is_end {
                return Ok(None);
            }
            is_end = !source.grow()?;
        }
    }

    fn state(&self) -> Option<u64> {
        self.parser.state()
    }

    fn restore(&mut self, state: u64) {
        self.parser.restore(state);
    }
}

/// Appends the records of a game, those before its problem if it is damaged.
fn play(game: &Game<'_>, final_positions: bool, records: &mut Vec<Record>) -> Content {
    let mut next = Record {
        outcome: game.outcome(),
        game: u32::try_from(game.number()).ok().and_then(NonZeroU32::new),
        ..record_of_start(game.start())
    };
    let (mut position, mut ply) = (next.position, next.ply);
    records.reserve(game.moves().len() + 1);
    for &played in game.moves() {
        // Not a copy of the record before: that is a call.
        records.push(Record {
            outcome: next.outcome,
            played,
            ply,
            game: next.game,
            assumed: next.assumed,
            ..Record::from(position)
        });
        position = match played {
            Some(played) => position.play_unchecked(played),
            None => position.null_move().unwrap_or(position),
        };
        ply = ply.and_then(|ply| ply.checked_add(1));
    }
    (next.position, next.ply) = (position, ply);
    match game.problem() {
        Some((problem, at)) => Content::Damaged(problem.clone().into(), at),
        None => {
            records.extend(final_positions.then_some(next));
            Content::Records
        }
    }
}

/// Cuts an input before a game. The decoder after it has nothing to remember but the number of
/// games.
pub(crate) fn cut(data: &[u8], state: u64) -> (usize, u64) {
    setwise_pgn::cut(data).map_or((0, state), |at| (at, 0))
}
