"""Compares setwise with python-chess. Install the wheel of a release build, and `chess`.

Prints the time of each task for both, and the ratio. The time is the least of several rounds.
"""

import argparse
import random
import time

import chess
import numpy as np

import setwise


def boards_of_games(count):
    rng, boards = random.Random(1), []
    while len(boards) < count:
        board = chess.Board()
        for _ in range(100):
            boards.append(board.copy(stack=False))
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
    return boards[:count]


def seconds(task, rounds):
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        task()
        best = min(best, time.perf_counter() - start)
    return best


def row(name, ours, theirs, n, other="python-chess"):
    print(
        f"{name:34} {ours / n * 1e9:12.1f} ns {theirs / n * 1e9:12.1f} ns {theirs / ours:10.2f}  ({other})",
        flush=True,
    )


def attack_map(board, color):
    attacked = 0
    for square in chess.scan_forward(board.occupied_co[color]):
        attacked |= board.attacks_mask(square)
    return attacked


def playouts(games, plies, threads):
    """Plays random games to their end or to a number of plies. Returns the number of moves."""
    rng = np.random.default_rng(1)
    positions, played = setwise.Positions.startpos(games), 0
    for _ in range(plies):
        offsets, moves = positions.legal_moves(threads=threads)
        counts = np.diff(offsets)
        alive = counts > 0
        if not alive.any():
            break
        picks = offsets[:-1] + (rng.random(games) * counts).astype(np.int64)
        chosen = np.full(games, setwise.NO_MOVE, np.uint16)
        chosen[alive] = moves[picks[alive]]
        positions = positions.play(chosen, threads=threads)
        played += int(alive.sum())
    return played


def playouts_of_chess(games, plies):
    rng, played = random.Random(1), 0
    for _ in range(games):
        board = chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            played += 1
    return played


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=65_536)
    parser.add_argument("--sample", type=int, default=4_096, help="positions for python-chess")
    parser.add_argument("--games", type=int, default=4_096)
    parser.add_argument("--sample-games", type=int, default=64, help="games for python-chess")
    parser.add_argument("--plies", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    threads, rounds = args.threads, args.rounds

    sample = boards_of_games(args.sample)
    n = args.positions
    positions = setwise.Positions(sample)[np.arange(n) % len(sample)]
    print(f"{n} positions, {threads} threads; python-chess: {len(sample)} positions")
    print(f"{'per position':34} {'setwise':>15} {'other':>15} {'ratio':>10}")

    def compare(name, ours, theirs):
        time_ours = seconds(ours, rounds) / n
        row(name, time_ours, seconds(theirs, 1) / len(sample), 1)

    counts = np.zeros(n, np.uint32)
    compare(
        "legal_move_counts",
        lambda: positions.legal_move_counts(out=counts, threads=threads),
        lambda: [board.legal_moves.count() for board in sample],
    )
    compare(
        "legal_moves",
        lambda: positions.legal_moves(threads=threads),
        lambda: [list(board.legal_moves) for board in sample],
    )
    maps = np.zeros((n, 2), np.uint64)
    compare(
        "attack_maps",
        lambda: positions.attack_maps(out=maps, threads=threads),
        lambda: [(attack_map(board, True), attack_map(board, False)) for board in sample],
    )
    for dtype in ("float32", "bool"):
        planes = positions.planes(dtype=dtype)
        copy = np.ones_like(planes)
        ours = seconds(lambda: positions.planes(dtype=dtype, out=planes, threads=threads), rounds)
        row(f"planes, {dtype}", ours, seconds(lambda: np.copyto(copy, planes), rounds), n, "numpy.copyto")
        del planes, copy

    moves = playouts(args.games, args.plies, threads)
    ours = seconds(lambda: playouts(args.games, args.plies, threads), min(rounds, 2)) / moves
    start = time.perf_counter()
    played = playouts_of_chess(args.sample_games, args.plies)
    theirs = (time.perf_counter() - start) / played
    row(f"playouts of {args.games} games, per move", ours, theirs, 1)


if __name__ == "__main__":
    main()
