pub(crate) mod codec;
pub(crate) mod column_values;
pub(crate) mod compression;
pub(crate) mod extras;
#[cfg(feature = "zstd")]
mod frames;
pub(crate) mod front;
pub(crate) mod game_batch;
#[cfg(feature = "gzip")]
mod gzip;
pub(crate) mod options;
pub(crate) mod points;
pub(crate) mod reader;
pub(crate) mod source;
pub(crate) mod tally;
pub(crate) mod totals;
pub(crate) mod writer;
#[cfg(feature = "zstd")]
mod zstd;

pub(crate) use codec::{
    Codec, Content, Cut, Decode, DecodeOptions, Decoded, Encode, Encoded, Kind, Moves, OpenGame,
    Run, State, Unencoded, Unit,
};
pub use column_values::{ColumnValues, Lists, Texts, Values};
pub use compression::Compressor;
pub(crate) use extras::Extra;
pub use extras::Extras;
pub use front::Compression;
pub(crate) use game_batch::GameRows;
pub use game_batch::{BlockSets, GameBatch, GameHead};
pub use options::{OnDamage, ReadOptions, WriteOptions};
pub use points::{ParsePointError, ReadPoint, WritePoint};
pub use reader::{ReadBatch, Reader};
pub(crate) use source::Source;
pub(crate) use tally::Tally;
pub use totals::Totals;
pub use writer::{EncodedGames, GameEncoder, GameEncoders, Writer};
