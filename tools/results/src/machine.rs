//! Names of machines.

use crate::program::host::Cpu;
use itertools::Itertools;

impl Cpu {
    /// Returns a short name: that of the design, or the maker's name of the CPU.
    pub fn short(&self) -> &str {
        match self.code_name.as_str() {
            "" => &self.model,
            name => name,
        }
    }
}

/// Returns a CPU's name as part of a file name: `AMD Ryzen 7 7700X` becomes `amd-ryzen-7-7700x`.
pub fn slug(model: &str) -> String {
    let words = model.split(|c: char| !c.is_ascii_alphanumeric());
    match words.filter(|word| !word.is_empty()).join("-") {
        none if none.is_empty() => "cpu".to_string(),
        slug => slug.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs() {
        assert_eq!(slug("Intel Core i7-8550U"), "intel-core-i7-8550u");
        assert_eq!(
            slug("AMD EPYC (family 25 model 17)"),
            "amd-epyc-family-25-model-17"
        );
        assert_eq!(slug("°"), "cpu");
    }
}
