"""Training data from positions, in marlinformat."""

import numpy as np

import setwise

RECORD = np.dtype(
    [
        ("occupied", "<u8"),
        ("pieces", "u1", 16),
        ("turn", "u1"),
        ("halfmoves", "u1"),
        ("fullmoves", "<u2"),
        ("score", "<i2"),
        ("outcome", "u1"),
        ("extra", "u1"),
    ]
)


def marlinformat(positions, scores, outcomes):
    """Returns records. Scores and outcomes (0 Black has won, 1 draw, 2 White has won) are those of White."""
    squares = np.unpackbits(positions.bitboards().view(np.uint8).reshape(-1, 12, 8), axis=2, bitorder="little")
    codes = np.einsum("nps,p->ns", squares, np.array([0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13], np.uint8))
    occupied = squares.any(axis=1)
    rows, places = np.nonzero(occupied)
    numbers = occupied.cumsum(axis=1)[rows, places] - 1
    nibbles = np.zeros((len(positions), 32), np.uint8)
    nibbles[rows, numbers] = codes[rows, places]
    records = np.zeros(len(positions), RECORD)
    records["occupied"] = np.packbits(occupied, axis=1, bitorder="little").view("<u8").ravel()
    records["pieces"] = nibbles[:, ::2] | nibbles[:, 1::2] << 4
    records["turn"] = np.where(positions.turns(), 0, 128) + 64  # no square of en passant
    records["fullmoves"] = 1
    records["score"], records["outcome"] = scores, outcomes
    return records.tobytes()


def random_positions(games, plies, seed):
    """Returns positions of random games, without those that are over."""
    rng = np.random.default_rng(seed)
    position, batches = setwise.Positions.startpos(games), []
    for _ in range(plies):
        position = position.play(position.sample_moves(rng.random(games)))
        batches.append(position[position.legal_move_counts() > 0])
    return setwise.concatenate(batches)
