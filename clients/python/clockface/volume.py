"""Volumes and masks: NRRD files as NumPy arrays."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class VolumeInfo:
    """Latest volume of a scan, without any identity of the patient."""

    scan_id: str
    laterality: str
    """Side of the breast, L or R."""
    file_id: str
    checksum: str
    """Hex SHA-256 of the file."""
    byte_length: int
    sizes: tuple[int, int, int]
    """Voxels along x, y and z."""
    spacing_mm: Vector
    origin_mm: Vector
    """Centre of the first voxel, LPS."""
    coverage_radius_mm: float
    """Radius of the recorded cylinder about the depth axis."""

    @staticmethod
    def from_json(body: dict[str, Any]) -> VolumeInfo:
        """Converts a `WorkerVolume` of the API."""
        return VolumeInfo(
            scan_id=body["scanId"],
            laterality=body["laterality"],
            file_id=body["fileId"],
            checksum=body["checksum"],
            byte_length=body["byteLength"],
            sizes=_triple(body["sizes"]),
            spacing_mm=_triple(body["spacingMm"]),
            origin_mm=_triple(body["originMm"]),
            coverage_radius_mm=body["coverageRadiusMm"],
        )


@dataclass(frozen=True)
class Volume:
    """Voxels of a scan. `voxels[i, j, k]` lies at i along x, j along y (depth), k along z."""

    info: VolumeInfo
    voxels: npt.NDArray[np.uint8]
    """Grey values 0 to 255, shape as `info.sizes`; 0 outside the recorded cylinder."""
    affine: npt.NDArray[np.float64]
    """4 × 4 matrix from voxel indices to LPS millimetres."""
    dynamic_range_db: float | None
    """Decibels between grey 0 and 255; None if unknown. Do not guess it."""
    header: dict[str, str]
    """Key/value pairs of the NRRD file."""

    @property
    def spacing_mm(self) -> Vector:
        """Distance of neighbouring voxels along x, y and z."""
        return self.info.spacing_mm

    def decibels(self) -> npt.NDArray[np.float32]:
        """Returns dB below full scale (≤ 0). Raises ValueError without a dynamic range."""
        if self.dynamic_range_db is None:
            raise ValueError("DYNAMIC_RANGE_UNKNOWN: the volume has no dynamic range")
        scaled = self.voxels.astype(np.float32) / np.float32(255) - np.float32(1)
        return scaled * np.float32(self.dynamic_range_db)

    def to_mm(self, index: npt.ArrayLike) -> Vector:
        """Converts voxel indices (i, j, k) to LPS millimetres."""
        i, j, k = np.asarray(index, dtype=np.float64)
        return _triple((self.affine @ np.array([i, j, k, 1.0]))[:3])


def read_volume_file(content: bytes, info: VolumeInfo) -> Volume:
    """Reads the NRRD file of a volume. Raises ValueError when it is damaged or of another grid."""
    if hashlib.sha256(content).hexdigest() != info.checksum:
        raise ValueError("The volume arrived damaged: its checksum differs. Read it again.")
    fields, header, data = parse_nrrd(content)
    if fields.get("type") not in ("uint8", "unsigned char", "uchar"):
        raise ValueError(f"The volume has elements of type {fields.get('type')}, not uint8")
    if fields.get("encoding") in ("gzip", "gz"):
        data = gzip.decompress(data)
    if fields.get("sizes", "").split() != [str(size) for size in info.sizes]:
        raise ValueError(f"The volume has the sizes {fields.get('sizes')}, not {info.sizes}")
    # x is fastest in the file.
    voxels = np.frombuffer(data, dtype=np.uint8).reshape(info.sizes, order="F")
    affine = np.diag([*info.spacing_mm, 1.0])
    affine[:3, 3] = info.origin_mm
    dynamic_range = header.get("dynamicRangeDb")
    return Volume(
        info=info,
        voxels=voxels,
        affine=affine,
        dynamic_range_db=None if dynamic_range is None else float(dynamic_range),
        header=header,
    )


def write_mask(mask: npt.ArrayLike, volume: VolumeInfo) -> bytes:
    """Returns an NRRD file of a mask on the grid of a volume. Raises ValueError for another shape.

    A boolean mask has the labels 0 and 1, others the labels 0 to 255.
    """
    labels = np.asarray(mask)
    if labels.shape != volume.sizes:
        raise ValueError(f"The mask has the shape {labels.shape}, the volume {volume.sizes}")
    if labels.dtype != np.bool_ and (labels.min() < 0 or labels.max() > 255):
        raise ValueError("The labels of a mask must be 0 to 255")
    (dx, dy, dz), origin = volume.spacing_mm, volume.origin_mm
    lines = [
        "NRRD0005",
        "type: uint8",
        "dimension: 3",
        "sizes: " + " ".join(str(size) for size in volume.sizes),
        "space: left-posterior-superior",
        f"space directions: ({dx!r},0,0) (0,{dy!r},0) (0,0,{dz!r})",
        "space origin: (" + ",".join(repr(x) for x in origin) + ")",
        "kinds: domain domain domain",
        "encoding: gzip",
    ]
    voxels = gzip.compress(labels.astype(np.uint8).tobytes(order="F"), mtime=0)
    return "\n".join(lines).encode() + b"\n\n" + voxels


def parse_nrrd(content: bytes) -> tuple[dict[str, str], dict[str, str], bytes]:
    """Returns fields, key/value pairs and the data of an NRRD file with attached data."""
    end = content.find(b"\n\n")
    if not content.startswith(b"NRRD") or end < 0:
        raise ValueError("The file is not an NRRD file with attached data")
    fields: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for line in content[:end].decode().splitlines()[1:]:
        if line.startswith("#"):
            continue
        key, is_pair, value = line.partition(":=")
        if is_pair:
            pairs[key] = value
        else:
            key, _, value = line.partition(": ")
            fields[key] = value.strip()
    return fields, pairs, content[end + 2 :]


def _triple(values: Any) -> Any:
    first, second, third = values
    return first, second, third
