"""Compares setwise with python-chess and rust-chess. Install the wheel of a release build, and the packages of requirements.txt.

All contenders of a task take turns within a round; the table has the medians of the rounds. Each library has the positions in its own
form before the time is taken: `Positions`, a list of `chess.Board`, a list of `rust_chess.Board` or a `rust_chess.BoardBatch`, whichever
is faster. The tasks "read" make these forms. rust-chess has no attacks of a side, so it takes no part in the task `attack_maps`.
"""

import argparse
import random
import statistics
import time

import chess
import numpy as np
import pyarrow as pa
import rust_chess

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


def measure(clock, name, rounds, contenders):
    """Prints the median time of each contender, a tuple of its name, a function and the number of items that the function handles. If
    that number is None, the function returns it. The ratios are to the first contender."""
    times = [[] for _ in contenders]
    for _ in range(rounds):
        for found, (_, act, items) in zip(times, contenders):
            start = clock()
            done = act()
            found.append((clock() - start) / (items or done))
            del done
    medians = [statistics.median(found) for found in times]
    for (contender, _, _), median in zip(contenders, medians):
        print(f"{name:20} {contender:26} {median * 1e9:12.1f} {median / medians[0]:10.2f}", flush=True)
        name = ""


def attack_map(board, color):
    attacked = 0
    for square in chess.scan_forward(board.occupied_co[color]):
        attacked |= board.attacks_mask(square)
    return attacked


def counts_of_batch(batch):
    # The generators keep their state.
    batch.reset_move_generator()
    return batch.get_generator_num_remaining()


def moves_of_board(board):
    board.reset_move_generator()
    return list(board.generate_legal_moves())


def playouts(games, plies, threads):
    """Plays random games to their end or to a number of plies. Returns the number of moves."""
    rng = np.random.default_rng(1)
    positions, played = setwise.Positions.startpos(games), 0
    for _ in range(plies):
        chosen = positions.sample_moves(rng.random(games), threads=threads)
        moves = np.count_nonzero(chosen != setwise.NO_MOVE)
        if moves == 0:
            break
        positions.play_in_place(chosen, threads=threads)
        played += moves
    return played


def playouts_of_python_chess(games, plies):
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


def playouts_of_rust_chess(games, plies):
    rng, played = random.Random(1), 0
    for _ in range(games):
        board = rust_chess.Board(mode=rust_chess.RepetitionDetectionMode.NONE)
        for _ in range(plies):
            moves = list(board.generate_legal_moves())
            if not moves:
                break
            board.make_move(rng.choice(moves), check_legality=False)
            played += 1
    return played


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=65_536)
    parser.add_argument("--sample", type=int, default=4_096, help="positions for the other libraries")
    parser.add_argument("--games", type=int, default=4_096)
    parser.add_argument("--sample-games", type=int, default=32, help="games for the other libraries")
    parser.add_argument("--plies", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1, help="threads of setwise")
    parser.add_argument("--cpu-time", action="store_true", help="measure CPU time, for one thread on a busy machine")
    args = parser.parse_args()
    threads, rounds, n = args.threads, args.rounds, args.positions
    clock = time.process_time if args.cpu_time else time.perf_counter

    sample = boards_of_games(args.sample)
    size = len(sample)
    fens = [board.fen() for board in sample]
    mode = rust_chess.RepetitionDetectionMode.NONE
    column = pa.array(fens)
    rust_boards = [rust_chess.Board(fen, mode) for fen in fens]
    rust_batch = rust_chess.BoardBatch.from_fens(fens, mode)
    positions = setwise.Positions(sample)[np.arange(n) % size]
    assert counts_of_batch(rust_batch) == positions[:size].legal_move_counts().tolist()

    print(f"setwise: {n} positions, {threads} threads; the others: {size} positions; medians of {rounds} rounds, {'CPU' if args.cpu_time else 'wall'} time")
    print(f"{'task':20} {'':26} {'ns per item':>12} {'ratio':>10}")
    measure(clock, "read FENs", rounds, [
        ("setwise", lambda: setwise.Positions.from_fens(fens, threads=threads), size),
        ("setwise, Arrow column", lambda: setwise.Positions.from_arrow(column, threads=threads), size),
        ("python-chess", lambda: [chess.Board(fen) for fen in fens], size),
        ("rust-chess", lambda: rust_chess.BoardBatch.from_fens(fens, mode), size),
    ])
    measure(clock, "read chess.Board", rounds, [
        ("setwise", lambda: setwise.Positions.from_boards(sample), size),
    ])
    measure(clock, "legal_move_counts", rounds, [
        ("setwise", lambda: positions.legal_move_counts(threads=threads), n),
        ("python-chess", lambda: [board.legal_moves.count() for board in sample], size),
        ("rust-chess, batch", lambda: counts_of_batch(rust_batch), size),
    ])
    measure(clock, "legal_moves", rounds, [
        ("setwise", lambda: positions.legal_moves(threads=threads), n),
        ("python-chess", lambda: [list(board.legal_moves) for board in sample], size),
        ("rust-chess", lambda: [moves_of_board(board) for board in rust_boards], size),
    ])
    part = positions[:size]
    measure(clock, "names of all moves", rounds, [
        ("setwise, UCI", part.legal_uci, size),
        ("setwise, SAN", part.legal_san, size),
        ("python-chess, UCI", lambda: [[move.uci() for move in board.legal_moves] for board in sample], size),
    ])
    measure(clock, "attack_maps", rounds, [
        ("setwise", lambda: positions.attack_maps(threads=threads), n),
        ("python-chess", lambda: [(attack_map(board, True), attack_map(board, False)) for board in sample], size),
    ])
    for dtype in ("float32", "bool"):
        planes, copy = positions.planes(dtype=dtype), positions.planes(dtype=dtype)
        measure(clock, f"planes, {dtype}", rounds, [
            ("setwise", lambda: positions.planes(dtype=dtype, out=planes, threads=threads), n),
            ("numpy.copyto", lambda: np.copyto(planes, copy), n),
        ])
        del planes, copy
    measure(clock, "playouts, per move", rounds, [
        (f"setwise, {args.games} games", lambda: playouts(args.games, args.plies, threads), None),
        ("python-chess", lambda: playouts_of_python_chess(args.sample_games, args.plies), None),
        ("rust-chess", lambda: playouts_of_rust_chess(args.sample_games, args.plies), None),
    ])


if __name__ == "__main__":
    main()
