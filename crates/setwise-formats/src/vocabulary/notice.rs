use core::fmt;
use core::ops::BitOr;

/// What a reader reports of a unit that is not damaged: that the format does not allow what it
/// accepted, or that no [`Record`](crate::Record) holds what is there.
///
/// [`Totals::notices`](crate::Totals::notices) counts the units for each of them.
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
    /// Scores in comments of PGN: `[%eval 0.3]`, or `+0.30/12` at the front as in engine matches.
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
    pub const ALL: [Self; 20] = {
        let mut all = [Self::MoveNumberZero; 20];
        let mut i = 0;
        while i < all.len() {
            all[i] = TEXTS[i].0;
            assert!(all[i] as usize == i, "a row is not in its place");
            i += 1;
        }
        all
    };

    /// Whether the format does not allow what was read. [`ReadOptions::strict`] makes it damage.
    ///
    /// [`ReadOptions::strict`]: crate::ReadOptions::strict
    pub const fn is_lenient(self) -> bool {
        (self as u8) < Self::OutcomesDisagree as u8
    }

    /// The name: lower-case words joined by underscores.
    pub const fn name(self) -> &'static str {
        TEXTS[self as usize].1
    }
}

/// In the order in which the notices are declared: the name, and what was read.
const TEXTS: [(Notice, &str, &str); 20] = {
    use Notice::*;
    [
        (MoveNumberZero, "move_number_zero", "move number 0"),
        (ByteOrderMark, "byte_order_mark", "byte order mark"),
        (Latin1, "latin_1", "text that is not UTF-8"),
        (NullMove, "null_move", "null move"),
        (MoveSpelling, "move_spelling", "move in another spelling"),
        (
            Mark,
            "mark",
            "mark that PGN does not have, or that stands before its move",
        ),
        (Word, "word", "word that is no move, in a variation"),
        (BrokenTag, "broken_tag", "broken tag pair"),
        (Quote, "quote", "quote in a tag without a backslash"),
        (RepeatedTag, "repeated_tag", "tag that stands twice"),
        (Stray, "stray", "text outside of games"),
        (NoEndMark, "no_end_mark", "no end mark"),
        (
            OutcomeSpelling,
            "outcome_spelling",
            "outcome in another spelling or place",
        ),
        (VariantName, "variant_name", "other name of a variant"),
        (
            OutcomesDisagree,
            "outcomes_disagree",
            "outcomes that disagree",
        ),
        (CommentScores, "comment_scores", "scores in comments"),
        (Comments, "comments", "comments, marks and variations"),
        (Tags, "tags", "tags"),
        (Operations, "operations", "operations of EPD"),
        (Columns, "columns", "columns beside those of a record"),
    ]
};

/// Writes what was read.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(TEXTS[*self as usize].2)
    }
}

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
