//! The origin of a result file: the machine, the source, the compiler, the time.

use crate::file::{ensure, is_line, is_name};
use anyhow::Result;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use setwise_program::host::Cpu;
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
            self.revision.is_empty() || is_name(&self.revision) => "`revision` is {:?}, not usable as a name", self.revision;
            is_time_or_day(&self.time) => "`time` is `{}`, not of the form 2026-05-20T14:03:59Z or 2026-05-20", self.time;
        }
        Ok(())
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
        for time in ["2026-05-20", "2024-02-29", "2026-05-20T23:59:59Z"] {
            assert!(is_time_or_day(time), "{time}");
        }
        for time in [
            "2026-02-29",
            "2026-1-01",
            "2026-01-01 ",
            "",
            "2026-05-20T24:00:00Z",
            "2026-05-20T00:00:00",
        ] {
            assert!(!is_time_or_day(time), "{time}");
        }
    }
}
