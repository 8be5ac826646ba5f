//! Instructions of the code of `setwise-threats` for one move, by level and CPU of the build.
//!
//! Code that is built for a newer CPU must not be slower than code for an older one: LLVM uses mask
//! registers of AVX-512 in code for AVX2 if the build allows it.

use crate::build::Build;
use crate::listing::{Machine, pattern};
use anyhow::{Result, ensure};
use std::collections::BTreeMap;

/// The library of `tools/as-user`, which has the calls.
const LIBRARY: (&str, &str) = (
    "cost-threats",
    "--locked --manifest-path tools/as-user/Cargo.toml --lib --features threats",
);

impl Build {
    /// Returns lines for the list of counts, and what is wrong with them.
    pub(crate) fn threats(&self) -> Result<(String, Vec<String>)> {
        // The older CPUs first.
        let cpus: &[&str] = match self.machine {
            Machine::Aarch64 => &["generic"],
            Machine::X86_64 => &["x86-64", "x86-64-v3", "znver4"],
        };
        let symbol = pattern(r"(\w+) as .*::run_own::run::<setwise_threats::updater::Changes<");
        let (mut lines, mut complaints) = (String::new(), Vec::new());
        let mut fewest = BTreeMap::new();
        for cpu in cpus {
            let [functions] = self.disassemble(LIBRARY, Some(cpu), ["as_user"])?;
            let found = functions.iter().filter_map(|function| {
                let level = symbol.captures(&function.name)?[1].to_lowercase();
                let all = function.instructions.iter();
                Some((level, all.filter(|one| !one.is_padding()).count()))
            });
            let found: BTreeMap<String, usize> = found.collect();
            ensure!(!found.is_empty(), "no code for changes of threats");
            for (level, count) in found {
                lines += &format!(
                    "{:<28} {cpu:<20} {:>6}  {count:>12}\n",
                    format!("threats/{level}"),
                    1
                );
                let fewest = fewest.entry(level.clone()).or_insert(count);
                if count > *fewest + *fewest / 10 {
                    complaints.push(format!(
                        "threats/{level}: {count} instructions for {cpu}, {fewest} for an older CPU"
                    ));
                }
                *fewest = count.min(*fewest);
            }
        }
        Ok((lines, complaints))
    }
}
