//! The positions that everything is measured on.

use crate::inputs::sliders;
use anyhow::{Context, Result, ensure};
use cozy_chess::{Board, util::parse_uci_move};
use itertools::Itertools;
use setwise::{Sliders, Squares};
use setwise_conformance::Rng;
use setwise_moves::Role;
use setwise_results::{CorpusStats, Phases, Side, Spread};
use std::collections::HashSet;
use std::path::Path;

/// The parts of a position that a measurement uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    /// All pieces.
    pub(crate) occupied: u64,
    /// The sliders of the side to move, and those of both sides.
    side: Sliders,
    both: Sliders,
    /// 24 with all pieces, 0 with pawns and kings only; see [`Phases`].
    phase: u32,
}

/// Positions in an order that mixes games and phases.
#[derive(Clone, Debug)]
pub(crate) struct Corpus {
    /// `games`, `random`, `random-boards` or `file`.
    pub(crate) name: String,
    /// The origin of the positions, in a sentence.
    source: String,
    /// The positions; never empty.
    pub(crate) positions: Vec<Position>,
}

/// One game per line as UCI moves; the header (lines that begin with `#`) says how they were made.
const GAMES: &str = include_str!("../corpus/games.txt");

/// The first ply of a game that counts. Earlier positions repeat in many games.
const FIRST_PLY: usize = 6;

/// The number of positions of the random corpora.
const COUNT: usize = 16_384;

impl Corpus {
    /// Positions of games that an engine played against itself: `corpus/games.txt`, every position
    /// from the sixth ply on once.
    pub(crate) fn games() -> Self {
        let source =
            "Stockfish 15.1 against itself, 256 games from varied openings, 8000 nodes per move";
        let positions = games().iter().map(Position::of).collect();
        Self::new("games", source, positions)
    }

    /// The positions of [`games`](Self::games), whole and in the same order.
    pub(crate) fn game_boards() -> Vec<Board> {
        shuffled(games())
    }

    /// Positions of games of random legal moves, with a fixed seed.
    pub(crate) fn random() -> Self {
        let (mut rng, mut positions) = (Rng::new(8), Vec::with_capacity(COUNT));
        while positions.len() < COUNT {
            let mut board = Board::default();
            for ply in 1..=200 {
                let mut moves = Vec::new();
                board.generate_moves(|of_a_piece| {
                    moves.extend(of_a_piece);
                    false
                });
                let Some(&chosen) = rng.pick(&moves) else {
                    break;
                };
                board.play_unchecked(chosen);
                if ply % 4 == 0 {
                    positions.push(Position::of(&board));
                }
            }
        }
        positions.truncate(COUNT);
        let source =
            "random legal moves from the initial position, up to 200 plies, every fourth position";
        Self::new("random", source, positions)
    }

    /// Boards of random bits, a quarter of them set, with a rook and a bishop on random squares.
    /// They are no chess positions, so sides and phases mean nothing.
    pub(crate) fn random_boards() -> Self {
        let mut rng = Rng::new(15);
        let boards = (0..COUNT).map(|_| {
            let occupied = rng.next_u64() & rng.next_u64();
            let [rook, bishop] = [0; 2].map(|_| 1 << (rng.next_u64() >> 58));
            // Both pieces are among the occupied squares.
            Position::single(rook, bishop, occupied | rook | bishop)
        });
        let source = "boards of random bits, each the intersection of two random words, for single pieces on random squares: no positions, so sides and phases mean nothing";
        Self::new("random-boards", source, boards.collect())
    }

    /// Returns a board for each pair of an orthogonal and a diagonal slider of the corpus, with the
    /// occupied squares of their position. The kind with fewer sliders repeats. Positions without
    /// one of the kinds are left out; if all are, there is one board with both pieces on a1.
    pub(crate) fn single_pieces(&self) -> Self {
        let mut positions = Vec::new();
        for position in &self.positions {
            let Sliders {
                orthogonal,
                diagonal,
            } = position.both;
            let pairs = orthogonal.count_ones().max(diagonal.count_ones());
            let (rooks, bishops) = (Squares(orthogonal), Squares(diagonal));
            let pairs_of = rooks.cycle().zip(bishops.cycle()).take(pairs as usize);
            positions.extend(pairs_of.map(|(rook, bishop)| {
                Position::single(rook.bit(), bishop.bit(), position.occupied)
            }));
        }
        if positions.is_empty() {
            positions.push(Position::single(1, 1, 1));
        }
        let (name, source) = (self.name.clone(), self.source.clone());
        Self {
            name,
            source,
            positions,
        }
    }

    /// The positions of a user's file: one FEN or EPD per line; empty lines and lines that begin
    /// with `#` are skipped.
    ///
    /// # Errors
    /// The file cannot be read, has no position, or a line is wrong; the message names file, line
    /// and fault.
    pub(crate) fn from_file(path: &Path) -> Result<Self> {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let source = format!("the positions of {}", name.display());
        let text = std::fs::read_to_string(path).map_err(Into::into);
        let positions = text.and_then(|text| Position::of_lines(&text));
        let positions = positions.with_context(|| path.display().to_string())?;
        Ok(Self::new("file", &source, positions))
    }

    fn new(name: &str, source: &str, positions: Vec<Position>) -> Self {
        Self {
            name: name.into(),
            source: source.into(),
            positions: shuffled(positions),
        }
    }

    /// Returns the statistics of the corpus.
    pub(crate) fn stats(&self) -> CorpusStats {
        let positions = || self.positions.iter();
        let count = |in_phase: fn(u32) -> bool| positions().filter(|p| in_phase(p.phase)).count();
        let spread = |number: fn(&Position) -> u32| {
            let sum: f64 = positions().map(number).map(f64::from).sum();
            let mean = (sum / self.positions.len() as f64 * 1000.0).round() / 1000.0;
            Spread {
                mean,
                min: positions().map(number).min().unwrap_or(0),
                max: positions().map(number).max().unwrap_or(0),
            }
        };
        CorpusStats {
            name: self.name.clone(),
            source: self.source.clone(),
            positions: self.positions.len(),
            pieces: spread(|p| p.occupied.count_ones()),
            sliders_side: spread(|p| p.side.all().count_ones()),
            sliders_both: spread(|p| p.both.all().count_ones()),
            phases: Phases {
                opening: count(|phase| phase >= 20),
                middlegame: count(|phase| (9..20).contains(&phase)),
                endgame: count(|phase| phase < 9),
            },
        }
    }
}

/// Returns the positions of the committed games, each once.
fn games() -> Vec<Board> {
    let (mut seen, mut boards) = (HashSet::new(), Vec::new());
    for game in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let mut board = Board::default();
        for (ply, text) in game.split_whitespace().enumerate() {
            // An illegal move ends the game. A test counts the positions.
            let played = parse_uci_move(&board, text).map(|played| board.try_play(played));
            let Ok(Ok(())) = played else {
                break;
            };
            if ply + 1 >= FIRST_PLY && seen.insert(board.hash()) {
                boards.push(board.clone());
            }
        }
    }
    boards
}

/// Shuffles positions. Consecutive positions of a game are alike, and the first 64 positions must
/// be a fair sample of all.
fn shuffled<T>(mut positions: Vec<T>) -> Vec<T> {
    Rng::new(1).shuffle(&mut positions);
    positions
}

impl Position {
    /// Returns the sliders of a side.
    pub(crate) fn sliders(&self, side: Side) -> Sliders {
        match side {
            Side::Side => self.side,
            Side::Both => self.both,
        }
    }

    /// Makes a position from the squares of each role (pawn, knight, bishop, rook, queen, king;
    /// both sides), and the pieces of the side to move.
    fn new([pawns, knights, bishops, rooks, queens, kings]: [u64; 6], to_move: u64) -> Self {
        let (orthogonal, diagonal) = (rooks | queens, bishops | queens);
        let minors = (knights | bishops).count_ones();
        Self {
            occupied: pawns | knights | orthogonal | diagonal | kings,
            side: sliders(orthogonal & to_move, diagonal & to_move),
            both: sliders(orthogonal, diagonal),
            phase: minors + 2 * rooks.count_ones() + 4 * queens.count_ones(),
        }
    }

    /// Reads the first two fields of each FEN or EPD: the pieces and the side to move. The others
    /// have no bearing on sliders.
    fn of_lines(text: &str) -> Result<Vec<Self>> {
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let lines = lines.enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let positions = lines.map(|(number, line)| {
            let fen = line.split_whitespace().take(2).join(" ") + " - -";
            let position = setwise_moves::Position::from_fen(&fen);
            let position = position.with_context(|| format!("line {}", number + 1))?;
            let roles = Role::ALL.map(|role| position.by_role(role));
            Ok(Self::new(roles, position.by_color(position.turn())))
        });
        let positions = positions.collect::<Result<Vec<_>>>()?;
        ensure!(!positions.is_empty(), "there is no position in it");
        Ok(positions)
    }

    fn single(rook: u64, bishop: u64, occupied: u64) -> Self {
        Self {
            occupied,
            side: sliders(rook, bishop),
            both: sliders(rook, bishop),
            phase: 0,
        }
    }

    /// Converts a position of the crate `cozy-chess`.
    fn of(board: &Board) -> Self {
        let kinds = cozy_chess::Piece::ALL.map(|piece| board.pieces(piece).0);
        Self::new(kinds, board.colors(board.side_to_move()).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corpora_have_the_size_and_the_phases_that_they_need() {
        for (corpus, number) in [(Corpus::games(), 27_685), (Corpus::random(), COUNT)] {
            let stats = corpus.stats();
            assert_eq!(stats.positions, number);
            let phases = stats.phases;
            for phase in [phases.opening, phases.middlegame, phases.endgame] {
                assert!(phase * 10 > stats.positions, "{stats:?}");
            }
            assert_eq!(stats.pieces.max, 32);
            for position in &corpus.positions {
                assert_eq!(position.both.all() & !position.occupied, 0);
                assert_eq!(position.side.all() & !position.both.all(), 0);
            }
            for position in corpus.single_pieces().positions {
                let sliders = position.both;
                assert_eq!(sliders.orthogonal.count_ones(), 1);
                assert_eq!(sliders.diagonal.count_ones(), 1);
            }
            // The sample that a small n sees resembles the whole.
            let positions = corpus.positions[..512].to_vec();
            let first = Corpus::new("first", "", positions).stats();
            assert!((first.pieces.mean - stats.pieces.mean).abs() < 1.5);
        }
    }

    #[test]
    fn every_piece_of_a_position_with_both_kinds_is_there() {
        let position = Position {
            occupied: 0xff,
            both: sliders(0b1001, 0b0111),
            ..Position::default()
        };
        let singles = |positions| Corpus::new("", "", positions).single_pieces().positions;
        let found = singles(vec![position, Position::default()]);
        let single = |rook, bishop| Position::single(rook, bishop, 0xff);
        assert_eq!(found, [single(1, 1), single(8, 2), single(1, 4)]);
        assert_eq!(singles(vec![Position::default()]).len(), 1);
    }

    const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";

    #[test]
    fn fen_and_epd_give_the_sets_of_the_move_generator() {
        let epd = FEN.replace("- 0 1", "- ;D1 48 ;D2 2039");
        let text = format!("\u{feff}# two forms\n{FEN}\r\n\n  {epd}  \n{FEN} and more");
        let expected = Position::of(&Board::from_fen(FEN, false).unwrap());
        assert_eq!(Position::of_lines(&text).unwrap(), [expected; 3]);
        let sliders = [expected.side.orthogonal, expected.both.all()];
        assert_eq!(sliders.map(u64::count_ones), [3, 10]);
        assert_eq!(expected.phase, 24);
    }

    #[test]
    fn a_fault_is_named_with_file_and_line() {
        let error = |text: &str| format!("{:#}", Position::of_lines(text).unwrap_err());
        let second = |line: &str| error(&format!("{FEN}\n{line}\n{FEN}"));
        assert!(second("8/8/8/8/8/8/8 w").starts_with("line 2: FEN (placement): 8 ranks"));
        assert!(second("8/8/8/8/8/8/8/8 w").contains("White has 0 kings"));
        assert!(second("4k3/8/8/8/8/8/8/4K3").contains("neither `w` nor `b`"));
        assert_eq!(error("# nothing\n\n"), "there is no position in it");
        let missing = Corpus::from_file(Path::new("no/such.epd")).unwrap_err();
        assert!(missing.to_string().starts_with("no/such.epd"));
    }
}
