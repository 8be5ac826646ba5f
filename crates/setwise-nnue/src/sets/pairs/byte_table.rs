//! Tables of 64 bytes for vectors.

use setwise_core::ByteVector;

/// Constants for the bytes of a register, or a table to look up.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Table(pub(crate) [u8; 64]);

impl Table {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn load<V: ByteVector>(&self, token: V::Token) -> V {
        V::load_bytes(token, &self.0)
    }
}

/// Defines tables by an expression of the place.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident: |$i:ident| $value:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) static $name: $crate::sets::pairs::byte_table::Table = {
            let mut table = [0; 64];
            let mut $i = 0;
            while $i < 64 {
                table[$i] = $value as u8;
                $i += 1;
            }
            $crate::sets::pairs::byte_table::Table(table)
        };
    )*};
}

pub(crate) use tables;
