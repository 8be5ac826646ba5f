//! A chunk of binpack is decoded as the exact decoder does it, on every instruction set. What is
//! sound and written is read again.

use setwise_binpack::{ChainPosition, Chunks, Decoder, Level, Visit, Writer};
use setwise_moves::{Move, Outcome, Position};

type Labels = (Option<Move>, Option<i16>, Outcome, u32);
type Seen = (Position, Labels);

fn labels(of: &ChainPosition) -> Labels {
    (of.played(), of.mover_score(), of.outcome(), of.ply())
}

#[derive(Default)]
struct List(Vec<Seen>);

impl Visit for List {
    fn visit(&mut self, position: &ChainPosition) {
        self.0.push((position.to_position(), labels(position)));
    }

    fn end(&mut self, last: &ChainPosition) {
        let labels = (None, None, last.outcome(), u32::MAX);
        self.0.push((last.to_position(), labels));
    }
}

pub(crate) fn run(data: &[u8]) {
    let half = data.len() / 2;
    let decode = |decoder: Decoder, chunk: &[u8]| {
        let mut list = List::default();
        let result = decoder.chunk(chunk, &mut list);
        (list.0, result)
    };
    let exact = decode(Decoder::exact(), data);
    for level in Level::hand_written() {
        let decoder = Decoder::with_level(level);
        for decoder in [decoder, decoder.without_pdep()] {
            assert_eq!(decode(decoder, data), exact, "{level}");
            let (first, second) = data.split_at(half);
            // Eight are decoded in lanes.
            let chunks = [
                first, second, data, data, data, data, data, data, data, data,
            ];
            for chunks in [&chunks[..2], &chunks[2..]] {
                let mut lists: Vec<List> = chunks.iter().map(|_| List::default()).collect();
                let results = decoder.chunks(chunks, &mut lists);
                for ((chunk, list), result) in chunks.iter().zip(lists).zip(results) {
                    assert_eq!((list.0, result), decode(Decoder::exact(), chunk), "{level}");
                }
            }
        }
    }
    let (mut writer, mut file, mut written) = (Writer::new(), Vec::new(), Vec::new());
    let read = Decoder::exact().chunk(data, &mut |position: &ChainPosition| {
        if writer.write(position, &mut file).is_ok() {
            written.push(labels(position));
        }
    });
    drop(read);
    writer.finish(&mut file);
    let mut found = Vec::new();
    for chunk in Chunks::new(&file) {
        let chunk = chunk.expect("a chunk that was written");
        let read = Decoder::new().chunk(chunk, &mut |position: &ChainPosition| {
            found.push(labels(position));
        });
        read.expect("a chain that was written");
    }
    assert_eq!(found, written);
}
