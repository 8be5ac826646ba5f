use crate::stream::{OpenGame, State, Totals};
use crate::vocabulary::Fields;
use core::{fmt, num::NonZeroU32, str::FromStr};
use setwise_moves::{FenStyle, Outcome, Position};

/// A point between two units of an input, at which another [`Reader`](crate::Reader) can resume.
///
/// Its `Display` is one line of text, from which it is parsed.
///
/// ```
/// use setwise_formats::{Format, ReadOptions, ReadPoint, Reader};
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
/// let mut reader = Reader::new(text.as_bytes(), Format::Fen, ReadOptions::default());
/// let mut batch = Vec::new();
/// reader.read_batch(&mut batch, 1)?;
/// let stored = reader.point().unwrap().to_string();
///
/// let point: ReadPoint = stored.parse()?;
/// let rest = &text.as_bytes()[point.offset() as usize..];
/// let mut reader = Reader::new(rest, Format::Fen, ReadOptions::default()).at(&point);
/// reader.read_batch(&mut batch, 100)?;
/// assert_eq!((batch.len(), reader.totals().records), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPoint {
    pub(crate) totals: Totals,
    pub(crate) lines: u64,
    pub(crate) state: u64,
    pub(crate) first_damage: Option<String>,
}

impl ReadPoint {
    /// The number of bytes of the input before the point, after decompression.
    pub const fn offset(&self) -> u64 {
        self.totals.bytes
    }

    /// The numbers of records, units and bytes before the point.
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// The first damage before the point, as text.
    pub fn first_damage(&self) -> Option<&str> {
        self.first_damage.as_deref()
    }
}

impl fmt::Display for ReadPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (totals, lines, state) = (self.totals, self.lines, self.state);
        write!(f, "{} {} {}", totals.records, totals.units, totals.damaged)?;
        write!(f, " {} {} {lines}", totals.damaged_bytes, totals.bytes)?;
        write!(f, " {state} {}", list(&totals.notices))?;
        match &self.first_damage {
            Some(damage) => write!(f, " {damage}"),
            None => Ok(()),
        }
    }
}

impl FromStr for ReadPoint {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let (first, rest) = numbers(text, 0)?;
        let [records, units, damaged, damaged_bytes, bytes, lines, state] = first;
        let (notices, damage) = listed(rest, text.len() - rest.len())?;
        let totals = Totals {
            records,
            units,
            damaged,
            damaged_bytes,
            bytes,
            notices,
        };
        Ok(Self {
            totals,
            lines,
            state,
            first_damage: (!damage.is_empty()).then(|| damage.to_owned()),
        })
    }
}

/// A point between two records of an output, at which another [`Writer`](crate::Writer) can resume.
///
/// Its `Display` is one line of text, from which it is parsed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WritePoint {
    /// Records given, unwritable ones included.
    pub(crate) given: u64,
    pub(crate) written: u64,
    /// Bytes given to the output.
    pub(crate) bytes: u64,
    /// The number of records that are given once more, and skipped.
    pub(crate) skipped: u64,
    /// The number of chains of another writer, if the format has chains.
    pub(crate) chains: u64,
    /// The numbers of records that had a field which the format does not hold.
    pub(crate) lost: [u64; Fields::COUNT],
    /// The numbers of records for which a field was assumed.
    pub(crate) assumed: [u64; Fields::COUNT],
    pub(crate) state: State,
}

impl WritePoint {
    /// The number of bytes of the output before the point.
    pub const fn offset(&self) -> u64 {
        self.bytes
    }
}

impl fmt::Display for WritePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.given, self.written, self.bytes)?;
        write!(f, " {} {}", self.skipped, self.chains)?;
        write!(f, " {} {}", list(&self.lost), list(&self.assumed))?;
        let Some(game) = &self.state.open_game else {
            return Ok(());
        };
        // 3 stands for no outcome.
        let outcome = game.outcome.map_or(3, Outcome::half_points);
        let fen = game.position.fen(FenStyle::Shredder);
        let (half_moves, assumed) = (self.state.half_moves, game.assumed.0);
        let number = game.number.map_or(0, NonZeroU32::get);
        write!(f, " {outcome} {assumed} {half_moves} {number} {fen}")
    }
}

impl FromStr for WritePoint {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let ([given, written, bytes, skipped, chains], rest) = numbers(text, 0)?;
        let (lost, rest) = listed(rest, text.len() - rest.len())?;
        let (assumed, game) = listed(rest, text.len() - rest.len())?;
        let mut state = State::default();
        if !game.is_empty() {
            let at = text.len() - game.len();
            let error = ParsePointError { at };
            let ([outcome, assumed, half_moves, number], fen) = numbers(game, at)?;
            state.half_moves = u32::try_from(half_moves).map_err(|_| error)?;
            let outcome = match u8::try_from(outcome).map_err(|_| error)? {
                3 => None,
                points => Some(Outcome::from_half_points(points).ok_or(error)?),
            };
            let assumed = u16::try_from(assumed).map_err(|_| error)?;
            let position = Position::from_fen(fen).map_err(|why| ParsePointError {
                at: text.len() - fen.len() + why.at,
            })?;
            state.open_game = Some(OpenGame {
                position,
                outcome,
                assumed: Fields(assumed & Fields::ALL.0),
                number: NonZeroU32::new(u32::try_from(number).map_err(|_| error)?),
            });
        }
        Ok(Self {
            given,
            written,
            bytes,
            skipped,
            chains,
            lost,
            assumed,
            state,
        })
    }
}

/// Parses numbers, each of which ends with a space or the text. Returns them and the rest of the
/// text. `at` is the place of the text in errors.
fn numbers<const N: usize>(text: &str, at: usize) -> Result<([u64; N], &str), ParsePointError> {
    let mut rest = text;
    let mut numbers = [0; N];
    for number in &mut numbers {
        let (first, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        let at = at + text.len() - rest.len();
        *number = first.parse().map_err(|_| ParsePointError { at })?;
        rest = behind;
    }
    Ok((numbers, rest))
}

/// Writes numbers as one word, without zeros at the end.
fn list(numbers: &[u64]) -> String {
    let count = numbers.iter().rposition(|&number| number > 0);
    let numbers = numbers.iter().take(count.unwrap_or(0) + 1);
    numbers.map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Parses the word of a [`list`]. `at` is the place of the text in errors.
fn listed<const N: usize>(text: &str, at: usize) -> Result<([u64; N], &str), ParsePointError> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut numbers = [0; N];
    for (at_word, number) in word.split(',').enumerate() {
        let place = numbers.get_mut(at_word).ok_or(ParsePointError { at })?;
        *place = number.parse().map_err(|_| ParsePointError { at })?;
    }
    Ok((numbers, rest))
}

/// The text is not a point of reading or writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsePointError {
    /// The byte of the text where the first unreadable part begins, counted from 0.
    pub at: usize,
}

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        write!(f, "not a point of a file, byte {at}: missing or unreadable")
    }
}

impl core::error::Error for ParsePointError {}
