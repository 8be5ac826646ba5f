//! Compressed files.

use setwise_formats::{ReadOptions, Reader};

#[test]
fn extensions() {
    use setwise_formats::Compression;
    for (extension, expected) in [
        ("gz", Some(Compression::Gzip)),
        ("zst", Some(Compression::Zstd)),
        ("zstd", Some(Compression::Zstd)),
        ("ZST", Some(Compression::Zstd)),
        ("fen", None),
        ("", None),
    ] {
        let found = Compression::of_extension(extension);
        assert_eq!(found, expected, "{extension:?}");
    }
    assert_eq!(Compression::default(), Compression::None);
}

#[test]
fn unknown_files() {
    for name in ["a", "a.xyz", "a.gz", "a.xyz.gz"] {
        let error = Reader::open(name, ReadOptions::default()).unwrap_err();
        assert!(error.to_string().ends_with("unknown extension"), "{error}");
    }
    assert!(Reader::open("no-such-file.pgn", ReadOptions::default()).is_err());
}

#[cfg(not(feature = "gzip"))]
#[test]
fn a_feature_that_is_off() {
    use setwise_formats::Compression;
    let error = Compression::Gzip.reader(&b""[..]).err().unwrap();
    assert_eq!(error.kind(), std::io::ErrorKind::Unsupported);
}

#[cfg(all(feature = "gzip", feature = "zstd"))]
#[test]
fn what_is_compressed_is_read_again() {
    use setwise_formats::Compression;
    use std::io::{Read, Write};
    // More than two frames of Zstandard.
    let text = b"4k3/8/8/8/8/8/8/4K2R w K - 0 1\n".repeat(80_000);
    for compression in [Compression::None, Compression::Gzip, Compression::Zstd] {
        for length in [0, 1, 1 << 20, text.len()] {
            let mut stream = compression.writer(Vec::new()).unwrap();
            for part in text[..length].chunks(7777) {
                stream.write_all(part).unwrap();
            }
            let compressed = stream.finish().unwrap();
            if compression != Compression::None && length > 1 {
                assert!(compressed.len() < length / 10, "{compression:?}");
            }
            let mut found = Vec::new();
            let mut reader = compression.reader(&compressed[..]).unwrap();
            reader.read_to_end(&mut found).unwrap();
            assert!(found == text[..length], "{compression:?} of {length} bytes");
        }
    }
}

#[cfg(all(feature = "gzip", feature = "zstd"))]
#[test]
fn the_output_is_flushed() {
    use core::cell::Cell;
    use setwise_formats::Compression;
    use std::io::{Result, Write};

    struct Flushes<'a>(&'a Cell<u32>);

    impl Write for Flushes<'_> {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> Result<()> {
            self.0.set(self.0.get() + 1);
            Ok(())
        }
    }

    for compression in [Compression::None, Compression::Gzip, Compression::Zstd] {
        let flushes = Cell::new(0);
        let mut stream = compression.writer(Flushes(&flushes)).unwrap();
        stream.flush().unwrap();
        assert_eq!(flushes.get(), 1, "{compression:?}");
    }
}

#[cfg(feature = "zstd")]
mod zstd {
    use crate::common::{random_games, write};
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use setwise_formats::{
        Compression, Damage, Error, Format, ReadOptions, ReadPoint, Reader, Record, Totals,
    };
    use std::io::Read;

    fn compress(bytes: &[u8]) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }

    fn decompress(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut found = Vec::new();
        Compression::Zstd.reader(bytes)?.read_to_end(&mut found)?;
        Ok(found)
    }

    #[test]
    fn several_frames() {
        let text = write(&random_games(10, 100, 8), Format::Fen, false).unwrap();
        let (front, back) = text.split_at(text.len() / 3);
        // A frame that is to be skipped stands between two others.
        let skipped = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
        let stream = [&compress(front)[..], &skipped, &compress(back)].concat();
        assert!(decompress(&stream).unwrap() == text);
        // A stream of frames without data is whole, as for `zstd -t`.
        assert!(decompress(&skipped).unwrap().is_empty());
        for cut in [0, 1, 5, 40, stream.len() / 2, stream.len() - 1] {
            assert!(decompress(&stream[..cut]).is_err(), "{cut}");
        }
        let input = &stream[..stream.len() - 9];
        let input = Compression::Zstd.reader(input).unwrap();
        let mut reader = Reader::new(input, Format::Fen, ReadOptions::default());
        let error = reader.read_batch(&mut Vec::new(), usize::MAX);
        assert!(matches!(error, Err(Error::Read(_))));
    }

    /// All blocks before the cut are read, though later ones might have repeated them.
    #[test]
    fn a_cut_frame_gives_its_blocks() {
        use std::collections::BTreeSet;
        use std::io::ErrorKind;

        const BLOCK: usize = 128 << 10;
        let text = write(&random_games(60, 100, 16), Format::Fen, false).unwrap();
        let stream = compress(&text);
        assert!(text.len() > 2 * BLOCK, "{}", text.len());
        let mut lengths = BTreeSet::new();
        for cut in (20..stream.len()).step_by(499).chain([stream.len() - 1]) {
            let mut found = Vec::new();
            let mut reader = Compression::Zstd.reader(&stream[..cut]).unwrap();
            for _ in 0..2 {
                let error = reader.read_to_end(&mut found).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
                let why = format!("Zstandard: cut after {cut} bytes");
                assert_eq!(error.to_string(), why);
            }
            assert!(text.starts_with(&found), "{cut}");
            lengths.insert(found.len());
        }
        // The last byte belongs to the checksum.
        let whole = (0..text.len()).step_by(BLOCK).chain([text.len()]);
        assert!(lengths.into_iter().eq(whole));
    }

    const PGN: &str = "[Event \"a\"]\n\n1. e4 {♞} 1-0\n\n[Event \"b\"]\n\n1. d4 d5 2. Ke3 *\n\n\
        [Event \"c\"]\n\n1. c4 0-1\n";

    /// Frames as `pzstd` writes them: before each of them a frame without data, whose content is
    /// the number of bytes of the next one plus `lie`.
    fn frames_of<'a>(parts: impl IntoIterator<Item = &'a [u8]>, lie: u32) -> Vec<u8> {
        let frame = |part| {
            let frame = compress(part);
            let size = (frame.len() as u32).wrapping_add(lie).to_le_bytes();
            [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0], &size[..], &frame].concat()
        };
        parts.into_iter().flat_map(frame).collect()
    }

    /// The bytes, and the error after them.
    fn with_threads(stream: &[u8], threads: usize) -> (Vec<u8>, String) {
        let mut found = Vec::new();
        let reader = Compression::Zstd.reader_with_threads(stream, threads);
        let read = reader.unwrap().read_to_end(&mut found);
        let error = read.err().map(|error| error.to_string());
        (found, error.unwrap_or_default())
    }

    /// The records, the damages with the numbers of records before them, the points, the totals.
    type Games = (
        Vec<Record>,
        Vec<(usize, Damage)>,
        Vec<(usize, Option<ReadPoint>)>,
        Totals,
        Option<String>,
    );

    fn games(stream: &[u8], compression: Compression, threads: usize) -> Games {
        let stream = compression.reader_with_threads(stream, threads).unwrap();
        let options = ReadOptions::default().threads(threads);
        let mut reader = Reader::new(stream, Format::Pgn, options);
        let (mut records, mut damages, mut points) = (Vec::new(), Vec::new(), Vec::new());
        let worker = || |_: &mut Vec<_>| ();
        let read = reader.read_all(worker, |batch| {
            match batch {
                Ok(batch) => {
                    records.append(batch.records);
                    points.push((records.len(), batch.point));
                }
                Err(damage) => damages.push((records.len(), damage)),
            }
            Ok::<(), Error>(())
        });
        let error = read.err().map(|error| error.to_string());
        (records, damages, points, reader.totals(), error)
    }

    #[test]
    fn frames_end_anywhere_and_their_sizes_may_lie() {
        let text = PGN.as_bytes();
        let expected = games(text, Compression::None, 1);
        for at in 0..=text.len() {
            let (front, back) = text.split_at(at);
            let cut = games(front, Compression::None, 1);
            for threads in [1, 2, 5, 16] {
                for lie in [0, 1, u32::MAX, 1 << 30] {
                    let frames = frames_of([front, back], lie);
                    let found = games(&frames, Compression::Zstd, threads);
                    assert!(found == expected, "{at}, {lie}");
                }
                // The file ends within a game, and within a character.
                let one = compress(front);
                assert!(games(&one, Compression::Zstd, threads) == cut, "{at}");
                assert!(games(front, Compression::None, threads) == cut, "{at}");
            }
        }
    }

    #[cfg(feature = "gzip")]
    #[test]
    fn compressed_games_are_the_same_with_threads() {
        let text = PGN.repeat(8000);
        let expected = games(text.as_bytes(), Compression::None, 1);
        let mut gzip = Compression::Gzip.writer(Vec::new()).unwrap();
        std::io::Write::write_all(&mut gzip, text.as_bytes()).unwrap();
        let gzip = gzip.finish().unwrap();
        let frames = frames_of(text.as_bytes().chunks(50_000), 7);
        for threads in [1, 2, 5, 16] {
            assert!(games(&gzip, Compression::Gzip, threads) == expected);
            assert!(games(&frames, Compression::Zstd, threads) == expected);
            assert!(games(text.as_bytes(), Compression::None, threads) == expected);
        }
    }

    /// Frames that are cut or damaged give the same bytes and the same message.
    #[test]
    fn damage_in_frames_is_the_same_with_threads() {
        let text = write(&random_games(10, 100, 8), Format::Fen, false).unwrap();
        let stream = frames_of(text.chunks(20_000), 0);
        for at in (0..stream.len()).step_by(97) {
            let mut flipped = stream.clone();
            flipped[at] ^= 1 << (at % 8);
            for damaged in [&stream[..at], &flipped] {
                let expected = with_threads(damaged, 1);
                for threads in [2, 5] {
                    assert!(with_threads(damaged, threads) == expected, "{at}");
                }
            }
        }
    }

    #[test]
    fn frames_that_are_not_supported_are_named() {
        for (stream, expected) in [
            (
                &[0x28, 0xb5, 0x2f, 0xfd, 0, 18 << 3, 1, 0, 0][..],
                "Zstandard: a window of 256 MiB, but at most 128 MiB are supported",
            ),
            (
                b"\x28\xb5\x2f\xfd\x21\x07\x03\x19\0\0abc",
                "Zstandard: compressed with a dictionary (number 7), which is not supported",
            ),
        ] {
            for threads in [1, 2] {
                assert_eq!(with_threads(stream, threads).1, expected);
            }
        }
    }

    #[test]
    fn a_frame_of_another_length_than_its_header_says() {
        // A window, four bytes for the length, and one raw block.
        let frame = |promised: u8| {
            let header = [0x28, 0xb5, 0x2f, 0xfd, 0x80, 0, promised, 0, 0, 0];
            [&header[..], &[25, 0, 0], b"abc"].concat()
        };
        for threads in [1, 2] {
            assert_eq!(
                with_threads(&frame(3), threads),
                (b"abc".to_vec(), String::new())
            );
            for promised in [0, 2, 103] {
                let (_, why) = with_threads(&frame(promised), threads);
                let says = format!("a frame of 3 bytes, but its header says {promised}");
                assert_eq!(why, format!("Zstandard: damaged: {says}"));
            }
        }
    }

    #[test]
    fn what_follows_a_stream_costs_no_game() {
        let expected = games(PGN.as_bytes(), Compression::None, 1);
        for behind in [&b""[..], b"\n", b"\0\0\0\0\0", b"text"] {
            for threads in [1, 2] {
                let stream = [&compress(PGN.as_bytes()), behind].concat();
                let mut found = games(&stream, Compression::Zstd, threads);
                let why = found.4.take().unwrap_or_default();
                assert!(found == expected, "{behind:?}");
                assert_eq!(
                    why.ends_with("Zstandard: something else follows"),
                    !behind.is_empty()
                );
            }
        }
    }

    #[test]
    fn a_frame_without_data_is_skipped_as_a_whole() {
        let skipped = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
        assert_eq!(decompress(&skipped).unwrap(), b"");
        for cut in 8..skipped.len() {
            let error = decompress(&skipped[..cut]).unwrap_err();
            assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof, "{cut}");
        }
    }

    #[test]
    fn damaged_streams_do_not_panic() {
        let text = write(&random_games(1, 30, 15), Format::Fen, false).unwrap();
        let stream = compress(&text);
        for bit in 0..8 * stream.len() {
            let mut stream = stream.clone();
            stream[bit / 8] ^= 1 << (bit % 8);
            // A flag of the frame says whether there is a checksum, so not every flip is found.
            let found = decompress(&stream);
            assert!(
                found.is_err() || bit / 8 == 4 || found.unwrap() == text,
                "{bit}"
            );
        }
    }

    #[test]
    fn a_wrong_checksum() {
        let mut stream = compress(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
        *stream.last_mut().unwrap() ^= 1;
        assert!(decompress(&stream).is_err());
    }
}

#[cfg(feature = "gzip")]
mod gzip {
    use setwise_formats::{Compression, Format, ReadOptions, Reader};

    #[test]
    fn several_members() {
        // A line without compression, twice.
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
        let mut member = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
        let length = line.len() as u16;
        member.extend(length.to_le_bytes());
        member.extend((!length).to_le_bytes());
        member.extend(line);
        member.extend(crc32(line).to_le_bytes());
        member.extend(u32::from(length).to_le_bytes());
        let stream = member.repeat(2);

        let folder = std::env::temp_dir().join(format!("setwise-formats-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("two.fen.gz");
        std::fs::write(&path, &stream).unwrap();
        let mut reader = Reader::open(&path, ReadOptions::default()).unwrap();
        let mut records = Vec::new();
        assert_eq!(reader.read_batch(&mut records, 10).unwrap(), 2);
        std::fs::remove_dir_all(&folder).unwrap();

        for behind in [&b"\n"[..], b"\0", b"text"] {
            let input = [&stream, behind].concat();
            let input = Compression::Gzip.reader(&input[..]).unwrap();
            let mut reader = Reader::new(input, Format::Fen, ReadOptions::default());
            let error = reader.read_batch(&mut records, 10).unwrap_err();
            assert_eq!(
                error.to_string(),
                "cannot read: gzip: something else follows"
            );
            assert_eq!(reader.totals().records, 2);
        }
        // The sum and the length are those of the content.
        for at in stream.len() - 8..stream.len() {
            let mut input = stream.clone();
            input[at] ^= 1;
            let input = Compression::Gzip.reader(&input[..]).unwrap();
            let mut reader = Reader::new(input, Format::Fen, ReadOptions::default());
            assert!(reader.read_batch(&mut records, 10).is_err(), "{at}");
        }
        let input = Compression::Gzip.reader(&stream[..60]).unwrap();
        let mut reader = Reader::new(input, Format::Fen, ReadOptions::default());
        assert!(reader.read_batch(&mut records, 10).is_err());
    }

    fn crc32(bytes: &[u8]) -> u32 {
        let step = |crc: u32, &byte: &u8| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| {
                crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
            })
        };
        !bytes.iter().fold(!0, step)
    }
}
