//! King danger: all squares that a side attacks if the king of the other side is lifted from the
//! board. The functions of the book's page on magic bitboards against lookups piece by piece.

use crate::isa::{Baseline, Isa};
use crate::peers::pieces::{CozyChess, Lookup, Pieces as Loop};
use crate::rounds::{Contender, Contest, keep, measure, timed};
use crate::{calls::Calls, corpus::Corpus};
use anyhow::{Result, ensure};
use cozy_chess::{BitBoard, get_knight_moves};
use setwise::{Sliders, attacks, attacks_of_each};
use setwise_moves::sets::{Pieces, king_attacks, knight_attacks, pawn_attacks};
use setwise_moves::{Analysis, Position, analyze};
use setwise_results::Timed;
use std::{fmt::Write, hint::black_box, time::Duration};

/// The number of positions of the repeated cases, and of the results in memory.
const FEW: usize = 1024;

/// Writes the danger of at most [`FEW`] positions.
type Danger = dyn Fn(&[Position], &mut [u64]);

/// Returns the pieces of the other side, its sliders, and the occupied squares without our king.
#[inline(always)]
fn boards(position: &Position) -> (Pieces<u64>, Sliders, u64) {
    let them = Pieces::of(position, !position.turn());
    let king = position.king(position.turn()).bit();
    let sliders = Sliders {
        orthogonal: them.orthogonal,
        diagonal: them.diagonal,
    };
    (them, sliders, position.occupied() & !king)
}

/// The attacks of all pieces but sliders.
#[inline(always)]
fn steps(them: &Pieces<u64>) -> u64 {
    let pawns = pawn_attacks(them.pawns, them.color);
    pawns | knight_attacks(them.knights) | king_attacks(them.king)
}

#[inline(always)]
fn by_set(position: &Position, more: u64) -> u64 {
    let (them, sliders, occupied) = boards(position);
    attacks(sliders, occupied | more) | steps(&them)
}

#[inline(always)]
fn by_piece<L: Lookup>(lookup: L, position: &Position, more: u64) -> u64 {
    let (them, sliders, occupied) = boards(position);
    let mut danger = Loop(lookup).attacks(sliders, occupied | more);
    for square in BitBoard(them.knights) {
        danger |= get_knight_moves(square).0;
    }
    danger | pawn_attacks(them.pawns, them.color) | king_attacks(them.king)
}

fn of_each(positions: &[Position], danger: &mut [u64]) {
    let sliders = |at: usize| {
        let (_, sliders, occupied) = boards(&positions[at]);
        (sliders, occupied)
    };
    attacks_of_each(sliders, danger);
    for (position, danger) in positions.iter().zip(danger) {
        *danger |= steps(&Pieces::of(position, !position.turn()));
    }
}

/// Returns a loop over a function. In a chain, each call gets an empty set that depends on the
/// previous result, so that the calls run one after another.
fn looped<const CHAIN: bool>(
    isa: impl Isa,
    danger: impl Fn(&Position, u64) -> u64 + Copy + 'static,
) -> Box<Danger> {
    Box::new(move |positions, out| {
        isa.run(|| {
            let (zero, mut last) = (black_box(0), 0);
            for (position, out) in positions.iter().zip(&mut *out) {
                last = danger(position, if CHAIN { last & zero } else { 0 });
                *out = last;
            }
            last
        });
    })
}

fn contest<const CHAIN: bool>(case: &str, positions: &'static [Position]) -> Result<Contest> {
    let magic = |position: &_, more| by_piece(CozyChess, position, more);
    let mut all = vec![
        ("magic".into(), looped::<CHAIN>(Baseline, magic)),
        ("danger_by_set".into(), looped::<CHAIN>(Baseline, by_set)),
    ];
    #[cfg(target_arch = "x86_64")]
    if let (Some(pext), Some(isa)) = (crate::peers::pieces::Pext::new(), crate::isa::Bmi2::new()) {
        let pext = move |position: &_, more| by_piece(pext, position, more);
        all.push(("PEXT".into(), looped::<CHAIN>(isa, pext)));
    }
    for n in [8, 32, FEW].into_iter().filter(|_| !CHAIN) {
        let each = move |positions: &[Position], out: &mut [u64]| {
            let calls = positions.chunks(n).zip(out.chunks_mut(n));
            calls.for_each(|(positions, out)| of_each(positions, out));
        };
        all.push((format!("danger_of_each, {n} positions"), Box::new(each)));
    }
    let mut contenders = Vec::new();
    for (name, danger) in all {
        let mut out = vec![0; FEW];
        for positions in positions.chunks(FEW) {
            let out = &mut out[..positions.len()];
            let mut expected = vec![Analysis::default(); out.len()];
            analyze(positions, &mut expected)?;
            danger(positions, out);
            let expected = expected.iter().map(Analysis::danger);
            ensure!(expected.eq(out.iter().copied()), "{name}: wrong danger");
        }
        let pass = timed(move || {
            for positions in positions.chunks(FEW) {
                danger(positions, &mut out[..positions.len()]);
                black_box(&mut out);
            }
        });
        contenders.push(Contender::new(&name, 1, pass));
    }
    let case = case.into();
    Ok(Contest { case, contenders })
}

/// Measures in rounds, and returns the ns per position as text, medians over the rounds.
///
/// # Errors
/// A function gives another danger than `analyze`.
pub fn run(rounds: usize) -> Result<String> {
    let fens = Corpus::game_fens(Corpus::DIFFERENT);
    let positions = fens.iter().map(|fen| Ok(Position::from_fen(fen)?));
    let positions: &'static Vec<_> = keep(positions.collect::<Result<_>>()?);
    let few = &positions[..FEW];
    let contests = vec![
        contest::<false>("new", positions)?,
        contest::<true>("new, chain", positions)?,
        contest::<false>("again", few)?,
        contest::<true>("again, chain", few)?,
    ];
    let times = [Duration::from_millis(20), Duration::MAX];
    let mut text = String::from("ns per position\n");
    for row in measure(contests, rounds, times, &|_| ())?.0 {
        let is_new = row.case.starts_with("new");
        let time = row.median() * 1e9 / if is_new { positions.len() } else { FEW } as f64;
        writeln!(text, "{:14}{:32}{time:6.1}", row.case, row.contender)?;
    }
    Ok(text)
}
