//! From pointers to slices, numbers and texts.

use crate::status::{Failure, Status};
use std::borrow::Cow;
use std::ffi::{CStr, c_char};
use std::ops::Range;

/// The addresses of an argument.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    what: &'static str,
    addresses: Range<usize>,
}

impl Span {
    pub(crate) fn of<T>(what: &'static str, slice: &[T]) -> Self {
        let Range { start, end } = slice.as_ptr_range();
        let addresses = start.addr()..end.addr();
        Self { what, addresses }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (&self.addresses, &other.addresses);
        !a.is_empty() && !b.is_empty() && a.start < b.end && b.start < a.end
    }
}

/// Checks that no output overlaps another output or an input.
pub(crate) fn disjoint(outputs: &[Span], inputs: &[Span]) -> Result<(), Failure> {
    for (i, output) in outputs.iter().enumerate() {
        let others = outputs[i + 1..].iter().chain(inputs);
        if let Some(other) = others.into_iter().find(|&other| output.overlaps(other)) {
            let message = format!("{} overlaps {}", output.what, other.what);
            return Err(Failure::new(Status::Overlap, message));
        }
    }
    Ok(())
}

/// Checks a pointer to a number of elements. A null pointer to no elements is valid.
#[inline(always)]
pub(crate) fn check<T>(what: &str, pointer: *const T, count: usize) -> Result<(), Failure> {
    if count == 0 {
        return Ok(());
    }
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(bad_pointer(what));
    }
    let bytes = count.checked_mul(size_of::<T>());
    let fits =
        |bytes: usize| bytes <= isize::MAX as usize && pointer.addr().checked_add(bytes).is_some();
    if !bytes.is_some_and(fits) {
        return Err(too_large(what, count));
    }
    Ok(())
}

#[cold]
fn bad_pointer(what: &str) -> Failure {
    let message = format!("{what}: a pointer that is null or not aligned");
    Failure::new(Status::BadPointer, message)
}

#[cold]
fn too_large(what: &str, count: usize) -> Failure {
    let message = format!("{what}: {count} elements do not fit the address space");
    Failure::new(Status::TooLarge, message)
}

/// Checks a pointer to a structure that begins with its size in bytes.
///
/// # Safety
/// The pointer is null, not aligned, or points to a structure of this or another version, which
/// begins with its size.
pub(crate) unsafe fn check_structure<T>(what: &str, pointer: *const T) -> Result<(), Failure> {
    check(what, pointer, 1)?;
    // SAFETY: the pointer is aligned and not null. Nothing but the size is read.
    let size = unsafe { pointer.cast::<usize>().read() };
    check_size(what, size, size_of::<T>())
}

/// Checks the size that a structure begins with.
pub(crate) fn check_size(what: &str, found: usize, expected: usize) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    let message = format!("{what}: size {found} instead of {expected}");
    Err(Failure::new(Status::WrongSize, message))
}

/// Checks the length of an array that belongs to checked positions.
pub(crate) fn check_length(what: &str, found: usize, expected: usize) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    let message = format!("{what}: {found} entries instead of {expected}");
    Err(Failure::new(Status::WrongLength, message))
}

/// A vector with room for a number of elements.
pub(crate) fn room<T>(what: &str, n: usize) -> Result<Vec<T>, Failure> {
    let mut room = Vec::new();
    room.try_reserve_exact(n).map_err(|_| {
        let message = format!("no memory for {n} {what}");
        Failure::new(Status::OutOfMemory, message)
    })?;
    Ok(room)
}

/// Returns the elements at a pointer.
///
/// # Safety
/// Unless the pointer is null or not aligned, it points to `count` values of `T` that nothing
/// writes to during `'a`.
pub(crate) unsafe fn array<'a, T>(
    what: &str,
    pointer: *const T,
    count: usize,
) -> Result<&'a [T], Failure> {
    check(what, pointer, count)?;
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: the pointer is aligned and not null, the size fits the address space, and the caller
    // promises the elements.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Returns the text at a pointer, of a length or up to a 0.
///
/// # Safety
/// The pointer is null, or points to a text of this length, or to one that ends in 0 without a
/// length. Nothing changes it during `'a`.
pub(crate) unsafe fn text<'a>(
    what: &str,
    pointer: *const c_char,
    length: Option<usize>,
) -> Result<Cow<'a, str>, Failure> {
    if pointer.is_null() && length != Some(0) {
        let message = format!("{what}: a null pointer");
        return Err(Failure::new(Status::BadPointer, message));
    }
    let bytes = match length {
        // SAFETY: the caller's promise.
        Some(length) => unsafe { array(what, pointer.cast::<u8>(), length) }?,
        // SAFETY: the pointer is not null, so the caller promises a text that ends in 0.
        None => unsafe { CStr::from_ptr(pointer) }.to_bytes(),
    };
    Ok(String::from_utf8_lossy(bytes))
}

/// Memory to write to, which has been checked.
#[derive(Debug)]
pub(crate) struct Output<T> {
    what: &'static str,
    to: *mut T,
    count: usize,
}

impl<T: Copy> Output<T> {
    pub(crate) fn checked(what: &'static str, to: *mut T, count: usize) -> Result<Self, Failure> {
        check(what, to, count)?;
        Ok(Self { what, to, count })
    }

    /// The addresses of the memory.
    pub(crate) fn span(&self) -> Span {
        let start = self.to.addr();
        Span {
            what: self.what,
            // `checked` has found that this fits.
            addresses: start..start + self.count * size_of::<T>(),
        }
    }

    /// Returns the memory.
    ///
    /// # Safety
    /// The pointer that was [`checked`](Self::checked) points to `count` values of `T` that nothing
    /// else reads or writes during `'a`, unless `count` is 0. Memory of another language holds
    /// values, whatever its contents, because `T` is a number or a pointer.
    pub(crate) unsafe fn slice<'a>(self) -> &'a mut [T] {
        if self.count == 0 {
            return &mut [];
        }
        // SAFETY: the pointer is aligned and not null, the size fits the address space, and the
        // caller promises the elements.
        unsafe { std::slice::from_raw_parts_mut(self.to, self.count) }
    }
}

/// Writes one value.
///
/// # Safety
/// `out` is null, not aligned, or points to memory for a value that nothing else uses during the
/// call.
pub(crate) unsafe fn write<T: Copy>(what: &str, out: *mut T, value: T) -> Result<(), Failure> {
    check(what, out, 1)?;
    // SAFETY: the pointer is aligned and not null, so the caller promises memory for the value.
    unsafe { out.write(value) };
    Ok(())
}

/// Writes a text that ends in 0 to an array of `capacity` bytes.
///
/// # Safety
/// `out` is null or points to `capacity` bytes that nothing else uses during the call.
pub(crate) unsafe fn write_text(
    what: &'static str,
    found: &str,
    out: *mut c_char,
    capacity: usize,
) -> Result<(), Failure> {
    let needed = found.len() + 1;
    if needed > capacity {
        let message = format!("{what}: {needed} bytes need room; there is some for {capacity}");
        return Err(Failure::new(Status::NoRoom, message));
    }
    let out = Output::checked(what, out.cast::<u8>(), needed)?;
    // SAFETY: the caller's promise; `needed` is not more than `capacity`.
    let out = unsafe { out.slice() };
    for (to, byte) in out.iter_mut().zip(found.bytes().chain([0])) {
        *to = byte;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::{null, without_provenance};

    fn status<T>(pointer: *const T, count: usize) -> Option<Status> {
        check("it", pointer, count)
            .err()
            .map(|failure| failure.status)
    }

    #[test]
    fn pointers_to_elements_are_there_and_aligned() {
        assert_eq!(status(null::<u64>(), 0), None);
        assert_eq!(status(null::<u64>(), 1), Some(Status::BadPointer));
        assert_eq!(status(without_provenance::<u64>(12), 0), None);
        let odd = status(without_provenance::<u64>(12), 1);
        assert_eq!(odd, Some(Status::BadPointer));
        assert_eq!(status(without_provenance::<u64>(16), 1), None);
    }

    /// No array has more than `isize::MAX` bytes, or goes beyond the last address.
    #[test]
    fn arrays_fit_the_address_space() {
        const MOST: usize = isize::MAX as usize;
        let large = Some(Status::TooLarge);
        let bytes = without_provenance::<u8>(64);
        assert_eq!(
            (status(bytes, MOST), status(bytes, MOST + 1)),
            (None, large)
        );
        let words = without_provenance::<u64>(64);
        assert_eq!(status(words, MOST / 8), None);
        for count in [MOST / 8 + 1, usize::MAX / 8, usize::MAX / 8 + 1, usize::MAX] {
            assert_eq!(status(words, count), large, "{count}");
        }
        let last = without_provenance::<u8>(usize::MAX - 3);
        assert_eq!((status(last, 3), status(last, 4)), (None, large));
    }

    #[test]
    fn neighbors_do_not_overlap() {
        let memory = [0_u64; 8];
        let span = |range: Range<usize>| Span::of("it", &memory[range]);
        for (a, b, expected) in [
            (0..4, 4..8, false),
            (0..4, 3..8, true),
            (0..4, 5..8, false),
            (0..8, 2..3, true),
            (0..4, 0..4, true),
            (0..8, 3..3, false),
            (3..3, 3..3, false),
        ] {
            let (a, b) = (span(a), span(b));
            assert_eq!(a.overlaps(&b), expected, "{a:?} {b:?}");
            assert_eq!(b.overlaps(&a), expected, "{a:?} {b:?}");
        }
    }

    #[test]
    fn outputs_have_the_addresses_of_their_elements() {
        let mut memory = [0_u64; 8];
        let output = Output::checked("it", memory.as_mut_ptr(), 5).unwrap();
        let expected = Span::of("it", &memory[..5]);
        assert_eq!(output.span().addresses, expected.addresses);
        assert_eq!(expected.addresses.len(), 40);
    }
}
