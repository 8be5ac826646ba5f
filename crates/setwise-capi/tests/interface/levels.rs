//! The manifests declare the features of each level.

/// The features of `setwise` and of `setwise-moves` for a level.
struct Level(&'static str, Option<&'static str>);

#[allow(unused_macros, reason = "some architectures have no levels")]
macro_rules! feature {
    (none) => {
        None
    };
    ($feature:literal) => {
        Some($feature)
    };
}

macro_rules! list {
    ($(
        $(#[$doc:meta])*
        $token:ident {
            name: $name:literal,
            register: $register:ty, words: $words:ty,
            features: $features:tt,
            target: $target:tt,
            feature: $feature:literal, kernels: $kernels:tt, moves: $moves:tt, hand_written: $hand_written:tt,
        }
    )*) => {
        const LEVELS: &[Level] = &[$(Level($feature, feature!($moves)),)*];
    };
}

setwise_dispatch::internal::levels!(list);

#[test]
fn manifests_declare_the_features_of_levels() {
    macro_rules! manifest {
        ($crate_name:literal) => {
            (
                concat!("crates/", $crate_name, "/Cargo.toml"),
                include_str!(concat!("../../../", $crate_name, "/Cargo.toml")),
            )
        };
    }
    let capi = manifest!("setwise-capi");
    let attacks = [manifest!("setwise-dispatch"), manifest!("setwise"), capi];
    let moves = [manifest!("setwise-moves"), capi];
    for Level(feature, of_moves) in LEVELS {
        for (manifest, text) in attacks {
            assert!(
                text.contains(&format!("\n{feature} = [")),
                "{manifest} lacks {feature}"
            );
        }
        for (manifest, text) in moves {
            let declares = |feature: &str| text.contains(&format!("\n{feature} = ["));
            assert!(
                of_moves.is_none_or(declares),
                "{manifest} lacks {of_moves:?}"
            );
        }
        // The lists of all levels.
        for ((manifest, text), list) in attacks.into_iter().zip(["levels", "default"]) {
            let list = text.split(&format!("\n{list} = [")).nth(1);
            let list = list.and_then(|list| list.split(']').next());
            assert!(
                list.is_some_and(|list| list.contains(&format!("{feature:?}"))),
                "a list of {manifest} lacks {feature}"
            );
        }
    }
}
