//! Every operation of a register on bytes and words against a model of plain arrays.

use crate::failure::Failure;
use crate::noise::Noise;
use setwise_core::{ByteVector, Isa, Pack, Task, Vector, WordTable};
use std::array::from_fn;

/// The number of inputs for each operation.
const ROUNDS: usize = 512;

/// Checks the register of an instruction set as bytes and words, its operations in a function that
/// is compiled for it.
pub(crate) fn bytes<I: Isa>(token: I) -> Result<(), Failure> {
    let size = 8 * I::Register::LANES;
    let mut noise = Noise::new(21);
    for round in 0..ROUNDS {
        let inputs = Inputs::new(&mut noise, round, size);
        for operation in operations(round) {
            let mut task = Apply {
                operation,
                inputs: &inputs,
            };
            let found = token.run_on::<I::Register, _>(&mut task);
            let expected = model(operation, &inputs, size);
            if let Some(at) = (0..64).find(|&at| found[at] != expected[at]) {
                let what = format!("{operation:?}, number {at} of the result");
                let [x, y, z] = inputs
                    .bytes
                    .map(|bytes| bytes.get(at).copied().unwrap_or_default());
                let arguments =
                    [("x", x), ("y", y), ("z", z)].map(|(name, byte)| (name, byte.into()));
                let (expected, found) = (expected[at].into(), found[at].into());
                return Err(Failure::new(what, &arguments, expected, found));
            }
        }
    }
    Ok(())
}

/// What an operation works on. It may use less.
struct Inputs {
    /// The registers x, y and z.
    bytes: [[u8; 64]; 3],
    /// A bit for each byte of a register.
    bits: u64,
    table: [u8; 128],
    words: [u16; 128],
}

impl Inputs {
    fn new(noise: &mut Noise, round: usize, size: usize) -> Self {
        let mut byte = || noise.word() as u8;
        let mut bytes: [[u8; 64]; 3] = from_fn(|_| from_fn(|_| byte()));
        // Equal bytes are rare among noise, as are the extremes.
        for at in 0..64 {
            match (round + at) % 8 {
                0 => bytes[1][at] = bytes[0][at],
                1 => bytes[0][at] = [0, 127, 128, 255][round / 8 % 4],
                2 => bytes[1][at] = [0, 127, 128, 255][round / 32 % 4],
                _ => {}
            }
        }
        let table = from_fn(|_| byte());
        let all = !0 >> (64 - size);
        Self {
            bytes,
            bits: match round {
                0 => 0,
                1 => all,
                _ => noise.board() & all,
            },
            table,
            words: from_fn(|_| noise.word() as u16),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Mask,
    MaskAnd,
    MaskOr,
    MaskNot,
    SplatByte,
    Equal,
    Less,
    Intersects,
    Select,
    Compress,
    Expand,
    ShuffleTwo,
    LookUp64,
    LookUp128,
    LowerHalves,
    SaturatingSub,
    Min,
    /// From a slice of this length. What is missing is 0.
    LoadShort(usize),
    /// To a slice of this length.
    StoreBytes(usize),
    Words,
    Widen,
    AddWords,
    MulWords,
    ShrWords(u32),
    SelectWords,
    LookUpWords64,
    LookUpWords128,
    /// Words as wider numbers.
    StoreWide,
    /// Words to a slice without room for them.
    StoreShort,
}

use Operation::*;

/// The operations, with arguments that change from round to round.
fn operations(round: usize) -> [Operation; 29] {
    [
        Mask,
        MaskAnd,
        MaskOr,
        MaskNot,
        SplatByte,
        Equal,
        Less,
        Intersects,
        Select,
        Compress,
        Expand,
        ShuffleTwo,
        LookUp64,
        LookUp128,
        LowerHalves,
        SaturatingSub,
        Min,
        LoadShort(round % 65),
        StoreBytes(round % 65),
        Words,
        Widen,
        AddWords,
        MulWords,
        ShrWords((round % 16) as u32),
        SelectWords,
        LookUpWords64,
        LookUpWords128,
        StoreWide,
        StoreShort,
    ]
}

struct Apply<'a> {
    operation: Operation,
    inputs: &'a Inputs,
}

impl Task for Apply<'_> {
    /// Bytes or words as numbers; 0 where there are fewer.
    type Output = [u32; 64];

    #[inline(always)]
    fn run<P: Pack>(&mut self, token: P::Token) -> [u32; 64] {
        apply::<<P::Token as Isa>::Register>(token, self.operation, self.inputs)
    }
}

#[inline(always)]
fn apply<V: ByteVector>(token: V::Token, operation: Operation, inputs: &Inputs) -> [u32; 64] {
    let load = |bytes: &[u8; 64]| V::load_bytes(token, bytes);
    let (x, y, z) = (
        load(&inputs.bytes[0]),
        load(&inputs.bytes[1]),
        load(&inputs.bytes[2]),
    );
    let mask = V::mask(token, inputs.bits);
    let six_bits = x & V::splat_byte(token, 63);
    let seven_bits = x & V::splat_byte(token, 127);
    let (a, b) = (V::words(x, y), V::words(y, z));
    let result = match operation {
        Mask => return bits(V::bits(mask)),
        MaskAnd => return bits(V::bits(mask & x.equal(y))),
        MaskOr => return bits(V::bits(mask | x.equal(y))),
        MaskNot => return bits(V::bits(!mask) & !0 >> (64 - 8 * V::LANES)),
        Equal => return bits(V::bits(x.equal(y))),
        Less => return bits(V::bits(x.less(y))),
        Intersects => return bits(V::bits(x.intersects(y))),
        SplatByte => V::splat_byte(token, inputs.bytes[0][0]),
        Select => V::select(mask, x, y),
        Compress => x.compress(inputs.bits),
        Expand => x.expand(inputs.bits, y),
        ShuffleTwo => x.shuffle_two(&y, &z),
        LookUp64 => six_bits.look_up_64(first_half(&inputs.table)),
        LookUp128 => seven_bits.look_up_128(&inputs.table),
        LowerHalves => x.lower_halves(y),
        SaturatingSub => x.saturating_sub_bytes(y),
        Min => x.min_bytes(y),
        LoadShort(length) => V::load_bytes(token, &inputs.bytes[0][..length]),
        StoreBytes(length) => {
            let mut out = [0; 64];
            x.store_bytes(&mut out[..length]);
            return out.map(u32::from);
        }
        Words => return stored::<V>(a),
        Widen => return stored::<V>(x.widen()),
        AddWords => return stored::<V>([a[0].add_words(b[0]), a[1].add_words(b[1])]),
        MulWords => return stored::<V>([a[0].mul_words(b[0]), a[1].mul_words(b[1])]),
        ShrWords(by) => return stored::<V>([a[0].shr_words(by), a[1].shr_words(by)]),
        SelectWords => {
            let [low, high] = V::widen_mask(token, mask);
            return stored::<V>([
                V::select_words(low, a[0], b[0]),
                V::select_words(high, a[1], b[1]),
            ]);
        }
        LookUpWords64 => {
            let table = WordTable::new(*first_half(&inputs.words));
            return stored::<V>(six_bits.look_up_words_64(&table));
        }
        LookUpWords128 => {
            let table = WordTable::new(inputs.words);
            return stored::<V>(seven_bits.look_up_words_128(&table));
        }
        StoreWide => {
            let mut out = [0; 64];
            V::store_words_wide(a, &mut out);
            return out;
        }
        StoreShort => {
            let mut out = [7; 64];
            V::store_words(a, &mut out[..8 * V::LANES - 1]);
            return out.map(u32::from);
        }
    };
    let mut out = [0; 64];
    result.store_bytes(&mut out);
    out.map(u32::from)
}

#[inline(always)]
fn stored<V: ByteVector>(words: [V; 2]) -> [u32; 64] {
    let mut out = [0; 64];
    V::store_words(words, &mut out);
    out.map(u32::from)
}

fn first_half<T>(table: &[T; 128]) -> &[T; 64] {
    table.first_chunk().expect("128 are more than 64")
}

/// A number for each bit.
fn bits(bits: u64) -> [u32; 64] {
    from_fn(|i| (bits >> i & 1) as u32)
}

/// The result of an operation on a register of `size` bytes.
fn model(operation: Operation, inputs: &Inputs, size: usize) -> [u32; 64] {
    let [x, y, z] = inputs.bytes;
    let set = |i: usize| inputs.bits >> i & 1 != 0;
    let a = |i: usize| u16::from_le_bytes([x[i], y[i]]);
    let b = |i: usize| u16::from_le_bytes([y[i], z[i]]);
    let chosen: Vec<u8> = (0..size).filter(|&i| set(i)).map(|i| x[i]).collect();
    let number = |i: usize| -> u32 {
        match operation {
            Mask => set(i).into(),
            MaskAnd => (set(i) && x[i] == y[i]).into(),
            MaskOr => (set(i) || x[i] == y[i]).into(),
            MaskNot => (!set(i)).into(),
            SplatByte => x[0].into(),
            Equal => (x[i] == y[i]).into(),
            Less => (x[i].cast_signed() < y[i].cast_signed()).into(),
            Intersects => (x[i] & y[i] != 0).into(),
            Select => (if set(i) { x[i] } else { y[i] }).into(),
            Compress => chosen.get(i).copied().unwrap_or(0).into(),
            Expand if set(i) => x[(0..i).filter(|&i| set(i)).count()].into(),
            Expand => y[i].into(),
            ShuffleTwo => {
                let at = usize::from(x[i]) % (2 * size);
                (if at < size { y[at] } else { z[at - size] }).into()
            }
            LookUp64 => inputs.table[usize::from(x[i] & 63)].into(),
            LookUp128 => inputs.table[usize::from(x[i] & 127)].into(),
            LowerHalves => (if i < size / 2 { x[i] } else { y[i - size / 2] }).into(),
            SaturatingSub => x[i].saturating_sub(y[i]).into(),
            Min => x[i].min(y[i]).into(),
            LoadShort(length) | StoreBytes(length) => (if i < length { x[i] } else { 0 }).into(),
            Words | StoreWide => a(i).into(),
            Widen => x[i].into(),
            AddWords => a(i).wrapping_add(b(i)).into(),
            MulWords => a(i).wrapping_mul(b(i)).into(),
            ShrWords(by) => (a(i) >> by).into(),
            SelectWords => (if set(i) { a(i) } else { b(i) }).into(),
            LookUpWords64 => inputs.words[usize::from(x[i] & 63)].into(),
            LookUpWords128 => inputs.words[usize::from(x[i] & 127)].into(),
            StoreShort => 7,
        }
    };
    let untouched = if matches!(operation, StoreShort) {
        7
    } else {
        0
    };
    from_fn(|i| if i < size { number(i) } else { untouched })
}
