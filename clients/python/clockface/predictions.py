"""Predictions of a model for scans of a dataset."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .archive import DatasetVolume

PlaneName = Literal["COR", "TRA", "SAG", "RAD"]


@dataclass(frozen=True)
class PredictedMark:
    """Mark of a prediction. Give either voxel indices or LPS millimetres; all lie in one plane."""

    type: str
    """Type of the API, such as SELECTMARK, FREEHAND, ELLIPTICAL or BOUNDING_BOX."""
    plane: PlaneName
    points_voxel: npt.ArrayLike | None = None
    """Points as an array of n × 3 voxel indices."""
    points_mm: npt.ArrayLike | None = None
    """Points as an array of n × 3 LPS millimetres."""

    def to_json(self) -> dict[str, Any]:
        """Converts to a mark of the API. Raises ValueError for points of another shape."""
        if (self.points_voxel is None) == (self.points_mm is None):
            raise ValueError("A mark needs either points_voxel or points_mm")
        name = "pointsMm" if self.points_voxel is None else "pointsVoxel"
        given = self.points_mm if self.points_voxel is None else self.points_voxel
        points = np.asarray(given, dtype=np.float64)
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError(f"Points have the shape {points.shape}, not n × 3")
        return {"type": self.type, "plane": self.plane, name: points.tolist()}


@dataclass(frozen=True)
class PredictedFinding:
    """Finding of a model. The first mark is the representative one."""

    score: float
    """Confidence 0 to 1."""
    marks: Sequence[PredictedMark]
    mask: dict[str, Any] | None = None
    """Mask as `mask_of` returns it."""

    def to_json(self) -> dict[str, Any]:
        """Converts to a finding of the API."""
        finding = {"score": float(self.score), "marks": [mark.to_json() for mark in self.marks]}
        return finding if self.mask is None else {**finding, "mask": self.mask}


@dataclass(frozen=True)
class ScanPrediction:
    """Findings of a model in one scan; an empty list says that it found nothing."""

    scan: str
    """Pseudonym of the scan in the dataset."""
    findings: Sequence[PredictedFinding] = field(default_factory=tuple)

    def to_json(self) -> dict[str, Any]:
        """Converts to the predictions of a scan of the API."""
        return {"scan": self.scan, "findings": [finding.to_json() for finding in self.findings]}


@dataclass(frozen=True)
class StoredPrediction:
    """Predictions of a scan that the server has stored."""

    scan: str
    run_id: str
    finding_count: int

    @staticmethod
    def from_json(body: dict[str, Any]) -> StoredPrediction:
        """Converts a scan of `StoredPredictions` of the API."""
        return StoredPrediction(body["scan"], body["runId"], body["findingCount"])


def mask_of(mask: npt.ArrayLike, volume: DatasetVolume) -> dict[str, Any]:
    """Returns the mask of a finding, cut to its lesion, in the form of the API.

    `mask` is an array on the grid of the volume, 0 outside. Raises ValueError for another shape and
    for an empty mask.
    """
    labels = np.asarray(mask) != 0
    if labels.shape != volume.voxels.shape:
        raise ValueError(f"The mask has the shape {labels.shape}, the volume {volume.voxels.shape}")
    if not labels.any():
        raise ValueError("The mask is empty")
    found = np.argwhere(labels)
    first, last = found.min(axis=0), found.max(axis=0) + 1
    box = labels[tuple(slice(start, end) for start, end in zip(first, last, strict=True))]
    spacing = np.diag(volume.affine)[:3]
    bits = np.packbits(box.ravel(order="F"), bitorder="little")
    return {
        "sizes": list(box.shape),
        "spacingMm": spacing.tolist(),
        "originMm": (volume.affine[:3, 3] + first * spacing).tolist(),
        "bitsBase64": base64.b64encode(bits.tobytes()).decode(),
    }
