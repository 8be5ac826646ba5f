use setwise_moves::{FenError, Outcome, Position};

/// The position in which a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Start {
    /// The position.
    pub position: Position,
    /// Whether the halfmove clock and the move number are stated. Otherwise they are 0 and 1.
    pub has_clocks: bool,
    /// Whether the move number is stated as 0, which is read as 1.
    pub has_number_zero: bool,
}

impl Start {
    /// Reads a FEN of six fields, or of four without the clocks. A move number 0 is 1.
    ///
    /// # Errors
    /// The text is not a FEN, or the position breaks a rule of [`Setup`](setwise_moves::Setup).
    ///
    /// ```
    /// use setwise_pgn::Start;
    /// let start = Start::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 0")?;
    /// assert!(start.has_number_zero && start.position.fullmove() == 1);
    /// assert!(!Start::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - -")?.has_clocks);
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let words = fen.trim_ascii_end();
        let split = words.rsplit_once(|c: char| c.is_ascii_whitespace());
        let (front, last_word) = split.unwrap_or(("", fen));
        let has_clocks = last_word.bytes().all(|byte| byte.is_ascii_digit());
        let has_number_zero = has_clocks && last_word.bytes().all(|byte| byte == b'0');
        let position = match has_number_zero {
            true => Position::from_fen(&format!("{front} 1")),
            false => Position::from_fen(fen),
        };
        Ok(Self {
            position: position?,
            has_clocks,
            has_number_zero,
        })
    }
}

/// The initial position of orthodox chess.
impl Default for Start {
    fn default() -> Self {
        Self {
            position: Position::startpos(),
            has_clocks: true,
            has_number_zero: false,
        }
    }
}

/// Reads a result as programs write it. Returns the outcome (`None` for `*`) and whether the text
/// has the spelling of PGN, or `None` for another text.
///
/// ```
/// use setwise_pgn::{Outcome, read_result};
/// assert_eq!(read_result(b"*"), Some((None, true)));
/// assert_eq!(read_result(b"1/2"), Some((Some(Outcome::Draw), false)));
/// assert_eq!(read_result(b"?"), None);
/// ```
pub fn read_result(text: &[u8]) -> Option<(Option<Outcome>, bool)> {
    let bare = text.trim_ascii();
    let (outcome, is_standard) = match bare {
        b"*" => (None, true),
        b"1:0" => (Some(Outcome::WhiteWins), false),
        b"0:1" => (Some(Outcome::BlackWins), false),
        b"1/2" | b"1/2:1/2" | b"0.5-0.5" => (Some(Outcome::Draw), false),
        // `½` or `½-½`, in UTF-8 or Latin-1.
        b"\xc2\xbd" | b"\xc2\xbd-\xc2\xbd" | b"\xc2\xbd:\xc2\xbd" | b"\xbd" | b"\xbd-\xbd" => {
            (Some(Outcome::Draw), false)
        }
        _ => (Some(Outcome::from_ascii(bare)?), true),
    };
    Some((outcome, is_standard && bare.len() == text.len()))
}
