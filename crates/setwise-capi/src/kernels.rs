//! Kernels: their names, and the one that runs a call.

use crate::memory::{text, write};
use crate::names::Names;
use setwise::selection::{UnusableName, UnusableReason, selected};
use setwise::{EntryPoint, Kernel, Level, kernels};
use setwise_ffi::{Failure, Output, Status, guard, guard_or};
use std::{ffi::c_char, ptr::null};

static KERNELS: Names = Names::new(|| kernels().iter().map(Kernel::name).collect());
static LEVELS: Names = Names::new(|| Level::all().map(Level::name).collect());
static ENTRY_POINTS: Names =
    Names::new(|| EntryPoint::ALL.iter().map(|entry| entry.name()).collect());

fn unusable(error: UnusableName) -> Failure {
    let status = match error.reason() {
        UnusableReason::Unknown | UnusableReason::NotALevel => Status::UnknownName,
        UnusableReason::LeftOut(_) => Status::NotInBuild,
        UnusableReason::Unsupported => Status::Unsupported,
        UnusableReason::TooLate => Status::TooLate,
        // `UnusableReason` has no other value in this version.
        _ => Status::Panic,
    };
    Failure::new(status, error.to_string())
}

/// Returns the failure for a name that no kernel of the build has.
fn missing(name: &str) -> Failure {
    match setwise::kernels_left_out().find(|(kernel, _)| *kernel == name) {
        None => Failure::new(Status::UnknownName, format!("no kernel is named {name}")),
        Some((_, feature)) => {
            let message = format!("{name} is not in this build: it needs the feature `{feature}`");
            Failure::new(Status::NotInBuild, message)
        }
    }
}

/// Returns the number of kernels of this build, supported by the CPU or not.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_kernel_count() -> usize {
    guard_or(0, || Ok(KERNELS.len()))
}

/// Writes the name of kernel `index`, such as `avx512/sliced`, valid until the program ends.
///
/// # Safety
/// `name` is null or points to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_kernel_name(index: usize, name: *mut *const c_char) -> i32 {
    guard(|| {
        let found = KERNELS.at(index)?;
        // SAFETY: `name` is null or points to a pointer.
        unsafe { write("the name", name, found.as_ptr()) }
    })
}

/// Writes 1 if the CPU has the instructions of the kernel of a name, 0 if not.
///
/// # Safety
/// `name` is null or points to a text that ends in 0; `supported` is null or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_kernel_is_supported(
    name: *const c_char,
    supported: *mut u32,
) -> i32 {
    guard(|| {
        // SAFETY: `name` is null or points to a text that ends in 0.
        let name = unsafe { text("the name", name, None) }?;
        let kernel = Kernel::named(&name).ok_or_else(|| missing(&name))?;
        // SAFETY: `supported` is null or points to a number.
        unsafe { write("the answer", supported, kernel.is_supported().into()) }
    })
}

/// Returns the number of entry points.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_entry_point_count() -> usize {
    guard_or(0, || Ok(ENTRY_POINTS.len()))
}

/// Writes the name of entry point `index`: that of its function without `setwise_`, such as
/// `batch_attacks`. The text is valid until the program ends.
///
/// # Safety
/// `name` is null or points to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_entry_point_name(index: usize, name: *mut *const c_char) -> i32 {
    guard(|| {
        let found = ENTRY_POINTS.at(index)?;
        // SAFETY: `name` is null or points to a pointer.
        unsafe { write("the name", name, found.as_ptr()) }
    })
}

/// Writes the name of the kernel that runs a call of `entry_point` for `n` positions. The text is
/// valid until the program ends.
///
/// The first call of an entry point or of this function selects the kernels, by the CPU's features.
///
/// # Safety
/// `entry_point` is null or points to a text that ends in 0; `name` is null or points to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_selected_kernel(
    entry_point: *const c_char,
    n: usize,
    name: *mut *const c_char,
) -> i32 {
    guard(|| {
        // SAFETY: `entry_point` is null or points to a text that ends in 0.
        let wanted = unsafe { text("the entry point", entry_point, None) }?;
        let mut all = EntryPoint::ALL.iter().copied();
        let serving = all
            .find(|entry| entry.name() == wanted)
            .and_then(|entry| selected().kernel_for(entry, n))
            .ok_or_else(|| {
                let message = format!("no entry point is named {wanted}");
                Failure::new(Status::UnknownName, message)
            })?;
        let found = KERNELS.get(serving.name())?;
        // SAFETY: `name` is null or points to a pointer.
        unsafe { write("the name", name, found.as_ptr()) }
    })
}

/// Forces the level of a name, such as `avx2`, for all functions, or the level of a kernel, such as
/// `avx2/sliced`, and the kernel for every call that it has. Call this function before all others.
/// If the kernels are already selected, the status is `SETWISE_STATUS_TOO_LATE`; if the CPU lacks
/// instructions of the kernel, it is `SETWISE_STATUS_UNSUPPORTED`; if the library was built without
/// the kernel, it is `SETWISE_STATUS_NOT_IN_BUILD`.
///
/// # Safety
/// `name` is null or points to a text that ends in 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_select_kernel(name: *const c_char) -> i32 {
    guard(|| {
        // SAFETY: `name` is null or points to a text that ends in 0.
        let name = unsafe { text("the name", name, None) }?;
        setwise::selection::select(&name).map_err(unusable)?;
        Ok(())
    })
}

/// Forces the level or the kernel that the environment variable `SETWISE_KERNEL` names, as
/// `setwise_select_kernel` does, and writes its name. Writes a null pointer if the variable is not
/// set or empty. No other function reads the environment.
///
/// # Safety
/// `name` is null or points to a pointer. No other thread changes the environment during the call,
/// as for `getenv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_select_kernel_from_env(name: *mut *const c_char) -> i32 {
    guard(|| {
        // An invalid pointer is found before a kernel is forced.
        Output::checked("the name", name, 1)?;
        let found = match setwise::selection::select_from_env().map_err(unusable)? {
            None => null(),
            Some(level) => match selected().forced {
                Some(kernel) => KERNELS.get(kernel.name())?.as_ptr(),
                None => LEVELS.get(level.name())?.as_ptr(),
            },
        };
        // SAFETY: `name` is null or points to a pointer.
        unsafe { write("the name", name, found) }
    })
}
