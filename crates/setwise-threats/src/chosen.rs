//! Other features that are chosen at run time.

use crate::changed::{Index, Writer};
use crate::others::{Others, Pieces, append_pieces, flipped, sealed};
use crate::pawn_pairs::PawnPairs;
use crate::piece_squares::{
    Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets, PieceSquares,
    first_indices,
};
use crate::step::Perspective;

/// A set of pieces on squares.
#[derive(Clone, Copy, Debug)]
pub enum ChosenPieces {
    /// [`Chess768`].
    Chess768,
    /// [`KingBuckets`].
    KingBuckets(KingBuckets),
    /// [`MirroredKingBuckets`].
    MirroredKingBuckets(MirroredKingBuckets),
    /// [`HalfKaV2Hm`].
    HalfKaV2Hm,
    /// [`HalfKaV2HmTraining`].
    HalfKaV2HmTraining,
}

impl ChosenPieces {
    fn size(&self) -> u32 {
        match self {
            Self::Chess768 => PieceSquares::size(&Chess768),
            Self::KingBuckets(set) => PieceSquares::size(set),
            Self::MirroredKingBuckets(set) => PieceSquares::size(set),
            Self::HalfKaV2Hm => PieceSquares::size(&HalfKaV2Hm),
            Self::HalfKaV2HmTraining => PieceSquares::size(&HalfKaV2HmTraining),
        }
    }

    fn frame(&self, king: u8) -> (u8, u32) {
        match self {
            Self::Chess768 => Chess768.frame(king),
            Self::KingBuckets(set) => set.frame(king),
            Self::MirroredKingBuckets(set) => set.frame(king),
            Self::HalfKaV2Hm => HalfKaV2Hm.frame(king),
            Self::HalfKaV2HmTraining => HalfKaV2HmTraining.frame(king),
        }
    }

    const fn first_indices(&self) -> &'static [[u32; 16]; 2] {
        match self {
            Self::HalfKaV2Hm => const { &first_indices::<HalfKaV2Hm>() },
            Self::HalfKaV2HmTraining => const { &first_indices::<HalfKaV2HmTraining>() },
            _ => const { &first_indices::<Chess768>() },
        }
    }
}

/// A choice of pieces on squares and of pairs of pawns. One copy of the code serves all choices.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// The set of pieces on squares.
    pub pieces: Option<ChosenPieces>,
    /// Whether there are pairs of pawns before the pieces, and after them.
    pub pairs: [bool; 2],
}

impl Chosen {
    fn size_of_pieces(&self) -> u32 {
        self.pieces.as_ref().map_or(0, ChosenPieces::size)
    }
}

impl Others for Chosen {
    const MAX_SIZE: u32 = 2 * PawnPairs::MAX_SIZE + <KingBuckets as PieceSquares>::MAX_SIZE;

    fn size(&self) -> u32 {
        let pairs = self.pairs.map(u32::from);
        (pairs[0] + pairs[1]) * PawnPairs::MAX_SIZE + self.size_of_pieces()
    }
}

impl sealed::Others for Chosen {
    fn refreshes(&self, perspective: Perspective, king: [u8; 2]) -> bool {
        let side = perspective as usize;
        let frame = |set: &ChosenPieces| king.map(|king| set.frame(flipped(king, side)));
        let frames = self.pieces.as_ref().map(frame);
        let of_pairs = self.pairs != [false; 2] && PawnPairs.refreshes(perspective, king);
        of_pairs || frames.is_some_and(|[before, after]| before != after)
    }

    fn has_pairs(&self) -> bool {
        self.pairs != [false; 2]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<T: Index>(&self, pieces: &Pieces<'_>, offset: u32, out: &mut Writer<'_, T>) {
        let before = if self.pairs[0] {
            PawnPairs::MAX_SIZE
        } else {
            0
        };
        if let Some(set) = &self.pieces {
            let frames = [0, 1].map(|side| set.frame(flipped(pieces.kings[side], side)));
            let first = set.first_indices();
            append_pieces(pieces, first, frames, offset + before, out);
        }
        let behind = before + self.size_of_pieces();
        for (is_there, by) in self.pairs.into_iter().zip([0, behind]) {
            if is_there {
                PawnPairs.append(pieces, offset + by, out);
            }
        }
    }
}
