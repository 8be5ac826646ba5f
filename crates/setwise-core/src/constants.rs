//! Loops and arrays in constants, where `for` and closures are not allowed, and directions as
//! constants.

/// Runs a block for each index below an end.
#[doc(hidden)]
#[macro_export]
macro_rules! const_for {
    ($i:ident, $end:expr, $body:block) => {{
        let mut $i = 0_usize;
        while $i < $end {
            $body
            $i += 1;
        }
    }};
}

/// Makes an array of a value that depends on the index.
///
/// ```
/// const SQUARES: [usize; 4] = setwise_core::const_array!(i, 4, i * i);
/// assert_eq!(SQUARES, [0, 1, 4, 9]);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! const_array {
    ($i:ident, $length:expr, $value:expr) => {{
        let mut array = {
            let $i = 0_usize;
            [$value; $length]
        };
        $crate::const_for!($i, $length, {
            array[$i] = $value;
        });
        array
    }};
}

/// Runs code with a direction as a constant.
#[doc(hidden)]
#[macro_export]
macro_rules! towards {
    ($direction:expr, $constant:ident, $body:expr) => {
        $crate::towards! {
            $direction, $constant, $body,
            0 North, 1 NorthEast, 2 East, 3 SouthEast, 4 South, 5 SouthWest, 6 West, 7 NorthWest
        }
    };
    ($direction:expr, $constant:ident, $body:expr, $($number:literal $name:ident),*) => {
        match $direction {
            $($crate::Direction::$name => {
                const $constant: usize = $number;
                $body
            })*
        }
    };
}
