"""Batches of training data: rows against `Positions`, equal bytes, state, ranks, processes, errors."""

import collections
import hashlib
import multiprocessing
import os
import signal
import time

import numpy as np
import pytest

import records
import setwise

SETS = "full-threats+pawn-pairs+half-ka-v2-hm-training"
COUNT = 60_000


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Returns positions, their scores and outcomes as White sees them, and two files of them."""
    positions = records.random_positions(1000, 80, 3)[:COUNT]
    rng = np.random.default_rng(4)
    scores, outcomes = rng.integers(-1000, 1000, COUNT), rng.integers(0, 3, COUNT)
    content = records.marlinformat(positions, scores, outcomes)
    assert len(content) == 32 * COUNT
    folder = tmp_path_factory.mktemp("data")
    (folder / "a.marlin").write_bytes(content[: 32 * 40_000])
    (folder / "b.marlin").write_bytes(content[32 * 40_000 :])
    return positions, scores, outcomes, folder


def rows_of(loader):
    """Returns how often each row occurs in the batches of a loader."""
    found = collections.Counter()
    for batch in loader:
        for i in range(len(batch.score)):
            if batch.offsets is None:
                row = [np.sort(side[i][side[i] >= 0]).tobytes() for side in (batch.first, batch.second)]
            else:
                part = slice(batch.offsets[i], batch.offsets[i + 1])
                row = [np.sort(side[part]).tobytes() for side in (batch.first, batch.second)]
            found[*row, batch.score[i], batch.outcome[i], batch.white[i], batch.pieces[i]] += 1
    return found


def expected_rows(positions, scores, outcomes, perspectives):
    offsets, *features = positions.threat_features(SETS, perspectives=perspectives)
    turns, pieces = positions.turns(), np.bitwise_count(positions.bitboards()).sum(axis=1)
    found = collections.Counter()
    for i, (turn, score, outcome) in enumerate(zip(turns, scores, outcomes)):
        part = slice(offsets[i], offsets[i + 1])
        row = [np.sort(side[part]).tobytes() for side in features]
        seen = (score, outcome / 2) if turn else (-score, 1 - outcome / 2)
        found[*row, *seen, float(turn), pieces[i]] += 1
    return found


@pytest.mark.parametrize("perspectives, width", [("white-black", None), ("mover-other", 160)])
def test_rows_are_those_of_the_positions(data, perspectives, width):
    positions, scores, outcomes, folder = data
    loader = setwise.Loader(
        folder, features=SETS, batch_size=7000, width=width, perspectives=perspectives, threads=2, shuffle=30_000
    )
    assert rows_of(loader) == expected_rows(positions, scores, outcomes, perspectives)
    assert loader.counters()["delivered"] == loader.counters()["decoded"] == COUNT
    with pytest.raises(RuntimeError, match="has ended"):
        iter(loader)


def digests(loader, count=None):
    """Returns a hash of each batch."""
    found = []
    for batch in loader:
        found.append(hashlib.sha256(b"".join(array.tobytes() for array in batch if array is not None)).hexdigest())
        if len(found) == count:
            break
    return found


def make(folder, **others):
    settings = dict(features="chess-768", batch_size=4096, seed=5, shuffle=10_000, skip={"random": 1})
    return setwise.Loader(folder, **{**settings, **others})


def test_equal_bytes(data):
    folder = data[-1]
    expected = digests(make(folder))
    assert 5 < len(expected) < 10
    assert digests(make([folder / "a.marlin", str(folder / "b.marlin")], threads=2)) == expected
    assert digests(make(folder / "*.marlin", threads=3)) == expected
    assert set(digests(make(folder, seed=6))).isdisjoint(expected)
    loader = make(folder, cyclic=True)
    endless = digests(loader, 20)
    assert len(set(endless)) == 20 and endless[:3] == expected[:3]


def test_state(data):
    folder = data[-1]
    expected = digests(make(folder))
    for taken in (0, 1, 3, len(expected)):
        loader = make(folder)
        if taken:
            assert digests(loader, taken) == expected[:taken]
        state = loader.state_dict()
        other = make(folder, threads=2)
        other.load_state_dict(state)
        assert digests(other) == expected[taken:]
        loader.load_state_dict(state)
        assert digests(loader) == expected[taken:]
    state = make(folder).state_dict()
    for other in (make(folder, seed=6), make(folder / "a.marlin"), make(folder, skip={"random": 2})):
        with pytest.raises(ValueError, match="other files or settings"):
            other.load_state_dict(state)
    for wrong in ({}, {"state": "x"}, {"state": "abc"}, {"state": 3}, {"state": ""}, {"state": state["state"][:-2]}):
        with pytest.raises(ValueError, match="state"):
            make(folder).load_state_dict(wrong)


def test_ranks_are_disjoint_and_together_everything(data):
    positions, scores, outcomes, folder = data
    expected = expected_rows(positions, scores, outcomes, "white-black")
    found = collections.Counter()
    for rank in range(3):
        found += rows_of(setwise.Loader(folder, features=SETS, rank=rank, world_size=3))
    assert found == expected


def test_condition_and_counters(data):
    positions, scores, _, folder = data
    loader = setwise.Loader(folder, features="chess-768", where="!in_check && score > 500", skip={"random": 3})
    delivered = sum(len(batch.score) for batch in loader)
    counters = loader.counters()
    assert counters["decoded"] == COUNT and counters["delivered"] == delivered
    assert counters["skipped"]["random"] + counters["excluded"] + delivered == COUNT
    wanted = np.count_nonzero((positions.status() & setwise.CHECK == 0) & (scores > 500))
    assert abs(4 * delivered / wanted - 1) < 0.1
    assert set(setwise.TRAINING_SKIP) == {"random", "after_ply", "quiet", "opening", "by_outcome", "pieces"}


def test_memory_is_used_again_when_nobody_has_it(data):
    folder = data[-1]
    addresses = {batch.first.ctypes.data for batch in make(folder)}
    assert len(addresses) <= 2
    kept = [batch.first[5:10] for batch in make(folder)]
    again = [batch.first[5:10].tolist() for batch in make(folder)]
    assert [part.tolist() for part in kept] == again
    assert len({part.ctypes.data for part in kept}) == len(kept)


def test_arrays_of_the_caller(data):
    folder = data[-1]
    expected = next(make(folder))
    loader = make(folder)
    n, room = loader.batch_size, loader.batch_size * loader.max_active
    ints, floats = [np.full(room, 7, np.int32) for _ in range(2)], [np.empty(n, np.float32) for _ in range(3)]
    offsets, pieces = np.empty(n + 1, np.int32), np.empty(n, np.int32)
    names = dict(zip(("score", "outcome", "white"), floats), offsets=offsets, pieces=pieces)
    assert loader.next_into(*ints, **names) == n
    for found, wanted in zip((*ints, offsets, *floats, pieces), expected):
        assert np.array_equal(found[: len(wanted)], wanted)
    for name, wrong, error in [
        ("score", pieces, TypeError),
        ("pieces", pieces[:-1], ValueError),
        ("offsets", None, ValueError),
        ("white", names["score"], ValueError),
    ]:
        with pytest.raises(error):
            loader.next_into(*ints, **{**names, name: wrong})


def first_batch(folder, queue):
    queue.put(digests(make(folder), 1))


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes(data, method):
    folder = data[-1]
    running = make(folder)  # with threads, which a fork does not have
    expected = digests(running, 1)
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    process = context.Process(target=first_batch, args=(folder, queue))
    process.start()
    assert queue.get(timeout=60) == expected
    process.join(60)
    assert process.exitcode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_loader_belongs_to_its_process(data):
    loader = make(data[-1], threads=2)
    next(loader)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            next(loader)
        except RuntimeError as error:
            code = 0 if "another process" in str(error) else 2
        del loader  # ends at once, although its threads are not here
        os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    next(loader)


@pytest.mark.parametrize(
    "argument, wrong, error",
    [
        ("files", [], ValueError),
        ("files", 3, TypeError),
        ("features", "threats", ValueError),
        ("batch_size", 0, ValueError),
        ("batch_size", "x", TypeError),
        ("width", -1, ValueError),
        ("perspectives", "black", ValueError),
        ("skip", 3, TypeError),
        ("skip", {"noise": 1}, ValueError),
        ("skip", {"random": -1}, ValueError),
        ("skip", {"quiet": 1}, TypeError),
        ("skip", {"opening": (30, [(0, 1)])}, TypeError),
        ("skip", {"opening": (30, [(9, 1), (8, 1), (9, 1), (9, 1)])}, ValueError),
        ("skip", {"pieces": [1, 2]}, TypeError),
        ("skip", {"pieces": [1, 2, 3, 4, float("inf")]}, ValueError),
        ("where", "score >", ValueError),
        ("where", "WhiteElo > 3", ValueError),
        ("threads", -1, ValueError),
        ("seed", 1.5, TypeError),
        ("seed", 2**64, ValueError),
        ("shuffle", -1, ValueError),
        ("rank", 1, ValueError),
        ("on_damage", "ignore", ValueError),
    ],
)
def test_wrong_arguments(argument, wrong, error):
    # The file is missing: a wrong argument is found before.
    with pytest.raises(error, match=f"^{argument}"):
        setwise.Loader(**{"files": "missing.binpack", argument: wrong})


@pytest.mark.parametrize("condition", ["pieces >", "peices > 3", "mate == 2"])
def test_conditions_are_refused_in_one_wording(condition):
    messages = set()
    for read in (setwise.games, setwise.Loader):
        with pytest.raises(ValueError, match="^where: ") as error:
            read("missing.binpack", where=condition)
        messages.add(str(error.value))
    assert len(messages) == 1


def test_games_of_pgn(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 *\n\n1. d4 0-1\n")
    loader = setwise.Loader(path, perspectives="mover-other")
    (batch,) = loader
    assert (batch.score.tolist(), batch.outcome.tolist()) == ([32002.0], [0.0])
    assert loader.counters()["skipped"]["no_outcome"] == 2
    with pytest.raises(ValueError, match="games.pgn: the format lacks what is needed: score"):
        setwise.Loader(path, where="score > 10")


def test_wrong_files(data, tmp_path):
    with pytest.raises(FileNotFoundError, match="missing.binpack"):
        setwise.Loader("missing.binpack")
    for name, content in [("games.fen", b"8/8/8/8/8/8/8/k1K5 w - - 0 1\n"), ("empty.vf", b"")]:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError, match=name):
            setwise.Loader(tmp_path / name)
    startpos = tmp_path / "startpos.bullet"
    startpos.write_bytes(bytes.fromhex("ffff00000000ffff1342253100000000888888889bcaadb91900010404000000"))
    with pytest.raises(ValueError, match="startpos.bullet: the format lacks what is needed: move"):
        setwise.Loader(startpos, skip={"quiet": True})
    with pytest.raises(ValueError, match="^rank: rank 1 of 8 has no rows: none of the 1 chunks "):
        setwise.Loader(startpos, cyclic=True, rank=1, world_size=8)
    content = bytearray((data[-1] / "a.marlin").read_bytes())
    content[64:72] = bytes(8)  # a record without pieces
    damaged = tmp_path / "damaged.marlin"
    damaged.write_bytes(content)
    with pytest.raises(ValueError, match="damaged.marlin, byte 64"):
        list(setwise.Loader(damaged))
    loader = setwise.Loader(damaged, on_damage="skip")
    assert sum(len(batch.score) for batch in loader) == 39_999
    assert loader.counters()["damaged"] == 1 and [offset for _, offset, _ in loader.damages()] == [64]
    short = setwise.Loader(data[-1], features=SETS, width=20)
    with pytest.raises(ValueError, match="width"):
        next(short)


def test_ctrl_c(data):
    # No position is kept, and the end is far.
    loader = setwise.Loader([data[-1]] * 2000, where="score > 20000")
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    start = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            next(loader)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert time.monotonic() - start < 1.5


def test_data_loader(data):
    """Workers of PyTorch, each with its rank, deliver everything once."""
    torch = pytest.importorskip("torch")
    from torch.utils.data import DataLoader, IterableDataset, get_worker_info

    class Batches(IterableDataset):
        def __iter__(self):
            worker = get_worker_info()
            return make(data[-1], skip={}, rank=worker.id, world_size=worker.num_workers)

    rows = 0
    bags = torch.nn.EmbeddingBag(768, 4, mode="sum", include_last_offset=True)
    for batch in DataLoader(Batches(), batch_size=None, num_workers=2, multiprocessing_context="fork"):
        assert bags(batch.first, batch.offsets).shape == (len(batch.score), 4)
        rows += len(batch.score)
    assert rows == COUNT
    batch = next(make(data[-1]))
    tensors = torch.utils.data.default_convert(batch)
    assert tensors.first.data_ptr() == batch.first.ctypes.data
