use crate::material::WORTH;
use crate::mates::{Mates, find_mates};
use core::fmt;
use setwise_formats::Record;
use setwise_moves::{
    Analysis, Color, LengthMismatch, Move, MoveEffect, MoveKindCounts, Position, analyze,
    attack_maps, count_captures, count_legal_moves, count_move_kinds, exchange_values, find_checks,
    move_effects,
};
use std::sync::OnceLock;

/// The results of the kernels for the positions of a batch: numbers of legal moves and of their
/// kinds, attacked squares, checks, pins, mobility, the effects of the stored moves. Each is
/// computed for the whole batch when it is first asked for.
///
/// For an index past the end of the batch, nothing attacks and nothing moves.
///
/// ```
/// use setwise_formats::Record;
/// use setwise_moves::{Color, Position};
/// use setwise_values::Analyses;
/// let mut analyses = Analyses::default();
/// analyses.load(&[Record::from(Position::startpos())]);
/// assert_eq!(analyses.legal_moves(0), 20);
/// assert_eq!(analyses.attacked_by(0, Color::White), 0xff_ff7e);
/// assert!(!analyses.is_check(0));
/// ```
#[derive(Clone, Default)]
pub struct Analyses {
    positions: Vec<Position>,
    moves: Vec<Option<Move>>,
    legal_moves: OnceLock<Vec<u32>>,
    checks: OnceLock<Vec<bool>>,
    attacks: OnceLock<Vec<[u64; 2]>>,
    analyses: OnceLock<Vec<Analysis>>,
    kinds: OnceLock<Vec<MoveKindCounts>>,
    captures: OnceLock<Vec<u32>>,
    effects: OnceLock<Vec<Option<MoveEffect>>>,
    exchanges: OnceLock<Vec<Option<i32>>>,
    mates: OnceLock<Vec<Mates>>,
    none: Analysis,
}

impl Analyses {
    /// Replaces the batch.
    pub fn load(&mut self, batch: &[Record]) {
        self.load_positions(batch);
        self.moves.extend(batch.iter().map(|record| record.played));
    }

    /// Replaces the batch without its stored moves, so that their effects are unknown.
    pub(crate) fn load_positions(&mut self, batch: &[Record]) {
        let mut positions = core::mem::take(&mut self.positions);
        let mut moves = core::mem::take(&mut self.moves);
        positions.clear();
        moves.clear();
        positions.extend(batch.iter().map(|record| record.position));
        *self = Self {
            positions,
            moves,
            ..Self::default()
        };
    }

    /// Returns the results of `find` for all positions, which are computed once.
    fn column<'a, T: Clone + Default>(
        &'a self,
        column: &'a OnceLock<Vec<T>>,
        find: impl FnOnce(&[Position], &mut [T]) -> Result<(), LengthMismatch>,
    ) -> &'a [T] {
        column.get_or_init(|| {
            let mut all = vec![T::default(); self.positions.len()];
            // The lengths are equal.
            let _ = find(&self.positions, &mut all);
            all
        })
    }

    /// The analysis of record `i`.
    pub fn of(&self, i: usize) -> &Analysis {
        let all = self.column(&self.analyses, analyze);
        all.get(i).unwrap_or(&self.none)
    }

    /// The number of legal moves of record `i`.
    #[inline]
    pub fn legal_moves(&self, i: usize) -> u32 {
        match self.all_legal_moves() {
            Some(all) => all.get(i).copied().unwrap_or_default(),
            None => self.of(i).legal_moves(),
        }
    }

    /// Returns the numbers of legal moves, unless there are whole analyses, which contain them.
    #[inline]
    pub(crate) fn all_legal_moves(&self) -> Option<&[u32]> {
        let all = || self.column(&self.legal_moves, count_legal_moves);
        self.analyses.get().is_none().then(all)
    }

    /// The numbers of captures, promotions and checks among the legal moves of record `i`.
    pub fn move_kinds(&self, i: usize) -> MoveKindCounts {
        let all = self.column(&self.kinds, count_move_kinds);
        all.get(i).copied().unwrap_or_default()
    }

    /// The number of captures among the legal moves of record `i`.
    pub fn captures(&self, i: usize) -> u32 {
        match self.all_captures() {
            Some(all) => all.get(i).copied().unwrap_or_default(),
            None => self.move_kinds(i).captures(),
        }
    }

    /// Returns the numbers of captures, unless all kinds of moves are counted.
    pub(crate) fn all_captures(&self) -> Option<&[u32]> {
        let all = || self.column(&self.captures, count_captures);
        self.kinds.get().is_none().then(all)
    }

    /// The effect of the stored move of record `i`; `None` if it has no legal move.
    pub fn effect(&self, i: usize) -> Option<MoveEffect> {
        let all = self.column(&self.effects, |positions, all| {
            move_effects(positions, &self.moves, all)
        });
        all.get(i).copied().flatten()
    }

    /// The centipawns that the stored move of record `i` wins by exchanges, by [`WORTH`]; `None` if
    /// it has no legal move.
    pub fn exchange(&self, i: usize) -> Option<i32> {
        let all = self.column(&self.exchanges, |positions, all| {
            exchange_values(positions, &self.moves, &WORTH, all)
        });
        all.get(i).copied().flatten()
    }

    /// The number of moves of record `i` that mate, and whether the stored one does.
    pub fn mates(&self, i: usize) -> Mates {
        let all = self.column(&self.mates, |positions, all| {
            find_mates(positions, &self.moves, all);
            Ok(())
        });
        all.get(i).copied().unwrap_or_default()
    }

    /// Whether record `i` is in the batch.
    pub(crate) fn holds(&self, i: usize) -> bool {
        i < self.positions.len()
    }

    /// The squares that the pieces of a color attack in record `i`.
    pub fn attacked_by(&self, i: usize, color: Color) -> u64 {
        if self.analyses.get().is_some() {
            return self.of(i).attacked_by(color);
        }
        let all = self.column(&self.attacks, attack_maps);
        all.get(i).map_or(0, |map| map[color.index()])
    }

    /// Whether the side to move is in check in record `i`.
    #[inline]
    pub fn is_check(&self, i: usize) -> bool {
        self.all_checks().get(i).copied().unwrap_or_default()
    }

    /// Whether the side to move is in check, for each record.
    #[inline]
    pub(crate) fn all_checks(&self) -> &[bool] {
        self.column(&self.checks, find_checks)
    }
}

impl fmt::Debug for Analyses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyses")
            .field("records", &self.positions.len())
            .finish_non_exhaustive()
    }
}
