//! Disassemblies of the libraries.

use crate::listing::{self, Function, Machine};
use anyhow::{Context, Result, anyhow};
use std::env;
use xshell::{Shell, cmd};

pub(crate) struct Build {
    pub(crate) shell: Shell,
    /// The compiler, as `rustc --version` prints it.
    pub(crate) rustc: String,
    pub(crate) target: String,
    pub(crate) machine: Machine,
}

impl Build {
    /// Asks the compiler what it is, and for the host's target if there is no other.
    pub(crate) fn new(target: Option<String>) -> Result<Self> {
        let shell = Shell::new()?;
        shell.change_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let rustc = cmd!(shell, "{rustc} -vV").read()?;
        let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
        let target = target.or(host.map(str::to_owned)).unwrap_or_default();
        let rustc = rustc.lines().next().unwrap_or_default().to_owned();
        let mut machines = [Machine::Aarch64, Machine::X86_64].into_iter();
        let machine = machines.find(|machine| target.starts_with(machine.name()));
        Ok(Self {
            shell,
            rustc,
            machine: machine.with_context(|| format!("unknown target {target}"))?,
            target,
        })
    }

    /// Builds libraries as their users do, apart from the symbols, perhaps for one CPU, and
    /// disassembles them. `arguments` are those of cargo that select what to build.
    pub(crate) fn disassemble<const N: usize>(
        &self,
        (folder, arguments): (&str, &str),
        cpu: Option<&str>,
        libraries: [&str; N],
    ) -> Result<[Vec<Function>; N]> {
        let Self { shell, target, .. } = self;
        let targets = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let folder = &shell.current_dir().join(targets).join(folder);
        // The v0 mangling carries types. LLVM would merge functions with the same code and keep one
        // symbol; only an unstable option keeps all.
        let flags = "-C symbol-mangling-version=v0 -Z merge-functions=disabled".to_owned();
        let cpu = cpu.map_or_else(String::new, |cpu| format!(" -C target-cpu={cpu}"));
        let arguments = arguments.split(' ');
        cmd!(shell, "cargo build --quiet --release {arguments...}")
            .args(["--target", target])
            .arg("--target-dir")
            .arg(folder)
            .env("CARGO_INCREMENTAL", "0")
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", flags + &cpu)
            .quiet()
            .run()?;
        let functions = libraries.map(|library| {
            let archive = format!("{target}/release/lib{library}.rlib");
            let text = self.objdump().arg(folder.join(archive)).read()?;
            anyhow::Ok(listing::parse(self.machine, &text))
        });
        let all = functions.into_iter().collect::<Result<Vec<_>>>()?;
        all.try_into().map_err(|_| anyhow!("a library is missing"))
    }

    /// Builds the calls of a crate in `tools/as-user`, where its generic functions have types,
    /// for a CPU.
    pub(crate) fn as_user(&self, calls: &str, cpu: &str) -> Result<Vec<Function>> {
        let arguments =
            format!("--locked --manifest-path tools/as-user/Cargo.toml --lib --features {calls}");
        let [functions] = self.disassemble(("cost-user", &arguments), Some(cpu), ["as_user"])?;
        Ok(functions)
    }

    /// An archive also holds metadata of Rust, at which objdump fails; the rest of its output is
    /// complete.
    fn objdump(&self) -> xshell::Cmd<'_> {
        let name = self.machine.name();
        let program = match name == env::consts::ARCH {
            true => "objdump".to_owned(),
            false => format!("{}-linux-gnu-objdump", name.replace('_', "-")),
        };
        let form = "--disassemble --reloc --demangle --no-show-raw-insn".split(' ');
        let objdump = cmd!(self.shell, "{program} {form...}");
        objdump.ignore_status().ignore_stderr().quiet()
    }
}
