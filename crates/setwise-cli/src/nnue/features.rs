use super::SetArgs;
use crate::draw::board::{Look, board};
use crate::draw::placement;
use clap::Args;
use itertools::Itertools;
use serde_json::{Value, json};
use setwise_moves::Color;
use setwise_nnue::{AnyExtractor, Boards, Csr, Error, Feature, Perspectives, PlacedPiece};
use setwise_program::failure::usage;

/// Print the active features of a position, with their indices in both perspectives.
///
/// Attacked pieces are in brackets on the board.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: setwise nnue features 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' --set full-threats")]
pub(super) struct FeaturesArgs {
    /// Position, or `startpos`; only the pieces and the side to move are read
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    fen: Vec<String>,
    #[command(flatten)]
    set: SetArgs,
    /// Use letters and ASCII marks only
    #[arg(long, conflicts_with = "json")]
    ascii: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &FeaturesArgs) -> anyhow::Result<String> {
    let (fen, setup) = placement(&args.fen)?;
    let set = args.set.set()?;
    let extractor = set.extractor(Perspectives::WhiteBlack);
    let size = extractor.size();
    let rows = list(&extractor, &Boards::from(&setup)).map_err(|error| match error {
        Error::Position { reason, .. } => usage(format!("FEN: {reason}")),
        other => other.into(),
    })?;
    if args.json {
        let value = json!({
            "fen": fen,
            "set": set.name(),
            "size": size,
            "features": rows.iter().map(Listed::json).collect::<Vec<_>>(),
        });
        return Ok(format!("{value:#}\n"));
    }
    let marked = rows.iter().fold(0, |all, row| all | row.attacked());
    let mut lines = board(Look::of_terminal(args.ascii), "", &setup, marked);
    lines.remove(0);
    let count = rows.len();
    let name = set.name();
    let active = format!("{name}: {count} of {size} features are active");
    lines.extend([String::new(), active]);
    if count > 0 {
        lines.extend([String::new(), "White's  Black's  feature".to_string()]);
    }
    lines.extend(rows.iter().map(Listed::line));
    let text = lines.iter().map(|line| line.trim_end()).join("\n");
    Ok(text + "\n")
}

/// A feature that is active, in both perspectives.
struct Listed {
    white: (u32, Feature),
    black: (u32, Feature),
}

impl Listed {
    fn line(&self) -> String {
        let (white, black) = (self.white.0, self.black.0);
        let buckets = match (self.white.1, self.black.1) {
            (Feature::Piece { bucket: a, .. }, Feature::Piece { bucket: b, .. }) if a + b > 0 => {
                format!(" (buckets {a}, {b})")
            }
            _ => String::new(),
        };
        format!("{white:>7}  {black:>7}  {}{buckets}", self.white.1)
    }

    /// The square of an attacked piece.
    fn attacked(&self) -> u64 {
        match self.white.1 {
            Feature::Threat { attacked, .. } => attacked.square.bit(),
            _ => 0,
        }
    }

    fn json(&self) -> Value {
        let mut value = match self.white.1 {
            Feature::Threat { attacker, attacked } => {
                json!({ "attacker": placed(attacker), "attacked": placed(attacked) })
            }
            Feature::PawnPair(pawns) => json!({ "pawns": pawns.map(placed) }),
            Feature::Piece { piece, .. } => json!({ "piece": placed(piece) }),
            _ => json!({}),
        };
        for (name, (index, feature)) in [("white", self.white), ("black", self.black)] {
            let mut side = json!({ "index": index });
            if let Feature::Piece { bucket, .. } = feature {
                side["bucket"] = bucket.into();
            }
            value[name] = side;
        }
        value
    }
}

fn placed(piece: PlacedPiece) -> Value {
    json!({
        "color": piece.color.to_string().to_lowercase(),
        "role": piece.role.to_string(),
        "square": piece.square.to_string(),
    })
}

fn list(extractor: &AnyExtractor, boards: &Boards) -> Result<Vec<Listed>, Error> {
    let mut rows = Csr::new();
    extractor.append(&[*boards], &mut rows)?;
    let named = |index: u32, color: Color| Some((index, extractor.locate(index, boards, color)?));
    let both = rows.first().iter().zip(rows.second());
    let rows = both.filter_map(|(&white, &black)| {
        Some(Listed {
            white: named(white, Color::White)?,
            black: named(black, Color::Black)?,
        })
    });
    Ok(rows.collect())
}
