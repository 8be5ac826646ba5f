use std::{borrow::Cow, sync::Arc};

/// A column of games beside the fields of a [`Record`](crate::Record): a tag, or a value of each
/// half-move. [`ReadOptions::columns`](crate::ReadOptions::columns) asks for it.
///
/// Tags have the names that they have in PGN. The columns of half-moves are those of the stored
/// move of a record: its clock is the time that is left after the move.
///
/// ```
/// use setwise_formats::{ColumnKind, GameColumn};
/// let elo = GameColumn::named("WhiteElo").unwrap();
/// assert_eq!((elo.kind(), elo.is_of_half_moves()), (ColumnKind::Number, false));
/// assert_eq!(GameColumn::named("whiteelo"), None);
/// assert_eq!(GameColumn::tag("Club").unwrap().kind(), ColumnKind::Text);
/// assert_eq!(GameColumn::tag("two words"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameColumn {
    name: Cow<'static, str>,
    pub(crate) of: ColumnOf,
    kind: ColumnKind,
    is_written: bool,
}

/// The type of the values of a [`GameColumn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnKind {
    /// Text.
    Text,
    /// A whole number.
    Number,
    /// Any number of small numbers.
    Numbers,
}

/// The source of a column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ColumnOf {
    Tag,
    /// All tags, each with its name, a tab and its value in a line.
    AllTags,
    /// The seconds at the beginning of a game, or those for each move, from the time control.
    Base,
    Increment,
    /// The name of the input.
    File(Arc<str>),
    /// The byte of the input in which the game begins.
    Offset,
    Note(NoteColumn),
    Nags,
    San,
}

/// A number of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NoteColumn {
    Clock,
    Emt,
    Eval,
    EvalMate,
    Depth,
    Time,
}

/// A column that is no tag: its name and its definition.
type Other = (&'static str, &'static str, ColumnOf);

/// The columns of half-moves, and the columns that are computed from others.
static OTHERS: [Other; 11] = {
    use ColumnOf::{Base, Increment, Nags, Note, Offset, San};
    use NoteColumn::{Clock, Depth, Emt, Eval, EvalMate, Time};
    [
        ("base", "seconds at the beginning, from TimeControl", Base),
        (
            "increment",
            "seconds for each move, from TimeControl",
            Increment,
        ),
        (
            "offset",
            "the byte of the input in which the game begins",
            Offset,
        ),
        (
            "clock",
            "milliseconds that are left after the move (%clk)",
            Note(Clock),
        ),
        ("emt", "milliseconds of the move (%emt)", Note(Emt)),
        (
            "eval",
            "centipawns after the move; positive numbers are good for White",
            Note(Eval),
        ),
        (
            "eval_mate",
            "moves to mate after the move; positive if White mates",
            Note(EvalMate),
        ),
        ("depth", "the depth of the search", Note(Depth)),
        (
            "time",
            "milliseconds of the move in an engine match",
            Note(Time),
        ),
        ("nags", "numeric marks of the move, such as 4 for ??", Nags),
        ("san", "the move in standard algebraic notation", San),
    ]
};

/// Usual tags and their kinds. Those of Lichess come first.
const TAGS: [(&str, ColumnKind); 33] = {
    use ColumnKind::{Number, Text};
    [
        ("Event", Text),
        ("Site", Text),
        ("Date", Text),
        ("Round", Text),
        ("White", Text),
        ("Black", Text),
        ("Result", Text),
        ("UTCDate", Text),
        ("UTCTime", Text),
        ("WhiteElo", Number),
        ("BlackElo", Number),
        ("WhiteRatingDiff", Number),
        ("BlackRatingDiff", Number),
        ("WhiteTitle", Text),
        ("BlackTitle", Text),
        ("ECO", Text),
        ("Opening", Text),
        ("TimeControl", Text),
        ("Termination", Text),
        ("Variant", Text),
        ("FEN", Text),
        ("SetUp", Text),
        ("Variation", Text),
        ("WhiteTeam", Text),
        ("BlackTeam", Text),
        ("WhiteFideId", Number),
        ("BlackFideId", Number),
        ("Annotator", Text),
        ("PlyCount", Number),
        ("EventDate", Text),
        ("GameId", Text),
        ("GameURL", Text),
        ("Rating", Number),
    ]
};

/// The columns of a table of games: those of Lichess.
const USUAL: [&str; 16] = [
    "Event",
    "Site",
    "White",
    "Black",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "Opening",
    "TimeControl",
    "UTCDate",
    "UTCTime",
    "Termination",
    "Variant",
    "clock",
    "eval",
    "eval_mate",
];

fn usual_kind(tag: &str) -> Option<ColumnKind> {
    let (_, kind) = TAGS.iter().find(|(name, _)| *name == tag)?;
    Some(*kind)
}

impl GameColumn {
    const fn new(name: Cow<'static, str>, of: ColumnOf, kind: ColumnKind) -> Self {
        Self {
            name,
            of,
            kind,
            is_written: true,
        }
    }

    /// Finds the column of a name: a usual tag, or a column of half-moves.
    pub fn named(name: &str) -> Option<Self> {
        let other = OTHERS.iter().find(|(other, ..)| *other == name);
        let other = other.map(|(name, _, of)| {
            let kind = match of {
                ColumnOf::Nags => ColumnKind::Numbers,
                ColumnOf::San => ColumnKind::Text,
                _ => ColumnKind::Number,
            };
            Self::new((*name).into(), of.clone(), kind)
        });
        other.or_else(|| usual_kind(name).and_then(|_| Self::tag(name)))
    }

    /// Returns the columns that a table of games has unless others are chosen: those of Lichess.
    ///
    /// ```
    /// use setwise_formats::GameColumn;
    /// assert!(GameColumn::usual().any(|column| column.name() == "WhiteElo"));
    /// ```
    pub fn usual() -> impl Iterator<Item = Self> {
        USUAL.into_iter().filter_map(Self::named)
    }

    /// Makes the column of a tag. Returns `None` if PGN has no tag of such a name.
    pub fn tag(name: &str) -> Option<Self> {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let kind = usual_kind(name).unwrap_or(ColumnKind::Text);
        (!name.is_empty() && name.bytes().all(is_name))
            .then(|| Self::new(name.to_owned().into(), ColumnOf::Tag, kind))
    }

    /// Makes the column `file`, whose only value is the name of the input.
    pub fn file(name: &str) -> Self {
        let of = ColumnOf::File(name.into());
        Self::new("file".into(), of, ColumnKind::Text)
    }

    /// Makes the column of all tags, which is written to PGN and nowhere else.
    pub fn all_tags() -> Self {
        Self::new("tags".into(), ColumnOf::AllTags, ColumnKind::Text)
    }

    /// Returns the same column with numbers as its values. A text that is no number is missing.
    #[must_use]
    pub fn as_number(mut self) -> Self {
        self.kind = ColumnKind::Number;
        self
    }

    /// Returns the same column, which a [`Writer`](crate::Writer) leaves out: for conditions.
    #[must_use]
    pub const fn unwritten(mut self) -> Self {
        self.is_written = false;
        self
    }

    /// Whether a [`Writer`](crate::Writer) writes the column.
    pub const fn is_written(&self) -> bool {
        self.is_written
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of the values.
    pub const fn kind(&self) -> ColumnKind {
        self.kind
    }

    /// Whether a writer gets the values of a table unchanged. It makes some tags itself.
    #[cfg(feature = "arrow")]
    pub(crate) fn is_handed_over(&self) -> bool {
        let is_own = matches!(self.name.as_bytes(), b"FEN" | b"SetUp" | b"Result");
        self.is_written && !is_own && !matches!(self.of, ColumnOf::File(_))
    }

    /// The name of a column of half-moves.
    #[cfg(feature = "arrow")]
    pub(crate) fn static_name(&self) -> &'static str {
        match self.name {
            Cow::Borrowed(name) => name,
            Cow::Owned(_) => "column",
        }
    }

    /// Whether the values are numbers of 64 bits ([`Values::Wide`](crate::Values::Wide)).
    pub(crate) fn is_wide(&self) -> bool {
        let is_usual = || usual_kind(&self.name) == Some(ColumnKind::Number);
        self.of == ColumnOf::Offset || self.of == ColumnOf::Tag && !is_usual()
    }

    /// Whether each half-move has a value of its own; otherwise each game has one.
    pub const fn is_of_half_moves(&self) -> bool {
        matches!(self.of, ColumnOf::Note(_) | ColumnOf::Nags | ColumnOf::San)
    }

    /// Returns the names of all columns that [`named`](Self::named) finds, with the definitions of
    /// those that are no tags.
    pub fn all_named() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
        let others = OTHERS
            .iter()
            .map(|&(name, definition, _)| (name, Some(definition)));
        TAGS.into_iter().map(|(name, _)| (name, None)).chain(others)
    }
}

/// Returns the seconds at the beginning and those for each move of a time control of PGN, such as
/// `180+2`, as text: those of the first period in `40/7200:3600`. Fractions of seconds and other
/// forms give `None`.
pub(crate) fn time_control(text: &str) -> [Option<&str>; 2] {
    let (first, _) = text.split_once(':').unwrap_or((text, ""));
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (moves, time) = first.split_once('/').unwrap_or(("0", first));
    let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
    if !is_number(&moves) || !is_number(&base) {
        return [None; 2];
    }
    [Some(base), Some(increment).filter(is_number)]
}
