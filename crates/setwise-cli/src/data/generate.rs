use super::names::is_standard;
use super::output::{Output, OutputArgs, beside_records, is_closed};
use super::resume::{Facts, Points, ResumeArgs};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use setwise_formats::{Outcome, Record};
use setwise_moves::{Color, Move, Position};
use setwise_program::progress::progress;
use setwise_values::material;
use std::{num::NonZeroU32, path::PathBuf};

/// Play random games and write their positions, for tests and measurements.
///
/// Each move is any legal move with equal probability; with `--policy greedy` it is the one that
/// wins most material by exchanges, with noise. A game ends with mate, stalemate, insufficient
/// material, 100 half-moves without a capture or a pawn's move, or 200 half-moves; without mate it
/// is a draw. The score of a position is its material: pawn 100, knight and bishop 300, rook 500,
/// queen 900. The same seed makes the same file.
#[derive(Args, Debug)]
#[command(after_help = "Example: setwise data generate random.marlin --count 1000000 --seed 1")]
pub(super) struct GenerateArgs {
    /// File to write, or `-` for the standard output. It is replaced as a whole at the end
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,
    /// Number of positions
    #[arg(long, value_name = "N")]
    count: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    writing: OutputArgs,
    /// Begin with random positions of Chess960 instead of the initial one
    #[arg(long)]
    chess960: bool,
    /// How moves are chosen
    #[arg(long, value_enum, value_name = "POLICY", default_value_t = Policy::Random)]
    policy: Policy,
    #[command(flatten)]
    resume: ResumeArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Policy {
    /// Any legal move
    Random,
    /// The move that wins most material, with noise
    Greedy,
}

/// Material by role, as in scores.
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// The noise of greedy moves, in the units of scores: more than the difference of a bishop and a
/// knight, less than a pawn.
const NOISE: usize = 90;

/// The length of the longest game in half-moves.
const LONGEST: usize = 200;

/// The half-move clock that ends a game.
const QUIET: u16 = 100;

struct Games {
    random: SplitMix64,
    /// The number of random numbers so far.
    drawn: u64,
    chess960: bool,
    policy: Policy,
}

impl Games {
    fn skip(&mut self, count: u64) {
        self.drawn += count;
        for _ in 0..count {
            self.random.next_u64();
        }
    }

    fn below(&mut self, end: usize) -> usize {
        self.drawn += 1;
        below(&mut self.random, end as u64) as usize
    }

    fn choose(&mut self, position: &Position, moves: &[Move]) -> Move {
        if self.policy == Policy::Random {
            return moves[self.below(moves.len())];
        }
        let (mut best, mut most) = (moves[0], i32::MIN);
        for &played in moves {
            let gain = position.exchange_value(played, &VALUES).unwrap_or(0);
            let gain = gain + self.below(NOISE) as i32;
            if gain > most {
                (best, most) = (played, gain);
            }
        }
        best
    }

    /// Plays a game, and puts its positions with the moves that were played into `records`.
    fn play(&mut self, records: &mut Vec<Record>) {
        records.clear();
        let start = match self.chess960 {
            true => Position::chess960(self.below(960) as u16),
            false => None,
        };
        let mut position = start.unwrap_or(Position::startpos());
        let mut moves = Vec::new();
        let outcome = loop {
            moves.clear();
            moves.extend(position.legal_move_sets());
            if moves.is_empty() && position.is_check() {
                break match position.turn() {
                    Color::White => Outcome::BlackWins,
                    Color::Black => Outcome::WhiteWins,
                };
            }
            let is_over = moves.is_empty() || position.has_insufficient_material();
            if is_over || position.halfmoves() >= QUIET || records.len() == LONGEST {
                break Outcome::Draw;
            }
            let played = self.choose(&position, &moves);
            let mut record = Record::from(position);
            record.played = Some(played);
            record.ply = Some(records.len() as u16);
            record.white_score = i16::try_from(material(&position, Color::White)).ok();
            records.push(record);
            position = position.play_unchecked(played);
        };
        for record in records {
            record.outcome = Some(outcome);
        }
    }
}

/// Returns the random numbers of a seed.
pub(super) fn random(seed: u64) -> SplitMix64 {
    SplitMix64::from_seed(seed.to_le_bytes())
}

/// Returns a random number below `end`.
pub(super) fn below(random: &mut SplitMix64, end: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(end)) >> 64) as u64
}

/// The entries of a checkpoint.
const GAMES: &str = "games";
const DRAWN: &str = "random numbers";

pub(super) fn run(args: &GenerateArgs) -> anyhow::Result<String> {
    let (to, compression) = args.writing.format(&args.output)?;
    let name = args.output.display();
    let facts = Facts::from_iter([
        ("command".into(), "generate".into()),
        ("--to".into(), to.id().into()),
        ("--count".into(), args.count.into()),
        ("--seed".into(), args.seed.into()),
        ("--chess960".into(), args.chess960.into()),
        (
            "--policy greedy".into(),
            (args.policy == Policy::Greedy).into(),
        ),
    ]);
    let checkpoints = args.resume.open(&args.output, (to, compression), facts)?;
    let options = args.writing.options();
    let mut output = Output::open(&args.output, (to, compression), options, checkpoints)?;
    let template = "{human_pos} of {human_len} positions, {per_sec}, about {eta} left";
    let progress = progress(Some(args.count), template);
    let mut games = Games {
        random: random(args.seed),
        drawn: 0,
        chess960: args.chess960,
        policy: args.policy,
    };
    let (mut records, mut count) = (Vec::new(), 0);
    if let Some(points) = output.begin() {
        count = points.get(GAMES)?;
        games.skip(points.get(DRAWN)?);
        progress.set_position(output.written());
        progress.reset_eta();
    }
    let write = || {
        while output.written() < args.count {
            games.play(&mut records);
            let number = u32::try_from(count + 1).ok().and_then(NonZeroU32::new);
            records.iter_mut().for_each(|record| record.game = number);
            let left = args.count - output.written();
            records.truncate(usize::try_from(left).unwrap_or(usize::MAX));
            output.write_all(&records)?;
            progress.inc(records.len() as u64);
            count += 1;
            output.checkpoint(|| {
                let points = Points::default().with(GAMES, &count);
                Some(points.with(DRAWN, &games.drawn))
            })?;
        }
        output.finish()
    };
    let finished = write();
    progress.finish_and_clear();
    let finished = match finished {
        Ok(finished) => finished,
        Err(error) if is_closed(&args.output, &error) => return Ok(String::new()),
        Err(error) => return Err(anyhow!("{name}: {error}")),
    };
    let text = format!("games: {count}\nrecords written: {}\n", finished.written);
    finished.commit()?;
    Ok(beside_records(text, is_standard(&args.output)))
}
