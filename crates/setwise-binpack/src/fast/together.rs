//! Decodes several chunks together. The instructions of a move depend on each other, so the CPU has
//! time for those of other chunks.

use super::cursor::Cursor;
use crate::{error::Damage, kernel::BinpackOps, visit::Visit};
use core::iter::zip;

/// Decodes chunks, each up to its damage.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn decode_chunks<K: BinpackOps, const PDEP: bool, V: Visit>(
    kernel: K,
    chunks: &[&[u8]],
    visits: &mut [V],
) -> Vec<Result<(), Damage>> {
    let both = zip(chunks, visits);
    let mut cursors: Vec<_> = both
        .map(|(chunk, visit)| Cursor::new(chunk, visit))
        .collect();
    #[cfg(target_arch = "x86_64")]
    if let Some(token) = kernel.eight() {
        super::eight::advance(token, &mut cursors);
    }
    let mut left: Vec<_> = cursors
        .iter_mut()
        .filter(|cursor| !cursor.is_done())
        .collect();
    for [first, second] in left.as_chunks_mut().0 {
        advance::<K, PDEP, V>(kernel, first, second);
    }
    for cursor in &mut cursors {
        cursor.rest::<K, PDEP>(kernel);
    }
    cursors
        .into_iter()
        .map(|cursor| cursor.end().map(|_| ()))
        .collect()
}

/// Advances two chunks stage by stage, until the first one ends.
#[cfg_attr(not(unoptimized), inline(always))]
fn advance<K: BinpackOps, const PDEP: bool, V: Visit>(
    kernel: K,
    first: &mut Cursor<'_, V>,
    second: &mut Cursor<'_, V>,
) {
    while first.has_next(kernel) && second.has_next(kernel) {
        first.position.play();
        second.position.play();
        let one = first.source::<K, PDEP>(kernel);
        let two = second.source::<K, PDEP>(kernel);
        let targets = first.position.targets(kernel, one.from, one.role);
        let others = second.position.targets(kernel, two.from, two.role);
        let bits = first.position.choose::<K, PDEP>(kernel, one, targets);
        let other_bits = second.position.choose::<K, PDEP>(kernel, two, others);
        first.finish(bits);
        second.finish(other_bits);
    }
}
