"""Volumes, masks and marks without a server."""

from __future__ import annotations

import hashlib
import json
import math

import numpy as np
import pytest

from clockface import Finding, VolumeInfo, box_finding
from clockface.volume import read_volume_file, write_mask

SIZES = (5, 3, 4)
HEADER = """NRRD0005
# comment
type: uint8
dimension: 3
sizes: 5 3 4
space: left-posterior-superior
space directions: (1,0,0) (0,0.5,0) (0,0,2)
space origin: (-2,0.25,-3)
encoding: raw
dynamicRangeDb:=60
"""
VOXELS = np.arange(60, dtype=np.uint8).reshape(SIZES, order="F")


def info_of(content: bytes) -> VolumeInfo:
    return VolumeInfo(
        scan_id="s",
        laterality="R",
        file_id="f",
        checksum=hashlib.sha256(content).hexdigest(),
        byte_length=len(content),
        sizes=SIZES,
        spacing_mm=(1.0, 0.5, 2.0),
        origin_mm=(-2.0, 0.25, -3.0),
        coverage_radius_mm=2.5,
    )


def file_of(header: str = HEADER) -> bytes:
    return header.encode() + b"\n" + VOXELS.tobytes(order="F")


def test_a_volume_is_indexed_along_x_depth_and_z() -> None:
    content = file_of()
    volume = read_volume_file(content, info_of(content))
    assert volume.voxels.shape == SIZES
    assert volume.voxels[1, 0, 0] == 1
    assert volume.voxels[0, 1, 0] == 5
    assert volume.voxels[0, 0, 1] == 15
    assert volume.to_mm((1, 2, 3)) == (-1.0, 1.25, 3.0)
    assert volume.spacing_mm == (1.0, 0.5, 2.0)


def test_grey_values_become_decibels_only_with_a_dynamic_range() -> None:
    content = file_of()
    volume = read_volume_file(content, info_of(content))
    assert volume.decibels()[0, 0, 0] == -60
    assert math.isclose(volume.decibels()[4, 2, 3], 60 * (59 / 255 - 1), rel_tol=1e-6)
    unknown = file_of(HEADER.replace("dynamicRangeDb:=60\n", ""))
    with pytest.raises(ValueError, match="DYNAMIC_RANGE_UNKNOWN"):
        read_volume_file(unknown, info_of(unknown)).decibels()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (file_of()[:-1] + b"?", "checksum"),
        (file_of(HEADER.replace("uint8", "float")), "float"),
        (file_of(HEADER.replace("5 3 4", "3 5 4")), "sizes"),
        (b"PNG" + file_of(), "NRRD"),
    ],
)
def test_a_damaged_or_wrong_file_is_rejected_by_name(content: bytes, reason: str) -> None:
    expected = file_of() if reason == "checksum" else content
    with pytest.raises(ValueError, match=reason):
        read_volume_file(content, info_of(expected))


def test_a_mask_keeps_its_voxels_in_the_place_of_the_volume() -> None:
    mask = VOXELS % 7 == 0
    content = write_mask(mask, info_of(b""))
    read = read_volume_file(content, info_of(content))
    assert np.array_equal(read.voxels, mask.astype(np.uint8))
    assert b"space origin: (-2.0,0.25,-3.0)" in content
    with pytest.raises(ValueError, match="shape"):
        write_mask(mask.T, info_of(b""))
    with pytest.raises(ValueError, match="labels"):
        write_mask(np.full(SIZES, 256), info_of(b""))


def test_a_box_finding_takes_numbers_of_numpy() -> None:
    centre = np.array([1.0, 0.75, 3.0], dtype=np.float32)
    size = np.array([1.0, 0.5, 2.0], dtype=np.float32)
    finding = box_finding(info_of(b""), centre, size, np.float32(0.5))  # type: ignore[arg-type]
    assert json.loads(json.dumps(finding.to_json()))["score"] == 0.5
    assert finding.size_mm == (1.0, 0.5, 2.0)


def test_a_box_finding_has_a_box_on_three_planes() -> None:
    volume = info_of(b"")
    finding = box_finding(volume, (1.0, 0.75, 3.0), (1.0, 0.5, 2.0), 0.5)
    marks = {mark["planeView"]: mark for mark in finding.marks.values()}
    # Head is at the upper edge of the coronal image, and at the left edge of the sagittal image.
    points = {name: mark["markViewParams"]["points"] for name, mark in marks.items()}
    assert points["COR"][0] == pytest.approx({"u": 0.6, "v": 0.0})
    assert points["COR"][1] == pytest.approx({"u": 0.8, "v": 0.25})
    assert points["TRA"][0] == pytest.approx({"u": 0.6, "v": 1 / 3})
    assert points["SAG"][0] == pytest.approx({"u": 0.0, "v": 1 / 3})
    assert marks["SAG"]["frame"]["right"] == [0, 0, -1]
    assert (marks["COR"]["sag"], marks["COR"]["tra"], marks["COR"]["depth"]) == (1.0, 1.5, 1.0)
    sizes = finding.to_json()
    assert (sizes["massLengthUm"], sizes["massWidthUm"], sizes["massHeightUm"]) == (2000, 1000, 500)


def test_a_clock_angle_is_below_360_where_rounding_leaves_the_centre_right_of_the_midline() -> None:
    finding = box_finding(info_of(b""), (-2.3e-16, 0.75, 3.0), (1.0, 0.5, 2.0), 0.5)
    assert [mark["rad"] for mark in finding.marks.values()] == [0, 0, 0]


@pytest.mark.parametrize(
    ("centre", "size"),
    [
        ((9.0, 0.75, 0.0), (1.0, 1.0, 1.0)),
        ((float("nan"), 0.75, 0.0), (1.0, 1.0, 1.0)),
        ((0.0, 0.75, 0.0), (0.0, 1.0, 1.0)),
        ((0.0, 0.75, 0.0), (1.0, float("inf"), 1.0)),
    ],
)
def test_an_impossible_box_is_rejected(centre: tuple[float, ...], size: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="No box"):
        box_finding(info_of(b""), centre, size, 0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
def test_a_score_outside_0_to_1_is_rejected(score: float) -> None:
    with pytest.raises(ValueError, match="score"):
        Finding(score, {}).to_json()
