//! The border: what is refused, and that any bytes are safe. `tests/moves.c` and `tests/moves.cpp`
//! compare the results with those of Rust.

mod definition;

use crate::*;
use core::mem::size_of;
use core::ptr::{from_mut, from_ref, null, null_mut};
use fastrand::Rng;
use setwise_threats::{Attacks, Before, Changed};

const ROOM: usize = Attacks::CAPACITY;

#[test]
fn levels() {
    assert_eq!(setwise_threats_has_level(0), 1);
    assert_eq!(setwise_threats_has_level(setwise_threats_best_level()), 1);
    for unknown in [4, 31, 32, u32::MAX] {
        assert_eq!(setwise_threats_has_level(unknown), 0);
    }
    let there = (0..4).filter(|level| setwise_threats_has_level(*level) == 1);
    assert_eq!(there.max(), Some(setwise_threats_best_level()));
}

#[test]
fn what_is_refused() {
    let (before, mut changed, mut records) = (Before::default(), Changed::new(), Attacks::new());
    let (mut list, codes) = ([0; ROOM], [0; 16]);
    let call = |level, codes, before, out| {
        // SAFETY: the pointers are null, not aligned, or to what is above.
        unsafe { setwise_threats_59808_changes(level, codes, before, 4, 60, out) }
    };
    let (there, out) = (from_ref(&before), from_mut(&mut changed));
    assert_eq!(call(0, null(), there, out), Status::Ok as i32);
    assert_eq!(call(0, codes.as_ptr(), there, out), Status::Ok as i32);
    let absent = if setwise_threats_has_level(3) == 1 {
        1
    } else {
        3
    };
    for level in [absent, 4, 32, u32::MAX] {
        assert_eq!(call(level, null(), there, out), Status::UnknownLevel as i32);
    }
    let bad = Status::BadPointer as i32;
    assert_eq!(call(0, null(), null(), out), bad);
    assert_eq!(call(0, null(), there, null_mut()), bad);
    assert_eq!(call(0, null(), there.wrapping_byte_add(8), out), bad);
    assert_eq!(call(0, null(), there, out.wrapping_byte_add(32)), bad);
    for inside in [0, 64, size_of::<Changed>() - size_of::<Before>()] {
        let before = out.cast_const().wrapping_byte_add(inside).cast();
        assert_eq!(call(0, null(), before, out), Status::Overlap as i32);
    }
    // SAFETY: the pointers are null, not aligned, or to what is above; the list is `ROOM` long.
    unsafe {
        let of = |side, out| setwise_threats_59808_changes_of(0, null(), there, side, 4, out);
        assert_eq!(of(1, out), Status::Ok as i32);
        assert_eq!(of(2, out), Status::UnknownValue as i32);
        assert_eq!(of(0, null_mut()), bad);
        let features = |before, out| setwise_threats_59808_features(null(), before, 4, 60, out);
        assert_eq!(features(there, out), Status::Ok as i32);
        assert_eq!(features(null(), out), bad);
        assert_eq!(features(there, null_mut()), bad);
        let found = from_mut(&mut records);
        assert_eq!(setwise_threats_59808_records(0, null(), there, found), 0);
        assert_eq!(
            setwise_threats_59808_records(0, null(), there, null_mut()),
            bad
        );
        assert_eq!(setwise_threats_59808_records(0, null(), null(), found), bad);
        let number =
            |found, side, list, room| setwise_threats_59808_number(0, found, side, 4, list, room);
        let list = list.as_mut_ptr();
        assert_eq!(number(found, 0, list, ROOM), Status::Ok as i32);
        assert_eq!(number(found, 0, list, ROOM - 1), Status::NoRoom as i32);
        assert_eq!(number(found, 7, list, ROOM), Status::UnknownValue as i32);
        assert_eq!(number(null_mut(), 0, list, ROOM), bad);
        assert_eq!(number(found, 0, null_mut(), ROOM), bad);
        assert_eq!(number(found, 0, list.wrapping_byte_add(1), ROOM), bad);
        assert_eq!(number(found, 0, found.cast(), ROOM), Status::Overlap as i32);
    }
}

#[test]
fn joined_sets_that_are_refused() {
    let (before, mut changed, mut number) = (Before::default(), Changed::new(), 0);
    let (there, out) = (from_ref(&before), from_mut(&mut changed));
    let good = Description::new(4, 1);
    let call = |others, before, out| {
        // SAFETY: the pointers are null, or to what is above.
        unsafe { setwise_threats_59808_joined_changes(0, null(), others, before, 4, 60, out) }
    };
    let (ok, bad) = (Status::Ok as i32, Status::BadPointer as i32);
    assert_eq!(call(from_ref(&good), there, out), ok);
    assert_eq!(call(null(), there, out), bad);
    assert_eq!(call(from_ref(&good), null(), out), bad);
    assert_eq!(call(from_ref(&good), there, null_mut()), bad);
    for wrong in [Description::new(6, 0), Description::new(0, 4)] {
        assert_eq!(call(from_ref(&wrong), there, out), Status::BadSet as i32);
    }
    let short = Description { size: 64, ..good };
    assert_eq!(call(from_ref(&short), there, out), Status::WrongSize as i32);
    for (pieces, pairs, size) in [
        (0, 0, 0),
        (1, 2, 5328),
        (2, 0, 768),
        (3, 3, 9888),
        (5, 0, 24_576),
    ] {
        let others = Description::new(pieces, pairs);
        // SAFETY: the pointers are null, or to what is above.
        unsafe {
            assert_eq!(setwise_threats_others_size(&others, null_mut()), bad);
            assert_eq!(setwise_threats_others_size(&others, &mut number), ok);
            assert_eq!(number, size);
            let refreshes = |side, out| setwise_threats_joined_refreshes(&others, there, side, out);
            assert_eq!(refreshes(0, from_mut(&mut number)), ok);
            assert_eq!(refreshes(0, null_mut()), bad);
            assert_eq!(
                refreshes(2, from_mut(&mut number)),
                Status::UnknownValue as i32
            );
            let features = setwise_threats_59808_joined_features;
            assert_eq!(features(null(), &others, there, 4, 60, out), ok);
        }
        assert_eq!(number, 0);
    }
    // Pairs of 64 pawns have no room.
    let full = Before {
        mailbox: [1; 64],
        occupied: !0,
        ..Before::default()
    };
    let twice = Description::new(1, 3);
    // SAFETY: the pointers are to what is above.
    let features =
        unsafe { setwise_threats_59808_joined_features(null(), &twice, &full, 4, 60, out) };
    assert_eq!(features, Status::NoRoom as i32);
    assert!(
        changed
            .added(setwise_threats::Perspective::White)
            .is_empty()
    );
}

/// Any bytes as structures, as C would hand them over.
#[test]
fn any_bytes_are_safe() {
    #[repr(C, align(64))]
    struct Bytes<const N: usize>([u8; N]);
    let mut rng = Rng::with_seed(1);
    let mut before = Bytes([0; size_of::<Before>()]);
    let mut narrow = Bytes([0; size_of::<Changed<u16>>()]);
    let mut wide = Bytes([0; size_of::<Changed<u32>>()]);
    let mut records = Bytes([0; size_of::<Attacks>()]);
    let (mut list, mut wide_list) = ([0u16; ROOM], [0u32; ROOM]);
    let rounds = if cfg!(miri) { 4 } else { 20_000 };
    for round in 0..rounds {
        rng.fill(&mut before.0);
        rng.fill(&mut narrow.0);
        rng.fill(&mut wide.0);
        rng.fill(&mut records.0);
        // Few numbers of steps have a meaning; 1 has a kernel.
        if round % 4 != 0 {
            before.0[104] = rng.u8(..6);
        }
        let [king, other] = [rng.u32(..), rng.u32(..)];
        let side = rng.u32(..2);
        let mut codes = [0; 16];
        rng.fill(&mut codes);
        let codes = if rng.bool() { null() } else { codes.as_ptr() };
        for level in (0..4).filter(|level| setwise_threats_has_level(*level) == 1) {
            let before = from_ref(&before).cast();
            let (narrow, wide) = (from_mut(&mut narrow).cast(), from_mut(&mut wide).cast());
            let records = from_mut(&mut records).cast();
            let (list, wide_list) = (list.as_mut_ptr(), wide_list.as_mut_ptr());
            // SAFETY: all are aligned, initialized, and as large as the structures.
            let codes = unsafe {
                [
                    setwise_threats_59808_number(level, records, side, king, list, ROOM),
                    setwise_threats_79856_number(level, records, side, king, wide_list, ROOM),
                    setwise_threats_59808_changes(level, codes, before, king, other, narrow),
                    setwise_threats_59808_changes_of(level, codes, before, side, king, narrow),
                    setwise_threats_79856_changes(level, codes, before, king, other, wide),
                    setwise_threats_79856_changes_of(level, codes, before, side, king, wide),
                    setwise_threats_59808_features(codes, before, king, other, narrow),
                    setwise_threats_79856_features(codes, before, king, other, wide),
                    setwise_threats_59808_records(level, codes, before, records),
                    setwise_threats_79856_records(level, codes, before, records),
                ]
            };
            assert_eq!(codes, [0; 10]);
            let others = Description::new(rng.u8(..6), rng.u8(..4));
            let changes = setwise_threats_79856_joined_changes;
            let features = setwise_threats_79856_joined_features;
            // SAFETY: as above.
            let [found, all] = unsafe {
                [
                    changes(level, null(), &others, before, king, other, wide),
                    features(null(), &others, before, king, other, wide),
                ]
            };
            assert!(found == 0 && (all == 0 || all == Status::NoRoom as i32));
        }
    }
}
