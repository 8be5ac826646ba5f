//! The rule that cuts a binpack into parts.

use memchr::memmem;

/// The first bytes of a chunk.
pub const MARK: &[u8; 4] = b"BINP";
/// The number of bytes of a mark and a size.
pub const HEADER: usize = 8;
/// The number of bytes of the largest chunk.
pub const LIMIT: usize = 100 << 20;
/// The number of bits that a number of bytes up to [`LIMIT`] needs.
pub const LEFT_BITS: u32 = 27;
/// The value that replaces the number of bytes left in a chunk inside damage.
pub const DAMAGED: usize = (1 << LEFT_BITS) - 1;

/// Cuts an input before the last chunk that begins in it. Follows the sizes from chunk to chunk,
/// and searches for the next mark where none stands. The decoder begins a chunk at the same byte,
/// with one exception: after damage inside a chunk it may find a mark among bytes of that chunk.
pub fn cut(data: &[u8], state: u64) -> (usize, u64) {
    let find = |from: usize| Some(from + memmem::find(data.get(from..)?, MARK)?);
    let mut next = match state as usize & DAMAGED {
        DAMAGED => find(0),
        left => Some(left),
    };
    let mut end = 0;
    while let Some(at) = next
        && let Some(chunk) = data.get(at..)
        && chunk.len() >= MARK.len()
    {
        if !chunk.starts_with(MARK) {
            next = find(at);
            continue;
        }
        // A part is not shorter than the mark, because the part before it also gets these bytes.
        if at >= MARK.len() {
            end = at;
        }
        let Some(([.., s0, s1, s2, s3], _)) = chunk.split_first_chunk::<HEADER>() else {
            break;
        };
        let size = u32::from_le_bytes([*s0, *s1, *s2, *s3]) as usize;
        next = match size > LIMIT {
            true => find(at + MARK.len()),
            false => Some(at + HEADER + size),
        };
    }
    if end > 0 {
        return (end, 0);
    }
    let kept = data.len().saturating_sub(MARK.len());
    (0, next.map_or(DAMAGED, |at| at.saturating_sub(kept)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_between_chunks() {
        let chunk =
            |size: u32, bytes: usize| [&MARK[..], &size.to_le_bytes(), &vec![1; bytes]].concat();
        let chunks = [chunk(5, 5), chunk(0, 0), chunk(100, 100)].concat();
        assert_eq!(cut(&chunks, 0), (21, 0));
        assert_eq!(cut(&chunks[..24], 0), (13, 0));
        // Only 3 of the 4 bytes of the next mark are there.
        assert_eq!(cut(&chunks[..16], 0), (0, 1));
        // From inside a chunk, and from inside damage.
        assert_eq!(cut(&chunks[10..], 3), (11, 0));
        assert_eq!(cut(&chunks[10..], DAMAGED as u64), (11, 0));
        assert_eq!(cut(&chunks[21..100], 200), (0, 125));
        assert_eq!(cut(&chunks[30..], DAMAGED as u64), (0, DAMAGED as u64));
        // A size that is too large, and bytes that are no chunk.
        let odd = [
            chunk(u32::MAX, 9),
            chunk(9, 9),
            b"else".to_vec(),
            chunk(2, 2),
        ]
        .concat();
        assert_eq!(cut(&odd, 0), (38, 0));
    }
}
