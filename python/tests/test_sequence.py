"""Positions as a sequence, in other processes, and dirty input."""

import collections.abc
import copy
import gc
import multiprocessing
import operator
import pickle
import signal
import time

import chess
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
import setwise
from setwise import Positions


def test_a_sequence_of_fens(positions):
    fens = positions.to_fens()
    assert isinstance(positions, collections.abc.Sequence)
    assert list(positions) == fens and list(reversed(positions)) == fens[::-1]
    assert fens[7] in positions and "x" not in positions and 7 not in positions
    assert positions.count(fens[0]) == fens.count(fens[0]) > 1 and positions.count(None) == 0
    for bounds in [(), (1,), (-5,), (0, -1), (3, 9), (10**9,), (-(10**9), 10**9)]:
        for fen in (fens[0], fens[-1]):
            try:
                expected = fens.index(fen, *bounds)
            except ValueError:
                with pytest.raises(ValueError, match="^value:"):
                    positions.index(fen, *bounds)
            else:
                assert positions.index(fen, *bounds) == expected
    with pytest.raises(TypeError, match="unhashable"):
        hash(positions)


def test_selection(positions):
    n = len(positions)
    fens = positions.to_fens()
    assert positions[-1] == fens[-1]
    assert positions[3:9:2].to_fens() == fens[3:9:2]
    assert positions[::-1].to_fens() == fens[::-1]
    assert positions[n:].to_fens() == []
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, ">i4"):
        indices = np.array([5, 1, 5, 0], dtype)
        assert positions[indices].to_fens() == positions[indices[::1]].to_fens() == [fens[i] for i in (5, 1, 5, 0)]
        assert positions[indices[::2]].to_fens() == [fens[5], fens[5]]
        assert positions[indices[1]] == fens[1]
    for indices in ([5, -1, 0], np.array([5, -1, 0]), range(5), [], pa.array([3, -1]), pa.array([3], pa.uint8())):
        assert positions[indices].to_fens() == [fens[int(i)] for i in np.asarray(indices)]
    mask = np.arange(n) % 3 == 0
    assert positions[mask].to_fens() == positions[mask.tolist()].to_fens() == fens[::3]
    for key in (n, -n - 1, 1 << 70, np.array([n]), [-n - 1], np.array([2**64 - 1], np.uint64)):
        with pytest.raises(IndexError, match=f"out of range for {n} positions"):
            positions[key]
    for key in (mask[1:], [True], np.zeros((1, 1), np.int64), pa.array([1, None])):
        with pytest.raises(ValueError, match="^key"):
            positions[key]
    for key in ("a", None, 1.0, (1, 2), np.zeros(3), ["a"], [[1], [2, 3]], np.array("a")):
        with pytest.raises(TypeError, match="^key: expected"):
            positions[key]


def test_replacement(positions):
    fens = positions.to_fens()
    some = positions[:6]
    some[2] = fens[9]
    some[-1] = chess.Board()
    some[0] = positions[4:5]
    assert list(some) == [fens[4], fens[1], fens[9], fens[3], fens[4], chess.STARTING_FEN]
    some[1:3] = positions[7:9]
    some[[3, 0]] = [fens[1], chess.Board()]
    assert list(some) == [chess.STARTING_FEN, fens[7], fens[8], fens[1], fens[4], chess.STARTING_FEN]
    mask = np.array([i % 2 == 0 for i in range(6)])
    some[mask] = Positions.startpos()
    assert list(some) == [chess.STARTING_FEN, fens[7], chess.STARTING_FEN, fens[1], chess.STARTING_FEN, chess.STARTING_FEN]
    some[:] = some[::-1]
    some[:] = some
    some[[]] = []
    assert list(some)[4] == fens[7] and positions.to_fens() == fens
    before = copy.copy(some)
    for key, value in [(slice(None), positions[:5]), ([0], []), (0, positions[:2]), (0, "x"), (mask, [fens[0], "x", fens[0]])]:
        with pytest.raises(ValueError, match="^value"):
            some[key] = value
    for key, value in [(0, None), (slice(None), fens[0]), ([0], [1])]:
        with pytest.raises(TypeError, match="^value"):
            some[key] = value
    with pytest.raises(IndexError):
        some[6] = fens[0]
    assert some == before


def test_play_in_place(positions):
    games_, others = positions[:], positions[:]
    rng = np.random.default_rng(2)
    for _ in range(10):
        moves = games_.sample_moves(rng.random(len(games_)))
        games_ = games_.play(moves)
        assert others.play_in_place(moves, threads=2) is None
        assert others == games_
    moves = np.full(len(games_), 0xFFFF, np.uint16)
    with pytest.raises(ValueError, match=r"^moves\[0\]") as caught:
        others.play_in_place(moves)
    assert caught.value.index == 0 and others == games_


def test_concatenation(positions):
    parts = [positions[:5], positions[:0], positions[5:]]
    assert setwise.concatenate(parts) == setwise.concatenate(iter(parts)) == positions
    assert parts[0] + parts[2] == positions and len(setwise.concatenate([])) == 0
    doubled = positions
    doubled += positions
    assert len(doubled) == 2 * len(positions) and doubled is not positions
    for wrong in (positions, [positions, 1], 1):
        with pytest.raises(TypeError, match="^batches"):
            setwise.concatenate(wrong)
    with pytest.raises(TypeError):
        positions + positions.to_fens()


def test_copies(positions):
    copies = [copy.copy(positions), copy.deepcopy(positions), positions[:], Positions.from_bytes(positions.to_bytes())]
    copies += [pickle.loads(pickle.dumps(positions, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for made in copies:
        assert made == positions
        made[0] = positions[1]
        assert made != positions
    assert len(pickle.dumps(positions)) < 40 * len(positions) + 200


@given(st.data())
@settings(deadline=None, max_examples=300)
def test_any_bytes(data):
    """Bytes are refused, or they are the bytes of the positions that are read."""
    known = Positions(games.SPECIAL).to_bytes()
    changed = bytearray(known)
    for _ in range(data.draw(st.integers(0, 2))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    changed = bytes(changed[: data.draw(st.sampled_from([None, -40, -1, 7, 0]))])
    try:
        assert Positions.from_bytes(changed).to_bytes() == changed
    except ValueError as error:
        assert str(error).startswith("data")


def test_wrong_bytes():
    known = Positions(games.SPECIAL).to_bytes()
    for wrong, message in [
        (b"", "^data: not the bytes of Positions"),
        (known[:7] + b"\2" + known[8:], "^data: version 2 is not known"),
        (known + b"\0", "^data: 1 bytes after the last position"),
        (known[:88] + bytes(40), r"^data\[2\]: "),
    ]:
        with pytest.raises(ValueError, match=message):
            Positions.from_bytes(wrong)
    with pytest.raises(TypeError, match="data"):
        Positions.from_bytes("setwise")


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_other_processes(positions, method):
    parts = [positions[:40], positions[40:]]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(operator.itemgetter(slice(None)), parts) == parts
        counts = pool.map(operator.methodcaller("legal_move_counts", threads=2), parts)
    assert np.array_equal(np.concatenate(counts), positions.legal_move_counts())


class Planes:
    """A data set whose items are batches."""

    def __init__(self, positions):
        self.positions = positions

    def __len__(self):
        return len(self.positions)

    def __getitem__(self, indices):
        return self.positions[indices].planes()


def test_data_loader(positions):
    torch = pytest.importorskip("torch")
    data = torch.utils.data
    workers = {"num_workers": 2, "multiprocessing_context": "spawn"}
    loader = data.DataLoader(positions, 64, collate_fn=Positions, **workers)
    assert setwise.concatenate(list(loader)) == positions
    batches = data.BatchSampler(data.SequentialSampler(positions), 64, drop_last=False)
    loader = data.DataLoader(Planes(positions), batch_size=None, sampler=batches, **workers)
    planes = positions.planes()
    assert np.array_equal(torch.cat(list(loader)).numpy(), planes)
    assert torch.from_numpy(planes).data_ptr() == planes.ctypes.data
    out = torch.zeros(planes.shape)
    positions.planes(out=out.numpy())
    assert np.array_equal(out.numpy(), planes)


@pytest.mark.parametrize("threads", [1, 2])
def test_skipped_fens(positions, threads):
    fens = positions.to_fens(shredder=True)
    dirty = [fen for fen in fens * 12 for fen in (fen, "8/8 w - - 0 1", fen[:-1] + "0")]
    dirty[4], dirty[7] = None, "\ud800"
    clean, wrong, reasons = Positions.from_fens(dirty, on_error="skip", threads=threads)
    # python-chess writes no move number 0, and numbers such as 10 stay valid.
    expected = [i for i in range(len(dirty)) if i % 3 == 1 or i % 3 == 2 and dirty[i].endswith(" 0")] + [7]
    expected = sorted({i for i in expected})
    assert wrong.dtype == np.int64 and wrong.tolist() == expected
    assert clean.to_fens(shredder=True) == np.delete(np.array(dirty, object), wrong).tolist()
    assert [reason.split(":")[0] for reason in reasons] == [f"fens[{i}]" for i in wrong]
    assert reasons[expected.index(4)] == "fens[4]: expected str, got NoneType"
    dirty[7] = "x"
    column = pa.chunked_array([pa.array(dirty[:10]), pa.array(dirty[10:])])
    for column in (column, column.cast(pa.string_view())):
        again, indices, reasons = Positions.from_arrow(column, on_error="skip", threads=threads)
        assert again == clean and np.array_equal(indices, wrong)
        assert reasons[expected.index(4)] == "column[4]: the entry is null"
    for read in (Positions.from_fens, Positions.from_arrow):
        with pytest.raises(ValueError, match="^on_error: expected"):
            read(column, on_error="ignore")


def test_counters():
    """The rule of the book's page on lenient reading."""
    board = "4k3/8/8/8/8/8/8/4K3 w - -"
    assert Positions([board])[0] == board + " 0 1"
    for refused in (" 0 0", " 7 0", " 7", " 0 01", " bm e4;"):
        with pytest.raises(ValueError, match=r"^fens\[0\]: "):
            Positions.from_fens([board + refused])


MANY = 1_500_000


@pytest.mark.parametrize(
    "act",
    [
        lambda: Positions.from_fens([chess.STARTING_FEN] * MANY),
        lambda: Positions.from_fens([chess.STARTING_FEN] * MANY, threads=2),
        lambda: Positions.startpos(MANY * 2).legal_moves(),
        lambda: Positions.startpos(MANY).to_fens(),
        lambda: Positions.startpos(MANY).legal_uci(),
        lambda: Positions.startpos(MANY // 8).legal_san(),
        lambda: Positions.startpos(MANY).threat_features("full-threats"),
        lambda: Positions.startpos(MANY).threat_features("full-threats", threads=2),
        lambda: Positions.startpos(MANY).padded_threat_features("chess-768", 32),
    ],
)
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer")
def test_signals_interrupt(act):
    def handler(*_):
        Positions.startpos().legal_moves()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, handler)
    gc.disable()  # Exceptions in its callbacks are ignored.
    try:
        start = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(KeyboardInterrupt) as caught:
            act()
        assert time.monotonic() - start < 1.02
        # It came from the inside of the call: the frame above the handler is that of the call.
        assert caught.traceback[-2].frame.code.raw is act.__code__
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
