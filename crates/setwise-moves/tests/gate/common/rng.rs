//! Random numbers for tests: the same every time.

/// xorshift64* (Vigna 2014).
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }
}
