"""Findings of a model, with marks on the product's planes."""

from __future__ import annotations

import hashlib
import math
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from .volume import Vector, VolumeInfo

Generator = Literal["AI", "AIAD"]
COLOURS: dict[str, str] = {"AI": "#9B51E0", "AIAD": "#FF5733"}


@dataclass(frozen=True)
class Model:
    """Model that made a finding, stored with every run."""

    name: str
    version: str
    weights_sha256: str | None = None
    """Hex SHA-256 of the weights; None for a model without weights."""
    use: Literal["research", "cleared"] = "research"

    @staticmethod
    def with_weights(name: str, version: str, weights: str | Path) -> Model:
        """Returns a research model with the hash of its weights file."""
        return Model(name, version, hashlib.sha256(Path(weights).read_bytes()).hexdigest())

    def to_json(self) -> dict[str, Any]:
        """Converts to the API's `aiModel`."""
        return {
            "name": self.name,
            "version": self.version,
            "weightsSha256": self.weights_sha256,
            "use": self.use,
        }


@dataclass(frozen=True)
class Finding:
    """Proposal of a model. `marks` are marks of the API by id."""

    score: float
    """Confidence 0 to 1."""
    marks: dict[str, dict[str, Any]]
    size_mm: Vector | None = None
    """Extent along x, y (depth) and z; None if not measured."""
    note: str | None = None
    id: str = field(default_factory=lambda: str(uuid.uuid4()))

    def to_json(self) -> dict[str, Any]:
        """Converts to a finding of the API's AI run. Raises ValueError for a wrong score."""
        if not 0 <= self.score <= 1:
            raise ValueError(f"The score {self.score} is not between 0 and 1")
        length = width = height = None
        if self.size_mm is not None:
            x, y, z = self.size_mm
            length, width, height = (round(mm * 1000) for mm in (max(x, z), min(x, z), y))
        return {
            "id": self.id,
            "marks": self.marks,
            "score": float(self.score),
            "note": self.note,
            "massLengthUm": length,
            "massWidthUm": width,
            "massHeightUm": height,
        }


def box_finding(
    volume: VolumeInfo,
    centre_mm: Vector,
    size_mm: Vector,
    score: float,
    *,
    generator: Generator = "AIAD",
    note: str | None = None,
) -> Finding:
    """Returns a finding with a bounding box on the coronal, transverse and sagittal plane.

    `centre_mm` is in LPS millimetres inside the volume; `size_mm` is the extent along x, y and z.
    Raises ValueError outside the volume and for sizes that are not positive.
    """
    # NumPy numbers, as models return them, are not JSON.
    centre_mm, size_mm = _floats(centre_mm), _floats(size_mm)
    index = [
        (centre_mm[axis] - volume.origin_mm[axis]) / volume.spacing_mm[axis] for axis in range(3)
    ]
    inside = all(-0.5 <= i <= n - 0.5 for i, n in zip(index, volume.sizes, strict=True))
    if not inside or not all(math.isfinite(mm) and mm > 0 for mm in size_mm):
        raise ValueError(f"No box of {size_mm} mm at {centre_mm} lies in the volume")
    marks = [_box_mark(volume, plane, centre_mm, size_mm, index, generator) for plane in _PLANES]
    marks[0]["rep"] = True
    return Finding(score, {mark["id"]: mark for mark in marks}, size_mm, note)


def _floats(vector: Vector) -> Vector:
    x, y, z = vector
    return float(x), float(y), float(z)


@dataclass(frozen=True)
class _Plane:
    """Plane of the product: patient axes of the image and their direction in the image."""

    name: str
    right_axis: int
    right_sign: int
    down_axis: int
    down_sign: int


_PLANES = (
    _Plane("COR", 0, 1, 2, -1),
    _Plane("TRA", 0, 1, 1, 1),
    _Plane("SAG", 2, -1, 1, 1),
)


def _box_mark(
    volume: VolumeInfo,
    plane: _Plane,
    centre_mm: Vector,
    size_mm: Vector,
    index: list[float],
    generator: Generator,
) -> dict[str, Any]:
    origin = list(centre_mm)
    spans = []
    for axis, sign in ((plane.right_axis, plane.right_sign), (plane.down_axis, plane.down_sign)):
        step, count = volume.spacing_mm[axis], volume.sizes[axis]
        extent = step * count
        first = volume.origin_mm[axis] - step / 2
        start = first if sign > 0 else first + extent
        origin[axis] = start
        middle = (centre_mm[axis] - start) * sign / extent
        half = size_mm[axis] / 2 / extent
        spans.append((max(0.0, middle - half), min(1.0, middle + half), extent))
    (left, right, width), (top, bottom, height) = spans
    nx, _, nz = volume.sizes
    dx, dz = (index[0] - (nx - 1) / 2), (index[2] - (nz - 1) / 2)
    angle = math.degrees(math.atan2(dx * volume.spacing_mm[0], dz * volume.spacing_mm[2])) % 360
    return {
        "id": str(uuid.uuid4()),
        "markType": "BOUNDING_BOX",
        "planeView": plane.name,
        "rep": False,
        "markViewParams": {
            "points": [{"u": left, "v": top}, {"u": right, "v": bottom}],
            "unit": "mm",
            "colour": COLOURS[generator],
            "lineWidth": 2,
            "radius": 0,
            "shape": "box",
            "generatedBy": generator,
        },
        "frame": {
            "originMm": origin,
            "right": _unit(plane.right_axis, plane.right_sign),
            "down": _unit(plane.down_axis, plane.down_sign),
            "widthMm": width,
            "heightMm": height,
        },
        "sag": dx,
        "tra": dz,
        "depth": index[1],
        # The remainder of a tiny negative angle is rounded to 360, which the server rejects.
        "rad": 0.0 if angle >= 360 else angle,
    }


def _unit(axis: int, sign: int) -> list[int]:
    return [sign if axis == other else 0 for other in range(3)]
