//! Names the shared library.

fn main() {
    setwise_ffi::name_library();
}
