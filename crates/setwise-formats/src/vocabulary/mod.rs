pub(crate) mod damage;
pub(crate) mod encoding;
pub(crate) mod error;
pub(crate) mod fields;
pub(crate) mod format;
pub(crate) mod notice;
pub(crate) mod record;
pub(crate) mod unwritable;
