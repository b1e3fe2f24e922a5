"""Random training examples: a view, clicks and changes of grey values."""

import numpy as np
import torch
from torch.nn import functional as F

from dataset import Sample
from views import View, network_input, pyramid, sample

WHOLE_VIEW_SHARE = 0.45
BACKGROUND_SHARE = 0.04


def random_example(source: Sample, random: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns the network's input and its target (1 x 128 x 128); no lesion under the click: an empty target."""
    empty = source.lesion_count == 0 or random.random() < BACKGROUND_SHARE
    target = np.zeros(source.labels.shape, dtype=np.float32)
    if not empty:
        target = (source.labels == random.integers(1, source.lesion_count + 1)).astype(np.float32)
    inside = _pick(_clickable(source, target, empty), random, 1 if empty else 1 + (random.random() < 0.2))
    view = _random_view(source, target, inside[0], random)
    outside = _outside_clicks(target, random) if not empty and random.random() < 0.2 else np.zeros((0, 2))
    image, reduction = pyramid(source.grey, view)
    grey = _change_grey(sample(image, view, reduction), random)
    mask = (sample(target, view) >= 0.5).float()
    return network_input(grey, _visible(view, inside), _visible(view, outside)), mask[None]


def _clickable(source: Sample, target: np.ndarray, empty: bool) -> np.ndarray:
    return (source.labels == 0) if empty else target > 0


def _pick(allowed: np.ndarray, random: np.random.Generator, count: int) -> np.ndarray:
    ys, xs = np.nonzero(allowed)
    chosen = random.integers(0, len(xs), count)
    return np.stack((xs[chosen], ys[chosen]), axis=1) + 0.5


def _outside_clicks(target: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """One click beside the lesion, at most half its extent away."""
    left, top, right, bottom = _bounds(target)
    margin = max(4, (max(right - left, bottom - top)) // 2)
    ring = np.zeros(target.shape, dtype=bool)
    ring[max(0, top - margin) : bottom + margin, max(0, left - margin) : right + margin] = True
    ring &= target == 0
    return _pick(ring, random, 1) if ring.any() else np.zeros((0, 2))


def _visible(view: View, points: np.ndarray) -> np.ndarray:
    inside = view.to_view(points)
    return inside[np.abs(inside).max(axis=1) < 0.5] if len(inside) else inside


def _bounds(target: np.ndarray) -> tuple[int, int, int, int]:
    ys, xs = np.nonzero(target)
    return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1


def _random_view(source: Sample, target: np.ndarray, click: np.ndarray, random: np.random.Generator) -> View:
    height, width = source.grey.shape
    longer = max(height, width)
    if random.random() < WHOLE_VIEW_SHARE:
        size = longer * random.uniform(0.85, 1.25)
        centre = np.array([width, height]) / 2 + random.uniform(-0.08, 0.08, 2) * longer
    elif not target.any():
        size = longer * random.uniform(0.25, 0.9)
        centre = click + random.uniform(-0.3, 0.3, 2) * size
    else:
        left, top, right, bottom = _bounds(target)
        size = max(right - left, bottom - top, 24) * random.uniform(1.2, 2.8)
        centre = np.array([left + right, top + bottom]) / 2 + random.uniform(-0.1, 0.1, 2) * size
    angle = np.radians(random.uniform(-18, 18))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    stretch = np.exp(random.uniform(-0.12, 0.12))
    flip = 1 if random.random() < 0.5 else -1
    view = View(centre, turn @ np.diag([size * stretch * flip, size / stretch]))
    if np.abs(view.to_view(click[None])).max() >= 0.48:
        view.centre = click + random.uniform(-0.2, 0.2, 2) * size
    return view


def _change_grey(grey: torch.Tensor, random: np.random.Generator) -> torch.Tensor:
    result = grey.clamp(min=0) ** float(np.exp(random.uniform(-0.35, 0.35)))
    result = result * float(random.uniform(0.75, 1.3))
    ramp = torch.linspace(-0.5, 0.5, grey.shape[0])[:, None] * float(random.uniform(-0.4, 0.4))
    result = result * (1 + ramp)
    if random.random() < 0.25:
        noise = torch.from_numpy(random.normal(0, random.uniform(0.02, 0.12), grey.shape).astype(np.float32))
        result = result * (1 + noise)
    if random.random() < 0.2:
        result = F.avg_pool2d(result[None], 3, stride=1, padding=1)[0]
    return result.clamp(0, 1)
