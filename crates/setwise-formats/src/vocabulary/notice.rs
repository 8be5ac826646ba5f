use core::{fmt, ops::BitOr};
use setwise_pgn::Notice as Pgn;

/// Declares the notices, each with its row.
macro_rules! notices {
    ($($(#[$doc:meta])* $notice:ident: $row:expr;)*) => {
        /// A report about a unit that is not damaged: the reader has accepted something that the
        /// format does not allow, or no [`Record`](crate::Record) holds a part of the unit.
        ///
        /// [`Totals::notices`](crate::Totals::notices) counts the units for each of them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Notice {
            $($(#[$doc])* $notice,)*
        }

        impl Notice {
            /// All notices, in the order in which they are declared.
            pub const ALL: [Self; ROWS.len()] = [$(Self::$notice),*];
        }

        const ROWS: &[Row] = {
            use Row::{Of, Own};
            &[$($row),*]
        };
    };
}

notices! {
    /// A move number 0, read as 1.
    MoveNumberZero: Of(Pgn::MoveNumberZero);
    /// A byte order mark before the text.
    ByteOrderMark: Of(Pgn::ByteOrderMark);
    /// Text that is not UTF-8, read as Latin-1.
    Latin1: Own("latin_1", "text that is not UTF-8");
    /// A move of a game that only passes the turn. Its record has no move.
    NullMove: Of(Pgn::NullMove);
    /// A move that is not spelled as the format has it: `0-0`, `e2-e4` or `Qxf7++` in PGN, `a7a8Q`
    /// in a table, where an empty text is no move.
    MoveSpelling: Of(Pgn::MoveSpelling);
    /// A mark that PGN does not have, or one that stands before its move.
    Mark: Of(Pgn::Mark);
    /// A word in a variation that is no move.
    Word: Of(Pgn::Word);
    /// A tag pair or another bracket that is broken, and not read.
    BrokenTag: Of(Pgn::BrokenTag);
    /// A quote in the value of a tag that has no backslash before it.
    Quote: Of(Pgn::Quote);
    /// A tag that stands twice. The last one counts.
    RepeatedTag: Of(Pgn::RepeatedTag);
    /// Text of PGN that belongs to no game, such as a second end mark.
    Stray: Of(Pgn::Stray);
    /// A game without an end mark.
    NoEndMark: Of(Pgn::NoEndMark);
    /// A game whose outcome is not written as in PGN, such as `1/2`; an outcome of EPD in another
    /// place than `c9`.
    OutcomeSpelling: Of(Pgn::OutcomeSpelling);
    /// A name of orthodox chess or Chess960 that is not in use by most programs.
    VariantName: Of(Pgn::VariantName);
    /// The tag of the result and the end mark of a game disagree, and the end mark counts; or
    /// outcomes of EPD disagree, and the last one counts.
    OutcomesDisagree: Of(Pgn::OutcomesDisagree);
    /// Scores in comments of PGN: `[%eval 0.3]`, or `+0.30/12` at the front as in engine matches.
    CommentScores: Of(Pgn::CommentScores);
    /// Comments of PGN without a score, such as clocks.
    Comments: Of(Pgn::Comments);
    /// Numeric marks of PGN, such as `$1`.
    Nags: Of(Pgn::Nags);
    /// Variations of PGN.
    Variations: Of(Pgn::Variations);
    /// Comments of PGN with content that no written column holds, and marks before the first move.
    /// Reported only if a column of numbers of comments or of marks is written.
    CommentRest: Own("comment_rest", "rest of comments");
    /// A tag, a comment or a field of a table that should be a number of a column, but is no number
    /// or does not fit.
    UnclearNumbers: Own("unclear_numbers", "unclear numbers");
    /// Tags of PGN that say something of a game, but not its start or its result.
    Tags: Of(Pgn::Tags);
    /// Operations of EPD that no field of a record holds, or that give a field a second value.
    Operations: Own("operations", "operations of EPD");
    /// Columns of a table that no field of a record holds.
    Columns: Own("columns", "columns beside those of a record");
}

impl Notice {
    /// Whether the format does not allow what was read. [`ReadOptions::strict`] makes it damage.
    ///
    /// [`ReadOptions::strict`]: crate::ReadOptions::strict
    pub const fn is_lenient(self) -> bool {
        (self as u8) < Self::OutcomesDisagree as u8
    }

    /// The name: lower-case words joined by underscores.
    pub const fn name(self) -> &'static str {
        match ROWS[self as usize] {
            Row::Of(pgn) => pgn.name(),
            Row::Own(name, _) => name,
        }
    }
}

/// How a notice is written.
enum Row {
    /// A notice of PGN.
    Of(Pgn),
    /// The name, and what was read.
    Own(&'static str, &'static str),
}

/// The notice for each notice of PGN.
const OF_PGN: [Notice; Pgn::ALL.len()] = {
    let mut all = [Notice::Columns; Pgn::ALL.len()];
    let mut i = 0;
    while i < ROWS.len() {
        if let Row::Of(pgn) = ROWS[i] {
            all[pgn as usize] = Notice::ALL[i];
        }
        i += 1;
    }
    all
};

/// Writes what was read.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match ROWS[*self as usize] {
            Row::Of(pgn) => pgn.text(),
            Row::Own(_, text) => text,
        })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Notices(u32);

impl Notices {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn insert(&mut self, notice: Notice) {
        self.0 |= 1 << notice as u8;
    }

    /// Returns the set without a notice, whose content is handed over.
    pub(crate) const fn without(self, notice: Notice) -> Self {
        Self(self.0 & !(1 << notice as u8))
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

impl From<setwise_pgn::Notices> for Notices {
    fn from(found: setwise_pgn::Notices) -> Self {
        let of_pgn = |pgn| OF_PGN[pgn as usize].into();
        found.iter().map(of_pgn).fold(Self::NONE, Self::bitor)
    }
}

impl BitOr for Notices {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
