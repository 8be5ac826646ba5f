//! Reads numbers byte by byte.

use super::eval::Eval;

/// The rest of a text.
#[derive(Clone)]
pub(super) struct Cursor<'a>(&'a [u8]);

/// A score as it is written.
pub(super) struct Score {
    value: i32,
    unit: Unit,
}

#[derive(Clone, Copy)]
enum Unit {
    /// Without a point.
    Centipawns,
    /// With a point. The value is in hundredths.
    Pawns,
    /// After `#`.
    Moves,
    /// After `M`: moves or half-moves.
    Mate,
}

impl Score {
    /// Returns the evaluation of a command, in which a mate is counted in moves. `None` if there is
    /// neither a point nor a depth: the unit is then unknown.
    fn of_command(&self, has_depth: bool) -> Option<Eval> {
        match self.unit {
            Unit::Centipawns if !has_depth => None,
            Unit::Centipawns | Unit::Pawns => Some(Eval::Centipawns(self.value)),
            Unit::Moves | Unit::Mate => Some(Eval::Mate(self.value)),
        }
    }

    /// Returns the evaluation of an engine match: `M` counts half-moves, and a point is needed.
    pub(super) fn of_match(&self) -> Option<Eval> {
        match self.unit {
            Unit::Centipawns => None,
            // Rounds away from 0: a mate in 5 half-moves is a mate in 3 moves, and so is one in 6.
            Unit::Mate => Some(Eval::Mate(self.value / 2 + self.value % 2)),
            Unit::Pawns | Unit::Moves => self.of_command(true),
        }
    }
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self(text)
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// Skips a byte, if it comes next.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let rest = self.0.strip_prefix(&[byte]);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Skips white space, if there is any.
    pub(super) fn space(&mut self) -> bool {
        let rest = self.0.trim_ascii_start();
        let is_any = rest.len() < self.0.len();
        self.0 = rest;
        is_any
    }

    /// Whether white space, a comma or nothing comes next.
    pub(super) fn ends_word(&self) -> bool {
        self.0
            .first()
            .is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b',')
    }

    /// Reads a number without sign that fits the type.
    pub(super) fn number<T: TryFrom<u64>>(&mut self) -> Option<T> {
        let (value, digits) = self.digits(0, usize::MAX)?;
        if digits == 0 {
            None
        } else {
            value.try_into().ok()
        }
    }

    /// Skips all digits, and appends up to `most` of them to a value. Returns the value and the
    /// number of digits that were skipped.
    fn digits(&mut self, mut value: u64, most: usize) -> Option<(u64, usize)> {
        let digits = self
            .0
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (digits, rest) = self.0.split_at(digits);
        self.0 = rest;
        for digit in digits.iter().take(most) {
            value = value
                .checked_mul(10)?
                .checked_add(u64::from(digit - b'0'))?;
        }
        Some((value, digits.len()))
    }

    /// Reads a number in units of a power of ten. Returns whether it has a point, too.
    fn decimal(&mut self, places: usize) -> Option<(u64, bool)> {
        let (mut value, mut digits) = self.digits(0, usize::MAX)?;
        let has_point = self.eat(b'.');
        let mut decimals = 0;
        if has_point {
            (value, decimals) = self.digits(value, places)?;
            digits += decimals;
        }
        for _ in decimals..places {
            value = value.checked_mul(10)?;
        }
        (digits > 0).then_some((value, has_point))
    }

    /// Reads `h:mm:ss`, with or without a fraction, in milliseconds.
    pub(super) fn clock(&mut self) -> Option<u32> {
        match self.time()? {
            (time, 2) => Some(time),
            _ => None,
        }
    }

    /// Reads seconds after up to two other numbers with a colon each. Returns milliseconds and the
    /// number of colons.
    pub(super) fn time(&mut self) -> Option<(u32, usize)> {
        let mut before: u64 = 0;
        for colons in 0..3 {
            let (value, has_point) = self.decimal(3)?;
            let total = before.checked_add(value)?;
            if has_point || colons == 2 || !self.eat(b':') {
                return Some((total.try_into().ok()?, colons));
            }
            before = total.checked_mul(60)?;
        }
        None
    }

    /// Reads the parameter of `%eval`, and the depth.
    pub(super) fn eval(&mut self) -> Option<(Eval, Option<u16>)> {
        let score = self.score()?;
        let has_comma = self.eat(b',');
        let has_depth = has_comma || self.eat(b'/');
        self.space();
        let depth = if has_depth {
            Some(self.number()?)
        } else {
            None
        };
        Some((score.of_command(has_comma)?, depth))
    }

    /// Reads a score with a sign or without.
    pub(super) fn score(&mut self) -> Option<Score> {
        let mut is_negative = self.sign();
        let mate = match self.0.first() {
            Some(b'#') => Some(Unit::Moves),
            Some(b'M') => Some(Unit::Mate),
            _ => None,
        };
        let (value, unit) = match mate {
            Some(unit) => {
                self.0 = self.0.get(1..)?;
                is_negative |= self.sign();
                (self.number()?, unit)
            }
            None => match self.decimal(2)? {
                (value, true) => (value, Unit::Pawns),
                (value, false) => (value / 100, Unit::Centipawns),
            },
        };
        let value = i32::try_from(value).ok()?;
        let value = if is_negative { -value } else { value };
        Some(Score { value, unit })
    }

    /// Skips a sign. Returns whether it is a minus.
    fn sign(&mut self) -> bool {
        let is_negative = self.eat(b'-');
        if !is_negative {
            self.eat(b'+');
        }
        is_negative
    }
}
