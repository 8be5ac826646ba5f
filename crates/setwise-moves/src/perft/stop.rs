//! The end of a run from outside.

use crate::tree::walk::Stop;
use alloc::sync::Arc;
use core::fmt;

/// A condition that ends a run early, if there is one.
#[derive(Clone, Default)]
pub(super) struct StopCondition(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl StopCondition {
    pub(super) fn new(condition: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(condition)))
    }

    pub(super) fn holds(&self) -> bool {
        self.0.as_ref().is_some_and(|condition| condition())
    }

    /// The condition for walks in batches.
    pub(super) fn as_ref(&self) -> Stop<'_> {
        self.0.as_deref()
    }
}

impl fmt::Debug for StopCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Some(_) => "StopCondition",
            None => "None",
        })
    }
}
