"""Client of the Clockface job queue: volumes as NumPy arrays, jobs, findings and masks."""

from .client import Client
from .errors import ApiError, JobStopped, LeaseEnded
from .findings import Finding, Model, box_finding
from .job import JobLease
from .volume import Volume, VolumeInfo

__all__ = [
    "ApiError",
    "Client",
    "Finding",
    "JobLease",
    "JobStopped",
    "LeaseEnded",
    "Model",
    "Volume",
    "VolumeInfo",
    "box_finding",
]
