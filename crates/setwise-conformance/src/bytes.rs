//! Every operation of a register on bytes and words against a model of plain arrays.

use crate::{failure::Failure, noise::Noise};
use setwise_core::{ByteVector, Isa, Pack, Task, Vector, WordTable};
use std::array::from_fn;

const ROUNDS: usize = 512;

/// Checks the register of an instruction set as bytes and words, in a function compiled for it.
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
                let [x, y, z] = inputs.bytes.map(|bytes| bytes[at].into());
                let arguments = [("x", x), ("y", y), ("z", z)];
                let (expected, found) = (expected[at].into(), found[at].into());
                return Err(Failure::new(what, &arguments, expected, found));
            }
        }
    }
    Ok(())
}

/// The inputs of an operation, which may use only some of them.
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
        // Adds equal bytes and extreme values, which are rare in noise.
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

struct Apply<'a> {
    operation: Operation,
    inputs: &'a Inputs,
}

impl Task for Apply<'_> {
    /// The bytes or words as numbers, then zeros if there are fewer than 64.
    type Output = [u32; 64];

    #[inline(always)]
    fn run<P: Pack>(&mut self, token: P::Token) -> [u32; 64] {
        apply::<<P::Token as Isa>::Register>(token, self.operation, self.inputs)
    }
}

/// Declares operations. Each has a form for registers and a model, which computes one number. An
/// argument changes from round to round.
macro_rules! operations {
    (
        |$round:ident|
        |$token:ident, $inputs:ident, $x:ident, $y:ident, $z:ident, $mask:ident, $a:ident, $b:ident|
        |$size:ident, $set:ident, $i:ident|
        $($name:ident $(($argument:ident: $type:ty = $value:expr))? = $vector:expr, $model:expr;)*
    ) => {
        #[derive(Clone, Copy, Debug)]
        enum Operation { $($name $(($type))?,)* }
        use Operation::*;

        fn operations($round: usize) -> impl Iterator<Item = Operation> {
            [$($name $(($value))?),*].into_iter()
        }

        #[inline(always)]
        fn apply<V: ByteVector>($token: V::Token, operation: Operation, $inputs: &Inputs) -> [u32; 64] {
            let [$x, $y, $z] = [0, 1, 2].map(|i: usize| V::load_bytes($token, &$inputs.bytes[i]));
            let $mask = V::mask($token, $inputs.bits);
            let ($a, $b) = (V::words($x, $y), V::words($y, $z));
            match operation { $($name $(($argument))? => $vector,)* }
        }

        fn model(operation: Operation, $inputs: &Inputs, $size: usize) -> [u32; 64] {
            let [$x, $y, $z] = $inputs.bytes;
            let $set = |i: usize| $inputs.bits >> i & 1 != 0;
            let $a = |i: usize| u16::from_le_bytes([$x[i], $y[i]]);
            let $b = |i: usize| u16::from_le_bytes([$y[i], $z[i]]);
            let number = |$i: usize| -> u32 {
                match operation { $($name $(($argument))? => $model.into(),)* }
            };
            let untouched = if matches!(operation, StoreShort) { 7 } else { 0 };
            from_fn(|i| if i < $size { number(i) } else { untouched })
        }
    };
}

operations! {
    |round|
    |token, inputs, x, y, z, mask, a, b|
    |size, set, i|
    Mask = bits(V::bits(mask)), set(i);
    MaskAnd = bits(V::bits(mask & x.equal(y))), (set(i) && x[i] == y[i]);
    MaskOr = bits(V::bits(mask | x.equal(y))), (set(i) || x[i] == y[i]);
    MaskNot = bits(V::bits(!mask) & !0 >> (64 - 8 * V::LANES)), (!set(i));
    // Joins the masks of `count` registers, at most 64 bytes. Number i has bit i of each.
    JoinedBits(count: usize = round % 5) = joined_bits::<V>(&[mask, x.equal(y), x.less(y), !x.intersects(y)], count),
        [set(i), x[i] == y[i], x[i].cast_signed() < y[i].cast_signed(), x[i] & y[i] == 0][..count.min(64 / size)]
            .iter()
            .rfold(0, |number, bit| 2 * number + u32::from(*bit));
    SplatByte = bytes_of(V::splat_byte(token, inputs.bytes[0][0]), 64), x[0];
    Equal = bits(V::bits(x.equal(y))), (x[i] == y[i]);
    Less = bits(V::bits(x.less(y))), (x[i].cast_signed() < y[i].cast_signed());
    Intersects = bits(V::bits(x.intersects(y))), (x[i] & y[i] != 0);
    Select = bytes_of(V::select(mask, x, y), 64), (if set(i) { x[i] } else { y[i] });
    Compress = bytes_of(x.compress(inputs.bits), 64), (0..size).filter(|&i| set(i)).nth(i).map_or(0, |i| x[i]);
    Expand = bytes_of(x.expand(inputs.bits, y), 64),
        (if set(i) { x[(0..i).filter(|&i| set(i)).count()] } else { y[i] });
    ShuffleTwo = bytes_of(x.shuffle_two(&y, &z), 64), [&y[..size], &z[..size]].concat()[usize::from(x[i]) % (2 * size)];
    PackStore = bytes_of(packed(x, inputs.bits), 64), (0..size).filter(|&i| set(i)).nth(i).map_or(0, |i| x[i]);
    LookUp16 = bytes_of(low_bits(x, 15).look_up_16(start(&inputs.table)), 64), inputs.table[usize::from(x[i] & 15)];
    LookUp64 = bytes_of(low_bits(x, 63).look_up_64(start(&inputs.table)), 64), inputs.table[usize::from(x[i] & 63)];
    LookUp128 = bytes_of(low_bits(x, 127).look_up_128(&inputs.table), 64), inputs.table[usize::from(x[i] & 127)];
    LowerHalves = bytes_of(x.lower_halves(y), 64), (if i < size / 2 { x[i] } else { y[i - size / 2] });
    SaturatingSub = bytes_of(x.saturating_sub_bytes(y), 64), x[i].saturating_sub(y[i]);
    Min = bytes_of(x.min_bytes(y), 64), x[i].min(y[i]);
    // Loads from a slice of this length; missing bytes are 0.
    LoadShort(length: usize = round % 65) = bytes_of(V::load_bytes(token, &inputs.bytes[0][..length]), 64),
        (if i < length { x[i] } else { 0 });
    // To a slice of this length.
    StoreBytes(length: usize = round % 65) = bytes_of(x, length), (if i < length { x[i] } else { 0 });
    Words = words_of::<V>(a), a(i);
    Widen = words_of::<V>(x.widen()), x[i];
    AddWords = words_of::<V>([a[0].add_words(b[0]), a[1].add_words(b[1])]), a(i).wrapping_add(b(i));
    MulWords = words_of::<V>([a[0].mul_words(b[0]), a[1].mul_words(b[1])]), a(i).wrapping_mul(b(i));
    ShrWords(by: u32 = (round % 16) as u32) = words_of::<V>(a.map(|words| words.shr_words(by))), (a(i) >> by);
    SelectWords = select_words::<V>(V::widen_mask(token, mask), a, b), (if set(i) { a(i) } else { b(i) });
    LookUpWords64 = words_of::<V>(low_bits(x, 63).look_up_words_64(&WordTable::new(*start(&inputs.words)))),
        inputs.words[usize::from(x[i] & 63)];
    LookUpWords128 = words_of::<V>(low_bits(x, 127).look_up_words_128(&WordTable::new(inputs.words))),
        inputs.words[usize::from(x[i] & 127)];
    // Words as wider numbers.
    StoreWide = wide_words::<V>(a, inputs.bits as u32), (inputs.bits as u32).wrapping_add(a(i).into());
    // Words to a slice without room for them.
    StoreShort = short_of_room::<V>(a), 7_u32;
}

#[inline(always)]
fn low_bits<V: ByteVector>(x: V, mask: u8) -> V {
    x & V::splat_byte(x.token(), mask)
}

#[inline(always)]
fn bytes_of<V: ByteVector>(bytes: V, length: usize) -> [u32; 64] {
    let mut out = [0; 64];
    bytes.store_bytes(&mut out[..length]);
    out.map(u32::from)
}

#[inline(always)]
fn words_of<V: ByteVector>(words: [V; 2]) -> [u32; 64] {
    let mut out = [0; 64];
    V::store_words(words, &mut out);
    out.map(u32::from)
}

#[inline(always)]
fn select_words<V: ByteVector>(mask: [V::Mask; 2], yes: [V; 2], no: [V; 2]) -> [u32; 64] {
    let [low, high] = mask;
    let low = V::select_words(low, yes[0], no[0]);
    words_of::<V>([low, V::select_words(high, yes[1], no[1])])
}

#[inline(always)]
fn wide_words<V: ByteVector>(words: [V; 2], base: u32) -> [u32; 64] {
    let (mut out, mut signed) = ([0; 64], [0_i32; 64]);
    V::store_words_wide(words, base, &mut out);
    V::store_words_wide(words, base, &mut signed);
    assert_eq!(out, signed.map(i32::cast_unsigned));
    out
}

#[inline(always)]
fn joined_bits<V: ByteVector>(masks: &[V::Mask; 4], count: usize) -> [u32; 64] {
    let size = 8 * V::LANES;
    let joined = V::joined_bits(&masks[..count.min(64 / size)]);
    let mut numbers = [0; 64];
    for i in 0..64 {
        numbers[i % size] |= ((joined >> i & 1) as u32) << (i / size);
    }
    numbers
}

#[inline(always)]
fn packed<V: ByteVector>(x: V, bits: u64) -> V {
    let mut bytes = [0; 64];
    // A slice that is too short must not change.
    x.pack_store(bits, &mut bytes[..8 * V::LANES - 1]);
    if bytes == [0; 64] {
        x.pack_store(bits, &mut bytes);
        bytes[bits.count_ones() as usize..].fill(0);
    }
    V::load_bytes(x.token(), &bytes)
}

#[inline(always)]
fn short_of_room<V: ByteVector>(words: [V; 2]) -> [u32; 64] {
    let mut out = [7; 64];
    V::store_words(words, &mut out[..8 * V::LANES - 1]);
    out.map(u32::from)
}

fn start<T, const N: usize>(table: &[T; 128]) -> &[T; N] {
    table.first_chunk().expect("at most 128")
}

fn bits(bits: u64) -> [u32; 64] {
    from_fn(|i| (bits >> i & 1) as u32)
}
