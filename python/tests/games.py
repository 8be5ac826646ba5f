"""Random games of python-chess as test data."""

import random

import chess


def random_boards(games, plies, seed, chess960=False):
    """Returns the boards of random games, the initial and the last ones included."""
    rng = random.Random(seed)
    boards = []
    for _ in range(games):
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        for _ in range(plies):
            boards.append(board.copy(stack=False))
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
    return boards


SPECIAL = [
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",  # mate
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",  # en passant would open the rank
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",  # promotions
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
    "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
    "4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1",
    "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
]


def all_boards():
    boards = random_boards(12, 120, 1)
    boards += random_boards(12, 120, 2, chess960=True)
    return boards + [chess.Board(fen) for fen in SPECIAL]


KINDS = {chess.PAWN: 1, chess.BISHOP: 2, chess.KNIGHT: 3, chess.ROOK: 4, chess.KING: 5, chess.QUEEN: 6}
PROMOTIONS = {chess.BISHOP: 10, chess.KNIGHT: 11, chess.ROOK: 12, chess.QUEEN: 14}


def encode(board, move):
    """Returns the uint16 of a move of python-chess."""
    source, target = move.from_square, move.to_square
    kind = KINDS[board.piece_type_at(source)]
    if board.is_castling(move):
        rank = chess.BB_RANKS[chess.square_rank(source)]
        rooks = chess.SquareSet(board.clean_castling_rights() & rank)
        target, kind = (max(rooks) if board.is_kingside_castling(move) else min(rooks)), 13
    elif board.is_en_passant(move):
        kind = 9
    elif move.promotion:
        kind = PROMOTIONS[move.promotion]
    elif kind == 1 and abs(source - target) == 16:
        kind = 7
    return target | source << 6 | kind << 12
