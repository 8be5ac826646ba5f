//! The barrier that keeps scalar code scalar.

/// Passes a board through a general-purpose register, unseen by the optimizer, at no cost: neither the loop
/// vectorizer nor the superword-level one can join what comes before a fence with what comes after it, and a board
/// cannot get round the fence in a vector register.
///
/// ```
/// assert_eq!(setwise_benches::fence::fence(7), 7);
/// ```
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_arch = "riscv64",
    target_arch = "s390x"
))]
#[inline(always)]
pub fn fence(mut board: u64) -> u64 {
    // SAFETY: the assembly is a comment. It leaves the register as it was and touches nothing else.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) board, options(pure, nomem, nostack, preserves_flags));
    }
    board
}

/// Passes a board through memory, unseen by the optimizer: the fence of targets without an assembler.
#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_arch = "riscv64",
    target_arch = "s390x"
)))]
#[inline(always)]
pub fn fence(board: u64) -> u64 {
    core::hint::black_box(board)
}
