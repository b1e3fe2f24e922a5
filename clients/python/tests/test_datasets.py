"""Datasets from a running server, whose demonstration has two scans with a marked lesion."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import measure_dataset
import numpy as np
import pytest
from conftest import Server

from clockface import (
    ApiError,
    Dataset,
    Datasets,
    Export,
    ExportFailed,
    Model,
    PredictedFinding,
    PredictedMark,
    PredictionsRejected,
    ScanPrediction,
    SignInFailed,
    Split,
    mask_of,
    read_dataset,
)

MODEL = Model("Network", "1.0.0")
PROVIDER = "org.example.network"
# As the findings of tests/full/site/python-client.test.ts.
LESION_VOXEL, LESION_MM = (100.0, 49.5, 200.0), (0.0, 25.0, 50.0)


@pytest.fixture
def datasets(server: Server) -> Iterator[Datasets]:
    with server.sign_in() as session:
        yield session


def read(datasets: Datasets, folder: Path, export: Export) -> Dataset:
    return read_dataset(datasets.download(datasets.wait(export, poll_s=0.1), folder))


@pytest.mark.parametrize("format", ["nrrd", "nifti"])
def test_an_export_is_created_downloaded_and_read(
    datasets: Datasets, tmp_path: Path, format: str
) -> None:
    split = Split(train=0.0, validation=0.0, test=1.0)
    created = datasets.create(format, split=split, side="R")  # type: ignore[arg-type]
    assert (created.total, created.ended) == (2, False)
    progress: list[tuple[int, int]] = []
    ended = datasets.wait(created, lambda now: progress.append((now.done, now.total)), poll_s=0.1)
    assert progress[-1] == (2, 2)
    received: list[tuple[int, int]] = []
    path = datasets.download(ended, tmp_path, lambda done, size: received.append((done, size)))
    assert received[-1] == (ended.byte_length, ended.byte_length)
    assert ended.id in [export.id for export in datasets.exports()]
    dataset = read_dataset(path)
    assert [scan.part for scan in dataset.scans] == ["test", "test"]
    for scan in dataset.part("test"):
        volume = dataset.volume(scan)
        assert volume.voxels.shape == (201, 90, 201)
        (reader,) = [finding for finding in scan.findings if finding.generator == "USER"]
        assert reader.location is not None
        assert (reader.location.voxel, reader.location.mm) == (LESION_VOXEL, LESION_MM)
        assert volume.voxels[100, 49, 200] == 200
        (mark,) = reader.marks
        assert np.allclose(volume.to_mm(mark.points_voxel), mark.points_mm)


def test_a_cancelled_export_has_no_archive(datasets: Datasets, tmp_path: Path) -> None:
    cancelled = datasets.cancel(datasets.create())
    with pytest.raises(ExportFailed, match="cancelled"):
        datasets.wait(cancelled, poll_s=0.1)
    with pytest.raises(ExportFailed, match="cancelled"):
        datasets.download(cancelled, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_refusals_name_their_reason(server: Server, datasets: Datasets) -> None:
    with pytest.raises(ApiError, match="409 No completed scans"):
        datasets.create(side="L")
    with pytest.raises(ApiError, match="400 filter.to: .*before the first day"):
        datasets.create(first_day=date(2026, 2, 2), last_day=date(2026, 2, 1))
    with pytest.raises(ApiError, match="400 split.test: "):
        datasets.create(split=Split(train=0.5))
    with pytest.raises(SignInFailed):
        Datasets.sign_in(server.url, server.api_key, "admin@demo.clockface.example", "wrong")
    with server.sign_in("physician") as reader, pytest.raises(ApiError, match="403"):
        reader.create()


def test_a_session_ends_with_its_block(server: Server) -> None:
    with server.sign_in() as session:
        assert list(session.exports()) is not None
    with pytest.raises(ApiError, match="401"):
        list(session.exports())


def test_predictions_are_stored_once_and_exported_again(
    datasets: Datasets, tmp_path: Path
) -> None:
    dataset = read(datasets, tmp_path / "before", datasets.create())
    first, second = dataset.scans
    volume = dataset.volume(first)
    lesion = np.zeros(volume.voxels.shape, dtype=bool)
    lesion[40:44, 20:22, 60:63] = True
    outline = PredictedMark("SELECTMARK", "COR", points_voxel=[[41, 20, 61]])
    found = PredictedFinding(0.8, [outline], mask_of(lesion, volume))
    outside = PredictedMark("SELECTMARK", "COR", points_mm=[[0, 20, 4000]])
    scans = [
        ScanPrediction(first.scan, [found]),
        ScanPrediction(second.scan, [found, PredictedFinding(0.5, [outside])]),
        ScanPrediction("S-" + "0" * 20),
    ]
    with pytest.raises(PredictionsRejected) as result:
        datasets.import_predictions(scans, MODEL, PROVIDER)
    assert [(item.scan, item.finding_count) for item in result.value.stored] == [(first.scan, 1)]
    assert list(result.value.rejected) == [second.scan, "S-" + "0" * 20]
    assert "findings.1.marks.0" in result.value.rejected[second.scan][0]
    again = datasets.import_predictions(scans[:1], MODEL, PROVIDER)
    assert again == result.value.stored
    exported = read(datasets, tmp_path / "after", datasets.create())
    (scan,) = [scan for scan in exported.scans if scan.scan == first.scan]
    (predicted,) = [finding for finding in scan.findings if finding.score == 0.8]
    assert np.allclose(predicted.marks[0].points_voxel, [[41, 20, 61]])
    mask = exported.mask(predicted)
    assert mask is not None
    assert np.array_equal(mask.resampled_to(exported.volume(scan)) != 0, lesion)


def test_the_example_measures_a_detector_and_imports_its_predictions(
    datasets: Datasets, tmp_path: Path
) -> None:
    split = Split(train=0.0, validation=0.0, test=1.0)
    # The brightest voxels are those of the lesions.
    assert measure_dataset.run(datasets, str(tmp_path), split) == (2, 2)
    dataset = read(datasets, tmp_path / "after", datasets.create())
    models = [
        finding.entry["ai"]["model"]["name"]
        for scan in dataset.scans
        for finding in scan.findings
        if finding.entry["ai"] is not None
    ]
    assert models.count(measure_dataset.MODEL.name) == 2
