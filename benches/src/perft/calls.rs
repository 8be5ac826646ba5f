//! The calls that take an array of positions, and what cozy-chess does for the same answers.

use super::cases::Case;
use anyhow::Result;
use cozy_chess::{Board, Piece, Rank, Square};
use setwise_moves::{Analysis, Color, Move, MoveEffect, MoveKernel, MoveKinds, Position, Role};

/// The values of pieces in exchanges.
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

/// A call for many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    CountLegalMoves,
    AttackMaps,
    Analyze,
    CountMoveKinds,
    MoveEffects,
    ExchangeValues,
}

impl Call {
    /// The calls other than [`Call::CountLegalMoves`].
    pub(super) const OTHERS: [Self; 5] = [
        Self::AttackMaps,
        Self::Analyze,
        Self::CountMoveKinds,
        Self::MoveEffects,
        Self::ExchangeValues,
    ];

    /// The name of the function.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::CountLegalMoves => "count_legal_moves",
            Self::AttackMaps => "attack_maps",
            Self::Analyze => "analyze",
            Self::CountMoveKinds => "count_move_kinds",
            Self::MoveEffects => "move_effects",
            Self::ExchangeValues => "exchange_values",
        }
    }

    /// Whether cozy-chess has what the answer needs, and nothing that it lacks (exchanges, the
    /// squares that a king must avoid).
    pub(super) const fn is_for_cozy_chess(self) -> bool {
        !matches!(self, Self::Analyze | Self::ExchangeValues)
    }
}

/// The answers of a call, an entry for each position.
#[derive(Debug, Default)]
pub(super) struct Answers {
    counts: Vec<u32>,
    maps: Vec<[u64; 2]>,
    analyses: Vec<Analysis>,
    kinds: Vec<MoveKinds>,
    effects: Vec<Option<MoveEffect>>,
    exchanges: Vec<Option<i32>>,
    /// The answers of cozy-chess as digests, except for counts and maps.
    digests: Vec<u32>,
}

/// Replaces the entries by others, so that answers of an earlier pass cannot hide missing ones.
fn spoil<T: Clone>(entries: &mut Vec<T>, count: usize, value: T) {
    entries.clear();
    entries.resize(count, value);
}

impl Answers {
    /// Makes room for a call.
    pub(super) fn spoil(&mut self, call: Call, n: usize) {
        match call {
            Call::CountLegalMoves => spoil(&mut self.counts, n, u32::MAX),
            Call::AttackMaps => spoil(&mut self.maps, n, [!0; 2]),
            Call::Analyze => spoil(&mut self.analyses, n, Analysis::default()),
            Call::CountMoveKinds => spoil(&mut self.kinds, n, MoveKinds::default()),
            Call::MoveEffects => spoil(&mut self.effects, n, None),
            Call::ExchangeValues => spoil(&mut self.exchanges, n, Some(i32::MIN)),
        }
        spoil(&mut self.digests, n, u32::MAX);
    }

    /// Calls a kernel for the positions from `first` on.
    fn call(
        &mut self,
        call: Call,
        kernel: MoveKernel,
        positions: &[Position],
        moves: &[Option<Move>],
        first: usize,
    ) -> Result<()> {
        let range = first..first + positions.len();
        match call {
            Call::CountLegalMoves => {
                kernel.count_legal_moves(positions, &mut self.counts[range])?
            }
            Call::AttackMaps => kernel.attack_maps(positions, &mut self.maps[range])?,
            Call::Analyze => kernel.analyze(positions, &mut self.analyses[range])?,
            Call::CountMoveKinds => kernel.count_move_kinds(positions, &mut self.kinds[range])?,
            Call::MoveEffects => {
                let moves = &moves[range.clone()];
                kernel.move_effects(positions, moves, &mut self.effects[range])?;
            }
            Call::ExchangeValues => {
                let moves = &moves[range.clone()];
                kernel.exchange_values(positions, moves, &VALUES, &mut self.exchanges[range])?;
            }
        }
        Ok(())
    }

    /// Calls a kernel for all positions at once.
    pub(super) fn together(&mut self, case: &Case, kernel: MoveKernel) -> Result<()> {
        self.call(case.call, kernel, &case.positions, &case.moves, 0)
    }

    /// Calls a kernel for one position after the other.
    pub(super) fn one_by_one(&mut self, case: &Case, kernel: MoveKernel) -> Result<()> {
        for (first, one) in case.positions.chunks(1).enumerate() {
            self.call(case.call, kernel, one, &case.moves, first)?;
        }
        Ok(())
    }

    pub(super) fn by_cozy_chess(&mut self, case: &Case) {
        let boards = case.cozy.iter().enumerate();
        match case.call {
            Call::CountLegalMoves => {
                for (i, board) in boards {
                    self.counts[i] = super::contenders::cozy_count(board) as u32;
                }
            }
            Call::AttackMaps => {
                for (i, board) in boards {
                    self.maps[i] = cozy_chess::Color::ALL.map(|color| attacked(board, color));
                }
            }
            Call::CountMoveKinds => {
                for (i, board) in boards {
                    self.digests[i] = kinds(board);
                }
            }
            Call::MoveEffects => {
                for (i, board) in boards {
                    self.digests[i] = case.cozy_moves[i].map_or(0, |played| effect(board, played));
                }
            }
            Call::Analyze | Call::ExchangeValues => {}
        }
    }

    pub(super) fn by_chess(&mut self, case: &Case) {
        for (board, count) in case.chess.iter().zip(&mut self.counts) {
            *count = chess::MoveGen::new_legal(board).len() as u32;
        }
    }

    /// Returns a number for each position that depends on all of its answer.
    pub(super) fn digests(&self, call: Call) -> Vec<u32> {
        let fold = |words: &[u64]| {
            let mix = |all: u64, word: &u64| {
                (all ^ word)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(23)
            };
            words.iter().fold(1, mix) as u32
        };
        match call {
            _ if self.digests.iter().any(|&digest| digest != u32::MAX) => self.digests.clone(),
            Call::CountLegalMoves => self.counts.clone(),
            Call::AttackMaps => self.maps.iter().map(|map| fold(map)).collect(),
            Call::Analyze => {
                let digest = |analysis: &Analysis| {
                    let mut words = vec![analysis.checkers(), analysis.pinned(), analysis.danger()];
                    words.extend(Color::ALL.map(|color| analysis.attacked_by(color)));
                    words.extend(Role::ALL.map(|role| u64::from(analysis.mobility(role))));
                    fold(&words)
                };
                self.analyses.iter().map(digest).collect()
            }
            Call::CountMoveKinds => {
                let digest = |kinds: &MoveKinds| {
                    packed([kinds.captures(), kinds.promotions(), kinds.checks()])
                };
                self.kinds.iter().map(digest).collect()
            }
            Call::MoveEffects => {
                let digest = |effect: &Option<MoveEffect>| {
                    let effect = effect.as_ref()?;
                    Some(bits([
                        effect.is_capture(),
                        effect.is_promotion(),
                        effect.is_check(),
                    ]))
                };
                self.effects
                    .iter()
                    .map(|effect| digest(effect).unwrap_or(0))
                    .collect()
            }
            Call::ExchangeValues => {
                let digest = |value: &Option<i32>| value.map_or(u32::MAX, i32::cast_unsigned);
                self.exchanges.iter().map(digest).collect()
            }
        }
    }
}

fn packed([captures, promotions, checks]: [u32; 3]) -> u32 {
    captures | promotions << 8 | checks << 16
}

/// The effects of a legal move as bits.
fn bits([capture, promotion, check]: [bool; 3]) -> u32 {
    8 | u32::from(capture) | u32::from(promotion) << 1 | u32::from(check) << 2
}

/// The squares that the pieces of a color attack.
fn attacked(board: &Board, color: cozy_chess::Color) -> u64 {
    let occupied = board.occupied();
    let own = board.colors(color);
    let mut all = cozy_chess::BitBoard::EMPTY;
    for piece in Piece::ALL {
        for square in own & board.pieces(piece) {
            all |= match piece {
                Piece::Pawn => cozy_chess::get_pawn_attacks(square, color),
                Piece::Knight => cozy_chess::get_knight_moves(square),
                Piece::Bishop => cozy_chess::get_bishop_moves(square, occupied),
                Piece::Rook => cozy_chess::get_rook_moves(square, occupied),
                Piece::Queen => {
                    cozy_chess::get_bishop_moves(square, occupied)
                        | cozy_chess::get_rook_moves(square, occupied)
                }
                Piece::King => cozy_chess::get_king_moves(square),
            };
        }
    }
    all.0
}

/// Whether a move captures. Castling is a move of the king to its own rook.
fn captures(board: &Board, piece: Piece, played: cozy_chess::Move) -> bool {
    let turn = board.side_to_move();
    let passed = board
        .en_passant()
        .map(|file| Square::new(file, Rank::Sixth.relative_to(turn)));
    board.colors(!turn).has(played.to) || piece == Piece::Pawn && passed == Some(played.to)
}

fn gives_check(board: &Board, played: cozy_chess::Move) -> bool {
    let mut child = board.clone();
    child.play_unchecked(played);
    !child.checkers().is_empty()
}

/// Captures, promotions and checks among the legal moves.
fn kinds(board: &Board) -> u32 {
    let mut kinds = [0; 3];
    board.generate_moves(|moves| {
        for found in moves {
            kinds[0] += u32::from(captures(board, moves.piece, found));
            kinds[1] += u32::from(found.promotion.is_some());
            kinds[2] += u32::from(gives_check(board, found));
        }
        false
    });
    packed(kinds)
}

/// Whether a move is legal, and what it does.
fn effect(board: &Board, played: cozy_chess::Move) -> u32 {
    match board.piece_on(played.from) {
        Some(piece) if board.is_legal(played) => bits([
            captures(board, piece, played),
            played.promotion.is_some(),
            gives_check(board, played),
        ]),
        _ => 0,
    }
}
