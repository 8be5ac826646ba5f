"""Compares games that python-chess writes with what `setwise data` reads of them, and games that setwise writes with what python-chess reads.

    python python_chess.py path/to/setwise path/to/random_games [--games 1000]

The second program is an example of setwise-pgn. python-chess is under the GPL: this script runs it, and nothing of it is part of setwise.
"""

import argparse, csv, os, random, re, subprocess, sys, tempfile
from multiprocessing import Pool
from pathlib import Path

import chess, chess.engine, chess.pgn

WORDS = ["good", "(1. d4)", "1-0", "*", ";", "$1", "[%csl Ra1]", "e4", "{", "%x", "é", "\\", '"', "--", "+0.30/12"]

TAGS = ["WhiteElo", "ECO", "TimeControl", "Opening", "PlyCount"]
COLUMNS = [*TAGS, "base", "increment", "san", "clock", "emt", "eval", "eval_mate", "nags"]


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
        if rng.random() < 0.2:
            score = chess.engine.Mate(rng.randrange(1, 20)) if rng.random() < 0.1 else chess.engine.Cp(rng.randrange(-2000, 2000))
            node.set_eval(chess.engine.PovScore(score, rng.choice(chess.COLORS)), rng.choice([None, 12]))
        if rng.random() < 0.1:
            node.set_emt(rng.randrange(1000) / 10)
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


def tag_value(headers, name):
    """The value of a tag as a table has it."""
    value = headers.get(name, "")
    if name.endswith("Elo") or name == "PlyCount":
        return str(int(value)) if re.fullmatch(r"-?\d+", value) else ""
    return value


def numbers(node):
    """Clock, time of the move, evaluation, mate and marks of a move. An evaluation of an engine match is not compared."""
    clock, emt, score = node.clock(), node.emt(), node.eval()
    score = score and score.white()
    times = ("" if time is None else str(round(time * 1000)) for time in (clock, emt))
    scores = ["" if number is None else str(number) for number in (score and score.score(), score and score.mate())]
    if "+0.30/12" in node.comment.split():
        scores = ["*", "*"]
    return (*times, *scores, " ".join(map(str, sorted(node.nags))))


# Conditions on the position and the played move, in the order of `kinds`.
KINDS = ["mating_moves", "mating_moves > 1", "missed_mate", "played_captures", "gives_check"]


def kinds(board, move):
    """What conditions hold for a move."""
    mating = 0
    for other in board.legal_moves:
        if board.gives_check(other):
            board.push(other)
            mating += board.is_checkmate()
            board.pop()
    if not move:
        return mating > 0, mating > 1, False, False, False
    captures, check = board.is_capture(move), board.gives_check(move)
    board.push(move)
    mates = board.is_checkmate()
    board.pop()
    return mating > 0, mating > 1, mating > 0 and not mates, captures, check


def theirs(rng):
    """The text of a game that python-chess writes, with its main line and its result."""
    game = chess.pgn.Game()
    start = random_start(rng)
    game.setup(start)
    game.headers["White"] = "A [c] {d} ;"
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    for name in TAGS:
        if rng.random() < 0.5:
            game.headers[name] = rng.choice(['?', "180+2", "1500", "-12", "B20", 'a, b', "é;", "-"])
    game.comment = comment(rng)
    add_line(rng, game, game.board(), rng.randrange(100))
    line, rows, holding, board = [], [], [], game.board()
    tags = [tag_value(game.headers, name) for name in TAGS]
    control = re.fullmatch(r"(\d+)(?:\+(\d+))?", game.headers.get("TimeControl", ""))
    tags += control.groups("0") if control else ("", "")
    for node in game.mainline():
        line.append((fen(board), board.san(node.move) if node.move else None))
        rows.append((*tags, board.san(node.move) if node.move else "--", *numbers(node)))
        holding.append(kinds(board, node.move))
        board.push(node.move)
    line.append((fen(board), None))
    text = game.accept(chess.pgn.StringExporter(columns=rng.choice([None, 80, 40])))
    return (spaced(rng, text) if rng.random() < 0.7 else text + "\n\n"), (line, game.headers["Result"]), rows, holding


def run(*arguments):
    done = subprocess.run([*map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr}")


def compare_theirs(job):
    setwise, _, folder, seed, count = job
    rng = random.Random(seed)
    games = [theirs(rng) for _ in range(count)]
    pgn, epd = folder / f"{seed}.pgn", folder / f"{seed}.epd"
    pgn.write_bytes("".join(text for text, *_ in games).encode())
    holding = [moves for *_, moves in games]
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
        for number, (text, expected, *_) in enumerate(games, 1)
        if read.get(number) != expected
    ] + [f"seed {seed}: {len(read)} games"] * (len(read) != count) + different_columns(setwise, pgn, [rows for *_, rows, _ in games]) + different_kinds(setwise, pgn, holding)


def different_columns(setwise, pgn, games):
    """Compares columns of PGN, and those of the games as rows of a table."""
    table, both = pgn.with_suffix(".parquet"), (pgn.with_suffix(".csv"), pgn.with_suffix(".rows.csv"))
    run(setwise, "data", "convert", pgn, both[0], "--columns", ",".join(COLUMNS), "--on-damage", "skip")
    of_games = [name for name in COLUMNS if name != "nags"]
    run(setwise, "data", "games", pgn, table, "--columns", ",".join(of_games), "--on-damage", "skip")
    run(setwise, "data", "convert", table, both[1], "--columns", ",".join(name for name in of_games if name not in ("base", "increment")))
    problems = []
    for file in both:
        with open(file, encoding="utf-8", newline="") as rows:
            read = list(csv.DictReader(rows))
        place = 0
        for number, expected in enumerate(games, 1):
            found = read[place : place + len(expected)]
            place += len(expected)
            for ply, (row, values) in enumerate(zip(found, expected)):
                wanted = {name: value for name, value in zip(COLUMNS, values) if name in row and value != "*"}
                got = {name: row[name] for name in wanted}
                if "nags" in got:
                    got["nags"] = " ".join(sorted(got["nags"].split(), key=int))
                if got != wanted or row["game"] != str(number):
                    problems.append(f"{file.name}, game {number}, half-move {ply}: {got} instead of {wanted}")
        if place != len(read):
            problems.append(f"{file.name}: {len(read)} rows instead of {place}")
    return problems


def different_kinds(setwise, pgn, games):
    """Compares the half-moves for which conditions hold, by the game and the number of the row in it."""
    all_rows, kept, problems = pgn.with_suffix(".all.csv"), pgn.with_suffix(".kept.csv"), []

    def read(file):
        with open(file, encoding="utf-8", newline="") as rows:
            return [tuple(row[name] for name in ("game", "ply", "fen", "move")) for row in csv.DictReader(rows)]

    run(setwise, "data", "convert", pgn, all_rows, "--on-damage", "skip")
    moves = [holds for game in games for holds in game]
    for place, condition in enumerate(KINDS):
        run(setwise, "data", "filter", pgn, kept, "--where", condition, "--on-damage", "skip")
        expected = [row for row, holds in zip(read(all_rows), moves, strict=True) if holds[place]]
        if read(kept) != expected:
            problems.append(f"{pgn.name}: {condition}: {len(read(kept))} rows, but not those {len(expected)}")
    return problems


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
