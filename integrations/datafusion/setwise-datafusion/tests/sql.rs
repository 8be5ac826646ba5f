//! The functions in queries, against the values and moves of one position at a time.

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringArray};
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::datasource::MemTable;
use datafusion::prelude::SessionContext;
use setwise_datafusion::{functions, hint, register};
use setwise_formats::columns::record_batch;
use setwise_formats::{
    Format, OnDamage, PositionEncoding, ReadOptions, Reader, Record, WriteOptions, Writer,
};
use setwise_moves::Position;
use setwise_values::{Analyses, Kind, Seen, Source, Value};
use std::sync::Arc;

/// Games of orthodox chess and Chess960, with comments and variations.
const GAMES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../crates/setwise-formats/tests/data/games.pgn"
);

fn records() -> Vec<Record> {
    let options = ReadOptions::default().on_damage(OnDamage::Stop);
    let mut reader = Reader::open(GAMES, options).unwrap();
    let mut records = Vec::new();
    while reader.read_batch(&mut records, 4096).unwrap() > 0 {}
    assert!(records.len() > 1000, "{}", records.len());
    records
}

fn session() -> SessionContext {
    let session = SessionContext::new();
    register(&session);
    session
}

/// A session with a table `t` of records.
fn with_table(records: &[Record], layout: PositionEncoding) -> SessionContext {
    let batch = record_batch(records, layout).unwrap();
    // Several batches.
    let parts: Vec<_> = (0..batch.num_rows())
        .step_by(700)
        .map(|from| batch.slice(from, 700.min(batch.num_rows() - from)))
        .collect();
    let table = MemTable::try_new(batch.schema(), vec![parts]).unwrap();
    let session = session();
    session.register_table("t", Arc::new(table)).unwrap();
    session
}

/// The expression for the position in a layout.
const fn position(layout: PositionEncoding) -> &'static str {
    match layout {
        PositionEncoding::Fen => "fen",
        PositionEncoding::Packed => "position",
        _ => {
            "named_struct('white', white, 'black', black, 'pawns', pawns, 'knights', knights, 'bishops', bishops, 'rooks', rooks, \
             'queens', queens, 'kings', kings, 'white_to_move', white_to_move, 'castling', castling, 'en_passant', en_passant, \
             'halfmoves', halfmoves, 'fullmove', fullmove)"
        }
    }
}

async fn rows(session: &SessionContext, sql: &str) -> Result<RecordBatch, String> {
    let frame = session.sql(sql).await.map_err(|error| error.to_string())?;
    let batches = frame.collect().await.map_err(|error| error.to_string())?;
    let schema = batches.first().expect("a batch").schema();
    Ok(concat_batches(&schema, &batches).unwrap())
}

async fn column(session: &SessionContext, sql: &str) -> ArrayRef {
    let rows = rows(session, sql)
        .await
        .unwrap_or_else(|error| panic!("{sql}: {error}"));
    Arc::clone(rows.column(0))
}

/// The first value of a query as text; `NULL` for null.
async fn text(sql: &str) -> String {
    let array = column(&session(), sql).await;
    match array.is_null(0) {
        true => "NULL".to_owned(),
        false => array_value_to_string(&array, 0).unwrap(),
    }
}

async fn error(sql: &str) -> String {
    rows(&session(), sql).await.expect_err(sql)
}

#[tokio::test]
async fn values_are_those_of_single_positions() {
    let records = records();
    let mut analyses = Analyses::default();
    analyses.load(&records);
    for layout in PositionEncoding::ALL {
        let session = with_table(&records, layout);
        for value in Value::ALL {
            let name = value.name();
            let arguments = match value.source() {
                Source::Label => continue,
                Source::Move => ", \"move\"",
                _ => "",
            };
            let sql = format!("select {name}({}{arguments}) from t", position(layout));
            let found = column(&session, &sql).await;
            assert_eq!(found.len(), records.len());
            for (row, record) in records.iter().enumerate() {
                let expected = value.of(&Seen::new(record, &analyses, row));
                let found = match value.kind() {
                    Kind::Truth => Some(i64::from(found.as_boolean().value(row))),
                    _ => found
                        .is_valid(row)
                        .then(|| found.as_primitive::<Int64Type>().value(row)),
                };
                assert_eq!(found, expected, "{name} of {}", record.position);
            }
        }
    }
}

#[tokio::test]
async fn positions_keep_their_layout() {
    let records = records();
    for layout in PositionEncoding::ALL {
        let session = with_table(&records, layout);
        let of = position(layout);
        let played = column(
            &session,
            &format!("select fen(play({of}, \"move\")) from t"),
        )
        .await;
        let normalized = column(&session, &format!("select fen(normalized({of})) from t")).await;
        for (row, record) in records.iter().enumerate() {
            let next = record.position.play(record.played.unwrap()).unwrap();
            assert_eq!(played.as_string::<i32>().value(row), next.to_fen());
            let found = Position::from_fen(normalized.as_string::<i32>().value(row)).unwrap();
            assert!(found.same_moves(&record.position));
            assert_eq!((found.halfmoves(), found.fullmove()), (0, 1));
        }
        let typed = column(&session, &format!("select play({of}, \"move\") from t")).await;
        let is_kept = match layout {
            PositionEncoding::Fen => *typed.data_type() == DataType::Utf8,
            PositionEncoding::Packed => *typed.data_type() == DataType::FixedSizeBinary(32),
            _ => matches!(typed.data_type(), DataType::Struct(fields) if fields.len() == 13),
        };
        assert!(is_kept, "{}", typed.data_type());
        let sql = format!("select count(*) from (select unnest(children({of})) from t)");
        let children = column(&session, &sql)
            .await
            .as_primitive::<Int64Type>()
            .value(0);
        let moves: usize = records
            .iter()
            .map(|record| record.position.legal_moves().len())
            .sum();
        assert_eq!(children, moves as i64);
        for [from, to] in [["packed", "fen"], ["fen", "packed"], ["bitboards", "fen"]] {
            let sql = format!("select {to}({from}({of})) = {to}({of}) as same from t");
            let same = column(&session, &sql).await;
            assert_eq!(same.as_boolean().true_count(), records.len(), "{sql}");
        }
    }
}

#[tokio::test]
async fn perft_by_grouping() {
    // The positions after three half-moves once each, with their numbers.
    let mut frontier = format!(
        "select packed('{}') as position, 1 as n",
        Position::startpos()
    );
    for _ in 0..3 {
        frontier = format!(
            "select normalized(child) as position, sum(n) as n from (select unnest(children(position)) as child, n from ({frontier})) \
             group by normalized(child)"
        );
    }
    let session = session();
    let sql = format!("select sum(n * perft(position, 2)), count(*), sum(n) from ({frontier})");
    let found = rows(&session, &sql).await.unwrap();
    let numbers: Vec<_> = (0..3)
        .map(|i| array_value_to_string(found.column(i), 0).unwrap())
        .collect();
    // Known counts: perft 5, the different positions after three half-moves, perft 3.
    assert_eq!(numbers, ["4865609", "5362", "8902"]);
}

#[tokio::test]
async fn single_calls() {
    const FEN: &str = "'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'";
    for (call, expected) in [
        ("perft($, 3)", "97862"),
        ("san($, 'e1g1')", "O-O"),
        ("san($, 'e5f7')", "Nxf7"),
        ("moved_piece($, 'e5f7')", "N"),
        ("captured_piece($, 'e5f7')", "P"),
        ("captured_piece($, 'e1g1')", "NULL"),
        ("exchange($, 'e5f7')", "-200"),
        ("attackers($, 'e6', 'w')", "1"),
        ("attackers($, 'e6', 'black')", "3"),
        ("piece_at($, 'f3')", "Q"),
        ("piece_at($, 'e7')", "q"),
        ("piece_at($, 'e3')", "NULL"),
        ("material_signature($)", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"),
        ("cardinality(move_list($))", "48"),
        ("cardinality(children($))", "48"),
        ("legal_moves(null)", "NULL"),
        ("play($, null)", "NULL"),
        ("perft($, null)", "NULL"),
        ("is_valid('8/8/8/8/8/8/8/8 w - - 0 1')", "false"),
        ("is_valid(null)", "NULL"),
        ("if_valid('8/8/8/8/8/8/8/8 w - - 0 1')", "NULL"),
        ("legal_moves(if_valid('nonsense'))", "NULL"),
        ("checker_squares('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1')", "4096"),
        (
            "pinned_squares('4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1')",
            "4096",
        ),
        (
            "attacked_squares('4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'w')",
            "14376",
        ),
    ] {
        let sql = format!("select {}", call.replace('$', FEN));
        assert_eq!(text(&sql).await, expected, "{sql}");
    }
    let threats = text(&format!("select threat_features({FEN})")).await;
    let expected = setwise_nnue::Extractor::new(setwise_nnue::FullThreats::new());
    let mut counts = [0];
    let position = Position::from_fen(FEN.trim_matches('\'')).unwrap();
    expected.count(&[position], &mut counts).unwrap();
    assert!(counts[0] > 20);
    assert_eq!(threats, counts[0].to_string());
}

#[tokio::test]
async fn errors_name_the_problem() {
    let start = Position::startpos();
    for (call, problem) in [
        (
            "legal_moves('nonsense')".to_owned(),
            "invalid position nonsense: FEN (placement)",
        ),
        (
            format!("play('{start}', 'e2e5')"),
            "move \"e2e5\" in rnbqkbnr",
        ),
        (
            format!("attackers('{start}', 'i9', 'w')"),
            "\"i9\" is not a square",
        ),
        (
            format!("attackers('{start}', 'e4', 'red')"),
            "\"red\" is neither `w` nor `b`",
        ),
        (format!("perft('{start}', -1)"), "the depth is negative"),
        (
            format!("perft('{start}')"),
            "perft(position, depth) does not take 1 arguments",
        ),
        (
            "legal_moves(1)".to_owned(),
            "legal_moves(position): a position is text",
        ),
        (
            "legal_moves(X'00')".to_owned(),
            "invalid position 00: the input ends after 1 bytes of it",
        ),
    ] {
        let found = error(&format!("select {call}")).await;
        assert!(found.contains(problem), "{call}: {found}");
    }
    let files = [
        ("positions('no-such-file.pgn')", "no-such-file.pgn: "),
        ("positions('games.xyz')", "unknown extension"),
        (
            "positions('games.pgn', 'boards')",
            "the layout is one of fen, packed, bitboards",
        ),
        ("positions()", "takes one to four texts"),
        ("games('games.pgn', 'uci')", "takes one to three texts"),
        (
            "games('games.pgn', 'columns=WhitElo')",
            "did you mean `WhiteElo`",
        ),
        (
            "positions('games.epd', 'columns=WhiteElo')",
            "EPD has no columns of games",
        ),
    ];
    for (table, problem) in files {
        let found = error(&format!("select * from {table}")).await;
        assert!(found.contains(problem), "{table}: {found}");
    }
}

#[tokio::test]
async fn files_of_all_formats() {
    let records = records();
    let folder = tempfile::tempdir().unwrap();
    for format in [Format::Epd, Format::Parquet, Format::Arrow] {
        let path = folder.path().join(format!("games.{}", format.extension()));
        let mut writer = Writer::new(Vec::new(), format, WriteOptions::default());
        writer.write_all(&records).unwrap();
        std::fs::write(&path, writer.finish().unwrap()).unwrap();
        for layout in PositionEncoding::ALL.map(PositionEncoding::name) {
            let sql = format!(
                "select count(*) from positions('{}', '{layout}')",
                path.display()
            );
            assert_eq!(text(&sql).await, records.len().to_string(), "{sql}");
        }
    }
    // Games are numbered; the first one begins with c3.
    let games = format!("select count(distinct game), max(ply) from positions('{GAMES}')");
    assert_eq!(text(&games).await, "36");
    let first =
        format!("select san(fen, move) from positions('{GAMES}') where game = 1 and ply = 0");
    assert_eq!(text(&first).await, "c3");
    let limited = format!("select fen from positions('{GAMES}', 'fen') limit 1");
    assert_eq!(text(&limited).await, Position::startpos().to_fen());
}

/// Games of Chess without their last positions have no mates.
#[tokio::test]
async fn mates_without_final_positions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let games = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Result \"0-1\"]\n\n0-1\n\n\
        [Result \"*\"]\n\n1. d4 *\n";
    std::fs::write(&path, games).unwrap();
    let name = path.display();
    let session = session();
    for (sql, mates, is_hinted) in [
        ("from positions($) where mate(fen)", 0, true),
        ("from positions($, 'final') where mate(fen)", 1, false),
        ("from positions($, 'packed') where mate(position)", 0, true),
        (
            "from positions($, 'packed', 'final') where mate(position)",
            1,
            false,
        ),
        (
            "from positions($, 'packed') where mate(fen(position))",
            0,
            true,
        ),
        ("from positions($) where mate(play(fen, move))", 1, false),
        ("from positions($) where stalemate(fen)", 0, true),
        (
            "from (select play(fen, move) as fen from positions($)) where mate(fen)",
            1,
            false,
        ),
        (
            "from (select fen as f, fen from positions($)) where mate(fen)",
            0,
            true,
        ),
        ("from positions($) where in_check(fen)", 0, false),
    ] {
        let sql = format!("select count(*) {}", sql.replace('$', &format!("'{name}'")));
        let frame = session.sql(&sql).await.unwrap();
        let hint = hint(frame.logical_plan()).unwrap();
        let expected = format!("{name}: `");
        assert_eq!(
            hint.is_some_and(|hint| hint.starts_with(&expected)),
            is_hinted,
            "{sql}"
        );
        assert_eq!(text(&sql).await, mates.to_string(), "{sql}");
    }
    // The game without moves is counted; its only position is the last one.
    let games = format!(
        "select string_agg(game, ' ' order by game) from (select distinct game from positions('{name}'"
    );
    assert_eq!(text(&format!("{games}))")).await, "1 3");
    assert_eq!(text(&format!("{games}, 'final'))")).await, "1 2 3");
}

#[test]
fn each_function_is_listed_once() {
    let usages: Vec<_> = functions()
        .iter()
        .map(|function| function.usage())
        .collect();
    for (i, usage) in usages.iter().enumerate() {
        assert!(usage.contains("(position"), "{usage}");
        assert!(!usages[i + 1..].contains(usage), "{usage}");
    }
    assert!(usages.len() > 50, "{}", usages.len());
}

#[tokio::test]
async fn dictionaries_and_wide_text() {
    let session = session();
    let fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1"; 3];
    for of in [DataType::LargeUtf8, DataType::Utf8View] {
        let array =
            datafusion::arrow::compute::cast(&StringArray::from(fens.to_vec()), &of).unwrap();
        let batch = RecordBatch::try_from_iter([("fen", array)]).unwrap();
        let table = MemTable::try_new(batch.schema(), vec![vec![batch]]).unwrap();
        session.deregister_table("t").unwrap();
        session.register_table("t", Arc::new(table)).unwrap();
        let found = column(&session, "select sum(legal_moves(fen)) from t").await;
        assert_eq!(found.as_primitive::<Int64Type>().value(0), 45, "{of}");
    }
    let sql = "select sum(legal_moves(arrow_cast(fen, 'Dictionary(Int32, Utf8)'))) from t";
    assert_eq!(
        column(&session, sql)
            .await
            .as_primitive::<Int64Type>()
            .value(0),
        45
    );
}

/// Games with tags, clocks, evaluations and missed mates.
const TAGGED: &str = "[White \"Ann\"]\n[WhiteElo \"1912\"]\n[ECO \"C20\"]\n\n\
    1. e4 { [%eval 0.3] [%clk 0:03:00] } e5 2. Qh5? $18 { [%eval -0.2] } Ke7 { [%eval #1] } 3. Qxe5# 1-0\n\n\
    [White \"Bob\"]\n[ECO \"A00\"]\n\n1. f3 e5 2. g4 Nc6 3. a3 { [%clk 0:00:09] } Qh4# 0-1\n\n\
    [White \"Ann\"]\n[WhiteElo \"2105\"]\n\n1/2-1/2\n\n\
    [WhiteElo \"2250\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1\"]\n\n1. Kf2 { [%eval 5.1] } Kf8 *\n";

fn tagged(folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("tagged.pgn");
    std::fs::write(&path, TAGGED).unwrap();
    path.display().to_string()
}

/// The rows of a query as lines of words.
async fn lines(sql: &str) -> Vec<String> {
    let rows = rows(&session(), sql).await.unwrap();
    let line = |row| {
        let values = rows.columns().iter();
        let values = values.map(|column| array_value_to_string(column, row).unwrap());
        values.collect::<Vec<_>>().join("|")
    };
    (0..rows.num_rows()).map(line).collect()
}

#[tokio::test]
async fn games_are_rows() {
    let folder = tempfile::tempdir().unwrap();
    let file = tagged(&folder);
    let all = format!(
        "select game, \"WhiteElo\", \"Result\", \"FEN\" is null, plies, moves, clock, eval_mate from games('{file}')"
    );
    assert_eq!(
        lines(&all).await,
        [
            "1|1912|1-0|true|5|[e2e4, e7e5, d1h5, e8e7, h5e5]|[180000, , , , ]|[, , , 1, ]",
            "2||0-1|true|6|[f2f3, e7e5, g2g4, b8c6, a2a3, d8h4]|[, , , , 9000, ]|",
            "3|2105|1/2-1/2|true|0|[]||",
            "4|2250|*|false|2|[g1f2, g8f8]||",
        ]
    );
    let chosen = format!("select * from games('{file}', 'san', 'columns=White,nags') limit 2");
    assert_eq!(
        lines(&chosen).await,
        [
            "1|Ann|1-0||5|[e4, e5, Qh5, Ke7, Qxe5#]|[[], [], [2, 18], [], []]",
            "2|Bob|0-1||6|[f3, e5, g4, Nc6, a3, Qh4#]|[[], [], [], [], [], []]",
        ]
    );
    let first = format!(
        "select moves[1], count(*) from games('{file}') where plies > 0 group by 1 order by 1"
    );
    assert_eq!(lines(&first).await, ["e2e4|1", "f2f3|1", "g1f2|1"]);
    // Only what a query asks for is read.
    let count = format!("select count(*) from games('{file}')");
    assert_eq!(lines(&count).await, ["4"]);
    let two =
        format!("select eval, \"White\" from games('{file}') where \"ECO\" = 'C20' and plies = 5");
    assert_eq!(lines(&two).await, ["[30, , -20, , ]|Ann"]);
    // Positions of the same games.
    let joined = format!(
        "select count(*) from positions('{file}') p join games('{file}') g on p.game = g.game where ply = 0 and move <> moves[1]"
    );
    assert_eq!(lines(&joined).await, ["0"]);
    // Games of a format without tags.
    let path = folder.path().join("games.vf");
    let mut records = records();
    records.retain(|record| record.game.is_some_and(|game| game.get() < 4));
    for record in &mut records {
        record.white_score = Some(0);
    }
    let mut writer = Writer::new(
        Vec::new(),
        Format::Viriformat,
        WriteOptions::default().assume_missing(true),
    );
    writer.write_all(&records).unwrap();
    std::fs::write(&path, writer.finish().unwrap()).unwrap();
    let without = format!(
        "select sum(plies), count(\"White\"), count(clock) from games('{}')",
        path.display()
    );
    assert_eq!(lines(&without).await, [format!("{}|0|0", records.len())]);
}

/// Conditions of the command line give the rows of the same question in SQL.
#[tokio::test]
async fn conditions_are_those_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = tagged(&folder);
    let names = "columns=WhiteElo,ECO,White,clock,eval";
    for (condition, sql) in [
        ("missed_mate", "missed_mate(fen, move)"),
        ("mating_moves == 1", "mating_moves(fen) = 1"),
        (
            "gives_check && !played_captures",
            "gives_check(fen, move) and not played_captures(fen, move)",
        ),
        ("exchange > 0", "exchange(fen, move) > 0"),
        (
            "exchange == 0 && ply > 2",
            "exchange(fen, move) = 0 and ply > 2",
        ),
        ("WhiteElo >= 2000", "\"WhiteElo\" >= 2000"),
        (
            "ECO starts_with 'C' || White == 'Bob'",
            "\"ECO\" like 'C%' or \"White\" = 'Bob'",
        ),
        (
            "White in ('Ann', 'Eve') && eval > 0",
            "\"White\" in ('Ann', 'Eve') and eval > 0",
        ),
        ("clock < 10000", "clock < 10000"),
    ] {
        let condition = setwise_values::Condition::parse(condition).unwrap();
        let options = ReadOptions::default().columns(condition.columns().to_vec());
        let mut reader = Reader::open(&file, options).unwrap();
        let mut batch = Vec::new();
        reader.read_batch(&mut batch, 4096).unwrap();
        condition.retain_with(&mut batch, &reader.take_extras(), &mut Analyses::default());
        let kept = batch
            .iter()
            .map(|record| format!("{}|{}", record.game.unwrap(), record.ply.unwrap()));
        let kept: Vec<String> = kept.collect();
        assert!(!kept.is_empty(), "{sql}");
        let query = format!(
            "select game, ply from positions('{file}', '{names}') where {sql} order by 1, 2"
        );
        assert_eq!(lines(&query).await, kept, "{sql}");
    }
}

/// The queries of the book's page about games.
#[tokio::test]
async fn queries_of_the_book() {
    const PAGE: &str = include_str!("../../../../docs/book/src/month.md");
    let folder = tempfile::tempdir().unwrap();
    let file = tagged(&folder);
    let queries = PAGE
        .lines()
        .filter_map(|line| line.strip_prefix("setwise-sql \"")?.strip_suffix('"'));
    let queries: Vec<String> = queries
        .map(|query| query.replace("\\\"", "\"").replace("month.pgn.zst", &file))
        .collect();
    let expected: [&[&str]; 3] = [
        &["1800|1|5.0", "2000|1|0.0", "2200|1|2.0", "|1|6.0"],
        &["A00|", "C20|5.0", "|510.0"],
        &["2200|1", "|1"],
    ];
    assert_eq!(queries.len(), expected.len());
    for (query, expected) in queries.iter().zip(expected) {
        assert_eq!(lines(query).await, expected, "{query}");
    }
}
