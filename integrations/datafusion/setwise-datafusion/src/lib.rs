//! Chess positions in SQL: scalar functions and a table function for Apache DataFusion.
//!
//! [`register`] adds them to a session. A position is a column of text (FEN), of 32 bytes
//! (`PackedBoard` of marlinformat and viriformat) or a structure of bitboards; the arrays are read
//! in place. Positions are analyzed in batches by the kernels of `setwise-moves`. [`functions`]
//! lists what there is.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let session = SessionContext::new();
//! setwise_datafusion::register(&session);
//! let mates = session.sql("select mate('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1') as mate, perft('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 3) as leaves");
//! let batches = mates.await?.collect().await?;
//! let table = datafusion::arrow::util::pretty::pretty_format_batches(&batches)?.to_string();
//! assert!(table.contains("| true | 1197   |"), "{table}");
//! # Ok(())
//! # }
//! ```
//!
//! # Null and invalid positions
//! A null gives null. A position that is not valid ends the query with an error that names it;
//! `if_valid` makes it null.
//!
//! # Files
//! `select * from positions('games.pgn.zst')` reads the files of `setwise-formats`
//! ([`PositionsFunction`]), and `games('games.pgn.zst')` has a row for each game
//! ([`GamesFunction`]). [`hint`] explains a plan that looks for mates where there are none.

mod arrays;
mod call;
mod function;
mod hints;
mod positions;
mod rows;
mod stream;
mod table;

pub use function::PositionFunction;
pub use hints::hint;
pub use table::{GamesFunction, PositionsFunction};

use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;
use std::sync::Arc;

/// The name of the table function of positions.
pub const POSITIONS: &str = "positions";

/// The name of the table function of games.
pub const GAMES: &str = "games";

/// Adds all functions to a session.
pub fn register(session: &SessionContext) {
    for function in functions() {
        session.register_udf(ScalarUDF::from(function));
    }
    session.register_udtf(POSITIONS, Arc::new(PositionsFunction));
    session.register_udtf(GAMES, Arc::new(GamesFunction));
}

/// Returns all scalar functions, those of the values first.
pub fn functions() -> Vec<PositionFunction> {
    rows::all().map(PositionFunction::new).collect()
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
