//! The signature on every kernel.

use crate::player::ENGINE;
use std::process::Command;

#[test]
fn every_kernel_has_the_same_signature() {
    let expected = format!("signature {}", include_str!("../signature.txt").trim());
    let supported = setwise::kernels()
        .iter()
        .filter(|kernel| kernel.is_supported());
    for kernel in supported {
        let mut command = Command::new(ENGINE);
        command
            .args(["bench", "4"])
            .env("SETWISE_KERNEL", kernel.name());
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            text.lines().any(|line| line == expected),
            "{}: {text}",
            kernel.name()
        );
    }
}
