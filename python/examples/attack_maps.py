"""Draws attack maps of many positions as heat maps, and a histogram of their legal moves.

    python examples/attack_maps.py [FOLDER]

writes `attack_maps.png` and `mobility.png` to a folder, by default a temporary one. It needs matplotlib. The cells between the marks `# %%`
also run one by one in Jupyter, VS Code or Spyder.
"""

# %% Packages, and the folder of the pictures
import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.ticker import PercentFormatter

import setwise

in_notebook = "ipykernel" in sys.modules
folder = Path(sys.argv[1] if len(sys.argv) > 1 and not in_notebook else tempfile.mkdtemp())
folder.mkdir(parents=True, exist_ok=True)


# %% Positions: random games that have reached some number of moves
def play_random_moves(positions, plies, rng):
    """Returns the positions of the games that have not ended."""
    for _ in range(plies):
        moves = positions.sample_moves(rng.random(len(positions)), threads=0)
        alive = moves != setwise.NO_MOVE
        positions = positions[alive].play(moves[alive], threads=0)
    return positions


rng = np.random.default_rng(1)
early = play_random_moves(setwise.Positions.startpos(4_096), 12, rng)
late = play_random_moves(early, 48, rng)
print(f"{len(early)} positions after 6 moves, {len(late)} after 30 moves")

# %% Attack maps: the share of positions in which a side attacks a square
# The bytes of a board are its ranks, and the bits of a byte are the files, so bit k of a map becomes [k // 8, k % 8].
maps = early.attack_maps(threads=0)  # (n, 2), uint64
squares = np.unpackbits(maps.view(np.uint8), axis=-1, bitorder="little").reshape(-1, 2, 8, 8)
shares = squares.mean(axis=0)  # White and Black; rank; file

# %% A heat map on a board for each side
# On the light squares the colors are lighter, so that the board stays visible.
colors = plt.get_cmap("YlOrRd")
is_light = np.add.outer(np.arange(8), np.arange(8)) % 2 == 1

figure, axes = plt.subplots(1, 2, figsize=(12, 6.2), layout="constrained", sharey=True)
for axis, side, share in zip(axes, ("White", "Black"), shares):
    image = axis.pcolormesh(share, cmap=colors, vmin=0, vmax=1)
    axis.pcolormesh(is_light, cmap=ListedColormap(["#00000030", "#00000000"]), edgecolors="white", linewidth=1.5)
    for (rank, file), value in np.ndenumerate(share):
        color = "white" if value > 0.6 else "black"
        axis.text(file + 0.5, rank + 0.5, f"{100 * value:.0f}", ha="center", va="center", color=color, fontsize=11)
    axis.set_title(f"Squares that {side} attacks", fontsize=13)
    axis.set_xticks(np.arange(8) + 0.5, "abcdefgh")
    axis.set_yticks(np.arange(8) + 0.5, "12345678")
    axis.tick_params(length=0, labelsize=12)
    axis.set_xlabel("file", fontsize=12)
    axis.set_aspect("equal")
    for edge in axis.spines.values():
        edge.set_visible(False)
axes[0].set_ylabel("rank", fontsize=12)
bar = figure.colorbar(image, ax=axes, format=PercentFormatter(1, decimals=0), shrink=0.85, pad=0.02)
bar.set_label("share of the positions", fontsize=12)
bar.ax.tick_params(labelsize=12)
figure.suptitle(f"Attack maps of {len(early):,} random games after 6 moves (numbers in percent)", fontsize=15)
figure.savefig(folder / "attack_maps.png", dpi=110)

# %% The number of legal moves
mobility = [positions.mobility(threads=0).sum(axis=1) for positions in (early, late)]  # of (n, 6): by piece
bins = np.arange(max(counts.max() for counts in mobility) + 2) - 0.5
figure, axis = plt.subplots(figsize=(9, 5.2), layout="constrained")
for counts, name, color in zip(mobility, ("after 6 moves", "after 30 moves"), ("#4477aa", "#ee6677")):
    label = f"{name}: median {np.median(counts):.0f}"
    axis.hist(counts, bins, weights=np.full(len(counts), 1 / len(counts)), alpha=0.55, color=color, label=label)
axis.set_title("Mobility in random games", fontsize=15)
axis.set_xlabel("number of legal moves", fontsize=12)
axis.set_ylabel("share of the positions", fontsize=12)
axis.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
axis.set_xlim(bins[0], bins[-1])
axis.tick_params(labelsize=11)
axis.grid(axis="y", alpha=0.3)
axis.set_axisbelow(True)
axis.spines[["top", "right"]].set_visible(False)
axis.legend(fontsize=12, frameon=False)
figure.savefig(folder / "mobility.png", dpi=110)

# %% Where the pictures are
print(f"attack_maps.png and mobility.png are in {folder}")
plt.show()
