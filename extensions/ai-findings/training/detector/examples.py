"""Candidates that `tests/training/write-candidates.ts` has written."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from network import PATCH_SIZES

# Share of the examples of a batch that show a lesion; of all candidates it is a few in a hundred.
LESION_SHARE = 0.19
FEATURE_NOISE = 0.1
LEVEL_NOISE_DB = 1.0
LEVEL_FACTOR = 0.1


@dataclass(frozen=True)
class Candidates:
    patches: np.ndarray  # N x 16 x 14 x 16, dB
    features: np.ndarray  # N x F
    is_lesion: np.ndarray  # N

    @staticmethod
    def read(folder: Path) -> "Candidates":
        is_lesion = np.fromfile(folder / "labels.u8", dtype=np.uint8) > 0
        count = len(is_lesion)
        features = np.fromfile(folder / "features.f32", dtype=np.float32).reshape(count, -1)
        patches = np.memmap(folder / "patches.f32", dtype=np.float32, mode="r", shape=(count, *PATCH_SIZES))
        return Candidates(patches, features, is_lesion)


class Examples:
    """Random batches with a fixed share of lesions, mirrored, turned and shifted."""

    def __init__(self, candidates: Candidates, batch: int, seed: int) -> None:
        self.candidates = candidates
        self.random = np.random.default_rng(seed)
        self.lesions = np.flatnonzero(candidates.is_lesion)
        self.others = np.flatnonzero(~candidates.is_lesion)
        self.lesion_count = round(batch * LESION_SHARE)
        self.batch = batch
        self.scales = candidates.features.std(0) + 1e-6

    def offset(self) -> float:
        """Log odds to add, because batches contain more lesions than volumes do."""
        of_all = np.log(len(self.lesions) / len(self.others))
        return float(of_all - np.log(self.lesion_count / (self.batch - self.lesion_count)))

    def next(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        random = self.random
        chosen = np.concatenate(
            [
                random.choice(self.lesions, self.lesion_count),
                random.choice(self.others, self.batch - self.lesion_count),
            ]
        )
        patches = self._vary(self.candidates.patches[chosen])
        features = self.candidates.features[chosen]
        noise = random.normal(0, FEATURE_NOISE, features.shape) * self.scales
        targets = self.candidates.is_lesion[chosen]
        return (
            torch.from_numpy(np.ascontiguousarray(patches, dtype=np.float32)),
            torch.from_numpy((features + noise).astype(np.float32)),
            torch.from_numpy(targets.astype(np.float32)),
        )

    def _vary(self, patches: np.ndarray) -> np.ndarray:
        random = self.random
        if random.random() < 0.5:
            patches = patches[:, ::-1]
        if random.random() < 0.5:
            patches = patches[:, :, :, ::-1]
        if random.random() < 0.5:
            patches = patches.transpose(0, 3, 2, 1)
        if random.random() < 0.5:
            patches = np.roll(patches, tuple(random.integers(-1, 2, 3)), (1, 2, 3))
        shape = (len(patches), 1, 1, 1)
        factor = random.uniform(1 - LEVEL_FACTOR, 1 + LEVEL_FACTOR, shape)
        return patches * factor + random.normal(0, LEVEL_NOISE_DB, shape)
