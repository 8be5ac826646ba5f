//! Makes a call for many positions so many times, so that an emulator can count instructions:
//! `SETWISE_KERNEL=neon qemu-aarch64 -plugin libinsn.so position_calls legal_moves 4`, less the
//! same with 0 times. It prints the number of positions.

use anyhow::{Context, Result, bail};
use setwise_moves::{MoveRows, Position, count_legal_moves, legal_moves};
use setwise_nnue::{
    Csr, Extractor, FeatureSet, FullThreats, HalfKaV2HmTraining, Joined, PawnPairs,
};
use std::hint::black_box;

fn main() -> Result<()> {
    setwise::selection::select_from_env()?;
    let mut arguments = std::env::args().skip(1);
    let call = arguments.next().context("the name of a call")?;
    let times = arguments.next().context("how many times")?.parse()?;
    let positions = played(1024)?;
    let (mut rows, mut counts) = (MoveRows::new(), vec![0; positions.len()]);
    for _ in 0..times {
        match &*call {
            "legal_moves" => legal_moves(&positions, &mut rows),
            "count_legal_moves" => count_legal_moves(&positions, &mut counts)?,
            "full-threats" => extract(FullThreats::new(), &positions)?,
            "pawn-pairs" => extract(PawnPairs, &positions)?,
            "half-ka-v2-hm-training" => extract(HalfKaV2HmTraining, &positions)?,
            "three sets" => {
                let threats_and_pawns = Joined::new(FullThreats::new(), PawnPairs);
                extract(
                    Joined::new(threats_and_pawns, HalfKaV2HmTraining),
                    &positions,
                )?;
            }
            _ => bail!("{call} is none of the calls"),
        }
    }
    println!("{}", positions.len());
    Ok(())
}

/// Rows without gaps.
fn extract<S: FeatureSet>(set: S, positions: &[Position]) -> Result<()> {
    let extractor = Extractor::new(set);
    let mut rows = Csr::<u32>::new();
    extractor.append(positions, &mut rows)?;
    black_box(rows);
    Ok(())
}

/// Every eighth position of the games of the corpus.
fn played(number: usize) -> Result<Vec<Position>> {
    let games = include_str!("../corpus/games.txt").lines();
    let mut positions = Vec::new();
    for game in games.filter(|line| !line.starts_with('#')) {
        let mut position = Position::startpos();
        for (ply, name) in game.split_whitespace().enumerate() {
            position = position.play(position.parse_move(name)?)?;
            if ply % 8 == 7 {
                positions.push(position);
            }
        }
    }
    positions.truncate(number);
    Ok(positions)
}
