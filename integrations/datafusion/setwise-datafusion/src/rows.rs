//! The table of functions.

use crate::arrays::{layout_of, lists, positions};
use crate::call::{Call, failure};
use datafusion::arrow::array::{
    Array, ArrayRef, BooleanArray, Int64Array, StringArray, UInt64Array,
};
use datafusion::arrow::datatypes::DataType;
use datafusion::error::{DataFusionError, Result};
use setwise_formats::{PositionEncoding, Record};
use setwise_moves::sets::{Pieces, attackers_to};
use setwise_moves::{Move, Position, Role, Setup};
use setwise_nnue::{Extractor, FullThreats, Perspectives};
use setwise_values::{Analyses, Kind, Seen, Source, Value, material_signature};
use std::sync::{Arc, LazyLock};

/// A row of the table: a function with its arguments, its result, and how it is computed.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) definition: &'static str,
    /// The arguments after the position.
    pub(crate) arguments: &'static [Argument],
    pub(crate) returns: Returns,
    /// Whether invalid positions are no error.
    pub(crate) takes_invalid: bool,
    pub(crate) compute: Compute,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument {
    Move,
    Square,
    Color,
    Depth,
}

impl Argument {
    /// The name of the first argument.
    pub(crate) const POSITION: &'static str = "position";

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Square => "square",
            Self::Color => "color",
            Self::Depth => "depth",
        }
    }

    pub(crate) const fn data_type(self) -> DataType {
        match self {
            Self::Depth => DataType::Int64,
            _ => DataType::Utf8,
        }
    }
}

/// The type of a result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Returns {
    Number,
    Truth,
    Unsigned,
    Text,
    Texts,
    /// A position, stored as the argument is.
    Position,
    Positions,
    InLayout(PositionEncoding),
}

impl Returns {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Number => "BIGINT",
            Self::Truth => "BOOLEAN",
            Self::Unsigned => "BIGINT UNSIGNED",
            Self::Text | Self::InLayout(PositionEncoding::Fen) => "VARCHAR",
            Self::Texts => "list of VARCHAR",
            Self::Position => "position",
            Self::Positions => "list of positions",
            Self::InLayout(PositionEncoding::Packed) => "32 bytes",
            Self::InLayout(_) => "structure",
        }
    }
}

/// How a result is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Compute {
    Value(&'static Value),
    Call(fn(&Call) -> Result<ArrayRef>),
}

impl Compute {
    pub(crate) fn run(self, call: &Call) -> Result<ArrayRef> {
        match self {
            Self::Value(value) => compute_value(value, call),
            Self::Call(of) => of(call),
        }
    }
}

/// All functions: the values of positions and of moves, then [`ROWS`].
pub(crate) fn all() -> impl Iterator<Item = Row> {
    let of_value = |value: &'static Value| {
        let arguments: &[Argument] = match value.source() {
            Source::Position | Source::Analysis => &[],
            Source::Move => &[Argument::Move],
            // Score, outcome, ply and game are columns.
            _ => return None,
        };
        Some(Row {
            name: value.name(),
            definition: value.definition(),
            arguments,
            returns: match value.kind() {
                Kind::Truth => Returns::Truth,
                _ => Returns::Number,
            },
            takes_invalid: false,
            compute: Compute::Value(value),
        })
    };
    Value::ALL.iter().filter_map(of_value).chain(rows())
}

fn compute_value(value: &'static Value, call: &Call) -> Result<ArrayRef> {
    let none = Analyses::default();
    let analyses = match value.source() {
        Source::Analysis => call.positions.analyses(),
        _ => &none,
    };
    let numbers = call.each(|row, record| {
        if value.source() != Source::Move {
            return Ok(value.of(&Seen::new(record, analyses, row)));
        }
        let mut record = *record;
        record.played = call.played(row, &record)?;
        Ok(value.of(&Seen::new(&record, analyses, row)))
    })?;
    Ok(match value.kind() {
        Kind::Truth => {
            let truths = numbers.into_iter().map(|number| number.map(|is| is != 0));
            Arc::new(truths.collect::<BooleanArray>())
        }
        _ => Arc::new(Int64Array::from(numbers)),
    })
}

/// A function with these arguments.
const fn row(
    name: &'static str,
    arguments: &'static [Argument],
    returns: Returns,
    definition: &'static str,
    compute: fn(&Call) -> Result<ArrayRef>,
) -> Row {
    Row {
        name,
        definition,
        arguments,
        returns,
        takes_invalid: false,
        compute: Compute::Call(compute),
    }
}

/// The functions that are not values.
fn rows() -> [Row; 20] {
    use Argument::{Color, Depth, Move, Square};
    [
        row(
            "perft",
            &[Depth],
            Returns::Number,
            "the number of leaves of the legal move tree at this depth",
            perft,
        ),
        row(
            "play",
            &[Move],
            Returns::Position,
            "the position after the move, stored as the position is",
            play,
        ),
        row(
            "children",
            &[],
            Returns::Positions,
            "the positions after each legal move",
            children,
        ),
        row(
            "move_list",
            &[],
            Returns::Texts,
            "the legal moves in UCI notation",
            move_list,
        ),
        row(
            "san",
            &[Move],
            Returns::Text,
            "the move in standard algebraic notation",
            |call| {
                texts(call.each(|row, record| {
                    let played = call.played(row, record)?;
                    Ok(played.map(|played| record.position.san(played).to_string()))
                }))
            },
        ),
        row(
            "moved_piece",
            &[Move],
            Returns::Text,
            "the letter of the piece that moves: P N B R Q K",
            |call| {
                texts(call.each(|row, record| {
                    let played = call.played(row, record)?;
                    Ok(played.map(|played| letter(played.role())))
                }))
            },
        ),
        row(
            "captured_piece",
            &[Move],
            Returns::Text,
            "the letter of the piece that the move captures, or null",
            |call| {
                texts(call.each(|row, record| {
                    let played = call.played(row, record)?;
                    let captured = played.and_then(|played| record.position.captured(played));
                    Ok(captured.map(|(role, _)| letter(role)))
                }))
            },
        ),
        row(
            "attackers",
            &[Square, Color],
            Returns::Number,
            "pieces of a color, `w` or `b`, that attack a square",
            attackers,
        ),
        row(
            "attacked_squares",
            &[Color],
            Returns::Unsigned,
            "the squares that the pieces of a color attack, as a bitboard with a1 = bit 0",
            |call| {
                let analyses = call.positions.analyses();
                unsigned(call.each(|row, _| {
                    let color = call.color(0, row)?;
                    Ok(color.map(|color| analyses.attacked_by(row, color)))
                }))
            },
        ),
        row(
            "checker_squares",
            &[],
            Returns::Unsigned,
            "the pieces that give check, as a bitboard",
            |call| {
                let analyses = call.positions.analyses();
                unsigned(call.each(|row, _| Ok(Some(analyses.of(row).checkers()))))
            },
        ),
        row(
            "pinned_squares",
            &[],
            Returns::Unsigned,
            "pieces of the side to move that are pinned to its king, as a bitboard",
            |call| {
                let analyses = call.positions.analyses();
                unsigned(call.each(|row, _| Ok(Some(analyses.of(row).pinned()))))
            },
        ),
        row(
            "piece_at",
            &[Square],
            Returns::Text,
            "the letter of the piece on a square, upper case for White, or null",
            |call| {
                texts(call.each(|row, record| {
                    let square = call.square(0, row)?;
                    let piece = square.and_then(|square| record.position.piece_on(square));
                    Ok(piece.map(|(color, role)| match color {
                        setwise_moves::Color::White => letter(role),
                        setwise_moves::Color::Black => role.letter().to_string(),
                    }))
                }))
            },
        ),
        row(
            "material_signature",
            &[],
            Returns::Text,
            "the pieces of both sides, White's first: KRPvKR",
            |call| texts(call.each(|_, record| Ok(Some(material_signature(&record.position))))),
        ),
        row(
            "threat_features",
            &[],
            Returns::Number,
            "active features of Stockfish's threats (59,808) in each perspective",
            threat_features,
        ),
        row(
            "normalized",
            &[],
            Returns::Position,
            "the position with clocks 0 and 1, and without an en passant square that no pawn attacks: the same for positions with the same future moves",
            |call| {
                stored(call, |record| {
                    Ok(Record::from(normalized(&record.position)))
                })
            },
        ),
        row(
            "fen",
            &[],
            Returns::InLayout(PositionEncoding::Fen),
            "the position as FEN",
            |call| in_layout(call, PositionEncoding::Fen),
        ),
        row(
            "packed",
            &[],
            Returns::InLayout(PositionEncoding::Packed),
            "the position in 32 bytes, as marlinformat stores it",
            |call| in_layout(call, PositionEncoding::Packed),
        ),
        row(
            "bitboards",
            &[],
            Returns::InLayout(PositionEncoding::Bitboards),
            "the position as a structure of bitboards",
            |call| in_layout(call, PositionEncoding::Bitboards),
        ),
        Row {
            takes_invalid: true,
            ..row(
                "is_valid",
                &[],
                Returns::Truth,
                "whether the position is valid; null gives null",
                |call| {
                    let valid = &call.positions.valid;
                    let rows = 0..valid.len();
                    let truths =
                        rows.map(|row| call.stored.is_valid(row).then(|| valid.is_valid(row)));
                    Ok(Arc::new(truths.collect::<BooleanArray>()))
                },
            )
        },
        Row {
            takes_invalid: true,
            ..row(
                "if_valid",
                &[],
                Returns::Position,
                "the position, or null if it is not valid",
                |call| stored(call, |record| Ok(*record)),
            )
        },
    ]
}

fn letter(role: Role) -> String {
    role.letter().to_ascii_uppercase().to_string()
}

fn texts(found: Result<Vec<Option<String>>>) -> Result<ArrayRef> {
    Ok(Arc::new(found?.into_iter().collect::<StringArray>()))
}

fn unsigned(found: Result<Vec<Option<u64>>>) -> Result<ArrayRef> {
    Ok(Arc::new(UInt64Array::from(found?)))
}

fn perft(call: &Call) -> Result<ArrayRef> {
    let leaves = call.each(|row, record| {
        let Some(depth) = call.number(0, row) else {
            return Ok(None);
        };
        let depth = u32::try_from(depth);
        let depth = depth.map_err(|_| failure("perft: the depth is negative or too large"))?;
        let leaves = i64::try_from(record.position.perft(depth));
        Ok(Some(
            leaves.map_err(|_| failure("perft: more than 2^63 leaves"))?,
        ))
    })?;
    Ok(Arc::new(Int64Array::from(leaves)))
}

/// The positions of a call in a layout, null where the arguments are.
fn in_layout(call: &Call, layout: PositionEncoding) -> Result<ArrayRef> {
    let valid = call.positions.valid.clone();
    positions(&call.positions.records, Some(valid), layout)
}

/// Other positions, stored as the arguments are.
fn stored(call: &Call, of: impl Fn(&Record) -> Result<Record>) -> Result<ArrayRef> {
    let records: Vec<_> = call
        .positions
        .records
        .iter()
        .map(of)
        .collect::<Result<_>>()?;
    let layout = layout_of(call.stored.data_type()).unwrap_or_default();
    positions(&records, Some(call.positions.valid.clone()), layout)
}

fn play(call: &Call) -> Result<ArrayRef> {
    let found = call.each(|row, record| {
        let played = call.played(row, record)?;
        Ok(played.map(|played| Record::from(record.position.play_unchecked(played))))
    })?;
    let valid = found.iter().map(Option::is_some).collect::<Vec<_>>();
    let start = Record::from(Position::startpos());
    let records: Vec<_> = found
        .into_iter()
        .map(|record| record.unwrap_or(start))
        .collect();
    let layout = layout_of(call.stored.data_type()).unwrap_or_default();
    positions(&records, Some(valid.into()), layout)
}

/// Makes a list of each position, with an item for each legal move. `array` makes an array of all
/// items.
fn lists_of_moves<T>(
    call: &Call,
    item: impl Fn(&Position, Move) -> Option<T>,
    array: impl Fn(Vec<T>) -> Result<ArrayRef>,
) -> Result<ArrayRef> {
    let mut all = Vec::new();
    let lengths = call.each(|_, record| {
        let (position, before) = (&record.position, all.len());
        let moves = position.legal_moves();
        all.extend(moves.into_iter().filter_map(|one| item(position, one)));
        Ok(Some(all.len() - before))
    })?;
    let lengths = lengths.into_iter().map(Option::unwrap_or_default);
    lists(lengths, array(all)?, Some(call.positions.valid.clone()))
}

fn children(call: &Call) -> Result<ArrayRef> {
    let layout = layout_of(call.stored.data_type()).unwrap_or_default();
    lists_of_moves(
        call,
        |position, one| Some(Record::from(position.play_unchecked(one))),
        |all| positions(&all, None, layout),
    )
}

fn move_list(call: &Call) -> Result<ArrayRef> {
    lists_of_moves(
        call,
        |_, one| Some(one.to_string()),
        |all| Ok(Arc::new(StringArray::from(all))),
    )
}

fn attackers(call: &Call) -> Result<ArrayRef> {
    let counts = call.each(|row, record| {
        let (Some(square), Some(color)) = (call.square(0, row)?, call.color(1, row)?) else {
            return Ok(None);
        };
        let pieces = Pieces::of(&record.position, color);
        let found = attackers_to(square.bit(), record.position.occupied(), &pieces);
        Ok(Some(i64::from(found.count_ones())))
    })?;
    Ok(Arc::new(Int64Array::from(counts)))
}

fn threat_features(call: &Call) -> Result<ArrayRef> {
    static EXTRACTOR: LazyLock<Extractor<FullThreats>> =
        LazyLock::new(|| Extractor::new(FullThreats::new()).perspectives(Perspectives::WhiteBlack));
    let records = &call.positions.records;
    let all: Vec<Position> = records.iter().map(|record| record.position).collect();
    let mut counts = vec![0; all.len()];
    let counted = EXTRACTOR.count(&all, &mut counts);
    counted.map_err(|error| DataFusionError::External(Box::new(error)))?;
    let numbers = call.each(|row, _| Ok(counts.get(row).map(|count| i64::from(*count))))?;
    Ok(Arc::new(Int64Array::from(numbers)))
}

fn normalized(position: &Position) -> Position {
    let mut setup = Setup::from(*position);
    setup.en_passant = position.capturable_en_passant();
    (setup.halfmoves, setup.fullmove) = (0, 1);
    // Fewer en passant squares and other clocks break no rule.
    Position::new(setup).unwrap_or(*position)
}
