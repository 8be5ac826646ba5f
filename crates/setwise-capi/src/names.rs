//! Names of a registry as C texts.

use setwise_ffi::{Failure, Status};
use std::ffi::{CStr, CString};
use std::sync::OnceLock;

/// Names that are turned into C texts at the first use, and live until the program ends.
pub(crate) struct Names {
    source: fn() -> Vec<&'static str>,
    texts: OnceLock<Vec<CString>>,
}

impl Names {
    pub(crate) const fn new(source: fn() -> Vec<&'static str>) -> Self {
        let texts = OnceLock::new();
        Self { source, texts }
    }

    fn texts(&'static self) -> &'static [CString] {
        self.texts.get_or_init(|| {
            let names = (self.source)().into_iter();
            // No name has a zero inside.
            names
                .map(|name| CString::new(name).unwrap_or_default())
                .collect()
        })
    }

    pub(crate) fn len(&'static self) -> usize {
        self.texts().len()
    }

    pub(crate) fn at(&'static self, index: usize) -> Result<&'static CStr, Failure> {
        let text = self.texts().get(index).map(CString::as_c_str);
        text.ok_or_else(|| {
            let message = format!("index {index} of {} names", self.len());
            Failure::new(Status::UnknownValue, message)
        })
    }

    /// Returns the C text of a name.
    pub(crate) fn get(&'static self, name: &str) -> Result<&'static CStr, Failure> {
        let mut texts = self.texts().iter().map(CString::as_c_str);
        texts
            .find(|text| text.to_bytes() == name.as_bytes())
            .ok_or_else(|| Failure::new(Status::UnknownName, format!("no name is {name}")))
    }
}
