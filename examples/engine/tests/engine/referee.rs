//! A game between two players, with clocks. cozy-chess checks each move.

use crate::player::Player;
use cozy_chess::{Board, Color, GameStatus, Move};
use setwise_moves::Position;
use std::fmt;
use std::time::{Duration, Instant};

/// The time of each player for the whole game, and for each move.
#[derive(Clone, Copy)]
pub(crate) struct Time {
    pub(crate) base: Duration,
    pub(crate) increment: Duration,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Mate(Color),
    /// This color has lost on time.
    Time(Color),
    Stalemate,
    FiftyMoves,
    Repetition,
    Material,
    /// The referee stops the game.
    Unfinished,
}

impl Ending {
    /// Half-points of a color.
    pub(crate) fn half_points(self, color: Color) -> u32 {
        match self {
            Self::Mate(winner) => 2 * u32::from(winner == color),
            Self::Time(loser) => 2 * u32::from(loser != color),
            _ => 1,
        }
    }
}

/// A game: its initial position, its moves and its end.
pub(crate) struct Record {
    start: String,
    moves: Vec<String>,
    pub(crate) ending: Ending,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            start,
            moves,
            ending,
        } = self;
        let count = moves.len();
        write!(
            f,
            "{start}: {ending:?} after {count} half-moves: {}",
            moves.join(" ")
        )
    }
}

/// The rules of a game.
pub(crate) struct Referee {
    pub(crate) start: Board,
    pub(crate) is_chess960: bool,
    pub(crate) time: Time,
    /// The number of half-moves after which the game is stopped.
    pub(crate) limit: usize,
}

impl Referee {
    /// Plays a game. An illegal move or an engine that ends is an error.
    pub(crate) fn play(&self, white: &mut Player, black: &mut Player) -> Result<Record, String> {
        for player in [&mut *white, &mut *black] {
            // It may still search if it has lost the last game on time.
            player.send("stop");
            player.send(&format!(
                "setoption name UCI_Chess960 value {}",
                self.is_chess960
            ));
            player.send("ucinewgame");
            player.ready();
        }
        let mut record = Record {
            start: format!("{:#}", self.start),
            moves: Vec::new(),
            ending: Ending::Unfinished,
        };
        let mut boards = vec![self.start.clone()];
        let mut left = [self.time.base; 2];
        while let Some(board) = boards.last() {
            record.ending = ending(&boards);
            if record.ending != Ending::Unfinished || record.moves.len() >= self.limit {
                return Ok(record);
            }
            let color = board.side_to_move();
            let player = match color {
                Color::White => &mut *white,
                Color::Black => &mut *black,
            };
            let context = |problem: String| format!("{}: {problem}; {record}", player_name(color));
            let answer = self.ask(player, &record, &mut left, color);
            let Some(name) = answer.map_err(context)? else {
                record.ending = Ending::Time(color);
                return Ok(record);
            };
            let found = self.legal(board, &name);
            let found = found.ok_or_else(|| context(format!("{name} is illegal")))?;
            let mut next = board.clone();
            next.play_unchecked(found);
            boards.push(next);
            record.moves.push(name);
        }
        Ok(record)
    }

    /// Asks a player for a move; `None` if it loses on time. Its clock runs until the answer.
    fn ask(
        &self,
        player: &mut Player,
        record: &Record,
        left: &mut [Duration; 2],
        color: Color,
    ) -> Result<Option<String>, String> {
        let fen = match self.is_chess960 {
            true => format!("{:#}", self.start),
            false => self.start.to_string(),
        };
        let moves = record.moves.join(" ");
        player.send(&format!("position fen {fen} moves {moves}"));
        let [white, black] = left.map(|time| time.as_millis());
        let increment = self.time.increment.as_millis();
        let clocks = format!("wtime {white} btime {black} winc {increment} binc {increment}");
        let (started, clock) = (Instant::now(), &mut left[color as usize]);
        player.send(&format!("go {clocks}"));
        let answer = player.wait_for("bestmove", *clock)?;
        let (Some(answer), Some(left)) = (answer, clock.checked_sub(started.elapsed())) else {
            return Ok(None);
        };
        *clock = left + self.time.increment;
        let name = answer.split_whitespace().nth(1);
        Ok(Some(name.unwrap_or_default().to_string()))
    }

    /// Returns the legal move of a name. In Chess960 castling is the king taking its own rook,
    /// otherwise two squares.
    fn legal(&self, board: &Board, name: &str) -> Option<Move> {
        let found = match self.is_chess960 {
            true => name.parse().ok()?,
            false => cozy_chess::util::parse_uci_move(board, name).ok()?,
        };
        let is_named_so = self.is_chess960
            || cozy_chess::util::display_uci_move(board, found).to_string() == name;
        (is_named_so && board.is_legal(found)).then_some(found)
    }
}

fn player_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Returns how the game has ended.
fn ending(boards: &[Board]) -> Ending {
    let Some(board) = boards.last() else {
        return Ending::Unfinished;
    };
    let same = boards.iter().filter(|earlier| earlier.same_position(board));
    let position = Position::from_fen(&format!("{board:#}"));
    match board.status() {
        GameStatus::Won => Ending::Mate(!board.side_to_move()),
        GameStatus::Drawn if board.halfmove_clock() >= 100 => Ending::FiftyMoves,
        GameStatus::Drawn => Ending::Stalemate,
        _ if same.count() >= 3 => Ending::Repetition,
        _ if position.is_ok_and(|position| position.has_insufficient_material()) => {
            Ending::Material
        }
        _ => Ending::Unfinished,
    }
}
