"""Attacks, legal moves and neural network features of chess positions in batches.

Bitboards are uint64 with a1 = bit 0, b1 = bit 1, h8 = bit 63. Arrays must be C-contiguous and of the stated dtype. They are not
copied. Do not change them in another thread during a call. Where an array is read, an Arrow array of the same type does as well: an
object with the method ``__arrow_c_array__``, or ``__arrow_c_stream__`` with one chunk, without nulls. It is not copied either.

A wrong type or dtype raises TypeError; a wrong shape, layout or value raises ValueError. The message begins with the name of the
argument. The error of a FEN, a board or a null has the attribute ``index``. ``threads`` is 1 for the calling thread and 0 for all cores. ``out`` is the array to write to; it is returned.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, Optional, Protocol, Union, final, overload

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CHECK",
    "CHECKMATE",
    "DIRECTIONS",
    "INSUFFICIENT_MATERIAL",
    "NO_MOVE",
    "Positions",
    "STALEMATE",
    "__version__",
    "attacks",
    "feature_sets",
    "occluded_fill",
    "ray_attacks",
    "xray_attacks",
]

__version__: Final[str]

DIRECTIONS: Final[tuple[str, ...]]
"""The names of the directions, clockwise from "north"."""

NO_MOVE: Final[int]
"""The move that leaves a position unchanged: 0."""

CHECK: Final[int]
CHECKMATE: Final[int]
STALEMATE: Final[int]
INSUFFICIENT_MATERIAL: Final[int]

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

_Arrow = Union[_ArrowArray, _ArrowStream]
_Boards = NDArray[np.uint64]
_BoardsRead = Union[_Boards, _Arrow]

def attacks(
    orthogonal: _BoardsRead,
    diagonal: _BoardsRead,
    occupied: _BoardsRead,
    *,
    out: Optional[_Boards] = None,
    threads: int = 1,
) -> _Boards:
    """Returns the squares that sliders attack, all eight directions united: uint64 of shape (n,).

    ``orthogonal`` has rooks and queens, ``diagonal`` bishops and queens, ``occupied`` all pieces (the sliders are added). Each is
    uint64 of shape (n,).
    """

def ray_attacks(
    orthogonal: _BoardsRead,
    diagonal: _BoardsRead,
    occupied: _BoardsRead,
    *,
    out: Optional[_Boards] = None,
    threads: int = 1,
) -> _Boards:
    """Returns the squares that sliders attack, by direction: uint64 of shape (8, n). Row d is ``DIRECTIONS[d]``."""

def xray_attacks(
    orthogonal: _BoardsRead,
    diagonal: _BoardsRead,
    occupied: _BoardsRead,
    blockers: _BoardsRead,
    *,
    out: Optional[_Boards] = None,
    threads: int = 1,
) -> _Boards:
    """Returns the squares that sliders attack through the first blocker of a given set: uint64 of shape (n,).

    A ray counts if its first occupied square is one of ``blockers``. The result is the empty squares behind that square, and the
    next occupied square.
    """

def occluded_fill(
    generators: _BoardsRead,
    propagators: _BoardsRead,
    direction: Union[str, int],
    *,
    out: Optional[_Boards] = None,
    threads: int = 1,
) -> _Boards:
    """Returns the generators and all squares that they reach in one direction over propagators: uint64 of shape (n,).

    ``direction`` is a name of ``DIRECTIONS`` or its number.
    """

def feature_sets() -> list[tuple[str, int, int]]:
    """Returns the sets of features: name, number of features, greatest number of active features of a position."""

@final
class Positions:
    """A batch of chess positions, orthodox or Chess960. It does not change.

    ``Positions(items)`` reads FEN strings and python-chess boards, in any mixture. Boards are recognized by their attributes. A
    position must be valid: one king a side, no pawn on the edge, the side that is not to move not in check.
    """

    def __new__(cls, items: Iterable[Any], *, threads: int = 1) -> Positions: ...
    @staticmethod
    def from_fens(fens: Iterable[str], *, threads: int = 1) -> Positions:
        """Reads FEN strings: standard, Shredder-FEN or X-FEN, with or without clocks. An error names the index of the FEN."""

    @staticmethod
    def from_boards(boards: Iterable[Any]) -> Positions:
        """Reads boards of python-chess, or objects with the same attributes: ``pawns``, ``knights``, ``bishops``, ``rooks``,
        ``queens``, ``kings``, ``occupied_co``, ``turn``, ``castling_rights`` (or the method ``clean_castling_rights``),
        ``ep_square``, ``halfmove_clock``, ``fullmove_number``."""

    @staticmethod
    def from_arrow(column: _Arrow, *, threads: int = 1) -> Positions:
        """Reads FENs of an Arrow column, without strings of Python.

        ``column`` is an object with the method ``__arrow_c_array__`` or ``__arrow_c_stream__``, such as an array of pyarrow or a
        series of polars, of the type string, large_string or string_view, or a dictionary of these. An error names the index of the
        FEN; null is an error.
        """

    @staticmethod
    def from_bitboards(
        pieces: _BoardsRead,
        turns: NDArray[np.bool_],
        castling: Optional[_BoardsRead] = None,
        en_passant: Union[NDArray[np.int8], _Arrow, None] = None,
        halfmoves: Union[NDArray[np.uint16], _Arrow, None] = None,
        fullmoves: Union[NDArray[np.uint16], _Arrow, None] = None,
    ) -> Positions:
        """Reads arrays of bitboards.

        ``pieces`` is uint64 of shape (n, 12): White's pawns, knights, bishops, rooks, queens, king, then Black's. The others have
        shape (n,). ``turns`` is bool, True for White. ``castling`` is uint64: the rooks that may castle. ``en_passant`` is int8:
        the square behind a pawn that has just made a double push, or -1. ``halfmoves`` and ``fullmoves`` are uint16. As an Arrow
        array, ``pieces`` is a column of lists of the fixed size 12; ``turns`` must be of NumPy.
        """

    @staticmethod
    def startpos(n: int = 1) -> Positions:
        """Returns n times the initial position."""

    @staticmethod
    def chess960(numbers: Sequence[int]) -> Positions:
        """Returns the initial positions of Chess960 of some numbers 0 to 959."""

    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    @overload
    def __getitem__(self, key: int, /) -> str: ...
    @overload
    def __getitem__(self, key: Union[slice, NDArray[np.int64], NDArray[np.bool_], _Arrow], /) -> Positions: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """Returns the FENs as an Arrow array of the type large_string: ``pyarrow.array(positions)``."""

    def to_fens(self, *, shredder: bool = False) -> list[str]:
        """Returns the FENs. With ``shredder=True`` castling rights are the files of the rooks (Chess960)."""

    def bitboards(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards:
        """Returns the pieces, uint64 of shape (n, 12), in the order of ``from_bitboards``."""

    def keys(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards:
        """Returns the hash keys, uint64 of shape (n,): equal for positions with the same moves, now and later.

        An en passant square counts only if a capture there is legal, and clocks do not count. They are not the keys of Polyglot.
        """

    def turns(self) -> NDArray[np.bool_]:
        """Returns whether White is to move, bool of shape (n,)."""

    def castling(self) -> _Boards:
        """Returns the rooks that may castle, uint64 of shape (n,)."""

    def en_passant(self) -> NDArray[np.int8]:
        """Returns the en passant squares, int8 of shape (n,); -1 for none."""

    def halfmoves(self) -> NDArray[np.uint16]:
        """Returns the numbers of half-moves since the last capture or pawn move, uint16 of shape (n,)."""

    def fullmoves(self) -> NDArray[np.uint16]:
        """Returns the numbers of the moves, uint16 of shape (n,)."""

    def legal_move_counts(
        self, *, out: Optional[NDArray[np.uint32]] = None, threads: int = 1
    ) -> NDArray[np.uint32]:
        """Returns the numbers of legal moves, uint32 of shape (n,)."""

    def legal_moves(self, *, threads: int = 1) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
        """Returns the legal moves as compressed sparse rows: (offsets, moves).

        ``offsets`` is int64 of shape (n + 1,), ``moves`` is uint16 of shape (offsets[n],). The moves of position i are
        ``moves[offsets[i]:offsets[i + 1]]``, in an order that is the same on all machines.

        Bits of a move: 0 to 5 the target (for castling the square of the rook), 6 to 11 the source, 12 to 15 the kind: 1 pawn, 2 bishop,
        3 knight, 4 rook, 5 king, 6 queen, 7 double push, 9 en passant, 13 castling; promotion to 10 bishop, 11 knight, 12 rook, 14
        queen.
        """

    def sample_moves(
        self,
        numbers: Union[NDArray[np.float64], _Arrow],
        *,
        out: Optional[NDArray[np.uint16]] = None,
        threads: int = 1,
    ) -> NDArray[np.uint16]:
        """Returns a legal move of each position, uint16 of shape (n,); ``NO_MOVE`` if there is none.

        ``numbers`` is float64 of shape (n,), at least 0 and below 1, such as ``numpy.random.Generator.random(n)``. With ``offsets``
        and ``moves`` of ``legal_moves`` and their ``counts``, the result is ``moves[offsets[i] + int(numbers[i] * counts[i])]``.
        """

    def play(self, moves: Union[NDArray[np.uint16], _Arrow], *, threads: int = 1) -> Positions:
        """Plays one move in each position and returns the new batch.

        ``moves`` is uint16 of shape (n,), encoded as in ``legal_moves``; ``NO_MOVE`` leaves a position unchanged. ValueError names
        the index of an illegal move; nothing is played then.
        """

    def uci(self, moves: Union[NDArray[np.uint16], _Arrow], *, chess960: bool = False) -> list[str]:
        """Returns the UCI names of one move in each position; ``NO_MOVE`` is "0000".

        With ``chess960=True`` castling is written as the king taking its rook (e1h1).
        """

    def parse_uci(self, names: Iterable[str]) -> NDArray[np.uint16]:
        """Returns the moves of UCI names, one for each position: uint16 of shape (n,)."""

    def status(
        self, *, out: Optional[NDArray[np.uint8]] = None, threads: int = 1
    ) -> NDArray[np.uint8]:
        """Returns flags, uint8 of shape (n,): ``CHECK``, ``CHECKMATE``, ``STALEMATE``, ``INSUFFICIENT_MATERIAL``.

        Checkmate comes with check. Insufficient material is two kings alone, with a single knight, or with bishops that all stand
        on squares of one color.
        """

    def checkers(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards:
        """Returns the pieces that give check to the side to move, uint64 of shape (n,)."""

    def pins(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards:
        """Returns the pieces of the side to move that are pinned to their king, uint64 of shape (n,)."""

    def attack_maps(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards:
        """Returns the squares that White and Black attack, uint64 of shape (n, 2). Pins do not matter."""

    def mobility(
        self, *, out: Optional[NDArray[np.uint16]] = None, threads: int = 1
    ) -> NDArray[np.uint16]:
        """Returns the numbers of legal moves by piece, uint16 of shape (n, 6): pawns, knights, bishops, rooks, queens, king.

        A promotion is four moves; castling is a move of the king.
        """

    @overload
    def planes(
        self,
        order: Literal["python-chess", "alphazero"] = "python-chess",
        dtype: Literal["float32"] = "float32",
        *,
        out: Optional[NDArray[np.float32]] = None,
        threads: int = 1,
    ) -> NDArray[np.float32]:
        """Returns piece planes of shape (n, 12, 8, 8), indexed by position, piece, rank, file.

        "python-chess" has the planes White's pawns, knights, bishops, rooks, queens, king, then Black's, and rank 1 first.
        "alphazero" has the pieces of the side to move first, and that side's own first rank first; files are not mirrored.
        AlphaZero's planes of history, castling and clocks are not included.
        """

    @overload
    def planes(
        self,
        order: Literal["python-chess", "alphazero"] = "python-chess",
        *,
        dtype: Literal["bool"],
        out: Optional[NDArray[np.bool_]] = None,
        threads: int = 1,
    ) -> NDArray[np.bool_]: ...
    @overload
    def planes(
        self,
        order: Literal["python-chess", "alphazero"],
        dtype: Literal["bool"],
        *,
        out: Optional[NDArray[np.bool_]] = None,
        threads: int = 1,
    ) -> NDArray[np.bool_]: ...
    def threat_features(
        self,
        set: str,
        *,
        perspectives: Literal["white-black", "mover-other"] = "white-black",
        threads: int = 1,
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """Returns the active features of a set as compressed sparse rows: (offsets, first, second).

        ``set`` is a name of ``feature_sets()``. ``offsets`` is int64 of shape (n + 1,). ``first`` and ``second`` are int32 of shape
        (offsets[n],), the features that each perspective sees.
        """

    def padded_threat_features(
        self,
        set: str,
        width: Optional[int] = None,
        *,
        filler: int = -1,
        perspectives: Literal["white-black", "mover-other"] = "white-black",
        threads: int = 1,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Returns the active features of a set as rows of equal length: (first, second), int32 of shape (n, width).

        A missing ``width`` is the greatest number of active features of the set. The entries after the features are ``filler``.
        ValueError if a position has more than ``width`` features.
        """

    def perft(self, depth: int, *, threads: int = 1) -> NDArray[np.uint64]:
        """Returns the numbers of move sequences of a length 0 to 64, uint64 of shape (n,). They saturate. Ctrl-C interrupts."""
