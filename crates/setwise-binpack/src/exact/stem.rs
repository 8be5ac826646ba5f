use super::signed;
use crate::error::ReadError;
use setwise_moves::{Color, Move, Outcome, Position, Role, Setup, Square, Squares};

/// The contents of a stem.
pub(crate) struct Start {
    pub(crate) position: Position,
    pub(crate) played: Option<Move>,
    /// The score, as the side to move sees it.
    pub(crate) score: i16,
    pub(crate) outcome: Outcome,
    pub(crate) ply: u16,
}

pub(crate) fn read_stem(stem: &[u8; 32]) -> Result<Start, ReadError> {
    let (words, _) = stem.as_chunks();
    let half = |at: usize| words.get(at).map_or(0, |word| u16::from_be_bytes(*word));
    let (occupied, rest) = stem.split_first_chunk::<8>().unwrap_or((&[0; 8], &[]));
    let codes = rest.iter().take(16).flat_map(|pair| [pair & 15, pair >> 4]);
    let occupied = u64::from_be_bytes(*occupied);
    setwise_moves::packed::check_count(occupied).map_err(|count| ReadError::PieceCount(count.0))?;
    let mut setup = Setup::empty();
    for (square, code) in Squares(occupied).zip(codes) {
        piece(&mut setup, square, code).ok_or(ReadError::PieceCode(code))?;
    }
    let [code, score, labels, clock] = [12, 13, 14, 15].map(half);
    let ply = labels & 0x3fff;
    setup.halfmoves = clock;
    setup.fullmove = ply / 2 + 1;
    let position = Position::new(setup)?.without_useless_en_passant();
    let played = match code {
        0 => None,
        _ => Some(read_move(&position, code).ok_or(ReadError::MoveCode(code, ply.into()))?),
    };
    let outcome = match signed(labels >> 14) {
        1 => Outcome::WhiteWins,
        0 => Outcome::Draw,
        -1 => Outcome::BlackWins,
        _ => return Err(ReadError::OutcomeCode((labels >> 14) as u8)),
    };
    Ok(Start {
        position,
        played,
        score: signed(score),
        outcome: outcome.seen_by(position.turn()),
        ply,
    })
}
/// Places the piece of a code: 0 to 11 are twice the role, plus 1 for Black; 12 is a pawn that has
/// just moved two squares; 13 and 14 are a white and a black rook with a castling right; 15 is the
/// black king, with Black to move. Returns `None` if the square does not allow the code.
fn piece(setup: &mut Setup, square: Square, code: u8) -> Option<()> {
    let color = Color::ALL[usize::from(code & 1)];
    let (color, role) = match code {
        12 => {
            let (color, behind) = match square.rank() {
                3 => (Color::White, square.index() - 8),
                4 => (Color::Black, square.index() + 8),
                _ => return None,
            };
            if setup.en_passant.is_some() {
                return None;
            }
            setup.en_passant = Square::from_index(behind);
            (color, Role::Pawn)
        }
        13 | 14 => {
            let color = color.other();
            if square.bit() & color.view(0x81) == 0 {
                return None;
            }
            setup.castling |= square.bit();
            (color, Role::Rook)
        }
        15 => {
            setup.turn = Color::Black;
            (Color::Black, Role::King)
        }
        _ => (color, *Role::ALL.get(usize::from(code >> 1))?),
    };
    *setup.pieces_mut(color, role) |= square.bit();
    Some(())
}

fn read_move(position: &Position, code: u16) -> Option<Move> {
    const PROMOTION: u16 = 1;
    const CASTLING: u16 = 2;
    let kind = code >> 14;
    let promoted = Role::PROMOTIONS[usize::from(code & 3)];
    let source = Square::wrapping((code >> 8).into());
    let target = Square::wrapping((code >> 2).into());
    let played = position.move_between(source, target, (kind == PROMOTION).then_some(promoted))?;
    let is_kind = played.is_castling() == (kind == CASTLING);
    (is_kind && position.is_legal(played)).then_some(played)
}
