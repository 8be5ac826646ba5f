//! A selection that was measured on a CPU. It is text, so that a program can keep it in a file.
//!
//! ```text
//! setwise selection 1
//! version 0.1.0
//! cpu AuthenticAMD 0xa00f11
//! level avx2
//! batch_attacks 1 avx2/direction-per-lane
//! batch_attacks 24 avx2/sliced
//! ...
//! checksum 2d1c0f8a7b6e5d4c
//! ```
//!
//! Each row has a call, the smallest number of boards, and the kernel. The checksum is the 64-bit
//! FNV-1a hash of all lines before it.

use crate::selection::choice::{Choice, Selection};
use crate::{kernel::Kernel, plan::install, registry::feature_of, selection::rules::MAX_STEPS};
use setwise_core::EntryPoint;
#[cfg(target_arch = "x86_64")]
use setwise_dispatch::internal::signature;
use setwise_dispatch::{Level, UnusableReason};
use std::fmt::{self, Write};
use std::path::Path;

/// The environment variable that [`select_file_from_env`] reads.
pub const FILE_VARIABLE: &str = "SETWISE_SELECTION";

const TITLE: &str = "setwise selection 1";
const WHY: &str = "measured on this CPU";

/// Kernels for all calls, as they were measured on this CPU.
#[derive(Clone, Debug)]
pub struct TunedSelection {
    choices: Vec<Choice>,
}

/// Why a selection cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnusableSelection {
    /// The file cannot be read: the name and the reason.
    Read(String),
    /// The text is no selection, or is damaged.
    Damaged(String),
    /// The selection is of another version of setwise. (Its version, and that of this library.)
    Stale(String, &'static str),
    /// The selection is for another CPU or level. (That of the selection and that of the host.)
    Foreign(String, String),
    /// A row names no kernel, or one that the CPU cannot run or that does not have the call.
    Kernel(String),
    /// A row names a kernel that this build leaves out for the call: the row, and the feature of
    /// this crate that has the kernel.
    LeftOut(String, &'static str),
    /// The rows of a call are invalid: the call, and the reason.
    Rows(EntryPoint, &'static str),
    /// The kernels are already selected.
    TooLate,
}

impl fmt::Display for UnusableSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(why) => f.write_str(why),
            Self::Damaged(why) => write!(f, "not a whole selection of setwise: {why}"),
            Self::Stale(of, here) => {
                write!(
                    f,
                    "the selection is of setwise {of}, and this is {here}; measure again"
                )
            }
            Self::Foreign(of, here) => {
                write!(
                    f,
                    "the selection is for {of}, and this is {here}; measure again"
                )
            }
            Self::Kernel(row) => write!(f, "`{row}`: no kernel of this build has that"),
            Self::LeftOut(row, feature) => {
                write!(f, "`{row}` {}", UnusableReason::LeftOut(feature))
            }
            Self::Rows(entry, why) => write!(f, "the rows of {entry}: {why}"),
            Self::TooLate => f.write_str("the kernels are already selected"),
        }
    }
}

impl std::error::Error for UnusableSelection {}

impl TunedSelection {
    /// The most rows of a call of many positions. (A call of one position has one.)
    pub const MAX_ROWS: usize = MAX_STEPS;

    /// Makes a selection from rows: a call, the smallest number of positions, the name of the
    /// kernel. The rows of a call ascend.
    ///
    /// # Errors
    /// A kernel cannot run its call on this CPU. A call has no row, does not begin with 1, does
    /// not ascend, or has too many rows.
    pub fn new<'a>(
        rows: impl IntoIterator<Item = (EntryPoint, usize, &'a str)>,
    ) -> Result<Self, UnusableSelection> {
        let choice = |(entry, from, name): (EntryPoint, usize, &str)| {
            let row = || format!("{entry} {from} {name}");
            let kernel = match Kernel::named(name) {
                Some(kernel) if kernel.leaves_out(entry) => {
                    return Err(UnusableSelection::LeftOut(row(), "all-kernels"));
                }
                Some(kernel) if kernel.is_supported() && kernel.serves(entry) => kernel,
                Some(_) => return Err(UnusableSelection::Kernel(row())),
                None => {
                    return Err(match feature_of(name) {
                        Some(feature) => UnusableSelection::LeftOut(row(), feature),
                        None => UnusableSelection::Kernel(row()),
                    });
                }
            };
            Ok(Choice {
                entry,
                from,
                kernel,
                why: WHY,
            })
        };
        let choices = rows.into_iter().map(choice);
        let mut choices = choices.collect::<Result<Vec<_>, _>>()?;
        choices.sort_by_key(|choice| choice.entry);
        for &entry in EntryPoint::ALL {
            let of = choices.iter().filter(|choice| choice.entry == entry);
            let froms: Vec<usize> = of.map(|choice| choice.from).collect();
            let most = if entry.is_batch() { Self::MAX_ROWS } else { 1 };
            let problem = match froms.first() {
                Some(1) if !froms.is_sorted_by(|a, b| a < b) => "they do not ascend",
                Some(1) if froms.len() > most => "there are too many",
                Some(1) => continue,
                Some(_) => "the first is not for 1",
                None => "there are none",
            };
            return Err(UnusableSelection::Rows(entry, problem));
        }
        Ok(Self { choices })
    }

    /// Returns the choices, by call and ascending number of positions.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Reads the text of a selection.
    ///
    /// # Errors
    /// The text is damaged, or of another CPU or version, or [`new`](Self::new) refuses its rows.
    pub fn parse(text: &str) -> Result<Self, UnusableSelection> {
        let damaged = |why: &str| UnusableSelection::Damaged(why.to_string());
        let split = text.trim_end().rsplit_once('\n');
        let (body, last) = split.ok_or_else(|| damaged("it has one line"))?;
        let body = format!("{body}\n");
        let wanted = format!("checksum {:016x}", checksum(&body));
        if !body.starts_with(TITLE) {
            return Err(damaged(&format!("the first line is not `{TITLE}`")));
        }
        if last.trim_end() != wanted {
            return Err(damaged("the checksum is wrong"));
        }
        let mut lines = body.lines().skip(1);
        let mut field = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name));
            let value = line.and_then(|rest| rest.strip_prefix(' '));
            let missing = || damaged(&format!("the line `{name}` is missing"));
            value.map(str::to_string).ok_or_else(missing)
        };
        let [version, cpu, level] = [field("version")?, field("cpu")?, field("level")?];
        if version != VERSION {
            return Err(UnusableSelection::Stale(version, VERSION));
        }
        let of = format!("{cpu}, {level}");
        let here = format!("{}, {}", cpu_id(), level_here());
        if of != here {
            return Err(UnusableSelection::Foreign(of, here));
        }
        fn row(line: &str) -> Option<(EntryPoint, usize, &str)> {
            let mut words = line.split(' ');
            let (entry, from, name) = (words.next()?, words.next()?, words.next()?);
            let mut entries = EntryPoint::ALL.iter().copied();
            let entry = entries.find(|point| point.name() == entry)?;
            let from = from.parse().ok()?;
            words.next().is_none().then_some((entry, from, name))
        }
        let rows = lines.map(|line| row(line).ok_or_else(|| damaged(&format!("`{line}`"))));
        Self::new(rows.collect::<Result<Vec<_>, _>>()?)
    }
}

impl fmt::Display for TunedSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cpu, level) = (cpu_id(), level_here());
        let mut text = format!("{TITLE}\nversion {VERSION}\ncpu {cpu}\nlevel {level}\n");
        for choice in &self.choices {
            let name = choice.kernel.name();
            writeln!(text, "{} {} {name}", choice.entry, choice.from)?;
        }
        writeln!(f, "{text}checksum {:016x}", checksum(&text))
    }
}

/// Selects the kernels of a measured selection, before the first call of this crate.
///
/// # Errors
/// The kernels are already selected. In that case nothing changes.
///
/// ```
/// use setwise::EntryPoint;
/// use setwise::selection::{TunedSelection, select_tuned, selected};
/// let rows = EntryPoint::ALL.iter().map(|&entry| (entry, 1, "scalar/kogge-stone"));
/// let tuned = TunedSelection::new(rows)?;
/// let again = TunedSelection::parse(&tuned.to_string())?;
/// select_tuned(&again)?;
/// let kernel = selected().kernel_for(EntryPoint::BatchAttacks, 1000).unwrap();
/// assert_eq!(kernel.name(), "scalar/kogge-stone");
/// # Ok::<(), setwise::selection::UnusableSelection>(())
/// ```
pub fn select_tuned(selection: &TunedSelection) -> Result<(), UnusableSelection> {
    match install(Selection::of_choices(selection.choices.clone())) {
        true => Ok(()),
        false => Err(UnusableSelection::TooLate),
    }
}

/// Selects the kernels of a file that `setwise tune` has written.
///
/// # Errors
/// The file cannot be read, [`TunedSelection::parse`] refuses it, or the kernels are already
/// selected. In that case nothing changes.
pub fn select_file(path: impl AsRef<Path>) -> Result<(), UnusableSelection> {
    let path = path.as_ref();
    let text = std::fs::read_to_string(path);
    let text =
        text.map_err(|error| UnusableSelection::Read(format!("{}: {error}", path.display())))?;
    select_tuned(&TunedSelection::parse(&text)?)
}

/// Selects the kernels of the file that the environment variable [`FILE_VARIABLE`] names. Returns
/// whether the variable is set.
///
/// The library itself reads no environment. A program that offers the variable to its users calls
/// this function first.
///
/// # Errors
/// [`select_file`] refuses the file.
pub fn select_file_from_env() -> Result<bool, UnusableSelection> {
    match std::env::var_os(FILE_VARIABLE).filter(|value| !value.is_empty()) {
        Some(path) => select_file(Path::new(&path)).map(|()| true),
        None => Ok(false),
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn level_here() -> &'static str {
    Level::best().name()
}

/// The maker and the signature of the CPU: family, model and stepping.
#[cfg(target_arch = "x86_64")]
fn cpu_id() -> String {
    let (maker, signature) = signature();
    let maker = maker.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let maker: String = maker.map(|&byte| char::from(byte)).collect();
    format!("{maker} {signature:#x}")
}

/// The architecture. (Programs cannot ask for more everywhere.)
#[cfg(not(target_arch = "x86_64"))]
fn cpu_id() -> String {
    std::env::consts::ARCH.to_string()
}

/// The 64-bit FNV-1a hash. Written out, because the crate `fnv` would be a dependency of all users.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuned() -> TunedSelection {
        let one = EntryPoint::ALL
            .iter()
            .map(|&entry| (entry, 1, "scalar/kogge-stone"));
        let more = [(EntryPoint::BatchAttacks, 20, "wide/sliced")];
        TunedSelection::new(one.chain(more)).unwrap()
    }

    fn with_checksum(body: &str) -> String {
        format!("{body}checksum {:016x}\n", checksum(body))
    }

    #[test]
    fn what_is_written_is_read() {
        let text = tuned().to_string();
        let again = TunedSelection::parse(&text).unwrap();
        assert_eq!(again.to_string(), text);
        assert_eq!(again.choices().len(), EntryPoint::ALL.len() + 1);
    }

    #[test]
    fn every_damaged_byte_is_found() {
        let text = tuned().to_string();
        for at in 0..text.len() - 1 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let damaged = String::from_utf8(bytes).unwrap();
            assert!(TunedSelection::parse(&damaged).is_err(), "byte {at}");
            assert!(TunedSelection::parse(&text[..at]).is_err(), "{at} bytes");
        }
    }

    #[test]
    fn foreign_and_stale_selections() {
        let text = tuned().to_string();
        let body = text
            .split_inclusive('\n')
            .take_while(|line| !line.starts_with("checksum"));
        let body: String = body.collect();
        let level = format!("level {}", level_here());
        for (from, to, reason) in [
            ("selection 1", "selection 2", "the first line is not"),
            (VERSION, "0.0.9", "is of setwise 0.0.9"),
            (&level, "level best", "; measure again"),
            ("cpu ", "cpu Other", "the selection is for Other"),
            ("cpu ", "gpu ", "the line `cpu` is missing"),
            ("attacks 1 ", "attack 1 ", "`attack 1 scalar/kogge-stone`"),
            ("attacks 1 ", "attacks 0 ", "the first is not for 1"),
            ("batch_attacks 20", "batch_attacks 1", "they do not ascend"),
            (
                "attacks 1 scalar/kogge-stone",
                "attacks 1 scalar/magic",
                "no kernel of this build has that",
            ),
            (
                "attacks 1 scalar/kogge-stone\n",
                "",
                "the rows of attacks: there are none",
            ),
        ] {
            assert!(body.contains(from), "{from}");
            let text = with_checksum(&body.replacen(from, to, 1));
            let error = TunedSelection::parse(&text).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        let many = (1..9).map(|from| (EntryPoint::BatchAttacks, from, "scalar/kogge-stone"));
        let one = tuned().choices().to_vec();
        let one = one
            .iter()
            .map(|choice| (choice.entry, choice.from, choice.kernel.name()));
        let others = one.filter(|row| row.0 != EntryPoint::BatchAttacks);
        let error = TunedSelection::new(others.chain(many)).unwrap_err();
        assert_eq!(
            error,
            UnusableSelection::Rows(EntryPoint::BatchAttacks, "there are too many")
        );
    }

    /// The head of the text names the version and the host.
    #[test]
    fn the_text_is_of_this_host() {
        let text = tuned().to_string();
        let lines: Vec<&str> = text.lines().collect();
        let level = Level::all().next().unwrap();
        assert_eq!(lines[0], "setwise selection 1");
        assert_eq!(lines[1], concat!("version ", env!("CARGO_PKG_VERSION")));
        assert_eq!(lines[3], format!("level {level}"));
        assert_eq!(lines[2], format!("cpu {}", cpu_id()));
        assert_eq!(lines[4], "attacks 1 scalar/kogge-stone");
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_cpu_is_named_after_its_maker_and_its_signature() {
        let (maker, signature) = signature();
        let maker = String::from_utf8_lossy(&maker);
        let maker = maker.replace(|c: char| !c.is_ascii_alphanumeric(), "");
        assert!(!maker.is_empty());
        assert_eq!(cpu_id(), format!("{maker} {signature:#x}"));
    }

    /// The vectors of the authors of the hash.
    #[test]
    fn checksums() {
        for (text, expected) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(checksum(text), expected, "{text}");
        }
    }

    #[test]
    fn a_selection_that_comes_too_late() {
        crate::plan::plan();
        assert_eq!(select_tuned(&tuned()), Err(UnusableSelection::TooLate));
        let error = UnusableSelection::TooLate.to_string();
        assert_eq!(error, "the kernels are already selected");
    }

    /// No rule gives fills to this kernel.
    #[test]
    fn a_call_of_a_kernel_that_is_left_out() {
        let row = (EntryPoint::BatchOccludedFill, 1, "wide/sliced");
        let error = TunedSelection::new([row]).unwrap_err();
        if cfg!(feature = "all-kernels") {
            assert!(matches!(error, UnusableSelection::Rows(..)), "{error}");
        } else {
            assert_eq!(
                error.to_string(),
                "`batch_occluded_fill 1 wide/sliced` is not in this build: it needs the feature `all-kernels` of setwise"
            );
        }
    }

    #[test]
    fn a_missing_file_has_its_name() {
        let error = select_file("no/such/selection").unwrap_err().to_string();
        assert!(error.starts_with("no/such/selection: "), "{error}");
    }
}
