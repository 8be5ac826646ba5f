//! Instructions of the code of `setwise-threats` for one move, by level and CPU of the build.
//!
//! Code that is built for a newer CPU must not be slower than code for an older one: LLVM uses mask
//! registers of AVX-512 in code for AVX2 if the build allows it.

use crate::listing::{Function, pattern};
use crate::machine::Control;
use crate::{build::Build, faults};
use anyhow::{Result, ensure};
use std::collections::BTreeMap;

impl Build {
    /// Returns lines for the list of counts, and what is wrong with them.
    pub(crate) fn threats(&self) -> Result<(String, Vec<String>)> {
        let symbol = pattern(r"(\w+) as .*::run::<setwise_threats::updater::(\w+)<");
        let (mut lines, mut complaints) = (String::new(), Vec::new());
        let mut fewest = BTreeMap::new();
        for cpu in self.machine.cpus() {
            let functions = self.as_user("threats", cpu)?;
            complaints.extend(faults::folded_masks(functions.iter()));
            let mut found = BTreeMap::new();
            for Function { name, instructions } in &functions {
                if let Some(parts) = symbol.captures(name) {
                    let count = instructions.iter().filter(|one| !one.is_padding()).count();
                    let calls = instructions.iter();
                    let calls = calls.filter(|one| one.control() == Control::Call);
                    let name = format!("threats/{}", parts[1].to_lowercase());
                    found.insert((name, parts[2].to_lowercase()), (count, calls.count()));
                }
            }
            ensure!(!found.is_empty(), "no code for changes of threats");
            for ((level, call), (count, calls)) in found {
                let what = format!("{call} ({cpu})");
                lines += &format!("{level:<28} {what:<20} {:>6}  {count:>12}  {calls:>5}\n", 1);
                let fewest = fewest.entry((level.clone(), call)).or_insert(count);
                if count > *fewest + *fewest / 10 {
                    let problem = format!("{count} instructions, {fewest} for an older CPU");
                    complaints.push(format!("{level} {what}: {problem}"));
                }
                *fewest = count.min(*fewest);
            }
        }
        Ok((lines, complaints))
    }
}
