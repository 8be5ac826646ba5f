//! The benchmark of NNUE features: sets of `setwise-nnue` on every instruction set of the host,
//! scalar code (`opponents`), and floors. The page says how it measures
//! (`tools/measure/src/report/prose/nnue-end.md`).

mod moves;
mod opponents;
mod passes;
mod tables;
mod work;

use crate::{corpus::Corpus, isa::Isa, peers::pieces::CozyChess, rounds::measure};
use anyhow::Result;
use opponents::{Peer, ROOM};
use setwise_moves::Position;
use setwise_nnue::{
    Boards, Chess768, FullThreats, FullThreats60144, FullThreats79856, HalfKaV2Hm,
    HalfKaV2HmTraining, Joined, KingBuckets, MirroredKingBuckets, MontyValue, PawnPairs,
};
use setwise_program::number::grouped;
use setwise_results::Measured;
use setwise_results::nnue::NnueRun;
use std::{rc::Rc, time::Duration};
use tables::{FULL, FULL_60144, FULL_79856, NO_THREATS};
use work::Bench;

/// The numbers of positions: of a run, of a smoke run, and few enough for predictors to learn.
const POSITIONS: [usize; 3] = [65_536, 1_024, 256];

/// Runs the benchmark; a smoke run measures little. `rounds` replaces the usual number of rounds.
/// `progress` gets a line for each case of a round.
///
/// # Errors
/// A contender gives other features than the library's scalar code, or the system gives no threads.
pub fn run(smoke: bool, rounds: Option<usize>, progress: &dyn Fn(&str)) -> Measured<NnueRun> {
    #[cfg(target_arch = "x86_64")]
    if let (Some(pext), Some(isa)) = (crate::peers::pieces::Pext::new(), crate::isa::Bmi2::new()) {
        return run_with("PEXT", pext, isa, (smoke, rounds), progress);
    }
    let (magic, isa) = (CozyChess, crate::isa::Baseline);
    run_with("magic", magic, isa, (smoke, rounds), progress)
}

fn run_with<L: Peer, I: Isa>(
    name: &str,
    lookup: L,
    isa: I,
    (smoke, rounds): (bool, Option<usize>),
    progress: &dyn Fn(&str),
) -> Measured<NnueRun> {
    let [usual, least, few] = POSITIONS;
    let number = if smoke { least } else { usual };
    let parse = |fen: &Rc<str>| anyhow::Ok(Boards::from(&Position::from_fen(fen)?));
    let positions = Corpus::game_fens(number);
    let positions = positions.iter().map(parse).collect::<Result<Vec<_>>>()?;
    let known = positions[..few].to_vec();
    progress("checks");
    let mut bench = Bench::new(isa, [positions, known]);
    // A bucket for each rank; for the mirrored set, whose kings are on files a to d, for two ranks.
    let king_buckets = KingBuckets::new(std::array::from_fn(|square| (square / 8) as u8));
    let mirrored_buckets = MirroredKingBuckets::new(std::array::from_fn(|i| (i / 8) as u8));
    let threats_and_pawns = Joined::new(FullThreats::new(), PawnPairs);
    let all_three = "full-threats + pawn-pairs + half-ka-v2-hm-training";
    let joined = Joined::new(threats_and_pawns, HalfKaV2HmTraining);
    bench.add::<FULL, _, _>("full-threats", FullThreats::new(), lookup)?;
    bench.add::<NO_THREATS, _, _>("pawn-pairs", PawnPairs, lookup)?;
    bench.add::<NO_THREATS, _, _>("half-ka-v2-hm", HalfKaV2Hm, lookup)?;
    bench.add::<FULL, _, _>(all_three, joined, lookup)?;
    bench.add::<FULL_60144, _, _>("full-threats-60144", FullThreats60144::new(), lookup)?;
    bench.add::<FULL_79856, _, _>("full-threats-79856", FullThreats79856::new(), lookup)?;
    bench.add::<FULL_79856, _, _>("monty-value", MontyValue::monty(), lookup)?;
    bench.add::<NO_THREATS, _, _>("chess-768", Chess768, lookup)?;
    bench.add::<NO_THREATS, _, _>("king-buckets", king_buckets, lookup)?;
    bench.add::<NO_THREATS, _, _>("mirrored-king-buckets", mirrored_buckets, lookup)?;
    bench.add_moves(number)?;
    bench.add_threads(&FullThreats::new())?;
    let (usual, sample) = if smoke { (1, 0) } else { (11, 20) };
    let times = [Duration::from_millis(sample), Duration::MAX];
    let rounds = rounds.unwrap_or(usual);
    let (rows, cycle) = measure(bench.contests, rounds, times, progress)?;
    let different = grouped(number.min(Corpus::DIFFERENT));
    let run = NnueRun {
        cycle,
        best: setwise::selection::level().hand_written_name().into(),
        lookup: name.into(),
        source: format!("positions of the games of the corpus, {different} distinct positions"),
        stride: ROOM,
        cases: bench.cases,
    };
    Ok((rounds, rows, run))
}
