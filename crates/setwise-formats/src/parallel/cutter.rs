use super::{order::Order, part::Part};
use crate::{stream::Reader, vocabulary::Error};

pub(super) struct Cutter<'o, 'a> {
    order: &'o Order,
    /// The state of the decoder at the last cut, as far as the rule of cutting knows it.
    state: u64,
    /// Whether the last cut was within a unit.
    is_inside: bool,
    /// The number of parts so far.
    parts: usize,
    /// Reads the units that cannot be cut.
    pub(super) reader: Reader<'a>,
}

impl<'o, 'a> Cutter<'o, 'a> {
    pub(super) fn new(order: &'o Order, state: u64, reader: Reader<'a>) -> Self {
        Self {
            order,
            state: order.cut.without_games(state),
            is_inside: false,
            parts: 0,
            reader,
        }
    }

    /// Fills a part with whole units. If cuts are guesses, a part may also begin or end inside a
    /// long unit. Returns whether the part is the last one.
    pub(super) fn fill<R>(&mut self, part: &mut Part<R>) -> bool {
        part.number = self.parts;
        self.parts += 1;
        let (cut, source) = (&self.order.cut, &mut self.reader.source);
        let limits = self.order.limits;
        let mut wanted = limits.bytes;
        loop {
            let filled = source.fill(wanted);
            let data = source.data();
            let is_end = filled.is_ok() && data.len() < wanted;
            let data = data.get(..wanted).unwrap_or(data);
            let takes_rest = is_end || filled.is_err() && cut.flag_bits.is_some();
            let overlap = cut.overlap.filter(|_| !takes_rest).unwrap_or(0);
            let (mut bytes, state) = match takes_rest {
                true => (data.len(), self.state),
                false => (cut.rule)(data, self.state),
            };
            let is_inside = bytes == 0 && !is_end && filled.is_ok();
            if is_inside {
                if wanted < limits.max_bytes {
                    wanted = limits.max_bytes.min(2 * wanted);
                    continue;
                }
                if cut.overlap.is_none() {
                    self.reader.decoder.restore(self.state);
                    let is_last = part.read_uncut(&mut self.reader);
                    let end = part.end.map(|end| cut.without_games(end));
                    self.state = end.unwrap_or(self.state);
                    return is_last;
                }
                bytes = data.len() - overlap;
            }
            let units = data.get(..bytes + overlap).unwrap_or(data);
            part.bytes.clear();
            part.bytes.extend_from_slice(units);
            part.begin((!self.is_inside).then_some(self.state));
            part.is_open = overlap > 0 || takes_rest && !is_end;
            let failure = if is_end {
                source.failure.take()
            } else {
                filled.err()
            };
            part.error = failure.map(Error::Read);
            source.consume(bytes);
            (self.state, self.is_inside) = (state, is_inside);
            return is_end || part.error.is_some();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parallel::order::Limits, stream::ReadOptions, vocabulary::Format};

    #[test]
    fn a_part_doubles_until_it_has_a_unit() {
        let text = b"abcdefgh\ni\nj\nk\nl\nm\n";
        let limits = Limits {
            bytes: 4,
            max_bytes: 100,
            records: 100,
            waiting_records: 100,
            numbers: true,
        };
        let order = Order::new(Format::Fen.codec().cut.unwrap(), 0, limits);
        let reader = Reader::new(&text[..], Format::Fen, ReadOptions::default());
        let mut cutter = Cutter::new(&order, 0, reader);
        let mut part = Part::<()>::default();
        for (bytes, is_last) in [
            // 16 bytes, without the beginning of a line.
            (&b"abcdefgh\ni\nj\nk\n"[..], false),
            (b"l\nm\n", false),
            (b"", true),
        ] {
            assert_eq!(cutter.fill(&mut part), is_last);
            assert_eq!(part.bytes, bytes);
        }
    }
}
