import chess
import numpy as np
import pytest

import setwise


def test_status(boards, positions):
    status = positions.status()
    assert status.dtype == np.uint8
    for found, board in zip(status.tolist(), boards):
        expected = (
            board.is_check() * setwise.CHECK
            | board.is_checkmate() * setwise.CHECKMATE
            | board.is_stalemate() * setwise.STALEMATE
            | board.is_insufficient_material() * setwise.INSUFFICIENT_MATERIAL
        )
        assert found == expected, board.fen()
    assert np.bitwise_or.reduce(status) == 15


def test_checkers_and_pins(boards, positions):
    checkers, pins = positions.checkers(), positions.pins()
    assert checkers.tolist() == [board.checkers_mask() for board in boards]
    for found, board in zip(pins.tolist(), boards):
        ours = chess.SquareSet(board.occupied_co[board.turn])
        expected = sum(1 << s for s in ours if board.is_pinned(board.turn, s))
        assert found == expected, board.fen()


def test_attack_maps(boards, positions):
    maps = positions.attack_maps()
    for row, board in zip(maps.tolist(), boards):
        for found, color in zip(row, (chess.WHITE, chess.BLACK)):
            expected = 0
            for square in chess.SquareSet(board.occupied_co[color]):
                expected |= board.attacks_mask(square)
            assert found == expected, board.fen()


def test_mobility(boards, positions):
    mobility = positions.mobility()
    assert mobility.dtype == np.uint16
    for row, board in zip(mobility.tolist(), boards):
        expected = [0] * 6
        for move in board.legal_moves:
            expected[board.piece_type_at(move.from_square) - 1] += 1
        assert row == expected, board.fen()


@pytest.mark.parametrize("name", ["status", "checkers", "pins", "attack_maps", "mobility", "bitboards", "keys"])
def test_out_and_threads(positions, name):
    many = positions[np.arange(5000) % len(positions)]
    one = getattr(many, name)()
    out = np.zeros_like(one)
    assert getattr(many, name)(out=out, threads=2) is out
    assert np.array_equal(out, one)
    with pytest.raises(ValueError, match="^out:"):
        getattr(many, name)(out=out[1:])
    with pytest.raises(TypeError, match="^out:"):
        getattr(many, name)(out=out.astype(np.float32))


def test_planes(boards, positions):
    planes = positions.planes()
    assert planes.shape == (len(boards), 12, 8, 8) and planes.dtype == np.float32
    alphazero = positions.planes("alphazero")
    for found, oriented, board in zip(planes, alphazero, boards):
        expected = np.zeros((2, 6, 64), np.float32)
        for square, piece in board.piece_map().items():
            expected[0 if piece.color else 1, piece.piece_type - 1, square] = 1
        assert np.array_equal(found.reshape(2, 6, 64), expected)
        view = expected.reshape(2, 6, 8, 8)
        if board.turn == chess.BLACK:
            view = view[::-1, :, ::-1]
        assert np.array_equal(oriented.reshape(2, 6, 8, 8), view)
    for order in ("python-chess", "alphazero"):
        floats = positions.planes(order, threads=2)
        bools = positions.planes(order, "bool")
        assert bools.dtype == np.bool_ and np.array_equal(bools, floats)
        out = np.ones_like(bools)
        assert positions.planes(order, "bool", out=out, threads=2) is out
        assert np.array_equal(out, bools)


def test_wrong_planes(positions):
    with pytest.raises(ValueError, match="^order:"):
        positions.planes("lc0")
    with pytest.raises(ValueError, match="^dtype:"):
        positions.planes(dtype="float64")
    with pytest.raises(TypeError, match="^out: expected dtype float32"):
        positions.planes(out=positions.planes(dtype="bool"))
