"""Arrow arrays as arguments, positions and results as Arrow arrays."""

import chess
import numpy as np
import pyarrow as pa
import pytest

import games
import setwise
from setwise import Positions

STRINGS = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int16(), pa.string())]


def start(array):
    """Returns the address of the first entry."""
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("kind", STRINGS, ids=str)
def test_fens(positions, kind):
    fens = positions.to_fens(shredder=True)
    column = pa.array(fens, kind)
    assert Positions.from_arrow(column) == positions
    assert Positions.from_arrow(column, threads=2) == positions
    assert Positions.from_arrow(column[5:40]) == positions[5:40]
    chunked = pa.chunked_array([column[:7], column[7:7], column[7:]])
    assert Positions.from_arrow(chunked) == positions
    assert len(Positions.from_arrow(column[:0])) == 0
    assert len(Positions.from_arrow(pa.chunked_array([], kind))) == 0


@pytest.mark.parametrize("kind", STRINGS, ids=str)
def test_wrong_fens_name_the_index(kind):
    good = [chess.STARTING_FEN] * 3
    for threads in (1, 2):
        with pytest.raises(ValueError, match=r"^column\[2\]: the entry is null") as caught:
            Positions.from_arrow(pa.array(good[:2] + [None], kind), threads=threads)
        assert caught.value.index == 2
    chunks = [pa.array(good, kind), pa.array([good[0], "x"], kind)]
    with pytest.raises(ValueError, match=r"^column\[4\]: ") as caught:
        Positions.from_arrow(pa.chunked_array(chunks))
    assert caught.value.index == 4
    with pytest.raises(ValueError, match=r"^column\[2\]: "):
        Positions.from_arrow(pa.array(["y", *good[:2], "x"], kind)[1:])


def test_text_that_is_not_utf_8():
    offsets = np.array([0, 2], np.int32)
    column = pa.StringArray.from_buffers(1, pa.py_buffer(offsets), pa.py_buffer(b"\xff\xfe"))
    with pytest.raises(ValueError, match=r"^column\[0\]: the text is not valid UTF-8"):
        Positions.from_arrow(column)


def test_wrong_columns():
    fens = [chess.STARTING_FEN]
    for wrong in (fens, chess.STARTING_FEN, np.zeros(1, np.uint64), None):
        with pytest.raises(TypeError, match="^column: expected an Arrow array of strings, got"):
            Positions.from_arrow(wrong)
    for wrong in (pa.array([1]), pa.table({"fen": fens}), pa.array(fens, pa.binary())):
        with pytest.raises(TypeError, match="^column: expected an Arrow array of strings, got"):
            Positions.from_arrow(wrong)
    with pytest.raises(ValueError, match="^threads:"):
        Positions.from_arrow(pa.array(fens), threads=-1)


class Given:
    """An object of Arrow whose methods return what they are given."""

    def __init__(self, **methods):
        for name, made in methods.items():
            setattr(self, f"__arrow_c_{name}__", lambda made=made: made)


def test_capsules_are_taken_once():
    fens = pa.array([chess.STARTING_FEN])
    array = Given(array=fens.__arrow_c_array__())
    stream = Given(stream=pa.chunked_array([fens]).__arrow_c_stream__())
    for given, what in [(array, "array"), (stream, "stream")]:
        assert len(Positions.from_arrow(given)) == 1
        with pytest.raises(ValueError, match=f"^column: the Arrow {what} was taken before"):
            Positions.from_arrow(given)


def test_capsules_of_other_names():
    schema, array = pa.array([chess.STARTING_FEN]).__arrow_c_array__()
    for wrong in (Given(array=(array, schema)), Given(stream=array), Given(stream=schema)):
        with pytest.raises(ValueError, match="PyCapsule"):
            Positions.from_arrow(wrong)
    for wrong in (Given(array=array), Given(array=(schema, None)), Given(stream=None)):
        with pytest.raises(TypeError):
            Positions.from_arrow(wrong)


def test_streams_that_fail():
    def batches():
        yield pa.record_batch({"fen": [chess.STARTING_FEN]})
        raise RuntimeError("no more boards")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"fen": pa.string()}), batches())
    with pytest.raises(ValueError, match="^column: .*no more boards"):
        Positions.from_arrow(reader)


def test_positions_as_an_array(positions):
    column = pa.array(positions)
    assert column.type == pa.large_string() and column.null_count == 0
    assert column.to_pylist() == positions.to_fens()
    assert Positions.from_arrow(column) == positions
    assert Positions.from_arrow(positions) == positions
    column = pa.array(positions, pa.string())
    assert column.type == pa.string() and column.to_pylist() == positions.to_fens()
    assert len(pa.array(Positions([]))) == 0


def test_kernels():
    boards = np.random.default_rng(1).integers(0, 1 << 63, (4, 1000), np.uint64)
    columns = [pa.array(row) for row in boards]
    chunked = [pa.chunked_array([column]) for column in columns]
    sliced = [pa.concat_arrays([column[:9], column])[9:] for column in columns]
    for threads in (1, 2):
        for found in (columns, chunked, sliced, [boards[0], *columns[1:]]):
            for function, n in [(setwise.attacks, 3), (setwise.ray_attacks, 3), (setwise.xray_attacks, 4)]:
                expected = function(*boards[:n])
                assert np.array_equal(function(*found[:n], threads=threads), expected)
        expected = setwise.occluded_fill(*boards[:2], "north")
        assert np.array_equal(setwise.occluded_fill(*columns[:2], "north", threads=threads), expected)
    empty = pa.chunked_array([], pa.uint64())
    assert setwise.attacks(empty, empty, empty).shape == (0,)


def test_columns_of_positions(positions):
    n = len(positions)
    boards = positions.bitboards()
    pieces = pa.FixedSizeListArray.from_arrays(pa.array(boards.ravel()), 12)
    columns = {
        "castling": pa.array(positions.castling()),
        "en_passant": pa.array(positions.en_passant()),
        "halfmoves": pa.array(positions.halfmoves()),
        "fullmoves": pa.array(positions.fullmoves()),
    }
    turns = positions.turns()
    assert Positions.from_bitboards(pieces, turns, **columns) == positions
    part = {name: column[3:9] for name, column in columns.items()}
    assert Positions.from_bitboards(pieces[3:9], turns[3:9], **part) == positions[3:9]
    with pytest.raises(TypeError, match=r"^pieces: .* lists of fixed size 12, got"):
        Positions.from_bitboards(pa.array(boards.ravel()), turns)
    with pytest.raises(ValueError, match=rf"^castling: expected shape \({n},\), got \(2,\)"):
        Positions.from_bitboards(pieces, turns, pa.array([0, 0], pa.uint64()))
    nulls = pa.array([[0] * 12, [0] * 11 + [None]], pa.list_(pa.uint64(), 12))
    with pytest.raises(ValueError, match=r"^pieces\[1\]: the entry is null"):
        Positions.from_bitboards(nulls, turns[:2])
    offsets, moves = positions.legal_moves()
    chosen = np.where(np.diff(offsets) > 0, moves[np.minimum(offsets[:-1], len(moves) - 1)], setwise.NO_MOVE)
    assert positions.play(pa.array(chosen.astype(np.uint16))) == positions.play(chosen.astype(np.uint16))
    assert positions[pa.array([3, -1])] == positions[np.array([3, -1])]


def test_wrong_arrays():
    boards = pa.array([1, 2, 3], pa.uint64())
    with pytest.raises(ValueError, match=r"^diagonal\[1\]: the entry is null"):
        setwise.attacks(boards, pa.array([1, None, 3], pa.uint64()), boards)
    with pytest.raises(TypeError, match="^orthogonal: expected an Arrow array of uint64, got Int64"):
        setwise.attacks(pa.array([1, 2, 3]), boards, boards)
    with pytest.raises(ValueError, match=r"^occupied: expected shape \(3,\), got \(2,\)"):
        setwise.attacks(boards, boards, boards[1:])
    with pytest.raises(ValueError, match="^occupied: expected one chunk, got 2"):
        setwise.attacks(boards, boards, pa.chunked_array([boards[:1], boards[1:]]))
    with pytest.raises(TypeError, match="^out: expected a numpy.ndarray"):
        setwise.attacks(boards, boards, boards, out=boards)


def test_arrays_are_not_copied():
    """A result may not be written over an Arrow array of the same memory. So the array is read where it is."""
    boards = np.ones(10, np.uint64)
    shared, other = pa.array(boards), pa.array([1] * 5, pa.uint64())
    for first in (0, 2, 4):
        with pytest.raises(ValueError, match="^out: the array overlaps"):
            setwise.attacks(other, shared[2:7], other, out=boards[first : first + 5])
    with pytest.raises(ValueError, match="^out: the array overlaps"):
        setwise.ray_attacks(shared[:1], shared[:1], shared[:1], out=boards[:8].reshape(8, 1))
    assert (boards == 1).all()
    positions, numbers = Positions.startpos(3), np.zeros(3)
    with pytest.raises(ValueError, match="^out: the array overlaps"):
        positions.sample_moves(pa.array(numbers), out=numbers.view(np.uint16)[:3])
    assert np.array_equal(positions.sample_moves(pa.array(numbers)), positions.sample_moves(numbers))
    setwise.attacks(shared[:5], other, other, out=boards[5:])
    assert (boards[:5] == 1).all() and (boards[5:] != 1).all()


def test_results_are_handed_on_without_copies():
    positions = Positions(games.SPECIAL)
    offsets, moves = positions.legal_moves()
    lists = pa.LargeListArray.from_arrays(pa.array(offsets), pa.array(moves))
    assert lists.type == pa.large_list(pa.uint16())
    assert lists.values.buffers()[1].address == start(moves)
    assert [len(found) for found in lists.to_pylist()] == positions.legal_move_counts().tolist()
    maps = positions.attack_maps()
    column = pa.FixedSizeListArray.from_arrays(pa.array(maps.ravel()), 2)
    assert column.values.buffers()[1].address == start(maps)
