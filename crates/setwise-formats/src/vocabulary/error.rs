use crate::vocabulary::{Damage, Fields, Format, WriteError};
use core::fmt;
use std::io;

/// Why reading, writing or converting stopped.
///
/// [`Damage`](Self::Damage), [`Read`](Self::Read), [`Copy`](Self::Copy) and [`Lacks`](Self::Lacks)
/// concern the input, the others the output.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A damaged record, with [`OnDamage::Stop`](crate::OnDamage::Stop).
    Damage(Damage),
    /// The input failed, a damaged compressed stream included.
    Read(io::Error),
    /// The output of [`OnDamage::CopyTo`](crate::OnDamage::CopyTo) failed.
    Copy(io::Error),
    /// The input format lacks these fields, which the output needs. Nothing is read or written.
    Lacks(Fields),
    /// The format of the output is not part of this build.
    NotWritten(Format),
    /// The format of the output cannot hold a record. Nothing of it is written, and the next record
    /// can be.
    Record {
        /// The number of the record, from 1.
        number: u64,
        /// The format.
        format: Format,
        /// The reason.
        reason: WriteError,
    },
    /// The output failed.
    Write(io::Error),
}

impl Error {
    /// Whether the input ends too early, or its compressed stream or its table is damaged. The
    /// records before the error are sound.
    pub fn is_cut(&self) -> bool {
        let kind = match self {
            Self::Read(error) => error.kind(),
            _ => return false,
        };
        matches!(
            kind,
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damage(damage) => damage.fmt(f),
            Self::Read(error) => write!(f, "cannot read: {error}"),
            Self::Copy(error) => write!(f, "cannot copy a damaged record: {error}"),
            Self::Lacks(fields) => write!(f, "the input lacks what the output needs: {fields}"),
            Self::NotWritten(format) => write!(f, "{format} is not part of this build"),
            Self::Record {
                number,
                format,
                reason,
            } => write!(f, "record {number} does not fit {format}: {reason}"),
            Self::Write(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // The text is that of the damage.
            Self::Damage(damage) => damage.source(),
            Self::Read(error) | Self::Copy(error) | Self::Write(error) => Some(error),
            Self::Record { reason, .. } => Some(reason),
            Self::Lacks(_) | Self::NotWritten(_) => None,
        }
    }
}

impl From<Damage> for Error {
    fn from(damage: Damage) -> Self {
        Self::Damage(damage)
    }
}
