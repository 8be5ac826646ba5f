//! The definition of the sets, on the mailboxes of engines.

use setwise_conformance::threats::{
    Piece, Threats, full_threats, full_threats_60144, full_threats_79856, ways,
};
use setwise_moves::Role;
use setwise_threats::{Perspective, ThreatSet};

/// The piece on each square: role 1 to 6, plus 8 for Black, or 0.
pub(crate) type Mailbox = [u8; 64];

/// The piece of a code as White sees it.
fn piece(code: u8) -> Option<Piece> {
    let role = usize::from(code & 7).checked_sub(1)?;
    Some((code >= 8, Role::ALL[role]))
}

/// The squares that a piece on a square attacks.
pub(crate) fn attacked(mailbox: &Mailbox, code: u8, from: usize) -> Vec<usize> {
    let mut all = vec![];
    for way in ways(piece(code).expect("a piece"), from) {
        let end = way.iter().position(|&to| mailbox[to] != 0);
        all.extend(&way[..end.map_or(way.len(), |end| end + 1)]);
    }
    all
}

/// A set by its definition.
pub(crate) struct Set(Threats);

impl Set {
    pub(crate) fn new<S: ThreatSet>() -> Self {
        let all = [full_threats, full_threats_60144, full_threats_79856];
        let mut all = all.into_iter().map(|set| set());
        Self(all.find(|set| set.size() == S::SIZE).expect("a set"))
    }

    /// The features of a position, sorted.
    pub(crate) fn features(
        &self,
        mailbox: &Mailbox,
        perspective: Perspective,
        king: usize,
    ) -> Vec<u32> {
        let black = perspective == Perspective::Black;
        let turn = if black { 56 } else { 0 } ^ if king % 8 > 3 { 7 } else { 0 };
        let seen = |square: usize| {
            let (is_black, role) = piece(mailbox[square ^ turn])?;
            Some((is_black != black, role))
        };
        self.0.seen(&std::array::from_fn(seen))
    }
}
