//! Notices of a reader about undamaged records.

use core::fmt;
use core::ops::BitOr;

/// What a reader reports of a unit that is not damaged: that the format does not allow what it
/// accepted, or that no [`Record`](crate::Record) holds what is there.
///
/// [`Totals::notices`](crate::Totals::notices) counts the units for each of them.
///
/// ```
/// use setwise_formats::{Format, Notice, ReadOptions, Reader};
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 0\n";
/// let mut reader = Reader::new(text.as_bytes(), Format::Fen, ReadOptions::default());
/// let mut batch = Vec::new();
/// reader.read_batch(&mut batch, 100)?;
/// assert_eq!(batch[0].position.fullmove(), 1);
/// assert_eq!(reader.totals().notices(Notice::MoveNumberZero), 1);
/// # Ok::<(), setwise_formats::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Notice {
    /// A move number 0, read as 1.
    MoveNumberZero,
    /// A byte order mark before the text.
    ByteOrderMark,
    /// Text that is not UTF-8, read as Latin-1.
    Latin1,
    /// A move of a game that only passes the turn. Its record has no move.
    NullMove,
    /// A move that is not spelled as the format has it: `0-0`, `e2-e4` or `Qxf7++` in PGN, `a7a8Q`
    /// in a table, where an empty text is no move.
    MoveSpelling,
    /// A mark that PGN does not have, or one that stands before its move.
    Mark,
    /// A word in a variation that is no move.
    Word,
    /// A tag pair or another bracket that is broken, and not read.
    BrokenTag,
    /// A quote in the value of a tag that has no backslash before it.
    Quote,
    /// A tag that stands twice. The last one counts.
    RepeatedTag,
    /// Text of PGN that belongs to no game, such as a second end mark.
    Stray,
    /// A game without an end mark.
    NoEndMark,
    /// A game whose end mark is not written as in PGN, such as `1/2`; an outcome of EPD in another
    /// place than `c9`.
    OutcomeSpelling,
    /// A name of orthodox chess or Chess960 that is not in use by most programs.
    VariantName,
    /// The tag of the result and the end mark of a game disagree, and the end mark counts; or
    /// outcomes of EPD disagree, and the last one counts.
    OutcomesDisagree,
    /// Scores in comments of PGN: `[%eval 0.3]`, or `+0.30/12` at the front as engine matches have
    /// them.
    CommentScores,
    /// Comments of PGN without a score, such as clocks; numeric marks such as `$1`; variations.
    Comments,
    /// Tags of PGN that say something of a game, but not its start or its result.
    Tags,
    /// Operations of EPD that no field stands for, or that say another value of a field again.
    Operations,
    /// Columns of a table that no field stands for.
    Columns,
}

impl Notice {
    /// All of them, in the order in which they are declared.
    pub const ALL: [Self; 20] = [
        Self::MoveNumberZero,
        Self::ByteOrderMark,
        Self::Latin1,
        Self::NullMove,
        Self::MoveSpelling,
        Self::Mark,
        Self::Word,
        Self::BrokenTag,
        Self::Quote,
        Self::RepeatedTag,
        Self::Stray,
        Self::NoEndMark,
        Self::OutcomeSpelling,
        Self::VariantName,
        Self::OutcomesDisagree,
        Self::CommentScores,
        Self::Comments,
        Self::Tags,
        Self::Operations,
        Self::Columns,
    ];

    /// Whether the format does not allow what was read. [`ReadOptions::strict`] makes it damage.
    ///
    /// [`ReadOptions::strict`]: crate::ReadOptions::strict
    pub const fn is_lenient(self) -> bool {
        (self as u8) < Self::OutcomesDisagree as u8
    }

    /// The name: lower-case words joined by underscores.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::MoveNumberZero => ("move_number_zero", "move number 0"),
            Self::ByteOrderMark => ("byte_order_mark", "byte order mark"),
            Self::Latin1 => ("latin_1", "text that is not UTF-8"),
            Self::NullMove => ("null_move", "null move"),
            Self::MoveSpelling => ("move_spelling", "move in another spelling"),
            Self::Mark => (
                "mark",
                "mark that PGN does not have, or that stands before its move",
            ),
            Self::Word => ("word", "word that is no move, in a variation"),
            Self::BrokenTag => ("broken_tag", "broken tag pair"),
            Self::Quote => ("quote", "quote in a tag without a backslash"),
            Self::RepeatedTag => ("repeated_tag", "tag that stands twice"),
            Self::Stray => ("stray", "text outside of games"),
            Self::NoEndMark => ("no_end_mark", "no end mark"),
            Self::OutcomeSpelling => ("outcome_spelling", "outcome in another spelling or place"),
            Self::VariantName => ("variant_name", "other name of a variant"),
            Self::OutcomesDisagree => ("outcomes_disagree", "outcomes that disagree"),
            Self::CommentScores => ("comment_scores", "scores in comments"),
            Self::Comments => ("comments", "comments, marks and variations"),
            Self::Tags => ("tags", "tags"),
            Self::Operations => ("operations", "operations of EPD"),
            Self::Columns => ("columns", "columns beside those of a record"),
        }
    }
}

/// Writes what was read.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.texts().1)
    }
}

/// A set of notices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Notices(u32);

impl Notices {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn insert(&mut self, notice: Notice) {
        self.0 |= 1 << notice as u8;
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Notice> {
        let all = Notice::ALL.into_iter();
        all.filter(move |&notice| self.0 >> notice as u8 & 1 != 0)
    }
}

impl From<Notice> for Notices {
    fn from(notice: Notice) -> Self {
        Self(1 << notice as u8)
    }
}

impl BitOr for Notices {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
