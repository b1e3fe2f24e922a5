"""Reading of a folder of grey images with lesion masks: images/, masks/, split.csv."""

import csv
import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image


@dataclass
class Sample:
    """One image. `grey` is float32 in 0..1, `labels` gives each lesion its own number, 0 is background."""

    name: str
    kind: str
    grey: np.ndarray
    labels: np.ndarray

    @property
    def lesion_count(self) -> int:
        return int(self.labels.max())


def read_split(folder: Path, split: str) -> list[Sample]:
    """Returns all samples of one part ('train' or 'validation') in the order of split.csv."""
    with open(folder / "split.csv", newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["split"] == split]
    return [_read_sample(folder, row["name"], row["class"]) for row in rows]


def split_hash(folder: Path) -> str:
    """SHA-256 of split.csv: which images were used for training and for validation."""
    return hashlib.sha256((folder / "split.csv").read_bytes()).hexdigest()


def _read_sample(folder: Path, name: str, kind: str) -> Sample:
    with Image.open(folder / "images" / f"{name}.png") as image:
        grey = np.asarray(image.convert("L"), dtype=np.float32) / 255
    mask = np.zeros(grey.shape, dtype=bool)
    if kind != "normal":
        with Image.open(folder / "masks" / f"{name}.png") as image:
            mask = np.asarray(image.convert("L")) > 0
    return Sample(name, kind, grey, label_components(mask))


def label_components(mask: np.ndarray, min_pixels: int = 20) -> np.ndarray:
    """Numbers the 8-connected components of a mask from 1; components below `min_pixels` become background."""
    parents: list[int] = []
    runs: list[tuple[int, int, int]] = []
    previous: list[int] = []
    for y in range(mask.shape[0]):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], mask[y].astype(np.int8), [0]))))
        current: list[int] = []
        for start, end in zip(edges[::2], edges[1::2]):
            index = len(runs)
            runs.append((y, int(start), int(end)))
            parents.append(index)
            current.append(index)
            for above in previous:
                _, above_start, above_end = runs[above]
                if above_start <= end and start <= above_end:
                    parents[_root(parents, above)] = _root(parents, index)
        previous = current
    labels = np.zeros(mask.shape, dtype=np.int32)
    sizes: dict[int, int] = {}
    for index, (_, start, end) in enumerate(runs):
        root = _root(parents, index)
        sizes[root] = sizes.get(root, 0) + end - start
    kept = [root for root in sorted(sizes) if sizes[root] >= min_pixels]
    numbers = {root: number for number, root in enumerate(kept, start=1)}
    for index, (y, start, end) in enumerate(runs):
        labels[y, start:end] = numbers.get(_root(parents, index), 0)
    return labels


def _root(parents: list[int], index: int) -> int:
    while parents[index] != index:
        parents[index] = parents[parents[index]]
        index = parents[index]
    return index
