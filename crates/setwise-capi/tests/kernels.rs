//! The selection of kernels. One test, as a process selects its kernels once.

#[path = "interface/common/mod.rs"]
mod common;

use common::{assert_fails, string};
use setwise::selection::selected;
use setwise::{EntryPoint, kernels};
use setwise_capi::*;
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};

/// Returns what a function writes: a name, or a null pointer that stays.
fn named(call: impl FnOnce(*mut *const c_char) -> i32) -> (i32, *const c_char) {
    let mut name = null();
    (call(&mut name), name)
}

#[test]
fn names_and_selection() {
    // SAFETY: every pointer is null, or points to a text, a number or a pointer. No other thread
    // uses the environment.
    unsafe {
        assert_eq!(setwise_kernel_count(), kernels().len());
        for (index, kernel) in kernels().iter().enumerate() {
            let (status, name) = named(|name| setwise_kernel_name(index, name));
            assert_eq!((status, string(name).as_str()), (0, kernel.name()));
            let mut supported = 7;
            assert_eq!(setwise_kernel_is_supported(name, &mut supported), 0);
            assert_eq!(supported, u32::from(kernel.is_supported()));
            if !kernel.is_supported() {
                assert_fails(
                    setwise_select_kernel(name),
                    Status::Unsupported,
                    "CPU lacks",
                );
            }
        }
        let (status, name) = named(|name| setwise_kernel_name(kernels().len(), name));
        assert_fails(status, Status::UnknownValue, "index");
        assert!(name.is_null());
        let mut supported = 7;
        let status = setwise_kernel_is_supported(c"scalar/magic".as_ptr(), &mut supported);
        assert_fails(status, Status::UnknownName, "scalar/magic");
        assert_eq!(supported, 7);

        assert_eq!(setwise_entry_point_count(), EntryPoint::ALL.len());
        for (index, entry) in EntryPoint::ALL.iter().enumerate() {
            let (status, name) = named(|name| setwise_entry_point_name(index, name));
            assert_eq!((status, string(name).as_str()), (0, entry.name()));
        }
        let status = setwise_entry_point_name(EntryPoint::ALL.len(), null_mut());
        assert_fails(status, Status::UnknownValue, "index");

        // Nothing is selected by a call that fails.
        let status = setwise_select_kernel(c"scalar/magic".as_ptr());
        assert_fails(
            status,
            Status::UnknownName,
            "kernel \"scalar/magic\" names no level and no kernel",
        );
        for (left_out, feature) in setwise::kernels_left_out() {
            let text = CString::new(left_out).expect("no zero");
            let status = setwise_select_kernel(text.as_ptr());
            assert_fails(status, Status::NotInBuild, feature);
            let status = setwise_kernel_is_supported(text.as_ptr(), &mut 0);
            assert_fails(status, Status::NotInBuild, feature);
        }
        std::env::remove_var("SETWISE_KERNEL");
        let (status, name) = named(|name| setwise_select_kernel_from_env(name));
        assert_eq!((status, name), (0, null()));
        std::env::set_var("SETWISE_KERNEL", "magic");
        let (status, name) = named(|name| setwise_select_kernel_from_env(name));
        assert_fails(
            status,
            Status::UnknownName,
            "SETWISE_KERNEL=\"magic\" names no level and no kernel",
        );
        assert!(name.is_null());
        std::env::set_var("SETWISE_KERNEL", "wide/sliced");
        let status = setwise_select_kernel_from_env(null_mut());
        assert_fails(status, Status::BadPointer, "name");

        assert_eq!(setwise_select_kernel(c"wide/adaptive".as_ptr()), 0);
        assert_eq!(setwise_select_kernel(c"wide/adaptive".as_ptr()), 0);
        let status = setwise_select_kernel(c"wide/sliced".as_ptr());
        assert_fails(status, Status::TooLate, "comes too late");
        let (status, name) = named(|name| setwise_select_kernel_from_env(name));
        assert_fails(status, Status::TooLate, "comes too late");
        assert!(name.is_null());
        std::env::set_var("SETWISE_KERNEL", "wide/adaptive");
        let (status, name) = named(|name| setwise_select_kernel_from_env(name));
        assert_eq!((status, string(name).as_str()), (0, "wide/adaptive"));

        for &entry in EntryPoint::ALL {
            let text = CString::new(entry.name()).expect("no zero");
            for n in [0, 1, 1000] {
                let (status, name) = named(|name| setwise_selected_kernel(text.as_ptr(), n, name));
                let kernel = selected().kernel_for(entry, n).expect("a kernel");
                assert_eq!((status, string(name).as_str()), (0, kernel.name()));
            }
        }
        let (_, name) = named(|name| setwise_selected_kernel(c"batch_attacks".as_ptr(), 9, name));
        assert_eq!(string(name), "wide/adaptive");
        let (status, name) = named(|name| setwise_selected_kernel(c"fill".as_ptr(), 9, name));
        assert_fails(status, Status::UnknownName, "no entry point is named fill");
        assert!(name.is_null());
    }
}
