"""Archives of datasets: volumes and masks as NumPy arrays, findings and marks."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import struct
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .errors import DatasetDamaged
from .volume import Vector, parse_nrrd

SCHEMA = 1
Part = Literal["train", "validation", "test"]
_IMAGE = re.compile(r"(volumes/S|masks/F)-[0-9a-f]{20}\.(nrrd|nii\.gz)")
_NIFTI_HEADER = 348
_NIFTI_UINT8 = 2


@dataclass(frozen=True)
class Place:
    """Place in a volume. Voxel indices count from 0 at the centre of the first voxel."""

    voxel: Vector
    mm: Vector
    """LPS millimetres."""

    @staticmethod
    def from_json(body: dict[str, Any] | None) -> Place | None:
        """Converts a place of the index."""
        return None if body is None else Place(tuple(body["voxel"]), tuple(body["mm"]))


@dataclass(frozen=True)
class DatasetMark:
    """Mark of a finding."""

    type: str
    plane: str
    representative: bool
    points_voxel: npt.NDArray[np.float64]
    """Points as n × 3 voxel indices of the volume; fractions."""
    points_mm: npt.NDArray[np.float64]
    """The same points as n × 3 LPS millimetres."""


@dataclass(frozen=True)
class DatasetFinding:
    """Finding of a reader or a model."""

    finding: str
    """Pseudonym."""
    generator: str
    """USER for a reader, else AI or AIAD."""
    reader: str | None
    """Pseudonym of the reader; None for a model."""
    score: float | None
    """Confidence of the model, 0 to 1; None for a reader."""
    birads_score: int | None
    """BI-RADS score, 1 to 9."""
    is_mass: bool | None
    location: Place | None
    marks: tuple[DatasetMark, ...]
    entry: dict[str, Any]
    """The whole entry of the index, with labels, sizes and the decision of the reader."""


@dataclass(frozen=True)
class DatasetScan:
    """Scan of a dataset, by pseudonyms."""

    scan: str
    patient: str
    study: str
    part: Part
    side: Literal["L", "R"]
    day_offset: int | None
    """Days since the first scan of the patient; None if unknown."""
    nipple: Place | None
    findings: tuple[DatasetFinding, ...]
    entry: dict[str, Any]
    """The whole entry of the index, with density, report and relations."""


@dataclass(frozen=True)
class DatasetVolume:
    """Voxels of a scan or a mask. `voxels[i, j, k]` lies at i along x, j along y (depth), k along z."""

    voxels: npt.NDArray[np.uint8]
    """Grey values 0 to 255 of a volume; 1 inside a mask."""
    affine: npt.NDArray[np.float64]
    """4 × 4 matrix from voxel indices to LPS millimetres."""
    dynamic_range_db: float | None = None
    """Decibels between grey 0 and 255; None if unknown, and for masks."""

    def to_mm(self, index: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Converts voxel indices (3, or n × 3) to LPS millimetres."""
        points = np.asarray(index, dtype=np.float64)
        moved: npt.NDArray[np.float64] = points @ self.affine[:3, :3].T + self.affine[:3, 3]
        return moved

    def resampled_to(self, volume: DatasetVolume) -> npt.NDArray[np.uint8]:
        """Returns the voxels on the grid of another volume: the nearest ones, 0 outside."""
        result = np.zeros(volume.voxels.shape, dtype=np.uint8)
        targets, sources = [], []
        for axis, count in enumerate(volume.voxels.shape):
            mm = volume.affine[axis, 3] + np.arange(count) * volume.affine[axis, axis]
            nearest = np.rint((mm - self.affine[axis, 3]) / self.affine[axis, axis]).astype(int)
            inside = (nearest >= 0) & (nearest < self.voxels.shape[axis])
            targets.append(np.flatnonzero(inside))
            sources.append(nearest[inside])
        result[np.ix_(*targets)] = self.voxels[np.ix_(*sources)]
        return result


class Dataset:
    """Archive of an export, as a tar file or an unpacked folder. Files are read on demand."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sums = _parse_sums(self._bytes("SHA256SUMS"))
        index = json.loads(self._checked("dataset.json"))
        if index.get("schema") != SCHEMA:
            raise ValueError(f"The dataset has the schema {index.get('schema')}, not {SCHEMA}")
        self.index: dict[str, Any] = index
        """The whole content of dataset.json."""
        self.scans = tuple(_scan_of(entry) for entry in index["scans"])
        self.left_out: tuple[str, ...] = tuple(index["leftOut"])
        """Pseudonyms of scans whose volume can't be read."""

    def part(self, name: Part) -> list[DatasetScan]:
        """Returns the scans of a part; all scans of a patient are in the same part."""
        return [scan for scan in self.scans if scan.part == name]

    def volume(self, scan: DatasetScan) -> DatasetVolume:
        """Reads the volume of a scan. Raises DatasetDamaged when the file is changed or missing."""
        entry = scan.entry["volume"]
        affine = np.array(entry["affineLps"], dtype=np.float64)
        voxels = self._image(entry["file"], entry["sizes"])
        return DatasetVolume(voxels, affine, entry["dynamicRangeDb"])

    def mask(self, finding: DatasetFinding) -> DatasetVolume | None:
        """Reads the mask of a finding on a grid of its own; None without a mask.

        `resampled_to` moves it to the grid of the volume. Raises as `volume`, also for a mask that
        the server could not read.
        """
        entry = finding.entry["mask"]
        if entry is None:
            if finding.entry.get("maskDamaged", False):
                raise DatasetDamaged(f"The mask of {finding.finding} could not be exported")
            return None
        affine = np.diag([*entry["spacingMm"], 1.0])
        affine[:3, 3] = entry["originMm"]
        return DatasetVolume(self._image(entry["file"], entry["sizes"]), affine)

    def _image(self, name: str, sizes: list[int]) -> npt.NDArray[np.uint8]:
        if _IMAGE.fullmatch(name) is None:
            raise DatasetDamaged(f"{name} is not a file of a dataset")
        content = self._checked(name)
        data = _nrrd_data(content) if name.endswith(".nrrd") else _nifti_data(content, sizes)
        voxels = np.frombuffer(data, dtype=np.uint8)
        if voxels.size != np.prod(sizes):
            raise DatasetDamaged(f"{name} has {voxels.size} voxels, not {sizes}")
        # x is fastest in the file.
        return voxels.reshape(tuple(sizes), order="F")

    def _checked(self, name: str) -> bytes:
        content = self._bytes(name)
        if hashlib.sha256(content).hexdigest() != self._sums.get(name):
            raise DatasetDamaged(f"{name} differs from its SHA-256. Download the dataset again.")
        return content

    def _bytes(self, name: str) -> bytes:
        try:
            if self._path.is_dir():
                return (self._path / name).read_bytes()
            with tarfile.open(self._path, "r:") as archive:
                file = archive.extractfile(name)
                return b"" if file is None else file.read()
        except (KeyError, FileNotFoundError, tarfile.TarError) as error:
            raise DatasetDamaged(f"{self._path} has no file {name}: {error}") from error


def read_dataset(path: str | Path) -> Dataset:
    """Opens the archive that `Datasets.download` returned, or the folder where it is unpacked.

    Raises DatasetDamaged when the index is missing or changed.
    """
    return Dataset(Path(path))


def _parse_sums(content: bytes) -> dict[str, str]:
    lines = content.decode().splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def _scan_of(entry: dict[str, Any]) -> DatasetScan:
    return DatasetScan(
        scan=entry["scan"],
        patient=entry["patient"],
        study=entry["study"],
        part=entry["part"],
        side=entry["side"],
        day_offset=entry["dayOffset"],
        nipple=Place.from_json(entry["nipple"]),
        findings=tuple(_finding_of(finding) for finding in entry["findings"]),
        entry=entry,
    )


def _finding_of(entry: dict[str, Any]) -> DatasetFinding:
    ai = entry["ai"]
    return DatasetFinding(
        finding=entry["finding"],
        generator=entry["generator"],
        reader=entry["reader"],
        score=None if ai is None else ai["score"],
        birads_score=entry["biradsScore"],
        is_mass=entry["isMass"],
        location=Place.from_json(entry["location"]),
        marks=tuple(_mark_of(mark) for mark in entry["marks"]),
        entry=entry,
    )


def _mark_of(entry: dict[str, Any]) -> DatasetMark:
    return DatasetMark(
        type=entry["type"],
        plane=entry["plane"],
        representative=entry["representative"],
        points_voxel=np.array(entry["pointsVoxel"], dtype=np.float64).reshape(-1, 3),
        points_mm=np.array(entry["pointsMm"], dtype=np.float64).reshape(-1, 3),
    )


def _nrrd_data(content: bytes) -> bytes:
    fields, _, data = parse_nrrd(content)
    if fields.get("type") not in ("uint8", "unsigned char", "uchar"):
        raise DatasetDamaged(f"An image has elements of type {fields.get('type')}, not uint8")
    return gzip.decompress(data) if fields.get("encoding") in ("gzip", "gz") else data


def _nifti_data(content: bytes, sizes: list[int]) -> bytes:
    """Returns the voxels of a compressed NIfTI-1 file in the order of the index."""
    data = gzip.decompress(content)
    if len(data) < _NIFTI_HEADER or struct.unpack_from("<i", data)[0] != _NIFTI_HEADER:
        raise DatasetDamaged("An image is not a NIfTI-1 file")
    dims = struct.unpack_from("<4h", data, 40)
    (datatype,) = struct.unpack_from("<h", data, 70)
    if dims != (3, *sizes) or datatype != _NIFTI_UINT8:
        raise DatasetDamaged(f"An image has the grid {dims} of type {datatype}, not {sizes}")
    (offset,) = struct.unpack_from("<f", data, 108)
    return data[int(offset) :]
