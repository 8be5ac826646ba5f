//! Every operation of a register against a model of plain loops over lanes, bytes and bits.

mod model;

use crate::{failure::Failure, noise::Noise};
use core::num::NonZeroU16;
use itertools::iproduct;
use model::*;
use setwise_core::{Isa, Pack, Sliced, Task, Vector, flip_anti_diagonal_by_swaps};

/// Checks the register of an instruction set, its operations in a function that is compiled for it.
pub(crate) fn lanes<I: Isa>(token: I) -> Result<(), Failure> {
    let register = Register {
        count: I::Register::LANES,
        part: I::Register::PART,
        apply: &|operation, inputs| {
            let mut task = Apply { operation, inputs };
            token.run_on::<I::Register, _>(&mut task)
        },
    };
    shifts(&register)?;
    bytes(&register)?;
    interleaving(&register)?;
    one_input(&register)?;
    three_inputs(&register)?;
    unions(&register)?;
    places(&register)?;
    lists(&register)
}

/// Lanes in the form of the models. Only the first `count` are used.
type Words = [u64; 8];

/// An operation on three registers, of which it may use fewer.
struct Apply<'a> {
    operation: Operation,
    inputs: &'a [Words; 3],
}

/// The properties of a [`Vector`] without its type.
struct Register<'a> {
    count: usize,
    part: usize,
    apply: &'a dyn Fn(Operation, &[Words; 3]) -> Words,
}

/// Declares operations. Each has a form for registers and a model, which computes one lane.
macro_rules! operations {
    (
        |$token:ident, $inputs:ident, $x:ident, $y:ident, $z:ident|
        |$register:ident, $lane:ident, $a:ident, $b:ident, $c:ident|
        one input { $($one:ident = $one_vector:expr, $one_model:expr;)* }
        three inputs { $($three:ident = $three_vector:expr, $three_model:expr;)* }
        others { $($name:ident $(($argument:ident: $type:ty))? = $vector:expr, $model:expr;)* }
    ) => {
        #[derive(Clone, Copy, Debug)]
        enum Operation { $($one,)* $($three,)* $($name $(($type))?,)* }
        use Operation::*;

        const ONE_INPUT: &[Operation] = &[$($one),*];
        const THREE_INPUTS: &[Operation] = &[$($three),*];

        impl Task for Apply<'_> {
            type Output = Words;

            #[inline(always)]
            fn run<P: Pack>(&mut self, $token: P::Token) -> Words {
                let $inputs = self.inputs;
                let load = |i: usize| <<P::Token as Isa>::Register as Vector>::load($token, &$inputs[i]);
                let [$x, $y, $z] = [0, 1, 2].map(load);
                let result = match self.operation {
                    $($one => $one_vector,)*
                    $($three => $three_vector,)*
                    $($name $(($argument))? => $vector,)*
                };
                let mut words = [0; 8];
                Vector::store(result, &mut words);
                words
            }
        }

        impl Register<'_> {
            fn model(&self, operation: Operation, $inputs: &[Words; 3], $lane: usize) -> u64 {
                let ($register, [$a, $b, $c]) = (self, $inputs.map(|words| words[$lane]));
                match operation {
                    $($one => $one_model,)*
                    $($three => $three_model,)*
                    $($name $(($argument))? => $model,)*
                }
            }
        }
    };
}

operations! {
    |token, inputs, x, y, z|
    |register, lane, a, b, c|
    one input {
        EmptyBytes = x.empty_bytes(), each_byte(a, |byte| if byte == 0 { 0xff } else { 0 });
        EmptyLanes = x.empty_lanes(), if a == 0 { !0 } else { 0 };
        ReverseBitsInBytes = x.reverse_bits_in_bytes(), each_square(a, |file, rank| (7 - file, rank));
        FlipAntiDiagonal = x.flip_anti_diagonal(), each_square(a, |file, rank| (7 - rank, 7 - file));
        FlipAntiDiagonalBySwaps = flip_anti_diagonal_by_swaps(x), each_square(a, |file, rank| (7 - rank, 7 - file));
        East = x.east(), each_square(a, |file, rank| (file - 1, rank));
        West = x.west(), each_square(a, |file, rank| (file + 1, rank));
        ComplementWest = x.complement_west(), !each_square(!a, |file, rank| (file + 1, rank));
        CountBytes = x.count_bytes(), each_byte(a, |byte| (0..8).map(|i| byte >> i & 1).sum());
        CountLanes = x.count_lanes(), (0..64).map(|i| a >> i & 1).sum();
        // The number is copied to every lane.
        NonzeroMask = Vector::same(x, x.nonzero_mask()), register.nonzero_mask(inputs);
        Beside = x.beside(), beside(a, 1);
        TwoBeside = x.two_beside(), beside(a, 2);
        RoundTrip = Vector::load_bytes(token, &x.to_bytes()), a;
    }
    three inputs {
        Or3 = x.or3(y, z), three_bits(a, b, c, |a, b, c| a || b || c);
        OrAnd = x.or_and(y, z), three_bits(a, b, c, |a, b, c| a || b && c);
        OrAndNot = x.or_and_not(y, z), three_bits(a, b, c, |a, b, c| a || b && !c);
        OrOrNot = x.or_or_not(y, z), three_bits(a, b, c, |a, b, c| a || b || !c);
        // `insert` requires that x has no bit in z, the other two that x lies within z.
        Insert = (x & !z).insert(y, z), three_bits(a, b, c, |a, b, c| if c { b } else { a });
        InsertOutside = (x & z).insert_outside(y, z), three_bits(a, b, c, |a, b, c| if c { a } else { b });
        InsertOutsideKeeping = (x & z).insert_outside_keeping(y, z), three_bits(a, b, c, |a, b, c| if c { a } else { b });
        Differs = x.differs(y, z), three_bits(a, b, c, |a, b, c| a != b || a != c);
    }
    others {
        Shl(by: u32) = x.shl(by), each_bit(a, |bit| bit - by as i32);
        Shr(by: u32) = x.shr(by), each_bit(a, |bit| bit + by as i32);
        ShlEach = x.shl_each(y), each_bit(a, |bit| bit - b as i32);
        ShrEach = x.shr_each(y), each_bit(a, |bit| bit + b as i32);
        ShiftEach = x.shift_each(y), each_bit(a, |bit| bit - b as i32);
        RotateEach = x.rotate_each(y), each_bit(a, |bit| (bit - b as i32).rem_euclid(64));
        AddBytes = x.add_bytes(y), two_bytes(a, b, u8::wrapping_add);
        SubBytes = x.sub_bytes(y), two_bytes(a, b, u8::wrapping_sub);
        InterleaveLow = x.interleave_low(y), register.interleaved(inputs, 0, lane);
        InterleaveHigh = x.interleave_high(y), register.interleaved(inputs, register.part / 2, lane);
        SpreadBit(bit: u32) = x.spread_bit(bit), each_bit(a, |i| i / 8 * 8 + bit as i32);
        // The union is copied to every lane.
        UnionOfLanes = Vector::same(x, x.union_of_lanes()), inputs[0][..register.count].iter().fold(0, |all, word| all | word);
        AddSums = x.add_sums(y), b.to_le_bytes().iter().fold(a, |sum, &byte| sum.wrapping_add(u64::from(byte)));
        ShuffleBytes = x.shuffle_bytes(y), register.shuffled(inputs, lane);
        // The first lane of y chooses bytes of x. The bytes after them are cleared.
        CompressStore = compressed(token, x, inputs[1][0]), register.compressed(inputs, lane);
        // Lists the squares in the first lane of x, from the word `from` of the list on. The first
        // lane of y has the factor, the offset and the base.
        ListSquares(from: usize) = listed(token, inputs, from), listed_model(inputs, from + lane);
        // One of the sixteen registers of two packs.
        FromPairs(number: usize) = from_pairs(token, x, inputs, number), from_pairs_model(inputs, number, lane);
    }
}

#[inline(always)]
fn compressed<V: Vector>(token: V::Token, x: V, bits: u64) -> V {
    let chosen = bits & !0 >> (64 - 8 * V::LANES);
    let mut bytes = [0; 64];
    // A slice that is too short must not change.
    x.compress_store(chosen, &mut bytes[..8 * V::LANES - 1]);
    if bytes == [0; 64] {
        x.compress_store(chosen, &mut bytes);
        bytes[chosen.count_ones() as usize..].fill(0);
    }
    V::load_bytes(token, &bytes)
}

/// Lists squares as words, and clears the words after them.
#[inline(always)]
fn listed<V: Vector>(token: V::Token, inputs: &[Words; 3], from: usize) -> V {
    let [set, numbers, _] = inputs.map(|words| words[0]);
    let [factor, offset, base] = [0, 16, 32].map(|at| (numbers >> at) as u16);
    let base = NonZeroU16::new(base).unwrap_or(NonZeroU16::MIN);
    let words = V::list_squares(token, set, (factor, offset), base);
    let squares = set.count_ones() as usize;
    let mut lanes = [0; 8];
    for (i, word) in words.into_iter().take(squares).enumerate() {
        lanes[i / 4] |= u64::from(word.get()) << (i % 4 * 16);
    }
    V::load(token, &lanes[from..])
}

#[inline(always)]
fn from_pairs<V: Vector>(token: V::Token, x: V, inputs: &[Words; 3], number: usize) -> V {
    let mut pairs = [x; 16];
    for (k, pair) in pairs.iter_mut().enumerate() {
        *pair = Vector::load(token, &paired(inputs, k));
    }
    Sliced::from_pairs(pairs)[number / 8].0[number % 8]
}

#[inline(always)]
fn paired(inputs: &[Words; 3], register: usize) -> Words {
    let mut words = inputs[register % 3];
    for word in &mut words {
        *word = word.rotate_left(7 * register as u32);
    }
    words
}

impl Register<'_> {
    fn check(&self, operation: Operation, inputs: [Words; 3]) -> Result<(), Failure> {
        let found = (self.apply)(operation, &inputs);
        for lane in 0..self.count {
            let expected = self.model(operation, &inputs, lane);
            if found[lane] != expected {
                let [a, b, c] = inputs.map(|words| words[lane]);
                let arguments = [("first", a), ("second", b), ("third", c)];
                let what = format!("{operation:?}, lane {lane}");
                return Err(Failure::new(what, &arguments, expected, found[lane]));
            }
        }
        Ok(())
    }
}

fn noise<const N: usize>(noise: &mut Noise) -> [Words; N] {
    std::array::from_fn(|_| std::array::from_fn(|_| noise.word()))
}

/// Tests every distance. Operations that shift lanes separately get one for each lane.
fn shifts(register: &Register<'_>) -> Result<(), Failure> {
    let mut words = Noise::new(12);
    for _ in 0..16 {
        let [x] = noise(&mut words);
        for by in 0..64 {
            let each: Words = std::array::from_fn(|lane| (u64::from(by) + 11 * lane as u64) % 64);
            register.check(Shl(by), [x, x, x])?;
            register.check(Shr(by), [x, x, x])?;
            register.check(ShlEach, [x, each, x])?;
            register.check(ShrEach, [x, each, x])?;
            register.check(ShiftEach, [x, each, x])?;
            register.check(ShiftEach, [x, each.map(u64::wrapping_neg), x])?;
            register.check(RotateEach, [x, each.map(|by| by.max(1)), x])?;
        }
    }
    Ok(())
}

/// Tests all pairs of bytes at all places, next to bytes of 0 or 255, which no carry may reach.
fn bytes(register: &Register<'_>) -> Result<(), Failure> {
    let mut inputs = [[0; 8]; 3];
    let mut lane = 0;
    for (pair, at, others) in iproduct!(0..1 << 16, (0..64).step_by(8), 0..4) {
        let around = |yes: bool| if yes { !(0xff << at) } else { 0 };
        inputs[0][lane] = (pair & 0xff) << at | around(others & 1 != 0);
        inputs[1][lane] = (pair >> 8) << at | around(others & 2 != 0);
        lane += 1;
        if lane == register.count {
            lane = 0;
            register.check(AddBytes, inputs)?;
            register.check(SubBytes, inputs)?;
        }
    }
    Ok(())
}

fn interleaving(register: &Register<'_>) -> Result<(), Failure> {
    if ![8, 16].contains(&register.part) || register.part > 8 * register.count {
        return Err(Failure::plain(format!("parts of {} bytes", register.part)));
    }
    let mut words = Noise::new(13);
    for _ in 0..256 {
        let inputs = noise(&mut words);
        register.check(InterleaveLow, inputs)?;
        register.check(InterleaveHigh, inputs)?;
    }
    Ok(())
}

/// Returns words that reveal the effect of a byte on its neighbors. They have every byte value at
/// every place among zeros and among ones, every pair of bits, full and empty bytes, and noise.
fn telling() -> Vec<u64> {
    let mut words = Vec::new();
    for byte in 0..=0xff_u64 {
        for at in (0..64).step_by(8) {
            words.extend([byte << at, !(byte << at)]);
        }
        words.push(each_bit(byte, |bit| bit / 8));
    }
    for i in 0..64 {
        words.extend((0..=i).map(|j| 1 << i | 1 << j));
    }
    let mut noise = Noise::new(11);
    words.extend((0..1024).map(|_| noise.word()));
    words.extend(noise.boards(1024));
    words
}

fn one_input(register: &Register<'_>) -> Result<(), Failure> {
    let words = telling();
    for words in words.windows(register.count) {
        let mut x = [0; 8];
        x[..register.count].copy_from_slice(words);
        for &operation in ONE_INPUT {
            register.check(operation, [x, x, x])?;
        }
        for bit in 0..8 {
            register.check(SpreadBit(bit), [x, x, x])?;
        }
    }
    Ok(())
}

/// Tests all eight combinations of three bits in every bit, and noise.
fn three_inputs(register: &Register<'_>) -> Result<(), Failure> {
    let mut words = Noise::new(15);
    for round in 0..256 {
        let mut inputs = noise(&mut words);
        if round < 8 {
            // Bit i of the three inputs is a number from 0 to 7, which takes all values.
            let patterns = [
                0xaaaa_aaaa_aaaa_aaaa,
                0xcccc_cccc_cccc_cccc,
                0xf0f0_f0f0_f0f0_f0f0_u64,
            ];
            inputs = patterns.map(|pattern| [pattern.rotate_left(round); 8]);
        }
        for &operation in THREE_INPUTS {
            register.check(operation, inputs)?;
        }
    }
    Ok(())
}

/// Tests every single bit in every lane, and noise.
fn unions(register: &Register<'_>) -> Result<(), Failure> {
    let mut words = Noise::new(16);
    iproduct!(0..register.count, 0..64).try_for_each(|(lane, bit)| {
        let mut one = [0; 8];
        one[lane] = 1 << bit;
        register.check(UnionOfLanes, [one; 3])?;
        let sparse = noise::<3>(&mut words).map(|x| x.map(|word| word & word >> 7));
        register.check(UnionOfLanes, sparse)
    })
}

/// Tests selection of bytes: every single byte from and to every place, and noise.
fn places(register: &Register<'_>) -> Result<(), Failure> {
    let mut words = Noise::new(17);
    for (i, j) in iproduct!(0..64, 0..64) {
        let [x, mut at, z] = noise(&mut words);
        at[i / 8] = at[i / 8] & !(0xff << (i % 8 * 8)) | (j as u64) << (i % 8 * 8);
        register.check(ShuffleBytes, [x, at, z])?;
        // One or two chosen bytes, and a range of chosen bytes.
        let (first, second) = (1 << i.min(j), 1_u64 << i.max(j));
        for bits in [first | second, second - first] {
            register.check(CompressStore, [x, [bits; 8], z])?;
        }
    }
    for _ in 0..1024 {
        let inputs = noise(&mut words);
        register.check(CompressStore, inputs)?;
        register.check(AddSums, inputs)?;
        // A register of one lane has no pairs.
        if register.count > 1 {
            for number in 0..16 {
                register.check(FromPairs(number), inputs)?;
            }
        }
    }
    for bits in [0, !0] {
        let [x, y, z] = noise(&mut words);
        register.check(CompressStore, [x, [bits; 8], z])?;
        register.check(AddSums, [y, [bits; 8], z])?;
    }
    Ok(())
}

/// Tests the lists of no square, of each single one, of all, of sets of all sizes and of noise.
fn lists(register: &Register<'_>) -> Result<(), Failure> {
    let mut noise = Noise::new(18);
    let mut sets: Vec<u64> = (0..64).flat_map(|i| [1 << i, !0 >> i, !0 << i]).collect();
    sets.push(0);
    sets.extend((0..1024).map(|_| noise.word()));
    sets.extend(noise.boards(1024));
    for set in sets {
        // The numbers for moves of a piece and for moves of pawns, a base of 0, and random numbers.
        for numbers in [0x5000_0ac0_0001, 0x1000_0240_0041, 0, noise.word()] {
            for from in (0..8).step_by(register.count) {
                register.check(ListSquares(from), [[set; 8], [numbers; 8], [0; 8]])?;
            }
        }
    }
    Ok(())
}
