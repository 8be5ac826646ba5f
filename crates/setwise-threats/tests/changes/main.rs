//! The features that moves change, on each instruction set, against the difference of what the
//! definition finds before and after the move.

mod exhaustive;
mod joined;
mod oracle;
mod samples;

use oracle::{Mailbox, Set};
use samples::Sample;
use setwise_threats::{
    Attack, Attacks, Before, Changed, FullThreats, FullThreats60144, FullThreats79856, Level,
    Perspective, Played, SquareChange, Table, ThreatSet, Updater,
};

/// The codes of an engine: pawns 2 and 3, knights 4 and 5, and so on; empty squares 0.
const ENGINE: Table = Table([0, 0, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 0, 0]);

/// What is in the first list only, of sorted lists without duplicates.
fn only(list: &[u32], other: &[u32]) -> Vec<u32> {
    let is_there = |x: &u32| other.binary_search(x).is_ok();
    list.iter().copied().filter(|x| !is_there(x)).collect()
}

fn sorted(list: &[u32]) -> Vec<u32> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}

fn king(mailbox: &Mailbox, color: u8) -> usize {
    let king = mailbox.iter().position(|piece| *piece == 6 + color);
    king.unwrap_or(0)
}

fn kings(mailbox: &Mailbox) -> [usize; 2] {
    [king(mailbox, 0), king(mailbox, 8)]
}

/// The same for an engine with other codes, which has another mailbox.
fn foreign(before: &Before) -> Before {
    let mailbox = before.mailbox.map(|piece| {
        let code = (0..16).find(|code| ENGINE.of(*code) == piece && *code != 1);
        code.expect("each piece has a code")
    });
    Before { mailbox, ..*before }
}

/// Removed and added features.
type Lists = (Vec<u32>, Vec<u32>);

/// Compares all calls, on each level, with the definition.
struct Checker<S> {
    set: Set,
    levels: Vec<Level>,
    changed: Changed<u32>,
    attacks: Attacks,
    list: Box<[u32; Attacks::CAPACITY]>,
    _set: std::marker::PhantomData<S>,
}

impl<S: ThreatSet> Checker<S> {
    fn new() -> Self {
        Self {
            set: Set::new::<S>(),
            levels: Level::hand_written().collect(),
            changed: Changed::new(),
            attacks: Attacks::new(),
            list: Box::new([0; Attacks::CAPACITY]),
            _set: std::marker::PhantomData,
        }
    }

    /// The kings after a move, and the features that are removed and added, by perspective.
    fn expected(&self, Sample { before, after }: &Sample) -> ([u8; 2], [Lists; 2]) {
        let kings = kings(after);
        let expected = Perspective::ALL.map(|side| {
            let king = kings[side as usize];
            let [old, new] =
                [&before.mailbox, after].map(|mailbox| self.set.features(mailbox, side, king));
            (only(&old, &new), only(&new, &old))
        });
        (kings.map(|king| king as u8), expected)
    }

    /// Compares the indices of both perspectives on the best level. Returns their number.
    fn check_changes(&mut self, sample: &Sample) -> usize {
        let (kings, expected) = self.expected(sample);
        Updater::<S>::new(Level::best()).changes(&sample.before, kings, &mut self.changed);
        self.compare(&expected, &|| format!("{:?}", sample.before));
        expected[0].0.len() + expected[0].1.len()
    }

    fn check(&mut self, sample: &Sample) {
        let (squares, expected) = self.expected(sample);
        let Sample { before, after } = sample;
        let foreign = foreign(before);
        Updater::<S>::new(Level::WORDS).features(before, squares, &mut self.changed);
        self.compare_features(before, kings(after));
        Updater::<S, Table>::with_codes(Level::WORDS, ENGINE).features(
            &foreign,
            squares,
            &mut self.changed,
        );
        self.compare_features(before, kings(after));
        for level in self.levels.clone() {
            let at = || format!("{level:?}: {before:?}");
            let updater = Updater::<S>::new(level);
            updater.changes(before, squares, &mut self.changed);
            self.compare(&expected, &at);
            let mut list = [vec![], vec![]];
            let act = |side, index| list[side as usize].push(index);
            updater.changes_with(before, squares, &mut self.changed, act);
            for side in Perspective::ALL {
                let of = [self.changed.removed(side), self.changed.added(side)];
                assert_eq!(list[side as usize], of.concat());
                updater.changes_of(before, side, squares[side as usize], &mut self.changed);
                self.compare_one(&expected, side, &at);
            }
            let translating = Updater::<S, Table>::with_codes(level, ENGINE);
            translating.changes(&foreign, squares, &mut self.changed);
            self.compare(&expected, &at);

            updater.attacks(before, &mut self.attacks);
            for side in Perspective::ALL {
                let (removed, added) = &expected[side as usize];
                let [r, a] =
                    updater.number(&self.attacks, side, squares[side as usize], &mut self.list);
                assert_eq!((&sorted(r), &sorted(a)), (removed, added), "{}", at());
            }
            let stands = |attack: Attack, mailbox: &Mailbox| {
                mailbox[usize::from(attack.from())] == attack.attacker()
                    && mailbox[usize::from(attack.to())] == attack.victim()
            };
            assert!(self.attacks.removed().all(|r| stands(r, &before.mailbox)));
            assert!(self.attacks.added().all(|r| stands(r, after)));
        }
    }

    /// Compares all features of a position.
    fn compare_features(&self, before: &Before, kings: [usize; 2]) {
        let expected = Perspective::ALL.map(|side| {
            let king = kings[side as usize];
            (vec![], self.set.features(&before.mailbox, side, king))
        });
        self.compare(&expected, &|| format!("features of {before:?}"));
    }

    fn compare(&self, expected: &[Lists; 2], at: &dyn Fn() -> String) {
        for side in Perspective::ALL {
            self.compare_one(expected, side, at);
        }
    }

    fn compare_one(&self, expected: &[Lists; 2], side: Perspective, at: &dyn Fn() -> String) {
        let (removed, added) = &expected[side as usize];
        let found = (
            sorted(self.changed.removed(side)),
            sorted(self.changed.added(side)),
        );
        assert_eq!(
            (&found.0, &found.1),
            (removed, added),
            "{side:?} on {}",
            at()
        );
    }
}

/// The number of samples: fewer in builds without optimization, and in emulators.
fn thinned(count: usize) -> usize {
    let stride = std::env::var("CONFORMANCE_STRIDE").ok();
    let stride: usize = stride.and_then(|stride| stride.parse().ok()).unwrap_or(1);
    let count = if cfg!(debug_assertions) {
        count / 20
    } else {
        count
    };
    (count / stride.div_ceil(8)).max(100)
}

fn check_all<S: ThreatSet>(seed: u64) {
    let mut checker = Checker::<S>::new();
    let mut features = 0;
    let mut samples = samples::games(seed, thinned(40_000));
    samples.extend(samples::random(seed, thinned(60_000)));
    for sample in &samples {
        checker.check(sample);
        features += checker.attacks.removed().len() + checker.attacks.added().len();
    }
    assert!(features > samples.len());
}

#[test]
fn full_threats() {
    check_all::<FullThreats>(1);
}

#[test]
fn full_threats_60144() {
    check_all::<FullThreats60144>(2);
}

#[test]
fn full_threats_79856() {
    check_all::<FullThreats79856>(3);
}

/// Moves of random games, made and taken back, and changes of random boards of up to 64 pieces.
#[test]
#[ignore = "takes minutes of two cores"]
fn ten_million_moves() {
    const CHUNK: usize = 20_000;
    fn check<S: ThreatSet>(seed: u64) -> [usize; 2] {
        let mut checker = Checker::<S>::new();
        let mut samples = samples::games(seed, CHUNK);
        samples.extend(samples::random(seed, CHUNK / 2));
        let changes = samples.iter().map(|sample| checker.check_changes(sample));
        [changes.sum(), samples.len()]
    }
    let checks = [
        check::<FullThreats>,
        check::<FullThreats60144>,
        check::<FullThreats79856>,
    ];
    let sums = on_two_cores(|core| {
        let mut sums = [0, 0];
        let mut seed = 1000 + core as u64;
        while sums[1] < 5_000_000 {
            let [features, moves] = checks[seed as usize / 2 % 3](seed);
            sums = [sums[0] + features, sums[1] + moves];
            seed += 2;
        }
        sums
    });
    let [features, moves] = [0, 1].map(|sum| sums[0][sum] + sums[1][sum]);
    println!("{moves} moves, {features} features");
    assert!(moves >= 10_000_000 && features > moves);
}

/// Runs two halves of some work.
fn on_two_cores<R: Send>(run: impl Fn(usize) -> R + Sync) -> [R; 2] {
    std::thread::scope(|scope| {
        let second = scope.spawn(|| run(1));
        [
            run(0),
            second.join().expect("the other half has no mistake"),
        ]
    })
}

/// A move that crosses the middle of the board refreshes the perspective of its king.
#[test]
fn refreshes() {
    let mut crossed = 0;
    let mut samples = samples::games(4, 2000);
    samples.extend(samples::random(4, 2000));
    for Sample { before, after } in &samples {
        for (perspective, color) in [(Perspective::White, 0), (Perspective::Black, 8)] {
            let [old, new] = [&before.mailbox, after].map(|mailbox| king(mailbox, color) & 4);
            assert_eq!(
                before.played.refreshes(perspective),
                old != new,
                "{before:?}"
            );
            crossed += usize::from(old != new);
        }
    }
    assert!(crossed > 10, "{crossed}");
}

/// Nonsense has a result, and the memory of the lists suffices.
#[test]
fn nonsense() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut changed = Changed::<u32>::new();
    let mut attacks = Attacks::new();
    for _ in 0..thinned(100_000) {
        let mut before = Before {
            mailbox: std::array::from_fn(|_| rng.u8(..)),
            occupied: rng.u64(..),
            ..Before::default()
        };
        let byte = |rng: &mut fastrand::Rng| rng.u8(..);
        let [a, b, c, d, e, f] = [(); 6].map(|()| byte(&mut rng));
        before.played = match rng.u8(..4) {
            0 => Played::moves(a, b, c, d, e),
            1 => Played::en_passant(a, b, c, d, e),
            2 => Played::castles((a, b), (c, d), (e, f)),
            _ => {
                let square = |at, before, after| SquareChange { at, before, after };
                Played::squares(&[square(a, b, c), square(d, e, f)]).expect("two squares")
            }
        };
        for level in Level::hand_written() {
            let updater = Updater::<FullThreats79856>::new(level);
            updater.changes(&before, [a, b], &mut changed);
            updater.attacks(&before, &mut attacks);
        }
    }
    let five = [SquareChange {
        at: 0,
        before: 0,
        after: 1,
    }; 5];
    assert_eq!(Played::squares(&five), None);
}

/// The levels that the environment requires exist. Otherwise the tests above would leave them out
/// silently.
#[test]
fn required_kernels() {
    let all: Vec<&str> = Level::hand_written().map(Level::name).collect();
    println!("levels tested: {all:?}");
    assert_eq!(all.first(), Some(&Level::best().hand_written_name()));
    let required = std::env::var("REQUIRE_KERNELS").unwrap_or_default();
    let known = ["avx512", "avx2", "neon", "scalar"];
    for name in required.split(',').filter(|name| known.contains(name)) {
        assert!(all.contains(&name), "{name} is not among {all:?}");
    }
}
