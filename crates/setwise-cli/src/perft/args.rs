use clap::Args;
use setwise_moves::Perft;
use setwise_program::command::up_to;
use std::path::PathBuf;

/// Count the move sequences of a given length from a position.
///
/// Orthodox chess or Chess960, where castling is written as the king taking its own rook. Positions
/// are counted in batches, with the best instructions of the CPU. Ctrl-C prints the count so far.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples: setwise perft startpos 5 --divide\n          setwise perft --epd suite.epd --up-to 5"
)]
pub(crate) struct PerftArgs {
    /// Position, with or without the two clocks, or `startpos`; then the length of the sequences in
    /// half-moves, 0 to 64
    #[arg(value_names = ["FEN", "DEPTH"], num_args = 1.., required_unless_present = "epd", allow_negative_numbers = true)]
    pub(super) words: Vec<String>,
    /// File of positions, or `-` for the standard input: a FEN or EPD per line, as `setwise data`
    /// reads it, with the numbers of leaves to compare with, such as `;D1 20 ;D2 400`. The exit
    /// code is 1 if a number differs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "divide", "counts"])]
    pub(super) epd: Option<PathBuf>,
    /// Greatest depth to count of the file; the depth of positions without numbers
    #[arg(long, value_name = "DEPTH", requires = "epd")]
    #[arg(allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(Perft::MAX_DEPTH)))]
    pub(super) up_to: Option<u32>,
    /// Print the count for each first move
    #[arg(long)]
    pub(super) divide: bool,
    /// Count captures, en passant, castles, promotions, checks and mates among the last moves
    /// (slower, as those are made)
    #[arg(long)]
    pub(super) counts: bool,
    /// Number of threads [default: one per logical CPU]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(1024))]
    pub(super) threads: Option<u32>,
    /// Size of a table of known subtrees in MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, value_parser = up_to(1 << 20))]
    #[arg(conflicts_with = "counts")]
    pub(super) hash: Option<u32>,
    /// Instruction set, such as avx2, or one of its kernels as SETWISE_KERNEL takes it, such as
    /// avx2/sliced [default: the best one of the CPU]
    #[arg(long, value_name = "NAME", conflicts_with = "counts")]
    pub(crate) kernel: Option<String>,
    /// Count one position after the other instead of in batches (always so with --counts and
    /// without vector instructions)
    #[arg(long)]
    pub(super) one_by_one: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}
