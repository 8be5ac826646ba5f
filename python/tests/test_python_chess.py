"""Every call that python-chess can check, on random games. SETWISE_POSITIONS is their number of positions."""

import os
import random

import chess
import numpy as np

import games
import setwise

N = int(os.environ.get("SETWISE_POSITIONS", 1000))


def test_positions():
    boards = []
    while len(boards) < N:
        chess960 = bool(len(boards) % 2)
        boards += games.random_boards(1, 300, len(boards), chess960)
    boards = boards[:N]
    positions = setwise.Positions.from_fens([board.shredder_fen(en_passant="fen") for board in boards])
    assert setwise.Positions(boards) == positions
    assert positions.to_fens(shredder=True) == [board.shredder_fen(en_passant="fen") for board in boards]
    offsets, moves = positions.legal_moves()
    ends = offsets[1:].tolist()
    room = np.zeros(218 * N, np.uint16)
    for threads in (1, 2):
        again = positions.legal_moves(out=room, threads=threads)
        assert np.array_equal(again[0], offsets) and np.array_equal(again[1], moves) and again[1].base is room
    uci, san = positions.legal_uci(chess960=True), positions.legal_san()
    status, checkers, maps = positions.status().tolist(), positions.checkers().tolist(), positions.attack_maps().tolist()
    rng, chosen, names = random.Random(1), [], []
    for i, board in enumerate(boards):
        board.chess960 = True
        legal = list(board.legal_moves)
        assert sorted(uci[i]) == sorted(move.uci() for move in legal), board.fen()
        assert len(san[i]) == len(set(san[i])) == len(legal) == ends[i] - (ends[i - 1] if i else 0)
        assert checkers[i] == board.checkers_mask()
        assert bool(status[i] & setwise.CHECKMATE) == (not legal and bool(checkers[i]))
        assert bool(status[i] & setwise.STALEMATE) == (not legal and not checkers[i])
        for color in chess.COLORS:
            attacked = 0
            for square in chess.SquareSet(board.occupied_co[color]):
                attacked |= board.attacks_mask(square)
            assert maps[i][not color] == attacked
        if not legal:
            chosen.append("0000")
            names.append("--")
            continue
        move = rng.choice(legal)
        chosen.append(move.uci())
        names.append(board.san(move))
        assert san[i][uci[i].index(chosen[i])] == names[i], board.fen()
        board.push(move)
    played = positions.parse_san(names)
    assert np.array_equal(played, positions.parse_uci(chosen))
    assert positions.san(played) == names and positions.uci(played, chess960=True) == chosen
    after = positions.play(played).to_fens(shredder=True)
    assert after == [board.shredder_fen(en_passant="fen") for board in boards]
