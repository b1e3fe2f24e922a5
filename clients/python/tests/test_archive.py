"""Archives of datasets and predictions without a server."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import struct
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clockface import (
    DatasetDamaged,
    DatasetVolume,
    PredictedFinding,
    PredictedMark,
    ScanPrediction,
    mask_of,
    read_dataset,
)

SCAN, FINDING = "S-" + "a" * 20, "F-" + "b" * 20
SIZES, SPACING, ORIGIN = [5, 3, 4], [1.0, 0.5, 2.0], [-2.0, 0.25, -3.0]
AFFINE = [[1, 0, 0, -2], [0, 0.5, 0, 0.25], [0, 0, 2, -3], [0, 0, 0, 1]]
VOXELS = np.arange(60, dtype=np.uint8).reshape(SIZES, order="F")
MASK = np.ones((2, 1, 1), dtype=np.uint8)


def nrrd_of(voxels: np.ndarray) -> bytes:
    sizes = " ".join(str(size) for size in voxels.shape)
    header = f"NRRD0005\ntype: uint8\ndimension: 3\nsizes: {sizes}\nencoding: gzip\n\n"
    return header.encode() + gzip.compress(voxels.tobytes(order="F"))


def nifti_of(voxels: np.ndarray) -> bytes:
    header = bytearray(352)
    struct.pack_into("<i", header, 0, 348)
    struct.pack_into("<4h", header, 40, 3, *voxels.shape)
    struct.pack_into("<h", header, 70, 2)
    struct.pack_into("<f", header, 108, 352)
    return gzip.compress(bytes(header) + voxels.tobytes(order="F"))


def index_of(extension: str) -> dict[str, Any]:
    mask = {"file": f"masks/{FINDING}.{extension}", "sizes": [2, 1, 1], "spacingMm": SPACING}
    mark = {"type": "LENGTH", "plane": "COR", "representative": True}
    finding = {
        "finding": FINDING,
        "generator": "AI",
        "reader": None,
        "ai": {"score": 0.75},
        "biradsScore": 4,
        "isMass": True,
        "location": {"voxel": [1, 1, 2], "mm": [-1, 0.75, 1]},
        "marks": [{**mark, "pointsVoxel": [[1, 1, 2]], "pointsMm": [[-1, 0.75, 1]]}],
        "mask": {**mask, "originMm": [-1.0, 0.75, 1.0]},
    }
    scan = {"scan": SCAN, "patient": "P-1", "study": "E-1", "part": "train", "side": "L"}
    volume = {"file": f"volumes/{SCAN}.{extension}", "sizes": SIZES, "affineLps": AFFINE}
    entry = {
        **scan,
        "dayOffset": 3,
        "nipple": None,
        "volume": {**volume, "dynamicRangeDb": 60},
        "findings": [finding],
    }
    return {"schema": 1, "leftOut": ["S-" + "c" * 20], "scans": [entry]}


def files_of(extension: str = "nrrd", index: dict[str, Any] | None = None) -> dict[str, bytes]:
    pack = nrrd_of if extension == "nrrd" else nifti_of
    files = {
        f"volumes/{SCAN}.{extension}": pack(VOXELS),
        f"masks/{FINDING}.{extension}": pack(MASK),
        "dataset.json": json.dumps(index or index_of(extension)).encode(),
    }
    sums = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items()]
    return {**files, "SHA256SUMS": "".join(sums).encode()}


def archive_of(folder: Path, files: dict[str, bytes]) -> Path:
    path = folder / "dataset.tar"
    with tarfile.open(path, "w") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


@pytest.mark.parametrize("extension", ["nrrd", "nii.gz"])
def test_volume_mask_and_marks_share_one_grid(tmp_path: Path, extension: str) -> None:
    dataset = read_dataset(archive_of(tmp_path, files_of(extension)))
    (scan,) = dataset.part("train")
    assert (scan.scan, scan.side, scan.day_offset, scan.nipple) == (SCAN, "L", 3, None)
    assert dataset.part("test") == []
    assert dataset.left_out == ("S-" + "c" * 20,)
    volume = dataset.volume(scan)
    assert volume.dynamic_range_db == 60
    assert np.array_equal(volume.voxels, VOXELS)
    (finding,) = scan.findings
    (mark,) = finding.marks
    assert (finding.score, finding.birads_score, mark.plane) == (0.75, 4, "COR")
    assert np.array_equal(volume.to_mm(mark.points_voxel), mark.points_mm)
    mask = dataset.mask(finding)
    assert mask is not None
    assert np.argwhere(mask.resampled_to(volume)).tolist() == [[1, 1, 2], [2, 1, 2]]


def test_an_unpacked_archive_is_read_from_its_folder(tmp_path: Path) -> None:
    with tarfile.open(archive_of(tmp_path, files_of())) as archive:
        archive.extractall(tmp_path / "unpacked")
    dataset = read_dataset(tmp_path / "unpacked")
    assert np.array_equal(dataset.volume(dataset.scans[0]).voxels, VOXELS)


def test_a_changed_or_missing_file_is_named(tmp_path: Path) -> None:
    files = files_of()
    name = f"volumes/{SCAN}.nrrd"
    changed = read_dataset(archive_of(tmp_path, {**files, name: files[name][:-1] + b"x"}))
    with pytest.raises(DatasetDamaged, match=f"{name} differs from its SHA-256"):
        changed.volume(changed.scans[0])
    missing = read_dataset(archive_of(tmp_path, {k: v for k, v in files.items() if k != name}))
    with pytest.raises(DatasetDamaged, match=f"no file {name}"):
        missing.volume(missing.scans[0])
    cut = archive_of(tmp_path, files)
    cut.write_bytes(cut.read_bytes()[:700])
    with pytest.raises(DatasetDamaged, match="SHA256SUMS"):
        read_dataset(cut)


def test_an_index_with_a_path_outside_the_dataset_is_refused(tmp_path: Path) -> None:
    index = index_of("nrrd")
    index["scans"][0]["volume"]["file"] = "../secret.nrrd"
    dataset = read_dataset(archive_of(tmp_path, files_of("nrrd", index)))
    with pytest.raises(DatasetDamaged, match="not a file of a dataset"):
        dataset.volume(dataset.scans[0])


def test_a_mask_that_the_server_could_not_read_is_no_missing_mask(tmp_path: Path) -> None:
    index = index_of("nrrd")
    finding = index["scans"][0]["findings"][0]
    finding["mask"] = None
    whole = read_dataset(archive_of(tmp_path, files_of("nrrd", index)))
    assert whole.mask(whole.scans[0].findings[0]) is None
    finding["maskDamaged"] = True
    damaged = read_dataset(archive_of(tmp_path, files_of("nrrd", index)))
    with pytest.raises(DatasetDamaged, match="could not be exported"):
        damaged.mask(damaged.scans[0].findings[0])


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = archive_of(tmp_path, files_of("nrrd", {**index_of("nrrd"), "schema": 2}))
    with pytest.raises(ValueError, match="schema 2, not 1"):
        read_dataset(path)


def test_a_predicted_mask_is_cut_to_its_lesion() -> None:
    volume = DatasetVolume(VOXELS, np.array(AFFINE, dtype=np.float64))
    labels = np.zeros(SIZES, dtype=bool)
    labels[1:4, 1, 2] = [True, False, True]
    mask = mask_of(labels, volume)
    assert (mask["sizes"], mask["spacingMm"]) == ([3, 1, 1], SPACING)
    assert mask["originMm"] == [-1.0, 0.75, 1.0]
    assert base64.b64decode(mask["bitsBase64"]) == bytes([0b101])
    with pytest.raises(ValueError, match="empty"):
        mask_of(np.zeros(SIZES), volume)
    with pytest.raises(ValueError, match="shape"):
        mask_of(np.zeros((1, 1, 1)), volume)


def test_a_mark_has_points_of_one_kind() -> None:
    mark = PredictedMark("SELECTMARK", "COR", points_voxel=np.array([[1, 2, 3]]))
    prediction = ScanPrediction(SCAN, [PredictedFinding(0.5, [mark])])
    assert prediction.to_json()["findings"] == [
        {
            "score": 0.5,
            "marks": [{"type": "SELECTMARK", "plane": "COR", "pointsVoxel": [[1.0, 2.0, 3.0]]}],
        }
    ]
    for wrong in (
        PredictedMark("SELECTMARK", "COR"),
        PredictedMark("SELECTMARK", "COR", [[1, 2, 3]], [[1, 2, 3]]),
        PredictedMark("SELECTMARK", "COR", [1, 2, 3]),
    ):
        with pytest.raises(ValueError, match="points|shape"):
            wrong.to_json()
