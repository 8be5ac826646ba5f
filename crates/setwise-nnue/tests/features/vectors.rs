//! The operations of `ByteVector` on every instruction set, against plain loops.

use fastrand::Rng;
use setwise_core::{ByteVector, Isa, Pack, Task, WordTable};
use setwise_dispatch::{Level, LevelVisitor};

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
        assert_eq!(V::bits(x.less(y)), test(&|i| (a[i] as i8) < b[i] as i8));
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
        let table: [u8; 128] = std::array::from_fn(|_| self.0.u8(..));
        let (short, _) = table.split_first_chunk::<64>().expect("64 bytes");
        let small = |bits| x & V::splat_byte(token, bits);
        assert_eq!(
            of(small(63).look_up_64(short)),
            each(&|i| short[usize::from(a[i] & 63)])
        );
        assert_eq!(
            of(small(127).look_up_128(&table)),
            each(&|i| table[usize::from(a[i] & 127)])
        );
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
        let size = 8 * V::LANES;
        let tables = [(); 2].map(|()| WordTable::new(std::array::from_fn(|_| self.0.u16(..))));
        let short = WordTable::new(*tables[0].words().first_chunk::<64>().expect("64 words"));
        let look_up = |k: usize, mask: u8| -> Vec<u16> {
            bytes[k]
                .iter()
                .map(|byte| tables[k].words()[usize::from(byte & mask)])
                .collect()
        };
        let (a, b) = (look_up(0, 127), look_up(1, 127));
        let registers =
            |mask| bytes.map(|bytes| V::load_bytes(token, bytes) & V::splat_byte(token, mask));
        let [x, y] = registers(127);
        let [p, q] =
            [(x, &tables[0]), (y, &tables[1])].map(|(at, table)| at.look_up_words_128(table));
        let of = |words: [V; 2]| {
            let mut out = vec![0; size];
            V::store_words(words, &mut out);
            out
        };
        let each = |f: &dyn Fn(usize) -> u16| (0..size).map(f).collect::<Vec<_>>();
        assert_eq!(of(p), a);
        assert_eq!(
            of(registers(63)[0].look_up_words_64(&short)),
            look_up(0, 63)
        );
        assert_eq!(
            of(V::load_bytes(token, bytes[0]).widen()),
            each(&|i| bytes[0][i].into())
        );
        let both = |f: &dyn Fn(V, V) -> V| of([f(p[0], q[0]), f(p[1], q[1])]);
        assert_eq!(both(&V::add_words), each(&|i| a[i].wrapping_add(b[i])));
        assert_eq!(both(&V::mul_words), each(&|i| a[i].wrapping_mul(b[i])));
        assert_eq!(both(&|p, _| p.shr_words(3)), each(&|i| a[i] >> 3));
        let masks = V::widen_mask(token, V::mask(token, chosen));
        let selected = [0, 1].map(|half| V::select_words(masks[half], p[half], q[half]));
        assert_eq!(
            of(selected),
            each(&|i| if chosen >> i & 1 == 1 { a[i] } else { b[i] })
        );
        for length in [0, size - 1, size, size + 3] {
            let (mut narrow, mut wide) = (vec![99; length], vec![99; length]);
            V::store_words(p, &mut narrow);
            V::store_words_wide(p, 0, &mut wide);
            let mut expected = vec![99; length];
            if length >= size {
                expected[..size].copy_from_slice(&a);
            }
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
