use core::{fmt, ops::BitOr};

/// Declares the notices, each with its name and a text of what was read.
macro_rules! notices {
    ($($(#[$doc:meta])* $notice:ident: $name:literal, $text:literal;)*) => {
        /// A report about a text that is not damaged: the reader has accepted something that PGN
        /// does not allow, or the text has more than tags and moves.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Notice {
            $($(#[$doc])* $notice,)*
        }

        impl Notice {
            /// All notices, in the order in which they are declared.
            pub const ALL: [Self; TEXTS.len()] = [$(Self::$notice),*];
        }

        /// The name of each notice, and the text of what was read.
        const TEXTS: &[(&str, &str)] = &[$(($name, $text)),*];
    };
}

notices! {
    /// A move number 0, read as 1.
    MoveNumberZero: "move_number_zero", "move number 0";
    /// A byte order mark before the text.
    ByteOrderMark: "byte_order_mark", "byte order mark";
    /// A move that only passes the turn.
    NullMove: "null_move", "null move";
    /// A move that is not spelled as in PGN: `0-0`, `e2-e4` or `Qxf7++`.
    MoveSpelling: "move_spelling", "move in another spelling";
    /// A mark that PGN does not have, or one that stands before its move.
    Mark: "mark", "mark that PGN does not have, or that stands before its move";
    /// A word in a variation that is no move.
    Word: "word", "word that is no move, in a variation";
    /// A tag pair or another bracket that is broken, and not read.
    BrokenTag: "broken_tag", "broken tag pair";
    /// A quote in the value of a tag that has no backslash before it.
    Quote: "quote", "quote in a tag without a backslash";
    /// A tag that stands twice. The last one counts.
    RepeatedTag: "repeated_tag", "tag that stands twice";
    /// Text that belongs to no game, such as a second end mark.
    Stray: "stray", "text outside of games";
    /// A game without an end mark.
    NoEndMark: "no_end_mark", "no end mark";
    /// A game whose outcome is not written as in PGN, such as `1/2`.
    OutcomeSpelling: "outcome_spelling", "outcome in another spelling or place";
    /// A name of orthodox chess or Chess960 that is not in use by most programs.
    VariantName: "variant_name", "other name of a variant";
    /// The tag of the result and the end mark of a game disagree, and the end mark counts.
    OutcomesDisagree: "outcomes_disagree", "outcomes that disagree";
    /// Scores in comments: `[%eval 0.3]`, or `+0.30/12` at the front as in engine matches.
    CommentScores: "comment_scores", "scores in comments";
    /// Comments without a score, such as clocks.
    Comments: "comments", "comments";
    /// Numeric marks, such as `$1`.
    Nags: "nags", "numeric marks";
    /// Variations.
    Variations: "variations", "variations";
    /// Tags that say something of a game, but not its start or its result.
    Tags: "tags", "tags";
}

impl Notice {
    /// Returns whether PGN does not allow what was read.
    pub const fn is_lenient(self) -> bool {
        (self as u8) < Self::OutcomesDisagree as u8
    }

    /// Returns the name: lower-case words joined by underscores.
    pub const fn name(self) -> &'static str {
        TEXTS[self as usize].0
    }

    /// Returns what was read, in a few words.
    pub const fn text(self) -> &'static str {
        TEXTS[self as usize].1
    }
}

/// Writes what was read.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A set of [`Notice`]s.
///
/// ```
/// use setwise_pgn::{Notice, Notices};
/// let notices = Notices::from(Notice::Tags) | Notice::Comments.into();
/// assert!(notices.contains(Notice::Tags) && !notices.contains(Notice::Mark));
/// assert!(notices.iter().eq([Notice::Comments, Notice::Tags]));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Notices(u32);

impl Notices {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Adds a notice.
    pub const fn insert(&mut self, notice: Notice) {
        self.0 |= 1 << notice as u8;
    }

    /// Returns whether the set has a notice.
    pub const fn contains(self, notice: Notice) -> bool {
        self.0 >> notice as u8 & 1 != 0
    }

    /// Returns the notices in the order in which they are declared.
    pub fn iter(self) -> impl Iterator<Item = Notice> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let notice = Notice::ALL.get(rest.trailing_zeros() as usize).copied();
            rest &= rest.wrapping_sub(1);
            notice
        })
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

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
