import numpy as np
import pytest

import setwise

SETS = {name: (size, active) for name, size, active in setwise.feature_sets()}


@pytest.mark.parametrize("name", SETS)
def test_rows_and_padded_rows(positions, name):
    size, active = SETS[name]
    offsets, first, second = positions.threat_features(name)
    counts = np.diff(offsets)
    assert (offsets.dtype, first.dtype, second.dtype) == (np.int64, np.int32, np.int32)
    assert len(offsets) == len(positions) + 1 and len(first) == len(second) == offsets[-1]
    for rows in (first, second):
        assert rows.min() >= 0 and rows.max() < size
    assert counts.max() <= active
    for threads in (1, 2):
        padded = positions.padded_threat_features(name, threads=threads)
        for rows, table in zip((first, second), padded):
            assert table.shape == (len(positions), active) and table.dtype == np.int32
            used = np.arange(active) < counts[:, None]
            assert np.array_equal(table[used], rows) and (table[~used] == -1).all()
        for one, two in zip((offsets, first, second), positions.threat_features(name, threads=threads)):
            assert np.array_equal(one, two)


def test_perspectives(boards, positions):
    offsets, white, black = positions.threat_features("chess-768")
    _, mover, other = positions.threat_features("chess-768", perspectives="mover-other")
    for i, board in enumerate(boards):
        row = slice(offsets[i], offsets[i + 1])
        expected = (white, black) if board.turn else (black, white)
        for found, wanted in zip((mover, other), expected):
            assert sorted(found[row].tolist()) == sorted(wanted[row].tolist())
        # bullet's Chess768: 384 for the other color, 64 for each role, the square.
        pieces = board.piece_map().items()
        numbers = [(0 if p.color else 384) + 64 * (p.piece_type - 1) + s for s, p in pieces]
        assert sorted(white[row].tolist()) == sorted(numbers)


def test_wrong_arguments(positions):
    with pytest.raises(ValueError, match="^set: expected one of full-threats"):
        positions.threat_features("threats")
    with pytest.raises(ValueError, match="^perspectives:"):
        positions.threat_features("chess-768", perspectives="white")
    with pytest.raises(ValueError, match="^width: position 0 has .* do not fit a row of 8") as caught:
        positions.padded_threat_features("chess-768", 8)
    assert caught.value.index == 0
    with pytest.raises((ValueError, MemoryError)):
        positions.padded_threat_features("chess-768", 1 << 60)
    first, _ = positions.padded_threat_features("chess-768", 40, filler=768)
    assert first.shape == (len(positions), 40) and (first[:, -1] == 768).all()
