"""Attacks, legal moves and neural network features of chess positions in batches.

Bitboards are uint64 with a1 = bit 0, b1 = bit 1, h8 = bit 63. Arrays must be C-contiguous and of the stated dtype. They are not
copied. Do not change them in another thread during a call. Where an array is read, an Arrow array of the same type does as well: an
object with the method ``__arrow_c_array__``, or ``__arrow_c_stream__`` with one chunk, without nulls. It is not copied either.

A wrong type or dtype raises TypeError; a wrong shape, layout or value raises ValueError. The message names the argument. The error of
an entry, such as a FEN, a move or a null, has the attribute ``index``. ``threads`` is 0: all cores, 1: the calling thread; in
``games`` and ``Loader`` the threads are beside the caller. ``out`` is the array to write to; it is returned. ``help`` explains each
function, with shapes and an example.
"""

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Final, Literal, NamedTuple, Optional, Protocol, TypedDict, Union, final, overload

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CHECK",
    "CHECKMATE",
    "DIRECTIONS",
    "GameBatch",
    "Games",
    "INSUFFICIENT_MATERIAL",
    "Loader",
    "LoaderBatch",
    "MISSING",
    "NO_MOVE",
    "Positions",
    "STALEMATE",
    "TRAINING_SKIP",
    "__version__",
    "attacks",
    "concatenate",
    "feature_sets",
    "games",
    "occluded_fill",
    "ray_attacks",
    "xray_attacks",
]

__version__: Final[str]

DIRECTIONS: Final[tuple[str, ...]]
"""The names of the directions, clockwise from "north"."""

NO_MOVE: Final[int]
"""The move that leaves a position unchanged: 0."""

MISSING: Final[int]
"""The number in columns of games where there is none: the least one of int32."""

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
_Moves = NDArray[np.uint16]
_MovesRead = Union[_Moves, _Arrow]
_BoardArray = Literal["squares", "turns", "castling", "en_passant", "halfmoves", "fullmoves"]
_Index = Union[int, np.integer[Any]]
_Key = Union[slice, Sequence[int], NDArray[np.integer[Any]], NDArray[np.bool_], _Arrow]

def attacks(
    orthogonal: _BoardsRead,
    diagonal: _BoardsRead,
    occupied: _BoardsRead,
    *,
    out: Optional[_Boards] = None,
    threads: int = 1,
) -> _Boards: ...
def ray_attacks(
    orthogonal: _BoardsRead,
    diagonal: _BoardsRead,
    occupied: _BoardsRead,
    *,
    out: Optional[_Boards] = None,
    threads: int = 1,
) -> _Boards: ...
def xray_attacks(
    orthogonal: _BoardsRead,
    diagonal: _BoardsRead,
    occupied: _BoardsRead,
    blockers: _BoardsRead,
    *,
    out: Optional[_Boards] = None,
    threads: int = 1,
) -> _Boards: ...
def occluded_fill(
    generators: _BoardsRead,
    propagators: _BoardsRead,
    direction: Union[str, int],
    *,
    out: Optional[_Boards] = None,
    threads: int = 1,
) -> _Boards: ...
def concatenate(batches: Iterable[Positions]) -> Positions: ...
def games(
    paths: Union[str, PathLike[str], Iterable[Union[str, PathLike[str]]]],
    *,
    columns: Optional[Sequence[str]] = None,
    where: Optional[str] = None,
    threads: int = 1,
    batch: int = 16384,
    strict: bool = False,
    final_positions: bool = False,
) -> Games: ...
def feature_sets() -> list[tuple[str, int, int]]: ...

@final
class Positions(Sequence[str]):
    def __new__(cls, items: Iterable[Any], *, threads: int = 1) -> Positions: ...
    @overload
    @staticmethod
    def from_fens(fens: Iterable[str], *, on_error: Literal["raise"] = "raise", threads: int = 1) -> Positions: ...
    @overload
    @staticmethod
    def from_fens(
        fens: Iterable[object], *, on_error: Literal["skip"], threads: int = 1
    ) -> tuple[Positions, NDArray[np.int64], list[str]]: ...
    @overload
    @staticmethod
    def from_arrow(column: _Arrow, *, on_error: Literal["raise"] = "raise", threads: int = 1) -> Positions: ...
    @overload
    @staticmethod
    def from_arrow(
        column: _Arrow, *, on_error: Literal["skip"], threads: int = 1
    ) -> tuple[Positions, NDArray[np.int64], list[str]]: ...
    @staticmethod
    def from_bytes(data: bytes) -> Positions: ...
    @staticmethod
    def from_boards(boards: Iterable[Any]) -> Positions: ...
    @staticmethod
    def from_bitboards(
        pieces: _BoardsRead,
        turns: NDArray[np.bool_],
        castling: Optional[_BoardsRead] = None,
        en_passant: Union[NDArray[np.int8], _Arrow, None] = None,
        halfmoves: Union[NDArray[np.uint16], _Arrow, None] = None,
        fullmoves: Union[NDArray[np.uint16], _Arrow, None] = None,
    ) -> Positions: ...
    @staticmethod
    def startpos(n: int = 1) -> Positions: ...
    @staticmethod
    def chess960(numbers: Sequence[int]) -> Positions: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __contains__(self, value: object, /) -> bool: ...
    def __add__(self, other: Positions, /) -> Positions: ...
    @overload
    def __getitem__(self, key: _Index, /) -> str: ...
    @overload
    def __getitem__(self, key: _Key, /) -> Positions: ...
    @overload
    def __setitem__(self, key: _Index, value: Any, /) -> None: ...
    @overload
    def __setitem__(self, key: _Key, value: Iterable[Any], /) -> None: ...
    def __copy__(self) -> Positions: ...
    def __deepcopy__(self, memo: Any, /) -> Positions: ...
    def count(self, value: object) -> int: ...
    def index(self, value: object, start: int = 0, stop: Optional[int] = None) -> int: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...
    def to_bytes(self) -> bytes: ...
    def to_fens(self, *, shredder: bool = False) -> list[str]: ...
    def squares(self, *, out: Optional[NDArray[np.uint8]] = None, threads: int = 1) -> NDArray[np.uint8]: ...
    def bitboards(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards: ...
    def keys(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards: ...
    def turns(self) -> NDArray[np.bool_]: ...
    def castling(self) -> _Boards: ...
    def en_passant(self) -> NDArray[np.int8]: ...
    def halfmoves(self) -> NDArray[np.uint16]: ...
    def fullmoves(self) -> NDArray[np.uint16]: ...
    def legal_move_counts(
        self, *, out: Optional[NDArray[np.uint32]] = None, threads: int = 1
    ) -> NDArray[np.uint32]: ...
    def legal_moves(self, *, out: Optional[_Moves] = None, threads: int = 1) -> tuple[NDArray[np.int64], _Moves]: ...
    def sample_moves(
        self,
        numbers: Union[NDArray[np.float64], _Arrow],
        *,
        out: Optional[NDArray[np.uint16]] = None,
        threads: int = 1,
    ) -> NDArray[np.uint16]: ...
    def play(self, moves: _MovesRead, *, threads: int = 1) -> Positions: ...
    def play_in_place(self, moves: _MovesRead, *, threads: int = 1) -> None: ...
    def uci(self, moves: _MovesRead, *, chess960: bool = False) -> list[str]: ...
    def san(self, moves: _MovesRead) -> list[str]: ...
    def parse_uci(self, names: Iterable[str]) -> _Moves: ...
    def parse_san(self, names: Iterable[str]) -> _Moves: ...
    def legal_uci(self, *, chess960: bool = False) -> list[list[str]]: ...
    def legal_san(self) -> list[list[str]]: ...
    def status(
        self, *, out: Optional[NDArray[np.uint8]] = None, threads: int = 1
    ) -> NDArray[np.uint8]: ...
    def checkers(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards: ...
    def pins(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards: ...
    def attack_maps(self, *, out: Optional[_Boards] = None, threads: int = 1) -> _Boards: ...
    def mobility(
        self, *, out: Optional[NDArray[np.uint16]] = None, threads: int = 1
    ) -> NDArray[np.uint16]: ...
    @overload
    def planes(
        self,
        order: Literal["python-chess", "alphazero"] = "python-chess",
        dtype: Literal["float32"] = "float32",
        *,
        out: Optional[NDArray[np.float32]] = None,
        threads: int = 1,
    ) -> NDArray[np.float32]: ...
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
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]: ...
    def padded_threat_features(
        self,
        set: str,
        width: Optional[int] = None,
        *,
        filler: int = -1,
        perspectives: Literal["white-black", "mover-other"] = "white-black",
        threads: int = 1,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
    def perft(self, depth: int, *, threads: int = 1) -> NDArray[np.uint64]: ...

class LoaderBatch(NamedTuple):
    first: NDArray[np.int32]
    second: NDArray[np.int32]
    offsets: Optional[NDArray[np.int32]]
    score: NDArray[np.float32]
    """As the side to move sees it, as is the outcome."""
    outcome: NDArray[np.float32]
    white: NDArray[np.float32]
    pieces: NDArray[np.int32]

class _SkipRules(TypedDict, total=False):
    random: int
    """One position in random + 1 is kept on average."""
    after_ply: Optional[int]
    """Only plies greater than this are kept."""
    quiet: bool
    """Positions in check are skipped, and those whose stored move captures."""
    opening: Optional[tuple[int, Sequence[tuple[float, float]]]]
    """(end, four points): plies below end are kept with a probability, linear between points of a ply and a probability."""
    by_outcome: bool
    """A position is kept with the probability that a model gives to the outcome, from the score and the ply."""
    pieces: Optional[Sequence[float]]
    """The numbers of pieces are balanced: wanted frequencies at 0, 8, 16, 24 and 32 pieces."""

TRAINING_SKIP: Final[_SkipRules]
"""The skip rules of the training of Stockfish's networks: ``skip={**setwise.TRAINING_SKIP, "random": 5}`` changes one."""

@final
class Loader(Iterator[LoaderBatch]):
    def __new__(
        cls,
        files: Union[str, PathLike[str], Iterable[Union[str, PathLike[str]]]],
        *,
        features: str = "half-ka-v2-hm-training",
        batch_size: int = 16384,
        width: Optional[int] = None,
        perspectives: Literal["white-black", "mover-other"] = "white-black",
        skip: Optional[_SkipRules] = None,
        where: Optional[str] = None,
        threads: int = 1,
        seed: int = 0,
        shuffle: int = 1048576,
        cyclic: bool = False,
        rank: int = 0,
        world_size: int = 1,
        on_damage: Literal["raise", "skip"] = "raise",
    ) -> Loader: ...
    def __iter__(self) -> Loader: ...
    def __next__(self) -> LoaderBatch: ...
    def next_into(
        self,
        first: NDArray[np.int32],
        second: NDArray[np.int32],
        *,
        offsets: Optional[NDArray[np.int32]] = None,
        score: NDArray[np.float32],
        outcome: NDArray[np.float32],
        white: NDArray[np.float32],
        pieces: NDArray[np.int32],
    ) -> int: ...
    def state_dict(self) -> dict[str, str]: ...
    def load_state_dict(self, state: dict[str, str]) -> None: ...
    def counters(self) -> dict[str, Any]: ...
    def damages(self) -> list[tuple[str, int, str]]: ...
    @property
    def batch_size(self) -> int: ...
    @property
    def num_features(self) -> int: ...
    @property
    def max_active(self) -> int: ...

@final
class Games(Iterator[GameBatch]):
    @property
    def files(self) -> list[str]: ...
    @property
    def report(self) -> dict[str, Any]: ...
    def all(self) -> GameBatch: ...
    def __iter__(self) -> Games: ...
    def __next__(self) -> GameBatch: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class GameBatch:
    @property
    def positions(self) -> Positions: ...
    @property
    def moves(self) -> _Moves: ...
    @property
    def game(self) -> NDArray[np.uint32]: ...
    @property
    def offsets(self) -> NDArray[np.int64]: ...
    def arrays(self, *names: _BoardArray) -> tuple[NDArray[Any], ...]: ...
    def keys(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __getitem__(self, key: str, /) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...
