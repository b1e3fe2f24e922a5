"""Example: measures a detector on the test part of a dataset and imports its predictions.

The detector takes the brightest voxel, so that the example stays short. Not for patients.

python measure_dataset.py http://127.0.0.1:4300 API_KEY admin@clinic.example FOLDER
"""

import getpass
import sys

import numpy as np

from clockface import (
    Dataset,
    Datasets,
    Model,
    PredictedFinding,
    PredictedMark,
    ScanPrediction,
    Split,
    read_dataset,
)

MODEL = Model("Brightest voxel", "1.0.0")
HIT_MM = 10.0


def detect(dataset: Dataset) -> dict[str, np.ndarray]:
    """Returns the voxel index of one finding in each scan of the test part."""
    volumes = {scan.scan: dataset.volume(scan).voxels for scan in dataset.part("test")}
    return {name: np.argwhere(voxels == voxels.max())[0] for name, voxels in volumes.items()}


def sensitivity(dataset: Dataset, found: dict[str, np.ndarray]) -> tuple[int, int]:
    """Returns how many findings of readers lie within HIT_MM of the detected voxel, and of all."""
    hits = total = 0
    for scan in dataset.part("test"):
        detected_mm = dataset.volume(scan).to_mm(found[scan.scan])
        for finding in scan.findings:
            if finding.reader is not None and finding.location is not None:
                total += 1
                hits += bool(np.linalg.norm(detected_mm - finding.location.mm) <= HIT_MM)
    return hits, total


def prediction(scan: str, voxel: np.ndarray) -> ScanPrediction:
    mark = PredictedMark("SELECTMARK", "COR", points_voxel=[voxel])
    return ScanPrediction(scan, [PredictedFinding(0.5, [mark])])


def run(datasets: Datasets, folder: str, split: Split) -> tuple[int, int]:
    export = datasets.create("nrrd", has_findings=True, split=split)
    export = datasets.wait(export, lambda now: print(f"{now.done} of {now.total} scans exported"))
    dataset = read_dataset(datasets.download(export, folder))
    found = detect(dataset)
    hits, total = sensitivity(dataset, found)
    print(f"{hits} of {total} findings detected within {HIT_MM} mm")
    predictions = [prediction(scan, voxel) for scan, voxel in found.items()]
    datasets.import_predictions(predictions, MODEL, "org.example.brightest")
    return hits, total


if __name__ == "__main__":
    url, api_key, email, target = sys.argv[1:]
    with Datasets.sign_in(url, api_key, email, getpass.getpass()) as session:
        run(session, target, Split())
