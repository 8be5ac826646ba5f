//! The change of features by a move against the difference of two extractions.

use crate::inputs::{kings, put, random_piles};
use fastrand::Rng;
use setwise_moves::{Color, Position, Role};
use setwise_nnue::{
    Boards, Change, Changes, Chess768, Csr, Extractor, FeatureSet, FullThreats, FullThreats60144,
    FullThreats79856, HalfKaV2Hm, HalfKaV2HmTraining, Incremental, Joined, KingBuckets,
    MirroredKingBuckets, MontyValue, PawnPairs,
};
use setwise_threats::{
    Before, Changed, Level, Others, Perspective, Played, SquareChange, ThreatSet, Updater,
};
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// Two positions, one before and one after a change.
type Step = [Boards; 2];

/// Moves of random games, half of them from positions of Chess960, and what they are.
static PLAY: LazyLock<(Vec<Step>, HashMap<&'static str, usize>)> = LazyLock::new(|| {
    let mut rng = Rng::with_seed(31);
    let mut steps = vec![];
    let mut kinds = HashMap::new();
    for game in 0..250 {
        let mut position = match game % 2 {
            0 => Position::startpos(),
            _ => Position::double_chess960(rng.u16(..960), rng.u16(..960))
                .expect("a number below 960"),
        };
        for _ in 0..150 {
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            // Rare moves are played where they can be.
            let rare = moves
                .iter()
                .find(|m| m.is_castling() || m.promotion().is_some() || m.is_en_passant());
            let Some(&played) = rare.or_else(|| rng.choice(&moves)) else {
                break;
            };
            let kind = match played {
                m if m.is_castling() && m.source() == m.destination() => "castling, king stays",
                m if m.is_castling() => "castling",
                m if m.promotion().is_some() => "promotion",
                m if m.is_en_passant() => "en passant",
                _ => "other",
            };
            *kinds.entry(kind).or_insert(0) += 1;
            let next = position.play(played).expect("legal");
            steps.push([Boards::from(&position), Boards::from(&next)]);
            position = next;
            if position.halfmoves() > 40 {
                break;
            }
        }
    }
    (steps, kinds)
});

/// Random boards of which a few squares change to anything else.
fn odd_steps() -> Vec<Step> {
    let mut rng = Rng::with_seed(32);
    let change = |boards: Boards| {
        let mut after = boards;
        for _ in 0..rng.usize(0..=4) {
            let square = rng.usize(..64);
            let bit = 1 << square;
            if after.roles[5] & bit != 0 {
                continue;
            }
            after.colors = after.colors.map(|board| board & !bit);
            after.roles = after.roles.map(|board| board & !bit);
            let role = Role::ALL[rng.usize(..5)];
            let stands = role != Role::Pawn || (8..56).contains(&square);
            if stands && rng.bool() {
                put(&mut after, Color::ALL[rng.usize(..2)], role, square);
            }
        }
        [boards, after]
    };
    random_piles(33, 3000).into_iter().map(change).collect()
}

/// Compares a set with two extractions. `frame` takes the square of a king, as its own side sees
/// it, and returns how the set numbers squares.
fn check<S: Incremental, F: PartialEq>(set: S, frame: impl Fn(usize) -> F) {
    let extractor = Extractor::new(set.clone());
    let mut changes = Changes::new();
    let (mut refreshed, mut changed) = (0, 0);
    // How often an index was there, less how often it is: 0 between comparisons.
    let mut counts = vec![0_i32; set.size() as usize];
    let mut compare = |before: &[Boards], after: &[Boards]| {
        let [mut old, mut new] = [Csr::<u32>::new(), Csr::<u32>::new()];
        extractor.append(before, &mut old).expect("valid");
        extractor.append(after, &mut new).expect("valid");
        for (i, (before, after)) in before.iter().zip(after).enumerate() {
            changes.find(&set, before, after);
            let [old, new] = [&old, &new].map(|rows| rows.row(i).expect("a row"));
            for (color, old, new) in [(Color::White, old.0, new.0), (Color::Black, old.1, new.1)] {
                let [was, is] = [before, after].map(|boards| {
                    let king = boards.pieces(color, Role::King).trailing_zeros() as usize;
                    frame(if color == Color::White {
                        king
                    } else {
                        king ^ 56
                    })
                });
                let at = || format!("{} for {color}: {before:?} to {after:?}", set.name());
                match changes.of(color) {
                    Change::Refresh => {
                        assert!(was != is, "{}", at());
                        refreshed += 1;
                    }
                    Change::Lists { removed, added } => {
                        assert!(was == is, "{}", at());
                        // With all of their repetitions.
                        let lists = [(old, 1), (added, 1), (new, -1), (removed, -1)];
                        for (list, more) in lists {
                            list.iter().for_each(|i| counts[*i as usize] += more);
                        }
                        let mut all = lists.iter().flat_map(|(list, _)| *list);
                        assert!(all.all(|i| counts[*i as usize] == 0), "{}", at());
                        let both = removed.iter().any(|index| added.contains(index));
                        assert!(!both, "{}", at());
                        changed += removed.len() + added.len();
                    }
                }
            }
        }
    };
    let (mut before, mut after): (Vec<_>, Vec<_>) = PLAY
        .0
        .iter()
        .map(|&[before, after]| (before, after))
        .unzip();
    for [a, b] in odd_steps() {
        before.push(a);
        after.push(b);
    }
    compare(&before, &after);
    compare(&after, &before);
    let expects_refresh = frame(0) != frame(7) || frame(0) != frame(56);
    assert_eq!(refreshed > 100, expects_refresh);
    assert!(changed > 10_000);
}

#[test]
fn all_kinds_of_moves_are_played() {
    let (steps, kinds) = &*PLAY;
    assert!(steps.len() > 10_000, "{}", steps.len());
    for kind in [
        "castling",
        "castling, king stays",
        "promotion",
        "en passant",
    ] {
        assert!(kinds.get(kind).is_some_and(|&n| n > 5), "{kinds:?}");
    }
}

/// Whether files are mirrored.
fn half(king: usize) -> bool {
    king % 8 > 3
}

#[test]
fn threats() {
    check(FullThreats::new(), half);
    check(FullThreats60144::new(), half);
    check(FullThreats79856::new(), half);
}

#[test]
fn pawn_pairs() {
    check(PawnPairs, half);
}

#[test]
fn piece_squares() {
    check(Chess768, |_| ());
    check(HalfKaV2Hm, |king| king);
    check(HalfKaV2HmTraining, |king| king);
    let buckets: [u8; 64] = std::array::from_fn(|square| (square / 24) as u8);
    check(KingBuckets::new(buckets), |king| buckets[king]);
    let buckets: [u8; 32] = std::array::from_fn(|square| (square / 12) as u8);
    check(MirroredKingBuckets::new(buckets), |king| {
        let (file, rank) = (king % 8, king / 8);
        (buckets[4 * rank + file.min(7 - file)], half(king))
    });
}

#[test]
fn joined() {
    check(MontyValue::monty(), half);
    let inputs = Joined::new(Joined::new(FullThreats::new(), PawnPairs), HalfKaV2Hm);
    check(inputs, |king| king);
}

/// The same changes as `setwise-threats` finds them for engines, in one call, on each level.
fn check_for_engines<S: FeatureSet, T: ThreatSet, O: Others>(set: S, others: O) {
    let (mut before, mut after) = (vec![], vec![]);
    for [a, b] in PLAY.0.iter().copied().chain(odd_steps()).step_by(4) {
        before.extend([a, b]);
        after.extend([b, a]);
    }
    let extractor = Extractor::new(set);
    let [mut old, mut new] = [Csr::<u32>::new(), Csr::<u32>::new()];
    extractor.append(&before, &mut old).expect("valid");
    extractor.append(&after, &mut new).expect("valid");
    let mut changed = Changed::<u32>::new();
    let mut count = 0;
    for (i, (boards, after)) in before.iter().zip(&after).enumerate() {
        let [mailbox, mailbox_after] = [boards, after].map(mailbox);
        let squares = (0..64).filter(|&at| mailbox[at] != mailbox_after[at]);
        let square = |at: usize| SquareChange {
            at: at as u8,
            before: mailbox[at],
            after: mailbox_after[at],
        };
        let squares: Vec<_> = squares.map(square).collect();
        let played = Played::squares(&squares).expect("at most four squares");
        let kings = Color::ALL.map(|color| after.pieces(color, Role::King).trailing_zeros() as u8);
        let occupied = boards.colors[0] | boards.colors[1];
        let before = Before {
            mailbox,
            occupied,
            played,
        };
        let [old, new] = [&old, &new].map(|rows| rows.row(i).expect("a row"));
        let rows = [(old.0, new.0), (old.1, new.1)];
        let expected = rows.map(|(old, new)| {
            let [old, new] = [old, new].map(|row| row.iter().copied().collect::<BTreeSet<_>>());
            [&old - &new, &new - &old].map(|only| only.into_iter().collect::<Vec<_>>())
        });
        for level in Level::hand_written() {
            let joined = setwise_threats::Joined::new(Updater::<T>::new(level), others);
            joined.changes(&before, kings, &mut changed);
            for (side, expected) in Perspective::ALL.into_iter().zip(&expected) {
                if !joined.refreshes(&played, side) {
                    let mut found = [changed.removed(side), changed.added(side)].map(<[_]>::to_vec);
                    found.iter_mut().for_each(|list| list.sort_unstable());
                    assert_eq!(found, *expected, "{side:?}, {level:?}: {before:?}");
                    count += found[0].len();
                }
            }
        }
    }
    assert!(count > 10_000);
}

/// The codes of `setwise-threats`.
fn mailbox(boards: &Boards) -> [u8; 64] {
    std::array::from_fn(|square| {
        let stands = |board: &u64| board >> square & 1 != 0;
        let role = boards.roles.iter().position(stands);
        role.map_or(0, |role| {
            role as u8 + 1 + 8 * u8::from(stands(&boards.colors[1]))
        })
    })
}

#[test]
fn joined_for_engines() {
    let pairs = Joined::new(FullThreats::new(), PawnPairs);
    check_for_engines::<_, setwise_threats::FullThreats, _>(pairs, PawnPairs);
    let inputs = Joined::new(pairs, HalfKaV2HmTraining);
    check_for_engines::<_, setwise_threats::FullThreats, _>(
        inputs,
        (PawnPairs, HalfKaV2HmTraining),
    );
    let inputs = Joined::new(FullThreats60144::new(), Joined::new(HalfKaV2Hm, PawnPairs));
    check_for_engines::<_, setwise_threats::FullThreats60144, _>(inputs, (HalfKaV2Hm, PawnPairs));
    let pieces = MirroredKingBuckets::new([0; 32]);
    check_for_engines::<_, setwise_threats::FullThreats79856, _>(MontyValue::monty(), pieces);
}

/// Boards that have nothing in common need more room than there is.
#[test]
fn more_changes_than_there_is_room_for() {
    let few = kings(0, 63);
    let mut many = few;
    for square in (0..64).filter(|&square| square != 0 && square != 63) {
        put(&mut many, Color::ALL[square / 8 % 2], Role::Queen, square);
    }
    let mut counts = [0; 2];
    let set = FullThreats::new();
    let both = [few, many];
    Extractor::new(set)
        .count(&both, &mut counts)
        .expect("valid");
    assert!(counts[1] as usize > Changes::CAPACITY / 2);
    let mut changes = Changes::new();
    for (before, after) in [(&few, &many), (&many, &few)] {
        changes.find(&Joined::new(set, Joined::new(set, set)), before, after);
        assert_eq!(changes.of(Color::White), Change::Refresh);
        assert_eq!(changes.of(Color::Black), Change::Refresh);
    }
    changes.find(&set, &few, &few);
    let nothing = Change::Lists {
        removed: &[],
        added: &[],
    };
    assert_eq!(changes.of(Color::Black), nothing);
}

/// Boards without kings, with several, with pieces in two colors: the result has no meaning, but
/// there is one.
#[test]
fn unsound_boards() {
    let mut rng = Rng::with_seed(34);
    let mut changes = Changes::new();
    let sets = Joined::new(
        Joined::new(FullThreats79856::new(), PawnPairs),
        Joined::new(HalfKaV2Hm, KingBuckets::new([3; 64])),
    );
    for _ in 0..2000 {
        let [before, after] = [(); 2].map(|()| Boards {
            colors: [(); 2].map(|()| rng.u64(..) & rng.u64(..)),
            roles: [(); 6].map(|()| rng.u64(..) & rng.u64(..)),
            turn: Color::White,
        });
        changes.find(&sets, &before, &after);
        changes.of(Color::White);
    }
}
