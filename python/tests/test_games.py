"""Files: rows and columns against python-chess (SETWISE_GAMES of them), the forms of input, errors, damage, Arrow, and signals."""

import gzip
import io
import os
import pathlib
import random
import resource
import signal
import time

import chess
import chess.engine
import chess.pgn
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import games as random_games
import setwise

COLUMNS = ["White", "WhiteElo", "Result", "base", "clock", "eval", "eval_mate", "nags", "san", "ply", "missed_mate"]
GAMES = int(os.environ.get("SETWISE_GAMES", 300))
DATA = pathlib.Path(__file__).parents[2] / "crates" / "setwise-formats" / "tests" / "data"


def written(count, seed):
    """Returns random games as text of PGN."""
    rng, texts = random.Random(seed), []
    for number in range(count):
        game = chess.pgn.Game({"Event": "Random", "White": f"Player {number % 7}", "TimeControl": "180+2"})
        if number % 3:
            game.headers["WhiteElo"] = str(rng.randrange(800, 2800))
        node = game
        for _ in range(rng.randrange(90)):
            moves = list(node.board().legal_moves)
            if not moves:
                break
            parent, node = node, node.add_variation(rng.choice(moves))
            if rng.random() < 0.1:
                parent.add_variation(rng.choice(moves), comment="a [%clk 0:00:01] b")
            if rng.random() < 0.5:
                node.set_clock(rng.randrange(1, 10_000) / 10)
            if rng.random() < 0.5:
                mate, cp = chess.engine.Mate(rng.choice([-3, 2])), chess.engine.Cp(rng.randrange(-900, 900))
                node.set_eval(chess.engine.PovScore(mate if rng.random() < 0.2 else cp, chess.WHITE))
            if rng.random() < 0.1:
                node.nags = {rng.randrange(1, 20), rng.randrange(20, 40)}
        game.headers["Result"] = game.end().board().result()
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def mates(board, move):
    board.push(move)
    is_mate = board.is_checkmate()
    board.pop()
    return is_mate


def rows(text):
    """Returns what python-chess reads: FEN, move, game and columns of each half-move, None where a value is missing."""
    found, file, number = [], io.StringIO(text), 0
    while game := chess.pgn.read_game(file):
        number += 1
        elo = game.headers.get("WhiteElo")
        for ply, node in enumerate(game.mainline()):
            board, clock, score = node.parent.board(), node.clock(), node.eval()
            missed = not mates(board, node.move) and any(mates(board, move) for move in board.legal_moves)
            columns = [game.headers["White"], elo and int(elo), game.headers["Result"], 180]
            columns += [clock and round(clock * 1000), score and score.white().score(), score and score.white().mate()]
            columns += [sorted(node.nags), node.san(), ply, int(missed)]
            move = random_games.encode(board, node.move)
            found.append((board.fen(en_passant="fen"), move, number, *columns))
    return found


def values(batch, name):
    """A column with None where a value is missing, and sorted lists."""
    column = batch[name]
    if isinstance(column, list):
        return [sorted(cell) if isinstance(cell, list) else cell for cell in column]
    return [None if cell == setwise.MISSING else cell for cell in column.tolist()]


def rows_of(batches, columns=COLUMNS):
    found = []
    for batch in batches:
        assert batch.offsets[0] == 0 and batch.offsets[-1] == len(batch) == len(batch.positions)
        for start, end in zip(batch.offsets[:-1], batch.offsets[1:]):
            assert len(set(batch.game[start:end].tolist())) == 1
        assert batch.keys() == list(batch) == list(dict(batch)) == columns
        found += zip(batch.positions, batch.moves.tolist(), batch.game.tolist(), *(values(batch, name) for name in columns))
    return found


@pytest.fixture(scope="module")
def text():
    return written(300, 1)


@pytest.fixture(scope="module")
def path(text, tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    path.write_text(text)
    return path


def test_columns_are_those_of_python_chess(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(written(GAMES, 1))
    expected = rows(path.read_text())
    assert len(expected) > 8000 and sum(row[-1] for row in expected) > 10
    for options in [{}, {"threads": 2}, {"threads": 0, "batch": 1}, {"batch": 3000}]:
        games = setwise.games(path, columns=COLUMNS, **options)
        assert rows_of(games) == expected, options
        assert games.report["units"] == GAMES and games.report["half_moves"] == len(expected)
        assert next(games, None) is None
    batch = setwise.games(path, columns=COLUMNS).all()
    assert rows_of([batch]) == expected
    assert batch["eval"] is batch["eval"] and batch.moves is batch.moves and batch["eval"].dtype == np.int32
    # Each game that has half-moves.
    assert len(batch.offsets) - 1 == len(set(batch.game.tolist()))
    where = "WhiteElo >= 2000 && (missed_mate || eval < -300)"
    kept = [row for row in expected if (row[4] or 0) >= 2000 and (row[-1] or row[8] is not None and row[8] < -300)]
    assert rows_of(setwise.games(path, columns=COLUMNS, where=where, threads=2)) == kept and kept
    ends = setwise.games(path, final_positions=True).all()
    assert len(ends) == len(expected) + GAMES and (ends.moves == setwise.NO_MOVE).sum() == GAMES
    assert len(ends.offsets) == GAMES + 1


def test_each_form_has_the_same_rows(text, path, tmp_path):
    columns = ["White", "san", "eval"]
    expected = rows_of(setwise.games(path, columns=columns), columns)
    folder = tmp_path / "folder"
    folder.mkdir()
    whole = text.encode()
    (folder / "a.pgn").write_bytes(whole)
    forms = [str(folder), folder, folder / "*.pgn", str(folder / "?.pgn"), [folder / "a.pgn"], iter([str(folder)])]
    for name, content in [("b.pgn.gz", gzip.compress(whole)), ("c.pgn.zst", pa.compress(whole, "zstd", asbytes=True))]:
        (tmp_path / name).write_bytes(content)
        forms.append(tmp_path / name)
    games, file = [], io.StringIO(text)
    while game := chess.pgn.read_game(file):
        games.append(game)
    movetext = [game.accept(chess.pgn.StringExporter(headers=False, columns=None)) for game in games]
    table = pa.table({"White": [game.headers["White"] for game in games], "movetext": movetext})
    pa.parquet.write_table(table, tmp_path / "d.parquet", compression="zstd")
    with pa.ipc.new_file(tmp_path / "e.arrow", table.schema) as writer:
        writer.write_table(table)
    pa.csv.write_csv(table, tmp_path / "f.csv")
    for form in [*forms, *(tmp_path / name for name in ("d.parquet", "e.arrow", "f.csv"))]:
        assert rows_of(setwise.games(form, columns=columns), columns) == expected, form
    twice = setwise.games([path, tmp_path / "b.pgn.gz"], columns=["file", *columns]).all()
    assert len(twice) == 2 * len(expected) and twice["file"][0] == str(path) and twice["file"][-1].endswith("b.pgn.gz")
    assert twice.game.max() == 600


def test_binpack():
    lines = [line.split("|") for line in (DATA / "chains.txt").read_text().splitlines()]
    expected = [(fen.split()[0], int(score) if " w " in fen else -int(score), int(ply)) for fen, _, score, _, ply, *_ in lines]
    for threads in (1, 2):
        batch = setwise.games(DATA / "chains.binpack", columns=["score", "ply"], threads=threads).all()
        assert expected == [(fen.split()[0], *row) for fen, *row in zip(batch.positions, batch["score"].tolist(), batch["ply"].tolist())]
        assert len(batch.offsets) == 19 and (batch.moves != setwise.NO_MOVE).all()


VIRIFORMAT = (
    "ffff00000000ffff 164225610000000088888888 9ecaade9 4000010000000200"  # the initial position, White wins
    "0c070a00 34091400 c309e2ff 3c0dff7f 2709ff7f 00000000"  # moves and scores
)
BULLETFORMAT = "1000001800000090 05d80b00000000000000000000000000 2c01000404000000"
FEN = "4k2r/8/8/8/3Pp3/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("name", "content", "moves", "scores"),
    [
        ("a.vf", VIRIFORMAT, ["e2e4", "e7e5", "d1h5", "e8e7", "h5e5"], [10, 20, -30, 32767, 32767]),
        ("a.bullet", BULLETFORMAT, None, [300]),
        ("a.parquet", {"fen": [FEN], "score": [300]}, None, [300]),
        ("a.csv", {"fen": [FEN], "score": [300]}, None, [300]),
    ],
)
def test_positions_with_scores(tmp_path, name, content, moves, scores):
    path = tmp_path / name
    if isinstance(content, str):
        path.write_bytes(bytes.fromhex(content))
    else:
        write = {"a.parquet": pa.parquet.write_table, "a.csv": pa.csv.write_csv}[name]
        write(pa.table(content), path)
    batch = setwise.games(path, columns=["score"]).all()
    assert batch["score"].tolist() == scores
    if moves:
        assert batch.positions.uci(batch.moves) == moves and batch.game.tolist() == [1] * 5 and batch.offsets.tolist() == [0, 5]
    else:
        assert list(batch.positions) == [FEN] and batch.moves.tolist() == [setwise.NO_MOVE]


ARRAYS = ["squares", "turns", "castling", "en_passant", "halfmoves", "fullmoves"]
RARE = """[FEN "r3k2r/1P6/8/2pP4/8/8/6p1/R3K2R w KQkq c6 0 40"]

1. dxc6 gxh1=N 2. b8=Q+ Rxb8 3. O-O-O *

[Variant "Chess960"]
[FEN "1rk1r3/8/8/8/8/8/4P3/1RK1R3 w EBeb - 0 1"]

1. O-O O-O-O 2. e4 -- 3. e5 *

1. f4 e5 2. fxe5 d5 3. exd6 *
"""


def test_arrays_are_those_of_the_positions(text, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(text + "\n" + RARE)
    for options in [{}, {"final_positions": True, "threads": 2}, {"where": "ply < 30"}, {"columns": ["ply"]}]:
        batch = setwise.games(path, **options).all()
        arrays = dict(zip(ARRAYS, batch.arrays(*ARRAYS)))
        for name, array in arrays.items():
            expected = getattr(batch.positions, name)()
            assert array.dtype == expected.dtype and array.shape == expected.shape and (array == expected).all(), (name, options)
    assert len(batch) > 8000 and (arrays["castling"] == 0).any() and batch.arrays() == ()
    lines, records = (setwise.games(path, columns=columns).all() for columns in ([], ["ply"]))
    assert lines.positions == records.positions and (lines.moves == records.moves).all()
    assert (lines.game == records.game).all() and (lines.offsets == records.offsets).all()
    changed = setwise.games(path).all()
    changed.offsets[:] = 0
    assert (changed.arrays("turns")[0]).all() and len(changed.positions) == len(changed)
    with pytest.raises(ValueError, match="planes: the arrays are squares, turns"):
        batch.arrays("planes")


def test_polars(path):
    polars = pytest.importorskip("polars")
    batch = setwise.games(path, columns=["White", "eval"]).all()
    frame = polars.DataFrame(batch)
    assert frame.columns == ["game", "move", "White", "eval"] and frame["White"].to_list() == batch["White"]
    assert frame["eval"].to_list() == values(batch, "eval") and frame["move"].to_list() == batch.moves.tolist()


def test_torch(path):
    torch = pytest.importorskip("torch")
    batch = setwise.games(path, columns=["eval"]).all()
    squares, evals = (torch.from_numpy(array) for array in (*batch.arrays("squares"), batch["eval"]))
    assert squares.shape == (len(batch), 64) and evals.dtype == torch.int32


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"columns": ["whiteElo"]}, "columns: unknown .* did you mean `WhiteElo`"),
        ({"columns": ["eval", "eval"]}, "columns: `eval` stands twice"),
        ({"columns": ["game"]}, "columns: each batch has `game`"),
        ({"where": "eval > 3 && peices < 9"}, r"where: column 13: unknown value `peices`; did you mean `pieces`\?\n.*\n +\^"),
        ({"where": "pieces < 2 && pieces > 3"}, "where: it holds for no record: no `pieces`"),
        ({"where": "score > 0"}, "PGN stores no score, which `score` needs"),
        ({"threads": -1}, "threads: expected 0"),
        ({"batch": 0}, "batch: expected a positive number"),
        ({"paths": []}, "paths: no path"),
        ({"paths": "games.xyz"}, "games.xyz"),
    ],
)
def test_errors_before_reading(path, arguments, message):
    error = FileNotFoundError if arguments.get("paths") == "games.xyz" else ValueError
    with pytest.raises(error, match=message):
        setwise.games(**{"paths": path, **arguments})


def test_other_errors(path, tmp_path):
    for wrong in [3, [path, 4], None]:
        with pytest.raises(TypeError, match="^paths: expected"):
            setwise.games(wrong)
    with pytest.raises(TypeError, match="^columns: expected a list"):
        setwise.games(path, columns="eval")
    for missing in ["no.pgn", tmp_path / "no" / "*.pgn"]:
        with pytest.raises(FileNotFoundError, match="no"):
            setwise.games([path, missing])
    (tmp_path / "games.xyz").write_text("x")
    for none in [tmp_path, tmp_path / "*.pgn", tmp_path / "games.xyz"]:
        with pytest.raises(ValueError, match="format"):
            setwise.games(none)
    pa.csv.write_csv(pa.table({"White": ["a"], "movetext": ["1. e4 *"]}), tmp_path / "games.csv")
    with pytest.raises(ValueError, match="games.csv: unknown column `Wite`; did you mean `White`"):
        setwise.games(tmp_path / "games.csv", columns=["tag:Wite"])
    with pytest.raises(ValueError, match="binpack has no column `White`"):
        setwise.games(DATA / "chains.binpack", columns=["White"])
    batch = next(setwise.games(path, columns=["White"]))
    with pytest.raises(KeyError, match="the columns are White"):
        batch["Black"]
    games = setwise.games(path)
    next(games)
    with pytest.raises(RuntimeError, match="begun"):
        games.all()


def test_damage(text, path, tmp_path):
    good, (damaged, cut, lenient) = "1. e4 e5 *\n\n", (tmp_path / name for name in ("a.pgn", "b.pgn.gz", "c.pgn"))
    damaged.write_text(good + "1. e4 Ke4 *\n\n" + good)
    cut.write_bytes(gzip.compress(text.encode())[:-9000])
    lenient.write_text("1. e2-e4 e5 *\n\n")
    games = setwise.games([damaged, cut, lenient, path])
    batch, report = games.all(), games.report
    assert batch.positions.uci(batch.moves)[:4] == ["e2e4", "e7e5"] * 2 and batch.game[:4].tolist() == [1, 1, 3, 3]
    assert (report["files"], report["damaged"], report["lenient"]) == (4, 1, {"move_spelling": 1})
    assert "a.pgn: PGN" in report["first_damage"] and "b.pgn.gz" in report["cut"][0] and len(report["cut"]) == 1
    for path, error in [(damaged, ValueError), (cut, OSError), (lenient, ValueError)]:
        with pytest.raises(error, match=path.name):
            list(setwise.games(path, strict=True))


def test_arrow(path):
    batch = setwise.games(path, columns=COLUMNS).all()
    table = pa.table(batch)
    assert table.column_names == ["game", "move", *COLUMNS] and table.num_rows == len(batch)
    assert table["move"].to_pylist() == batch.moves.tolist()
    for name in COLUMNS:
        assert [sorted(cell) if name == "nags" else cell for cell in table[name].to_pylist()] == values(batch, name)
    assert table["WhiteElo"].null_count > 0 and table.schema.field("White").type == pa.large_string()
    stream = pa.RecordBatchReader.from_stream(setwise.games(path, columns=COLUMNS, batch=1000))
    assert stream.schema == table.schema and stream.read_all().combine_chunks() == table.combine_chunks()
    offsets = setwise.games(path, columns=["offset"]).all()["offset"]
    assert offsets.dtype == np.int64 and offsets[0] == 0 and (np.diff(offsets) >= 0).all()


def test_waiting_is_interrupted(tmp_path):
    """A file that never comes: the thread that reads waits, and Ctrl-C ends the call."""
    os.mkfifo(tmp_path / "games.pgn")

    def handler(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, handler)
    for act in [next, lambda games: games.all()]:
        start = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            act(setwise.games(tmp_path / "games.pgn"))
        assert time.monotonic() - start < 1.1
    signal.signal(signal.SIGALRM, before)


def test_a_slow_program_does_not_fill_the_memory(tmp_path):
    many = tmp_path / "many.pgn.gz"
    many.write_bytes(gzip.compress(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n" * 300_000, 1))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    games = setwise.games(many, batch=1000, threads=2)
    next(games)
    time.sleep(2)
    # All positions have more than 200 MB.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000
    assert sum(map(len, games)) > 2_000_000


def test_games_of_files_are_told_apart(tmp_path):
    """Numbers of games go on over the files, and evaluations are scores where they are asked for."""
    for name in ["a", "b"]:
        (tmp_path / f"{name}.pgn").write_text('[White "x"]\n\n1. e4 {[%eval 0.3]} e5 1-0\n')
    games = setwise.games(tmp_path, columns=["score", "eval", "White"], where="score > 5 || ply == 0")
    batch = games.all()
    assert batch.game.tolist() == [1, 1, 2, 2] and values(batch, "score") == [None, 30, None, 30]
    # What a column holds is not reported.
    assert "tags" not in games.report["not_kept"]
    others = setwise.games(tmp_path, columns=["eval"])
    others.all()
    assert others.report["not_kept"]["tags"] == 2
