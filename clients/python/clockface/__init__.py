"""Client of a Clockface server: jobs with volumes as NumPy arrays, datasets and predictions."""

from .archive import (
    Dataset,
    DatasetFinding,
    DatasetMark,
    DatasetScan,
    DatasetVolume,
    Place,
    read_dataset,
)
from .client import Client
from .datasets import Datasets, Export, Split
from .errors import (
    ApiError,
    DatasetDamaged,
    ExportFailed,
    JobStopped,
    LeaseEnded,
    PredictionsRejected,
    SignInFailed,
)
from .findings import Finding, Model, box_finding
from .job import JobLease
from .predictions import (
    PredictedFinding,
    PredictedMark,
    ScanPrediction,
    StoredPrediction,
    mask_of,
)
from .volume import Volume, VolumeInfo

__all__ = [
    "ApiError",
    "Client",
    "Dataset",
    "DatasetDamaged",
    "DatasetFinding",
    "DatasetMark",
    "DatasetScan",
    "DatasetVolume",
    "Datasets",
    "Export",
    "ExportFailed",
    "Finding",
    "JobLease",
    "JobStopped",
    "LeaseEnded",
    "Model",
    "Place",
    "PredictedFinding",
    "PredictedMark",
    "PredictionsRejected",
    "ScanPrediction",
    "SignInFailed",
    "Split",
    "StoredPrediction",
    "Volume",
    "VolumeInfo",
    "box_finding",
    "mask_of",
    "read_dataset",
]
