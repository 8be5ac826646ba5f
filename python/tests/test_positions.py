import os
import signal
import threading
import time

import chess
import chess.variant
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
import setwise
from setwise import Positions


def test_fens(boards, positions):
    fens = [board.fen(en_passant="fen") for board in boards]
    shredder = [board.shredder_fen(en_passant="fen") for board in boards]
    assert len(positions) == len(boards)
    assert positions.to_fens(shredder=True) == shredder
    assert Positions.from_fens(shredder) == positions
    assert Positions.from_fens(iter(shredder), threads=2) == positions
    orthodox = [i for i, board in enumerate(boards) if not board.chess960]
    assert [positions[i] for i in orthodox] == [fens[i] for i in orthodox]


def test_from_boards(boards, positions):
    assert Positions.from_boards(boards) == positions
    mixed = [board if i % 2 else board.shredder_fen(en_passant="fen") for i, board in enumerate(boards)]
    assert Positions(mixed) == positions


def test_from_bitboards(boards, positions):
    pieces = positions.bitboards()
    assert pieces.shape == (len(boards), 12) and pieces.dtype == np.uint64
    for row, board in zip(pieces.tolist(), boards):
        assert row == [board.pieces_mask(role, color) for color in (True, False) for role in range(1, 7)]
    rest = {
        "castling": positions.castling(),
        "en_passant": positions.en_passant(),
        "halfmoves": positions.halfmoves(),
        "fullmoves": positions.fullmoves(),
    }
    assert positions.turns().tolist() == [board.turn for board in boards]
    assert rest["castling"].tolist() == [board.clean_castling_rights() for board in boards]
    assert rest["en_passant"].tolist() == [-1 if b.ep_square is None else b.ep_square for b in boards]
    assert rest["halfmoves"].tolist() == [board.halfmove_clock for board in boards]
    assert rest["fullmoves"].tolist() == [board.fullmove_number for board in boards]
    assert Positions.from_bitboards(pieces, positions.turns(), **rest) == positions
    # A bool of NumPy may be any byte.
    turns = (positions.turns().view(np.uint8) * 2).view(bool)
    assert Positions.from_bitboards(pieces, turns, **rest) == positions


def test_keys(boards, positions):
    keys = positions.keys()
    assert keys.shape == (len(boards),) and keys.dtype == np.uint64
    # What a repetition is, as python-chess sees it.
    by_moves = {}
    for key, board in zip(keys.tolist(), boards):
        ep_square = board.ep_square if board.has_legal_en_passant() else None
        parts = (board.board_fen(), board.turn, board.clean_castling_rights(), ep_square)
        assert by_moves.setdefault(parts, key) == key
    assert len(set(by_moves.values())) == len(by_moves)
    start = Positions.startpos()
    again = start
    for name in ("g1f3", "g8f6", "f3g1", "f6g8"):
        again = again.play(again.parse_uci([name]))
    assert again != start and again.keys() == start.keys()


def test_initial_positions():
    assert list(Positions.startpos(2)) == [chess.STARTING_FEN] * 2
    assert len(Positions.startpos(0)) == 0
    numbers = [0, 518, 959]
    expected = [chess.Board.from_chess960_pos(n).shredder_fen() for n in numbers]
    assert Positions.chess960(numbers).to_fens(shredder=True) == expected
    with pytest.raises(ValueError, match=r"numbers\[1\]"):
        Positions.chess960([0, 960])
    with pytest.raises(ValueError, match="^n:"):
        Positions.startpos(-1)


def test_legal_moves(boards, positions):
    counts = positions.legal_move_counts()
    assert counts.dtype == np.uint32
    assert counts.tolist() == [board.legal_moves.count() for board in boards]
    assert np.array_equal(positions.legal_move_counts(threads=2), counts)
    offsets, moves = positions.legal_moves()
    assert (offsets.dtype, moves.dtype) == (np.int64, np.uint16)
    assert np.array_equal(np.diff(offsets), counts) and offsets[0] == 0
    for i, board in enumerate(boards):
        expected = sorted(games.encode(board, move) for move in board.legal_moves)
        assert sorted(moves[offsets[i] : offsets[i + 1]].tolist()) == expected
    for one, two in zip((offsets, moves), positions.legal_moves(threads=2)):
        assert np.array_equal(one, two)
    for threads in (1, 2):
        with pytest.raises(ValueError, match="^out: the moves need more room than 9 entries"):
            positions.legal_moves(out=moves[:9], threads=threads)
        with pytest.raises(TypeError, match="^out: expected dtype uint16"):
            positions.legal_moves(out=offsets, threads=threads)


def test_parts_of_many_positions(positions):
    many = positions[np.arange(5000) % len(positions)]
    offsets, moves = many.legal_moves(threads=2)
    assert np.array_equal(np.diff(offsets), many.legal_move_counts())
    for i in (0, 1023, 1024, 2048, 4999):
        _, expected = many[i : i + 1].legal_moves()
        assert np.array_equal(moves[offsets[i] : offsets[i + 1]], expected)


def test_sample_moves(positions):
    n = len(positions)
    offsets, moves = positions.legal_moves()
    counts = np.diff(offsets)
    for numbers in (np.zeros(n), np.random.default_rng(3).random(n), np.full(n, np.nextafter(1, 0))):
        picks = offsets[:-1] + (numbers * counts).astype(np.int64)
        expected = np.where(counts > 0, np.append(moves, 0)[picks], np.uint16(setwise.NO_MOVE))
        for threads in (1, 2):
            assert np.array_equal(positions.sample_moves(numbers, threads=threads), expected)
    out = np.zeros(n, np.uint16)
    assert positions.sample_moves(numbers, out=out) is out and np.array_equal(out, expected)
    many = positions[np.arange(5000) % n]
    numbers = np.random.default_rng(4).random(5000)
    assert np.array_equal(many.sample_moves(numbers, threads=2), many.sample_moves(numbers))
    for wrong in (1.0, -0.1, np.nan, np.inf):
        numbers = np.zeros(n)
        numbers[2] = wrong
        with pytest.raises(ValueError, match=r"^numbers\[2\]: "):
            positions.sample_moves(numbers)
    with pytest.raises(TypeError, match="^numbers: expected dtype float64"):
        positions.sample_moves(np.zeros(n, np.float32))
    with pytest.raises(ValueError, match="^numbers: expected shape"):
        positions.sample_moves(np.zeros(n + 1))


@pytest.mark.parametrize("chess960", [False, True])
def test_play_and_names(chess960):
    """Plays random games beside python-chess."""
    rng = np.random.default_rng(4)
    numbers = rng.integers(0, 960, 20).tolist() if chess960 else [518] * 20
    boards = [chess.Board.from_chess960_pos(number) for number in numbers]
    for board in boards:
        board.chess960 = chess960
    positions = Positions.chess960(numbers)
    for _ in range(120):
        offsets, moves = positions.legal_moves()
        counts = np.diff(offsets)
        chosen = np.full(len(boards), setwise.NO_MOVE, np.uint16)
        alive = counts > 0
        picks = offsets[:-1] + (rng.random(len(boards)) * counts).astype(np.int64)
        chosen[alive] = moves[picks[alive]]
        names = positions.uci(chosen, chess960=chess960)
        assert np.array_equal(positions.parse_uci(names), chosen)
        for board, name in zip(boards, names):
            if name != "0000":
                board.push_uci(name)
        positions = positions.play(chosen, threads=2)
        expected = [board.shredder_fen(en_passant="fen") for board in boards]
        assert positions.to_fens(shredder=True) == expected


@given(st.lists(st.integers(0, 65535), min_size=13, max_size=13))
@settings(deadline=None, max_examples=100)
def test_play_any_number(codes):
    """A number is played if and only if it is a legal move."""
    positions = Positions(games.SPECIAL)
    offsets, moves = positions.legal_moves()
    for i, code in enumerate(codes):
        legal = set(moves[offsets[i] : offsets[i + 1]].tolist()) | {setwise.NO_MOVE}
        one = positions[i : i + 1]
        if code in legal:
            one.play(np.array([code], np.uint16))
        else:
            with pytest.raises(ValueError, match=r"^moves\[0\]"):
                one.play(np.array([code], np.uint16))


def test_play_every_number():
    positions = Positions(games.SPECIAL)
    offsets, moves = positions.legal_moves()
    for i in (3, 4, 5):
        legal = set(moves[offsets[i] : offsets[i + 1]].tolist())
        one = positions[i : i + 1]
        played = set()
        for code in range(1, 65536):
            try:
                one.play(np.array([code], np.uint16))
                played.add(code)
            except ValueError:
                pass
        assert played == legal


def test_illegal_moves_name_the_index():
    positions = Positions.startpos(3)
    moves = positions.parse_uci(["e2e4", "g1f3", "0000"])
    assert np.array_equal(positions.parse_san(["e4", "Nf3", "--"]), moves)
    moves[1] = 36 | 12 << 6 | 1 << 12  # e2e5
    for act in (positions.play, positions.play_in_place, positions.uci, positions.san):
        with pytest.raises(ValueError, match=r"^moves\[1\]: .* is not a legal move in rnbq") as caught:
            act(moves)
        assert caught.value.index == 1
        for wrong, error in [(moves[:2], ValueError), (moves.astype(np.int32), TypeError)]:
            with pytest.raises(error, match="^moves:"):
                act(wrong)
    for parse, wrong in [(positions.parse_uci, "e2e5"), (positions.parse_uci, "g1f3p"), (positions.parse_san, "e5"), (positions.parse_san, "")]:
        none = "0000" if parse == positions.parse_uci else "--"
        with pytest.raises(ValueError, match=r"^names\[2\]: ") as caught:
            parse([none, none, wrong])
        assert caught.value.index == 2
        with pytest.raises(ValueError, match="^names: expected 3, got 1"):
            parse(["e2e4"])
        with pytest.raises(TypeError, match=r"^names\[0\]: expected str"):
            parse([1, 2, 3])
        with pytest.raises(TypeError, match="^names: expected an iterable of str"):
            parse(1)
        with pytest.raises(ValueError, match=r"^names\[1\]: the text is not valid Unicode"):
            parse([none, "\ud800", none])


def test_perft():
    positions = Positions([chess.STARTING_FEN, games.SPECIAL[3]])
    assert positions.perft(0).tolist() == [1, 1]
    assert positions.perft(4).tolist() == [197_281, 4_085_603]
    assert positions.perft(4, threads=2).tolist() == [197_281, 4_085_603]
    many = Positions.startpos(100)
    assert many.perft(2, threads=2).tolist() == [400] * 100
    for depth in (-1, 65):
        with pytest.raises(ValueError, match="^depth:"):
            positions.perft(depth)


def test_perft_is_interrupted():
    main = threading.get_ident()
    # Shells start background jobs with SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for threads in (1, 2):
            timer = threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT))
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                Positions.startpos(3).perft(20, threads=threads)
            timer.join()
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_interpreter_is_free_during_work():
    """Another thread of Python runs while perft counts."""
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(None)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    many = Positions.startpos(300_000)
    ticks.clear()
    many.attack_maps()
    many.legal_moves()
    found = len(ticks)
    done.set()
    thread.join()
    assert found > 5


def test_a_batch_does_not_change_during_a_call():
    positions = Positions.startpos(3)
    before = positions[:]
    thread = threading.Thread(target=positions.perft, args=(6,))
    thread.start()
    refused = 0
    while thread.is_alive():
        for change in (lambda: positions.play_in_place(np.zeros(3, np.uint16)), lambda: positions.__setitem__(0, before[0])):
            try:
                change()
            except RuntimeError as error:
                assert "borrowed" in str(error)
                refused += 1
        time.sleep(0.001)
    thread.join()
    assert refused > 2 and positions == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_after_a_fork():
    positions = Positions.startpos(5000)
    positions.legal_move_counts(threads=2)
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        counts = positions.legal_move_counts(threads=2)
        os._exit(0 if (counts == 20).all() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_wrong_items():
    good = chess.STARTING_FEN
    with pytest.raises(ValueError, match=r"^fens\[2\]"):
        Positions.from_fens([good, good, "8/8/8/8/8/8/8/8 w - - 0 1"])
    with pytest.raises(ValueError, match=r"^fens\[4000\]") as caught:
        Positions.from_fens([good] * 4000 + ["x"] * 4000, threads=2)
    assert caught.value.index == 4000
    with pytest.raises(ValueError, match=r"^fens\[0\]") as caught:
        Positions.from_fens(["\ud800"])
    assert caught.value.index == 0
    with pytest.raises(TypeError, match=r"^fens\[1\]: expected str, got Board"):
        Positions.from_fens([good, chess.Board()])
    with pytest.raises(TypeError, match=r"^boards\[0\]"):
        Positions.from_boards([good])
    with pytest.raises(TypeError, match=r"^items\[1\]: .* got int"):
        Positions([good, 1])
    for wrong in (good, 1, None):
        with pytest.raises(TypeError, match="^fens:"):
            Positions.from_fens(wrong)

    def change(**attributes):
        board = chess.Board()
        for name, value in attributes.items():
            setattr(board, name, value)
        return board

    for board in [
        chess.Board(None),
        change(pawns=1 << 64),
        change(pawns=-1),
        change(ep_square=64),
        change(ep_square=20),
        change(halfmove_clock=1 << 16),
        change(fullmove_number=-1),
        change(turn=chess.BLACK, queens=1 << 52),
    ]:
        with pytest.raises(ValueError, match=r"^boards\[1\]") as caught:
            Positions.from_boards([chess.Board(), board])
        assert caught.value.index == 1
    board = type("Board", (), {"occupied_co": [0, 0]})()
    with pytest.raises(TypeError, match=r"^boards\[0\]: .* attribute"):
        Positions.from_boards([board])
    with pytest.raises(ValueError, match="variant"):
        Positions.from_boards([chess.variant.AtomicBoard()])


def test_wrong_bitboards():
    start = Positions.startpos(2)
    pieces, turns = start.bitboards(), start.turns()
    with pytest.raises(ValueError, match="^pieces: expected shape"):
        Positions.from_bitboards(pieces[:, :6].copy(), turns)
    with pytest.raises(TypeError, match="^turns: expected dtype bool"):
        Positions.from_bitboards(pieces, turns.astype(np.uint8))
    with pytest.raises(TypeError, match="^castling:"):
        Positions.from_bitboards(pieces, turns, np.zeros(2, np.int64))
    with pytest.raises(ValueError, match="^halfmoves:"):
        Positions.from_bitboards(pieces, turns, halfmoves=np.zeros(3, np.uint16))
    for square in (64, -2, 20):
        with pytest.raises(ValueError, match=r"\[1\]") as caught:
            Positions.from_bitboards(pieces, turns, en_passant=np.array([-1, square], np.int8))
        assert caught.value.index == 1
    pieces[1, 5] = 0
    with pytest.raises(ValueError, match=r"^pieces\[1\]: White has 0 kings"):
        Positions.from_bitboards(pieces, turns)


@given(st.lists(st.text(alphabet="rnbqkpRNBQKP12345678/ wb-KQkqah36 0\n\x00", max_size=80), max_size=4))
@settings(deadline=None)
def test_any_text(texts):
    try:
        Positions.from_fens(texts)
    except ValueError as error:
        assert str(error).startswith("fens[")


def test_empty_batch():
    empty = Positions([])
    offsets, moves = empty.legal_moves()
    assert (offsets.tolist(), moves.tolist()) == ([0], [])
    assert empty.planes().shape == (0, 12, 8, 8)
    assert empty.perft(3).shape == (0,)
    assert len(empty.play(np.array([], np.uint16))) == 0
    for threads in (1, 2):
        assert empty.status(threads=threads).shape == (0,)
        assert empty.attack_maps(threads=threads).shape == (0, 2)
        assert empty.keys(threads=threads).shape == (0,)
        assert empty.threat_features("full-threats", threads=threads)[0].tolist() == [0]
        assert empty.padded_threat_features("full-threats", threads=threads)[0].shape[0] == 0
