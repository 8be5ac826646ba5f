//! Threats joined with pairs of pawns and pieces on squares.

use crate::oracle::{Mailbox, Set};
use crate::samples::{self, Sample, games, random};
use crate::{ENGINE, foreign, king, only, sorted, thinned};
use setwise_threats::{
    Before, Changed, Chess768, FullThreats, FullThreats60144, FullThreats79856, HalfKaV2Hm,
    HalfKaV2HmTraining, Joined, KingBuckets, Level, MirroredKingBuckets, Others, PawnPairs,
    Perspective, PieceSquares, Played, Table, ThreatSet, Updater,
};

/// The square and the piece as a perspective sees them, which are mirrored if `mirrored`.
fn seen(mailbox: &Mailbox, perspective: Perspective, mirrored: bool) -> Vec<(u32, u8)> {
    let black = perspective == Perspective::Black;
    let pieces = (0..64).filter(|square| mailbox[*square] != 0);
    let see = |square: usize| {
        let (mut file, mut rank) = (square % 8, square / 8);
        if mirrored {
            file = 7 - file;
        }
        if black {
            rank = 7 - rank;
        }
        let theirs = (mailbox[square] >= 8) != black;
        let piece = mailbox[square] % 8 + if theirs { 8 } else { 0 };
        ((8 * rank + file) as u32, piece)
    };
    pieces.map(see).collect()
}

fn pawn_pairs(mailbox: &Mailbox, perspective: Perspective, king: usize) -> Vec<u32> {
    let pawns = seen(mailbox, perspective, king % 8 > 3)
        .into_iter()
        .filter(|(square, piece)| piece % 8 == 1 && (8..56).contains(square));
    let pawns: Vec<_> = pawns
        .map(|(square, piece)| (square % 8, square - 8 + if piece > 8 { 48 } else { 0 }))
        .collect();
    let mut all = vec![];
    for (file, number) in &pawns {
        for (other_file, other) in &pawns {
            if other < number && file.abs_diff(*other_file) < 2 {
                all.push((0..*number).sum::<u32>() + other);
            }
        }
    }
    all
}

/// How a set of pieces on squares is defined: by the king's file and rank as its side sees them,
/// whether files are mirrored, and the first index; by piece, the plane.
type Definition = (fn(u32, u32) -> (bool, u32), fn(u8) -> u32);

fn colors_in_turn(piece: u8) -> u32 {
    2 * u32::from(piece % 8 - 1) + u32::from(piece / 8)
}

fn own_first(piece: u8) -> u32 {
    u32::from(piece % 8 - 1) + 6 * u32::from(piece / 8)
}

fn half_ka(file: u32, rank: u32) -> (bool, u32) {
    (file < 4, 4 * (7 - rank) + 7 - file.max(7 - file))
}

fn pieces(
    mailbox: &Mailbox,
    perspective: Perspective,
    king: usize,
    (frame, plane): Definition,
) -> Vec<u32> {
    let rank = match perspective {
        Perspective::White => king / 8,
        Perspective::Black => 7 - king / 8,
    };
    let (mirrored, base) = frame(king as u32 % 8, rank as u32);
    let pieces = seen(mailbox, perspective, mirrored).into_iter();
    let index = |(square, piece)| base + 64 * plane(piece) + square;
    pieces.map(index).collect()
}

/// The features of a position besides threats, for the square of the king.
type Features<'a> = &'a dyn Fn(&Mailbox, Perspective, usize) -> Vec<u32>;

fn check<S: ThreatSet, O: Others>(seed: u64, others: O, features: Features<'_>) {
    let set = Set::new::<S>();
    let (mut changed, mut count, mut refreshed) = (Changed::<u32>::new(), 0, [0; 2]);
    let mut counts = [0; 2];
    let mut samples = games(seed, thinned(30_000));
    samples.extend(random(seed, thinned(20_000)));
    for Sample { before, after } in &samples {
        let kings = [king(after, 0), king(after, 8)];
        // Removed and added threats, and removed and added other features.
        let expected = Perspective::ALL.map(|side| {
            let king = kings[side as usize];
            let [old, new] = [&before.mailbox, after].map(|mailbox| {
                let others = features(mailbox, side, king);
                let others: Vec<_> = others.iter().map(|index| S::SIZE + index).collect();
                [set.features(mailbox, side, king), sorted(&others)]
            });
            let parts =
                [0, 1].map(|part| [only(&old[part], &new[part]), only(&new[part], &old[part])]);
            count += parts[1][0].len();
            parts
        });
        let compare = |changed: &Changed<u32>, side: Perspective, level: Level| {
            let [threats, others] = &expected[side as usize];
            let at = || format!("{side:?}, {level:?}: {before:?}");
            assert_eq!(changed.threats(side).map(sorted), *threats, "{}", at());
            assert_eq!(changed.others(side).map(sorted), *others, "{}", at());
            let all = [changed.removed(side), changed.added(side)];
            let expected = [0, 1].map(|list| [&*threats[list], &*others[list]].concat());
            assert_eq!(all.map(sorted), expected, "{}", at());
        };
        for level in Level::hand_written() {
            let joined = Joined::new(Updater::<S>::new(level), others);
            joined.changes(before, kings.map(|king| king as u8), &mut changed);
            for side in Perspective::ALL {
                compare(&changed, side, level);
            }
            for side in Perspective::ALL {
                joined.changes_of(before, side, kings[side as usize] as u8, &mut changed);
                compare(&changed, side, level);
            }
            let translating = Updater::<S, Table>::with_codes(level, ENGINE);
            let kings = kings.map(|king| king as u8);
            Joined::new(translating, others).changes(&foreign(before), kings, &mut changed);
            for side in Perspective::ALL {
                compare(&changed, side, level);
            }
        }
        // Two views of all features of the position after the move.
        let position = samples::before(*after, Played::NULL);
        let all = Joined::new(Updater::<S>::new(Level::WORDS), others);
        let kings_after = kings.map(|king| king as u8);
        let fits = all.features(&position, kings_after, &mut changed).is_ok();
        counts[usize::from(fits)] += 1;
        for side in Perspective::ALL {
            let king = kings[side as usize];
            let mut expected = features(after, side, king);
            expected.iter_mut().for_each(|index| *index += S::SIZE);
            expected.extend(set.features(after, side, king));
            expected.retain(|_| fits);
            let found = sorted(changed.added(side));
            assert_eq!(found, sorted(&expected), "{side:?}: {after:?}");
            assert_eq!(changed.removed(side), []);
        }
        // Another king numbers all features otherwise, or none.
        let joined = Joined::new(Updater::<S>::new(Level::WORDS), others);
        for (side, color) in Perspective::ALL.into_iter().zip([0, 8]) {
            let list = |king| {
                let all = features(after, side, king);
                (set.features(after, side, king), sorted(&all))
            };
            let differs = list(king(&before.mailbox, color)) != list(kings[side as usize]);
            let refreshes = joined.refreshes(&before.played, side);
            assert!(refreshes || !differs, "{before:?}");
            refreshed[usize::from(differs)] += usize::from(refreshes);
        }
    }
    // Few boards have the same features in two views.
    assert!(refreshed[0] < samples.len() / 50, "{refreshed:?}");
    assert!(count > samples.len() / 4, "{count}");
    assert!(counts[1] > samples.len() / 2, "{counts:?}");
}

#[test]
fn pairs_and_half_ka() {
    check::<FullThreats, _>(11, (PawnPairs, HalfKaV2Hm), &|mailbox, side, king| {
        let definition: Definition = (
            |file, rank| {
                let (mirrored, bucket) = half_ka(file, rank);
                (mirrored, 4560 + 704 * bucket)
            },
            |piece| colors_in_turn(piece).min(10),
        );
        let mut all = pawn_pairs(mailbox, side, king);
        all.extend(pieces(mailbox, side, king, definition));
        all
    });
}

#[test]
fn half_ka_of_training_and_pairs() {
    let others = (HalfKaV2HmTraining, PawnPairs);
    check::<FullThreats60144, _>(12, others, &|mailbox, side, king| {
        let definition: Definition = (
            |file, rank| {
                let (mirrored, bucket) = half_ka(file, rank);
                (mirrored, 768 * bucket)
            },
            colors_in_turn,
        );
        let mut all = pieces(mailbox, side, king, definition);
        all.extend(
            pawn_pairs(mailbox, side, king)
                .iter()
                .map(|index| 24_576 + index),
        );
        all
    });
}

#[test]
fn king_buckets() {
    let mirrored = MirroredKingBuckets::new(std::array::from_fn(|square| square as u8 / 12));
    check::<FullThreats79856, _>(13, mirrored, &|mailbox, side, king| {
        let frame = |file: u32, rank| {
            let square = 4 * rank + file.min(7 - file);
            (file > 3, 768 * (square / 12))
        };
        pieces(mailbox, side, king, (frame, own_first))
    });
    let buckets = KingBuckets::new(std::array::from_fn(|square| square as u8 / 24));
    check::<FullThreats, _>(14, (Chess768, buckets), &|mailbox, side, king| {
        let frame = |file, rank| (false, 768 + 768 * ((8 * rank + file) / 24));
        let mut all = pieces(mailbox, side, king, (|_, _| (false, 0), own_first));
        all.extend(pieces(mailbox, side, king, (frame, own_first)));
        all
    });
}

#[test]
fn sizes() {
    let threats = Updater::<FullThreats>::new(Level::WORDS);
    let mirrored = MirroredKingBuckets::new([0; 32]);
    assert_eq!(Joined::new(threats, mirrored).size(), 59_808 + 768);
    let all = (PawnPairs, (Chess768, HalfKaV2HmTraining));
    assert_eq!(
        Joined::new(threats, all).size(),
        59_808 + 4560 + 768 + 24_576
    );
    assert_eq!(PieceSquares::size(&KingBuckets::new([255; 64])), 256 * 768);
}

/// Two kings of a color, and squares that change to anything.
#[test]
fn nonsense() {
    let mut rng = fastrand::Rng::with_seed(15);
    let mut changed = Changed::<u32>::new();
    for _ in 0..thinned(100_000) {
        let byte = |rng: &mut fastrand::Rng| rng.u8(..);
        let [a, b, c, d, e, f] = [(); 6].map(|()| byte(&mut rng));
        let square = |at, before, after| setwise_threats::SquareChange { at, before, after };
        let played = match rng.u8(..3) {
            0 => Played::moves(a, b, c, d, e),
            1 => Played::castles((a, b), (c, d), (e, f)),
            _ => {
                let squares = [
                    square(a, 1, 9),
                    square(b, c, 1),
                    square(d, 9, 1),
                    square(e, 1, f),
                ];
                Played::squares(&squares).expect("four squares")
            }
        };
        let before = Before {
            mailbox: std::array::from_fn(|_| rng.u8(..) & 9),
            occupied: rng.u64(..),
            played,
        };
        for level in Level::hand_written() {
            let updater = Updater::<FullThreats>::new(level);
            let joined = Joined::new(updater, (PawnPairs, HalfKaV2Hm));
            joined.changes(&before, [a, b], &mut changed);
            for side in Perspective::ALL {
                joined.refreshes(&before.played, side);
                let all = [changed.removed(side), changed.added(side)].map(<[u32]>::len);
                let parts = [changed.threats(side), changed.others(side)];
                let sums = [0, 1].map(|list| parts[0][list].len() + parts[1][list].len());
                assert_eq!(all, sums);
            }
        }
    }
}
