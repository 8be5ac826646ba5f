//! The decoders by format.

use crate::binpack::Binpack;
use crate::bulletformat::Bulletformat;
use crate::decode::{Decode, Lines, PackedDecoder, Unit};
use crate::marlinformat::Marlinformat;
use crate::pgn::Pgn;
use crate::source::Source;
use crate::viriformat::Viriformat;
use crate::{Format, Record, text};
use std::io::{Error, ErrorKind, Result};

/// Returns the decoder of a format.
pub(crate) fn decoder(format: Format, final_positions: bool) -> Box<dyn Decode> {
    match format {
        Format::Bulletformat => Box::new(PackedDecoder::<Bulletformat>::new()),
        Format::Marlinformat => Box::new(PackedDecoder::<Marlinformat>::new()),
        Format::Viriformat => Box::new(Viriformat::new(final_positions)),
        Format::Binpack => Box::new(Binpack::new(final_positions)),
        Format::Fen => Box::new(Lines::new(text::decode_fen)),
        Format::Epd => Box::new(Lines::new(text::decode_epd)),
        Format::BulletText => Box::new(Lines::new(text::decode_bullet)),
        Format::Pgn => Box::new(Pgn::new(final_positions)),
        Format::Parquet | Format::Arrow => Box::new(Unreadable(format)),
    }
}

/// A format that is not part of this build.
struct Unreadable(Format);

impl Decode for Unreadable {
    fn decode(&mut self, _: &mut Source<'_>, _: &mut Vec<Record>) -> Result<Option<Unit>> {
        let why = format!("{} is not part of this build", self.0);
        Err(Error::new(ErrorKind::Unsupported, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_no_decoder_of_bytes() {
        for (format, expected) in [
            (Format::Parquet, "Parquet is not part of this build"),
            (Format::Arrow, "Arrow is not part of this build"),
        ] {
            let mut source = Source::new(Box::new(std::io::empty()));
            let decoded = decoder(format, false).decode(&mut source, &mut Vec::new());
            let error = decoded.err().unwrap();
            assert_eq!(error.kind(), ErrorKind::Unsupported);
            assert_eq!(error.to_string(), expected);
        }
    }
}
