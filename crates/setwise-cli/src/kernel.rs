//! The kernel that `SETWISE_KERNEL` asks for.

use crate::failure::Failure;
use setwise::{UnusableKernel, VARIABLE};

/// Fails if the environment asks for a kernel that this host cannot run: measuring or showing another one in its place
/// would mislead. (The library itself warns and continues.)
pub(crate) fn check_forced() -> Result<(), Failure> {
    let Some(value) = std::env::var_os(VARIABLE).filter(|value| !value.is_empty()) else {
        return Ok(());
    };
    let value = value.to_string_lossy().into_owned();
    let named = setwise::kernel(&value);
    if named.is_some_and(setwise::Kernel::is_supported) {
        return Ok(());
    }
    let known = named.is_some();
    Err(Failure::usage(UnusableKernel { value, known }))
}
