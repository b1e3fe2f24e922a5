"""Segmentation of one image from clicks: a first pass on the whole image, then passes on the lesion found."""

from collections.abc import Callable

import numpy as np
import torch
from torch.nn import functional as F

from dataset import label_components
from network import INPUT_SIZE
from views import View, network_input, pyramid, sample, square_view

Run = Callable[[torch.Tensor], torch.Tensor]

THRESHOLD = 0.5
ZOOM_FACTORS = (1.7, 2.2)
MIN_VIEW_PIXELS = 32.0


def segment(grey: np.ndarray, inside: np.ndarray, outside: np.ndarray, run: Run, passes: int = 2) -> np.ndarray:
    """Probability of the clicked lesion per image pixel (height x width). Clicks: K x 2 image pixels.

    `run` maps a batch of inputs (N x 3 x 128 x 128) to logits (N x 1 x 128 x 128).
    """
    height, width = grey.shape
    view = square_view(width / 2, height / 2, max(height, width))
    probability = _paint(grey.shape, _probabilities(grey, [view], inside, outside, run), [view])
    for _ in range(passes - 1):
        box = lesion_box(probability, inside)
        if box is None:
            return probability
        left, top, right, bottom = box
        extent = max(right - left, bottom - top)
        views = [
            square_view((left + right) / 2, (top + bottom) / 2, max(extent * factor, MIN_VIEW_PIXELS))
            for factor in ZOOM_FACTORS
        ]
        probability = _paint(grey.shape, _probabilities(grey, views, inside, outside, run), views)
    return probability


def lesion_box(probability: np.ndarray, inside: np.ndarray) -> tuple[int, int, int, int] | None:
    mask = lesion_mask(probability, inside)
    if not mask.any():
        return None
    ys, xs = np.nonzero(mask)
    return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1


def lesion_mask(probability: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """The component under the first click, or the largest one when the click lies in none; holes are filled."""
    labels = label_components(probability >= THRESHOLD, min_pixels=1)
    if labels.max() == 0:
        return labels > 0
    x, y = np.floor(inside[0]).astype(int)
    clicked = labels[y, x]
    chosen = clicked if clicked else np.bincount(labels.ravel())[1:].argmax() + 1
    return _fill_holes(labels == chosen)


def _fill_holes(mask: np.ndarray) -> np.ndarray:
    padded = np.pad(~mask, 1, constant_values=True)
    labels = label_components(padded, min_pixels=1)
    return (labels != labels[0, 0])[1:-1, 1:-1]


def _probabilities(
    grey: np.ndarray, views: list[View], inside: np.ndarray, outside: np.ndarray, run: Run
) -> list[np.ndarray]:
    """Mean of each view and of its mirror image, INPUT_SIZE x INPUT_SIZE."""
    inputs = []
    for view in views:
        image, reduction = pyramid(grey, view)
        inputs.append(network_input(sample(image, view, reduction), view.to_view(inside), view.to_view(outside)))
    batch = torch.stack(inputs)
    upright = torch.sigmoid(run(batch))
    mirrored = torch.sigmoid(run(batch.flip(-1))).flip(-1)
    return [values[0].numpy() for values in (upright + mirrored) / 2]


def _paint(shape: tuple[int, int], values: list[np.ndarray], views: list[View]) -> np.ndarray:
    """Mean of the views that contain the centre of an image pixel; zero where there is none."""
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]] + 0.5
    points = np.stack((xs.ravel(), ys.ravel()), axis=1)
    total = np.zeros(shape, dtype=np.float32)
    count = np.zeros(shape, dtype=np.float32)
    for view, probability in zip(views, values):
        positions = view.to_view(points)
        covered = (np.abs(positions).max(axis=1) <= 0.5).reshape(shape)
        grid = torch.from_numpy((positions * 2).astype(np.float32)).reshape(1, *shape, 2)
        source = torch.from_numpy(probability)[None, None]
        painted = F.grid_sample(source, grid, padding_mode="border", align_corners=False)
        total += painted[0, 0].numpy() * covered
        count += covered
    return total / np.maximum(count, 1)
