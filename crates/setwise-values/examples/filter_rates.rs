//! Measures conditions on the records of a file against a program that uses cozy-chess alone, on
//! one thread.
//!
//! ```sh
//! cargo run --release -p setwise-cli -- data generate random.bullet --count 5000000
//! taskset -c 1 cargo run --release -p setwise-values --example filter_rates -- random.bullet
//! ```
//! The other program reads the file itself and makes its boards from the bytes: those of
//! bulletformat and the first one of a game of viriformat by its builder, later ones by playing the
//! moves. The numbers of records that are kept must be equal. Within a round all take turns. Times
//! are medians over the rounds, in nanoseconds per record: making the positions, the whole filter,
//! and the filter without the making. On Linux it is the time of the CPU, so that other processes
//! matter less.

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, Move, Piece, Rank, Square};
use setwise_formats::{Format, ReadOptions, Reader};
use setwise_values::{Analyses, Condition, Source};
use std::io::{self, BufReader, Read};
use std::{error::Error, fs::File};
use std::{path::Path, sync::OnceLock, time::Instant};

/// The number of rounds.
const ROUNDS: usize = 7;

/// The number of records that are read at once.
const BATCH: usize = 1 << 14;

/// Whether a board, and the move that is stored with it, are kept.
type Holds = fn(&Board, Option<Move>) -> bool;

/// Conditions, and the same for cozy-chess.
const PAIRS: &[(&str, Holds)] = &[
    ("!in_check", |board, _| board.checkers().is_empty()),
    ("!in_check && legal_moves > 0", |board, _| {
        board.checkers().is_empty() && board.generate_moves(|_| true)
    }),
    ("!in_check && legal_moves >= 20", |board, _| {
        let mut moves = 0;
        board.generate_moves(|of_piece| {
            moves += of_piece.len();
            false
        });
        board.checkers().is_empty() && moves >= 20
    }),
    ("captures == 0", |board, _| {
        let enemies = board.colors(!board.side_to_move());
        let en_passant = board.en_passant().map(|file| {
            Square::new(file, Rank::Sixth.relative_to(board.side_to_move())).bitboard()
        });
        !board.generate_moves(|of_piece| {
            let is_pawn = of_piece.piece == Piece::Pawn;
            let passed = en_passant.filter(|_| is_pawn).unwrap_or_default();
            !(of_piece.to & (enemies | passed)).is_empty()
        })
    }),
    ("checking_moves == 0", |board, _| {
        !board.generate_moves(|of_piece| {
            of_piece.into_iter().any(|played| {
                let mut next = board.clone();
                next.play_unchecked(played);
                !next.checkers().is_empty()
            })
        })
    }),
    ("!in_check && quiet", is_quiet),
];

/// Whether the side to move is not in check and the stored move captures nothing, does not promote
/// and gives no check.
fn is_quiet(board: &Board, played: Option<Move>) -> bool {
    let Some(played) = played.filter(|_| board.checkers().is_empty()) else {
        return false;
    };
    let enemies = board.colors(!board.side_to_move());
    let is_passing =
        board.piece_on(played.from) == Some(Piece::Pawn) && played.from.file() != played.to.file();
    if played.promotion.is_some() || enemies.has(played.to) || is_passing {
        return false;
    }
    let mut next = board.clone();
    next.play_unchecked(played);
    next.checkers().is_empty()
}

/// Makes a board from the first 24 bytes of a record: the occupied squares, then four bits for each
/// piece. In viriformat 6 is a rook that may castle, and the state of the game follows; in
/// bulletformat White is to move.
fn board(bytes: &[u8; 32], has_state: bool) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    let occupied = BitBoard(u64::from_le_bytes(*bytes.first_chunk()?));
    let mut unmoved = Vec::new();
    for (at, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + at / 2] >> (at % 2 * 4);
        let color = Color::ALL[usize::from(code >> 3 & 1)];
        if code & 7 == 6 {
            unmoved.push((square, color));
        }
        let piece = Piece::ALL.get(usize::from(code & 7));
        *builder.square_mut(square) = Some((*piece.unwrap_or(&Piece::Rook), color));
    }
    for (rook, color) in unmoved {
        let king = Square::ALL.into_iter();
        let mut king = king.filter(|&at| builder.square(at) == Some((Piece::King, color)));
        let is_short = king.next()? < rook;
        let rights = builder.castle_rights_mut(color);
        match is_short {
            true => rights.short = Some(rook.file()),
            false => rights.long = Some(rook.file()),
        }
    }
    if has_state {
        builder.side_to_move = Color::ALL[usize::from(bytes[24] >> 7)];
        builder.en_passant = Square::try_index(usize::from(bytes[24] & 127));
        builder.halfmove_clock = bytes[25];
    }
    builder.build().ok()
}

/// The number of records that are kept, and the nanoseconds per record.
type Timed = Result<(usize, f64), Box<dyn Error>>;

/// Shows each board of a file to a function, with the move that was played, and counts how often it
/// holds.
fn other(path: &Path, has_games: bool, holds: impl Fn(&Board, Option<Move>) -> bool) -> Timed {
    let start = now();
    let (mut kept, mut all) = (0, 0_u32);
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut bytes = [0; 32];
    loop {
        match file.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            read => read?,
        }
        let mut board = board(&bytes, has_games).ok_or("an invalid board")?;
        if !has_games {
            kept += usize::from(holds(&board, None));
            all += 1;
            continue;
        }
        let mut stored = [0; 4];
        loop {
            file.read_exact(&mut stored)?;
            let code = u16::from_le_bytes([stored[0], stored[1]]);
            if stored == [0; 4] {
                break;
            }
            let square = |bits: u16| Square::index(usize::from(bits & 63));
            let promoted = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
            let played = Move {
                from: square(code),
                to: square(code >> 6),
                promotion: (code >> 14 == 3).then(|| promoted[usize::from(code >> 12 & 3)]),
            };
            kept += usize::from(holds(&board, Some(played)));
            all += 1;
            board.try_play(played).map_err(|error| error.to_string())?;
        }
    }
    Ok((kept, (now() - start) / f64::from(all)))
}

/// Reads the file and counts the records for which a condition holds, all without one. Games are
/// read as blocks.
fn run(path: &Path, condition: Option<&Condition>) -> Timed {
    let start = now();
    let mut reader = Reader::open(path, ReadOptions::default().games(true).blocks(true))?;
    let mut analyses = Analyses::default();
    let (mut kept, mut batch) = (0, Vec::with_capacity(BATCH));
    while reader.read_batch(&mut batch, BATCH)? > 0 {
        let extras = reader.take_extras();
        for games in extras.games() {
            let sets = condition.map_or_else(|| games.all(), |condition| condition.keep(games));
            kept += sets
                .iter()
                .map(|set| set.count_ones() as usize)
                .sum::<usize>();
        }
        if let Some(condition) = condition {
            condition.retain(&mut batch, &mut analyses);
        }
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
    let path = std::env::args().nth(1);
    let path = path.ok_or("the name of a file is missing")?;
    let path = Path::new(&path);
    let format = Reader::open(path, ReadOptions::default())?.format();
    let stores_moves = !matches!(format, Format::Bulletformat | Format::Marlinformat);
    for &(text, holds) in PAIRS {
        let condition = Condition::parse(text)?;
        if condition.reads(Source::Move) && !stores_moves {
            continue;
        }
        let mut times = [const { Vec::new() }; 6];
        for _ in 0..ROUNDS {
            let made = run(path, None)?.1;
            let other_made = other(path, stores_moves, |board, _| !board.occupied().is_empty())?.1;
            let (kept, whole) = run(path, Some(&condition))?;
            let (same, other_whole) = other(path, stores_moves, holds)?;
            assert_eq!(kept, same, "{text}");
            let filters = [whole - made, other_whole - other_made];
            let round = [made, other_made, whole, other_whole, filters[0], filters[1]];
            for (times, time) in times.iter_mut().zip(round) {
                times.push(time);
            }
        }
        println!("{text}");
        for (what, at) in [("positions made", 0), ("whole", 2), ("filter alone", 4)] {
            let both = times[at].iter().zip(&times[at + 1]);
            let ratio = median(both.map(|(ours, theirs)| theirs / ours).collect());
            let (ours, theirs) = (median(times[at].clone()), median(times[at + 1].clone()));
            println!("  {what}: {ours:.1}, cozy-chess {theirs:.1}: {ratio:.2} times as fast");
        }
    }
    Ok(())
}
