//! The decoders by format.

use crate::binpack::Binpack;
use crate::decode::{Decode, Fixed, Lines};
use crate::pgn::Pgn;
use crate::viriformat::Viriformat;
use crate::{Format, bulletformat, marlinformat, text};

/// Returns the decoder of a format.
pub(crate) fn decoder(format: Format, final_positions: bool) -> Box<dyn Decode> {
    match format {
        Format::Bulletformat => Box::new(Fixed(bulletformat::decode)),
        Format::Marlinformat => Box::new(Fixed(marlinformat::decode)),
        Format::Viriformat => Box::new(Viriformat::new(final_positions)),
        Format::Binpack => Box::new(Binpack::new(final_positions)),
        Format::Fen => Box::new(Lines::new(text::decode_fen)),
        Format::Epd => Box::new(Lines::new(text::decode_epd)),
        Format::BulletText => Box::new(Lines::new(text::decode_bullet)),
        Format::Pgn => Box::new(Pgn::new(final_positions)),
    }
}
