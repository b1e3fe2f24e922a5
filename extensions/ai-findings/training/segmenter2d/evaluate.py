"""Dice of one random click per validation image, with a fixed seed."""

from dataclasses import dataclass

import numpy as np
import torch

from dataset import Sample
from predict import Run, lesion_mask, segment

CLICK_SEED = 1


@dataclass
class Score:
    name: str
    kind: str
    dice: float


@dataclass
class Figures:
    images: int
    mean: float
    median: float
    low: float
    high: float
    benign: float
    malignant: float
    below_half: float


def evaluate(run: Run, samples: list[Sample]) -> list[Score]:
    """Compares with the clicked lesion: with its component, where an image has several."""
    random = np.random.default_rng(CLICK_SEED)
    scores = []
    with torch.no_grad():
        for sample in samples:
            ys, xs = np.nonzero(sample.labels)
            chosen = random.integers(len(xs))
            truth = sample.labels == sample.labels[ys[chosen], xs[chosen]]
            click = np.array([[xs[chosen] + 0.5, ys[chosen] + 0.5]])
            found = lesion_mask(segment(sample.grey, click, np.zeros((0, 2)), run), click)
            dice = 2 * float((found & truth).sum()) / float(found.sum() + truth.sum())
            scores.append(Score(sample.name, sample.kind, dice))
    return scores


def figures_of(scores: list[Score]) -> Figures:
    """`low` and `high`: 95 % interval of the mean by bootstrap over images."""
    values = np.array([score.dice for score in scores])
    random = np.random.default_rng(2)
    means = [values[random.integers(len(values), size=len(values))].mean() for _ in range(2000)]
    low, high = np.percentile(means, [2.5, 97.5])

    def mean_of(kind: str) -> float:
        return float(np.mean([score.dice for score in scores if score.kind == kind]))

    return Figures(
        images=len(values),
        mean=float(values.mean()),
        median=float(np.median(values)),
        low=float(low),
        high=float(high),
        benign=mean_of("benign"),
        malignant=mean_of("malignant"),
        below_half=float((values < 0.5).mean()),
    )
