"""Lease on a job, renewed by a thread until the job ends."""

from __future__ import annotations

import base64
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

import numpy.typing as npt

from .errors import ApiError, JobStopped, LeaseEnded
from .findings import Finding, Generator, Model
from .http import Http
from .volume import Volume, VolumeInfo, write_mask

PROGRESS_INTERVAL_S = 0.25
COMPLETE_RETRY_S = 2.0


class JobLease:
    """Job that this worker has taken. Use it in a `with` block, which fails it on an exception."""

    def __init__(
        self,
        http: Http,
        lease: dict[str, Any],
        read: Callable[[VolumeInfo], Volume],
    ) -> None:
        self._http = http
        self._read = read
        self._fencing_token: int = lease["fencingToken"]
        self._lease_s: float = lease["leaseSeconds"]
        self.id: str = lease["job"]["id"]
        self.type: str = lease["job"]["jobType"]
        self.scan_id: str = lease["job"]["entityId"]
        self.attempt: int = lease["job"]["attempt"]
        self.volume: VolumeInfo | None = (
            None if lease["volume"] is None else VolumeInfo.from_json(lease["volume"])
        )
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._stopped = threading.Event()
        self._renewed_at = time.monotonic()
        self._sent_at = 0.0
        self._phase: str | None = None
        self._thread = threading.Thread(target=self._renew_until_over, daemon=True)
        self._thread.start()

    @property
    def stopped(self) -> bool:
        """True when a reader has stopped the job, or its lease is lost."""
        return self._stopped.is_set()

    def read_volume(self) -> Volume:
        """Reads the volume of the job. Raises ValueError when the scan has none."""
        if self.volume is None:
            raise ValueError("The scan has no 3D volume")
        return self._read(self.volume)

    def progress(self, phase: str, done: int, total: int) -> None:
        """Shows progress to readers. Raises JobStopped when the result is no longer wanted."""
        due = time.monotonic() - self._sent_at >= PROGRESS_INTERVAL_S or phase != self._phase
        if due and not self.stopped:
            self._phase = phase
            self._sent_at = time.monotonic()
            self._renew({"phase": phase, "done": done, "total": total})
        if self.stopped:
            raise JobStopped(f"The job {self.id} was stopped")

    def complete(
        self,
        findings: Sequence[Finding] = (),
        masks: Mapping[str, npt.ArrayLike] | None = None,
        *,
        model: Model | None = None,
        generator: Generator = "AIAD",
        provider_id: str | None = None,
        messages: Sequence[str] = (),
    ) -> None:
        """Completes the job with all its results. Repeats the call while the server is offline.

        `masks` are arrays on the grid of the volume, 0 outside: those by the id of a finding are
        drawn with this finding, those by any other name are stored as a file of this name. With a
        `model`, the findings are stored as a run of this model, also when there are none.
        `provider_id` is the job type unless given. Raises LeaseEnded or JobStopped when the server
        refuses the result, and ApiError when it is invalid; the job then goes on.
        """
        if findings and model is None:
            raise ValueError("Findings need the model that made them")
        ids = {finding.id for finding in findings}
        body: dict[str, Any] = {
            "fencingToken": self._fencing_token,
            "masks": self._masks(masks, ids),
        }
        if model is not None:
            body["run"] = {
                "id": str(uuid.uuid4()),
                "task": "DETECTION" if generator == "AIAD" else "SEGMENTATION",
                "providerId": provider_id or self.type,
                "generator": generator,
                "model": model.to_json(),
                "volumeFileId": None if self.volume is None else self.volume.file_id,
                "messages": list(messages),
                "findings": [finding.to_json() for finding in findings],
            }
        ended = self._retry("complete", body)
        self._end()
        if ended["status"] != "COMPLETED":
            raise JobStopped(f"The job {self.id} was stopped")

    def fail(self, title: str, detail: str = "") -> None:
        """Ends the job as FAILED. `title` and `detail` are shown to readers."""
        body = {"fencingToken": self._fencing_token, "title": title[:200] or "The worker failed"}
        try:
            self._retry("fail", {**body, "detail": detail[:1000]})
        finally:
            self._end()

    def __enter__(self) -> JobLease:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> bool:
        """Fails the job on an exception, which is raised again unless the job was stopped."""
        if isinstance(error, (JobStopped, LeaseEnded)):
            self._end()
            return True
        if not self._over.is_set() and (error is None or isinstance(error, Exception)):
            name = "no result" if error is None else type(error).__name__
            title, detail = f"The worker failed: {name}", "" if error is None else str(error)
            try:
                self.fail(title, detail)
            except (ApiError, OSError):
                # The job has ended, or its lease will; the exception of the block matters more.
                pass
        self._end()
        return False

    def _masks(
        self, masks: Mapping[str, npt.ArrayLike] | None, finding_ids: set[str]
    ) -> list[dict[str, str]]:
        if not masks:
            return []
        if self.volume is None:
            raise ValueError("The scan has no 3D volume, so it can have no mask")
        return [
            {
                "volumeFileId": self.volume.file_id,
                ("findingId" if name in finding_ids else "fileName"): name,
                "nrrdBase64": base64.b64encode(write_mask(mask, self.volume)).decode(),
            }
            for name, mask in masks.items()
        ]

    def _retry(self, action: str, body: dict[str, Any]) -> dict[str, Any]:
        """Sends a call that the server accepts repeatedly, until the lease ends."""
        while True:
            try:
                return self._http.json("POST", f"/jobqueue/{self.id}/{action}", body)
            except ApiError as error:
                if error.status < 500:
                    raise
            except OSError:
                if self.stopped:
                    raise
            time.sleep(COMPLETE_RETRY_S)
            if self.stopped:
                raise JobStopped(f"The lease of the job {self.id} ended meanwhile")

    def _renew(self, progress: dict[str, Any] | None = None) -> None:
        body = {"fencingToken": self._fencing_token, "progress": progress}
        with self._lock:
            if self._over.is_set():
                return
            try:
                renewed = self._http.json("POST", f"/jobqueue/{self.id}/renew", body)
                self._renewed_at = time.monotonic()
                if renewed["stop"]:
                    self._stopped.set()
            except ApiError as error:
                if error.status < 500:
                    self._stopped.set()
                    if not isinstance(error, LeaseEnded):
                        raise
            except OSError:
                # The lease outlasts a short outage; the next renewal follows soon.
                pass
            if time.monotonic() - self._renewed_at > self._lease_s:
                self._stopped.set()

    def _renew_until_over(self) -> None:
        while not self._over.wait(self._lease_s / 4):
            if self.stopped:
                return
            try:
                self._renew()
            except ApiError:
                # A rejected credential; `stopped` is set, so that the job ends.
                return

    def _end(self) -> None:
        self._over.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5)
