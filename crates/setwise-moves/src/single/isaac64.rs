//! ISAAC-64, the random number generator of Bob Jenkins (1996), which he put in the public domain:
//! <https://burtleburtle.net/bob/rand/isaacafa.html>. It runs in constant expressions only.

use setwise_core::const_for;

/// The numbers that the generator computes at a time.
const BLOCK: usize = 256;

/// Returns the first numbers of the generator with a seed of zeros. Each block is read from its
/// end, as `rand` of the original does.
pub(super) const fn first_numbers<const N: usize>() -> [u64; N] {
    let mut state = seeded_with_zeros();
    let mut numbers = [0; N];
    let mut block = [0; BLOCK];
    let (mut a, mut b, mut c) = (0, 0, 0_u64);
    const_for!(i, N, {
        if i.is_multiple_of(BLOCK) {
            c += 1;
            (block, a, b) = next_block(&mut state, a, c.wrapping_add(b));
        }
        numbers[i] = block[BLOCK - 1 - i % BLOCK];
    });
    numbers
}

/// Computes a block from the state and two accumulators. Returns it with the new accumulators.
const fn next_block(state: &mut [u64; BLOCK], mut a: u64, mut b: u64) -> ([u64; BLOCK], u64, u64) {
    let mut block = [0; BLOCK];
    const_for!(i, BLOCK, {
        a = match i % 4 {
            0 => !(a ^ a << 21),
            1 => a ^ a >> 5,
            2 => a ^ a << 12,
            _ => a ^ a >> 33,
        };
        a = a.wrapping_add(state[(i + BLOCK / 2) % BLOCK]);
        let before = state[i];
        let other = state[(before >> 3) as usize % BLOCK];
        let after = other.wrapping_add(a).wrapping_add(b);
        state[i] = after;
        b = state[(after >> 11) as usize % BLOCK].wrapping_add(before);
        block[i] = b;
    });
    (block, a, b)
}

/// Returns the state after the seed.
const fn seeded_with_zeros() -> [u64; BLOCK] {
    let mut state = [0_u64; BLOCK];
    // The golden ratio.
    let mut words = [0x9e37_79b9_7f4a_7c13; 8];
    const_for!(_round, 4, {
        mix(&mut words);
    });
    // The first pass reads the seed, the second the state of the first.
    const_for!(i, 2 * BLOCK / 8, {
        const_for!(k, 8, {
            words[k] = state[(8 * i + k) % BLOCK].wrapping_add(words[k]);
        });
        mix(&mut words);
        const_for!(k, 8, {
            state[(8 * i + k) % BLOCK] = words[k];
        });
    });
    state
}

const fn mix(words: &mut [u64; 8]) {
    const SHIFTS: [u32; 8] = [9, 9, 23, 15, 14, 20, 17, 14];
    const_for!(i, 8, {
        let [a, e, f, h] = [i, (i + 4) % 8, (i + 5) % 8, (i + 7) % 8];
        words[a] = words[a].wrapping_sub(words[e]);
        // Right and left shifts take turns.
        words[f] ^= match i % 2 {
            0 => words[h] >> SHIFTS[i],
            _ => words[h] << SHIFTS[i],
        };
        words[h] = words[h].wrapping_add(words[a]);
    });
}
