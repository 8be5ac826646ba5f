import chess
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import setwise

STEPS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
BOARDS = npst.arrays(np.uint64, st.tuples(st.just(3), st.integers(0, 40)))


def walk(square, step):
    """Yields the squares of a ray."""
    file, rank = square % 8 + step[0], square // 8 + step[1]
    while 0 <= file < 8 and 0 <= rank < 8:
        yield rank * 8 + file
        file, rank = file + step[0], rank + step[1]


def rays(orthogonal, diagonal, occupied):
    """Returns the attacks by direction, square by square."""
    orthogonal, diagonal = int(orthogonal), int(diagonal)
    occupied = int(occupied) | orthogonal | diagonal
    found = [0] * 8
    for d, step in enumerate(STEPS):
        for square in chess.SquareSet(diagonal if d % 2 else orthogonal):
            for target in walk(square, step):
                found[d] |= 1 << target
                if occupied >> target & 1:
                    break
    return found


@given(BOARDS)
@settings(deadline=None, max_examples=50)
def test_attacks(boards):
    expected = [rays(*row) for row in boards.T]
    by_ray = setwise.ray_attacks(*boards)
    assert by_ray.shape == (8, boards.shape[1])
    assert by_ray.T.tolist() == expected
    union = np.bitwise_or.reduce(by_ray, axis=0)
    for threads in (1, 2):
        assert np.array_equal(setwise.attacks(*boards, threads=threads), union)


@given(BOARDS, st.integers(0, 7))
@settings(deadline=None, max_examples=50)
def test_occluded_fill(boards, d):
    generators, propagators, _ = boards
    filled = setwise.occluded_fill(generators, propagators, setwise.DIRECTIONS[d])
    assert np.array_equal(filled, setwise.occluded_fill(generators, propagators, d))
    for start, free, found in zip(generators.tolist(), propagators.tolist(), filled.tolist()):
        expected = start
        for square in chess.SquareSet(start):
            for target in walk(square, STEPS[d]):
                if not free >> target & 1:
                    break
                expected |= 1 << target
        assert found == expected


def test_xray_attacks():
    # A rook on a1, pieces on c1, f1 and a3. Only c1 is looked through.
    def column(*squares):
        return np.array([sum(1 << square for square in squares)], np.uint64)

    occupied = column(0, 2, 5, 16)
    found = setwise.xray_attacks(column(0), column(), occupied, column(2))
    assert found.tolist() == column(3, 4, 5).tolist()


def test_many_boards_with_threads():
    boards = np.random.default_rng(3).integers(0, 1 << 63, (4, 100_003), np.uint64)
    for function, inputs in [
        (setwise.attacks, boards[:3]),
        (setwise.ray_attacks, boards[:3]),
        (setwise.xray_attacks, boards),
    ]:
        one = function(*inputs)
        out = np.empty_like(one)
        assert function(*inputs, out=out, threads=2) is out
        assert np.array_equal(one, out)
        assert np.array_equal(one, function(*inputs, threads=0))


def test_out_is_the_memory_of_the_caller():
    boards = np.array([1, 2, 4], np.uint64)
    memory = np.zeros(10, np.uint64)
    view = memory[3:6]
    assert setwise.attacks(boards, boards, boards, out=view) is view
    assert memory[3:6].all() and not memory[:3].any() and not memory[6:].any()


GOOD = np.array([1, 2, 4], np.uint64)


@pytest.mark.parametrize(
    "wrong, error",
    [
        (GOOD.astype(np.int64), TypeError),
        (GOOD.astype(">u8"), TypeError),
        (GOOD.tolist(), TypeError),
        (None, TypeError),
        (GOOD[:2], ValueError),
        (GOOD.reshape(3, 1), ValueError),
        (np.zeros(6, np.uint64)[::2], ValueError),
        (GOOD[::-1], ValueError),
        (np.frombuffer(bytes(25), np.uint64, 3, 1), ValueError),
    ],
)
def test_errors_name_the_argument(wrong, error):
    with pytest.raises(error, match="^diagonal:"):
        setwise.attacks(GOOD, wrong, GOOD)
    with pytest.raises(error, match="^blockers:"):
        setwise.xray_attacks(GOOD, GOOD, GOOD, wrong)
    with pytest.raises(error, match="^propagators:"):
        setwise.occluded_fill(GOOD, wrong, "north")
    if wrong is not None:
        with pytest.raises(error, match="^out:"):
            setwise.attacks(GOOD, GOOD, GOOD, out=wrong)
        with pytest.raises(error, match="^out:"):
            setwise.ray_attacks(GOOD, GOOD, GOOD, out=wrong)


def test_wrong_outputs_and_options():
    frozen = GOOD.copy()
    frozen.flags.writeable = False
    setwise.attacks(frozen, frozen, frozen)
    with pytest.raises(ValueError, match="^out: the array is read-only"):
        setwise.attacks(GOOD, GOOD, GOOD, out=frozen)
    with pytest.raises(ValueError, match="^out: the array overlaps"):
        setwise.attacks(GOOD, GOOD, GOOD, out=GOOD)
    # Two arrays of one buffer. Neither is the base of the other.
    buffer = bytearray(40)
    first, second = (np.frombuffer(buffer, np.uint64, 3, offset) for offset in (0, 16))
    assert first.base is not second.base
    for source, out in ((first, second), (second, first), (first, np.frombuffer(buffer, np.uint64, 3))):
        with pytest.raises(ValueError, match="^out: the array overlaps"):
            setwise.attacks(GOOD, source, GOOD, out=out)
    assert buffer == bytearray(40)
    with pytest.raises(ValueError, match="^out: expected shape"):
        setwise.ray_attacks(GOOD, GOOD, GOOD, out=np.zeros((8, 3), np.uint64, order="F")[:, :2])
    with pytest.raises(ValueError, match="^out: .* C-contiguous"):
        setwise.ray_attacks(GOOD, GOOD, GOOD, out=np.zeros((8, 3), np.uint64, order="F"))
    for direction in ("up", 8, -1, 1 << 70):
        with pytest.raises(ValueError, match="^direction:"):
            setwise.occluded_fill(GOOD, GOOD, direction)
    with pytest.raises(TypeError, match="^direction:"):
        setwise.occluded_fill(GOOD, GOOD, None)
    for threads in (-1, 1025):
        with pytest.raises(ValueError, match="^threads:"):
            setwise.attacks(GOOD, GOOD, GOOD, threads=threads)
