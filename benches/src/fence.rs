//! The barrier that keeps scalar code scalar.

/// Passes a board through a general-purpose register that the optimizer cannot see through, at no
/// cost. Neither the loop vectorizer nor the superword-level vectorizer can join the code on both
/// sides, and a board cannot stay in a vector register.
#[inline(always)]
pub(crate) fn fence(board: u64) -> u64 {
    cfg_select! {
        any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64", target_arch = "s390x") => {
            let mut board = board;
            // SAFETY: the assembly is a comment. It leaves the register as it was and touches
            // nothing else.
            unsafe {
                core::arch::asm!("/* {0} */", inout(reg) board, options(pure, nomem, nostack, preserves_flags));
            }
            board
        }
        // Without an assembler the board passes through memory.
        _ => { core::hint::black_box(board) }
    }
}
