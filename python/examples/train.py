"""Trains a small network on generated data, on the CPU, and shows how the loss falls.

    pip install torch
    python examples/train.py

The positions are those of random games, and the score of each is its material. The network is the one that engines begin with: 768
features of each perspective, 32 neurons that both perspectives share, and one output. `DataLoader` has two workers, each of which makes a
`setwise.Loader` of its part of the data.
"""

import argparse
import pathlib
import sys
import tempfile

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

import setwise

VALUES = np.array([100, 300, 300, 500, 900, 0] + [-100, -300, -300, -500, -900, 0])
RECORD = [("occupied", "<u8"), ("pieces", "u1", 16), ("turn", "u1"), ("clocks", "u1", 3), ("score", "<i2"), ("outcome", "u1"), ("extra", "u1")]


def records(positions):
    """Returns records of marlinformat: the occupied squares, four bits for each piece, and the labels as White sees them."""
    boards = positions.bitboards()
    squares = np.unpackbits(boards.view(np.uint8).reshape(-1, 12, 8), axis=2, bitorder="little")
    pieces = np.array([0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13], np.uint8)
    codes, occupied = np.einsum("nps,p->ns", squares, pieces), squares.any(axis=1)
    rows, places = np.nonzero(occupied)
    nibbles = np.zeros((len(positions), 32), np.uint8)
    nibbles[rows, occupied.cumsum(axis=1)[rows, places] - 1] = codes[rows, places]
    found = np.zeros(len(positions), RECORD)
    found["occupied"] = np.packbits(occupied, axis=1, bitorder="little").view("<u8").ravel()
    found["pieces"] = nibbles[:, ::2] | nibbles[:, 1::2] << 4
    found["turn"] = np.where(positions.turns(), 64, 192)  # 64: no square of en passant
    found["clocks"] = [0, 1, 0]
    found["score"] = squares.sum(axis=2) @ VALUES
    found["outcome"] = 1 + np.sign(found["score"])
    return found.tobytes()


def generate(folder, games, plies):
    """Writes two files of positions of random games."""
    rng = np.random.default_rng(1)
    for name in ("a.marlin", "b.marlin"):
        position, batches = setwise.Positions.startpos(games), []
        for _ in range(plies):
            position = position.play(position.sample_moves(rng.random(games)))
            batches.append(position[position.legal_move_counts() > 0])
        (folder / name).write_bytes(records(setwise.concatenate(batches)))


# ANCHOR: batches
class Batches(IterableDataset):
    """The batches of one worker, in this process or another one."""

    def __init__(self, folder, **settings):
        self.folder, self.settings = folder, settings

    def __iter__(self):
        worker = get_worker_info()
        rank, workers = (worker.id, worker.num_workers) if worker else (0, 1)
        return setwise.Loader(self.folder, rank=rank, world_size=workers, **self.settings)
# ANCHOR_END: batches


class Network(torch.nn.Module):
    def __init__(self, features, neurons=32):
        super().__init__()
        self.first = torch.nn.EmbeddingBag(features, neurons, mode="sum", include_last_offset=True)
        torch.nn.init.uniform_(self.first.weight, -0.05, 0.05)
        self.last = torch.nn.Linear(2 * neurons, 1)

    def forward(self, batch):
        sides = [self.first(side, batch.offsets).clamp(0, 1) for side in (batch.first, batch.second)]
        return self.last(torch.cat(sides, dim=1)).squeeze(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--batches", type=int, default=120)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--method", choices=["fork", "spawn"], default="spawn")
    options = parser.parse_args()
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as folder:
        generate(pathlib.Path(folder), options.games, 100)
        data = Batches(folder, features="chess-768", perspectives="mover-other", batch_size=1024, seed=1, cyclic=True)
        method = options.method if options.workers else None
        # Without a batch size of its own, DataLoader makes tensors of the arrays.
        batches = iter(DataLoader(data, batch_size=None, num_workers=options.workers, multiprocessing_context=method))
        network = Network(768)
        optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
        losses = []
        for number in range(1, options.batches + 1):
            batch = next(batches)
            loss = torch.nn.functional.mse_loss(torch.sigmoid(network(batch)), torch.sigmoid(batch.score / 400))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            if number % 10 == 0 or number == 1:
                mean = sum(losses[-10:]) / len(losses[-10:])
                print(f"batch {number:4}: loss {mean:.5f} " + "#" * round(1000 * mean))
        del batches
    if losses[-1] > losses[0] / 4:
        sys.exit("the loss did not fall")


if __name__ == "__main__":
    main()
