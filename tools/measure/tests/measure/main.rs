//! The program `setwise-measure`, run as its users run it.

mod report;

use setwise_conformance::program::{Program, text_of as text};

const PROGRAM: Program = Program {
    executable: env!("CARGO_BIN_EXE_setwise-measure"),
    folder: env!("CARGO_MANIFEST_DIR"),
    temporary: env!("CARGO_TARGET_TMPDIR"),
};

#[test]
fn mistakes_are_one_line_and_exit_code_2() {
    let rounds = "invalid value '0' for '--rounds <N>': 0 is not in 1..=1000";
    for (arguments, message) in [
        ("--rounds 0", rounds),
        ("perft --rounds 0", rounds),
        (
            "--budget -5",
            "invalid value '-5' for '--budget <SECONDS>': -5 is not in 1..=1000000",
        ),
        (
            "--smoke --full",
            "the argument '--smoke' cannot be used with '--full'",
        ),
        ("dance", "unrecognized subcommand 'dance'"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let found = PROGRAM.run(&arguments).failed(2);
        assert!(found.starts_with(message), "{found}");
    }
    let kernel = [("SETWISE_KERNEL", "scalar/magic")];
    let unknown = PROGRAM.run_with(&["perft"], &kernel).failed(2);
    let message = "SETWISE_KERNEL=\"scalar/magic\" names no level and no kernel";
    assert!(unknown.starts_with(message), "{unknown}");
}
