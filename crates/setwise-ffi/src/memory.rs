//! From pointers to slices, numbers and texts.

use crate::{failure::Failure, status::Status};
use std::ffi::{CStr, c_char};
use std::ops::Range;

/// The addresses of an argument.
#[derive(Clone, Debug)]
pub struct Span {
    what: &'static str,
    addresses: Range<usize>,
}

impl Span {
    /// The addresses of a slice, which messages call `what`.
    pub fn of<T>(what: &'static str, slice: &[T]) -> Self {
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
///
/// # Errors
/// [`Status::Overlap`].
pub fn disjoint(outputs: &[Span], inputs: &[Span]) -> Result<(), Failure> {
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
///
/// # Errors
/// [`Status::BadPointer`] and [`Status::TooLarge`].
#[inline(always)]
pub fn check<T>(what: &str, pointer: *const T, count: usize) -> Result<(), Failure> {
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
/// # Errors
/// Those of [`check`] and [`check_size`].
///
/// # Safety
/// The pointer is null, not aligned, or points to a structure of this or another version, which
/// begins with its size.
pub unsafe fn check_structure<T>(what: &str, pointer: *const T) -> Result<(), Failure> {
    check(what, pointer, 1)?;
    // SAFETY: the pointer is aligned and not null. Nothing but the size is read.
    let size = unsafe { pointer.cast::<usize>().read() };
    check_size::<T>(what, size)
}

/// Checks the size of a structure.
///
/// # Errors
/// [`Status::WrongSize`].
pub fn check_size<T>(what: &str, found: usize) -> Result<(), Failure> {
    let expected = size_of::<T>();
    if found == expected {
        return Ok(());
    }
    let message = format!("{what}: size {found} instead of {expected}");
    Err(Failure::new(Status::WrongSize, message))
}

/// Returns the elements at a pointer.
///
/// # Errors
/// Those of [`check`].
///
/// # Safety
/// Unless the pointer is null or not aligned, it points to `count` values of `T` that nothing
/// writes to during `'a`.
pub unsafe fn array<'a, T>(
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

/// Returns the bytes of a text of a length, or up to a 0.
///
/// # Errors
/// [`Status::BadPointer`], and those of [`check`].
///
/// # Safety
/// The pointer is null, or points to a text of this length, or to one that ends in 0 without a
/// length. Nothing changes it during `'a`.
pub unsafe fn text<'a>(
    what: &str,
    pointer: *const c_char,
    length: Option<usize>,
) -> Result<&'a [u8], Failure> {
    if pointer.is_null() && length != Some(0) {
        let message = format!("{what}: a null pointer");
        return Err(Failure::new(Status::BadPointer, message));
    }
    match length {
        // SAFETY: the caller's promise.
        Some(length) => unsafe { array(what, pointer.cast(), length) },
        // SAFETY: the pointer is not null, so the caller promises a text that ends in 0.
        None => Ok(unsafe { CStr::from_ptr(pointer) }.to_bytes()),
    }
}

/// Memory to write to, which has been checked.
#[derive(Debug)]
pub struct Output<T> {
    what: &'static str,
    to: *mut T,
    count: usize,
}

impl<T: Copy> Output<T> {
    /// Checks a pointer to memory for `count` values.
    ///
    /// # Errors
    /// Those of [`check`].
    pub fn checked(what: &'static str, to: *mut T, count: usize) -> Result<Self, Failure> {
        check(what, to, count)?;
        Ok(Self { what, to, count })
    }

    /// The addresses of the memory.
    pub fn span(&self) -> Span {
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
    pub unsafe fn slice<'a>(self) -> &'a mut [T] {
        if self.count == 0 {
            return &mut [];
        }
        // SAFETY: the pointer is aligned and not null, the size fits the address space, and the
        // caller promises the elements.
        unsafe { std::slice::from_raw_parts_mut(self.to, self.count) }
    }
}

/// Returns the memory for one value.
///
/// # Errors
/// Those of [`check`].
///
/// # Safety
/// `out` is null, not aligned, or points to memory for a value that nothing else uses during `'a`.
#[inline(always)]
pub unsafe fn place<'a, T: Copy>(what: &str, out: *mut T) -> Result<&'a mut T, Failure> {
    check(what, out, 1)?;
    // SAFETY: the pointer is aligned and not null, so the caller promises memory for the value.
    Ok(unsafe { &mut *out })
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
