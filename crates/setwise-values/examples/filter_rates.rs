//! Measures conditions on the records of a file against a loop over cozy-chess with the same
//! decoder, on one thread.
//!
//! ```sh
//! cargo run --release -p setwise-cli -- data generate random.bullet --count 5000000
//! cargo run --release -p setwise-values --example filter_rates -- random.bullet
//! ```
//! Each condition is decided by both. The numbers of records that are kept must be equal. Times are
//! medians of several rounds, in nanoseconds per record, decoding included; decoding alone comes
//! first. On Linux it is the time of the CPU, so that other processes matter less.

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square};
use setwise_formats::{Format, ReadOptions, Reader, Record};
use setwise_moves::{Position, Role};
use setwise_values::{Analyses, Condition};
use std::error::Error;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

/// The number of rounds.
const ROUNDS: usize = 7;

/// The number of records that are read at once.
const BATCH: usize = 1024;

/// A condition, and the same for cozy-chess.
struct Pair {
    condition: &'static str,
    /// Whether it asks for the stored move.
    has_move: bool,
    holds: fn(&Board, &Record) -> bool,
}

const PAIRS: &[Pair] = &[
    Pair {
        condition: "!in_check",
        has_move: false,
        holds: |board, _| board.checkers().is_empty(),
    },
    Pair {
        condition: "!in_check && legal_moves > 0",
        has_move: false,
        holds: |board, _| board.checkers().is_empty() && board.generate_moves(|_| true),
    },
    Pair {
        condition: "!in_check && legal_moves >= 20",
        has_move: false,
        holds: |board, _| {
            let mut moves = 0;
            board.generate_moves(|of_piece| {
                moves += of_piece.len();
                false
            });
            board.checkers().is_empty() && moves >= 20
        },
    },
    Pair {
        condition: "captures == 0",
        has_move: false,
        holds: |board, _| {
            let enemies = board.colors(!board.side_to_move());
            let en_passant = board.en_passant().map(|file| {
                Square::new(file, Rank::Sixth.relative_to(board.side_to_move())).bitboard()
            });
            !board.generate_moves(|of_piece| {
                let is_pawn = of_piece.piece == Piece::Pawn;
                let passed = en_passant.filter(|_| is_pawn).unwrap_or_default();
                !(of_piece.to & (enemies | passed)).is_empty()
            })
        },
    },
    Pair {
        condition: "checking_moves == 0",
        has_move: false,
        holds: |board, _| {
            !board.generate_moves(|of_piece| {
                of_piece.into_iter().any(|played| {
                    let mut next = board.clone();
                    next.play_unchecked(played);
                    !next.checkers().is_empty()
                })
            })
        },
    },
    Pair {
        condition: "!in_check && quiet",
        has_move: true,
        holds: is_quiet,
    },
];

/// Whether the side to move is not in check and the stored move captures nothing, does not promote
/// and gives no check.
fn is_quiet(board: &Board, record: &Record) -> bool {
    let Some(found) = record.played else {
        return false;
    };
    let [from, to] = [found.source(), found.target()].map(|square| Square::index(square.index()));
    let played = cozy_chess::Move {
        from,
        to,
        promotion: None,
    };
    let is_plain = record.position.captured(found).is_none() && found.promotion().is_none();
    if !board.checkers().is_empty() || !is_plain || !board.is_legal(played) {
        return false;
    }
    let mut next = board.clone();
    next.play_unchecked(played);
    next.checkers().is_empty()
}

/// The same position for cozy-chess.
fn board(position: &Position) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    for (color, of) in setwise_moves::Color::ALL.into_iter().zip(Color::ALL) {
        for (role, piece) in Role::ALL.into_iter().zip(Piece::ALL) {
            for square in setwise_moves::Squares(position.pieces(color, role)) {
                *builder.square_mut(Square::index(square.index())) = Some((piece, of));
            }
        }
        let castling = position.castling() & position.by_color(color);
        for rook in setwise_moves::Squares(castling) {
            let (rook, king) = (rook.index(), position.king(color).index());
            let rights = builder.castle_rights_mut(of);
            let file = Some(File::index(rook % 8));
            match rook > king {
                true => rights.short = file,
                false => rights.long = file,
            }
        }
    }
    builder.side_to_move = Color::ALL[position.turn().index()];
    builder.en_passant = position.en_passant().map(|square| {
        let file = File::index(square.index() % 8);
        Square::new(file, Rank::Sixth.relative_to(builder.side_to_move))
    });
    builder.halfmove_clock = position.halfmoves().min(100) as u8;
    builder.build().ok()
}

/// Reads the file and counts the records that `keep` leaves in the batches. Returns the nanoseconds
/// per record as well.
fn run(
    path: &Path,
    mut keep: impl FnMut(&mut Vec<Record>),
) -> Result<(usize, f64), Box<dyn Error>> {
    let start = now();
    let mut reader = Reader::open(path, ReadOptions::default())?;
    let (mut kept, mut batch) = (0, Vec::with_capacity(BATCH));
    while reader.read_batch(&mut batch, BATCH)? > 0 {
        keep(&mut batch);
        kept += batch.len();
        batch.clear();
    }
    Ok((kept, (now() - start) / reader.totals().records as f64))
}

/// The nanoseconds that the thread has run so far. If the system does not count them, those since
/// the first call.
fn now() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let run = stat.and_then(|stat| stat.split(' ').next()?.parse().ok());
    let elapsed = || START.get_or_init(Instant::now).elapsed().as_nanos() as f64;
    run.unwrap_or_else(elapsed)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("the name of a file is missing")?;
    let path = Path::new(&path);
    let format = Reader::open(path, ReadOptions::default())?.format();
    let stores_moves = !matches!(format, Format::Bulletformat | Format::Marlinformat);
    let mut decode = Vec::new();
    for _ in 0..ROUNDS {
        decode.push(run(path, |_| {})?.1);
    }
    println!("decoding alone: {:.1} ns per record", median(decode));
    for pair in PAIRS.iter().filter(|pair| stores_moves || !pair.has_move) {
        let condition = Condition::parse(pair.condition)?;
        let mut analyses = Analyses::default();
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let (kept, time) = run(path, |batch| condition.retain(batch, &mut analyses))?;
            ours.push(time);
            let holds = |record: &Record| {
                let board = board(&record.position);
                board.is_some_and(|board| (pair.holds)(&board, record))
            };
            let (same, time) = run(path, |batch| batch.retain(holds))?;
            theirs.push(time);
            assert_eq!(kept, same, "{}", pair.condition);
        }
        let (ours, theirs) = (median(ours), median(theirs));
        println!(
            "{}: {ours:.1}, cozy-chess {theirs:.1}: {:.2} times as fast",
            pair.condition,
            theirs / ours
        );
    }
    Ok(())
}
