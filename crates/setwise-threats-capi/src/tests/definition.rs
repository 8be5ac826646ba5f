//! One definition on both sides: the rows of a trainer (`setwise_nnue`, by name), an engine in Rust
//! (`Joined`) and one in C have the same indices, in all positions and after each move.

use crate::*;
use core::ptr::null;
use fastrand::Rng;
use setwise_moves::{Color, Position, Square};
use setwise_nnue::{Csr, NamedSet, Perspectives};
use setwise_threats::{
    Before, Changed, FullThreats, HalfKaV2HmTraining, Joined, Level, PawnPairs, Perspective,
    Played, SquareChange, Updater,
};

type Rows = [Vec<u32>; 2];

fn sorted(rows: [&[u32]; 2]) -> Rows {
    rows.map(|row| {
        let mut row = row.to_vec();
        row.sort_unstable();
        row
    })
}

fn of_trainer(set: NamedSet, position: &Position) -> Rows {
    let mut rows = Csr::new();
    let extractor = set.extractor(Perspectives::WhiteBlack);
    let extracted = extractor.append(std::slice::from_ref(position), &mut rows);
    extracted.expect("a position of a game");
    sorted([rows.first(), rows.second()])
}

fn before_of(position: &Position) -> (Before, [u8; 2]) {
    let code = |square| position.piece_on(Square::wrapping(square));
    let code =
        |square| code(square).map_or(0, |(color, role)| 1 + role.index() + 8 * color.index());
    let before = Before {
        mailbox: std::array::from_fn(|square| code(square) as u8),
        occupied: position.occupied(),
        ..Before::default()
    };
    let kings = Color::ALL.map(|color| position.king(color).index() as u8);
    (before, kings)
}

/// The set in C, without the indices of the threats before it.
fn of_c(set: NamedSet, before: &Before, kings: [u8; 2]) -> Option<Rows> {
    let (others, first) = match set {
        NamedSet::FullThreats | NamedSet::FullThreats60144 | NamedSet::FullThreats79856 => {
            (Description::new(0, 0), 0)
        }
        NamedSet::PawnPairs => (Description::new(0, 1), 59_808),
        NamedSet::Chess768 => (Description::new(1, 0), 59_808),
        NamedSet::Mirrored768 => (Description::new(3, 0), 59_808),
        NamedSet::HalfKaV2Hm => (Description::new(4, 0), 59_808),
        NamedSet::HalfKaV2HmTraining => (Description::new(5, 0), 59_808),
        NamedSet::FullThreatsPawnPairsHalfKa => (Description::new(5, 1), 0),
        _ => return None,
    };
    let features = match set {
        NamedSet::FullThreats60144 => setwise_threats_60144_joined_features,
        NamedSet::FullThreats79856 => setwise_threats_79856_joined_features,
        _ => setwise_threats_59808_joined_features,
    };
    let mut changed = Changed::<u32>::new();
    let [white, black] = kings.map(u32::from);
    // SAFETY: the codes may be null; the others point to what is above.
    let status = unsafe { features(null(), &others, before, white, black, &mut changed) };
    assert_eq!(status, 0);
    let rows = Perspective::ALL.map(|side| {
        let those = changed.added(side).iter().filter(|index| **index >= first);
        those.map(|index| index - first).collect::<Vec<_>>()
    });
    Some(sorted(rows.each_ref().map(Vec::as_slice)))
}

/// The row of the position before, less what is removed, plus what is added.
fn moved(row: &[u32], changed: &Changed<u32>, side: Perspective) -> Vec<u32> {
    let mut row = row.to_vec();
    for index in changed.removed(side) {
        let place = row.iter().position(|other| other == index);
        row.swap_remove(place.expect("removed features were there"));
    }
    row.extend(changed.added(side));
    row.sort_unstable();
    row
}

#[test]
fn trainers_and_engines_have_the_same_indices() {
    let set = NamedSet::FullThreatsPawnPairsHalfKa;
    let others = Description::new(5, 1);
    let (level, best) = (Level::best(), setwise_threats_best_level());
    let threats = Updater::<FullThreats>::new(level);
    let joined = Joined::new(threats, (PawnPairs, HalfKaV2HmTraining));
    let (mut rng, mut changed) = (Rng::with_seed(80), Changed::<u32>::new());
    let (mut updates, mut refreshed) = (0, 0);
    for _ in 0..if cfg!(miri) { 1 } else { 40 } {
        let number = |rng: &mut Rng| rng.u16(..960);
        let start = Position::double_chess960(number(&mut rng), number(&mut rng));
        let mut position = start.expect("numbers below 960");
        let (mut before, mut kings) = before_of(&position);
        let mut rows = of_trainer(set, &position);
        for _ in 0..if cfg!(miri) { 2 } else { 100 } {
            for &set in NamedSet::ALL {
                if let Some(found) = of_c(set, &before, kings) {
                    assert_eq!(found, of_trainer(set, &position), "{set:?}: {position}");
                }
            }
            joined.features(&before, kings, &mut changed).unwrap();
            assert_eq!(
                sorted(Perspective::ALL.map(|side| changed.added(side))),
                rows
            );

            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            let Some(&played) = rng.choice(&moves) else {
                break;
            };
            position = position.play(played).expect("legal");
            let (next, next_kings) = before_of(&position);
            let squares = (0..).zip(before.mailbox).zip(next.mailbox);
            let squares = squares.map(|((at, before), after)| SquareChange { at, before, after });
            let squares: Vec<_> = squares.filter(|one| one.before != one.after).collect();
            before.played = Played::squares(&squares).expect("at most four");
            let next_rows = of_trainer(set, &position);
            let mut of_c = Changed::<u32>::new();
            let [white, black] = next_kings.map(u32::from);
            joined.changes(&before, next_kings, &mut changed);
            for side in Perspective::ALL {
                let (which, mut refreshes) = (side as usize, 0);
                // SAFETY: the codes may be null; the others point to what is above.
                let status = unsafe {
                    let (level, changes) = (best, setwise_threats_59808_joined_changes);
                    setwise_threats_joined_refreshes(&others, &before, which as u32, &mut refreshes)
                        | changes(level, null(), &others, &before, white, black, &mut of_c)
                };
                assert_eq!(status, 0);
                assert_eq!(refreshes != 0, joined.refreshes(&before.played, side));
                if refreshes != 0 {
                    refreshed += 1;
                    continue;
                }
                updates += 1;
                for changed in [&changed, &of_c] {
                    let found = moved(&rows[which], changed, side);
                    assert_eq!(found, next_rows[which], "{side:?}: {position}");
                }
            }
            (before, kings, rows) = (next, next_kings, next_rows);
        }
    }
    assert!(
        cfg!(miri) || updates > 5 * refreshed && refreshed > 50,
        "{updates} and {refreshed}"
    );
}
