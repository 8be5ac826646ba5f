"""A program for mypy --strict."""

import collections.abc
import pathlib
import pickle
import tempfile

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

import setwise

boards: NDArray[np.uint64] = setwise.attacks(*np.ones((3, 4), np.uint64))
positions = setwise.Positions.from_fens(["4k3/8/8/8/8/8/8/4K3 w - -"])
kept, wrong, reasons = setwise.Positions.from_fens(["x", None], on_error="skip")
assert_type(positions, setwise.Positions)
assert_type(kept, setwise.Positions)
assert_type(wrong, NDArray[np.int64])
assert_type(reasons, list[str])
assert_type(positions[0], str)
assert_type(positions[np.int32(0)], str)
assert_type(positions[[0]], setwise.Positions)
assert_type(positions[np.array([0], np.uint8)], setwise.Positions)
assert_type(positions[positions.turns()], setwise.Positions)
assert_type(positions + kept, setwise.Positions)
sequence: collections.abc.Sequence[str] = positions
assert_type([fen for fen in positions], list[str])
positions[0] = sequence[0]
positions[:] = setwise.concatenate([positions])
offsets, moves = positions.legal_moves()
assert_type(moves, NDArray[np.uint16])
assert_type(positions.legal_uci(), list[list[str]])
assert_type(positions.planes(dtype="bool"), NDArray[np.bool_])
positions.play_in_place(positions.parse_san(["Kd1"]))
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder, "games.pgn")
    path.write_text("1. e4 e5 *\n")
    games = setwise.games([path, str(path)], columns=["san"], where="ply == 1", threads=2)
    for batch in games:
        assert_type(batch, setwise.GameBatch)
        assert_type(batch.positions, setwise.Positions)
        assert_type(batch.offsets, NDArray[np.int64])
        assert batch["san"] == ["e5", "e5"]
    assert games.report["units"] == 2 and len(setwise.games(path).all()) == 2
    record = bytes.fromhex("ffff00000000ffff1342253100000000888888889bcaadb91900010404000000")
    data = pathlib.Path(folder, "startpos.bullet")
    data.write_bytes(10 * record)
    loader = setwise.Loader(data, batch_size=6, skip={**setwise.TRAINING_SKIP, "quiet": False, "after_ply": None, "opening": None, "by_outcome": False})
    loader = setwise.Loader([data], features="chess-768", batch_size=6, width=None, threads=0)
    assert_type(next(loader), setwise.LoaderBatch)
    for rows in loader:
        assert_type(rows.first, NDArray[np.int32])
        assert_type(rows.score, NDArray[np.float32])
    assert_type(loader.state_dict(), dict[str, str])
assert pickle.loads(pickle.dumps(positions)) == positions
