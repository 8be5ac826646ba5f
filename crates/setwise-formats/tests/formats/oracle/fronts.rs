//! Files that are no text of bytes: other encodings, and packed files under wrong names.

/// The first bytes of packed files, with what follows them up to the place of the last mark.
const PACKED: [&[u8]; 13] = [
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"PK\x07\x08",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
    b"BZh91AY&SY",
    b"BZh9\x17\x72\x45\x38\x50\x90",
    b"\xfd7zXZ\0",
    b"\x04\x22\x4d\x18",
    b"\x1f\x8b\x08\0\0\0\0\0\0\x03",
    b"\x28\xb5\x2f\xfd",
    b"ARROW1\0\0",
    b"BINP",
];

/// Rewrites some files: in another encoding, or as if they were packed.
pub(super) fn rewrite(bytes: &mut Vec<u8>, choice: u64) {
    let wide = |order: fn(u8) -> [u8; 2]| bytes.iter().flat_map(move |&byte| order(byte));
    *bytes = match choice % 64 {
        0 => [0xff, 0xfe]
            .into_iter()
            .chain(wide(|byte| [byte, 0]))
            .collect(),
        1 => [0xfe, 0xff]
            .into_iter()
            .chain(wide(|byte| [0, byte]))
            .collect(),
        2 => wide(|byte| [byte, 0]).collect(),
        3 => wide(|byte| [0, byte]).collect(),
        4 => [b"\xef\xbb\xbf", &bytes[..]].concat(),
        5 => {
            let mut archive = b"games.pgn".to_vec();
            archive.resize(257, 0);
            [&archive[..], b"ustar\0", bytes].concat()
        }
        choice @ 6..19 => [PACKED[choice as usize - 6], bytes].concat(),
        _ => return,
    };
}

/// Whether a file begins as no text does.
pub(super) fn is_no_text(bytes: &[u8]) -> bool {
    let marks: [&[u8]; 3] = [b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff"];
    let is_ascii = |byte: &u8| *byte != 0 && byte.is_ascii();
    // Four characters of UTF-16.
    let is_wide = |order: usize| {
        let front = bytes.get(..8).unwrap_or_default().iter().enumerate();
        bytes.len() >= 8
            && front.fold(true, |is_wide, (at, byte)| {
                is_wide
                    && if at % 2 == order {
                        is_ascii(byte)
                    } else {
                        *byte == 0
                    }
            })
    };
    let mut fronts = PACKED.iter().chain(&marks);
    fronts.any(|mark| bytes.starts_with(mark) && (mark[0] != 0x1f || bytes.len() >= 10))
        || [0, 1].into_iter().any(is_wide)
        || bytes
            .get(257..)
            .is_some_and(|rest| rest.starts_with(b"ustar"))
}
