//! Texts in buffers of fixed size.

use setwise_core::Square;

/// ASCII characters in a buffer. The size is a power of two, so that a mask bounds an index.
#[derive(Clone, Copy)]
pub(crate) struct Buffer<const SIZE: usize> {
    characters: [u8; SIZE],
    length: usize,
}

impl<const SIZE: usize> Buffer<SIZE> {
    pub(crate) const EMPTY: Self = Self {
        characters: [0; SIZE],
        length: 0,
    };

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, character: u8) {
        self.push_if(true, character);
    }

    /// Writes a character, and keeps it if a condition holds. There is no branch.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push_if(&mut self, condition: bool, character: u8) {
        self.characters[self.length % SIZE] = character;
        self.length += usize::from(condition);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push_square(&mut self, square: Square) {
        self.push(b'a' + square.file() as u8);
        self.push(b'1' + square.rank() as u8);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.characters.get(..self.length).unwrap_or_default()
    }
}

/// Defines a text of at most some number of characters.
macro_rules! fixed_text {
    ($(#[$attribute:meta])* $name:ident[$size:literal]) => {
        $(#[$attribute])*
        #[derive(Clone, Copy)]
        pub struct $name($crate::text::Buffer<$size>);

        impl $name {
            /// Returns the text.
            #[inline]
            pub fn as_str(&self) -> &str {
                // All bytes are ASCII.
                str::from_utf8(self.as_bytes()).unwrap_or_default()
            }

            /// Returns the bytes of the text, all of them ASCII.
            #[inline]
            pub fn as_bytes(&self) -> &[u8] {
                self.0.as_bytes()
            }
        }

        impl core::ops::Deref for $name {
            type Target = str;

            #[inline]
            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl From<$name> for alloc::string::String {
            fn from(text: $name) -> Self {
                text.as_str().into()
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.as_str())
            }
        }
    };
}

pub(crate) use fixed_text;
