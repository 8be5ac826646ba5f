//! The operations of `ByteVector` on every instruction set, against plain loops.

use fastrand::Rng;
use setwise::{Level, LevelVisitor};
use setwise_core::{ByteVector, Isa, Pack, Task};

struct Operations(Rng);

impl LevelVisitor for Operations {
    type Output = ();

    fn visit<I: Isa>(mut self, isa: I) {
        for _ in 0..300 {
            isa.run_on::<I::Register, _>(&mut self);
        }
    }
}

/// The register of a token.
type Register<P> = <<P as Pack>::Token as Isa>::Register;

impl Task for Operations {
    type Output = ();

    fn run<P: Pack>(&mut self, token: P::Token) {
        self.check::<Register<P>>(token);
    }

    fn boards(&self) -> usize {
        1
    }
}

impl Operations {
    fn check<V: ByteVector>(&mut self, token: V::Token) {
        let size = 8 * V::LANES;
        let all = if size == 64 { !0 } else { (1 << size) - 1 };
        // Few values, so that bytes are equal at times, or many.
        let limit = if self.0.bool() { 8 } else { 255 };
        let mut bytes = || -> Vec<u8> { (0..size).map(|_| self.0.u8(..=limit)).collect() };
        let (a, b, c) = (bytes(), bytes(), bytes());
        let chosen = self.0.u64(..) & self.0.u64(..) & all;
        let [x, y, z] = [&a, &b, &c].map(|bytes| V::load_bytes(token, bytes));
        let of = |v: V| v.to_bytes()[..size].to_vec();
        let each = |f: &dyn Fn(usize) -> u8| (0..size).map(f).collect::<Vec<_>>();
        let test = |f: &dyn Fn(usize) -> bool| (0..size).fold(0, |m, i| m | u64::from(f(i)) << i);

        let mask = V::mask(token, chosen);
        assert_eq!(V::bits(mask) & all, chosen);
        assert_eq!(V::bits(!mask) & all, all & !chosen);
        assert_eq!(of(V::splat_byte(token, a[0])), vec![a[0]; size]);
        assert_eq!(V::bits(x.equal(y)), test(&|i| a[i] == b[i]));
        assert_eq!(V::bits(x.less(y)), test(&|i| a[i] < b[i]));
        assert_eq!(V::bits(x.intersects(y)), test(&|i| a[i] & b[i] != 0));
        let is_chosen = |i: usize| chosen >> i & 1 == 1;
        let selected = each(&|i| if is_chosen(i) { a[i] } else { b[i] });
        assert_eq!(of(V::select(mask, x, y)), selected);
        let mut packed: Vec<u8> = (0..size).filter(|&i| is_chosen(i)).map(|i| a[i]).collect();
        packed.resize(size, 0);
        assert_eq!(of(x.compress(chosen)), packed);
        let mut next = a.iter();
        let mut spread = b.clone();
        for i in (0..size).filter(|&i| is_chosen(i)) {
            spread[i] = *next.next().expect("a byte");
        }
        assert_eq!(of(x.expand(chosen, y)), spread);
        let two = [b.clone(), c.clone()].concat();
        assert_eq!(
            of(x.shuffle_two(&y, &z)),
            each(&|i| two[usize::from(a[i]) % (2 * size)])
        );
        let halves = [&a[..size / 2], &b[..size / 2]].concat();
        assert_eq!(of(x.lower_halves(y)), halves);
        let saturated = each(&|i| a[i].saturating_sub(b[i]));
        assert_eq!(of(x.saturating_sub_bytes(y)), saturated);
        assert_eq!(of(x.min_bytes(y)), each(&|i| a[i].min(b[i])));
        for length in [0, 1, size - 1, size, size + 3] {
            let mut out = vec![99; length];
            x.store_bytes(&mut out);
            let mut expected = vec![99; length];
            expected[..length.min(size)].copy_from_slice(&a[..length.min(size)]);
            assert_eq!(out, expected);
        }
        self.check_words::<V>(token, [&a, &b], chosen);
    }

    fn check_words<V: ByteVector>(&mut self, token: V::Token, bytes: [&[u8]; 2], chosen: u64) {
        let size = 4 * V::LANES;
        let [x, y] = bytes.map(|bytes| V::load_bytes(token, bytes));
        let words = |bytes: &[u8]| -> Vec<u16> {
            let pair = |two: &[u8]| u16::from_le_bytes([two[0], two[1]]);
            bytes.chunks_exact(2).map(pair).collect()
        };
        let of = |v: V| words(&v.to_bytes()[..2 * size]);
        let (a, b) = (words(bytes[0]), words(bytes[1]));
        let each = |f: &dyn Fn(usize) -> u16| (0..size).map(f).collect::<Vec<_>>();
        let halves = x.widen();
        let masks = V::widen_mask(token, V::mask(token, chosen));
        for half in 0..2 {
            let at = |i: usize| size * half + i;
            assert_eq!(of(halves[half]), each(&|i| u16::from(bytes[0][at(i)])));
            let expected = each(&|i| if chosen >> at(i) & 1 == 1 { a[i] } else { b[i] });
            assert_eq!(of(V::select_words(masks[half], x, y)), expected);
        }
        assert_eq!(of(x.add_words(y)), each(&|i| a[i].wrapping_add(b[i])));
        assert_eq!(of(x.mul_words(y)), each(&|i| a[i].wrapping_mul(b[i])));
        assert_eq!(of(x.shr_words(3)), each(&|i| a[i] >> 3));
        let table: [u16; 128] = std::array::from_fn(|_| self.0.u16(..));
        let (short, _) = table.split_first_chunk::<64>().expect("64 words");
        let look_up = |table: &[u16], i: usize| table[usize::from(a[i]) % table.len()];
        assert_eq!(of(x.look_up_64(short)), each(&|i| look_up(short, i)));
        assert_eq!(of(x.look_up_128(&table)), each(&|i| look_up(&table, i)));
        for length in [0, 1, size - 1, size, size + 3] {
            let (mut narrow, mut wide) = (vec![99; length], vec![99; length]);
            x.store_words(&mut narrow);
            x.store_words_wide(&mut wide);
            let mut expected = vec![99; length];
            expected[..length.min(size)].copy_from_slice(&a[..length.min(size)]);
            assert_eq!(narrow, expected);
            assert!(wide.into_iter().eq(expected.into_iter().map(u32::from)));
        }
    }
}

#[test]
fn byte_vectors() {
    for level in Level::all() {
        level.visit(Operations(Rng::with_seed(8)));
    }
}
