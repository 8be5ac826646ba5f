"""Compares what `setwise data` reads of random games and lines of EPD with what python-chess reads.

    python python_chess.py path/to/setwise [--games 15000] [--lines 20000]

Games and lines have noise of named kinds. A difference must be one that the kind explains: `GAMES` and `LINES` say what each kind allows.
python-chess is under the GPL: this script runs it, and nothing of it is part of setwise.
"""

import argparse, io, logging, os, random, subprocess, sys, tempfile
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import chess, chess.pgn

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

# Who refuses a game with a kind of noise: we (`ours`), python-chess (`theirs`). `outcome`: outcomes may differ.
GAMES = {
    "nag": "", "comment": "", "rest of line": "", "escaped line": "", "variation": "", "eval": "", "glyph": "", "spelling": "", "null": "",
    "no number": "", "crlf": "", "quoted game": "", "fen": "", "chess960": "", "result in comment": "",
    "no end mark": "", "half": "", "broken tag": "",
    "disagree": "outcome",  # The end mark counts, for python-chess the tag.
    "illegal": "ours theirs",
    "word": "ours",  # A word that is no move: python-chess skips it.
    "word in variation": "theirs",  # We skip variations; python-chess finds that a move of one is not legal.
    "variant": "ours theirs",  # Atomic chess, which python-chess plays by other rules.
}
LINES = {
    "plain": "", "strings": "", "spaces": "", "no semicolon": "", "clocks": "",
    "bad move": "ours theirs", "bad position": "ours theirs",
    "six fields": "theirs",  # The clocks of a FEN: python-chess takes them as an operation.
    "float": "ours", "quote": "ours",  # A score that is no whole number, and an open quote, which python-chess takes as a text.
}


def random_board(rng, plies):
    board = chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return chess.Board()
        board.push(rng.choice(moves))
    return board


def is_move(board, name):
    try:
        return bool(board.parse_san(name))
    except ValueError:
        return False


class Game:
    """The text of a game, and the kinds of noise in it."""

    def __init__(self, rng, number):
        self.rng, self.noise, self.text = rng, set(), []
        self.kinds = [kind for kind in GAMES if rng.random() < 0.08]
        self.write(number)

    def has(self, kind, chance=1.0):
        if kind in self.kinds and self.rng.random() < chance:
            self.noise.add(kind)
            return True
        return False

    def write(self, number):
        rng = self.rng
        board = chess.Board()
        if self.has("chess960"):
            board = chess.Board.from_chess960_pos(rng.randrange(960))
        elif self.has("fen"):
            board = random_board(rng, rng.randrange(1, 60))
        result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
        tag = rng.choice(["1-0", "0-1", "1/2-1/2"]) if self.has("disagree") else result
        tags = [f'[Event "{number}"]', '[White "A \\"b\\" \\\\ [c] {"]', f'[Result "{tag}"]']
        if self.has("broken tag"):
            tags.append(rng.choice(['[Two words "x"]', "[Site x]", "[Bad]"]))
        if "chess960" in self.noise:
            tags.append('[Variant "Chess960"]')
        elif self.has("variant"):
            tags.append('[Variant "Atomic"]')
        if board.fen() != chess.STARTING_FEN:
            tags += ['[SetUp "1"]', f'[FEN "{board.fen()}"]']
        rng.shuffle(tags)
        tags.sort(key=lambda tag: not tag.startswith("[Event"))
        self.text += tags + [""]
        words = []
        plies = rng.randrange(70)
        wrong = rng.randrange(plies + 1)
        for ply in range(plies):
            if not any(board.legal_moves):
                break
            words += self.half_move(board, ply == wrong)
            if self.has("eval", 0.3):
                words.append("{[%eval 0.31] [%clk 0:01:02]}")
        self.lines(words)
        if self.has("no end mark"):
            pass
        elif result == "1/2-1/2" and self.has("half"):
            self.text.append("1/2")
        else:
            self.text.append(result)
        self.text.append("")

    def lines(self, words):
        line = ""
        for word in words:
            if word.startswith(("%", ";")):
                # The rest of the line, or a separate line.
                # An empty line would end the game for python-chess.
                self.text += [line] * bool(line) + [word] if word.startswith("%") else [f"{line} {word}"]
                line = ""
            elif len(line) + len(word) > 78:
                self.text.append(line)
                line = word
            else:
                line = f"{line} {word}".strip()
        if line:
            self.text.append(line)

    def half_move(self, board, is_wrong):
        rng, words = self.rng, []
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        if not self.has("no number", 0.5) and (board.turn or rng.random() < 0.3):
            words.append(number)
        if not board.is_check() and self.has("null", 0.05):
            board.push(chess.Move.null())
            return words + [rng.choice(["--", "Z0", "0000"])]
        if is_wrong and self.has("illegal"):
            words.append(next(name for name in ("Ke5", "Qa1xa8", "O-O-O", "Kd4") if not is_move(board, name)))
        if is_wrong and self.has("word"):
            words.append(rng.choice(["foo", "@", "Qa9", "<>"]))
        if self.has("comment", 0.05):
            words.append("(null)")
        move = rng.choice(list(board.legal_moves))
        name = board.san(move)
        if self.has("spelling", 0.2):
            change = rng.randrange(4)
            if change == 0:
                name = name.replace("O", "0")
            elif change == 1:
                name = name.replace("=", "")
            elif change == 2:
                name = name.rstrip("+#")
            elif board.piece_type_at(move.from_square) not in (chess.PAWN, chess.KING):
                name = name[0] + chess.square_name(move.from_square) + ("x" if board.is_capture(move) else "") + chess.square_name(move.to_square)
        if self.has("glyph", 0.2):
            name += rng.choice(["!", "?", "!?", " +-", " =", " N", "."])
        words.append(name)
        if self.has("variation", 0.1):
            words += self.variation(board)
        board.push(move)
        if self.has("nag", 0.2):
            words.append(f"${rng.randrange(1, 140)}")
        if self.has("comment", 0.2):
            words.append(rng.choice(["{ x }", "{(1. d4)}", "{%\n\n x}", "{;}", "{[%csl Ge4]}"]).replace("\n\n", "\n"))
        if self.has("result in comment", 0.2):
            words.append(rng.choice(["{1-0}", "{ * }"]))
        if self.has("quoted game", 0.05):
            words.append('{\n[Event "quoted"]\n1. e4 *\n}')
        if self.has("rest of line", 0.1):
            words.append("; 1-0 { ( [Event")
        if self.has("escaped line", 0.1):
            words.append("% 1-0 { ( [Event")
        return words

    def variation(self, board, depth=0):
        board, words = board.copy(stack=False), ["("]
        for _ in range(self.rng.randrange(1, 4)):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = self.rng.choice(moves)
            words.append(board.san(move))
            board.push(move)
            if depth < 2 and board.legal_moves.count() and self.rng.random() < 0.2:
                words.append("{ ) }")
        if self.has("word in variation"):
            words.append("Ke9 Kxa1xb2 e5e5")
        return words + [")"]


def write_games(rng, count):
    games = [Game(rng, number) for number in range(1, count + 1)]
    parts = []
    for game in games:
        text = "\n".join(game.text) + "\n"
        parts.append(text.replace("\n", "\r\n") if game.has("crlf") else text)
    if rng.random() < 0.5:
        parts.insert(0, "\ufeff")
    return "".join(parts), [game.noise for game in games]


def their_games(text):
    """The final position, half-moves and outcome of each game; `None` for a game with errors."""
    file = io.StringIO(text, newline=None)
    while (game := chess.pgn.read_game(file)) is not None:
        if game.errors or game.headers.get("Variant") == "Atomic":
            yield None
            continue
        end = game.end()
        yield end.board().fen(en_passant="fen", shredder=True), end.ply() - game.ply(), game.headers["Result"]


def setwise(binary, *arguments):
    done = subprocess.run([binary, "data", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr}")


def operations(line):
    """The first four fields of a line that we wrote, and its operations."""
    words = line.split(None, 4)
    texts = words[4].rstrip(";").split("; ") if len(words) > 4 else []
    return " ".join(words[:4]), dict(text.split(" ", 1) for text in texts)


def our_games(binary, text, folder, name):
    """What we read of each game, by its number."""
    pgn, epd = folder / f"{name}.pgn", folder / f"{name}.pgn.epd"
    pgn.write_bytes(text.encode())
    setwise(binary, "convert", pgn, epd, "--final-positions", "--on-damage", "skip")
    games = {}
    for line in epd.read_text().splitlines():
        fields, found = operations(line)
        board = chess.Board(f"{fields} {found['hmvc']} {found['fmvn']}", chess960=True)
        plies = games.get(int(found["tcgs"]), (None, -1))[1] + 1
        outcome = found.get("c9", '"*"').strip('"')
        games[int(found["tcgs"])] = board.fen(en_passant="fen", shredder=True), plies, outcome
    return games


def refusal(mine, found, counts):
    """Who refuses, counted."""
    names = [name for name, read in (("ours", mine), ("theirs", found)) if read is None]
    if names:
        counts[f"refused: {' and '.join(names)}"] += 1
    return set(names)


def compare_games(job):
    binary, folder, seed, count = job
    text, noises = write_games(random.Random(seed), count)
    theirs = list(their_games(text))
    ours = our_games(binary, text, folder, seed)
    assert len(theirs) == count, f"python-chess finds {len(theirs)} games, not {count}"
    assert max(ours) <= count, f"we find {max(ours)} games, not {count}"
    counts, problems = Counter(games=count), []
    for number, (noise, found) in enumerate(zip(noises, theirs), 1):
        expected = set(" ".join(GAMES[kind] for kind in noise).split())
        mine = ours.get(number)
        if refusal(mine, found, counts) != expected - {"outcome"}:
            problems.append((number, noise, mine, found))
        elif mine is None or found is None:
            continue
        elif mine == found or mine[:2] == found[:2] and "outcome" in expected:
            counts["equal" if mine == found else "equal but for the outcome"] += 1
            counts["half-moves"] += found[1]
        else:
            problems.append((number, noise, mine, found))
    return counts, [f"seed {seed}, game {problem}" for problem in problems]


class Line:
    """A line of EPD, and the kinds of noise in it."""

    def __init__(self, rng, number):
        board = random_board(rng, rng.randrange(1, 80))
        self.kind = rng.choice(list(LINES)) if rng.random() < 0.5 else "plain"
        moves = [board.san(move) for move in board.legal_moves]
        rng.shuffle(moves)
        texts = [f"tcgs {number}"]
        if moves and rng.random() < 0.5:
            texts.append(f"sm {moves[0]}")
        if moves and rng.random() < 0.4:
            texts.append(f"bm {' '.join(moves[: rng.randrange(1, 4)])}")
        if moves and rng.random() < 0.2:
            texts.append(f"am {moves[-1]}")
        if rng.random() < 0.5:
            texts.append(f"ce {rng.randrange(-32767, 32768)}")
        if rng.random() < 0.3:
            texts.append(f"c9 \"{rng.choice(['1-0', '0-1', '1/2-1/2'])}\"")
        if rng.random() < 0.3:
            texts.append(f"acd {rng.randrange(40)}")
        if rng.random() < 0.3:
            texts.append('id "x y"')
        if rng.random() < 0.1:
            texts.append("noop")
        fields = board.epd(en_passant="fen")
        if self.kind == "strings":
            texts.append(rng.choice(['c0 "a; b"', 'c0 "sm e4;"', 'c0 "é ±"', 'c0 ""']))
        elif self.kind == "clocks":
            texts += [f"hmvc {board.halfmove_clock}", f"fmvn {board.fullmove_number}"]
        elif self.kind == "six fields":
            fields = board.fen(en_passant="fen")
        elif self.kind == "bad move":
            texts = [text for text in texts if not text.startswith("sm")] + ["sm Ke9"]
        elif self.kind == "float":
            texts = [text for text in texts if not text.startswith("ce")] + ["ce 1.5"]
        elif self.kind == "quote":
            texts.append('c0 "open')
        elif self.kind == "bad position":
            fields = fields.replace("/", "//", 1) if rng.random() < 0.5 else fields.replace(" w ", " x ").replace(" b ", " x ")
        if self.kind != "quote":
            rng.shuffle(texts)
        self.text = f"{fields} {'; '.join(texts)}{'' if self.kind == 'no semicolon' else ';'}"
        if self.kind == "spaces":
            self.text = "  " + self.text.replace(" ", "  ") + "\t"


def their_line(line):
    board = chess.Board()
    try:
        found = board.set_epd(line)
    except ValueError:
        return None
    if not board.is_valid():
        return None
    return board.fen(en_passant="fen"), found


def compare_lines(job):
    binary, folder, seed, count = job
    rng = random.Random(seed)
    lines = [Line(rng, number) for number in range(1, count + 1)]
    epd, same, parquet, known = (folder / f"{seed}.{end}" for end in ("epd", "same.epd", "parquet", "known.epd"))
    epd.write_text("".join(line.text + "\n" for line in lines))
    for source, target in ((epd, same), (epd, parquet), (parquet, known)):
        setwise(binary, "convert", source, target, "--on-damage", "skip", *(["--assume-missing"] if target != same else []))
    kept = same.read_text().splitlines()
    ours = {}
    for text, whole in zip(known.read_text().splitlines(), kept, strict=True):
        fields, found = operations(text)
        ours[int(found["tcgs"])] = fields, found, whole
    counts, problems = Counter(lines=count), []
    for number, line in enumerate(lines, 1):
        theirs, mine = their_line(line.text), ours.get(number)
        if refusal(mine, theirs, counts) != set(LINES[line.kind].split()):
            problems.append((number, line.text, mine, theirs))
            continue
        if mine is None or theirs is None:
            continue
        fields, values, whole = mine
        fen, found = theirs
        board = chess.Board(f"{fields} {values.get('hmvc', 0)} {values.get('fmvn', 1)}")
        score = int(values["ce"]) if "ce" in values else None
        played = board.parse_san(values["sm"]) if "sm" in values else None
        outcome = values["c9"].strip('"') if "c9" in values else None
        is_equal = (board.fen(en_passant="fen"), score, played, outcome) == (fen, found.get("ce"), found.get("sm"), found.get("c9"))
        # All operations are in the line that was written as EPD again.
        if is_equal and their_line(whole) == theirs:
            counts["equal"] += 1
        else:
            problems.append((number, line.text, mine, theirs))
    return counts, [f"seed {seed}, line {problem}" for problem in problems]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("setwise")
    parser.add_argument("--games", type=int, default=15_000)
    parser.add_argument("--lines", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=54)
    options = parser.parse_args()
    binary = str(Path(options.setwise).resolve())
    parts = 20
    with tempfile.TemporaryDirectory() as folder, Pool(os.cpu_count()) as pool:
        failed = False
        for compare, number in ((compare_games, options.games), (compare_lines, options.lines)):
            jobs = [(binary, Path(folder), options.seed + part, -(-number // parts)) for part in range(parts)]
            counts, problems = Counter(), []
            for some_counts, some_problems in pool.imap_unordered(compare, jobs):
                counts += some_counts
                problems += some_problems
            print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())), flush=True)
            for problem in problems[:20]:
                print(problem)
            print(f"{len(problems)} unexplained differences")
            failed |= bool(problems)
    sys.exit(failed)


main()
