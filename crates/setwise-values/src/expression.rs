use crate::value::Value;
use core::cmp::Ordering;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    /// Holds if the value is not 0.
    Nonzero(Operand),
    Compare(Operand, Comparison, Operand),
    /// A test of the text of a column, which has this place among the columns of the condition.
    Text(usize, TextTest, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Value(&'static Value),
    /// The number of a column, which has this place among the columns of the condition.
    Column(usize),
    Number(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextTest {
    Equal,
    NotEqual,
    StartsWith,
}

impl Comparison {
    pub(crate) fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        }
    }
}

impl TextTest {
    fn holds(self, found: &str, text: &str) -> bool {
        match self {
            Self::Equal => found == text,
            Self::NotEqual => found != text,
            Self::StartsWith => found.starts_with(text),
        }
    }
}

/// The values and the columns of a record.
pub(crate) trait Facts {
    fn value(&self, value: &Value) -> Option<i64>;

    fn number(&self, _column: usize) -> Option<i64> {
        None
    }

    fn text(&self, _column: usize) -> Option<&str> {
        None
    }
}

/// Values without columns.
impl<F: Fn(&Value) -> Option<i64>> Facts for F {
    fn value(&self, value: &Value) -> Option<i64> {
        self(value)
    }
}

/// A test of a number: whether it is in a range, or outside of it.
#[derive(Clone, Copy)]
pub(crate) struct Test {
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) outside: bool,
}

impl Test {
    /// A comparison with a number.
    const fn new(comparison: Comparison, number: i64) -> Self {
        let (low, high, outside) = match comparison {
            Comparison::Equal => (number, number, false),
            Comparison::NotEqual => (number, number, true),
            Comparison::Less => (number, i64::MAX, true),
            Comparison::LessOrEqual => (i64::MIN, number, false),
            Comparison::Greater => (i64::MIN, number, true),
            Comparison::GreaterOrEqual => (number, i64::MAX, false),
        };
        Self { low, high, outside }
    }

    pub(crate) const fn holds(self, number: i64) -> bool {
        (self.low <= number && number <= self.high) != self.outside
    }

    /// The places of numbers that pass the test.
    pub(crate) fn of_numbers(self, numbers: &[u32; 64]) -> u64 {
        let low = u32::try_from(self.low.max(0)).ok();
        let high = u32::try_from(self.high.min(u32::MAX.into())).ok();
        let inside = match low.zip(high) {
            Some((low, high)) => bits_of(|i| numbers[i] >= low && numbers[i] <= high),
            None => 0,
        };
        if self.outside { !inside } else { inside }
    }

    /// The places of truths, as 1 and 0, that pass the test.
    pub(crate) const fn of_truths(self, truths: u64) -> u64 {
        let [no, yes] = [self.holds(0), self.holds(1)];
        (if yes { truths } else { 0 }) | (if no { !truths } else { 0 })
    }
}

/// Returns the places that satisfy `holds`. The loops have no branches, so that LLVM vectorizes the
/// first one.
#[inline]
pub(crate) fn bits_of(holds: impl Fn(usize) -> bool) -> u64 {
    let mut bytes = [0_u8; 64];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = holds(i).into();
    }
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().enumerate().fold(0, |bits, (i, word)| {
        // Moves the lowest bits of the bytes together.
        let row = u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits | row << (8 * i)
    })
}

/// Returns the places of a set that satisfy `holds`, one by one.
pub(crate) fn each_of(set: u64, holds: impl Fn(usize) -> bool) -> u64 {
    let (mut left, mut found) = (set, 0);
    while left != 0 {
        let i = left.trailing_zeros() as usize;
        left &= left - 1;
        found |= u64::from(holds(i)) << i;
    }
    found
}

/// Up to 64 rows, of which sets are found.
pub(crate) trait Rows {
    /// Returns the rows of a set that have a value which passes a test.
    fn with_value(&self, set: u64, value: &Value, test: Test) -> u64;

    /// Returns the rows of a set that satisfy `holds`.
    fn with_row(&self, set: u64, holds: impl Fn(&dyn Facts) -> bool) -> u64;
}

impl Expression {
    /// Returns the rows of a set for which the expression holds. A part of the expression is
    /// computed only if rows are left for it.
    pub(crate) fn keep(&self, set: u64, rows: &impl Rows) -> u64 {
        match self {
            Self::All(parts) => parts.iter().fold(set, |left, part| match left {
                0 => 0,
                left => part.keep(left, rows),
            }),
            Self::Any(parts) => {
                let others = parts.iter().fold(set, |left, part| match left {
                    0 => 0,
                    left => left & !part.keep(left, rows),
                });
                set & !others
            }
            Self::Not(part) => set & !part.keep(set, rows),
            Self::Nonzero(Operand::Value(which)) => {
                rows.with_value(set, which, Test::new(Comparison::NotEqual, 0))
            }
            Self::Compare(Operand::Value(which), comparison, Operand::Number(number)) => {
                rows.with_value(set, which, Test::new(*comparison, *number))
            }
            other => rows.with_row(set, |row| other.holds(row)),
        }
    }

    pub(crate) fn holds<F: Facts + ?Sized>(&self, facts: &F) -> bool {
        let of = |operand| match operand {
            Operand::Value(which) => facts.value(which),
            Operand::Column(column) => facts.number(column),
            Operand::Number(number) => Some(number),
        };
        match self {
            Self::Any(parts) => parts.iter().any(|part| part.holds(facts)),
            Self::All(parts) => parts.iter().all(|part| part.holds(facts)),
            Self::Not(part) => !part.holds(facts),
            Self::Nonzero(operand) => of(*operand).is_some_and(|number| number != 0),
            Self::Compare(left, comparison, right) => match (of(*left), of(*right)) {
                (Some(left), Some(right)) => comparison.holds(left.cmp(&right)),
                _ => false,
            },
            Self::Text(column, test, text) => facts
                .text(*column)
                .is_some_and(|found| test.holds(found, text)),
        }
    }
}
