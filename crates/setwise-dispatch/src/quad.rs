//! Four bitboards that hold the bits of a code for each square.

use setwise_core::Square;

/// [`setwise_core::quad_code`], by SSE2 on x86-64.
///
/// ```
/// assert_eq!(setwise_dispatch::quad_code([1, 2, 2, 1], setwise_core::Square::B1), 6);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn quad_code(planes: [u64; 4], square: Square) -> usize {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return crate::isa::tokens::quad_code(planes, square);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    setwise_core::quad_code(planes, square)
}

#[cfg(test)]
mod tests {
    #[test]
    fn instructions_and_words_agree() {
        let mut rng = setwise_conformance::Rng::new(0x7175_6164);
        for square in (0..1000).map(setwise_core::Square::wrapping) {
            let planes = [(); 4].map(|()| rng.next_u64());
            let expected = setwise_core::quad_code(planes, square);
            assert_eq!(super::quad_code(planes, square), expected);
        }
    }
}
