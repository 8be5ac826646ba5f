/// A format of positions.
///
/// ```
/// use setwise_formats::{Fields, Format};
/// assert_eq!(Format::of_extension("pgn"), Some(Format::Pgn));
/// assert!(Format::Bulletformat.lacks().contains(Fields::TURN));
/// assert!(Format::Pgn.is_written());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// bullet's `ChessBoard`: 32 bytes, the board as the side to move sees it.
    Bulletformat,
    /// `PackedBoard` of marlinflow and viriformat: 32 bytes.
    Marlinformat,
    /// Games: a `PackedBoard` and a move with a score for each half-move.
    Viriformat,
    /// Stockfish's chains of positions, compressed by their legal moves.
    Binpack,
    /// A FEN in each line.
    Fen,
    /// A FEN of four or six fields in each line, with the operations of EPD.
    Epd,
    /// `FEN | score | result` in each line, as bullet's tools read it.
    BulletText,
    /// Games with moves in standard algebraic notation.
    Pgn,
    /// Apache Parquet, with the columns of a [`PositionEncoding`](crate::PositionEncoding). Needs
    /// the feature `parquet`.
    Parquet,
    /// Apache Arrow, as a file or as a stream, with the same columns. Needs the feature `arrow`.
    Arrow,
    /// Comma-separated values: the same columns as text, after a header. Needs the feature `arrow`.
    Csv,
}
