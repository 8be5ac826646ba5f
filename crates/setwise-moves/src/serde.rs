//! Serialization with serde (feature `serde`).
//!
//! | type | form |
//! |---|---|
//! | [`Position`] | FEN, with the file of a castling rook that is not the outermost: nothing is lost |
//! | [`Move`] | the number [`Move::bits`], because the text of a move lacks its kind |
//! | [`Color`], [`Role`] | names in lower case |
//! | [`Square`](setwise_core::Square) | its name, by the functions in [`square`] |
//!
//! Values are checked as they are read: positions by the rules of [`Setup`](crate::Setup), numbers
//! of moves by [`Move::from_bits`].
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use setwise_moves::{Color, Move, Position, Role, Square};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Entry {
//!     position: Position,
//!     best: Option<Move>,
//!     winner: Color,
//!     promotes_to: Role,
//!     #[serde(with = "setwise_moves::serde::square")]
//!     target: Square,
//! }
//!
//! let position = Position::from_fen("7k/P7/8/8/8/8/8/K7 w - - 0 1")?;
//! let best = position.parse_move("a7a8q")?;
//! let (winner, promotes_to, target) = (Color::White, Role::Queen, Square::A8);
//! let entry = Entry { position, best: Some(best), winner, promotes_to, target };
//! let text = serde_json::to_string(&entry)?;
//! assert_eq!(text, format!(
//!     r#"{{"position":"7k/P7/8/8/8/8/8/K7 w - - 0 1","best":{},"winner":"white","promotes_to":"queen","target":"a8"}}"#,
//!     best.bits(),
//! ));
//! let read: Entry = serde_json::from_str(&text)?;
//! assert_eq!((read.position, read.best), (position, Some(best)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::fen::FenStyle;
use crate::position::{Color, Move, Position, Role};
use core::fmt;
use serde_core::de::{Error, Unexpected, Visitor};
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

/// A visitor of texts: what is expected, and how to read it.
struct Text<F>(&'static str, F);

impl<T, E: fmt::Display, F: FnOnce(&str) -> Result<T, E>> Visitor<'_> for Text<F> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }

    fn visit_str<D: Error>(self, text: &str) -> Result<T, D> {
        (self.1)(text).map_err(D::custom)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.fen(FenStyle::Standard))
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text("a FEN", Self::from_fen))
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.bits())
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bits = u16::deserialize(deserializer)?;
        let unexpected = Unexpected::Unsigned(bits.into());
        Self::from_bits(bits)
            .ok_or_else(|| D::Error::invalid_value(unexpected, &"the bits of a move"))
    }
}

/// Writes and reads the values of a type by their names: what is expected, and the error.
macro_rules! by_name {
    ($type:ident, $names:expr, $what:literal, $error:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($names[self.index()])
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = |text: &str| {
                    let found = $names.iter().position(|name| *name == text);
                    found.map(|index| Self::ALL[index]).ok_or($error)
                };
                deserializer.deserialize_str(Text($what, value))
            }
        }
    };
}

const COLORS: [&str; 2] = ["white", "black"];
const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
by_name!(Role, ROLES, "a role", "a role is a name such as knight");
by_name!(Color, COLORS, "a color", "a color is white or black");

/// Squares by their names, for `#[serde(with = "setwise_moves::serde::square")]`.
pub mod square {
    use super::Text;
    use serde_core::{Deserializer, Serializer};
    use setwise_core::Square;

    /// Writes the name of a square.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(square)
    }

    /// Reads the name of a square.
    ///
    /// # Errors
    /// The text is not such a name, or an error of the deserializer.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        deserializer.deserialize_str(Text("a square", str::parse))
    }
}
