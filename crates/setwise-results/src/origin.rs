//! The origin of a result file: the machine, the source, the compiler, the time.

use crate::file::{ensure, fields, is_line, is_name, object};
use anyhow::Result;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The origin of a result file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The machine.
    pub cpu: Cpu,
    /// The revision of the source, as git names it, and `-dirty` if sources had changes; `until-`
    /// and the revision that added the file if it was not recorded; empty without git.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub revision: String,
    /// The compiler, as `rustc --version` prints it.
    pub rustc: String,
    /// Build flags beyond the profile (`RUSTFLAGS`); empty if there were none.
    pub flags: String,
    /// The versions of the libraries that the benchmarks use; empty in older files.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub libraries: BTreeMap<String, String>,
    /// The time of the run in UTC, `2026-05-20T14:03:59Z`; the day in older files.
    pub time: String,
    /// The command that made the file.
    pub command: String,
}

/// The machine of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    /// The maker's name of the CPU.
    pub model: String,
    /// The maker's name of the design, such as `Zen 4`; empty if it is unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub code_name: String,
    /// The maker's numbers of family and model, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<[u32; 2]>,
    /// The hypervisor, as it names itself; empty where none shows itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hypervisor: String,
    /// What the machine hides or misreports, in a sentence; empty if nothing is known to be wrong.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
    /// As Rust names it: `x86_64`, `aarch64`.
    pub arch: String,
    /// Logical CPUs.
    pub cores: usize,
    /// The instruction sets that matter here, such as `avx2`, `gfni`.
    pub features: Vec<String>,
    /// The bytes of the data caches that a core can use, the nearest first; empty where they are
    /// unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caches: Vec<u64>,
}

impl Cpu {
    /// Returns a short name: that of the design, or the maker's name of the CPU.
    pub fn short(&self) -> &str {
        match self.code_name.as_str() {
            "" => &self.model,
            name => name,
        }
    }
}

impl Origin {
    /// Returns the name for the file, without an extension: the time and the revision.
    ///
    /// ```
    /// use setwise_results::Origin;
    /// let origin = Origin {
    ///     time: "2026-05-20T14:03:59Z".into(),
    ///     revision: "2a83c45f00d1".into(),
    ///     ..Origin::default()
    /// };
    /// assert_eq!(origin.stem(), "20260520T140359Z-2a83c45f00d1");
    /// ```
    pub fn stem(&self) -> String {
        let revision = match self.revision.as_str() {
            "" => "unknown",
            revision => revision,
        };
        format!("{}-{revision}", self.time.replace(['-', ':'], ""))
    }

    /// Returns the day of the run.
    pub fn day(&self) -> &str {
        self.time.get(..10).unwrap_or(&self.time)
    }

    /// Checks the fields.
    pub(crate) fn check(&self) -> Result<()> {
        let Cpu { model, arch, .. } = &self.cpu;
        let cpu = &self.cpu;
        let [rustc, command] = [&self.rustc, &self.command].map(|text| text.trim());
        let texts = [model, &cpu.code_name, &cpu.hypervisor, &cpu.remark, arch];
        let texts = texts.into_iter().chain(&cpu.features);
        let versions = self.libraries.iter().flat_map(<[&String; 2]>::from);
        let texts = texts.chain(versions).map(String::as_str);
        let bad = texts.chain([rustc, command]).find(|text| !is_line(text));
        ensure! {
            bad.is_none() => "{:?} has a control character", bad.unwrap_or_default();
            !model.trim().is_empty() => "`cpu.model` is empty";
            !arch.trim().is_empty() => "`cpu.arch` is empty";
            !rustc.is_empty() => "`rustc` is empty";
            !command.is_empty() => "`command` is empty";
            self.revision.is_empty() || is_name(&self.revision) => "`revision` is {:?}: {}", self.revision, crate::file::NAMES;
            is_time_or_day(&self.time) => "`time` is `{}`, not of the form 2026-05-20T14:03:59Z or 2026-05-20", self.time;
        }
        Ok(())
    }

    /// Returns the text of the object: a line for each field.
    pub(crate) fn text(&self) -> Result<String> {
        Ok(object(
            &fields!(self; cpu revision rustc flags libraries time command;),
        ))
    }
}

/// Returns whether a text is a time of the calendar in UTC, or a day.
fn is_time_or_day(text: &str) -> bool {
    // Reading is tolerant: it takes `2026-1-01`, too.
    ["%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ"].iter().any(|form| {
        let time = DateTime::strptime(form, text);
        time.is_ok_and(|time| time.strftime(form).to_string() == text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_machines_and_days() {
        let mut origin = Origin {
            time: "2026-05-20T14:03:59Z".into(),
            revision: "2a83c45f00d1".into(),
            ..Origin::default()
        };
        assert_eq!(origin.stem(), "20260520T140359Z-2a83c45f00d1");
        assert_eq!(origin.day(), "2026-05-20");
        origin.revision.clear();
        origin.time = "2026-05-21".into();
        assert_eq!(origin.stem(), "20260521-unknown");
        assert_eq!(origin.day(), "2026-05-21");
        origin.cpu.model = "Maker's name".into();
        assert_eq!(origin.cpu.short(), "Maker's name");
        origin.cpu.code_name = "Zen 5".into();
        assert_eq!(origin.cpu.short(), "Zen 5");
    }

    #[test]
    fn times_of_the_calendar() {
        for time in [
            "2026-05-20",
            "2026-12-31",
            "2024-02-29",
            "2000-02-29",
            "2026-05-20T00:00:00Z",
            "2026-05-20T23:59:59Z",
        ] {
            assert!(is_time_or_day(time), "{time}");
        }
        for time in [
            "2026-02-29",
            "2026-02-30",
            "1900-02-29",
            "2026-04-31",
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "2026-1-01",
            "2026-01-01 ",
            "+026-01-01",
            "",
            "2026-05-20T24:00:00Z",
            "2026-05-20T00:60:00Z",
            "2026-05-20T00:00:60Z",
            "2026-05-20T00:00:00",
            "2026-05-20T0:00:00Z",
            "2026-05-20T",
        ] {
            assert!(!is_time_or_day(time), "{time}");
        }
    }
}
