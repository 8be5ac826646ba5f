//! How a result file came to be.

use setwise_benches::results::Cpu;

/// What the two kinds of result files tell of their run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'a> {
    pub(crate) command: &'a str,
    pub(crate) cpu: &'a Cpu,
    pub(crate) rustc: &'a str,
    pub(crate) flags: &'a str,
    /// How long it was.
    pub(crate) extent: &'a str,
    pub(crate) date: &'a str,
    /// Where the file lies in the output folder.
    pub(crate) file: &'a str,
}

impl Run<'_> {
    /// The command, the machine, the compiler and the file, for a document from which `up` leads to the output folder.
    pub(crate) fn markdown(&self, up: &str) -> String {
        let Self {
            command,
            cpu,
            rustc,
            extent,
            date,
            file,
            ..
        } = self;
        let flags = match self.flags.trim() {
            "" => "none beyond the bench profile".to_string(),
            flags => format!("`{flags}`"),
        };
        format!(
            "```sh\n{command}\n```\n\n* CPU: {}, {}, {} logical CPUs\n* features: {}\n* compiler: {rustc}; flags: {flags}\n* {extent}, {date}\n* raw data: [{file}]({up}{file})\n\n",
            cpu.model,
            cpu.arch,
            cpu.cores,
            cpu.features.join(" "),
        )
    }
}
