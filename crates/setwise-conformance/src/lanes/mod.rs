//! Every operation of a register against a model of plain loops over lanes, bytes and bits.

mod model;

use crate::failure::Failure;
use crate::noise::Noise;
use model::each_bit;
use setwise_core::{Boards, Bytes, Isa, Lanes, Pack, Sliced, Task, antitranspose_by_swaps};

/// The register of an instruction set, its operations in a function that is compiled for it.
///
/// # Errors
/// The first wrong lane.
pub fn lanes<I: Isa>(proof: I) -> Result<(), Failure> {
    let register = Register {
        count: I::Register::COUNT,
        part: I::Register::PART,
        apply: &|operation, inputs| {
            let mut task = Apply { operation, inputs };
            proof.run_on::<I::Register, _>(&mut task)
        },
    };
    shifts(&register)?;
    bytes(&register)?;
    interleaving(&register)?;
    one_input(&register)?;
    three_inputs(&register)?;
    unions(&register)?;
    places(&register)
}

/// Lanes as the models see them: the first `count` count.
type Words = [u64; 8];

#[derive(Clone, Copy, Debug)]
enum Operation {
    Shl(u32),
    Shr(u32),
    ShlEach,
    ShrEach,
    ShiftEach,
    RotateEach,
    AddBytes,
    SubBytes,
    InterleaveLow,
    InterleaveHigh,
    EmptyBytes,
    EmptyLanes,
    Mirror,
    Antitranspose,
    AntitransposeBySwaps,
    East,
    West,
    ComplementWest,
    CountBytes,
    CountLanes,
    Or3,
    OrAnd,
    OrAndNot,
    OrOrNot,
    /// Of what the first has apart from the third.
    Insert,
    /// Of what the first has within the third.
    InsertOutside,
    InsertOutsideKeeping,
    Differs,
    /// In every lane.
    UnionOfLanes,
    /// In every lane.
    OccupiedBytes,
    SpreadBit(u32),
    Beside,
    TwoBeside,
    AddSums,
    PickBytes,
    /// The bytes of the first that the first lane of the second chooses, the others cleared.
    WriteChosen,
    /// To bytes and back.
    RoundTrip,
    /// One of the sixteen registers of two packs.
    FromPairs(usize),
}
use Operation::*;

/// An operation on three registers, of which it may use fewer.
struct Apply<'a> {
    operation: Operation,
    inputs: &'a [Words; 3],
}

impl Task for Apply<'_> {
    type Output = Words;

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) -> Words {
        let [x, y, z] = [0, 1, 2]
            .map(|i| <<P::Proof as Isa>::Register as Boards>::load(proof, &self.inputs[i]));
        let result = match self.operation {
            Shl(by) => x.shl(by),
            Shr(by) => x.shr(by),
            ShlEach => x.shl_each(y),
            ShrEach => x.shr_each(y),
            ShiftEach => x.shift_each(y),
            RotateEach => x.rotate_each(y),
            AddBytes => x.add_bytes(y),
            SubBytes => x.sub_bytes(y),
            InterleaveLow => x.interleave_low(y),
            InterleaveHigh => x.interleave_high(y),
            EmptyBytes => x.empty_bytes(),
            EmptyLanes => x.empty_lanes(),
            Mirror => x.mirror(),
            Antitranspose => x.antitranspose(),
            AntitransposeBySwaps => antitranspose_by_swaps(x),
            East => x.east(),
            West => x.west(),
            ComplementWest => x.complement_west(),
            CountBytes => x.count_bytes(),
            CountLanes => x.count_lanes(),
            Or3 => x.or3(y, z),
            OrAnd => x.or_and(y, z),
            OrAndNot => x.or_and_not(y, z),
            OrOrNot => x.or_or_not(y, z),
            Insert => (x & !z).insert(y, z),
            InsertOutside => (x & z).insert_outside(y, z),
            InsertOutsideKeeping => (x & z).insert_outside_keeping(y, z),
            Differs => x.differs(y, z),
            UnionOfLanes => x.same(x.union_of_lanes()),
            OccupiedBytes => x.same(x.occupied_bytes()),
            SpreadBit(bit) => x.spread_bit(bit),
            Beside => x.beside(),
            TwoBeside => x.two_beside(),
            AddSums => x.add_sums(y),
            PickBytes => x.pick_bytes(y),
            WriteChosen => {
                let chosen = chosen::<<P::Proof as Isa>::Register>(self.inputs[1][0]);
                let mut bytes = [0; 64];
                // Too short a slice stays as it is.
                x.write_chosen(
                    chosen,
                    &mut bytes[..8 * <P::Proof as Isa>::Register::COUNT - 1],
                );
                if bytes == [0; 64] {
                    x.write_chosen(chosen, &mut bytes);
                    bytes[chosen.count_ones() as usize..].fill(0);
                }
                <<P::Proof as Isa>::Register as Bytes>::load_bytes(proof, &bytes)
            }
            RoundTrip => {
                let bytes = x.to_bytes();
                <<P::Proof as Isa>::Register as Bytes>::load_bytes(proof, &bytes)
            }
            FromPairs(register) => {
                let mut pairs = [x; 16];
                for (k, pair) in pairs.iter_mut().enumerate() {
                    *pair = Boards::load(proof, &paired(self.inputs, k));
                }
                let packs = Sliced::from_pairs(pairs);
                packs[register / 8].0[register % 8]
            }
        };
        let mut words = [0; 8];
        Boards::store(result, &mut words);
        words
    }
}

/// Sixteen different registers.
#[inline(always)]
fn paired(inputs: &[Words; 3], register: usize) -> Words {
    let mut words = inputs[register % 3];
    for word in &mut words {
        *word = word.rotate_left(7 * register as u32);
    }
    words
}

/// Of 64 bits those that stand for a byte of a register.
#[inline(always)]
fn chosen<L: Lanes>(bits: u64) -> u64 {
    if L::COUNT == 8 {
        bits
    } else {
        bits & ((1 << (8 * L::COUNT)) - 1)
    }
}

/// What [`Lanes`] promises for all registers, without their types.
struct Register<'a> {
    count: usize,
    part: usize,
    apply: &'a dyn Fn(Operation, &[Words; 3]) -> Words,
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

/// Every distance; where lanes have their own, another in every lane.
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

/// All pairs of bytes at all places, all the other bytes being 0 or 255: carries and borrows stay within a byte.
fn bytes(register: &Register<'_>) -> Result<(), Failure> {
    let mut inputs = [[0; 8]; 3];
    let mut lane = 0;
    for pair in 0..1 << 16 {
        for at in (0..64).step_by(8) {
            for others in 0..4 {
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

/// Words that show what a byte does to itself and to its neighbours: every byte value at every place among
/// zeros and among ones; every pair of bits; noise; whole bytes set and empty.
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

/// All telling words, each in every lane.
fn one_input(register: &Register<'_>) -> Result<(), Failure> {
    let words = telling();
    for words in words.windows(register.count) {
        let mut x = [0; 8];
        x[..register.count].copy_from_slice(words);
        for operation in [
            EmptyBytes,
            EmptyLanes,
            Mirror,
            Antitranspose,
            AntitransposeBySwaps,
            East,
            West,
            ComplementWest,
            CountBytes,
            CountLanes,
            OccupiedBytes,
            Beside,
            TwoBeside,
            RoundTrip,
        ] {
            register.check(operation, [x, x, x])?;
        }
        for bit in 0..8 {
            register.check(SpreadBit(bit), [x, x, x])?;
        }
    }
    Ok(())
}

/// All eight combinations of three bits in every bit, and noise.
fn three_inputs(register: &Register<'_>) -> Result<(), Failure> {
    let mut words = Noise::new(15);
    for round in 0..256 {
        let mut inputs = noise(&mut words);
        if round < 8 {
            // Bit i of the three is a number from 0 to 7; after eight turns each bit had all.
            let patterns = [
                0xaaaa_aaaa_aaaa_aaaa,
                0xcccc_cccc_cccc_cccc,
                0xf0f0_f0f0_f0f0_f0f0_u64,
            ];
            inputs = patterns.map(|pattern| [pattern.rotate_left(round); 8]);
        }
        for operation in [
            Or3,
            OrAnd,
            OrAndNot,
            OrOrNot,
            Insert,
            InsertOutside,
            InsertOutsideKeeping,
            Differs,
        ] {
            register.check(operation, inputs)?;
        }
    }
    Ok(())
}

/// Every single bit in every lane, and noise.
fn unions(register: &Register<'_>) -> Result<(), Failure> {
    let mut words = Noise::new(16);
    for lane in 0..register.count {
        for bit in 0..64 {
            let mut one = [0; 8];
            one[lane] = 1 << bit;
            register.check(UnionOfLanes, [one; 3])?;
            register.check(
                UnionOfLanes,
                noise::<3>(&mut words).map(|x| x.map(|word| word & word >> 7)),
            )?;
        }
    }
    Ok(())
}

/// Bytes picked and chosen: every single one from and to everywhere, and noise.
fn places(register: &Register<'_>) -> Result<(), Failure> {
    let mut words = Noise::new(17);
    for i in 0..64 {
        for j in 0..64 {
            let [x, mut at, z] = noise(&mut words);
            at[i / 8] = at[i / 8] & !(0xff << (i % 8 * 8)) | (j as u64) << (i % 8 * 8);
            register.check(PickBytes, [x, at, z])?;
            // One byte, two, and all between.
            for bits in [
                1 << i | 1 << j,
                (1 << i).max(1 << j) - (1 << i).min(1_u64 << j),
            ] {
                register.check(WriteChosen, [x, [bits; 8], z])?;
            }
        }
    }
    for _ in 0..1024 {
        let inputs = noise(&mut words);
        register.check(WriteChosen, inputs)?;
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
        register.check(WriteChosen, [x, [bits; 8], z])?;
        register.check(AddSums, [y, [bits; 8], z])?;
    }
    Ok(())
}
