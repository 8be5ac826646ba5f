use setwise_moves::{FenError, Position};

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
