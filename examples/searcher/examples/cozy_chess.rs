//! Searches the same trees with setwise-moves and with cozy-chess in turns, and prints the nodes
//! per second of each, and how many times as fast setwise-moves is.
//!
//! ```sh
//! cargo run --release -p setwise-searcher --example cozy_chess -- 9
//! ```
//! The argument is the depth. The number of nodes and the scores must be equal. The ratio is the
//! median over the rounds.

use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square, get_pawn_attacks};
use setwise_moves::Position;
use setwise_searcher::{Game, Searcher, order};
use std::time::{Duration, Instant};

/// The initial position, positions with many captures, and some of each phase of a game.
const FENS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "2rq1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QR1K1 w - - 0 11",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/1R5p/r3PP1P/6P1/5K2/8 w - - 0 40",
    "3r2k1/pp3pp1/2p1bn1p/8/4P3/2N2B1P/PP3PP1/3R2K1 b - - 3 24",
];

const ROUNDS: usize = 7;

#[derive(Clone)]
struct Cozy(Board);

impl Cozy {
    /// The square that a pawn has passed.
    fn passed(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.0.side_to_move());
        Some(Square::new(self.0.en_passant()?, rank))
    }
}

impl Game for Cozy {
    type Move = Move;

    /// En passant counts if it is legal, as it does for setwise-moves. Otherwise the trees would
    /// differ.
    fn key(&self) -> u64 {
        let is_legal = |to: Square| {
            let pawns = self.0.pieces(Piece::Pawn) & self.0.colors(self.0.side_to_move());
            let mut pawns = (get_pawn_attacks(to, !self.0.side_to_move()) & pawns).into_iter();
            let capture = |from| Move {
                from,
                to,
                promotion: None,
            };
            pawns.any(|from| self.0.is_legal(capture(from)))
        };
        match self.passed() {
            Some(to) if !is_legal(to) => self.0.hash_without_ep(),
            _ => self.0.hash(),
        }
    }

    fn is_check(&self) -> bool {
        !self.0.checkers().is_empty()
    }

    fn halfmoves(&self) -> usize {
        self.0.halfmove_clock().into()
    }

    fn pieces(&self) -> [[u64; 2]; 6] {
        let us = self.0.side_to_move();
        let sides = [us, !us].map(|color| self.0.colors(color));
        Piece::ALL.map(|piece| sides.map(|side| (side & self.0.pieces(piece)).0))
    }

    fn is_legal(&self, found: Move) -> bool {
        self.0.is_legal(found)
    }

    fn list(&self, only_captures: bool, moves: &mut Vec<(u32, Move)>) {
        let enemies = self.0.colors(!self.0.side_to_move());
        let number = |piece: Option<Piece>| piece.map_or(0, |piece| piece as u32 + 1);
        let passed = self.passed().map_or(BitBoard::EMPTY, Square::bitboard);
        self.0.generate_moves(|of_piece| {
            let is_pawn = of_piece.piece == Piece::Pawn;
            let passed = if is_pawn { passed } else { BitBoard::EMPTY };
            let mut targets = of_piece.to;
            if only_captures {
                targets &= enemies | passed;
            }
            for found in (PieceMoves {
                to: targets,
                ..of_piece
            }) {
                let victim = match found.to {
                    to if enemies.has(to) => self.0.piece_on(to),
                    to if passed.has(to) => Some(Piece::Pawn),
                    _ => None,
                };
                let (victim, promotion) = (number(victim), number(found.promotion));
                let (source, target) = (found.from as usize, found.to as usize);
                let role = of_piece.piece as u32 + 1;
                moves.push((order(victim, role, promotion, source, target), found));
            }
            false
        });
    }

    fn play(&self, found: Move) -> Self {
        let mut next = self.clone();
        next.0.play_unchecked(found);
        next
    }
}

/// Searches a position with an empty table. Returns the score and the number of nodes for each
/// depth, and adds the time.
fn search<G: Game>(
    searcher: &mut Searcher<G>,
    position: &G,
    depth: i32,
    time: &mut Duration,
) -> Vec<(i32, u64)> {
    let mut found = Vec::new();
    searcher.clear();
    let start = Instant::now();
    searcher.go(
        position,
        Vec::new(),
        depth,
        || false,
        |_, score, nodes| found.push((score, nodes)),
    );
    *time += start.elapsed();
    found
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the median nodes per second of setwise-moves and of cozy-chess, and that of the ratios.
fn compare(depth: i32, rounds: usize) -> [f64; 3] {
    let (mut ours, mut theirs) = (Searcher::new(19), Searcher::new(19));
    let mut results = [const { Vec::new() }; 3];
    for round in 0..rounds {
        let (mut nodes, mut times) = (0, [Duration::ZERO; 2]);
        for (at, fen) in FENS.iter().enumerate() {
            let position = Position::from_fen(fen).expect("a FEN");
            let board = Cozy(fen.parse().expect("a FEN"));
            let mut found = [const { Vec::new() }; 2];
            for turn in [round + at, round + at + 1] {
                found[turn % 2] = match turn % 2 {
                    0 => search(&mut ours, &position, depth, &mut times[0]),
                    _ => search(&mut theirs, &board, depth, &mut times[1]),
                };
            }
            assert_eq!(found[0], found[1], "{fen}");
            nodes += found[0].last().map_or(0, |(_, nodes)| *nodes);
        }
        let [ours, theirs] = times.map(|time| nodes as f64 / time.as_secs_f64());
        let round = [ours, theirs, ours / theirs];
        results
            .iter_mut()
            .zip(round)
            .for_each(|(results, one)| results.push(one));
    }
    results.map(median)
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok());
    let [ours, theirs, ratio] = compare(depth.unwrap_or(7), ROUNDS);
    println!("setwise-moves: {:.2} million nodes per second", ours / 1e6);
    println!("cozy-chess: {:.2} million nodes per second", theirs / 1e6);
    println!("{ratio:.2} times as fast");
}

#[test]
fn trees_are_equal() {
    compare(4, 1);
}
