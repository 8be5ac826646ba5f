//! SplitMix64 by G. Steele, D. Lea and C. Flood ("Fast splittable pseudorandom number generators",
//! 2014): its state is one word, which a saved stream holds.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Random(u64);

/// The use of random numbers. It is part of their seed, so that no use repeats another's numbers.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    Unit = 1,
    Pieces = 2,
    Files = 3,
    Parts = 4,
    Samples = 5,
}

impl Random {
    pub(crate) const fn from_state(state: u64) -> Self {
        Self(state)
    }

    pub(crate) const fn state(&self) -> u64 {
        self.0
    }

    /// Returns the generator of one use, epoch and place.
    pub(crate) fn of(seed: u64, purpose: Purpose, epoch: u64, place: u64) -> Self {
        [purpose as u64, epoch, place]
            .into_iter()
            .fold(Self(seed), |random, word| {
                Self(random.clone().next() ^ word)
            })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number below `end`, or 0 if `end` is 0. The bias is negligible, because `end` is
    /// far below 2^64.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// Returns one of 2^53 numbers above 0 and below 1, each with the same probability.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn fraction(&mut self) -> f64 {
        const HALF: f64 = 0.5;
        ((self.next() >> 11) as f64 + HALF) * (HALF / (1_u64 << 52) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_numbers() {
        let mut random = Random::from_state(1_234_567);
        let first = [(); 5].map(|()| random.next());
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn uses_have_other_numbers() {
        let mut first: Vec<u64> = (0..4)
            .flat_map(|seed| (0..4).map(move |epoch| (seed, epoch)))
            .flat_map(|(seed, epoch)| (0..64).map(move |unit| (seed, epoch, unit)))
            .flat_map(|(seed, epoch, unit)| {
                [Purpose::Unit, Purpose::Pieces]
                    .map(|purpose| Random::of(seed, purpose, epoch, unit).next())
            })
            .collect();
        let count = first.len();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), count);
    }
}
