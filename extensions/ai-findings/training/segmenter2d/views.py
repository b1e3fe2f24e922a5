"""Square views of an image, and the clicks in them. The same rules run in ../../segmentation2d (TypeScript).

Image coordinates are in pixels with the centre of the first pixel at (0.5, 0.5).
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional as F

from network import INPUT_SIZE

CLICK_SIGMA = 4.0
GREY_MEAN = 0.3
GREY_SCALE = 4.0


@dataclass
class View:
    """`axes` maps view coordinates in -0.5..0.5 to image pixels about `centre`."""

    centre: np.ndarray
    axes: np.ndarray

    def to_view(self, points: np.ndarray) -> np.ndarray:
        """Image pixels (K x 2, x and y) to view coordinates in -0.5..0.5."""
        return (points - self.centre) @ np.linalg.inv(self.axes).T

    def pixel_size(self) -> float:
        """Image pixels per view pixel, the finer of both axes."""
        return float(np.linalg.norm(self.axes, axis=0).min()) / INPUT_SIZE


def square_view(x: float, y: float, size: float) -> View:
    return View(np.array([x, y]), np.eye(2) * size)


def half(image: np.ndarray) -> np.ndarray:
    """Mean of blocks of 2 x 2 pixels; an odd last row or column is repeated."""
    height, width = image.shape
    padded = np.pad(image, ((0, height % 2), (0, width % 2)), mode="edge")
    return (padded[::2, ::2] + padded[1::2, ::2] + padded[::2, 1::2] + padded[1::2, 1::2]) / 4


def pyramid(image: np.ndarray, view: View) -> tuple[np.ndarray, int]:
    """The image reduced until a view pixel covers less than two of its pixels, and the reduction."""
    reduction = 1
    while view.pixel_size() >= 2 * reduction:
        image = half(image)
        reduction *= 2
    return image, reduction


def sample(image: np.ndarray, view: View, reduction: int = 1) -> torch.Tensor:
    """Bilinear samples of a view, INPUT_SIZE x INPUT_SIZE; zero outside the image."""
    height, width = image.shape
    steps = (np.arange(INPUT_SIZE) + 0.5) / INPUT_SIZE - 0.5
    grid_x, grid_y = np.meshgrid(steps, steps)
    points = np.stack((grid_x, grid_y), axis=-1) @ view.axes.T + view.centre
    scaled = points / reduction / np.array([width, height]) * 2 - 1
    grid = torch.from_numpy(scaled.astype(np.float32))[None]
    source = torch.from_numpy(np.ascontiguousarray(image, dtype=np.float32))[None, None]
    return F.grid_sample(source, grid, mode="bilinear", padding_mode="zeros", align_corners=False)[0, 0]


def click_map(points: np.ndarray) -> torch.Tensor:
    """The highest of one Gaussian per click; `points` in view coordinates, K x 2."""
    positions = np.arange(INPUT_SIZE) + 0.5
    result = np.zeros((INPUT_SIZE, INPUT_SIZE), dtype=np.float32)
    for x, y in (points + 0.5) * INPUT_SIZE:
        squares = (positions[None, :] - x) ** 2 + (positions[:, None] - y) ** 2
        result = np.maximum(result, np.exp(-squares / (2 * CLICK_SIGMA**2)))
    return torch.from_numpy(result.astype(np.float32))


def network_input(grey: torch.Tensor, inside: np.ndarray, outside: np.ndarray) -> torch.Tensor:
    """3 x INPUT_SIZE x INPUT_SIZE: normalised grey, clicks inside, clicks outside (view coordinates)."""
    return torch.stack(((grey - GREY_MEAN) * GREY_SCALE, click_map(inside), click_map(outside)))
