use crate::codecs::{game::Game as Line, text::record_of_start};
use crate::{Content, Decode, Decoded, Record, Source, Unit};
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
    let start = Record {
        outcome: game.outcome(),
        ..record_of_start(game.start())
    };
    records.reserve(game.moves().len() + 1);
    let mut line = Line::new(&start, game.number(), records);
    for &played in game.moves() {
        let position = line.position;
        let next = match played {
            Some(played) => position.play_unchecked(played),
            None => position.null_move().unwrap_or(position),
        };
        line.go_on(played, None, next);
    }
    match game.problem() {
        Some((problem, at)) => Content::Damaged(problem.clone().into(), at),
        None => {
            line.end(final_positions);
            Content::Records
        }
    }
}

/// Cuts an input before a game. The decoder after it has nothing to remember but the number of
/// games.
pub(crate) fn cut(data: &[u8], state: u64) -> (usize, u64) {
    setwise_pgn::cut(data).map_or((0, state), |at| (at, 0))
}
