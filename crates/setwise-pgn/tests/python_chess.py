"""Compares games that python-chess writes with what `setwise data` reads of them, and games that setwise writes with what python-chess reads.

    python python_chess.py path/to/setwise path/to/random_games [--games 1000]

The second program is an example of setwise-pgn. python-chess is under the GPL: this script runs it, and nothing of it is part of setwise.
"""

import argparse, os, random, re, subprocess, sys, tempfile
from multiprocessing import Pool
from pathlib import Path

import chess, chess.pgn

WORDS = ["good", "(1. d4)", "1-0", "*", ";", "$1", "[%csl Ra1]", "e4", "{", "%x", "é", "\\", '"', "--", "+0.30/12"]


def fen(board):
    return board.fen(en_passant="fen", shredder=True)


def random_start(rng):
    board = chess.Board()
    if rng.random() < 0.25:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    for _ in range(rng.randrange(60) if rng.random() < 0.3 else 0):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board.copy(stack=False)


def comment(rng):
    return " ".join(rng.choices(WORDS, k=rng.randrange(1, 12))) if rng.random() < 0.1 else ""


def add_line(rng, node, board, plies, depth=0):
    """Adds moves and their variations to a node. The board ends as it began."""
    undo = 0
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        passes = not board.is_check() and rng.random() < 0.01
        node = node.add_variation(chess.Move.null() if passes else rng.choice(moves), comment=comment(rng))
        if rng.random() < 0.1:
            node.nags.add(rng.randrange(1, 256))
        if rng.random() < 0.1:
            node.set_clock(rng.randrange(100_000) / 10)
        while depth < 3 and rng.random() < 0.06:
            other = node.parent.add_variation(rng.choice(moves), starting_comment=comment(rng), comment=comment(rng))
            board.push(other.move)
            add_line(rng, other, board, rng.randrange(5), depth + 1)
            board.pop()
        board.push(node.move)
        undo += 1
    for _ in range(undo):
        board.pop()


def spaced(rng, text):
    """The text with other white space outside of comments."""
    tags, moves = text.split("\n\n", 1)

    def change(match):
        found = match.group()
        if found.startswith("{"):
            return found
        if found.isspace():
            return rng.choice([" ", " ", " ", "  ", "\t", "\n", "\r\n", " \n "])
        return found.strip() if rng.random() < 0.5 else found

    # Space after a number and beside parentheses may be missing.
    moves = re.sub(r"\{[^}]*\}|\d+\.(?:\.\.)? |(?:\( )| \)|\s+", change, moves.strip())
    return f"{tags}\n\n{moves}\n\n"


def theirs(rng):
    """The text of a game that python-chess writes, with its main line and its result."""
    game = chess.pgn.Game()
    start = random_start(rng)
    game.setup(start)
    game.headers["White"] = "A [c] {d} ;"
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    game.comment = comment(rng)
    add_line(rng, game, game.board(), rng.randrange(100))
    line, board = [], game.board()
    for node in game.mainline():
        line.append((fen(board), board.san(node.move) if node.move else None))
        board.push(node.move)
    line.append((fen(board), None))
    text = game.accept(chess.pgn.StringExporter(columns=rng.choice([None, 80, 40])))
    return (spaced(rng, text) if rng.random() < 0.7 else text + "\n\n"), (line, game.headers["Result"])


def run(*arguments):
    done = subprocess.run([*map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr}")


def compare_theirs(job):
    setwise, _, folder, seed, count = job
    rng = random.Random(seed)
    games = [theirs(rng) for _ in range(count)]
    pgn, epd = folder / f"{seed}.pgn", folder / f"{seed}.epd"
    pgn.write_bytes("".join(text for text, _ in games).encode())
    run(setwise, "data", "convert", pgn, epd, "--final-positions", "--on-damage", "skip")
    read = {}
    for record in epd.read_text().splitlines():
        words = record.split(None, 4)
        found = dict(part.split(" ", 1) for part in words[4].rstrip(";").split("; "))
        board = chess.Board(f"{' '.join(words[:4])} {found['hmvc']} {found['fmvn']}", chess960=True)
        line, result = read.setdefault(int(found["tcgs"]), ([], found.get("c9", "*").strip('"')))
        line.append((fen(board), found.get("sm")))
    return [
        f"seed {seed}, game {number}: {text}\n{expected}\n{read.get(number)}"
        for number, (text, expected) in enumerate(games, 1)
        if read.get(number) != expected
    ] + [f"seed {seed}: {len(read)} games"] * (len(read) != count)


def tokens(node, board):
    """What stands after a position of a game, as `random_games` says it."""
    while node.variations:
        first, *others = node.variations
        yield from of_move(first, board)
        for other in others:
            yield "("
            yield from other.starting_comment.split()
            yield from of_move(other, board)
            inner = board.copy(stack=False)
            inner.push(other.move)
            yield from tokens(other, inner)
            yield ")"
        board.push(first.move)
        node = first


def of_move(node, board):
    yield board.uci(node.move, chess960=True)
    yield from (f"${nag}" for nag in node.nags)
    yield from node.comment.split()


def compare_ours(job):
    _, random_games, folder, seed, count = job
    pgn, expected = folder / f"{seed}.own.pgn", folder / f"{seed}.txt"
    run(random_games, count, seed, pgn, expected)
    problems = []
    with open(pgn, encoding="utf-8") as file:
        for number, line in enumerate(expected.read_text(encoding="utf-8").split("\n")[:-1], 1):
            game = chess.pgn.read_game(file)
            board = game.board()
            # python-chess leaves backslashes in the values of tags.
            white = re.sub(r"\\(.)", r"\1", game.headers["White"])
            found = [white, game.headers["Result"], fen(board), str(len(list(game.mainline_moves())))]
            found.append(" ".join([*game.comment.split(), *tokens(game, board)]))
            if game.errors or found != line.split("\t"):
                problems.append(f"seed {seed}, game {number}: {game.errors}\n{line}\n{found}")
        if chess.pgn.read_game(file) is not None:
            problems.append(f"seed {seed}: more than {count} games")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("setwise", type=Path)
    parser.add_argument("random_games", type=Path)
    parser.add_argument("--games", type=int, default=1_000)
    options = parser.parse_args()
    programs = options.setwise.resolve(), options.random_games.resolve()
    failed = False
    with tempfile.TemporaryDirectory() as folder, Pool(os.cpu_count()) as pool:
        for name, compare in (("written by python-chess", compare_theirs), ("written by setwise", compare_ours)):
            jobs = [(*programs, Path(folder), seed, options.games // 10) for seed in range(10)]
            problems = sum(pool.imap_unordered(compare, jobs), [])
            print(*problems[:10], f"{name}: {options.games // 10 * 10} games, {len(problems)} differences", sep="\n", flush=True)
            failed |= bool(problems)
    sys.exit(failed)


main()
